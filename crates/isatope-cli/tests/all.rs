//! All tests of the crate as one program: each program would link the generated code once more.

mod cli;
mod dap;
mod dependencies;
mod dialects;
mod examples;
mod extras;
mod faults;
mod gpu;
mod isa_json;
mod json;
mod libraries;
mod lsp;
mod names;
mod objects;
mod opencl;
mod pages;
mod places;
mod python;
mod robust;
mod run;
mod sampling;
mod schemas;
mod serve;
mod suite;
mod values;
