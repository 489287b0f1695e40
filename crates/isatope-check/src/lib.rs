//! What is legal to encode but wrong to run.
//!
//! A program is a list of [`Step`]s: instructions, reduced to what they do with registers, message slots and control flow.
//! [`check`] finds blocks and ways, works out what holds at each instruction, and reports what breaks a [`Rule`]. What an
//! instruction does comes from the tables of the specification through a [`Describer`]; no rule knows a mnemonic.
//! [`Cost`] adds up what a program costs.

mod cost;
mod describe;
mod flow;
mod graph;
mod rules;
mod step;

pub use cost::Cost;
pub use describe::Describer;
pub use rules::{Finding, MOST, Rule, Start, check};
pub use step::{Halves, Jump, Read, Registers, Slots, Step, halves, registers, touched};
