//! Whether the programs in `docs/` can be run.

use std::process::Command;

/// Whether there is a Python to run them with.
///
/// # Panics
/// On a CI machine that lacks it: there they have to run.
pub fn is_there() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|o| o.status.success());
    assert!(found || std::env::var_os("CI").is_none(), "python3 is missing, and CI has to run the programs in docs/");
    if !found {
        eprintln!("SKIPPED: python3 is missing, so the programs in docs/ were not run");
    }
    found
}
