//! Checks functions, callees before callers.

use std::collections::HashMap;

use super::Cx;
use super::body::Body;
use super::program::count_calls;
use crate::ast::{Block, Expr, ExprKind, Function as Tree, Stmt};
use crate::model::{Effects, Function, Local, Reason, Scope, Type};
use crate::span::Error;

/// Maximum number of calls that one call may cause. Without a limit, functions that call others twice grow
/// exponentially.
const MAX_CALLS: usize = 100_000;

impl Cx {
    pub fn functions(&mut self, trees: &[Tree]) {
        let mut index: HashMap<&str, usize> = HashMap::new();
        for (i, tree) in trees.iter().enumerate() {
            if index.insert(&tree.name.text, i).is_some() {
                self.error(tree.name.span, format!("there is a second function `{}`", tree.name.text));
            }
            if self.enums.contains_key(&tree.name.text) {
                let message = format!("`{0}(…)` makes a value of the enum `{0}`", tree.name.text);
                self.errors.push(Error::new(tree.name.span, message).help("give the function another name"));
            }
        }
        let mut state = vec![State::New; trees.len()];
        for i in 0..trees.len() {
            self.visit(i, trees, &index, &mut state, 0);
        }
    }

    /// Checks the functions that a function calls, then the function itself.
    fn visit(&mut self, i: usize, trees: &[Tree], index: &HashMap<&str, usize>, state: &mut [State], depth: usize) {
        match state[i] {
            State::Done => return,
            State::Open => {
                self.error(
                    trees[i].name.span,
                    format!("`{}` calls itself, directly or through other functions", trees[i].name.text),
                );
                return;
            }
            State::New => {}
        }
        if depth > 200 {
            self.error(trees[i].name.span, "functions call each other more than 200 levels deep");
            return;
        }
        state[i] = State::Open;
        let mut calls = Vec::new();
        calls_of_block(&trees[i].body, &mut calls);
        for name in calls {
            if let Some(&callee) = index.get(name.as_str()) {
                // `+` may be an addition of integers, so only a call by name proves recursion.
                if is_operator(&name) && matches!(state[callee], State::Open) {
                    continue;
                }
                self.visit(callee, trees, index, state, depth + 1);
                continue;
            }
            // A name without a type may mean any of these. A function that is being checked does not prove recursion.
            for ty in OVERLOADED {
                if let Some(&callee) = index.get(format!("{name}_{ty}").as_str())
                    && !matches!(state[callee], State::Open)
                {
                    self.visit(callee, trees, index, state, depth + 1);
                }
            }
        }
        state[i] = State::Done;
        self.function(&trees[i]);
    }

    fn function(&mut self, tree: &Tree) {
        let result = match &tree.result {
            Some(name) => match self.ty(name) {
                Some(ty) => Some(ty),
                None => return,
            },
            None => None,
        };
        let mut params: Vec<(String, Type)> = Vec::new();
        for (name, ty) in &tree.params {
            let Some(ty) = self.ty(ty) else { return };
            params.push((name.text.clone(), ty));
        }
        let mut body = Body::new(self, Scope::Wave);
        for (name, ty) in &params {
            body.declare(name, *ty, false);
        }
        let (stmts, value) = match result {
            Some(ty) => match body.value_block(&tree.body, Some(ty)) {
                Some((stmts, value)) => (stmts, Some(value)),
                None => return,
            },
            None => (body.block(&tree.body), None),
        };
        let (locals, mut effects): (Vec<Local>, Effects) =
            (std::mem::take(&mut body.locals), std::mem::take(&mut body.effects));
        let mut calls = count_calls(&stmts, value.as_ref(), &self.calls);
        if calls > MAX_CALLS {
            calls = 1;
            self.error(tree.name.span, format!("a call of `{}` leads to more than {MAX_CALLS} others", tree.name.text));
        }
        self.calls.push(calls);
        let index = self.model.functions.len();
        let doubts: Vec<usize> = tree.doubts.iter().filter_map(|name| self.doubt_of_meaning(name)).collect();
        effects.doubts.extend(doubts.iter().map(|&doubt| Reason { doubt, function: Some(index) }));
        let source = self.citations(&tree.source);
        self.functions.insert(tree.name.text.clone(), index);
        self.effects.push(effects);
        self.model.functions.push(Function {
            name: tree.name.text.clone(),
            doc: tree.doc.clone(),
            params,
            result,
            source,
            doubts,
            locals,
            body: stmts,
            value,
            body_text: tree.body_text.clone(),
        });
    }
}

/// Types of functions that can be called without the type in the name.
const OVERLOADED: [&str; 13] =
    ["f16", "f32", "f64", "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "u128", "bool"];

#[derive(Clone, Copy)]
enum State {
    New,
    Open,
    Done,
}

/// Whether a function implements an operator on floats.
fn is_operator(name: &str) -> bool {
    matches!(name.split_once('_'), Some(("add" | "sub" | "mul", "f16" | "f32" | "f64")))
}

fn calls_of_block(block: &Block, out: &mut Vec<String>) {
    for stmt in &block.stmts {
        match stmt {
            Stmt::Let { value, .. } => calls_of(value, out),
            Stmt::Assign { place, value } => {
                calls_of(place, out);
                calls_of(value, out);
            }
            Stmt::For { first, last, body, .. } => {
                calls_of(first, out);
                calls_of(last, out);
                calls_of_block(body, out);
            }
            Stmt::Expr(value) => calls_of(value, out),
            Stmt::Refined { given, body } => {
                given.iter().for_each(|g| calls_of(&g.value, out));
                calls_of_block(body, out);
            }
        }
    }
}

fn calls_of(expr: &Expr, out: &mut Vec<String>) {
    match &*expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Name(_) => {}
        ExprKind::Unary(_, a) => calls_of(a, out),
        ExprKind::Binary(op, a, b) => {
            // On floats, these operators call a function of `isa/common`.
            let name = match *op {
                "+" => "add",
                "-" => "sub",
                "*" => "mul",
                _ => "",
            };
            if !name.is_empty() {
                out.extend(["f16", "f32", "f64"].map(|t| format!("{name}_{t}")));
            }
            calls_of(a, out);
            calls_of(b, out);
        }
        ExprKind::Bit(a, b) | ExprKind::At(a, b) => {
            calls_of(a, out);
            calls_of(b, out);
        }
        ExprKind::Slice(a, b, c) | ExprKind::Window(a, b, c) => {
            calls_of(a, out);
            calls_of(b, out);
            calls_of(c, out);
        }
        ExprKind::Call(name, arguments) => {
            out.push(name.text.clone());
            arguments.iter().for_each(|a| calls_of(a, out));
        }
        ExprKind::Request(_, members) => members.iter().for_each(|m| calls_of(&m.value, out)),
        ExprKind::Concat(parts) => parts.iter().for_each(|a| calls_of(a, out)),
        ExprKind::If(c, then, otherwise) => {
            calls_of(c, out);
            calls_of_block(then, out);
            if let Some(b) = otherwise {
                calls_of_block(b, out);
            }
        }
        ExprKind::Match(tree) => {
            calls_of(&tree.subject, out);
            tree.blocks().for_each(|block| calls_of_block(block, out));
        }
    }
}
