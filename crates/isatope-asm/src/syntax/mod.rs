//! Parses a line to an instruction: operands, modifiers, and the form that can encode them.

mod attached;
pub(crate) mod immediate;
mod known;
pub(crate) mod mnemonics;
pub(crate) mod modifiers;
pub(crate) mod operand;
mod report;
pub(crate) mod select;
mod swizzle;
pub(crate) mod tables;
pub(crate) mod unknown;
pub(crate) mod vocabulary;
