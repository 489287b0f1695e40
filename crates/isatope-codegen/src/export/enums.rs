//! Enums: names for the values of fields and numbers.

use isatope_lang::{Enum, Member, Model};
use schemars::JsonSchema;
use serde::Serialize;

use super::modifiers::{Follows, follows};
use super::names::{self, ByDialect, Versions};

/// An enum: names for the values of a field or a number. Bodies name it as a type; its values are bits that know no
/// arithmetic.
#[derive(Serialize, JsonSchema)]
pub(super) struct EnumOut {
    name: String,
    doc: String,
    /// Width of its values.
    bits: u32,
    members: Vec<MemberOut>,
}

/// A value with a name, or a run of values with one.
#[derive(Serialize, JsonSchema)]
struct MemberOut {
    /// Its name in bodies.
    name: String,
    doc: String,
    first: u64,
    /// Last value, included.
    last: u64,
    /// Where it holds; left out for all versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    /// What dialects print; one that is left out has no word for it and prints the number.
    printed: ByDialect<String>,
    /// Every spelling that is read.
    spellings: Vec<String>,
    /// What follows the spelling.
    #[serde(skip_serializing_if = "Option::is_none")]
    followed_by: Option<Follows>,
}

pub(super) fn of(model: &Model, list: &Enum) -> EnumOut {
    EnumOut {
        name: list.name.clone(),
        doc: list.doc.clone(),
        bits: list.bits,
        members: list.members.iter().map(|m| member(model, m)).collect(),
    }
}

fn member(model: &Model, member: &Member) -> MemberOut {
    let dialects: Vec<usize> = (0..model.dialects.len()).collect();
    MemberOut {
        name: member.name.clone(),
        doc: member.doc.clone(),
        first: member.first,
        last: member.last,
        versions: names::versions(model, member.versions),
        printed: names::by_dialect(model, &dialects, |&d| member.printed(d).map(str::to_owned)),
        spellings: member.spellings(),
        followed_by: follows(member.form),
    }
}
