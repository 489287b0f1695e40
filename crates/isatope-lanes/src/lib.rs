//! What instructions do to the registers of a wavefront, as functions that are generated from the specification.
//!
//! A [`Wave`] is the registers alone. What lies outside of them, memories and units such as textures, is the [`World`], which
//! whoever runs wavefronts provides. [`Prepared`] is an instruction with its operands found: it runs many times.

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
