//! Random text that looks like a specification.

use crate::{Result, Unstructured};

/// Pieces that a mutation may insert anywhere.
const PIECES: &[&str] = &[
    "inst",
    "format",
    "operand",
    "modifier",
    "fn",
    "for",
    "in",
    "view",
    "like",
    "lane",
    "wave",
    "op",
    "asm",
    "example",
    "if",
    "else",
    "let",
    "var",
    "active(0)",
    "first_active()",
    "dst.word(0)",
    "dst.words(0, 2)",
    "add { a: b }",
    "unit.ask {",
    "u32",
    "i16",
    "f32",
    "f64",
    "u128",
    "bool",
    "mask",
    "raw",
    "result",
    "old",
    "index",
    "dst",
    "a",
    "b",
    "mode.round",
    "flag",
    "0",
    "1",
    "31",
    "0xffffffff",
    "340282366920938463463374607431768211455",
    "1e999",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "+:",
    "..",
    "@",
    "@0",
    "=",
    "=>",
    "->",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    "==",
    "&&",
    "$T",
    "$",
    "\"",
    "\"x\"",
    "///",
    "//",
    "\n",
    " ",
    "toy1",
    "toy1..toy3",
    "ffma",
    "to_f32",
    "to_u64",
    "é",
    "\u{0}",
];

/// A file that compiles, with a few words replaced, added, removed or exchanged.
fn mutated(u: &mut Unstructured<'_>, base: &str) -> Result<String> {
    let mut text: Vec<String> = base.split_inclusive([' ', '\n']).map(str::to_string).collect();
    for _ in 0..u.int_in_range(0..=12)? {
        let at = u.choose_index(text.len())?;
        match u.int_in_range(0..=3)? {
            0 => text[at] = (*u.choose(PIECES)?).to_string(),
            1 => text.insert(at, format!("{} ", u.choose(PIECES)?)),
            2 => {
                text.remove(at);
            }
            _ => {
                let other = u.choose_index(text.len())?;
                text.swap(at, other);
            }
        }
        if text.is_empty() {
            break;
        }
    }
    Ok(text.concat())
}

/// Compiles a file, and renders every message.
pub fn compile(u: &mut Unstructured<'_>) -> Result<()> {
    let text = mutated(u, include_str!("../../isatope-lang/tests/reject/base.isa"))?;
    let files = [("random.isa", text.as_str())];
    if let Err(errors) = isatope_lang::compile(&files) {
        for error in errors {
            error.render(&files);
        }
    }
    Ok(())
}
