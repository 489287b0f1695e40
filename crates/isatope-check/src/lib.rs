//! Finds code that can be encoded but is wrong to run.
//!
//! A program is a list of [`Step`]s: instructions, reduced to their effects on registers, message slots and control
//! flow. [`check`] finds blocks and edges, computes the state at each instruction, and reports every broken [`Rule`]. A
//! [`Describer`] makes steps from the tables of the specification, so no rule knows a mnemonic. [`Cost`] adds up the
//! cost of a program.
//!
//! [`hazards`] has the rules of architectures whose hardware does not wait by itself, and [`kernel_cost`] what their
//! kernels cost.

mod cost;
mod describe;
mod flow;
mod graph;
pub mod hazards;
pub mod kernel_cost;
mod rules;
mod step;

pub use cost::Cost;
pub use describe::Describer;
pub use rules::{Finding, MOST, Rule, Start, check};
pub use step::{Halves, Jump, Read, Registers, Slots, Step, halves, registers, touched};
