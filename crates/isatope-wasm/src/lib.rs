//! Isatope in a browser: the library as functions that give JSON and typed arrays.
//!
//! Two modules are built of it. With the feature `explore` alone it has the pages of the specification, with which a
//! page begins. With `run` it has everything that needs the tables: the assembler and the disassembler, files, the
//! emulator. `web/src/api/types.ts` describes what they give. [`explore`], [`tables`], [`convert`] and [`emulate`] are
//! plain Rust that tests call; the rest only hands their results over.

#[cfg(feature = "explore")]
mod core;
mod glue;
#[cfg(feature = "run")]
mod run;

#[cfg(feature = "run")]
pub mod convert;
#[cfg(feature = "run")]
pub mod emulate;
pub mod explore;
#[cfg(feature = "run")]
pub mod messages;
#[cfg(feature = "run")]
pub mod names;
#[cfg(feature = "run")]
pub mod tables;
#[cfg(feature = "run")]
pub mod text;
