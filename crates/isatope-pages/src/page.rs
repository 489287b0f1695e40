//! The structure of a page: sections with text, tables, bit diagrams and code. The build script
//! creates pages; programs read them.

use serde::{Deserialize, Serialize};

/// Kinds of pages. If a name has several meanings, the first kind in this order is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A concept: a term of the field, for readers who meet it for the first time.
    Concept,
    /// An instruction.
    Instruction,
    /// A format of instructions.
    Format,
    /// A register that is not in a file.
    Register,
    /// A named part of a register.
    Part,
    /// A register file.
    File,
    /// A memory.
    Memory,
    /// A unit of the world outside.
    Interface,
    /// Operations of a unit of the host.
    Operation,
    /// A unit that executes instructions.
    Unit,
    /// A modifier: how a field is written, and what it does.
    Modifier,
    /// A function of the specification.
    Function,
    /// An enum: names for the values of a field or a number.
    Enum,
    /// A member of an enum, or another number with a name: a hardware register, a message, a buffer format.
    Value,
    /// An operand class: what each code of a field means.
    Class,
    /// A field of formats.
    Field,
    /// A text that entries cite.
    Reference,
    /// Something that is not known exactly.
    Doubt,
    /// A word of the language: a builtin, a form, a type.
    Word,
}

impl Kind {
    /// All kinds, in the order in which they are looked up.
    pub const ALL: &'static [Kind] = &[
        Kind::Concept,
        Kind::Instruction,
        Kind::Format,
        Kind::Register,
        Kind::Part,
        Kind::File,
        Kind::Memory,
        Kind::Interface,
        Kind::Operation,
        Kind::Unit,
        Kind::Modifier,
        Kind::Function,
        Kind::Enum,
        Kind::Value,
        Kind::Class,
        Kind::Field,
        Kind::Reference,
        Kind::Doubt,
        Kind::Word,
    ];

    /// Name of the kind in one word, which can be typed before a name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Concept => "concept",
            Kind::Instruction => "instruction",
            Kind::Format => "format",
            Kind::Modifier => "modifier",
            Kind::Register => "register",
            Kind::Part => "part",
            Kind::File => "file",
            Kind::Memory => "memory",
            Kind::Interface => "interface",
            Kind::Operation => "operation",
            Kind::Unit => "unit",
            Kind::Function => "function",
            Kind::Enum => "enum",
            Kind::Value => "value",
            Kind::Class => "class",
            Kind::Field => "field",
            Kind::Reference => "reference",
            Kind::Doubt => "doubt",
            Kind::Word => "word",
        }
    }

    /// The kind in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Kind::Part => "part of a register",
            Kind::File => "register file",
            Kind::Value => "named value",
            Kind::Class => "operand class",
            Kind::Field => "field of formats",
            Kind::Word => "word of the language",
            other => other.name(),
        }
    }
}

/// A page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// The name it is about.
    pub name: String,
    /// Its meaning.
    pub kind: Kind,
    /// The architecture; empty for words of the language.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub arch: String,
    /// Versions of the architecture for which it holds; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// Summary in one sentence.
    pub summary: String,
    /// The rest of the documentation: paragraphs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doc: Vec<String>,
    /// Everything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<Section>,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// Its title.
    pub title: String,
    /// Contents.
    pub blocks: Vec<Block>,
}

/// Something in a section. `versions` are those for which it holds; empty for all of the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// A paragraph.
    Text {
        /// The text; names of the specification are between backticks.
        text: String,
        /// Where it holds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        versions: Vec<String>,
    },
    /// A table.
    Table {
        /// Titles of the columns; none where they explain themselves.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        head: Vec<String>,
        /// Rows.
        rows: Vec<Row>,
    },
    /// The bits of a format.
    Bits(Bits),
    /// Text with its own line breaks, in the `.isa` language unless another one is named.
    Code {
        /// The text.
        text: String,
        /// The language of the text, `console` for commands with their output. Empty: the `.isa` language.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        language: String,
    },
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// A text for each column.
    pub cells: Vec<String>,
    /// Where it holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
}

/// The bits of a format or of an instruction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bits {
    /// Format of the text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// A row for each 32 bits, the low ones first.
    pub rows: Vec<Vec<Cell>>,
    /// Where it holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
}

/// Bits that belong together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Where: `31:26`.
    pub bits: String,
    /// Known value of the bits, in digits.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub value: String,
    /// Name of the field.
    pub name: String,
    /// What it means.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub meaning: String,
}

/// Index entry of a page, available without unpacking it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// The architecture; empty for words of the language.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub arch: String,
    /// Versions of the architecture for which it holds; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// Summary in one sentence.
    pub summary: String,
    /// Other names under which it is found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// Of a concept: names of the specification that it introduces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
    /// Of a register file: its number of registers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registers: Option<u32>,
    /// Of an instruction: its formats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formats: Vec<String>,
    /// Of an instruction: the units that execute it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    /// Of an instruction: how well its meaning is known: `exact`, `assumed`, `approximate` or `none`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub status: String,
    /// Origin.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

impl Entry {
    /// Entry of a page that has no other names.
    pub fn of(page: &Page) -> Self {
        Self {
            name: page.name.clone(),
            kind: page.kind,
            arch: page.arch.clone(),
            versions: page.versions.clone(),
            summary: page.summary.clone(),
            also: Vec::new(),
            about: Vec::new(),
            registers: None,
            formats: Vec::new(),
            units: Vec::new(),
            status: String::new(),
            source: String::new(),
        }
    }
}

/// Data before the pages.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Index {
    /// Every page, with its block and its place in it.
    pub pages: Vec<(Entry, usize, usize)>,
    /// Offsets of the blocks of pages after the index.
    pub blocks: Vec<(usize, usize)>,
}
