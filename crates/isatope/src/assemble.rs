//! From text to instructions.

use isatope_asm::Options;

use crate::{AssembleError, Dialect, Instruction, Message, Target, UnknownDialect};

/// An assembler for a target and a dialect. To make one takes a moment; it can be used for any number of sources.
#[derive(Debug)]
pub struct Assembler {
    inner: isatope_asm::Assembler,
    target: Target,
    dialect: Dialect,
}

impl Assembler {
    /// An assembler.
    ///
    /// # Errors
    /// If the target does not have the dialect.
    pub fn new(target: Target, dialect: Dialect) -> Result<Self, UnknownDialect> {
        let inner = isatope_asm::Assembler::new(target.tables(), dialect.name(), Options::default());
        Ok(Self { inner: inner.ok_or(UnknownDialect { target, dialect })?, target, dialect })
    }

    /// The target.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The dialect.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Assembles a source of any number of lines. What is wrong with it stands in its messages.
    pub fn assemble(&self, text: &str) -> Source {
        Source { output: self.inner.assemble(text), target: self.target }
    }

    /// Assembles one instruction.
    ///
    /// # Errors
    /// What is wrong with the text; text that is no instruction, or more than one, is wrong as well.
    pub fn instruction(&self, text: &str) -> Result<Instruction, AssembleError> {
        let source = self.assemble(text);
        if source.failed() {
            return Err(AssembleError { messages: source.messages() });
        }
        let mut instructions = source.instructions();
        match (instructions.next(), instructions.next(), source.output.items.len()) {
            (Some(inst), None, 1) => Ok(inst),
            _ => Err(AssembleError::new("the text is not one instruction")),
        }
    }
}

/// What a source gives: instructions and data in sections, symbols, messages.
#[derive(Clone, Debug)]
pub struct Source {
    output: isatope_asm::Output,
    target: Target,
}

impl Source {
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
        self.output.instructions().map(Instruction)
    }

    /// The names of the sections, in the order in which they begin.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        let names = self.output.layout.sections.iter().map(|s| s.name.as_str());
        names.chain(self.output.layout.sections.is_empty().then_some(".text"))
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

    /// An ELF object that is not linked.
    ///
    /// # Errors
    /// If the source has errors, describes no kernel, or is a program for one of the older drivers.
    pub fn object(&self) -> Result<Vec<u8>, AssembleError> {
        if self.failed() {
            return Err(AssembleError { messages: self.messages() });
        }
        self.output.object(self.target.tables()).map_err(|message| AssembleError::new(&message))
    }
}
