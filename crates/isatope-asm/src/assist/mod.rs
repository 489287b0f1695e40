//! Editing help: the syntax of instructions, and completion.

mod complete;
mod syntax;
mod values;

pub use complete::{Completion, CompletionKind, Completions};
pub use syntax::{FormSyntax, ModifierSyntax, OperandSyntax, Syntax};
