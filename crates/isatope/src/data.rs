//! Instructions, sources and containers as data for front ends. They are serializable and have JSON
//! Schemas.

use std::ops::Range;

use isatope_core::Formatter;
use isatope_core::explain::runs;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::{Access, Dialect, Flow, FlowKind, Object, OperandKind, Place, Source, UnknownDialect, Write};

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Instruction {
    /// The version of the architecture.
    pub target: String,
    /// The mnemonic in the specification.
    pub operation: String,
    /// Summary: one sentence.
    pub summary: String,
    /// The format of its encoding.
    pub format: String,
    /// The unit that executes it, if the specification says so.
    pub unit: Option<&'static str>,
    /// Its bytes, in the order of memory.
    pub bytes: Vec<u8>,
    /// Its text.
    pub text: String,
    /// The text piece by piece, with the bits that each piece comes from.
    pub pieces: Vec<Piece>,
    /// Its bits part by part.
    pub parts: Vec<Part>,
    /// Operands in the order of assembly.
    pub operands: Vec<Operand>,
    /// What it reads and writes.
    pub accesses: Vec<Touched>,
    /// Where it leads: `next`, `branch`, `jump`, `call`, `trap`, `end`.
    pub flow: &'static str,
}

/// A piece of the text of an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Piece {
    /// Its first byte in the text.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
    /// The bits that it comes from: highest and lowest bit of each run.
    pub bits: Vec<(u8, u8)>,
}

/// Bits of an instruction that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Part {
    /// The name of the field, or `encoding`, `op`, `literal`.
    pub name: String,
    /// Highest and lowest bit of each run.
    pub bits: Vec<(u8, u8)>,
    /// What is in them. Serialized as hexadecimal text, because readers of JSON may round large numbers.
    #[serde(serialize_with = "hexadecimal")]
    #[schemars(with = "String")]
    pub value: u64,
    /// What that means.
    pub meaning: String,
}

fn hexadecimal<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{number:#x}"))
}

fn maybe_hexadecimal<S: Serializer>(number: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => hexadecimal(number, serializer),
        None => serializer.serialize_none(),
    }
}

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Operand {
    /// Name in the specification.
    pub name: String,
    /// Registers or another place, where it is one.
    pub place: Option<String>,
    /// The bits of a constant. Serialized as hexadecimal text.
    #[serde(serialize_with = "maybe_hexadecimal")]
    #[schemars(with = "Option<String>")]
    pub constant: Option<u64>,
    /// A number of the encoding.
    pub number: Option<i64>,
    /// Whether it is read.
    pub read: bool,
    /// Whether it is written: `no`, `maybe`, `always`.
    pub write: &'static str,
}

/// Something that is read or written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Touched {
    /// What: `v[2:3]`, `vcc`, `mem`.
    pub place: String,
    /// The position of the operand that names it.
    pub operand: Option<usize>,
    /// Whether it is read.
    pub read: bool,
    /// Whether it is written: `no`, `maybe`, `always`.
    pub write: &'static str,
}

/// What an assembler says about a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SourceText {
    /// Sections with their bytes.
    pub sections: Vec<Bytes>,
    /// Symbols and where they lie.
    pub symbols: Vec<Defined>,
    /// The words of the text, from left to right.
    pub tokens: Vec<Token>,
    /// What gives instructions or data, section by section.
    pub statements: Vec<Statement>,
    /// Where names are given a meaning, and where they are used.
    pub names: Vec<Name>,
    /// Errors and warnings, in the order of the text.
    pub messages: Vec<Message>,
}

/// A section of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Bytes {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A word of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Token {
    /// First byte in the source.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
    /// What it is: `mnemonic`, `directive`, `definition`, `register`, `number`, `name`, `text`, `comment`.
    pub kind: &'static str,
}

/// A statement that produces instructions or data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Statement {
    /// First byte in the source.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
    /// The section that it adds to.
    pub section: String,
    /// Where what it gives begins there.
    pub offset: u64,
    /// How many bytes it gives.
    pub size: u64,
    /// The operation, if it is an instruction.
    pub operation: Option<String>,
}

/// A name in a source. Places are first bytes, and those after the last ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Name {
    /// The name.
    pub name: String,
    /// Position of its first definition, if any.
    pub definition: Option<(usize, usize)>,
    /// Its other positions.
    pub uses: Vec<(usize, usize)>,
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Defined {
    /// Its name.
    pub name: String,
    /// The section it lies in.
    pub section: Option<String>,
    /// Its offset there.
    pub offset: u64,
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Message {
    /// Whether it is an error.
    pub error: bool,
    /// Its code.
    pub code: Option<String>,
    /// What is wrong.
    pub text: String,
    /// First byte in the source, and the one after the last.
    pub place: Option<(usize, usize)>,
    /// Help: an instruction for the user.
    pub help: Option<String>,
}

/// A container.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Container {
    /// What it is, for people.
    pub kind: String,
    /// The processor that it names.
    pub processor: Option<String>,
    /// The version of the architecture, if it is known.
    pub target: Option<String>,
    /// Sections.
    pub sections: Vec<Section>,
    /// Symbols.
    pub symbols: Vec<Defined>,
    /// Kernels.
    pub kernels: Vec<Kernel>,
    /// Where instructions come from, by address; empty without debug information, or if that is broken.
    pub lines: Vec<Line>,
}

/// Instructions of a container that come from one place of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Line {
    /// Address of the first one.
    pub start: u64,
    /// The address after the last one.
    pub end: u64,
    /// The path of the file.
    pub file: String,
    /// The line, from 1 on.
    pub line: u32,
    /// The column, from 1 on; 0 if it is not known.
    pub column: u32,
}

/// A section of a container.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Section {
    /// Its name.
    pub name: String,
    /// Its address when loaded.
    pub address: u64,
    /// Its bytes when loaded.
    pub size: u64,
    /// Whether it holds instructions.
    pub code: bool,
}

/// A kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// The section of its code, and its first and last offset there.
    pub code: Option<(String, u64, u64)>,
}

fn write_name(write: Write) -> &'static str {
    match write {
        Write::No => "no",
        Write::Maybe => "maybe",
        Write::Always => "always",
    }
}

/// Where an instruction leads, as data has it.
pub fn flow_name(flow: Flow) -> &'static str {
    match flow.kind {
        FlowKind::Branch => "branch",
        FlowKind::Jump => "jump",
        FlowKind::Call => "call",
        FlowKind::Trap => "trap",
        FlowKind::End => "end",
        _ => "next",
    }
}

impl Instruction {
    /// An instruction, with its text in a dialect.
    ///
    /// # Errors
    /// The target of the instruction does not have the dialect.
    pub fn new(inst: &crate::Instruction, dialect: Dialect) -> Result<Self, UnknownDialect> {
        let text = inst.display(dialect)?.to_string();
        let part = |p: crate::Part| Part {
            name: p.name.into(),
            bits: p.bits().collect(),
            value: p.value,
            meaning: p.meaning.to_string(),
        };
        let touched = |a: Access| Touched {
            place: a.place.to_string(),
            operand: a.operand.map(usize::from),
            read: a.read,
            write: write_name(a.write),
        };
        Ok(Self {
            target: inst.target().name().into(),
            operation: inst.mnemonic().into(),
            summary: inst.inst().summary.as_str().into(),
            format: inst.format().name.to_string(),
            unit: inst.unit(),
            bytes: inst.bytes().to_vec(),
            pieces: pieces(inst, dialect),
            parts: inst.explain().map(part).collect(),
            operands: inst.operands().map(Operand::from).collect(),
            accesses: inst.access().map(touched).collect(),
            flow: flow_name(inst.flow()),
            text,
        })
    }
}

impl From<crate::Operand> for Operand {
    fn from(operand: crate::Operand) -> Self {
        let (mut place, mut constant, mut number) = (None, None, None);
        match operand.kind() {
            OperandKind::Place(found) => place = Some(Place::to_string(&found)),
            OperandKind::Name(name) => place = Some(name.to_string()),
            OperandKind::Constant(bits) => constant = Some(bits),
            OperandKind::Number(value) => number = Some(value),
            _ => {}
        }
        let write = write_name(operand.write());
        Self { name: operand.name().into(), place, constant, number, read: operand.read(), write }
    }
}

/// The pieces of a text: the mnemonic, and whatever follows from some bits only.
fn pieces(inst: &crate::Instruction, dialect: Dialect) -> Vec<Piece> {
    let mut pieces = Vec::new();
    if let Ok(formatter) = Formatter::in_dialect(inst.target(), dialect) {
        formatter.pieces(inst, &mut |piece| {
            pieces.push(Piece { start: piece.start, end: piece.end, bits: runs(piece.mask).collect() });
        });
    }
    pieces
}

impl From<&crate::Message> for Message {
    fn from(message: &crate::Message) -> Self {
        Self {
            error: message.is_error,
            code: message.code.map(str::to_string),
            text: message.text.clone(),
            place: message.place.clone().map(|place| (place.start, place.end)),
            help: message.help.clone(),
        }
    }
}

impl From<&Source> for SourceText {
    fn from(source: &Source) -> Self {
        let section = |name: &str| Bytes { name: name.into(), bytes: source.bytes(name) };
        let symbol = |(name, section, offset): (&str, &str, u64)| Defined {
            name: name.into(),
            section: Some(section.into()),
            offset,
        };
        Self {
            sections: source.sections().map(section).collect(),
            symbols: source.symbols().map(symbol).collect(),
            tokens: source.tokens().map(|t| Token { start: t.start, end: t.end, kind: t.kind.name() }).collect(),
            statements: source.statements().map(Statement::from).collect(),
            names: source.names().into_iter().map(Name::from).collect(),
            messages: source.messages().iter().map(Message::from).collect(),
        }
    }
}

impl From<crate::Statement<'_>> for Statement {
    fn from(statement: crate::Statement<'_>) -> Self {
        Self {
            start: statement.place.start,
            end: statement.place.end,
            section: statement.section.into(),
            offset: statement.offset,
            size: statement.size,
            operation: statement.instruction.map(|inst| inst.op().name().into()),
        }
    }
}

impl From<crate::Name<'_>> for Name {
    fn from(name: crate::Name<'_>) -> Self {
        let pair = |place: Range<usize>| (place.start, place.end);
        Self {
            name: name.name.into(),
            definition: name.definition.map(pair),
            uses: name.uses.into_iter().map(pair).collect(),
        }
    }
}

impl From<crate::Line> for Line {
    fn from(line: crate::Line) -> Self {
        let (start, end) = (line.addresses.start, line.addresses.end);
        Self { start, end, file: line.file, line: line.line, column: line.column }
    }
}

impl From<&Object<'_>> for Container {
    fn from(object: &Object<'_>) -> Self {
        let symbol = |s: crate::Symbol<'_>| Defined {
            name: s.name.into(),
            section: s.section.map(str::to_string),
            offset: s.offset,
        };
        Self {
            kind: object.kind().into(),
            processor: object.processor().map(str::to_string),
            target: object.target().map(|t| t.name().into()),
            sections: object
                .sections()
                .map(|s| Section { name: s.name.into(), address: s.address, size: s.size, code: s.is_code })
                .collect(),
            symbols: object.symbols().map(symbol).collect(),
            kernels: object
                .kernels()
                .map(|k| Kernel {
                    name: k.name.into(),
                    code: k.code.map(|(section, range)| (section.into(), range.start, range.end)),
                })
                .collect(),
            lines: object.lines().unwrap_or_default().into_iter().map(Line::from).collect(),
        }
    }
}
