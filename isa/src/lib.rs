//! The specification: the text of every `.isa` file, embedded.
//!
//! Each list holds the files of one architecture as (path, text), those of the common prelude first. They are compiled with
//! `isatope_lang::compile`.

/// AMD GCN.
pub static GCN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/amd-gcn.rs"));

/// Arm Mali Valhall.
pub static VALHALL: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/arm-valhall.rs"));
