//! From source text to instructions.
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
//! Everything about syntax comes from the tables of [`isatope_core`]: which instructions, formats, operand classes and modifiers
//! there are and how a dialect writes them. Five folders, each of which imports those before it:
//!
//! - `text`: signs, names, numbers, expressions, and what names mean;
//! - `syntax`: a line and an instruction: operands, modifiers, and the shortest form that can hold all of it;
//! - `assembler`: statements, directives, sections, symbols, and fix-ups of what is not known at once;
//! - [`assist`]: help for people who write: syntax, and completion;
//! - [`listing`]: the way back, from bytes to text.

mod assembler;
pub mod assist;
pub mod listing;
mod syntax;
mod text;

pub use assembler::{
    Assembler, Binding, Item, Items, KernelDescriptor, Layout, Options, Output, Relocation, Section, Symbol,
    assemble_line, named_target, tokens,
};
