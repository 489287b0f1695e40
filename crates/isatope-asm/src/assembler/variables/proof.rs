//! Proof of an allocation: runs the program with variables and the program with registers side by side, symbolically.
//!
//! Each state tells which parts of variables are certainly *right*: the register that was chosen holds the value of the
//! part, or no value was written to the part yet. A read of a part that is not right refutes the allocation. So does
//! the read of a register that the source names, if a variable may have overwritten its value. So does the use of a
//! register that an operation for another variable may still write, or its change while one may still read it.

use isatope_core::Resources;
use isatope_flow::forward;

use super::bits::Bits;
use super::code::{Code, Step};

/// What holds in the active lanes, or in the inactive ones.
#[derive(Clone, Debug)]
struct Lanes {
    right: Bits,
    /// Parts without a value.
    unwritten: Bits,
    /// Registers that hold what the source expects where it names them.
    named: Resources,
}

impl Lanes {
    /// Keeps what holds in both.
    fn keep(&mut self, other: &Self) -> bool {
        let named = self.named & other.named;
        let changed = self.right.keep(&other.right) | self.unwritten.keep(&other.unwritten) | (named != self.named);
        self.named = named;
        changed
    }
}

#[derive(Clone, Debug)]
struct State {
    active: Lanes,
    inactive: Lanes,
}

/// An allocation as a function of the parts.
struct Proof<'c> {
    code: &'c Code,
    /// Resource of each part.
    resource: &'c [u16],
    /// Parts of each resource: a word of [`Bits`], by its index, and the bits of the parts there.
    parts: Vec<Vec<(usize, u64)>>,
}

/// The first step that reads something else than the source says; `None` if the allocation is right. `resource` is the
/// resource that was chosen for each part of a variable, and `registers` are all resources that can be chosen.
pub(super) fn refuted(code: &Code, resource: &[u16], registers: Resources) -> Option<usize> {
    let most = resource.iter().copied().max().map_or(0, |last| usize::from(last) + 1);
    let mut parts: Vec<Vec<(usize, u64)>> = vec![Vec::new(); most];
    for (part, resource) in resource.iter().enumerate() {
        let (own, at, bit) = (&mut parts[usize::from(*resource)], part / 64, 1 << (part % 64));
        match own.last_mut() {
            Some((last, bits)) if *last == at => *bits |= bit,
            _ => own.push((at, bit)),
        }
    }
    let proof = Proof { code, resource, parts };
    let all = Bits::new(code.parts, true);
    let lanes = Lanes { right: all.clone(), unwritten: all, named: registers };
    let start = State { active: lanes.clone(), inactive: lanes };
    let blocks = code.graph.blocks();
    let entries: Vec<_> = (0..blocks.len())
        .filter(|block| blocks[*block].before.is_empty() || code.graph.entries().contains(block))
        .map(|block| (block, start.clone()))
        .collect();
    let join =
        |state: &mut State, other: &State| state.active.keep(&other.active) | state.inactive.keep(&other.inactive);
    let starts = forward(&code.graph, entries, |state, at| proof.step(state, &code.steps[at]), join);
    for (block, state) in blocks.iter().zip(starts) {
        let Some(mut state) = state else { continue };
        for at in block.instructions.clone() {
            let step = &code.steps[at];
            if !proof.reads_right(&state, step, registers) {
                return Some(at);
            }
            proof.step(&mut state, step);
        }
    }
    proof.disturbed(registers)
}

/// A register of an operation that may be outstanding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Busy {
    resource: u16,
    /// The part for which the operation was; `None` if the source names the register.
    part: Option<u32>,
    /// Whether the operation writes the register, instead of reading it.
    is_written: bool,
}

impl Proof<'_> {
    /// The first step that uses a register too early for an operation on something else.
    fn disturbed(&self, registers: Resources) -> Option<usize> {
        let mut first: Option<usize> = None;
        let mut busy: Vec<Busy> = Vec::new();
        self.code.operations(|steps, operations| {
            busy.clear();
            for operation in operations {
                for (resources, is_written) in [(operation.writes, true), (operation.holds, false)] {
                    let mut named = resources & registers;
                    for (standing, part) in self.code.parts_in(operation.at, resources) {
                        named -= Resources::range(standing..standing + 1);
                        let resource = self.resource[part as usize];
                        busy.push(Busy { resource, part: Some(part), is_written });
                    }
                    let names = named.iter().map(|id| id.index() as u16);
                    busy.extend(names.map(|resource| Busy { resource, part: None, is_written }));
                }
            }
            busy.sort_unstable();
            busy.dedup();
            let found = steps.into_iter().find(|at| self.is_disturbed(&self.code.steps[*at], registers, &busy));
            first = first.into_iter().chain(found).min();
        });
        first
    }

    /// Whether a step uses one of the registers for something else. `busy` is sorted.
    fn is_disturbed(&self, step: &Step, registers: Resources, busy: &[Busy]) -> bool {
        let uses = |resource: u16, part: Option<u32>, writes: bool| {
            let start = busy.partition_point(|one| one.resource < resource);
            let here = busy[start..].iter().take_while(|one| one.resource == resource);
            here.filter(|one| writes || one.is_written).any(|one| one.part != part)
        };
        let part = |part: u32, writes: bool| uses(self.resource[part as usize], Some(part), writes);
        let names =
            |set: Resources, writes: bool| (set & registers).iter().any(|id| uses(id.index() as u16, None, writes));
        step.reads.iter().any(|read| part(*read, false))
            || step.writes.iter().any(|write| part(write.0, true))
            || names(step.effects.reads, false)
            || names(step.written, true)
    }

    fn per_lane(&self, part: u32) -> bool {
        self.code.per_lane[usize::from(self.code.variable_of[part as usize])]
    }

    fn reads_right(&self, state: &State, step: &Step, registers: Resources) -> bool {
        let of = |part: &u32| {
            let everywhere = step.effects.all_lanes && self.per_lane(*part);
            let part = *part as usize;
            state.active.right.has(part) && (!everywhere || state.inactive.right.has(part))
        };
        let named = step.effects.reads & registers;
        let everywhere = named & self.code.lanes;
        step.reads.iter().all(of)
            && state.active.named.covers(&named)
            && (!step.effects.all_lanes || state.inactive.named.covers(&everywhere))
    }

    /// Runs an instruction.
    fn step(&self, state: &mut State, step: &Step) {
        for &(part, whole, masked) in &step.writes {
            let resource = self.resource[part as usize];
            self.overwrite(&mut state.active, resource, Some(part));
            Self::write(&mut state.active, part, whole);
            if !masked || !whole {
                self.overwrite(&mut state.inactive, resource, Some(part));
            }
            if !masked {
                Self::write(&mut state.inactive, part, whole);
            }
        }
        for id in step.written.iter() {
            let is_masked = (step.effects.masked & Resources::from_iter([id])) != Resources::EMPTY;
            let resource = id.index() as u16;
            self.overwrite(&mut state.active, resource, None);
            if !is_masked {
                self.overwrite(&mut state.inactive, resource, None);
            }
        }
        state.active.named |= step.effects.writes;
        state.inactive.named |= step.effects.writes - step.effects.masked;
        if step.effects.changes_lanes {
            state.active.keep(&state.inactive.clone());
            state.inactive = state.active.clone();
        }
    }

    /// A register gets another value. Parts that have a value in it lose it, except the one that is written.
    fn overwrite(&self, lanes: &mut Lanes, resource: u16, by: Option<u32>) {
        let kept = by.map(|part| part as usize).filter(|part| lanes.right.has(*part));
        for &(at, parts) in self.parts.get(usize::from(resource)).into_iter().flatten() {
            lanes.right.remove(at, parts & !lanes.unwritten.word(at));
        }
        if let Some(part) = kept {
            lanes.right.set(part, true);
        }
        if by.is_some() {
            lanes.named -= Resources::range(resource..resource + 1);
        }
    }

    /// A part gets a value. A write of half of it keeps the other half, which is right only if the part was.
    fn write(lanes: &mut Lanes, part: u32, whole: bool) {
        let part = part as usize;
        if whole {
            lanes.right.set(part, true);
        }
        lanes.unwritten.set(part, false);
    }
}
