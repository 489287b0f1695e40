//! Lane functions of a program: chooses its variants, and gives the text of each.

use isatope_lang::{Operand, Program, Scope};

use super::Context;
use super::function::{Body, Levels, frame, lane_by_lane, loops, seldom};
use super::needs::Needs;
use super::operands::uses;
use super::paths::{Modifier, Paths, absent, paths, without_modifiers};
use super::rows::{self, Rows};
use super::staged::{Staged, staged};
use super::stages;
use super::views;

/// Maximum size of a program with accesses that is compiled for more than the baseline.
const SMALL: usize = 500;
/// Maximum size of a program with accesses that is compiled for each level. Programs use these most.
const SMALLEST: usize = 100;

/// Maximum number of lanes of a row that fits in vector registers. Passing such a row through memory between two loops
/// is cheap.
const SHORT_ROW: u32 = 16;

/// Variants of a program, the fastest first. The last one handles all cases.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Text {
    pub ways: Vec<Way>,
}

/// A variant of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way {
    /// Conditions: indices of fields, and the values that they must have.
    pub when: Vec<(usize, u64)>,
    pub run: Run,
}

/// The code that a variant runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Run {
    Body(Body),
    Staged(Staged),
}

impl Way {
    fn always(body: Body) -> Self {
        Self { when: Vec::new(), run: Run::Body(body) }
    }
}

/// The text of a program.
pub(super) fn program(cx: &Context, operands: &[Operand], program: &Program) -> Text {
    // A field that no layout has is 0.
    let program = &Program { body: rows::under(&program.body, &absent(cx, program), program), ..program.clone() };
    let needs = Needs::of_body(cx.model, &program.body, cx.needs);
    let rows = if needs.effects { rows::rows(cx, operands, program) } else { None };
    if let Some(rows) = rows {
        // Large programs convert formats, and spend most of their time in the world.
        let levels = match needs.size {
            size if size <= SMALLEST => Levels::All,
            size if size <= SMALL => Levels::One,
            _ => Levels::None,
        };
        let body = Body { text: in_rows(cx, operands, &rows), rest: None, levels };
        let mut ways = vec![Way { when: places(cx, &rows.fields), run: Run::Body(body) }];
        if !rows.fields.is_empty() {
            let text = lane_by_lane(cx, operands, program, &needs, &Paths::default());
            ways.push(Way::always(Body { text, rest: None, levels: Levels::None }));
        }
        return Text { ways };
    }
    if is_pure(program, &needs) {
        return Text { ways: pure(cx, operands, program, &needs) };
    }
    let levels = program.scope == Scope::Lane && !needs.mutates && !needs.effects;
    let levels = if levels { Levels::All } else { Levels::None };
    let text = lane_by_lane(cx, operands, program, &needs, &Paths::default());
    Text { ways: vec![Way::always(Body { text, rest: None, levels })] }
}

/// Whether a program only computes, in a loop over all lanes.
fn is_pure(program: &Program, needs: &Needs) -> bool {
    program.scope == Scope::Lane && !needs.mutates && !needs.effects && !needs.heavy
}

/// Variants of a program that only computes.
fn pure(cx: &Context, operands: &[Operand], program: &Program, needs: &Needs) -> Vec<Way> {
    let fields = without_modifiers(cx, program);
    let is_long = cx.model.lanes > SHORT_ROW;
    let parts = is_long.then(|| views::parts(cx, operands, program)).flatten();
    // A format that extends another one exists for its modifiers.
    if !cx.model.formats[program.format].extends.is_empty() {
        let run = match parts {
            Some(parts) => Run::Staged(staged(cx, operands, parts)),
            None => Run::Body(loops(cx, operands, program, &Paths::one(cx, program, needs), Levels::One)),
        };
        return vec![Way { when: Vec::new(), run }];
    }
    if fields.is_empty() {
        return vec![Way::always(loops(cx, operands, program, &paths(cx, program, needs), Levels::All))];
    }
    if let Some(parts) = parts.filter(|parts| parts.is_plain(&fields)) {
        let known: Vec<_> = fields.into_iter().map(|m| (m.name, m.left_out)).collect();
        let staged = staged(cx, operands, parts);
        let plain = Way { when: places(cx, &known), run: Run::Body(staged.core.clone()) };
        return vec![plain, Way { when: Vec::new(), run: Run::Staged(staged) }];
    }
    let all = paths(cx, program, needs);
    let rest = all.is_partial(needs).then(|| lane_by_lane(cx, operands, program, needs, &Paths::default()));
    let without = |fields: &[Modifier]| {
        let known: Vec<_> = fields.iter().map(|m| (m.name.clone(), m.left_out)).collect();
        let plain = Program { body: rows::under(&program.body, &known, program), ..program.clone() };
        let needs = Needs::of_body(cx.model, &plain.body, cx.needs);
        let text = lane_by_lane(cx, operands, &plain, &needs, &paths(cx, &plain, &needs));
        let body = Body { text, rest: rest.clone(), levels: Levels::All };
        Way { when: places(cx, &known), run: Run::Body(body) }
    };
    let mut ways = vec![without(&fields)];
    // One-bit modifiers such as a sign are set in many instructions and cost little.
    let wide: Vec<Modifier> = fields.iter().filter(|m| m.bits > 1).cloned().collect();
    if !is_long && !wide.is_empty() && wide.len() < fields.len() {
        ways.push(without(&wide));
    }
    let known: Vec<_> = fields.into_iter().map(|m| (m.name, m.left_out)).collect();
    let (text, levels) = with_modifiers(cx, operands, program, needs, &known);
    ways.push(Way::always(Body { text, rest, levels }));
    ways
}

fn places(cx: &Context, fields: &[(String, u64)]) -> Vec<(usize, u64)> {
    fields.iter().map(|(name, value)| (cx.state.field(name), *value)).collect()
}

/// Text of a program whose accesses are rows.
fn in_rows(cx: &Context, operands: &[Operand], rows: &Rows) -> String {
    let program = &rows.program;
    let needs = Needs::of_body(cx.model, &program.body, cx.needs);
    let uses = uses(operands, program);
    let mut frame = frame(cx, operands, program, &uses, &needs);
    let mut out = String::new();
    seldom(&needs, false, &mut out);
    frame.read(program, &needs, &mut out);
    frame.fetch(&uses, &mut out);
    let masks = frame.before_loops(program, &uses, &mut out);
    let (uniform, body) = rows::uniform(&frame, &program.body);
    rows::text(&mut frame, &body, &uniform, &mut out);
    frame.after_loops(program, &uses, &masks, &mut out);
    out
}

/// Text of a program with modifiers. Modifiers are skipped if their fields have the given values. It is one loop, or
/// several if rows are short.
fn with_modifiers(
    cx: &Context,
    operands: &[Operand],
    program: &Program,
    needs: &Needs,
    fields: &[(String, u64)],
) -> (String, Levels) {
    let paths = Paths::one(cx, program, needs);
    let stages = stages::stages(&program.body, fields);
    if cx.model.lanes > SHORT_ROW || stages.len() < 2 {
        return (lane_by_lane(cx, operands, program, needs, &paths), Levels::One);
    }
    let uses = uses(operands, program);
    let mut frame = frame(cx, operands, program, &uses, needs);
    let mut out = String::new();
    frame.begin(program, needs, &uses, &paths, &mut out);
    let masks = frame.before_loops(program, &uses, &mut out);
    out.push_str("{ let m: &Wave = m;\n");
    stages::text(&mut frame, &stages, program, &mut out);
    out.push_str("}\n");
    if paths.usual && needs.seldom {
        out.push_str("if is_rare { return rest_@(m, o, w); }\n");
    }
    frame.after_loops(program, &uses, &masks, &mut out);
    (out, Levels::All)
}
