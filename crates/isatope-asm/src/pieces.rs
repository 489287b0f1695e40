//! Short pieces of text as words: operands and modifiers between commas and blanks, quickly found and compared.

use crate::names::mix;

/// Entries that a table for a source of so many bytes should have: a power of two, and so few that a short source need not pay for them.
pub(crate) fn entries(bytes: usize, most: usize) -> usize {
    (bytes / 64).next_power_of_two().clamp(64, most)
}

/// Bytes of a piece at most.
pub(crate) const LONGEST: usize = 24;

/// A piece of text, with zeros behind it. There are none in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Piece {
    words: [u64; LONGEST / 8],
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = ONES << 7;

/// The high bit of each byte of `word` that is `byte`; bytes above the lowest such one may be marked as well.
#[inline]
pub(crate) fn marks(word: u64, byte: u8) -> u64 {
    let different = word ^ (ONES * byte as u64);
    different.wrapping_sub(ONES) & !different & HIGH
}

/// The same for what ends a piece: blanks, other control characters, commas, slashes.
#[inline]
fn ends(word: u64) -> u64 {
    word.wrapping_sub(ONES * 0x21) & !word & HIGH | marks(word, b',') | marks(word, b'/')
}

/// The next eight bytes of a text.
#[inline]
pub(crate) fn word(bytes: &[u8], at: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + 8)?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

impl Piece {
    /// The piece that starts at `at`, before `end`, and its length; `None` if it is empty or long, or close to the end of the text.
    #[inline]
    pub fn read(bytes: &[u8], at: usize, end: usize) -> Option<(Self, usize)> {
        Self::up_to(bytes, at, end, ends)
    }

    /// The same for a piece that ends at a dot, too.
    #[inline]
    pub fn read_name(bytes: &[u8], at: usize, end: usize) -> Option<(Self, usize)> {
        Self::up_to(bytes, at, end, |word| ends(word) | marks(word, b'.'))
    }

    #[inline]
    fn up_to(bytes: &[u8], at: usize, end: usize, ends: impl Fn(u64) -> u64) -> Option<(Self, usize)> {
        let mut words = [0; LONGEST / 8];
        let mut len = 0;
        for kept in &mut words {
            let word = word(bytes, at + len)?;
            let found = ends(word);
            let inside = if found == 0 { 8 } else { found.trailing_zeros() as usize / 8 };
            let inside = inside.min(end.saturating_sub(at + len));
            if inside == 8 {
                *kept = word;
                len += 8;
                continue;
            }
            *kept = word & !(u64::MAX << (8 * inside));
            len += inside;
            return (len > 0).then_some((Self { words }, len));
        }
        None
    }

    /// A hash of it.
    #[inline]
    pub fn hash(&self) -> u64 {
        let mut hash = mix(0, self.words[0]);
        if self.words[1] != 0 {
            hash = mix(mix(hash, self.words[1]), self.words[2]);
        }
        hash ^ hash >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_end_where_they_should() {
        let text = "r10.abs, ^r11 u0/*x*/,a\tbcdefghijklmnopqrstuvwx yyyyyyyyyyyyyyyyyyyyyyyyyyyyyy";
        let len = |at| Piece::read(text.as_bytes(), at, text.len()).map(|p| p.1);
        assert_eq!(len(0), Some(7));
        assert_eq!(len(7), None);
        assert_eq!(len(9), Some(4));
        assert_eq!(len(14), Some(2));
        assert_eq!(len(22), Some(1));
        assert_eq!(len(24), Some(23));
        assert_eq!(len(48), None);
        assert_eq!(Piece::read(text.as_bytes(), 0, 3).map(|p| p.1), Some(3));
        let piece = |text: &str| Piece::read(text.as_bytes(), 0, text.len()).map(|p| p.0);
        assert_ne!(piece("v1        "), piece("v12        "));
        assert_eq!(piece("v1,       "), piece("v1        "));
    }

    #[test]
    fn the_lowest_mark_is_right() {
        for i in 0..8 {
            let mut word = *b"\x0babc\x8ad\n\xff";
            word[i] = b'\n';
            let first = word.iter().position(|&b| b == b'\n').map(|n| n as u32);
            assert_eq!(Some(marks(u64::from_le_bytes(word), b'\n').trailing_zeros() / 8), first);
        }
        assert_eq!(marks(u64::from_le_bytes(*b"\x0babc\x8ad\x09\xff"), b'\n'), 0);
    }
}
