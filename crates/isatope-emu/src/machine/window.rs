//! Windows: memory outside of the device that its programs access, such as memory of the host.

use std::fmt::Debug;
use std::sync::Arc;

/// Memory that others change while a program runs. All offsets that the emulator passes lie inside.
pub trait Window: Debug + Send + Sync {
    /// Size in bytes.
    fn size(&self) -> u64;

    /// Copies bytes from an offset on. An aligned word of up to 8 bytes is read at once.
    fn read(&self, at: u64, bytes: &mut [u8]);

    /// Writes bytes from an offset on. An aligned word of up to 8 bytes is written at once.
    fn write(&self, at: u64, bytes: &[u8]);

    /// Replaces the old bytes with the new ones, as one atomic operation. Returns `false`, and writes nothing, if other
    /// bytes are there. Both have the same length: 1, 2, 4 or 8 bytes.
    fn exchange(&self, at: u64, old: &[u8], new: &[u8]) -> bool;
}

/// A window at an address.
#[derive(Clone, Debug)]
pub struct MappedWindow {
    /// Address of its first byte.
    pub base: u64,
    /// What people call it; empty for one that no report names.
    pub name: String,
    /// The memory.
    pub window: Arc<dyn Window>,
}

impl PartialEq for MappedWindow {
    fn eq(&self, other: &Self) -> bool {
        self.base == other.base && self.name == other.name && Arc::ptr_eq(&self.window, &other.window)
    }
}

impl Eq for MappedWindow {}

impl MappedWindow {
    /// Offset of so many bytes from an address on, if all of them lie in it.
    pub(crate) fn place(&self, address: u64, count: usize) -> Option<u64> {
        let at = address.wrapping_sub(self.base);
        (at.checked_add(count as u64)? <= self.window.size()).then_some(at)
    }

    /// Writes those of the bytes from an address on that lie in it.
    pub(crate) fn write_inside(&self, address: u64, bytes: &[u8]) {
        let ahead = usize::try_from(self.base.saturating_sub(address)).unwrap_or(usize::MAX);
        let at = address.saturating_sub(self.base);
        if let Some(bytes) = bytes.get(ahead..)
            && at < self.window.size()
        {
            let count = bytes.len().min(usize::try_from(self.window.size() - at).unwrap_or(usize::MAX));
            self.window.write(at, &bytes[..count]);
        }
    }
}
