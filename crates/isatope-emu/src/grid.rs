//! Running the workgroups of a grid.
//!
//! There are two ways. *Apart*: a row of workgroups at a time, each of which sees memory as it was before the row and what it wrote
//! itself; afterwards the writes go to memory in the order of the workgroups. That may be done by any number of threads with the same
//! result. *Together*: one workgroup after the other on one memory, the next one when the first has ended or waits for somebody's
//! write. Kernels that talk between workgroups need that: those with atomic operations, and those that wait for each other.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::fault::Fault;
use crate::global::{Base, Global, Recent};
use crate::memory::Memory;
use crate::overlay::Overlay;
use crate::surroundings::{Events, Private, Record, Surroundings};
use crate::together::{Advance, Around, Together};
use crate::wavefront::{Nobody, Observer};
use crate::workgroup::{GroupStop, Workgroup};

/// Workgroups that run apart from each other at a time: at first, and at most. The results of programs with races depend on it, but
/// on nothing else.
const ROW: u64 = 256;
const LONGEST_ROW: u64 = 4096;
/// Bytes that the workgroups of a row may write and the next one be twice as long.
const FEW_BYTES: usize = 4 << 20;

/// How a workgroup of a grid begins.
pub(crate) trait Start<const L: usize>: Sync {
    /// How many workgroups there are.
    fn workgroups(&self) -> u64;

    /// Makes a workgroup one that has not run yet: the one at a place in the order.
    fn start(&self, place: u64, group: &mut Workgroup<L>);
}

/// What a grid did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Workgroups that ran.
    pub workgroups: u64,
    /// Wavefronts that ran.
    pub wavefronts: u64,
    /// Instructions that wavefronts ran.
    pub instructions: u64,
    /// Accesses to buffers out of their range, which hardware hides.
    pub hidden: u64,
    /// Calls of operations that give nothing back, in the order of workgroups: messages, exports.
    pub records: Vec<Record>,
}

/// What a thread keeps between workgroups.
struct Room<const L: usize> {
    group: Workgroup<L>,
    lds: Vec<u8>,
    gds: Vec<u8>,
    events: Events,
    recent: Recent,
}

impl<const L: usize> Room<L> {
    fn new() -> Self {
        Self {
            group: Workgroup::new(),
            lds: Vec::new(),
            gds: Vec::new(),
            events: Events::default(),
            recent: Recent::default(),
        }
    }
}

/// What became of a workgroup that ran apart.
enum Outcome {
    Done(Totals),
    /// It waits for another workgroup.
    Waits,
    Fault(Box<Fault>),
}

/// Runs all workgroups one after the other on one memory.
pub(crate) fn run_together<const L: usize, O: Observer<L>>(
    around: &Around<L>,
    memory: &mut Memory,
    gds: &mut Vec<u8>,
    (started, totals): (u64, Totals),
    observer: &mut O,
) -> Result<Totals, Box<Fault>> {
    let mut all = Together::from(started, totals);
    match all.advance(around, memory, gds, observer) {
        Advance::Done | Advance::Paused => Ok(all.totals),
        Advance::Fault(fault) => Err(fault),
    }
}

/// Runs all workgroups apart from each other, as long as none waits for another one.
pub(crate) fn run_apart<const L: usize>(
    around: &Around<L>,
    memory: &mut Memory,
    gds: &mut Vec<u8>,
) -> Result<Totals, Box<Fault>> {
    let mut totals = Totals::default();
    let count = around.start.workgroups();
    let rooms: Vec<Mutex<Room<L>>> = (0..rayon::current_num_threads()).map(|_| Mutex::new(Room::new())).collect();
    let mut overlays: Vec<Overlay> = Vec::new();
    let (mut first, mut length) = (0, ROW);
    while first < count {
        let numbers: Vec<u64> = (first..count.min(first + length)).collect();
        overlays.resize_with(numbers.len(), Overlay::default);
        let outcomes = row(around, &numbers, memory, &mut overlays, &rooms);
        if outcomes.iter().any(|o| matches!(o, Outcome::Waits)) {
            // From here on somebody has to see what others write.
            around.progress.back_to(first);
            return run_together(around, memory, gds, (first, totals), &mut Nobody);
        }
        first += length;
        // Each row costs a meeting of all threads.
        if overlays.iter().map(Overlay::size).sum::<usize>() < FEW_BYTES {
            length = LONGEST_ROW.min(2 * length);
        }
        for (outcome, overlay) in outcomes.into_iter().zip(&mut overlays) {
            match outcome {
                Outcome::Done(done) => {
                    overlay.commit(memory);
                    totals.add(done);
                }
                Outcome::Waits => {}
                Outcome::Fault(fault) => return Err(fault),
            }
        }
    }
    Ok(totals)
}

/// Runs a row of workgroups apart; each thread has a room of its own.
fn row<const L: usize>(
    around: &Around<L>,
    numbers: &[u64],
    memory: &Memory,
    overlays: &mut [Overlay],
    rooms: &[Mutex<Room<L>>],
) -> Vec<Outcome> {
    let run = |(number, overlay): (&u64, &mut Overlay)| {
        let thread = rayon::current_thread_index().unwrap_or(0) % rooms.len();
        let mut room = rooms[thread].lock().unwrap_or_else(PoisonError::into_inner);
        apart(around, *number, memory, overlay, &mut room)
    };
    if rooms.len() == 1 || numbers.len() == 1 {
        return numbers.iter().zip(overlays).map(run).collect();
    }
    numbers.par_iter().zip(overlays.par_iter_mut()).map(run).collect()
}

fn apart<const L: usize>(
    around: &Around<L>,
    number: u64,
    memory: &Memory,
    overlay: &mut Overlay,
    room: &mut Room<L>,
) -> Outcome {
    overlay.clear();
    around.start.start(number, &mut room.group);
    let mut world = Surroundings {
        roles: around.roles,
        global: Global::with(Base::Apart(memory, overlay), room.recent),
        lds: &mut room.lds,
        gds: &mut room.gds,
        private: Private::default(),
        alignment: around.options.alignment,
        events: std::mem::take(&mut room.events),
        hidden: 0,
        now: 0,
        poison: around.options.poison,
        any_barrier: around.options.any_barrier,
        log: None,
    };
    let stop = room.group.run(around.code, &mut world, around.options.rules(), u64::MAX, &mut Nobody);
    let (records, hidden) = (std::mem::take(&mut world.events.records), world.hidden);
    room.events = world.events;
    room.recent = world.global.recent();
    match stop {
        GroupStop::End | GroupStop::Budget | GroupStop::Pause => {
            around.progress.advance();
            let mut totals = Totals::of(&room.group);
            (totals.records, totals.hidden) = (records, hidden);
            Outcome::Done(totals)
        }
        GroupStop::Spinning => Outcome::Waits,
        GroupStop::Fault(fault) => Outcome::Fault(fault),
    }
}

impl Totals {
    pub(crate) fn of<const L: usize>(group: &Workgroup<L>) -> Self {
        let instructions = group.waves.iter().map(|w| w.instructions).sum();
        Self { workgroups: 1, wavefronts: group.waves.len() as u64, instructions, ..Self::default() }
    }

    pub(crate) fn add(&mut self, mut other: Self) {
        self.workgroups += other.workgroups;
        self.wavefronts += other.wavefronts;
        self.instructions += other.instructions;
        self.hidden += other.hidden;
        self.records.append(&mut other.records);
    }
}
