//! Presence and register counts of operands that depend on fields.
//!
//! What follows is a table: it has an entry for each value of the fields that it depends on, put together with the
//! first field in the low bits.

use isatope_lang::{Count, Layout, Model, OperandCondition, WhenAbsent};
use schemars::JsonSchema;
use serde::Serialize;

use super::names::{self, ByDialect, FieldBit};

/// How many registers an operand has. A count of a dialect is above one of all.
#[derive(Serialize, JsonSchema, PartialEq)]
pub(super) struct CountOut {
    /// Field of the operand.
    field: String,
    /// The dialect that writes this many; left out for all that have no count of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    dialect: Option<String>,
    /// Fields that it depends on, the first one in the low bits of the place in a row.
    depends_on: Vec<String>,
    /// A row for each number of registers that the operand's type takes, from 0 on; in it the number for each value of
    /// the fields.
    table: Vec<Vec<u8>>,
    /// Every other number is read, too.
    #[serde(skip_serializing_if = "names::is_false")]
    any: bool,
    /// Other numbers that are read, for each row.
    others: Vec<Vec<u32>>,
}

/// An operand whose number of registers is in a field.
#[derive(Serialize, JsonSchema, PartialEq)]
pub(super) struct CountedOut {
    /// Field of the operand.
    field: String,
    /// The field with the number.
    by: String,
    plus: u32,
}

/// When an operand is there.
#[derive(Serialize, JsonSchema, PartialEq)]
pub(super) struct PresenceOut {
    slot: usize,
    /// Fields that it depends on, the first one in the low bits of the place in the table.
    depends_on: Vec<String>,
    table: Vec<bool>,
    /// The bit that says so and that no modifier writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    switch: Option<FieldBit>,
    /// Syntax of an absent operand in each dialect.
    otherwise: ByDialect<WhenAbsent>,
}

pub(super) fn count(model: &Model, layout: &Layout, count: &Count) -> CountOut {
    let numbers = |set: &u32| (0..32).filter(|n| set >> n & 1 != 0).collect();
    CountOut {
        field: names::field(layout, count.field),
        dialect: count.dialect.map(|d| names::dialect(model, d)),
        depends_on: names::fields(layout, &count.fields),
        table: count.table.clone(),
        any: count.any,
        others: count.others.iter().map(numbers).collect(),
    }
}

pub(super) fn counted(layout: &Layout, (field, by, plus): (usize, usize, u32)) -> CountedOut {
    CountedOut { field: names::field(layout, field), by: names::field(layout, by), plus }
}

pub(super) fn presence(model: &Model, layout: &Layout, presence: &OperandCondition) -> PresenceOut {
    PresenceOut {
        slot: presence.slot,
        depends_on: names::fields(layout, &presence.fields),
        table: presence.table.clone(),
        switch: presence.switch.map(|(f, bit)| FieldBit { field: names::field(layout, f), bit }),
        otherwise: names::by_dialect(model, &presence.otherwise, |o| Some(o.clone())),
    }
}
