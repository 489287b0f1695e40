//! The compiler never panics: whole files are shuffled, cut and mixed with tokens at random for about a second.

use arbtest::arbitrary::{Result, Unstructured};

/// Pieces that a mutation may put anywhere.
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

fn mutated(u: &mut Unstructured, base: &str) -> Result<String> {
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

#[test]
fn random_files_never_panic() {
    let base = include_str!("reject/base.isa");
    arbtest::arbtest(|u| {
        let text = mutated(u, base)?;
        let files = [("random.isa", text.as_str())];
        if let Err(errors) = isatope_lang::compile(&files) {
            for error in errors {
                error.render(&files);
            }
        }
        Ok(())
    })
    .budget_ms(1000);
}
