//! Operand rules: conditions that a word of a format must also meet.

use isatope_lang::{Expect, Layout, Limit, Model, Need};
use schemars::JsonSchema;
use serde::Serialize;

use super::names;

/// At most this many different scalar values may be read.
#[derive(Serialize, JsonSchema)]
pub(super) struct LimitOut {
    most: u32,
    /// The dialect with this rule; left out for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    dialect: Option<String>,
    /// What is counted; left out for every value that is the same in all lanes and comes from outside of the
    /// instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<CountedScalars>,
}

/// Registers that a limit counts. Two that start with the same 32 bits are one.
#[derive(Serialize, JsonSchema)]
struct CountedScalars {
    file: String,
    registers: Vec<String>,
    /// Whether a literal is counted as well.
    literal: bool,
}

/// The rules of a layout.
#[derive(Serialize, JsonSchema, PartialEq, Default)]
pub(super) struct RulesOut {
    /// Dialects in which a group of scalar registers starts at a multiple of its size (of four for larger groups).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    aligned: Vec<String>,
    /// Dialects in which the only register without bits may be left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    omits: Vec<String>,
    /// What operands must be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    needs: Vec<NeedOut>,
    /// Values that plain fields have to have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<ValueOut>,
    /// Registers that do not count for a limit when read through a field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    exempt: Vec<Exempt>,
    /// Limits on reads through codes that depend on shared bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<SharedLimit>,
    /// What is usual; a word that is not so is not an error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expects: Vec<ExpectOut>,
    /// Fields whose bits are suspicious if the body of the instruction does not read them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    idle: Vec<Idle>,
}

impl RulesOut {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What the operand in a field must be: a register of `file`; without one and without `word` a value that is the same
/// in every lane.
#[derive(Serialize, JsonSchema, PartialEq)]
struct NeedOut {
    field: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// What it must be is a single register, or a constant in place of one, and nothing is said about lanes.
    #[serde(skip_serializing_if = "names::is_false")]
    word: bool,
    /// The dialect with this rule; left out for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    dialect: Option<String>,
}

/// A value that a plain field has to have.
#[derive(Serialize, JsonSchema, PartialEq)]
struct ValueOut {
    field: String,
    value: u64,
    /// The dialect with this rule; left out for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    dialect: Option<String>,
}

/// A register that does not count for a limit when read through a field.
#[derive(Serialize, JsonSchema, PartialEq)]
struct Exempt {
    field: String,
    register: String,
}

/// A field whose bits are suspicious if the body of the instruction does not read them.
#[derive(Serialize, JsonSchema, PartialEq)]
struct Idle {
    field: String,
    /// Only in instructions without float operands.
    #[serde(skip_serializing_if = "names::is_false")]
    without_float: bool,
    /// The dialects in which text that sets them is refused, unless it ends in `force`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<String>,
}

/// How much can be read through codes that depend on shared bits, constants among it.
#[derive(Serialize, JsonSchema, PartialEq)]
struct SharedLimit {
    /// Different values.
    reads: u32,
    /// Different pairs of words.
    slots: u32,
    /// Different words of them.
    words: u32,
}

/// What fields usually fulfil.
#[derive(Serialize, JsonSchema, PartialEq)]
pub(super) struct ExpectOut {
    /// Fields that it depends on, the first one in the low bits of the place in the table.
    depends_on: Vec<String>,
    table: Vec<bool>,
    /// What to say where it does not hold.
    message: String,
    /// The dialects in which text that breaks it is refused, unless it ends in `force`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<String>,
}

pub(super) fn expects(model: &Model, layout: &Layout, expects: &[Expect]) -> Vec<ExpectOut> {
    let out = |e: &Expect| ExpectOut {
        depends_on: names::fields(layout, &e.fields),
        table: e.table.clone(),
        message: e.message.clone(),
        refused: names::dialects(model, e.refused),
    };
    expects.iter().map(out).collect()
}

pub(super) fn limit(model: &Model, limit: &Limit) -> LimitOut {
    LimitOut {
        most: limit.most,
        dialect: limit.dialect.map(|d| names::dialect(model, d)),
        counted: limit.counted.as_ref().map(|c| CountedScalars {
            file: names::file(model, c.file),
            registers: c.registers.iter().map(|&r| names::register(model, r)).collect(),
            literal: c.literal,
        }),
    }
}

pub(super) fn rules(model: &Model, layout: &Layout) -> RulesOut {
    let dialect = |d: Option<usize>| d.map(|d| names::dialect(model, d));
    let need = |&(field, need, d): &(usize, Need, Option<usize>)| NeedOut {
        field: names::field(layout, field),
        file: match need {
            Need::File(file) => Some(names::file(model, file)),
            Need::Scalar | Need::Word => None,
        },
        word: need == Need::Word,
        dialect: dialect(d),
    };
    let value = |&(field, value, d): &(usize, u64, Option<usize>)| ValueOut {
        field: names::field(layout, field),
        value,
        dialect: dialect(d),
    };
    let exempt = |&(field, register): &(usize, usize)| Exempt {
        field: names::field(layout, field),
        register: names::register(model, register),
    };
    RulesOut {
        aligned: names::dialects(model, layout.aligned),
        omits: names::dialects(model, layout.omits),
        needs: layout.needs.iter().map(need).collect(),
        values: layout.values.iter().map(value).collect(),
        exempt: layout.exempt.iter().map(exempt).collect(),
        shared: layout.shared_limit.map(|(reads, slots, words)| SharedLimit { reads, slots, words }),
        expects: expects(model, layout, &layout.expects),
        idle: layout
            .idle
            .iter()
            .map(|idle| Idle {
                field: names::field(layout, idle.field),
                without_float: idle.without_float,
                refused: names::dialects(model, idle.refused),
            })
            .collect(),
    }
}
