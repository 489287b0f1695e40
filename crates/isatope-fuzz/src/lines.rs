//! Text that claims to be assembly.

use isatope_core::decode;
use isatope_diag::{Format, SourceMap, render};

use crate::{Result, Setup, Unstructured, setup, word};

/// Pieces that a line may have anywhere, in any dialect.
const PIECES: &[&str] = &[
    "[",
    "]",
    ":",
    ",",
    "|",
    "-",
    "(",
    ")",
    "=",
    "==",
    "%",
    "@",
    ";",
    "\n",
    "//",
    "/*",
    "*/",
    "#",
    " ",
    "\t",
    "v",
    "s[",
    "v[0:1]",
    "s[3:1]",
    "v256",
    "s104",
    "vcc",
    "exec",
    "m0",
    "null",
    "0",
    "1",
    "64",
    "65",
    "-17",
    "0x",
    "0xffffffff",
    "1e",
    ".5",
    "1.0",
    "1.5h",
    "1e999",
    "9999999999",
    "18446744073709551615",
    "99999999999999999999",
    "ä",
    "\u{2028}",
    "\0",
    "lit(",
    "neg(",
    "abs(",
    "sext(",
    "abs:",
    "neg:[1,0,1]",
    "abs:7",
    "mul:2",
    "div:2",
    "clamp",
    "op_sel:[0,1]",
    "op_sel_hi:3",
    "high",
    "force",
    "vop3",
    "vsrc2=0x1e5",
    "ill_9",
    "attr9.x",
    "p10",
    "vcc[",
    "?",
    "!",
    "<<",
    ">>",
    "*",
    "/",
    "+",
    "~",
    "&&",
    "x=5;",
    "x=%v[2:3];",
    "x",
    ".long",
    ".quad",
    "_e32",
    "_e64",
    "label:",
    "$",
    "'",
    "\"",
];

/// A line that means something: what a word prints as, or a mnemonic with any operands.
fn line(u: &mut Unstructured<'_>, setup: &Setup) -> Result<String> {
    let bits = word(u, setup.target)?;
    if let Ok(inst) = decode(setup.target, &bits.to_le_bytes()) {
        return Ok(setup.formatter.display(&inst).to_string());
    }
    Ok(format!("{} ", u.choose(setup.target.arch().mnemonics)?.name))
}

fn text(u: &mut Unstructured<'_>, setup: &Setup) -> Result<String> {
    let mut text = String::new();
    for _ in 0..u.int_in_range(1..=3)? {
        text += &line(u, setup)?;
        text.push('\n');
    }
    for _ in 0..u.int_in_range(0..=8)? {
        let places: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
        // Two places near each other, so that most of the text stays.
        let first = u.choose_index(places.len())?;
        let second = (first + u.int_in_range(0..=9)?).min(places.len() - 1);
        let (from, to) = (places[first], places[second]);
        match u.int_in_range(0..=3)? {
            0 | 1 => text.insert_str(from, u.choose(PIECES)?),
            // Some of it twice.
            2 => {
                let again = text[from..to].to_string();
                text.insert_str(from, &again);
            }
            _ => text.replace_range(from..to, ""),
        }
    }
    Ok(text)
}

/// Assembles text of any kind, and shows every message that it gives.
pub fn assemble(u: &mut Unstructured<'_>) -> Result<()> {
    let setup = setup(u)?;
    let text = text(u, setup)?;
    let output = setup.assembler.assemble(&text);
    assert!(output.items.len() <= text.len(), "more items than characters");
    let mut sources = SourceMap::new();
    let file = sources.add("random.s", text.clone());
    for diagnostic in output.diagnostics {
        assert!(!diagnostic.message.is_empty(), "{text:?}");
        let moved = diagnostic.moved(file, 0);
        for format in [Format::Human(true), Format::Short, Format::Json] {
            assert!(!render(format, &sources, &moved).is_empty(), "{text:?}");
        }
    }
    Ok(())
}
