//! Statements and functions of the specification as Rust text.
//!
//! Names in a function: `x3` is local 3, `a1` the lanes of operand 1 (`b1` their high words), `u1` its uniform value,
//! `q1` its mask, `p1` that mask spread over the lanes, `s2` register 2, `n2` per-lane register 2 as a row, `b2` mask
//! register 2 spread over the lanes, `d0` the new value of operand 0, and `w0` the lanes of operand 0 that are written.
//! `k0` and `r2` are masks that are collected for operand 0 and register 2, with one truth value per lane. The constant
//! `FAST` tells whether the code is for a level of the processor. Such code multiplies and adds with one rounding, and
//! its loops become vector code.

use std::fmt::Write;

use isatope_lang::{Binary, Builtin, Expr, ExprKind, Local, Operand, Scope, Stmt, Type};

use super::Context;
use super::native::native;
use super::needs::{Needs, Node, walk, walk_expr};

/// Context that the text of an expression or statement depends on.
pub(super) struct Frame<'a> {
    pub cx: &'a Context<'a>,
    pub locals: &'a [Local],
    pub operands: &'a [Operand],
    /// Scope of the program; `None` in a function of the specification.
    pub scope: Option<Scope>,
    /// Registers that are read once, before the body.
    pub hoisted: Vec<usize>,
    /// Whether reads outside of a memory are not recorded.
    pub quiet: bool,
    /// Operands that are fetched once for all lanes.
    pub uniform: Vec<bool>,
    /// Operands that are vector registers for all of their codes.
    pub vector: &'a [bool],
    /// Whether rows of vector registers are borrowed instead of copied, because the body changes none.
    pub borrows: bool,
    /// Locals that live from one lane loop to another, with one value per lane.
    pub arrays: Vec<bool>,
}

/// Writes a function of the specification.
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
        vector: &[],
        borrows: false,
        arrays: Vec::new(),
    };
    if !needs.mutates {
        frame.hoisted = needs.registers.clone();
    }
    let mut parameters: Vec<String> = Vec::new();
    if needs.machine {
        parameters.push(format!("m: &{}Wave", if needs.mutates { "mut " } else { "" }));
    }
    if needs.version {
        parameters.push("version: u32".to_string());
    }
    if needs.world {
        parameters.push(format!("w: &{}dyn World", if needs.quiet { "" } else { "mut " }));
    }
    if needs.lane {
        parameters.push("l: usize".to_string());
    }
    parameters.extend(frame.hoisted.iter().map(|&r| format!("s{r}: {}", frame.register_type(r))));
    parameters.extend(function.params.iter().enumerate().map(|(i, (_, ty))| format!("mut x{i}: {}", native(*ty))));
    // Must be the last one, because earlier arguments may borrow it.
    parameters.extend(needs.seldom.then(|| "rare: &mut bool".to_string()));
    let result = function.result.map_or(String::new(), |ty| format!(" -> {}", native(ty)));
    let value = function.value.as_ref();
    let body = frame.body(&function.body, value, function.params.len());
    let value = value.map_or(String::new(), |value| frame.expr(value));
    // A debug build has no vector code.
    let inline =
        if needs.is_part_of_loops() { "#[cfg_attr(not(debug_assertions), inline(always))]" } else { "#[inline]" };
    let name = rust_name(&function.name);
    let constants = needs.constants();
    let declared =
        constants.trim_start_matches(':').replace("FAST", "const FAST: bool").replace("USUAL", "const USUAL: bool");
    let head = format!("{name}{declared}({}){result}", parameters.join(", "));
    if !needs.stands_apart() {
        let _ = writeln!(out, "{inline}\nfn f_{head} {{\n{body}{value}\n}}");
        return;
    }
    let names: Vec<&str> = parameters.iter().filter_map(|p| p.trim_start_matches("mut ").split(':').next()).collect();
    let call = format!("{name}{constants}({})", names.join(", "));
    let _ = writeln!(
        out,
        "{inline}\nfn f_{head} {{ if is_small(FAST) {{ apart_{call} }} else {{ inline_{call} }} }}\n\
         #[inline(never)]\nfn apart_{head} {{ inline_{call} }}\n\
         {inline}\nfn inline_{head} {{\n{body}{value}\n}}"
    );
}

fn rust_name(name: &str) -> String {
    name.replace('.', "_")
}

impl<'a> Frame<'a> {
    /// A frame without operands and locals.
    pub(super) fn function(cx: &'a Context<'a>) -> Self {
        Self {
            cx,
            locals: &[],
            operands: &[],
            scope: None,
            hoisted: Vec::new(),
            quiet: true,
            uniform: Vec::new(),
            vector: &[],
            borrows: false,
            arrays: Vec::new(),
        }
    }

    /// Statements of the outermost level, with declarations of locals. A local is declared at its first assignment, if
    /// that is at the outermost level, and otherwise before the statement of its first use. Locals below `parameters`
    /// are declared already.
    pub(super) fn body(&self, stmts: &[Stmt], value: Option<&Expr>, parameters: usize) -> String {
        let mut declared = vec![false; self.locals.len()];
        declared.iter_mut().take(parameters).for_each(|d| *d = true);
        let mut out = String::new();
        let mut rest = stmts;
        while let Some((stmt, behind)) = rest.split_first() {
            if let Some((count, text)) = self.words_read(rest) {
                out.push_str(&text);
                rest = &rest[count..];
                continue;
            }
            rest = behind;
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

    /// Recognizes statements at the beginning that read consecutive words of a memory into an operand. Returns their
    /// number, and one access with the same effect.
    fn words_read(&self, stmts: &[Stmt]) -> Option<(usize, String)> {
        if self.scope != Some(Scope::Wave) || self.quiet {
            return None;
        }
        let (operand, memory, start) = match word_read(stmts.first()?)? {
            (operand, 0, memory, start, 0) => (operand, memory, start),
            _ => return None,
        };
        let is_next = |(k, stmt): &(usize, &Stmt)| {
            let k = *k as u128;
            word_read(stmt) == Some((operand, k, memory, start, 4 * k))
        };
        let count = stmts.iter().enumerate().take_while(is_next).count();
        let text = format!("m.read_words::<{count}>(o, w, {operand}, {memory}, x{start});\n");
        (count > 1).then_some((count, text))
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

    /// Whether a local has one value per lane.
    pub(super) fn is_array(&self, local: usize) -> bool {
        self.arrays.get(local).copied().unwrap_or(false)
    }

    /// Name of a local in this lane.
    pub(super) fn local(&self, local: usize) -> String {
        if self.is_array(local) { format!("x{local}[l]") } else { format!("x{local}") }
    }

    /// Text of nested statements.
    pub(super) fn stmts(&self, stmts: &[Stmt]) -> String {
        let mut out = String::new();
        for stmt in stmts {
            self.stmt(stmt, &mut out);
        }
        out
    }

    pub(super) fn stmt(&self, stmt: &Stmt, out: &mut String) {
        let _ = match stmt {
            Stmt::Set(local, value) => writeln!(out, "{} = {};", self.local(*local), self.expr(value)),
            Stmt::SetBits(local, low, width, value) => {
                let ty = self.locals[*local].ty;
                let n = native(ty);
                let value = match native(value.ty) {
                    from if from == n => self.expr(value),
                    _ => format!("({} as {n})", self.expr(value)),
                };
                let kept = if ty.bits() < 128 { (1u128 << ty.bits()) - 1 } else { u128::MAX };
                let name = self.local(*local);
                writeln!(out, "{name} = insert_{n}({name}, {}, {width}, {value}) & {kept:#x};", self.expr(low))
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
                    writeln!(out, "r{register}[l] = {text} as u8;")
                } else if self.is_row(*register) {
                    writeln!(out, "n{register}[l] = {};", self.fitting(*register, &text, native(value_type(stmt))))
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
            Stmt::Effect(Builtin::Uses, _) => Ok(()),
            Stmt::Effect(builtin, arguments) => {
                let call = Expr { ty: Type::u(32), kind: ExprKind::Builtin(*builtin, arguments.clone()) };
                writeln!(out, "{};", self.expr(&call))
            }
            Stmt::Call(function, arguments) => writeln!(out, "{};", self.call(*function, arguments)),
        };
    }

    pub(super) fn register_type(&self, register: usize) -> &'static str {
        if self.cx.model.registers[register].bits <= 32 { "u32" } else { "u64" }
    }

    /// Whether a per-lane register is held in a row before the loops and written after them.
    pub(super) fn is_row(&self, register: usize) -> bool {
        self.borrows && self.cx.model.registers[register].per_lane
    }

    pub(super) fn register(&self, register: usize) -> String {
        let (n, at) = (self.register_type(register), self.cx.state.registers[register]);
        if self.is_row(register) {
            return format!("n{register}[l]");
        }
        if self.cx.model.registers[register].per_lane {
            return format!("m.lane_reg_{n}({at}, l)");
        }
        format!("m.reg_{n}({at})")
    }

    /// Value of a register: the one read before the body if it is still valid, otherwise the current value.
    fn register_value(&self, register: usize) -> String {
        if self.hoisted.contains(&register) { format!("s{register}") } else { self.register(register) }
    }

    pub(super) fn set_register(&self, register: usize, value: &str, from: &str) -> String {
        let n = self.register_type(register);
        let value = self.fitting(register, value, from);
        let at = self.cx.state.registers[register];
        if self.cx.model.registers[register].per_lane {
            return format!("{{ let value = {value}; m.set_lane_reg_{n}({at}, l, value); }}");
        }
        format!("m.set_reg_{n}({at}, {value});")
    }

    /// A value of a native type, converted to the type and width of a register.
    fn fitting(&self, register: usize, value: &str, from: &str) -> String {
        let n = self.register_type(register);
        let value = if from == n { value.to_string() } else { format!("({value}) as {n}") };
        let bits = self.cx.model.registers[register].bits;
        let kept = if bits == 32 || bits == 64 { String::new() } else { format!(" & {:#x}", (1u64 << bits) - 1) };
        format!("({value}){kept}")
    }

    /// Whether a mask is spread over the lanes before the loop.
    pub(super) fn is_own_bit(&self, register: usize) -> bool {
        self.scope == Some(Scope::Lane) && self.cx.model.registers[register].mask && self.hoisted.contains(&register)
    }

    /// A register or a part of a register.
    pub(super) fn state(&self, ty: Type, register: usize, part: Option<(u32, u32)>) -> String {
        let base = self.register_value(register);
        let mask = self.cx.model.registers[register].mask;
        let bits = match part {
            Some((high, low)) => format!("(({base} >> {low}) & {:#x})", u64::MAX >> (63 - (high - low))),
            None if ty == Type::Bool && self.is_own_bit(register) => return format!("(b{register}[l] & BIT[l] != 0)"),
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
        list.extend(needs.version.then(|| "version".to_string()));
        list.extend(needs.world.then(|| if needs.quiet && !self.quiet { "&*w" } else { "w" }.to_string()));
        list.extend(needs.lane.then(|| "l".to_string()));
        if !needs.mutates {
            list.extend(needs.registers.iter().map(|&r| self.register_value(r)));
        }
        let mut name = rust_name(&self.cx.model.functions[function].name);
        name.push_str(needs.constants());
        let values: Vec<String> = arguments.iter().map(|a| self.expr(a)).collect();
        let rare = needs.seldom.then(|| "rare".to_string());
        let borrows = |a: &Expr| {
            let asked = Needs::of_expr(self.cx.model, a, self.cx.needs);
            needs.machine && asked.mutates || needs.world && asked.world
        };
        if arguments.iter().any(borrows) {
            // The machine and the world can be borrowed for only one call at a time.
            let names: Vec<String> = (0..values.len()).map(|i| format!("t{i}")).collect();
            list.extend(names.iter().cloned());
            list.extend(rare);
            return format!(
                "{{ let ({},) = ({},); f_{name}({}) }}",
                names.join(", "),
                values.join(", "),
                list.join(", ")
            );
        }
        list.extend(values);
        list.extend(rare);
        format!("f_{name}({})", list.join(", "))
    }
}

/// Recognizes an operand word that is read from memory. Returns the operand, the word, the memory, the local with the
/// 64-bit base address, and the offset from it.
fn word_read(stmt: &Stmt) -> Option<(usize, u128, u128, usize, u128)> {
    let Stmt::Effect(Builtin::OperandWrite(operand), list) = stmt else { return None };
    let [Expr { kind: ExprKind::Const(word), .. }, Expr { kind: ExprKind::Builtin(Builtin::MemRead, access), ty }] =
        &list[..]
    else {
        return None;
    };
    let [Expr { kind: ExprKind::Const(memory), .. }, address] = &access[..] else { return None };
    let local = |expr: &Expr| match expr.kind {
        ExprKind::Local(local) if expr.ty == Type::u(64) => Some(local),
        _ => None,
    };
    let (start, distance) = match &address.kind {
        ExprKind::Binary(Binary::Add, start, distance) => match distance.kind {
            ExprKind::Const(distance) => (local(start)?, distance),
            _ => return None,
        },
        _ => (local(address)?, 0),
    };
    (*ty == Type::u(32)).then_some((*operand, *word, *memory, start, distance))
}

fn value_type(stmt: &Stmt) -> Type {
    match stmt {
        Stmt::WriteState(_, _, value) => value.ty,
        _ => Type::u(32),
    }
}

/// Adds the local that a node refers to.
pub(super) fn mention(node: &Node, locals: &mut Vec<usize>) {
    match node {
        Node::Expr(Expr { kind: ExprKind::Local(local), .. })
        | Node::Stmt(Stmt::Set(local, _) | Stmt::SetBits(local, ..)) => {
            locals.push(*local);
        }
        _ => {}
    }
}
