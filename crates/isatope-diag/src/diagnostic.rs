//! A diagnostic and its place.

use std::fmt;

use crate::source::{FileId, Span};

/// Severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// An error: there is no result.
    Error,
    /// A warning: there is a result, but it may not be the intended one.
    Warning,
}

impl Level {
    /// Name of the level: `error`, `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
        }
    }
}

/// Its position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// No position.
    #[default]
    Nowhere,
    /// A span in a text.
    Text(Span),
    /// An offset in a binary file.
    Offset(u64),
    /// A line of a source file that is not at hand.
    Line {
        /// Path of the file.
        file: String,
        /// Line, counted from 1.
        line: u32,
        /// Column, counted from 1; 0 if it is unknown.
        column: u32,
    },
}

/// A span in the text with a label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// The label; may be empty.
    pub text: String,
}

/// A diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub level: Level,
    /// Its code, see [`crate::codes`].
    pub code: Option<&'static str>,
    /// What is wrong, without a final period.
    pub message: String,
    /// Where.
    pub place: Place,
    /// The label at the place; may be empty.
    pub label: String,
    /// Other relevant spans, with labels.
    pub labels: Vec<Label>,
    /// Statements that the text with the place comes from, from the inside out: calls of macros, and directives that
    /// repeat or include. Notes say the same in words.
    pub calls: Vec<Label>,
    /// Other relevant offsets of a binary file, with labels.
    pub offsets: Vec<(u64, String)>,
    /// Additional notes.
    pub notes: Vec<String>,
    /// Help: an instruction for the user.
    pub help: Option<String>,
    /// Facts for programs: keys that only [`json`](crate::json) adds to the message.
    #[cfg(feature = "json")]
    pub data: serde_json::Map<String, serde_json::Value>,
}

/// The most characters that a quotation in a message may have, and how many are left of a longer one.
const QUOTED: (usize, usize) = (200, 60);

/// A message with the beginnings of quotations that are too long.
fn shortened(message: String) -> String {
    if message.len() <= QUOTED.0 {
        return message;
    }
    // Every second part is between quotes.
    let parts = message.split('`').enumerate().map(|(number, part)| {
        let is_long = number % 2 == 1 && part.chars().nth(QUOTED.0).is_some();
        let end = part.char_indices().nth(QUOTED.1).filter(|_| is_long);
        end.map_or_else(|| part.to_owned(), |(end, _)| format!("{}…", &part[..end]))
    });
    parts.collect::<Vec<_>>().join("`")
}

impl Diagnostic {
    /// Creates an error with a code.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            level: Level::Error,
            code: Some(code),
            message: shortened(message.into()),
            place: Place::Nowhere,
            label: String::new(),
            labels: Vec::new(),
            calls: Vec::new(),
            offsets: Vec::new(),
            notes: Vec::new(),
            help: None,
            #[cfg(feature = "json")]
            data: serde_json::Map::new(),
        }
    }

    /// Creates a warning with a code.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { level: Level::Warning, ..Self::error(code, message) }
    }

    /// Sets the place in a text.
    pub fn at(mut self, span: Span) -> Self {
        self.place = Place::Text(span);
        self
    }

    /// Sets the place in a binary file.
    pub fn at_offset(mut self, offset: u64) -> Self {
        self.place = Place::Offset(offset);
        self
    }

    /// Sets the label at the place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = shortened(text.into());
        self
    }

    /// Adds another span with a label.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds another offset with a label.
    pub fn also_offset(mut self, offset: u64, text: impl Into<String>) -> Self {
        self.offsets.push((offset, text.into()));
        self
    }

    /// Adds a note.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(shortened(text.into()));
        self
    }

    /// Sets the help.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// All its spans.
    fn spans_mut(&mut self) -> impl Iterator<Item = &mut Span> {
        let own = match &mut self.place {
            Place::Text(span) => Some(span),
            _ => None,
        };
        let labels = self.labels.iter_mut().chain(&mut self.calls);
        own.into_iter().chain(labels.map(|label| &mut label.span))
    }

    /// Gives every span its file from a list, by the number that it has now. Those without one keep theirs.
    pub fn in_files(mut self, files: &[FileId]) -> Self {
        for span in self.spans_mut() {
            span.file = files.get(span.file.0 as usize).copied().unwrap_or(span.file);
        }
        self
    }

    /// Moves every span from a part of a text to the file that contains the part.
    pub fn moved(mut self, file: FileId, base: usize) -> Self {
        for span in self.spans_mut() {
            *span = span.moved(file, base);
        }
        self
    }
}

impl fmt::Display for Diagnostic {
    /// Prints only the message; [`render`](crate::render) prints everything.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_quotations_are_shortened() {
        let message = |text: &str| Diagnostic::error("", format!("`{text}` is wrong, `b` is not")).message;
        let short = "é".repeat(200);
        assert_eq!(message(&short), format!("`{short}` is wrong, `b` is not"));
        assert_eq!(message(&"é".repeat(400_000)), format!("`{}…` is wrong, `b` is not", "é".repeat(60)));
        let prose = "a".repeat(1000);
        assert_eq!(Diagnostic::error("", prose.as_str()).message, prose);
    }
}
