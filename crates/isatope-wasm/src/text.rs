//! Positions in texts: bytes here, UTF-16 units in a browser.

use std::ops::Range;

use isatope::diagnostics::WideCharacters;
use serde::Serialize;

/// A range of a text in UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Units {
    /// Its first unit.
    pub from: usize,
    /// The unit after its last one.
    pub to: usize,
}

/// Converts positions of a text.
#[derive(Debug)]
pub struct Positions<'t> {
    text: &'t str,
    wide: WideCharacters,
}

impl<'t> Positions<'t> {
    /// Of a text.
    pub fn new(text: &'t str) -> Self {
        Self { text, wide: WideCharacters::of(text) }
    }

    /// The UTF-16 unit at a byte.
    pub fn unit(&self, byte: usize) -> usize {
        self.wide.utf16(self.text.floor_char_boundary(byte.min(self.text.len())))
    }

    /// A range of bytes in units.
    pub fn units(&self, bytes: Range<usize>) -> Units {
        let from = self.unit(bytes.start);
        Units { from, to: self.unit(bytes.end.max(bytes.start)) }
    }

    /// The byte at a UTF-16 unit.
    pub fn byte(&self, unit: usize) -> usize {
        self.wide.offset_of_utf16(unit).min(self.text.len())
    }
}

/// Hexadecimal text of a number, as answers have it.
pub fn hex(number: u64) -> String {
    format!("{number:#x}")
}

/// A number from a browser: hexadecimal text with `0x` or without it.
///
/// # Errors
/// It is no such number.
pub fn number(text: &str) -> Result<u64, String> {
    let plain = text.trim();
    let digits = plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")).unwrap_or(plain);
    // `from_str_radix` also takes a sign.
    let number = if digits.starts_with('+') { None } else { u64::from_str_radix(digits, 16).ok() };
    number.ok_or_else(|| format!("`{text}` is not a hexadecimal number"))
}

/// Words of bytes as hexadecimal digits, separated by spaces.
pub fn words(bytes: &[u8], word_bytes: usize) -> String {
    let word = |word: &[u8]| word.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
    bytes.chunks(word_bytes).map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_as_browsers_do() {
        let text = "ä € 𝄞x";
        let positions = Positions::new(text);
        let at = text.find('x').unwrap_or_default();
        assert_eq!(positions.unit(at), text[..at].encode_utf16().count());
        assert_eq!(positions.byte(positions.text[..at].encode_utf16().count()), at);
        assert_eq!(positions.units(0..2), Units { from: 0, to: 1 });
        assert_eq!(positions.unit(1000), 7);
    }

    #[test]
    fn numbers() {
        assert_eq!(number("0x4000002000"), Ok(0x40_0000_2000));
        assert!(number("pc").is_err());
        assert_eq!(number("0X10"), Ok(0x10));
        assert_eq!(number("ff"), Ok(0xff));
        for wrong in ["", "0x", "0x0x1", "+1", "-1", "0x1_0", "10000000000000000"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
        assert_eq!(words(&[1, 3, 2, 0x7e], 4), "7e020301");
    }
}
