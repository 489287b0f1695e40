//! Types and classes of operands, numbers and modifiers.

use super::{Expr, Type, VersionSet};

/// Bit ranges `(high, low)`, most significant first. Empty: no bits.
pub type Pieces = Vec<(u32, u32)>;

/// Type of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperandType {
    /// A plain type.
    Plain(Type),
    /// A bit a lane.
    Mask,
}

impl OperandType {
    /// Number of 32-bit registers that hold an operand of this type; `lanes` is the width of a mask.
    pub fn dwords(self, lanes: u32) -> u32 {
        match self {
            OperandType::Plain(t) => t.bits().div_ceil(32),
            OperandType::Mask => lanes.div_ceil(32),
        }
    }
}

/// An operand class: what each code of an operand field means.
#[derive(Clone, Debug)]
pub struct Class {
    /// `src9`.
    pub name: String,
    /// Width of the field in bits.
    pub bits: u32,
    /// Documentation.
    pub doc: String,
    /// Code ranges, in ascending order within a version.
    pub codes: Vec<CodeRange>,
}

/// A range of operand codes with one kind of meaning.
#[derive(Clone, Debug)]
pub struct CodeRange {
    /// First code.
    pub first: u64,
    /// Last code, included.
    pub last: u64,
    /// Where it holds.
    pub versions: VersionSet,
    /// Meanings of the codes.
    pub kind: CodeKind,
    /// Accepted spellings where the kind has no register name of its own; the first one is printed.
    pub names: Vec<String>,
    /// Spelling of one dialect: (dialect index, text).
    pub spelled: Vec<(usize, String)>,
    /// The only field in which the codes may be written.
    pub only: Option<String>,
    /// For [`CodeKind::Name`]: what is taken from the code to get the number after the name.
    pub offset: u64,
    /// Reading a register by one of the codes is its last use.
    pub last_use: bool,
    /// Warning for writing one of the codes.
    pub note: Option<String>,
}

/// Meaning of a code.
#[derive(Clone, Debug, PartialEq)]
pub enum CodeKind {
    /// Register `base + (code - first)` of a file.
    File {
        /// Index into [`Model::files`](super::Model::files).
        file: usize,
        /// Register number of the first code.
        base: u32,
        /// Registers from one code to the next.
        step: u32,
    },
    /// Consecutive 32-bit parts of a register.
    Register(usize),
    /// Inline integers, starting at a value, going up or down by one.
    Int {
        /// Value of the first code.
        start: i64,
        /// Whether values go down.
        down: bool,
    },
    /// An inline float; its format is that of the operand's type.
    Float(f64),
    /// A 32-bit constant, in all formats.
    Constant(u64),
    /// A computed 32-bit value.
    Value(Box<Expr>),
    /// The word after the instruction (or, for a class as wide as a word, the code itself).
    Literal,
    /// An interpolation attribute with a channel in its two high bits.
    Attribute,
    /// A number that only has names: the first name, with the code appended when the range has several codes.
    Name,
    /// A number, as it is.
    Number(Box<Number>),
}

/// Syntax of a number in an operand field.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// A distance from the next instruction, in words: written as a label.
    pub target: bool,
    /// There are no negative ones: the assembler does not read `-1` as the highest one.
    pub unsigned: bool,
    /// Format of a bare number in each dialect.
    pub styles: Vec<NumberStyle>,
    /// Structured spellings; the first one that can say the number is printed.
    pub spellings: Vec<Spelling>,
}

/// Format of a bare number. Formats with a sign take the highest bit of the field for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Style")]
#[serde(rename_all = "snake_case")]
pub enum NumberStyle {
    /// `0x1f`
    Hex,
    /// `31`
    Decimal,
    /// Decimal with a sign.
    Signed,
    /// Hexadecimal with a sign.
    SignedHex,
    /// Decimal up to 64, hexadecimal above.
    Small,
    /// `.+128`: the distance in bytes from this instruction, which is one word long.
    Relative,
}

/// A structured spelling of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Spelling {
    /// The dialects that print it, a bit each.
    pub dialects: u8,
    /// Where it holds.
    pub versions: VersionSet,
    /// The bits that it shows.
    pub shown: u64,
    /// Required value of the other bits.
    pub rest: u64,
    /// Its form.
    pub kind: SpellingKind,
}

/// Forms of structured spellings.
#[derive(Clone, Debug, PartialEq)]
pub enum SpellingKind {
    /// `name(a, b)`
    Call(String, Vec<SpellingArgument>),
    /// Counters, each as `name(n)`; those with all bits set are not written.
    Counters {
        /// Separator.
        separator: String,
        /// Names and places.
        fields: Vec<(String, Pieces)>,
    },
    /// `name(A,B)`: names of the bits that are set.
    Flags(String, Vec<(String, u32)>),
}

/// An argument of a spelling.
#[derive(Clone, Debug, PartialEq)]
pub struct SpellingArgument {
    /// High and low bit.
    pub bits: (u32, u32),
    /// Number added to the bits.
    pub plus: u64,
    /// The names of its values.
    pub names: Option<Names>,
    /// Prefix of a number; `None` if only names are printed.
    pub number: Option<String>,
    /// Its name where the number is written as `{name: value}`, and its value if it is left out there.
    pub label: Option<(String, u64)>,
}

/// Members of an enum that text writes by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// Index into [`Model::enums`](super::Model::enums).
    pub list: usize,
    /// Indices into [`Enum::members`](super::Enum::members).
    pub members: Vec<usize>,
}

/// Syntax of a plain field.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// Name of the field and of the modifier.
    pub name: String,
    /// Other names that are read.
    pub also: Vec<String>,
    /// Printed word: the name, or another one.
    pub text: String,
    /// Its form.
    pub kind: ModifierKind,
    /// Documentation: what it does.
    pub doc: String,
    /// The enum from which its words are: an index into [`Model::enums`](super::Model::enums).
    pub values: Option<usize>,
}

/// Forms of modifiers.
#[derive(Clone, Debug, PartialEq)]
pub enum ModifierKind {
    /// A word, present or not.
    Flag,
    /// A word for each value other than 0.
    Choice(Vec<(u64, String)>),
    /// A bit a source, written before the source.
    Prefix(String),
    /// A bit a source, written around it; `print[dialect]` is the index of the printed pair.
    Around {
        /// Accepted pairs.
        pairs: Vec<(String, String)>,
        /// Pair that each dialect prints.
        print: Vec<usize>,
    },
    /// A list of bits, one a source, the destination's last.
    Bits,
    /// `name:number`, in hexadecimal in the dialects where this is `true`, and with a sign if the second value is.
    Number(Vec<bool>, bool),
    /// `name:swizzle(…)`: how values move between lanes, in 16 bits.
    Swizzle,
    /// `name:[first,second]`: parts of the field, the lowest first, with the class that names the values of each.
    Parts(Vec<(String, usize)>),
    /// A word, present or not; a number after it says nothing. What each dialect prints.
    Mark(Vec<String>),
    /// A bit a source, written as a function around everything else.
    Function(String),
    /// `name:word`.
    Named(Vec<Word>),
    /// A word of its own for each value or range of values.
    Words(Vec<Word>),
}

/// A word of a modifier, and the values of the field that it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// First value.
    pub first: u64,
    /// Last value, included.
    pub last: u64,
    /// Accepted spellings; the first one is printed.
    pub names: Vec<String>,
    /// Spelling of one dialect: (dialect index, text).
    pub spelled: Vec<(usize, String)>,
    /// Syntax after the word.
    pub form: WordForm,
}

/// Syntax after a word of a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordForm {
    /// Nothing.
    Alone,
    /// A number: this one for the first value.
    Number(u64),
    /// A list of `count` numbers of `bits` bits each, the first one in the low bits.
    List {
        /// How many.
        count: u32,
        /// Bits of each.
        bits: u32,
    },
}
