//! Units that instructions call, for each architecture.

pub(crate) mod gcn;
pub mod plain;
mod resources;
mod texture;
pub(crate) mod valhall;

pub use resources::{Entered, Slot};
