//! Splits a program with modifiers. The effect of the modifiers of one operand becomes a small program of its own, a
//! view, and the rest is the core. Many instructions have the same views, and the forms of an instruction have the same
//! core, so each is compiled once.
//!
//! A view of a source reads the operand and writes [`SCRATCH`]; the core then reads the scratch row instead of the
//! operand. A view of a result reads the core's result from [`SCRATCH`] and writes the operand. A condition on the
//! whole body narrows the mask of active lanes while the core runs.

use std::collections::HashMap;

use isatope_lang::{Expr, ExprKind, Operand, OperandType, Program, Stmt, Type};

use super::Context;
use super::needs::{Needs, Node, fields, walk, walk_expr};
use super::passes::inline::{rebuilt, rebuilt_stmts};
use super::passes::reduce::{OPAQUE, inlined, is_low_bits, is_marker, is_widening, reduced};
use super::paths::Modifier;
use super::rows::under;

/// The operand that views use in place of their own operand. No instruction has so many operands.
pub(super) const SCRATCH: usize = 11;

/// A program that has been split.
pub(super) struct Parts {
    /// Writes the mask of the lanes for which the core runs to [`SCRATCH`]. If it is `None`, the core runs for all
    /// active lanes.
    pub narrowing: Option<View>,
    /// Views of sources.
    pub sources: Vec<View>,
    /// The rest of the program.
    pub core: Program,
    /// Views of results. If the core reads the old value of a result, the view comes with a copy of that value, which
    /// is a view of a source.
    pub results: Vec<(Option<View>, View)>,
}

/// The effect of modifiers on an operand.
pub(super) struct View {
    pub operand: usize,
    /// Width of the operand in bits.
    pub width: u32,
    pub program: Program,
    /// Expressions of fields, with the values for which the view changes nothing. Empty if the view must always be
    /// applied.
    pub neutral: Vec<(Expr, u128)>,
}

impl Parts {
    /// Whether the core is the program without modifiers, and each view has no effect if its modifiers are not written.
    pub(super) fn is_plain(&self, modifiers: &[Modifier]) -> bool {
        let is_modifier = |name: &String| modifiers.iter().any(|modifier| modifier.name == *name);
        let mut views = self.sources.iter().chain(self.results.iter().map(|(_, view)| view));
        let is_optional = |view: &View| {
            let mut names = Vec::new();
            fields(&view.program.body, &mut names);
            !view.neutral.is_empty() && names.iter().all(is_modifier)
        };
        self.narrowing.is_none() && !has_field(&self.core.body) && views.all(is_optional)
    }
}

/// Splits a program; `None` if it has no part that can be split off.
pub(super) fn parts(cx: &Context, operands: &[Operand], program: &Program) -> Option<Parts> {
    if operands.len() > SCRATCH {
        return None;
    }
    let layout = cx.model.formats[program.format].layouts.get(program.versions.iter().next()?)?.as_ref()?;
    let defaults: Vec<(String, u64)> = layout.fields.iter().map(|f| (f.name.clone(), f.default)).collect();
    let it = Splitter { cx, operands, program, defaults: &defaults };
    let (narrowing, body) = it.narrowed()?;
    let mut body = body.to_vec();
    let mut sources = Vec::new();
    for operand in 0..operands.len() {
        if let Some((expr, raw)) = it.source(operand, &body) {
            let low = low_bits(expr.ty, &Expr { ty: raw.ty, kind: ExprKind::Raw(operand, None) });
            body = replaced(&body, &expr, &low);
            sources.push(it.view(operand, raw.ty, &expr));
        }
    }
    let mut results = Vec::new();
    for operand in 0..operands.len() {
        let Some((value, after)) = it.result(operand, &mut body) else { continue };
        let raw = Expr { ty: after.0, kind: ExprKind::Raw(operand, None) };
        let copy = reads(&body, operand).then(|| it.view(operand, after.0, &raw));
        results.push((copy, it.result_view(operand, &value, after.1)));
    }
    if narrowing.is_none() && sources.is_empty() && results.is_empty() {
        return None;
    }
    let core = Program { body, ..program.clone() };
    let needs = Needs::of_body(cx.model, &core.body, cx.needs);
    let is_pure = !needs.mutates && !needs.effects && !needs.heavy;
    // Functions that the core calls might read the mask, which is narrowed.
    let is_free = narrowing.is_none() || !needs.machine;
    // Results are written for the lanes that the mask contains after the core.
    let exec = cx.model.registers.iter().position(|r| r.active);
    let is_free = is_free && (results.is_empty() || !exec.is_some_and(|exec| program.effects.writes.contains(&exec)));
    (is_pure && is_free).then_some(Parts { narrowing, sources, core, results })
}

struct Splitter<'a> {
    cx: &'a Context<'a>,
    operands: &'a [Operand],
    program: &'a Program,
    /// Values of fields for which modifiers probably have no effect. The code checks whether they have none.
    defaults: &'a [(String, u64)],
}

impl Splitter<'_> {
    /// The condition of the whole body as a view, and the body. `None` if the mask of active lanes cannot be narrowed.
    fn narrowed(&self) -> Option<(Option<View>, &[Stmt])> {
        let [Stmt::If(condition, body, otherwise)] = &self.program.body[..] else {
            return Some((None, &self.program.body[..]));
        };
        if !otherwise.is_empty() || names_values(condition) {
            return Some((None, &self.program.body[..]));
        }
        let exec = self.cx.model.registers.iter().position(|r| r.active)?;
        let mut reads_exec = false;
        walk(body, &mut |node| {
            reads_exec |= matches!(node, Node::Stmt(Stmt::WriteOperand(_, Some(_), _)));
            if let Node::Expr(Expr { kind: ExprKind::State(register, _), .. }) = node {
                reads_exec |= *register == exec;
            }
        });
        // Views of sources run before the mask is narrowed, so their reads of the mask do not count.
        if reads_exec {
            return None;
        }
        let body_of = vec![Stmt::WriteOperand(SCRATCH, None, condition.clone())];
        Some((Some(self.with_scratch(0, 64, body_of)), &body[..]))
    }

    /// The only expression through which statements read an operand, if modifiers are part of it, and its reference to
    /// the operand.
    fn source(&self, operand: usize, body: &[Stmt]) -> Option<(Expr, Expr)> {
        let mut found: Option<(Expr, Expr)> = None;
        let mut is_one = true;
        self.each_source(body, operand, &mut |expr, raw| match &found {
            Some((known, _)) => is_one &= known == expr,
            None => found = Some((expr.clone(), raw.clone())),
        });
        let (expr, raw) = found.filter(|_| is_one)?;
        let fits = expr.ty.bits() <= raw.ty.bits() && raw.ty.bits() <= 64 && expr.ty != Type::Bool;
        // The operand must have no other reads.
        let rest = replaced(body, &expr, &Expr { ty: expr.ty, kind: ExprKind::Const(0) });
        (fits && !reads(&rest, operand)).then_some((expr, raw))
    }

    /// Visits the largest expressions that contain fields and one operand, and that read no other state except masks.
    fn each_source(&self, body: &[Stmt], operand: usize, visit: &mut dyn FnMut(&Expr, &Expr)) {
        // A node is visited before its children. Children of a view that has been found are skipped by their addresses.
        let mut inside: Vec<*const Expr> = Vec::new();
        walk(body, &mut |node| {
            let Node::Expr(expr) = node else { return };
            if inside.contains(&std::ptr::from_ref(expr)) {
                return;
            }
            if let Some(raw) = self.is_source(expr, operand) {
                walk_expr(expr, &mut |node| {
                    if let Node::Expr(expr) = node {
                        inside.push(expr);
                    }
                });
                visit(expr, raw);
            }
        });
    }

    fn is_source<'e>(&self, expr: &'e Expr, operand: usize) -> Option<&'e Expr> {
        let (mut raw, mut has_fields, mut others) = (None, false, false);
        walk_expr(expr, &mut |node| match node {
            Node::Expr(e) => match &e.kind {
                ExprKind::Raw(of, _) if *of == operand && raw.is_none_or(|known| known == e) => raw = Some(e),
                ExprKind::Field(_) => has_fields = true,
                ExprKind::Raw(..) | ExprKind::Local(_) | ExprKind::State(..) | ExprKind::Map(..) => others = true,
                ExprKind::OperandIndex(_) | ExprKind::Element(_) => others = true,
                _ => {}
            },
            Node::Stmt(_) => others = true,
        });
        let raw = raw.filter(|_| has_fields && !others)?;
        let needs = Needs::of_expr(self.cx.model, expr, self.cx.needs);
        let is_pure = !needs.mutates && !needs.effects && !needs.heavy && !needs.world && needs.registers.is_empty();
        is_pure.then_some(raw)
    }

    /// A view of a source.
    fn view(&self, operand: usize, raw: Type, expr: &Expr) -> View {
        let write = Stmt::WriteOperand(SCRATCH, None, embedded(raw, expr.clone()));
        let mut view = self.with_scratch(operand, raw.bits(), vec![write]);
        if self.reduced(expr).is_some_and(|e| is_low_bits(&e)) {
            view.neutral = self.leaves(expr);
        }
        view
    }

    /// An expression for modifiers that are not written.
    fn reduced(&self, expr: &Expr) -> Option<Expr> {
        let known = under(&[Stmt::Set(0, expr.clone())], self.defaults, self.program);
        let [Stmt::Set(_, expr)] = &known[..] else { return None };
        reduced(self.cx.model, expr, &HashMap::new())
    }

    /// The largest expressions that consist of fields only, with their values when modifiers are not written.
    fn leaves(&self, expr: &Expr) -> Vec<(Expr, u128)> {
        let mut leaves: Vec<(Expr, u128)> = Vec::new();
        let mut inside: Vec<*const Expr> = Vec::new();
        walk_expr(expr, &mut |node| {
            let Node::Expr(expr) = node else { return };
            if inside.contains(&std::ptr::from_ref(expr)) || !is_of_fields(expr) {
                return;
            }
            walk_expr(expr, &mut |node| {
                if let Node::Expr(expr) = node {
                    inside.push(expr);
                }
            });
            if let Some(Expr { kind: ExprKind::Const(value), .. }) = self.reduced(expr)
                && !leaves.iter().any(|(known, _)| known == expr)
            {
                leaves.push((expr.clone(), value));
            }
        });
        leaves
    }

    /// Finds the effect of modifiers on a result. The value without modifiers replaces the result in the body and is
    /// returned, together with the type of the operand and the original value, in which a marker represents the value
    /// without modifiers.
    fn result(&self, operand: usize, body: &mut [Stmt]) -> Option<(Expr, (Type, Expr))> {
        let is_write = |stmt: &Stmt| matches!(stmt, Stmt::WriteOperand(of, ..) if *of == operand);
        let mut writes = 0;
        walk(body, &mut |node| writes += usize::from(matches!(node, Node::Stmt(stmt) if is_write(stmt))));
        let at = body.iter().position(is_write).filter(|_| writes == 1)?;
        let Stmt::WriteOperand(_, None, value) = &body[at] else { return None };
        if value.ty == Type::Bool || value.ty.bits() > 64 || self.operands[operand].ty == OperandType::Mask {
            return None;
        }
        let ty = value.ty;
        let (at, value) = match value.kind {
            ExprKind::Local(local) => (only_set(body, local)?, local),
            _ => (at, OPAQUE),
        };
        let whole = match &body[at] {
            Stmt::Set(_, whole) | Stmt::WriteOperand(_, _, whole) => whole.clone(),
            _ => return None,
        };
        let (core, after) = self.peeled(&whole, operand)?;
        if core.ty.bits() > ty.bits() || core.ty == Type::Bool {
            return None;
        }
        body[at] = match value {
            OPAQUE => Stmt::WriteOperand(operand, None, embedded(ty, core.clone())),
            local => Stmt::Set(local, embedded(ty, core.clone())),
        };
        let hole = low_bits(core.ty, &Expr { ty, kind: ExprKind::Raw(SCRATCH, None) });
        let marker = Expr { ty: core.ty, kind: ExprKind::Local(OPAQUE) };
        let after = replaced_in(&after, &marker, &hole);
        Some((whole, (ty, after)))
    }

    /// The value that modifiers are applied to inside an expression, and the expression with a marker in its place.
    fn peeled(&self, expr: &Expr, operand: usize) -> Option<(Expr, Expr)> {
        let ty = expr.ty;
        if !names_field(expr) {
            return None;
        }
        match &expr.kind {
            ExprKind::Bitcast(a) => {
                let (core, after) = self.peeled(a, operand)?;
                Some((core, Expr { ty, kind: ExprKind::Bitcast(after.into()) }))
            }
            ExprKind::Resize(a) if is_widening(ty, a.ty) => {
                let (core, after) = self.peeled(a, operand)?;
                Some((core, Expr { ty, kind: ExprKind::Resize(after.into()) }))
            }
            ExprKind::Call(function, list) => {
                let mut inner = list.iter().enumerate().filter(|(_, a)| !self.is_uniform(a, operand));
                let (at, value) = inner.next().filter(|_| inner.next().is_none())?;
                let with = |value: Expr| {
                    let mut list = list.clone();
                    list[at] = value;
                    Expr { ty, kind: ExprKind::Call(*function, list) }
                };
                let marker = Expr { ty: value.ty, kind: ExprKind::Local(OPAQUE) };
                if self.reduced(&with(marker.clone())).is_some_and(|e| is_marker(&e)) {
                    return match self.peeled(value, operand) {
                        Some((core, after)) => Some((core, with(after))),
                        None if names_field(value) => None,
                        None => Some((value.clone(), with(marker))),
                    };
                }
                self.peeled(&inlined(&self.cx.model.functions[*function], list)?, operand)
            }
            _ => None,
        }
    }

    /// Whether an argument is the same in all lanes, or is the old value of a result.
    fn is_uniform(&self, expr: &Expr, operand: usize) -> bool {
        let mut is = true;
        walk_expr(expr, &mut |node| match node {
            Node::Expr(Expr { kind: ExprKind::Raw(of, None), .. }) => is &= *of == operand,
            Node::Expr(Expr { kind: ExprKind::State(register, _), .. }) => {
                let register = &self.cx.model.registers[*register];
                is &= !register.mask && !register.per_lane;
            }
            Node::Expr(Expr { kind: ExprKind::Const(_) | ExprKind::Field(_) | ExprKind::Version, .. }) => {}
            Node::Expr(Expr { kind: ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Slice(..), .. }) => {}
            Node::Expr(Expr { kind: ExprKind::Resize(_) | ExprKind::Bitcast(_), .. }) => {}
            _ => is = false,
        });
        is
    }

    fn result_view(&self, operand: usize, whole: &Expr, after: Expr) -> View {
        let width = after.ty.bits();
        let write = Stmt::WriteOperand(operand, None, after);
        let mut view = self.with_scratch(operand, width, vec![write]);
        view.neutral = self.leaves(whole);
        view
    }

    /// A view whose program has only an operand and [`SCRATCH`].
    fn with_scratch(&self, operand: usize, width: u32, body: Vec<Stmt>) -> View {
        let mut program = Program { body, locals: Vec::new(), ..self.program.clone() };
        program.uniform.resize(SCRATCH, false);
        program.uniform.push(false);
        program.vector.resize(SCRATCH, false);
        program.vector.push(true);
        program.effects.writes.clear();
        View { operand, width, program, neutral: Vec::new() }
    }
}

/// The operands of a view: those of the instruction, and [`SCRATCH`].
pub(super) fn operands_of(operands: &[Operand], view: &View, is_mask: bool) -> Vec<Operand> {
    let mut all = operands.to_vec();
    let mut scratch = operands[view.operand].clone();
    if is_mask {
        scratch.ty = OperandType::Mask;
    }
    all.resize(SCRATCH, scratch.clone());
    all.push(scratch);
    all
}

/// Position of the only outermost statement that sets a local, if exactly one other statement names the local.
fn only_set(body: &[Stmt], local: usize) -> Option<usize> {
    let at = body.iter().position(|stmt| matches!(stmt, Stmt::Set(to, _) if *to == local))?;
    let mut named = 0;
    walk(body, &mut |node| {
        named += match node {
            Node::Expr(Expr { kind: ExprKind::Local(of), .. }) | Node::Stmt(Stmt::Set(of, _)) if *of == local => 1,
            Node::Stmt(Stmt::SetBits(of, ..)) if *of == local => 2,
            _ => 0,
        };
    });
    (named == 2).then_some(at)
}

/// The low bits of a value as another type.
fn low_bits(ty: Type, value: &Expr) -> Expr {
    if value.ty == ty {
        return value.clone();
    }
    let bits = ty.bits();
    let slice = match bits < value.ty.bits() {
        true => {
            let low = Expr { ty: Type::u(32), kind: ExprKind::Const(0) };
            Expr { ty: Type::u(bits), kind: ExprKind::Slice(value.clone().into(), low.into()) }
        }
        false => value.clone(),
    };
    if slice.ty == ty { slice } else { Expr { ty, kind: ExprKind::Bitcast(slice.into()) } }
}

/// A value in the low bits of another type.
fn embedded(ty: Type, value: Expr) -> Expr {
    if value.ty == ty {
        return value;
    }
    let plain = Type::u(value.ty.bits());
    let bits = if value.ty == plain { value } else { Expr { ty: plain, kind: ExprKind::Bitcast(value.into()) } };
    if bits.ty == ty { bits } else { Expr { ty, kind: ExprKind::Resize(bits.into()) } }
}

/// Replaces an expression in statements.
fn replaced(stmts: &[Stmt], old: &Expr, new: &Expr) -> Vec<Stmt> {
    rebuilt_stmts(stmts, &|local| local, &|e| replaced_in(e, old, new))
}

fn replaced_in(expr: &Expr, old: &Expr, new: &Expr) -> Expr {
    let leaf = |kind: &ExprKind| (*kind == old.kind).then(|| new.kind.clone());
    rebuilt(expr, &leaf, &|stmts| replaced(stmts, old, new))
}

fn names_field(expr: &Expr) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |node| found |= matches!(node, Node::Expr(Expr { kind: ExprKind::Field(_), .. })));
    found
}

fn has_field(body: &[Stmt]) -> bool {
    let mut found = false;
    walk(body, &mut |node| found |= matches!(node, Node::Expr(Expr { kind: ExprKind::Field(_), .. })));
    found
}

/// Whether an expression names an operand or a local.
fn names_values(expr: &Expr) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |node| {
        found |= matches!(node, Node::Stmt(_))
            || matches!(
                node,
                Node::Expr(Expr { kind: ExprKind::Raw(..) | ExprKind::Local(_) | ExprKind::Map(..), .. })
            );
    });
    found
}

fn is_of_fields(expr: &Expr) -> bool {
    let mut is = names_field(expr);
    walk_expr(expr, &mut |node| match node {
        Node::Expr(Expr { kind: ExprKind::Field(_) | ExprKind::Const(_) | ExprKind::Slice(..), .. }) => {}
        Node::Expr(Expr { kind: ExprKind::Resize(_) | ExprKind::Bitcast(_), .. }) => {}
        _ => is = false,
    });
    is
}

fn reads(body: &[Stmt], operand: usize) -> bool {
    let mut found = false;
    walk(body, &mut |node| {
        found |= matches!(node, Node::Expr(Expr { kind: ExprKind::Raw(of, _), .. }) if *of == operand);
    });
    found
}
