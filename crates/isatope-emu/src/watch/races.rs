//! Data races: [`Options::check_races`](crate::Options::check_races).
//!
//! Two accesses to the same bytes of LDS or global memory by different wavefronts race if at least one of them writes
//! and nothing orders them. Accesses are ordered by
//! - the program of a wavefront, for all its lanes together;
//! - barriers, within a workgroup;
//! - atomic operations on a common address, between any two wavefronts: accesses before the earlier operation precede
//!   accesses after the later one. A load with `glc` counts as a later operation, and a plain store whose value an
//!   atomic operation or such a load reads counts as an earlier one, because compilers implement atomic loads and
//!   stores like this. To other workgroups, an atomic operation passes on only the stores that a wait has proved
//!   complete.
//!
//! The run decides the order of these operations. Accesses are ordered only by them, so a race is found even if both
//! accesses happened in the intended order. Two lanes that store different values to the same bytes in one instruction
//! race as well.
//!
//! Not reported: an atomic or `glc` access against a plain one, because a plain store may be meant as atomic; private
//! memory.
//! [`Options::allow_same_value`](crate::Options::allow_same_value) also leaves out stores of the value that is already
//! there.
//!
//! [`Options::check_races_strictly`](crate::Options::check_races_strictly) reports what OpenCL and Vulkan forbid, too:
//! - accesses by different lanes of one wavefront, unless a barrier or an atomic operation lies between them. Not if
//!   the kernel is compiled for workgroups of one wavefront: compilers then leave out barriers;
//! - an atomic operation and another access, a load or a store, without an order. Atomic loads and stores of a language
//!   may be compiled to plain ones, and are then reported although they are allowed. Accesses with `glc` are never
//!   reported.

mod cells;
mod lanes;
mod maps;
mod moments;
mod order;
mod stores;
mod thread;

use std::collections::HashMap;

use isatope_core::Target;

use cells::{Blocks, Cell, Mark};
use lanes::conflict;
use order::Order;
use stores::Stores;
use thread::Thread;

use crate::launch::setup::Placed;
use crate::machine::code::{Step, exchanges};
use crate::machine::fault::{Access, Cause, Owner, Race, Which};
use crate::machine::options::Options;
use crate::machine::overlay::Spreading;
use crate::machine::shape::StartState;
use crate::machine::wave_memory::Spaces;
use crate::machine::wavefront::{State, Watcher, Wavefront};

/// State of a running workgroup.
#[derive(Clone, Debug)]
struct Group {
    lds: Blocks,
    /// Number of its wavefronts that have not ended.
    left: usize,
}

/// Looks for accesses without an order.
#[derive(Clone, Debug)]
pub(crate) struct RaceCheck {
    spaces: Spaces,
    given: StartState,
    order: Order,
    /// Stores that may not be complete, if that can matter.
    stores: Option<Stores>,
    global: Blocks,
    groups: Spreading<Group>,
    /// Numbers of wavefronts in the order, by workgroup and number in it.
    waves: Spreading<u32>,
    /// Places in the code are counted from here.
    code: u64,
    /// Work-items of one wavefront race, too.
    between_lanes: bool,
    /// Atomic operations race with other accesses.
    atomics: bool,
    /// A store of the value that is already there is no race.
    allow_same: bool,
    /// How often each wavefront has synchronized with all workgroups, and whether it has not gone on since.
    met: HashMap<u32, (u64, bool)>,
    /// Reads that may still be kept beyond two for each cell.
    room: usize,
}

/// Most reads that are kept beyond two for each cell.
const MOST_READS: usize = 1 << 23;

/// An earlier access that races with one, and how.
#[derive(Clone, Copy, Debug)]
struct Earlier {
    mark: Mark,
    write: bool,
    atomic: Option<Which>,
}

/// Memory accesses of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    /// It sees what others have stored, and what came before that.
    Acquires,
    /// It reads and writes as one.
    Atomic,
}

/// Addresses of LDS and GDS among those that order wavefronts: above them lies the number of the workgroup.
const LDS: u64 = 1 << 63;
const GDS: u64 = 1 << 62;
/// Resources of global wave synchronization among them.
const GWS: u64 = 3 << 61;

impl RaceCheck {
    /// For the wavefronts of a dispatch of the kernel at an address.
    pub(crate) fn new(placed: &Placed, entry: u64, target: Target, options: &Options) -> Self {
        let strict = options.check_races_strictly;
        let talks = placed.services.talks;
        Self {
            spaces: placed.services.spaces,
            given: placed.given.clone(),
            order: Order::new(talks),
            stores: if talks { Stores::new(target) } else { None },
            global: Blocks::default(),
            groups: Spreading::default(),
            waves: Spreading::default(),
            code: Mark::window(entry),
            between_lanes: strict && !placed.for_one_wave,
            atomics: strict,
            allow_same: options.allow_same_value,
            met: HashMap::new(),
            room: MOST_READS,
        }
    }

    /// How an instruction accesses a memory.
    fn kind(&self, step: &Step, memory: usize) -> Kind {
        let both = step.traits.reads & step.traits.writes;
        let is_shared = memory == self.spaces.lds || memory == self.spaces.global;
        if !is_shared || both >> memory & 1 != 0 && exchanges(&step.instruction, memory) {
            Kind::Atomic
        } else if memory == self.spaces.global && step.instruction.field_named("glc") == Some(1) {
            Kind::Acquires
        } else {
            Kind::Plain
        }
    }

    /// Whether an access is to the global data share, which only atomic operations access.
    fn is_device(&self, access: &Access) -> bool {
        access.memory != self.spaces.lds && access.memory != self.spaces.global
    }

    /// The address of an access among those that order wavefronts.
    fn common(&self, group: u64, access: &Access) -> u64 {
        if access.owner == Owner::Workgroup {
            LDS | group << 24 | access.address & 0xff_fffc
        } else if access.memory == self.spaces.global {
            access.address & !3
        } else {
            GDS | access.address & !3
        }
    }

    /// The cells of the memory of an access.
    fn blocks<'a>(
        global: &'a mut Blocks,
        groups: &'a mut Spreading<Group>,
        group: u64,
        access: &Access,
    ) -> &'a mut Blocks {
        match groups.get_mut(&group) {
            Some(shared) if access.owner == Owner::Workgroup => &mut shared.lds,
            _ => global,
        }
    }

    /// An access that orders wavefronts.
    fn orders(&mut self, me: u32, group: u64, access: &Access, kind: Kind) {
        let common = self.common(group, access);
        let blocks = Self::blocks(&mut self.global, &mut self.groups, group, access);
        // What a plain store left here comes before.
        if let Some(cell) = blocks.get(access.address).filter(|cell| cell.write.is_some()) {
            self.order.acquire(me, cell.write.segment);
        }
        let unfinished = self.stores.as_ref().and_then(|stores| stores.unfinished(me));
        self.order.meet(me, common, kind == Kind::Atomic, unfinished);
    }

    /// An atomic operation among other accesses.
    fn atomic(&mut self, thread: Thread, group: u64, access: &Access, mark: Mark) -> Option<Earlier> {
        let blocks = Self::blocks(&mut self.global, &mut self.groups, group, access);
        let order = &mut self.order;
        let mut race = None;
        blocks.each(access, |cell: &mut Cell, _| {
            let earlier = |mark, write| Earlier { mark, write, atomic: Some(Which::This) };
            if !thread.is_after(order, cell.write) {
                race.get_or_insert(earlier(cell.write, true));
            }
            if let Some(read) = cell.reads().find(|read| !thread.is_after(order, *read)) {
                race.get_or_insert(earlier(read, false));
            }
            cell.atomic = mark;
        });
        race
    }

    /// A plain access.
    fn plain(&mut self, thread: Thread, group: u64, access: &Access, mark: Mark) -> Option<Earlier> {
        let blocks = Self::blocks(&mut self.global, &mut self.groups, group, access);
        let (order, room, allow_same) = (&mut self.order, &mut self.room, self.allow_same);
        let mut race = None;
        blocks.each(access, |cell: &mut Cell, value: u32| {
            let earlier = |mark, write| Earlier { mark, write, atomic: None };
            if !thread.is_after(order, cell.atomic) {
                race.get_or_insert(Earlier { mark: cell.atomic, write: true, atomic: Some(Which::Other) });
            }
            if !access.write {
                if !cell.shared && !thread.is_after(order, cell.write) {
                    race.get_or_insert(earlier(cell.write, true));
                }
                cell.value = value;
                thread.note_read(order, cell, mark, room);
                return;
            }
            let is_after_write = thread.is_after(order, cell.write);
            // A store of what is there already changes nothing.
            if allow_same && cell.is_known() && cell.value == value {
                cell.shared = cell.shared || !is_after_write;
                return;
            }
            if !is_after_write {
                race.get_or_insert(earlier(cell.write, true));
            }
            if let Some(reader) = cell.reads().find(|read| !thread.is_after(order, *read)) {
                race.get_or_insert(earlier(reader, false));
            }
            *room += cell.more_reads.as_ref().map_or(0, |more| more.len());
            *cell = Cell { write: mark, value, atomic: cell.atomic, ..Cell::default() };
        });
        race
    }

    /// The cause of a race of an access with an earlier one.
    fn cause(&mut self, me: u32, access: &Access, earlier: Earlier) -> Cause {
        let Earlier { mark, write, atomic } = earlier;
        let (other_workgroup, other_wave) = self.order.name_of(mark.segment);
        let other_unfinished = write && self.stores.is_some() && self.order.would_be_before(mark.segment, me);
        Cause::Race(Box::new(Race {
            access: *access,
            other_workgroup,
            other_wave,
            other_lane: mark.lane(),
            other_pc: mark.pc(self.code),
            other_write: write,
            other_unfinished,
            atomic,
        }))
    }
}

impl Watcher for RaceCheck {
    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        let group = self.given.number_of(wave.workgroup);
        let me = match self.waves.get(&(group << 8 | u64::from(wave.number))) {
            Some(me) => *me,
            None => {
                let me = self.order.add(group, wave.workgroup, wave.number);
                self.waves.insert(group << 8 | u64::from(wave.number), me);
                let left = self.given.waves_of(wave.workgroup, wave.registers.lanes());
                self.groups.entry(group).or_insert_with(|| Group { lds: Blocks::default(), left });
                me
            }
        };
        self.order.pass_barriers(me, wave.barriers);
        if let Some((_, pending @ true)) = self.met.get_mut(&me) {
            *pending = false;
            // It goes on after all that others did before they came.
            self.order.meet(me, GWS | u64::from(wave.meetings.1), false, None);
            self.order.end_segment(me, true);
        }
        if self.stores.as_mut().is_some_and(|stores| stores.step(me, step)) {
            self.order.end_segment(me, false);
        }
        true
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        let meets = wave.meetings.0 != 0 && step.traits.calls;
        if accesses.is_empty() && wave.state != State::Ended && !meets {
            return None;
        }
        let group = self.given.number_of(wave.workgroup);
        let me = *self.waves.get(&(group << 8 | u64::from(wave.number)))?;
        // Nearly all instructions access one memory.
        let usual = accesses.first().map(|access| (access.memory, self.kind(step, access.memory)));
        let kind_in = |check: &Self, memory| match usual {
            Some((usual, kind)) if usual == memory => kind,
            _ => check.kind(step, memory),
        };
        let is_plain = |access: &&Access| {
            access.write && access.owner != Owner::Thread && kind_in(self, access.memory) == Kind::Plain
        };
        if let Some((access, lane)) = conflict(accesses.iter().filter(is_plain)) {
            let mark = Mark::new(self.order.access(me), self.code, step.address, lane);
            return Some(self.cause(me, access, Earlier { mark, write: true, atomic: None }));
        }
        // An access of the whole wavefront counts as one of its first active lane.
        let first = wave.registers.exec().trailing_zeros().min(63);
        let per_lane = step.instruction.encoding().effects.per_lane;
        let mut met = false;
        for access in accesses {
            if access.owner == Owner::Thread {
                continue;
            }
            let lane = if per_lane { access.lane } else { first };
            let thread = Thread { wave: me, lane: self.between_lanes.then_some(lane) };
            let kind = kind_in(self, access.memory);
            let found = match kind {
                Kind::Acquires => None,
                Kind::Atomic if !self.atomics || self.is_device(access) => None,
                _ => {
                    let mark = Mark::new(self.order.access(me), self.code, step.address, lane);
                    match kind {
                        Kind::Atomic => self.atomic(thread, group, access, mark),
                        _ => self.plain(thread, group, access, mark),
                    }
                }
            };
            if let Some(earlier) = found {
                return Some(self.cause(me, access, earlier));
            }
            if kind == Kind::Plain
                && access.write
                && access.memory == self.spaces.global
                && let Some(stores) = &mut self.stores
            {
                stores.add(me, self.order.segment_of(me));
            }
            if kind != Kind::Plain {
                // An atomic operation reads first.
                if kind != Kind::Atomic || !access.write {
                    self.orders(me, group, access, kind);
                }
                met = true;
            }
        }
        if met {
            self.order.end_segment(me, true);
        }
        if meets && self.met.get(&me).is_none_or(|(count, _)| *count != wave.meetings.0) {
            self.order.meet(me, GWS | u64::from(wave.meetings.1), true, None);
            self.order.end_segment(me, true);
            self.met.insert(me, (wave.meetings.0, true));
        }
        if wave.state == State::Ended {
            self.stores.iter_mut().for_each(|stores| stores.end(me));
            if let Some(shared) = self.groups.get_mut(&group) {
                shared.left -= 1;
                if shared.left == 0 {
                    self.groups.remove(&group);
                    self.order.end_group(group);
                }
            }
        }
        None
    }
}
