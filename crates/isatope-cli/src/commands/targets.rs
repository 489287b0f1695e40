//! `isatope targets`

use isatope_core::Target;

use crate::output;

/// Runs the command.
pub fn run() -> anyhow::Result<u8> {
    let width = Target::all().map(|t| t.name().len()).max().unwrap_or(0);
    let mut out = String::new();
    for target in Target::all() {
        let version = target.version_info();
        out += &format!("{:width$}  {}\n", version.name, version.names.join(" "));
    }
    output::write(None, out.as_bytes(), false)?;
    Ok(0)
}
