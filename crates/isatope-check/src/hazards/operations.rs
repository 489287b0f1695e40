//! Operations that may be outstanding before each instruction, for tools that choose registers.

use std::ops::Range;

use isatope_core::Resources;
use isatope_flow::{Graph, Program, forward_blocks};

use super::fact::rules;
use super::facts::Facts;
use super::waits::{State, event, steps};
use super::{Checker, Options};

/// An operation that may be outstanding.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Operation {
    /// Index of the instruction that started it.
    pub at: usize,
    /// Registers and memories that it may still write.
    pub writes: Resources,
    /// Registers that it may still read.
    pub holds: Resources,
}

impl Checker {
    /// Finds the operations that may be outstanding before instructions, by the rules that no source disputes. `each`
    /// receives instructions with the operations; those of an instruction may come in several calls.
    ///
    /// Operations are followed along the edges of the graph. A call that the program contains completes all, so a
    /// program whose graph leads into its functions has to leave the calls out.
    pub fn operations(&mut self, program: &Program, graph: &Graph, mut each: impl FnMut(Range<usize>, &[Operation])) {
        let Some(facts) = self.facts(program, graph, &Options::default()) else { return };
        let blocks = graph.blocks();
        // Blocks that nothing leads to may be entered by ways that are not known.
        let is_entry = |block: &usize| blocks[*block].before.is_empty() || graph.entries().binary_search(block).is_ok();
        let entries = (0..blocks.len()).filter(is_entry).map(|block| (block, State::default()));
        let after = |state: &mut State, block: usize| steps(&facts, block).for_each(|at| state.step(&facts, at));
        let starts = forward_blocks(graph, entries, after, State::join);
        let mut list: Vec<Operation> = Vec::new();
        for (index, (block, state)) in blocks.iter().zip(starts).enumerate() {
            let Some(mut state) = state else { continue };
            let mut first = block.instructions.start;
            for at in steps(&facts, index) {
                outstanding(&facts, &state, &mut list);
                if !list.is_empty() {
                    each(first..at + 1, &list);
                }
                state.step(&facts, at);
                first = at + 1;
            }
            outstanding(&facts, &state, &mut list);
            if first < block.instructions.end && !list.is_empty() {
                each(first..block.instructions.end, &list);
            }
        }
        for at in 0..program.items().len() {
            for rule in rules(facts.of(at).firsts).filter(|rule| facts.guards_reads(*rule)) {
                issued(&facts, program, graph, at, rule, &mut each);
            }
        }
    }
}

/// Puts the operations of a state that touch registers or memories into a list.
fn outstanding(facts: &Facts, state: &State, list: &mut Vec<Operation>) {
    list.clear();
    let all = state.pending.iter().map(|pending| (pending, event(facts, pending)));
    let touching = all.filter(|(_, event)| !event.writes.is_empty() || !event.holds.is_empty());
    list.extend(touching.map(|(pending, event)| Operation {
        at: pending.at as usize,
        writes: event.writes,
        holds: event.holds,
    }));
}

/// Gives the instructions that may not overwrite what an instruction reads by a distance rule, because it may not have
/// read it yet.
fn issued(
    facts: &Facts,
    program: &Program,
    graph: &Graph,
    at: usize,
    rule: u16,
    each: &mut impl FnMut(Range<usize>, &[Operation]),
) {
    let Some(inst) = program.items()[at].instruction else { return };
    let holds = facts.first(rule, &inst, &facts.touched(at).registers());
    let operation = Operation { at, writes: Resources::EMPTY, holds };
    let mut open: Vec<(usize, u8)> = graph.after(at).map(|next| (next, 0)).collect();
    let mut seen = Vec::new();
    while let Some((next, states)) = open.pop() {
        if states >= facts.needs[usize::from(rule)] || seen.contains(&(next, states)) {
            continue;
        }
        seen.push((next, states));
        let fact = facts.of(next);
        if fact.seconds >> rule & 1 != 0 {
            each(next..next + 1, &[operation]);
        }
        let states = states.saturating_add(fact.states);
        open.extend(graph.after(next).map(|after| (after, states)));
    }
}
