//! Facts about the instructions of programs. Instructions of equal shape share them.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::{Deref, Range};

use foldhash::fast::FixedState;
use isatope_core::hazards::Hazards;
use isatope_core::{Instruction, Resources, Target};
use isatope_flow::{Block, Graph, Item, Program};

use super::Options;
use super::classes::Classes;
use super::declared::Declared;
use super::fact::{Event, Fact, Registers, rules};
use super::shape::{Fixed, Moves, Shape, Shapes, Touch, Touched, touches};

/// Facts about instructions that were met so far, for a target and a selection of its rules.
#[derive(Clone, Debug)]
pub struct Known {
    declared: Declared,
    classes: Classes,
    shapes: Shapes,
    facts: Numbered<Fact>,
    fixed: Numbered<Fixed>,
    /// The first one is for words that are no instructions.
    shared: Vec<Shared>,
    moving: Vec<Touch>,
    index: HashMap<Shape, u32, FixedState>,
    /// Instructions that were met lately, each in a place that its bits determine: most of a library occur often.
    met: Vec<Met>,
    /// Distance rules of which some instruction is the earlier one, one bit each.
    started: u64,
    /// Rules whose state some instruction, or the start of a kernel, makes wrong.
    wrong: u64,
    /// Of the program.
    lists: Lists,
}

/// Lists for a program. They are kept for the next one, because new memory takes time.
#[derive(Clone, Debug, Default)]
struct Lists {
    /// One for each instruction, and one after the last.
    entries: Vec<Entry>,
    touches: Vec<Touch>,
    events: Vec<Event>,
    overview: Overview,
}

/// Facts about all instructions of a shape, as numbers: few are different, so they stay in the caches.
#[derive(Clone, Copy, Debug, Default)]
struct Shared {
    fact: u32,
    fixed: u32,
    /// The part that moves with the registers of an instruction: its start and its end.
    moving: (u32, u32),
}

/// An instruction with the facts of its shape.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    inst: Option<Instruction>,
    shared: Shared,
    moves: Moves,
}

/// Different values with numbers.
#[derive(Clone, Debug)]
struct Numbered<T> {
    values: Vec<T>,
    numbers: HashMap<T, u32, FixedState>,
}

impl<T: Clone + Default + Eq + Hash> Numbered<T> {
    /// The default value is number 0.
    fn new() -> Self {
        Self { values: vec![T::default()], numbers: HashMap::from_iter([(T::default(), 0)]) }
    }

    fn number(&mut self, value: T) -> u32 {
        *self.numbers.entry(value.clone()).or_insert_with(|| {
            self.values.push(value);
            self.values.len() as u32 - 1
        })
    }
}

/// Facts about all instructions of a program. It dereferences to the rules.
#[derive(Clone, Debug)]
pub struct Facts<'k> {
    known: &'k Known,
}

/// Numbers of the facts of an instruction, of the first of the registers that only it touches, and of its first
/// operation.
#[derive(Clone, Copy, Debug)]
struct Entry {
    fact: u32,
    fixed: u32,
    touches: u32,
    events: u32,
}

impl Deref for Facts<'_> {
    type Target = Declared;

    fn deref(&self) -> &Declared {
        &self.known.declared
    }
}

/// The instructions of the blocks of a program together.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    blocks: Vec<Summary>,
    marks: Vec<Mark>,
}

/// The instructions of a block together.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Registers and memories that they read.
    pub reads: Resources,
    /// Registers and memories that they may write.
    pub written: Resources,
    /// Whether one may write any register.
    pub writes_any: bool,
    /// Whether these registers are those that a kernel has to allocate for each of them.
    pub allocates_all: bool,
    marks: Range<u32>,
}

/// An instruction that matters for the rules, beside the registers that it touches.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Its index.
    pub at: u32,
    /// Whether it changes the state.
    pub changes: bool,
    /// Whether a rule is about it.
    pub is_checked: bool,
}

/// More shapes than this are forgotten before the next program: they take about 10 megabytes.
const MOST_KNOWN: usize = 1 << 16;

/// Places for instructions that were met lately, a power of two: 256 KiB, which the second-level cache holds.
const MET: usize = 1 << 12;

impl Known {
    /// Without facts.
    pub fn new(hazards: &'static Hazards, target: Target, options: &Options) -> Self {
        let declared = Declared::new(hazards, target, options);
        let wrong = declared.undefined;
        Self {
            declared,
            classes: Classes::default(),
            shapes: Shapes::new(hazards, target),
            facts: Numbered::new(),
            fixed: Numbered::new(),
            shared: vec![Shared::default()],
            moving: Vec::new(),
            index: HashMap::default(),
            met: vec![Met::default(); MET],
            started: 0,
            wrong,
            lists: Lists::default(),
        }
    }

    /// Finds the facts of a program with these blocks.
    pub fn learn(&mut self, program: &Program, graph: &Graph) -> Facts<'_> {
        if self.shared.len() > MOST_KNOWN {
            self.shared.truncate(1);
            self.moving.clear();
            self.index.clear();
            self.met.fill(Met::default());
        }
        let mut lists = std::mem::take(&mut self.lists);
        lists.clear();
        for block in graph.blocks() {
            let summary = self.block(&program.items()[block.instructions.clone()], block, &mut lists);
            lists.overview.blocks.push(summary);
        }
        let (touches, events) = (lists.touches.len() as u32, lists.events.len() as u32);
        lists.entries.push(Entry { fact: 0, fixed: 0, touches, events });
        self.mark(graph, &mut lists);
        self.lists = lists;
        Facts { known: self }
    }

    /// Finds the facts of the instructions of a block. All that may matter are marked.
    fn block(&mut self, items: &[Item], block: &Block, lists: &mut Lists) -> Summary {
        let Lists { entries, touches, events, overview: Overview { marks, .. } } = lists;
        let mut all = Summary { allocates_all: true, ..Summary::default() };
        let first = marks.len() as u32;
        let mut last = 0;
        for (at, item) in block.instructions.clone().zip(items) {
            let (shared, moves) = match item.instruction {
                Some(inst) => self.meet(inst),
                None => (self.shared[0], Moves::default()),
            };
            let Shared { fact, fixed, moving } = shared;
            entries.push(Entry { fact, fixed, touches: touches.len() as u32, events: events.len() as u32 });
            for touch in &self.moving[moving.0 as usize..moving.1 as usize] {
                let touch = touch.moved(moves);
                touch.add_to(&mut all.reads, &mut all.written);
                touches.push(touch);
            }
            // Often the one before has touched the same.
            if fixed != last {
                let registers = &self.fixed.values[fixed as usize].registers;
                all.reads |= registers.reads;
                all.written |= registers.written;
                last = fixed;
            }
            let fact = &self.facts.values[fact as usize];
            all.writes_any |= fact.writes_any;
            all.allocates_all &= fact.allocates_all;
            if item.instruction.is_none() || fact.may_matter() {
                marks.push(Mark { at: at as u32, changes: false, is_checked: false });
            }
            if let Some(inst) = item.instruction.filter(|_| fact.starts != 0) {
                let own = &touches[entries[at].touches as usize..];
                let registers = self.fixed.values[fixed as usize].with(own).registers();
                events.extend(self.declared.events(fact, &inst, &registers));
            }
        }
        all.marks = first..marks.len() as u32;
        all
    }

    /// The facts of the shape of an instruction, and how far its registers are away from those of the shape.
    #[inline]
    fn meet(&mut self, inst: Instruction) -> (Shared, Moves) {
        let place = place_of(&inst);
        let met = &self.met[place];
        if met.inst == Some(inst) {
            return (met.shared, met.moves);
        }
        let (shape, moves) = self.shapes.of(&inst);
        let known = self.index.get(&shape).copied();
        let number = known.unwrap_or_else(|| self.add(shape, &inst));
        let shared = self.shared[number as usize];
        self.met[place] = Met { inst: Some(inst), shared, moves };
        (shared, moves)
    }

    /// Keeps the marks of instructions that matter. That depends on all the other ones.
    fn mark(&self, graph: &Graph, lists: &mut Lists) {
        let Lists { entries, overview: Overview { blocks, marks }, .. } = lists;
        let (declared, wrong) = (&self.declared, self.wrong);
        let mut kept = 0;
        for (block, summary) in graph.blocks().iter().zip(blocks) {
            let mut recent = Recent { start: block.instructions.start, firsts: 0, last: [0; 64] };
            let start = kept as u32;
            for index in summary.marks.clone() {
                let at = marks[index as usize].at as usize;
                let fact = &self.facts.values[entries[at].fact as usize];
                // A state that no instruction makes wrong need not be made right, and is not checked.
                let changes =
                    fact.calls || !fact.waits.is_empty() || fact.starts != 0 || fact.spoils | fact.cures & wrong != 0;
                let is_checked = fact.of & (wrong | !declared.stateful) != 0
                    || fact.has_bad_operands
                    || entries[at].fact == 0
                    || rules(fact.seconds & self.started).any(|rule| recent.may_be_close(declared, rule, at));
                recent.add(fact, at);
                if changes || is_checked {
                    marks[kept] = Mark { at: at as u32, changes, is_checked };
                    kept += 1;
                }
            }
            summary.marks = start..kept as u32;
        }
        marks.truncate(kept);
    }

    /// Adds the facts of the shape of an instruction; returns their number.
    fn add(&mut self, shape: Shape, inst: &Instruction) -> u32 {
        let inst = shape.instruction(inst);
        let (list, writes_any) = touches(&inst, &self.declared.allocated);
        let mut all = Registers::default();
        all.add(&list);
        let mut fact = self.declared.fact(&inst, &all, &mut self.classes);
        fact.writes_any |= writes_any;
        fact.allocates_all = all.allocated == (all.reads | all.written) & self.declared.allocated;
        self.started |= fact.firsts;
        self.wrong |= fact.spoils;
        let (moving, fixed): (Vec<Touch>, Vec<Touch>) = list.iter().partition(|touch| touch.moves());
        let start = self.moving.len() as u32;
        self.moving.extend(moving);
        let moving = (start, self.moving.len() as u32);
        let shared = Shared { fact: self.facts.number(fact), fixed: self.fixed.number(Fixed::new(&fixed)), moving };
        self.shared.push(shared);
        let number = self.shared.len() as u32 - 1;
        self.index.insert(shape, number);
        number
    }
}

/// The place of an instruction among those that were met lately.
#[inline]
fn place_of(inst: &Instruction) -> usize {
    let bits = inst.bits() ^ (inst.opcode().index() as u64) << 20;
    (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - MET.trailing_zeros())) as usize
}

impl Facts<'_> {
    /// The distance rules of which an instruction is the later one, and some instruction is the earlier one.
    pub fn seconds(&self, fact: &Fact) -> impl Iterator<Item = u16> + use<> {
        rules(fact.seconds & self.known.started)
    }

    /// The rules about one instruction.
    pub fn of(&self, at: usize) -> &Fact {
        &self.known.facts.values[self.known.lists.entries[at].fact as usize]
    }

    /// Registers and memories that one instruction touches.
    pub fn touched(&self, at: usize) -> Touched<'_> {
        let Lists { entries, touches, .. } = &self.known.lists;
        let own = &touches[entries[at].touches as usize..entries[at + 1].touches as usize];
        self.known.fixed.values[entries[at].fixed as usize].with(own)
    }

    /// Operations that one instruction starts.
    pub fn events(&self, at: usize) -> &[Event] {
        let Lists { entries, events, .. } = &self.known.lists;
        &events[entries[at].events as usize..entries[at + 1].events as usize]
    }

    /// The blocks of the program, each with its instructions together.
    pub fn overview(&self) -> &Overview {
        &self.known.lists.overview
    }
}

impl Lists {
    fn clear(&mut self) {
        self.entries.clear();
        self.touches.clear();
        self.events.clear();
        self.overview.blocks.clear();
        self.overview.marks.clear();
    }
}

/// The earlier instructions of distance rules in a block, up to a place.
struct Recent {
    start: usize,
    /// Rules that have one.
    firsts: u64,
    /// The last one of each rule.
    last: [u32; 64],
}

impl Recent {
    fn add(&mut self, fact: &Fact, at: usize) {
        self.firsts |= fact.firsts;
        rules(fact.firsts).for_each(|rule| self.last[usize::from(rule)] = at as u32);
    }

    /// Whether the earlier instruction of a rule may be too close: it is in the block, or perhaps before it.
    fn may_be_close(&self, declared: &Declared, rule: u16, at: usize) -> bool {
        let need = usize::from(declared.needs[usize::from(rule)]);
        let is_here = self.firsts >> rule & 1 != 0 && at - self.last[usize::from(rule)] as usize <= need;
        is_here || at - self.start < need
    }
}

impl Overview {
    /// The blocks, in the order of the graph.
    pub fn blocks(&self) -> &[Summary] {
        &self.blocks
    }

    /// The instructions of a block that matter for the rules.
    pub fn marks(&self, block: usize) -> &[Mark] {
        let range = &self.blocks[block].marks;
        &self.marks[range.start as usize..range.end as usize]
    }
}

#[cfg(test)]
mod tests {
    use isatope_core::decode;

    use super::*;

    /// A generator of 64-bit numbers: xorshift.
    fn next(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    #[test]
    fn facts_of_a_shape_are_those_of_each_of_its_instructions() {
        let mut state = 0x9e37_79b9_7f4a_7c15;
        let (mut found, mut shared) = (0, 0);
        for target in Target::all() {
            let Some(hazards) = target.hazards() else { continue };
            let options = Options { disputed: true, replay: Some(true), ..Options::default() };
            let mut known = Known::new(hazards, target, &options);
            let mut classes = Classes::default();
            for encoding in target.arch().encodings {
                for _ in 0..25 {
                    // Registers that are close together are often the same.
                    let near = if next(&mut state).is_multiple_of(2) { u64::MAX } else { 0x0707_0707_0707_0707 };
                    let pattern = encoding.pattern;
                    let bits = next(&mut state) & near & !pattern.mask | pattern.value;
                    let bytes: Vec<u8> = [bits, next(&mut state)].iter().flat_map(|word| word.to_le_bytes()).collect();
                    let Ok(inst) = decode(target, &bytes) else { continue };
                    let before = known.shared.len();
                    let program = Program::new(target, [(0, inst)]);
                    let facts = known.learn(&program, &program.graph());
                    let (of, registers) = (facts.of(0).clone(), facts.touched(0).registers());
                    let events = facts.events(0).to_vec();
                    shared += usize::from(known.shared.len() == before);
                    found += 1;
                    let (list, writes_any) = touches(&inst, &known.declared.allocated);
                    let mut alone = Registers::default();
                    alone.add(&list);
                    let mut fact = known.declared.fact(&inst, &alone, &mut classes);
                    fact.writes_any |= writes_any;
                    fact.allocates_all = of.allocates_all;
                    let name = format!("{}: {:#x} {}", target.name(), inst.bits(), inst.mnemonic());
                    assert_eq!(registers, alone, "{name}");
                    assert_eq!(of, fact, "{name}");
                    assert_eq!(events, known.declared.events(&fact, &inst, &alone).collect::<Vec<_>>(), "{name}");
                }
            }
        }
        assert!(found > 50_000 && shared > found / 5, "{found} instructions, {shared} of a known shape");
    }
}
