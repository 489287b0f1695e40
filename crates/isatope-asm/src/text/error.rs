//! Error type of this crate: a boxed diagnostic, so that results stay small on the path without errors.

use std::ops::Range;

use isatope_diag::{Diagnostic, Span, codes, nearest};

use crate::text::cursor::Cursor;

/// One error.
#[derive(Clone, Debug)]
pub(crate) struct Error(pub Box<Diagnostic>);

/// Creates an error at a position.
#[cold]
pub(crate) fn error(code: &'static str, at: Range<usize>, message: impl Into<String>) -> Error {
    Error(Box::new(Diagnostic::error(code, message).at(Span::new(at))))
}

impl Error {
    /// Sets the label of the main span.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.0.label = text.into();
        self
    }

    /// Adds help.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.0.help = Some(text.into());
        self
    }

    /// Adds the most similar name as help, if one of the names is similar enough.
    pub fn similar<'n>(self, wanted: &str, names: impl Iterator<Item = &'n str>) -> Self {
        match nearest(wanted, names) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => self,
        }
    }

    /// Adds a note.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.0.notes.push(text.into());
        self
    }

    /// Adds a label at another position.
    pub fn also(mut self, at: Range<usize>, text: impl Into<String>) -> Self {
        self.0.labels.push(isatope_diag::Label { span: Span::new(at), text: text.into() });
        self
    }
}

/// Plural ending.
pub(crate) fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Error for the token at the cursor, which nothing reads.
#[cold]
pub(crate) fn unexpected(cursor: &Cursor<'_>) -> Error {
    let token = cursor.token();
    let message = format!("`{}` is not allowed here", cursor.slice(token.clone()));
    let found = error(codes::UNEXPECTED, token, message);
    match cursor.peek() == b'/' && cursor.peek_at(1) == b'/' {
        true => found.help("a comment with `//` needs a blank before it"),
        false => found,
    }
}
