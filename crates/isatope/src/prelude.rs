//! The traits of this library: `use isatope::prelude::*` makes their methods available.
//!
//! - [`Assemble`]: `target.assemble(text)`, `target.hex(text)`.
//! - [`Edit`]: `inst.with(name, text)`.
//! - [`Written`]: `operation.syntax(target, dialect)`.

pub use crate::{Assemble, Edit, Written};
