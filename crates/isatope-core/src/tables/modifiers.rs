//! Modifiers and how they are written.

use super::{ClassId, FieldId, List, ModifierId, Text};

/// Syntax of a plain field.
#[derive(Debug)]
pub struct Modifier {
    /// `clamp`.
    pub name: Text,
    /// Other names that are read.
    pub also: List<Text>,
    /// Its form.
    pub kind: ModifierKind,
}

/// Forms of modifiers.
#[derive(Debug)]
pub enum ModifierKind {
    /// A word, present or not: `clamp`, `clamp:1`.
    Flag,
    /// A word for each value but 0.
    Choice(List<(u64, Text)>),
    /// A bit a source, written before the source.
    Prefix(Text),
    /// A bit a source, written around it. Accepted pairs, and the index of the one that each dialect prints.
    Around(List<(Text, Text)>, List<u8>),
    /// `name:[1,0,1]`: one bit per source, the destination's last.
    Bits,
    /// `name:5`; in hexadecimal in the dialects where this is `true`.
    Number(List<bool>, bool),
    /// `name:swizzle(QUAD_PERM,0,1,2,3)`: how values move between lanes.
    Swizzle,
    /// `name:[first,second]`: parts of the field, the lowest first, by name, and the class that names the values of
    /// each, in each version.
    Parts(List<(Text, List<ClassId>)>),
    /// A word, present or not; a number after it says nothing. What each dialect prints.
    Mark(List<Text>),
    /// A bit a source, written as a function around everything else.
    Function(Text),
    /// `name:word`.
    Named(List<Word>),
    /// A word of its own for each value or range of values.
    Words(List<Word>),
}

impl ModifierKind {
    /// Whether its field has one bit per source, written at the source.
    pub fn is_per_source(&self) -> bool {
        matches!(self, Self::Prefix(_) | Self::Around(..) | Self::Function(_))
    }

    /// Whether it encloses other signs of its source.
    pub fn is_outside(&self) -> bool {
        matches!(self, Self::Function(_))
    }
}

/// A word of a modifier, and the values that it means.
#[derive(Debug)]
pub struct Word {
    /// First value.
    pub first: u64,
    /// Last value, included.
    pub last: u64,
    /// Accepted spellings; a number that belongs to one follows a colon.
    pub names: List<Text>,
    /// Text in each dialect.
    pub print: List<Text>,
    /// Syntax after the word.
    pub form: WordForm,
}

/// Syntax after a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordForm {
    /// Nothing.
    Alone,
    /// `:5`, where this number means the first value.
    Number(u64),
    /// `:[0,1,2,3]`: this many numbers of this many bits, the first one in the low bits.
    List {
        /// How many.
        count: u8,
        /// Bits of each.
        bits: u8,
    },
}

/// A modifier as a dialect uses it in a format.
#[derive(Clone, Copy, Debug)]
pub struct ModifierUse {
    /// The field.
    pub field: FieldId,
    /// The syntax and the printed name (a field `neg_lo` may be written as `neg`).
    pub modifier: ModifierId,
    /// Value if it is not written.
    pub default: u64,
    /// Whether it is written even so.
    pub always: bool,
    /// Whether it must be written where dots separate modifiers.
    pub required: bool,
    /// Field of the operand after which it is written, `None` if on the mnemonic.
    pub at: Option<FieldId>,
}
