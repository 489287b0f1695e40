//! Programs with modifiers as several lane loops, one after the other. The effect of the modifiers of one operand is a
//! loop of its own, in two forms: one for the values without modifiers, and one for all values. Rare and costly
//! modifiers, such as an operand that is widened from 16 bits, therefore do not keep the other loops from becoming
//! vector code.

use std::collections::BTreeSet;
use std::fmt::Write;

use isatope_lang::{Program, Stmt, Type};

use super::body::{Frame, mention};
use super::native::native;
use super::needs::{fields, walk};
use super::rows;

/// Statements that form one loop.
pub(super) struct Stage<'a> {
    stmts: &'a [Stmt],
    /// Modifiers that it depends on, and their values when they are not written.
    modifiers: Vec<(String, u64)>,
}

/// The stages of a body: one for each statement with modifiers, and one for all statements between two of these.
pub(super) fn stages<'a>(body: &'a [Stmt], left_out: &[(String, u64)]) -> Vec<Stage<'a>> {
    let modifiers = |stmt: &Stmt| {
        let mut names = Vec::new();
        fields(std::slice::from_ref(stmt), &mut names);
        left_out.iter().filter(|(name, _)| names.contains(name)).cloned().collect::<Vec<_>>()
    };
    body.chunk_by(|a, b| modifiers(a).is_empty() && modifiers(b).is_empty())
        .map(|stmts| Stage { stmts, modifiers: modifiers(&stmts[0]) })
        .collect()
}

/// The loops of all stages.
pub(super) fn text(frame: &mut Frame, stages: &[Stage], program: &Program, out: &mut String) {
    let named: Vec<BTreeSet<usize>> = stages.iter().map(|stage| locals(stage.stmts)).collect();
    let lives = |local: usize| named.iter().filter(|locals| locals.contains(&local)).count() > 1;
    frame.arrays = (0..frame.locals.len()).map(lives).collect();
    for local in (0..frame.locals.len()).filter(|local| frame.is_array(*local)) {
        let _ = writeln!(out, "let mut x{local} = Aligned([{}; L]);", zero(frame.locals[local].ty));
    }
    for stage in stages {
        let all = one_loop(frame, stage.stmts);
        if stage.modifiers.is_empty() {
            out.push_str(&all);
            continue;
        }
        let holds = |(name, value): &(String, u64)| format!("f{} == {value}", frame.cx.state.field(name));
        let left_out: Vec<String> = stage.modifiers.iter().map(holds).collect();
        let plain = one_loop(frame, &rows::under(stage.stmts, &stage.modifiers, program));
        let _ = writeln!(out, "if {} {{\n{plain}}} else {{\n{all}}}", left_out.join(" && "));
    }
}

/// The locals that statements name.
fn locals(stmts: &[Stmt]) -> BTreeSet<usize> {
    let mut locals = Vec::new();
    walk(stmts, &mut |node| mention(&node, &mut locals));
    locals.into_iter().collect()
}

fn one_loop(frame: &Frame, stmts: &[Stmt]) -> String {
    let mut out = String::from("for l in each::<L, FAST>() {\n");
    for local in locals(stmts).into_iter().filter(|local| !frame.is_array(*local)) {
        let ty = frame.locals[local].ty;
        let _ = writeln!(out, "let mut x{local}: {} = {};", native(ty), zero(ty));
    }
    for stmt in stmts {
        frame.stmt(stmt, &mut out);
    }
    out + "}\n"
}

/// Value of a local before its first assignment.
fn zero(ty: Type) -> String {
    if ty == Type::Bool { "false".into() } else { format!("0{}", native(ty)) }
}
