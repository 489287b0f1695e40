//! Conversions between raw bits of operands and values, and constants.

use crate::model::{Expr, ExprKind, Type};

/// Type of an operand's raw bits, as wide as its registers.
pub(super) fn raw_type(ty: Type) -> Type {
    Type::u(match ty.bits() {
        0..=32 => 32,
        33..=64 => 64,
        _ => 128,
    })
}

/// A value as raw bits of its registers.
pub(super) fn to_raw(value: Expr) -> Expr {
    let raw = raw_type(value.ty);
    let bits = match value.ty {
        Type::Int { signed: false, .. } | Type::Bool => value,
        ty => Expr { ty: Type::u(ty.bits()), kind: ExprKind::Bitcast(Box::new(value)) },
    };
    if bits.ty == raw { bits } else { Expr { ty: raw, kind: ExprKind::Resize(Box::new(bits)) } }
}

/// The low bits of raw bits as a value of a type.
pub(super) fn from_raw(raw: Expr, ty: Type) -> Expr {
    let unsigned = Type::u(ty.bits());
    let bits = if raw.ty == unsigned { raw } else { Expr { ty: unsigned, kind: ExprKind::Resize(Box::new(raw)) } };
    if ty == unsigned { bits } else { Expr { ty, kind: ExprKind::Bitcast(Box::new(bits)) } }
}

pub(super) fn u32_const(n: u32) -> Expr {
    Expr { ty: Type::u(32), kind: ExprKind::Const(u128::from(n)) }
}

pub(super) fn bool_const(b: bool) -> Expr {
    Expr { ty: Type::Bool, kind: ExprKind::Const(u128::from(b)) }
}
