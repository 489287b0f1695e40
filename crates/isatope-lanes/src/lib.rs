//! Effects of instructions on the registers of a wavefront, as functions that are generated from the specification.
//!
//! A [`Wave`] contains only the registers. Memories, and units such as textures, belong to the [`World`], which the caller
//! provides. [`Prepared`] is an instruction with decoded operands, which can run many times.

pub mod float;
pub mod level;
pub mod machine;
pub mod ops;
pub mod prepared;
pub mod rt;
pub mod wave;
pub mod world;

pub use level::Level;
pub use machine::{LaneFn, Machine};
pub use ops::{Ops, Place};
pub use prepared::{Prepared, Unprepared};
pub use wave::{Lanes, Wave};
pub use world::{Answers, Argument, Operation, Row, World};
