//! All tests of the crate as one program: each program would link the generated code once more.

mod checks;
mod columns;
mod eval;
mod evidence;
mod examples;
mod families;
mod flow;
mod reject;
mod vectors;
