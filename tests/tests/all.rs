//! All tests of the crate as one program: each program would link the generated code once more.

mod all_files;
mod architecture_is_data;
mod cases;
mod containers;
mod examples;
mod fields;
mod kernels;
mod listings;
mod prose;
mod roundtrip;
mod vadd;
