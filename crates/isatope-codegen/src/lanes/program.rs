//! Lane functions as Rust text: reads, the loop over the lanes, and writes.

use std::fmt::Write;

use isatope_lang::{Expr, ExprKind, Operand, Program, Scope, Stmt, Type};

use super::Context;
use super::body::Frame;
use super::native::native;
use super::needs::{Needs, Node, walk};
use super::operands::{Use, first_written, uses};
use super::paths::{Modifier, Paths, absent, paths, registers, without_modifiers};
use super::rows::{self, Rows};
use super::staged::{Staged, staged};
use super::stages;
use super::views;

/// Processors for which a lane function is compiled, in addition to the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Levels {
    /// No others: vector units would not make the function faster.
    None,
    /// One level, which better processors use too. For functions that programs rarely use.
    One,
    /// Every level.
    All,
}

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

/// The text of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Body {
    /// Text of the function. A call of `rest_@` means the fallback for registers that do not have their usual values.
    pub text: String,
    pub rest: Option<String>,
    pub levels: Levels,
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

/// The loops of a program on some paths, with the fallback.
pub(super) fn loops(cx: &Context, operands: &[Operand], program: &Program, paths: &Paths, levels: Levels) -> Body {
    let needs = Needs::of_body(cx.model, &program.body, cx.needs);
    let rest = paths.is_partial(&needs).then(|| lane_by_lane(cx, operands, program, &needs, &Paths::default()));
    Body { text: lane_by_lane(cx, operands, program, &needs, paths), rest, levels }
}

fn places(cx: &Context, fields: &[(String, u64)]) -> Vec<(usize, u64)> {
    fields.iter().map(|(name, value)| (cx.state.field(name), *value)).collect()
}

fn frame<'a>(
    cx: &'a Context<'a>,
    operands: &'a [Operand],
    program: &'a Program,
    uses: &[Use],
    needs: &Needs,
) -> Frame<'a> {
    // A result is collected per lane, even if its destination is uniform.
    let uniform = program.uniform.iter().zip(uses).map(|(uniform, used)| *uniform && used.written.is_none()).collect();
    let lanes = program.scope == Scope::Lane;
    Frame {
        cx,
        locals: &program.locals,
        operands,
        scope: Some(program.scope),
        hoisted: registers(cx, program, needs),
        quiet: false,
        uniform,
        vector: &program.vector,
        borrows: lanes && !needs.mutates,
        arrays: Vec::new(),
    }
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

/// Text of a program that runs for one lane after the other, or only computes.
fn lane_by_lane(cx: &Context, operands: &[Operand], program: &Program, needs: &Needs, paths: &Paths) -> String {
    let uses = uses(operands, program);
    let frame = frame(cx, operands, program, &uses, needs);
    let mut out = String::new();
    frame.begin(program, needs, &uses, paths, &mut out);
    match program.scope {
        Scope::Wave => frame.wave(program, &uses, &mut out),
        Scope::Lane => frame.lanes(program, needs, &uses, paths, &mut out),
    }
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

/// Declarations that `rarely` needs: whether the code is for the usual case, and a flag that a rare case occurred.
fn seldom(needs: &Needs, usual: bool, out: &mut String) {
    if needs.seldom {
        let _ = writeln!(out, "const USUAL: bool = {usual};\nlet mut is_rare = false;\nlet rare = &mut is_rare;");
    }
}

impl Frame<'_> {
    /// Text before the declarations of results.
    fn begin(&self, program: &Program, needs: &Needs, uses: &[Use], paths: &Paths, out: &mut String) {
        seldom(needs, paths.usual, out);
        self.read(program, needs, out);
        if let Some(gate) = &paths.gate {
            let _ = writeln!(out, "if {gate} {{ return rest_@(m, o, w); }}\n{}", paths.passed);
        }
        self.fetch(uses, out);
    }

    /// Reads of fields, of the version and of registers.
    fn read(&self, program: &Program, needs: &Needs, out: &mut String) {
        for field in self.fields(program) {
            let _ = writeln!(out, "let f{field} = o.fields[{field}];");
        }
        if needs.version {
            let _ = writeln!(out, "let version = u32::from(o.version);");
        }
        for &register in &self.hoisted {
            let _ = writeln!(out, "let s{register} = {};", self.register(register));
        }
    }

    /// Declarations that lane bodies need besides operands, and variables for results. Returns the masks outside of
    /// operands that are written.
    fn before_loops(&self, program: &Program, uses: &[Use], out: &mut String) -> Vec<usize> {
        let masks: Vec<usize> =
            program.effects.writes.iter().copied().filter(|&r| self.cx.model.registers[r].mask).collect();
        let _ = writeln!(out, "let exec = m.exec();");
        for register in self.masks_read(program) {
            let _ = writeln!(out, "let b{register} = Aligned(spread::<L>(s{register}));");
        }
        for (register, _) in self.lane_registers(program) {
            let (n, at) = (self.register_type(register), self.cx.state.registers[register]);
            let _ = writeln!(out, "let mut n{register} = Aligned(m.lane_rows_{n}({at}));");
        }
        self.declare_results(uses, out);
        for register in &masks {
            let _ = writeln!(out, "let mut r{register} = Aligned([0u8; L]);");
        }
        masks
    }

    /// Writes the results to their destinations.
    fn after_loops(&self, program: &Program, uses: &[Use], masks: &[usize], out: &mut String) {
        self.store(program, uses, out);
        for &register in masks {
            let mask = format!("truths::<L, FAST>(&r{register}) & exec");
            let _ = writeln!(out, "{}", self.set_register(register, &mask, "u64"));
        }
        for (register, _) in self.lane_registers(program).into_iter().filter(|(_, is_written)| *is_written) {
            let (n, at) = (self.register_type(register), self.cx.state.registers[register]);
            let _ = writeln!(out, "m.set_lane_rows_{n}({at}, &n{register}, exec);");
        }
    }

    /// The per-lane registers that are rows while the loops run, and whether the body writes them.
    fn lane_registers(&self, program: &Program) -> Vec<(usize, bool)> {
        let mut registers: Vec<(usize, bool)> = Vec::new();
        walk(&program.body, &mut |node| {
            let (register, is_written) = match node {
                Node::Expr(Expr { kind: ExprKind::State(register, _), .. }) => (*register, false),
                Node::Stmt(Stmt::WriteState(register, ..)) => (*register, true),
                _ => return,
            };
            match registers.iter_mut().find(|(known, _)| *known == register) {
                Some((_, written)) => *written |= is_written,
                None => registers.push((register, is_written)),
            }
        });
        registers.retain(|(register, _)| self.is_row(*register));
        registers
    }

    fn lanes(&self, program: &Program, needs: &Needs, uses: &[Use], paths: &Paths, out: &mut String) {
        let masks = self.before_loops(program, uses, out);
        let body = self.body(&program.body, None, 0);
        if needs.mutates {
            let _ = writeln!(out, "for l in lanes::<L>(exec) {{\n{body}}}");
        } else if needs.heavy || needs.effects {
            let _ = writeln!(out, "{{ let m: &Wave = m;\nfor l in lanes::<L>(exec) {{\n{body}}} }}");
        } else {
            out.push_str("{ let m: &Wave = m;\n");
            for (k, (condition, known)) in paths.cases.iter().enumerate() {
                // The gate leaves only this case.
                let condition = if k + 1 < paths.cases.len() { format!("if {condition}") } else { String::new() };
                let otherwise = if condition.is_empty() { "" } else { "else" };
                let _ = writeln!(out, "{condition} {{\n{known}for l in each::<L, FAST>() {{\n{body}}}\n}} {otherwise}");
            }
            if paths.cases.is_empty() {
                let _ = writeln!(out, "for l in each::<L, FAST>() {{\n{body}}}");
            }
            out.push_str("}\n");
            if paths.usual && needs.seldom {
                out.push_str("if is_rare { return rest_@(m, o, w); }\n");
            }
        }
        self.after_loops(program, uses, &masks, out);
    }

    /// Masks outside of operands whose bit for its own lane the body reads.
    fn masks_read(&self, program: &Program) -> Vec<usize> {
        let mut masks = Vec::new();
        walk(&program.body, &mut |node| {
            if let Node::Expr(Expr { kind: ExprKind::State(register, None), ty: Type::Bool }) = node
                && self.is_own_bit(*register)
                && !masks.contains(register)
            {
                masks.push(*register);
            }
        });
        masks
    }

    /// Indices of the plain fields that a program reads.
    pub(super) fn fields(&self, program: &Program) -> Vec<usize> {
        let mut names = Vec::new();
        super::needs::fields(&program.body, &mut names);
        names.iter().map(|name| self.cx.state.field(name)).collect()
    }

    fn wave(&self, program: &Program, uses: &[Use], out: &mut String) {
        for (i, used) in uses.iter().enumerate() {
            let Some(ty) = used.written else { continue };
            let zero = format!("0{}", native(ty));
            if used.written_elsewhere {
                let _ = writeln!(out, "let (mut d{i}, mut w{i}) = (Aligned([{zero}; L]), 0u64);");
            } else {
                let _ = writeln!(out, "let (mut d{i}, mut w{i}) = ({zero}, false);");
            }
        }
        out.push_str("let l = 0usize;\n");
        out.push_str(&self.body(&program.body, None, 0));
        for i in first_written(&program.body) {
            let width = self.width(i);
            if uses[i].written_elsewhere {
                let _ = writeln!(out, "m.set_rows{width}::<false, FAST>(o, {i}, &d{i}, w{i});");
            } else if self.is_mask(i) {
                let _ = writeln!(out, "if w{i} {{ m.set_mask(o, {i}, d{i} as u64); }}");
            } else {
                let _ = writeln!(out, "if w{i} {{ m.set_one{width}(o, {i}, d{i}); }}");
            }
        }
    }
}
