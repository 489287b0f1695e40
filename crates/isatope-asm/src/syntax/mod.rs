//! From a line to an instruction: what stands between commas, what follows, and the form that can hold all of it.

mod attached;
pub(crate) mod immediate;
mod known;
pub(crate) mod mnemonics;
pub(crate) mod modifiers;
pub(crate) mod operand;
pub(crate) mod report;
pub(crate) mod select;
mod swizzle;
pub(crate) mod tables;
pub(crate) mod vocabulary;
