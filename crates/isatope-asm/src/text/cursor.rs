//! A position in the text that moves forward.

use std::borrow::Cow;
use std::ops::Range;

/// A text in which each carriage return without a line feed is a line feed. All positions stay.
pub(crate) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let is_alone = |at: usize| text.as_bytes().get(at + 1) != Some(&b'\n');
    if !memchr::memchr_iter(b'\r', text.as_bytes()).any(is_alone) {
        return Cow::Borrowed(text);
    }
    let replaced = text.char_indices().map(|(at, char)| if char == '\r' && is_alone(at) { '\n' } else { char });
    Cow::Owned(replaced.collect())
}

/// Reads a text from left to right, up to the end of a statement.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    /// The whole text.
    pub text: &'a str,
    /// Offset of the next byte.
    pub at: usize,
    /// Offset of the end of the statement.
    pub end: usize,
}

/// Character classes of a byte, one bit each.
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

/// Whether a byte can be in a name, after its first byte.
#[inline]
pub(crate) fn in_name(byte: u8) -> bool {
    KINDS[usize::from(byte)] & IN_NAME != 0
}

/// Whether a byte may end a statement, or start a comment or a string.
#[inline]
fn may_end(byte: u8) -> bool {
    KINDS[usize::from(byte)] & STOPS != 0
}

/// Whether a byte is a blank.
#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// Sets the high bit of each byte of `word` that equals `byte`. Bytes above the lowest match may be marked too.
#[inline]
pub(crate) fn marks(word: u64, byte: u8) -> u64 {
    let different = word ^ (ONES * u64::from(byte));
    different.wrapping_sub(ONES) & !different & ONES << 7
}

/// Position of the first byte from `at` on that may end a statement, or start a comment or a string.
#[inline]
pub(crate) fn next_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(&word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(word);
        // A quotation mark and a hash sign differ only in the lowest bit.
        let found = marks(word, b'\n') | marks(word, b';') | marks(word | ONES, b'#') | marks(word, b'/');
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let left = bytes.get(at..)?.iter().position(|&byte| may_end(byte))?;
    Some(at + left)
}

/// Offset of the first byte from `at` on that is marked by its high bit in the result of `marked`. In each word, only
/// the lowest mark is reliable. The text is followed by zeros.
#[inline(always)]
fn next_marked(bytes: &[u8], mut at: usize, marked: impl Fn(u64) -> u64) -> usize {
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let word = rest.first_chunk().map_or_else(
            || rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
            |word| u64::from_le_bytes(*word),
        );
        let found = marked(word) & ONES << 7;
        if found != 0 {
            return (at + found.trailing_zeros() as usize / 8).min(bytes.len());
        }
        at += 8;
    }
}

/// Sets the high bit of each byte of `word` that is a blank or a control character.
#[inline(always)]
fn blanks(word: u64) -> u64 {
    word.wrapping_sub(ONES * u64::from(b'!')) & !word
}

/// Offset of the next dot in the name at `at`, or of the end of the name.
#[inline(always)]
pub(crate) fn next_dot(bytes: &[u8], at: usize) -> usize {
    next_marked(bytes, at, |word| blanks(word) | marks(word, b'.'))
}

/// Start of the next line after `at`.
#[inline]
pub(crate) fn end_of_line(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let found = marks(u64::from_le_bytes(word), b'\n');
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8 + 1;
        }
        at += 8;
    }
    let left = bytes.get(at..).unwrap_or_default();
    left.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |n| at + n + 1)
}

impl<'a> Cursor<'a> {
    /// A cursor over a part of a text.
    pub fn new(text: &'a str, range: Range<usize>) -> Self {
        Self { text, at: range.start, end: range.end }
    }

    /// The byte at `ahead` bytes after the cursor; 0 after the end.
    #[inline]
    pub fn peek_at(&self, ahead: usize) -> u8 {
        let at = self.at + ahead;
        if at < self.end { self.text.as_bytes()[at] } else { 0 }
    }

    /// The next byte; 0 at the end.
    #[inline]
    pub fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    /// Value and number of the decimal digits that start `ahead` bytes after the cursor, at most eight. Works without a
    /// loop, whose end the processor could not predict.
    #[inline(always)]
    pub fn digits(&self, ahead: usize) -> (u32, usize) {
        let at = self.at + ahead;
        let Some(word) = self.text.as_bytes().get(at..).and_then(<[u8]>::first_chunk) else {
            return self.few_digits(at);
        };
        let digits = u64::from_le_bytes(*word) ^ (ONES * u64::from(b'0'));
        // Finds the lowest byte above 9. Marks above it are not reliable.
        let others = (digits.wrapping_add(ONES * 0x76) | digits) & ONES << 7;
        let count = others.trailing_zeros() as usize / 8;
        if count == 0 || at + count > self.end {
            return self.few_digits(at);
        }
        // Replaces missing digits by zeros.
        let digits = digits << (64 - 8 * count);
        let pairs = (digits.wrapping_mul(2561) >> 8) & 0x00ff_00ff_00ff_00ff;
        let fours = (pairs.wrapping_mul(6_553_601) >> 16) & 0x0000_ffff_0000_ffff;
        ((fours.wrapping_mul(42_949_672_960_001) >> 32) as u32, count)
    }

    /// Like [`digits`](Self::digits), digit by digit.
    #[cold]
    fn few_digits(&self, at: usize) -> (u32, usize) {
        let left = &self.text.as_bytes()[at.min(self.end)..self.end];
        let digits = left.iter().take(8).take_while(|byte| byte.is_ascii_digit());
        digits.fold((0, 0), |(value, count), digit| (10 * value + u32::from(digit - b'0'), count + 1))
    }

    /// Whether the cursor is at the end.
    #[inline]
    pub fn done(&self) -> bool {
        self.at >= self.end
    }

    /// Skips blanks and `/* */` comments.
    #[inline]
    pub fn skip_blanks(&mut self) {
        if self.peek() == b' ' {
            self.at += 1;
        }
        // First characters of blanks and comments, one bit each.
        const STARTS: u64 = 1 << b' ' | 1 << b'\t' | 1 << b'\r' | 1 << b'/';
        let next = self.peek();
        if next <= b'/' && STARTS >> next & 1 != 0 {
            self.skip_some();
        }
    }

    fn skip_some(&mut self) {
        // Compilers write comments far to the right.
        let (eights, _) = self.text.as_bytes()[self.at..self.end].as_chunks();
        self.at += 8 * eights.iter().take_while(|eight| *eight == b"        ").count();
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

    /// Consumes `byte` if it is next.
    #[inline]
    pub fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte && !self.done();
        self.at += found as usize;
        found
    }

    /// The name at the cursor, without consuming it; empty if there is none.
    #[inline]
    pub fn peek_name(&self) -> &'a str {
        let bytes = &self.text.as_bytes()[self.at..self.end];
        if !bytes.first().is_some_and(|&b| starts_name(b)) {
            return "";
        }
        let length = bytes.iter().position(|&b| !in_name(b)).unwrap_or(bytes.len());
        &self.text[self.at..self.at + length]
    }

    /// Consumes the name at the cursor.
    #[inline]
    pub fn name(&mut self) -> &'a str {
        let name = self.peek_name();
        self.at += name.len();
        name
    }

    /// Consumes the text up to a blank or a byte that is not ASCII.
    #[inline]
    pub fn word(&mut self) -> &'a str {
        let start = self.at;
        // Stops at 0x7f and at bytes that are not ASCII, because ignoring case could confuse them with other bytes.
        let end = next_marked(self.text.as_bytes(), start, |word| blanks(word) | word | word.wrapping_add(ONES));
        self.at = end.min(self.end);
        &self.text[start..self.at]
    }

    /// The text in a range.
    pub fn slice(&self, range: Range<usize>) -> &'a str {
        &self.text[range]
    }

    /// The word or sign at the cursor, for messages. It is empty only at the end.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_up_to_what_is_none() {
        let text = "12345678901, 7 0;0099]123456";
        for end in 0..=text.len() {
            for at in 0..=end {
                let cursor = Cursor::new(text, at..end);
                let expected = cursor.few_digits(at);
                assert_eq!(cursor.digits(0), expected, "{at} {end}");
                let digits: String = text[at..end].chars().take(8).take_while(char::is_ascii_digit).collect();
                assert_eq!(expected, (digits.parse().unwrap_or(0), digits.len()));
            }
        }
        for byte in 0..=255 {
            let text = [b'4', b'2', byte, 0xff, b'1', b'2', b'3', b'4', b'5'];
            let Ok(text) = std::str::from_utf8(&text[..3]).map(|text| format!("{text}1234567")) else { continue };
            assert_eq!(Cursor::new(&text, 0..text.len()).digits(0).1 > 2, byte.is_ascii_digit(), "{byte}");
        }
    }

    #[test]
    fn statements_end_at_the_first_byte_that_ends_them() {
        for end in *b"\n;\"#/" {
            for at in 0..20 {
                for length in at + 1..30 {
                    let mut text = *b"\x0b.!a:\xa2\x8a0\xbb,-r\xaf\xa3 $%&'()*+x\x09\x0d<z~\x00";
                    text[at] = end;
                    assert_eq!(next_end(&text[..length], 0), Some(at), "{end} {length}");
                    assert_eq!(next_end(&text[..length], at + 1), None);
                }
            }
        }
    }
}
