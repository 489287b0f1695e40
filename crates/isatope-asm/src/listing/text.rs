//! Text that is written piece by piece.

use std::fmt;
use std::io::{self, Write};

/// Text that grows, as something instructions can be written to.
#[derive(Debug, Default)]
pub struct Text(pub Vec<u8>);

impl fmt::Write for Text {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

impl Text {
    /// Adds text.
    #[inline]
    pub fn push(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Adds a line break.
    #[inline]
    pub fn end_line(&mut self) {
        self.0.push(b'\n');
    }

    /// Adds a number as so many hexadecimal digits.
    #[inline]
    pub fn hex(&mut self, value: u64, digits: u32) {
        for i in (0..digits).rev() {
            self.0.push(b"0123456789abcdef"[(value >> (4 * i) & 15) as usize]);
        }
    }

    /// Adds the words of `len` bytes, separated by blanks; a piece of a word at the end has its digits only.
    pub fn words(&mut self, bits: u64, len: usize, word_bits: u32) {
        let word_bytes = word_bits as usize / 8;
        let mut done = 0;
        loop {
            let bytes = (len - done).min(word_bytes);
            self.hex(bits.checked_shr(done as u32 * 8).unwrap_or(0), 2 * bytes as u32);
            done += bytes;
            if done >= len {
                return;
            }
            self.0.push(b' ');
        }
    }
}

/// Bytes that are collected before they are written.
const CHUNK: usize = 64 << 10;

/// Text on its way to a file.
pub struct Sink<'w> {
    /// What is not written yet.
    pub text: Text,
    out: &'w mut dyn Write,
}

impl fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sink").field("text", &self.text.0.len()).finish_non_exhaustive()
    }
}

impl<'w> Sink<'w> {
    /// To `out`.
    pub fn new(out: &'w mut dyn Write) -> Self {
        Self { text: Text(Vec::with_capacity(2 * CHUNK)), out }
    }

    /// Writes what is there if it is worth it.
    ///
    /// # Errors
    /// Those of the file.
    #[inline]
    pub fn pass_on(&mut self) -> io::Result<()> {
        if self.text.0.len() < CHUNK { Ok(()) } else { self.flush() }
    }

    /// Writes what is there.
    ///
    /// # Errors
    /// Those of the file.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.text.0)?;
        self.text.0.clear();
        Ok(())
    }

    /// Writes what is there, and text made elsewhere after it.
    ///
    /// # Errors
    /// Those of the file.
    pub fn append(&mut self, text: &Text) -> io::Result<()> {
        self.flush()?;
        self.out.write_all(&text.0)
    }
}
