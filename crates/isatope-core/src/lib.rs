//! GPU instructions as data: decode, encode, operands, what is read and written, and text.
//!
//! The truth about an instruction is its word. [`decode`] finds out which instruction a word is and keeps the word as it is;
//! everything else ([`Instruction::operands`], [`Instruction::access`], [`Formatter`]) is a view of it, so that decoding and encoding
//! again gives the same bytes, whatever reserved bits they have set.
//!
//! ```
//! use isatope_core::{Formatter, Target, decode};
//!
//! let target = Target::from_name("fiji").expect("is a gfx803");
//! let inst = decode(target, &[0xff, 0x0c, 0x02, 0x02, 0x00, 0x00, 0x20, 0x41])?;
//! assert_eq!(inst.name(), "v_add_f32");
//! assert_eq!(inst.encode().len(), 8);
//! let llvm = Formatter::new(target, "llvm").expect("is a dialect of GCN");
//! assert_eq!(llvm.display(&inst).to_string(), "v_add_f32_e32 v1, 0x41200000, v6");
//! # Ok::<(), isatope_core::DecodeError>(())
//! ```
//!
//! Nothing here allocates or needs `std`. The tables come from the `.isa` files; see [`tables`].
#![no_std]

#[cfg(any(test, feature = "alloc"))]
extern crate alloc;

mod access;
mod bits;
mod cautions;
mod checks;
mod decode;
pub mod explain;
mod flow;
mod instruction;
mod operand;
mod print;
mod resources;
pub mod rules;
mod shared;
pub mod tables;
mod target;

pub use access::{Access, Resource, ResourceName, Write};
pub use bits::Bits;
pub use cautions::Caution;
pub use decode::{DecodeError, Decoder, decode, recognize};
pub use flow::{Flow, FlowKind, FlowTarget};
pub use instruction::{Encoded, Instruction};
pub use operand::{Operand, Value};
pub use print::{Display, Formatter, LINE, Line, Scanned, Scanner, TextPiece};
pub use resources::{ResourceId, Resources, Uses};
pub use tables::Opcode;
pub use target::Target;
