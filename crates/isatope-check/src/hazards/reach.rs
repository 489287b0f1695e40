//! A second look at an operation that the state of all paths shows as outstanding where its registers are touched.
//!
//! - Only the lanes of `if` load, and only those of `else` write the register in another way.
//! - Sources dispute whether some operations count for a counter. Code that waits for it before each use of what they
//!   read counts on it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use isatope_core::Resources;
use isatope_flow::{Graph, Program};

use super::classes::Classes;
use super::facts::Facts;
use super::waits::{Pending, event};

/// Most instructions that are visited. If there are more, the operation counts as outstanding.
const MOST_VISITS: usize = 4000;

/// Which lanes run at a place of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lanes {
    /// The lanes of the operation.
    Same,
    /// None of its lanes.
    Others,
    /// It is not known.
    Any,
}

/// The smallest number of operations that follow the one in question where instructions have been visited, by the
/// instruction's index and the lanes that run. The memory serves one search after the other.
#[derive(Default)]
struct Visits {
    /// For each instruction the last search that came to it, and what that search found for each kind of lanes.
    of: Vec<(u32, [u8; 3])>,
    search: u32,
    count: usize,
}

impl Visits {
    /// A place that has not been visited. Numbers of operations stay below it.
    const NONE: u8 = u8::MAX;

    fn begin(&mut self, instructions: usize) {
        self.of.resize(instructions, (0, [Self::NONE; 3]));
        (self.search, self.count) = (self.search + 1, 0);
    }

    /// Notes a visit. Returns false if one with as few operations came before it.
    fn insert(&mut self, at: usize, lanes: Lanes, followers: u8) -> bool {
        let (search, known) = &mut self.of[at];
        if *search != self.search {
            (*search, *known) = (self.search, [Self::NONE; 3]);
        }
        let known = &mut known[lanes as usize];
        if *known <= followers {
            return false;
        }
        self.count += usize::from(*known == Self::NONE);
        *known = followers;
        true
    }
}

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
    visits: Visits,
}

impl<'a> Reach<'a> {
    pub fn new(facts: &'a Facts<'a>, program: &'a Program, graph: &'a Graph, kernels: &'a [usize]) -> Self {
        let (classes, visits) = (Classes::default(), Visits::default());
        Self { facts, program, graph, kernels, classes, relies: HashMap::new(), visits }
    }

    /// Whether control can get from an operation to an instruction that touches some of its registers, before a wait
    /// proves it complete.
    pub fn is_open(&mut self, pending: &Pending, to: usize, registers: &Resources) -> bool {
        let (facts, graph) = (self.facts, self.graph);
        let old = event(facts, pending);
        let relies = self.relies_on_disputed(to, old.counter);
        // Other registers do not have values of lanes, and what does not ask which lanes run may touch any of them.
        let per_lane = facts.per_lane.covers(registers) && facts.touched(to).reads_one_of(&facts.lanes);
        let mut open: Vec<(usize, Lanes, u8)> =
            graph.after(pending.at as usize).map(|at| (at, Lanes::Same, 0)).collect();
        self.visits.begin(self.program.items().len());
        while let Some((at, mut lanes, mut followers)) = open.pop() {
            let fact = facts.of(at);
            if at == to && lanes != Lanes::Others || fact.calls || self.visits.count > MOST_VISITS {
                return true;
            }
            let is_proven = |(counter, most): &(u8, u8)| *counter == old.counter && old.is_proven(followers, *most);
            if at == to || fact.waits.iter().any(is_proven) || !self.visits.insert(at, lanes, followers) {
                continue;
            }
            if per_lane && facts.touched(at).written().meets(&facts.lanes) {
                let inst = self.program.items()[at].instruction;
                let turns = inst.is_some_and(|inst| facts.turns(&inst, &mut self.classes));
                lanes = if turns && lanes == Lanes::Same { Lanes::Others } else { Lanes::Any };
            }
            let follows = facts.events(at).iter().any(|event| event.follows(old));
            if old.order.is_some() && (follows || relies && self.is_disputed(at, old.counter)) {
                followers = (followers + 1).min(Visits::NONE - 1);
            }
            open.extend(graph.after(at).map(|next| (next, lanes, followers)));
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
