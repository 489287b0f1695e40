//! The text of one lane function: reads, the loop over the lanes, and writes.

use std::fmt::Write;

use isatope_lang::{Expr, ExprKind, Operand, Program, Scope, Stmt, Type};

use super::Context;
use super::body::Frame;
use super::native::native;
use super::needs::{Needs, Node, walk};
use super::operands::{Use, first_written, uses};
use super::paths::{Paths, registers};

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

/// The text of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Body {
    /// Text of the function. A call of `rest_@` means the fallback for registers that do not have their usual values.
    pub text: String,
    pub rest: Option<String>,
    pub levels: Levels,
}

/// The loops of a program on some paths, with the fallback.
pub(super) fn loops(cx: &Context, operands: &[Operand], program: &Program, paths: &Paths, levels: Levels) -> Body {
    let needs = Needs::of_body(cx.model, &program.body, cx.needs);
    let rest = paths.is_partial(&needs).then(|| lane_by_lane(cx, operands, program, &needs, &Paths::default()));
    Body { text: lane_by_lane(cx, operands, program, &needs, paths), rest, levels }
}

/// The frame of a lane function with these operands.
pub(super) fn frame<'a>(
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

/// Text of a program that runs for one lane after the other, or only computes.
pub(super) fn lane_by_lane(
    cx: &Context,
    operands: &[Operand],
    program: &Program,
    needs: &Needs,
    paths: &Paths,
) -> String {
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

/// Declarations that `rarely` needs: whether the code is for the usual case, and a flag that a rare case occurred.
pub(super) fn seldom(needs: &Needs, usual: bool, out: &mut String) {
    if needs.seldom {
        let _ = writeln!(out, "const USUAL: bool = {usual};\nlet mut is_rare = false;\nlet rare = &mut is_rare;");
    }
}

impl Frame<'_> {
    /// Text before the declarations of results.
    pub(super) fn begin(&self, program: &Program, needs: &Needs, uses: &[Use], paths: &Paths, out: &mut String) {
        seldom(needs, paths.usual, out);
        self.read(program, needs, out);
        if let Some(gate) = &paths.gate {
            let _ = writeln!(out, "if {gate} {{ return rest_@(m, o, w); }}\n{}", paths.passed);
        }
        self.fetch(uses, out);
    }

    /// Reads of fields, of the version and of registers.
    pub(super) fn read(&self, program: &Program, needs: &Needs, out: &mut String) {
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
    pub(super) fn before_loops(&self, program: &Program, uses: &[Use], out: &mut String) -> Vec<usize> {
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
    pub(super) fn after_loops(&self, program: &Program, uses: &[Use], masks: &[usize], out: &mut String) {
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
