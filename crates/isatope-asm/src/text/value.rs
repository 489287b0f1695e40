//! Values of an operand before its field is known.

use super::number::Real;
use super::tree::{ExprId, Location};
use isatope_core::tables::{FileId, RegisterId};

/// Value of an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// Not written, because the mnemonic implies it.
    Implied,
    /// Registers of a file.
    File { file: FileId, first: u16, count: u16 },
    /// Registers of a register variable.
    Variable { variable: u16, first: u16, count: u16 },
    /// 32-bit parts of a register.
    Register { register: RegisterId, part: u8, count: u8 },
    /// A computed value: `scc`.
    Computed(u8),
    /// A named number, with the digits after the name.
    Named { name: &'static str, number: Option<u32> },
    /// `attr3.x`: number and channel.
    Attribute { number: u32, channel: u8 },
    /// An integer. `literal` means that it must not become an inline constant.
    Int { bits: u64, literal: bool },
    /// A float.
    Real { real: Real, literal: bool },
    /// An expression with a name that has no value yet: its span, and the expression unless it is only a name.
    Later { start: u32, end: u32, expr: ExprId },
    /// A raw operand code: `ill_229`.
    Code(u32),
    /// An address, as an offset in a section.
    Place(Location),
    /// A structured number, `hwreg(mode, 0, 32)`: its span.
    Call { start: u32, end: u32 },
}
