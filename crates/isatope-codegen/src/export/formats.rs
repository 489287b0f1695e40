//! Formats in `isa.json`.

use isatope_lang::{Format, Layer, Model, View};
use schemars::JsonSchema;
use serde::Serialize;

use super::layouts::{LayoutOut, layouts};
use super::names::{self, ByDialect, Versions};
use super::nodes::{self, ExprOut};
use super::rules::{self, LimitOut};
use super::types::of_operand;

/// A format.
#[derive(Serialize, JsonSchema)]
pub(super) struct FormatOut {
    name: String,
    doc: String,
    /// Width, without a literal. A format of 32 bits may be followed by a literal.
    bits: u32,
    /// Versions in which it exists; left out for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    /// The format whose words this one claims. Of two formats that hold for a word, the one that refines the other is
    /// meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    refines: Option<String>,
    /// How many formats it refines, one after the other: the highest rank wins.
    #[serde(skip_serializing_if = "names::is_zero")]
    rank: u64,
    /// The format whose views and fields give the meaning, if another one; fields that are missing here are 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs_as: Option<String>,
    /// Formats whose instructions have this one too, with the same opcode.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extends: Vec<Extends>,
    /// Formats with whose opcode, and a number added, an instruction has this one too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    promotes: Vec<Promotes>,
    /// What each dialect appends to the mnemonic where the instruction has another format in that version.
    #[serde(skip_serializing_if = "ByDialect::is_empty")]
    suffixes: ByDialect<String>,
    /// A word at the end that names the format where another one could hold the same.
    #[serde(skip_serializing_if = "ByDialect::is_empty")]
    words: ByDialect<String>,
    /// Whether text means it only where its suffix or its word is written.
    #[serde(skip_serializing_if = "names::is_false")]
    explicit: bool,
    /// In which lanes a program that runs once per lane does so, beside those that are active.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    active: Vec<Active>,
    /// How typed values pass between registers and bodies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    views: Vec<ViewOut>,
    /// What happens to the raw bits of every operand beneath its view.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    layers: Vec<LayerOut>,
    /// Operand rules: how many different scalar values may be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<LimitOut>,
    /// Where everything lies; versions with the same layout share an entry.
    layouts: Vec<LayoutOut>,
}

/// A format whose instructions have another one too.
#[derive(Serialize, JsonSchema)]
struct Extends {
    format: String,
    /// The name by which an entry says that it has it not.
    group: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
}

/// A format whose opcodes another one takes over.
#[derive(Serialize, JsonSchema)]
struct Promotes {
    format: String,
    plus: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
}

/// A condition of lanes.
#[derive(Serialize, JsonSchema)]
struct Active {
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    condition: ExprOut,
}

/// How values of a type pass between registers and bodies.
#[derive(Serialize, JsonSchema)]
struct ViewOut {
    /// Type at the body's side.
    #[serde(rename = "type")]
    ty: String,
    /// Name, where it is not the type's default view.
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    direction: Direction,
    /// Format of inline floats instead of such an operand, where it is not that of the type.
    #[serde(skip_serializing_if = "Option::is_none")]
    constants: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    value: ExprOut,
}

/// What happens to the raw bits of operands between registers and views.
#[derive(Serialize, JsonSchema)]
struct LayerOut {
    /// Type of the raw bits for which it holds, and of the value.
    raw: String,
    direction: Direction,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Versions,
    value: ExprOut,
}

/// The way of a value.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Direction {
    /// Into the body.
    Input,
    /// Out of it.
    Output,
}

pub(super) fn format(model: &Model, index: usize) -> FormatOut {
    let format = &model.formats[index];
    let extends = |(other, group, versions): &(usize, String, _)| Extends {
        format: names::format(model, *other),
        group: group.clone(),
        versions: names::versions(model, *versions),
    };
    let promotes = |&(other, plus, versions): &(usize, u64, _)| Promotes {
        format: names::format(model, other),
        plus,
        versions: names::versions(model, versions),
    };
    let active = |(versions, condition): &(_, _)| Active {
        versions: names::versions(model, *versions),
        condition: nodes::expr(model, condition),
    };
    FormatOut {
        name: format.name.clone(),
        doc: format.doc.clone(),
        bits: format.bits,
        versions: names::versions(model, format.versions),
        refines: format.refines.map(|f| names::format(model, f)),
        rank: rank(model, format),
        runs_as: Some(format.runs_as).filter(|&f| f != index).map(|f| names::format(model, f)),
        extends: format.extends.iter().map(extends).collect(),
        promotes: format.promotes.iter().map(promotes).collect(),
        suffixes: names::texts(model, &format.suffixes),
        words: names::texts(model, &format.words),
        explicit: format.explicit,
        active: format.active.iter().map(active).collect(),
        views: format.views.iter().map(|v| view(model, v)).collect(),
        layers: format.layers.iter().map(|l| layer(model, l)).collect(),
        limits: format.limits.iter().map(|l| rules::limit(model, l)).collect(),
        layouts: layouts(model, format),
    }
}

fn rank(model: &Model, format: &Format) -> u64 {
    std::iter::successors(format.refines, |&f| model.formats[f].refines).count() as u64
}

fn view(model: &Model, view: &View) -> ViewOut {
    ViewOut {
        ty: of_operand(model, view.ty),
        name: view.name.clone(),
        direction: direction(view.output),
        constants: view.constants.map(|t| model.type_name(t)),
        versions: names::versions(model, view.versions),
        value: nodes::expr(model, &view.expr),
    }
}

fn layer(model: &Model, layer: &Layer) -> LayerOut {
    LayerOut {
        raw: model.type_name(layer.raw),
        direction: direction(layer.store),
        versions: names::versions(model, layer.versions),
        value: nodes::expr(model, &layer.expr),
    }
}

fn direction(output: bool) -> Direction {
    if output { Direction::Output } else { Direction::Input }
}
