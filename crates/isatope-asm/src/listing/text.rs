//! A buffer for text that is written piece by piece.

use isatope_core::Bits;
use std::fmt;
use std::io::{self, Write};

/// Blanks before a line that has some.
pub(super) const INDENT: &str = "    ";

/// Directives and labels before an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin {
    /// Nothing.
    None,
    /// Offset and words, in a comment.
    Words,
}

/// Text that grows, as something instructions can be written to.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// The text, and room after it that is ready to be written to.
    bytes: Vec<u8>,
    end: usize,
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        Self { end: bytes.len(), bytes }
    }
}

impl fmt::Write for Text {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        Ok(())
    }
}

impl Text {
    /// The text.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    /// None yet, with room for this many bytes.
    pub(super) fn with_room(bytes: usize) -> Self {
        Self { bytes: vec![0; bytes], end: 0 }
    }

    /// Its length in bytes.
    #[inline]
    pub fn len(&self) -> usize {
        self.end
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.end == 0
    }

    /// Takes all of it away.
    #[inline]
    pub fn clear(&mut self) {
        self.end = 0;
    }

    /// Room for `N` bytes after the text.
    #[inline]
    pub(super) fn room<const N: usize>(&mut self) -> Option<&mut [u8; N]> {
        self.spare(N).first_chunk_mut()
    }

    /// Room for this many bytes, or more.
    #[inline]
    pub(super) fn spare(&mut self, bytes: usize) -> &mut [u8] {
        self.reserve(bytes);
        &mut self.bytes[self.end..]
    }

    /// Makes bytes that were written after the text a part of it.
    #[inline]
    pub(super) fn advance(&mut self, bytes: usize) {
        self.end += bytes;
    }

    #[inline]
    fn reserve(&mut self, bytes: usize) {
        if self.bytes.len() - self.end < bytes {
            self.grow(bytes);
        }
    }

    #[cold]
    fn grow(&mut self, bytes: usize) {
        let length = (self.end + bytes).max(2 * self.bytes.len()).max(256);
        self.bytes.resize(length, 0);
    }

    /// Adds text.
    #[inline]
    pub fn push(&mut self, text: &str) {
        self.push_bytes(text.as_bytes());
    }

    /// Adds bytes.
    #[inline]
    pub fn push_bytes(&mut self, bytes: &[u8]) {
        self.reserve(bytes.len());
        self.bytes[self.end..self.end + bytes.len()].copy_from_slice(bytes);
        self.end += bytes.len();
    }

    /// Adds one byte.
    #[inline]
    pub fn push_byte(&mut self, byte: u8) {
        self.reserve(1);
        self.bytes[self.end] = byte;
        self.end += 1;
    }

    /// Adds a line break.
    #[inline]
    pub fn end_line(&mut self) {
        self.push_byte(b'\n');
    }

    /// Takes the line break at the end away.
    pub(super) fn unend_line(&mut self) {
        self.end -= usize::from(self.as_bytes().ends_with(b"\n"));
    }

    /// Goes back to an earlier length, with a line break as the last byte.
    pub(super) fn cut(&mut self, length: usize) {
        self.end = length.saturating_sub(1).min(self.end);
        self.end_line();
    }

    /// Adds a decimal number.
    pub fn decimal(&mut self, value: u64) {
        let end = digits(self.spare(MOST_DIGITS), 0, value).unwrap_or(0);
        self.advance(end);
    }

    /// Adds a number as this many hexadecimal digits.
    #[inline]
    pub fn hex(&mut self, value: u64, digits: u32) {
        if digits == 8 {
            return self.push_bytes(&hex8(value as u32));
        }
        for i in (0..digits).rev() {
            self.push_byte(b"0123456789abcdef"[(value >> (4 * i) & 15) as usize]);
        }
    }

    /// Adds the words of `len` bytes, separated by blanks; a piece of a word at the end has its digits only.
    pub fn words(&mut self, bits: Bits, len: usize, word_bits: u32) {
        let word_bytes = word_bits as usize / 8;
        let mut done = 0;
        loop {
            let bytes = (len - done).min(word_bytes);
            self.hex(bits.get(8 * done as u32, 8 * bytes as u32), 2 * bytes as u32);
            done += bytes;
            if done >= len {
                return;
            }
            self.push_byte(b' ');
        }
    }
}

/// Eight hexadecimal digits.
#[inline]
pub(super) fn hex8(value: u32) -> [u8; 8] {
    const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    // Half a byte in each byte, the highest one first in memory.
    let mut digits = u64::from(value.swap_bytes());
    digits = (digits | digits << 16) & 0x0000_ffff_0000_ffff;
    digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff;
    digits = (digits >> 4 | digits << 8) & LOW;
    // What adding six carries out of is a letter.
    let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
    (digits + 0x3030_3030_3030_3030 + letters * u64::from(b'a' - b'0' - 10)).to_le_bytes()
}

/// Decimal digits of the largest number.
const MOST_DIGITS: usize = 20;

/// Writes decimal digits at a place, and says where they end; `None` if there is no room.
pub(super) fn digits(line: &mut [u8], at: usize, value: u64) -> Option<usize> {
    let count = value.checked_ilog10().unwrap_or(0) as usize + 1;
    let mut left = value;
    for digit in line.get_mut(at..at + count)?.iter_mut().rev() {
        *digit = b'0' + (left % 10) as u8;
        left /= 10;
    }
    Some(at + count)
}

/// Bytes that are collected before they are written.
const CHUNK: usize = 64 << 10;

/// Room for the text of a long piece of code.
pub(super) const ROOM: usize = 8 * CHUNK;

/// Text on its way to a file.
pub struct Sink<'w> {
    /// Pending text.
    pub text: Text,
    out: &'w mut dyn Write,
}

impl fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sink").field("text", &self.text.len()).finish_non_exhaustive()
    }
}

impl<'w> Sink<'w> {
    /// To `out`.
    pub fn new(out: &'w mut dyn Write) -> Self {
        Self { text: Text::default(), out }
    }

    /// Writes what is there if it is worth it.
    ///
    /// # Errors
    /// I/O errors from the writer.
    #[inline]
    pub fn pass_on(&mut self) -> io::Result<()> {
        if self.text.len() < CHUNK { Ok(()) } else { self.flush() }
    }

    /// Collects text that is written piece by piece, without a length limit.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn write(&mut self, text: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> io::Result<()> {
        let mut passing = Passing { sink: self, failed: None };
        match (text(&mut passing), passing.failed) {
            (_, Some(error)) => Err(error),
            (Err(error), None) => Err(io::Error::other(error)),
            (Ok(()), None) => Ok(()),
        }
    }

    /// Writes what is there.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }

    /// Writes what is there, and text made elsewhere after it.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn append(&mut self, text: &Text) -> io::Result<()> {
        self.flush()?;
        self.out.write_all(text.as_bytes())
    }
}

/// A sink as something that text can be written to.
struct Passing<'s, 'w> {
    sink: &'s mut Sink<'w>,
    /// Why the file takes no more.
    failed: Option<io::Error>,
}

impl fmt::Write for Passing<'_, '_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.sink.text.push(text);
        self.sink.pass_on().map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}

/// A directive with a string in quotes.
pub(super) fn quoted(text: &mut Text, directive: &str, bytes: &[u8]) {
    text.push(directive);
    text.push_byte(b'"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.push_bytes(&[b'\\', byte]),
            0x20..=0x7e | 0x80.. => text.push_byte(byte),
            // Octal escapes have three digits, so that a digit after them is not part of them.
            _ => {
                let digit = |shift: u32| b'0' + (byte >> shift & 7);
                text.push_bytes(&[b'\\', digit(6), digit(3), digit(0)]);
            }
        }
    }
    text.push_byte(b'"');
}

#[cfg(test)]
mod tests {
    use super::hex8;

    #[test]
    fn eight_digits_are_those_of_the_number() {
        for value in [0, 0x0123_4567, 0x89ab_cdef, 0xfedc_ba98, u32::MAX, 0x9a9a_a9a9] {
            assert_eq!(hex8(value), format!("{value:08x}").as_bytes());
        }
    }
}
