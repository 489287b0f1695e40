//! Facts about instructions, as the rules need them. Equal instructions share them.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use isatope_core::costs::Costs;
use isatope_core::hazards::{BitField, Demand, Hazards, How, Level, Rule, Side, States, Touched};
use isatope_core::tables::{Arch, VersionId};
use isatope_core::{FlowKind, Instruction, Operand, Place, Resources, Target, Write};
use isatope_flow::Program;

use super::classes::Classes;
use super::{Options, operands};
use crate::kernel_cost::is_allocated;

/// Facts about all instructions of a program.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The declarations.
    pub hazards: &'static Hazards,
    /// The target.
    pub target: Target,
    /// Rules that hold for the target.
    pub rules: Vec<&'static Rule>,
    /// Counters of the target.
    pub counters: Vec<Counter>,
    /// Whether disputed rules hold, too.
    pub disputed: bool,
    /// Distance rules, one bit each, of which some instruction is the earlier one.
    pub started: u64,
    /// Registers that descriptors allocate.
    allocated: Resources,
    /// For each rule, the classes whose instructions matter, one bit each.
    classes: Vec<u128>,
    /// For each rule, the registers of its parts, in the order of its declaration.
    registers: Vec<[Resources; 3]>,
    shared: Vec<Fact>,
    index: Vec<u32>,
    /// For each instruction, whether it changes the state, and whether a rule is about it: 0 for most instructions.
    marks: Vec<u8>,
}

/// A counter of the target.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    /// Name.
    pub name: &'static str,
    /// Class of instructions that wait.
    pub class: usize,
    /// How many operations may be outstanding.
    pub bits: BitField,
    /// The value that waits for nothing; no more operations can be outstanding.
    pub most: u8,
}

/// Facts about an instruction.
#[derive(Clone, Debug, Default)]
pub struct Fact {
    /// Registers and memories that it reads.
    pub reads: Resources,
    /// Registers and memories that it may write.
    pub written: Resources,
    /// What most instructions do not need.
    rare: Option<Box<Rare>>,
    /// Wait states that it takes.
    pub states: u8,
    /// Counters that it waits for, and how many operations may then be outstanding.
    pub waits: Vec<(u8, u8)>,
    /// Operations that it starts.
    pub events: Vec<Event>,
    /// Distance rules of which it is the earlier instruction, with the registers that matter.
    pub firsts: Vec<(u16, Resources)>,
    /// Distance rules of which it is the later instruction.
    pub seconds: Vec<(u16, Resources)>,
    /// Other rules about it.
    pub rules: Vec<(u16, Part)>,
    /// Whether control goes to other code that comes back later.
    pub calls: bool,
    /// Whether it may write any register, through an index.
    pub writes_any: bool,
    /// Whether it breaks an operand rule.
    pub has_bad_operands: bool,
}

/// Facts that differ from what `reads` and `written` say.
#[derive(Clone, Debug, Default)]
struct Rare {
    /// Registers and memories that it overwrites completely.
    writes: Resources,
    /// Registers of which a load keeps a part. The load reads them when it completes.
    kept: Resources,
    /// Registers that a kernel with the instruction has to allocate.
    allocated: Resources,
}

/// The instruction changes the state.
const CHANGES: u8 = 1;

/// Part of an instruction in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The rule is about it.
    Of,
    /// It makes state wrong.
    By,
    /// It makes state right.
    Cured,
    /// It may not stand before a `Second` in a run.
    First,
    /// It may not stand after a `First` in a run.
    Second,
}

/// An operation that completes later.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// The rule that declares it.
    pub rule: u16,
    /// The counter.
    pub counter: u8,
    /// Number of the order; `None` if it completes at any time.
    pub order: Option<&'static str>,
    /// Group that writes registers in turn.
    pub together: Option<&'static str>,
    /// Registers that it writes later.
    pub writes: Resources,
    /// Registers that it reads later.
    pub holds: Resources,
}

impl Fact {
    /// Registers and memories that it overwrites completely.
    pub fn writes(&self) -> &Resources {
        self.rare.as_ref().map_or(&self.written, |rare| &rare.writes)
    }

    /// Registers of an older operation that it reads, and those that it writes, before the operation is complete. An
    /// operation of the same group writes registers after the older one, and keeps parts of what that wrote.
    pub fn early(&self, old: &Event) -> (Resources, Resources) {
        let (mut read, mut written) = (old.writes & self.reads, old.writes & self.written);
        for new in self.events.iter().filter(|new| old.together.is_some() && new.together == old.together) {
            if let Some(rare) = &self.rare {
                read -= new.writes & rare.kept;
            }
            if new.writes.covers(&written) {
                written = Resources::EMPTY;
            }
        }
        (read, written)
    }
}

impl Facts {
    /// Finds the facts of a program.
    pub fn new(hazards: &'static Hazards, program: &Program, options: &Options) -> Self {
        let mut facts = Self::of_target(hazards, program.target(), options);
        let mut classes = Classes::default();
        let mut known: HashMap<Option<Instruction>, u32, FixedState> = HashMap::default();
        facts.index.reserve_exact(program.items().len());
        for item in program.items() {
            let index = *known.entry(item.instruction).or_insert_with(|| {
                let fact = item.instruction.map_or_else(Fact::default, |inst| facts.fact(&inst, &mut classes));
                facts.shared.push(fact);
                facts.shared.len() as u32 - 1
            });
            facts.index.push(index);
        }
        let started = facts.shared.iter().flat_map(|fact| &fact.firsts);
        facts.started = started.fold(0, |all, (rule, _)| all | 1 << rule);
        let marks: Vec<u8> = facts.shared.iter().map(|fact| facts.mark_of(fact)).collect();
        facts.marks = facts.index.iter().map(|&index| marks[index as usize]).collect();
        for (mark, item) in facts.marks.iter_mut().zip(program.items()) {
            *mark |= u8::from(item.instruction.is_none()) << 1;
        }
        facts
    }

    fn mark_of(&self, fact: &Fact) -> u8 {
        let changes = fact.calls || !fact.waits.is_empty() || !fact.events.is_empty() || !fact.rules.is_empty();
        let is_second = fact.seconds.iter().any(|(rule, _)| self.started >> rule & 1 != 0);
        (u8::from(changes) * CHANGES) | (u8::from(is_second || fact.has_bad_operands) << 1)
    }

    /// Whether an instruction changes the state.
    pub fn changes(&self, at: usize) -> bool {
        self.marks[at] & CHANGES != 0
    }

    /// Whether no rule is about an instruction, and it does not change the state. Only its registers matter.
    pub fn is_plain(&self, at: usize) -> bool {
        self.marks[at] == 0
    }

    /// Registers that a kernel with an instruction has to allocate.
    pub fn allocated(&self, at: usize) -> Resources {
        let fact = self.of(at);
        fact.rare.as_ref().map_or_else(|| (fact.reads | fact.written) & self.allocated, |rare| rare.allocated)
    }

    /// Facts of a target, without instructions.
    pub fn of_target(hazards: &'static Hazards, target: Target, options: &Options) -> Self {
        let version = target.version();
        let wanted = |rule: &&Rule| {
            let holds = match rule.kind {
                Demand::Replay { .. } => options.replay,
                Demand::Distance { states, .. } => count(states, version, options.disputed) > 0,
                _ => true,
            };
            holds && rule.versions.contains(version) && (options.disputed || rule.level != Level::Disputed)
        };
        let rules: Vec<&Rule> = hazards.rules.iter().filter(wanted).collect();
        Self {
            hazards,
            target,
            allocated: target.costs().map_or(Resources::EMPTY, |costs| allocatable(target, costs)),
            classes: rules.iter().map(|rule| classes_of(rule)).collect(),
            registers: rules.iter().map(|rule| registers_of(rule, target.arch())).collect(),
            rules,
            counters: counters(hazards, version),
            disputed: options.disputed,
            started: 0,
            shared: Vec::new(),
            index: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Facts about one instruction.
    pub fn of(&self, at: usize) -> &Fact {
        &self.shared[self.index[at] as usize]
    }

    /// Number of wait states that rule `rule` needs: without disputed ones, and with them.
    pub fn states(&self, rule: u16, disputed: bool) -> u8 {
        let Demand::Distance { states, .. } = self.rules[usize::from(rule)].kind else { return 0 };
        count(states, self.target.version(), disputed)
    }

    /// Whether an instruction does nothing but take wait states.
    pub fn is_idle(&self, inst: &Instruction) -> bool {
        let version = self.target.version();
        self.hazards.idle.iter().any(|idle| idle.versions.contains(version) && self.hazards.is_in(idle.class, inst))
    }

    /// Index of a counter.
    pub fn counter(&self, name: &str) -> Option<u8> {
        self.counters.iter().position(|counter| counter.name == name).map(|index| index as u8)
    }

    /// Facts of an instruction that need not be in a program.
    pub fn fact(&self, inst: &Instruction, classes: &mut Classes) -> Fact {
        let arch = inst.target().arch();
        let of = classes.of(self.hazards, inst);
        let is = |class: usize| of >> class & 1 != 0;
        let mut fact = Fact { states: 1, ..Fact::default() };
        let (mut stores, mut rare) = (false, Rare::default());
        for access in inst.access() {
            // Which register it is only the running program knows.
            if matches!(access.place, Place::AnyRegister(_)) {
                fact.writes_any |= access.write != Write::No;
                continue;
            }
            let ids = Resources::range(arch.resource_ids(access.place));
            if access.read {
                fact.reads |= ids;
            }
            if is_allocated(&access) {
                rare.allocated |= ids;
            }
            if access.write != Write::No {
                fact.written |= ids;
            }
            if access.read && access.write != Write::No {
                rare.kept |= ids;
            }
            stores |= access.write != Write::No && matches!(access.place, Place::Memory(_));
            if access.write == Write::Always {
                rare.writes |= ids;
            }
        }
        // Atomic operations read their data when they start.
        if stores {
            rare.kept = Resources::EMPTY;
        }
        if let Some(counter) = arch.roles.program_counter {
            let counter = Resources::range(arch.register_resources(counter, None));
            fact.reads -= counter;
            rare.writes -= counter;
            fact.written -= counter;
        }
        rare.allocated &= self.allocated;
        let is_usual = rare.writes == fact.written
            && rare.kept.is_empty()
            && rare.allocated == (fact.reads | fact.written) & self.allocated;
        fact.rare = (!is_usual).then(|| Box::new(rare));
        fact.calls = matches!(inst.flow().kind, FlowKind::Call | FlowKind::Trap);
        let version = inst.target().version();
        for idle in self.hazards.idle.iter().filter(|idle| idle.versions.contains(version) && is(idle.class)) {
            fact.states = idle.bits.value(inst).unwrap_or(0).min(u64::from(u8::MAX - 1)) as u8 + 1;
        }
        for (index, counter) in self.counters.iter().enumerate().filter(|(_, counter)| is(counter.class)) {
            let value = counter.bits.value(inst).unwrap_or(u64::MAX);
            if value < u64::from(counter.most) {
                fact.waits.push((index as u8, value as u8));
            }
        }
        for (index, _) in self.classes.iter().enumerate().filter(|(_, classes)| **classes & of != 0) {
            self.apply(index as u16, self.rules[index], inst, &is, &mut fact);
        }
        fact.has_bad_operands = operands(inst, self.disputed).is_some();
        fact
    }

    fn apply(&self, index: u16, rule: &'static Rule, inst: &Instruction, is: &dyn Fn(usize) -> bool, fact: &mut Fact) {
        let all = &self.registers[usize::from(index)];
        match rule.kind {
            Demand::Event { of, counter, order, together, writes, holds } if is(of) => {
                let Some(counter) = self.counter(counter) else { return };
                let of = |t: Option<Touched>, all| t.map_or(Resources::EMPTY, |t| touched(&t, all, inst, fact));
                let (writes, holds) = (of(writes, &all[0]), of(holds, &all[1]));
                fact.events.push(Event { rule: index, counter, order, together, writes, holds });
            }
            Demand::Distance { ref first, ref second, .. } => {
                for (side, all, is_first) in [(first, &all[0], true), (second, &all[1], false)] {
                    if !is(side.class) {
                        continue;
                    }
                    let registers = side.touched.map(|t| touched(&t, all, inst, fact));
                    if registers.is_none_or(|registers| !registers.is_empty()) {
                        let entry = (index, registers.unwrap_or_default());
                        if is_first { fact.firsts.push(entry) } else { fact.seconds.push(entry) }
                    }
                }
            }
            // An instruction that does both makes it wrong.
            Demand::Stale { ref by, ref cured, ref used, .. } => {
                let parts = [(cured, &all[1], Part::Cured), (by, &all[0], Part::By), (used, &all[2], Part::Of)];
                for (side, all, part) in parts {
                    if is(side.class) && meant(side, all, inst, fact) {
                        fact.rules.push((index, part));
                    }
                }
            }
            // What a call writes is for the code that it goes to.
            Demand::Never { ref of } if is(of.class) && !fact.calls && does(of, &all[0], inst, fact) => {
                fact.rules.push((index, Part::Of));
            }
            Demand::Defined { of, .. } => {
                if fact.written.meets(&all[0]) || fact.calls {
                    fact.rules.push((index, Part::Cured));
                }
                if is(of) {
                    fact.rules.push((index, Part::Of));
                }
            }
            Demand::Replay { of, order } if is(of) => {
                fact.rules.push((index, Part::Of));
                if let Some((first, second)) = order {
                    fact.rules.extend(is(first).then_some((index, Part::First)));
                    fact.rules.extend(is(second).then_some((index, Part::Second)));
                }
            }
            Demand::Drain { of, .. } | Demand::Provided { of, .. } if is(of) => fact.rules.push((index, Part::Of)),
            _ => {}
        }
    }
}

/// The counters of a version.
pub fn counters(hazards: &Hazards, version: VersionId) -> Vec<Counter> {
    let fitting = hazards.counters.iter().filter(|counter| counter.versions.contains(version));
    let counter = |counter: &isatope_core::hazards::Counter| Counter {
        name: counter.name,
        class: counter.class,
        bits: counter.bits,
        most: counter.bits.most().min(u64::from(u8::MAX)) as u8,
    };
    fitting.map(counter).collect()
}

/// The largest number of wait states of those for a version.
fn count(states: &[States], version: VersionId, disputed: bool) -> u8 {
    let fits = states.iter().filter(|s| s.versions.contains(version) && (disputed || !s.disputed));
    fits.map(|s| s.count).max().unwrap_or(0)
}

/// The registers that descriptors allocate: those of files, and special ones that are allocated with them.
fn allocatable(target: Target, costs: &Costs) -> Resources {
    let (arch, version) = (target.arch(), target.version());
    let files = costs.budgets.iter().filter(|budget| budget.versions.contains(version));
    let files = files.map(|budget| arch.file_resources(budget.file, 0, u16::MAX));
    let extras = costs.extras.iter().filter(|extra| extra.versions.contains(version));
    let extras = extras.map(|extra| arch.register_resources(extra.register, None));
    files.chain(extras).fold(Resources::EMPTY, |all, range| all | Resources::range(range))
}

/// The parts of a rule: classes with the registers that matter.
fn parts(rule: &Rule) -> Vec<(usize, Option<Touched>)> {
    match &rule.kind {
        Demand::Event { of, writes, holds, .. } => vec![(*of, *writes), (*of, *holds)],
        Demand::Distance { first, second, .. } => [first, second].map(|s| (s.class, s.touched)).into(),
        Demand::Stale { by, cured, used, .. } => [by, cured, used].map(|s| (s.class, s.touched)).into(),
        Demand::Never { of } => vec![(of.class, of.touched)],
        Demand::Defined { of, .. }
        | Demand::Drain { of, .. }
        | Demand::Provided { of, .. }
        | Demand::Replay { of, .. } => vec![(*of, None)],
    }
}

/// The classes of instructions that matter for a rule, one bit each.
fn classes_of(rule: &Rule) -> u128 {
    match rule.kind {
        // Every instruction may write the register.
        Demand::Defined { .. } => u128::MAX,
        _ => parts(rule).iter().fold(0, |all, (class, _)| all | 1 << class),
    }
}

/// The registers of the parts of a rule.
fn registers_of(rule: &Rule, arch: &Arch) -> [Resources; 3] {
    let mut all = [Resources::EMPTY; 3];
    if let Demand::Defined { register, .. } = rule.kind {
        all[0] = Resources::range(arch.register_resources(register, None));
    }
    for ((_, touched), registers) in parts(rule).into_iter().zip(&mut all) {
        *registers |= touched.map_or(Resources::EMPTY, |touched| mask(&touched, arch));
    }
    all
}

/// Whether an instruction touches some of the registers of a side of a rule.
fn does(side: &Side, all: &Resources, inst: &Instruction, fact: &Fact) -> bool {
    side.touched.is_none_or(|t| !touched(&t, all, inst, fact).is_empty())
}

/// Whether an instruction touches registers as a side of a rule says it. All of a register has to be written.
fn meant(side: &Side, all: &Resources, inst: &Instruction, fact: &Fact) -> bool {
    match side.touched {
        Some(touched) if touched.how == How::Writes => !all.is_empty() && fact.writes().covers(all),
        _ => does(side, all, inst, fact),
    }
}

/// All registers of the files and registers of a rule.
fn mask(touched: &Touched, arch: &Arch) -> Resources {
    let files = touched.files.iter().map(|&file| arch.file_resources(file, 0, u16::MAX));
    let registers = touched.registers.iter().map(|&register| arch.register_resources(register, None));
    files.chain(registers).fold(Resources::EMPTY, |all, range| all | Resources::range(range))
}

/// The registers that an instruction touches as a rule says it. `all` are those of the rule.
fn touched(touched: &Touched, all: &Resources, inst: &Instruction, fact: &Fact) -> Resources {
    let arch = inst.target().arch();
    let mut found = match touched.how {
        How::Reads => fact.reads & *all,
        How::Writes => fact.written & *all,
        How::Part if !fact.written.meets(all) => Resources::EMPTY,
        How::Part => {
            let parts = touched.registers.iter().map(|&r| Resources::range(arch.register_resources(r, None)));
            let partly = parts.filter(|part| fact.written.meets(part) && !fact.written.covers(part));
            partly.fold(Resources::EMPTY, |all, part| all | part)
        }
    };
    if !touched.operands.is_empty() {
        let named = |operand: &Operand| operand.field_name().is_some_and(|name| touched.operands.contains(&name));
        for operand in inst.operands().filter(named) {
            let fits = match touched.how {
                How::Reads => operand.read(),
                How::Writes | How::Part => operand.write() != Write::No,
            };
            if let Some(place) = operand.place().filter(|_| fits) {
                found |= Resources::range(arch.resource_ids(place));
            }
        }
    }
    found
}
