//! Listings: text that the assembler reads back, and its JSON form.
//!
//! A [`Listing`] is that of an object or of bare code, written at once. A [`Lister`] goes instruction by instruction; [`parts`],
//! [`comments`] and [`Branches`] are what it takes to list some of a container, with more beside it.

#[cfg(feature = "serde")]
mod json;
mod json_lines;
mod lister;
mod mesa;
mod parts;
mod whole;

pub use isatope_asm::listing::container::{Comment, Part};
pub use isatope_asm::listing::{Remark, Sink, Text};
#[cfg(feature = "serde")]
pub use json::{Extra, container_json};
pub use lister::{Emit, Lister};
#[cfg(feature = "check")]
pub(crate) use mesa::left_over;
pub use parts::{Branches, Notes, Wanted, comments, comments_of, parts};
pub use whole::Listing;

use isatope_core::{Dialect, Target};
use isatope_object::Container;

/// The dialect for the code of a container: that of compilers if LLVM made it, else the first one of the target.
pub fn dialect_of(target: Target, container: &Container<'_>) -> Dialect {
    if container.kind.is_from_llvm() { target.compiler_dialect() } else { target.dialect() }
}
