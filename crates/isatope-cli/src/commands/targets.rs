//! Runs `isatope targets`.

use isatope::{Dialect, Target};
use serde_json::json;

use crate::output;

/// Runs the command.
pub fn run(as_json: bool) -> anyhow::Result<u8> {
    if as_json {
        let line = |target: Target| {
            let dialects: Vec<&str> = target.dialects().map(Dialect::name).collect();
            let line = json!({
                "target": target.name(), "names": target.names(), "architecture": target.architecture(), "dialects": dialects,
                "word_bits": 8 * target.word_bytes(), "lanes": target.lanes(),
            });
            line.to_string() + "\n"
        };
        output::write(None, Target::all().map(line).collect::<String>().as_bytes(), false)?;
        return Ok(0);
    }
    let width = Target::all().map(|t| t.name().len()).max().unwrap_or(0);
    let mut out = String::new();
    for target in Target::all() {
        out += &format!("{:width$}  {}\n", target.name(), target.names().join(" "));
    }
    output::write(None, out.as_bytes(), false)?;
    Ok(0)
}
