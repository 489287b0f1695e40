//! One module for each subcommand. Each gives the exit code; an `Err` is wrong usage.

pub mod asm;
pub mod at;
pub mod check;
pub mod dialect;
pub mod dis;
pub mod exec;
mod exec_memory;
pub mod explain;
pub mod extract;
pub mod extras;
mod flow;
mod images;
mod json_lines;
mod mesa;
pub mod objdump;
mod objects;
mod opened;
mod page;
mod parts;
mod programs;
pub mod run;
pub mod spec;
pub mod targets;
mod unknown;
mod word;
