//! Words in text other than mnemonics, as data: names of operands, of modifiers and of their
//! values.

use super::{DialectId, FieldId, List, ModifierId, NameId, Names, RegisterId, Text, VersionId};

/// Words of all versions and dialects.
#[derive(Debug)]
pub struct Words {
    /// Names of operands: an index into `meanings`.
    pub operands: Names,
    /// What replaces an operand.
    pub meanings: &'static [Meaning],
    /// Names that start numbers with structure; 1 for those of counters.
    pub calls: Names,
    /// Words that can follow operands: indices into `rows`. With attached modifiers, only fields.
    pub names: Names,
    /// Possible meanings of each word.
    pub rows: &'static [KnownWord],
    /// Names of the values of modifiers, `BYTE_0` in `dst_sel:BYTE_0`: an index into `values`.
    pub value_names: Names,
    /// The modifiers that have such a value, with its place among their words.
    pub values: List<List<(ModifierId, u8)>>,
    /// For each dialect and layout what words set there.
    pub uses: List<List<List<WordUse>>>,
    /// For each dialect and layout the fields of modifiers.
    pub fields: List<List<List<(FieldId, ModifierId)>>>,
    /// Words of modifiers that are attached to what they are of: an index into `attached`.
    pub attached_names: Names,
    /// Possible meanings of each word.
    pub attached: &'static [AttachedWord],
}

/// A name that can be instead of an operand.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// Parts of a register: `vcc`, `vcc_lo`.
    Register {
        /// The register.
        register: RegisterId,
        /// The first part of 32 bits.
        part: u8,
        /// Number of parts.
        count: u8,
    },
    /// A computed value, `scc`, `vccz`: an index into [`Arch::values`](super::Arch::values).
    Computed(u8),
    /// A number with a name: `p10`.
    Named(Text),
}

/// Possible meanings of a word; they may differ between forms.
#[derive(Debug)]
pub struct KnownWord {
    /// The word.
    pub text: Text,
    /// Versions in which it is the name of a modifier of some format.
    pub modifier: u16,
    /// For each dialect the versions in which a field of some format is called so.
    pub fields: List<u16>,
    /// Dialects in which it asks for a format, a bit each.
    pub formats: u8,
    /// A modifier whose values have names.
    pub named: Option<ModifierId>,
    /// A modifier with parts, or one of these.
    pub is_part: bool,
    /// A choice of a modifier.
    pub is_choice: bool,
    /// Values of modifiers.
    pub values: List<WordOfValue>,
}

impl KnownWord {
    /// Whether it is a name of a modifier and nothing else.
    #[inline]
    pub fn is_usual(&self, version: VersionId, dialect: DialectId) -> bool {
        let is_other = self.named.is_some() || self.is_part || self.is_choice || !self.values.is_empty();
        version.is_in(self.modifier) && !is_other && !dialect.is_in(self.formats)
    }
}

/// A value of a modifier that has a word of its own.
#[derive(Clone, Copy, Debug)]
pub struct WordOfValue {
    /// The modifier.
    pub modifier: ModifierId,
    /// Index of the word of the modifier.
    pub word: u8,
    /// The number after it that belongs to the spelling.
    pub fixed: Option<u64>,
}

/// The field that a word sets in a layout.
#[derive(Clone, Copy, Debug)]
pub struct WordUse {
    /// The word, one of [`Words::names`].
    pub word: NameId,
    /// The field.
    pub field: FieldId,
    /// The modifier.
    pub modifier: ModifierId,
    /// A dialect writes the number with a sign.
    pub has_sign: bool,
}

/// A word of a modifier that is attached to what it is of.
#[derive(Clone, Copy, Debug)]
pub struct AttachedWord {
    /// The modifiers that have it, with the value.
    pub meanings: List<(ModifierId, u64)>,
    /// Another word starts with it and a dot: `16` of `16.32`.
    pub has_longer: bool,
}
