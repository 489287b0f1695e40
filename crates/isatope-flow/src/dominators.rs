//! Dominators: the blocks that are on every path from an entry to a block.

use crate::graph::Graph;

/// The dominators of a graph, by the algorithm of Cooper, Harvey and Kennedy.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// The immediate dominator of each block. It is the block itself for an entry without a dominator, and `None` for
    /// unreachable blocks.
    immediate: Vec<Option<usize>>,
    /// Number of dominators of each block, including itself.
    depth: Vec<u32>,
}

impl Dominators {
    /// Finds the dominators of all reachable blocks.
    pub fn new(graph: &Graph) -> Self {
        // A virtual root that leads to all entries comes after the blocks.
        let (count, root) = (graph.blocks().len(), graph.blocks().len());
        let order = graph.reverse_postorder();
        let mut place = vec![usize::MAX; count + 1];
        order.iter().enumerate().for_each(|(at, &block)| place[block] = at + 1);
        place[root] = 0;
        let mut immediate = vec![None; count + 1];
        immediate[root] = Some(root);
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &order {
                let entry = graph.entries().contains(&block).then_some(root);
                let before = graph.blocks()[block].before.iter().copied().chain(entry);
                let known = before.filter(|&before| immediate[before].is_some());
                let new = known.reduce(|a, b| meet(&immediate, &place, a, b));
                if new != immediate[block] {
                    immediate[block] = new;
                    changed = true;
                }
            }
        }
        let mut depth = vec![0; count];
        for &block in &order {
            let above = immediate[block].filter(|&above| above != root);
            depth[block] = above.map_or(0, |above| depth[above]) + 1;
        }
        let without_root = |(block, above): (usize, Option<usize>)| above.map(|a| if a == root { block } else { a });
        let immediate = immediate.into_iter().take(count).enumerate().map(without_root).collect();
        Self { immediate, depth }
    }

    /// The nearest block that dominates another one; `None` for entries and unreachable blocks.
    pub fn immediate(&self, block: usize) -> Option<usize> {
        self.immediate[block].filter(|&above| above != block)
    }

    /// Whether every path to `below` goes through `above`. A block dominates itself.
    pub fn dominates(&self, above: usize, below: usize) -> bool {
        if self.immediate[above].is_none() || self.immediate[below].is_none() {
            return false;
        }
        let mut at = below;
        while self.depth[at] > self.depth[above] {
            match self.immediate(at) {
                Some(next) => at = next,
                None => return false,
            }
        }
        at == above
    }
}

/// The nearest dominator of two blocks.
fn meet(immediate: &[Option<usize>], place: &[usize], a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while a != b {
        let above = if place[a] > place[b] { &mut a } else { &mut b };
        match immediate[*above] {
            Some(next) => *above = next,
            None => break,
        }
    }
    a
}
