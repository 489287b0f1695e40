//! Checks bodies: names in scope, statements, assignments.

use super::Cx;
use super::raw::{bool_const, to_raw, u32_const};
use crate::ast::{self, Block, ExprKind as Tree};
use crate::model::{Effects, Expr, ExprKind, Local, OperandType, RegisterPart, Scope, Stmt, Type};
use crate::span::{Error, Span};

/// Maximum number of statements after the loops of a body are unrolled.
const MAX_STATEMENTS: usize = 20_000;

/// The high and the low bit of a register part.
type BitRange = (u32, u32);

/// Meaning of a name.
#[derive(Clone)]
pub(super) enum Binding {
    Local { index: usize, mutable: bool },
    Const(u128),
}

/// An operand of the instruction whose body is being checked.
pub(super) struct OperandSlot {
    pub name: String,
    pub ty: OperandType,
    /// Local that contains the value read through the view; set at the first read.
    pub input: Option<usize>,
    /// Local that contains the assigned value.
    pub output: Option<usize>,
    /// Local that tells whether a value was assigned; `None` if that is certain.
    pub wrote: Option<usize>,
    /// Whether the body uses the value.
    pub read: bool,
    /// The expression that reads the value through its view; without a lane it means this lane.
    pub view: Option<Expr>,
}

/// A view that is being checked: its types.
pub(super) struct ViewScope {
    pub raw: Type,
    /// Type of `result`, in an output view.
    pub result: Option<Type>,
}

/// Checker of one body.
pub(super) struct Body<'a> {
    pub cx: &'a mut Cx,
    pub scope: Scope,
    pub locals: Vec<Local>,
    pub names: Vec<(String, Binding)>,
    pub operands: Vec<OperandSlot>,
    pub view: Option<ViewScope>,
    /// Whether this is a layer below the views, in which the type of the operand is unknown.
    pub layer: bool,
    /// Format whose plain fields are available as values.
    pub format: Option<usize>,
    pub effects: Effects,
    statements: usize,
}

impl<'a> Body<'a> {
    pub fn new(cx: &'a mut Cx, scope: Scope) -> Self {
        Self {
            cx,
            scope,
            locals: Vec::new(),
            names: Vec::new(),
            operands: Vec::new(),
            view: None,
            layer: false,
            format: None,
            effects: Effects::default(),
            statements: 0,
        }
    }

    pub fn enter_view(&mut self, format: usize, raw: Type, result: Option<Type>) {
        self.format = Some(format);
        self.view = Some(ViewScope { raw, result });
    }

    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.cx.error(span, message);
    }

    pub fn type_name(&self, ty: Type) -> String {
        self.cx.type_name(ty)
    }

    pub fn error_help(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.cx.errors.push(Error::new(span, message).help(help));
    }

    /// Creates a local that the body cannot name.
    pub fn local(&mut self, name: &str, ty: Type) -> usize {
        self.locals.push(Local { name: name.to_string(), ty });
        self.locals.len() - 1
    }

    /// Creates a local that the body can name.
    pub fn declare(&mut self, name: &str, ty: Type, mutable: bool) -> usize {
        let index = self.local(name, ty);
        self.names.push((name.to_string(), Binding::Local { index, mutable }));
        index
    }

    /// Checks statements. Records errors, and omits the wrong statements.
    pub fn block(&mut self, block: &Block) -> Vec<Stmt> {
        let depth = self.names.len();
        let mut out = Vec::new();
        for stmt in &block.stmts {
            self.stmt(stmt, &mut out);
        }
        self.names.truncate(depth);
        out
    }

    /// Checks statements that end in a value.
    pub fn value_block(&mut self, block: &Block, expected: Option<Type>) -> Option<(Vec<Stmt>, Expr)> {
        let depth = self.names.len();
        let mut out = Vec::new();
        let Some((ast::Stmt::Expr(last), first)) = block.stmts.split_last() else {
            self.error_help(block.span, "this block has no value", "the last line must be the value");
            return None;
        };
        for stmt in first {
            self.stmt(stmt, &mut out);
        }
        let value = self.expr(last, expected);
        self.names.truncate(depth);
        Some((out, value?))
    }

    fn stmt(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) {
        self.statements += 1;
        if self.statements >= MAX_STATEMENTS {
            return;
        }
        match stmt {
            ast::Stmt::Let { name, ty, value, mutable } => {
                let ty = match ty {
                    Some(ty) => match self.cx.ty(ty) {
                        Some(ty) => Some(ty),
                        None => return,
                    },
                    None => None,
                };
                let Some(value) = self.expr(value, ty) else {
                    // Avoids further errors that the name is unknown.
                    self.declare(&name.text, ty.unwrap_or(Type::u(32)), true);
                    return;
                };
                let index = self.declare(&name.text, value.ty, *mutable);
                out.push(Stmt::Set(index, value));
            }
            ast::Stmt::Assign { place, value } => self.assign(place, value, out),
            ast::Stmt::For { name, first, last, body } => {
                let (Some(a), Some(b)) = (self.constant(first), self.constant(last)) else { return };
                for i in a..b {
                    self.statements += 1;
                    let depth = self.names.len();
                    self.names.push((name.text.clone(), Binding::Const(i)));
                    out.extend(self.block(body));
                    self.names.truncate(depth);
                    if self.statements >= MAX_STATEMENTS {
                        self.error(
                            name.span,
                            format!("the loops of this body expand to more than {MAX_STATEMENTS} statements"),
                        );
                        return;
                    }
                }
            }
            ast::Stmt::Expr(expr) => self.effect(expr, out),
            ast::Stmt::Refined { given, body } => self.refined(given, body, out),
        }
    }

    /// Checks an expression that is used as a statement.
    fn effect(&mut self, expr: &ast::Expr, out: &mut Vec<Stmt>) {
        match &*expr.kind {
            Tree::If(condition, then, otherwise) => {
                let Some(condition) = self.expr(condition, Some(Type::Bool)) else { return };
                let then = self.block(then);
                let otherwise = otherwise.as_ref().map_or(Vec::new(), |b| self.block(b));
                match condition.kind {
                    ExprKind::Const(0) => out.extend(otherwise),
                    ExprKind::Const(_) => out.extend(then),
                    _ => out.push(Stmt::If(condition, then, otherwise)),
                }
            }
            Tree::Match(tree) => self.match_statement(tree, expr.span, out),
            Tree::Call(name, arguments) => {
                if self.effect_builtin(name, arguments, out) {
                    return;
                }
                let procedure = self.cx.functions.get(&name.text).copied();
                match procedure.filter(|&f| self.cx.model.functions[f].result.is_none()) {
                    Some(f) => {
                        if let Some(arguments) = self.arguments(f, arguments, expr.span) {
                            self.add_effects(f);
                            out.push(Stmt::Call(f, arguments));
                        }
                    }
                    None => self.error(expr.span, "the value of this call is not used"),
                }
            }
            Tree::Request(name, members) => match self.request(name, members) {
                Some((builtin, values, None)) => out.push(Stmt::Effect(builtin, values)),
                Some(_) => self.error(name.span, "the value of this call is not used"),
                None => {}
            },
            Tree::At(call, lane) if matches!(&*call.kind, Tree::Call(..) | Tree::Request(..)) => {
                self.call_at(call, lane, out);
            }
            _ => self.error_help(
                expr.span,
                "this value is not used",
                "a statement assigns something, or is an `if`, a `match`, a `for` or a call",
            ),
        }
    }

    fn assign(&mut self, place: &ast::Expr, value: &ast::Expr, out: &mut Vec<Stmt>) {
        match &*place.kind {
            Tree::Name(name) => self.assign_name(name, place.span, value, out),
            Tree::At(inner, lane) => self.assign_lane(inner, lane, value, out),
            Tree::Call(name, arguments) if name.text.ends_with(".word") => {
                self.assign_word(name, arguments, value, out);
            }
            Tree::Call(name, arguments) if name.text.ends_with(".words") => {
                self.assign_words(name, arguments, value, out);
            }
            Tree::Bit(inner, index) => {
                let Some((local, ty)) = self.assigned_local(inner, out) else { return };
                if let Some((count, element)) = ty.elements() {
                    let Some(place) = self.element_place(index, count, element.bits()) else { return };
                    let Some(value) = self.expr(value, Some(element)) else { return };
                    let value = match element {
                        Type::Bool | Type::Int { signed: false, .. } => value,
                        _ => Expr { ty: Type::u(element.bits()), kind: ExprKind::Bitcast(Box::new(value)) },
                    };
                    out.push(Stmt::SetBits(local, place, element.bits(), value));
                    return;
                }
                let Some(index) = self.place(index, ty.bits(), 1) else { return };
                let Some(value) = self.expr(value, Some(Type::Bool)) else { return };
                out.push(Stmt::SetBits(local, index, 1, value));
            }
            Tree::Slice(inner, high, low) => {
                let Some((local, ty)) = self.assigned_bits(inner, out) else { return };
                let Some((low, width)) = self.slice_bounds(high, low, ty.bits()) else { return };
                let Some(value) = self.expr(value, Some(Type::u(width))) else { return };
                out.push(Stmt::SetBits(local, u32_const(low), width, value));
            }
            Tree::Window(inner, base, width) => {
                let Some((local, ty)) = self.assigned_bits(inner, out) else { return };
                let Some(width) = self.width(width, ty.bits()) else { return };
                let Some(base) = self.place(base, ty.bits(), width) else { return };
                let Some(value) = self.expr(value, Some(Type::u(width))) else { return };
                out.push(Stmt::SetBits(local, base, width, value));
            }
            _ => self.error_help(
                place.span,
                "this cannot be assigned",
                "a variable, an operand, state, or a part of a variable can",
            ),
        }
    }

    fn assign_name(&mut self, name: &str, span: Span, value: &ast::Expr, out: &mut Vec<Stmt>) {
        if let Some(binding) = self.lookup(name) {
            match binding {
                Binding::Local { index, mutable: true } => {
                    let ty = self.locals[index].ty;
                    if let Some(value) = self.expr(value, Some(ty)) {
                        out.push(Stmt::Set(index, value));
                    }
                }
                _ => {
                    self.error_help(span, format!("`{name}` is a constant"), "declare it with `var` to assign it again")
                }
            }
            return;
        }
        if let Some(i) = self.operands.iter().position(|o| o.name == name) {
            if self.too_wide(i, span) {
                return;
            }
            let ty = self.body_type(self.operands[i].ty);
            let Some(value) = self.expr(value, Some(ty)) else { return };
            let output = self.output(i, ty);
            out.push(Stmt::Set(output, value));
            out.extend(self.mark_written(i));
            return;
        }
        if let Some((register, part, ty)) = self.state(name) {
            self.own_register(register, span);
            let Some(value) = self.expr(value, Some(ty)) else { return };
            if !self.effects.writes.contains(&register) {
                self.effects.writes.push(register);
            }
            out.push(Stmt::WriteState(register, part, value));
            return;
        }
        self.unknown_name(name, span);
    }

    /// Checks `vdst@lane = value`, which is written immediately and without a view.
    fn assign_lane(&mut self, inner: &ast::Expr, lane: &ast::Expr, value: &ast::Expr, out: &mut Vec<Stmt>) {
        let Tree::Name(name) = &*inner.kind else {
            self.error(inner.span, "only an operand has a value in each lane");
            return;
        };
        let Some(i) = self.operands.iter().position(|o| o.name == *name) else {
            self.error(inner.span, format!("`{name}` is not an operand, and only operands have a value in each lane"));
            return;
        };
        let OperandType::Plain(ty) = self.operands[i].ty else {
            self.error(inner.span, "a mask has no lanes of its own: assign the mask");
            return;
        };
        let Some(lane) = self.expr(lane, Some(Type::u(32))) else { return };
        let Some(value) = self.expr(value, Some(ty)) else { return };
        out.push(Stmt::WriteOperand(i, Some(lane), to_raw(value)));
    }

    /// The variable or operand result of which a part is assigned.
    fn assigned_local(&mut self, inner: &ast::Expr, out: &mut Vec<Stmt>) -> Option<(usize, Type)> {
        let Tree::Name(name) = &*inner.kind else {
            self.error(inner.span, "only a part of a variable or an operand can be assigned");
            return None;
        };
        let index = match self.lookup(name) {
            Some(Binding::Local { index, mutable: true }) => index,
            Some(_) => {
                self.error_help(
                    inner.span,
                    format!("`{name}` is a constant"),
                    "declare it with `var` to assign it again",
                );
                return None;
            }
            None => match self.operands.iter().position(|o| o.name == *name) {
                Some(i) if self.too_wide(i, inner.span) => return None,
                Some(i) => {
                    let ty = self.body_type(self.operands[i].ty);
                    let output = self.output(i, ty);
                    out.extend(self.mark_written(i));
                    output
                }
                None => {
                    self.unknown_name(name, inner.span);
                    return None;
                }
            },
        };
        let ty = self.locals[index].ty;
        if !matches!(ty, Type::Int { .. }) && ty.elements().is_none() {
            self.error(inner.span, format!("`{name}` is a {}, and only bit-vectors have parts", self.type_name(ty)));
            return None;
        }
        Some((index, ty))
    }

    /// Like [`assigned_local`](Self::assigned_local), for an assignment to some bits.
    fn assigned_bits(&mut self, inner: &ast::Expr, out: &mut Vec<Stmt>) -> Option<(usize, Type)> {
        let (local, ty) = self.assigned_local(inner, out)?;
        if ty.elements().is_some() {
            self.error(inner.span, format!("a {} has elements: assign one of them", self.type_name(ty)));
            return None;
        }
        Some((local, ty))
    }

    /// Whether an operand is too wide to be a value; reports an error if it is.
    pub fn too_wide(&mut self, operand: usize, span: Span) -> bool {
        let slot = &self.operands[operand];
        let wide = matches!(slot.ty, OperandType::Plain(ty) if ty.bits() > 128);
        if wide {
            let help = format!("read and write its words: `{0}.word(n)`, `{0}.word(n) = value`", slot.name);
            self.error_help(span, "no value is wider than 128 bits", help);
        }
        wide
    }

    /// The local that collects the new value of an operand.
    pub fn output(&mut self, operand: usize, ty: Type) -> usize {
        if let Some(output) = self.operands[operand].output {
            return output;
        }
        let name = self.operands[operand].name.clone();
        let output = self.local(&name, ty);
        self.operands[operand].output = Some(output);
        output
    }

    fn mark_written(&mut self, operand: usize) -> Option<Stmt> {
        let wrote = self.operands[operand].wrote?;
        Some(Stmt::Set(wrote, bool_const(true)))
    }

    /// Type of an operand's value in a body with this scope.
    pub fn body_type(&self, ty: OperandType) -> Type {
        match ty {
            OperandType::Plain(ty) => ty,
            OperandType::Mask if self.scope == Scope::Lane => Type::Bool,
            OperandType::Mask => Type::u(64),
        }
    }

    pub fn lookup(&self, name: &str) -> Option<Binding> {
        self.names.iter().rev().find(|(n, _)| n == name).map(|(_, b)| b.clone())
    }

    /// A register or a named part of it: index, bits, and type in this body.
    pub fn state(&mut self, name: &str) -> Option<(usize, Option<BitRange>, Type)> {
        let (register, part) = match name.split_once('.') {
            Some((register, part)) => (register, Some(part)),
            None => (name, None),
        };
        let index = *self.cx.registers.get(register)?;
        let r = &self.cx.model.registers[index];
        match part {
            None if r.mask && self.scope == Scope::Lane => Some((index, None, Type::Bool)),
            None => Some((index, None, Type::u(r.bits))),
            Some(part) => {
                let &RegisterPart { high, low, .. } = r.fields.iter().find(|p| p.name == part)?;
                let ty = if high == low { Type::Bool } else { Type::u(high - low + 1) };
                Some((index, Some((high, low)), ty))
            }
        }
    }

    /// Reports an error if a per-lane register is used outside of a `lane` body.
    pub fn own_register(&mut self, register: usize, span: Span) {
        let r = &self.cx.model.registers[register];
        if r.per_lane && self.scope != Scope::Lane {
            let message = format!("each lane has its own `{}`: this belongs in a `lane` body", r.name);
            self.error(span, message);
        }
    }

    pub fn unknown_name(&mut self, name: &str, span: Span) {
        let mut known: Vec<String> = self.names.iter().map(|(n, _)| n.clone()).collect();
        known.extend(self.operands.iter().map(|o| o.name.clone()));
        known.extend(self.cx.registers.keys().cloned());
        for r in &self.cx.model.registers {
            known.extend(r.fields.iter().map(|p| format!("{}.{}", r.name, p.name)));
        }
        match self.enum_with(name) {
            Some(help) => self.error_help(span, format!("there is no value named `{name}`"), help),
            None => self.cx.unknown("value named", &ast::Name { text: name.to_string(), span }, known),
        }
    }

    /// Adds the effects of a called function.
    pub fn add_effects(&mut self, function: usize) {
        self.effects.add(&self.cx.effects[function]);
    }
}
