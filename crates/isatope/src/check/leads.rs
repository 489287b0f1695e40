//! What code of a kernel or function is outside of the addresses that its symbol has: the ends that it shares with
//! others, and the functions that it calls.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use isatope_core::{Flow, FlowKind, FlowTarget};
use isatope_flow::{Graph, Program};

use super::stretch::Stretch;

/// Where kernels and functions of a program lead.
pub(super) struct Leads<'a> {
    program: &'a Program,
    graph: &'a Graph,
    stretches: &'a [Stretch],
    known: BTreeMap<usize, Lead>,
}

/// Where one of them leads.
#[derive(Clone, Debug, Default)]
pub(super) struct Lead {
    /// Indices of its instructions: those that have its addresses, then those outside to which branches lead.
    pub own: Vec<Range<usize>>,
    /// Kernels and functions to whose starts it leads.
    called: BTreeSet<usize>,
    /// Addresses of calls, each with the start of the kernel or function to which it leads.
    pub calls: Vec<(u64, u64)>,
    /// Those whose addresses it computes.
    computed: BTreeSet<usize>,
    /// Whether it calls what is not known.
    is_open: bool,
}

impl<'a> Leads<'a> {
    /// For the kernels and functions of a program, in the order of their addresses.
    pub fn new(program: &'a Program, graph: &'a Graph, stretches: &'a [Stretch]) -> Self {
        Self { program, graph, stretches, known: BTreeMap::new() }
    }

    /// Where a kernel or function leads.
    pub fn of(&mut self, number: usize) -> &Lead {
        if !self.known.contains_key(&number) {
            let lead = self.find(number);
            self.known.insert(number, lead);
        }
        &self.known[&number]
    }

    /// A kernel or function, and all that it surely leads to.
    pub fn surely(&mut self, number: usize) -> BTreeSet<usize> {
        self.closure(number, |lead, _| lead.called.clone())
    }

    /// A kernel or function, and all that it may lead to: also what it computes the address of. Calls of which nothing
    /// is known may go to any function.
    pub fn perhaps(&mut self, number: usize) -> BTreeSet<usize> {
        self.closure(number, |lead, stretches| {
            let mut all = &lead.called | &lead.computed;
            if all.is_empty() && lead.is_open {
                all.extend((0..stretches.len()).filter(|&one| !stretches[one].is_kernel));
            }
            all
        })
    }

    fn closure(&mut self, number: usize, next: impl Fn(&Lead, &[Stretch]) -> BTreeSet<usize>) -> BTreeSet<usize> {
        let (mut all, mut open) = (BTreeSet::new(), vec![number]);
        while let Some(one) = open.pop() {
            if all.insert(one) {
                let stretches = self.stretches;
                open.extend(next(self.of(one), stretches));
            }
        }
        all
    }

    /// The kernel or function that starts at an address.
    fn starting(&self, address: u64) -> Option<usize> {
        self.stretches.binary_search_by_key(&address, |stretch| stretch.addresses.start).ok()
    }

    fn find(&self, number: usize) -> Lead {
        let (blocks, items) = (self.graph.blocks(), self.program.items());
        let own = self.program.indices(&self.stretches[number].addresses);
        let mut lead = Lead::default();
        let (mut outside, mut open): (BTreeSet<usize>, Vec<usize>) = Default::default();
        if !own.is_empty() {
            let all = self.graph.block_indices(&own);
            // A block that goes on behind the last address belongs to the code as well.
            outside.extend(Some(all.end - 1).filter(|&last| blocks[last].instructions.end > own.end));
            open.extend(all);
        }
        while let Some(block) = open.pop() {
            for &next in &blocks[block].next {
                let start = blocks[next].instructions.start;
                if own.contains(&start) {
                    continue;
                }
                match self.starting(items[start].address) {
                    Some(other) => _ = lead.called.insert(other),
                    None if outside.insert(next) => open.push(next),
                    None => {}
                }
            }
        }
        lead.own.push(own.clone());
        for block in outside {
            let range = blocks[block].instructions.clone();
            let range = if range.contains(&own.start) { own.end..range.end } else { range };
            match lead.own.last_mut().filter(|last| last.end == range.start && **last != own) {
                Some(last) => last.end = range.end,
                None => lead.own.push(range),
            }
        }
        let leads = |flow: Flow| flow.kind == FlowKind::Call || flow.target == Some(FlowTarget::Indirect);
        for range in lead.own.clone() {
            if !range.clone().any(|at| leads(self.program.flow(at))) {
                continue;
            }
            let found = isatope_values::called_from(self.program, range);
            lead.called.extend(found.leads.iter().filter_map(|&address| self.starting(address)));
            lead.calls.extend(found.calls.iter().filter(|(_, to)| self.starting(*to).is_some()));
            lead.computed.extend(found.computes.iter().filter_map(|&address| self.starting(address)));
            lead.is_open |= found.is_open;
        }
        lead
    }
}
