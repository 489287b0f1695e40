//! Assembles a source to items in sections: statements, directives, symbols and fixups.

mod assembly;
mod code_parts;
mod container;
mod counts;
mod debug;
mod descriptor;
mod devices;
mod directive;
mod expand;
mod fixup;
mod items;
mod kernels;
mod layout;
mod object;
mod output;
mod passes;
mod relocation;
mod resolve;
mod statement;
mod statement_cache;
pub mod tokens;
mod variables;

pub use assembly::Options;
pub use container::Container;
pub(crate) use descriptor::open_fields;
pub(crate) use directive::names::{Directive, all as directives, find as find_directive};
pub use directive::names::{device_target, named_target, relative};
use isatope_core::{Instruction, Target};
use isatope_diag::{Diagnostic, Level};
pub use items::{Item, Items};
pub use layout::{Binding, Common, KernelDescriptor, Layout, Relocation, Section, Symbol};
pub(crate) use object::{SECTION_FLAGS, SECTION_KINDS};
pub use output::{ExpandedText, Output};
use typed_arena::Arena;

use crate::syntax::tables::Tables;

/// An assembler for a target and a dialect. Creating one takes some time; it can assemble any number of sources.
#[derive(Debug)]
pub struct Assembler {
    pub(crate) tables: Tables,
    target: Target,
    options: Options,
    files: Option<Box<dyn Files>>,
    definitions: Vec<(String, u64)>,
    source_name: Option<(String, String)>,
}

/// Reads the files that sources include.
pub trait Files: std::fmt::Debug + Send + Sync {
    /// Contents of a file with this name in a source.
    ///
    /// # Errors
    /// The reason, in a few words.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// Files in folders, which are searched in order.
#[derive(Clone, Debug, Default)]
pub struct Folders(pub Vec<std::path::PathBuf>);

impl Files for Folders {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        for folder in &self.0 {
            let path = folder.join(name);
            // A device or a pipe may never end.
            if std::fs::metadata(&path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
                return Err("it is not a regular file".to_owned());
            }
            match std::fs::read(path) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                read => return read.map_err(|error| error.to_string()),
            }
        }
        Err("there is no such file".to_owned())
    }
}

impl<F: Files + ?Sized> Files for std::sync::Arc<F> {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        (**self).read(name)
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

    /// Adds debug information about the lines of the source, unless the source has its own (`.file`). `name` is the name
    /// of the source, and `folder` the one that the name is relative to.
    #[must_use]
    pub fn with_lines(mut self, name: impl Into<String>, folder: impl Into<String>) -> Self {
        self.source_name = Some((name.into(), folder.into()));
        self
    }

    /// Target of the assembler.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Assembles a text of any number of lines.
    pub fn assemble(&self, text: &str) -> Output {
        let mut output = Output::default();
        self.assemble_into(text, &mut output);
        output
    }

    /// Like [`assemble`](Self::assemble), but appends to an output.
    pub fn assemble_into(&self, text: &str, output: &mut Output) {
        let before = (!output.is_empty()).then(|| output.clone());
        let mut findings = passes::Findings::default();
        loop {
            let arena = Arena::new();
            match assembly::Assembly::new(self, text, &arena, output, findings).run() {
                None => return,
                Some(next) => findings = next,
            }
            match &before {
                Some(before) => output.clone_from(before),
                None => output.clear(),
            }
        }
    }
}

/// Assembles one line, or a few, with a new assembler. For many lines, keep an [`Assembler`].
///
/// # Errors
/// Returns all errors of the text, or an error if the dialect is unknown.
pub fn assemble_line(
    target: Target,
    dialect: &str,
    options: Options,
    text: &str,
) -> Result<Vec<Instruction>, Vec<Diagnostic>> {
    let Some(assembler) = Assembler::new(target, dialect, options) else {
        let message = format!("{} has no dialect `{dialect}`", target.arch().name);
        return Err(vec![Diagnostic::error(isatope_diag::codes::UNKNOWN_TARGET, message)]);
    };
    let output = assembler.assemble(text);
    if output.failed() {
        return Err(output.diagnostics.into_iter().filter(|d| d.level == Level::Error).collect());
    }
    Ok(output.instructions().collect())
}
