//! Prints instructions as text.
//!
//! The text of an instruction says all of its bits: what the ordinary spelling of a dialect leaves out is written out
//! (`vsrc2=0x1e5`), so that assembling gives the same word. What is written, and when, is data
//! ([`Print`](crate::tables::Print)); here is what runs it.

mod float;
mod formatter;
mod immediate;
mod number;
mod pen;
mod read;
mod run;
mod swizzle;
mod value;
mod write;

pub use formatter::Formatter;
pub use pen::{LINE, Line};
pub use read::{Scanned, Scanner};
pub use write::{Display, TextPiece};
