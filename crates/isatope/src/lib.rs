#![doc = include_str!("../README.md")]

mod assemble;
mod block;
#[cfg(feature = "check")]
pub mod check;
mod code;
#[cfg(feature = "serde")]
pub mod data;
mod edit;
mod error;
#[cfg(feature = "pages")]
pub mod explain;
mod extensions;
pub mod flow_graph;
pub mod input;
mod library;
pub mod listing;
pub mod locate;
mod named;
mod object;
pub mod prelude;
#[cfg(feature = "spec")]
pub mod spec;
pub mod strict;
mod units;
#[cfg(feature = "values")]
pub mod values;
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

pub use assemble::{Assembler, Name, Source, Statement};
pub use block::{BlockEncoder, BlockLabel, EncodeError};
pub use code::Instructions;
pub use error::{AssembleError, Error, Message, ObjectError};
pub use extensions::{Assemble, Edit, Written};
pub use isatope_asm::assist::{
    Completion, CompletionKind, Completions, FormSyntax, ModifierSyntax, OperandSyntax, Syntax,
};
pub use isatope_asm::tokens::{Token, TokenKind};
#[doc(inline)]
pub use isatope_core::explain::{Meaning, Part};
#[doc(inline)]
pub use isatope_core::tables::Terms;
#[doc(inline)]
pub use isatope_core::{
    Access, ArchRow, Bytes, Caution, DecodeError, Decoder, Dialect, Display, Flow, FlowKind, FlowTarget, Formatter,
    Instruction, Operand, OperandError, OperandKind, OperandReason, Operation, Place, ResourceId, Resources, Target,
    UnknownDialect, UnknownRegister, UnknownTarget, Uses, Write, op, rules, tables,
};
pub use isatope_diag::Position;
pub use library::{Image, Library};
pub use listing::Listing;
pub use named::NamedTarget;
pub use object::{Kernel, Line, Object, Section, Symbol};
pub use units::UnitCounts;
#[cfg(feature = "emulator")]
pub use wave::{RunError, Wave};
