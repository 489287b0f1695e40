//! Output of `printf`: the buffer that kernels write records into, and the text of the records.
//!
//! The buffer starts with two words: how many bytes of records are written, and how many there is room for. A kernel
//! takes room with an atomic operation, and drops a record for which there is none. A record is the number of a format,
//! then the arguments, each a multiple of 4 bytes. Facts: LLVM's `AMDGPUPrintfRuntimeBinding`; `__printf_alloc` of
//! ROCm's device libraries.

mod conversion;

use isatope_object::printf::PrintfFormat;

use conversion::{Piece, pieces};

use crate::counted;

/// Bytes of the buffer.
const BYTES: usize = 4 << 20;
/// Bytes of the two words at its start.
const HEADER: usize = 8;
/// Arguments start at multiples of this.
const WORD: usize = 4;

/// The buffer before the launch.
pub(crate) fn buffer() -> Vec<u8> {
    let mut bytes = vec![0; BYTES];
    bytes[4..HEADER].copy_from_slice(&((BYTES - HEADER) as u32).to_le_bytes());
    bytes
}

/// What kernels have printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The text of all records, in the order in which they were written.
    pub text: Vec<u8>,
    /// What is missing: records for which there was no room, or that cannot be read.
    pub notes: Vec<String>,
}

impl Printed {
    /// Adds the records of a buffer.
    pub(crate) fn add(&mut self, buffer: &[u8], formats: &[PrintfFormat]) {
        let word = |at: usize| {
            let bytes = buffer.get(at..at + WORD).and_then(|bytes| bytes.try_into().ok());
            bytes.map(u32::from_le_bytes)
        };
        let end = word(0).map_or(0, |bytes| bytes as usize).saturating_add(HEADER).min(buffer.len());
        let mut at = HEADER;
        while at < end {
            let id = word(at).unwrap_or_default();
            let Some(format) = formats.iter().find(|format| format.id == id) else {
                let left = end - at;
                self.notes.push(format!("printf: the metadata have no format {id}: {left} bytes of output are lost"));
                return;
            };
            at += WORD;
            let mut arguments = Vec::new();
            for &size in &format.sizes {
                let next = at.saturating_add((size as usize).next_multiple_of(WORD)).min(end);
                let argument = buffer.get(at..next).unwrap_or_default();
                arguments.push(&argument[..argument.len().min(size as usize)]);
                at = next.max(at);
            }
            write(&mut self.text, format, &arguments);
            self.note_missing(format);
        }
        // The buffer has less room than the longest record needs: a kernel that had more to say has lost it.
        let longest =
            formats.iter().map(|format| format.sizes.iter().map(|&size| size as usize + WORD).sum::<usize>()).max();
        if end + longest.unwrap_or_default() + WORD + HEADER > buffer.len() && end > HEADER {
            let bytes = buffer.len();
            self.notes.push(format!("printf: the buffer of {bytes} bytes is full, so output may be missing"));
        }
    }

    /// Notes once that the records of a format lack arguments.
    fn note_missing(&mut self, format: &PrintfFormat) {
        let missing = usize::from(format.arguments).saturating_sub(format.sizes.len());
        if missing > 0 {
            let arguments = counted(missing, "argument", "arguments");
            let (text, their) = (&format.text, if missing == 1 { "its" } else { "their" });
            let note = format!("printf: the compiler has not stored {arguments} of {text:?}: `?` takes {their} place");
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }
}

/// The text of a record.
fn write(out: &mut Vec<u8>, format: &PrintfFormat, arguments: &[&[u8]]) {
    let mut number = 0;
    for piece in pieces(&format.text) {
        match piece {
            Piece::Text(text) => out.extend(text.bytes()),
            Piece::Conversion(conversion) => {
                match arguments.get(number) {
                    Some(argument) => conversion.write(out, argument),
                    None if number < usize::from(format.arguments) => out.push(b'?'),
                    // The compiler has checked that there are enough.
                    None => out.extend(conversion.text.bytes()),
                }
                number += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer_of(words: &[u32]) -> Vec<u8> {
        let taken = words.len() as u32 * 4;
        let all = [taken, 1000].iter().chain(words).flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        [all, vec![0; 1000]].concat()
    }

    #[test]
    fn records_that_cannot_be_read_are_noted() {
        let format = |id, text: &str| PrintfFormat { id, arguments: 1, sizes: vec![4], text: text.to_string() };
        let mut printed = Printed::default();
        printed.add(&buffer_of(&[1, 5, 7, 6]), &[format(1, "%d\n")]);
        assert_eq!(String::from_utf8_lossy(&printed.text), "5\n");
        assert_eq!(printed.notes, ["printf: the metadata have no format 7: 8 bytes of output are lost"]);
        // A count that nobody wrote, and a record that is cut.
        let mut wrong = buffer_of(&[1]);
        wrong[..4].copy_from_slice(&u32::MAX.to_le_bytes());
        let mut printed = Printed::default();
        printed.add(&wrong[..14], &[format(1, "%d %s %d\n")]);
        assert!(printed.text.starts_with(b"0 %s %d\n"), "{:?}", printed.text);
        // Arguments that the compiler has left out.
        let mut printed = Printed::default();
        let formats = ["2:1:%F|\\n", "3:0:next line\\n", "4:3:4:%F %d %A\\n"];
        let formats: Vec<PrintfFormat> = formats.iter().filter_map(|entry| PrintfFormat::of(entry)).collect();
        printed.add(&buffer_of(&[2, 3, 4, 1.5f32.to_bits(), 2, 3]), &formats);
        assert_eq!(String::from_utf8_lossy(&printed.text), "?|\nnext line\n1.500000 ? ?\n?|\nnext line\n");
        assert_eq!(
            printed.notes,
            [
                "printf: the compiler has not stored 1 argument of \"%F|\\n\": `?` takes its place",
                "printf: the compiler has not stored 2 arguments of \"%F %d %A\\n\": `?` takes their place",
            ]
        );
        Printed::default().add(&[], &[]);
        Printed::default().add(&[1, 2, 3], &[]);
    }
}
