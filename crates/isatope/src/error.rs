//! Errors of the library.

use std::fmt;
use std::ops::Range;

use isatope_diag::{Diagnostic, Format, Level, Place, SourceMap, render};
use isatope_object::hex::HexError;

use crate::{DecodeError, UnknownDialect, UnknownRegister, UnknownTarget};

/// Anything that can go wrong in this library. Every other error of it turns into this one with `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Error: no target has this name.
    Target(UnknownTarget),
    /// Error: the target has no such dialect.
    Dialect(UnknownDialect),
    /// Error: bytes do not decode.
    Decode(DecodeError),
    /// Text cannot be assembled.
    Assemble(AssembleError),
    /// A container is broken.
    Object(ObjectError),
    /// Hexadecimal digits cannot be read.
    Hex(HexError),
    /// An input cannot be read, or has nothing in it that is wanted.
    Input(Box<Diagnostic>),
    /// The target has no such register.
    Register(UnknownRegister),
    /// An operand cannot be what it was asked to be.
    Operand(crate::OperandError),
    /// Instructions cannot be encoded as a block.
    Encode(crate::EncodeError),
    /// An instruction cannot run.
    #[cfg(feature = "emulator")]
    Run(crate::RunError),
}

impl Error {
    /// What would be right, if that is known.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Target(error) => Some(crate::NamedTarget::explain(error.name())),
            Self::Assemble(error) => error.messages.iter().find(|m| m.is_error)?.help.clone(),
            Self::Hex(error) => error.help.clone(),
            Self::Input(found) => found.help.clone(),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Target(error) => error.fmt(f),
            Self::Dialect(error) => error.fmt(f),
            Self::Decode(error) => error.fmt(f),
            Self::Assemble(error) => error.fmt(f),
            Self::Object(error) => error.fmt(f),
            Self::Hex(error) => error.fmt(f),
            Self::Input(found) => found.fmt(f),
            Self::Register(error) => error.fmt(f),
            Self::Operand(error) => error.fmt(f),
            Self::Encode(error) => error.fmt(f),
            #[cfg(feature = "emulator")]
            Self::Run(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Diagnostic> for Error {
    fn from(found: Diagnostic) -> Self {
        Self::Input(Box::new(found))
    }
}

/// Each error that is one of these.
macro_rules! from {
    ($($variant:ident $error:ty,)*) => {
        $(
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Self::$variant(error)
                }
            }
        )*
    };
}
from! {
    Target UnknownTarget, Dialect UnknownDialect, Decode DecodeError, Assemble AssembleError, Object ObjectError,
    Hex HexError, Input Box<Diagnostic>, Register UnknownRegister, Operand crate::OperandError, Encode crate::EncodeError,
}
#[cfg(feature = "emulator")]
from! { Run crate::RunError, }

/// Error: a file is not a container, or is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectError {
    /// Offset of the error in the file.
    pub offset: u64,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ObjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {:#x}: {}", self.offset, self.message)
    }
}

impl std::error::Error for ObjectError {}

impl From<isatope_object::Error> for ObjectError {
    fn from(error: isatope_object::Error) -> Self {
        Self { offset: error.offset, message: error.message.to_string() }
    }
}

/// An error or a warning about a source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// Whether it is an error.
    pub is_error: bool,
    /// Its code, for `isatope explain`.
    pub code: Option<&'static str>,
    /// What is wrong.
    pub text: String,
    /// Where, in bytes of the source.
    pub place: Option<Range<usize>>,
    /// What is to be said at that place itself; may be empty.
    pub label: String,
    /// Other places that play a part, in bytes of the source, and what is said there.
    pub labels: Vec<(Range<usize>, String)>,
    /// Additional notes.
    pub notes: Vec<String>,
    /// Help: an instruction for the user.
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
            label: found.label.clone(),
            labels: found.labels.iter().map(|label| (label.span.range(), label.text.clone())).collect(),
            notes: found.notes.clone(),
            help: found.help.clone(),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Error: a text cannot be assembled. `Display` prints its first error; `Debug` prints all messages with the source
/// lines, so that a test that unwraps a result shows them.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AssembleError {
    /// Messages in the order of the text, with at least one error.
    pub messages: Vec<Message>,
    /// The messages with the lines of the source that they are about.
    rendered: String,
}

impl AssembleError {
    pub(crate) fn new(text: &str) -> Self {
        let found = Diagnostic { code: None, ..Diagnostic::error("", text) };
        Self::of("", &[found])
    }

    /// The messages about a text.
    pub(crate) fn of(text: &str, found: &[Diagnostic]) -> Self {
        let mut sources = SourceMap::new();
        let file = sources.add("<source>", text);
        let render = |found: &Diagnostic| render(Format::Human(false), &sources, &found.clone().moved(file, 0));
        let rendered = found.iter().map(render).collect::<Vec<_>>().join("\n");
        Self { messages: found.iter().map(Message::from).collect(), rendered }
    }
}

impl fmt::Debug for AssembleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rendered)
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

impl std::error::Error for AssembleError {}
