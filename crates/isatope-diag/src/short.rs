//! Diagnostics in one line, and places in few words.

use crate::diagnostic::{Diagnostic, Place};
use crate::source::{SourceFile, SourceMap, Span};

/// The place of a message in one line, `a.s:2:14`; `None` if it has none.
pub fn place_text(sources: &SourceMap, place: &Place) -> Option<String> {
    match place {
        Place::Text(span) => sources.get(span.file).map(|file| span_text(file, *span)),
        Place::Offset(offset) => Some(format!("{offset:#x}")),
        Place::Line { .. } => line_text(place),
        Place::Nowhere => None,
    }
}

/// The place where a range starts: `a.s:2:14`.
pub(crate) fn span_text(file: &SourceFile, span: Span) -> String {
    let at = file.position(span.start as usize);
    let (name, line) = file.origin(at.line);
    format!("{name}:{line}:{}", at.column)
}

/// A place in a file that is not at hand: `vadd.cl:7:12`.
pub(crate) fn line_text(place: &Place) -> Option<String> {
    let Place::Line { file, line, column } = place else { return None };
    let column = if *column > 0 { format!(":{column}") } else { String::new() };
    Some(format!("{file}:{line}{column}"))
}

/// A text as one line: a list below its title follows it, with commas.
fn one_line(text: &str) -> String {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut out = lines.next().unwrap_or_default().to_string();
    for line in lines {
        out += if out.ends_with([':', ',', ';']) { " " } else { ", " };
        out += line;
    }
    out
}

/// A text whose control characters can be seen, but for line breaks and tabs.
pub(crate) fn visible(text: &str) -> String {
    let is_hidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(is_hidden) {
        return text.to_string();
    }
    text.chars().map(|c| if is_hidden(c) { c.escape_unicode().to_string() } else { c.to_string() }).collect()
}

/// A diagnostic in one line: `a.s:2:14: error[E0202]: …`.
pub fn short(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let mut out = place_text(sources, &diagnostic.place).map_or_else(String::new, |place| place + ": ");
    out += diagnostic.level.name();
    if let Some(code) = diagnostic.code {
        out += &format!("[{code}]");
    }
    out += ": ";
    out += &one_line(&diagnostic.message);
    visible(&out)
}
