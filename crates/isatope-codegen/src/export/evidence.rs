//! References and spec notes in `isa.json`.

use isatope_lang::{Citation, Doubt, Grade, Known, Model, Reason, Reference};
use schemars::JsonSchema;
use serde::Serialize;

/// A text that instructions cite.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReferenceOut {
    /// What citations call it.
    name: String,
    title: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    publisher: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    edition: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    year: Option<u32>,
    /// Where it is found.
    #[serde(skip_serializing_if = "String::is_empty")]
    address: String,
    doc: String,
}

/// A place in a text.
#[derive(Serialize, JsonSchema)]
pub(super) struct CitationOut {
    /// Name of the reference.
    reference: String,
    /// Section, page, table, or what is said there.
    place: String,
}

/// Something that is not known exactly.
#[derive(Serialize, JsonSchema)]
pub(super) struct DoubtOut {
    /// Its name; missing where an instruction states it for itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    status: Status,
    /// The assumption, or the reason why it is unknown.
    why: String,
    /// What would settle it.
    until: String,
    doc: String,
}

/// Grades of knowledge.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    /// As the sources say.
    Exact,
    /// It may be otherwise.
    Assumed,
    /// The hardware is known to differ in the last places.
    Approximate,
    /// Not known at all.
    None,
}

/// Grades of spec notes.
#[derive(Serialize, JsonSchema)]
pub(super) struct KnownOut {
    /// The worst of the spec notes.
    status: Status,
    /// Why not exact.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<ReasonOut>,
}

/// A spec note about an instruction.
#[derive(Serialize, JsonSchema, PartialEq)]
pub(super) struct ReasonOut {
    /// Index into `doubts`.
    doubt: usize,
    /// The function that has the spec note, where it is not the instruction itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<String>,
}

pub(super) fn reference(reference: &Reference) -> ReferenceOut {
    let Reference { name, title, publisher, edition, year, address, doc } = reference.clone();
    ReferenceOut { name, title, publisher, edition, year, address, doc }
}

pub(super) fn citations(model: &Model, citations: &[Citation]) -> Vec<CitationOut> {
    let of =
        |c: &Citation| CitationOut { reference: model.references[c.reference].name.clone(), place: c.place.clone() };
    citations.iter().map(of).collect()
}

pub(super) fn doubt(doubt: &Doubt) -> DoubtOut {
    let Doubt { name, grade, why, until, doc } = doubt.clone();
    DoubtOut { name, status: status(grade), why, until, doc }
}

pub(super) fn known(model: &Model, known: &Known) -> KnownOut {
    KnownOut { status: status(known.grade), reasons: reasons(model, &known.reasons) }
}

fn status(grade: Grade) -> Status {
    match grade {
        Grade::Exact => Status::Exact,
        Grade::Assumed => Status::Assumed,
        Grade::Approximate => Status::Approximate,
        Grade::None => Status::None,
    }
}

pub(super) fn reasons(model: &Model, reasons: &[Reason]) -> Vec<ReasonOut> {
    let function = |f: usize| model.functions[f].name.clone();
    reasons.iter().map(|r| ReasonOut { doubt: r.doubt, function: r.function.map(function) }).collect()
}
