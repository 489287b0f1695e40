//! The functional emulator: what programs do on a machine.
//!
//! What each instruction means is generated from the specification (`isatope-lanes`); nothing here names one. State is plain data,
//! results are deterministic, and no input makes it panic.

mod code;
pub mod device;
pub mod exec;
pub mod fault;
mod global;
mod grid;
pub mod host;
#[cfg(feature = "serde")]
pub mod json;
#[cfg(feature = "serde")]
pub mod manifest;
pub mod memory;
mod options;
mod overlay;
#[cfg(feature = "reference")]
pub mod reference;
pub mod scalar;
pub mod solo;
mod surroundings;
mod together;
mod units;
mod wavefront;
mod workgroup;

pub use exec::{ExecError, exec};
#[cfg(feature = "reference")]
pub use reference::exec_reference;
pub use code::{Code, Illegal};
pub use fault::{Cause, Fault};
pub use grid::Totals;
pub use options::Options;
pub use solo::Solo;
pub use surroundings::{Alignment, Record};
pub use wavefront::{Observer, State, Stop, Wavefront};
pub use workgroup::Workgroup;
