//! Subcommands, one module each. Each returns the exit code; an `Err` means wrong usage.

pub mod asm;
pub mod at;
pub mod bundle;
pub mod check;
pub mod dap;
pub mod debug;
pub mod dis;
pub mod exec;
mod exec_memory;
pub mod explain;
pub mod extract;
pub mod extras;
pub mod gpu;
mod graphs;
mod link;
pub mod objdump;
mod objects;
mod page;
pub mod run;
pub mod scan;
#[cfg(any(unix, windows))]
pub mod serve;
mod source;
pub mod spec;
pub mod targets;

/// WebAssembly has no network.
#[cfg(not(any(unix, windows)))]
pub mod serve {
    /// Runs the command.
    pub fn run(_: &crate::args::ServeArgs) -> anyhow::Result<u8> {
        anyhow::bail!("this build of the command has no network: serve the files of the site with any other program")
    }
}

use isatope::container::Container;
use isatope::{NamedTarget, Target, input};

use crate::output::Reporter;

/// The target of a code object: the one that is given, or its own. Reports if there is none, and warns if they differ,
/// or if the object has malformed notes.
fn target_of(
    name: &str,
    container: &Container<'_>,
    given: Option<&NamedTarget>,
    reporter: &mut Reporter,
) -> Option<Target> {
    if let Some(warning) = input::warning_of_other(name, container, given, "and is read as") {
        reporter.report(&warning);
    }
    input::warnings_of_notes(name, container).for_each(|warning| reporter.report(&warning));
    reporter.unless(input::target(name, container, given))
}
