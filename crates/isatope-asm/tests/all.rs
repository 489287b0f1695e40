//! All tests of the crate as one program: each program would link the generated code once more.

mod clrx;
mod directives;
mod doubts;
mod edited;
mod items;
mod language;
mod lines;
mod llvm;
mod messages;
mod objects;
mod printer;
mod round_trip;
mod source;
mod statement_cache;
mod targets;
mod tokens;
mod variables;
