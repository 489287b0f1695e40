//! Fixups: values that are unknown when their statement is read.

use crate::syntax::operand::Operand;
use isatope_core::tables::{EncodingId, FieldId};

/// A number that uses names given later: filled in at the end.
pub(super) struct Fixup {
    /// The item that it is in.
    pub(super) item: u32,
    /// Position of the expression.
    pub(super) start: u32,
    pub(super) end: u32,
    /// Offset of the item: the value of `.`.
    pub(super) place: u64,
    pub(super) goal: Goal,
}

/// Use of a number.
pub(super) enum Goal {
    /// The size of a symbol of the output.
    Size(usize),
    /// Data, all of it.
    Data,
    /// The constant after an instruction.
    Literal,
    /// A field of an operand.
    Operand {
        encoding: EncodingId,
        /// The number of the operand.
        index: u8,
        operand: Operand,
        /// The name that it is, where it is no more than that, by its number.
        name: Option<u32>,
    },
    /// The field of a modifier, by its number in the layout.
    Modifier { field: FieldId, signed: bool },
}

impl Fixup {
    /// Position of the expression.
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
