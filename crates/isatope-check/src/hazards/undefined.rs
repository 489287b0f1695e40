//! Registers that a kernel reads although nothing on some path has written them.

use isatope_core::{Place, Resources, Write};
use isatope_flow::{Graph, Program, forward};

use super::facts::Facts;

/// A read of registers that have no value.
pub struct Undefined {
    /// Index of the instruction.
    pub at: usize,
    /// The registers.
    pub registers: Resources,
}

/// Finds reads of scalar and vector registers that hold no value on some path from the start of a kernel. `initial` has
/// the registers that are set when the kernel at an address starts; other entries are functions, whose callers have set
/// what they need. Each register is found once.
pub fn find(facts: &Facts, program: &Program, graph: &Graph, initial: &[(u64, Resources)]) -> Vec<Undefined> {
    if initial.is_empty() {
        return Vec::new();
    }
    let arch = program.target().arch();
    let files = [arch.roles.scalar, arch.roles.vector].into_iter().flatten();
    let files = files.map(|file| Resources::range(arch.file_resources(file, 0, u16::MAX)));
    let tracked = files.fold(Resources::EMPTY, |all, range| all | range);
    let blocks = graph.blocks();
    let entries = graph.entries().iter().map(|&entry| {
        let address = program.items()[blocks[entry].instructions.start].address;
        let set = initial.iter().find(|(kernel, _)| *kernel == address);
        (entry, set.map_or(Resources::EMPTY, |(_, set)| tracked - *set))
    });
    let step = |undefined: &mut Resources, at: usize| {
        let fact = facts.of(at);
        *undefined -= fact.written;
        // Any register may be written through an index.
        let by_index = |inst: isatope_core::Instruction| {
            inst.access().any(|access| matches!(access.place, Place::AnyRegister(_)) && access.write != Write::No)
        };
        if fact.calls || program.items()[at].instruction.is_some_and(by_index) {
            *undefined = Resources::EMPTY;
        }
    };
    let join = |known: &mut Resources, other: &Resources| {
        let before = *known;
        *known |= *other;
        *known != before
    };
    let starts = forward(graph, entries, step, join);
    let mut found = Vec::new();
    let mut reported = Resources::EMPTY;
    for (block, start) in blocks.iter().zip(&starts) {
        let Some(mut state) = *start else { continue };
        for at in block.instructions.clone() {
            let registers = facts.of(at).reads & (state - reported);
            if !registers.is_empty() {
                reported |= registers;
                found.push(Undefined { at, registers });
            }
            step(&mut state, at);
        }
    }
    found
}
