//! The longest path of dependent instructions in a loop.

use std::collections::{HashMap, HashSet};

use isatope_core::Resources;
use isatope_flow::{Graph, Loop, Program};

use super::rates::Rates;

/// When the value of a resource is there, and which instruction writes it.
type Ready = HashMap<usize, (u64, usize)>;

/// Cycles of the longest path of dependent instructions in one iteration, and the instructions on it. An instruction
/// depends on those that write the registers that it reads, on any path; nothing depends on memory. The blocks of the
/// loop are in an order in which those before a block come first.
pub fn longest(program: &Program, graph: &Graph, found: &Loop, rates: &mut Rates) -> (u64, Vec<usize>) {
    let registers = registers(program);
    let blocks: HashSet<usize> = found.blocks.iter().copied().collect();
    let mut at_end: HashMap<usize, Ready> = HashMap::new();
    let mut before: HashMap<usize, usize> = HashMap::new();
    let mut best: Option<(u64, usize)> = None;
    for &block in &found.blocks {
        let mut ready = Ready::new();
        // A block that comes later in the order is the end of an iteration.
        let known = graph.blocks()[block].before.iter().filter(|&&b| block != found.header && blocks.contains(&b));
        for state in known.filter_map(|b| at_end.get(b)) {
            for (&resource, &new) in state {
                let old = ready.entry(resource).or_insert(new);
                *old = (*old).max(new);
            }
        }
        for at in graph.blocks()[block].instructions.clone() {
            let Some(inst) = program.items()[at].instruction else { continue };
            let uses = inst.uses();
            let needed = (uses.reads & registers).iter().filter_map(|id| ready.get(&id.index())).max().copied();
            let written = uses.written() & registers;
            if needed.is_none() && written.is_empty() {
                continue;
            }
            let end = needed.map_or(0, |(cycles, _)| cycles) + u64::from(rates.of(&inst).latency);
            if let Some((_, from)) = needed {
                before.insert(at, from);
            }
            for id in written.iter() {
                ready.insert(id.index(), (end, at));
            }
            best = best.max(Some((end, at)));
        }
        at_end.insert(block, ready);
    }
    let Some((cycles, last)) = best else { return (0, Vec::new()) };
    let mut path = vec![last];
    while let Some(&from) = path.last().and_then(|at| before.get(at)) {
        path.push(from);
    }
    path.reverse();
    (cycles, path)
}

/// All registers except the program counter.
fn registers(program: &Program) -> Resources {
    let arch = program.target().arch();
    let files = (0..arch.files.len()).map(isatope_core::tables::FileId::new);
    let files = files.map(|file| Resources::range(arch.file_resources(file, 0, u16::MAX)));
    let single = (0..arch.registers.len()).map(isatope_core::tables::RegisterId::new);
    let single = single.filter(|&register| Some(register) != arch.roles.program_counter);
    let single = single.map(|register| Resources::range(arch.register_resources(register, None)));
    files.chain(single).fold(Resources::EMPTY, |all, range| all | range)
}
