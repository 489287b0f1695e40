//! Makes the effects of programs explicit: functions with effects are inlined, and each access to the world becomes a
//! statement of its own, in the order of execution.

use isatope_lang::{Binary, Builtin, Expr, ExprKind, Local, Stmt, Type};

use super::super::Context;
use super::super::needs::Needs;

/// Replaces calls with the bodies of functions.
pub(in super::super) struct Inliner<'a> {
    cx: &'a Context<'a>,
    /// Locals of the program and of the functions inlined so far.
    pub locals: Vec<Local>,
}

impl<'a> Inliner<'a> {
    pub fn new(cx: &'a Context<'a>, locals: &[Local]) -> Self {
        Self { cx, locals: locals.to_vec() }
    }

    fn local(&mut self, ty: Type) -> usize {
        self.locals.push(Local { name: "inlined".into(), ty });
        self.locals.len() - 1
    }

    fn has_effects(&self, expr: &Expr) -> bool {
        let needs = Needs::of_expr(self.cx.model, expr, self.cx.needs);
        needs.effects || needs.mutates
    }

    /// Inlines calls in statements; `None` if an effect cannot be moved out of its expression.
    pub fn stmts(&mut self, stmts: &[Stmt]) -> Option<Vec<Stmt>> {
        let mut out = Vec::new();
        for stmt in stmts {
            self.stmt(stmt, &mut out)?;
        }
        Some(out)
    }

    fn stmt(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) -> Option<()> {
        let new = match stmt {
            Stmt::Set(local, value) => match &value.kind {
                ExprKind::Builtin(builtin, list) if self.has_effects(value) => {
                    let list = self.exprs(list, out)?;
                    Stmt::Set(*local, Expr { ty: value.ty, kind: ExprKind::Builtin(*builtin, list) })
                }
                _ => Stmt::Set(*local, self.expr(value, out)?),
            },
            Stmt::SetBits(local, low, width, value) => {
                let low = self.expr(low, out)?;
                Stmt::SetBits(*local, low, *width, self.expr(value, out)?)
            }
            Stmt::If(condition, yes, no) => {
                let condition = self.expr(condition, out)?;
                Stmt::If(condition, self.stmts(yes)?, self.stmts(no)?)
            }
            Stmt::WriteOperand(operand, lane, value) => {
                let lane = match lane {
                    Some(lane) => Some(self.expr(lane, out)?),
                    None => None,
                };
                Stmt::WriteOperand(*operand, lane, self.expr(value, out)?)
            }
            Stmt::WriteState(register, part, value) => Stmt::WriteState(*register, *part, self.expr(value, out)?),
            Stmt::Effect(Builtin::Uses, _) => return Some(()),
            Stmt::Effect(builtin, list) => Stmt::Effect(*builtin, self.exprs(list, out)?),
            Stmt::Call(function, list) => {
                let list = self.exprs(list, out)?;
                self.call(*function, list, out)?;
                return Some(());
            }
        };
        out.push(new);
        Some(())
    }

    fn exprs(&mut self, list: &[Expr], out: &mut Vec<Stmt>) -> Option<Vec<Expr>> {
        list.iter().map(|e| self.expr(e, out)).collect()
    }

    /// Moves the effects of an expression into statements before it; returns the expression without them.
    fn expr(&mut self, expr: &Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        if !self.has_effects(expr) {
            return Some(expr.clone());
        }
        let ty = expr.ty;
        let kind = match &expr.kind {
            ExprKind::Call(function, list) => {
                let list = self.exprs(list, out)?;
                if self.cx.needs[*function].effects || self.cx.needs[*function].mutates {
                    return self.call(*function, list, out)?;
                }
                ExprKind::Call(*function, list)
            }
            ExprKind::Builtin(builtin, list) => {
                let list = self.exprs(list, out)?;
                let call = Expr { ty, kind: ExprKind::Builtin(*builtin, list) };
                if !self.has_effects(&call) {
                    return Some(call);
                }
                let local = self.local(ty);
                out.push(Stmt::Set(local, call));
                ExprKind::Local(local)
            }
            ExprKind::If(condition, yes_body, yes, no_body, no) => {
                let condition = self.expr(condition, out)?;
                let local = self.local(ty);
                let mut branch = |body: &[Stmt], value: &Expr| {
                    let mut stmts = self.stmts(body)?;
                    let value = self.expr(value, &mut stmts)?;
                    stmts.push(Stmt::Set(local, value));
                    Some(stmts)
                };
                let (yes, no) = (branch(yes_body, yes)?, branch(no_body, no)?);
                out.push(Stmt::If(condition, yes, no));
                ExprKind::Local(local)
            }
            ExprKind::Binary(op @ (Binary::AndAlso | Binary::OrElse), a, b) if self.has_effects(b) => {
                let a = self.expr(a, out)?;
                let local = self.local(ty);
                let mut stmts = Vec::new();
                let value = self.expr(b, &mut stmts)?;
                stmts.push(Stmt::Set(local, value));
                out.push(Stmt::Set(local, a.clone()));
                let (yes, no) = if *op == Binary::AndAlso { (stmts, Vec::new()) } else { (Vec::new(), stmts) };
                out.push(Stmt::If(a, yes, no));
                ExprKind::Local(local)
            }
            ExprKind::Binary(op, a, b) => {
                let a = self.expr(a, out)?;
                ExprKind::Binary(*op, a.into(), self.expr(b, out)?.into())
            }
            ExprKind::Slice(a, b) => {
                let a = self.expr(a, out)?;
                ExprKind::Slice(a.into(), self.expr(b, out)?.into())
            }
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, self.expr(a, out)?.into()),
            ExprKind::Resize(a) => ExprKind::Resize(self.expr(a, out)?.into()),
            ExprKind::Bitcast(a) => ExprKind::Bitcast(self.expr(a, out)?.into()),
            ExprKind::Concat(list) => ExprKind::Concat(self.exprs(list, out)?),
            _ => return None,
        };
        Some(Expr { ty, kind })
    }

    /// Inlines the body of a function; returns its value.
    #[allow(clippy::option_option)]
    fn call(&mut self, function: usize, arguments: Vec<Expr>, out: &mut Vec<Stmt>) -> Option<Option<Expr>> {
        let function = &self.cx.model.functions[function];
        let first = self.locals.len();
        self.locals.extend(function.locals.iter().cloned());
        for (parameter, argument) in arguments.into_iter().enumerate() {
            out.push(Stmt::Set(first + parameter, argument));
        }
        let body = moved_stmts(&function.body, first);
        for stmt in &body {
            self.stmt(stmt, out)?;
        }
        Some(match &function.value {
            Some(value) => Some(self.expr(&moved(value, first), out)?),
            None => None,
        })
    }
}

/// An expression whose locals are numbered from `first` on.
fn moved(expr: &Expr, first: usize) -> Expr {
    rebuilt(
        expr,
        &|kind| match kind {
            ExprKind::Local(local) => Some(ExprKind::Local(first + local)),
            _ => None,
        },
        &|stmts| moved_stmts(stmts, first),
    )
}

fn moved_stmts(stmts: &[Stmt], first: usize) -> Vec<Stmt> {
    rebuilt_stmts(stmts, &|local| first + local, &|e| moved(e, first))
}

/// Rebuilds statements with other locals and expressions.
pub(in super::super) fn rebuilt_stmts(
    stmts: &[Stmt],
    local: &dyn Fn(usize) -> usize,
    expr: &dyn Fn(&Expr) -> Expr,
) -> Vec<Stmt> {
    let list = |l: &[Expr]| l.iter().map(expr).collect::<Vec<_>>();
    let all = |stmts: &[Stmt]| rebuilt_stmts(stmts, local, expr);
    stmts
        .iter()
        .map(|stmt| match stmt {
            Stmt::Set(to, value) => Stmt::Set(local(*to), expr(value)),
            Stmt::SetBits(to, low, width, value) => Stmt::SetBits(local(*to), expr(low), *width, expr(value)),
            Stmt::If(c, yes, no) => Stmt::If(expr(c), all(yes), all(no)),
            Stmt::WriteOperand(operand, lane, value) => {
                Stmt::WriteOperand(*operand, lane.as_ref().map(expr), expr(value))
            }
            Stmt::WriteState(register, part, value) => Stmt::WriteState(*register, *part, expr(value)),
            Stmt::Effect(builtin, l) => Stmt::Effect(*builtin, list(l)),
            Stmt::Call(function, l) => Stmt::Call(*function, list(l)),
        })
        .collect()
}

/// Rebuilds an expression from its leaves. `leaf` may replace the kind of any node; `body` is applied to statements in
/// the expression.
pub(in super::super) fn rebuilt(
    expr: &Expr,
    leaf: &dyn Fn(&ExprKind) -> Option<ExprKind>,
    body: &dyn Fn(&[Stmt]) -> Vec<Stmt>,
) -> Expr {
    let r = |e: &Expr| rebuilt(e, leaf, body);
    let b = |e: &Expr| Box::new(r(e));
    let list = |l: &[Expr]| l.iter().map(r).collect::<Vec<_>>();
    let kind = leaf(&expr.kind).unwrap_or_else(|| match &expr.kind {
        ExprKind::Raw(operand, lane) => ExprKind::Raw(*operand, lane.as_deref().map(b)),
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, b(a)),
        ExprKind::Binary(op, x, y) => ExprKind::Binary(*op, b(x), b(y)),
        ExprKind::Slice(x, y) => ExprKind::Slice(b(x), b(y)),
        ExprKind::Resize(a) => ExprKind::Resize(b(a)),
        ExprKind::Bitcast(a) => ExprKind::Bitcast(b(a)),
        ExprKind::Concat(l) => ExprKind::Concat(list(l)),
        ExprKind::If(c, yes_body, yes, no_body, no) => ExprKind::If(b(c), body(yes_body), b(yes), body(no_body), b(no)),
        ExprKind::Call(f, l) => ExprKind::Call(*f, list(l)),
        ExprKind::Builtin(f, l) => ExprKind::Builtin(*f, list(l)),
        ExprKind::Map(sources, each) => ExprKind::Map(list(sources), b(each)),
        other => other.clone(),
    });
    Expr { ty: expr.ty, kind }
}

/// The builtin and its arguments, if a statement consists of only one effect.
pub(in super::super) fn effect_of(stmt: &Stmt) -> Option<(Builtin, &[Expr])> {
    let (builtin, list) = match stmt {
        Stmt::Effect(builtin, list) => (builtin, list),
        Stmt::Set(_, Expr { kind: ExprKind::Builtin(builtin, list), .. }) => (builtin, list),
        _ => return None,
    };
    let is_effect = matches!(
        builtin,
        Builtin::MemRead
            | Builtin::MemWrite
            | Builtin::MemOutside
            | Builtin::OperandWrite(_)
            | Builtin::FileWrite(_)
            | Builtin::Operation(..)
            | Builtin::OperationAt(..)
    );
    is_effect.then_some((*builtin, list.as_slice()))
}
