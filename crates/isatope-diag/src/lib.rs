//! What is wrong, where, and what would be right: the messages of every Isatope tool.
//!
//! Libraries make [`Diagnostic`]s that know only a [`Span`]; file names, lines and carets come in at the edge, where a
//! [`SourceMap`] and a renderer are at hand. Codes (`E0103`) are listed, each with a paragraph, in [`codes`].

pub mod codes;
mod diagnostic;
mod nearest;
mod render;
mod source;

pub use diagnostic::{Diagnostic, Label, Level, Place};
pub use nearest::nearest;
pub use render::{Format, render};
pub use source::{FileId, Position, SourceFile, SourceMap, Span};
