//! Messages as `--message-format json` prints them, with their places as editors count and the edits that end them.

use isatope::diagnostics::{self, Diagnostic, Place, SourceMap};
use isatope::quick_fix::Repair;
use serde_json::{Value, json};

use crate::text::Positions;

/// A message about a text.
pub fn message(name: &str, text: &str, diagnostic: &Diagnostic, repairs: &[Repair]) -> Value {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let mut value = diagnostics::json(&sources, &diagnostic.clone().moved(file, 0));
    let positions = Positions::new(text);
    let range = match diagnostic.place {
        Place::Text(span) if span.file.0 == 0 => Some(positions.units(span.range())),
        _ => None,
    };
    value["range"] = json!(range);
    let mut fix = |repair: &Repair| {
        let range = positions.units(repair.range.clone());
        json!({ "title": repair.title, "from": range.from, "to": range.to, "text": repair.text })
    };
    value["fixes"] = repairs.iter().map(&mut fix).collect();
    value
}

/// Messages about a text, or about a file if the text is empty.
pub fn messages(name: &str, text: &str, diagnostics: &[Diagnostic]) -> Vec<Value> {
    diagnostics.iter().map(|diagnostic| message(name, text, diagnostic, &[])).collect()
}

/// Messages in one text, for an error that a function throws.
pub fn joined(diagnostics: &[Diagnostic]) -> String {
    let line = |diagnostic: &Diagnostic| match &diagnostic.help {
        Some(help) => format!("{}; {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    diagnostics.iter().map(line).collect::<Vec<_>>().join("\n")
}
