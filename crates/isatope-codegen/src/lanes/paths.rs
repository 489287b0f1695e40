//! The loops of a lane function: one for each usual state of the registers, in which the compiler knows their values,
//! and one for everything else.

use std::fmt::Write;

use isatope_lang::{Expr, ExprKind, Model, Program, Scope};

use super::Context;
use super::needs::{Needs, Node, walk};

/// Conditions, each with declarations of the values that are known under it.
#[derive(Default)]
pub(super) struct Paths {
    /// Condition under which a fallback function is called, which need not be fast.
    pub gate: Option<String>,
    /// Declarations of the values that are known if the gate does not hold.
    pub passed: String,
    /// The loops in the order in which they are tried. After the gate, one of them always applies.
    pub cases: Vec<(String, String)>,
    /// Whether rare conditions are assumed not to hold, and the fallback is called if one does.
    pub usual: bool,
}

/// A part of a register: the register, its bits, and their usual values.
type Part = (usize, u64, Vec<u64>);

impl Paths {
    /// One loop for the usual values of all registers.
    pub(super) fn one(cx: &Context, program: &Program, needs: &Needs) -> Self {
        let (single, _) = split(cx, program, needs);
        gated(&single)
    }

    /// Whether some cases are left to the fallback function.
    pub(super) fn is_partial(&self, needs: &Needs) -> bool {
        self.gate.is_some() || self.usual && needs.seldom
    }
}

/// The parts of registers that usually have one value, and the parts that usually have one of several values.
fn split(cx: &Context, program: &Program, needs: &Needs) -> (Vec<Part>, Vec<Part>) {
    usual_parts(cx, program, needs).into_iter().partition(|(_, _, values)| values.len() == 1)
}

/// Makes a gate for parts of registers that usually have one value.
fn gated(single: &[Part]) -> Paths {
    let mut paths = Paths { usual: true, ..Paths::default() };
    let mut gates = Vec::new();
    for (register, mask, value) in merged(single) {
        gates.push(format!("s{register} & {mask:#x} != {value:#x}"));
        let _ = writeln!(paths.passed, "let s{register} = s{register} & !{mask:#x} | {value:#x};");
    }
    paths.gate = (!gates.is_empty()).then(|| gates.join(" || "));
    paths
}

/// The loops of a program: one for each combination of the usual values of register parts, and a gate for everything
/// else.
pub(super) fn paths(cx: &Context, program: &Program, needs: &Needs) -> Paths {
    let (single, several) = split(cx, program, needs);
    let mut paths = gated(&single);
    // Every combination of usual values, the first values first.
    let mut choices: Vec<Vec<Part>> = vec![Vec::new()];
    for (register, mask, values) in &several {
        let with = |choice: &Vec<Part>, value: &u64| {
            choice.iter().cloned().chain([(*register, *mask, vec![*value])]).collect::<Vec<Part>>()
        };
        choices = choices.iter().flat_map(|choice| values.iter().map(move |value| with(choice, value))).collect();
    }
    for choice in choices.iter().filter(|choice| !choice.is_empty()) {
        let (mut conditions, mut known) = (Vec::new(), String::new());
        for (register, mask, value) in merged(choice) {
            conditions.push(format!("s{register} & {mask:#x} == {value:#x}"));
            let _ = writeln!(known, "let s{register} = s{register} & !{mask:#x} | {value:#x};");
        }
        paths.cases.push((conditions.join(" && "), known));
    }
    if !paths.cases.is_empty() {
        let any: Vec<String> = paths.cases.iter().map(|(condition, _)| format!("({condition})")).collect();
        let other = format!("!({})", any.join(" || "));
        paths.gate = Some(paths.gate.map_or(other.clone(), |gate| format!("{gate} || {other}")));
    }
    paths
}

/// The parts of registers that a program reads and whose usual values the specification declares.
fn usual_parts(cx: &Context, program: &Program, needs: &Needs) -> Vec<Part> {
    let mut parts = Vec::new();
    for register in registers(cx, program, needs) {
        for part in &cx.model.registers[register].fields {
            let is_read =
                needs.parts.iter().any(|&(r, high, low)| r == register && low <= part.high && part.low <= high);
            if is_read && !part.usually.is_empty() {
                let mask = (u64::MAX >> (63 - (part.high - part.low))) << part.low;
                parts.push((register, mask, part.usually.iter().map(|value| value << part.low).collect()));
            }
        }
    }
    parts
}

/// The fields that a program reads and that its format has in no version, with their values.
pub(super) fn absent(cx: &Context, program: &Program) -> Vec<(String, u64)> {
    let format = &cx.model.formats[program.format];
    let mut names = Vec::new();
    super::needs::fields(&program.body, &mut names);
    let layouts = || program.versions.iter().filter_map(|version| format.layouts.get(version)?.as_ref());
    names.retain(|name| !layouts().any(|layout| layout.fields.iter().any(|field| field.name == *name)));
    names.into_iter().map(|name| (name, 0)).collect()
}

/// An optional modifier.
#[derive(Clone)]
pub(super) struct Modifier {
    /// Name of its field.
    pub name: String,
    /// Value of the field if the modifier is not written.
    pub left_out: u64,
    /// Width of the field in bits.
    pub bits: u32,
}

/// The optional modifiers whose fields a program reads.
pub(super) fn without_modifiers(cx: &Context, program: &Program) -> Vec<Modifier> {
    let format = &cx.model.formats[program.format];
    let first = program.versions.iter().next();
    let Some(layout) = first.and_then(|version| format.layouts.get(version)).and_then(Option::as_ref) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    super::needs::fields(&program.body, &mut names);
    let left_out = |name: String| {
        let index = layout.fields.iter().position(|f| f.name == name)?;
        let always = layout.modifiers.iter().flatten().any(|m| m.field == index && m.always);
        let field = &layout.fields[index];
        (!always).then_some(Modifier { name, left_out: field.default, bits: field.bits })
    };
    names.into_iter().filter_map(left_out).collect()
}

/// Merges the parts of each register, each with its first usual value.
fn merged(parts: &[Part]) -> Vec<(usize, u64, u64)> {
    let mut all: Vec<(usize, u64, u64)> = Vec::new();
    for (register, mask, values) in parts {
        match all.iter_mut().find(|(r, ..)| r == register) {
            Some((_, bits, value)) => (*bits, *value) = (*bits | mask, *value | values[0]),
            None => all.push((*register, *mask, values[0])),
        }
    }
    all
}

/// The registers that a program reads before its loop.
pub(super) fn registers(cx: &Context, program: &Program, needs: &Needs) -> Vec<usize> {
    if program.scope != Scope::Lane || needs.mutates {
        return Vec::new();
    }
    let mut registers = registers_read(cx.model, &program.body);
    for &register in &needs.registers {
        if !registers.contains(&register) {
            registers.push(register);
        }
    }
    registers
}

fn registers_read(model: &Model, body: &[isatope_lang::Stmt]) -> Vec<usize> {
    let mut registers = Vec::new();
    walk(body, &mut |node| {
        if let Node::Expr(Expr { kind: ExprKind::State(register, _), .. }) = node
            && !registers.contains(register)
            && !model.registers[*register].per_lane
        {
            registers.push(*register);
        }
    });
    registers
}
