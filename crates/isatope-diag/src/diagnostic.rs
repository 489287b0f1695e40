//! A message and where it belongs.

use std::fmt;

use crate::source::{FileId, Span};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Nothing comes out.
    Error,
    /// Something comes out, perhaps not what was meant.
    Warning,
}

impl Level {
    /// `error`, `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
        }
    }
}

/// Where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// Nowhere in particular.
    #[default]
    Nowhere,
    /// In a text.
    Text(Span),
    /// In a binary file, so many bytes from its start.
    Offset(u64),
}

/// A place in the text with a remark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// The remark, may be empty.
    pub text: String,
}

/// One message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub level: Level,
    /// Its code, see [`crate::codes`].
    pub code: Option<&'static str>,
    /// What is wrong, without a full stop.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What is to be said at the place itself, may be empty.
    pub label: String,
    /// Other places that play a part.
    pub labels: Vec<Label>,
    /// Other places of a binary file, with remarks.
    pub offsets: Vec<(u64, String)>,
    /// Further facts.
    pub notes: Vec<String>,
    /// What would be right.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error with a code.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            level: Level::Error,
            code: Some(code),
            message: message.into(),
            place: Place::Nowhere,
            label: String::new(),
            labels: Vec::new(),
            offsets: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// A warning with a code.
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

    /// Sets the remark at the place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// Points at another place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Points at another place of a binary file.
    pub fn also_offset(mut self, offset: u64, text: impl Into<String>) -> Self {
        self.offsets.push((offset, text.into()));
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Says what would be right.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Moves every span from a piece of text to the file it was cut from.
    pub fn moved(mut self, file: FileId, base: usize) -> Self {
        if let Place::Text(span) = &mut self.place {
            *span = span.moved(file, base);
        }
        for label in &mut self.labels {
            label.span = label.span.moved(file, base);
        }
        self
    }
}

impl fmt::Display for Diagnostic {
    /// The message alone; [`render`](crate::render) shows everything.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}
