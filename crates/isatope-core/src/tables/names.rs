//! Tables of names that ignore case, laid out when the program is compiled.

use super::{NameId, Text};

/// Names with a number each: one hash, mostly one place of the table.
#[derive(Debug)]
pub struct Names {
    /// Their number is a power of two, and some are empty.
    pub(super) slots: &'static [Name],
}

/// A place in a table of names, with all that tells a name of up to sixteen bytes from others.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    ends: [u64; 2],
    text: Text,
    /// `None` where the place is empty.
    number: Option<NameId>,
}

/// Bit 5 of each byte tells upper from lower case; what else it confuses, a comparison sorts out.
pub const LOWER: u64 = 0x2020_2020_2020_2020;

/// Adds eight bytes of text to a hash. Quick, and no match for anyone who looks for collisions: what it finds must be
/// compared.
#[inline]
const fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// What tells a name from others without looking at all of it.
#[derive(Clone, Copy)]
struct Key {
    /// Its first and its last eight bytes, in lower case; of a shorter one all of them, with blanks after.
    ends: [u64; 2],
    hash: u64,
}

/// Up to eight bytes of a text from a place on, in lower case, with blanks after.
#[inline(always)]
const fn word(text: &[u8], at: usize, length: usize) -> u64 {
    let word = match text.split_at(at).1.first_chunk() {
        Some(word) => u64::from_le_bytes(*word),
        None => last_bytes(text, at),
    };
    (if length >= 8 { word } else { word & ((1 << (8 * length)) - 1) }) | LOWER
}

/// What a text has from a place on, less than eight bytes.
#[inline]
const fn last_bytes(text: &[u8], at: usize) -> u64 {
    let rest = text.split_at(at).1;
    if let (Some(first), Some(last)) = (rest.first_chunk(), rest.last_chunk()) {
        // The two have bytes in common, which come to lie where they are.
        return u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << (8 * (rest.len() - 4));
    }
    match rest {
        [] => 0,
        &[a] => a as u64,
        &[a, b] => a as u64 | (b as u64) << 8,
        &[a, b, c, ..] => a as u64 | (b as u64) << 8 | (c as u64) << 16,
    }
}

/// The key of the name of this many bytes that is in a text. Bytes after it are touched, so that its length needs no
/// loop.
#[inline(always)]
const fn key(text: &[u8], at: usize, length: usize) -> Key {
    let first = word(text, at, length);
    let last = if length > 8 { word(text, at + length - 8, 8) } else { first };
    let (mut hash, mut i) = (mix(mix(length as u64, first), last), 8);
    while i + 8 < length {
        hash = mix(hash, word(text, at + i, 8));
        i += 8;
    }
    Key { ends: [first, last], hash: hash ^ hash >> 32 }
}

/// The hash of a name, the same in upper and lower case.
#[inline]
pub const fn hash(name: &[u8]) -> u64 {
    key(name, 0, name.len()).hash
}

/// Whether two names are the same, in upper or lower case. Of the bytes of names no two others differ in nothing but
/// bit 5.
#[inline(always)]
pub const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    // Word by word: they are few, and not worth a call.
    let mut i = 0;
    while i < a.len() {
        if (word(a, i, 8) ^ word(b, i, 8)) & !LOWER != 0 {
            return false;
        }
        i += 8;
    }
    true
}

impl Name {
    const EMPTY: Self = Self { ends: [0; 2], text: Text::new(0, 0), number: None };

    /// The places of names with their numbers, in a table of a power of two of them. Of a name given twice the first
    /// number counts.
    pub(super) const fn table<const LENGTH: usize>(names: &[(Text, u16)]) -> [Self; LENGTH] {
        assert!(LENGTH.is_power_of_two() && names.len() < LENGTH);
        let (mut slots, mut i) = ([Self::EMPTY; LENGTH], 0);
        while i < names.len() {
            let (text, number) = names[i];
            let name = text.as_str().as_bytes();
            let place = place(&slots, name, 0, name.len());
            if slots[place].number.is_none() {
                let number = Some(NameId::new(number as usize));
                slots[place] = Self { ends: key(name, 0, name.len()).ends, text, number };
            }
            i += 1;
        }
        slots
    }
}

/// The place of the name of this many bytes that is in a text, or the empty one where it would be.
#[inline(always)]
const fn place(slots: &[Name], text: &[u8], at: usize, length: usize) -> usize {
    let (mask, key) = (slots.len() - 1, key(text, at, length));
    let mut place = key.hash as usize & mask;
    loop {
        let slot = &slots[place];
        if slot.number.is_none() {
            return place;
        }
        let alike = slot.ends[0] == key.ends[0] && slot.ends[1] == key.ends[1] && slot.text.len() == length;
        if alike && (length <= 16 || same(slot.text.as_str().as_bytes(), text.split_at(at).1.split_at(length).0)) {
            return place;
        }
        place = (place + 1) & mask;
    }
}

impl Names {
    /// The number of a name.
    #[inline]
    pub fn get(&self, name: &str) -> Option<NameId> {
        self.find(name.as_bytes(), 0, name.len())
    }

    /// The number of the name of this many bytes that is in a text: quicker than that of a text of its own.
    ///
    /// # Panics
    /// The text must be long enough.
    #[inline]
    pub fn find(&self, text: &[u8], at: usize, length: usize) -> Option<NameId> {
        self.slots[place(self.slots, text, at, length)].number
    }

    /// All names and their numbers, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, NameId)> {
        self.slots.iter().filter_map(|slot| Some((slot.text.as_str(), slot.number?)))
    }
}
