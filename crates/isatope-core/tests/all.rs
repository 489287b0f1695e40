//! All tests of the crate as one program: tests in the library would compile its tables once more.

mod access;
mod bits;
mod decode;
mod error;
mod float;
mod flow;
mod half;
mod instruction;
mod names;
mod place;
mod print;
mod resources;
mod target;
