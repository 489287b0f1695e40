//! Diagnostics as JSON, as `--message-format json` prints them.

use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Place};
use crate::source::{SourceMap, Span};

/// A diagnostic as one JSON object.
pub fn json(sources: &SourceMap, diagnostic: &Diagnostic) -> Value {
    let place = |span: Span| match sources.get(span.file) {
        Some(file) => {
            let (from, to) = (file.position(span.start as usize), file.position(span.end as usize));
            let ((name, line), (_, end_line)) = (file.origin(from.line), file.origin(to.line));
            json!({
                "file": name,
                "line": line, "column": from.column,
                "end_line": end_line, "end_column": to.column,
                "start": span.start, "end": span.end,
            })
        }
        None => json!({ "start": span.start, "end": span.end }),
    };
    let (span, offset) = match &diagnostic.place {
        Place::Text(span) => (Some(place(*span)), None),
        Place::Offset(offset) => (None, Some(*offset)),
        // The length of the text is unknown, and so are its offsets.
        Place::Line { file, line, column } => {
            let column = (*column > 0).then_some(*column);
            (Some(json!({ "file": file, "line": line, "column": column })), None)
        }
        Place::Nowhere => (None, None),
    };
    let labels: Vec<_> = diagnostic.labels.iter().map(|l| json!({ "place": place(l.span), "text": l.text })).collect();
    let offsets: Vec<_> = diagnostic.offsets.iter().map(|(o, text)| json!({ "offset": o, "text": text })).collect();
    let mut line = json!({
        "level": diagnostic.level.name(),
        "code": diagnostic.code,
        "message": diagnostic.message,
        "place": span,
        "offset": offset,
        "label": diagnostic.label,
        "labels": labels,
        "notes": diagnostic.notes,
        "help": diagnostic.help,
    });
    // Only binary files have them.
    if !offsets.is_empty() {
        line["offsets"] = offsets.into();
    }
    if let Some(line) = line.as_object_mut() {
        line.extend(diagnostic.data.clone());
    }
    line
}
