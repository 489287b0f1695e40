//! Global memory as a running workgroup sees it.

use crate::memory::Memory;
use crate::overlay::Overlay;

/// How writes to global memory take effect.
pub(crate) enum Base<'a> {
    /// At once: nobody else runs.
    Shared(&'a mut Memory),
    /// For this workgroup and those after it on the same thread, until all beside them have ended.
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
    #[inline]
    pub(crate) fn memory(&self) -> &Memory {
        match &self.base {
            Base::Shared(memory) => memory,
            Base::Apart(memory, _) => memory,
        }
    }

    /// Where so many bytes from an address on lie: allocation, and place in it.
    #[inline]
    fn find(&mut self, address: u64, count: usize) -> Option<(usize, usize)> {
        let number = self.last[0];
        match self.memory().allocations().get(number).and_then(|allocation| allocation.place(address, count)) {
            Some(at) => Some((number, at)),
            None => self.find_elsewhere(address, count),
        }
    }

    /// The same where it is not in the allocation that was used last.
    #[inline(never)]
    fn find_elsewhere(&mut self, address: u64, count: usize) -> Option<(usize, usize)> {
        let memory = match &self.base {
            Base::Shared(memory) => &**memory,
            Base::Apart(memory, _) => memory,
        };
        for (k, &number) in self.last.iter().enumerate().skip(1) {
            let place = memory.allocations().get(number).and_then(|allocation| allocation.place(address, count));
            if let Some(at) = place {
                self.last.swap(0, k);
                return Some((number, at));
            }
        }
        let (number, at) = memory.find(address, count)?;
        self.last.rotate_right(1);
        self.last[0] = number;
        Some((number, at))
    }

    /// Whether this workgroup may see something else than memory has.
    #[inline]
    fn is_covered(&self, address: u64, count: usize) -> bool {
        matches!(&self.base, Base::Apart(_, overlay) if overlay.touches(address, count))
    }

    /// The allocation that was used last, with its address, if what it holds is what this workgroup sees.
    #[inline]
    pub(crate) fn window(&self) -> Option<(u64, &[u8])> {
        let memory = match &self.base {
            Base::Shared(memory) => &**memory,
            Base::Apart(memory, _) => memory,
        };
        let (base, bytes) = memory.allocations().get(self.last[0]).map(|a| (a.base, a.bytes.as_slice()))?;
        (!self.is_covered(base, bytes.len())).then_some((base, bytes))
    }

    /// Bytes from an address on, as many as `room` has: where they lie, or copied to it. `None` if not all of them are in one allocation.
    #[inline]
    pub(crate) fn bytes<'b>(&'b mut self, address: u64, room: &'b mut [u8]) -> Option<&'b [u8]> {
        if self.is_covered(address, room.len()) {
            return self.read(address, room).then_some(room);
        }
        let (index, at) = self.find(address, room.len())?;
        self.memory().allocations()[index].bytes.get(at..at + room.len())
    }

    /// A few bytes from an address on: as many as the compiler knows, so that no call copies them.
    #[inline]
    pub(crate) fn word<const N: usize>(&mut self, address: u64) -> Option<[u8; N]> {
        let mut word = [0; N];
        if self.is_covered(address, N) {
            return self.read(address, &mut word).then_some(word);
        }
        let (index, at) = self.find(address, N)?;
        self.memory().allocations()[index].bytes.get(at..)?.first_chunk().copied()
    }

    /// Copies bytes from an address on; `false` if not all of them are in one allocation.
    #[inline]
    pub(crate) fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        let Some((index, at)) = self.find(address, bytes.len()) else { return false };
        match &mut self.base {
            Base::Shared(memory) => bytes.copy_from_slice(&memory.allocations()[index].bytes[at..at + bytes.len()]),
            Base::Apart(memory, overlay) => {
                bytes.copy_from_slice(&memory.allocations()[index].bytes[at..at + bytes.len()]);
                if overlay.touches(address, bytes.len()) {
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
