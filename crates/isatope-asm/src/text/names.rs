//! A table of names that ignores case.

use std::borrow::Cow;

use isatope_core::tables::{ends, hash, same};

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
}
