//! Costs of kernels, for architectures that declare `costs { … }`: instructions and issue cycles of each unit,
//! registers, and the longest path of dependent instructions in each loop.
//!
//! Every instruction counts once. Cycles are those that one wavefront takes to issue; waits are not among them.

mod path;
mod rates;

use std::ops::Range;

use isatope_core::costs::Costs;
use isatope_core::tables::FileId;
use isatope_core::{Access, Instruction, Place, Resources, Target, Write};
use isatope_flow::{Dominators, Graph, Loop, Loops, Program};

pub use rates::{InstructionRate, Rates};

/// Cost of a stretch of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelCost {
    /// Number of instructions.
    pub instructions: u64,
    /// Issue cycles of all units.
    pub cycles: u64,
    /// Instructions and cycles of each unit that is used, the most frequent unit first.
    pub units: Vec<UnitCost>,
    /// Number of registers of each file that limits wavefronts: the highest one that is used, and what is allocated
    /// beyond. Called functions are not counted.
    pub registers: Vec<(FileId, u32)>,
    /// Loops in the order of the code.
    pub loops: Vec<LoopCost>,
}

/// Instructions of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitCost {
    /// Name of the unit.
    pub unit: &'static str,
    /// Number of instructions.
    pub instructions: u64,
    /// Issue cycles.
    pub cycles: u64,
}

/// Cost of one iteration of a loop, with all paths through it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopCost {
    /// Index of the first instruction of its header.
    pub start: usize,
    /// Number of loops that contain it, including itself.
    pub depth: u32,
    /// Number of instructions, those of inner loops included.
    pub instructions: u64,
    /// Issue cycles.
    pub cycles: u64,
    /// Cycles of the longest path of dependent instructions.
    pub path_cycles: u64,
    /// Indices of the instructions on that path.
    pub path: Vec<usize>,
}

/// Computes the costs of parts of a program.
pub struct Estimator<'a> {
    program: &'a Program,
    graph: Graph,
    loops: Loops,
    /// Position of each block in an order in which the blocks before it come first.
    place: Vec<usize>,
    rates: Rates,
}

impl<'a> Estimator<'a> {
    /// Prepares a program for a chip; `None` if its architecture declares no costs.
    pub fn new(program: &'a Program, chip: &str) -> Option<Self> {
        let rates = Rates::new(program.target(), chip)?;
        let graph = program.graph();
        let loops = Loops::new(&graph, &Dominators::new(&graph));
        let mut place = vec![usize::MAX; graph.blocks().len()];
        graph.reverse_postorder().into_iter().enumerate().for_each(|(at, block)| place[block] = at);
        Some(Self { program, graph, loops, place, rates })
    }

    /// The blocks.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Cost of the instructions in some ranges.
    pub fn cost(&mut self, ranges: &[Range<usize>]) -> KernelCost {
        let mut cost =
            KernelCost { instructions: 0, cycles: 0, units: Vec::new(), registers: Vec::new(), loops: Vec::new() };
        let all = ranges.iter().flat_map(|range| &self.program.items()[range.clone()]);
        for inst in all.filter_map(|item| item.instruction) {
            let cycles = u64::from(self.rates.of(&inst).cycles);
            cost.instructions += 1;
            cost.cycles += cycles;
            if let Some(unit) = inst.unit() {
                match cost.units.iter_mut().find(|known| known.unit == unit) {
                    Some(known) => {
                        known.instructions += 1;
                        known.cycles += cycles;
                    }
                    None => cost.units.push(UnitCost { unit, instructions: 1, cycles }),
                }
            }
        }
        cost.units.sort_unstable_by_key(|unit| (std::cmp::Reverse(unit.instructions), unit.unit));
        cost.registers = self.registers(&self.used(ranges));
        let found = self.loops.all().iter();
        let start = |found: &Loop| self.graph.blocks()[found.header].instructions.start;
        let is_inside = |found: &&Loop| ranges.iter().any(|range| range.contains(&start(found)));
        let inside: Vec<Loop> = found.filter(is_inside).cloned().collect();
        cost.loops = inside.into_iter().map(|found| self.loop_cost(found)).collect();
        cost.loops.sort_by_key(|found| (found.start, found.depth));
        cost
    }

    /// Registers that the instructions in some ranges use.
    pub fn used(&self, ranges: &[Range<usize>]) -> Resources {
        let arch = self.program.target().arch();
        let items = ranges.iter().flat_map(|range| &self.program.items()[range.clone()]);
        let instructions = items.filter_map(|item| item.instruction);
        instructions.fold(Resources::EMPTY, |used, inst| {
            let places = inst.certain_access().filter(is_allocated).map(|access| access.place);
            places.fold(used, |used, place| used | Resources::range(arch.resource_ids(place)))
        })
    }

    /// Number of registers of each file to allocate for a set of used ones.
    pub fn registers(&self, used: &Resources) -> Vec<(FileId, u32)> {
        registers(self.program.target(), self.rates.costs(), used)
    }

    fn loop_cost(&mut self, mut found: Loop) -> LoopCost {
        let blocks = self.graph.blocks();
        let (start, depth) = (blocks[found.header].instructions.start, found.depth);
        let (mut instructions, mut cycles) = (0, 0);
        let all = found.blocks.iter().flat_map(|&block| blocks[block].instructions.clone());
        for inst in all.filter_map(|at| self.program.items()[at].instruction) {
            instructions += 1;
            cycles += u64::from(self.rates.of(&inst).cycles);
        }
        found.blocks.sort_unstable_by_key(|&block| self.place[block]);
        let (path_cycles, path) = path::longest(self.program, &self.graph, &found, &mut self.rates);
        LoopCost { start, depth, instructions, cycles, path_cycles, path }
    }

    /// Cycles of an instruction.
    pub fn rate(&mut self, inst: &Instruction) -> InstructionRate {
        self.rates.of(inst)
    }
}

/// Whether a kernel has to allocate what an instruction touches. Flat instructions read a special register that only
/// some addresses need, and compilers do not count it.
pub(crate) fn is_allocated(access: &Access) -> bool {
    match access.place {
        Place::Registers { .. } => true,
        Place::Special { .. } => access.operand.is_some() || access.write != Write::No,
        _ => false,
    }
}

/// Number of registers to allocate of each file that limits wavefronts: up to the highest one of a set, and after the
/// last scalar one those for special registers.
pub(crate) fn registers(target: Target, costs: &Costs, used: &Resources) -> Vec<(FileId, u32)> {
    let (arch, version) = (target.arch(), target.version());
    let extras = costs.extras.iter().filter(|extra| extra.versions.contains(version));
    let is_used = |register| used.meets(&Resources::range(arch.register_resources(register, None)));
    let extra = extras.filter(|extra| is_used(extra.register)).map(|extra| extra.count).max().unwrap_or(0);
    let budgets = costs.budgets.iter().filter(|budget| budget.versions.contains(version));
    let count = |file: FileId| {
        let range = arch.file_resources(file, 0, u16::MAX);
        let last = (*used & Resources::range(range.clone())).iter().last();
        let count = last.map_or(0, |last| last.index() as u32 + 1 - u32::from(range.start));
        count + if Some(file) == arch.roles.scalar { extra } else { 0 }
    };
    budgets.map(|budget| (budget.file, count(budget.file))).collect()
}
