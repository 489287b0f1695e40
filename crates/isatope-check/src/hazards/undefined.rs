//! Registers that a kernel reads although nothing on some path has written them.

use std::ops::Range;

use isatope_core::{Place, Resources};
use isatope_flow::{Graph, Program, forward_blocks};

use super::facts::Facts;

/// A read of registers that have no value.
pub struct Undefined {
    /// Index of the instruction.
    pub at: usize,
    /// The registers.
    pub registers: Resources,
    /// Whether no path at all writes them before.
    pub on_all_paths: bool,
}

/// Finds reads of scalar and vector registers that hold no value. `initial` has the registers that are set when the
/// kernel at an address starts; other entries are functions, whose callers have set what they need. Each register is
/// found once.
///
/// Compilers leave registers without a value where a path that needs them is never taken, or for a part of a value that
/// nobody needs. So unless disputed rules hold, it counts only if all registers of an operand have no value, no
/// instruction of the kernel writes them, also not later, and the operand counts in any case. `kernels` are the
/// addresses of kernels.
pub fn find(
    facts: &Facts,
    program: &Program,
    graph: &Graph,
    initial: &[(u64, Resources)],
    kernels: &[Range<u64>],
) -> Vec<Undefined> {
    if initial.is_empty() {
        return Vec::new();
    }
    let arch = program.target().arch();
    let files = [arch.roles.scalar, arch.roles.vector].into_iter().flatten();
    let files = files.map(|file| Resources::range(arch.file_resources(file, 0, u16::MAX)));
    let tracked = files.fold(Resources::EMPTY, |all, range| all | range);
    let (blocks, overview) = (graph.blocks(), facts.overview());
    let entries = graph.entries().iter().map(|&entry| {
        let address = program.items()[blocks[entry].instructions.start].address;
        let set = initial.iter().find(|(kernel, _)| *kernel == address);
        (entry, set.map_or(Resources::EMPTY, |(_, set)| tracked - *set))
    });
    let on_all_paths = !facts.disputed;
    let join = |known: &mut Resources, other: &Resources| {
        let before = *known;
        *known = if on_all_paths { *known & *other } else { *known | *other };
        *known != before
    };
    let after = |undefined: &mut Resources, block: usize| {
        let block = &overview.blocks()[block];
        *undefined = if block.writes_any { Resources::EMPTY } else { *undefined - block.written };
    };
    let starts = forward_blocks(graph, entries, after, join);
    let items = program.items();
    let written_in_kernel = |at: usize| {
        let range = kernels.iter().find(|range| range.contains(&items[at].address)).cloned().unwrap_or(0..u64::MAX);
        let all = program.indices(&range);
        (all.clone(), all.fold(Resources::EMPTY, |set, at| set | facts.touched(at).written()))
    };
    let mut kernel = (0..0, Resources::EMPTY);
    let mut found = Vec::new();
    let mut reported = Resources::EMPTY;
    for ((block, start), summary) in blocks.iter().zip(&starts).zip(overview.blocks()) {
        let Some(mut state) = start.filter(|state| state.meets(&summary.reads)) else { continue };
        for at in block.instructions.clone() {
            let touched = facts.touched(at);
            let is_used = touched.reads_one_of(&state);
            let mut registers = if is_used { touched.reads() & (state - reported) } else { Resources::EMPTY };
            if on_all_paths && facts.of(at).reads_undefined {
                registers = Resources::EMPTY;
            }
            if on_all_paths && !registers.is_empty() {
                if !kernel.0.contains(&at) {
                    kernel = written_in_kernel(at);
                }
                registers = whole(program, at, &(registers - kernel.1));
            }
            if !registers.is_empty() {
                reported |= registers;
                found.push(Undefined { at, registers, on_all_paths });
            }
            state = if facts.of(at).writes_any { Resources::EMPTY } else { state - touched.written() };
        }
    }
    found
}

/// The registers of operands that `registers` covers completely: halves of wide values may be without a value.
fn whole(program: &Program, at: usize, registers: &Resources) -> Resources {
    let Some(inst) = program.items()[at].instruction else { return Resources::EMPTY };
    let arch = inst.target().arch();
    let reads = inst.certain_access().filter(|access| access.read && !matches!(access.place, Place::AnyRegister(_)));
    let reads = reads.map(|access| Resources::range(arch.resource_ids(access.place)));
    reads.filter(|ids| registers.covers(ids)).fold(Resources::EMPTY, |all, ids| all | ids)
}
