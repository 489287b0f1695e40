//! Control flow and live resources of programs, for every target.
//!
//! A [`Program`] is decoded code. Its [`Graph`] has the blocks and the edges between them. [`Dominators`] and [`Loops`]
//! are derived from the graph, and [`Liveness`] finds the resources that may be read later. This crate knows no
//! mnemonics or registers: [`Instruction::flow`](isatope_core::Instruction::flow) gives the successors of an
//! instruction, and [`Instruction::uses`](isatope_core::Instruction::uses) its reads and writes.
//!
//! ```
//! use isatope_core::Target;
//! use isatope_flow::{Loops, Dominators, Liveness, Program};
//!
//! // loop: s_sub_u32 s0, s0, 1;  s_cmp_lg_u32 s0, 0;  s_cbranch_scc1 loop;  s_endpgm
//! let words: [u32; 4] = [0x8080_8100, 0xbf07_8000, 0xbf85_fffd, 0xbf81_0000];
//! let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
//! let program = Program::decode(Target::from_name("gfx900").expect("known"), &code);
//! let graph = program.graph();
//! assert_eq!(graph.blocks().len(), 2);
//! let loops = Loops::new(&graph, &Dominators::new(&graph));
//! assert_eq!((loops.all().len(), loops.all()[0].header), (1, 0));
//! let live = Liveness::new(&program, &graph);
//! assert_eq!(program.names(&live.at_start(0).all()).join(" "), "s0");
//! ```

mod dominators;
mod forward;
mod graph;
mod liveness;
mod loops;
mod program;
mod worklist;

pub use dominators::Dominators;
pub use forward::{forward, forward_blocks};
pub use graph::{Block, Graph, Successors, Way};
pub use liveness::{Effects, Live, Liveness, of_lanes, unchanged};
pub use loops::{Loop, Loops};
pub use program::{Item, Program, names};
pub use worklist::Worklist;
