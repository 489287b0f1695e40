//! Assembles source text into instructions.
//!
//! ```
//! use isatope_asm::{Assembler, Options};
//! use isatope_core::Target;
//!
//! let target = Target::from_name("gcn1.1").expect("known");
//! let assembler = Assembler::new(target, "clrx", Options::default()).expect("a dialect of GCN");
//! let output = assembler.assemble("bx=51; v_mad_legacy_f32 v55, bx+5, v166, v229");
//! assert!(output.diagnostics.is_empty());
//! assert_eq!(output.items.last().expect("one").bits(), 0x07974cb8_d2800037);
//! ```
//!
//! All syntax comes from the tables of [`isatope_core`]: instructions, formats, operand classes and modifiers, and
//! their spellings in each dialect. There are five folders. Each imports only those before it:
//!
//! - `text`: characters, names, numbers, expressions, and the meanings of names;
//! - `syntax`: a line and an instruction: operands, modifiers, and the shortest form that can encode them;
//! - `assembler`: statements, directives, sections, symbols, and fixups of values that are not known yet;
//! - [`assist`]: editing help: syntax and completion;
//! - [`listing`]: the reverse direction, from bytes to text.

mod assembler;
pub mod assist;
pub mod listing;
mod source;
mod syntax;
mod text;

pub use assembler::{
    Assembler, Attributes, Binding, Common, Container, Detail, ExpandedText, Externals, Files, Folders, Item, Items,
    KernelDescriptor, Layout, Options, Output, Relocation, Section, Significant, Symbol, SymbolName, assemble_line,
    device_target, named_target, named_target_with, relative, tokens,
};
pub use source::is_source;
pub use text::text_of;
