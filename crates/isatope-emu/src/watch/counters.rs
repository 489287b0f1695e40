//! Registers that are used before a wait proves that they may be:
//! [`Options::check_waits`](crate::Options::check_waits), for architectures that count outstanding operations.
//!
//! The emulator completes loads immediately, so a program without the wait would work. This watcher keeps the
//! operations of each wavefront that no wait has proved complete. `isatope-check` has the rules; it also finds such
//! uses on paths that are not executed.

use std::sync::Arc;

use isatope_check::hazards::{Effects, Kind, Outstanding, Running};
use isatope_core::Target;

use crate::launch::setup::Placed;
use crate::machine::code::Step;
use crate::machine::fault::{Access, Cause, Early, Late, Owner, Unwaited};
use crate::machine::overlay::Spreading;
use crate::machine::shape::StartState;
use crate::machine::wavefront::{State, Watcher, Wavefront};

/// Looks for registers that are used too early.
#[derive(Clone, Debug)]
pub(crate) struct CounterCheck {
    running: Running,
    given: StartState,
    /// Effects of instructions by address.
    effects: Spreading<Arc<Effects>>,
    /// Outstanding operations, by workgroup and number of the wavefront.
    outstanding: Spreading<Outstanding>,
    /// Early use by the current instruction.
    found: Option<Unwaited>,
}

impl CounterCheck {
    /// For a launch; `None` if the hardware waits by itself.
    pub(crate) fn new(placed: &Placed, target: Target) -> Option<Self> {
        Some(Self {
            running: Running::new(target)?,
            given: placed.given.clone(),
            effects: Spreading::default(),
            outstanding: Spreading::default(),
            found: None,
        })
    }

    fn key(&self, wave: &Wavefront) -> u64 {
        self.given.number_of(wave.workgroup) << 8 | u64::from(wave.number)
    }
}

impl Watcher for CounterCheck {
    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        let (key, lanes) = (self.key(wave), wave.registers.exec());
        let running = &mut self.running;
        let effects = self.effects.entry(step.address).or_insert_with(|| Arc::new(running.effects(&step.instruction)));
        let effects = effects.clone();
        let outstanding = self.outstanding.entry(key).or_default();
        let early = self.running.step(outstanding, &effects, step.address, lanes);
        self.found = early.map(|early| Unwaited {
            access: None,
            early: match (early.kind, early.reads) {
                (Kind::Held, _) => Early::Overwrite,
                (_, true) => Early::Read,
                (_, false) => Early::Write,
            },
            register: self.running.names(&early.registers),
            late: Late::Counted { operation: early.rule.text, counter: early.counter },
            sent_at: early.address,
            lanes: if early.lanes & lanes == 0 { lanes } else { early.lanes & lanes },
        });
        true
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        let shared = accesses.iter().filter(|access| access.owner == Owner::Workgroup);
        let lanes = shared.fold(0, |lanes, access| lanes | 1 << (access.lane & 63));
        let key = self.key(wave);
        if lanes != 0
            && let Some(effects) = self.effects.get(&step.address)
        {
            let outstanding = self.outstanding.entry(key).or_default();
            self.running.share(outstanding, effects, step.address, lanes);
        }
        if wave.state == State::Ended {
            self.outstanding.remove(&key);
        }
        self.found.take().map(|found| Cause::Unwaited(Box::new(found)))
    }
}
