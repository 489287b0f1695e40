//! Values that registers are known to hold, without running the program: constants, and addresses inside the program or
//! relative to a pointer that the program is given.
//!
//! The analysis knows no instruction. It runs each instruction whose inputs are all known with its lane function, in
//! two *worlds* that place the program and the given pointers at different addresses. A value that is the same in both
//! worlds is a constant; one whose difference is that of a base is an address relative to this base. Between
//! instructions it follows the blocks of
//! [`isatope_flow`]: a value holds where all paths agree on it.
//!
//! [`Image`] is the program in memory, [`Analysis`] does the work for one function, and [`Fact`] is what it finds.
//! [`follow_jumps`] tells a whole program where its far branches lead, and [`follow_tables`] where jumps through tables
//! do. [`distances`] finds the numbers in code that are distances to its functions and data.

mod analysis;
mod distances;
mod image;
mod interest;
mod jumps;
mod runner;
mod state;
mod tables;

pub use analysis::{Analysis, Fact, FactKind, Function, Pointer};
pub use distances::{Distance, distances};
pub use image::{Address, Area, Base, Image};
pub use jumps::{Called, called_from, follow_jumps};
pub use state::State;
pub use tables::follow_tables;

/// Number of worlds in which instructions run.
pub const WORLDS: usize = 2;

/// A number in each world.
pub type Worlds<T> = [T; WORLDS];
