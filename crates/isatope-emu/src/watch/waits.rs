//! Registers of messages that are used too early: [`Options::check_waits`](crate::Options::check_waits).
//!
//! A message completes some time after its instruction. Before a wait for its slot, its result registers must be neither read nor
//! written. (Its source registers may be written: compilers do so.) The emulator completes messages immediately, so a program
//! without the wait would work; this watcher records the pending messages of each lane. A wait applies to the lanes that run it.
//! `isatope-check` provides the facts about messages. It also finds such uses on paths that are not executed, but cannot follow
//! computed jumps.

use std::rc::Rc;

use isatope_check::{Describer, Registers, Slots};

use crate::launch::setup::Placed;
use crate::machine::code::Step;
use crate::machine::fault::{Access, Cause, Early, Late, Unwaited};
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

/// Looks for uses of registers that a message may still use.
#[derive(Clone, Debug)]
pub(crate) struct WaitCheck {
    describer: Describer,
    given: StartState,
    /// Effects of instructions by address.
    uses: Spreading<Rc<Uses>>,
    /// Messages under way, by workgroup and number of the wavefront.
    under_way: Spreading<Vec<Sent>>,
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
            found: None,
        })
    }

    fn key(&self, wave: &Wavefront) -> u64 {
        self.given.number_of(wave.workgroup) << 8 | u64::from(wave.number)
    }

    fn uses(&mut self, step: &Step) -> Rc<Uses> {
        let describer = self.describer;
        let make = || {
            let known = describer.step(step.address, &step.instruction);
            let message = known.slot.map(|slot| (slot, known.pending));
            Rc::new(Uses { reads: known.read(), writes: known.written(), message, waits: known.waits })
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
        Some(Unwaited { early, register, late: Late::Message(sent.slot), sent_at: sent.pc, lanes: sent.lanes & lanes })
    })
}

impl Watcher for WaitCheck {
    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        let (key, lanes) = (self.key(wave), wave.registers.exec());
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

    fn after(&mut self, wave: &Wavefront, _: &Step, _: &[Access]) -> Option<Cause> {
        if wave.state == State::Ended {
            self.under_way.remove(&self.key(wave));
        }
        self.found.take().map(|found| Cause::Unwaited(Box::new(found)))
    }
}
