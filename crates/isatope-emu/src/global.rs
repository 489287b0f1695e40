//! Global memory as a running workgroup sees it.

use crate::memory::Memory;
use crate::overlay::Overlay;

/// How writes to global memory take effect.
pub(crate) enum Base<'a> {
    /// At once: nobody else runs.
    Shared(&'a mut Memory),
    /// For this workgroup alone, until it has ended: others run beside it.
    Apart(&'a Memory, &'a mut Overlay),
}

/// How many allocations are remembered: kernels go from one to the other with each access.
const REMEMBERED: usize = 4;

/// The allocations that were used last, the last one first.
pub(crate) type Recent = [usize; REMEMBERED];

/// Global memory, and the allocations that were used last.
pub(crate) struct Global<'a> {
    base: Base<'a>,
    last: Recent,
}

impl<'a> Global<'a> {
    pub(crate) fn new(base: Base<'a>) -> Self {
        Self::with(base, [0; REMEMBERED])
    }

    /// With what [`recent`](Self::recent) gave for the same memory.
    pub(crate) fn with(base: Base<'a>, last: Recent) -> Self {
        Self { base, last }
    }

    /// The allocations that were used last, for whoever is next.
    pub(crate) fn recent(&self) -> Recent {
        self.last
    }

    /// Memory without what was written apart.
    pub(crate) fn memory(&self) -> &Memory {
        match &self.base {
            Base::Shared(memory) => memory,
            Base::Apart(memory, _) => memory,
        }
    }

    /// Where so many bytes from an address on lie: allocation, and place in it.
    #[inline]
    fn find(&mut self, address: u64, count: usize) -> Option<(usize, usize)> {
        let memory = match &self.base {
            Base::Shared(memory) => &**memory,
            Base::Apart(memory, _) => memory,
        };
        let allocations = memory.allocations();
        for (k, &index) in self.last.iter().enumerate() {
            let Some(allocation) = allocations.get(index) else { continue };
            let at = address.wrapping_sub(allocation.base);
            if at < allocation.bytes.len() as u64 && at as usize + count <= allocation.bytes.len() {
                self.last.swap(0, k);
                return Some((index, at as usize));
            }
        }
        let (index, at) = memory.find(address, count)?;
        self.last.rotate_right(1);
        self.last[0] = index;
        Some((index, at))
    }

    /// The allocation that was used last, with its address, if what it holds is what this workgroup sees.
    #[inline]
    pub(crate) fn window(&self) -> Option<(u64, &[u8])> {
        let memory = match &self.base {
            Base::Shared(memory) => &**memory,
            Base::Apart(memory, overlay) if overlay.is_empty() => memory,
            Base::Apart(..) => return None,
        };
        memory.allocations().get(self.last[0]).map(|a| (a.base, a.bytes.as_slice()))
    }

    /// Bytes from an address on, as many as `room` has: where they lie, or copied to it. `None` if not all of them are in one allocation.
    #[inline]
    pub(crate) fn bytes<'b>(&'b mut self, address: u64, room: &'b mut [u8]) -> Option<&'b [u8]> {
        if matches!(&self.base, Base::Apart(_, overlay) if !overlay.is_empty()) {
            return self.read(address, room).then_some(room);
        }
        let (index, at) = self.find(address, room.len())?;
        self.memory().allocations()[index].bytes.get(at..at + room.len())
    }

    /// Copies bytes from an address on; `false` if not all of them are in one allocation.
    #[inline]
    pub(crate) fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        let Some((index, at)) = self.find(address, bytes.len()) else { return false };
        match &self.base {
            Base::Shared(memory) => bytes.copy_from_slice(&memory.allocations()[index].bytes[at..at + bytes.len()]),
            Base::Apart(memory, overlay) => {
                bytes.copy_from_slice(&memory.allocations()[index].bytes[at..at + bytes.len()]);
                if !overlay.is_empty() {
                    overlay.apply(address, bytes);
                }
            }
        }
        true
    }

    /// Copies bytes to an address; `false`, and nothing is written, if not all of them are in one allocation.
    #[inline]
    pub(crate) fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        let Some((index, at)) = self.find(address, bytes.len()) else { return false };
        match &mut self.base {
            Base::Shared(memory) => {
                let allocation = memory.at_mut(index);
                allocation.written = true;
                allocation.bytes[at..at + bytes.len()].copy_from_slice(bytes);
            }
            Base::Apart(_, overlay) => overlay.write(address, bytes),
        }
        true
    }
}
