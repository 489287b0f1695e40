//! The code of a section as steps, with the effects of each on variables and registers, and its control flow.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use isatope_check::hazards::{Checker, Operation};
use isatope_core::tables::FileId;
use isatope_core::{FlowKind, FlowTarget, Instruction, Place, Resources};
use isatope_diag::codes;
use isatope_flow::{Effects, Graph, Program, Successors, Way, of_lanes};

use super::{FlowHint, Position, Touch};
use crate::assembler::assembly::Assembly;
use crate::assembler::items::Item;
use crate::text::error::{Error, error};
use crate::text::tree::Location;

/// An instruction or a piece of data.
#[derive(Clone, Debug, Default)]
pub(super) struct Step {
    /// Offset in the section.
    pub offset: u64,
    /// Index of the item.
    pub item: u32,
    /// Whether it is made for `.usereg`, before the instruction at the same offset.
    pub is_stated: bool,
    /// Effects on what the source names itself.
    pub effects: Effects,
    /// All that the instruction may write of that.
    pub written: Resources,
    /// Parts of variables that it reads.
    pub reads: Vec<u32>,
    /// Parts that it may write: whether it overwrites the part, and whether inactive lanes keep their values.
    pub writes: Vec<(u32, bool, bool)>,
    /// Whether it may write a register before it has read its operands.
    pub writes_early: bool,
    /// Resources that stand for variables in the instruction, with the parts.
    pub standing: Vec<(u16, u32)>,
}

/// The code of a section.
pub(super) struct Code {
    pub steps: Vec<Step>,
    pub graph: Graph,
    /// The instructions of the steps, without calls: the graph leads into what they call.
    program: Program,
    /// Number of parts of all variables, the variable of each part, and the first part of each variable.
    pub parts: usize,
    pub variable_of: Vec<u16>,
    pub first_part: Vec<u32>,
    /// Parts that each lane has, by variable.
    pub per_lane: Vec<bool>,
    /// Registers that each lane has.
    pub lanes: Resources,
}

/// Number of parts of a register of a file: more than one if instructions write them by halves.
pub(super) fn parts_of(assembly: &Assembly<'_>, file: FileId) -> u32 {
    u32::from(assembly.tables.arch[file].parts)
}

impl Code {
    /// Finds the operations that may be outstanding before steps: loads that have not written their registers, and
    /// exports and stores that may still read theirs. `each` receives steps with the operations.
    pub fn operations(&self, each: impl FnMut(Range<usize>, &[Operation])) {
        Checker::default().operations(&self.program, &self.graph, each);
    }

    /// Parts of variables among the resources of an operation, with the resources that stand for them.
    pub fn parts_in(&self, at: usize, resources: Resources) -> impl Iterator<Item = (u16, u32)> + '_ {
        let standing = self.steps[at].standing.iter().copied();
        standing.filter(move |(resource, _)| resources.meets_range(*resource..resource + 1))
    }
}

impl Assembly<'_> {
    /// The code of a section that uses variables.
    pub(super) fn code_of(&self, section: usize) -> Result<Code, Error> {
        let variables = &self.variables;
        let (mut first_part, mut variable_of, mut per_lane) = (Vec::new(), Vec::new(), Vec::new());
        for (number, variable) in (0_u16..).zip(&variables.all) {
            first_part.push(variable_of.len() as u32);
            let parts = u32::from(variable.count) * parts_of(self, variable.file);
            variable_of.extend((0..parts).map(|_| number));
            per_lane.push(self.tables.arch[variable.file].per_lane);
        }
        let mut steps = self.steps(section, &first_part);
        let graph = self.graph_of(section, &steps)?;
        let lanes = of_lanes(self.tables.arch);
        let changes: Vec<bool> = steps.iter().map(|step| step.effects.changes_lanes).collect();
        let whole = isatope_flow::unchanged(&graph, steps.len(), |index| changes[index]);
        steps.iter_mut().zip(whole).for_each(|(step, whole)| step.effects.whole = whole);
        let program = self.program_of(&steps);
        Ok(Code { parts: variable_of.len(), steps, graph, program, variable_of, first_part, per_lane, lanes })
    }

    fn program_of(&self, steps: &[Step]) -> Program {
        let mut program = Program::with_data(self.target, steps.len());
        for step in steps {
            let item = self.output.items.get(step.item as usize).filter(|_| !step.is_stated);
            let len = item.as_ref().map_or(0, Item::len);
            let instruction = match item {
                Some(Item::Instruction(inst)) => Some(inst),
                _ => None,
            };
            let calls = |inst: &Instruction| matches!(inst.flow().kind, FlowKind::Call | FlowKind::Trap);
            program.push(step.offset, len, instruction.filter(|inst| !calls(inst)));
        }
        program
    }

    /// Items of a section, in order.
    pub(in crate::assembler) fn items_of(&self, section: usize) -> impl Iterator<Item = usize> + '_ {
        let layout = &self.output.layout;
        let first = layout.runs.first().map_or(self.output.items.len(), |(_, run)| run.start);
        let head = (section == 0).then_some(self.first_item..first.max(self.first_item));
        let runs = layout.runs.iter().filter(move |(of, _)| *of == section).map(|(_, run)| run.clone());
        head.into_iter().chain(runs).flatten()
    }

    fn steps(&self, section: usize, first_part: &[u32]) -> Vec<Step> {
        let calls: Vec<u64> =
            self.hints_of(section).filter(|hint| hint.1 == FlowHint::Call).map(|hint| hint.0).collect();
        let (mut steps, mut offset) = (Vec::new(), 0);
        for item in self.items_of(section) {
            let Some(found) = self.output.items.get(item) else { continue };
            let mut step = Step { offset, item: item as u32, ..Step::default() };
            steps.extend(self.stated(section, &step, first_part));
            if let Item::Instruction(inst) = found {
                self.add_effects(&mut step, &inst, calls.contains(&offset), first_part);
            }
            offset += found.len() as u64;
            steps.push(step);
        }
        steps
    }

    /// Uses of variables by an item.
    pub(super) fn uses_of(&self, item: u32) -> &[super::VariableUse] {
        let uses = &self.variables.uses;
        let start = uses.partition_point(|found| found.item < item);
        let end = uses.partition_point(|found| found.item <= item);
        &uses[start..end]
    }

    /// Adds the effects of an instruction. Registers that stand for variables become parts of the variables.
    fn add_effects(&self, step: &mut Step, inst: &Instruction, is_known_call: bool, first_part: &[u32]) {
        let arch = self.tables.arch;
        let calls = matches!(inst.flow().kind, FlowKind::Call | FlowKind::Trap);
        step.effects = Effects::of(inst, false);
        step.effects.changes_lanes |= calls && is_known_call;
        let written = inst.uses().written();
        let mut standing = Resources::EMPTY;
        let mut known = HashSet::new();
        for found in self.uses_of(step.item) {
            let variable = &self.variables.all[usize::from(found.variable)];
            let parts = parts_of(self, variable.file);
            for register in 0..found.count {
                let ids = arch.file_resources(variable.file, found.standing + register, 1);
                let part = first_part[usize::from(found.variable)] + u32::from(found.first + register) * parts;
                for (part, resource) in (part..).zip(ids) {
                    let id = Resources::range(resource..resource + 1);
                    standing |= id;
                    if !known.insert(part) {
                        continue;
                    }
                    step.standing.push((resource, part));
                    if step.effects.reads.meets(&id) {
                        step.reads.push(part);
                    }
                    if written.meets(&id) {
                        let is_masked = step.effects.masked.meets(&id);
                        step.writes.push((part, step.effects.writes.meets(&id), is_masked));
                    }
                }
            }
        }
        // Register indexing, which reaches all registers of a file, is not followed.
        let files = (0..arch.files.len()).map(|file| arch.file_resources(FileId::new(file), 0, u16::MAX));
        let files: Vec<Resources> = files.map(Resources::range).collect();
        let indexed = |set: &Resources| {
            let all = files.iter().filter(|file| set.covers(file));
            all.fold(Resources::EMPTY, |sum, file| sum | *file)
        };
        let effects = &mut step.effects;
        effects.reads = effects.reads - standing - indexed(&effects.reads);
        (effects.writes, effects.masked) = (effects.writes - standing, effects.masked - standing);
        step.written = written - standing - indexed(&written);
        let named: usize = files.iter().map(|file| (step.written & *file).len()).sum();
        // A load may be done again after a page fault, and operations on several vector registers may write one before
        // they read all sources.
        let is_memory = |id| matches!(self.target.resource(id), Place::Memory(_));
        let may = inst.encoding().effects.per_lane || inst.uses().reads.iter().any(is_memory);
        step.writes_early = may && step.writes.len() + named > 1;
    }

    /// The accesses that the source states with `.usereg` before an item, as a step of their own.
    fn stated(&self, section: usize, step: &Step, first_part: &[u32]) -> Option<Step> {
        let is_here = |touch: &&Touch| touch.place == Location { section: section as u32, offset: step.offset };
        let mut here = self.variables.touches.iter().filter(is_here).peekable();
        here.peek()?;
        let mut stated = Step { is_stated: true, ..step.clone() };
        for touch in here {
            let parts = parts_of(self, self.variables.all[usize::from(touch.variable)].file);
            let first = first_part[usize::from(touch.variable)] + u32::from(touch.first) * parts;
            let all = first..first + u32::from(touch.count) * parts;
            stated.reads.extend(all.clone().filter(|_| touch.reads));
            stated.writes.extend(all.filter(|_| touch.writes).map(|part| (part, true, false)));
        }
        Some(stated)
    }

    /// Hints in a section: offset, kind, and index.
    fn hints_of(&self, section: usize) -> impl Iterator<Item = (u64, FlowHint, usize)> + '_ {
        let all = self.variables.hints.iter().enumerate();
        let here = all.filter(move |(_, hint)| hint.place.section as usize == section);
        here.map(|(index, hint)| (hint.place.offset, hint.kind, index))
    }

    fn graph_of(&self, section: usize, steps: &[Step]) -> Result<Graph, Error> {
        let index_of = |offset: u64| {
            let first = steps.partition_point(|step| step.offset < offset);
            steps.get(first).is_some_and(|step| step.offset == offset).then_some(first)
        };
        let mut edges = Vec::new();
        let mut next: HashMap<usize, bool> = HashMap::new();
        let (mut returns, mut calls, mut entries) = (Vec::new(), Vec::new(), vec![0]);
        for (offset, kind, hint) in self.hints_of(section) {
            let first = steps.partition_point(|step| step.offset < offset);
            let at = first + usize::from(steps.get(first).is_some_and(|step| step.is_stated));
            match kind {
                FlowHint::Start => entries.push(first),
                FlowHint::End => {
                    next.extend(first.checked_sub(1).map(|before| (before, false)));
                }
                FlowHint::Return => {
                    returns.push(at);
                    next.insert(at, false);
                }
                FlowHint::Jump | FlowHint::Branch | FlowHint::Call => {
                    for target in self.targets(hint)? {
                        edges.extend(index_of(target).map(|to| (at, to)));
                    }
                    let continues = kind == FlowHint::Branch && next.get(&at) != Some(&false);
                    next.insert(at, continues);
                    if kind == FlowHint::Call {
                        calls.push(at);
                    }
                }
            }
        }
        for (index, step) in steps.iter().enumerate().filter(|(_, step)| !step.is_stated) {
            let Some(Item::Instruction(inst)) = self.output.items.get(step.item as usize) else { continue };
            let flow = inst.flow();
            let is_open = flow.target == Some(FlowTarget::Indirect) && flow.kind != FlowKind::Trap;
            if next.contains_key(&index) || flow.kind != FlowKind::Call && !is_open {
                continue;
            }
            match flow.address(step.offset + inst.len() as u64).and_then(index_of) {
                Some(to) if flow.kind == FlowKind::Call => {
                    edges.push((index, to));
                    calls.push(index);
                    next.insert(index, false);
                }
                _ => return Err(self.unknown_flow(step.item, flow.kind)),
            }
        }
        // A routine may return to all places from which one is called.
        edges.extend(returns.iter().flat_map(|from| calls.iter().map(|call| (*from, call + 1))));
        let successors = |index: usize| match (next.get(&index), self.output.items.get(steps[index].item as usize)) {
            _ if steps[index].is_stated => Successors::NEXT,
            (Some(next), _) => Successors { next: *next, other: None },
            (None, Some(Item::Instruction(inst))) => {
                let flow = inst.flow();
                let address = flow.address(steps[index].offset + inst.len() as u64);
                let other = flow.target.map(|_| match address {
                    Some(address) => index_of(address).map_or(Way::Outside, Way::To),
                    None => Way::End,
                });
                Successors { next: flow.goes_on(), other }
            }
            _ => Successors::NEXT,
        };
        let symbols = self.output.layout.symbols.iter().filter(|symbol| symbol.section == Some(section));
        entries
            .extend(symbols.filter(|symbol| !symbol.more.kind.is_empty()).filter_map(|symbol| index_of(symbol.offset)));
        Ok(Graph::with_edges(steps.len(), &entries, successors, &edges))
    }

    /// Offsets of the targets of a hint.
    fn targets(&self, hint: usize) -> Result<Vec<u64>, Error> {
        let hint = &self.variables.hints[hint];
        hint.targets.iter().map(|(expr, position)| self.target_of_hint(*expr, position, hint.place)).collect()
    }

    /// Error for a jump whose target only the running program knows.
    fn unknown_flow(&self, item: u32, kind: FlowKind) -> Error {
        let Position { at, .. } = self.variables.position(item).cloned().unwrap_or_default();
        let (what, help) = match kind {
            FlowKind::Call => ("call", "write `.cf_call LABEL, …` before it"),
            _ => ("jump", "write `.cf_jump LABEL, …`, or `.cf_ret` if it returns, before it"),
        };
        error(codes::ARGUMENT, at, format!("it is not known where this {what} leads"))
            .note("registers can be chosen for variables only if all paths are known")
            .help(help)
    }
}
