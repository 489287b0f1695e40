//! Spans in `.isa` files, and errors with their positions.

use std::fmt::Write as _;

use isatope_diag::SourceMap;
pub use isatope_diag::{FileId, Span};

/// An error in a specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Position of the error.
    pub span: Span,
    /// Message.
    pub message: String,
    /// Help, if the correct text is known.
    pub help: Option<String>,
}

impl Error {
    /// Creates an error at a position.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    /// Adds help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Text of the error for users: message, position, line and caret, help.
    pub fn render(&self, files: &[(&str, &str)]) -> String {
        let (name, text) = files.get(self.span.file.0 as usize).copied().unwrap_or(("?", ""));
        let mut sources = SourceMap::new();
        let file = sources.add(name, text);
        let Some(file) = sources.get(file) else { return format!("error: {}\n", self.message) };
        let start = (self.span.start as usize).min(text.len());
        let (number, line_start, line) = file.excerpt(start..start);
        let column = file.position(start).column - 1;
        let line_end = line_start + line.len();
        let end = (self.span.end as usize).clamp(start, line_end.max(start));
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
