//! The functional emulator: what programs do on a machine.
//!
//! What each instruction means is generated from the specification (`isatope-lanes`); nothing here names one. State is plain data,
//! results are deterministic, and no input makes it panic.

mod arguments;
mod code;
mod device;
mod dispatch;
mod divergence;
mod exceptions;
pub mod exec;
pub mod fault;
mod generation;
pub mod given;
mod global;
mod grid;
pub mod host;
pub mod image;
#[cfg(feature = "serde")]
pub mod json;
mod kernel;
mod lane_state;
mod launch;
#[cfg(feature = "serde")]
pub mod manifest;
pub mod memory;
mod number;
mod options;
mod overlay;
mod program;
mod progress;
mod raised;
pub mod reference;
mod report;
pub mod scalar;
mod session;
pub mod shader;
mod shape;
pub mod solo;
mod surroundings;
pub mod task;
mod threads;
mod together;
mod totals;
mod units;
pub mod watch;
mod wavefront;
mod workgroup;

pub use arguments::{Arg, ArgError, describe, parameters, signature};
pub use code::{Code, Illegal, Step};
pub use device::{Buffer, Device};
pub use exceptions::asks_for_exceptions;
pub use exec::{ExecError, exec};
pub use fault::{Cause, Fault};
pub use kernel::{Kernel, LaunchError};
pub use launch::{Entry, Launch};
pub use number::Number;
pub use options::Options;
pub use program::{Program, ProgramError, Symbol, has_shaders};
pub use progress::Progress;
pub use reference::exec_reference;
pub use report::Report;
pub use session::{Changed, Changes, Pause, Session, Snapshot};
pub use shader::Shader;
pub use shape::Shape;
pub use solo::Solo;
pub use surroundings::{Alignment, Record};
pub use totals::Totals;
pub use wavefront::{State, Watcher, Wavefront};
pub use workgroup::Workgroup;

/// A count with the word for one or for several.
fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
