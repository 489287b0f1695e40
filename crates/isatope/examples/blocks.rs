//! Prints the blocks of the kernels of a code object: the loops they are in, and the registers that are live where they
//! start.

use std::fmt::Write;

use isatope::flow::{Dominators, Liveness, Loops};
use isatope::{Object, ObjectError};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("usage: blocks FILE")?;
    print!("{}", blocks(&std::fs::read(file)?)?);
    Ok(())
}

/// A line for each block of each kernel.
pub fn blocks(file: &[u8]) -> Result<String, ObjectError> {
    let mut text = String::new();
    let object = Object::open(file)?;
    for kernel in object.kernels() {
        let Some(program) = object.flow(&kernel) else { continue };
        let graph = program.graph();
        let loops = Loops::new(&graph, &Dominators::new(&graph));
        let live = Liveness::new(&program, &graph);
        for (index, block) in graph.blocks().iter().enumerate().filter(|(_, block)| block.reachable) {
            let (address, depth) = (program.items()[block.instructions.start].address, loops.depth(index));
            let registers = program.names(&live.at_start(index).active).join(" ");
            let _ = writeln!(text, "{address:#x} in {depth} loops, then {:?}: {registers}", block.next);
        }
    }
    Ok(text)
}
