//! The rules that hold for a target, and what they say about an instruction.

use isatope_core::costs::Costs;
use isatope_core::hazards::{BitField, Demand, Hazards, How, Level, Member, Rule, Side, States, Touched};
use isatope_core::tables::{Arch, FileId, VersionId};
use isatope_core::{FlowKind, Instruction, Resources, Target};

use super::classes::Classes;
use super::fact::{Event, Fact, Registers, rules};
use super::sides::{does, mask, meant, touched};
use super::{Options, operands};

/// The rules that hold for a target.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The declarations.
    pub hazards: &'static Hazards,
    /// The target.
    pub target: Target,
    /// The rules.
    pub rules: Vec<&'static Rule>,
    /// Counters of the target.
    pub counters: Vec<Counter>,
    /// Whether disputed rules hold, too.
    pub disputed: bool,
    /// Rules whose register is not set when a kernel starts, one bit each.
    pub undefined: u64,
    /// Rules with a state that instructions make wrong and right.
    pub stateful: u64,
    /// For each rule, the number of wait states that it needs.
    pub needs: Vec<u8>,
    /// For each rule, the number of wait states that it surely needs: without disputed ones.
    pub sure_needs: Vec<u8>,
    /// Registers that descriptors allocate.
    pub allocated: Resources,
    /// Registers with one value for each lane.
    pub per_lane: Resources,
    /// Registers and memories that operations write, but that not all sources wait for.
    pub unsure_writes: Resources,
    /// Registers that say which lanes run.
    pub lanes: Resources,
    /// Classes of operations of which sources dispute that a counter counts them, with the counter.
    unsure: Vec<(usize, u8)>,
    /// For each rule, the classes whose instructions matter, one bit each.
    classes: Vec<u128>,
    /// For each rule, the registers of its parts, in the order of its declaration.
    registers: Vec<[Resources; 3]>,
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

impl Declared {
    /// The rules of a target that options select.
    pub fn new(hazards: &'static Hazards, target: Target, options: &Options) -> Self {
        let version = target.version();
        let wanted = |rule: &&Rule| {
            let holds = match rule.kind {
                Demand::Replay { .. } => options.replay == Some(true),
                Demand::Distance { states, .. } => count(states, version, options.disputed) > 0,
                // These are not about instructions.
                Demand::Described { .. } => false,
                _ => true,
            };
            holds && rule.versions.contains(version) && (options.disputed || rule.level != Level::Disputed)
        };
        let rules: Vec<&Rule> = hazards.rules.iter().filter(wanted).collect();
        assert!(rules.len() <= 64, "a set of rules has 64 bits");
        let set = |holds: fn(&Demand) -> bool| {
            let all = rules.iter().enumerate().filter(|(_, rule)| holds(&rule.kind));
            all.fold(0, |all, (index, _)| all | 1 << index)
        };
        let needs = |disputed: bool| {
            let need = |rule: &&Rule| match rule.kind {
                Demand::Distance { states, .. } => count(states, version, disputed),
                _ => 0,
            };
            rules.iter().map(need).collect()
        };
        let arch = target.arch();
        let lanes = arch.roles.active_lanes.map(|register| arch.register_resources(register, None));
        let files = (0..arch.files.len()).map(FileId::new).filter(|&file| arch[file].per_lane);
        let per_lane = files.map(|file| Resources::range(arch.file_resources(file, 0, u16::MAX)));
        let counters = counters(hazards, version);
        let unsure = hazards
            .rules
            .iter()
            .filter(|rule| !options.disputed && rule.level == Level::Disputed && rule.versions.contains(version));
        let unsure = unsure.filter_map(|rule| match rule.kind {
            Demand::Event { of, counter, .. } => Some((of, index_of(&counters, counter)?)),
            _ => None,
        });
        let undefined = set(|demand| matches!(demand, Demand::Defined { .. }));
        let stateful = undefined | set(|demand| matches!(demand, Demand::Stale { .. }));
        Self {
            hazards,
            target,
            allocated: target.costs().map_or(Resources::EMPTY, |costs| allocatable(target, costs)),
            unsure_writes: hazards.rules.iter().fold(Resources::EMPTY, |all, rule| match rule.kind {
                Demand::Event { disputed: Some(ref touched), .. } => all | mask(touched, arch),
                _ => all,
            }),
            per_lane: per_lane.fold(Resources::EMPTY, |all, range| all | range),
            lanes: lanes.map_or(Resources::EMPTY, Resources::range),
            unsure: unsure.collect(),
            classes: rules.iter().map(|rule| classes_of(rule)).collect(),
            registers: rules.iter().map(|rule| registers_of(rule, target.arch())).collect(),
            needs: needs(options.disputed),
            sure_needs: needs(false),
            undefined,
            stateful,
            rules,
            counters,
            disputed: options.disputed,
        }
    }

    /// Index of a counter.
    pub fn counter(&self, name: &str) -> Option<u8> {
        index_of(&self.counters, name)
    }

    /// Whether an instruction is an operation of which sources dispute that a counter counts it.
    pub fn is_disputed(&self, inst: &Instruction, classes: &mut Classes, counter: u8) -> bool {
        let mut of = self.unsure.iter().filter(|(_, of)| *of == counter);
        of.any(|(class, _)| classes.of(self.hazards, inst) >> class & 1 != 0)
    }

    /// The registers of an instruction that matter for a distance rule of which it is the earlier instruction.
    pub fn first(&self, rule: u16, inst: &Instruction, registers: &Registers) -> Resources {
        self.of_side(rule, 0, inst, registers)
    }

    /// The registers of an instruction that matter for a distance rule of which it is the later instruction.
    pub fn second(&self, rule: u16, inst: &Instruction, registers: &Registers) -> Resources {
        self.of_side(rule, 1, inst, registers)
    }

    /// Whether a distance rule keeps what the earlier instruction reads from being overwritten.
    pub fn guards_reads(&self, rule: u16) -> bool {
        let is = |side: &Side, how: How| side.touched.is_some_and(|touched| touched.how == how);
        match self.rules[usize::from(rule)].kind {
            Demand::Distance { ref first, ref second, .. } => is(first, How::Reads) && is(second, How::Writes),
            _ => false,
        }
    }

    fn of_side(&self, rule: u16, side: usize, inst: &Instruction, registers: &Registers) -> Resources {
        let rule = usize::from(rule);
        let Demand::Distance { ref first, ref second, .. } = self.rules[rule].kind else { return Resources::EMPTY };
        let all = &self.registers[rule][side];
        [first, second][side].touched.map_or(Resources::EMPTY, |t| touched(&t, all, inst, registers))
    }

    /// The rules about an instruction that touches some registers.
    pub fn fact(&self, inst: &Instruction, registers: &Registers, classes: &mut Classes) -> Fact {
        let of = classes.of(self.hazards, inst);
        let is = |class: usize| of >> class & 1 != 0;
        let calls = matches!(inst.flow().kind, FlowKind::Call | FlowKind::Trap);
        let version = inst.target().version();
        let is_one_of = |all: &[Member]| all.iter().any(|row| row.versions.contains(version) && is(row.class));
        let writes_any = calls || is_one_of(self.hazards.indexing);
        let reads_undefined = is_one_of(self.hazards.undefined);
        let mut fact = Fact { states: 1, calls, writes_any, reads_undefined, ..Fact::default() };
        for idle in self.hazards.idle.iter().filter(|idle| idle.versions.contains(version) && is(idle.class)) {
            fact.states = idle.bits.value(inst).unwrap_or(0).min(u64::from(u8::MAX - 1)) as u8 + 1;
        }
        let waits = self.counters.iter().enumerate().filter(|(_, counter)| is(counter.class));
        let waits = waits.map(|(index, counter)| (index as u8, counter.bits.value(inst).unwrap_or(u64::MAX), counter));
        let waits = waits.filter(|&(_, value, counter)| value < u64::from(counter.most));
        fact.waits = waits.map(|(index, value, _)| (index, value as u8)).collect();
        for (index, _) in self.classes.iter().enumerate().filter(|(_, classes)| **classes & of != 0) {
            self.apply(index as u16, self.rules[index], inst, &is, registers, &mut fact);
        }
        fact.has_bad_operands = operands(inst, self.disputed).is_some();
        fact
    }

    fn apply(
        &self,
        index: u16,
        rule: &'static Rule,
        inst: &Instruction,
        is: &dyn Fn(usize) -> bool,
        registers: &Registers,
        fact: &mut Fact,
    ) {
        let all = &self.registers[usize::from(index)];
        match rule.kind {
            Demand::Event { of, counter, .. } if is(of) => {
                fact.starts |= u64::from(self.counter(counter).is_some()) << index;
            }
            Demand::Distance { ref first, ref second, .. } => {
                let part = |side: &Side, all| u64::from(is(side.class) && does(side, all, inst, registers)) << index;
                let [first, second] = [part(first, &all[0]), part(second, &all[1])];
                fact.firsts |= first;
                fact.seconds |= second;
            }
            Demand::Stale { ref by, ref cured, ref used, .. } => {
                let part = |side: &Side, all| u64::from(is(side.class) && meant(side, all, inst, registers)) << index;
                let [spoils, cures, used] = [part(by, &all[0]), part(cured, &all[1]), part(used, &all[2])];
                fact.spoils |= spoils;
                fact.cures |= cures;
                fact.of |= used;
            }
            // A call writes registers for the code that it goes to.
            Demand::Never { ref of } if is(of.class) && !fact.calls && does(of, &all[0], inst, registers) => {
                fact.of |= 1 << index;
            }
            Demand::Defined { of, .. } => {
                fact.cures |= u64::from(registers.written.meets(&all[0]) || fact.calls) << index;
                fact.of |= u64::from(is(of)) << index;
            }
            Demand::Replay { of, alone, second } if is(of) => {
                fact.of |= 1 << index;
                fact.run_alone |= u64::from(alone.is_some_and(is)) << index;
                fact.run_seconds |= u64::from(second.is_some_and(is)) << index;
            }
            Demand::Drain { of, except, .. } => {
                fact.of |= u64::from(is(of)) << index;
                fact.spared |= u64::from(except.is_some_and(is)) << index;
            }
            Demand::Provided { of, .. } if is(of) => fact.of |= 1 << index,
            _ => {}
        }
    }

    /// Operations that an instruction starts which touches some registers.
    pub fn events(&self, fact: &Fact, inst: &Instruction, registers: &Registers) -> impl Iterator<Item = Event> {
        rules(fact.starts).filter_map(move |index| {
            let all = &self.registers[usize::from(index)];
            let Demand::Event { counter, order, together, writes, disputed, holds, .. } =
                self.rules[usize::from(index)].kind
            else {
                return None;
            };
            let of = |t: Option<Touched>, all| t.map_or(Resources::EMPTY, |t| touched(&t, all, inst, registers));
            let disputed = of(disputed.filter(|_| self.disputed), &all[2]);
            let (writes, holds) = (of(writes, &all[0]) | disputed, of(holds, &all[1]));
            Some(Event { rule: index, counter: self.counter(counter)?, order, together, writes, holds })
        })
    }
}

/// Index of the counter with a name.
fn index_of(counters: &[Counter], name: &str) -> Option<u8> {
    counters.iter().position(|counter| counter.name == name).map(|index| index as u8)
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
        Demand::Event { of, writes, disputed, holds, .. } => [writes, holds, disputed].map(|t| (*of, *t)).into(),
        Demand::Distance { first, second, .. } => [first, second].map(|s| (s.class, s.touched)).into(),
        Demand::Stale { by, cured, used, .. } => [by, cured, used].map(|s| (s.class, s.touched)).into(),
        Demand::Never { of } => vec![(of.class, of.touched)],
        Demand::Drain { of, except, .. } => [of].into_iter().chain(except).map(|&class| (class, None)).collect(),
        Demand::Defined { of, .. } | Demand::Provided { of, .. } | Demand::Replay { of, .. } => vec![(*of, None)],
        Demand::Described { .. } => Vec::new(),
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
