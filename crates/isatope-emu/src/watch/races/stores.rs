//! Stores of wavefronts that no wait has proved complete.
//!
//! Other wavefronts may find the result of an atomic operation before a store that precedes it in the program, unless
//! the wavefront has waited for the store in between: that is what a fence of a language becomes. A workgroup runs on
//! one compute unit, whose accesses keep their order, so this is about wavefronts of different workgroups.

use std::sync::Arc;

use isatope_check::hazards::{Effects, Outstanding, Running};
use isatope_core::Target;

use crate::machine::code::Step;
use crate::machine::overlay::Spreading;

/// A store of a wavefront: the instruction, counted from the start of the wavefront, and the segment.
#[derive(Clone, Copy, Debug)]
struct Store {
    instruction: u64,
    segment: u32,
}

#[derive(Clone, Debug, Default)]
struct Wave {
    outstanding: Outstanding,
    /// Stores that are not complete, in order.
    stores: Vec<Store>,
}

/// Stores that are not proved complete.
#[derive(Clone, Debug)]
pub(super) struct Stores {
    running: Running,
    /// Effects of instructions by address; `None` for those that neither start operations nor wait for them.
    effects: Spreading<Option<Arc<Effects>>>,
    waves: Spreading<Wave>,
}

impl Stores {
    /// For a target; `None` if its programs do not wait for stores.
    pub fn new(target: Target) -> Option<Self> {
        Some(Self { running: Running::new(target)?, effects: Spreading::default(), waves: Spreading::default() })
    }

    /// A wavefront is about to run an instruction. Returns whether all its stores are complete now, of which some were
    /// not before.
    pub fn step(&mut self, me: u32, step: &Step) -> bool {
        let running = &mut self.running;
        let make = || {
            let effects = running.effects(&step.instruction);
            effects.counts().then(|| Arc::new(effects))
        };
        let Some(effects) = self.effects.entry(step.address).or_insert_with(make).clone() else { return false };
        let wave = self.waves.entry(me.into()).or_default();
        self.running.step(&mut wave.outstanding, &effects, step.address, 0);
        if wave.stores.is_empty() {
            return false;
        }
        let outstanding = &wave.outstanding;
        wave.stores.retain(|store| outstanding.has(store.instruction));
        wave.stores.is_empty()
    }

    /// The instruction of the last [`step`](Self::step) has stored something, in a segment.
    pub fn add(&mut self, me: u32, segment: u32) {
        let Some(wave) = self.waves.get_mut(&me.into()) else { return };
        let instruction = wave.outstanding.instructions();
        if wave.outstanding.has(instruction) && wave.stores.last().is_none_or(|last| last.instruction != instruction) {
            wave.stores.push(Store { instruction, segment });
        }
    }

    /// The first segment of a wavefront with a store that is not complete.
    pub fn unfinished(&self, me: u32) -> Option<u32> {
        Some(self.waves.get(&me.into())?.stores.first()?.segment)
    }

    /// A wavefront has ended.
    pub fn end(&mut self, me: u32) {
        self.waves.remove(&me.into());
    }
}
