//! Decides whether the lanes of a program can access memories and call interfaces together.

use std::collections::{BTreeMap, BTreeSet};

use isatope_lang::{Builtin, Expr, ExprKind, Stmt, Type};

use super::super::Context;
use super::super::passes::inline::effect_of;

/// Whether the order of the lanes does not matter. Where lanes have to be `together`, each of them may write words of
/// operands, and call several operations.
pub(super) fn is_order_free(cx: &Context, body: &[Stmt], together: bool) -> bool {
    let mut order = Order::default();
    order.stmts(cx, body);
    let several = order.written.values().any(|bits| bits.len() > 1 && bits.iter().any(|b| *b > 32 || *b != bits[0]));
    let both = order.read.iter().any(|memory| order.written.contains_key(memory));
    let calls = match order.calls {
        0 => true,
        1 => order.written.is_empty() && (order.answers || order.read.is_empty()),
        _ => together && order.written.is_empty() && order.read.is_empty(),
    };
    !order.other && !several && !both && calls && (together || !order.words)
}

#[derive(Default)]
struct Order {
    read: BTreeSet<u128>,
    /// Widths of the writes to each memory.
    written: BTreeMap<u128, Vec<u32>>,
    /// Number of calls of operations whose results may depend on earlier accesses.
    calls: usize,
    /// Whether these calls have results.
    answers: bool,
    /// Whether it writes words of operands by number.
    words: bool,
    /// Whether the program has an effect that must be made per lane in any case.
    other: bool,
}

impl Order {
    fn stmts(&mut self, cx: &Context, stmts: &[Stmt]) {
        for stmt in stmts {
            if let Some((builtin, list)) = effect_of(stmt) {
                self.effect(cx, builtin, list, stmt);
                continue;
            }
            match stmt {
                Stmt::If(_, yes, no) => {
                    self.stmts(cx, yes);
                    self.stmts(cx, no);
                }
                Stmt::WriteOperand(_, Some(_), _) | Stmt::Call(..) => self.other = true,
                Stmt::WriteState(register, ..) => self.other |= !cx.model.registers[*register].mask,
                _ => {}
            }
        }
    }

    fn effect(&mut self, cx: &Context, builtin: Builtin, list: &[Expr], stmt: &Stmt) {
        let memory = match list.first() {
            Some(Expr { kind: ExprKind::Const(memory), .. }) => Some(*memory),
            _ => None,
        };
        match (builtin, memory) {
            (Builtin::MemRead, Some(memory)) => {
                self.read.insert(memory);
                self.other |= !matches!(stmt, Stmt::Set(_, Expr { ty: Type::Int { .. }, .. }));
            }
            (Builtin::MemWrite, Some(memory)) => self.written.entry(memory).or_default().push(list[2].ty.bits()),
            (Builtin::MemOutside, Some(_)) => {}
            (Builtin::OperandWrite(_), _) => self.words = true,
            (Builtin::Operation(interface, operation), _) => {
                let operation = &cx.model.interfaces[interface].operations[operation];
                self.other |= operation.wave || matches!(operation.result, Some(Type::Bool | Type::F16));
                self.calls += usize::from(!operation.once);
                self.answers |= operation.result.is_some();
            }
            _ => self.other = true,
        }
    }
}
