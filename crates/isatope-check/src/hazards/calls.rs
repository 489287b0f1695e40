//! Calls of functions that the program contains.

use isatope_flow::{Graph, Program};

use super::Options;
use super::facts::Facts;

/// Calls of functions that the program contains: what is outstanding at a call is so at the start of the function.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// Index of the call, which ends a block, and the block with which the function starts; in ascending order.
    list: Vec<(usize, usize)>,
}

impl Calls {
    /// The calls of a program: those that options name, and those that say themselves where they lead.
    pub fn new(facts: &Facts, program: &Program, graph: &Graph, options: &Options) -> Self {
        let named = options.calls.iter().filter_map(|&(call, to)| Some((program.find(call)?, to)));
        let calls = program.leaving().iter().filter(|&&at| facts.of(at).calls);
        let direct = calls.filter_map(|&at| Some((at, program.destination(at)?)));
        let found = named.chain(direct).filter_map(|(call, to)| {
            let to = program.find(to)?;
            let block = graph.block_index(to);
            let block_of_call = graph.block_of(call);
            let fits = graph.blocks()[block].instructions.start == to && block_of_call.last() == call;
            (fits && block_of_call.reachable && graph.blocks()[block].reachable).then_some((call, block))
        });
        let mut list: Vec<(usize, usize)> = found.collect();
        list.sort_unstable();
        list.dedup();
        Self { list }
    }

    /// The calls, each with the block with which the function starts.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.list.iter().copied()
    }

    /// Blocks with which the functions start that an instruction calls.
    pub fn from(&self, call: usize) -> impl Iterator<Item = usize> + '_ {
        let start = self.list.partition_point(|(at, _)| *at < call);
        self.list[start..].iter().take_while(move |(at, _)| *at == call).map(|(_, block)| *block)
    }

    /// Instructions that call the function that starts with a block.
    pub fn to(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        self.iter().filter(move |(_, to)| *to == block).map(|(call, _)| call)
    }
}
