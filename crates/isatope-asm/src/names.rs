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

/// The hash of a name, the same in upper and lower case.
#[inline]
pub(crate) fn hash(name: &[u8]) -> u64 {
    let mut hash = name.len() as u64;
    let mut chunks = name.chunks_exact(8);
    // Bit 5 tells upper from lower case; what else it confuses, the comparison sorts out.
    let mut add = |word: u64| hash = mix(hash, word | 0x2020_2020_2020_2020);
    for chunk in &mut chunks {
        add(u64::from_le_bytes(chunk.try_into().unwrap_or([0; 8])));
    }
    let rest = chunks.remainder();
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        add(u64::from_le_bytes(last));
    }
    hash ^ hash >> 32
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
            if found.eq_ignore_ascii_case(name) {
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
}
