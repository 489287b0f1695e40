//! Runs: grids of workgroups on a device, sessions that step through them, and runs as data.

pub mod argument_value;
mod device;
mod interleaved;
#[cfg(feature = "serde")]
pub mod json;
#[cfg(feature = "serde")]
pub mod manifest;
mod parallel;
pub mod scalar;
pub(crate) mod session;
pub mod task;
pub(crate) mod totals;
