//! Registers, operand classes, numbers and names.

use super::{DialectId, FileId, List, NamesId, NumberId, Piece, RegisterId, Text, VersionId};

/// A register file.
#[derive(Debug)]
pub struct RegFile {
    /// `sgpr`.
    pub name: Text,
    /// Prefix of the number: `s`.
    pub prefix: Text,
    /// Number of 32-bit registers.
    pub count: u32,
    /// Whether each lane has its own copy. A file without is called scalar.
    pub per_lane: bool,
    /// Whether a pair that is read has to start at an even register.
    pub even_pairs: bool,
    /// Dialects in which a group may start at any register, and whether only one that is read as a mask.
    pub unaligned: List<(DialectId, bool)>,
    /// The number of the resource that its first register is.
    pub first_resource: u16,
    /// How many resources each register is: 2 where halves of it are written by themselves.
    pub parts: u8,
    /// Term for its registers, printed before their names: `FAU u3`. Empty if the name is sufficient.
    pub called: Text,
}

/// A register that is not in a file.
#[derive(Debug)]
pub struct Register {
    /// `vcc`.
    pub name: Text,
    /// Its name in each dialect.
    pub print: List<Text>,
    /// Width in bits. A register of 64 bits has the parts `NAME_lo` and `NAME_hi`.
    pub bits: u32,
    /// Whether it has one bit per lane.
    pub mask: bool,
    /// Whether each lane has its own.
    pub per_lane: bool,
    /// The number of the resource that its first 32 bits are.
    pub first_resource: u16,
}

/// An operand class: what each code of an operand field means.
#[derive(Debug)]
pub struct Class {
    /// `src9`.
    pub name: Text,
    /// Width of the field.
    pub bits: u32,
    /// Ranges of codes, ascending.
    pub codes: List<CodeRange>,
    /// For each code the index of its range, past the last one where it is reserved. Empty when there are too many
    /// codes: search then.
    pub index: List<u8>,
    /// The code that means a 32-bit literal after the instruction, if there is one. For a class of 32 bits, where the
    /// code itself is the literal, `None`.
    pub literal: Option<u32>,
}

impl Class {
    /// The range that `code` is in, `None` for a reserved code.
    #[inline]
    pub fn range(&self, code: u32) -> Option<&'static CodeRange> {
        match self.index.get(code as usize) {
            Some(&i) => self.codes.get(i as usize),
            None => self.codes.iter().find(|r| r.first <= code && code <= r.last),
        }
    }
    /// The code of a part of a register.
    pub fn code_of_register(&self, register: RegisterId, part: u32) -> Option<u32> {
        let range = self.codes.iter().find(|r| r.kind == Kind::Register(register))?;
        (range.first + part <= range.last).then_some(range.first + part)
    }
    /// The code of register `number` of a file.
    pub fn code_of_file(&self, file: FileId, number: u32) -> Option<u32> {
        self.codes.iter().find_map(|r| match r.kind {
            Kind::File { file: f, base, step } if f == file => {
                let offset = number.checked_sub(u32::from(base))?;
                let (offset, part) = (offset / u32::from(step), offset % u32::from(step));
                (part == 0 && offset <= r.last - r.first).then_some(r.first + offset)
            }
            _ => None,
        })
    }
    /// The code of an inline integer.
    pub fn code_of_int(&self, value: i64) -> Option<u32> {
        self.codes.iter().find_map(|r| match r.kind {
            Kind::Int { start, down } => {
                let distance = if down { start as i64 - value } else { value - start as i64 };
                (0..=(r.last - r.first) as i64).contains(&distance).then(|| r.first + distance as u32)
            }
            _ => None,
        })
    }
}

/// A range of codes with one kind of meaning.
#[derive(Debug)]
pub struct CodeRange {
    /// First code.
    pub first: u32,
    /// Last code, included.
    pub last: u32,
    /// What they mean.
    pub kind: Kind,
    /// Accepted spellings, for [`Kind::Value`], [`Kind::Name`] and [`Kind::Constant`]. For [`Kind::Float`] what is
    /// printed: first for an operand of one register, then for one of two.
    pub names: List<Text>,
    /// Text in each dialect, for [`Kind::Value`], [`Kind::Name`] and a named [`Kind::Constant`] (otherwise empty).
    pub print: List<Text>,
    /// The only field in which they may be written, empty for any.
    pub only: Text,
    /// For [`Kind::Name`]: what is taken from the code to get the number after the name.
    pub offset: u32,
    /// Reading a register by one of the codes is its last use.
    pub last_use: bool,
    /// Warning for writing one of the codes; usually empty.
    pub note: Text,
}

/// Meaning of a code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Register `base + (code - first)` of a file.
    File {
        /// The file.
        file: FileId,
        /// Number of the first register.
        base: u16,
        /// Registers from one code to the next.
        step: u8,
    },
    /// 32-bit part `code - first` of a register.
    Register(RegisterId),
    /// An integer: `start`, and up (or down) by one a code.
    Int {
        /// Value of the first code.
        start: i32,
        /// Whether values go down.
        down: bool,
    },
    /// A float, in the format of the operand's type. The inline constants of each format, by bit pattern.
    Float {
        /// As binary64.
        f64: u64,
        /// As binary32, rounded as the processors do.
        f32: u32,
        /// As binary16.
        f16: u16,
    },
    /// A computed 32-bit value, an index into [`Arch::values`](super::Arch::values).
    Value(u8),
    /// A 32-bit constant, whatever the type of the operand.
    Constant(u32),
    /// A 32-bit literal.
    Literal,
    /// An interpolation attribute: number in the low 6 bits, channel in the 2 bits above.
    Attribute,
    /// A number with a name: [`CodeRange::print`], with the code appended when the range has several codes.
    Name,
    /// A plain number with its syntax.
    Number(NumberId),
}

/// A table of names for numbers.
#[derive(Debug)]
pub struct NameTable {
    /// Name of the table.
    pub name: Text,
    /// Entries, in the order of the specification.
    pub entries: List<NameEntry>,
}

impl NameTable {
    /// Text of a number in a dialect and version.
    pub fn name(&self, value: u64, version: VersionId, dialect: DialectId) -> Option<&'static str> {
        let entry = self.entries.iter().find(|e| e.value == value && version.is_in(e.versions))?;
        entry.print.get(dialect.index()).map(|name| name.as_str()).filter(|name| !name.is_empty())
    }
    /// The number that has a name in a version. Upper and lower case are one.
    pub fn value(&self, name: &str, version: VersionId) -> Option<u64> {
        let here = self.entries.iter().filter(|e| version.is_in(e.versions));
        here.into_iter().find(|e| e.names.iter().any(|n| n.eq_ignore_ascii_case(name))).map(|e| e.value)
    }
}

/// The names of a number.
#[derive(Debug)]
pub struct NameEntry {
    /// The number.
    pub value: u64,
    /// Versions in which it has them.
    pub versions: u16,
    /// Text in each dialect; empty if it has no name.
    pub print: List<Text>,
    /// Every spelling.
    pub names: List<Text>,
}

/// Syntax of a number in an operand field.
#[derive(Debug)]
pub struct Number {
    /// A distance from the next instruction, in words: written as a label.
    pub target: bool,
    /// There are no negative ones: `-1` is not read as the highest one.
    pub unsigned: bool,
    /// Format of a bare number in each dialect.
    pub styles: List<NumberStyle>,
    /// Structured spellings; the first one that can say the number is printed.
    pub spellings: List<Spelling>,
}

/// Format of a bare number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// `.+128`: the distance in bytes from this instruction.
    Relative,
}

/// A structured spelling of a number.
#[derive(Debug)]
pub struct Spelling {
    /// The dialects that print it, a bit each.
    pub dialects: u8,
    /// Versions in which it holds.
    pub versions: u16,
    /// The bits that it shows.
    pub shown: u32,
    /// Required value of the other bits.
    pub rest: u32,
    /// Its form.
    pub kind: SpellingKind,
}

/// Forms of structured spellings.
#[derive(Debug)]
pub enum SpellingKind {
    /// `name(a, b)`
    Call(Text, List<SpellingArgument>),
    /// Counters, each as `name(n)`, with a text between two; those with all bits set are not written.
    Counters(Text, List<Counter>),
    /// `name(A,B)`: names of the bits that are set.
    Flags(Text, List<(Text, u8)>),
}

/// An argument of a spelling.
#[derive(Debug)]
pub struct SpellingArgument {
    /// The bits that it is about.
    pub place: Piece,
    /// Number added to them.
    pub plus: u32,
    /// Its names, if it has some.
    pub names: Option<NamesId>,
    /// Prefix of a number; `None` if only names are printed.
    pub number: Option<Text>,
    /// Its name where the number is written as `{name: value}`, and its value if it is left out there.
    pub label: Option<(Text, u32)>,
}

impl SpellingArgument {
    /// What it is in a number.
    pub fn value(&self, number: u32) -> u32 {
        (number >> self.place.low & ones(self.place.bits)).wrapping_add(self.plus)
    }
    /// The number with the argument at `value`, if that fits.
    pub fn insert(&self, number: u32, value: u64) -> Option<u32> {
        let field = value.wrapping_sub(u64::from(self.plus));
        let mask = ones(self.place.bits);
        (field <= u64::from(mask)).then(|| number & !(mask << self.place.low) | (field as u32) << self.place.low)
    }
}

/// A counter of a spelling.
#[derive(Debug)]
pub struct Counter {
    /// Name.
    pub name: Text,
    /// Position, with the most significant piece first.
    pub pieces: List<Piece>,
}

impl Counter {
    /// Its highest value, which means "does not count".
    pub fn most(&self) -> u32 {
        ones(self.pieces.iter().map(|p| p.bits).sum())
    }
    /// What it is in a number.
    pub fn value(&self, number: u32) -> u32 {
        self.pieces.iter().fold(0, |value, p| value << p.bits | number >> p.low & ones(p.bits))
    }
    /// The number with the counter at `value`; higher bits are cut off.
    pub fn insert(&self, number: u32, value: u32) -> u32 {
        let (mut number, mut value) = (number, value);
        for piece in self.pieces.iter().rev() {
            let mask = ones(piece.bits);
            number = number & !(mask << piece.low) | (value & mask) << piece.low;
            value = value.checked_shr(piece.bits.into()).unwrap_or(0);
        }
        number
    }
}

const fn ones(bits: u8) -> u32 {
    if bits >= 32 { u32::MAX } else { (1 << bits) - 1 }
}
