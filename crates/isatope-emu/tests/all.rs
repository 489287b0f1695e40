//! All tests of the crate as one program: each program would link the generated code once more.

mod accesses;
mod asking;
mod differential;
mod examples;
mod exceptions;
mod faults;
mod flat_waits;
mod grids;
mod gws;
mod image;
mod judgement;
mod reports;
mod residency;
mod sequences;
mod session;
mod unaligned;
mod valhall_faults;
mod valhall_functions;
mod valhall_textures;
mod valhall_units;
mod valhall_watchers;
mod valhall_words;
mod variables;
mod watchers;
