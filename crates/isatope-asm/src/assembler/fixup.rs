//! Fixups: values that are unknown when their statement is read.

use crate::syntax::operand::Operand;
use isatope_core::tables::{EncodingId, FieldId};

/// A number that depends on names defined later. It is filled in at the end.
pub(super) struct Fixup {
    /// Index of the item that contains it.
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
    /// Size of an output symbol.
    Size(usize),
    /// Data.
    Data,
    /// The constant after an instruction.
    Literal,
    /// A field of an operand.
    Operand {
        encoding: EncodingId,
        /// Index of the operand.
        index: u8,
        operand: Operand,
        /// Number of the name, if the operand consists of only a name.
        name: Option<u32>,
    },
    /// Field of a modifier, by its index in the layout.
    Modifier { field: FieldId, signed: bool },
}

impl Fixup {
    /// Position of the expression.
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
