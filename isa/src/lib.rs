//! The specification: the text of every `.isa` file, embedded.
//!
//! Each list holds the files of one architecture as (path, text), those of the common prelude first. They are compiled with
//! `isatope_lang::compile`.

/// The files of an architecture.
pub type Files = &'static [(&'static str, &'static str)];

/// The architectures that there are, one for each folder that has `machine/architecture.isa`: everything made from the specification goes
/// through this list.
pub static ARCHITECTURES: &[Files] = include!(concat!(env!("OUT_DIR"), "/architectures.rs"));

/// The files of the architecture whose folder has this name, `amd-gcn`.
pub fn files_in(folder: &str) -> Option<Files> {
    let is_there = |files: &&Files| files.iter().any(|(path, _)| path.split('/').next() == Some(folder));
    ARCHITECTURES.iter().find(is_there).copied()
}
