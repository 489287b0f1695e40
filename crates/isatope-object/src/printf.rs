//! Formats of OpenCL's `printf` in the metadata of a code object.
//!
//! A kernel that prints writes records into a buffer: the number of a format, then the arguments. The metadata have the
//! formats: `1:2:4:8:%d is %s\n` is number 1, with two arguments of 4 and 8 bytes. Facts: LLVM's
//! `AMDGPUPrintfRuntimeBinding`, which writes them. It stores as many arguments as it finds conversions with a letter
//! of its list, which lacks those of `%F` and `%A`: `1:1:%F` is a call with one argument that no record has.

use crate::{Container, kernel_metadata};

/// A format of `printf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintfFormat {
    /// Its number in records.
    pub id: u32,
    /// Arguments of the call. Compilers may store fewer: the first ones.
    pub arguments: u16,
    /// Bytes of each argument in a record.
    pub sizes: Vec<u32>,
    /// The format itself, without escapes.
    pub text: String,
}

impl Container<'_> {
    /// The formats of `printf`. Entries of the metadata that are no formats are left out.
    pub fn printf_formats(&self) -> Vec<PrintfFormat> {
        let all: Vec<String> = self.metadata.iter().flat_map(kernel_metadata::printf).collect();
        all.iter().filter_map(|entry| PrintfFormat::of(entry)).collect()
    }
}

impl PrintfFormat {
    /// Reads an entry of the metadata.
    pub fn of(entry: &str) -> Option<Self> {
        let (id, rest) = entry.split_once(':')?;
        let (count, mut rest) = rest.split_once(':')?;
        let (arguments, mut sizes) = (count.parse::<u16>().ok()?, Vec::new());
        // Text has no colon, but an escape.
        while sizes.len() < usize::from(arguments)
            && let Some((size, after)) = rest.split_once(':')
        {
            sizes.push(size.parse().ok()?);
            rest = after;
        }
        Some(Self { id: id.parse().ok()?, arguments, sizes, text: plain(rest) })
    }
}

/// Text without the escapes that the compiler has put in. It leaves a backslash of the source as it is, so that one
/// before such a letter cannot be told from an escape.
fn plain(text: &str) -> String {
    const ESCAPES: [(&str, char); 7] = [
        ("\\a", '\x07'),
        ("\\b", '\x08'),
        ("\\f", '\x0c'),
        ("\\n", '\n'),
        ("\\r", '\r'),
        ("\\v", '\x0b'),
        ("\\72", ':'),
    ];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out += &rest[..at];
        rest = &rest[at..];
        match ESCAPES.iter().find(|(escape, _)| rest.starts_with(escape)) {
            Some((escape, c)) => {
                out.push(*c);
                rest = &rest[escape.len()..];
            }
            None => {
                out.push('\\');
                rest = &rest[1..];
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries() {
        let found = PrintfFormat::of("12:2:4:8:item %d\\72 %s \\t \\\\ \\").expect("a format");
        assert_eq!((found.id, found.arguments, found.sizes.as_slice()), (12, 2, &[4, 8][..]));
        assert_eq!(found.text, "item %d: %s \\t \\\\ \\");
        assert_eq!(PrintfFormat::of("1:0:a:b").map(|f| f.text), Some("a:b".to_string()));
        // As clang 19 writes `%F %d %A\n` and `%F\n`.
        let found = PrintfFormat::of("1:3:4:%F %d %A\\n").expect("a format");
        assert_eq!((found.arguments, found.sizes.as_slice(), found.text.as_str()), (3, &[4][..], "%F %d %A\n"));
        let found = PrintfFormat::of("2:1:%F\\n").expect("a format");
        assert_eq!((found.arguments, found.sizes.as_slice(), found.text.as_str()), (1, &[][..], "%F\n"));
        for wrong in ["", "1", "1:2:4:x:", "x:0:", "1:99999:", "1:1:-4:"] {
            assert_eq!(PrintfFormat::of(wrong), None, "{wrong}");
        }
    }
}
