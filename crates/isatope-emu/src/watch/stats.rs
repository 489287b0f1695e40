//! Counts of what runs: instructions, lanes, branches, memory.

use isatope_core::tables::RegisterId;
use isatope_core::{FlowKind, Instruction, Place, Write};

use super::summary::{Branches, Class, Hot, Summary, Traffic, VectorUse};
use crate::launch::program::Program;
use crate::machine::code::Step;
use crate::machine::fault::{Access, Cause, Owner};
use crate::machine::overlay::Spreading;
use crate::machine::wavefront::{State, Watcher, Wavefront};

/// Bytes of a line of a cache: what coalescing is counted in.
const LINE: u64 = 64;
/// Number of most frequent addresses to list.
const HOT: usize = 10;
/// The names of the parts of global memory that lanes have for themselves, and that a workgroup shares.
const PRIVATE: &str = "private";
const SHARED: &str = "shared";

/// Counts what runs.
#[derive(Clone, Debug)]
pub struct Stats {
    program: Program,
    counts: Spreading<Count>,
    traffic: Vec<Traffic>,
    wavefronts: u64,
    barriers: u64,
    /// The mask of active lanes before the instruction that runs.
    exec: u64,
    /// Lines that its accesses touch.
    lines: Vec<u64>,
}

/// Counts of an address.
#[derive(Clone, Debug)]
struct Count {
    instruction: Instruction,
    /// Whether it runs once per lane.
    vector: bool,
    /// Whether it branches, and whether it does so in any case.
    branch: Option<bool>,
    /// Whether it may write the mask of active lanes.
    masks: bool,
    times: u64,
    lanes: u64,
    /// Number of executions with some lanes inactive, and with all lanes inactive.
    partial: u64,
    empty: u64,
    taken: u64,
    split: u64,
    emptied: u64,
}

impl Stats {
    /// Nothing has run yet.
    pub fn new(program: &Program) -> Self {
        Self {
            program: program.clone(),
            counts: Spreading::default(),
            traffic: Vec::new(),
            wavefronts: 0,
            barriers: 0,
            exec: 0,
            lines: Vec::new(),
        }
    }

    /// Counts so far.
    pub fn summary(&self) -> Summary {
        let counts: Vec<(u64, &Count)> = self.counts.iter().map(|(address, count)| (*address, count)).collect();
        let sum = |of: &dyn Fn(&Count) -> u64| counts.iter().map(|(_, count)| of(count)).sum::<u64>();
        let mut classes: Vec<Class> = Vec::new();
        for (_, count) in &counts {
            let name = class_of(&count.instruction);
            match classes.iter_mut().find(|class| class.name == name) {
                Some(class) => class.instructions += count.times,
                None => classes.push(Class { name, instructions: count.times }),
            }
        }
        classes.sort_unstable_by_key(|class| (std::cmp::Reverse(class.instructions), class.name));
        let vector = |of: fn(&Count) -> u64| sum(&move |c: &Count| if c.vector { of(c) } else { 0 });
        let branch = |wanted: bool, of: fn(&Count) -> u64| {
            sum(&move |c: &Count| if c.branch == Some(wanted) { of(c) } else { 0 })
        };
        let mut hot = counts.clone();
        hot.sort_unstable_by_key(|(address, count)| (std::cmp::Reverse(count.times), *address));
        let hot = hot.into_iter().take(HOT).map(|(address, count)| Hot {
            address,
            place: self.program.name_of(address),
            line: self.program.line_of(address),
            instruction: self.program.text(&count.instruction),
            times: count.times,
        });
        Summary {
            wave: self.program.target().arch().called.wave,
            instructions: sum(&|c| c.times),
            wavefronts: self.wavefronts,
            barriers: self.barriers,
            classes,
            vector: VectorUse {
                instructions: vector(|c| c.times),
                lanes: vector(|c| c.lanes),
                partial: vector(|c| c.partial),
                empty: vector(|c| c.empty),
            },
            branches: Branches {
                jumps: branch(true, |c| c.times),
                taken: branch(false, |c| c.taken),
                not_taken: branch(false, |c| c.times - c.taken),
                split: sum(&|c| c.split),
                emptied: sum(&|c| c.emptied),
            },
            traffic: self.traffic.clone(),
            hot: hot.collect(),
        }
    }

    fn memory(&mut self, accesses: &[Access]) {
        let target = self.program.target();
        let (memories, global) = (target.arch().memories, target.arch().roles.global);
        let name = |a: &Access| match a.owner {
            Owner::Thread if global == Some(a.memory) => PRIVATE,
            Owner::Workgroup if global == Some(a.memory) => SHARED,
            _ => memories.get(a.memory).copied().unwrap_or_default(),
        };
        // Accesses of an instruction to one memory, in one direction, belong together.
        let mut done = Vec::new();
        for first in accesses {
            let kind = (name(first), first.write);
            if done.contains(&kind) {
                continue;
            }
            done.push(kind);
            self.lines.clear();
            let (mut count, mut bytes) = (0, 0);
            for access in accesses.iter().filter(|a| (name(a), a.write) == kind) {
                count += 1;
                bytes += u64::from(access.bytes);
                let last = access.address.saturating_add(u64::from(access.bytes).saturating_sub(1));
                self.lines.extend([access.address / LINE, last / LINE]);
            }
            self.lines.sort_unstable();
            self.lines.dedup();
            let traffic = match self.traffic.iter().position(|t| t.memory == kind.0) {
                Some(index) => &mut self.traffic[index],
                None => {
                    let called = first.memory_called(target);
                    self.traffic.push(Traffic { memory: kind.0, called, ..Traffic::default() });
                    self.traffic.last_mut().expect("it was put there")
                }
            };
            let direction = if kind.1 { &mut traffic.written } else { &mut traffic.read };
            direction.bytes += bytes;
            direction.accesses += count;
            direction.instructions += 1;
            direction.lines += self.lines.len() as u64;
        }
    }
}

/// Category of the instruction: its unit if the specification has one, else its format.
fn class_of(instruction: &Instruction) -> &'static str {
    instruction.unit().unwrap_or_else(|| instruction.format().name.as_str())
}

impl Count {
    fn new(step: &Step) -> Self {
        let arch = step.instruction.target().arch();
        let written = |wanted: Option<RegisterId>| {
            let mut accesses = step.instruction.access().filter(|access| access.write != Write::No);
            let found = accesses.find(|access| match access.place {
                Place::Special { register, .. } => Some(register.id) == wanted,
                _ => false,
            });
            found.map(|access| access.write)
        };
        Self {
            instruction: step.instruction,
            vector: step.instruction.encoding().effects.per_lane,
            branch: step.jumps.then(|| step.instruction.flow().kind != FlowKind::Branch),
            masks: written(arch.roles.active_lanes).is_some(),
            times: 0,
            lanes: 0,
            partial: 0,
            empty: 0,
            taken: 0,
            split: 0,
            emptied: 0,
        }
    }
}

impl Watcher for Stats {
    fn before(&mut self, wave: &Wavefront, _: &Step) -> bool {
        self.exec = wave.registers.exec();
        true
    }

    fn after(&mut self, wave: &Wavefront, step: &Step, accesses: &[Access]) -> Option<Cause> {
        let exec = self.exec;
        let count = self.counts.entry(step.address).or_insert_with(|| Count::new(step));
        count.times += 1;
        let active = exec.count_ones();
        count.lanes += u64::from(active);
        count.partial += u64::from(active != 0 && active != wave.registers.lanes() as u32);
        count.empty += u64::from(active == 0);
        if count.branch.is_some() {
            let jumped = wave.jumped(step);
            count.taken += u64::from(jumped != 0);
            count.split += u64::from(step.counter_per_lane && jumped != 0 && jumped != exec);
        }
        if count.masks {
            let now = wave.registers.exec();
            let fewer = now != exec && now & !exec == 0;
            count.split += u64::from(fewer && now != 0);
            count.emptied += u64::from(fewer && now == 0);
        }
        self.wavefronts += u64::from(wave.state == State::Ended);
        self.barriers += u64::from(wave.state == State::AtBarrier);
        if !accesses.is_empty() {
            self.memory(accesses);
        }
        None
    }
}
