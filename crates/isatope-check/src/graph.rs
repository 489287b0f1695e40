//! Blocks of instructions, and the ways between them.

use std::ops::Range;

use crate::step::{Jump, Step};

/// Instructions that run one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its instructions.
    pub steps: Range<usize>,
    /// Blocks that may follow: the next one, the one jumped to.
    pub next: Vec<usize>,
    /// Blocks that may come before.
    pub before: Vec<usize>,
    /// Whether execution can get here.
    pub reachable: bool,
    /// Whether it runs off the end of the program.
    pub falls_out: bool,
    /// Whether it jumps out of the program.
    pub jumps_out: bool,
}

/// A program as blocks, in the order of the code.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Block of each instruction.
    block_of: Vec<usize>,
}

/// Where a jump leads, if that is in the program.
pub fn target(steps: &[Step], at: usize) -> Option<usize> {
    let Jump::To { distance, .. } = steps.get(at)?.jump else { return None };
    let target = i64::try_from(at).ok()?.checked_add(1)?.checked_add(distance)?;
    usize::try_from(target).ok().filter(|&t| t < steps.len())
}

/// Whether execution can go on with the next instruction.
pub fn goes_on(step: &Step) -> bool {
    match step.jump {
        Jump::None => !step.ends,
        // The other way is the one that ends.
        Jump::To { always, .. } | Jump::Unknown { always } => !always,
    }
}

impl Graph {
    /// Finds the blocks.
    pub fn new(steps: &[Step]) -> Self {
        let mut leads = vec![false; steps.len() + 1];
        leads[0] = true;
        for (i, step) in steps.iter().enumerate() {
            if let Some(target) = target(steps, i) {
                leads[target] = true;
            }
            if step.jump != Jump::None || step.ends {
                leads[i + 1] = true;
            }
        }
        let mut graph = Self { blocks: Vec::new(), block_of: vec![0; steps.len()] };
        let mut start = 0;
        leads[steps.len()] = true;
        for (end, &leads) in leads.iter().enumerate().skip(1) {
            if leads && start < end {
                graph.block_of[start..end].fill(graph.blocks.len());
                graph.blocks.push(Block {
                    steps: start..end,
                    next: Vec::new(),
                    before: Vec::new(),
                    reachable: false,
                    falls_out: false,
                    jumps_out: false,
                });
                start = end;
            }
        }
        graph.connect(steps);
        graph.reach();
        graph
    }

    fn connect(&mut self, steps: &[Step]) {
        for b in 0..self.blocks.len() {
            let last = self.blocks[b].steps.end - 1;
            let mut next = Vec::with_capacity(2);
            if goes_on(&steps[last]) {
                match last + 1 < steps.len() {
                    true => next.push(b + 1),
                    false => self.blocks[b].falls_out = true,
                }
            }
            // A jump that ends the threads which take it leads nowhere.
            if matches!(steps[last].jump, Jump::To { .. }) && !steps[last].ends {
                match target(steps, last) {
                    Some(target) => next.push(self.block_of[target]),
                    None => self.blocks[b].jumps_out = true,
                }
            }
            next.dedup();
            for &n in &next {
                self.blocks[n].before.push(b);
            }
            self.blocks[b].next = next;
        }
    }

    fn reach(&mut self) {
        let mut open: Vec<usize> = if self.blocks.is_empty() { Vec::new() } else { vec![0] };
        while let Some(b) = open.pop() {
            if !std::mem::replace(&mut self.blocks[b].reachable, true) {
                open.extend(&self.blocks[b].next);
            }
        }
    }

    /// The block of an instruction.
    pub fn block_of(&self, step: usize) -> &Block {
        &self.blocks[self.block_of[step]]
    }

    /// The instructions that can run right after one.
    pub fn after(&self, step: usize) -> impl Iterator<Item = usize> + '_ {
        let block = self.block_of(step);
        let inside = (step + 1 < block.steps.end).then_some(step + 1);
        let over = if inside.is_none() { &block.next[..] } else { &[] };
        inside.into_iter().chain(over.iter().map(|&b| self.blocks[b].steps.start))
    }

    /// The instructions that can run right before one.
    pub fn before(&self, step: usize) -> impl Iterator<Item = usize> + '_ {
        let block = self.block_of(step);
        let inside = (step > block.steps.start).then(|| step - 1);
        let over = if inside.is_none() { &block.before[..] } else { &[] };
        let over = over.iter().filter(|&&b| self.blocks[b].reachable);
        inside.into_iter().chain(over.map(|&b| self.blocks[b].steps.end - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jump(distance: i64, always: bool) -> Step {
        Step { jump: Jump::To { distance, always, uniform: false }, ..Step::default() }
    }

    #[test]
    fn a_loop_with_an_exit() {
        // 0; 1: if (…) goto 4; 2; 3: goto 1; 4: end; 5
        let end = Step { ends: true, ..Step::default() };
        let steps = [Step::default(), jump(2, false), Step::default(), jump(-3, true), end, Step::default()];
        let graph = Graph::new(&steps);
        let ranges: Vec<_> = graph.blocks.iter().map(|b| (b.steps.clone(), b.next.clone(), b.reachable)).collect();
        assert_eq!(
            ranges,
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
        assert!(graph.blocks[4].falls_out && !graph.blocks[3].falls_out);
    }

    #[test]
    fn jumps_out_of_the_program() {
        let graph = Graph::new(&[jump(7, false), jump(-9, true), jump(i64::MAX, true)]);
        assert!(graph.blocks.iter().all(|b| b.jumps_out));
        assert!(Graph::new(&[]).blocks.is_empty());
    }
}
