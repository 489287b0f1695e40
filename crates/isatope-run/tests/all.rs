//! All tests of the crate as one program: each program would link the generated code once more.

mod common;
mod exec_cases;
mod json;
mod kernels;
mod manifests;
mod valhall_accuracy;
mod valhall_kernels;
mod waits;
