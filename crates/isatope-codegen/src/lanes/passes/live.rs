//! Drops statements without an effect on results: assignments to locals that are not read.

use std::collections::BTreeSet;

use isatope_lang::{Expr, ExprKind, Stmt};

use super::super::needs::{Node, walk, walk_expr};
use super::inline::effect_of;

/// Statements that matter for effects or results.
pub(in super::super) fn live(stmts: &[Stmt]) -> Vec<Stmt> {
    kept(stmts, &mut BTreeSet::new())
}

/// Keeps live statements if the locals in `needed` are read later; updates `needed` to the locals that are read from
/// here on.
fn kept(stmts: &[Stmt], needed: &mut BTreeSet<usize>) -> Vec<Stmt> {
    let mut out = Vec::new();
    for stmt in stmts.iter().rev() {
        match stmt {
            Stmt::Set(local, value) => {
                if !needed.remove(local) && effect_of(stmt).is_none() {
                    continue;
                }
                reads(value, needed);
                out.push(stmt.clone());
            }
            Stmt::SetBits(local, low, _, value) => {
                if !needed.contains(local) {
                    continue;
                }
                reads(low, needed);
                reads(value, needed);
                out.push(stmt.clone());
            }
            Stmt::If(condition, yes, no) => {
                let mut in_no = needed.clone();
                let (yes, no) = (kept(yes, needed), kept(no, &mut in_no));
                needed.append(&mut in_no);
                if yes.is_empty() && no.is_empty() {
                    continue;
                }
                reads(condition, needed);
                out.push(Stmt::If(condition.clone(), yes, no));
            }
            other => {
                walk(std::slice::from_ref(other), &mut |node| note(&node, needed));
                out.push(other.clone());
            }
        }
    }
    out.reverse();
    out
}

fn reads(expr: &Expr, needed: &mut BTreeSet<usize>) {
    walk_expr(expr, &mut |node| note(&node, needed));
}

/// Marks a local as needed if a node names it. Locals that are set within an expression are marked too, which only
/// keeps them longer.
fn note(node: &Node, needed: &mut BTreeSet<usize>) {
    if let Node::Expr(Expr { kind: ExprKind::Local(local), .. }) = node {
        needed.insert(*local);
    }
}
