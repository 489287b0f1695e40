//! Detection of wavefronts that spin.
//!
//! A wavefront that returns to an earlier state, with the same registers and the same memories, only gets further if
//! somebody else writes to memory. Most wavefronts never return to the same registers. Memories are therefore compared
//! only after that has happened once: from then on private memory and LDS are compared with a copy, and what the
//! wavefront changes in other memories is noted.

use isatope_lanes::Wave;

use crate::machine::lane_state::Lanes;
use crate::machine::overwritten::Overwritten;
use crate::machine::wave_memory::WaveMemory;

/// A wavefront that may spin is compared with its earlier state after this many pieces of code, and after multiples of
/// it.
const APART: usize = 64;
/// Like the number above, for a wavefront that has already returned to this state.
const APART_AGAIN: usize = 8;
/// Like the first number, for a wavefront of a launch in which others wait, and after how many pieces a later state is
/// remembered.
const APART_OF_WAITING: usize = 16;
const EVERY: usize = 32;
/// Whether it is watched that a wavefront returns to an earlier state.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum SpinWatch {
    /// It is not.
    #[default]
    Off,
    /// The state is remembered after this many more pieces of code, and a later one in its place after `every` pieces
    /// without a return; 0 for never.
    After { pieces: u8, every: usize },
    /// This is the earlier state.
    Since(Box<Seen>),
}

/// An earlier state of a wavefront.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    pc: u64,
    registers: SeenRegisters,
    lanes: Lanes,
    /// Number of pieces of code that it had run.
    pieces: usize,
    /// Number of pieces from which on it is compared when the wavefront comes to its address. A loop of some pieces may
    /// come to it after multiples of the numbers above only in the long run.
    next: usize,
    /// After how many pieces without a return a later state is remembered in its place; 0 for never.
    every: usize,
    /// Whether it has returned to it since.
    again: bool,
    /// Whether that was for the first time. Before that, it may have got further.
    is_first: bool,
    /// The memories when the registers were the same for the first time.
    memories: Option<SeenMemories>,
}

/// An earlier state of registers. Thousands of wavefronts may wait, and most kernels use few rows.
#[derive(Clone, Debug, PartialEq)]
struct SeenRegisters {
    scalars: Vec<u32>,
    /// The rows up to the last one that is not 0.
    rows: Vec<u32>,
}

impl SeenRegisters {
    fn of(wave: &Wave) -> Self {
        let is_used = |at: &usize| wave.row(*at).iter().any(|word| *word != 0);
        let used = (0..wave.row_count()).rev().find(is_used).map_or(0, |last| last + 1);
        Self { scalars: wave.scalars().to_vec(), rows: wave.rows().take(used).flatten().copied().collect() }
    }

    /// Whether registers are what they were.
    fn are(&self, wave: &Wave) -> bool {
        let known = self.rows.len() / wave.lanes();
        self.scalars == wave.scalars()
            && self.rows.chunks(wave.lanes()).zip(wave.rows()).all(|(before, now)| before == now)
            && wave.rows().skip(known).flatten().all(|word| *word == 0)
    }
}

/// An earlier state of memories.
#[derive(Clone, Debug, PartialEq)]
struct SeenMemories {
    private: Vec<u8>,
    lds: Vec<u8>,
    /// Overwritten since then to all other memories, while the wavefront does not run.
    overwritten: Overwritten,
}

impl SpinWatch {
    /// Watches from here on. Where wavefronts wait, later states are remembered, too: what they wait for comes after
    /// some code.
    pub(crate) fn start(&mut self, waits: bool) {
        // The piece that is next may be the rest of one: no branch leads to its beginning.
        *self = Self::After { pieces: 1, every: if waits { EVERY } else { 0 } };
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

    /// Whether a wavefront that spins has returned to its earlier state for the first time: it may have got further
    /// before.
    pub(crate) fn is_first_return(&self) -> bool {
        matches!(self, Self::Since(seen) if seen.is_first)
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
            Self::After { pieces: 0, every } => {
                let (registers, lanes, every) = (SeenRegisters::of(registers), lanes.clone(), *every);
                let next = pieces + if every == 0 { APART } else { APART_OF_WAITING };
                let seen =
                    Seen { pc, registers, lanes, pieces, next, every, again: false, is_first: false, memories: None };
                *self = Self::Since(Box::new(seen));
                false
            }
            Self::After { pieces, .. } => {
                *pieces -= 1;
                false
            }
            Self::Since(seen) => {
                let ran = pieces - seen.pieces;
                if seen.returns((pc, pieces), registers, lanes, world) {
                    return true;
                }
                // Memories are compared when the registers are the same for the second time.
                let most = if seen.memories.is_some() && !seen.again { 4 * seen.every } else { seen.every };
                if seen.every != 0 && ran >= most {
                    let every = if seen.again { EVERY } else { 2 * seen.every };
                    world.overwritten = None;
                    *self = Self::After { pieces: 0, every };
                }
                false
            }
        }
    }
}

impl Seen {
    /// Whether a wavefront at the start of a piece of code has returned to this state.
    fn returns(&mut self, (pc, pieces): (u64, usize), registers: &Wave, lanes: &Lanes, world: &mut WaveMemory) -> bool {
        let ran = pieces - self.pieces;
        let apart = match (self.again, self.every) {
            (true, _) => APART_AGAIN,
            (false, 0) => APART,
            _ => APART_OF_WAITING,
        };
        let is_time = ran != 0 && ran.is_multiple_of(apart) || pieces >= self.next;
        if !is_time || self.pc != pc {
            return false;
        }
        self.next = pieces + apart;
        let returns = self.lanes == *lanes && self.registers.are(registers) && self.has_same_memories(world);
        if returns {
            // The piece that is next counts again when the wavefront goes on. One round of the loop has no more pieces
            // than these.
            (self.pieces, self.next) = (pieces + 1, pieces + 1 + APART_AGAIN);
            self.is_first = !self.again;
            (self.again, self.every) = (true, ran.max(EVERY));
        }
        returns
    }

    /// Whether memories are what they were when the registers were the same for the first time: now, perhaps.
    fn has_same_memories(&mut self, world: &mut WaveMemory) -> bool {
        if let (Some(memories), Some(changes)) = (&self.memories, world.overwritten.take()) {
            let same = memories.private == world.private.bytes
                && memories.lds == *world.lds
                && changes.are_undone(&mut |memory, address, bytes| {
                    world.load(memory, address, bytes);
                });
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
