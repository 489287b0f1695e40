//! Parsing as data: mnemonics, and what the encoder needs of their forms.

use super::names::LOWER;
use super::{
    ClassId, EncodingId, FieldId, FileId, FormatId, List, MnemonicId, Names, Pattern, ShapeId, SpelledId, Text, Words,
};

/// Lookup tables for parsing.
#[derive(Debug)]
pub struct Reading {
    /// Where mnemonics have dots, what precedes the first one, with the number of dots that a mnemonic has after it at
    /// most.
    pub heads: Names,
    /// Mnemonics of all versions and dialects, without suffixes.
    pub mnemonics: Names,
    /// For each version and dialect what each of these names means, if it is one there.
    pub here: List<List<List<Option<SpelledId>>>>,
    /// What mnemonics mean.
    pub spelled: &'static [Spelled],
    /// Syntax of the fields of a form.
    pub shapes: &'static [Shape],
    /// Suffixes of mnemonics, eight at most.
    pub suffixes: &'static [Suffix],
    /// For each dialect the words after the operands that ask for a format.
    pub format_words: List<List<FormatWord>>,
    /// All other words.
    pub words: Words,
}

/// A mnemonic of a version and a dialect.
#[derive(Debug)]
pub struct Spelled {
    /// The forms of all that it means, those of each instruction shortest first.
    pub forms: List<SpelledForm>,
    /// The first of its spellings.
    pub mnemonic: MnemonicId,
    /// Most operands.
    pub most: u8,
    /// The operand after which no comma must be, if there is one.
    pub blank: Option<u8>,
    /// Suffixes of all forms, a bit each.
    pub suffixes: u8,
    /// Sizes of all forms: 32 bits in bit 0, 64 in bit 1.
    pub sizes: u8,
    /// One of the forms may be without operands. Where none may, even the name of a modifier is an operand: a label may
    /// be called so.
    pub may_be_bare: bool,
    /// Modifiers may be between the operands.
    pub has_parts: bool,
}

/// A form that a mnemonic means.
#[derive(Clone, Copy, Debug)]
pub struct SpelledForm {
    /// Encoding.
    pub encoding: EncodingId,
    /// Syntax of its fields.
    pub shape: ShapeId,
}

/// Syntax of the fields of a form in a dialect: the data that the encoder needs, packed.
#[derive(Debug)]
pub struct Shape {
    /// Fields that are not what [`Encoding::default`](super::Encoding::default) has when nothing is written, and what
    /// they are.
    pub unwritten: Pattern,
    /// Field values that a rule requires.
    pub values: Pattern,
    /// Operands.
    pub slots: List<SlotShape>,
    /// Its format.
    pub format: FormatId,
    /// Number of required operands.
    pub least: u8,
    /// Scalar values that may be read.
    pub scalars: u8,
    /// Suffixes of its format, a bit each.
    pub suffixes: u8,
    /// Size in bits, without a literal.
    pub bits: u8,
    /// Text means it only where its suffix or word is written.
    pub explicit: bool,
    /// Some modifier must be written.
    pub has_required: bool,
    /// It must be looked at whether it is as it usually is.
    pub has_expects: bool,
}

/// An operand of a form.
#[derive(Clone, Copy, Debug)]
pub struct SlotShape {
    /// The class of its field; `None` for a fixed register.
    pub class: Option<ClassId>,
    /// The field; `None` for a fixed register, or the word for one that is not there.
    pub field: Option<FieldId>,
    /// Position of a field of one piece.
    pub low: Option<u8>,
    /// Bits of the field.
    pub bits: u8,
    /// Registers of 32 bits.
    pub dwords: u8,
    /// Another number of registers that is read, 0 for none.
    pub also: u8,
    /// Required checks: some of the constants of this type.
    pub flags: u8,
    /// The required file; `None` for any.
    pub file: Option<FileId>,
}

impl SlotShape {
    /// The operand is a mask of lanes.
    pub const MASK: u8 = 1;
    /// It is read.
    pub const READ: u8 = 2;
    /// It may be left out.
    pub const MAY_MISS: u8 = 4;
    /// Fields say whether it is there.
    pub const IS_CONDITIONAL: u8 = 8;
    /// Fields say how many registers it has.
    pub const IS_COUNTED: u8 = 16;
    /// A rule is about it that no file of registers fulfils by itself.
    pub const HAS_NEED: u8 = 32;

    /// Whether one of these must be looked at.
    #[inline]
    pub const fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Position of a field of one piece; none for other fields.
    #[inline]
    pub const fn mask(&self) -> u64 {
        match self.low {
            Some(low) => (u64::MAX >> (64 - self.bits)) << low,
            None => 0,
        }
    }
}

/// A suffix of mnemonics that names formats.
#[derive(Clone, Copy, Debug)]
pub struct Suffix {
    /// `_e64`
    pub text: Text,
    /// Last eight bytes of a name with it, in lower case.
    pub end: Pattern,
    /// Its bit in the suffixes of forms.
    pub bit: u8,
    /// The size of its formats in bits, 32 or 64.
    pub bits: u8,
    /// Whether it is about the size only, for instructions that have none of these formats.
    pub is_size: bool,
}

impl Suffix {
    /// A suffix of at most eight bytes.
    pub(super) const fn new(text: Text, bit: u8, bits: u8, is_size: bool) -> Self {
        let (suffix, mut value, mut i) = (text.as_str().as_bytes(), 0, 0);
        while i < suffix.len() {
            value |= (suffix[i] as u64) << (8 * (8 - suffix.len() + i));
            i += 1;
        }
        let mask = u64::MAX << (8 * (8 - suffix.len()));
        Self { text, end: Pattern { mask, value: (value | LOWER) & mask }, bit, bits, is_size }
    }
}

/// A word after the operands that asks for a format.
#[derive(Clone, Copy, Debug)]
pub struct FormatWord {
    /// `vop3`
    pub word: Text,
    /// The formats, a bit each.
    pub formats: u128,
}
