//! Programs and functions as Rust text.
//!
//! Names in a function: `x3` local 3, `a1` lanes of operand 1, `u1` its uniform value, `q1` its mask, `s2` register 2, `d0` what
//! operand 0 becomes, `w0` the lanes of it that are written, `k0` and `r2` masks being collected for operand 0 and register 2.

use std::fmt::Write;

use isatope_lang::{
    Expr, ExprKind, FieldKind, Local, Model, Operand, OperandType, Program, Register, Scope, Stmt, Type,
};

use super::Context;
use super::expr::native;
use super::needs::{Needs, Node, walk, walk_expr};

/// What the text of an expression or statement depends on.
pub(super) struct Frame<'a> {
    pub cx: &'a Context<'a>,
    locals: &'a [Local],
    operands: &'a [Operand],
    /// `None` in a function of the specification.
    scope: Option<Scope>,
    /// Registers that are read once, before the body.
    hoisted: Vec<usize>,
    /// Reads outside of a memory are not noted.
    pub quiet: bool,
    /// Operands that are fetched once for all lanes.
    uniform: Vec<bool>,
}

/// How an operand is read or written in a program.
#[derive(Clone, Copy, Default, PartialEq)]
struct Use {
    /// Read in this lane, or as a uniform value.
    here: bool,
    /// Read in a lane that is named.
    elsewhere: bool,
    /// Written, with this type.
    written: Option<Type>,
    /// Written in a lane that is named.
    written_elsewhere: bool,
    /// Written at the outermost level of the body, so always.
    always: bool,
}

/// A function of the specification.
pub(super) fn function(cx: &Context, index: usize, out: &mut String) {
    let function = &cx.model.functions[index];
    let needs = &cx.needs[index];
    let mut frame = Frame {
        cx,
        locals: &function.locals,
        operands: &[],
        scope: None,
        hoisted: Vec::new(),
        quiet: needs.quiet,
        uniform: Vec::new(),
    };
    if !needs.mutates {
        frame.hoisted = needs.registers.clone();
    }
    let mut parameters: Vec<String> = Vec::new();
    if needs.machine {
        parameters.push(format!("m: &{}Wave", if needs.mutates { "mut " } else { "" }));
    }
    if needs.version {
        parameters.push("o: &Ops".to_string());
    }
    if needs.world {
        parameters.push(format!("w: &{}dyn World", if needs.quiet { "" } else { "mut " }));
    }
    if needs.lane {
        parameters.push("l: usize".to_string());
    }
    parameters.extend(frame.hoisted.iter().map(|&r| format!("s{r}: {}", frame.register_type(r))));
    parameters.extend(function.params.iter().enumerate().map(|(i, (_, ty))| format!("mut x{i}: {}", native(*ty))));
    let result = function.result.map_or(String::new(), |ty| format!(" -> {}", native(ty)));
    let value = function.value.as_ref();
    let body = frame.body(&function.body, value, function.params.len());
    let value = value.map_or(String::new(), |value| frame.expr(value));
    let _ = writeln!(
        out,
        "#[inline]\nfn f_{}({}){result} {{\n{body}{value}\n}}",
        rust_name(&function.name),
        parameters.join(", ")
    );
}

fn rust_name(name: &str) -> String {
    name.replace('.', "_")
}

/// The body of a lane function.
pub(super) fn program(cx: &Context, operands: &[Operand], program: &Program) -> String {
    let needs = Needs::of_body(cx.model, &program.body, cx.needs);
    let uses = uses(operands, program);
    // A result is collected lane by lane, wherever it goes.
    let uniform = program.uniform.iter().zip(&uses).map(|(uniform, used)| *uniform && used.written.is_none()).collect();
    let scope = Some(program.scope);
    let mut frame = Frame { cx, locals: &program.locals, operands, scope, hoisted: Vec::new(), quiet: false, uniform };
    if program.scope == Scope::Lane && !needs.mutates {
        frame.hoisted = registers_read(cx.model, &program.body);
        for &register in &needs.registers {
            if !frame.hoisted.contains(&register) {
                frame.hoisted.push(register);
            }
        }
    }
    let mut out = String::new();
    for field in frame.fields(program) {
        let _ = writeln!(out, "let f{field} = o.fields[{field}];");
    }
    frame.fetch(&uses, &mut out);
    match program.scope {
        Scope::Wave => frame.wave(program, &uses, &mut out),
        Scope::Lane => frame.lanes(program, &needs, &uses, &mut out),
    }
    out
}

fn uses(operands: &[Operand], program: &Program) -> Vec<Use> {
    let mut uses = vec![Use::default(); operands.len()];
    walk(&program.body, &mut |node| match node {
        Node::Expr(Expr { kind: ExprKind::Raw(operand, lane), .. }) => match lane {
            None => uses[*operand].here = true,
            Some(_) => uses[*operand].elsewhere = true,
        },
        Node::Stmt(Stmt::WriteOperand(operand, lane, value)) => {
            uses[*operand].written = Some(value.ty);
            uses[*operand].written_elsewhere |= lane.is_some();
        }
        _ => {}
    });
    for stmt in &program.body {
        if let Stmt::WriteOperand(operand, None, _) = stmt {
            uses[*operand].always = true;
        }
    }
    uses
}

fn registers_read(model: &Model, body: &[Stmt]) -> Vec<usize> {
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

/// The bits of a register of which the specification says what they usually are, and their value then.
fn usual(register: &Register) -> (u64, u64) {
    let parts = register.fields.iter().filter_map(|p| Some((p.high, p.low, p.usually?)));
    parts.fold((0, 0), |(bits, value), (high, low, usually)| {
        (bits | (u64::MAX >> (63 - (high - low))) << low, value | usually << low)
    })
}

impl<'a> Frame<'a> {
    /// A frame without operands and locals.
    pub(super) fn function(cx: &'a Context<'a>) -> Self {
        Self { cx, locals: &[], operands: &[], scope: None, hoisted: Vec::new(), quiet: true, uniform: Vec::new() }
    }

    fn is_mask(&self, operand: usize) -> bool {
        self.operands[operand].ty == OperandType::Mask
    }

    /// Whether an operand is the same for all lanes, and fetched once.
    fn is_uniform(&self, operand: usize) -> bool {
        self.uniform.get(operand).copied().unwrap_or(false)
    }

    /// Bits of the widest element that the registers of an operand make up.
    fn width(&self, operand: usize) -> u32 {
        match self.operands[operand].ty.dwords(self.cx.model.lanes) {
            0 | 1 => 32,
            2 => 64,
            _ => 128,
        }
    }

    /// Reads operands and registers before the body.
    fn fetch(&self, uses: &[Use], out: &mut String) {
        let lanes = self.scope == Some(Scope::Lane);
        for (i, used) in uses.iter().enumerate() {
            let width = self.width(i);
            if self.is_mask(i) {
                if used.here || used.elsewhere {
                    let _ = writeln!(out, "let q{i} = m.mask(o, &*w, {i});");
                }
                continue;
            }
            let once = self.is_uniform(i);
            if !once && (used.elsewhere || used.here && lanes) {
                let _ = writeln!(out, "let a{i} = m.rows{width}(o, &*w, {i});");
            }
            if once && (used.here || used.elsewhere) || used.here && !lanes {
                let _ = writeln!(out, "let u{i} = m.one{width}(o, &*w, {i});");
            }
        }
        for &register in &self.hoisted {
            let _ = writeln!(out, "let s{register} = {};", self.register(register));
        }
    }

    fn lanes(&self, program: &Program, needs: &Needs, uses: &[Use], out: &mut String) {
        let masks: Vec<usize> =
            program.effects.writes.iter().copied().filter(|&r| self.cx.model.registers[r].mask).collect();
        let _ = writeln!(out, "let exec = m.exec();");
        for (i, used) in uses.iter().enumerate() {
            let Some(ty) = used.written else { continue };
            if self.is_mask(i) {
                let _ = writeln!(out, "let mut k{i} = 0u64;");
            } else if used.written_elsewhere {
                let _ = writeln!(out, "let (mut d{i}, mut w{i}) = ([0{}; L], 0u64);", native(ty));
            } else if used.always {
                let _ = writeln!(out, "let mut d{i} = [0{}; L];", native(ty));
            } else {
                let _ = writeln!(out, "let mut d{i} = m.rows{}(o, &*w, {i});", self.width(i));
            }
        }
        for register in &masks {
            let _ = writeln!(out, "let mut r{register} = 0u64;");
        }
        let body = self.body(&program.body, None, 0);
        if needs.mutates || needs.effects {
            let _ = writeln!(out, "for l in lanes::<L>(exec) {{\n{body}}}");
        } else if needs.heavy {
            let _ = writeln!(out, "{{ let m: &Wave = m;\nfor l in lanes::<L>(exec) {{\n{body}}} }}");
        } else {
            out.push_str("{ let m: &Wave = m;\n");
            if let Some((condition, known)) = self.ordinary(program) {
                // The loop twice, first for what programs ordinarily ask for, where the compiler knows these values.
                let _ = writeln!(out, "if {condition} {{\n{known}for l in 0..L {{\n{body}}}\n}} else {{");
                let _ = writeln!(out, "for l in 0..L {{\n{body}}} }} }}");
            } else {
                let _ = writeln!(out, "for l in 0..L {{\n{body}}} }}");
            }
        }
        for i in first_written(&program.body) {
            if !self.is_mask(i) {
                let lanes = if uses[i].written_elsewhere { format!("w{i}") } else { "exec".to_string() };
                let _ = writeln!(out, "m.set_rows{}(o, {i}, &d{i}, {lanes});", self.width(i));
            }
        }
        for (i, used) in uses.iter().enumerate() {
            if used.written.is_some() && self.is_mask(i) {
                let _ = writeln!(out, "m.set_mask(o, {i}, k{i} & exec);");
            }
        }
        for register in masks {
            let _ = writeln!(out, "{}", self.set_register(register, &format!("r{register} & exec"), "u64"));
        }
    }

    /// The ordinary case of a program that reads registers of which the specification says what they usually hold: with that, and
    /// without modifiers. As a condition, and as declarations that say so.
    fn ordinary(&self, program: &Program) -> Option<(String, String)> {
        let mut conditions = Vec::new();
        let mut known = String::new();
        for &register in &self.hoisted {
            let (bits, value) = usual(&self.cx.model.registers[register]);
            if bits != 0 {
                conditions.push(format!("s{register} & {bits:#x} == {value:#x}"));
                let _ = writeln!(known, "let s{register} = s{register} & !{bits:#x} | {value:#x};");
            }
        }
        if conditions.is_empty() {
            let modes = self.cx.model.registers.iter().any(|r| usual(r).0 != 0);
            return if modes { None } else { self.without_modifiers(program) };
        }
        // Fields that are ordinarily not 0 say that nothing about these words is ordinary.
        let format = &self.cx.model.formats[program.format];
        let mut fields = format.layouts.iter().flatten().flat_map(|l| &l.fields);
        if fields.any(|f| f.kind == FieldKind::Plain && f.default != 0) {
            return None;
        }
        for field in self.fields(program) {
            conditions.push(format!("f{field} == 0"));
            let _ = writeln!(known, "let f{field} = 0u32;");
        }
        Some((conditions.join(" && "), known))
    }

    /// The same for an architecture without modes: every modifier that may be left out is left out.
    fn without_modifiers(&self, program: &Program) -> Option<(String, String)> {
        let format = &self.cx.model.formats[program.format];
        let layout = format.layouts.get(program.versions.iter().next()?)?.as_ref()?;
        let mut names = Vec::new();
        super::needs::fields(&program.body, &mut names);
        let (mut conditions, mut known) = (Vec::new(), String::new());
        for name in names {
            let Some(index) = layout.fields.iter().position(|f| f.name == name) else { continue };
            if layout.modifiers.iter().flatten().any(|m| m.field == index && m.always) {
                continue;
            }
            let (place, default) = (self.cx.state.field(&name), layout.fields[index].default);
            conditions.push(format!("f{place} == {default}"));
            let _ = writeln!(known, "let f{place} = {default}u32;");
        }
        (!conditions.is_empty()).then(|| (conditions.join(" && "), known))
    }

    /// The plain fields that a program reads, as indices.
    fn fields(&self, program: &Program) -> Vec<usize> {
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

    /// Statements of the outermost level, with declarations of locals: at the first assignment where it is one, before it
    /// where the first use is nested. Locals below `parameters` are declared already.
    pub(super) fn body(&self, stmts: &[Stmt], value: Option<&Expr>, parameters: usize) -> String {
        let mut declared = vec![false; self.locals.len()];
        declared.iter_mut().take(parameters).for_each(|d| *d = true);
        let mut out = String::new();
        for stmt in stmts {
            if let Stmt::Set(local, value) = stmt
                && !declared[*local]
            {
                let mut inside = Vec::new();
                walk_expr(value, &mut |node| mention(&node, &mut inside));
                self.declare(&mut declared, &inside, &mut out);
                if !declared[*local] {
                    declared[*local] = true;
                    let ty = native(self.locals[*local].ty);
                    let _ = writeln!(out, "let mut x{local}: {ty} = {};", self.expr(value));
                    continue;
                }
            }
            let mut inside = Vec::new();
            walk(std::slice::from_ref(stmt), &mut |node| mention(&node, &mut inside));
            self.declare(&mut declared, &inside, &mut out);
            self.stmt(stmt, &mut out);
        }
        if let Some(value) = value {
            let mut inside = Vec::new();
            walk_expr(value, &mut |node| mention(&node, &mut inside));
            self.declare(&mut declared, &inside, &mut out);
        }
        out
    }

    fn declare(&self, declared: &mut [bool], locals: &[usize], out: &mut String) {
        for &local in locals {
            if !declared[local] {
                declared[local] = true;
                let ty = self.locals[local].ty;
                let zero = if ty == Type::Bool { "false" } else { "0" };
                let _ = writeln!(out, "let mut x{local}: {} = {zero};", native(ty));
            }
        }
    }

    /// Nested statements.
    pub(super) fn stmts(&self, stmts: &[Stmt]) -> String {
        let mut out = String::new();
        for stmt in stmts {
            self.stmt(stmt, &mut out);
        }
        out
    }

    fn stmt(&self, stmt: &Stmt, out: &mut String) {
        let _ = match stmt {
            Stmt::Set(local, value) => writeln!(out, "x{local} = {};", self.expr(value)),
            Stmt::SetBits(local, low, width, value) => {
                let ty = self.locals[*local].ty;
                let n = native(ty);
                let value = match native(value.ty) {
                    from if from == n => self.expr(value),
                    _ => format!("({} as {n})", self.expr(value)),
                };
                let kept = if ty.bits() < 128 { (1u128 << ty.bits()) - 1 } else { u128::MAX };
                writeln!(out, "x{local} = insert_{n}(x{local}, {}, {width}, {value}) & {kept:#x};", self.expr(low))
            }
            Stmt::If(condition, yes, no) => {
                let _ = write!(out, "if {} {{\n{}}}", self.expr(condition), self.stmts(yes));
                if !no.is_empty() {
                    let _ = write!(out, " else {{\n{}}}", self.stmts(no));
                }
                writeln!(out)
            }
            Stmt::WriteOperand(operand, lane, value) => self.write_operand(*operand, lane.as_ref(), value, out),
            Stmt::WriteState(register, part, value) => {
                let text = self.expr(value);
                if self.scope == Some(Scope::Lane) && self.cx.model.registers[*register].mask {
                    writeln!(out, "r{register} |= ({text} as u64) << l;")
                } else {
                    let value = match part {
                        None => text,
                        Some((high, low)) => {
                            let n = self.register_type(*register);
                            let width = high - low + 1;
                            format!("insert_{n}({}, {low}, {width}, {text} as {n})", self.register(*register))
                        }
                    };
                    let from = if part.is_some() { self.register_type(*register) } else { native(value_type(stmt)) };
                    writeln!(out, "{}", self.set_register(*register, &value, from))
                }
            }
            Stmt::Effect(builtin, arguments) => {
                let call = Expr { ty: Type::u(32), kind: ExprKind::Builtin(*builtin, arguments.clone()) };
                writeln!(out, "{};", self.expr(&call))
            }
            Stmt::Call(function, arguments) => writeln!(out, "{};", self.call(*function, arguments)),
        };
    }

    fn write_operand(&self, operand: usize, lane: Option<&Expr>, value: &Expr, out: &mut String) -> std::fmt::Result {
        let i = operand;
        let text = self.expr(value);
        match (self.scope, lane) {
            (Some(Scope::Lane), None) if self.is_mask(i) => writeln!(out, "k{i} |= ({text} as u64) << l;"),
            (_, Some(lane)) => {
                let lane = self.expr(lane);
                writeln!(out, "{{ let n = {lane} as usize % L; d{i}[n] = {text}; w{i} |= 1 << n; }}")
            }
            (Some(Scope::Lane), None) => writeln!(out, "d{i}[l] = {text};"),
            (_, None) => writeln!(out, "d{i} = {text}; w{i} = true;"),
        }
    }

    /// The raw bits of an operand.
    pub(super) fn raw(&self, ty: Type, operand: usize, lane: Option<&Expr>) -> String {
        let i = operand;
        let lanes = self.scope == Some(Scope::Lane);
        let place = match lane {
            Some(lane) => format!("({} as usize % L)", self.expr(lane)),
            None => "l".to_string(),
        };
        if self.is_mask(i) {
            return if ty == Type::Bool {
                format!("(q{i} >> {place} & 1 != 0)")
            } else {
                format!("(q{i} as {})", native(ty))
            };
        }
        if self.is_uniform(i) {
            return format!("u{i}");
        }
        if lanes || lane.is_some() { format!("a{i}[{place}]") } else { format!("u{i}") }
    }

    fn register_type(&self, register: usize) -> &'static str {
        if self.cx.model.registers[register].bits <= 32 { "u32" } else { "u64" }
    }

    fn register(&self, register: usize) -> String {
        let (n, at) = (self.register_type(register), self.cx.state.registers[register]);
        if self.cx.model.registers[register].per_lane {
            return format!("m.lane_reg_{n}({at}, l)");
        }
        format!("m.reg_{n}({at})")
    }

    /// A register as it was before the body, if that is the same, else as it is.
    fn register_value(&self, register: usize) -> String {
        if self.hoisted.contains(&register) { format!("s{register}") } else { self.register(register) }
    }

    fn set_register(&self, register: usize, value: &str, from: &str) -> String {
        let n = self.register_type(register);
        let value = if from == n { value.to_string() } else { format!("({value}) as {n}") };
        let bits = self.cx.model.registers[register].bits;
        let kept = if bits == 32 || bits == 64 { String::new() } else { format!(" & {:#x}", (1u64 << bits) - 1) };
        let at = self.cx.state.registers[register];
        if self.cx.model.registers[register].per_lane {
            return format!("{{ let value = ({value}){kept}; m.set_lane_reg_{n}({at}, l, value); }}");
        }
        format!("m.set_reg_{n}({at}, ({value}){kept});")
    }

    /// A register or a part of it.
    pub(super) fn state(&self, ty: Type, register: usize, part: Option<(u32, u32)>) -> String {
        let base = self.register_value(register);
        let mask = self.cx.model.registers[register].mask;
        let bits = match part {
            Some((high, low)) => format!("(({base} >> {low}) & {:#x})", u64::MAX >> (63 - (high - low))),
            None if mask && ty == Type::Bool => return format!("({base} >> l & 1 != 0)"),
            None => base,
        };
        match native(ty) {
            "bool" => format!("({bits} & 1 != 0)"),
            n if n == self.register_type(register) => bits,
            n => format!("({bits} as {n})"),
        }
    }

    /// A call of a function of the specification.
    pub(super) fn call(&self, function: usize, arguments: &[Expr]) -> String {
        let needs = &self.cx.needs[function];
        let mut list: Vec<String> = Vec::new();
        list.extend(needs.machine.then(|| "m".to_string()));
        list.extend(needs.version.then(|| "o".to_string()));
        list.extend(needs.world.then(|| if needs.quiet && !self.quiet { "&*w" } else { "w" }.to_string()));
        list.extend(needs.lane.then(|| "l".to_string()));
        if !needs.mutates {
            list.extend(needs.registers.iter().map(|&r| self.register_value(r)));
        }
        let name = rust_name(&self.cx.model.functions[function].name);
        let values: Vec<String> = arguments.iter().map(|a| self.expr(a)).collect();
        let borrows = |a: &Expr| {
            let asked = Needs::of_expr(self.cx.model, a, self.cx.needs);
            needs.machine && asked.mutates || needs.world && asked.world
        };
        if arguments.iter().any(borrows) {
            // The machine and the world are borrowed for one call after the other.
            let names: Vec<String> = (0..values.len()).map(|i| format!("t{i}")).collect();
            list.extend(names.iter().cloned());
            return format!(
                "{{ let ({},) = ({},); f_{name}({}) }}",
                names.join(", "),
                values.join(", "),
                list.join(", ")
            );
        }
        list.extend(values);
        format!("f_{name}({})", list.join(", "))
    }
}

fn value_type(stmt: &Stmt) -> Type {
    match stmt {
        Stmt::WriteState(_, _, value) => value.ty,
        _ => Type::u(32),
    }
}

/// Adds the local that a node names.
fn mention(node: &Node, locals: &mut Vec<usize>) {
    match node {
        Node::Expr(Expr { kind: ExprKind::Local(local), .. })
        | Node::Stmt(Stmt::Set(local, _) | Stmt::SetBits(local, ..)) => {
            locals.push(*local);
        }
        _ => {}
    }
}

/// Operands in the order in which the body writes them first.
fn first_written(body: &[Stmt]) -> Vec<usize> {
    let mut operands = Vec::new();
    walk(body, &mut |node| {
        if let Node::Stmt(Stmt::WriteOperand(operand, ..)) = node
            && !operands.contains(operand)
        {
            operands.push(*operand);
        }
    });
    operands
}
