//! Problems of a manifest: a message about one of its values, which becomes a diagnostic with a place in the text.

use std::ops::Range;

use isatope_diag::{Diagnostic, Span, codes};

use super::place::Path;

/// Something that is wrong with a value of a manifest.
pub(super) struct Problem {
    /// Which value.
    pub path: Path,
    /// Whether its key is meant, and not the value.
    pub of_key: bool,
    /// Where it is, if that is neither the value nor its key.
    pub at: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

impl Problem {
    pub fn new(path: Path, message: impl Into<String>) -> Self {
        Self { path, of_key: false, at: None, message: message.into(), help: None }
    }

    pub fn help(self, text: impl Into<String>) -> Self {
        Self { help: Some(text.into()), ..self }
    }

    /// The message with its place in the text.
    pub fn diagnostic(self, text: &str) -> Diagnostic {
        let at = self.at.unwrap_or_else(|| self.path.find(text, self.of_key));
        // Of a value that goes over several lines the first sign is enough.
        let end = if text[at.clone()].contains('\n') { at.start + 1 } else { at.end };
        let whole = self.path.0.is_empty();
        let message = if whole { self.message } else { format!("{}: {}", self.path, self.message) };
        let found = Diagnostic::error(codes::MANIFEST, message).at(Span::new(at.start..end));
        Diagnostic { help: self.help, ..found }
    }
}
