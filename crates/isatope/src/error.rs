//! Errors of the library.

use std::fmt;
use std::ops::Range;

use isatope_diag::{Diagnostic, Level, Place, SourceMap};
use isatope_object::build::{BuildError, YamlError};
use isatope_object::hex::HexError;
use isatope_object::images::ReplaceError;
use isatope_object::lines::LinesError;
use isatope_object::load::LoadError;
use isatope_object::names::NotFound;

use crate::locate::NotThere;
use crate::{DecodeError, UnknownDialect, UnknownRegister, UnknownTarget};

/// Anything that can go wrong in this library. Every other error of it turns into this one with `?`, also those of
/// [`container`](crate::container), of the emulator and of other optional modules.
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
    /// An object cannot be loaded.
    Load(LoadError),
    /// An object cannot be written or linked.
    Build(BuildError),
    /// An image of a bundle cannot be replaced.
    Replace(ReplaceError),
    /// Metadata are not YAML.
    Yaml(YamlError),
    /// Debug information cannot be read.
    Lines(LinesError),
    /// There is no such kernel, or there are several.
    NotFound(NotFound),
    /// What a container says about a kernel is wrong.
    Kernel(isatope_object::launch::LaunchError),
    /// There is nothing at an address.
    NotThere(NotThere),
    /// An instruction cannot run.
    #[cfg(feature = "emulator")]
    Run(crate::RunError),
    /// A program cannot be loaded into a device, or lacks a kernel.
    #[cfg(feature = "emulator")]
    Program(isatope_emu::ProgramError),
    /// A kernel cannot be launched with such sizes or arguments.
    #[cfg(feature = "emulator")]
    Launch(isatope_emu::LaunchError),
    /// A kernel cannot go on.
    #[cfg(feature = "emulator")]
    Fault(Box<isatope_emu::Fault>),
    /// An access is outside of the memory that is allocated.
    #[cfg(feature = "emulator")]
    Access(isatope_emu::memory::Fault),
    /// There can be no such image.
    #[cfg(feature = "emulator")]
    Image(isatope_emu::image::ImageInfoError),
    /// A session cannot be changed in this way.
    #[cfg(feature = "emulator")]
    Edit(isatope_emu::EditError),
    /// A run cannot stop there.
    #[cfg(feature = "emulator")]
    Break(isatope_emu::watch::BreakError),
    /// A task is wrong.
    #[cfg(feature = "run")]
    Task(isatope_run::task::TaskError),
    /// The specification does not compile.
    #[cfg(feature = "spec")]
    Spec(crate::spec::SpecError),
}

impl Error {
    /// What would be right, if that is known.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Target(error) => Some(crate::NamedTarget::explain(error.name())),
            Self::Assemble(error) => error.messages.iter().find(|m| m.is_error)?.help.clone(),
            Self::Hex(error) => error.help.clone(),
            Self::Input(found) => found.help.clone(),
            #[cfg(feature = "run")]
            Self::Task(error) => error.help.clone(),
            _ => None,
        }
    }
}

impl Error {
    /// The error that it is made from.
    fn inner(&self) -> &(dyn std::error::Error + 'static) {
        match self {
            Self::Target(error) => error,
            Self::Dialect(error) => error,
            Self::Decode(error) => error,
            Self::Assemble(error) => error,
            Self::Object(error) => error,
            Self::Hex(error) => error,
            Self::Input(found) => &**found,
            Self::Register(error) => error,
            Self::Operand(error) => error,
            Self::Encode(error) => error,
            Self::Load(error) => error,
            Self::Build(error) => error,
            Self::Replace(error) => error,
            Self::Yaml(error) => error,
            Self::Lines(error) => error,
            Self::NotFound(error) => error,
            Self::Kernel(error) => error,
            Self::NotThere(error) => error,
            #[cfg(feature = "emulator")]
            Self::Run(error) => error,
            #[cfg(feature = "emulator")]
            Self::Program(error) => error,
            #[cfg(feature = "emulator")]
            Self::Launch(error) => error,
            #[cfg(feature = "emulator")]
            Self::Fault(fault) => &**fault,
            #[cfg(feature = "emulator")]
            Self::Access(fault) => fault,
            #[cfg(feature = "emulator")]
            Self::Image(error) => error,
            #[cfg(feature = "emulator")]
            Self::Edit(error) => error,
            #[cfg(feature = "emulator")]
            Self::Break(error) => error,
            #[cfg(feature = "run")]
            Self::Task(error) => error,
            #[cfg(feature = "spec")]
            Self::Spec(error) => error,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.inner(), f)
    }
}

impl std::error::Error for Error {
    /// The source of the error that it is made from, which it prints as.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.inner().source()
    }
}

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
    Load LoadError, Build BuildError, Replace ReplaceError, Yaml YamlError, Lines LinesError, NotFound NotFound,
    Kernel isatope_object::launch::LaunchError, NotThere NotThere,
}
#[cfg(feature = "emulator")]
from! {
    Run crate::RunError, Program isatope_emu::ProgramError, Launch isatope_emu::LaunchError,
    Fault Box<isatope_emu::Fault>, Access isatope_emu::memory::Fault, Image isatope_emu::image::ImageInfoError,
    Edit isatope_emu::EditError, Break isatope_emu::watch::BreakError,
}
#[cfg(feature = "run")]
from! { Task isatope_run::task::TaskError, }
#[cfg(feature = "spec")]
from! { Spec crate::spec::SpecError, }

/// Each error that is a kind of another one.
macro_rules! from_kind {
    ($($variant:ident: $error:ty => $kind:expr,)*) => {
        $(
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Self::$variant($kind(error))
                }
            }
        )*
    };
}
from_kind! { Object: isatope_object::Error => ObjectError::from, }
#[cfg(feature = "emulator")]
from_kind! {
    Run: isatope_emu::ExecError => crate::RunError::Failed,
    Launch: isatope_emu::ArgError => isatope_emu::LaunchError::Arguments,
    Program: isatope_emu::memory::Misplaced => isatope_emu::ProgramError::Misplaced,
    Image: isatope_emu::image::Unsupported => isatope_emu::image::ImageInfoError::Unsupported,
    Fault: isatope_emu::Fault => Box::new,
}

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
        let text = |found: &Diagnostic| text_of(&sources, &found.clone().moved(file, 0));
        let rendered = found.iter().map(text).collect::<Vec<_>>().join("\n");
        Self { messages: found.iter().map(Message::from).collect(), rendered }
    }
}

/// A message with the lines of the source that it is about; in one line without the feature `render`.
fn text_of(sources: &SourceMap, found: &Diagnostic) -> String {
    #[cfg(feature = "render")]
    return isatope_diag::render(isatope_diag::Format::Human(false), sources, found);
    #[cfg(not(feature = "render"))]
    isatope_diag::short(sources, found)
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
