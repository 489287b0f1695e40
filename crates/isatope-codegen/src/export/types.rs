//! Types, by their names: `u1` … `u128`, `i1` … `i128`, `f16`, `f32`, `f64`, `bool`, vectors of them (`v2f16`), enums
//! by their own names, and `mask` for operands.

use isatope_lang::{Model, OperandType, Type};
use schemars::JsonSchema;
use serde::Serialize;

/// A name with the type of what it means.
#[derive(Serialize, JsonSchema, PartialEq, Eq, Hash)]
pub(super) struct Typed {
    name: String,
    #[serde(rename = "type")]
    ty: String,
}

impl Typed {
    pub(super) fn new(model: &Model, name: &str, ty: Type) -> Self {
        Self { name: name.to_owned(), ty: model.type_name(ty) }
    }
}

/// The name of a type of operands.
pub(super) fn of_operand(model: &Model, ty: OperandType) -> String {
    match ty {
        OperandType::Mask => "mask".to_owned(),
        OperandType::Plain(ty) => model.type_name(ty),
    }
}
