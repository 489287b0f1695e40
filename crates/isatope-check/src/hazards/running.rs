//! Operations that are outstanding while a program runs.
//!
//! An operation counts as outstanding until a wait proves it complete, however long it takes.

use isatope_core::hazards::{Level, Rule};
use isatope_core::{Instruction, Resources, Target};

use super::classes::Classes;
use super::declared::Declared;
use super::fact::{Event, Fact, Registers};
use super::shape::touches;
use super::{Kind, Options};

/// Facts about the instructions of a running program.
#[derive(Clone, Debug)]
pub struct Running {
    declared: Declared,
    classes: Classes,
}

/// Effects of an instruction on registers and counters.
#[derive(Clone, Debug)]
pub struct Effects {
    fact: Fact,
    registers: Registers,
    events: Vec<Event>,
    /// Operations that it starts as well if it accesses the memory of the workgroup.
    shared: Vec<Event>,
}

/// Operations of a wavefront that are outstanding, in the order in which they started.
#[derive(Clone, Debug, Default)]
pub struct Outstanding {
    list: Vec<Operation>,
    busy: Resources,
    /// Number of instructions that have run.
    instructions: u64,
}

/// An operation.
#[derive(Clone, Copy, Debug)]
struct Operation {
    address: u64,
    /// Which instruction of those that the wavefront has run started it.
    instruction: u64,
    event: Event,
    /// Number of later operations that follow it in one order.
    followers: u8,
    lanes: u64,
}

/// A register that is used too early.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Early {
    /// `Wait`, or `Held` if the operation reads the register.
    pub kind: Kind,
    /// Whether the instruction reads the register.
    pub reads: bool,
    /// The registers.
    pub registers: Resources,
    /// The rule that declares the operation.
    pub rule: &'static Rule,
    /// Name of the counter.
    pub counter: &'static str,
    /// Address of the instruction that started the operation.
    pub address: u64,
    /// The lanes that the operation is about.
    pub lanes: u64,
}

impl Running {
    /// Facts for a target; `None` if its hardware waits by itself.
    pub fn new(target: Target) -> Option<Self> {
        // Sources dispute what a program has to expect that cannot know which memory an address is in. Here it is
        // known.
        let options = Options { disputed: true, ..Options::default() };
        let mut declared = Declared::new(target.hazards()?, target, &options);
        declared.disputed = false;
        Some(Self { declared, classes: Classes::default() })
    }

    /// Names of registers: `v[0:1] and s3`.
    pub fn names(&self, registers: &Resources) -> String {
        isatope_flow::names(self.declared.target, registers).join(" and ")
    }

    /// Effects of an instruction.
    pub fn effects(&mut self, inst: &Instruction) -> Effects {
        let mut registers = Registers::default();
        registers.add(&touches(inst, &self.declared.allocated).0);
        let fact = self.declared.fact(inst, &registers, &mut self.classes);
        let is_disputed = |event: &Event| self.declared.rules[usize::from(event.rule)].level == Level::Disputed;
        let (shared, events) = self.declared.events(&fact, inst, &registers).partition(is_disputed);
        Effects { fact, registers, events, shared }
    }

    /// Runs an instruction of a wavefront in some lanes. Returns the first register that it uses too early.
    pub fn step(&self, wave: &mut Outstanding, effects: &Effects, address: u64, lanes: u64) -> Option<Early> {
        let Effects { fact, registers, events, .. } = effects;
        let mut early = None;
        if wave.busy.meets(&(registers.reads | registers.written)) {
            early = wave.list.iter().rev().find_map(|old| self.early(old, effects, lanes));
        }
        if !fact.waits.is_empty() {
            for &(counter, most) in &fact.waits {
                let is_proven =
                    |old: &Operation| old.event.counter == counter && old.event.is_proven(old.followers, most);
                let proven: Vec<Operation> = wave.list.iter().copied().filter(is_proven).collect();
                let ends = |old: &Operation, other: &Operation| {
                    old.instruction == other.instruction
                        && (old.event.rule == other.event.rule || old.event.ends_with(&other.event))
                };
                wave.list.retain(|old| !proven.iter().any(|other| ends(old, other)));
            }
            wave.find_busy();
        }
        wave.instructions += 1;
        self.start(wave, events, address, lanes);
        early
    }

    /// Starts what the last instruction starts as well because it accessed the memory of the workgroup in some lanes.
    pub fn share(&self, wave: &mut Outstanding, effects: &Effects, address: u64, lanes: u64) {
        self.start(wave, &effects.shared, address, lanes);
    }

    fn start(&self, wave: &mut Outstanding, events: &[Event], address: u64, lanes: u64) {
        for event in events {
            let most = self.declared.counters[usize::from(event.counter)].most;
            let (mut dropped, mut about) = (false, lanes);
            wave.list.retain_mut(|old| {
                if old.event.counter != event.counter {
                    return true;
                }
                // Of operations of one instruction that complete in any order, all are outstanding or none.
                if event.order.is_none() && old.address == address && old.event == *event {
                    about |= old.lanes;
                    return false;
                }
                old.followers = old.followers.saturating_add(u8::from(event.follows(&old.event)));
                // More than these do not start, and the oldest in an order completes first.
                let stays = old.followers < most;
                dropped |= !stays;
                stays
            });
            wave.list.push(Operation {
                address,
                instruction: wave.instructions,
                event: *event,
                followers: 0,
                lanes: about,
            });
            wave.busy |= event.writes | event.holds;
            if dropped {
                wave.find_busy();
            }
        }
    }

    fn early(&self, old: &Operation, effects: &Effects, lanes: u64) -> Option<Early> {
        // Lanes that the operation leaves alone hold their old values, for what touches only the lanes that run.
        let is_apart = old.lanes & lanes == 0 && effects.registers.reads.meets(&self.declared.lanes);
        let untouched = if is_apart { self.declared.per_lane } else { Resources::EMPTY };
        let (read, written) = old.event.early(&effects.registers, &effects.events);
        let (read, written) = (read - untouched, written - untouched);
        let held = (old.event.holds - untouched) & effects.registers.written;
        let (kind, reads, registers) = match () {
            () if !read.is_empty() => (Kind::Wait, true, read),
            () if !written.is_empty() => (Kind::Wait, false, written),
            () if !held.is_empty() => (Kind::Held, false, held),
            () => return None,
        };
        Some(Early {
            kind,
            reads,
            registers,
            rule: self.declared.rules[usize::from(old.event.rule)],
            counter: self.declared.counters[usize::from(old.event.counter)].name,
            address: old.address,
            lanes: old.lanes,
        })
    }
}

impl Effects {
    /// Whether the instruction starts operations that are counted, or waits for some.
    pub fn counts(&self) -> bool {
        !self.events.is_empty() || !self.fact.waits.is_empty()
    }
}

impl Outstanding {
    /// Number of instructions that have run, which is also the number of the last one.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Whether an operation that an instruction started is outstanding.
    pub fn has(&self, instruction: u64) -> bool {
        self.list.iter().any(|old| old.instruction == instruction)
    }

    fn find_busy(&mut self) {
        let registers = self.list.iter().map(|old| old.event.writes | old.event.holds);
        self.busy = registers.fold(Resources::EMPTY, |all, registers| all | registers);
    }
}
