//! Copies of uninitialized data to memory that others see.
//!
//! Compilers copy whole structures, padding included. A copy of uninitialized bytes is therefore padding, and no use,
//! if the same lane stores something initialized close to it. The bytes stay uninitialized where they are copied to.

use std::collections::VecDeque;

use super::Origin;
use crate::machine::fault::Access;

/// Padding is less than this many bytes away from something that is not padding: the largest usual alignment.
const NEAR: u64 = 16;
/// Instructions of which the stores are remembered.
const REMEMBERED: usize = 64;

/// A copy of uninitialized bytes that may be padding.
#[derive(Clone, Debug)]
pub(super) struct PendingCopy {
    /// The store.
    pub access: Access,
    /// Address of its instruction.
    pub at: u64,
    /// Origin of the bytes.
    pub origin: Origin,
}

/// Stores of a wavefront to memory that others see.
#[derive(Clone, Debug, Default)]
pub(super) struct Copies {
    /// Initialized stores of the last instructions.
    recent: VecDeque<Vec<Access>>,
    pending: Vec<PendingCopy>,
}

fn is_near(a: &Access, b: &Access) -> bool {
    let end = |access: &Access| access.address.saturating_add(access.bytes.into());
    a.lane == b.lane
        && a.memory == b.memory
        && a.address < end(b).saturating_add(NEAR)
        && b.address < end(a).saturating_add(NEAR)
}

impl Copies {
    /// Notes initialized stores of an instruction.
    pub fn note_initialized(&mut self, stores: Vec<Access>) {
        if stores.is_empty() {
            return;
        }
        self.pending.retain(|copy| !stores.iter().any(|store| is_near(store, &copy.access)));
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        self.recent.push_back(stores);
    }

    /// Notes a copy of uninitialized bytes; `in_part` if other bytes of the same store are initialized.
    pub fn note_copy(&mut self, copy: PendingCopy, in_part: bool) {
        let mut known = self.recent.iter().flatten();
        if in_part {
            self.note_initialized(vec![copy.access]);
        } else if !known.any(|store| is_near(store, &copy.access)) {
            self.pending.push(copy);
        }
    }

    /// Takes the copies with nothing initialized close to them.
    pub fn take_pending(&mut self) -> Vec<PendingCopy> {
        std::mem::take(&mut self.pending)
    }
}
