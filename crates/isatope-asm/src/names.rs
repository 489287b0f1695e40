//! A table of names that ignores case.

use std::borrow::Cow;

/// Names with a number each. Built once, asked often: one hash, mostly one comparison, no allocation.
#[derive(Debug, Default)]
pub(crate) struct NameMap {
    /// Index into `entries` plus one; 0 is empty. The length is a power of two.
    slots: Vec<u32>,
    entries: Vec<(Cow<'static, str>, u32)>,
}

/// Adds eight bytes of text to a hash. Quick, and no match for anyone who looks for collisions: what it finds has to be compared.
#[inline]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Bit 5 of each byte tells upper from lower case; what else it confuses, a comparison sorts out.
const LOWER: u64 = 0x2020_2020_2020_2020;

/// The hash of a name, the same in upper and lower case.
#[inline]
pub(crate) fn hash(name: &[u8]) -> u64 {
    let (words, rest) = name.as_chunks();
    let mut hash = words.iter().fold(name.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word) | LOWER));
    if !rest.is_empty() {
        hash = mix(hash, last_word(name) | LOWER);
    }
    hash ^ hash >> 32
}

/// The last eight bytes of a name; of a shorter one all of them, some of them twice.
#[inline]
fn last_word(name: &[u8]) -> u64 {
    if let Some(word) = name.last_chunk() {
        return u64::from_le_bytes(*word);
    }
    if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
        return u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
    }
    let at = |i: usize| name.get(i).map_or(0, |byte| u64::from(*byte));
    at(0) | at(name.len() / 2) << 8 | at(name.len().wrapping_sub(1)) << 16
}

/// Whether two names are the same, in upper or lower case.
#[inline]
pub(crate) fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let is_same = |(a, b): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(*a) == u64::from_le_bytes(*b);
    // Word by word: they are few, and not worth a call.
    a.len() == b.len()
        && (a.as_chunks().0.iter().zip(b.as_chunks().0).all(is_same) && last_word(a) == last_word(b)
            || a.eq_ignore_ascii_case(b))
}

impl NameMap {
    /// Builds the table. Of a name given twice the first number counts.
    pub fn new<N: Into<Cow<'static, str>>>(names: impl IntoIterator<Item = (N, u32)>) -> Self {
        let entries: Vec<_> = names.into_iter().map(|(name, number)| (name.into(), number)).collect();
        let size = (entries.len() * 2 + 1).next_power_of_two();
        let mut map = Self { slots: vec![0; size], entries };
        for index in 0..map.entries.len() {
            let name = &map.entries[index].0;
            let mut slot = hash(name.as_bytes()) as usize & (size - 1);
            while map.slots[slot] != 0 && !map.at(slot).0.eq_ignore_ascii_case(name) {
                slot = (slot + 1) & (size - 1);
            }
            if map.slots[slot] == 0 {
                map.slots[slot] = index as u32 + 1;
            }
        }
        map
    }

    #[inline]
    fn at(&self, slot: usize) -> (&str, u32) {
        let (name, number) = &self.entries[self.slots[slot] as usize - 1];
        (name, *number)
    }

    /// The number of a name.
    #[inline]
    pub fn get(&self, name: &str) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = hash(name.as_bytes()) as usize & mask;
        while self.slots[slot] != 0 {
            let (found, number) = self.at(slot);
            if same(found, name) {
                return Some(number);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// All names.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(name, _)| &**name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_ignored() {
        let map = NameMap::new([("v_add_f32", 1), ("v_bfe_u32", 2), ("vcc", 3)]);
        assert_eq!(map.get("V_Add_F32"), Some(1));
        assert_eq!(map.get("vcc"), Some(3));
        assert_eq!(map.get("vcx"), None);
        assert_eq!(map.get(""), None);
        assert_eq!(NameMap::default().get("x"), None);
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
