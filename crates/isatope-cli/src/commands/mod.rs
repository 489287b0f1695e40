//! One module for each subcommand. Each gives the exit code; an `Err` is wrong usage.

pub mod asm;
pub mod check;
pub mod dis;
pub mod exec;
mod exec_memory;
pub mod explain;
pub mod extras;
mod mesa;
mod objects;
mod page;
mod programs;
pub mod run;
pub mod spec;
pub mod targets;
mod unknown;
mod word;
