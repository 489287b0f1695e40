//! Lines of unsigned numbers, as listings and compilers write data: `.long 0x12345678, 0x9abcdef0`, `.byte 7 ; 0x7`.

use crate::assembler::assembly::Assembly;
use crate::assembler::items::Item;
use crate::text::cursor::{Cursor, end_of_line, in_name, is_blank};

/// Directives of such lines, with the size of their numbers in bytes.
const NAMES: [(&str, u8); 6] = [(".long", 4), (".int", 4), (".word", 4), (".byte", 1), (".short", 2), (".quad", 8)];

/// Parses eight hexadecimal digits in parallel.
#[inline(always)]
fn number(text: &[u8; 8]) -> Option<u32> {
    let every = |byte: u8| u64::from_le_bytes([byte; 8]);
    let text = u64::from_le_bytes(*text);
    let (digits, letters) = (text ^ every(b'0'), (text | every(0x20)) ^ every(0x60));
    // In the first value, the high bit of a byte is set if it is above 9; in the second, if it is not from 1 to 6.
    let no_digits = digits.wrapping_add(every(0x76)) | digits;
    let no_letters = letters.wrapping_add(every(0x79)) | letters | !letters.wrapping_add(every(0x7f));
    if no_digits & no_letters & every(0x80) != 0 {
        return None;
    }
    let values = (text & every(15)) + (text >> 6 & every(1)) * 9;
    let pairs = (values.wrapping_mul(0x1001) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(0x100_0001) >> 16) & 0x0000_ffff_0000_ffff;
    Some((fours.wrapping_mul(0x1_0000_0000_0001) >> 32) as u32)
}

/// Parses an unsigned number at an offset in a text, if it fits in 32 bits. Returns the number and its length.
#[inline(always)]
fn word(text: &str, at: usize) -> Option<(u32, usize)> {
    let bytes = &text.as_bytes()[at..];
    let (value, length) = match bytes {
        [b'0', b'x' | b'X', digits @ ..] => match digits.first_chunk().and_then(number) {
            Some(value) => (value, 10),
            None => {
                let digits = digits.iter().take(8).map_while(|byte| char::from(*byte).to_digit(16));
                let (value, count) = digits.fold((0, 0), |(value, n), digit| (value << 4 | digit, n + 1));
                (value, if count == 0 { return None } else { 2 + count })
            }
        },
        _ => match Cursor::new(text, at..text.len()).digits(0) {
            // A number with a leading 0 is octal.
            (_, 0) => return None,
            (_, 2..) if bytes[0] == b'0' => return None,
            (value, 8) => {
                let more = bytes[8..].iter().take(2).take_while(|byte| byte.is_ascii_digit());
                let start = (u64::from(value), 8);
                let (value, length) = more.fold(start, |(value, n), byte| (10 * value + u64::from(byte - b'0'), n + 1));
                (u32::try_from(value).ok()?, length)
            }
            short => short,
        },
    };
    (!bytes.get(length).is_some_and(|&byte| in_name(byte))).then_some((value, length))
}

/// Parses an unsigned number of at most `size` bytes at an offset in a text. Returns `None` for a number that is too
/// large, and for decimal numbers of more than 32 bits.
#[inline(always)]
fn sized(text: &str, at: usize, size: u8) -> Option<(u64, usize)> {
    if size == 8
        && let [b'0', b'x' | b'X', digits @ ..] = &text.as_bytes()[at..]
        && let Some((high, digits)) = digits.split_first_chunk()
        && let (Some(high), Some(low)) = (number(high), digits.first_chunk().and_then(number))
    {
        let is_end = !digits.get(8).is_some_and(|&byte| in_name(byte));
        return is_end.then_some((u64::from(high) << 32 | u64::from(low), 18));
    }
    let (value, length) = word(text, at)?;
    (size >= 4 || value >> (8 * size) == 0).then_some((value.into(), length))
}

/// Offset of the first byte from `at` on that is not blank.
#[inline]
fn behind(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| is_blank(**byte)).count()
}

impl Assembly<'_> {
    /// Reads a line of words, and returns the start of the next line. Returns `None` for any other line, without any
    /// effect.
    #[inline]
    pub(super) fn words(&mut self, at: usize) -> Option<usize> {
        let start = behind(self.text.as_bytes(), at);
        let may_be = self.text.as_bytes().get(start) == Some(&b'.')
            && self.block.is_none()
            && !self.options.places
            && !self.is_blank
            && !self.expansions.may_start(b'.')
            && self.takes_data();
        may_be.then(|| self.words_behind(at, start))?
    }

    /// Like [`words`](Self::words), for a line that starts at `at` with blanks up to `start`.
    #[inline(never)]
    fn words_behind(&mut self, at: usize, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let (name, size) = NAMES.iter().find(|(name, _)| bytes[start..].starts_with(name.as_bytes()))?;
        let place = start + name.len();
        if !bytes.get(place).is_some_and(|byte| is_blank(*byte)) {
            return None;
        }
        if *size != 4 {
            return self.numbers_behind(at, place, *size);
        }
        let (text, mut words) = (self.text, std::mem::take(&mut self.output.words));
        let before = words.len();
        let next = self.list_behind(at, place, |place| {
            let (word, length) = word(text, place)?;
            words.push(word);
            Some(length)
        });
        if next.is_none() {
            words.truncate(before);
        }
        let count = words.len() - before;
        self.output.words = words;
        if next.is_some() {
            self.push_words(before, count);
        }
        next
    }

    /// Like [`words_behind`](Self::words_behind), for numbers of another size than four bytes.
    #[inline(never)]
    fn numbers_behind(&mut self, at: usize, place: usize, size: u8) -> Option<usize> {
        let (text, mut items) = (self.text, std::mem::take(&mut self.output.items));
        let before = items.len();
        let next = self.list_behind(at, place, |place| {
            let (number, length) = sized(text, place, size)?;
            items.push(Item::Data(number, size));
            Some(length)
        });
        if next.is_none() {
            items.truncate(before);
        }
        self.here += (items.len() - before) as u64 * u64::from(size);
        self.symbols.set_here(self.here);
        self.output.items = items;
        next
    }

    /// Reads numbers with commas between them, from `place` on in the line that starts at `at`. `read` returns the
    /// length of the number at an offset. Returns the start of the next line, or `None` if something else is there.
    #[inline(always)]
    fn list_behind(&self, at: usize, place: usize, mut read: impl FnMut(usize) -> Option<usize>) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut place = behind(bytes, place);
        loop {
            place += read(place)?;
            match bytes[place..] {
                // The most frequent separator.
                [b',', b' ', b'0', ..] => place += 2,
                [b'\n', ..] => return Some(place + 1),
                _ => {
                    place = behind(bytes, place);
                    match bytes.get(place) {
                        Some(b',') => place = behind(bytes, place + 1),
                        // A comment.
                        Some(b';') if !self.tables.style.semicolons => return Some(end_of_line(bytes, place)),
                        _ => return self.end_of_statement(at).ok().filter(|ends| ends.0 == place).map(|ends| ends.1),
                    }
                }
            }
        }
    }

    /// Adds words to the section. They are merged with the previous item if it also consists of words and no label is
    /// between them.
    fn push_words(&mut self, before: usize, count: usize) {
        let (first, more) = (before as u32, count as u32);
        self.here += 4 * count as u64;
        self.symbols.set_here(self.here);
        let is_new = self.run_start.max(self.labelled) == self.output.items.len();
        if let Some(Item::Words { first, count }) = self.output.items.last()
            && !is_new
            && first + count == before as u32
        {
            self.output.items.set(self.output.items.len() - 1, Item::Words { first, count: count + more });
            return;
        }
        self.output.items.push(Item::Words { first, count: more });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembler::directive::kinds::Directive;
    use crate::assembler::directive::names::find;

    #[test]
    fn numbers_have_the_sizes_of_their_directives() {
        for (name, size) in NAMES {
            assert!(matches!(find(name), Some((Directive::Data(own), _)) if own == size), "{name}");
        }
    }

    #[test]
    fn numbers_are_read_if_they_fit() {
        for (text, size, expected) in [
            ("255", 1, Some((255, 3))),
            ("0xff ; 255", 1, Some((255, 4))),
            ("256", 1, None),
            ("-1", 1, None),
            ("65535,", 2, Some((65_535, 5))),
            ("0x10000", 2, None),
            ("0x0123456789abcdef ", 8, Some((0x0123_4567_89ab_cdef, 18))),
            ("0x0123456789ABCDEF0", 8, None),
            ("0x0123456789abcdefg", 8, None),
            ("0x123456789", 8, None),
            ("0x12345678, 0x1", 8, Some((0x1234_5678, 10))),
            ("4294967295", 8, Some((0xffff_ffff, 10))),
        ] {
            assert_eq!(sized(text, 0, size), expected, "{text}");
        }
    }

    #[test]
    fn eight_digits_are_what_they_say() {
        for place in 0..8 {
            for byte in 0..=255 {
                let mut text = *b"01f9A8Bc";
                text[place] = byte;
                let digits = std::str::from_utf8(&text).ok().filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()));
                assert_eq!(number(&text), digits.and_then(|text| u32::from_str_radix(text, 16).ok()), "{text:?}");
            }
        }
    }

    #[test]
    fn numbers_are_read_up_to_what_is_none() {
        for (text, expected) in [
            ("0x12345678, ", Some((0x1234_5678, 10))),
            ("0xFFFFFFFF", Some((u32::MAX, 10))),
            ("0X1f ", Some((0x1f, 4))),
            ("0x", None),
            ("0x123456789", None),
            ("0x12345678.", None),
            ("0", Some((0, 1))),
            ("7,", Some((7, 1))),
            ("07", None),
            ("12345678", Some((12_345_678, 8))),
            ("123456789\n", Some((123_456_789, 9))),
            ("4294967295", Some((u32::MAX, 10))),
            ("4294967296", None),
            ("42949672951", None),
            ("1b", None),
            ("1e5", None),
            ("-1", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(word(text, 0), expected, "{text}");
        }
    }
}
