//! Known registers at a place of the program.

use std::ops::Range;

use crate::Worlds;

/// The number of a resource, and its 32 bits in each world.
pub(crate) type Entry = (u16, Worlds<u32>);

/// The resources with known values, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    known: Vec<Entry>,
}

impl State {
    fn find(&self, id: u16) -> Result<usize, usize> {
        self.known.binary_search_by_key(&id, |entry| entry.0)
    }

    /// The value of a resource.
    pub fn get(&self, id: u16) -> Option<Worlds<u32>> {
        self.find(id).ok().map(|at| self.known[at].1)
    }

    /// Sets the value of a resource.
    pub fn set(&mut self, id: u16, value: Worlds<u32>) {
        match self.find(id) {
            Ok(at) => self.known[at].1 = value,
            Err(at) => self.known.insert(at, (id, value)),
        }
    }

    /// Two resources side by side as one number.
    pub fn pair(&self, low: u16) -> Option<Worlds<u64>> {
        let at = self.find(low).ok()?;
        let (low, high) = (self.known[at].1, self.known.get(at + 1).filter(|next| next.0 == low + 1)?.1);
        Some([0, 1].map(|w| u64::from(low[w]) | u64::from(high[w]) << 32))
    }

    /// Sets two resources side by side.
    pub fn set_pair(&mut self, low: u16, value: Worlds<u64>) {
        self.set(low, value.map(|v| v as u32));
        self.set(low + 1, value.map(|v| (v >> 32) as u32));
    }

    /// Forgets resources.
    pub fn forget(&mut self, ids: Range<u16>) {
        let from = self.known.partition_point(|entry| entry.0 < ids.start);
        let count = self.known[from..].iter().take_while(|entry| entry.0 < ids.end).count();
        self.known.drain(from..from + count);
    }

    /// Whether the value of one of these resources depends on an address.
    pub(crate) fn has_address_in(&self, ids: Range<u16>) -> bool {
        let from = self.known.partition_point(|entry| entry.0 < ids.start);
        let inside = self.known[from..].iter().take_while(|entry| entry.0 < ids.end);
        inside.into_iter().any(|(_, value)| value[0] != value[1])
    }

    /// The known resources with their values.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.known
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.known.clear();
    }

    /// Whether a value depends on an address.
    pub fn has_addresses(&self) -> bool {
        self.known.iter().any(|(_, value)| value[0] != value[1])
    }

    /// Keeps what another state says too. Returns whether anything was dropped.
    pub fn meet(&mut self, other: &Self) -> bool {
        let before = self.known.len();
        self.known.retain(|(id, value)| other.get(*id) == Some(*value));
        self.known.len() != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_keeps_what_both_paths_say() {
        let (mut one, mut two) = (State::default(), State::default());
        one.set_pair(4, [0x1_0000_0002, 0x3_0000_0004]);
        one.set(9, [5, 5]);
        two.set_pair(4, [0x1_0000_0002, 0x3_0000_0004]);
        two.set(9, [6, 6]);
        assert!(one.meet(&two) && !one.meet(&two));
        assert_eq!((one.pair(4), one.get(9)), (Some([0x1_0000_0002, 0x3_0000_0004]), None));
        assert!(one.has_addresses());
        one.forget(5..6);
        assert_eq!((one.get(4), one.pair(4)), (Some([2, 4]), None));
    }
}
