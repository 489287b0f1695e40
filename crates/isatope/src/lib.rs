#![doc = include_str!("../README.md")]

mod access;
mod assemble;
mod block;
#[cfg(feature = "check")]
pub mod check;
mod code;
#[cfg(feature = "serde")]
pub mod data;
mod dialect;
mod edit;
mod error;
#[cfg(feature = "pages")]
pub mod explain;
pub mod input;
mod instruction;
mod library;
pub mod listing;
pub mod locate;
mod named;
mod object;
mod operand;
mod operation;
#[cfg(feature = "spec")]
pub mod spec;
pub mod strict;
pub mod tables;
mod target;
mod units;
#[cfg(feature = "emulator")]
mod wave;

#[doc(inline)]
pub use isatope_asm as assembler;
#[doc(inline)]
pub use isatope_diag as diagnostics;
#[cfg(feature = "emulator")]
#[doc(inline)]
pub use isatope_emu as emulator;
#[doc(inline)]
pub use isatope_flow as flow;
#[doc(inline)]
pub use isatope_object as container;
#[cfg(feature = "pages")]
#[doc(inline)]
pub use isatope_pages as pages;
#[cfg(feature = "run")]
#[doc(inline)]
pub use isatope_run as run;

pub use access::{Access, Place, Write};
pub use assemble::{Assembler, Name, Source, Statement};
pub use block::{BlockEncoder, BlockLabel, EncodeError};
pub use code::Instructions;
pub use dialect::Dialect;
pub use edit::{OperandError, OperandReason};
pub use error::{
    AssembleError, DecodeError, Error, Message, ObjectError, UnknownDialect, UnknownRegister, UnknownTarget,
};
pub use instruction::{Bytes, Decoder, Display, Instruction, Part};
pub use isatope_asm::assist::{
    Completion, CompletionKind, Completions, FormSyntax, ModifierSyntax, OperandSyntax, Syntax,
};
pub use isatope_asm::tokens::{Token, TokenKind};
pub use isatope_core::{Flow, FlowKind, FlowTarget};
pub use isatope_diag::Position;
pub use library::{Image, Library};
pub use listing::Listing;
pub use named::NamedTarget;
pub use object::{Kernel, Line, Object, Section, Symbol};
pub use operand::{Operand, OperandKind};
pub use operation::{Operation, op};
pub use target::{Target, Terms};
pub use units::UnitCounts;
#[cfg(feature = "emulator")]
pub use wave::{RunError, Wave};
