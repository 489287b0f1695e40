//! Live ranges: where variables and the registers that a source names hold values that are still needed, or operations
//! that are outstanding may still write or read them.

use isatope_core::Resources;
use isatope_flow::{Live, Worklist, forward};

use super::bits::Bits;
use super::code::{Code, Step};

/// Half-open ranges of slots, in ascending order. Instruction `i` reads in slot `2i`, and writes in slot `2i + 1`.
pub(super) type Slots = Vec<(u32, u32)>;

/// Adds a slot after all others.
fn add(slots: &mut Slots, slot: u32) {
    match slots.last_mut() {
        Some((_, end)) if *end >= slot => *end = (*end).max(slot + 1),
        _ => slots.push((slot, slot + 1)),
    }
}

/// Adds ranges in any order to a list.
fn unite(slots: &mut Slots, more: &Slots) {
    if more.is_empty() {
        return;
    }
    slots.extend(more);
    slots.sort_unstable();
    slots.dedup_by(|next, last| {
        let meets = next.0 <= last.1;
        last.1 = if meets { last.1.max(next.1) } else { last.1 };
        meets
    });
}

/// Whether a list shares a slot with one that may be much longer.
pub(super) fn meet(a: &Slots, b: &Slots) -> bool {
    let start = a.first().map_or(0, |first| first.0);
    let (mut i, mut j) = (0, b.partition_point(|range| range.1 <= start));
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        if x.0 < y.1 && y.0 < x.1 {
            return true;
        }
        if x.1 <= y.1 { i += 1 } else { j += 1 }
    }
    false
}

/// Live ranges of a section's code.
pub(super) struct Ranges {
    /// By variable.
    pub variables: Vec<Slots>,
    /// By resource.
    pub resources: Vec<Slots>,
    /// By variable, the slots in which an operation that writes or reads it may be outstanding. The live ranges contain
    /// them.
    pub outstanding: Vec<Slots>,
    /// Steps that read a variable which no path to them writes, with the variable.
    pub unwritten: Vec<(usize, u16)>,
}

/// Parts and resources whose values may be read later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    named: Live,
    active: Bits,
    inactive: Bits,
}

impl State {
    fn empty(parts: usize) -> Self {
        Self { named: Live::default(), active: Bits::new(parts, false), inactive: Bits::new(parts, false) }
    }

    fn join(&mut self, other: &Self) {
        self.named.active |= other.named.active;
        self.named.inactive |= other.named.inactive;
        self.active.join(&other.active);
        self.inactive.join(&other.inactive);
    }

    /// Goes back over an instruction. A write in the active lanes does not end the value in the others.
    fn before(&mut self, step: &Step, code: &Code) {
        self.named = self.named.before(&step.effects, &code.lanes);
        let per_lane = |part: usize| code.per_lane[usize::from(code.variable_of[part])];
        if step.effects.changes_lanes {
            self.active.join(&self.inactive);
            for part in self.active.iter().filter(|part| per_lane(*part)) {
                self.inactive.set(part, true);
            }
        }
        for &(part, whole, masked) in step.writes.iter().filter(|write| write.1) {
            let part = part as usize;
            self.active.set(part, !whole);
            if !masked || step.effects.whole {
                self.inactive.set(part, false);
            }
        }
        for part in step.reads.iter().map(|part| *part as usize) {
            self.active.set(part, true);
            if step.effects.all_lanes && per_lane(part) {
                self.inactive.set(part, true);
            }
        }
    }

    /// Parts that are live in any lane.
    fn all(&self) -> Bits {
        let mut all = self.active.clone();
        all.join(&self.inactive);
        all
    }
}

/// State at the end of each block.
fn ends(code: &Code) -> Vec<State> {
    let blocks = code.graph.blocks();
    let mut starts = vec![State::empty(code.parts); blocks.len()];
    let mut ends = starts.clone();
    let mut open = Worklist::new(blocks.len(), true);
    (0..blocks.len()).for_each(|block| open.add(block));
    while let Some(index) = open.next() {
        let block = &blocks[index];
        let mut state = State::empty(code.parts);
        block.next.iter().for_each(|next| state.join(&starts[*next]));
        ends[index].clone_from(&state);
        block.instructions.clone().rev().for_each(|at| state.before(&code.steps[at], code));
        if state != starts[index] {
            starts[index] = state;
            block.before.iter().for_each(|before| open.add(*before));
        }
    }
    ends
}

/// Parts that may have been written at the start of each block.
fn written(code: &Code) -> Vec<Bits> {
    let blocks = code.graph.blocks();
    let none = Bits::new(code.parts, false);
    // Blocks that nothing leads to may be entered by ways that are not known.
    let entries: Vec<_> = (0..blocks.len())
        .filter(|block| blocks[*block].before.is_empty() || code.graph.entries().contains(block))
        .map(|block| (block, none.clone()))
        .collect();
    let step = |state: &mut Bits, at: usize| {
        code.steps[at].writes.iter().for_each(|write| state.set(write.0 as usize, true));
    };
    let all = forward(&code.graph, entries, step, |state, other| state.join(other));
    all.into_iter().map(|state| state.unwrap_or_else(|| none.clone())).collect()
}

impl Ranges {
    /// Finds the live ranges of code.
    pub fn new(code: &Code, variables: usize, resources: usize) -> Self {
        let (ends, mut starts) = (ends(code), written(code));
        let mut ranges = Self {
            variables: vec![Slots::new(); variables],
            resources: vec![Slots::new(); resources],
            outstanding: vec![Slots::new(); variables],
            unwritten: Vec::new(),
        };
        for (index, block) in code.graph.blocks().iter().enumerate() {
            let mut state = ends[index].clone();
            let mut live: Vec<(Bits, Resources, Bits, Resources)> = Vec::new();
            for at in block.instructions.clone().rev() {
                let (after, named) = (state.all(), state.named.all());
                state.before(&code.steps[at], code);
                live.push((state.all(), state.named.all(), after, named));
            }
            let mut known = std::mem::take(&mut starts[index]);
            for (at, (mut before, named_before, mut after, named_after)) in
                block.instructions.clone().zip(live.into_iter().rev())
            {
                let step = &code.steps[at];
                let slot = 2 * at as u32;
                before.keep(&known);
                for part in step.reads.iter().map(|part| *part as usize) {
                    if !known.has(part) {
                        ranges.unwritten.push((at, code.variable_of[part]));
                    }
                    before.set(part, true);
                }
                step.writes.iter().for_each(|write| known.set(write.0 as usize, true));
                after.keep(&known);
                for part in step.writes.iter().map(|write| write.0 as usize) {
                    after.set(part, true);
                    if step.writes_early {
                        before.set(part, true);
                    }
                }
                let early = if step.writes_early { step.written } else { Resources::EMPTY };
                ranges.occupy(code, &before, named_before | step.effects.reads | early, slot);
                ranges.occupy(code, &after, named_after | step.written, slot + 1);
            }
        }
        ranges.add_outstanding(code);
        ranges
    }

    /// Adds the slots in which operations may be outstanding.
    fn add_outstanding(&mut self, code: &Code) {
        let mut named = vec![Slots::new(); self.resources.len()];
        code.operations(|steps, operations| {
            let range = (2 * steps.start as u32, 2 * steps.end as u32);
            let add = |slots: &mut Slots| match slots.last_mut() {
                Some((start, end)) if *start <= range.0 && *end >= range.0 => *end = range.1.max(*end),
                _ => slots.push(range),
            };
            for operation in operations {
                let mut rest = operation.writes | operation.holds;
                for (resource, part) in code.parts_in(operation.at, rest) {
                    rest -= Resources::range(resource..resource + 1);
                    add(&mut self.outstanding[usize::from(code.variable_of[part as usize])]);
                }
                for id in rest.iter() {
                    named.get_mut(id.index()).into_iter().for_each(add);
                }
            }
        });
        self.resources.iter_mut().zip(&named).for_each(|(own, more)| unite(own, more));
        self.variables.iter_mut().zip(&self.outstanding).for_each(|(own, more)| unite(own, more));
    }

    fn occupy(&mut self, code: &Code, parts: &Bits, named: Resources, slot: u32) {
        for part in parts.iter() {
            add(&mut self.variables[usize::from(code.variable_of[part])], slot);
        }
        for id in named.iter() {
            if let Some(slots) = self.resources.get_mut(id.index()) {
                add(slots, slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_united() {
        let mut slots = vec![(2, 4), (8, 9)];
        unite(&mut slots, &vec![(20, 22), (4, 6), (9, 12), (10, 11)]);
        assert_eq!(slots, [(2, 6), (8, 12), (20, 22)]);
    }

    #[test]
    fn slots_are_joined_and_compared() {
        let mut slots = Slots::new();
        [2, 3, 3, 7].into_iter().for_each(|slot| add(&mut slots, slot));
        assert_eq!(slots, [(2, 4), (7, 8)]);
        assert!(meet(&slots, &vec![(3, 5)]) && meet(&vec![(0, 9)], &slots));
        assert!(!meet(&slots, &vec![(0, 2), (4, 7), (8, 9)]));
    }
}
