//! A place in the text that moves forward.

use std::ops::Range;

/// Reads a text from left to right. The end of a statement counts as the end.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    /// The whole text.
    pub text: &'a str,
    /// Next byte.
    pub at: usize,
    /// First byte after the statement.
    pub end: usize,
}

/// What a byte can be, a bit each.
static KINDS: [u8; 256] = kinds();
const STARTS_NAME: u8 = 1;
const IN_NAME: u8 = 2;
const STOPS: u8 = 4;

const fn kinds() -> [u8; 256] {
    let mut kinds = [0; 256];
    let mut i = 0;
    while i < 256 {
        let byte = i as u8;
        if byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.' | b'$' | 0x80..) {
            kinds[i] |= STARTS_NAME | IN_NAME;
        }
        if byte.is_ascii_digit() {
            kinds[i] |= IN_NAME;
        }
        if matches!(byte, b'\n' | b';' | b'"' | b'#' | b'/') {
            kinds[i] |= STOPS;
        }
        i += 1;
    }
    kinds
}

/// Whether a byte can start a name.
#[inline]
pub(crate) fn starts_name(byte: u8) -> bool {
    KINDS[usize::from(byte)] & STARTS_NAME != 0
}

/// Whether a byte can go on in a name.
#[inline]
pub(crate) fn in_name(byte: u8) -> bool {
    KINDS[usize::from(byte)] & IN_NAME != 0
}

/// Whether a byte may end a statement, or start a comment or a string.
#[inline]
pub(crate) fn may_end(byte: u8) -> bool {
    KINDS[usize::from(byte)] & STOPS != 0
}

impl<'a> Cursor<'a> {
    /// A cursor over a part of a text.
    pub fn new(text: &'a str, range: Range<usize>) -> Self {
        Self { text, at: range.start, end: range.end }
    }

    /// The byte `ahead` places further on, 0 after the end.
    #[inline]
    pub fn peek_at(&self, ahead: usize) -> u8 {
        let at = self.at + ahead;
        if at < self.end { self.text.as_bytes()[at] } else { 0 }
    }

    /// The next byte, 0 at the end.
    #[inline]
    pub fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    /// Whether nothing is left.
    #[inline]
    pub fn done(&self) -> bool {
        self.at >= self.end
    }

    /// Skips blanks and `/* */` comments.
    #[inline]
    pub fn skip_blanks(&mut self) {
        // Blanks and slashes come before everything else.
        if self.peek() <= b'/' {
            self.skip_some();
        }
    }

    fn skip_some(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'/' if self.peek_at(1) == b'*' => {
                    let rest = &self.text.as_bytes()[self.at + 2..self.end];
                    match rest.windows(2).position(|w| w == b"*/") {
                        Some(n) => self.at += n + 4,
                        None => self.at = self.end,
                    }
                }
                _ => return,
            }
        }
    }

    /// Takes `byte` if it is next.
    #[inline]
    pub fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte && !self.done();
        self.at += found as usize;
        found
    }

    /// The name that starts here, without moving; empty if there is none.
    #[inline]
    pub fn peek_name(&self) -> &'a str {
        let bytes = &self.text.as_bytes()[self.at..self.end];
        if !bytes.first().is_some_and(|&b| starts_name(b)) {
            return "";
        }
        let length = bytes.iter().position(|&b| !in_name(b)).unwrap_or(bytes.len());
        &self.text[self.at..self.at + length]
    }

    /// Takes the name that starts here.
    #[inline]
    pub fn name(&mut self) -> &'a str {
        let name = self.peek_name();
        self.at += name.len();
        name
    }

    /// The text between two places.
    pub fn slice(&self, range: Range<usize>) -> &'a str {
        &self.text[range]
    }

    /// The word or sign that starts here, for messages: never empty unless at the end.
    pub fn token(&self) -> Range<usize> {
        let bytes = &self.text.as_bytes()[self.at..self.end];
        let length = match bytes.first() {
            None => 0,
            Some(&b) if in_name(b) => bytes.iter().position(|&b| !in_name(b)).unwrap_or(bytes.len()),
            Some(_) => 1,
        };
        self.at..self.at + length
    }
}
