//! A table of names that ignores case.

use std::borrow::Cow;

/// Names with a number each. Built once, asked often: one hash, mostly one place of the table, no allocation.
#[derive(Debug, Default)]
pub(crate) struct NameMap {
    /// The length is a power of two.
    slots: Vec<Slot>,
    names: Vec<Cow<'static, str>>,
}

/// A place in the table of names, with all that tells a name of up to sixteen bytes from others.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// The first and the last eight bytes of the name, in lower case.
    ends: [u64; 2],
    number: u32,
    /// Index into the names plus one; 0 is empty.
    index: u32,
    length: u32,
}

/// The first and the last eight bytes of a name, in lower case.
#[inline]
fn ends(name: &[u8]) -> [u64; 2] {
    let last = last_word(name) | LOWER;
    [name.first_chunk().map_or(last, |first| u64::from_le_bytes(*first) | LOWER), last]
}

/// Adds eight bytes of text to a hash. Quick, and no match for anyone who looks for collisions: what it finds has to be compared.
#[inline]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Bit 5 of each byte tells upper from lower case; what else it confuses, a comparison sorts out.
pub(crate) const LOWER: u64 = 0x2020_2020_2020_2020;

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

/// Whether two names are the same, in upper or lower case. Of the bytes of names no two others differ in nothing but bit 5.
#[inline(always)]
pub(crate) fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let is_same = |(a, b): (&[u8; 8], &[u8; 8])| (u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b)) & !LOWER == 0;
    // Word by word: they are few, and not worth a call.
    a.len() == b.len()
        && (last_word(a) ^ last_word(b)) & !LOWER == 0
        && a.as_chunks().0.iter().zip(b.as_chunks().0).all(is_same)
}

impl NameMap {
    /// Builds the table. Of a name given twice the first number counts.
    pub fn new<N: Into<Cow<'static, str>>>(names: impl IntoIterator<Item = (N, u32)>) -> Self {
        let (names, numbers): (Vec<_>, Vec<_>) = names.into_iter().map(|(name, number)| (name.into(), number)).unzip();
        let mut map = Self { slots: vec![Slot::default(); (names.len() * 2 + 1).next_power_of_two()], names };
        for (i, number) in numbers.into_iter().enumerate() {
            let name = &map.names[i];
            let slot = map.slot(name);
            if map.slots[slot].index == 0 {
                let (index, length) = (i as u32 + 1, name.len() as u32);
                map.slots[slot] = Slot { ends: ends(name.as_bytes()), number, index, length };
            }
        }
        map
    }

    /// The place of a name, or the empty one where it would be.
    #[inline]
    fn slot(&self, name: &str) -> usize {
        let (mask, ends) = (self.slots.len() - 1, ends(name.as_bytes()));
        let mut place = hash(name.as_bytes()) as usize & mask;
        loop {
            let slot = &self.slots[place];
            let is_same = || name.len() <= 16 || same(&self.names[slot.index as usize - 1], name);
            if slot.index == 0 || slot.ends == ends && slot.length as usize == name.len() && is_same() {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// The number of a name.
    #[inline]
    pub fn get(&self, name: &str) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = &self.slots[self.slot(name)];
        (slot.index != 0).then_some(slot.number)
    }

    /// All names.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
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
