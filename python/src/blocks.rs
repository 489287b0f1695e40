//! Basic blocks of code.

use isatope::flow::{Dominators, Liveness, Loops, Program};
use pyo3::prelude::*;

use crate::bytes::code_at;
use crate::instruction::Instruction;
use crate::target::TargetLike;

/// Instructions that run one after the other.
#[pyclass(frozen, get_all, module = "isatope")]
pub struct Block {
    /// Its number.
    number: usize,
    /// Address of its first instruction.
    start: u64,
    /// Address after its last instruction.
    end: u64,
    /// Its instructions.
    instructions: Vec<Instruction>,
    /// Numbers of the blocks that can follow.
    next: Vec<usize>,
    /// Numbers of the blocks that lead here.
    before: Vec<usize>,
    /// Whether a path from the start leads here.
    reachable: bool,
    /// Whether it can lead to code that is not here, or to a place that only the running program knows.
    leaves: bool,
    /// Number of loops around it.
    depth: u32,
    /// Number of the first block of the innermost loop around it.
    r#loop: Option<usize>,
    /// Names of the registers whose values are needed when it starts.
    live_in: Vec<String>,
    /// Names of the registers whose values are needed when it ends.
    live_out: Vec<String>,
}

#[pymethods]
impl Block {
    fn __repr__(&self) -> String {
        let Self { number, start, end, next, .. } = self;
        format!("<Block {number}: {start:#x} to {end:#x}, then {next:?}>")
    }
}

/// The blocks of instructions with their addresses.
pub fn of_instructions(
    target: isatope::Target,
    instructions: impl IntoIterator<Item = (u64, isatope::Instruction)>,
) -> Vec<Block> {
    let program = Program::new(target, instructions);
    let graph = program.graph();
    let loops = Loops::new(&graph, &Dominators::new(&graph));
    let liveness = Liveness::new(&program, &graph);
    let items = program.items();
    let block = |(number, block): (usize, &isatope::flow::Block)| {
        let own = &items[block.instructions.clone()];
        let one = |item: &isatope::flow::Item| Some(Instruction { inner: item.instruction?, address: item.address });
        Block {
            number,
            start: own.first().map_or(0, |item| item.address),
            end: own.last().map_or(0, |item| item.address + item.len as u64),
            instructions: own.iter().filter_map(one).collect(),
            next: block.next.to_vec(),
            before: block.before.to_vec(),
            reachable: block.reachable,
            leaves: block.falls_out || block.jumps_out || block.unknown,
            depth: loops.depth(number),
            r#loop: loops.of_block(number).map(|found| found.header),
            live_in: program.names(&liveness.at_start(number).all()),
            live_out: program.names(&liveness.at_end(number).all()),
        }
    };
    graph.blocks().iter().enumerate().map(block).collect()
}

/// The basic blocks of machine code, with loops and live registers.
///
///     >>> code = isa.assemble("loop: s_sub_u32 s0, s0, s1\ns_cbranch_scc0 loop\ns_endpgm", "gfx900")
///     >>> [(block.start, block.end, block.next, block.depth) for block in isa.blocks(code, "gfx900")]
///     [(0, 8, [1, 0], 1), (8, 12, [], 0)]
#[pyfunction]
#[pyo3(signature = (code, target, *, address=0))]
pub fn blocks(py: Python<'_>, code: &Bound<'_, PyAny>, target: TargetLike, address: u64) -> PyResult<Vec<Block>> {
    let (target, code) = (target.get()?.inner, code_at(code, address)?);
    Ok(py.detach(|| {
        let decoder = target.decoder(&code);
        of_instructions(target, decoder.filter_map(|(at, found)| Some((address + at as u64, found.ok()?))))
    }))
}
