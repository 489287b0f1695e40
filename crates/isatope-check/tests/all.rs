//! All tests of the crate as one program: each program would link the generated code once more.

mod costs;
mod kernels;
mod random;
