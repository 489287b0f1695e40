//! The functional emulator: what programs do on a machine.
//!
//! What each instruction means is generated from the specification (`isatope-lanes`); nothing here names one. State is plain data,
//! results are deterministic, and no input makes it panic.

pub mod exec;
pub mod host;
#[cfg(feature = "serde")]
pub mod json;
#[cfg(feature = "serde")]
pub mod manifest;
pub mod memory;
#[cfg(feature = "reference")]
pub mod reference;
pub mod scalar;
pub mod solo;

pub use exec::{ExecError, exec};
#[cfg(feature = "reference")]
pub use reference::exec_reference;
pub use solo::Solo;
