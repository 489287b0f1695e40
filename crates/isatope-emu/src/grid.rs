//! Running the workgroups of a grid.
//!
//! There are two ways. *Apart*: a row of workgroups at a time, each of which sees memory as it was before the row and what it wrote
//! itself; afterwards the writes go to memory in the order of the workgroups. That may be done by any number of threads with the same
//! result. *Together*: one workgroup after the other on one memory, the next one when the first has ended or waits for somebody's
//! write. Kernels that talk between workgroups need that: those with atomic operations, and those that wait for each other.

use rayon::prelude::*;

use crate::code::Code;
use crate::fault::{Cause, Fault};
use crate::global::{Base, Global};
use crate::memory::Memory;
use crate::options::Options;
use crate::overlay::Overlay;
use crate::surroundings::{Events, Private, Record, Roles, Surroundings};
use crate::wavefront::{Nobody, Observer};
use crate::workgroup::{GroupStop, Rules, Workgroup};

/// Workgroups that run apart from each other at a time. The results of programs with races depend on it, but on nothing else.
const ROW: usize = 256;
/// Turns of all its wavefronts that a workgroup gets before the next one.
const TURNS: u64 = 8;
/// The most workgroups that are under way at a time when they run together.
const RESIDENT: usize = 512;

/// How a workgroup of a grid begins.
pub(crate) trait Start<const L: usize>: Sync {
    /// How many workgroups there are.
    fn workgroups(&self) -> u64;

    /// Makes a workgroup one that has not run yet.
    fn start(&self, number: u64, group: &mut Workgroup<L>);
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

/// A grid to run.
pub(crate) struct Grid<'a, const L: usize> {
    pub code: &'a Code<L>,
    pub roles: &'a Roles,
    pub start: &'a dyn Start<L>,
    pub options: &'a Options,
    /// Workgroups talk to each other by atomic operations.
    pub together: bool,
}

/// What a thread keeps between workgroups.
struct Room<const L: usize> {
    group: Workgroup<L>,
    lds: Vec<u8>,
    gds: Vec<u8>,
    events: Events,
}

impl<const L: usize> Room<L> {
    fn new() -> Self {
        Self { group: Workgroup::new(), lds: Vec::new(), gds: Vec::new(), events: Events::default() }
    }
}

/// What became of a workgroup that ran apart.
enum Outcome {
    Done(Totals),
    /// It waits for another workgroup.
    Waits,
    Fault(Box<Fault>),
}

impl<const L: usize> Grid<'_, L> {
    fn rules(&self) -> Rules {
        Rules { max_instructions: self.options.max_instructions, any_barrier: self.options.any_barrier }
    }

    /// The number of the workgroup that comes at a place in the order.
    fn order(&self) -> Vec<u64> {
        let mut order: Vec<u64> = (0..self.start.workgroups()).collect();
        if let Some(seed) = self.options.seed {
            shuffle(&mut order, seed);
        }
        order
    }

    fn begin(&self, number: u64, group: &mut Workgroup<L>) {
        self.start.start(number, group);
        if let Some(seed) = self.options.seed {
            shuffle(&mut group.order, seed ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        }
    }

    /// Runs all workgroups.
    pub(crate) fn run(&self, memory: &mut Memory, gds: &mut Vec<u8>) -> Result<Totals, Box<Fault>> {
        let order = self.order();
        let mut totals = Totals::default();
        if self.together {
            return self.together(&order, memory, gds, totals, &mut Nobody);
        }
        let mut overlays: Vec<Overlay> = Vec::new();
        overlays.resize_with(ROW.min(order.len()), Overlay::default);
        for (row, numbers) in order.chunks(ROW).enumerate() {
            let outcomes = self.row(numbers, memory, &mut overlays);
            if outcomes.iter().any(|o| matches!(o, Outcome::Waits)) {
                // From here on somebody has to see what others write.
                overlays.iter_mut().for_each(Overlay::clear);
                return self.together(&order[row * ROW..], memory, gds, totals, &mut Nobody);
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

    /// Runs a row of workgroups apart.
    fn row(&self, numbers: &[u64], memory: &Memory, overlays: &mut [Overlay]) -> Vec<Outcome> {
        let run = |room: &mut Room<L>, (number, overlay): (&u64, &mut Overlay)| self.apart(*number, memory, overlay, room);
        if rayon::current_num_threads() == 1 || numbers.len() == 1 {
            let mut room = Room::new();
            return numbers.iter().zip(overlays).map(|pair| run(&mut room, pair)).collect();
        }
        numbers.par_iter().zip(overlays.par_iter_mut()).map_init(Room::new, run).collect()
    }

    fn apart(&self, number: u64, memory: &Memory, overlay: &mut Overlay, room: &mut Room<L>) -> Outcome {
        overlay.clear();
        self.begin(number, &mut room.group);
        let mut world = Surroundings {
            roles: self.roles,
            global: Global::new(Base::Apart(memory, overlay)),
            lds: &mut room.lds,
            gds: &mut room.gds,
            private: Private::default(),
            alignment: self.options.alignment,
            events: std::mem::take(&mut room.events),
            hidden: 0,
            watch: None,
        };
        let stop = room.group.run(self.code, &mut world, self.rules(), u64::MAX, &mut Nobody);
        let (records, hidden) = (std::mem::take(&mut world.events.records), world.hidden);
        room.events = world.events;
        match stop {
            GroupStop::End | GroupStop::Budget | GroupStop::Pause => {
                let mut totals = Totals::of(&room.group);
                (totals.records, totals.hidden) = (records, hidden);
                Outcome::Done(totals)
            }
            GroupStop::Spinning => Outcome::Waits,
            GroupStop::Fault(fault) => Outcome::Fault(fault),
        }
    }

    /// Runs workgroups on one memory, as many at a time as have to be.
    pub(crate) fn together<O: Observer<L>>(
        &self,
        order: &[u64],
        memory: &mut Memory,
        gds: &mut Vec<u8>,
        mut totals: Totals,
        observer: &mut O,
    ) -> Result<Totals, Box<Fault>> {
        let mut next = order.iter();
        let mut resident: Vec<Workgroup<L>> = Vec::new();
        let mut spare: Vec<Workgroup<L>> = Vec::new();
        let mut lds = Vec::new();
        let mut world = Surroundings {
            roles: self.roles,
            global: Global::new(Base::Shared(memory)),
            lds: &mut lds,
            gds,
            private: Private::default(),
            alignment: self.options.alignment,
            events: Events::default(),
            hidden: 0,
            watch: None,
        };
        loop {
            // One more workgroup, where those that are there are not done.
            if resident.len() < RESIDENT
                && let Some(&number) = next.next()
            {
                let mut group = spare.pop().unwrap_or_else(Workgroup::new);
                self.begin(number, &mut group);
                resident.push(group);
            }
            if resident.is_empty() {
                break;
            }
            let full = resident.len() == RESIDENT || next.len() == 0;
            let mut further = false;
            let mut at = 0;
            while at < resident.len() {
                match resident[at].run(self.code, &mut world, self.rules(), TURNS, observer) {
                    GroupStop::End => {
                        let group = resident.remove(at);
                        totals.add(Totals::of(&group));
                        totals.records.append(&mut world.events.records);
                        spare.push(group);
                        further = true;
                        continue;
                    }
                    GroupStop::Budget => further = true,
                    GroupStop::Spinning => {}
                    GroupStop::Pause => return Ok(totals),
                    GroupStop::Fault(fault) => return Err(fault),
                }
                at += 1;
            }
            if full && !further {
                let group = &resident[0];
                let waits = |w: &&crate::Wavefront<L>| w.state == crate::wavefront::State::Running;
                let wave = group.waves.iter().find(waits).map_or(0, |w| w.number as usize);
                return Err(Box::new(group.fault(self.code, wave, Cause::Deadlock)));
            }
        }
        totals.hidden += world.hidden;
        Ok(totals)
    }
}

impl Totals {
    fn of<const L: usize>(group: &Workgroup<L>) -> Self {
        let instructions = group.waves.iter().map(|w| w.instructions).sum();
        Self { workgroups: 1, wavefronts: group.waves.len() as u64, instructions, ..Self::default() }
    }

    fn add(&mut self, mut other: Self) {
        self.workgroups += other.workgroups;
        self.wavefronts += other.wavefronts;
        self.instructions += other.instructions;
        self.hidden += other.hidden;
        self.records.append(&mut other.records);
    }
}

/// Permutes a list, the same way for the same seed.
fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut state = seed;
    for left in (1..list.len()).rev() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        list.swap(left, ((z ^ z >> 31) % (left as u64 + 1)) as usize);
    }
}
