//! Diagnostics of all Isatope tools: what is wrong, where, and how to correct it.
//!
//! Libraries create [`Diagnostic`]s that contain only a [`Span`]. The command line adds file names, lines and carets
//! with a [`SourceMap`] and a renderer (feature `render`). [`codes`] lists all codes (`E0103`) with their explanations.

pub mod codes;
mod diagnostic;
#[cfg(feature = "json")]
mod json;
mod markers;
mod nearest;
pub mod number;
#[cfg(feature = "render")]
mod render;
mod short;
mod source;
mod wide;

pub use diagnostic::{Diagnostic, Label, Level, Place};
#[cfg(feature = "json")]
pub use json::json;
pub use markers::{LineMarker, line_markers};
pub use nearest::nearest;
#[cfg(feature = "render")]
pub use render::{Format, render};
pub use short::{place_text, short};
pub use source::{FileId, Position, SourceFile, SourceMap, Span};
pub use wide::WideCharacters;
