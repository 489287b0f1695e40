//! The functional emulator: what instructions do to the registers of a wavefront.
//!
//! What each instruction means is generated from the specification; nothing here names one. State is plain data, results
//! are deterministic, and no input makes it panic.

pub mod exec;
pub mod float;
pub mod host;
pub mod image;
#[cfg(feature = "serde")]
pub mod json;
pub mod machine;
pub mod memory;
pub mod ops;
#[cfg(feature = "reference")]
pub mod reference;
pub mod rt;
pub mod wave;

pub use exec::{ExecError, Prepared, exec};
#[cfg(feature = "reference")]
pub use reference::exec_reference;
pub use wave::Wave;
