//! Fixups: values that are unknown when their statement is read.

use std::ops::Range;

use isatope_core::tables::{EncodingId, FieldId};

use crate::syntax::operand::Operand;
use crate::text::tree::{ExprId, Location};

/// A value that depends on names defined later, or on the linker. It is filled in at the end.
pub(super) struct Fixup {
    /// Index of the item that contains it.
    pub(super) item: u32,
    /// The expression; [`ExprId::NONE`] if the operand has it.
    pub(super) expr: ExprId,
    /// Position of the expression, in a text with this number.
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) file: u32,
    /// Number of symbols of the output when the statement was read.
    pub(super) symbols: u32,
    /// Address of the item: the value of `.`.
    pub(super) location: Location,
    pub(super) goal: Goal,
}

/// Use of a number.
pub(super) enum Goal {
    /// Size of the symbol with this name, if the output has it.
    Size(u32),
    /// A number of bytes or units, or an offset, on which the layout depends: its value in this pass.
    Count(u64),
    /// Data.
    Data,
    /// A number of variable length, with the length that is left for it.
    Leb { signed: bool, length: u8 },
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
    pub(super) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
