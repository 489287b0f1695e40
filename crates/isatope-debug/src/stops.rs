//! Breakpoints and watchpoints, and the watcher that stops a run at them.

use std::collections::BTreeSet;
use std::ops::Range;

use isatope::emulator::fault::Access;
use isatope::emulator::{Cause, Location, Step, Watcher, Wavefront};

use crate::expression::{Expression, words};
use crate::message::Message;

/// The workgroup and the number of a wavefront.
pub type WaveId = ([u32; 3], u32);

/// A place or a change that a run stops at.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// Its number.
    pub id: u32,
    /// What it stops at.
    pub on: On,
    /// How it was asked for.
    pub text: String,
    /// When it stops: the text and the expression. Without one, always.
    pub condition: Option<(String, Expression)>,
    /// The only lane whose accesses and changes count.
    pub lane: Option<u32>,
    /// What it writes instead of stopping the run.
    pub log: Option<Message>,
    /// Whether it stops the run now.
    pub enabled: bool,
    /// How often the run has come to it.
    pub hits: u64,
    /// How many more times the run does not stop at it.
    pub ignored: u64,
    /// How many times each run from the beginning does not stop at it.
    pub skips: u64,
}

impl Breakpoint {
    /// Whether it stops before the instruction at an address.
    pub fn is_at(&self, address: Option<u64>) -> bool {
        matches!((&self.on, address), (On::Place(addresses), Some(address)) if addresses.contains(&address))
    }
}

/// What a breakpoint stops at.
#[derive(Clone, Debug)]
pub enum On {
    /// Before the instructions at these addresses.
    Place(BTreeSet<u64>),
    /// After registers have changed.
    Register(Location),
    /// After an access to some bytes of a memory.
    Memory {
        /// The memory, by its index in the specification.
        memory: usize,
        /// The addresses.
        addresses: Range<u64>,
        /// Whether reads count.
        reads: bool,
        /// Whether writes count.
        writes: bool,
    },
}

/// Where a step ends.
#[derive(Clone, Debug, Default)]
pub enum Focus {
    /// Nowhere in particular.
    #[default]
    Nowhere,
    /// Before the next instruction of a wavefront.
    Wave(WaveId),
    /// Before an instruction of any other wavefront.
    NotWave(WaveId),
    /// Before an instruction of a wavefront at one of these addresses.
    At(WaveId, BTreeSet<u64>),
    /// Before an instruction of any wavefront at one of these addresses.
    AnyAt(BTreeSet<u64>),
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The place of a breakpoint, by its number.
    Place(u32),
    /// A change or access that a breakpoint stops at, and what it was.
    Change(u32, String),
    /// Where the step ends.
    Focus,
}

/// Stops a run at breakpoints, and where a step ends.
pub struct Stops {
    places: Vec<(u32, BTreeSet<u64>)>,
    registers: Vec<(u32, String, Location, Option<u32>)>,
    areas: Vec<(u32, On, Option<u32>)>,
    focus: Focus,
    /// The instruction that is next is not a place to stop at: the run stopped there.
    leaving: bool,
    held: Vec<Vec<Vec<u32>>>,
    /// What the last instruction did.
    pub changes: Vec<Hit>,
    /// Why the run stopped.
    pub hits: Vec<Hit>,
    memories: &'static [&'static str],
}

impl Stops {
    /// Stops at those breakpoints that are enabled. `memories` are the terms for the memories of the target.
    pub fn new(breakpoints: &[Breakpoint], focus: Focus, leaving: bool, memories: &'static [&'static str]) -> Self {
        let (mut places, mut registers, mut areas) = (Vec::new(), Vec::new(), Vec::new());
        for breakpoint in breakpoints.iter().filter(|breakpoint| breakpoint.enabled) {
            let (id, lane) = (breakpoint.id, breakpoint.lane);
            match &breakpoint.on {
                On::Place(addresses) => places.push((id, addresses.clone())),
                On::Register(location) => registers.push((id, breakpoint.text.clone(), *location, lane)),
                on @ On::Memory { .. } => areas.push((id, on.clone(), lane)),
            }
        }
        let (held, changes, hits) = (Vec::new(), Vec::new(), Vec::new());
        Self { places, registers, areas, focus, leaving, held, changes, hits, memories }
    }

    /// The same in the midst of a run, with other breakpoints.
    pub fn renewed(self, breakpoints: &[Breakpoint]) -> Self {
        Self { changes: self.changes, ..Self::new(breakpoints, self.focus, self.leaving, self.memories) }
    }

    fn is_focus(&self, id: WaveId, address: u64) -> bool {
        match &self.focus {
            Focus::Nowhere => false,
            Focus::Wave(wave) => *wave == id,
            Focus::NotWave(wave) => *wave != id,
            Focus::At(wave, addresses) => *wave == id && addresses.contains(&address),
            Focus::AnyAt(addresses) => addresses.contains(&address),
        }
    }
}

/// What registers hold: of each lane, or of the wavefront.
fn values(wave: &Wavefront, location: Location) -> Vec<Vec<u32>> {
    let lanes = if location.per_lane { wave.registers.lanes() } else { 1 };
    (0..lanes).map(|lane| words(wave, location, lane)).collect()
}

fn hex(words: &[u32]) -> String {
    crate::kind::Kind::Hex.text(words)
}

impl Watcher for Stops {
    fn before(&mut self, wave: &Wavefront, step: &Step) -> bool {
        let id = (wave.workgroup, wave.number);
        let mut hits = std::mem::take(&mut self.changes);
        if !std::mem::take(&mut self.leaving) {
            let here = self.places.iter().filter(|(_, addresses)| addresses.contains(&step.address));
            hits.extend(here.map(|(id, _)| Hit::Place(*id)));
            if self.is_focus(id, step.address) {
                hits.push(Hit::Focus);
            }
        }
        if !hits.is_empty() {
            self.hits = hits;
            return false;
        }
        self.held.clear();
        self.held.extend(self.registers.iter().map(|(_, _, location, _)| values(wave, *location)));
        true
    }

    fn after(&mut self, wave: &Wavefront, _: &Step, accesses: &[Access]) -> Option<Cause> {
        for ((id, name, location, lane), held) in self.registers.iter().zip(&self.held) {
            let now = values(wave, *location);
            let counts = |at: &usize| lane.is_none_or(|lane| !location.per_lane || lane as usize == *at);
            let changed: Vec<usize> = (0..now.len()).filter(|at| now[*at] != held[*at]).filter(counts).collect();
            let Some(&first) = changed.first() else { continue };
            let change = format!("{} -> {}", hex(&held[first]), hex(&now[first]));
            let what = match (location.per_lane, changed.len()) {
                (false, _) => format!("{name}: {change}"),
                (true, 1) => format!("{name}, lane {first}: {change}"),
                (true, count) => format!("{name}, {count} lanes, the first is {first}: {change}"),
            };
            self.changes.push(Hit::Change(*id, what));
        }
        for (id, on, only) in &self.areas {
            let On::Memory { memory, addresses, reads, writes } = on else { continue };
            let inside = |access: &&Access| {
                access.memory == *memory
                    && access.address < addresses.end
                    && access.address.saturating_add(access.bytes.into()) > addresses.start
                    && if access.write { *writes } else { *reads }
                    && only.is_none_or(|lane| lane == access.lane)
            };
            let mut all = accesses.iter().filter(inside);
            let Some(first) = all.next() else { continue };
            let more = match all.count() {
                0 => String::new(),
                count => format!(", and {count} more"),
            };
            let verb = if first.write { "wrote" } else { "read" };
            let (lane, value, bytes, address) = (first.lane, first.value, first.bytes, first.address);
            let called = self.memories.get(*memory).copied().unwrap_or("memory");
            let what = format!("lane {lane} {verb} {value:#x} ({bytes} bytes) at {address:#x} of {called}{more}");
            self.changes.push(Hit::Change(*id, what));
        }
        None
    }
}
