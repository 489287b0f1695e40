//! Spans in `.isa` files, and errors that point at them.

use std::fmt::Write as _;

/// A byte range of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Span {
    /// Index of the file in the list given to [`crate::compile`].
    pub file: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From the start of `self` to the end of `other`.
    pub fn to(self, other: Self) -> Self {
        Self { end: other.end.max(self.end), ..self }
    }
}

/// What is wrong with a specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Where.
    pub span: Span,
    /// What.
    pub message: String,
    /// What would be right, if that is known.
    pub help: Option<String>,
}

impl Error {
    /// An error at a place.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    /// Adds what would be right.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The error as a person reads it: message, place, line and caret, help.
    pub fn render(&self, files: &[(&str, &str)]) -> String {
        let (name, text) = files.get(self.span.file as usize).copied().unwrap_or(("?", ""));
        let start = (self.span.start as usize).min(text.len());
        let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
        let line = &text[line_start..line_end];
        let number = text[..start].matches('\n').count() + 1;
        let column = text[line_start..start].chars().count();
        let end = (self.span.end as usize).clamp(start, line_end);
        let width = text[start..end].chars().count().max(1);
        let margin = " ".repeat(number.to_string().len());
        let mut out = format!("error: {}\n{margin}--> {name}:{number}:{}\n", self.message, column + 1);
        let pad: String = line.chars().take(column).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let _ = writeln!(out, "{margin} |\n{number} | {line}\n{margin} | {pad}{}", "^".repeat(width));
        if let Some(help) = &self.help {
            let _ = writeln!(out, "{margin} = help: {help}");
        }
        out
    }
}
