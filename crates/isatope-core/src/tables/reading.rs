//! How text is read, as data: mnemonics, and what encoding needs to know of their forms.

use super::names::LOWER;
use super::{
    ClassId, EncodingId, FieldId, FileId, FormatId, List, MnemonicId, Names, Pattern, ShapeId, SpelledId, Text, Words,
};

/// What is looked up while text is read.
#[derive(Debug)]
pub struct Reading {
    /// Where mnemonics have dots, what stands before the first one, with the number of dots that a mnemonic has behind it at most.
    pub heads: Names,
    /// Mnemonics of all versions and dialects, without suffixes.
    pub mnemonics: Names,
    /// For each version and dialect what each of these names stands for, if it is one there.
    pub here: List<List<List<Option<SpelledId>>>>,
    /// What mnemonics stand for.
    pub spelled: &'static [Spelled],
    /// How the fields of a form are written.
    pub shapes: &'static [Shape],
    /// Suffixes of mnemonics, eight at most.
    pub suffixes: &'static [Suffix],
    /// For each dialect the words behind the operands that ask for a format.
    pub format_words: List<List<FormatWord>>,
    /// All other words.
    pub words: Words,
}

/// A mnemonic of a version and a dialect.
#[derive(Debug)]
pub struct Spelled {
    /// The forms of all that it stands for, those of each instruction shortest first.
    pub forms: List<SpelledForm>,
    /// The first of its spellings.
    pub mnemonic: MnemonicId,
    /// Most operands.
    pub most: u8,
    /// The operand behind which no comma has to stand, if there is one.
    pub blank: Option<u8>,
    /// Suffixes of all forms, a bit each.
    pub suffixes: u8,
    /// Sizes of all forms: 32 bits in bit 0, 64 in bit 1.
    pub sizes: u8,
    /// One of the forms may stand without operands. Where none may, even the name of a modifier is an operand: a label may be called so.
    pub may_be_bare: bool,
    /// Modifiers may stand between the operands.
    pub has_parts: bool,
}

/// A form that a mnemonic stands for.
#[derive(Clone, Copy, Debug)]
pub struct SpelledForm {
    /// How it is encoded.
    pub encoding: EncodingId,
    /// How its fields are written.
    pub shape: ShapeId,
}

/// How a dialect writes the fields of a form: what encoding needs to know of it, close together.
#[derive(Debug)]
pub struct Shape {
    /// Fields that are not what [`Encoding::default`](super::Encoding::default) has when nothing is written, and what they are.
    pub unwritten: Pattern,
    /// What fields have to be by a rule.
    pub values: Pattern,
    /// Operands.
    pub slots: List<SlotShape>,
    /// Its format.
    pub format: FormatId,
    /// How many operands have to be written.
    pub least: u8,
    /// Scalar values that may be read.
    pub scalars: u8,
    /// Suffixes of its format, a bit each.
    pub suffixes: u8,
    /// Size in bits, without a literal.
    pub bits: u8,
    /// Text means it only where its suffix or word is written.
    pub explicit: bool,
    /// Some modifier has to be written.
    pub has_required: bool,
    /// It has to be looked at whether it is as it usually is.
    pub has_expects: bool,
}

/// An operand of a form.
#[derive(Clone, Copy, Debug)]
pub struct SlotShape {
    /// The class of its field; `None` for a fixed register.
    pub class: Option<ClassId>,
    /// The field; `None` for a fixed register, or the word for one that is not there.
    pub field: Option<FieldId>,
    /// Where a field of one piece lies.
    pub low: Option<u8>,
    /// Bits of the field.
    pub bits: u8,
    /// Registers of 32 bits.
    pub dwords: u8,
    /// Another number of registers that is read, 0 for none.
    pub also: u8,
    /// What has to be looked at: some of the constants of this type.
    pub flags: u8,
    /// The file of which it has to be; `None` for any.
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

    /// Whether one of these has to be looked at.
    #[inline]
    pub const fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Where the bits of a field of one piece are; none for another one.
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
    /// What the last eight bytes of a name with it are, in lower case.
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

/// A word behind the operands that asks for a format.
#[derive(Clone, Copy, Debug)]
pub struct FormatWord {
    /// `vop3`
    pub word: Text,
    /// The formats, a bit each.
    pub formats: u128,
}
