//! Instructions as lines. Long code is listed by two threads, each a piece at a time, in order.

use std::io;
use std::ops::Range;

use isatope_core::{Formatter, Target, decode};

use super::{Margin, Sink, Text};

/// A name for a place.
#[derive(Clone, Debug)]
pub struct Label {
    /// Offset in the code.
    pub offset: u64,
    /// Lines to print there, each with its line break.
    pub lines: String,
}

/// Code to be listed.
#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    /// What it is for.
    pub target: Target,
    /// How it is written.
    pub formatter: &'a Formatter,
    /// The bytes.
    pub bytes: &'a [u8],
    /// What stands in front of each line.
    pub margin: Margin,
    /// Blanks in front of each line.
    pub indent: bool,
    /// Labels, by offset. No instruction is read across one.
    pub labels: &'a [Label],
}

/// Bytes of code that one thread lists at a time.
const PIECE: usize = 256 << 10;

impl Code<'_> {
    /// Lists a part of the code, which starts and ends where instructions do.
    ///
    /// # Errors
    /// Those of the file.
    pub fn write(&self, range: Range<usize>, sink: &mut Sink<'_>) -> io::Result<()> {
        let mut at = range.start;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut ours = Text::default();
        let mut theirs = Text::default();
        while at < range.end {
            let middle = self.boundary(at, PIECE, range.end);
            if threads < 2 || middle == range.end {
                self.lines(at..middle, &mut sink.text);
                sink.pass_on()?;
                at = middle;
                continue;
            }
            let last = self.boundary(middle, PIECE, range.end);
            ours.0.clear();
            theirs.0.clear();
            std::thread::scope(|scope| {
                let other = scope.spawn(|| self.lines(middle..last, &mut theirs));
                self.lines(at..middle, &mut ours);
                let written = sink.append(&ours);
                let _ = other.join();
                written
            })?;
            sink.append(&theirs)?;
            at = last;
        }
        Ok(())
    }

    /// The first place at least `bytes` further on where an instruction starts.
    fn boundary(&self, from: usize, bytes: usize, end: usize) -> usize {
        if end - from <= bytes {
            return end;
        }
        let mut at = from;
        let mut label = self.labels.partition_point(|l| l.offset <= from as u64);
        while at < end && at < from + bytes {
            while self.labels.get(label).is_some_and(|l| l.offset <= at as u64) {
                label += 1;
            }
            at += self.step(at, self.stop(label, end)).1;
        }
        at.min(end)
    }

    /// Where reading has to stop: at the next label, or at the end.
    #[inline]
    fn stop(&self, label: usize, end: usize) -> usize {
        self.labels.get(label).map_or(end, |l| (l.offset as usize).min(end))
    }

    /// The instruction at a place, and how many bytes are done with.
    #[inline]
    fn step(&self, at: usize, stop: usize) -> (Option<isatope_core::Instruction>, usize) {
        let word = self.target.arch().word_bits as usize / 8;
        let rest = &self.bytes[at..stop];
        if at % word == 0 && rest.len() >= word {
            return match decode(self.target, rest) {
                Ok(inst) => (Some(inst), inst.len()),
                Err(_) => (None, word),
            };
        }
        (None, (word - at % word).min(rest.len()))
    }

    /// Lists what is between two places where instructions start.
    fn lines(&self, range: Range<usize>, text: &mut Text) {
        let mut at = range.start;
        let mut label = self.labels.partition_point(|l| l.offset < at as u64);
        let word_bits = self.target.arch().word_bits;
        while at < range.end {
            while let Some(found) = self.labels.get(label).filter(|l| l.offset <= at as u64) {
                text.push(&found.lines);
                label += 1;
            }
            let (inst, len) = self.step(at, self.stop(label, range.end));
            if self.indent {
                text.push("    ");
            }
            match inst {
                Some(inst) => {
                    if self.margin == Margin::Words {
                        margin(text, at as u64, inst.bits(), len, word_bits);
                    }
                    // Text takes everything.
                    let _ = self.formatter.write(&inst, text);
                }
                None => {
                    let mut padded = [0; 8];
                    padded[..len].copy_from_slice(&self.bytes[at..at + len]);
                    let bits = u64::from_le_bytes(padded);
                    if self.margin == Margin::Words {
                        margin(text, at as u64, bits, len, word_bits);
                    }
                    data(text, bits, len, word_bits);
                }
            }
            text.end_line();
            at += len;
        }
    }
}

/// Offset and words in a comment, before the text.
pub fn margin(out: &mut Text, offset: u64, bits: u64, len: usize, word_bits: u32) {
    out.push("/*");
    out.hex(offset, 8);
    out.push(": ");
    let before = out.0.len();
    out.words(bits, len, word_bits);
    while out.0.len() < before + 17 {
        out.0.push(b' ');
    }
    out.push("*/ ");
}

/// Up to 8 bytes that are no instruction.
pub fn data(out: &mut Text, bits: u64, len: usize, word_bits: u32) {
    match len {
        8 if word_bits == 64 => {
            out.push(".quad 0x");
            out.hex(bits, 16);
        }
        8 => {
            out.push(".long 0x");
            out.hex(bits, 8);
            out.push(", 0x");
            out.hex(bits >> 32, 8);
        }
        4 => {
            out.push(".long 0x");
            out.hex(bits, 8);
        }
        2 => {
            out.push(".short 0x");
            out.hex(bits, 4);
        }
        _ => {
            for i in 0..len {
                out.push(if i == 0 { ".byte 0x" } else { ", 0x" });
                out.hex(bits >> (8 * i), 2);
            }
        }
    }
}
