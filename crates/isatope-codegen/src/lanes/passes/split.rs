//! Splits values of more than 64 bits into 32-bit words, because vector units have no elements wider than 64 bits.
//!
//! Where an operand is named, the number [`word_of`]`(i, k)` means word `k` of operand `i`.

use std::collections::HashMap;

use isatope_lang::{Expr, ExprKind, Local, Operand, Stmt, Type};

use super::super::needs::{Node, walk, walk_expr};
use super::inline::rebuilt;

/// More than the maximum number of operands of an instruction.
const STEP: usize = 16;

/// The number that represents a word of an operand.
pub(in super::super) fn word_of(operand: usize, word: usize) -> usize {
    STEP * (word + 1) + operand
}

/// The operand and the word that such a number represents; `None` for the number of an operand.
pub(in super::super) fn word(number: usize) -> Option<(usize, usize)> {
    (number >= STEP).then(|| (number % STEP, number / STEP - 1))
}

/// Splits the wide locals whose uses are all by words.
pub(in super::super) fn split(
    stmts: Vec<Stmt>,
    locals: &mut Vec<Local>,
    operands: &[Operand],
    lanes: u32,
) -> Vec<Stmt> {
    let mut wide: Vec<usize> =
        (0..locals.len()).filter(|&l| locals[l].ty.bits() > 64 && is_plain(locals[l].ty)).collect();
    // If a local has to stay whole, the locals that are copied from or to it have to stay whole too.
    loop {
        let mut whole = Vec::new();
        let mut uses = Uses { wide: &wide, whole: &mut whole };
        uses.stmts(&stmts);
        if whole.is_empty() {
            break;
        }
        wide.retain(|local| !whole.contains(local));
    }
    if wide.is_empty() {
        return stmts;
    }
    let mut words = HashMap::new();
    for local in wide {
        let count = locals[local].ty.bits().div_ceil(32) as usize;
        let first = locals.len();
        for _ in 0..count {
            locals.push(Local { name: locals[local].name.clone(), ty: Type::u(32) });
        }
        words.insert(local, (first, count));
    }
    Splitter { words, operands, lanes }.stmts(&stmts)
}

fn is_plain(ty: Type) -> bool {
    matches!(ty, Type::Int { .. })
}

fn constant(expr: &Expr) -> Option<u128> {
    match expr.kind {
        ExprKind::Const(bits) => Some(bits),
        _ => None,
    }
}

/// The local that an expression consists of, ignoring conversions that do not change it, such as `u128(x)` of a 128-bit
/// local.
fn local(expr: &Expr) -> Option<usize> {
    match &expr.kind {
        ExprKind::Local(local) => Some(*local),
        ExprKind::Resize(of) | ExprKind::Bitcast(of) if of.ty.bits() == expr.ty.bits() => local(of),
        _ => None,
    }
}

/// A word or a smaller part of a local: the local, and its lowest bit.
fn part(expr: &Expr) -> Option<(usize, u128)> {
    let (of, low) = match &expr.kind {
        ExprKind::Slice(of, low) => (local(of)?, constant(low)?),
        ExprKind::Resize(of) if expr.ty.bits() <= 32 && of.ty.bits() > 64 => (local(of)?, 0),
        _ => return None,
    };
    (low / 32 == (low + u128::from(expr.ty.bits()) - 1) / 32).then_some((of, low))
}

/// Finds the locals that have to stay whole.
struct Uses<'a> {
    wide: &'a [usize],
    whole: &'a mut Vec<usize>,
}

impl Uses<'_> {
    fn is_wide(&self, local: usize) -> bool {
        self.wide.contains(&local)
    }

    fn keep(&mut self, local: usize) {
        if self.is_wide(local) && !self.whole.contains(&local) {
            self.whole.push(local);
        }
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match stmt {
                Stmt::Set(to, value) if self.is_wide(*to) => {
                    if self.is_splittable(value) && !mentions(value, *to) {
                        self.pieces(value);
                    } else {
                        self.keep(*to);
                        self.expr(value);
                    }
                }
                Stmt::Set(_, value) | Stmt::WriteState(_, _, value) => self.expr(value),
                Stmt::SetBits(to, low, width, value) => {
                    let by_words = *width == 32 && constant(low).is_some_and(|low| low % 32 == 0);
                    if !by_words {
                        self.keep(*to);
                    }
                    self.expr(low);
                    self.expr(value);
                }
                Stmt::If(condition, yes, no) => {
                    self.expr(condition);
                    self.stmts(yes);
                    self.stmts(no);
                }
                Stmt::WriteOperand(_, None, value) if local(value).is_some() => {}
                Stmt::WriteOperand(_, lane, value) => {
                    lane.iter().for_each(|lane| self.expr(lane));
                    self.expr(value);
                }
                Stmt::Effect(_, list) | Stmt::Call(_, list) => list.iter().for_each(|e| self.expr(e)),
            }
        }
    }

    /// Whether the words of a value are known separately.
    fn is_splittable(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Const(_) | ExprKind::Raw(_, None) => true,
            ExprKind::Concat(parts) => parts.iter().all(|p| p.ty.bits() == 32),
            ExprKind::Resize(of) if of.ty.bits() <= 32 => !matches!(of.ty, Type::Int { signed: true, .. }),
            _ => local(value).is_some_and(|from| self.is_wide(from)),
        }
    }

    fn pieces(&mut self, value: &Expr) {
        match &value.kind {
            ExprKind::Concat(parts) => parts.iter().for_each(|p| self.expr(p)),
            ExprKind::Resize(of) if of.ty.bits() <= 32 => self.expr(of),
            _ => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if part(expr).is_some() {
            return;
        }
        match &expr.kind {
            ExprKind::Local(local) => self.keep(*local),
            ExprKind::Raw(_, Some(a)) | ExprKind::Unary(_, a) | ExprKind::Resize(a) | ExprKind::Bitcast(a) => {
                self.expr(a);
            }
            ExprKind::Binary(_, a, b) | ExprKind::Slice(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Concat(list) | ExprKind::Call(_, list) | ExprKind::Builtin(_, list) => {
                list.iter().for_each(|e| self.expr(e));
            }
            // All locals in these expressions stay whole.
            ExprKind::If(..) | ExprKind::Map(..) => {
                let mut named = Vec::new();
                let stmt = [Stmt::Set(usize::MAX, expr.clone())];
                walk(&stmt, &mut |node| {
                    if let Node::Expr(Expr { kind: ExprKind::Local(local), .. }) = node {
                        named.push(*local);
                    }
                });
                named.into_iter().for_each(|local| self.keep(local));
            }
            _ => {}
        }
    }
}

fn mentions(expr: &Expr, local: usize) -> bool {
    let mut found = false;
    walk_expr(expr, &mut |node| {
        found |= matches!(node, Node::Expr(Expr { kind: ExprKind::Local(l), .. }) if *l == local)
    });
    found
}

struct Splitter<'a> {
    /// First word and number of words of each split local.
    words: HashMap<usize, (usize, usize)>,
    operands: &'a [Operand],
    lanes: u32,
}

impl Splitter<'_> {
    fn stmts(&self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in stmts {
            match stmt {
                Stmt::Set(to, value) if self.words.contains_key(to) => self.set(*to, value, &mut out),
                Stmt::Set(to, value) => out.push(Stmt::Set(*to, self.expr(value))),
                Stmt::SetBits(to, low, _, value) if self.words.contains_key(to) => {
                    let word = constant(low).unwrap_or(0) as usize / 32;
                    let (first, count) = self.words[to];
                    if word < count {
                        out.push(Stmt::Set(first + word, as_word(self.expr(value))));
                    }
                }
                Stmt::SetBits(to, low, width, value) => {
                    out.push(Stmt::SetBits(*to, self.expr(low), *width, self.expr(value)));
                }
                Stmt::If(c, yes, no) => out.push(Stmt::If(self.expr(c), self.stmts(yes), self.stmts(no))),
                Stmt::WriteOperand(operand, None, value)
                    if local(value).is_some_and(|from| self.words.contains_key(&from)) =>
                {
                    let (first, count) = self.words[&local(value).unwrap_or(0)];
                    for word in 0..count.min(self.operands[*operand].ty.dwords(self.lanes) as usize) {
                        let value = Expr { ty: Type::u(32), kind: ExprKind::Local(first + word) };
                        out.push(Stmt::WriteOperand(word_of(*operand, word), None, value));
                    }
                }
                Stmt::WriteOperand(operand, lane, value) => {
                    let lane = lane.as_ref().map(|lane| self.expr(lane));
                    out.push(Stmt::WriteOperand(*operand, lane, self.expr(value)));
                }
                Stmt::WriteState(register, part, value) => {
                    out.push(Stmt::WriteState(*register, *part, self.expr(value)));
                }
                Stmt::Effect(f, list) => out.push(Stmt::Effect(*f, list.iter().map(|e| self.expr(e)).collect())),
                Stmt::Call(f, list) => out.push(Stmt::Call(*f, list.iter().map(|e| self.expr(e)).collect())),
            }
        }
        out
    }

    fn set(&self, to: usize, value: &Expr, out: &mut Vec<Stmt>) {
        let (first, count) = self.words[&to];
        let word_ty = |kind| Expr { ty: Type::u(32), kind };
        for word in 0..count {
            let piece = match &value.kind {
                ExprKind::Const(bits) => word_ty(ExprKind::Const(bits >> (32 * word) & 0xffff_ffff)),
                ExprKind::Raw(operand, _) if word < self.operands[*operand].ty.dwords(self.lanes) as usize => {
                    word_ty(ExprKind::Raw(word_of(*operand, word), None))
                }
                // The first element is in the high bits.
                ExprKind::Concat(parts) if word < parts.len() => as_word(self.expr(&parts[parts.len() - 1 - word])),
                ExprKind::Resize(of) if of.ty.bits() <= 32 && word == 0 => as_word(self.expr(of)),
                _ => match local(value).and_then(|from| self.words.get(&from)) {
                    Some((from, count)) if word < *count => word_ty(ExprKind::Local(from + word)),
                    _ => word_ty(ExprKind::Const(0)),
                },
            };
            out.push(Stmt::Set(first + word, piece));
        }
    }

    fn expr(&self, expr: &Expr) -> Expr {
        if let Some((of, low)) = part(expr)
            && let Some((first, count)) = self.words.get(&of)
        {
            let word = low as usize / 32;
            if word >= *count {
                return Expr { ty: expr.ty, kind: ExprKind::Const(0) };
            }
            let whole = Expr { ty: Type::u(32), kind: ExprKind::Local(first + word) };
            let low = Expr { ty: Type::u(32), kind: ExprKind::Const(low % 32) };
            let slice = Expr { ty: unsigned(expr.ty), kind: ExprKind::Slice(whole.into(), low.into()) };
            return if slice.ty == expr.ty {
                slice
            } else {
                Expr { ty: expr.ty, kind: ExprKind::Bitcast(slice.into()) }
            };
        }
        let children = |kind: &ExprKind| self.children(kind);
        rebuilt(expr, &children, &|stmts| stmts.to_vec())
    }

    /// Rebuilds a node if one of its children is a part of a split local.
    fn children(&self, kind: &ExprKind) -> Option<ExprKind> {
        let child = |e: &Expr| Box::new(self.expr(e));
        let list = |l: &[Expr]| l.iter().map(|e| self.expr(e)).collect::<Vec<_>>();
        Some(match kind {
            ExprKind::Raw(operand, Some(a)) => ExprKind::Raw(*operand, Some(child(a))),
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, child(a)),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, child(a), child(b)),
            ExprKind::Slice(a, b) => ExprKind::Slice(child(a), child(b)),
            ExprKind::Resize(a) => ExprKind::Resize(child(a)),
            ExprKind::Bitcast(a) => ExprKind::Bitcast(child(a)),
            ExprKind::Concat(l) => ExprKind::Concat(list(l)),
            ExprKind::Call(f, l) => ExprKind::Call(*f, list(l)),
            ExprKind::Builtin(f, l) => ExprKind::Builtin(*f, list(l)),
            _ => return None,
        })
    }
}

fn unsigned(ty: Type) -> Type {
    if ty == Type::Bool { ty } else { Type::u(ty.bits()) }
}

fn as_word(value: Expr) -> Expr {
    if value.ty == Type::u(32) { value } else { Expr { ty: Type::u(32), kind: ExprKind::Bitcast(value.into()) } }
}
