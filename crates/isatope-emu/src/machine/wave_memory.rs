//! Memories of a running wavefront: global memory, the memory of its workgroup, and the private memory of its lanes.

use std::ops::Range;

use isatope_lanes::world::lanes_of;

use crate::machine::fault::{Access, Flaw, Owner, Trouble};
use crate::machine::global::Global;
use crate::machine::gws::{DeviceShare, Gws, Ticket};
use crate::machine::host::Call;
use crate::machine::overwritten::Overwritten;

/// Which memory is which, by its index in the specification.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spaces {
    pub global: usize,
    /// The memory that a workgroup shares, if it is one of its own.
    pub lds: usize,
    /// Otherwise where it lies in global memory, and how many bytes of it there are.
    pub shared: u64,
    pub shared_bytes: u64,
}

impl Spaces {
    /// Whose memory lies at an address, where that of a wavefront's lanes is known.
    fn owner(&self, private: &Private, memory: usize, address: u64) -> Owner {
        let is_private = address.wrapping_sub(private.base) < private.bytes.len() as u64;
        match () {
            () if self.is_shared(memory, address) => Owner::Workgroup,
            () if memory == self.global && is_private => Owner::Thread,
            () => Owner::Device,
        }
    }

    /// Which bytes an address of a memory means to a wavefront with this private memory.
    #[inline]
    pub(crate) fn area(&self, private: &Private, memory: usize, address: u64) -> Area {
        if memory != self.global {
            return if memory == self.lds { Area::Workgroup(address) } else { Area::Device(address) };
        }
        let at = address.wrapping_sub(private.base);
        if at < private.bytes.len() as u64 {
            return Area::Private(at);
        }
        let at = address.wrapping_sub(self.shared);
        if at < self.shared_bytes { Area::Workgroup(at) } else { Area::Global }
    }

    /// Whether what lies at an address of a memory is shared by a workgroup.
    pub(crate) fn is_shared(&self, memory: usize, address: u64) -> bool {
        memory == self.lds || memory == self.global && address.wrapping_sub(self.shared) < self.shared_bytes
    }
}

/// Which bytes an address of a memory means, and where in them it is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Area {
    /// The private memory of the wavefront.
    Private(u64),
    /// The memory of the workgroup.
    Workgroup(u64),
    /// The memory beside global memory that all workgroups share.
    Device(u64),
    /// Global memory.
    Global,
}

/// Private memory of a wavefront: a range of addresses that nobody else has.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Private {
    pub base: u64,
    pub bytes: Vec<u8>,
    pub layout: PrivateLayout,
}

/// How the lanes of a wavefront share its private memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrivateLayout {
    /// The dwords of the lanes alternate.
    Interleaved {
        /// How many lanes.
        lanes: u32,
        /// An access past the end of a dword goes on in the next dword of its lane. Otherwise it is a fault.
        goes_on: bool,
    },
    /// Each lane has a range of its own.
    Ranges {
        /// Bytes of a lane.
        size: u64,
        /// Distance from one range to the next.
        stride: u64,
    },
}

impl PrivateLayout {
    /// Whether an access of some bytes at a place in the memory reaches out of the part of a lane.
    ///
    /// Addresses in interleaved memory do not tell whose they are: only the end of a dword limits an access there.
    #[inline]
    fn leaves(self, at: u64, bytes: usize, lane: usize) -> bool {
        match self {
            Self::Interleaved { .. } => (at % 4) as usize + bytes > 4,
            Self::Ranges { size, stride } => {
                let own = at.wrapping_sub(lane as u64 * stride);
                own >= size || size - own < bytes as u64
            }
        }
    }
}

impl Default for PrivateLayout {
    fn default() -> Self {
        Self::Ranges { size: 0, stride: 0 }
    }
}

impl Private {
    /// The parts of an access at an address, each in one dword of its lane, if it goes on where the next one is: their
    /// addresses, and which of the bytes they have.
    fn parts(&self, address: u64, bytes: usize) -> Option<impl Iterator<Item = (u64, Range<usize>)> + use<>> {
        let PrivateLayout::Interleaved { lanes, goes_on: true } = self.layout else { return None };
        let (mut next, mut done) = (address, 0);
        Some(std::iter::from_fn(move || {
            let (at, start) = (next, done);
            done = bytes.min(start + (4 - at % 4) as usize);
            next = (at & !3).wrapping_add(4 * u64::from(lanes));
            (start < done).then_some((at, start..done))
        }))
    }

    /// What is wrong with an access of a lane that reaches into private memory of another lane.
    #[cold]
    fn foreign(&self, address: u64, bytes: usize, lane: usize) -> Option<Flaw> {
        let at = address.wrapping_sub(self.base);
        let last = at.wrapping_add(bytes as u64 - 1);
        match self.layout {
            PrivateLayout::Interleaved { lanes, .. } => {
                let crosses = self.layout.leaves(at, bytes, lane);
                crosses.then(|| Flaw::CrossesDword((last / 4 % u64::from(lanes)) as u32))
            }
            PrivateLayout::Ranges { stride, .. } => {
                let [first, last] = [at, last].map(|at| at / stride.max(1));
                let other = if first == lane as u64 { last } else { first };
                let exists = last < self.bytes.len() as u64 / stride.max(1);
                (other != lane as u64 && exists).then_some(Flaw::OtherLane(other as u32))
            }
        }
    }
}

/// A synchronization with wavefronts of all workgroups.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub resource: u8,
    /// What the wavefront waits for; `None` if it goes on.
    pub ticket: Option<Ticket>,
}

/// What the wavefront did that its runner has to see.
#[derive(Clone, Debug, Default)]
pub(crate) struct Events {
    /// Something is here, or an access failed.
    pub any: bool,
    pub ended: bool,
    pub barrier: bool,
    /// What it has synchronized with other workgroups by.
    pub meeting: Option<Meeting>,
    /// Lanes whose fragments have been discarded.
    pub dropped: u64,
    pub trap: Option<u8>,
    pub trouble: Option<Trouble>,
    /// Accesses that went wrong in this instruction.
    pub accesses: Vec<Access>,
    pub records: Vec<Call>,
}

impl Events {
    /// Synchronizes at a resource; the function returns what the wavefront waits for.
    pub(crate) fn meet(&mut self, at: u8, gws: &mut Gws, how: impl FnOnce(&mut Gws, u8) -> Option<Ticket>) {
        self.meeting = Some(Meeting { resource: at, ticket: how(gws, at) });
    }
}

/// How far addresses must be multiples of what is accessed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alignment {
    /// Any address will do (SH_MEM_CONFIG.ALIGNMENT_MODE is 3, as drivers for compute set it).
    #[default]
    Any,
    /// A dword or more has to lie at a multiple of 4.
    Dword,
    /// Everything has to lie at a multiple of its size.
    Natural,
}

impl Alignment {
    fn forbids(self, address: u64, bytes: u32) -> bool {
        match self {
            Self::Any => false,
            Self::Dword => bytes >= 4 && !address.is_multiple_of(4),
            Self::Natural => !address.is_multiple_of(u64::from(bytes.max(1))),
        }
    }
}

/// The memories that a running wavefront sees, and the events that its runner has to handle.
///
/// Units such as textures get this part of the world: they read and write memory, and report events.
pub(crate) struct WaveMemory<'a> {
    pub spaces: Spaces,
    pub global: Global<'a>,
    pub lds: &'a mut Vec<u8>,
    /// What workgroups share beside global memory.
    pub share: &'a mut DeviceShare,
    pub private: Private,
    pub alignment: Alignment,
    pub events: Events,
    /// The shader clock, when an instruction calls a unit.
    pub now: u64,
    /// Registers are garbage after their last use.
    pub poison: bool,
    /// Lanes may wait at different barriers, and end while others wait.
    pub any_barrier: bool,
    /// Accesses out of range that hardware hides, of buffers.
    pub hidden: u64,
    /// Every access, if somebody wants to see them.
    pub log: Option<Vec<Access>>,
    /// What the wavefront changes in memories that others share, if it may spin.
    pub overwritten: Option<Overwritten>,
    /// Lanes whose atomic operation on a window has to run again, because somebody else wrote between its read and its
    /// write.
    pub conflicts: u64,
}

impl WaveMemory<'_> {
    /// Notes an access that went wrong.
    #[cold]
    #[inline(never)]
    pub(crate) fn wrong(&mut self, memory: usize, address: u64, bytes: u32, lane: usize, write: bool, flaw: Flaw) {
        self.events.any = true;
        let owner = self.spaces.owner(&self.private, memory, address);
        let flaw = match (flaw, owner) {
            (Flaw::Missing, Owner::Device) if memory == self.spaces.global => self.global.flaw(address, write),
            (Flaw::Missing, Owner::Thread) => self.private.foreign(address, bytes as usize, lane).unwrap_or(flaw),
            _ => flaw,
        };
        self.events.accesses.push(Access { memory, owner, address, bytes, lane: lane as u32, write, flaw, value: 0 });
    }

    /// Copies the value of a lane out of a memory; `false` if it is not there, or not the lane's.
    #[inline]
    pub(crate) fn load_value(&mut self, memory: usize, address: u64, bytes: &mut [u8], lane: usize) -> bool {
        !self.reaches_other_lane(memory, address, bytes.len(), lane) && self.load(memory, address, bytes)
    }

    /// Copies the value of a lane into a memory; `false` if there is no room, or it is not the lane's.
    #[inline]
    pub(crate) fn store_value(&mut self, memory: usize, address: u64, bytes: &[u8], lane: usize) -> bool {
        !self.reaches_other_lane(memory, address, bytes.len(), lane) && self.store(memory, address, bytes)
    }

    /// Reads a value of a lane that goes on in its next dword of private memory; `false` if it is no such value.
    #[cold]
    fn load_parts(&mut self, memory: usize, address: u64, bytes: &mut [u8], lane: usize) -> bool {
        let Some(parts) = self.parts(memory, address, bytes.len(), lane) else { return false };
        for (at, part) in parts {
            let part = &mut bytes[part];
            let done = self.load(memory, at, part);
            self.noted(memory, at, part, lane, false);
            if !done {
                self.wrong(memory, at, part.len() as u32, lane, false, Flaw::Missing);
            }
        }
        self.check_alignment(memory, address, bytes.len() as u32, lane, false);
        true
    }

    /// Writes a value of a lane that goes on in its next dword of private memory; `false` if it is no such value.
    #[cold]
    pub(crate) fn store_parts(&mut self, memory: usize, address: u64, bytes: &[u8], lane: usize) -> bool {
        let Some(parts) = self.parts(memory, address, bytes.len(), lane) else { return false };
        for (at, part) in parts {
            let part = &bytes[part];
            self.noted(memory, at, part, lane, true);
            if !self.store(memory, at, part) {
                self.wrong(memory, at, part.len() as u32, lane, true, Flaw::Missing);
            }
        }
        self.check_alignment(memory, address, bytes.len() as u32, lane, true);
        true
    }

    /// The parts of an access that reaches out of a dword of its lane and goes on in the next one.
    fn parts(
        &self,
        memory: usize,
        address: u64,
        bytes: usize,
        lane: usize,
    ) -> Option<impl Iterator<Item = (u64, Range<usize>)> + use<>> {
        self.private.parts(address, bytes).filter(|_| self.reaches_other_lane(memory, address, bytes, lane))
    }

    /// Whether an access is to private memory, and reaches out of the part of its lane.
    #[inline]
    pub(crate) fn reaches_other_lane(&self, memory: usize, address: u64, bytes: usize, lane: usize) -> bool {
        let at = address.wrapping_sub(self.private.base);
        memory == self.spaces.global && self.is_private(address) && self.private.layout.leaves(at, bytes, lane)
    }

    /// Whether lanes cannot access values side by side with one access, because that reaches out of the part of a lane.
    #[inline]
    pub(crate) fn splits_run(&self, memory: usize, address: u64, bytes: usize) -> bool {
        let has_ranges = matches!(self.private.layout, PrivateLayout::Ranges { .. });
        memory == self.spaces.global
            && self.is_private(address)
            && (has_ranges || self.reaches_other_lane(memory, address, bytes, 0))
    }

    #[inline]
    pub(crate) fn is_private(&self, address: u64) -> bool {
        address.wrapping_sub(self.private.base) < self.private.bytes.len() as u64
    }

    /// Copies bytes out of a memory; `false` if they are not there.
    #[inline]
    pub(crate) fn load(&mut self, memory: usize, address: u64, bytes: &mut [u8]) -> bool {
        match self.spaces.area(&self.private, memory, address) {
            Area::Private(at) => copy_out(&self.private.bytes, at, bytes),
            Area::Workgroup(at) => copy_out(self.lds, at, bytes),
            Area::Device(at) => copy_out(&self.share.gds, at, bytes),
            Area::Global => self.global.read(address, bytes),
        }
    }

    /// Copies bytes into a memory; `false` if they are not there.
    #[inline]
    pub(crate) fn store(&mut self, memory: usize, address: u64, bytes: &[u8]) -> bool {
        if self.overwritten.is_some() {
            self.note_store(memory, address, bytes);
        }
        match self.spaces.area(&self.private, memory, address) {
            Area::Private(at) => copy_in(&mut self.private.bytes, at, bytes),
            Area::Workgroup(at) => copy_in(self.lds, at, bytes),
            Area::Device(at) => copy_in(&mut self.share.gds, at, bytes),
            Area::Global => self.global.write(address, bytes),
        }
    }

    /// Hands this many bytes of a memory to somebody; `false` if they are not there.
    #[inline]
    pub(crate) fn with_bytes<const ROOM: usize>(
        &mut self,
        memory: usize,
        address: u64,
        count: usize,
        mut look: impl FnMut(&[u8]),
    ) -> bool {
        let spaces = self.spaces;
        if memory == spaces.global
            && !self.is_private(address)
            && address.wrapping_sub(spaces.shared) >= spaces.shared_bytes
            && let Some(bytes) = self.global.bytes(address, count)
        {
            look(bytes);
            return true;
        }
        let mut room = [0; ROOM];
        let Some(room) = room.get_mut(..count) else { return false };
        let is_there = self.load(memory, address, room);
        if is_there {
            look(room);
        }
        is_there
    }

    /// A value of `N` bytes for a lane: as many as the compiler knows are copied without a call.
    #[inline]
    pub(crate) fn value<const N: usize>(&mut self, memory: usize, address: u64, lane: usize) -> u64 {
        if !self.is_watched()
            && memory == self.spaces.global
            && address.wrapping_sub(self.private.base) >= self.private.bytes.len() as u64
            && let Some(bytes) = self.global.word::<N>(address)
        {
            return number(bytes);
        }
        let mut bytes = [0; N];
        let done = self.load_value(memory, address, &mut bytes, lane);
        if !done && self.load_parts(memory, address, &mut bytes, lane) {
            return number(bytes);
        }
        self.watched(memory, address, &bytes, lane, false);
        if !done {
            self.wrong(memory, address, N as u32, lane, false, Flaw::Missing);
            return 0;
        }
        number(bytes)
    }

    /// Whether somebody wants to see each access.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.log.is_some() || self.alignment != Alignment::Any
    }

    /// Reads words for some lanes, each by itself, and gives the lanes for which that needs another way.
    #[inline]
    pub(crate) fn gather<const N: usize>(
        &mut self,
        memory: usize,
        addresses: &[u64],
        lanes: u64,
        mut each: impl FnMut(usize, [u8; N]),
    ) -> u64 {
        let spaces = self.spaces;
        // The first lane says which part of memory it is most likely to be.
        let first = addresses[(lanes.trailing_zeros() as usize).min(addresses.len() - 1)];
        let private = (memory == spaces.global && self.is_private(first)).then_some(self.private.layout);
        let (base, bytes): (u64, &[u8]) = if memory == spaces.global {
            if first.wrapping_sub(self.private.base) < self.private.bytes.len() as u64 {
                (self.private.base, &self.private.bytes)
            } else if first.wrapping_sub(spaces.shared) < spaces.shared_bytes {
                (spaces.shared, self.lds)
            } else {
                match self.global.window(first) {
                    Some(window) => window,
                    None => return lanes,
                }
            }
        } else if memory == spaces.lds {
            (0, self.lds)
        } else {
            return lanes;
        };
        let mut left = 0;
        for lane in lanes_of(lanes) {
            let at = addresses[lane].wrapping_sub(base);
            if private.is_some_and(|parts| parts.leaves(at, N, lane)) {
                left |= 1 << lane;
                continue;
            }
            let found = usize::try_from(at).ok().and_then(|at| bytes.get(at..)?.first_chunk());
            match found {
                Some(word) => each(lane, *word),
                None => left |= 1 << lane,
            }
        }
        left
    }

    /// Writes values for some lanes, each by itself, and gives the lanes for which that needs another way.
    #[inline]
    pub(crate) fn scatter<const N: usize>(
        &mut self,
        memory: usize,
        addresses: &[u64],
        lanes: u64,
        value: impl Fn(usize) -> [u8; N],
    ) -> u64 {
        let spaces = self.spaces;
        let first = addresses[(lanes.trailing_zeros() as usize).min(addresses.len() - 1)];
        let private = (memory == spaces.global && self.is_private(first)).then_some(self.private.layout);
        let (base, bytes): (u64, &mut [u8]) = if memory == spaces.global {
            if first.wrapping_sub(self.private.base) < self.private.bytes.len() as u64 {
                (self.private.base, &mut self.private.bytes)
            } else if first.wrapping_sub(spaces.shared) < spaces.shared_bytes {
                (spaces.shared, self.lds)
            } else if self.overwritten.is_some() {
                return lanes;
            } else {
                match self.global.window_mut(first) {
                    Some(window) => window,
                    None => return lanes,
                }
            }
        } else if memory == spaces.lds {
            (0, self.lds)
        } else {
            return lanes;
        };
        let mut left = 0;
        for lane in lanes_of(lanes) {
            let at = addresses[lane].wrapping_sub(base);
            if private.is_some_and(|parts| parts.leaves(at, N, lane)) {
                left |= 1 << lane;
                continue;
            }
            let found = usize::try_from(at).ok().and_then(|at| bytes.get_mut(at..)?.first_chunk_mut());
            match found {
                Some(word) => *word = value(lane),
                None => left |= 1 << lane,
            }
        }
        left
    }

    /// Reports an access to the watcher, also a failed one, and checks the alignment of its address.
    #[inline]
    pub(crate) fn watched(&mut self, memory: usize, address: u64, value: &[u8], lane: usize, write: bool) {
        self.noted(memory, address, value, lane, write);
        self.check_alignment(memory, address, value.len() as u32, lane, write);
    }

    /// Reports an access to the watcher.
    #[inline]
    fn noted(&mut self, memory: usize, address: u64, value: &[u8], lane: usize, write: bool) {
        if let Some(log) = &mut self.log {
            let bytes = value.len() as u32;
            let value = value.iter().rev().fold(0, |all, byte| all << 8 | u128::from(*byte));
            let owner = self.spaces.owner(&self.private, memory, address);
            log.push(Access { memory, owner, address, bytes, lane: lane as u32, write, flaw: Flaw::None, value });
        }
    }

    /// Checks the alignment of an access.
    #[inline]
    fn check_alignment(&mut self, memory: usize, address: u64, bytes: u32, lane: usize, write: bool) {
        if self.alignment.forbids(address, bytes) {
            self.wrong(memory, address, bytes, lane, write, Flaw::Misaligned);
        }
    }
}

/// Bytes as a number, little endian.
#[inline]
pub(crate) fn number<const N: usize>(bytes: [u8; N]) -> u64 {
    let mut value = [0; 8];
    value[..N].copy_from_slice(&bytes);
    u64::from_le_bytes(value)
}

#[inline]
pub(crate) fn copy_out(from: &[u8], at: u64, bytes: &mut [u8]) -> bool {
    let Ok(at) = usize::try_from(at) else { return false };
    match at.checked_add(bytes.len()).and_then(|end| from.get(at..end)) {
        Some(found) => {
            bytes.copy_from_slice(found);
            true
        }
        None => false,
    }
}

#[inline]
pub(crate) fn copy_in(to: &mut [u8], at: u64, bytes: &[u8]) -> bool {
    let Ok(at) = usize::try_from(at) else { return false };
    match at.checked_add(bytes.len()).and_then(|end| to.get_mut(at..end)) {
        Some(found) => {
            found.copy_from_slice(bytes);
            true
        }
        None => false,
    }
}
