//! Changes of a wavefront to shared memories, with the contents from before.

use std::collections::HashSet;

/// Most changes to shared memories that are noted. A wavefront that changes more is taken to get further.
const MOST_CHANGES: usize = 64;

/// Contents of shared memories before a wavefront changed them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Overwritten {
    before: Vec<Before>,
    /// Whether there were more changes, or others than to memory.
    more: bool,
}

/// Bytes before a change.
#[derive(Clone, Debug, PartialEq)]
struct Before {
    memory: usize,
    address: u64,
    bytes: Vec<u8>,
}

impl Overwritten {
    /// Notes that something else has changed that the wavefront can see, such as a clock.
    pub(crate) fn note_other(&mut self) {
        self.more = true;
    }

    /// Notes bytes of a memory that are about to change.
    pub(crate) fn note(&mut self, memory: usize, address: u64, bytes: Vec<u8>) {
        let known = |b: &Before| (b.memory, b.address, b.bytes.len()) == (memory, address, bytes.len());
        if self.before.iter().any(known) {
            return;
        }
        match self.before.len() < MOST_CHANGES {
            true => self.before.push(Before { memory, address, bytes }),
            false => self.more = true,
        }
    }

    /// Whether every byte is again what it was. `load` reads bytes of a memory from an address on.
    pub(crate) fn are_undone(&self, load: &mut dyn FnMut(usize, u64, &mut [u8])) -> bool {
        // Of several changes to a byte the first one knows what it was.
        let mut known = HashSet::new();
        let mut is_undone = |change: &Before| {
            let mut now = vec![0; change.bytes.len()];
            load(change.memory, change.address, &mut now);
            let mut bytes = (change.address..).zip(change.bytes.iter().zip(&now));
            bytes.all(|(address, (before, now))| !known.insert((change.memory, address)) || before == now)
        };
        !self.more && self.before.iter().all(&mut is_undone)
    }
}
