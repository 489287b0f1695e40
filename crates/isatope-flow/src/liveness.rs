//! Live resources: those whose values may be read later.

use isatope_core::{Resource, Resources};

use crate::graph::{Block, Graph};
use crate::program::Program;
use crate::worklist::Worklist;

/// What an instruction does to resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Resources that it may read.
    pub reads: Resources,
    /// Resources that it writes wholly.
    pub writes: Resources,
    /// The part of `writes` whose registers keep their values in lanes that are not active.
    pub masked: Resources,
}

impl Effects {
    /// The resources that are live before the instruction, from those after it. `whole` if no lane that matters is inactive.
    pub fn before(&self, after: Resources, whole: bool) -> Resources {
        let killed = if whole { self.writes } else { self.writes - self.masked };
        after - killed | self.reads
    }
}

/// The live resources of a program.
///
/// A write in the active lanes replaces a register as long as the mask of active lanes is that of the start. After the mask has
/// changed, the other lanes may still need the old value: such a write ends no life. Register indexing is not followed.
#[derive(Clone, Debug)]
pub struct Liveness {
    effects: Vec<Effects>,
    /// Whether the mask of active lanes is that of the start, for each instruction.
    whole: Vec<bool>,
    starts: Vec<Resources>,
    ends: Vec<Resources>,
}

impl Liveness {
    /// Finds the live resources of a program. At its end memories and interfaces are live; where control goes to an unknown
    /// place or leaves the program, everything is.
    pub fn new(program: &Program, graph: &Graph) -> Self {
        let arch = program.target().arch();
        let all = Resources::all(arch);
        let memories = (0..arch.memories.len()).map(|memory| Resource::Memory(memory as u8));
        let interfaces = (0..arch.interfaces.len()).map(|interface| Resource::Interface(interface as u8));
        let outside = memories.chain(interfaces).map(|resource| Resources::range(arch.resource_ids(resource)));
        let outside = outside.fold(Resources::EMPTY, |set, one| set | one);
        let effects: Vec<Effects> = (0..program.items().len()).map(|index| program.effects(index)).collect();
        let mask = arch.roles.active_lanes.map(|mask| Resources::range(arch.register_resources(mask, None)));
        let changes = |index: usize| {
            let written = program.items()[index].instruction.map(|inst| inst.uses().written());
            mask.zip(written).is_some_and(|(mask, written)| mask.meets(&written))
        };
        let whole = unchanged(graph, effects.len(), changes);
        let at_end = |block: &Block| match block.falls_out || block.jumps_out || block.unknown {
            true => all,
            false => outside,
        };
        Self::solve(graph, effects, whole, at_end)
    }

    /// Finds the live resources from what instructions do; `at_end` gives those that are live where control leaves a block
    /// other than to its successors.
    pub fn solve(graph: &Graph, effects: Vec<Effects>, whole: Vec<bool>, at_end: impl Fn(&Block) -> Resources) -> Self {
        let count = graph.blocks().len();
        let leaves = |block: &Block| block.next.is_empty() || block.falls_out || block.jumps_out || block.unknown;
        let mut live = Self { effects, whole, starts: vec![Resources::EMPTY; count], ends: Vec::new() };
        live.ends = graph.blocks().iter().map(|b| if leaves(b) { at_end(b) } else { Resources::EMPTY }).collect();
        let mut open = Worklist::new(count, true);
        (0..count).for_each(|block| open.add(block));
        let mut first = vec![true; count];
        while let Some(index) = open.next() {
            let block = &graph.blocks()[index];
            let end = block.next.iter().fold(live.ends[index], |all, &next| all | live.starts[next]);
            live.ends[index] = end;
            let start = block.instructions.clone().rev().fold(end, |after, at| live.step(at, after));
            if start != live.starts[index] || std::mem::take(&mut first[index]) {
                live.starts[index] = start;
                block.before.iter().for_each(|&before| open.add(before));
            }
        }
        live
    }

    fn step(&self, index: usize, after: Resources) -> Resources {
        self.effects[index].before(after, self.whole[index])
    }

    /// The resources that are live at the start of a block.
    pub fn at_start(&self, block: usize) -> &Resources {
        &self.starts[block]
    }

    /// The resources that are live at the end of a block.
    pub fn at_end(&self, block: usize) -> &Resources {
        &self.ends[block]
    }

    /// The resources that are live after each instruction of a block, the last one first, with its index.
    pub fn after_each<'l>(&'l self, graph: &Graph, block: usize) -> impl Iterator<Item = (usize, Resources)> + 'l {
        let mut after = self.ends[block];
        graph.blocks()[block].instructions.clone().rev().map(move |index| {
            let here = after;
            after = self.step(index, after);
            (index, here)
        })
    }
}

/// Whether something has changed on no way from an entry to an instruction.
fn unchanged(graph: &Graph, count: usize, changes: impl Fn(usize) -> bool) -> Vec<bool> {
    let blocks = graph.blocks();
    let mut starts = vec![true; blocks.len()];
    let mut open: Vec<usize> = Vec::new();
    let mut whole = vec![true; count];
    for (index, block) in blocks.iter().enumerate() {
        if let Some(at) = block.instructions.clone().find(|&at| changes(at)) {
            whole[at + 1..block.instructions.end].fill(false);
            open.push(index);
        }
    }
    while let Some(index) = open.pop() {
        for &next in &blocks[index].next {
            if std::mem::replace(&mut starts[next], false) {
                whole[blocks[next].instructions.clone()].fill(false);
                open.push(next);
            }
        }
    }
    whole
}
