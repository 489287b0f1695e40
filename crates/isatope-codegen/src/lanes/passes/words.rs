//! Turns words of operands that are read and written by number into operands of their own.

use isatope_lang::{Builtin, Expr, ExprKind, Stmt};

use super::super::needs::{Node, walk};
use super::inline::{rebuilt, rebuilt_stmts};
use super::split::word_of;

/// Turns operand words that are read by number into operands of their own.
pub(in super::super) fn words_read(stmts: &[Stmt]) -> Vec<Stmt> {
    let leaf = |kind: &ExprKind| match kind {
        ExprKind::Builtin(Builtin::OperandRead(operand), list) => match list[..] {
            [Expr { kind: ExprKind::Const(word @ 0..4), .. }] => {
                Some(ExprKind::Raw(word_of(*operand, word as usize), None))
            }
            _ => None,
        },
        _ => None,
    };
    fn all(stmts: &[Stmt], leaf: &dyn Fn(&ExprKind) -> Option<ExprKind>) -> Vec<Stmt> {
        let expr = |e: &Expr| rebuilt(e, leaf, &|stmts| all(stmts, leaf));
        rebuilt_stmts(stmts, &|local| local, &expr)
    }
    all(stmts, &leaf)
}

/// Turns operand words that are written by number into operands of their own. These are written at the end of the
/// program, so no operand may be read after the first write.
pub(in super::super) fn words_written(stmts: Vec<Stmt>) -> Vec<Stmt> {
    fn all(stmts: &[Stmt], any: &mut bool) -> Option<Vec<Stmt>> {
        let mut out = Vec::new();
        for stmt in stmts {
            let reads = |stmt: &Stmt| {
                let mut found = false;
                walk(std::slice::from_ref(stmt), &mut |node| {
                    found |= matches!(
                        node,
                        Node::Expr(Expr {
                            kind: ExprKind::Raw(..) | ExprKind::Builtin(Builtin::OperandRead(_), _),
                            ..
                        })
                    );
                });
                found
            };
            out.push(match stmt {
                Stmt::If(condition, yes, no) => {
                    if *any && reads(&Stmt::If(condition.clone(), Vec::new(), Vec::new())) {
                        return None;
                    }
                    let (mut in_yes, mut in_no) = (*any, *any);
                    let arms = (all(yes, &mut in_yes)?, all(no, &mut in_no)?);
                    *any = in_yes || in_no;
                    Stmt::If(condition.clone(), arms.0, arms.1)
                }
                stmt if *any && reads(stmt) => return None,
                Stmt::Effect(Builtin::OperandWrite(operand), list) => {
                    let [Expr { kind: ExprKind::Const(word @ 0..4), .. }, value] = &list[..] else { return None };
                    *any = true;
                    Stmt::WriteOperand(word_of(*operand, *word as usize), None, value.clone())
                }
                stmt => stmt.clone(),
            });
        }
        Some(out)
    }
    all(&stmts, &mut false).unwrap_or(stmts)
}
