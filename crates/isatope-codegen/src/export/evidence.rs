//! References and doubts in `isa.json`.

use isatope_lang::{Citation, Doubt, Known, Model, Reason, Reference};
use schemars::JsonSchema;
use serde::Serialize;

/// A text that instructions cite.
#[derive(Serialize, JsonSchema)]
pub struct ReferenceOut {
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
pub struct CitationOut {
    /// Name of the reference.
    reference: String,
    /// Section, page, table, or what is said there.
    place: String,
}

/// Something that is not known exactly.
#[derive(Serialize, JsonSchema)]
pub struct DoubtOut {
    /// Its name; missing where an instruction states it for itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    /// `assumed`, `approximate` or `none`.
    status: &'static str,
    /// What is assumed, or why it is not known.
    why: String,
    /// What would settle it.
    until: String,
    doc: String,
}

/// How well something is known.
#[derive(Serialize, JsonSchema)]
pub struct KnownOut {
    /// `exact`, `assumed`, `approximate` or `none`: the worst of the doubts.
    status: &'static str,
    /// Why not exact.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<ReasonOut>,
}

/// A doubt about an instruction.
#[derive(Serialize, JsonSchema)]
pub struct ReasonOut {
    /// Index into `doubts`.
    doubt: usize,
    /// The function that has the doubt, where it is not the instruction itself.
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
    DoubtOut { name, status: grade.word(), why, until, doc }
}

pub(super) fn known(model: &Model, known: &Known) -> KnownOut {
    KnownOut { status: known.grade.word(), reasons: reasons(model, &known.reasons) }
}

pub(super) fn reasons(model: &Model, reasons: &[Reason]) -> Vec<ReasonOut> {
    let function = |f: usize| model.functions[f].name.clone();
    reasons.iter().map(|r| ReasonOut { doubt: r.doubt, function: r.function.map(function) }).collect()
}
