//! Results of manifests in the Test Anything Protocol, version 14.

use std::fmt::Write;

use isatope::diagnostics::{SourceMap, place_text};
use serde_json::json;

use super::entry::{Entry, Verdict};

/// The first lines, for this many results.
pub fn start(count: usize) -> String {
    format!("TAP version 14\n1..{count}\n")
}

/// The lines of a result, whose number is counted from 1. What a program printed becomes comments.
pub fn result(number: usize, entry: &Entry, sources: &SourceMap) -> String {
    let mut out: String = entry.printed.lines().map(|line| format!("# {line}\n")).collect();
    let word = if entry.verdict == Verdict::Passed { "ok" } else { "not ok" };
    // A `#` would start a directive.
    let _ = writeln!(out, "{word} {number} - {}", entry.name.replace('\\', "\\\\").replace('#', "\\#"));
    let _ = writeln!(out, "  ---\n  duration_ms: {:.3}", entry.time.as_secs_f64() * 1000.0);
    if entry.verdict != Verdict::Passed {
        // Strings of JSON are strings of YAML.
        let _ = writeln!(out, "  errors:");
        for error in &entry.errors {
            let _ = writeln!(out, "    - message: {}", json!(error.message));
            let _ = writeln!(out, "      code: {}", json!(error.code.unwrap_or_default()));
            if let Some(place) = place_text(sources, &error.place) {
                let _ = writeln!(out, "      at: {}", json!(place));
            }
            if !error.notes.is_empty() {
                let _ = writeln!(out, "      notes: {}", json!(error.notes));
            }
        }
    }
    out += "  ...\n";
    out
}

/// The line after a result behind which no manifest runs.
pub fn interrupted() -> String {
    "Bail out! interrupted\n".to_string()
}
