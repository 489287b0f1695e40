//! Lists whole objects as text that the assembler reads back.

use std::fmt;
use std::io::{self, Write};

use isatope_asm::listing::container::{self, Comment, Part};
use isatope_asm::listing::{Code, Distance, Margin, Marks, Remark, Sink};
use isatope_core::Formatter;
use isatope_object::Container;

use crate::{Dialect, Object, Target, UnknownDialect};

/// A listing of an object or of bare code.
#[derive(Debug)]
pub struct Listing<'a> {
    what: What<'a>,
    target: Target,
    formatter: Formatter,
    margin: bool,
    all: bool,
    view: container::View<'a>,
}

enum What<'a> {
    Container(&'a Container<'a>),
    Code(&'a [u8]),
}

impl fmt::Debug for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Container(container) => container.fmt(f),
            Self::Code(code) => write!(f, "Code({} bytes)", code.len()),
        }
    }
}

impl<'a> Listing<'a> {
    /// Of an object: its sections, symbols, kernels and metadata. An object that does not name a target is listed for
    /// the first target that has the dialect.
    ///
    /// # Errors
    /// If its target does not have the dialect.
    pub fn of(object: &'a Object<'a>, dialect: Dialect) -> Result<Self, UnknownDialect> {
        let has = |target: &Target| target.dialects().any(|d| d == dialect);
        let target = object.target().or_else(|| Target::all().find(has)).unwrap_or(Target::GFX900);
        Self::of_container(&object.container, target, dialect)
    }

    /// Creates a listing of a container with code for a target.
    ///
    /// # Errors
    /// If the target does not have the dialect.
    pub fn of_container(
        container: &'a Container<'a>,
        target: Target,
        dialect: Dialect,
    ) -> Result<Self, UnknownDialect> {
        Self::new(What::Container(container), target, dialect)
    }

    /// For instructions from start to end.
    ///
    /// # Errors
    /// If the target does not have the dialect.
    pub fn of_code(target: Target, code: &'a [u8], dialect: Dialect) -> Result<Self, UnknownDialect> {
        Self::new(What::Code(code), target, dialect)
    }

    fn new(what: What<'a>, target: Target, dialect: Dialect) -> Result<Self, UnknownDialect> {
        let formatter = Formatter::in_dialect(target, dialect)?;
        Ok(Self {
            what,
            target,
            formatter: formatter.labels(true),
            margin: false,
            all: false,
            view: container::View::default(),
        })
    }

    /// Adds offset and words before each line, in a comment.
    #[must_use]
    pub fn margin(self, on: bool) -> Self {
        Self { margin: on, ..self }
    }

    /// Also lists debug sections, which are otherwise summarised in one line each.
    #[must_use]
    pub fn all(self, on: bool) -> Self {
        Self { all: on, ..self }
    }

    /// Limits the listing to these parts of a container; see [`parts`](super::parts).
    #[must_use]
    pub fn only(self, parts: &'a [Part]) -> Self {
        Self { view: container::View { only: Some(parts), ..self.view }, ..self }
    }

    /// Adds comments between the lines of a container; see [`comments`](super::comments).
    #[must_use]
    pub fn comments(self, comments: &'a [Comment]) -> Self {
        Self { view: container::View { comments, ..self.view }, ..self }
    }

    /// Adds comments after instructions of a container, as [`Branches`](super::Branches) creates them.
    #[must_use]
    pub fn remark(self, remark: &'a dyn Remark) -> Self {
        Self { view: container::View { remark: Some(remark), ..self.view }, ..self }
    }

    /// Adds comments after single instructions of a container, as [`Values::notes`](crate::values::Values::notes) gives
    /// them.
    #[must_use]
    pub fn notes(self, notes: &'a [Comment]) -> Self {
        Self { view: container::View { notes, ..self.view }, ..self }
    }

    /// Prints these numbers in the code of a container as names of where they lead; see
    /// [`distances`](super::distances).
    #[must_use]
    pub fn distances(self, distances: &'a [Distance]) -> Self {
        Self { view: container::View { distances, ..self.view }, ..self }
    }

    /// Writes it.
    ///
    /// # Errors
    /// Errors from `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut sink = Sink::new(out);
        self.write_to(&mut sink)?;
        sink.flush()
    }

    fn write_to(&self, sink: &mut Sink<'_>) -> io::Result<()> {
        let margin = if self.margin { Margin::Words } else { Margin::None };
        let (target, formatter, all) = (self.target, &self.formatter, self.all);
        match self.what {
            What::Container(container) => {
                let lister = container::Lister { target, formatter, margin, all, view: self.view };
                container::write(container, &lister, sink)?;
            }
            What::Code(bytes) => {
                Code {
                    target,
                    formatter,
                    bytes,
                    margin,
                    indent: false,
                    labels: &[],
                    base: 0,
                    remark: None,
                    notes: &[],
                    marks: Marks::default(),
                }
                .write(0..bytes.len(), sink)?;
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = Vec::new();
        self.write(&mut text).map_err(|_| std::fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}
