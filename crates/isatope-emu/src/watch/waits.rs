//! Registers and memory of messages that are used too early: [`Options::check_waits`](crate::Options::check_waits).
//!
//! A message completes some time after its instruction. Before a wait for its slot, its result registers must be
//! neither read nor written. (Its source registers may be written: compilers do so.) The emulator completes messages
//! immediately, so a program without the wait would work; this watcher records the pending messages of each lane. A
//! wait applies to the lanes that run it. Messages in different slots complete in any order, so one that accesses what
//! another one writes has to wait, too. `isatope-check` provides the facts about messages. It also finds such uses on
//! paths that are not executed, but cannot follow computed jumps.

use std::collections::BTreeMap;
use std::sync::Arc;

use isatope_check::{Describer, Registers, Slots};

use crate::launch::setup::Placed;
use crate::machine::code::Step;
use crate::machine::fault::{Access, Cause, Early, Late, Owner, Unwaited};
use crate::machine::overlay::Spreading;
use crate::machine::shape::StartState;
use crate::machine::wavefront::{State, Watcher, Wavefront};

/// Use of registers and messages by an instruction.
#[derive(Clone, Debug, Default)]
struct Uses {
    reads: Registers,
    writes: Registers,
    /// The slot of its message, and the registers that this writes.
    message: Option<(u8, Registers)>,
    /// Whether the message reads and writes memory in one operation.
    is_atomic: bool,
    waits: Slots,
}

/// A message that has been sent.
#[derive(Clone, Copy, Debug)]
struct Sent {
    slot: u8,
    writes: Registers,
    /// The lanes that have not waited for it.
    lanes: u64,
    pc: u64,
}

/// An access of a message that has been sent.
#[derive(Clone, Copy, Debug)]
struct Touched {
    slot: u8,
    is_atomic: bool,
    access: Access,
    /// The lanes that made it, and have not waited for it.
    lanes: u64,
    pc: u64,
}

impl Touched {
    /// Whether it may come before or after another access that has to come after it.
    fn is_unordered(&self, slot: u8, is_atomic: bool, access: &Access) -> bool {
        let old = &self.access;
        let is_same = old.memory == access.memory && old.owner == access.owner;
        // Each lane has such memory for itself.
        let meets = access.owner != Owner::Thread || old.lane == access.lane;
        let overlaps = old.address < end(access) && access.address < end(old);
        // Compilers leave the order of atomic operations to the memory.
        let is_ordered = self.slot == slot || self.is_atomic && is_atomic;
        !is_ordered && is_same && meets && overlaps && (old.write || access.write)
    }
}

fn end(access: &Access) -> u64 {
    access.address.saturating_add(access.bytes.into())
}

/// Accesses of pending messages, by address.
type Pending = BTreeMap<u64, Vec<Touched>>;

/// The most bytes that a message accesses at once.
const LONGEST: u64 = 64;

/// Adds the accesses of a message, and gives the first one that has to wait for an earlier message.
fn touch(pending: &mut Pending, uses: &Uses, slot: u8, pc: u64, accesses: &[Access]) -> Option<Unwaited> {
    let is_atomic = uses.is_atomic;
    let unordered = accesses.iter().find_map(|access| {
        let near = pending.range(access.address.saturating_sub(LONGEST)..end(access)).flat_map(|(_, list)| list);
        let old = near.into_iter().find(|old| old.is_unordered(slot, is_atomic, access))?;
        let early = match (old.access.write, access.write) {
            (false, _) => Early::Overwrite,
            (true, false) => Early::Read,
            (true, true) => Early::Write,
        };
        let (late, lanes) = (Late::Message(old.slot), 1 << access.lane);
        Some(Unwaited { early, register: String::new(), access: Some(*access), late, sent_at: old.pc, lanes })
    });
    for access in accesses {
        let list = pending.entry(access.address).or_default();
        let what = |access: &Access| (access.memory, access.owner, access.bytes, access.write);
        let is_known = |old: &&mut Touched| {
            let is_own = access.owner != Owner::Thread || old.access.lane == access.lane;
            (old.slot, old.is_atomic) == (slot, is_atomic) && what(&old.access) == what(access) && is_own
        };
        match list.iter_mut().find(is_known) {
            Some(old) => (old.lanes, old.pc) = (old.lanes | 1 << access.lane, pc),
            None => list.push(Touched { slot, is_atomic, access: *access, lanes: 1 << access.lane, pc }),
        }
    }
    unordered
}

/// Looks for uses of registers that a message may still use.
#[derive(Clone, Debug)]
pub(crate) struct WaitCheck {
    describer: Describer,
    given: StartState,
    /// Effects of instructions by address.
    uses: Spreading<Arc<Uses>>,
    /// Messages under way, by workgroup and number of the wavefront.
    under_way: Spreading<Vec<Sent>>,
    /// Accesses of messages under way, the same.
    touched: Spreading<Pending>,
    /// The lanes that run the current instruction.
    lanes: u64,
    /// Early use by the current instruction.
    found: Option<Unwaited>,
}

impl WaitCheck {
    /// For a launch; `None` where the architecture has no messages.
    pub(crate) fn new(placed: &Placed, target: isatope_core::Target) -> Option<Self> {
        Some(Self {
            describer: Describer::new(target)?,
            given: placed.given.clone(),
            uses: Spreading::default(),
            under_way: Spreading::default(),
            touched: Spreading::default(),
            lanes: 0,
            found: None,
        })
    }

    fn key(&self, wave: &Wavefront) -> u64 {
        self.given.number_of(wave.workgroup) << 8 | u64::from(wave.number)
    }

    fn uses(&mut self, step: &Step) -> Arc<Uses> {
        let describer = self.describer;
        let make = || {
            let known = describer.step(step.address, &step.instruction);
            let message = known.slot.map(|slot| (slot, known.pending));
            let is_atomic = known.memory.is_some_and(|memory| memory.is_atomic());
            Arc::new(Uses { reads: known.read(), writes: known.written(), message, is_atomic, waits: known.waits })
        };
        self.uses.entry(step.address).or_insert_with(make).clone()
    }
}

/// The first use of a register that a message may still use.
fn early(uses: &Uses, under_way: &[Sent], lanes: u64, name: impl Fn(u8) -> String) -> Option<Unwaited> {
    under_way.iter().filter(|sent| sent.lanes & lanes != 0).find_map(|sent| {
        let ways = [(Early::Read, uses.reads & sent.writes), (Early::Write, uses.writes & sent.writes)];
        let (early, registers) = ways.into_iter().find(|(_, registers)| *registers != 0)?;
        let register = name(registers.trailing_zeros() as u8);
        let access = None;
        Some(Unwaited {
            early,
            register,
            access,
            late: Late::Message(sent.slot),
            sent_at: sent.pc,
            lanes: sent.lanes & lanes,
        })
    })
}

impl Watcher for WaitCheck {
    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        let (key, lanes) = (self.key(wave), wave.registers.exec());
        self.lanes = lanes;
        let uses = self.uses(step);
        let under_way = self.under_way.entry(key).or_default();
        let (arch, file) = (step.instruction.target().arch(), self.describer.checks().file);
        let name = |register| format!("{}{register}", arch[file].prefix.as_str());
        self.found = early(&uses, under_way, lanes, name);
        if let Some((slot, writes)) = uses.message.filter(|(_, writes)| *writes != 0) {
            under_way.push(Sent { slot, writes, lanes, pc: step.address });
        }
        if uses.waits != 0 {
            for sent in under_way.iter_mut().filter(|sent| uses.waits >> sent.slot & 1 != 0) {
                sent.lanes &= !lanes;
            }
            under_way.retain(|sent| sent.lanes != 0);
        }
        true
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        let (key, uses) = (self.key(wave), self.uses(step));
        if let Some((slot, _)) = uses.message
            && !accesses.is_empty()
        {
            let unordered = touch(self.touched.entry(key).or_default(), &uses, slot, step.address, accesses);
            self.found = self.found.take().or(unordered);
        }
        if uses.waits != 0
            && let Some(touched) = self.touched.get_mut(&key)
        {
            let lanes = self.lanes;
            touched.retain(|_, list| {
                let waited = list.iter_mut().filter(|old| uses.waits >> old.slot & 1 != 0);
                waited.for_each(|old| old.lanes &= !lanes);
                list.retain(|old| old.lanes != 0);
                !list.is_empty()
            });
        }
        if wave.state == State::Ended {
            self.under_way.remove(&key);
            self.touched.remove(&key);
        }
        self.found.take().map(|found| Cause::Unwaited(Box::new(found)))
    }
}
