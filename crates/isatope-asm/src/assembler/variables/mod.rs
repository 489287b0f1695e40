//! Register variables: names for registers that the assembler chooses.
//!
//! `.regvar x:v:2` declares a variable of two vector registers. An instruction with variables is encoded with registers
//! that stand for them, so that its size, its form and its accesses are known. At the end of the source, `code` makes
//! a program with control flow of each section, `ranges` finds where each variable and each named register holds a
//! value that is still needed, `allocate` chooses registers, and `proof` checks the choice in another way.

mod allocate;
mod bits;
mod code;
mod directive;
mod operands;
mod proof;
mod ranges;

use std::ops::Range;

use isatope_core::tables::{EncodingId, FileId};

use crate::syntax::operand::Operand;
use crate::text::tree::{ExprId, Location};

/// A position in one of the texts of a source.
#[derive(Clone, Debug, Default)]
pub(super) struct Position {
    pub file: u32,
    pub at: Range<usize>,
}

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Name as the source writes it.
    pub name: String,
    pub file: FileId,
    /// Number of registers.
    pub count: u16,
    /// The number of its first register is a multiple of this.
    pub align: u16,
}

/// A use of a variable as an operand of an instruction.
#[derive(Clone, Debug)]
pub(super) struct VariableUse {
    /// Index of the item.
    pub item: u32,
    pub encoding: EncodingId,
    /// Index of the operand, and the operand with the register that the variable has for now.
    pub index: u8,
    pub operand: Operand,
    pub variable: u16,
    /// Registers of the variable, and the first register that they have for now.
    pub first: u16,
    pub count: u16,
    pub standing: u16,
}

/// An access that a source states with `.usereg`.
#[derive(Clone, Debug)]
pub(super) struct Touch {
    pub place: Location,
    pub variable: u16,
    pub first: u16,
    pub count: u16,
    pub reads: bool,
    pub writes: bool,
}

/// What a source says about the control flow at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FlowHint {
    /// The next instruction jumps to one of the targets.
    Jump,
    /// It jumps there, or continues.
    Branch,
    /// It calls one of the targets.
    Call,
    /// It returns.
    Return,
    /// Code starts here.
    Start,
    /// The code before this ends.
    End,
}

/// A [`FlowHint`] with its place and its targets.
#[derive(Clone, Debug)]
pub(super) struct Hint {
    pub kind: FlowHint,
    pub place: Location,
    pub targets: Vec<(ExprId, Position)>,
}

/// The variables of a source, and what it says about them.
#[derive(Debug, Default)]
pub(super) struct Variables {
    pub all: Vec<Variable>,
    /// Uses in the order of their items.
    pub uses: Vec<VariableUse>,
    /// Positions of the instructions after the first declaration, by their items.
    pub positions: Vec<(u32, Position)>,
    pub hints: Vec<Hint>,
    pub touches: Vec<Touch>,
}

impl Variables {
    /// Position of the instruction that is an item.
    fn position(&self, item: u32) -> Option<&Position> {
        let found = self.positions.binary_search_by_key(&item, |(item, _)| *item).ok()?;
        Some(&self.positions[found].1)
    }
}
