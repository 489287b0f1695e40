//! Data races: [`Options::check_races`](crate::Options::check_races).
//!
//! Two accesses to the same bytes of LDS or global memory by different wavefronts race if at least one of them writes and nothing
//! orders them. Accesses are ordered by
//! - the program of a wavefront, for all its lanes together;
//! - barriers, within a workgroup;
//! - atomic operations on a common address, between any two wavefronts: accesses before the earlier operation precede accesses
//!   after the later one. A load with `glc` counts as a later operation, and a plain store whose value an atomic operation or such
//!   a load reads counts as an earlier one, because compilers implement atomic loads and stores like this.
//!
//! The run decides the order of these operations. Accesses are ordered only by them, so a race is found even if both accesses
//! happened in the intended order.
//!
//! Not reported: an atomic or `glc` access against a plain one, because a plain store may be meant as atomic; a store of the value
//! that is already there; private memory. At most two readers of the same bytes are remembered.

mod cells;
mod order;

use cells::{Blocks, Cell, Mark};
use order::Order;

use crate::launch::setup::Placed;
use crate::machine::code::Step;
use crate::machine::fault::{Access, Cause, Owner, Race};
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
    global: Blocks,
    groups: Spreading<Group>,
    /// Numbers of wavefronts in the order, by workgroup and number in it.
    waves: Spreading<u32>,
    /// Places in the code are counted from here.
    code: u64,
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

impl RaceCheck {
    /// For the wavefronts of a dispatch of the kernel at an address.
    pub(crate) fn new(placed: &Placed, entry: u64) -> Self {
        Self {
            spaces: placed.services.spaces,
            given: placed.given.clone(),
            order: Order::default(),
            global: Blocks::default(),
            groups: Spreading::default(),
            waves: Spreading::default(),
            code: Mark::window(entry),
        }
    }

    /// How an instruction accesses a memory.
    fn kind(&self, step: &Step, memory: usize) -> Kind {
        let both = step.traits.reads & step.traits.writes;
        if both >> memory & 1 != 0 || (memory != self.spaces.lds && memory != self.spaces.global) {
            Kind::Atomic
        } else if memory == self.spaces.global && step.instruction.field_named("glc") == Some(1) {
            Kind::Acquires
        } else {
            Kind::Plain
        }
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

    /// An access that orders wavefronts.
    fn orders(&mut self, me: u32, group: u64, access: &Access, kind: Kind) {
        let common = self.common(group, access);
        let blocks = match self.groups.get_mut(&group) {
            Some(shared) if access.owner == Owner::Workgroup => &mut shared.lds,
            _ => &mut self.global,
        };
        // What a plain store left here comes before.
        if let Some(cell) = blocks.get(access.address).filter(|cell| cell.write.is_some()) {
            self.order.acquire(me, cell.write.segment);
        }
        self.order.meet(me, common, kind == Kind::Atomic);
    }

    /// A plain access.
    fn plain(&mut self, me: u32, group: u64, access: &Access, mark: Mark) -> Option<(Mark, bool)> {
        let blocks = match self.groups.get_mut(&group) {
            Some(shared) if access.owner == Owner::Workgroup => &mut shared.lds,
            _ => &mut self.global,
        };
        let order = &mut self.order;
        let mut race = None;
        blocks.each(access, |cell: &mut Cell, value: u32| {
            let before = |order: &mut Order, mark: Mark| !mark.is_some() || order.is_before(mark.segment, me);
            let known = cell.is_known();
            if access.write {
                let same = known && cell.value == value;
                if !before(order, cell.write) {
                    // Who stores what is there already changes nothing.
                    if same {
                        cell.shared = true;
                        return;
                    }
                    race.get_or_insert((cell.write, true));
                }
                let reader = cell.reads.into_iter().find(|read| !before(order, *read));
                if let Some(reader) = reader {
                    if same {
                        return;
                    }
                    race.get_or_insert((reader, false));
                }
                *cell = Cell { write: mark, value, ..Cell::default() };
            } else {
                if !cell.shared && !before(order, cell.write) {
                    race.get_or_insert((cell.write, true));
                }
                cell.value = value;
                let mine = |read: &Mark| !read.is_some() || order.wave_of(read.segment) == me;
                let slot = cell.reads.iter().position(mine).unwrap_or(1);
                cell.reads[slot] = mark;
            }
        });
        race
    }
}

impl Watcher for RaceCheck {
    fn before(&mut self, wave: &Wavefront, _: &Step) -> bool {
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
        true
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        if accesses.is_empty() && wave.state != State::Ended {
            return None;
        }
        let group = self.given.number_of(wave.workgroup);
        let me = *self.waves.get(&(group << 8 | u64::from(wave.number)))?;
        let mut met = false;
        for access in accesses {
            match self.kind(step, access.memory) {
                _ if access.owner == Owner::Thread => {}
                Kind::Plain => {
                    let mark = Mark::new(self.order.access(me), self.code, step.address, access.lane);
                    if let Some((other, write)) = self.plain(me, group, access, mark) {
                        let (other_workgroup, other_wave) = self.order.name_of(other.segment);
                        return Some(Cause::Race(Box::new(Race {
                            access: *access,
                            other_workgroup,
                            other_wave,
                            other_lane: other.lane(),
                            other_pc: other.pc(self.code),
                            other_write: write,
                        })));
                    }
                }
                // An atomic operation reads first.
                Kind::Atomic if access.write => met = true,
                kind => {
                    self.orders(me, group, access, kind);
                    met = true;
                }
            }
        }
        if met {
            self.order.end_segment(me);
        }
        if wave.state == State::Ended
            && let Some(shared) = self.groups.get_mut(&group)
        {
            shared.left -= 1;
            if shared.left == 0 {
                self.groups.remove(&group);
            }
        }
        None
    }
}
