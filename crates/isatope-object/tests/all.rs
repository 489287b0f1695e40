//! All tests of the crate as one program: each program would link the generated code once more.

mod build;
mod common;
mod images;
mod launch;
mod lines;
mod load;
