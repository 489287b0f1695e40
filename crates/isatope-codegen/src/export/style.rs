//! General rules of the syntax of dialects.

use isatope_lang::{Style, Syntax, TRAITS};
use schemars::JsonSchema;
use serde::Serialize;

/// Syntax rules of all dialects.
#[derive(Serialize, JsonSchema)]
pub(super) struct SyntaxOut {
    /// The sign in front of modifiers that are attached to the mnemonic or an operand; empty where all follow the operands.
    attached: String,
    /// What is between the registers of a group, each of which is written; empty where a group is its first and its last register.
    listed: String,
    /// A branch says how far it leads; otherwise it names a label.
    distances: bool,
    /// Names of one dialect are read in all of them.
    common_names: bool,
}

pub(super) fn syntax(syntax: &Syntax) -> SyntaxOut {
    let Syntax { attached, listed, distances, common_names } = syntax.clone();
    SyntaxOut { attached, listed, distances, common_names }
}

/// How a dialect writes.
#[derive(Serialize, JsonSchema)]
pub(super) struct StyleOut {
    /// Mnemonics are padded to this number of characters.
    column: u32,
    /// What holds for the dialect and not for every other one.
    traits: Vec<TraitOut>,
    /// Functions that are read as the sign of a modifier in formats that lack them.
    reads: Vec<ReadsOut>,
    /// How directives begin that no other dialect has.
    own: Vec<String>,
}

/// Something that holds for a dialect.
#[derive(Serialize, JsonSchema)]
struct TraitOut {
    name: &'static str,
    doc: &'static str,
}

/// A function that is read as a modifier.
#[derive(Serialize, JsonSchema)]
struct ReadsOut {
    /// The function.
    function: String,
    /// The modifier.
    modifier: String,
}

pub(super) fn style(style: &Style) -> StyleOut {
    let reads =
        |(function, modifier): &(String, String)| ReadsOut { function: function.clone(), modifier: modifier.clone() };
    let traits = TRAITS.iter().filter(|(name, _)| style.traits.iter().any(|held| held == name));
    let traits = traits.map(|&(name, doc)| TraitOut { name, doc }).collect();
    StyleOut { column: style.column, traits, reads: style.reads.iter().map(reads).collect(), own: style.own.clone() }
}
