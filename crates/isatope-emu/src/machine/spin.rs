//! Detection of wavefronts that spin.
//!
//! A wavefront that returns to an earlier state, with the same registers and the same memories, only gets further if somebody
//! else writes to memory. Most wavefronts never return to the same registers. Memories are therefore compared only after
//! that has happened once: from then on private memory and LDS are compared with a copy, and what the wavefront changes in
//! other memories is noted.

use std::collections::HashSet;

use isatope_lanes::Wave;

use crate::machine::lane_state::Lanes;
use crate::machine::wave_memory::WaveMemory;

/// A wavefront that may spin is compared with its earlier state after this many pieces of code, and after multiples of it.
const APART: usize = 64;
/// Like the number above, for a wavefront that has already returned to this state.
const APART_AGAIN: usize = 8;
/// Most changes to shared memories that are noted. A wavefront that changes more is taken to get further.
const MOST_CHANGES: usize = 64;

/// Whether it is watched that a wavefront returns to an earlier state.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum SpinWatch {
    /// It is not.
    #[default]
    Off,
    /// The state is remembered after this many more pieces of code.
    After(u8),
    /// This is the earlier state.
    Since(Box<Seen>),
}

/// An earlier state of a wavefront.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    pc: u64,
    registers: Wave,
    lanes: Lanes,
    /// Number of pieces of code that it had run.
    pieces: usize,
    /// Whether it has returned to it since.
    again: bool,
    /// The memories when the registers were the same for the first time.
    memories: Option<SeenMemories>,
}

/// An earlier state of memories.
#[derive(Clone, Debug, PartialEq)]
struct SeenMemories {
    private: Vec<u8>,
    lds: Vec<u8>,
    /// Overwritten since then to all other memories, while the wavefront does not run.
    overwritten: Overwritten,
}

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
    fn note(&mut self, memory: usize, address: u64, bytes: Vec<u8>) {
        let known = |b: &Before| (b.memory, b.address, b.bytes.len()) == (memory, address, bytes.len());
        if self.before.iter().any(known) {
            return;
        }
        match self.before.len() < MOST_CHANGES {
            true => self.before.push(Before { memory, address, bytes }),
            false => self.more = true,
        }
    }

    /// Whether every byte is again what it was.
    fn are_undone(&self, world: &mut WaveMemory) -> bool {
        // Of several changes to a byte the first one knows what it was.
        let mut known = HashSet::new();
        let mut is_undone = |change: &Before| {
            let mut now = vec![0; change.bytes.len()];
            world.load(change.memory, change.address, &mut now);
            let mut bytes = (change.address..).zip(change.bytes.iter().zip(&now));
            bytes.all(|(address, (before, now))| !known.insert((change.memory, address)) || before == now)
        };
        !self.more && self.before.iter().all(&mut is_undone)
    }
}

impl SpinWatch {
    /// Watches from here on.
    pub(crate) fn start(&mut self) {
        // The piece that is next may be the rest of one: no branch leads to its beginning.
        *self = Self::After(1);
    }

    /// Hands what a wavefront has changed to its world, before it runs.
    #[inline]
    pub(crate) fn lend(&mut self, world: &mut WaveMemory) {
        world.overwritten = match self {
            Self::Since(seen) => seen.memories.as_mut().map(|memories| std::mem::take(&mut memories.overwritten)),
            _ => None,
        };
    }

    /// Takes back what [`lend`](Self::lend) gave, after it ran.
    #[inline]
    pub(crate) fn take_back(&mut self, world: &mut WaveMemory) {
        let changes = world.overwritten.take();
        if let (Self::Since(seen), Some(changes)) = (self, changes)
            && let Some(memories) = &mut seen.memories
        {
            memories.overwritten = changes;
        }
    }

    /// Whether a wavefront at the start of a piece of code has returned to an earlier state.
    pub(crate) fn returns(
        &mut self,
        (pc, pieces): (u64, usize),
        registers: &Wave,
        lanes: &Lanes,
        world: &mut WaveMemory,
    ) -> bool {
        match self {
            Self::Off => false,
            Self::After(0) => {
                let (registers, lanes) = (registers.clone(), lanes.clone());
                *self = Self::Since(Box::new(Seen { pc, registers, lanes, pieces, again: false, memories: None }));
                false
            }
            Self::After(pieces) => {
                *pieces -= 1;
                false
            }
            Self::Since(seen) => {
                let ran = pieces - seen.pieces;
                let is_time = ran != 0 && ran.is_multiple_of(if seen.again { APART_AGAIN } else { APART });
                let same = is_time && seen.pc == pc && seen.lanes == *lanes && seen.registers == *registers;
                let returns = same && seen.has_same_memories(world);
                if returns {
                    // The piece that is next counts again when the wavefront goes on.
                    (seen.pieces, seen.again) = (pieces + 1, true);
                }
                returns
            }
        }
    }
}

impl Seen {
    /// Whether memories are what they were when the registers were the same for the first time: now, perhaps.
    fn has_same_memories(&mut self, world: &mut WaveMemory) -> bool {
        if let (Some(memories), Some(changes)) = (&self.memories, world.overwritten.take()) {
            let same =
                memories.private == world.private.bytes && memories.lds == *world.lds && changes.are_undone(world);
            world.overwritten = Some(changes);
            return same;
        }
        let (private, lds) = (world.private.bytes.clone(), world.lds.clone());
        self.memories = Some(SeenMemories { private, lds, overwritten: Overwritten::default() });
        world.overwritten = Some(Overwritten::default());
        false
    }
}

impl WaveMemory<'_> {
    /// Notes a store before it is made, if it changes a memory of which a wavefront that may spin has no copy.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_store(&mut self, memory: usize, address: u64, bytes: &[u8]) {
        if self.has_copy(memory, address) {
            return;
        }
        let mut before = vec![0; bytes.len()];
        // An atomic operation goes on from what it has read itself.
        let is_there = match memory == self.spaces.global {
            true => self.global.read_beside(address, &mut before),
            false => self.load(memory, address, &mut before),
        };
        if is_there
            && before != bytes
            && let Some(changes) = &mut self.overwritten
        {
            changes.note(memory, address, before);
        }
    }

    /// Notes that the wavefront has seen something other than memory that changes by itself.
    #[inline]
    pub(crate) fn note_other(&mut self) {
        if let Some(changes) = &mut self.overwritten {
            changes.note_other();
        }
    }

    /// Whether an address lies in private memory or LDS.
    fn has_copy(&self, memory: usize, address: u64) -> bool {
        self.spaces.is_shared(memory, address) || memory == self.spaces.global && self.is_private(address)
    }
}
