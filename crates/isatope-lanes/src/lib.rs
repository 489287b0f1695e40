//! Lane functions: what instructions do to the registers of a wavefront, generated from the specification.
//!
//! A [`Wave`] holds registers only. Memories and units such as textures are the [`World`], which the program that runs
//! wavefronts provides. A [`Prepared`] instruction has its operands resolved and runs many times. A [`Machine`] is an
//! architecture with a number of lanes; no type outside this crate depends on that number.

#[cfg(feature = "evaluator")]
pub mod evaluator;
pub mod float;
mod functions;
pub mod layout;
pub mod level;
mod location;
pub mod machine;
pub mod ops;
pub mod prepared;
pub mod registers;
pub mod rt;
pub mod wave;
pub mod world;

pub use functions::Functions;
pub use layout::{Layout, Traits};
pub use level::Level;
pub use location::Location;
pub use machine::Machine;
pub use ops::{Ops, Place};
pub use prepared::{Prepared, Unprepared};
pub use wave::{LaneFn, Wave};
pub use world::{Answers, Argument, Operation, Row, World};
