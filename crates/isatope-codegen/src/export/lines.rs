//! Prints JSON with one entry per line, so that line-based tools can read, search and compare it.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Breaks lines in the outermost object and in the lists in it.
#[derive(Default)]
struct Lines {
    depth: usize,
}

impl Lines {
    fn open<W: io::Write + ?Sized>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        out.write_all(bracket)
    }

    fn close<W: io::Write + ?Sized>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.depth == 0 {
            out.write_all(b"\n")?;
        }
        out.write_all(bracket)
    }

    fn item<W: io::Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b"," })?;
        out.write_all(if self.depth <= 2 { b"\n" } else { b"" })
    }
}

impl Formatter for Lines {
    fn begin_array<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }
    fn end_array<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }
    fn begin_array_value<W: io::Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }
    fn begin_object<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }
    fn end_object<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }
    fn begin_object_key<W: io::Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.item(out, first)
    }
}

/// The text of a value.
pub(super) fn text(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, Lines::default())).expect("plain data is always JSON");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("JSON is text")
}
