#![doc = include_str!("../README.md")]

#[cfg(feature = "assembler")]
mod assemble;
#[cfg(feature = "assembler")]
mod block;
#[cfg(feature = "check")]
pub mod check;
#[cfg(feature = "assembler")]
mod code;
#[cfg(feature = "serde")]
pub mod data;
#[cfg(feature = "assembler")]
mod edit;
#[cfg(feature = "assembler")]
mod error;
#[cfg(feature = "serde")]
pub mod exact;
#[cfg(feature = "given-pages")]
pub mod explain;
#[cfg(feature = "assembler")]
mod extensions;
#[cfg(feature = "assembler")]
pub mod flow_graph;
#[cfg(feature = "assembler")]
pub mod input;
#[cfg(feature = "assembler")]
mod library;
#[cfg(feature = "assembler")]
pub mod listing;
#[cfg(feature = "assembler")]
pub mod locate;
#[cfg(feature = "assembler")]
mod named;
#[cfg(feature = "assembler")]
mod object;
#[cfg(feature = "run")]
pub mod outcome;
#[cfg(feature = "assembler")]
pub mod prelude;
#[cfg(feature = "run")]
pub mod program;
#[cfg(feature = "assembler")]
pub mod quick_fix;
#[cfg(feature = "assembler")]
mod select;
#[cfg(feature = "spec")]
pub mod spec;
#[cfg(feature = "assembler")]
pub mod strict;
#[cfg(all(feature = "check", feature = "serde"))]
pub mod summary;
mod units;
#[cfg(feature = "values")]
pub mod values;
#[cfg(feature = "emulator")]
mod wave;

#[cfg(feature = "assembler")]
#[doc(inline)]
pub use isatope_asm as assembler;
#[cfg(feature = "assembler")]
#[doc(inline)]
pub use isatope_diag as diagnostics;
#[cfg(feature = "emulator")]
#[doc(inline)]
pub use isatope_emu as emulator;
#[cfg(feature = "assembler")]
#[doc(inline)]
pub use isatope_flow as flow;
#[cfg(feature = "assembler")]
#[doc(inline)]
pub use isatope_object as container;
#[cfg(feature = "given-pages")]
#[doc(inline)]
pub use isatope_pages as pages;
#[cfg(feature = "run")]
#[doc(inline)]
pub use isatope_run as run;

#[cfg(feature = "assembler")]
pub use assemble::{Assembler, Inputs, Name, NamePlaces, Source, Statement};
#[cfg(feature = "assembler")]
pub use block::{BlockEncoder, BlockLabel, EncodeError};
#[cfg(feature = "assembler")]
pub use code::Instructions;
#[cfg(feature = "assembler")]
pub use error::{AssembleError, Error, Message, ObjectError};
#[cfg(feature = "assembler")]
pub use extensions::{Assemble, Edit, Written};
#[cfg(feature = "assembler")]
pub use isatope_asm::assist::{
    BlockEdge, Completion, CompletionKind, Completions, DescriptorField, DirectiveInfo, FormSyntax, ModifierSyntax,
    OperandSyntax, Syntax, descriptor_field, directive,
};
#[cfg(feature = "assembler")]
pub use isatope_asm::tokens::{Token, TokenKind};
#[doc(inline)]
pub use isatope_core::costs;
pub use isatope_core::explain::{Meaning, Part};
#[doc(inline)]
pub use isatope_core::tables::{Terms, Type as OperandType};
#[doc(inline)]
pub use isatope_core::{
    Access, ArchRow, Bytes, Caution, DecodeError, Decoder, Dialect, Display, Flow, FlowKind, FlowTarget, Formatter,
    Instruction, Operand, OperandError, OperandKind, OperandReason, Operation, Place, ResourceId, Resources, Target,
    UnknownDialect, UnknownRegister, UnknownTarget, Uses, Write, f16_value, op, rules, tables,
};
#[cfg(feature = "assembler")]
pub use isatope_diag::Position;
#[cfg(feature = "assembler")]
pub use library::{Image, Library};
#[cfg(feature = "assembler")]
pub use listing::Listing;
#[cfg(feature = "assembler")]
pub use named::NamedTarget;
#[cfg(feature = "assembler")]
pub use object::{Kernel, Line, Object, Section, Symbol};
pub use units::UnitCounts;
#[cfg(feature = "emulator")]
pub use wave::{RunError, Wave};
