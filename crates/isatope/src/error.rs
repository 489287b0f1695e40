//! What can go wrong.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use isatope_diag::{Diagnostic, Level, Place};

/// No target has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownTarget {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no target `{}`", self.name)
    }
}

impl Error for UnknownTarget {}

/// The target has no such dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownDialect {
    /// The target.
    pub target: crate::Target,
    /// The dialect.
    pub dialect: crate::Dialect,
}

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no dialect `{}`", self.target, self.dialect)
    }
}

impl Error for UnknownDialect {}

/// Bytes are no instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DecodeError(pub(crate) isatope_core::DecodeError);

impl DecodeError {
    /// Whether they may be the beginning of one.
    pub fn is_incomplete(&self) -> bool {
        matches!(self.0, isatope_core::DecodeError::TooShort { .. })
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for DecodeError {}

/// A file is no container, or a broken one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectError {
    /// Where it is broken, in bytes from its start.
    pub offset: u64,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ObjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {:#x}: {}", self.offset, self.message)
    }
}

impl Error for ObjectError {}

/// An error or a warning about a source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// Whether nothing comes out because of it.
    pub is_error: bool,
    /// Its code, which `isatope explain` knows.
    pub code: Option<&'static str>,
    /// What is wrong.
    pub text: String,
    /// Where, in bytes of the source.
    pub place: Option<Range<usize>>,
    /// What would be right.
    pub help: Option<String>,
}

impl From<&Diagnostic> for Message {
    fn from(found: &Diagnostic) -> Self {
        let place = match found.place {
            Place::Text(span) => Some(span.range()),
            _ => None,
        };
        Self {
            is_error: found.level == Level::Error,
            code: found.code,
            text: found.message.clone(),
            place,
            help: found.help.clone(),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A text cannot be assembled. It prints as its first error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AssembleError {
    /// What is wrong, in the order of the text: at least one error.
    pub messages: Vec<Message>,
}

impl AssembleError {
    pub(crate) fn new(text: &str) -> Self {
        let message = Message { is_error: true, code: None, text: text.to_string(), place: None, help: None };
        Self { messages: vec![message] }
    }
}

impl fmt::Display for AssembleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.messages.iter().find(|m| m.is_error) {
            Some(message) => message.fmt(f),
            None => f.write_str("the text cannot be assembled"),
        }
    }
}

impl Error for AssembleError {}
