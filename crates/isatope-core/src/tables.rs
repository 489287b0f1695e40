//! The static tables that everything else in this crate reads, and their types.
//!
//! A build script makes one [`Arch`] from the specification of each architecture. All cross references are indices into the
//! slices of the same [`Arch`]; strings are those of the specification. What holds for one version only is found through
//! [`Form::encodings`]: an [`Encoding`] is one instruction in one format as one or more versions encode it.

pub use crate::checks::{Checks, Flow, Leads, Role, Unit};
use crate::instruction::gather;

/// An architecture: `gcn`, `valhall`.
#[derive(Debug)]
pub struct Arch {
    /// Name of the architecture.
    pub name: &'static str,
    /// Dialects of its assembly, the default one first.
    pub dialects: &'static [&'static str],
    /// Modifiers are written with dots: on the mnemonic, and behind operands.
    pub dotted: bool,
    /// Bits of an instruction word: instructions are a multiple of it long, and aligned to it.
    pub word_bits: u32,
    /// Lanes of a wavefront or warp.
    pub lanes: u32,
    /// Versions, oldest first. Version sets elsewhere are bit masks over this slice.
    pub versions: &'static [Version],
    /// Register files.
    pub files: &'static [RegFile],
    /// Registers that are not in a file.
    pub registers: &'static [Register],
    /// Memories that instructions name.
    pub memories: &'static [&'static str],
    /// Names of the interfaces of the host.
    pub interfaces: &'static [&'static str],
    /// Computed source values (`scc`, `vccz`), by their first spelling; [`Kind::Value`] is an index into it.
    pub values: &'static [&'static str],
    /// Name tables: names of numbers.
    pub names: &'static [NameTable],
    /// How numbers in operand fields are written; [`Kind::Number`] is an index into it.
    pub numbers: &'static [Number],
    /// Operand classes, each as one version (or several alike) defines it.
    pub classes: &'static [Class],
    /// How plain fields are written.
    pub modifiers: &'static [Modifier],
    /// Formats, as named in the specification.
    pub formats: &'static [Format],
    /// Formats as versions lay them out.
    pub layouts: &'static [Layout],
    /// Instructions.
    pub insts: &'static [Inst],
    /// Instructions in one format; [`Opcode`](crate::Opcode) is an index into it.
    pub forms: &'static [Form],
    /// Forms as versions encode them.
    pub encodings: &'static [Encoding],
    /// Every spelling of every mnemonic, without suffix, sorted by spelling (several rows may share one).
    pub mnemonics: &'static [Mnemonic],
    /// What decoding needs of an encoding, for each version and form.
    pub keys: &'static [Key],
    /// Nodes of the decision trees of all versions; see [`Version::root`].
    pub nodes: &'static [Node],
    /// What nodes lead to: a leaf where [`LEAF`] is set (the rest is the key, or [`NO_ENCODING`]), else a node.
    pub entries: &'static [u16],
    /// Maps of the nodes: the class of each value of a run of bits.
    pub maps: &'static [u8],
    /// What tells correct code from wrong code, where the specification says it.
    pub checks: Option<&'static Checks>,
}

/// A version of an architecture.
#[derive(Debug)]
pub struct Version {
    /// Name in the specification, `gcn1.2`.
    pub name: &'static str,
    /// Other names: `gfx8`, `vi`, `gfx803`, `fiji`.
    pub names: &'static [&'static str],
    /// Where decoding starts.
    pub root: Root,
    /// A quick guess at how long an instruction is; `None` where all are one word.
    pub lengths: Option<Lengths>,
}

/// How long instructions probably are, by their first word of 32 bits. Decoding finds out where that is wrong.
#[derive(Debug)]
pub struct Lengths {
    /// The rule for bits 31:23.
    pub rules: [u8; 512],
    /// For bits 8:0 the rules by which the instruction takes two words, a bit each.
    pub first: [u8; 512],
    /// The same for bits 15:8.
    pub second: [u8; 256],
}

impl Lengths {
    /// Bytes that the instruction with this first word takes, most likely.
    #[inline]
    pub fn guess(&self, word: u32) -> usize {
        let rule = self.rules[(word >> 23) as usize];
        let long = self.first[(word & 0x1ff) as usize] | self.second[(word >> 8 & 0xff) as usize];
        4 + 4 * usize::from(long >> rule & 1)
    }
}

/// The root of a decision tree: a run of bits.
#[derive(Debug)]
pub struct Root {
    /// Its lowest bit.
    pub low: u8,
    /// The bits that are left of the word shifted down by that.
    pub mask: u16,
    /// The node that each value leads to: at least one, so that their number is nearly always the same.
    pub entries: &'static [u16],
}

/// A node of a decision tree. It looks at two runs of bits, each given as its lowest bit and the bits that are left of the word
/// shifted down by that. The first run is told apart value by value, the second by classes.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The first run.
    pub first: (u8, u16),
    /// The second run.
    pub second: (u8, u16),
    /// How many classes the values of the second run fall into.
    pub classes: u16,
    /// Where its map starts in [`Arch::maps`].
    pub map: u16,
    /// Where the table starts in [`Arch::entries`]: class by class for each value of the first run.
    pub base: u32,
}

/// What decoding needs to know of an encoding, close together.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Fixed bits and opcode.
    pub pattern: Pattern,
    /// Index into [`Arch::forms`].
    pub form: u16,
    /// Bytes, without a literal.
    pub bytes: u8,
    /// Operands that may ask for a literal.
    pub literals: [LiteralCode; 2],
}

/// The code of an operand that stands for a literal after the word.
#[derive(Clone, Copy, Debug)]
pub struct LiteralCode {
    /// Lowest bit of the operand's field.
    pub low: u8,
    /// The field, shifted down.
    pub mask: u16,
    /// The code; one that the field cannot hold where there is no such operand.
    pub code: u16,
}

impl LiteralCode {
    /// Whether a word has it.
    #[inline]
    pub fn holds(self, word: u64) -> bool {
        (word >> self.low) as u16 & self.mask == self.code
    }
}

/// Marks a leaf of the decision tree.
pub const LEAF: u16 = 1 << 15;
/// A leaf that stands for no instruction.
pub const NO_ENCODING: u16 = u16::MAX;
/// An index that points nowhere.
pub const NONE: u16 = u16::MAX;

/// A register file.
#[derive(Debug)]
pub struct RegFile {
    /// `sgpr`.
    pub name: &'static str,
    /// What comes before the number: `s`.
    pub prefix: &'static str,
    /// How many registers of 32 bits.
    pub count: u32,
    /// Whether each lane has its own copy. A file without is called scalar.
    pub per_lane: bool,
    /// Dialects in which a group may start at any register, and whether only one that is read as a mask.
    pub unaligned: &'static [(u8, bool)],
    /// Names of single registers, `s7`, and starts of names of several, `s[7`: text at hand for printing.
    pub names: &'static [(&'static str, &'static str)],
}

/// A register that is not in a file.
#[derive(Debug)]
pub struct Register {
    /// `vcc`.
    pub name: &'static str,
    /// What each dialect calls it.
    pub print: &'static [&'static str],
    /// Width in bits. A register of 64 bits has the parts `NAME_lo` and `NAME_hi`.
    pub bits: u32,
    /// Whether it has a bit a lane.
    pub mask: bool,
    /// Whether each lane has its own.
    pub per_lane: bool,
}

/// An operand class: what each code of an operand field means.
#[derive(Debug)]
pub struct Class {
    /// `src9`.
    pub name: &'static str,
    /// Width of the field.
    pub bits: u32,
    /// Ranges of codes, ascending.
    pub codes: &'static [CodeRange],
    /// For each code the index of its range, 255 where it is reserved. Empty when there are too many codes: search then.
    pub index: &'static [u8],
    /// The code that stands for a 32-bit literal after the instruction, if there is one. For a class of 32 bits, where the
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
    /// The code of part `part` of register `register` (an index into [`Arch::registers`]).
    pub fn code_of_register(&self, register: usize, part: u32) -> Option<u32> {
        let range = self.codes.iter().find(|r| r.kind == Kind::Register(register as u8))?;
        (range.first + part <= range.last).then_some(range.first + part)
    }
    /// The code of register `number` of a file.
    pub fn code_of_file(&self, file: usize, number: u32) -> Option<u32> {
        self.codes.iter().find_map(|r| match r.kind {
            Kind::File { file: f, base, step } if f as usize == file => {
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
    /// Accepted spellings, for [`Kind::Value`], [`Kind::Name`] and [`Kind::Constant`]. For [`Kind::Float`] what is printed: first for an operand of
    /// one register, then for one of two.
    pub names: &'static [&'static str],
    /// What each dialect prints, for [`Kind::Value`], [`Kind::Name`] and a [`Kind::Constant`] that has a name (empty otherwise).
    pub print: &'static [&'static str],
    /// The only field in which they may be written, empty for any.
    pub only: &'static str,
    /// For [`Kind::Name`]: what is taken from the code to get the number behind the name.
    pub offset: u32,
    /// Reading a register by one of the codes is its last use.
    pub last_use: bool,
}

/// What a code stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Register `base + (code - first)` of a file.
    File {
        /// Index into [`Arch::files`].
        file: u8,
        /// Number of the first register.
        base: u16,
        /// Registers from one code to the next.
        step: u8,
    },
    /// 32-bit part `code - first` of a register, an index into [`Arch::registers`].
    Register(u8),
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
    /// A computed 32-bit value, an index into [`Arch::values`].
    Value(u8),
    /// A 32-bit constant, whatever the type of the operand.
    Constant(u32),
    /// A 32-bit literal.
    Literal,
    /// An interpolation attribute: number in the low 6 bits, channel in the 2 bits above.
    Attribute,
    /// A number with a name: [`CodeRange::print`], with the code appended when the range has several codes.
    Name,
    /// A number, as it is; an index into [`Arch::numbers`].
    Number(u16),
}

/// A table of names for numbers.
#[derive(Debug)]
pub struct NameTable {
    /// Name of the table.
    pub name: &'static str,
    /// Entries, in the order of the specification.
    pub entries: &'static [NameEntry],
}

impl NameTable {
    /// What a dialect (an index into [`Arch::dialects`]) prints for a number in a version.
    pub fn name(&self, value: u64, version: usize, dialect: usize) -> Option<&'static str> {
        let entry = self.entries.iter().find(|e| e.value == value && e.versions >> version & 1 != 0)?;
        entry.print.get(dialect).copied().filter(|name| !name.is_empty())
    }
    /// The number that has a name in a version. Upper and lower case are one.
    pub fn value(&self, name: &str, version: usize) -> Option<u64> {
        let here = self.entries.iter().filter(|e| e.versions >> version & 1 != 0);
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
    /// What each dialect prints; empty where it has no name for it.
    pub print: &'static [&'static str],
    /// Every spelling.
    pub names: &'static [&'static str],
}

/// How a number in an operand field is written.
#[derive(Debug)]
pub struct Number {
    /// A distance from the next instruction, in words: written as a label.
    pub target: bool,
    /// There are no negative ones: `-1` is not read as the highest one.
    pub unsigned: bool,
    /// How each dialect prints the bare number.
    pub styles: &'static [NumberStyle],
    /// Structured spellings; the first one that can say the number is printed.
    pub spellings: &'static [Spelling],
}

/// How a bare number is printed.
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
    /// What the other bits have to be.
    pub rest: u32,
    /// Its form.
    pub kind: SpellingKind,
}

/// Forms of structured spellings.
#[derive(Debug)]
pub enum SpellingKind {
    /// `name(a, b)`
    Call(&'static str, &'static [SpellingArgument]),
    /// Counters, each as `name(n)`, with a text between two; those with all bits set are not written.
    Counters(&'static str, &'static [Counter]),
    /// `name(A,B)`: names of the bits that are set.
    Flags(&'static str, &'static [(&'static str, u8)]),
}

/// An argument of a spelling.
#[derive(Debug)]
pub struct SpellingArgument {
    /// The bits that it is about.
    pub place: Piece,
    /// What is added to them.
    pub plus: u32,
    /// Its names, an index into [`Arch::names`]; [`NONE`] for none.
    pub names: u16,
    /// What stands before a number; `None` if only names are printed.
    pub number: Option<&'static str>,
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
    pub name: &'static str,
    /// Where it lies, most significant piece first.
    pub pieces: &'static [Piece],
}

impl Counter {
    /// Its highest value, which stands for "does not count".
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

/// How a plain field is written.
#[derive(Debug)]
pub struct Modifier {
    /// `clamp`.
    pub name: &'static str,
    /// Other names that are read.
    pub also: &'static [&'static str],
    /// Its form.
    pub kind: ModifierKind,
}

/// Forms of modifiers.
#[derive(Debug)]
pub enum ModifierKind {
    /// A word, present or not: `clamp`, `clamp:1`.
    Flag,
    /// A word for each value but 0.
    Choice(&'static [(u64, &'static str)]),
    /// A bit a source, written before the source.
    Prefix(&'static str),
    /// A bit a source, written around it. Accepted pairs, and the index of the one that each dialect prints.
    Around(&'static [(&'static str, &'static str)], &'static [u8]),
    /// `name:[1,0,1]`: a bit a source, the destination's last.
    Bits,
    /// `name:5`; in hexadecimal in the dialects where this is `true`.
    Number(&'static [bool], bool),
    /// `name:swizzle(QUAD_PERM,0,1,2,3)`: how values move between lanes.
    Swizzle,
    /// `name:[first,second]`: parts of the field, the lowest first, by name, and the class that names the values of each (an
    /// index into [`Arch::classes`] for each version).
    Parts(&'static [(&'static str, &'static [u16])]),
    /// A word, present or not; a number after it says nothing. What each dialect prints.
    Mark(&'static [&'static str]),
    /// A bit a source, written as a function around everything else.
    Function(&'static str),
    /// `name:word`.
    Named(&'static [Word]),
    /// A word of its own for each value or range of values.
    Words(&'static [Word]),
}

impl ModifierKind {
    /// Whether its field has a bit a source, written at the source.
    pub fn is_per_source(&self) -> bool {
        matches!(self, Self::Prefix(_) | Self::Around(..) | Self::Function(_))
    }

    /// Whether it stands around other signs of its source.
    pub fn is_outside(&self) -> bool {
        matches!(self, Self::Function(_))
    }
}

/// A word of a modifier, and the values that it stands for.
#[derive(Debug)]
pub struct Word {
    /// First value.
    pub first: u64,
    /// Last value, included.
    pub last: u64,
    /// Accepted spellings; a number that belongs to one follows a colon.
    pub names: &'static [&'static str],
    /// What each dialect prints.
    pub print: &'static [&'static str],
    /// What follows the word.
    pub form: WordForm,
}

/// What follows a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordForm {
    /// Nothing.
    Alone,
    /// `:5`, where this number stands for the first value.
    Number(u64),
    /// `:[0,1,2,3]`: so many numbers of so many bits, the first one in the low bits.
    List {
        /// How many.
        count: u8,
        /// Bits of each.
        bits: u8,
    },
}

/// A format as the specification names it.
#[derive(Debug)]
pub struct Format {
    /// `vop3a`.
    pub name: &'static str,
    /// Bits, without a literal.
    pub bits: u32,
    /// Index into [`Arch::layouts`] for each version, [`NONE`] where the format does not exist.
    pub layouts: &'static [u16],
    /// Mnemonic suffix in each dialect, empty for none.
    pub suffixes: &'static [&'static str],
    /// Trailing word in each dialect, empty for none.
    pub words: &'static [&'static str],
    /// Whether it adds a form to every instruction of another format.
    pub extends: bool,
    /// Whether text means it only where its suffix or word is written.
    pub explicit: bool,
}

/// A format as one version lays it out.
#[derive(Debug)]
pub struct Layout {
    /// Index into [`Arch::formats`].
    pub format: u16,
    /// Fixed bits, without the opcode.
    pub fixed: Pattern,
    /// Place of the opcode.
    pub op: &'static [Piece],
    /// Fields, in the order of the specification.
    pub fields: &'static [Field],
    /// Operand slots in the order of assembly. An instruction with fewer operands uses the first ones.
    pub slots: &'static [Slot],
    /// For each dialect the modifiers it writes, in print order.
    pub modifiers: &'static [&'static [ModifierUse]],
    /// The bit of a [`ModifierKind::Bits`] field that belongs to the destination: field, bit.
    pub destination: Option<(u8, u8)>,
    /// At most so many different scalar values may be read: at most one limit for a dialect.
    pub limits: &'static [Limit],
    /// What the operand in a field has to be: field, need, dialect in which it has (255 for all).
    pub needs: &'static [(u8, Need, u8)],
    /// Reads of a register through a field that are not counted: (field, register).
    pub exempt: &'static [(u8, u8)],
    /// Numbers of registers that follow from fields.
    pub counts: &'static [Count],
    /// Operands that are not always there.
    pub presences: &'static [Presence],
    /// Slots after which a dialect writes no comma: (slot, dialect).
    pub blanks: &'static [(u8, u8)],
    /// Slots in the order in which a dialect writes them, where that is another one.
    pub written: &'static [(u8, &'static [u8])],
    /// The dialects, a bit each, in which groups of uniform registers start at a multiple of their size (at most four).
    pub aligned: u8,
    /// Values that plain fields have to have: field, value, dialect (255 for all).
    pub values: &'static [(u8, u64, u8)],
    /// Fields that are read in the way of another modifier as well, in every dialect.
    pub also: &'static [ModifierUse],
    /// Fields without meaning whose bits a dialect writes as a bare number: field, dialect, style.
    pub bare: &'static [(u8, u8, NumberStyle)],
    /// Bits that have to be 0 and that are kept all the same; see [`Instruction::reserved_bits`](crate::Instruction::reserved_bits).
    pub must_be_zero: u64,
    /// What each dialect writes before the operand in a field: (field, texts).
    pub before: &'static [(u8, &'static [&'static str])],
    /// Operands whose number of registers stands in a field.
    pub counted: &'static [Counted],
    /// How much can be read through codes that depend on shared bits.
    pub shared_limit: Option<SharedLimit>,
    /// What instructions usually fulfil.
    pub expects: &'static [Expect],
}

/// How much can be read through operand codes that depend on shared bits. Constants count as values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedLimit {
    /// Different values.
    pub reads: u8,
    /// Different pairs of registers.
    pub slots: u8,
    /// Different words of registers.
    pub words: u8,
}

/// What the fields of an instruction usually fulfil.
#[derive(Debug)]
pub struct Expect {
    /// Fields that it depends on.
    pub fields: &'static [u8],
    /// Whether it holds, for each value of the fields, the first one in the low bits.
    pub table: &'static [bool],
    /// What to say where it does not.
    pub message: &'static str,
}

/// An operand whose number of registers stands in a field of its own.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// Field of the operand.
    pub field: u8,
    /// Field of the number.
    pub by: u8,
    /// What is added to it.
    pub plus: u8,
}

/// How many registers an operand has, where that depends on fields.
#[derive(Debug)]
pub struct Count {
    /// Field of the operand.
    pub field: u8,
    /// Dialect in which it holds, 255 for all that have none of their own.
    pub dialect: u8,
    /// Every other number is read, too.
    pub any: bool,
    /// Other numbers that are read, a bit each, for each number of registers of the operand's type.
    pub others: &'static [u32],
    /// Fields that it depends on.
    pub fields: &'static [u8],
    /// For each number of registers of the operand's type the number for each value of the fields, which are put together with
    /// the first one in the low bits.
    pub table: &'static [&'static [u8]],
}

/// When an operand is there.
#[derive(Debug)]
pub struct Presence {
    /// Slot of the operand.
    pub slot: u8,
    /// Fields that it depends on.
    pub fields: &'static [u8],
    /// Whether it is there, for each value of the fields, the first one in the low bits.
    pub table: &'static [bool],
    /// The bit that says so and that no modifier writes: (field, bit).
    pub switch: Option<(u8, u8)>,
    /// What each dialect does with an operand that is not there.
    pub otherwise: &'static [Otherwise],
}

/// What stands in the place of an operand that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// The operand all the same.
    Always,
    /// The operand, and it may be left out when its bits are 0.
    Optional,
    /// Nothing.
    Nothing,
    /// A word.
    Word(&'static str),
}

/// A dialect that none is: what depends on the dialect is as in no particular one.
pub const ANY_DIALECT: usize = 255;

/// At most so many different scalar values may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How many.
    pub most: u32,
    /// The dialect that has the rule, 255 for all.
    pub dialect: u8,
    /// What is counted; `None` for every value that is the same in all lanes and comes from outside of the instruction.
    pub counted: Option<CountedScalars>,
}

/// Registers that a limit counts. Two that start with the same 32 bits are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedScalars {
    /// Index into [`Arch::files`].
    pub file: u8,
    /// Indices into [`Arch::registers`].
    pub registers: &'static [u8],
    /// Whether a literal is counted as well.
    pub literal: bool,
}

/// What an operand has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// A register of this file (index into [`Arch::files`]).
    File(u8),
    /// A value that is the same in every lane.
    Scalar,
}

impl Layout {
    /// Whether a field is what no other one covers: it is written as the bits of the word, where they lie.
    pub fn is_rest(&self, field: &Field) -> bool {
        field.kind == FieldKind::Ignored && field.place.mask & self.must_be_zero != 0
    }

    /// How many scalar values a dialect lets an instruction read.
    pub fn limit(&self, dialect: usize) -> Option<&'static Limit> {
        self.limits.iter().find(|l| l.dialect == 255 || usize::from(l.dialect) == dialect)
    }

    /// Index of a field by name.
    pub fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|f| f.name == name)
    }

    /// The values of several fields in `bits`, put together with the first one in the low bits.
    fn together(&self, fields: &[u8], bits: u64) -> usize {
        let (mut all, mut at) = (0, 0);
        for &f in fields {
            let field = &self.fields[f as usize];
            all |= (gather(field, bits) as usize) << at;
            at += field.bits;
        }
        all
    }

    /// How the registers of the operand in a field are counted, if that depends on fields.
    pub fn count(&self, field: u8, dialect: usize) -> Option<&'static Count> {
        let of = |d: usize| self.counts.iter().find(|c| c.field == field && usize::from(c.dialect) == d);
        of(dialect)
            .or_else(|| of(255))
            .or_else(|| self.counts.iter().find(|c| c.field == field && dialect == ANY_DIALECT))
    }

    /// How many registers of 32 bits an operand takes; `dwords` is what its type takes.
    #[inline]
    pub fn registers(&self, slot: Slot, dwords: u8, bits: u64, dialect: usize) -> u8 {
        let Slot::Field(field) = slot else { return dwords };
        if let Some(counted) = self.counted.iter().find(|c| c.field == field) {
            return gather(&self.fields[usize::from(counted.by)], bits) as u8 + counted.plus;
        }
        if self.counts.is_empty() {
            return dwords;
        }
        let Some(count) = self.count(field, dialect) else { return dwords };
        let row = count.table.get(usize::from(dwords)).and_then(|row| row.get(self.together(count.fields, bits)));
        row.copied().unwrap_or(dwords)
    }

    /// Whether groups of uniform registers have to be aligned in a dialect.
    pub fn is_aligned(&self, dialect: usize) -> bool {
        self.aligned >> (dialect & 7) & 1 != 0
    }

    /// The presence of a slot, if it is not always there.
    pub fn presence(&self, slot: usize) -> Option<&'static Presence> {
        self.presences.iter().find(|p| usize::from(p.slot) == slot)
    }

    /// Whether the condition of a presence holds.
    pub fn is_present(&self, presence: &Presence, bits: u64) -> bool {
        presence.table.get(self.together(presence.fields, bits)).copied().unwrap_or(true)
    }

    /// Whether what is usual holds.
    pub fn is_usual(&self, expect: &Expect, bits: u64) -> bool {
        expect.table.get(self.together(expect.fields, bits)).copied().unwrap_or(true)
    }

    /// The slot that a dialect writes in a place.
    pub fn slot_at(&self, place: usize, dialect: usize) -> usize {
        let order = self.written.iter().find(|w| usize::from(w.0) == dialect).and_then(|w| w.1.get(place));
        order.map_or(place, |&slot| usize::from(slot))
    }

    /// Whether all bits that the operand in a slot has for itself are among some.
    pub fn is_fixed(&self, slot: Slot, said: u64) -> bool {
        let Slot::Field(index) = slot else { return false };
        let shared = self.shared().map_or(0, |f| f.place.mask);
        let own = self.fields[usize::from(index)].place.mask & !shared;
        own != 0 && own & !said == 0
    }

    /// Whether the operand in a slot is not there, and not written either in a dialect.
    #[inline]
    pub fn is_absent(&self, slot: usize, bits: u64, dialect: usize) -> bool {
        if self.presences.is_empty() {
            return false;
        }
        self.presence(slot).is_some_and(|p| {
            let written = matches!(p.otherwise.get(dialect), Some(Otherwise::Always | Otherwise::Optional));
            !written && !self.is_present(p, bits)
        })
    }
}

/// Bits that have to have certain values: `bits & mask == value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pattern {
    /// Which bits.
    pub mask: u64,
    /// Their values.
    pub value: u64,
}

impl Pattern {
    /// Whether `bits` fit.
    #[inline]
    pub const fn holds(self, bits: u64) -> bool {
        bits & self.mask == self.value
    }
}

/// A run of bits of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Lowest bit in the instruction.
    pub low: u8,
    /// How many bits.
    pub bits: u8,
}

/// A field of a layout.
#[derive(Debug)]
pub struct Field {
    /// Name.
    pub name: &'static str,
    /// Name that each dialect gives the bare bits: `vsrc2` in `vsrc2=0x1e5`.
    pub raw: &'static [&'static str],
    /// Where it lies, most significant piece first.
    pub pieces: &'static [Piece],
    /// Width.
    pub bits: u32,
    /// What it is.
    pub kind: FieldKind,
    /// What the encoder puts there when nothing is written.
    pub default: u64,
    /// The number at the end of the name, by which modifiers know a source: `src1` is 1. 255 without.
    pub source: u8,
    /// Its bits in the instruction, and the default put there.
    pub place: Pattern,
    /// Its bits may be bits of operands too, which then say what it is.
    pub shared: bool,
}

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// An operand; index into [`Arch::classes`].
    Operand(u16),
    /// A number, written as a modifier.
    Plain,
    /// Bits without meaning.
    Ignored,
}

/// An operand slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A field, by its index in [`Layout::fields`].
    Field(u8),
    /// A register that takes no bits; index into [`Arch::registers`].
    Register(u8),
}

/// A modifier as a dialect uses it in a format.
#[derive(Clone, Copy, Debug)]
pub struct ModifierUse {
    /// Index into [`Layout::fields`].
    pub field: u8,
    /// Index into [`Arch::modifiers`]: the syntax and the name that is written (a field `neg_lo` may be written as `neg`).
    pub modifier: u8,
    /// What not writing it stands for.
    pub default: u64,
    /// Whether it is written even so.
    pub always: bool,
    /// Whether it has to be written where dots separate modifiers.
    pub required: bool,
    /// Field of the operand behind which it is written, [`ON_MNEMONIC`] if on the mnemonic.
    pub at: u8,
}

/// The place of a modifier that belongs to the mnemonic.
pub const ON_MNEMONIC: u8 = 255;

/// An instruction.
#[derive(Debug)]
pub struct Inst {
    /// Mnemonic.
    pub name: &'static str,
    /// One sentence about it.
    pub summary: &'static str,
    /// Versions that have it.
    pub versions: u16,
    /// Operands in the order of assembly.
    pub operands: &'static [OperandDef],
    /// First of its forms in [`Arch::forms`]; shortest first.
    pub first_form: u16,
    /// How many forms.
    pub form_count: u8,
    /// Whether its meaning is exact, assumed, approximate or not given.
    pub semantics: Status,
    /// What it is to the rules: an index into [`Checks::roles`]; 255 for nothing special.
    pub role: u8,
    /// The unit that runs it, empty where the specification does not say.
    pub unit: &'static str,
}

/// How well something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Verified.
    Exact,
    /// Assumed.
    Assumed,
    /// Approximate.
    Approximate,
    /// Not given.
    None,
}

/// An operand of an instruction, whatever the format.
#[derive(Debug)]
pub struct OperandDef {
    /// Name in the specification.
    pub name: &'static str,
    /// Type.
    pub ty: Type,
    /// How many registers of 32 bits it takes.
    pub dwords: u8,
    /// Whether the instruction reads it.
    pub read: bool,
    /// Whether the instruction writes it.
    pub written: bool,
}

/// Type of an operand: what a constant in its place means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Type {
    F16,
    /// Two f16 values in one register; a float constant is the low one.
    Halves,
    F32,
    F64,
    /// An integer of so many bits.
    Int {
        bits: u16,
        signed: bool,
    },
    /// A bit a lane.
    Mask,
}

/// An instruction in one format.
#[derive(Debug)]
pub struct Form {
    /// Index into [`Arch::insts`].
    pub inst: u16,
    /// Index into [`Arch::formats`].
    pub format: u16,
    /// For each version an index into [`Arch::encodings`], [`NONE`] where the form does not exist.
    pub encodings: &'static [u16],
}

/// A form as a version encodes it.
#[derive(Debug)]
pub struct Encoding {
    /// Fixed bits and opcode: what decoding compares.
    pub pattern: Pattern,
    /// Index into [`Arch::layouts`].
    pub layout: u16,
    /// Index into [`Arch::forms`].
    pub form: u16,
    /// Bytes, without a literal.
    pub bytes: u8,
    /// A word is followed by a literal when one of these holds.
    pub literals: &'static [Pattern],
    /// The word with every field at its default.
    pub default: u64,
    /// For each dialect: bits outside the written operands that stand for "nothing more to print".
    pub plain: &'static [Pattern],
    /// For each dialect the mnemonic with its suffix, as printed.
    pub mnemonics: &'static [&'static str],
    /// Mnemonics that dialects print instead where fields have certain values.
    pub renames: &'static [Rename],
    /// The shorter form that can say the same, if there is one; for a form that extends another format, a form that its text could be
    /// taken for.
    pub shrink: Option<Shrink>,
    /// State that it touches beside its operands.
    pub effects: &'static Effects,
}

/// A mnemonic that a dialect prints where fields have certain values, which it then does not write.
#[derive(Debug)]
pub struct Rename {
    /// Index into [`Arch::dialects`].
    pub dialect: u8,
    /// The fields, and their values.
    pub when: Pattern,
    /// The mnemonic.
    pub mnemonic: &'static str,
}

/// When a form can be written in a shorter one.
#[derive(Clone, Copy, Debug)]
pub struct Shrink {
    /// The shorter form, an index into [`Arch::forms`].
    pub form: u16,
    /// Words that it can hold.
    pub when: Pattern,
}

/// State that an instruction touches beside its operands: indices into [`Arch::registers`] and [`Arch::memories`].
#[derive(Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Effects {
    pub reads: &'static [u8],
    pub writes: &'static [u8],
    /// Those of the registers written that are written in any case.
    pub always: &'static [u8],
    pub reads_memory: &'static [u8],
    pub writes_memory: &'static [u8],
    /// Interfaces of the host whose operations it calls: indices into [`Arch::interfaces`].
    pub calls: &'static [u8],
    /// Operands that are not written in all words although the meaning may write them: number, and the words in which not.
    pub kept: &'static [(u8, Pattern)],
    /// Whether it runs once a lane (and so reads the mask of active lanes).
    pub per_lane: bool,
}

impl Effects {
    /// Whether an operand that the meaning may write is written by an instruction with these bits.
    pub fn writes_operand(&self, operand: usize, bits: u64) -> bool {
        !self.kept.iter().any(|(kept, when)| usize::from(*kept) == operand && when.holds(bits))
    }
}

/// A spelling of a mnemonic, without a format suffix.
#[derive(Debug)]
pub struct Mnemonic {
    /// The spelling.
    pub name: &'static str,
    /// Index into [`Arch::insts`].
    pub inst: u16,
    /// Versions in which it is accepted.
    pub versions: u16,
    /// Dialects in which it is accepted, bit `i` for [`Arch::dialects`]`[i]`.
    pub dialects: u8,
    /// Bits of fields that the spelling fixes.
    pub fixes: Pattern,
}

/// Ends of names of several registers, by the last one: `:8]`.
pub(crate) static ENDS: &[&str] = generated::ENDS;

/// Decimal numbers, as text.
pub(crate) static NUMBERS: &[&str] = generated::NUMBERS;

/// The architectures that were built in.
pub static ARCHES: &[&Arch] = generated::ARCHES;

#[allow(clippy::all)]
#[rustfmt::skip]
mod generated {
    use super::*;
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}
