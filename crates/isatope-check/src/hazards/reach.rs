//! A second look at an operation that the state of all paths shows as outstanding where its registers are touched.
//!
//! - Only some lanes load, and others touch the register: those of `else`, or of the next round of a loop.
//! - Sources dispute whether some operations count for a counter. Code that waits for it before each use of what they
//!   read counts on it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use isatope_core::Resources;
use isatope_flow::{Graph, Program};

use super::classes::Classes;
use super::facts::Facts;
use super::masks::{self, Bits, Cases};
use super::waits::{Pending, event};

/// Most instructions that are visited. If there are more, the operation counts as outstanding.
const MOST_VISITS: usize = 4000;

/// Looks at paths of a program.
pub struct Reach<'a> {
    facts: &'a Facts<'a>,
    program: &'a Program,
    graph: &'a Graph,
    /// Indices of the first instructions of kernels, in ascending order.
    kernels: &'a [usize],
    classes: Classes,
    /// Whether code counts on disputed operations, by the first instruction of the kernel and the counter.
    relies: HashMap<(usize, u8), bool>,
    /// The bits of masks at the start of each block, once they were needed.
    masks: Option<Vec<Option<Cases>>>,
}

impl<'a> Reach<'a> {
    pub fn new(facts: &'a Facts<'a>, program: &'a Program, graph: &'a Graph, kernels: &'a [usize]) -> Self {
        Self { facts, program, graph, kernels, classes: Classes::default(), relies: HashMap::new(), masks: None }
    }

    /// Whether control can get from an operation to an instruction that touches some of its registers, before a wait
    /// proves it complete.
    pub fn is_open(&mut self, pending: &Pending, to: usize, registers: &Resources) -> bool {
        let (facts, graph) = (self.facts, self.graph);
        let old = event(facts, pending);
        let relies = self.relies_on_disputed(to, old.counter);
        // Other registers do not have values of lanes, and what does not ask which lanes run may touch any of them.
        let per_lane = facts.per_lane.covers(registers) && facts.touched(to).reads_one_of(&facts.lanes);
        let bits = match per_lane {
            true => {
                let program = self.program;
                let starts = self.masks.get_or_insert_with(|| masks::solve(facts, program, graph));
                // No lane has started it.
                let Some(bits) = masks::running(starts, facts, program, graph, pending.at as usize) else {
                    return false;
                };
                bits
            }
            false => Bits::default(),
        };
        let mut ways: HashMap<usize, Cases> = HashMap::new();
        let block = graph.block_index(pending.at as usize);
        let rest = pending.at as usize + 1..graph.blocks()[block].instructions.end;
        let mut open: Vec<(usize, Range<usize>, Cases)> = vec![(block, rest, [None, Some((bits, 0))])];
        let mut visits = 0;
        while let Some((block, rest, mut now)) = open.pop() {
            for at in rest {
                let fact = facts.of(at);
                visits += 1;
                if at == to && now[1].is_some() || fact.calls || visits > MOST_VISITS {
                    return true;
                }
                for &(_, most) in fact.waits.iter().filter(|(counter, _)| *counter == old.counter) {
                    let is_open = |(_, followers): &(Bits, u8)| !old.is_proven(*followers, most);
                    now = now.map(|way| way.filter(is_open));
                }
                if now == [None; 2] {
                    break;
                }
                if per_lane {
                    now = masks::after(&now, facts, self.program, at);
                }
                let follows = facts.events(at).iter().any(|event| event.follows(old));
                if old.order.is_some() && (follows || relies && self.is_disputed(at, old.counter)) {
                    let more = |(bits, followers): (Bits, u8)| (bits, followers.saturating_add(1));
                    now = now.map(|way| way.map(more));
                }
            }
            if now == [None; 2] {
                continue;
            }
            for &next in &graph.blocks()[block].next {
                let known = ways.entry(next).or_default();
                if masks::join(known, &now) {
                    open.push((next, graph.blocks()[next].instructions.clone(), *known));
                }
            }
        }
        false
    }

    /// Whether an instruction is an operation of which sources dispute that the counter counts it.
    fn is_disputed(&mut self, at: usize, counter: u8) -> bool {
        let inst = self.program.items()[at].instruction;
        inst.is_some_and(|inst| self.facts.is_disputed(&inst, &mut self.classes, counter))
    }

    /// The instructions of the kernel with the instruction at an index, and of what follows it.
    fn kernel(&self, at: usize) -> Range<usize> {
        let next = self.kernels.partition_point(|start| *start <= at);
        let start = next.checked_sub(1).map_or(0, |last| self.kernels[last]);
        start..self.kernels.get(next).copied().unwrap_or(self.program.items().len())
    }

    /// Whether the kernel with the instruction at an index waits for a counter before each use of what disputed
    /// operations read.
    fn relies_on_disputed(&mut self, at: usize, counter: u8) -> bool {
        let code = self.kernel(at);
        let key = (code.start, counter);
        if let Some(&known) = self.relies.get(&key) {
            return known;
        }
        let mut relies = false;
        for at in code {
            let writes = self.facts.events(at).iter().fold(Resources::EMPTY, |all, e| all | e.writes);
            if writes.is_empty() || !self.is_disputed(at, counter) {
                continue;
            }
            relies = !self.is_used_unawaited(at, &writes, counter);
            if !relies {
                break;
            }
        }
        self.relies.insert(key, relies);
        relies
    }

    /// Whether some registers that an operation writes are read after it without any wait for a counter.
    fn is_used_unawaited(&self, from: usize, writes: &Resources, counter: u8) -> bool {
        let mut open: Vec<usize> = self.graph.after(from).collect();
        let mut seen = HashSet::new();
        while let Some(at) = open.pop() {
            let fact = self.facts.of(at);
            if fact.calls || fact.waits.iter().any(|(of, _)| *of == counter) || !seen.insert(at) {
                continue;
            }
            let touched = self.facts.touched(at);
            if touched.reads_one_of(writes) {
                return true;
            }
            if seen.len() > MOST_VISITS || touched.written().meets(writes) {
                continue;
            }
            open.extend(self.graph.after(at));
        }
        false
    }
}
