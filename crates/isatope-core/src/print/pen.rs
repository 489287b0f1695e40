//! A fixed-size line buffer and its writer.

use core::fmt::{self, Write};
use core::ops::Range;
use core::str;

use crate::tables::{CHUNK, Entry, Print, TextAt};

/// Bytes of the longest line: the build script sees to it that no program writes more. A power of two.
pub const LINE: usize = 512;

/// Room for a line, and for what is copied beyond it.
pub type Line = [u8; LINE + CHUNK];

/// Room where nothing is written yet.
pub(super) const NEW: Line = [b' '; LINE + CHUNK];

/// A part of a line.
pub(super) fn part(line: &Line, range: Range<usize>) -> &str {
    line.get(range).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default()
}

/// Writes into a line. What does not fit goes astray, but not out of the line.
pub(super) struct Pen<'l> {
    line: &'l mut Line,
    pub at: usize,
}

impl<'l> Pen<'l> {
    #[inline(always)]
    pub fn new(line: &'l mut Line) -> Self {
        Self { line, at: 0 }
    }

    /// What is written so far.
    #[inline(always)]
    pub fn line(&self) -> &Line {
        self.line
    }

    /// Puts bytes where the line is, without going on after them.
    #[inline(always)]
    pub fn paste<const N: usize>(&mut self, bytes: &[u8; N]) {
        if let Some(place) = self.line[self.at % LINE..].first_chunk_mut() {
            *place = *bytes;
        }
    }

    #[inline(always)]
    pub fn byte(&mut self, byte: u8) {
        self.line[self.at % LINE] = byte;
        self.at += 1;
    }

    /// The text of an entry that is in it.
    #[inline(always)]
    pub fn entry(&mut self, entry: &Entry) {
        self.paste(&entry.0);
        self.at += entry.len();
    }

    /// A text of the tables.
    #[inline(always)]
    pub fn text(&mut self, print: &Print, text: TextAt) {
        let (end, mut from) = (self.at + usize::from(text.len), text.at as usize);
        loop {
            if let Some(chunk) = print.texts.get(from..).and_then(<[u8]>::first_chunk::<CHUNK>) {
                self.paste(chunk);
            }
            if self.at + CHUNK >= end {
                self.at = end;
                return;
            }
            self.at += CHUNK;
            from += CHUNK;
        }
    }

    /// A decimal number.
    #[inline]
    pub fn decimal(&mut self, value: u64) {
        let count = value.checked_ilog10().unwrap_or(0) as usize + 1;
        let start = self.at % LINE;
        let mut left = value;
        if let Some(place) = self.line.get_mut(start..start + count) {
            for digit in place.iter_mut().rev() {
                *digit = b'0' + (left % 10) as u8;
                left /= 10;
            }
        }
        self.at += count;
    }

    /// A hexadecimal number, with the letters in one of two cases.
    #[inline]
    pub fn hex(&mut self, value: u64, digits: &[u8; 16]) {
        let count = (16 - value.leading_zeros() as usize / 4).max(1);
        self.paste(b"0x");
        let start = self.at % LINE + 2;
        if let Some(place) = self.line.get_mut(start..start + count) {
            for (i, digit) in place.iter_mut().rev().enumerate() {
                *digit = digits[(value >> (4 * i) & 15) as usize];
            }
        }
        self.at += 2 + count;
    }
}

impl Write for Pen<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let start = self.at % LINE;
        if let Some(place) = self.line.get_mut(start..start + text.len()) {
            place.copy_from_slice(text.as_bytes());
        }
        self.at += text.len();
        Ok(())
    }
}
