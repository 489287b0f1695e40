//! Entries that refine others: the body of one entry within the body of another, with values for some of its operands.

use std::borrow::Cow;

use super::Cx;
use super::body::Body;
use crate::ast::{self, Block, ExprKind as Tree, GivenOperand, Inst, Name, RequestMember, Stmt as TreeStmt};
use crate::model::Stmt;
use crate::span::Error;

/// Maximum depth of entries that refine each other.
const MAX_DEPTH: usize = 16;

/// Types of operands that do not have a value in every kind of body.
const NOT_GIVEN: [&str; 3] = ["mask", "u256", "u512"];

/// The parts of an entry that others can reuse.
#[derive(Clone)]
pub(crate) struct Refinable {
    /// Number of entries with this name. An entry can be refined only if its name is unique.
    count: usize,
    /// Whether it runs per lane, not once per wavefront.
    lane: bool,
    operands: Vec<ast::Operand>,
    body: Option<Block>,
}

impl Cx {
    /// Records the bodies of all entries, so that others can refine them.
    pub(super) fn refinable(&mut self, trees: &[Inst]) {
        let refines = |tree: &Inst| tree.body.iter().any(|(_, block)| requests(block));
        if !trees.iter().any(refines) {
            return;
        }
        for tree in trees {
            let entry = self.entries.entry(tree.name.text.clone()).or_insert_with(|| Refinable {
                count: 0,
                lane: tree.body.as_ref().is_some_and(|(lane, _)| *lane),
                operands: tree.operands.clone().unwrap_or_default(),
                body: tree.body.as_ref().map(|(_, block)| block.clone()),
            });
            entry.count += 1;
        }
    }

    /// The body of an entry, in which the bodies of refined entries replace their names. `None` after an error.
    pub(super) fn with_refined<'t>(&mut self, tree: &'t Inst, block: &'t Block) -> Option<Cow<'t, Block>> {
        if !requests(block) {
            return Some(Cow::Borrowed(block));
        }
        let before = self.errors.len();
        let mut block = block.clone();
        self.refine_block(tree, &mut block, 0);
        (self.errors.len() == before).then_some(Cow::Owned(block))
    }

    fn refine_block(&mut self, tree: &Inst, block: &mut Block, depth: usize) {
        for stmt in &mut block.stmts {
            match stmt {
                TreeStmt::For { body, .. } => self.refine_block(tree, body, depth),
                TreeStmt::Expr(expr) => match &mut *expr.kind {
                    Tree::If(_, then, otherwise) => {
                        self.refine_block(tree, then, depth);
                        otherwise.iter_mut().for_each(|block| self.refine_block(tree, block, depth));
                    }
                    Tree::Match(matched) => {
                        matched.blocks_mut().for_each(|block| self.refine_block(tree, block, depth));
                    }
                    Tree::Request(name, members) if !self.is_operation(name) => {
                        let refined = self.refined_body(tree, &name.clone(), members, depth);
                        *stmt =
                            refined.unwrap_or(TreeStmt::Refined { given: Vec::new(), body: Block::empty(name.span) });
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }

    fn is_operation(&self, name: &Name) -> bool {
        let unit = name.text.split('.').next().unwrap_or_default();
        self.model.interfaces.iter().any(|interface| interface.name == unit)
    }

    /// The statement for `ENTRY { operand: value }`.
    fn refined_body(&mut self, tree: &Inst, name: &Name, members: &[RequestMember], depth: usize) -> Option<TreeStmt> {
        let Some(entry) = self.entries.get(&name.text).cloned() else {
            self.unknown("operation or entry", name, self.entries.keys().cloned().collect());
            return None;
        };
        let scope = |lane: bool| if lane { "lane" } else { "wave" };
        let lane = tree.body.as_ref().is_some_and(|(lane, _)| *lane);
        let wrong = match &entry.body {
            _ if entry.count > 1 => Some(format!("there are {} entries `{}`: which one?", entry.count, name.text)),
            _ if depth > MAX_DEPTH => Some("entries refine each other in a circle, or too deep".to_string()),
            None => Some(format!("`{}` has no body", name.text)),
            Some(_) if entry.lane != lane => {
                let (own, other) = (scope(lane), scope(entry.lane));
                Some(format!("`{}` has a `{other}` body, and this is a `{own}` body", name.text))
            }
            Some(_) => None,
        };
        if let Some(message) = wrong {
            self.error(name.span, message);
            return None;
        }
        let mut body = entry.body?;
        let known: Vec<String> = entry.operands.iter().map(|o| o.name.text.clone()).collect();
        let mut checker = Body::new(self, crate::model::Scope::Wave);
        let values = checker.members(name, members, &known)?;
        let own = |operand: &ast::Operand| {
            let mut own = tree.operands.iter().flatten();
            own.any(|o| o.name.text == operand.name.text && o.ty.text == operand.ty.text)
        };
        let mut given = Vec::new();
        for (operand, value) in entry.operands.iter().zip(values) {
            let assigned = super::program::assigns(&body, &operand.name.text);
            match value {
                Some(value) if assigned => {
                    let message =
                        format!("`{}` is a result of `{}`, and results are not given", operand.name.text, name.text);
                    self.error(value.span, message);
                }
                Some(value) if NOT_GIVEN.contains(&operand.ty.text.as_str()) => {
                    let message = format!("`{}` is a {}, which cannot be given", operand.name.text, operand.ty.text);
                    self.error(value.span, message);
                }
                Some(value) => {
                    let (name, ty) = (operand.name.clone(), operand.ty.clone());
                    given.push(GivenOperand { name, ty, value: value.clone() });
                }
                None if own(operand) => {}
                None => {
                    let (wanted, ty) = (&operand.name.text, &operand.ty.text);
                    let error = Error::new(name.span, format!("`{}` needs a value for `{wanted}`", name.text));
                    self.errors
                        .push(error.help(format!("`{}` has no operand `{wanted}: {ty}` of its own", tree.name.text)));
                }
            }
        }
        self.refine_block(tree, &mut body, depth + 1);
        Some(TreeStmt::Refined { given, body })
    }
}

impl Body<'_> {
    /// Checks the body of another entry. It sees the given values and the operands, but no names of this body.
    pub(super) fn refined(&mut self, given: &[GivenOperand], body: &Block, out: &mut Vec<Stmt>) {
        let mut values = Vec::new();
        for GivenOperand { name, ty, value } in given {
            let Some(ty) = self.cx.ty(ty) else { return };
            let Some(value) = self.expr(value, Some(ty)) else { return };
            values.push((name, value));
        }
        let names = std::mem::take(&mut self.names);
        for (name, value) in values {
            let index = self.declare(&name.text, value.ty, false);
            out.push(Stmt::Set(index, value));
        }
        out.extend(self.block(body));
        self.names = names;
    }
}

/// Whether a block contains a statement `NAME { … }`.
fn requests(block: &Block) -> bool {
    super::program::any_stmt(
        block,
        &|stmt| matches!(stmt, TreeStmt::Expr(expr) if matches!(&*expr.kind, Tree::Request(..))),
    )
}
