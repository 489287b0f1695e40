//! Names by number: each name is stored once.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// A set of names, numbered in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Concatenated names, and the ends of the names in it.
    text: String,
    ends: Vec<u32>,
    /// Hashes of the names, with their numbers.
    numbers: HashTable<(u32, u32)>,
    hasher: RandomState,
}

/// The name with a number; empty if there is none.
#[inline]
fn name_at<'t>(text: &'t str, ends: &[u32], number: u32) -> &'t str {
    let number = number as usize;
    let start = number.checked_sub(1).and_then(|before| ends.get(before)).map_or(0, |end| *end as usize);
    ends.get(number).and_then(|end| text.get(start..*end as usize)).unwrap_or_default()
}

/// A hash of 64 bits with the bits of a shorter one at both of its ends, where the table looks.
#[inline]
fn spread(hash: u32) -> u64 {
    u64::from(hash) | u64::from(hash) << 32
}

impl Names {
    #[inline]
    fn hash(&self, name: &str) -> u32 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(name.as_bytes());
        hasher.finish() as u32
    }

    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name with a number.
    #[inline]
    pub fn name(&self, number: u32) -> &str {
        name_at(&self.text, &self.ends, number)
    }

    /// Number of a name, if it was added.
    #[inline]
    pub fn find(&self, name: &str) -> Option<u32> {
        let hash = self.hash(name);
        let is_meant = |(known, number): &(u32, u32)| *known == hash && self.name(*number) == name;
        self.numbers.find(spread(hash), is_meant).map(|(_, number)| *number)
    }

    /// Number of a name; adds the name if it is new.
    pub fn add(&mut self, name: &str) -> u32 {
        let hash = self.hash(name);
        let (text, ends) = (&mut self.text, &mut self.ends);
        let is_meant = |(known, number): &(u32, u32)| *known == hash && name_at(text, ends, *number) == name;
        match self.numbers.entry(spread(hash), is_meant, |(hash, _)| spread(*hash)) {
            Entry::Occupied(known) => known.get().1,
            Entry::Vacant(place) => {
                let number = ends.len() as u32;
                place.insert((hash, number));
                text.push_str(name);
                ends.push(text.len() as u32);
                number
            }
        }
    }
}
