//! Evaluates operators on constants, and replaces parts of expressions.

use super::raw::u32_const;
use crate::model::{Binary, Expr, ExprKind, Type, Unary, VIEW_RAW};

/// Evaluates operators on constants, so that unrolled loops contain plain numbers.
pub(super) fn fold(expr: Expr) -> Expr {
    if let ExprKind::Binary(op @ (Binary::AndAlso | Binary::OrElse), a, b) = &expr.kind
        && let ExprKind::Const(known) = a.kind
    {
        // The left side decides the result, or the right side is the result.
        return if (known == 0) == (*op == Binary::AndAlso) { (**a).clone() } else { (**b).clone() };
    }
    let value = match &expr.kind {
        ExprKind::Binary(op, a, b) => match (&a.kind, &b.kind, a.ty) {
            (ExprKind::Const(x), ExprKind::Const(y), Type::Int { bits, signed: false } | Type::Enum { bits, .. }) => {
                let ones = u128::MAX >> (128 - bits);
                let shift = u32::try_from(*y).ok().filter(|n| *n < bits);
                match op {
                    Binary::Add => Some(x.wrapping_add(*y) & ones),
                    Binary::Sub => Some(x.wrapping_sub(*y) & ones),
                    Binary::Mul => Some(x.wrapping_mul(*y) & ones),
                    Binary::Shl => Some(shift.map_or(0, |n| x << n & ones)),
                    Binary::Shr => Some(shift.map_or(0, |n| x >> n)),
                    Binary::And => Some(x & y),
                    Binary::Or => Some(x | y),
                    Binary::Xor => Some(x ^ y),
                    Binary::Eq => Some(u128::from(x == y)),
                    Binary::Ne => Some(u128::from(x != y)),
                    Binary::Lt => Some(u128::from(x < y)),
                    Binary::Le => Some(u128::from(x <= y)),
                    Binary::Gt => Some(u128::from(x > y)),
                    Binary::Ge => Some(u128::from(x >= y)),
                    _ => None,
                }
            }
            _ => None,
        },
        ExprKind::Unary(Unary::Not, a) => match (&a.kind, a.ty) {
            (ExprKind::Const(x), Type::Bool) => Some(x ^ 1),
            (ExprKind::Const(x), Type::Int { bits, .. }) => Some(!x & (u128::MAX >> (128 - bits))),
            _ => None,
        },
        ExprKind::Unary(Unary::Neg, a) => match (&a.kind, a.ty) {
            (ExprKind::Const(x), Type::Int { bits, .. }) => Some(x.wrapping_neg() & (u128::MAX >> (128 - bits))),
            _ => None,
        },
        ExprKind::Slice(a, place) => match (&a.kind, &place.kind) {
            (ExprKind::Const(x), ExprKind::Const(p)) if *p < 128 => {
                Some(x >> p & (u128::MAX >> (128 - expr.ty.bits())))
            }
            _ => None,
        },
        ExprKind::Resize(a) => match (&a.kind, a.ty, expr.ty) {
            (
                ExprKind::Const(x),
                Type::Int { signed: false, .. } | Type::Enum { .. } | Type::Bool,
                Type::Int { bits, .. },
            ) => Some(x & (u128::MAX >> (128 - bits))),
            _ => None,
        },
        ExprKind::Bitcast(a) => match (&a.kind, expr.ty) {
            (ExprKind::Const(x), Type::Enum { .. }) => Some(*x),
            _ => None,
        },
        _ => None,
    };
    match value {
        Some(c) => Expr { ty: expr.ty, kind: ExprKind::Const(c) },
        None => expr,
    }
}

/// A view's expression with its leaves replaced.
pub(super) fn substitute(view: &Expr, raw: &Expr, index: u32, result: Option<&Expr>) -> Expr {
    rewrite(view, &|e| match &e.kind {
        ExprKind::ViewRaw | ExprKind::Old => Some(raw.clone()),
        ExprKind::Raw(VIEW_RAW, Some(lane)) => Some(at_lane(raw, &substitute(lane, raw, index, result))),
        ExprKind::Index => Some(u32_const(index)),
        ExprKind::Result => result.cloned(),
        _ => None,
    })
}

/// An operand's value in another lane.
pub(super) fn at_lane(view: &Expr, lane: &Expr) -> Expr {
    rewrite(view, &|e| match &e.kind {
        ExprKind::Raw(i, None) => Some(Expr { ty: e.ty, kind: ExprKind::Raw(*i, Some(Box::new(lane.clone()))) }),
        _ => None,
    })
}

/// Rebuilds an expression, replacing parts for which `f` returns a value. Views have no statements.
pub(super) fn rewrite(e: &Expr, f: &impl Fn(&Expr) -> Option<Expr>) -> Expr {
    if let Some(new) = f(e) {
        return new;
    }
    let go = |e: &Expr| rewrite(e, f);
    let boxed = |e: &Expr| Box::new(rewrite(e, f));
    let kind = match &e.kind {
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, boxed(a)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, boxed(a), boxed(b)),
        ExprKind::Slice(a, b) => ExprKind::Slice(boxed(a), boxed(b)),
        ExprKind::Resize(a) => ExprKind::Resize(boxed(a)),
        ExprKind::Bitcast(a) => ExprKind::Bitcast(boxed(a)),
        ExprKind::Concat(parts) => ExprKind::Concat(parts.iter().map(go).collect()),
        ExprKind::If(c, first, a, second, b) => {
            // A condition on the number of the source is decided here.
            match (&go(c).kind, first.is_empty() && second.is_empty()) {
                (ExprKind::Const(0), true) => return go(b),
                (ExprKind::Const(_), true) => return go(a),
                _ => {}
            }
            ExprKind::If(boxed(c), first.clone(), boxed(a), second.clone(), boxed(b))
        }
        ExprKind::Call(i, args) => ExprKind::Call(*i, args.iter().map(go).collect()),
        ExprKind::Builtin(b, args) => ExprKind::Builtin(*b, args.iter().map(go).collect()),
        ExprKind::Map(sources, each) => ExprKind::Map(sources.iter().map(go).collect(), boxed(each)),
        other => other.clone(),
    };
    fold(Expr { ty: e.ty, kind })
}
