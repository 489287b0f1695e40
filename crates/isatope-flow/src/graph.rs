//! Blocks of instructions, and the edges between them.

use std::ops::Range;

use smallvec::SmallVec;

/// Successors of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successors {
    /// Whether control can go to the next instruction.
    pub next: bool,
    /// Another destination.
    pub other: Option<Way>,
}

/// A destination other than the next instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Another instruction of the program, by its index.
    To(usize),
    /// A known address outside of the program.
    Outside,
    /// An address that is known only at run time.
    Unknown,
    /// The end of the program.
    End,
}

impl Successors {
    /// Control goes to the next instruction only.
    pub const NEXT: Self = Self { next: true, other: None };
}

/// A sequence of instructions without branches inside.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Block {
    /// Indices of the instructions.
    pub instructions: Range<usize>,
    /// Successor blocks: the next one first, then the target of a branch.
    pub next: SmallVec<[usize; 2]>,
    /// Predecessor blocks.
    pub before: SmallVec<[usize; 2]>,
    /// Whether it is reachable from an entry.
    pub reachable: bool,
    /// Whether control can run off the end of the program.
    pub falls_out: bool,
    /// Whether it branches out of the program.
    pub jumps_out: bool,
    /// Whether it can go to an address that is known only at run time.
    pub unknown: bool,
}

impl Block {
    /// Index of the last instruction.
    pub fn last(&self) -> usize {
        self.instructions.end - 1
    }
}

/// The blocks of a program, in the order of the code. `Debug` prints their number.
#[derive(Clone, Default)]
pub struct Graph {
    blocks: Vec<Block>,
    /// Block of each instruction.
    block_of: Vec<u32>,
    /// Blocks at which the program starts.
    entries: Vec<usize>,
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graph")
            .field("blocks", &self.blocks.len())
            .field("instructions", &self.block_of.len())
            .field("entries", &self.entries.len())
            .finish()
    }
}

impl Graph {
    /// Finds the blocks of `count` instructions. `entries` are instructions at which the program starts.
    pub fn new(count: usize, entries: &[usize], successors: impl FnMut(usize) -> Successors) -> Self {
        Self::with_edges(count, entries, successors, &[])
    }

    /// Like [`new`](Self::new), with further edges between instructions: the last one before control leaves, and its
    /// destination.
    pub fn with_edges(
        count: usize,
        entries: &[usize],
        mut successors: impl FnMut(usize) -> Successors,
        edges: &[(usize, usize)],
    ) -> Self {
        Self::of_leaving(count, entries, (0..count).map(|index| (index, successors(index))), edges)
    }

    /// Like [`with_edges`](Self::with_edges), with the successors of instructions after which control may go elsewhere
    /// than to the next one. All others only continue.
    pub fn of_leaving(
        count: usize,
        entries: &[usize],
        leaving: impl IntoIterator<Item = (usize, Successors)>,
        edges: &[(usize, usize)],
    ) -> Self {
        let mut starts = vec![false; count + 1];
        starts[count] = true;
        for &start in entries.iter().chain(&[0]).filter(|start| **start < count) {
            starts[start] = true;
        }
        // Instructions after which control goes elsewhere, too.
        let mut branches: Vec<(usize, Successors)> = Vec::new();
        for (index, successors) in leaving {
            if successors == Successors::NEXT {
                continue;
            }
            starts[index + 1] = true;
            if let Some(Way::To(target)) = successors.other {
                starts[target.min(count)] = true;
            }
            branches.push((index, successors));
        }
        for &(from, to) in edges.iter().filter(|(from, to)| *from < count && *to < count) {
            starts[from + 1] = true;
            starts[to] = true;
        }
        let mut graph = Self { blocks: Vec::new(), block_of: vec![0; count], entries: Vec::new() };
        let mut start = 0;
        for end in (1..=count).filter(|end| starts[*end]) {
            graph.block_of[start..end].fill(graph.blocks.len() as u32);
            graph.blocks.push(Block {
                instructions: start..end,
                next: SmallVec::new(),
                before: SmallVec::new(),
                reachable: false,
                falls_out: false,
                jumps_out: false,
                unknown: false,
            });
            start = end;
        }
        graph.connect(&branches);
        for &(from, to) in edges.iter().filter(|(from, to)| *from < count && *to < count) {
            let (from, to) = (graph.block_index(from), graph.block_index(to));
            if !graph.blocks[from].next.contains(&to) {
                graph.blocks[from].next.push(to);
                graph.blocks[to].before.push(from);
            }
        }
        graph.entries = entries.iter().filter(|entry| **entry < count).map(|entry| graph.block_index(*entry)).collect();
        graph.entries.sort_unstable();
        graph.entries.dedup();
        graph.reach();
        graph
    }

    /// Connects the blocks. `branches` are the instructions that do not only continue with the next one.
    fn connect(&mut self, branches: &[(usize, Successors)]) {
        let mut branches = branches.iter().peekable();
        for index in 0..self.blocks.len() {
            let last = self.blocks[index].last();
            let branch = branches.next_if(|(at, _)| *at == last);
            let Successors { next: falls, other } = branch.map_or(Successors::NEXT, |(_, successors)| *successors);
            let mut next: SmallVec<[usize; 2]> = SmallVec::new();
            if falls {
                match index + 1 < self.blocks.len() {
                    true => next.push(index + 1),
                    false => self.blocks[index].falls_out = true,
                }
            }
            match other {
                Some(Way::To(target)) if target < self.block_of.len() => next.push(self.block_index(target)),
                Some(Way::To(_) | Way::Outside) => self.blocks[index].jumps_out = true,
                Some(Way::Unknown) => self.blocks[index].unknown = true,
                Some(Way::End) | None => {}
            }
            next.dedup();
            for &block in &next {
                self.blocks[block].before.push(index);
            }
            self.blocks[index].next = next;
        }
    }

    fn reach(&mut self) {
        let mut open = self.entries.clone();
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut self.blocks[block].reachable, true) {
                open.extend(&self.blocks[block].next);
            }
        }
    }

    /// The blocks.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Indices of the blocks at which the program starts.
    pub fn entries(&self) -> &[usize] {
        &self.entries
    }

    /// Index of the block of an instruction.
    pub fn block_index(&self, instruction: usize) -> usize {
        self.block_of[instruction] as usize
    }

    /// Indices of the blocks with some instructions; none for an empty range.
    pub fn block_indices(&self, instructions: &Range<usize>) -> Range<usize> {
        match instructions.is_empty() {
            true => 0..0,
            false => self.block_index(instructions.start)..self.block_index(instructions.end - 1) + 1,
        }
    }

    /// The block of an instruction.
    pub fn block_of(&self, instruction: usize) -> &Block {
        &self.blocks[self.block_index(instruction)]
    }

    /// Instructions that can run directly after one.
    pub fn after(&self, instruction: usize) -> impl Iterator<Item = usize> + '_ {
        let block = self.block_of(instruction);
        let inside = (instruction + 1 < block.instructions.end).then_some(instruction + 1);
        let over = if inside.is_none() { &block.next[..] } else { &[] };
        inside.into_iter().chain(over.iter().map(|&b| self.blocks[b].instructions.start))
    }

    /// Instructions that can run directly before one, except those of unreachable blocks.
    pub fn before(&self, instruction: usize) -> impl Iterator<Item = usize> + '_ {
        let block = self.block_of(instruction);
        let inside = (instruction > block.instructions.start).then(|| instruction - 1);
        let over = if inside.is_none() { &block.before[..] } else { &[] };
        let over = over.iter().filter(|&&b| self.blocks[b].reachable);
        inside.into_iter().chain(over.map(|&b| self.blocks[b].last()))
    }

    /// Reachable blocks in reverse postorder: except for loops, each block comes before its successors.
    pub fn reverse_postorder(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.blocks.len());
        let mut seen = vec![false; self.blocks.len()];
        for &entry in self.entries.iter().rev() {
            if std::mem::replace(&mut seen[entry], true) {
                continue;
            }
            let mut open = vec![(entry, 0)];
            while let Some((block, at)) = open.last_mut() {
                match self.blocks[*block].next.get(*at) {
                    Some(&next) => {
                        *at += 1;
                        if !std::mem::replace(&mut seen[next], true) {
                            open.push((next, 0));
                        }
                    }
                    None => {
                        order.push(*block);
                        open.pop();
                    }
                }
            }
        }
        order.reverse();
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: Successors = Successors { next: false, other: None };

    fn jump(target: usize, next: bool) -> Successors {
        Successors { next, other: Some(Way::To(target)) }
    }

    #[test]
    fn a_loop_with_an_exit() {
        // 0; 1: if (…) goto 4; 2; 3: goto 1; 4: end; 5
        let program = [Successors::NEXT, jump(4, true), Successors::NEXT, jump(1, false), END, Successors::NEXT];
        let graph = Graph::new(program.len(), &[0], |i| program[i]);
        let found: Vec<_> =
            graph.blocks().iter().map(|b| (b.instructions.clone(), b.next.to_vec(), b.reachable)).collect();
        assert_eq!(
            found,
            [
                (0..1, vec![1], true),
                (1..2, vec![2, 3], true),
                (2..4, vec![1], true),
                (4..5, vec![], true),
                (5..6, vec![], false)
            ]
        );
        assert_eq!(graph.before(1).collect::<Vec<_>>(), [0, 3]);
        assert_eq!(graph.after(1).collect::<Vec<_>>(), [2, 4]);
        assert!(graph.blocks()[4].falls_out && !graph.blocks()[3].falls_out);
        assert_eq!(graph.reverse_postorder(), [0, 1, 3, 2]);
    }

    #[test]
    fn an_instruction_can_have_many_successors() {
        // 0: goto 1, 2 or 3; 1: goto 3; 2; 3: end
        let program = [END, jump(3, false), Successors::NEXT, END];
        let graph = Graph::with_edges(program.len(), &[0], |i| program[i], &[(0, 1), (0, 2), (0, 3)]);
        let next: Vec<_> = graph.blocks().iter().map(|block| block.next.to_vec()).collect();
        assert_eq!(next, [vec![1, 2, 3], vec![3], vec![3], vec![]]);
        assert!(graph.blocks().iter().all(|block| block.reachable));
    }

    #[test]
    fn control_can_leave_a_program() {
        let out = Successors { next: false, other: Some(Way::Outside) };
        let graph = Graph::new(3, &[0], |i| if i == 1 { jump(9, true) } else { out });
        assert!(graph.blocks().iter().all(|b| b.jumps_out));
        assert!(Graph::new(0, &[0], |_| out).blocks().is_empty());
    }
}
