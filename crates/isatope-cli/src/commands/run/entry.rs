//! What came of a manifest, for people and for build servers.

use std::time::Duration;

use isatope::diagnostics::Diagnostic;

/// How a manifest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All as expected.
    Passed,
    /// A result differs from the expected one.
    Different,
    /// A fault in the program.
    Fault,
    /// It cannot be run.
    Invalid,
    /// Ctrl-C ended it.
    Interrupted,
}

/// What came of a manifest.
pub struct Entry {
    /// Its path, without `.json`.
    pub name: String,
    /// How it ended.
    pub verdict: Verdict,
    /// How long it took, with reading it.
    pub time: Duration,
    /// What is wrong.
    pub errors: Vec<Diagnostic>,
    /// What it printed.
    pub printed: String,
}
