//! Watchers observe each instruction of a launch; reports describe its faults.
//!
//! A watcher is passed to [`Device::run_watched`](crate::Device::run_watched) or to a session. A run adds the watchers
//! for
//! [`Options::check_init`](crate::Options::check_init) and [`Options::check_races`](crate::Options::check_races) by
//! itself.

mod blame;
mod breaks;
mod checks;
mod counters;
mod fidelity;
mod init;
pub(crate) mod places;
mod races;
mod report;
mod state;
mod stats;
mod stopped;
mod summary;
mod trace;
mod values;
mod waits;

pub use breaks::{BreakError, Breaks, Hit, Kind};
pub(crate) use checks::Checks;
pub use fidelity::{Fidelity, Inexact};
pub use report::lanes_text;
pub use state::registers;
pub use stats::Stats;
pub use stopped::stopped;
pub use summary::{Branches, Class, Direction, Hot, Summary, Traffic, VectorUse};
pub use trace::{Filter, MemoryRecord, RegisterRecord, Trace, TraceRecord, Values};
pub use values::{INACTIVE, Notation, table, text as value_text};
