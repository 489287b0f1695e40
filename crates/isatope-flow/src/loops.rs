//! Loops: sets of blocks from which control returns to a block that dominates them.

use crate::dominators::Dominators;
use crate::graph::Graph;

/// A loop with one header.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loop {
    /// The block through which control enters the loop.
    pub header: usize,
    /// Blocks of the loop in the order of the code, including the header.
    pub blocks: Vec<usize>,
    /// Index of the enclosing loop.
    pub parent: Option<usize>,
    /// Nesting depth: number of loops that contain it, including itself.
    pub depth: u32,
}

/// The loops of a graph.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    loops: Vec<Loop>,
    /// The innermost loop of each block.
    innermost: Vec<Option<usize>>,
    irreducible: bool,
}

impl Loops {
    /// Finds the loops of a graph.
    pub fn new(graph: &Graph, dominators: &Dominators) -> Self {
        let blocks = graph.blocks();
        let order = graph.reverse_postorder();
        let mut place = vec![usize::MAX; blocks.len()];
        order.iter().enumerate().for_each(|(at, &block)| place[block] = at);
        let mut loops: Vec<Loop> = Vec::new();
        let mut irreducible = false;
        for &header in &order {
            let back = |&before: &usize| blocks[before].reachable && place[before] >= place[header];
            let (ends, others): (Vec<usize>, Vec<usize>) =
                blocks[header].before.iter().copied().filter(back).partition(|&b| dominators.dominates(header, b));
            irreducible |= !others.is_empty();
            if !ends.is_empty() {
                loops.push(Loop { header, blocks: body(graph, header, ends), parent: None, depth: 0 });
            }
        }
        // A header comes before the headers of nested loops.
        let mut innermost = vec![None; blocks.len()];
        for index in 0..loops.len() {
            let parent: Option<usize> = innermost[loops[index].header];
            loops[index].parent = parent;
            loops[index].depth = parent.map_or(0, |parent| loops[parent].depth) + 1;
            for &block in &loops[index].blocks {
                innermost[block] = Some(index);
            }
        }
        Self { loops, innermost, irreducible }
    }

    /// All loops; nested loops come after the loops that contain them.
    pub fn all(&self) -> &[Loop] {
        &self.loops
    }

    /// The innermost loop that contains a block.
    pub fn of_block(&self, block: usize) -> Option<&Loop> {
        self.innermost[block].map(|index| &self.loops[index])
    }

    /// Number of loops that contain a block.
    pub fn depth(&self, block: usize) -> u32 {
        self.of_block(block).map_or(0, |found| found.depth)
    }

    /// Whether there are loops with several headers. These are not in the list.
    pub fn has_irreducible(&self) -> bool {
        self.irreducible
    }
}

/// Blocks from which control reaches the ends of a loop without passing the header.
fn body(graph: &Graph, header: usize, ends: Vec<usize>) -> Vec<usize> {
    let mut blocks = vec![header];
    let mut inside = vec![false; graph.blocks().len()];
    inside[header] = true;
    let mut open = ends;
    while let Some(block) = open.pop() {
        if graph.blocks()[block].reachable && !std::mem::replace(&mut inside[block], true) {
            blocks.push(block);
            open.extend(&graph.blocks()[block].before);
        }
    }
    blocks.sort_unstable();
    blocks
}
