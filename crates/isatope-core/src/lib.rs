//! GPU instructions as data: decode, encode, operands, what is read and written, and text.
//!
//! The truth about an instruction is its word. [`Target::decode`] finds out which instruction a word is and keeps the
//! word as it is; everything else ([`Instruction::operands`], [`Instruction::access`], [`Instruction::display`]) is a
//! view of it, so that decoding and encoding again gives the same bytes, whatever reserved bits they have set.
//!
//! ```
//! use isatope_core::{Dialect, Target, op};
//!
//! let inst = Target::FIJI.decode(&[0xff, 0x0c, 0x02, 0x02, 0x00, 0x00, 0x20, 0x41])?;
//! assert_eq!(inst.op(), op::V_ADD_F32);
//! assert_eq!(inst.bytes().len(), 8);
//! assert_eq!(inst.display(Dialect::LLVM)?.to_string(), "v_add_f32_e32 v1, 0x41200000, v6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here allocates or needs `std`. The tables come from the `.isa` files; see [`tables`].
#![no_std]

mod access;
mod bits;
mod cautions;
mod checks;
mod constants;
pub mod costs;
mod decode;
mod dialect;
mod edit;
mod excerpt;
pub mod explain;
mod flow;
mod half;
pub mod hazards;
mod instruction;
mod kind;
mod operand;
mod operation;
mod place;
mod print;
mod resources;
pub mod rules;
mod shared;
pub mod tables;
mod target;

pub use access::{Access, Write};
pub use bits::Bits;
pub use cautions::Caution;
pub use constants::op;
pub use decode::{DecodeError, Decoder, Passed, decode, recognize};
pub use dialect::{Dialect, UnknownDialect};
pub use edit::{OperandError, OperandReason};
pub use flow::{Flow, FlowKind, FlowTarget, Reach};
pub use half::f16_value;
pub use instruction::{Bytes, Instruction};
pub use kind::OperandKind;
pub use operand::Operand;
pub use operation::Operation;
pub use place::{ArchRow, Place, UnknownRegister};
pub use print::{Display, Formatter, LINE, Line, Scanned, Scanner, TextPiece};
pub use resources::{ResourceId, Resources, Uses};
pub use tables::Opcode;
pub use target::{Target, UnknownTarget, without_brands};
