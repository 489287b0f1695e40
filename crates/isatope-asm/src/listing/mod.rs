//! Lists bytes as text that the assembler reads back.
//!
//! [`Code`] lists instructions, [`container`] a whole file: sections, symbols, descriptors, metadata, data. Both write
//! as they go: besides the input they need memory for one bit a word and for the names of labels.

mod aims;
mod between;
mod branches;
pub mod code;
pub mod container;
mod data;
mod descriptor;
mod distances;
mod ends;
mod head;
mod index;
mod line_cache;
mod linkage;
mod marks;
mod patches;
mod printer;
mod symbols;
mod text;
mod threads;
mod view;

pub use code::{Code, Label, Remark};
pub use marks::Marks;
pub use printer::Printer;
pub use symbols::{Lines, Shown};
pub use text::{Margin, Sink, Text};
pub use view::Distance;
