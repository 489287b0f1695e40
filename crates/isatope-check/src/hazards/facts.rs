//! Facts about the instructions of programs. Equal instructions share them.

use std::collections::HashMap;
use std::ops::{Deref, Range};

use foldhash::fast::FixedState;
use isatope_core::hazards::Hazards;
use isatope_core::{Instruction, Resources, Target};
use isatope_flow::Program;

use super::Options;
use super::classes::Classes;
use super::declared::Declared;
use super::fact::{Fact, rules};

/// Facts about instructions that were met so far, for a target and a selection of its rules.
#[derive(Clone, Debug)]
pub struct Known {
    declared: Declared,
    classes: Classes,
    /// The first ones are for words that are no instructions.
    facts: Vec<Fact>,
    /// For each of the facts, [`CHANGES`] and [`CHECKED`]: 0 for most.
    marks: Vec<u8>,
    index: HashMap<Instruction, u32, FixedState>,
    /// Distance rules of which some instruction is the earlier one, one bit each.
    started: u64,
    /// Rules whose state some instruction, or the start of a kernel, makes wrong.
    wrong: u64,
}

/// Facts about all instructions of a program. It dereferences to the rules.
#[derive(Clone, Debug)]
pub struct Facts<'k> {
    known: &'k Known,
    /// For each instruction, the number of its facts.
    index: Vec<u32>,
}

impl Deref for Facts<'_> {
    type Target = Declared;

    fn deref(&self) -> &Declared {
        &self.known.declared
    }
}

/// The instruction changes the state.
const CHANGES: u8 = 1;

/// A rule is about the instruction.
const CHECKED: u8 = 2;

/// The instructions of a block together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    /// Registers and memories that they read.
    pub reads: Resources,
    /// Registers and memories that they may write.
    pub written: Resources,
    /// Whether one may write any register.
    pub writes_any: bool,
    /// Whether these registers are those that a kernel has to allocate for each of them.
    pub allocates_all: bool,
    /// Whether one changes the state, and whether a rule is about one.
    marks: u8,
}

impl Summary {
    /// Whether no rule is about the instructions, and they do not change the state. Only their registers matter.
    pub fn is_plain(&self) -> bool {
        self.marks == 0
    }

    /// Whether an instruction changes the state.
    pub fn changes(&self) -> bool {
        self.marks & CHANGES != 0
    }
}

/// More facts than this are forgotten before the next program: they take about 50 megabytes.
const MOST_KNOWN: usize = 1 << 18;

impl Known {
    /// Without facts.
    pub fn new(hazards: &'static Hazards, target: Target, options: &Options) -> Self {
        let declared = Declared::new(hazards, target, options);
        let wrong = declared.undefined;
        let (facts, marks) = (vec![Fact::default()], vec![CHECKED]);
        Self { declared, classes: Classes::default(), facts, marks, index: HashMap::default(), started: 0, wrong }
    }

    /// Finds the facts of a program.
    pub fn learn(&mut self, program: &Program) -> Facts<'_> {
        if self.facts.len() > MOST_KNOWN {
            self.facts.truncate(1);
            self.marks.truncate(1);
            self.index.clear();
        }
        let mut index = Vec::with_capacity(program.items().len());
        for item in program.items() {
            index.push(item.instruction.map_or(0, |inst| {
                *self.index.entry(inst).or_insert_with(|| {
                    self.facts.push(self.declared.fact(&inst, &mut self.classes));
                    self.facts.len() as u32 - 1
                })
            }));
        }
        self.mark();
        Facts { known: self, index }
    }

    /// Marks new facts; all of them if it now depends on more rules.
    fn mark(&mut self) {
        let (mut started, mut wrong) = (self.started, self.wrong);
        for fact in &self.facts[self.marks.len()..] {
            started |= fact.firsts;
            wrong |= fact.spoils;
        }
        if (started, wrong) != (self.started, self.wrong) {
            (self.started, self.wrong) = (started, wrong);
            self.marks.truncate(1);
        }
        for fact in &self.facts[self.marks.len()..] {
            // A state that no instruction makes wrong need not be made right, and is not checked.
            let changes = fact.calls || fact.timing.is_some() || fact.spoils | fact.cures & wrong != 0;
            let of = fact.of & (wrong | !self.declared.stateful) != 0;
            let is_checked = of || fact.seconds & started != 0 || fact.has_bad_operands;
            self.marks.push((u8::from(changes) * CHANGES) | (u8::from(is_checked) * CHECKED));
        }
    }
}

impl Facts<'_> {
    /// The distance rules of which an instruction is the later one, and some instruction is the earlier one.
    pub fn seconds(&self, fact: &Fact) -> impl Iterator<Item = u16> + use<> {
        rules(fact.seconds & self.known.started)
    }

    fn marks(&self, at: usize) -> u8 {
        self.known.marks[self.index[at] as usize]
    }

    /// Whether an instruction changes the state.
    pub fn changes(&self, at: usize) -> bool {
        self.marks(at) & CHANGES != 0
    }

    /// Whether a rule is about an instruction.
    pub fn is_checked(&self, at: usize) -> bool {
        self.marks(at) & CHECKED != 0
    }

    /// Whether no rule is about an instruction, and it does not change the state. Only its registers matter.
    pub fn is_plain(&self, at: usize) -> bool {
        self.marks(at) == 0
    }

    /// Some instructions together.
    pub fn summary(&self, instructions: Range<usize>) -> Summary {
        let mut all = Summary { allocates_all: true, ..Summary::default() };
        for at in instructions {
            let fact = self.of(at);
            all.reads |= fact.reads;
            all.written |= fact.written;
            all.writes_any |= fact.writes_any;
            all.allocates_all &= fact.own.is_none();
            all.marks |= self.marks(at);
        }
        all
    }

    /// Registers that a kernel with an instruction has to allocate.
    pub fn allocated(&self, at: usize) -> Resources {
        let fact = self.of(at);
        fact.own.as_ref().map_or_else(|| (fact.reads | fact.written) & self.allocated, |own| own.allocated)
    }

    /// Facts about one instruction.
    pub fn of(&self, at: usize) -> &Fact {
        &self.known.facts[self.index[at] as usize]
    }
}
