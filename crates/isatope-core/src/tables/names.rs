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
    /// The first and the last eight bytes of the name, in lower case.
    ends: [u64; 2],
    text: Text,
    /// `None` where the place is empty.
    number: Option<NameId>,
}

/// Bit 5 of each byte tells upper from lower case; what else it confuses, a comparison sorts out.
pub const LOWER: u64 = 0x2020_2020_2020_2020;

/// Adds eight bytes of text to a hash. Quick, and no match for anyone who looks for collisions: what it finds has to be compared.
#[inline]
const fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The hash of a name, the same in upper and lower case.
#[inline]
pub const fn hash(name: &[u8]) -> u64 {
    let (words, rest) = name.as_chunks();
    let (mut hash, mut i) = (name.len() as u64, 0);
    while i < words.len() {
        hash = mix(hash, u64::from_le_bytes(words[i]) | LOWER);
        i += 1;
    }
    if !rest.is_empty() {
        hash = mix(hash, last_word(name) | LOWER);
    }
    hash ^ hash >> 32
}

/// The last eight bytes of a name; of a shorter one all of them, some of them twice.
#[inline]
const fn last_word(name: &[u8]) -> u64 {
    if let Some(word) = name.last_chunk() {
        return u64::from_le_bytes(*word);
    }
    if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
        return u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << 32;
    }
    match name {
        [] => 0,
        &[a] => a as u64 * 0x1_0101,
        &[a, b] => a as u64 | (b as u64) << 8 | (b as u64) << 16,
        &[a, b, c, ..] => a as u64 | (b as u64) << 8 | (c as u64) << 16,
    }
}

/// The first and the last eight bytes of a name, in lower case.
#[inline]
pub const fn ends(name: &[u8]) -> [u64; 2] {
    let last = last_word(name) | LOWER;
    let first = match name.first_chunk() {
        Some(first) => u64::from_le_bytes(*first) | LOWER,
        None => last,
    };
    [first, last]
}

/// Whether two names are the same, in upper or lower case. Of the bytes of names no two others differ in nothing but bit 5.
#[inline(always)]
pub const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() || (last_word(a) ^ last_word(b)) & !LOWER != 0 {
        return false;
    }
    // Word by word: they are few, and not worth a call.
    let (a, b, mut i) = (a.as_chunks().0, b.as_chunks().0, 0);
    while i < a.len() {
        if (u64::from_le_bytes(a[i]) ^ u64::from_le_bytes(b[i])) & !LOWER != 0 {
            return false;
        }
        i += 1;
    }
    true
}

impl Name {
    const EMPTY: Self = Self { ends: [0; 2], text: Text::new(0, 0), number: None };

    /// The places of names with their numbers, in a table of a power of two of them. Of a name given twice the first number counts.
    pub(super) const fn table<const LENGTH: usize>(names: &[(Text, u16)]) -> [Self; LENGTH] {
        assert!(LENGTH.is_power_of_two() && names.len() < LENGTH);
        let (mut slots, mut i) = ([Self::EMPTY; LENGTH], 0);
        while i < names.len() {
            let (text, number) = names[i];
            let place = place(&slots, text.as_str());
            if slots[place].number.is_none() {
                let number = Some(NameId::new(number as usize));
                slots[place] = Self { ends: ends(text.as_str().as_bytes()), text, number };
            }
            i += 1;
        }
        slots
    }
}

/// The place of a name, or the empty one where it would be.
#[inline]
const fn place(slots: &[Name], name: &str) -> usize {
    let (mask, ends) = (slots.len() - 1, ends(name.as_bytes()));
    let mut place = hash(name.as_bytes()) as usize & mask;
    loop {
        let slot = &slots[place];
        if slot.number.is_none() {
            return place;
        }
        let alike = slot.ends[0] == ends[0] && slot.ends[1] == ends[1] && slot.text.len() == name.len();
        if alike && (name.len() <= 16 || same(slot.text.as_str(), name)) {
            return place;
        }
        place = (place + 1) & mask;
    }
}

impl Names {
    /// The number of a name.
    #[inline]
    pub fn get(&self, name: &str) -> Option<NameId> {
        self.slots[place(self.slots, name)].number
    }

    /// All names and their numbers, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, NameId)> {
        self.slots.iter().filter_map(|slot| Some((slot.text.as_str(), slot.number?)))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn every_name_is_found_in_any_case() {
        for arch in crate::tables::ARCHES {
            let names = &arch.reading.mnemonics;
            for (name, number) in names.iter() {
                assert_eq!(names.get(name), Some(number));
                assert_eq!(names.get(&name.to_ascii_uppercase()), Some(number));
                assert_eq!(names.get(&name[1..]).filter(|found| *found == number), None);
            }
            assert_eq!(names.get(""), None);
        }
    }

    #[test]
    fn names_of_every_length_have_hashes_of_their_own() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        let mut hashes: Vec<u64> = (0..=text.len()).map(|n| hash(&text.as_bytes()[..n])).collect();
        assert_eq!(hash(b"ABCDEFGHIJK"), hashes[11]);
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), text.len() + 1);
        for n in 1..=text.len() {
            for changed in 0..n {
                let mut other = text.as_bytes()[..n].to_vec();
                other[changed] = b'0';
                assert_ne!(hash(&other), hash(&text.as_bytes()[..n]), "{n} {changed}");
            }
        }
    }
}
