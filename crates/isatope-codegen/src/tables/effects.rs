//! Reads and writes of each form in each version.

use std::collections::HashMap;
use std::ptr;

use isatope_lang::access::{Access, Place, When};
use isatope_lang::{Binary, CodeKind, Expr, ExprKind, Idle, Inst, Layout, Model, OperandType, Program, Scope, Slot};

use super::pool::Pool;
use super::{Tables, id, rows, scatter, slice};
use crate::lanes::{Node, walk, walk_expr};

impl Tables<'_> {
    /// Reads and writes of form `n` of an instruction in a version, and the number of masks that it reads implicitly.
    pub(super) fn effects(&mut self, inst: &Inst, n: usize, version: usize, layout: &Layout) -> (String, usize) {
        let (model, pool) = (self.model, self.pool);
        let touched = self.accesses.of(inst, n, version);
        let per_lane = inst.program(n, version).is_some_and(|p| p.scope == Scope::Lane);
        let mask = |access: &&Access| match access.place {
            Place::Register(r) => {
                let named = layout.slots.contains(&Slot::Register(r));
                model.registers[r].mask && !access.read.is_empty() && !named && model.active_mask() != Some(r)
            }
            _ => false,
        };
        let number = |access: &Access| match access.place {
            Place::Register(r) => r,
            _ => usize::MAX,
        };
        let masks = touched.iter().filter(mask).filter(|_| per_lane).map(number);
        let masks: Vec<_> = masks.collect();
        let touches = pool.list("Touch", together(&touched).iter().map(|(access, count)| touch(pool, access, *count)));
        let idle = inst.program(n, version).map_or(0, |program| idle(inst, program, layout));
        let masked = pool.list("RegisterId", masks.iter().map(|&register| id("RegisterId", register)));
        let bits = super::masks::masks(model, pool, inst.program(n, version));
        let row = format!("f({touches}, {masked}, {per_lane}, {idle:#x}, {bits})");
        (pool.shared("Effects", row), masks.len())
    }

    /// Reads of each computed value, in the order of [`rows::values`].
    pub(super) fn computed(&mut self) -> String {
        let model: &Model = self.model;
        let mut found: Vec<(String, String)> = Vec::new();
        for code in model.classes.iter().flat_map(|c| &c.codes) {
            if let (CodeKind::Value(expr), Some(name)) = (&code.kind, code.names.first())
                && !found.iter().any(|(known, _)| known == name)
            {
                let reads = self.accesses.of_value(expr);
                found.push((name.clone(), self.pool.list("Place", reads.iter().map(|&place| place_row(place, 1)))));
            }
        }
        debug_assert!(found.iter().map(|(name, _)| name).eq(&rows::values(model)));
        slice(found.into_iter().map(|(_, reads)| reads))
    }
}

/// The bits of an `idle` line of the format that a program of the instruction does not read. Setting them has no
/// effect.
pub fn idle(inst: &Inst, program: &Program, layout: &Layout) -> u64 {
    if layout.idle.is_empty() {
        return 0;
    }
    let mut read: HashMap<&str, u64> = HashMap::new();
    // Expressions that do not count as reads, such as the field that a bit is taken from. A node is visited before its
    // children, so an expression is added before it is visited.
    let mut parts: Vec<*const Expr> = Vec::new();
    walk(&program.body, &mut |node| {
        let Node::Expr(expr) = node else { return };
        match &expr.kind {
            _ if parts.contains(&ptr::from_ref(expr)) => {}
            // An expression that is always false reads nothing, for example the sign extension of a float.
            ExprKind::Binary(Binary::And | Binary::AndAlso, a, b)
                if [a, b].iter().any(|side| side.kind == ExprKind::Const(0)) =>
            {
                let mut add = |node: Node<'_>| {
                    if let Node::Expr(part) = node {
                        parts.push(ptr::from_ref(part));
                    }
                };
                walk_expr(a, &mut add);
                walk_expr(b, &mut add);
            }
            ExprKind::Slice(of, at) => {
                if let (ExprKind::Field(name), ExprKind::Const(low)) = (&of.kind, &at.kind) {
                    let ones = u64::MAX >> (64 - expr.ty.bits().clamp(1, 64));
                    *read.entry(name).or_default() |= ones.checked_shl(*low as u32).unwrap_or(0);
                    parts.push(&raw const **of);
                }
            }
            ExprKind::Field(name) => {
                read.insert(name, u64::MAX);
            }
            _ => {}
        }
    });
    let is_float = |ty| matches!(ty, OperandType::Plain(ty) if ty.element().is_float());
    let float = inst.operands.iter().any(|operand| is_float(operand.ty));
    let unread = |idle: &Idle| {
        if idle.without_float && float {
            return 0;
        }
        let field = &layout.fields[idle.field];
        let read = read.get(field.name.as_str()).copied().unwrap_or(0);
        scatter(&field.pieces, !read & u64::MAX >> (64 - field.bits.clamp(1, 64)))
    };
    layout.idle.iter().map(unread).fold(0, |all, bits| all | bits)
}

/// Accesses, each with the number of consecutive ones that have the same properties.
fn together(touched: &[Access]) -> Vec<(Access, usize)> {
    let mut found: Vec<(Access, usize)> = Vec::new();
    for access in touched {
        if let Some((last, count)) = found.last_mut() {
            let next = match last.place {
                Place::Word(operand, word) => Some(Place::Word(operand, word + *count as u32)),
                Place::Numbered(file, number) => Some(Place::Numbered(file, number + *count as u32)),
                _ => None,
            };
            let alike = (&last.read, &last.written, &last.always) == (&access.read, &access.written, &access.always);
            if next == Some(access.place) && alike && *count < 255 {
                *count += 1;
                continue;
            }
        }
        found.push((access.clone(), 1));
    }
    found
}

fn touch(pool: &Pool, access: &Access, count: usize) -> String {
    let when = |patterns: &When| {
        pool.list("Pattern", patterns.iter().map(|(mask, value)| format!("p({mask:#x}, {value:#x})")))
    };
    let place = place_row(access.place, count);
    format!("t({place}, {}, {}, {})", when(&access.read), when(&access.written), when(&access.always))
}

fn place_row(place: Place, count: usize) -> String {
    match place {
        Place::Word(operand, first) => {
            format!("Place::Words {{ operand: {operand}, first: {first}, count: {count} }}")
        }
        Place::AnyWord(operand) => format!("Place::AnyWord {{ operand: {operand} }}"),
        Place::Numbered(file, first) => {
            format!("Place::Registers {{ file: {}, first: {first}, count: {count} }}", id("FileId", file))
        }
        Place::Any(file) => format!("Place::Any {{ file: {} }}", id("FileId", file)),
        Place::Register(register) => format!("Place::Register({})", id("RegisterId", register)),
        Place::Memory(memory) => format!("Place::Memory({memory})"),
        Place::Interface(interface) => format!("Place::Interface({interface})"),
    }
}
