//! All tests of the crate as one program: each program would link the generated code once more.

mod clrx;
mod directives;
mod doubts;
mod language;
mod lines;
mod llvm;
mod messages;
mod objects;
mod printer;
mod round_trip;
mod statement_cache;
mod variables;
