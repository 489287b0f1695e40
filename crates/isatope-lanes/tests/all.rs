//! All tests of the crate as one program: tests in the library would compile the lane functions once more.

mod float;
mod world;
