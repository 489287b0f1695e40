//! Help for people who write: how an instruction is written, and what can stand at a place of a text.

mod complete;
mod syntax;
mod values;

pub use complete::{Completion, CompletionKind, Completions};
pub use syntax::{FormSyntax, ModifierSyntax, OperandSyntax, Syntax};
