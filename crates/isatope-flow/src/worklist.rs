//! Worklist of blocks for iterative analyses.

use std::collections::BTreeSet;

/// Blocks that must be processed, in the order of the code or in reverse. This order lets loops converge before the
/// blocks that follow them.
#[derive(Clone, Debug)]
pub struct Worklist {
    waiting: BTreeSet<usize>,
    backward: bool,
    last: usize,
}

impl Worklist {
    /// Creates an empty list for a number of blocks.
    pub fn new(blocks: usize, backward: bool) -> Self {
        Self { waiting: BTreeSet::new(), backward, last: if backward { blocks } else { 0 } }
    }

    /// Adds a block.
    pub fn add(&mut self, block: usize) {
        self.waiting.insert(block);
    }
}

impl Iterator for Worklist {
    type Item = usize;

    /// Takes a block out of the list.
    fn next(&mut self) -> Option<usize> {
        let found = if self.backward {
            self.waiting.range(..self.last).next_back().or_else(|| self.waiting.last())
        } else {
            self.waiting.range(self.last..).next().or_else(|| self.waiting.first())
        };
        let &block = found?;
        self.waiting.remove(&block);
        self.last = if self.backward { block } else { block + 1 };
        Some(block)
    }
}
