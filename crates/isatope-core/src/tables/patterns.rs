//! Positions of bits, and conditions on their values.

use super::{DoubtId, FieldId, List, Text};

/// Bits that have to have certain values: `bits & mask == value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pattern {
    /// The bits.
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
    /// Number of bits.
    pub bits: u8,
}

/// Condition on the fields of a correct word.
#[derive(Debug)]
pub struct Expect {
    /// Fields that it depends on.
    pub fields: List<FieldId>,
    /// Whether it holds, for each value of the fields, the first one in the low bits.
    pub table: List<bool>,
    /// Warning if it does not hold.
    pub message: Text,
    /// Dialects, a bit each, in which text that breaks it is refused.
    pub refused: u8,
}

/// The words of an encoding that a spec note is about, if it is not about all of them.
#[derive(Debug)]
pub struct NoteCondition {
    /// The spec note.
    pub doubt: DoubtId,
    /// Fields that it depends on.
    pub fields: List<FieldId>,
    /// Whether the note is about a word, for each value of the fields, the first one in the low bits.
    pub table: List<bool>,
}
