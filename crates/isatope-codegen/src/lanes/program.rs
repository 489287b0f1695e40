//! Lane functions as Rust text: what they read, the loop over the lanes, what they write.

use std::fmt::Write;

use isatope_lang::{Expr, ExprKind, Model, Operand, Program, Scope, Type};

use super::Context;
use super::body::Frame;
use super::expr::native;
use super::needs::{Needs, Node, walk};
use super::operands::{Use, first_written, uses};
use super::paths::{Paths, paths, without_modifiers};
use super::rows::{self, Rows};

/// For which processors a lane function is compiled, beside the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Levels {
    /// None: there is nothing in it for vector units.
    None,
    /// One level, which better processors use as well: it is not what programs do most.
    One,
    /// Each.
    All,
}

/// Most expressions and statements of a program with accesses that is compiled for more than the baseline.
const SMALL: usize = 500;

/// The texts of a lane function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Text {
    /// What it does where fields have the values in `when`; a call of `rest_@` stands for the rest.
    pub plain: (String, Levels),
    /// What it does with other values.
    pub modified: Option<(String, Levels)>,
    /// Places of fields, and what they hold where no modifier is written.
    pub when: Vec<(usize, u64)>,
    /// What it does while registers are not as usual.
    pub rest: Option<String>,
}

/// The text of a program.
pub(super) fn program(cx: &Context, operands: &[Operand], program: &Program) -> Text {
    let needs = Needs::of_body(cx.model, &program.body, cx.needs);
    let rows = if needs.effects { rows::rows(cx, operands, program) } else { None };
    if let Some(rows) = rows {
        let modified = || (lane_by_lane(cx, operands, program, &needs, &Paths::default()), Levels::None);
        // In large ones, which convert formats, most of the time is the world's.
        let levels = if needs.size <= SMALL { Levels::One } else { Levels::None };
        return Text {
            plain: (in_rows(cx, operands, &rows), levels),
            modified: (!rows.fields.is_empty()).then(modified),
            when: places(cx, &rows.fields),
            rest: None,
        };
    }
    let whole = |paths: &Paths| lane_by_lane(cx, operands, program, &needs, paths);
    let is_pure = program.scope == Scope::Lane && !needs.mutates && !needs.effects && !needs.heavy;
    if !is_pure {
        let levels = program.scope == Scope::Lane && !needs.mutates && !needs.effects;
        let levels = if levels { Levels::All } else { Levels::None };
        return Text { plain: (whole(&Paths::default()), levels), modified: None, when: Vec::new(), rest: None };
    }
    let all = paths(cx, program, &needs);
    let rest = all.is_partial(&needs).then(|| whole(&Paths::default()));
    let fields = without_modifiers(cx, program);
    // A format that instructions of another one have as well is there for its modifiers.
    if !cx.model.formats[program.format].extends.is_empty() {
        return Text {
            plain: (whole(&Paths::one(cx, program, &needs)), Levels::One),
            modified: None,
            when: Vec::new(),
            rest,
        };
    }
    if fields.is_empty() {
        return Text { plain: (whole(&all), Levels::All), modified: None, when: Vec::new(), rest };
    }
    let plain = Program { body: rows::under(&program.body, &fields, program), ..program.clone() };
    let plain_needs = Needs::of_body(cx.model, &plain.body, cx.needs);
    Text {
        plain: (lane_by_lane(cx, operands, &plain, &plain_needs, &paths(cx, &plain, &plain_needs)), Levels::All),
        modified: Some((whole(&Paths::one(cx, program, &needs)), Levels::One)),
        when: places(cx, &fields),
        rest,
    }
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
    // A result is collected lane by lane, wherever it goes.
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

/// A program with its accesses in rows.
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

/// A program that visits one lane after the other, or computes only.
fn lane_by_lane(cx: &Context, operands: &[Operand], program: &Program, needs: &Needs, paths: &Paths) -> String {
    let uses = uses(operands, program);
    let frame = frame(cx, operands, program, &uses, needs);
    let mut out = String::new();
    seldom(needs, paths.usual, &mut out);
    frame.read(program, needs, &mut out);
    if let Some(gate) = &paths.gate {
        let _ = writeln!(out, "if {gate} {{ return rest_@(m, o, w); }}\n{}", paths.passed);
    }
    frame.fetch(&uses, &mut out);
    match program.scope {
        Scope::Wave => frame.wave(program, &uses, &mut out),
        Scope::Lane => frame.lanes(program, needs, &uses, paths, &mut out),
    }
    out
}

/// What `rarely` needs: whether the code is that for the usual case, and a note that it was not.
fn seldom(needs: &Needs, usual: bool, out: &mut String) {
    if needs.seldom {
        let _ = writeln!(out, "const USUAL: bool = {usual};\nlet mut is_rare = false;\nlet rare = &mut is_rare;");
    }
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

impl Frame<'_> {
    /// Fields, the version and registers.
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

    /// What lane bodies need beside operands, and places for results; gives the masks outside of operands that are written.
    fn before_loops(&self, program: &Program, uses: &[Use], out: &mut String) -> Vec<usize> {
        let masks: Vec<usize> =
            program.effects.writes.iter().copied().filter(|&r| self.cx.model.registers[r].mask).collect();
        let _ = writeln!(out, "let exec = m.exec();");
        for register in self.masks_read(program) {
            let _ = writeln!(out, "let b{register} = Aligned(spread::<L>(s{register}));");
        }
        self.declare_results(uses, out);
        for register in &masks {
            let _ = writeln!(out, "let mut r{register} = Aligned([0u8; L]);");
        }
        masks
    }

    /// Results to where they go.
    fn after_loops(&self, program: &Program, uses: &[Use], masks: &[usize], out: &mut String) {
        self.store(program, uses, out);
        for &register in masks {
            let mask = format!("gather(&r{register}) & exec");
            let _ = writeln!(out, "{}", self.set_register(register, &mask, "u64"));
        }
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
                // The gate has let nothing else pass.
                let condition = if k + 1 < paths.cases.len() { format!("if {condition}") } else { String::new() };
                let otherwise = if condition.is_empty() { "" } else { "else" };
                let _ = writeln!(out, "{condition} {{\n{known}for l in 0..L {{\n{body}}}\n}} {otherwise}");
            }
            if paths.cases.is_empty() {
                let _ = writeln!(out, "for l in 0..L {{\n{body}}}");
            }
            out.push_str("}\n");
            if paths.usual && needs.seldom {
                out.push_str("if is_rare { return rest_@(m, o, w); }\n");
            }
        }
        self.after_loops(program, uses, &masks, out);
    }

    /// Masks outside of operands that the body reads for its own lane.
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

    /// The plain fields that a program reads, as indices.
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
                let _ = writeln!(out, "m.set_rows{width}::<false>(o, {i}, &d{i}, w{i});");
            } else if self.is_mask(i) {
                let _ = writeln!(out, "if w{i} {{ m.set_mask(o, {i}, d{i} as u64); }}");
            } else {
                let _ = writeln!(out, "if w{i} {{ m.set_one{width}(o, {i}, d{i}); }}");
            }
        }
    }
}
