//! `isatope targets`

use isatope::tables::Target;
use serde_json::json;

use crate::output;

/// Runs the command.
pub fn run(as_json: bool) -> anyhow::Result<u8> {
    if as_json {
        let line = |target: Target| {
            let (arch, version) = (target.arch(), target.version_info());
            let line = json!({
                "target": version.name, "names": version.names, "architecture": arch.name, "dialects": arch.dialects,
                "word_bits": arch.word_bits, "lanes": arch.lanes,
            });
            line.to_string() + "\n"
        };
        output::write(None, Target::all().map(line).collect::<String>().as_bytes(), false)?;
        return Ok(0);
    }
    let width = Target::all().map(|t| t.name().len()).max().unwrap_or(0);
    let mut out = String::new();
    for target in Target::all() {
        let version = target.version_info();
        out += &format!("{:width$}  {}\n", version.name, version.names.join(" "));
    }
    output::write(None, out.as_bytes(), false)?;
    Ok(0)
}
