//! Global memory as a running workgroup sees it.

use crate::machine::fault::Flaw;
use crate::machine::memory::{Memory, Permission};
use crate::machine::outside::Outside;
use crate::machine::overlay::{Overlay, Spacing};

/// How writes to global memory take effect.
pub(crate) enum Base<'a> {
    /// At once: nobody else runs.
    Shared(&'a mut Memory),
    /// For this workgroup and those after it on the same thread, until all beside them have ended.
    Apart(&'a Memory, &'a mut Overlay),
}

/// How many allocations are remembered: kernels go from one to the other with each access.
const REMEMBERED: usize = 4;

/// Allocations that were used, the one that was found last first.
pub(crate) type Recent = [usize; REMEMBERED];

/// Global memory, and the allocations that were used last.
pub(crate) struct Global<'a> {
    base: Base<'a>,
    last: Recent,
    /// Whether programs may not read and write every allocation.
    limited: bool,
    outside: Option<&'a dyn Outside>,
    /// The atomic operation of a lane on a window.
    atomic: Atomic,
}

/// An atomic operation on a window: a read, and a write that succeeds if nobody wrote between.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Atomic {
    /// Whether the running instruction is an atomic operation.
    pub active: bool,
    /// Address and bytes that the lane has read.
    read: Option<(u64, [u8; 8])>,
    /// Whether the last write failed because somebody else wrote.
    conflict: bool,
}

impl<'a> Global<'a> {
    pub(crate) fn new(base: Base<'a>, outside: Option<&'a dyn Outside>) -> Self {
        Self::with(base, [0; REMEMBERED], outside)
    }

    /// With what [`recent`](Self::recent) gave for the same memory.
    pub(crate) fn with(base: Base<'a>, last: Recent, outside: Option<&'a dyn Outside>) -> Self {
        let mut global = Self { base, last, limited: false, outside, atomic: Atomic::default() };
        global.set_limited();
        global
    }

    /// The most recently used allocations.
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

    /// Where this many bytes from an address on lie: allocation, and place in it.
    #[inline]
    fn find(&mut self, address: u64, count: usize) -> Option<(usize, usize)> {
        let allocations = self.memory().allocations();
        for &number in &self.last {
            if let Some(at) = allocations.get(number).and_then(|allocation| allocation.place(address, count)) {
                return Some((number, at));
            }
        }
        self.find_elsewhere(address, count)
    }

    /// Whether programs may read or write an allocation.
    #[inline]
    fn permits(&self, number: usize, write: bool) -> bool {
        !self.limited || self.memory().allocations().get(number).is_some_and(|a| a.permission.permits(write))
    }

    /// What is wrong with an access that failed.
    pub(crate) fn flaw(&self, address: u64, write: bool) -> Flaw {
        match self.memory().find(address, 1).and_then(|(number, _)| self.memory().allocations().get(number)) {
            Some(found) if found.permission == Permission::Nothing => Flaw::Elsewhere,
            Some(found) if !found.permission.permits(write) => Flaw::Forbidden,
            _ => Flaw::Missing,
        }
    }

    /// Notes whether programs may do everything with every allocation.
    fn set_limited(&mut self) {
        let allocations = self.memory().allocations();
        self.limited = allocations.iter().any(|allocation| allocation.permission != Permission::ReadWrite);
    }

    /// Finds an address that is not in a recent allocation.
    #[inline(never)]
    fn find_elsewhere(&mut self, address: u64, count: usize) -> Option<(usize, usize)> {
        let (number, at) = self.memory().find(address, count)?;
        self.last.rotate_right(1);
        self.last[0] = number;
        Some((number, at))
    }

    /// Whether this workgroup may see something else than memory has.
    #[inline]
    fn is_covered(&self, address: u64, count: usize) -> bool {
        matches!(&self.base, Base::Apart(_, overlay) if overlay.touches(address, count))
    }

    /// The allocation that holds an address, with its own, if what it holds is what this workgroup sees.
    #[inline]
    pub(crate) fn window(&mut self, address: u64) -> Option<(u64, &[u8])> {
        let (number, _) = self.find(address, 1).filter(|(number, _)| self.permits(*number, false))?;
        let (base, bytes) = self.memory().allocations().get(number).map(|a| (a.base, a.bytes.as_slice()))?;
        (!self.is_covered(base, bytes.len())).then_some((base, bytes))
    }

    /// The allocation that holds an address, with its own, if what is written to it takes effect at once.
    #[inline]
    pub(crate) fn window_mut(&mut self, address: u64) -> Option<(u64, &mut [u8])> {
        if !matches!(self.base, Base::Shared(_)) {
            return None;
        }
        let (number, _) = self.find(address, 1).filter(|(number, _)| self.permits(*number, true))?;
        let Base::Shared(memory) = &mut self.base else { return None };
        let allocation = memory.at_mut(number);
        allocation.written = true;
        Some((allocation.base, &mut allocation.bytes))
    }

    /// So many bytes from an address on, where they lie: `None` if not all of them are in one allocation, or something
    /// may have been written to them.
    #[inline]
    pub(crate) fn bytes(&mut self, address: u64, count: usize) -> Option<&[u8]> {
        if self.is_covered(address, count) {
            return None;
        }
        let (index, at) = self.find(address, count).filter(|(index, _)| self.permits(*index, false))?;
        self.memory().allocations().get(index)?.bytes.get(at..at + count)
    }

    /// A few bytes from an address on: as many as the compiler knows, so that no call copies them.
    #[inline]
    pub(crate) fn word<const N: usize>(&mut self, address: u64) -> Option<[u8; N]> {
        let mut word = [0; N];
        if self.is_covered(address, N) {
            return self.read(address, &mut word).then_some(word);
        }
        let Some((index, at)) = self.find(address, N) else {
            return self.read_elsewhere(address, &mut word).then_some(word);
        };
        if !self.permits(index, false) {
            return (self.more(address) && self.read(address, &mut word)).then_some(word);
        }
        self.memory().allocations()[index].bytes.get(at..)?.first_chunk().copied()
    }

    /// Copies bytes from an address on; `false` if not all of them are in one allocation.
    #[inline]
    pub(crate) fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        let Some((index, at)) = self.find(address, bytes.len()) else { return self.read_elsewhere(address, bytes) };
        if !self.permits(index, false) {
            return self.more(address) && self.read(address, bytes);
        }
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
        let Some((index, at)) = self.find(address, bytes.len()) else { return self.write_elsewhere(address, bytes) };
        if !self.permits(index, true) {
            return self.more(address) && self.write(address, bytes);
        }
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

    /// Writes values at equal distances from an address on; `false`, and nothing is written, if not all of them are in
    /// one allocation.
    pub(crate) fn write_spaced(&mut self, address: u64, values: Spacing, bytes: &[u8]) -> bool {
        let reach = values.reach(bytes.len());
        let Some((index, at)) = self.find(address, reach).filter(|(index, _)| self.permits(*index, true)) else {
            return false;
        };
        match &mut self.base {
            Base::Shared(memory) => {
                let allocation = memory.at_mut(index);
                allocation.written = true;
                let room = &mut allocation.bytes[at..at + reach];
                if values.is_dense() {
                    room.copy_from_slice(bytes);
                    return true;
                }
                for (at, value) in values.pieces(0, bytes) {
                    room[at as usize..][..value.len()].copy_from_slice(value);
                }
            }
            Base::Apart(_, overlay) if values.is_dense() => overlay.write(address, bytes),
            Base::Apart(_, overlay) => overlay.write_spaced(address, values, bytes),
        }
        true
    }

    /// Whether there are windows.
    pub(crate) fn has_windows(&self) -> bool {
        !self.memory().windows().is_empty()
    }

    /// Starts or ends an instruction that is an atomic operation.
    pub(crate) fn set_atomic(&mut self, active: bool) {
        self.atomic = Atomic { active, ..Atomic::default() };
    }

    /// Copies bytes from an address on, like [`read`](Self::read); an atomic operation that runs does not count it as
    /// its own.
    pub(crate) fn read_beside(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        let atomic = std::mem::take(&mut self.atomic);
        let is_there = self.read(address, bytes);
        self.atomic = atomic;
        is_there
    }

    /// Whether the last write failed because somebody else wrote after the read of an atomic operation.
    pub(crate) fn take_conflict(&mut self) -> bool {
        std::mem::take(&mut self.atomic.conflict)
    }

    /// Waits for a change of memory by somebody outside; `false` if there is nobody. Says whether it is `again` after a
    /// wait that changed nothing.
    pub(crate) fn wait(&mut self, again: bool) -> bool {
        let goes_on = match (&mut self.base, self.outside) {
            (Base::Shared(memory), Some(outside)) => outside.wait(memory, again),
            _ => return false,
        };
        self.set_limited();
        goes_on
    }

    /// Adds memory that was allocated or permitted since the launch started, or that is at an address. Workgroups that
    /// run apart cannot.
    #[cold]
    #[inline(never)]
    fn more(&mut self, address: u64) -> bool {
        let has_more = match (&mut self.base, self.outside) {
            (Base::Shared(memory), Some(outside)) => outside.has_more() && outside.more(memory, address),
            _ => return false,
        };
        self.set_limited();
        has_more
    }

    /// Reads bytes that no allocation has.
    #[cold]
    #[inline(never)]
    fn read_elsewhere(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        let Some((window, at)) = self.memory().find_window(address, bytes.len()) else {
            return self.more(address) && self.read(address, bytes);
        };
        window.window.read(at, bytes);
        if let Base::Apart(_, overlay) = &mut self.base
            && overlay.touches(address, bytes.len())
        {
            overlay.apply(address, bytes);
        }
        if self.atomic.active && bytes.len() <= 8 {
            let mut read = [0; 8];
            read[..bytes.len()].copy_from_slice(bytes);
            self.atomic.read = Some((address, read));
        }
        true
    }

    /// Writes bytes where no allocation is.
    #[cold]
    #[inline(never)]
    fn write_elsewhere(&mut self, address: u64, bytes: &[u8]) -> bool {
        let Some((window, at)) = self.memory().find_window(address, bytes.len()) else {
            return self.more(address) && self.write(address, bytes);
        };
        let window = window.window.clone();
        if let Base::Apart(_, overlay) = &mut self.base {
            overlay.write(address, bytes);
            return true;
        }
        match self.atomic.read.filter(|(read, _)| *read == address && bytes.len() <= 8) {
            Some((_, old)) => {
                let done = window.exchange(at, &old[..bytes.len()], bytes);
                self.atomic.read = None;
                self.atomic.conflict = !done;
                done
            }
            None => {
                window.write(at, bytes);
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::machine::window::Window;

    #[test]
    fn reports_do_not_name_windows_without_a_name() {
        let mut memory = Memory::of(0x1000, vec![0; 16]);
        for (base, name) in [(0x2000, ""), (0x3000, "third")] {
            memory.add_window(base, name, Arc::new(Busy(AtomicU64::new(0)))).expect("nothing is there");
        }
        let nearest = |address| memory.nearest(address).map(|(region, distance)| (region.base, distance));
        assert_eq!(nearest(0x2004), Some((0x1000, 0x100f - 0x2004)));
        assert_eq!(nearest(0x3004), Some((0x3000, 0)));
    }

    #[test]
    fn memory_of_other_devices_is_refused_until_it_is_permitted() {
        /// Permits everything when it is asked for more.
        #[derive(Debug)]
        struct Opens;

        impl Outside for Opens {
            fn has_more(&self) -> bool {
                true
            }

            fn more(&self, memory: &mut Memory, _: u64) -> bool {
                let was_closed = memory.allocations().iter().any(|a| a.permission != Permission::ReadWrite);
                memory.permit_each(|_| Permission::ReadWrite);
                was_closed
            }

            fn wait(&self, _: &mut Memory, _: bool) -> bool {
                false
            }
        }

        let mut memory = Memory::of(0x1000, vec![7; 16]);
        memory.permit_each(|_| Permission::Nothing);
        let mut global = Global::new(Base::Shared(&mut memory), None);
        let mut word = [0; 4];
        assert!(!global.read(0x1000, &mut word) && !global.write(0x1000, &word) && global.word::<4>(0x1000).is_none());
        assert_eq!([0x1000, 0x2000].map(|at| global.flaw(at, false)), [Flaw::Elsewhere, Flaw::Missing]);
        let mut global = Global::new(Base::Shared(&mut memory), Some(&Opens));
        assert_eq!(global.word::<4>(0x1000), Some([7; 4]));
        assert!(global.write(0x1000, &word));
    }

    /// A word to which somebody else adds 100 whenever it has been read.
    #[derive(Debug)]
    struct Busy(AtomicU64);

    impl Window for Busy {
        fn size(&self) -> u64 {
            8
        }

        fn read(&self, _: u64, bytes: &mut [u8]) {
            bytes.copy_from_slice(&self.0.fetch_add(100, Ordering::SeqCst).to_le_bytes());
        }

        fn write(&self, _: u64, bytes: &[u8]) {
            self.0.store(u64::from_le_bytes(bytes.try_into().expect("it is a word")), Ordering::SeqCst);
        }

        fn exchange(&self, _: u64, old: &[u8], new: &[u8]) -> bool {
            let [old, new] = [old, new].map(|bytes| u64::from_le_bytes(bytes.try_into().expect("it is a word")));
            self.0.compare_exchange(old, new, Ordering::SeqCst, Ordering::SeqCst).is_ok()
        }
    }

    #[test]
    fn an_atomic_operation_loses_nothing_that_others_write() {
        let mut memory = Memory::default();
        let word = Arc::new(Busy(AtomicU64::new(5)));
        memory.add_window(0x1000, "word", word.clone()).expect("nothing else is there");
        let mut global = Global::new(Base::Shared(&mut memory), None);
        global.set_atomic(true);
        let (mut read, mut seen) = ([0; 8], [0; 8]);
        assert!(global.read(0x1000, &mut read) && read[0] == 5);
        // What looks for wavefronts that wait reads the word, too.
        assert!(global.read_beside(0x1000, &mut seen) && seen[0] == 105);
        assert!(!global.write(0x1000, &6u64.to_le_bytes()) && global.take_conflict());
        assert_eq!(word.0.load(Ordering::SeqCst), 205);
    }
}
