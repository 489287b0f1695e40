//! Generates code and data from the checked specification: the tables of `isatope-core`, the lane functions of
//! `isatope-lanes`, and `isa.json`. Everything is text in memory; build scripts write the files.

mod export;
mod lanes;
mod tables;

pub use export::{export_json, json_schema};
pub use lanes::lane_files;
pub use tables::{Files, idle, tables};
