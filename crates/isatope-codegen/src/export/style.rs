//! How dialects write.

use isatope_lang::{Model, Style, TRAITS};
use schemars::JsonSchema;
use serde::Serialize;

/// How a dialect writes.
#[derive(Serialize, JsonSchema)]
pub(super) struct StyleOut {
    /// Mnemonics are padded to this number of characters.
    column: u32,
    /// What holds for the dialect and not for every other one.
    traits: Vec<TraitOut>,
    /// Functions that are read as the sign of a modifier in formats that lack them.
    reads: Vec<ReadsOut>,
    /// Whether hexadecimal digits of operands are capital letters. Constants have them in every dialect.
    capital_digits: bool,
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

pub(super) fn style(model: &Model, style: &Style) -> StyleOut {
    let reads =
        |(function, modifier): &(String, String)| ReadsOut { function: function.clone(), modifier: modifier.clone() };
    let traits = TRAITS.iter().filter(|(name, _)| style.traits.iter().any(|held| held == name));
    let traits = traits.map(|&(name, doc)| TraitOut { name, doc }).collect();
    let has_pairs = style.traits.iter().any(|held| held == "register_pairs");
    StyleOut {
        column: style.column,
        traits,
        reads: style.reads.iter().map(reads).collect(),
        capital_digits: model.syntax.lists_groups() && !has_pairs,
        own: style.own.clone(),
    }
}
