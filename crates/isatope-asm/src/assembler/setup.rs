//! The assembler before it reads a source: its target, options, files and symbols.

use std::fmt;

use isatope_core::Target;

use super::files::Files;
use super::options::Options;
use crate::syntax::tables::Tables;

/// An assembler for a target and a dialect. Creating one takes some time; it can assemble any number of sources. `Debug`
/// prints how it was made, without the tables.
pub struct Assembler {
    pub(crate) tables: Tables,
    pub(super) target: Target,
    pub(super) options: Options,
    pub(super) files: Option<Box<dyn Files>>,
    pub(super) definitions: Vec<(String, u64)>,
    pub(super) source_name: Option<(String, String)>,
}

impl fmt::Debug for Assembler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assembler")
            .field("target", &self.target)
            .field("options", &self.options)
            .field("definitions", &self.definitions.len())
            .field("source_name", &self.source_name)
            .finish_non_exhaustive()
    }
}

impl Assembler {
    /// Creates an assembler; `None` if the target's architecture does not have the dialect.
    pub fn new(target: Target, dialect: &str, options: Options) -> Option<Self> {
        let mut tables = Tables::new(target, target.arch().dialect(dialect)?);
        tables.called = options.called.unwrap_or(tables.called);
        tables.mnemonics.restrict(tables.called);
        Some(Self { tables, target, options, files: None, definitions: Vec::new(), source_name: None })
    }

    /// Lets sources include files. Without this, `.include` and `.incbin` are errors.
    #[must_use]
    pub fn with_files(mut self, files: impl Files + 'static) -> Self {
        self.files = Some(Box::new(files));
        self
    }

    /// Defines a symbol before each source.
    #[must_use]
    pub fn with_symbol(mut self, name: impl Into<String>, value: u64) -> Self {
        self.definitions.push((name.into(), value));
        self
    }

    /// Adds debug information about the lines of the source, unless the source has its own (`.file`). `name` is the
    /// name of the source, and `folder` the one that the name is relative to.
    #[must_use]
    pub fn with_lines(mut self, name: impl Into<String>, folder: impl Into<String>) -> Self {
        self.source_name = Some((name.into(), folder.into()));
        self
    }

    /// Target of the assembler.
    pub fn target(&self) -> Target {
        self.target
    }
}
