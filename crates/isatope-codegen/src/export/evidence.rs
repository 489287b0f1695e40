//! References and spec notes in `isa.json`.

use isatope_lang::{Citation, Grade, Known, Model, Reason};
use schemars::JsonSchema;
use serde::Serialize;

/// A place in a text.
#[derive(Serialize, JsonSchema)]
pub(super) struct CitationOut {
    /// Name of the reference.
    reference: String,
    /// Section, page, table, or what is said there.
    place: String,
}

/// Grades of spec notes.
#[derive(Serialize, JsonSchema)]
pub(super) struct KnownOut {
    /// The worst of the spec notes.
    status: Grade,
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

pub(super) fn citations(model: &Model, citations: &[Citation]) -> Vec<CitationOut> {
    let of =
        |c: &Citation| CitationOut { reference: model.references[c.reference].name.clone(), place: c.place.clone() };
    citations.iter().map(of).collect()
}

pub(super) fn known(model: &Model, known: &Known) -> KnownOut {
    KnownOut { status: known.grade, reasons: reasons(model, &known.reasons) }
}

pub(super) fn reasons(model: &Model, reasons: &[Reason]) -> Vec<ReasonOut> {
    let function = |f: usize| model.functions[f].name.clone();
    reasons.iter().map(|r| ReasonOut { doubt: r.doubt, function: r.function.map(function) }).collect()
}
