//! From bytes to a listing that the assembler reads back.
//!
//! [`Code`] lists instructions, [`container`] a whole file: sections, symbols, descriptors, metadata, data. Both write as they go:
//! besides the input they need memory for one bit a word and for the names of labels.

pub mod code;
pub mod container;
mod data;
mod lines;
mod printer;
mod symbols;
mod text;
mod threads;

pub use code::{Branches, Code, Label, Remark};
pub use printer::Printer;
pub use symbols::{Lines, Shown};
pub use text::{Sink, Text};

/// What stands in front of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Margin {
    /// Nothing.
    None,
    /// Offset and words, in a comment.
    Words,
}
