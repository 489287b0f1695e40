//! Whether an operation and a later instruction may be about the same lanes.
//!
//! Only the lanes of `if` load, and only those of `else` write the register in another way: no wait is needed between them.

use std::collections::HashSet;

use isatope_flow::{Graph, Program};

use super::classes::Classes;
use super::facts::Facts;

/// Most instructions that are visited. If there are more, the lanes count as the same.
const MOST_VISITS: usize = 4000;

/// Whether control can get from an operation to an instruction with some of its lanes, and without a wait for all operations
/// of a counter.
pub fn may_meet(facts: &Facts, program: &Program, graph: &Graph, (from, to): (usize, usize), counter: u8) -> bool {
    let mut classes = Classes::default();
    // Places, and whether other lanes run there than those of the operation.
    let mut open: Vec<(usize, bool)> = graph.after(from).map(|at| (at, false)).collect();
    let mut seen = HashSet::new();
    while let Some((at, others)) = open.pop() {
        let fact = facts.of(at);
        if at == to && !others || fact.calls || seen.len() > MOST_VISITS {
            return true;
        }
        if at == to || fact.waits.contains(&(counter, 0)) || !seen.insert((at, others)) {
            continue;
        }
        let changes = facts.touched(at).written().meets(&facts.lanes);
        if changes {
            let turns = program.items()[at].instruction.is_some_and(|inst| facts.turns(&inst, &mut classes));
            if others || !turns {
                return true;
            }
        }
        open.extend(graph.after(at).map(|next| (next, others || changes)));
    }
    false
}
