//! Lane functions as Rust text: what they read, the loop over the lanes, what they write.

use std::fmt::Write;

use isatope_lang::{Expr, ExprKind, Model, Operand, Program, Scope, Type};

use super::Context;
use super::body::Frame;
use super::expr::native;
use super::needs::{Needs, Node, walk};
use super::operands::{Use, first_written, uses};
use super::paths::Paths;

/// The body of a lane function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Text {
    /// What it does; a call of `rest_@` stands for the rest.
    pub run: String,
    /// What it does while registers are not as usual.
    pub rest: Option<String>,
    /// Whether the compiler can make vector code of it: it is compiled for each level.
    pub levels: bool,
}

/// The text of a program.
pub(super) fn program(cx: &Context, operands: &[Operand], program: &Program) -> Text {
    let needs = Needs::of_body(cx.model, &program.body, cx.needs);
    let uses = uses(operands, program);
    // A result is collected lane by lane, wherever it goes.
    let uniform = program.uniform.iter().zip(&uses).map(|(uniform, used)| *uniform && used.written.is_none()).collect();
    let lanes = program.scope == Scope::Lane;
    let mut hoisted = Vec::new();
    if lanes && !needs.mutates {
        hoisted = registers_read(cx.model, &program.body);
        for &register in &needs.registers {
            if !hoisted.contains(&register) {
                hoisted.push(register);
            }
        }
    }
    let frame = Frame {
        cx,
        locals: &program.locals,
        operands,
        scope: Some(program.scope),
        hoisted,
        quiet: false,
        uniform,
        borrows: lanes && !needs.mutates,
    };
    let paths = if lanes && !needs.mutates && !needs.effects && !needs.heavy {
        frame.paths(program, &needs)
    } else {
        Paths::default()
    };
    let text = |paths: &Paths| {
        let mut out = String::new();
        for field in frame.fields(program) {
            let _ = writeln!(out, "let f{field} = o.fields[{field}];");
        }
        if needs.version {
            let _ = writeln!(out, "let version = u32::from(o.version);");
        }
        for &register in &frame.hoisted {
            let _ = writeln!(out, "let s{register} = {};", frame.register(register));
        }
        if let Some(gate) = &paths.gate {
            let _ = writeln!(out, "if {gate} {{ return rest_@(m, o, w); }}\n{}", paths.passed);
        }
        frame.fetch(&uses, &mut out);
        match program.scope {
            Scope::Wave => frame.wave(program, &uses, &mut out),
            Scope::Lane => frame.lanes(program, &needs, &uses, paths, &mut out),
        }
        out
    };
    Text {
        run: text(&paths),
        rest: paths.gate.is_some().then(|| text(&Paths::default())),
        levels: lanes && !needs.mutates && !needs.effects,
    }
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
    fn lanes(&self, program: &Program, needs: &Needs, uses: &[Use], paths: &Paths, out: &mut String) {
        let masks: Vec<usize> =
            program.effects.writes.iter().copied().filter(|&r| self.cx.model.registers[r].mask).collect();
        let _ = writeln!(out, "let exec = m.exec();");
        for register in self.masks_read(program) {
            let _ = writeln!(out, "let b{register} = spread::<L>(s{register});");
        }
        self.declare_results(uses, out);
        for register in &masks {
            let _ = writeln!(out, "let mut r{register} = [0u8; L];");
        }
        let body = self.body(&program.body, None, 0);
        if needs.mutates {
            let _ = writeln!(out, "for l in lanes::<L>(exec) {{\n{body}}}");
        } else if needs.heavy || needs.effects {
            let _ = writeln!(out, "{{ let m: &Wave = m;\nfor l in lanes::<L>(exec) {{\n{body}}} }}");
        } else {
            out.push_str("{ let m: &Wave = m;\n");
            for (condition, known) in &paths.cases {
                let _ = writeln!(out, "if {condition} {{\n{known}for l in 0..L {{\n{body}}}\n}} else");
            }
            let _ = writeln!(out, "{{ for l in 0..L {{\n{body}}} }} }}");
        }
        self.store(program, uses, out);
        for register in masks {
            let mask = format!("gather(&r{register}) & exec");
            let _ = writeln!(out, "{}", self.set_register(register, &mask, "u64"));
        }
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
                let _ = writeln!(out, "let (mut d{i}, mut w{i}) = ([{zero}; L], 0u64);");
            } else {
                let _ = writeln!(out, "let (mut d{i}, mut w{i}) = ({zero}, false);");
            }
        }
        out.push_str("let l = 0usize;\n");
        out.push_str(&self.body(&program.body, None, 0));
        for i in first_written(&program.body) {
            let width = self.width(i);
            if uses[i].written_elsewhere {
                let _ = writeln!(out, "m.set_rows{width}(o, {i}, &d{i}, w{i});");
            } else if self.is_mask(i) {
                let _ = writeln!(out, "if w{i} {{ m.set_mask(o, {i}, d{i} as u64); }}");
            } else {
                let _ = writeln!(out, "if w{i} {{ m.set_one{width}(o, {i}, d{i}); }}");
            }
        }
    }
}
