//! Evaluates the conditions in expressions, and turns functions into expressions.

use std::collections::HashMap;

use isatope_lang::{Binary, Expr, ExprKind, Function, Model, Stmt, Type};

use super::super::needs::{Node, walk_expr};
use super::fold::simple;
use super::inline::rebuilt;

/// A local that represents an opaque value.
pub(in super::super) const OPAQUE: usize = usize::MAX;

/// A function as an expression of its arguments, if it consists only of a value.
pub(in super::super) fn inlined(function: &Function, arguments: &[Expr]) -> Option<Expr> {
    let value = function.value.as_ref().filter(|_| function.body.is_empty())?;
    let mut is_plain = true;
    walk_expr(value, &mut |node| match node {
        Node::Expr(Expr { kind: ExprKind::Local(local), .. }) => is_plain &= *local < arguments.len(),
        Node::Expr(_) => {}
        Node::Stmt(_) => is_plain = false,
    });
    let leaf = |kind: &ExprKind| match kind {
        ExprKind::Local(local) => arguments.get(*local).map(|argument| argument.kind.clone()),
        _ => None,
    };
    is_plain.then(|| rebuilt(value, &leaf, &|stmts| stmts.to_vec()))
}

/// An expression in which constants decide all conditions; `None` if they do not. Locals that are not in `locals` are
/// unchanged.
pub(in super::super) fn reduced(model: &Model, expr: &Expr, locals: &HashMap<usize, Expr>) -> Option<Expr> {
    let r = |e: &Expr| reduced(model, e, locals);
    let b = |e: &Expr| Some(Box::new(r(e)?));
    let ty = expr.ty;
    let kind = match &expr.kind {
        ExprKind::Local(local) => return Some(locals.get(local).cloned().unwrap_or_else(|| expr.clone())),
        ExprKind::Const(_) | ExprKind::Field(_) | ExprKind::Version | ExprKind::Lane | ExprKind::State(..) => {
            return Some(expr.clone());
        }
        ExprKind::Raw(operand, None) => ExprKind::Raw(*operand, None),
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, b(a)?),
        ExprKind::Resize(a) => ExprKind::Resize(b(a)?),
        ExprKind::Bitcast(a) => ExprKind::Bitcast(b(a)?),
        ExprKind::Slice(x, y) => ExprKind::Slice(b(x)?, b(y)?),
        ExprKind::Binary(op, x, y) => {
            let x = r(x)?;
            // The right side may be irrelevant.
            match (op, &x.kind) {
                (Binary::AndAlso, ExprKind::Const(0)) | (Binary::OrElse, ExprKind::Const(1)) => return Some(x),
                (Binary::AndAlso, ExprKind::Const(_)) | (Binary::OrElse, ExprKind::Const(_)) => return r(y),
                _ => {}
            }
            ExprKind::Binary(*op, x.into(), b(y)?)
        }
        ExprKind::If(condition, yes_body, yes, no_body, no) => {
            let ExprKind::Const(condition) = r(condition)?.kind else { return None };
            let (body, value) = if condition & 1 != 0 { (yes_body, yes) } else { (no_body, no) };
            let mut locals = locals.clone();
            set(model, body, &mut locals)?;
            return reduced(model, value, &locals);
        }
        ExprKind::Call(function, list) => {
            let function = &model.functions[*function];
            let mut locals = HashMap::new();
            for (parameter, argument) in list.iter().enumerate() {
                locals.insert(parameter, r(argument)?);
            }
            if set(model, &function.body, &mut locals).is_none() {
                return Some(expr.clone());
            }
            let value = reduced(model, function.value.as_ref()?, &locals);
            return Some(value.unwrap_or_else(|| expr.clone()));
        }
        _ => return Some(expr.clone()),
    };
    Some(simple(&Expr { ty, kind }))
}

/// Runs statements that only set locals.
fn set(model: &Model, stmts: &[Stmt], locals: &mut HashMap<usize, Expr>) -> Option<()> {
    for stmt in stmts {
        match stmt {
            Stmt::Set(local, value) => {
                let value = reduced(model, value, locals)?;
                locals.insert(*local, value);
            }
            Stmt::If(condition, yes, no) => {
                let ExprKind::Const(condition) = reduced(model, condition, locals)?.kind else { return None };
                set(model, if condition & 1 != 0 { yes } else { no }, locals)?;
            }
            _ => return None,
        }
    }
    Some(())
}

/// Whether an expression is the low bits of an operand.
pub(in super::super) fn is_low_bits(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Bitcast(a) => is_low_bits(a),
        ExprKind::Resize(a) => expr.ty.bits() <= a.ty.bits() && is_low_bits(a),
        ExprKind::Slice(a, low) => low.kind == ExprKind::Const(0) && is_low_bits(a),
        kind => matches!(kind, ExprKind::Raw(_, None)),
    }
}

/// Whether an expression has the bits of the opaque value, and zeros above them.
pub(in super::super) fn is_marker(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Bitcast(a) => is_marker(a),
        ExprKind::Resize(a) => is_widening(expr.ty, a.ty) && is_marker(a),
        kind => *kind == ExprKind::Local(OPAQUE),
    }
}

/// Whether a type has all values of another one, with zeros above them.
pub(in super::super) fn is_widening(to: Type, from: Type) -> bool {
    to.bits() >= from.bits() && !matches!(from, Type::Int { signed: true, .. })
}
