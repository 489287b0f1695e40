//! Types, by their names: `u1` … `u128`, `i1` … `i128`, `f16`, `f32`, `f64`, `bool`, vectors of them (`v2f16`), and `mask` for operands.

use isatope_lang::{OperandType, Type};
use schemars::JsonSchema;
use serde::Serialize;

/// A name with the type of what it stands for.
#[derive(Serialize, JsonSchema, PartialEq, Eq, Hash)]
pub(super) struct Typed {
    name: String,
    #[serde(rename = "type")]
    ty: String,
}

impl Typed {
    pub(super) fn new(name: &str, ty: Type) -> Self {
        Self { name: name.to_owned(), ty: plain(ty) }
    }
}

/// The name of a type of values.
pub(super) fn plain(ty: Type) -> String {
    match ty {
        Type::Int { bits, signed } => format!("{}{bits}", if signed { 'i' } else { 'u' }),
        Type::Bool => "bool".to_owned(),
        Type::F16 => "f16".to_owned(),
        Type::F32 => "f32".to_owned(),
        Type::F64 => "f64".to_owned(),
        Type::Vector { count, element } => format!("v{count}{}", plain(element.ty())),
    }
}

/// The name of a type of operands.
pub(super) fn of_operand(ty: OperandType) -> String {
    match ty {
        OperandType::Mask => "mask".to_owned(),
        OperandType::Plain(ty) => plain(ty),
    }
}
