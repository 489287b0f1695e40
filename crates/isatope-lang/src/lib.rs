//! The `.isa` language: from text to a checked [`Model`] of an instruction set.
//!
//! `docs/language.md` describes the language. This crate does not know any GPU: all facts about one are in its `.isa`
//! files.
//!
//! ```
//! let text = "arch toy { dialects plain }\nversion toy1\n";
//! let model = isatope_lang::compile(&[("toy.isa", text)]).expect("it is correct");
//! assert_eq!(model.versions[0].name, "toy1");
//! ```

pub mod access;
pub mod apfloat;
mod ast;
mod check;
pub mod eval;
mod example;
pub mod exceptions;
pub mod flow;
mod lexer;
mod model;
mod parser;
mod settle;
mod span;
pub mod words;

pub use model::*;
pub use settle::settled;
pub use span::{Error, Span};

/// Compiles the files of one architecture, given as (name, text).
///
/// # Errors
/// Returns all errors, in the order of the files. A model is returned only if there are none.
pub fn compile(files: &[(&str, &str)]) -> Result<Model, Vec<Error>> {
    let mut errors = Vec::new();
    let tokens: Vec<_> = (0..).zip(files).map(|(i, (_, text))| lexer::lex(i, text, &mut errors)).collect();
    let mut tables = parser::Tables::new();
    for (tokens, (_, text)) in tokens.iter().zip(files) {
        parser::find_tables(tokens, text, &mut tables);
    }
    let mut decls = Vec::new();
    for (tokens, (_, text)) in tokens.iter().zip(files) {
        decls.extend(parser::parse(tokens, text, &tables, &mut errors));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let model = check::check(decls, &mut errors);
    once_for_all_versions(&mut errors);
    if errors.is_empty() { Ok(model) } else { Err(errors) }
}

/// Compiles several architectures, each like [`compile`].
///
/// # Errors
/// Returns the first twenty errors of the first wrong architecture as text, with their positions.
pub fn compile_all(architectures: &[&[(&str, &str)]]) -> Result<Vec<Model>, String> {
    let one = |files: &&[(&str, &str)]| {
        compile(files).map_err(|errors| errors.iter().take(20).map(|e| e.render(files) + "\n").collect())
    };
    architectures.iter().map(one).collect()
}

/// Removes errors at the same position that differ only in the version that they name.
fn once_for_all_versions(errors: &mut Vec<Error>) {
    let mut seen = std::collections::HashSet::new();
    errors.retain(|e| {
        let message = e.message.split(" in ").next().unwrap_or_default().to_string();
        seen.insert((e.span, message))
    });
}
