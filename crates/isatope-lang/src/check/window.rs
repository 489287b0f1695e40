//! Words of the registers that start at an operand, without a view: one word or a range.

use super::body::Body;
use super::fold::fold;
use super::raw::{bool_const, u32_const};
use crate::ast::{Expr as TreeExpr, Name};
use crate::model::{Binary, Builtin, Expr, ExprKind, Stmt, Type};
use crate::span::Span;

/// Maximum number of words in a value.
const MOST_WORDS: u32 = Type::MAX_BITS / 32;

impl Body<'_> {
    /// `vaddr.word(n)`: a word of the registers that start at an operand.
    pub(super) fn word(&mut self, operand: usize, number: &TreeExpr) -> Option<Expr> {
        let number = self.expr(number, Some(Type::u(32)))?;
        self.operands[operand].read = true;
        Some(read(operand, number))
    }

    /// `vaddr.words(n, count)`: several words as one number, the first in the low bits. If the count is not a constant,
    /// the result has 128 bits, and words past the count are 0.
    pub(super) fn words(&mut self, name: &Name, operand: usize, arguments: &[TreeExpr], span: Span) -> Option<Expr> {
        self.count(name, arguments, 2, span)?;
        let first = self.expr(&arguments[0], Some(Type::u(32)))?;
        let count = self.expr(&arguments[1], Some(Type::u(32)))?;
        let known = self.word_count(&count, arguments[1].span)?;
        self.operands[operand].read = true;
        let remembered = self.remembered("count", &count);
        let count = remembered.as_ref().map_or(count, |(local, _)| local.clone());
        let word = |i: u32| {
            let word = read(operand, offset(&first, i));
            match known {
                Some(_) => word,
                None => {
                    let inside = Box::new(is_inside(i, &count));
                    let kind = ExprKind::If(inside, Vec::new(), Box::new(word), Vec::new(), Box::new(u32_const(0)));
                    Expr { ty: Type::u(32), kind }
                }
            }
        };
        let most = known.unwrap_or(MOST_WORDS);
        let value = match most {
            1 => word(0),
            _ => Expr { ty: Type::u(32 * most), kind: ExprKind::Concat((0..most).rev().map(word).collect()) },
        };
        let Some((_, set)) = remembered.filter(|_| known.is_none()) else { return Some(value) };
        // Statements before a value must be in a branch, so this branch is always taken.
        let (ty, other) = (value.ty, Expr { ty: value.ty, kind: ExprKind::Const(0) });
        let kind = ExprKind::If(Box::new(bool_const(true)), vec![set], Box::new(value), Vec::new(), Box::new(other));
        Some(Expr { ty, kind })
    }

    /// `vdst.word(n) = value`: writes a word of the registers that start at an operand, immediately.
    pub(super) fn assign_word(
        &mut self,
        name: &Name,
        arguments: &[TreeExpr],
        value: &TreeExpr,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let operand = self.assigned_operand(name)?;
        let [number] = arguments else {
            self.error(name.span, "one number says which word is assigned");
            return None;
        };
        let number = self.expr(number, Some(Type::u(32)))?;
        let value = self.expr(value, Some(Type::u(32)))?;
        out.push(Stmt::Effect(Builtin::OperandWrite(operand), vec![number, value]));
        Some(())
    }

    /// `vdst.words(n, count) = value`: writes several words, immediately. If the count is not a constant, only the
    /// words below it are written.
    pub(super) fn assign_words(
        &mut self,
        name: &Name,
        arguments: &[TreeExpr],
        value: &TreeExpr,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let operand = self.assigned_operand(name)?;
        let [first, count] = arguments else {
            self.error(name.span, "two numbers say which words are assigned: the first one, and how many");
            return None;
        };
        let count_span = count.span;
        let first = self.expr(first, Some(Type::u(32)))?;
        let count = self.expr(count, Some(Type::u(32)))?;
        let known = self.word_count(&count, count_span)?;
        let value_span = value.span;
        let value = self.expr(value, known.map(|words| Type::u(32 * words)))?;
        let bits = value.ty.bits();
        if !matches!(value.ty, Type::Int { signed: false, .. }) || bits % 32 != 0 {
            let message = format!("words are assigned from whole words, and this is {}", self.type_name(value.ty));
            self.error_help(value_span, message, "write u32(…), u64(…), u96(…) or u128(…)");
            return None;
        }
        let first = self.kept("first", first, out);
        let count = self.kept("count", count, out);
        let value = self.kept("words", value, out);
        for i in 0..bits / 32 {
            let word = if bits == 32 { value.clone() } else { slice(&value, 32 * i) };
            let write = Stmt::Effect(Builtin::OperandWrite(operand), vec![offset(&first, i), word]);
            out.push(match known {
                Some(_) => write,
                None => Stmt::If(is_inside(i, &count), vec![write], Vec::new()),
            });
        }
        Some(())
    }

    /// The operand in `vdst.word(…) = …`.
    fn assigned_operand(&mut self, name: &Name) -> Option<usize> {
        let state = name.text.split('.').next().unwrap_or_default();
        let operand = self.operands.iter().position(|o| o.name == state);
        if operand.is_none() {
            self.error(name.span, format!("`{state}` is not an operand, and only operands have words"));
        }
        operand
    }

    /// A value that is used several times. It is stored in a local if it is costly.
    fn kept(&mut self, name: &str, value: Expr, out: &mut Vec<Stmt>) -> Expr {
        let Some((local, set)) = self.remembered(name, &value) else { return value };
        out.push(set);
        local
    }

    /// Number of words in a range; `Some(None)` if it is known only at run time.
    #[allow(clippy::option_option)]
    fn word_count(&mut self, count: &Expr, span: Span) -> Option<Option<u32>> {
        let ExprKind::Const(count) = count.kind else { return Some(None) };
        if (1..=u128::from(MOST_WORDS)).contains(&count) {
            return Some(Some(count as u32));
        }
        self.error(span, format!("{count} words cannot be joined: 1 to 4 make a value"));
        None
    }
}

/// A word of an operand.
fn read(operand: usize, number: Expr) -> Expr {
    Expr { ty: Type::u(32), kind: ExprKind::Builtin(Builtin::OperandRead(operand), vec![number]) }
}

/// Number of the word that is `i` words after the first one.
fn offset(first: &Expr, i: u32) -> Expr {
    if i == 0 {
        return first.clone();
    }
    let sum = ExprKind::Binary(Binary::Add, Box::new(first.clone()), Box::new(u32_const(i)));
    fold(Expr { ty: Type::u(32), kind: sum })
}

/// Whether word `i` is within `count` words.
fn is_inside(i: u32, count: &Expr) -> Expr {
    fold(Expr { ty: Type::Bool, kind: ExprKind::Binary(Binary::Lt, Box::new(u32_const(i)), Box::new(count.clone())) })
}

/// 32 bits of a value.
fn slice(value: &Expr, low: u32) -> Expr {
    fold(Expr { ty: Type::u(32), kind: ExprKind::Slice(Box::new(value.clone()), Box::new(u32_const(low))) })
}
