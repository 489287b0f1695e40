//! Lines of data words in the form of listings: `.long 0x12345678, 0x9abcdef0`, `.int 305419896`.

use crate::assembler::assembly::Assembly;
use crate::assembler::items::Item;
use crate::text::cursor::{Cursor, in_name, is_blank};

/// Prefix of such a line.
const NAMES: [&str; 3] = [".long", ".int", ".word"];

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
            && self.takes_data();
        may_be.then(|| self.words_behind(at, start))?
    }

    /// Like [`words`](Self::words), for a line that starts at `at` with blanks up to `start`.
    #[inline(never)]
    fn words_behind(&mut self, at: usize, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let name = NAMES.iter().find(|name| bytes[start..].starts_with(name.as_bytes()))?;
        let mut place = start + name.len();
        if !bytes.get(place).is_some_and(|byte| is_blank(*byte)) {
            return None;
        }
        let before = self.output.words.len();
        place = behind(bytes, place);
        let next = loop {
            let Some((word, length)) = word(self.text, place) else { break None };
            self.output.words.push(word);
            place += length;
            match bytes[place..] {
                // The most frequent separator.
                [b',', b' ', b'0', ..] => place += 2,
                [b'\n', ..] => break Some(place + 1),
                _ => {
                    place = behind(bytes, place);
                    if bytes.get(place) != Some(&b',') {
                        break self.end_of_statement(at).ok().filter(|ends| ends.0 == place).map(|ends| ends.1);
                    }
                    place = behind(bytes, place + 1);
                }
            }
        };
        match next {
            Some(_) => self.push_words(before, self.output.words.len() - before),
            None => self.output.words.truncate(before),
        }
        next
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
    fn words_have_four_bytes() {
        assert!(NAMES.iter().all(|name| matches!(find(name), Some((Directive::Data(4), _)))));
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
