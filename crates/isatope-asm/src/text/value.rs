//! Values of an operand before its field is known.

use super::number::Real;
use isatope_core::tables::{FileId, RegisterId};

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// Nothing is written: the mnemonic says it.
    Implied,
    /// Registers of a file.
    File { file: FileId, first: u16, count: u16 },
    /// 32-bit parts of a register.
    Register { register: RegisterId, part: u8, count: u8 },
    /// A computed value: `scc`.
    Computed(u8),
    /// A number that has a name, with the digits after the name.
    Named { name: &'static str, number: Option<u32> },
    /// `attr3.x`: number and channel.
    Attribute { number: u32, channel: u8 },
    /// An integer; with `literal`, not as an inline constant.
    Int { bits: u64, literal: bool },
    /// A float.
    Real { real: Real, literal: bool },
    /// An expression with a name that has no value yet: where it is.
    Later { start: u32, end: u32 },
    /// A bare operand code: `ill_229`.
    Code(u32),
    /// A place in the code, as bytes from its start.
    Place(u64),
    /// A number with structure, `hwreg(mode, 0, 32)`: where it is.
    Call { start: u32, end: u32 },
}
