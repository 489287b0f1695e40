//! What tests and benches of several crates share: random numbers, files of the checkout and beside it, commands with
//! input, targets with their dialects.
//!
//! Everything here panics with a message that names the file or the command, because a test can do nothing else with an
//! error.

mod command;
mod files;
#[cfg(feature = "targets")]
pub mod mixed;
mod random;

pub use command::{output, stdout};
pub use files::{files, files_below, read, root, rows, rows_of, shared, text};
pub use random::{Random, mix};

/// Every target with each of its dialects.
#[cfg(feature = "targets")]
pub fn dialects() -> impl Iterator<Item = (isatope_core::Target, &'static str)> {
    isatope_core::Target::all().flat_map(|target| target.arch().dialects.iter().map(move |dialect| (target, *dialect)))
}
