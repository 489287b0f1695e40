//! The specification: the text of every `.isa` file, embedded.
//!
//! Each list holds the files of one architecture as (path, text), those of the common prelude first. They are compiled with
//! `isatope_lang::compile`.

/// AMD GCN.
pub const GCN: Files = include!(concat!(env!("OUT_DIR"), "/amd-gcn.rs"));

/// Arm Mali Valhall.
pub const VALHALL: Files = include!(concat!(env!("OUT_DIR"), "/arm-valhall.rs"));

/// The files of an architecture.
pub type Files = &'static [(&'static str, &'static str)];

/// The architectures that there are: everything made from the specification goes through this list.
pub static ARCHITECTURES: &[Files] = &[GCN, VALHALL];
