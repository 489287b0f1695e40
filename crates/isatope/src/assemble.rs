//! Assembles text.

mod dialect;
mod names;
mod write;

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use isatope_asm::assist::{Completions, Syntax};
use isatope_asm::tokens::{Token, tokens};
use isatope_asm::{ExpandedText, Files, Folders, Item, Options, Output};
use isatope_diag::{Diagnostic, Position, SourceFile};
use isatope_flow::Program;

pub use self::names::{Name, NamePlaces};
use crate::{AssembleError, Dialect, Instruction, Message, Target, UnknownDialect};

/// An assembler for a target and a dialect, for any number of sources.
#[derive(Debug)]
pub struct Assembler {
    inner: isatope_asm::Assembler,
    target: Target,
    dialect: Dialect,
}

impl Assembler {
    /// Creates an assembler.
    ///
    /// # Errors
    /// If the target does not have the dialect.
    pub fn new(target: Target, dialect: Dialect) -> Result<Self, UnknownDialect> {
        Self::with_options(target, dialect, Options { places: true, ..Options::default() })
    }

    /// Creates an assembler with options. Without [`Options::places`] it is faster, but sources have no
    /// statements.
    ///
    /// # Errors
    /// If the target does not have the dialect.
    pub fn with_options(target: Target, dialect: Dialect, options: Options) -> Result<Self, UnknownDialect> {
        let inner = isatope_asm::Assembler::new(target, dialect.name(), options);
        Ok(Self { inner: inner.ok_or(UnknownDialect { target, dialect })?, target, dialect })
    }

    /// Gives sources files to include and symbols that are defined before they begin.
    #[must_use]
    pub fn with_inputs(mut self, inputs: &Inputs) -> Self {
        self.inner = match &inputs.files {
            Some(files) => self.inner.with_files(files.clone()),
            None => self.inner.with_files(Folders(inputs.folders.clone())),
        };
        for (name, value) in &inputs.symbols {
            self.inner = self.inner.with_symbol(name, *value);
        }
        if let Some((name, folder)) = &inputs.lines {
            self.inner = self.inner.with_lines(name, folder);
        }
        self
    }

    /// The target.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The dialect.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Assembles a source. Errors are in its messages.
    pub fn assemble(&self, text: impl Into<String>) -> Source {
        let text = SourceFile::new("", text);
        Source { output: self.run(&text.text), text, target: self.target, dialect: self.dialect }
    }

    fn run(&self, text: &str) -> Output {
        self.inner.assemble(text)
    }

    /// What can be at a place of a text, given in bytes: mnemonics and directives, or the operands and modifiers
    /// that the instruction there takes. For editors.
    ///
    /// ```
    /// use isatope::{Assembler, Dialect, Target};
    ///
    /// let assembler = Assembler::new(Target::GFX900, Dialect::LLVM)?;
    /// let text = "v_add_f32_e64 v0, v1, v2 cl";
    /// let found = assembler.complete(text, text.len());
    /// assert_eq!((&text[found.replaces.clone()], found.items[0].text.as_str()), ("cl", "clamp"));
    /// # Ok::<(), isatope::Error>(())
    /// ```
    pub fn complete(&self, text: &str, offset: usize) -> Completions {
        self.inner.complete(text, offset)
    }

    /// The syntax of a mnemonic; `None` if the target has no such instruction.
    ///
    /// ```
    /// use isatope::{Assembler, Dialect, Target};
    ///
    /// let assembler = Assembler::new(Target::GFX900, Dialect::LLVM)?;
    /// let syntax = assembler.syntax("v_add_f32_e64").expect("it exists");
    /// assert_eq!(syntax.forms[0].operands.len(), 3);
    /// # Ok::<(), isatope::Error>(())
    /// ```
    pub fn syntax(&self, mnemonic: &str) -> Option<Syntax> {
        self.inner.syntax(mnemonic)
    }

    /// The underlying assembler, for many short texts whose results are not kept.
    pub fn inner(&self) -> &isatope_asm::Assembler {
        &self.inner
    }

    /// Assembles one instruction.
    ///
    /// # Errors
    /// Errors in the text, also if it is not exactly one instruction.
    pub fn instruction(&self, text: &str) -> Result<Instruction, AssembleError> {
        let source = self.assemble(text);
        if source.failed() {
            return Err(AssembleError::of(text, source.diagnostics()));
        }
        let mut instructions = source.instructions();
        match (instructions.next(), instructions.next(), source.output.items.len()) {
            (Some(inst), None, 1) => Ok(inst),
            _ => Err(AssembleError::new("the text is not one instruction")),
        }
    }
}

/// What a source can use beside its own text.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Folders in which `.include` and `.incbin` look for files, in order.
    pub folders: Vec<PathBuf>,
    /// What reads files in place of the folders.
    pub files: Option<Arc<dyn Files>>,
    /// Symbols with their values.
    pub symbols: Vec<(String, u64)>,
    /// Name of the source and folder that it is relative to, if debug information about its lines is wanted.
    pub lines: Option<(String, String)>,
}

impl Inputs {
    /// Whether a symbol can have this name.
    pub fn can_name(name: &str) -> bool {
        let starts = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$');
        name.starts_with(starts) && name.chars().all(|c| starts(c) || c.is_ascii_digit())
    }
}

/// An assembled source: instructions and data in sections, symbols, messages. `Debug` prints how many there are.
#[derive(Clone)]
pub struct Source {
    output: Output,
    text: SourceFile,
    target: Target,
    dialect: Dialect,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("target", &self.target)
            .field("dialect", &self.dialect)
            .field("text", &format_args!("{} bytes", self.text.text.len()))
            .field("items", &self.output.items.len())
            .field("sections", &self.output.layout.sections.len())
            .field("symbols", &self.output.layout.symbols.len())
            .field("diagnostics", &self.output.diagnostics.len())
            .finish()
    }
}

/// A statement that produces instructions or data.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Statement<'s> {
    /// Position in the text.
    pub place: Range<usize>,
    /// The section that it adds to.
    pub section: &'s str,
    /// Where what it gives begins in its section.
    pub offset: u64,
    /// How many bytes it gives.
    pub size: u64,
    /// The instruction, if it is one.
    pub instruction: Option<Instruction>,
}

impl Source {
    /// The target that it is for.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The dialect in which it was read.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text.text
    }

    /// Line and column of a byte of the text, in characters, UTF-8 and UTF-16.
    pub fn position(&self, offset: usize) -> Position {
        self.text.position(offset)
    }

    /// Items, layout and symbols, as the assembler has them.
    pub fn output(&self) -> &Output {
        &self.output
    }

    /// Fills in the distances between sections as they are in a linked file, for outputs that have no relocations.
    /// Returns how many these are: 0 if the source cannot be linked.
    pub fn fill_distances(&mut self) -> usize {
        self.output.fill_distances(self.target)
    }

    /// Included files that diagnostics refer to: the first is file 1 of their spans.
    pub fn expansions(&self) -> &[ExpandedText] {
        &self.output.expansions
    }

    /// Errors and warnings with everything that is to be shown of them, in the order of the text, which is file 0.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.output.diagnostics
    }

    /// Whether there are errors, so that the bytes are not what was meant.
    pub fn failed(&self) -> bool {
        self.output.failed()
    }

    /// Errors and warnings, in the order of the text.
    pub fn messages(&self) -> Vec<Message> {
        self.output.diagnostics.iter().map(Message::from).collect()
    }

    /// The instructions of all sections, in the order of the text.
    pub fn instructions(&self) -> impl Iterator<Item = Instruction> + '_ {
        self.output.instructions()
    }

    /// The names of the sections, in the order in which they begin.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        let names = self.output.layout.sections.iter().map(|s| s.name.as_str());
        names.chain(self.output.layout.sections.is_empty().then_some(".text"))
    }

    /// The instructions of a section with their control flow. Each one's address is its offset in the section.
    pub fn flow(&self, section: &str) -> Program {
        let own = self.statements().filter(|statement| statement.section == section);
        let instructions = own.filter_map(|statement| Some((statement.offset, statement.instruction?)));
        Program::new(self.target, instructions)
    }

    /// The bytes of a section; none if the source does not have it.
    pub fn bytes(&self, section: &str) -> Vec<u8> {
        self.output.bytes_of(section)
    }

    /// Where symbols lie: name, section, offset.
    pub fn symbols(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        let layout = &self.output.layout;
        let placed = layout.symbols.iter().filter_map(|s| Some((s, s.section?)));
        placed.map(|(s, section)| (s.name.as_str(), layout.sections[section].name.as_str(), s.offset))
    }

    /// The words of the text, from left to right.
    pub fn tokens(&self) -> impl Iterator<Item = Token> + '_ {
        tokens(self.text(), self.dialect.separates_by_semicolons(self.target))
    }

    /// What gives instructions or data, section by section. Data of one statement may come in several pieces.
    pub fn statements(&self) -> impl Iterator<Item = Statement<'_>> {
        let items = &self.output.items;
        self.sections().flat_map(move |section| {
            let runs = self.output.layout.runs_of(section, items.len());
            let pieces = runs.flatten().scan(0, move |end, number| {
                let offset = *end;
                let item = items.get(number)?;
                *end += item.len() as u64;
                Some((number, item, offset))
            });
            pieces.filter_map(move |(number, item, offset)| {
                let (start, end) = *self.output.places.get(number)?;
                let instruction = match item {
                    Item::Instruction(instruction) => Some(instruction),
                    _ => None,
                };
                let size = item.len() as u64;
                Some(Statement { place: start as usize..end as usize, section, offset, size, instruction })
            })
        })
    }

    /// The lines of the instructions: section, offsets there, line, column in bytes. With them a program in the
    /// emulator names source lines:
    #[cfg_attr(feature = "emulator", doc = "[`Program::with_source`](crate::emulator::Program::with_source).")]
    #[cfg_attr(not(feature = "emulator"), doc = "`Program::with_source`.")]
    pub fn lines(&self) -> impl Iterator<Item = (&str, Range<u64>, u32, u32)> {
        self.statements().filter(|statement| statement.instruction.is_some()).map(|statement| {
            let at = self.position(statement.place.start);
            let offsets = statement.offset..statement.offset + statement.size;
            (statement.section, offsets, at.line as u32, at.utf8 as u32)
        })
    }

    /// A relocatable ELF object, as LLVM's assembler writes it.
    ///
    /// # Errors
    /// Returns an error if the source has errors or is a program for one of the older drivers.
    pub fn relocatable(&self) -> Result<Vec<u8>, AssembleError> {
        self.written(Output::relocatable)
    }

    /// Like [`relocatable`](Self::relocatable), with less memory: frees the text and the items first.
    ///
    /// # Errors
    /// Like [`relocatable`](Self::relocatable).
    pub fn into_relocatable(self) -> Result<Vec<u8>, AssembleError> {
        self.into_written(Output::into_relocatable)
    }

    /// A linked code object, which drivers and [`Library`](crate::Library) load.
    ///
    /// # Errors
    /// Returns an error if the source has errors, if a symbol is undefined, or if a relocation cannot be applied.
    pub fn linked(&self) -> Result<Vec<u8>, AssembleError> {
        self.written(Output::linked)
    }

    /// Like [`linked`](Self::linked), with less memory: frees the text and the items first.
    ///
    /// # Errors
    /// Like [`linked`](Self::linked).
    pub fn into_linked(self) -> Result<Vec<u8>, AssembleError> {
        self.into_written(Output::into_linked)
    }

    fn written(&self, write: impl Fn(&Output, Target) -> Result<Vec<u8>, String>) -> Result<Vec<u8>, AssembleError> {
        if self.failed() {
            return Err(AssembleError::of(self.text(), self.diagnostics()));
        }
        write(&self.output, self.target).map_err(|message| AssembleError::new(&message))
    }

    fn into_written(self, write: impl Fn(Output, Target) -> Result<Vec<u8>, String>) -> Result<Vec<u8>, AssembleError> {
        if self.failed() {
            return Err(AssembleError::of(self.text(), self.diagnostics()));
        }
        drop(self.text);
        write(self.output, self.target).map_err(|message| AssembleError::new(&message))
    }

    /// An ELF object that is not linked.
    ///
    /// # Errors
    /// If the source has errors, describes no kernel, or is a program for one of the older drivers.
    pub fn object(&self) -> Result<Vec<u8>, AssembleError> {
        self.written(Output::object)
    }
}
