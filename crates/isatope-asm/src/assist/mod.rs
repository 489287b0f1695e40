//! Editing help: the syntax of instructions, facts about directives, and completion.

mod complete;
mod directives;
mod syntax;
mod values;

pub use complete::{Completion, CompletionKind, Completions};
pub use directives::{BlockEdge, DescriptorField, DirectiveInfo, descriptor_field, directive};
pub use syntax::{FormSyntax, ModifierSyntax, OperandSyntax, Syntax};
