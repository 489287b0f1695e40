//! Forward analyses: what holds at the start of each block on the paths that lead to it.

use crate::graph::Graph;
use crate::worklist::Worklist;

/// State at the start of each block; `None` for blocks that no entry leads to.
///
/// `entries` are blocks with their states. `step` changes a state by an instruction, given by its index. `join` merges
/// the state of another path into one, and returns whether that changed; the analysis ends when nothing changes.
pub fn forward<S: Clone>(
    graph: &Graph,
    entries: impl IntoIterator<Item = (usize, S)>,
    mut step: impl FnMut(&mut S, usize),
    join: impl FnMut(&mut S, &S) -> bool,
) -> Vec<Option<S>> {
    let blocks = graph.blocks();
    let after = |state: &mut S, block: usize| blocks[block].instructions.clone().for_each(|at| step(state, at));
    forward_blocks(graph, entries, after, join)
}

/// Like [`forward`], with a function that changes a state by a whole block.
pub fn forward_blocks<S: Clone>(
    graph: &Graph,
    entries: impl IntoIterator<Item = (usize, S)>,
    mut after: impl FnMut(&mut S, usize),
    mut join: impl FnMut(&mut S, &S) -> bool,
) -> Vec<Option<S>> {
    let blocks = graph.blocks();
    let mut starts: Vec<Option<S>> = vec![None; blocks.len()];
    let mut open = Worklist::new(blocks.len(), false);
    for (block, state) in entries {
        starts[block] = Some(state);
        open.add(block);
    }
    while let Some(index) = open.next() {
        let Some(mut state) = starts[index].clone() else { continue };
        after(&mut state, index);
        for &next in &blocks[index].next {
            let changed = match &mut starts[next] {
                Some(known) => join(known, &state),
                none => none.replace(state.clone()).is_none(),
            };
            if changed {
                open.add(next);
            }
        }
    }
    starts
}
