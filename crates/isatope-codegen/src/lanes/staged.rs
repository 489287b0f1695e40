//! Staged programs: views, which apply the modifiers of one operand, and a core.

use isatope_lang::{Binary, Expr, ExprKind, Operand, Stmt, Type};

use super::Context;
use super::body::Frame;
use super::function::{Body, Levels, loops};
use super::needs::{Needs, fields};
use super::paths::{Paths, paths};
use super::views::{self, Parts, View};

/// A program of several functions: views and a core (see [`Parts`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Staged {
    /// Declarations of the values that the conditions of stages read.
    pub reads: String,
    pub sources: Vec<Stage>,
    pub narrowing: Option<Body>,
    /// Whether the mask of active lanes has to be restored.
    pub restores: bool,
    /// Views of results, each with a copy of the old value if the core needs it.
    pub results: Vec<(Option<Body>, Stage)>,
    pub core: Body,
}

/// A view of an operand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stage {
    pub operand: usize,
    /// Width of its value in bits.
    pub width: u32,
    /// Condition under which it has an effect.
    pub when: String,
    pub body: Body,
}

/// The functions of a program that has been split into parts.
pub(super) fn staged(cx: &Context, operands: &[Operand], parts: Parts) -> Staged {
    let of_view = |view: &View, is_mask: bool| {
        let operands = views::operands_of(operands, view, is_mask);
        let needs = Needs::of_body(cx.model, &view.program.body, cx.needs);
        loops(cx, &operands, &view.program, &Paths::one(cx, &view.program, &needs), Levels::One)
    };
    let stage = |view: &View| Stage {
        operand: view.operand,
        width: view.width,
        when: Frame::function(cx).any_differs(&view.neutral),
        body: of_view(view, false),
    };
    let exec = cx.model.registers.iter().position(|r| r.active);
    let core = &parts.core;
    let needs = Needs::of_body(cx.model, &core.body, cx.needs);
    let mut names = Vec::new();
    fields(&core.body, &mut names);
    // Cores that still have modifiers are rare.
    let core = match names.is_empty() {
        true => loops(cx, operands, core, &paths(cx, core, &needs), Levels::All),
        false => loops(cx, operands, core, &Paths::one(cx, core, &needs), Levels::One),
    };
    let mut reads = Vec::new();
    let all = parts.sources.iter().chain(parts.results.iter().map(|(_, view)| view));
    for (expr, _) in all.flat_map(|view| &view.neutral) {
        fields(&[Stmt::Set(0, expr.clone())], &mut reads);
    }
    let reads = reads.iter().map(|name| cx.state.field(name)).map(|f| format!("let f{f} = o.fields[{f}];\n"));
    Staged {
        reads: reads.collect(),
        sources: parts.sources.iter().map(stage).collect(),
        restores: parts.narrowing.is_some() && exec.is_none_or(|exec| !parts.core.effects.writes.contains(&exec)),
        narrowing: parts.narrowing.as_ref().map(|view| of_view(view, true)),
        results: parts
            .results
            .iter()
            .map(|(copy, view)| (copy.as_ref().map(|v| of_view(v, false)), stage(view)))
            .collect(),
        core,
    }
}

impl Frame<'_> {
    /// Text of the condition that one of some expressions of fields differs from its given value; `true` if there are
    /// no expressions.
    fn any_differs(&self, neutral: &[(Expr, u128)]) -> String {
        let differs = |(expr, value): &(Expr, u128)| {
            let value = Expr { ty: expr.ty, kind: ExprKind::Const(*value) };
            let kind = ExprKind::Binary(Binary::Ne, expr.clone().into(), value.into());
            self.expr(&Expr { ty: Type::Bool, kind })
        };
        let all: Vec<String> = neutral.iter().map(differs).collect();
        if all.is_empty() { "true".into() } else { all.join(" || ") }
    }
}
