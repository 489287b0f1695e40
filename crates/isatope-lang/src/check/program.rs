//! Builds programs: a body whose operands pass through the views of a format.

use super::Cx;
use super::body::{Body, OperandSlot};
use super::fold::{rewrite, substitute};
use super::raw::{bool_const, from_raw, raw_type, to_raw};
use crate::ast::{Block, Inst as Tree, Stmt as TreeStmt};
use crate::example;
use crate::model::{Builtin, Effects, Expr, ExprKind, OperandType, Program, Scope, Slot, Stmt, Type};
use crate::span::Error;

/// An operand as declared, before a body determines its use.
#[derive(Clone)]
pub(super) struct Declared {
    pub name: String,
    pub ty: OperandType,
    pub view: String,
    pub also: Option<(u32, usize)>,
}

/// A program, with the read and written operands.
pub(super) struct Elaborated {
    pub program: Program,
    pub read: Vec<bool>,
    pub written: Vec<bool>,
}

impl Cx {
    /// Builds the meaning of an instruction for one format and version.
    pub(super) fn program(
        &mut self,
        tree: &Tree,
        operands: &[Declared],
        format: usize,
        version: usize,
    ) -> Option<Elaborated> {
        let (lane, block) = tree.body.as_ref()?;
        let block = &*self.with_refined(tree, block)?;
        let scope = if *lane { Scope::Lane } else { Scope::Wave };
        let sources = self.source_numbers(format, version);
        let before = self.errors.len();
        let mut slots = Vec::new();
        for (i, d) in operands.iter().enumerate() {
            let view = match d.ty {
                OperandType::Mask => None,
                OperandType::Plain(ty) => {
                    let mut raw = Expr { ty: raw_type(ty), kind: ExprKind::Raw(i, None) };
                    let source = sources.get(i).copied().flatten();
                    if let Some(fetch) = self.layer(format, version, ty, false) {
                        let fetch = self.own_fields(fetch, format, version, source);
                        raw = substitute(&fetch, &raw, source.unwrap_or(0), None);
                    }
                    Some(match self.view(format, version, d, false) {
                        Some(view) => {
                            let view = self.own_fields(view, format, version, source);
                            substitute(&view, &raw, source.unwrap_or(0), None)
                        }
                        None => from_raw(raw, ty),
                    })
                }
            };
            slots.push(OperandSlot {
                name: d.name.clone(),
                ty: d.ty,
                input: None,
                output: None,
                wrote: None,
                read: false,
                view,
            });
        }
        let mut body = Body::new(self, scope);
        body.operands = slots;
        body.format = Some(format);
        // Results exist from the start, because a body may use a part of a result before it assigns it.
        for (i, d) in operands.iter().enumerate() {
            if assigns(block, &d.name) {
                let ty = body.body_type(d.ty);
                body.output(i, ty);
                if !always_assigns(block, &d.name) {
                    let wrote = body.local(&format!("{}_written", d.name), Type::Bool);
                    body.operands[i].wrote = Some(wrote);
                }
            }
        }
        let stmts = body.block(block);
        if body.cx.errors.len() > before {
            return None;
        }
        let mut program = Vec::new();
        for (i, slot) in body.operands.iter().enumerate() {
            let raw_mask = Expr { ty: body.body_type(slot.ty), kind: ExprKind::Raw(i, None) };
            if let Some(wrote) = slot.wrote {
                program.push(Stmt::Set(wrote, bool_const(false)));
            }
            let value = match slot.ty {
                OperandType::Mask => raw_mask,
                OperandType::Plain(ty) => match (slot.input, &slot.view) {
                    (Some(_), Some(view)) => view.clone(),
                    _ => from_raw(Expr { ty: raw_type(ty), kind: ExprKind::Raw(i, None) }, ty),
                },
            };
            // A result that the body reads, or may not assign, starts as the old value of the destination.
            if let Some(input) = slot.input {
                program.push(Stmt::Set(input, value));
            } else if let Some(output) = slot.output.filter(|_| slot.read || slot.wrote.is_some()) {
                program.push(Stmt::Set(output, value));
            }
        }
        program.extend(stmts);
        let active = body.cx.model.formats[format].active.iter();
        let active: Vec<Expr> =
            active.filter(|(v, _)| scope == Scope::Lane && v.contains(version)).map(|(_, e)| e.clone()).collect();
        let read = body.operands.iter().map(|o| o.read).collect();
        let written: Vec<bool> = operands
            .iter()
            .map(|d| assigns(block, &d.name) || writes_lane(block, &d.name) || writes_word(block, &d.name))
            .collect();
        let results = body.results(operands, format, version);
        program.extend(results);
        for condition in active {
            program = vec![Stmt::If(condition, program, Vec::new())];
        }
        let (locals, effects): (Vec<_>, Effects) =
            (std::mem::take(&mut body.locals), std::mem::take(&mut body.effects));
        let effects = view_effects(self, &program, effects);
        self.check_calls(&tree.name, scope, &effects);
        let versions = crate::model::VersionSet(1 << version);
        // The possible registers of operands are determined after all versions are known.
        let (uniform, vector) = (Vec::new(), Vec::new());
        let program = Program { format, versions, scope, locals, body: program, effects, uniform, vector };
        Some(Elaborated { program, read, written })
    }

    /// View of an operand in a format and version, if the format has one for its type.
    fn view(&self, format: usize, version: usize, d: &Declared, output: bool) -> Option<Expr> {
        let find = |name: &str| {
            self.model.formats[format]
                .views
                .iter()
                .find(|v| v.ty == d.ty && v.name == name && v.output == output && v.versions.contains(version))
                .map(|v| v.expr.clone())
        };
        // A named view that exists in only one direction has the default view in the other.
        find(&d.view).or_else(|| find(""))
    }

    /// Conversion of raw bits below the view of an operand of this type.
    fn layer(&self, format: usize, version: usize, ty: Type, store: bool) -> Option<Expr> {
        let raw = raw_type(ty);
        let mut layers = self.model.formats[format].layers.iter();
        let layer = layers.find(|l| l.raw == raw && l.store == store && l.versions.contains(version))?;
        let is_float = ty.element().is_float();
        Some(rewrite(&layer.expr, &|e| matches!(e.kind, ExprKind::IsFloat).then(|| bool_const(is_float))))
    }

    /// Replaces field names in a view with those of its operand: `swizzle` becomes `swizzle1` for source 1, and 0 if
    /// the format lacks that field.
    fn own_fields(&self, view: Expr, format: usize, version: usize, source: Option<u32>) -> Expr {
        let fields = |format: usize| self.model.formats[format].layouts[version].iter().flat_map(|l| &l.fields);
        let has = |name: &str| fields(format).any(|f| f.name == name);
        // A format that runs as this one has its own fields.
        let runs_here = |other: usize| self.model.formats[other].runs_as == format;
        let known = |name: &str| {
            (0..self.model.formats.len()).any(|other| runs_here(other) && fields(other).any(|f| f.name == name))
        };
        rewrite(&view, &|e| match &e.kind {
            ExprKind::Field(name) if !has(name) => {
                match source.map(|n| format!("{name}{n}")).filter(|name| has(name)) {
                    Some(own) => Some(Expr { ty: e.ty, kind: ExprKind::Field(own) }),
                    None => (!known(name)).then_some(Expr { ty: e.ty, kind: ExprKind::Const(0) }),
                }
            }
            _ => None,
        })
    }

    /// The number at the end of each slot's field name.
    fn source_numbers(&self, format: usize, version: usize) -> Vec<Option<u32>> {
        let Some(layout) = &self.model.formats[format].layouts[version] else { return Vec::new() };
        let number = |slot: &Slot| match slot {
            Slot::Field(i) => {
                let name = &layout.fields[*i].name;
                name[name.trim_end_matches(|c: char| c.is_ascii_digit()).len()..].parse().ok()
            }
            Slot::Register(_) => None,
        };
        layout.slots.iter().map(number).collect()
    }
}

impl Body<'_> {
    /// Writes of the results through their output views. All values are computed before the first write.
    fn results(&mut self, operands: &[Declared], format: usize, version: usize) -> Vec<Stmt> {
        let mut values = Vec::new();
        let mut writes = Vec::new();
        for (i, d) in operands.iter().enumerate() {
            let Some(output) = self.operands[i].output else { continue };
            let ty = self.body_type(d.ty);
            let result = Expr { ty, kind: ExprKind::Local(output) };
            let value = match d.ty {
                OperandType::Mask => result,
                OperandType::Plain(plain) => {
                    let raw = Expr { ty: raw_type(plain), kind: ExprKind::Raw(i, None) };
                    let value = match self.cx.view(format, version, d, true) {
                        Some(view) => substitute(&view, &raw, 0, Some(&result)),
                        None => to_raw(result),
                    };
                    match self.cx.layer(format, version, plain, true) {
                        Some(store) => substitute(&store, &raw, 0, Some(&value)),
                        None => value,
                    }
                }
            };
            let name = format!("{}_bits", d.name);
            let bits = self.local(&name, value.ty);
            let write = Stmt::WriteOperand(i, None, Expr { ty: value.ty, kind: ExprKind::Local(bits) });
            let set = Stmt::Set(bits, value);
            match self.operands[i].wrote {
                None => {
                    values.push(set);
                    writes.push(write);
                }
                Some(wrote) => {
                    let condition = Expr { ty: Type::Bool, kind: ExprKind::Local(wrote) };
                    values.push(Stmt::If(condition.clone(), vec![set], Vec::new()));
                    writes.push(Stmt::If(condition, vec![write], Vec::new()));
                }
            }
        }
        values.extend(writes);
        values
    }
}

/// Whether a block contains an assignment to a name, other than `name@lane`.
pub(super) fn assigns(block: &Block, name: &str) -> bool {
    any_stmt(block, &|s| matches!(s, TreeStmt::Assign { place, .. } if base_name(place) == Some(name)))
}

/// Whether a block writes a name in a given lane.
fn writes_lane(block: &Block, name: &str) -> bool {
    use crate::ast::ExprKind as Tree;
    any_stmt(block, &|s| match s {
        TreeStmt::Assign { place, .. } => match &*place.kind {
            Tree::At(inner, _) => matches!(&*inner.kind, Tree::Name(n) if n == name),
            _ => false,
        },
        _ => false,
    })
}

/// Whether a block writes words of a name: `name.word(n) = …`, `name.words(n, count) = …`.
fn writes_word(block: &Block, name: &str) -> bool {
    use crate::ast::ExprKind as Tree;
    any_stmt(block, &|s| match s {
        TreeStmt::Assign { place, .. } => match &*place.kind {
            Tree::Call(called, _) => {
                matches!(called.text.split_once('.'), Some((base, "word" | "words")) if base == name)
            }
            _ => false,
        },
        _ => false,
    })
}

pub(super) fn any_stmt(block: &Block, f: &impl Fn(&TreeStmt) -> bool) -> bool {
    use crate::ast::ExprKind as Tree;
    block.stmts.iter().any(|s| {
        f(s) || match s {
            TreeStmt::For { body, .. } | TreeStmt::Refined { body, .. } => any_stmt(body, f),
            TreeStmt::Expr(e) => match &*e.kind {
                Tree::If(_, then, otherwise) => any_stmt(then, f) || otherwise.as_ref().is_some_and(|b| any_stmt(b, f)),
                Tree::Match(tree) => tree.blocks().any(|block| any_stmt(block, f)),
                _ => false,
            },
            _ => false,
        }
    })
}

/// Whether every path through a block assigns the whole of a name.
fn always_assigns(block: &Block, name: &str) -> bool {
    use crate::ast::ExprKind as Tree;
    block.stmts.iter().any(|s| match s {
        TreeStmt::Assign { place, .. } => matches!(&*place.kind, Tree::Name(n) if n == name),
        TreeStmt::For { body, .. } | TreeStmt::Refined { body, .. } => always_assigns(body, name),
        TreeStmt::Expr(e) => match &*e.kind {
            Tree::If(_, then, Some(otherwise)) => always_assigns(then, name) && always_assigns(otherwise, name),
            // It covers every value, so one of its blocks runs.
            Tree::Match(tree) => tree.blocks().all(|block| always_assigns(block, name)),
            _ => false,
        },
        TreeStmt::Let { .. } => false,
    })
}

/// The variable that an assignment changes, wholly or in part.
fn base_name(place: &crate::ast::Expr) -> Option<&str> {
    use crate::ast::ExprKind as Tree;
    match &*place.kind {
        Tree::Name(n) => Some(n),
        Tree::Bit(inner, _) | Tree::Slice(inner, _, _) | Tree::Window(inner, _, _) => base_name(inner),
        _ => None,
    }
}

/// Adds the effects of functions in views to those of the body.
fn view_effects(cx: &Cx, body: &[Stmt], mut effects: Effects) -> Effects {
    walk(body, &mut |e| match &e.kind {
        ExprKind::Call(f, _) => effects.add(&cx.effects[*f]),
        ExprKind::State(r, _) => effects.add(&Effects { reads: vec![*r], ..Effects::default() }),
        ExprKind::Builtin(Builtin::Operation(i, o), _) => {
            effects.add(&Effects { calls: vec![(*i, *o)], ..Effects::default() });
        }
        _ => {}
    });
    effects.reads.sort_unstable();
    effects.writes.sort_unstable();
    effects
}

/// Visits every expression of a program.
pub(super) fn walk(body: &[Stmt], f: &mut impl FnMut(&Expr)) {
    for stmt in body {
        match stmt {
            Stmt::Set(_, e) | Stmt::WriteOperand(_, None, e) | Stmt::WriteState(_, _, e) => walk_expr(e, f),
            Stmt::SetBits(_, a, _, b) | Stmt::WriteOperand(_, Some(a), b) => {
                walk_expr(a, f);
                walk_expr(b, f);
            }
            Stmt::If(c, a, b) => {
                walk_expr(c, f);
                walk(a, f);
                walk(b, f);
            }
            Stmt::Effect(_, args) | Stmt::Call(_, args) => args.iter().for_each(|e| walk_expr(e, f)),
        }
    }
}

fn walk_expr(e: &Expr, f: &mut impl FnMut(&Expr)) {
    f(e);
    match &e.kind {
        ExprKind::Raw(_, Some(a)) | ExprKind::Unary(_, a) | ExprKind::Resize(a) | ExprKind::Bitcast(a) => {
            walk_expr(a, f)
        }
        ExprKind::Binary(_, a, b) | ExprKind::Slice(a, b) => {
            walk_expr(a, f);
            walk_expr(b, f);
        }
        ExprKind::Concat(args) | ExprKind::Call(_, args) | ExprKind::Builtin(_, args) => {
            args.iter().for_each(|e| walk_expr(e, f))
        }
        ExprKind::Map(sources, each) => {
            sources.iter().for_each(|e| walk_expr(e, f));
            walk_expr(each, f);
        }
        ExprKind::If(c, first, a, second, b) => {
            walk_expr(c, f);
            walk(first, f);
            walk_expr(a, f);
            walk(second, f);
            walk_expr(b, f);
        }
        _ => {}
    }
}

/// Whether an expression depends on the lane for which it is evaluated.
pub(super) fn depends_on_lane(e: &Expr) -> bool {
    let mut found = false;
    walk_expr(e, &mut |e| found |= matches!(e.kind, ExprKind::Lane));
    found
}

/// Number of calls that a function makes, including itself and the calls of its callees.
pub(super) fn count_calls(body: &[Stmt], value: Option<&Expr>, known: &[usize]) -> usize {
    let mut calls = 1usize;
    let mut count = |e: &Expr| match &e.kind {
        ExprKind::Call(f, _) => calls = calls.saturating_add(known[*f]),
        // The element expression of a vector is evaluated for each element. It is one operation or one call.
        ExprKind::Map(_, each) => {
            if let (ExprKind::Call(f, _), Some((elements, _))) = (&each.kind, e.ty.elements()) {
                calls = calls.saturating_add(known[*f].saturating_mul(elements as usize - 1));
            }
        }
        _ => {}
    };
    walk(body, &mut count);
    if let Some(value) = value {
        walk_expr(value, &mut count);
    }
    calls.saturating_add(count_procedures(body, known))
}

/// Counts calls that are statements.
fn count_procedures(body: &[Stmt], known: &[usize]) -> usize {
    let of = |stmt: &Stmt| match stmt {
        Stmt::Call(f, _) => known[*f],
        Stmt::If(_, yes, no) => count_procedures(yes, known).saturating_add(count_procedures(no, known)),
        _ => 0,
    };
    body.iter().map(of).fold(0, usize::saturating_add)
}

/// Runs every example of every instruction in the evaluator, in each version that has the instruction.
pub(super) fn examples(cx: &mut Cx) {
    let mut errors = Vec::new();
    for inst in &cx.model.insts {
        for example in &inst.examples {
            for program in inst.programs.iter().filter(|p| example.format.is_none_or(|format| p.format == format)) {
                let wrong = program.versions.and(example.versions).iter().find_map(|version| {
                    let message = example::run(&cx.model, inst, program, version, example).err()?;
                    let name = &cx.model.versions[version].name;
                    Some(Error::new(example.span, format!("this example does not hold in {name}: {message}")))
                });
                if let Some(error) = wrong {
                    errors.push(error);
                    break;
                }
            }
        }
    }
    cx.errors.append(&mut errors);
}
