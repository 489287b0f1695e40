//! Checks a source: waits, hazards, operand rules.

use isatope::NamedTarget;
use isatope::check::advise;
use serde_json::Value;

use super::assemble::source;
use crate::messages::message;

/// Findings about a source, with the edits that end them.
///
/// # Errors
/// There is no such target or dialect.
pub fn check(target: &str, dialect: &str, text: &str) -> Result<Vec<Value>, String> {
    let source = source(target, dialect, text)?;
    let named = NamedTarget::of_source(text).or_else(|| target.parse().ok());
    let called = named.map_or(source.target().name(), |named| named.called);
    let findings = advise(&source, called, false).into_iter().map(|found| {
        let repairs: Vec<_> = found.repair.into_iter().collect();
        message("text", text, &found.diagnostic, &repairs)
    });
    Ok(findings.collect())
}
