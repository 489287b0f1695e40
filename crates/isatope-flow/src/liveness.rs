//! Live resources: resources whose values may be read later.

use isatope_core::tables::{Arch, FileId, RegisterId};
use isatope_core::{FlowKind, Instruction, Resources};

use crate::graph::{Block, Graph};
use crate::program::Program;
use crate::worklist::Worklist;

/// Effects of an instruction on resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Resources that it may read.
    pub reads: Resources,
    /// Resources that it overwrites completely.
    pub writes: Resources,
    /// The part of `writes` whose registers keep their values in inactive lanes.
    pub masked: Resources,
    /// Whether it may read registers of inactive lanes.
    pub all_lanes: bool,
    /// Whether it may change the mask of active lanes.
    pub changes_lanes: bool,
    /// Whether the active lanes are still those of the start of the program, so that no other lane matters.
    pub whole: bool,
}

impl Effects {
    /// Effects of an instruction. `calls` tells that code which is not known may run in it.
    pub fn of(inst: &Instruction, calls: bool) -> Self {
        let arch = inst.target().arch();
        let uses = inst.uses();
        let counter = arch.roles.program_counter.map(|counter| arch.register_resources(counter, None));
        let counter = counter.map_or(Resources::EMPTY, Resources::range);
        let mask = arch.roles.active_lanes.filter(|_| !arch.lanes_diverge());
        let mask = mask.map(|mask| Resources::range(arch.register_resources(mask, None)));
        Self {
            reads: (if calls { Resources::all(arch) } else { uses.reads }) - counter,
            writes: uses.writes - counter,
            masked: uses.masked - counter,
            all_lanes: !arch.lanes_diverge() && !inst.encoding().effects.per_lane,
            changes_lanes: mask.is_some_and(|mask| calls || mask.meets(&uses.written())),
            whole: false,
        }
    }
}

impl Program {
    /// Effects of an instruction on resources. A call or a trap may read all resources.
    pub fn effects(&self, index: usize) -> Effects {
        let Some(inst) = self.items()[index].instruction else { return Effects::default() };
        let calls = matches!(inst.flow().kind, FlowKind::Trap | FlowKind::Call);
        Effects::of(&inst, calls)
    }
}

/// Live resources, in the active lanes and in the inactive ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Live {
    /// Live in the active lanes. Resources that all lanes share are only in this set.
    pub active: Resources,
    /// Live in the inactive lanes.
    pub inactive: Resources,
}

impl Live {
    /// Resources that are live in any lane.
    pub fn all(&self) -> Resources {
        self.active | self.inactive
    }

    /// Live resources before an instruction, computed from those after it. `lanes` are the per-lane resources.
    #[must_use]
    pub fn before(self, effects: &Effects, lanes: &Resources) -> Self {
        let mut live = self;
        // Before the change, a lane may have been active or inactive.
        if effects.changes_lanes {
            live = Self { active: live.all(), inactive: live.all() & *lanes };
        }
        live.active -= effects.writes;
        live.inactive -= if effects.whole { effects.writes } else { effects.writes - effects.masked };
        live.active |= effects.reads;
        if effects.all_lanes {
            live.inactive |= effects.reads & *lanes;
        }
        live
    }

    fn join(self, other: Self) -> Self {
        Self { active: self.active | other.active, inactive: self.inactive | other.inactive }
    }
}

/// The live resources of a program.
///
/// A write in the active lanes does not change the registers of other lanes. Therefore live resources are tracked for
/// both kinds of lanes, and a change of the mask of active lanes merges them. Lanes that are inactive at the start are
/// ignored until the mask changes. Register indexing is not modelled.
#[derive(Clone, Debug)]
pub struct Liveness {
    effects: Vec<Effects>,
    lanes: Resources,
    starts: Vec<Live>,
    ends: Vec<Live>,
}

impl Liveness {
    /// Finds the live resources of a program. At the end of the program no resource is live. If control goes to an
    /// unknown address or leaves the program, all resources are live. The program counter is never included, because it
    /// represents the control flow itself.
    pub fn new(program: &Program, graph: &Graph) -> Self {
        let arch = program.target().arch();
        let (all, lanes) = (Resources::all(arch), of_lanes(arch));
        let mut effects: Vec<Effects> = (0..program.items().len()).map(|index| program.effects(index)).collect();
        let whole = unchanged(graph, effects.len(), |index| effects[index].changes_lanes);
        effects.iter_mut().zip(whole).for_each(|(effects, whole)| effects.whole = whole);
        Self::solve(graph, effects, lanes, |block| match block.falls_out || block.jumps_out || block.unknown {
            true => Live { active: all, inactive: all & lanes },
            false => Live::default(),
        })
    }

    /// Finds the live resources from the effects of instructions. `at_end` gives the resources that are live where
    /// control leaves a block other than to its successors. `lanes` are the per-lane resources.
    pub fn solve(graph: &Graph, effects: Vec<Effects>, lanes: Resources, at_end: impl Fn(&Block) -> Live) -> Self {
        let blocks = graph.blocks();
        let leaves = |block: &Block| block.next.is_empty() || block.falls_out || block.jumps_out || block.unknown;
        let ends = blocks.iter().map(|b| if leaves(b) { at_end(b) } else { Live::default() }).collect();
        let mut live = Self { effects, lanes, starts: vec![Live::default(); blocks.len()], ends };
        let mut open = Worklist::new(blocks.len(), true);
        (0..blocks.len()).for_each(|block| open.add(block));
        while let Some(index) = open.next() {
            let block = &blocks[index];
            let end = block.next.iter().fold(live.ends[index], |all, &next| all.join(live.starts[next]));
            live.ends[index] = end;
            let start = block.instructions.clone().rev().fold(end, |after, at| live.before(at, after));
            if start != live.starts[index] {
                live.starts[index] = start;
                block.before.iter().for_each(|&before| open.add(before));
            }
        }
        live
    }

    fn before(&self, index: usize, after: Live) -> Live {
        after.before(&self.effects[index], &self.lanes)
    }

    /// Resources that are live at the start of a block.
    pub fn at_start(&self, block: usize) -> Live {
        self.starts[block]
    }

    /// Resources that are live at the end of a block.
    pub fn at_end(&self, block: usize) -> Live {
        self.ends[block]
    }

    /// Live resources after each instruction of a block, with the index of the instruction; the last instruction comes
    /// first.
    pub fn after_each<'l>(&'l self, graph: &Graph, block: usize) -> impl Iterator<Item = (usize, Live)> + 'l {
        let mut after = self.ends[block];
        graph.blocks()[block].instructions.clone().rev().map(move |index| {
            let here = after;
            after = self.before(index, after);
            (index, here)
        })
    }
}

/// Resources that each lane has.
pub fn of_lanes(arch: &Arch) -> Resources {
    let files = arch.files.iter().enumerate().filter(|(_, file)| file.per_lane);
    let files = files.map(|(index, _)| arch.file_resources(FileId::new(index), 0, u16::MAX));
    let registers = arch.registers.iter().enumerate().filter(|(_, register)| register.per_lane);
    let registers = registers.map(|(index, _)| arch.register_resources(RegisterId::new(index), None));
    files.chain(registers).fold(Resources::EMPTY, |set, range| set | Resources::range(range))
}

/// For each instruction, whether no path from an entry to it contains a change.
pub fn unchanged(graph: &Graph, count: usize, changes: impl Fn(usize) -> bool) -> Vec<bool> {
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
