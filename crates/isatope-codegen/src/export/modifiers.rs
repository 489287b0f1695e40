//! Modifiers: the syntax of plain fields.

use isatope_lang::{Model, Modifier, ModifierKind, Word, WordForm};
use schemars::JsonSchema;
use serde::Serialize;

use super::names::{self, ByDialect};

/// A modifier. Of those for sources, bit `n` of the field belongs to the operand whose field has the `source` number
/// `n`.
#[derive(Serialize, JsonSchema)]
pub(super) struct ModifierOut {
    name: String,
    doc: String,
    /// What is written, if not another word below.
    text: String,
    /// Other names that are read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    /// The enum from which its words are.
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    values: Option<String>,
    #[serde(flatten)]
    kind: Kind,
}

/// Forms of modifiers. A value that a form cannot say is written as bare bits, `name=0x5`.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Kind {
    /// The text, where the value is 1.
    Flag,
    /// A bit a source, written before the source.
    Prefix { prefix: String },
    /// A bit a source, written around the source. Every pair is read.
    Around {
        pairs: Vec<(String, String)>,
        /// The pair that each dialect prints, as a place in `pairs`.
        printed: ByDialect<usize>,
    },
    /// A bit a source, as a list after the text, the destination's last: `op_sel:[1,0,0,1]`.
    Bits,
    /// A number after the text: `offset:16`.
    Number {
        /// Dialects that print it in hexadecimal.
        hexadecimal: Vec<String>,
        /// Whether the highest bit of the field is a sign.
        signed: bool,
    },
    /// `offset:swizzle(…)`: how values move between lanes, in 16 bits.
    Swizzle,
    /// `format:[first,second]`: parts of the field, the lowest first; `name:number` of a part is read too.
    Parts { parts: Vec<Part> },
    /// A word, where the value is 1; a number after it says nothing.
    Mark { printed: ByDialect<String> },
    /// A bit a source, written as a function around everything else: `sext(v1)`.
    Function { function: String },
    /// A word after the text: `dst_sel:byte0`.
    Named { words: Vec<WordOut> },
    /// A word of its own for each value or run of values.
    Words { words: Vec<WordOut> },
}

/// A part of a field.
#[derive(Serialize, JsonSchema)]
struct Part {
    name: String,
    /// The operand class that names its values and is as wide.
    class: String,
}

/// A word, and the values of the field that it means.
#[derive(Serialize, JsonSchema)]
struct WordOut {
    first: u64,
    /// Last value, included.
    last: u64,
    /// Spellings that are read; the first one is printed.
    names: Vec<String>,
    /// What a dialect prints instead.
    #[serde(skip_serializing_if = "ByDialect::is_empty")]
    spelled: ByDialect<String>,
    /// Syntax after the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    followed_by: Option<Follows>,
}

/// What follows a word, of the value `first + n`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Follows {
    /// `:number`: this one plus `n`.
    Number(u64),
    /// `:[a,b,…]`: the numbers that `n` consists of, the first one in the low bits.
    List {
        count: u32,
        /// Bits of each.
        bits: u32,
    },
}

pub(super) fn modifier(model: &Model, modifier: &Modifier) -> ModifierOut {
    let words = |words: &[Word]| words.iter().map(|w| word(model, w)).collect();
    let kind = match &modifier.kind {
        ModifierKind::Flag => Kind::Flag,
        ModifierKind::Choice(choices) => Kind::Words { words: choices.iter().map(choice).collect() },
        ModifierKind::Prefix(prefix) => Kind::Prefix { prefix: prefix.clone() },
        ModifierKind::Around { pairs, print } => {
            Kind::Around { pairs: pairs.clone(), printed: names::by_dialect(model, print, |p| Some(*p)) }
        }
        ModifierKind::Bits => Kind::Bits,
        ModifierKind::Number(hexadecimal, signed) => {
            let hexadecimal = names::by_dialect(model, hexadecimal, |yes| yes.then_some(()));
            Kind::Number { hexadecimal: hexadecimal.into_keys().collect(), signed: *signed }
        }
        ModifierKind::Swizzle => Kind::Swizzle,
        ModifierKind::Parts(parts) => {
            let part = |&(ref name, class): &(String, usize)| Part {
                name: name.clone(),
                class: model.classes[class].name.clone(),
            };
            Kind::Parts { parts: parts.iter().map(part).collect() }
        }
        ModifierKind::Mark(printed) => Kind::Mark { printed: names::texts(model, printed) },
        ModifierKind::Function(function) => Kind::Function { function: function.clone() },
        ModifierKind::Named(list) => Kind::Named { words: words(list) },
        ModifierKind::Words(list) => Kind::Words { words: words(list) },
    };
    ModifierOut {
        name: modifier.name.clone(),
        doc: modifier.doc.clone(),
        text: modifier.text.clone(),
        also: modifier.also.clone(),
        values: modifier.values.map(|e| model.enums[e].name.clone()),
        kind,
    }
}

/// A value and its word.
fn choice((value, word): &(u64, String)) -> WordOut {
    WordOut { first: *value, last: *value, names: vec![word.clone()], spelled: ByDialect::new(), followed_by: None }
}

fn word(model: &Model, word: &Word) -> WordOut {
    WordOut {
        first: word.first,
        last: word.last,
        names: word.names.clone(),
        spelled: names::spelled(model, &word.spelled),
        followed_by: follows(word.form),
    }
}

pub(super) fn follows(form: WordForm) -> Option<Follows> {
    match form {
        WordForm::Alone => None,
        WordForm::Number(first) => Some(Follows::Number(first)),
        WordForm::List { count, bits } => Some(Follows::List { count, bits }),
    }
}
