//! Runs `isatope scan`, which is a program of its own: it needs Parquet, which would double the time to build the
//! command.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Context;

use crate::args::ScanArgs;

/// Name of the program.
const PROGRAM: &str = "isatope-scan";

/// Runs the command.
pub fn run(args: &ScanArgs) -> anyhow::Result<u8> {
    let program = beside().unwrap_or_else(|| PROGRAM.into());
    let status = match Command::new(&program).args(&args.arguments).status() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => anyhow::bail!(
            "`isatope scan` needs the program `{PROGRAM}`: install it with `cargo install --path crates/isatope-scan`"
        ),
        found => found.with_context(|| format!("cannot run {}", program.display()))?,
    };
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2))
}

/// The program in the folder of the command.
fn beside() -> Option<PathBuf> {
    let path = std::env::current_exe().ok()?.with_file_name(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
    path.exists().then_some(path)
}
