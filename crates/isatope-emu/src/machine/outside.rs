//! The host of a running launch.

use std::fmt::Debug;

use crate::machine::memory::Memory;

/// A host that changes memory, or waits, while a launch runs.
pub trait Outside: Debug + Send + Sync {
    /// Whether [`more`](Self::more) would add memory.
    fn has_more(&self) -> bool;

    /// Adds memory that was allocated since the launch started, or that is at an address. It is called before an access
    /// to a missing address becomes a fault. Returns whether there is new memory.
    fn more(&self, memory: &mut Memory, address: u64) -> bool;

    /// Describes an address that programs cannot access: its memory was freed, or belongs to the host or another
    /// device. Says whether it is `near` an allocation with a name, past the end of which the program probably went.
    fn about(&self, _address: u64, _near: bool) -> Option<String> {
        None
    }

    /// Waits a short time. It is called when each wavefront waits for a change of memory, `again` if no wavefront got
    /// further since the last call. Returns `false` if nothing can change: that is a deadlock.
    fn wait(&self, memory: &mut Memory, again: bool) -> bool;
}
