//! Names for the values of fields and numbers, as data.

use isatope_lang::{Enum, Member, Model, WordForm};
use schemars::JsonSchema;
use serde::Serialize;

/// An enum: names for the values of a field or a number.
#[derive(Serialize, JsonSchema)]
pub(super) struct EnumOut {
    name: String,
    doc: String,
    /// Width of its values.
    bits: u32,
    members: Vec<MemberOut>,
}

/// A value with a name, or a range of values with one.
#[derive(Serialize, JsonSchema)]
struct MemberOut {
    /// Its name in bodies.
    name: String,
    doc: String,
    first: u64,
    /// Last value, included.
    last: u64,
    versions: Vec<String>,
    /// What each dialect prints; `null` where it has no word and prints the number.
    printed: Vec<Option<String>>,
    /// Every spelling that is read.
    spellings: Vec<String>,
    /// What follows the word of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<FormOut>,
}

/// What follows the word of a range, and says which of its values is meant.
#[derive(Serialize, JsonSchema)]
struct FormOut {
    /// Numbers behind the word: more than one stand in square brackets, and the first one is in the low bits.
    count: u32,
    /// Bits of each of several numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<u32>,
    /// What a single number is for the first value.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<u64>,
}

pub(super) fn enums(model: &Model) -> Vec<EnumOut> {
    model.enums.iter().map(|e| one(model, e)).collect()
}

fn one(model: &Model, list: &Enum) -> EnumOut {
    let members = list.members.iter().map(|m| member(model, m)).collect();
    EnumOut { name: list.name.clone(), doc: list.doc.clone(), bits: list.bits, members }
}

fn member(model: &Model, member: &Member) -> MemberOut {
    let printed = |d: usize| member.printed(d).map(str::to_owned);
    MemberOut {
        name: member.name.clone(),
        doc: member.doc.clone(),
        first: member.first,
        last: member.last,
        versions: super::versions(model, member.versions),
        printed: (0..model.dialects.len()).map(printed).collect(),
        spellings: member.spellings(),
        form: match member.form {
            WordForm::Alone => None,
            WordForm::Number(from) => Some(FormOut { count: 1, bits: None, from: Some(from) }),
            WordForm::List { count, bits } => Some(FormOut { count, bits: Some(bits), from: None }),
        },
    }
}
