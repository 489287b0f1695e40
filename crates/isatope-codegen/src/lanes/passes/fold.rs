//! Simplifies programs under the assumption that some fields have their usual values: branches that are not taken are
//! dropped.

use std::collections::HashMap;

use isatope_lang::{Binary, Builtin, Expr, ExprKind, Stmt, Type, Unary};

use super::inline::{effect_of, rebuilt};

/// Known values.
pub(in super::super) struct Known<'a> {
    /// Values of fields.
    pub fields: &'a [(String, u64)],
    /// The version, if there is only one.
    pub version: Option<usize>,
}

impl Known<'_> {
    /// Replaces known values in statements, and locals whose value follows from constants and fields. `constants` holds
    /// the known locals, before the call and after it.
    pub fn stmts(&self, stmts: &[Stmt], constants: &mut HashMap<usize, Expr>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in stmts {
            match stmt {
                Stmt::Set(local, value) => {
                    let value = self.expr(value, constants);
                    constants.remove(local);
                    if depends_on_fields_alone(&value, &mut Vec::new()) {
                        constants.insert(*local, value.clone());
                    }
                    out.push(Stmt::Set(*local, value));
                }
                Stmt::SetBits(local, low, width, value) => {
                    let (low, value) = (self.expr(low, constants), self.expr(value, constants));
                    constants.remove(local);
                    out.push(Stmt::SetBits(*local, low, *width, value));
                }
                Stmt::If(condition, yes, no) => {
                    let condition = self.expr(condition, constants);
                    if let ExprKind::Const(value) = condition.kind {
                        out.extend(self.stmts(if value & 1 != 0 { yes } else { no }, constants));
                        continue;
                    }
                    let (mut in_yes, mut in_no) = (constants.clone(), constants.clone());
                    let (yes, no) = (self.stmts(yes, &mut in_yes), self.stmts(no, &mut in_no));
                    constants
                        .retain(|local, value| in_yes.get(local) == Some(value) && in_no.get(local) == Some(value));
                    if !yes.is_empty() || !no.is_empty() {
                        out.push(Stmt::If(condition, yes, no));
                    }
                }
                Stmt::WriteOperand(operand, lane, value) => {
                    let lane = lane.as_ref().map(|lane| self.expr(lane, constants));
                    out.push(Stmt::WriteOperand(*operand, lane, self.expr(value, constants)));
                }
                Stmt::WriteState(register, part, value) => {
                    out.push(Stmt::WriteState(*register, *part, self.expr(value, constants)));
                }
                Stmt::Effect(Builtin::Uses, _) => {}
                Stmt::Effect(builtin, list) => {
                    out.push(Stmt::Effect(*builtin, list.iter().map(|e| self.expr(e, constants)).collect()));
                }
                Stmt::Call(function, list) => {
                    out.push(Stmt::Call(*function, list.iter().map(|e| self.expr(e, constants)).collect()));
                }
            }
        }
        out
    }

    /// Replaces known values in an expression.
    pub fn expr(&self, expr: &Expr, constants: &HashMap<usize, Expr>) -> Expr {
        let leaf = |kind: &ExprKind| match kind {
            ExprKind::Field(name) => {
                let (_, value) = self.fields.iter().find(|(known, _)| known == name)?;
                Some(ExprKind::Const((*value).into()))
            }
            ExprKind::Version => Some(ExprKind::Const(self.version? as u128)),
            ExprKind::Local(local) => constants.get(local).map(|value| value.kind.clone()),
            _ => None,
        };
        // Statements in an expression set only locals of their own.
        let body = |stmts: &[Stmt]| self.stmts(stmts, &mut constants.clone());
        simple(&rebuilt(expr, &leaf, &body))
    }
}

/// Simplifies an expression: one whose value follows from constants becomes a constant, and a choice with a known
/// condition becomes the chosen value.
pub(in super::super) fn simple(expr: &Expr) -> Expr {
    let leaf = |_: &ExprKind| None;
    let body = |stmts: &[Stmt]| stmts.to_vec();
    let child = |e: &Expr| simple(e);
    let constant = |bits: u128| Expr { ty: expr.ty, kind: ExprKind::Const(cut(expr.ty, bits)) };
    match &expr.kind {
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (child(a), child(b));
            if let Some(value) = binary(*op, &a, &b) {
                return match value {
                    Value::Bits(bits) => constant(bits),
                    Value::Left => a,
                    Value::Right => b,
                };
            }
            Expr { ty: expr.ty, kind: ExprKind::Binary(*op, a.into(), b.into()) }
        }
        ExprKind::Unary(op, a) => {
            let a = child(a);
            match (op, &a.kind) {
                (Unary::Not, ExprKind::Const(bits)) => constant(!bits),
                _ => Expr { ty: expr.ty, kind: ExprKind::Unary(*op, a.into()) },
            }
        }
        ExprKind::Resize(a) => {
            let a = child(a);
            match a.kind {
                ExprKind::Const(bits) if !matches!(a.ty, Type::Int { signed: true, .. }) => constant(bits),
                _ => Expr { ty: expr.ty, kind: ExprKind::Resize(a.into()) },
            }
        }
        ExprKind::Bitcast(a) => {
            let a = child(a);
            match a.kind {
                ExprKind::Const(bits) => constant(bits),
                _ => Expr { ty: expr.ty, kind: ExprKind::Bitcast(a.into()) },
            }
        }
        ExprKind::Slice(a, low) => {
            let (a, low) = (child(a), child(low));
            match (&a.kind, &low.kind) {
                (ExprKind::Const(bits), ExprKind::Const(low)) if *low < 128 => constant(bits >> low),
                _ => Expr { ty: expr.ty, kind: ExprKind::Slice(a.into(), low.into()) },
            }
        }
        ExprKind::If(c, yes_body, yes, no_body, no) => {
            let c = child(c);
            if let ExprKind::Const(bits) = c.kind {
                let (stmts, value) = if bits & 1 != 0 { (yes_body, yes) } else { (no_body, no) };
                if stmts.is_empty() {
                    return child(value);
                }
            }
            let kind = ExprKind::If(c.into(), yes_body.clone(), child(yes).into(), no_body.clone(), child(no).into());
            Expr { ty: expr.ty, kind }
        }
        ExprKind::Concat(list) => Expr { ty: expr.ty, kind: ExprKind::Concat(list.iter().map(child).collect()) },
        ExprKind::Call(f, list) => Expr { ty: expr.ty, kind: ExprKind::Call(*f, list.iter().map(child).collect()) },
        ExprKind::Builtin(f, list) => {
            Expr { ty: expr.ty, kind: ExprKind::Builtin(*f, list.iter().map(child).collect()) }
        }
        _ => rebuilt(expr, &leaf, &body),
    }
}

enum Value {
    Bits(u128),
    Left,
    Right,
}

fn binary(op: Binary, a: &Expr, b: &Expr) -> Option<Value> {
    let signed = matches!(a.ty, Type::Int { signed: true, .. });
    Some(match (op, &a.kind, &b.kind) {
        (Binary::AndAlso, ExprKind::Const(0), _) | (Binary::OrElse, ExprKind::Const(1), _) => Value::Left,
        (Binary::AndAlso, ExprKind::Const(_), _) | (Binary::OrElse, ExprKind::Const(_), _) => Value::Right,
        (Binary::AndAlso, _, ExprKind::Const(1)) | (Binary::OrElse, _, ExprKind::Const(0)) => Value::Left,
        // The left side can be dropped, because expressions have no effects here.
        (Binary::AndAlso, _, ExprKind::Const(0)) | (Binary::OrElse, _, ExprKind::Const(1)) => Value::Right,
        (Binary::Add, _, ExprKind::Const(0)) if !a.ty.is_float() => Value::Left,
        (_, ExprKind::Const(x), ExprKind::Const(y)) if !a.ty.is_float() => Value::Bits(match op {
            Binary::Eq => (x == y).into(),
            Binary::Ne => (x != y).into(),
            Binary::Lt if !signed => (x < y).into(),
            Binary::Le if !signed => (x <= y).into(),
            Binary::Gt if !signed => (x > y).into(),
            Binary::Ge if !signed => (x >= y).into(),
            Binary::And => x & y,
            Binary::Or => x | y,
            Binary::Add => cut(a.ty, x.wrapping_add(*y)),
            _ => return None,
        }),
        _ => return None,
    })
}

fn cut(ty: Type, bits: u128) -> u128 {
    match ty.bits() {
        128.. => bits,
        width => bits & ((1 << width) - 1),
    }
}

/// Fields that alone decide whether an effect happens: an access to the world, or a write to an operand or file by
/// number.
pub(in super::super) fn deciding_fields(stmts: &[Stmt], fields: &mut Vec<String>) {
    for stmt in stmts {
        if let Stmt::If(condition, yes, no) = stmt {
            let mut named = Vec::new();
            if has_effect(yes) | has_effect(no) && depends_on_fields_alone(condition, &mut named) {
                for name in named {
                    if !fields.contains(&name) {
                        fields.push(name);
                    }
                }
            }
            deciding_fields(yes, fields);
            deciding_fields(no, fields);
        }
    }
}

pub(in super::super) fn has_effect(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::If(_, yes, no) => has_effect(yes) || has_effect(no),
        other => effect_of(other).is_some(),
    })
}

fn depends_on_fields_alone(expr: &Expr, fields: &mut Vec<String>) -> bool {
    match &expr.kind {
        ExprKind::Const(_) => true,
        ExprKind::Field(name) => {
            fields.push(name.clone());
            true
        }
        ExprKind::Unary(_, a) | ExprKind::Resize(a) | ExprKind::Bitcast(a) => depends_on_fields_alone(a, fields),
        ExprKind::Binary(_, a, b) | ExprKind::Slice(a, b) => {
            depends_on_fields_alone(a, fields) && depends_on_fields_alone(b, fields)
        }
        _ => false,
    }
}
