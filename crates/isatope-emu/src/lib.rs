//! The functional emulator: runs GPU programs on a modelled machine.
//!
//! The meaning of each instruction is generated from the specification (`isatope-lanes`); no code here names an
//! instruction. State is plain data, results are deterministic, and no input makes the emulator panic.
//!
//! Each folder has one job and uses only the folders before it: [`image`] (texels and their formats), `machine`
//! (wavefronts, workgroups, memories), `units` (what instructions call), `launch` (devices, programs, kernels,
//! shaders), [`watch`] (checks, traces, statistics, reports), `run` (grids, sessions).

pub mod image;
mod launch;
mod machine;
mod run;
mod units;
pub mod watch;

pub use isatope_lanes::Location;
pub use launch::arguments::{Arg, ArgError, describe, parameters, signature};
pub use launch::device::Device;
pub use launch::entry::Entry;
pub use launch::extras::Extras;
pub use launch::image::PlacedImage;
pub use launch::kernel::{Kernel, Packet};
pub use launch::limits::LaunchError;
pub use launch::printf::Printed;
pub use launch::program::{Program, ProgramError, Symbol, has_shaders};
pub use launch::setup::Launch;
pub use launch::shader::{self, Shader};
pub use machine::code::{Code, Illegal, Step};
pub use machine::exceptions::{Exceptions, asks_for_exceptions};
pub use machine::exec::{self, ExecError, exec};
pub use machine::fault::{self, Cause, Fault};
pub use machine::gws::GWS_RESOURCES;
pub use machine::host;
pub use machine::memory::{self, Buffer, Permission};
pub use machine::number::Number;
pub use machine::options::Options;
pub use machine::outside::Outside;
pub use machine::progress::Progress;
#[cfg(feature = "exceptions")]
pub use machine::reference::{self, exec_reference};
pub use machine::report::{FaultKind, Report, SourceFrame, WorkItem};
pub use machine::solo::{self, Solo};
pub use machine::wave_memory::Alignment;
pub use machine::wavefront::{State, Watcher, Wavefront};
pub use machine::window::{MappedWindow, Window};
pub use machine::workgroup::Workgroup;
pub use run::calls::Call;
pub use run::edit::{Edit, EditError};
pub use run::session::{Changed, Changes, Pause, Session, Snapshot};
pub use run::totals::Totals;

/// Formats a count with the word for one or for several.
fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
