//! Programs that access the world for all lanes at once. The body becomes loops over the lanes, which compute addresses
//! and values, and between two loops there is one access of a row. An access under a condition is made for the lanes
//! for which it holds.
//!
//! This is equivalent to running one lane after the other only if no lane can see the effects of another one: each
//! memory is read or written but not both, and interfaces are called once. Writes are made at the end, so that the
//! writes of one lane stay together where they overlap with those of other lanes (`rt::write_rows`). All other programs
//! run for the active lanes one by one.
//!
//! Programs that call an operation whose answer depends on other lanes (`together`) have no other form.
//!
//! Names: `at3` addresses, `g3` arguments, `c3` a condition, `k3` the lanes for which it holds, `p3` these lanes as a
//! row; `wa3`, `wv3` and `wm3` addresses, values and lanes of a write.

mod order;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use isatope_lang::{Builtin, Expr, ExprKind, Operand, Program, Scope, Stmt, Type};

use super::Context;
use super::body::{Frame, mention};
use super::native::native;
use super::needs::{Needs, Node, walk, walk_expr};
use super::passes::fold::{Known, deciding_fields, has_effect};
use super::passes::inline::{Inliner, effect_of};
use super::passes::words::{words_read, words_written};
use super::passes::{live, split};
use order::is_order_free;

/// A program whose accesses are rows.
pub(super) struct Rows {
    /// The program with its effects made explicit.
    pub program: Program,
    /// Values that fields must have; empty if there is no condition.
    pub fields: Vec<(String, u64)>,
}

/// Converts a program to rows, if that is equivalent.
///
/// # Panics
/// If the program has to be rows because of the operations that it calls, and cannot be.
pub(super) fn rows(cx: &Context, operands: &[Operand], program: &Program) -> Option<Rows> {
    let mut calls = program.effects.calls.iter().map(|&(interface, operation)| {
        let interface = &cx.model.interfaces[interface];
        (interface, &interface.operations[operation])
    });
    let together = calls.find(|(_, operation)| operation.together);
    let rows = converted(cx, operands, program, together.is_some());
    if let (None, Some((interface, operation))) = (&rows, together) {
        panic!("lanes cannot call `{}.{}` together in {:#?}", interface.name, operation.name, program.body);
    }
    rows
}

/// Converts a program to rows. If it calls operations `together`, that holds for all values of fields.
fn converted(cx: &Context, operands: &[Operand], program: &Program, together: bool) -> Option<Rows> {
    if program.scope != Scope::Lane {
        return None;
    }
    let mut inliner = Inliner::new(cx, &program.locals);
    let body = words_written(inliner.stmts(&program.body)?);
    let mut locals = inliner.locals;
    let version = only_version(program);
    let body = Known { fields: &[], version }.stmts(&body, &mut HashMap::new());
    let mut names = Vec::new();
    if !together {
        deciding_fields(&body, &mut names);
    }
    let fields = defaults(cx, program, names)?;
    let body = Known { fields: &fields, version }.stmts(&body, &mut HashMap::new());
    if !has_effect(&body) || !is_order_free(cx, &body, together) {
        return None;
    }
    let body = live::live(&body);
    // A word of an operand that the body writes may be read after that.
    let mutates = |body: &[Stmt]| Needs::of_body(cx.model, body, cx.needs).mutates;
    let body = if mutates(&body) { body } else { words_read(&body) };
    let body = live::live(&split::split(body, &mut locals, operands, cx.model.lanes));
    (together || !mutates(&body)).then(|| Rows { program: Program { locals, body, ..program.clone() }, fields })
}

/// Body of a program for given values of fields.
pub(super) fn under(body: &[Stmt], fields: &[(String, u64)], program: &Program) -> Vec<Stmt> {
    Known { fields, version: only_version(program) }.stmts(body, &mut HashMap::new())
}

/// The version of a program, if there is only one.
fn only_version(program: &Program) -> Option<usize> {
    let mut versions = program.versions.iter();
    match (versions.next(), versions.next()) {
        (Some(version), None) => Some(version),
        _ => None,
    }
}

/// Values of fields whose modifiers are not written; `None` if one of them is not optional.
fn defaults(cx: &Context, program: &Program, names: Vec<String>) -> Option<Vec<(String, u64)>> {
    let format = &cx.model.formats[program.format];
    let layout = format.layouts.get(program.versions.iter().next()?)?.as_ref()?;
    let value = |name: &str| layout.fields.iter().find(|f| f.name == name).map_or(0, |f| f.default);
    Some(names.into_iter().map(|name| (value(&name), name)).map(|(value, name)| (name, value)).collect())
}

/// Writes the loops and accesses. A first pass finds the locals that live from one loop to another.
pub(super) fn text(frame: &mut Frame, body: &[Stmt], uniform: &[Stmt], out: &mut String) {
    let mut first = Emitter::new(frame);
    first.uniform_and_body(uniform, body, &mut String::new());
    let arrays: Vec<bool> = (0..frame.locals.len())
        .map(|local| first.forced.contains(&local) || first.seen.get(&local).is_some_and(|loops| loops.len() > 1))
        .collect();
    let hoisted = first.hoisted;
    frame.arrays = arrays;
    for (local, is_array) in frame.arrays.iter_mut().enumerate() {
        *is_array &= !hoisted.contains(&local);
        if *is_array {
            let ty = native(frame.locals[local].ty);
            let zero = if ty == "bool" { "false".to_string() } else { format!("0{ty}") };
            let _ = writeln!(out, "let mut x{local} = Aligned([{zero}; L]);");
        }
    }
    let mut emitter = Emitter::new(frame);
    let mut text = String::new();
    emitter.uniform_and_body(uniform, body, &mut text);
    for (site, (_, bits)) in emitter.sites.iter().enumerate() {
        let zero = if *bits <= 32 { "0u32" } else { "0u64" };
        let _ = writeln!(
            out,
            "let (mut wa{site}, mut wv{site}, mut wm{site}) = (Aligned([0u64; L]), Aligned([{zero}; L]), 0u64);"
        );
    }
    out.push_str(&text);
    emitter.writes(out);
}

/// Splits statements of the outermost level: those that set a local once, to a value that is the same in all lanes, and
/// the others.
pub(super) fn uniform(frame: &Frame, body: &[Stmt]) -> (Vec<Stmt>, Vec<Stmt>) {
    let mut sets: HashMap<usize, usize> = HashMap::new();
    walk(body, &mut |node| {
        if let Node::Stmt(Stmt::Set(local, _) | Stmt::SetBits(local, ..)) = node {
            *sets.entry(*local).or_default() += 1;
        }
    });
    let mut known = BTreeSet::new();
    let (mut same, mut others) = (Vec::new(), Vec::new());
    for stmt in body {
        match stmt {
            Stmt::Set(local, value) if sets[local] == 1 && frame.is_same(value, &known) => {
                known.insert(*local);
                same.push(stmt.clone());
            }
            _ => others.push(stmt.clone()),
        }
    }
    (same, others)
}

struct Emitter<'f, 'a> {
    frame: &'f Frame<'a>,
    /// The loops that name each local.
    seen: BTreeMap<usize, BTreeSet<usize>>,
    /// Locals that an access sets.
    forced: BTreeSet<usize>,
    /// Locals that are the same in all lanes.
    hoisted: BTreeSet<usize>,
    loops: usize,
    names: usize,
    /// Memory and width of each write.
    sites: Vec<(u128, u32)>,
}

/// The lanes for which statements run.
#[derive(Clone, Copy)]
enum Under {
    /// All active lanes.
    Exec,
    /// The lanes of the mask with this number.
    Mask(usize),
}

impl Under {
    fn mask(self) -> String {
        match self {
            Under::Exec => "exec".into(),
            Under::Mask(number) => format!("k{number}"),
        }
    }
}

impl<'f, 'a> Emitter<'f, 'a> {
    fn new(frame: &'f Frame<'a>) -> Self {
        Self {
            frame,
            seen: BTreeMap::new(),
            forced: BTreeSet::new(),
            hoisted: BTreeSet::new(),
            loops: 0,
            names: 0,
            sites: Vec::new(),
        }
    }

    fn name(&mut self) -> usize {
        self.names += 1;
        self.names
    }

    fn uniform_and_body(&mut self, uniform: &[Stmt], body: &[Stmt], out: &mut String) {
        for stmt in uniform {
            if let Stmt::Set(local, value) = stmt {
                self.hoisted.insert(*local);
                let ty = native(self.frame.locals[*local].ty);
                let _ = writeln!(out, "let x{local}: {ty} = {};", self.frame.expr(value));
            }
        }
        self.stmts(body, Under::Exec, out);
    }

    /// Writes statements for some lanes.
    fn stmts(&mut self, stmts: &[Stmt], under: Under, out: &mut String) {
        let mut pure: Vec<&Stmt> = Vec::new();
        for stmt in stmts {
            if let Some((builtin, list)) = effect_of(stmt) {
                self.effect(builtin, list, stmt, &mut pure, under, out);
            } else if let Stmt::If(condition, yes, no) = stmt
                && (has_effect(yes) || has_effect(no))
            {
                let name = self.name();
                let _ = writeln!(out, "let mut c{name} = Aligned([0u8; L]);");
                let line = format!("c{name}[l] = {} as u8;\n", self.frame.expr(condition));
                self.lane_loop(&mut pure, &line, &[condition], under, out);
                let mask = under.mask();
                for (arm, sign) in [(yes, ""), (no, "!")] {
                    if arm.is_empty() {
                        continue;
                    }
                    let number = self.name();
                    let _ = writeln!(
                        out,
                        "let k{number} = {sign}truths::<L, FAST>(&c{name}) & {mask};\nif k{number} != 0 {{"
                    );
                    let _ = writeln!(out, "let p{number} = Aligned(spread::<L>(k{number}));");
                    self.stmts(arm, Under::Mask(number), out);
                    out.push_str("}\n");
                }
            } else {
                pure.push(stmt);
            }
        }
        self.lane_loop(&mut pure, "", &[], under, out);
    }

    /// Writes a loop with the deferred statements, and with `line` after them.
    fn lane_loop(&mut self, pure: &mut Vec<&Stmt>, line: &str, named: &[&Expr], under: Under, out: &mut String) {
        if pure.is_empty() && line.is_empty() {
            return;
        }
        self.loops += 1;
        let mut locals = Vec::new();
        for stmt in pure.iter() {
            walk(std::slice::from_ref(*stmt), &mut |node| mention(&node, &mut locals));
        }
        for expr in named {
            walk_expr(expr, &mut |node| mention(&node, &mut locals));
        }
        let (start, end) = match under {
            Under::Exec => ("for l in each::<L, FAST>() {\n".to_string(), "}\n"),
            Under::Mask(number) => {
                (format!("for l in each::<L, FAST>() {{ if p{number}[l] & BIT[l] != 0 {{\n"), "} }\n")
            }
        };
        out.push_str(&start);
        let mut declared = BTreeSet::new();
        for local in locals {
            self.seen.entry(local).or_default().insert(self.loops);
            if !self.hoisted.contains(&local) && !self.frame.is_array(local) && declared.insert(local) {
                let ty = self.frame.locals[local].ty;
                let zero = if ty == Type::Bool { "false" } else { "0" };
                let _ = writeln!(out, "let mut x{local}: {} = {zero};", native(ty));
            }
        }
        for stmt in pure.drain(..) {
            self.frame.stmt(stmt, out);
        }
        out.push_str(line);
        out.push_str(end);
    }

    /// Writes the deferred statements before an effect, and the effect.
    fn effect(
        &mut self,
        builtin: Builtin,
        list: &[Expr],
        stmt: &Stmt,
        pure: &mut Vec<&Stmt>,
        under: Under,
        out: &mut String,
    ) {
        let mask = under.mask();
        let memory = match list.first() {
            Some(Expr { kind: ExprKind::Const(memory), .. }) => *memory,
            _ => 0,
        };
        let to = if let Stmt::Set(local, _) = stmt { Some(*local) } else { None };
        self.forced.extend(to);
        match (builtin, to) {
            (Builtin::MemRead, Some(to)) => {
                let name = self.name();
                let _ = writeln!(out, "let mut at{name} = Aligned([0u64; L]);");
                let line = format!("at{name}[l] = {} as u64;\n", self.frame.expr(&list[1]));
                self.lane_loop(pure, &line, &[&list[1]], under, out);
                let bits = self.frame.locals[to].ty.bits();
                let _ = match bits {
                    0..=32 => writeln!(out, "read_row::<L, FAST>(w, {memory}, &at{name}, {bits}, {mask}, &mut x{to});"),
                    _ => writeln!(out, "read_row64::<L, FAST>(w, {memory}, &at{name}, {mask}, &mut x{to});"),
                };
            }
            (Builtin::MemWrite, _) => {
                let site = self.sites.len();
                let bits = list[2].ty.bits();
                self.sites.push((memory, bits));
                let ty = if bits <= 32 { "u32" } else { "u64" };
                let (at, value) = (self.frame.expr(&list[1]), self.frame.expr(&list[2]));
                let line = format!("wa{site}[l] = {at} as u64;\nwv{site}[l] = {value} as {ty};\n");
                self.lane_loop(pure, &line, &[&list[1], &list[2]], under, out);
                let _ = writeln!(out, "wm{site} = {mask};");
            }
            (Builtin::Operation(interface, operation), _) => {
                self.call((interface, operation), list, to, pure, under, out);
            }
            _ => {
                // Records of accesses that the hardware hides, which are rare, and words of operands, whose number
                // only the lane knows. They are made one by one.
                self.lane_loop(pure, "", &[], under, out);
                self.loops += 1;
                let mut locals = Vec::new();
                walk(std::slice::from_ref(stmt), &mut |node| mention(&node, &mut locals));
                for local in locals {
                    self.seen.entry(local).or_default().insert(self.loops);
                }
                let _ = writeln!(out, "for l in lanes::<L>({mask}) {{");
                self.frame.stmt(stmt, out);
                out.push_str("}\n");
            }
        }
    }

    fn call(
        &mut self,
        (interface, operation): (usize, usize),
        list: &[Expr],
        to: Option<usize>,
        pure: &mut Vec<&Stmt>,
        under: Under,
        out: &mut String,
    ) {
        let (mut lines, mut arguments, mut named) = (String::new(), String::new(), Vec::new());
        for value in list {
            let text = self.frame.expr(value);
            if self.frame.is_same(value, &self.hoisted) {
                let _ = write!(arguments, "Argument::Same({text} as u128), ");
                continue;
            }
            let name = self.name();
            let (ty, kind) = match value.ty.bits() {
                0..=32 => ("u32", "Words"),
                33..=64 => ("u64", "Pairs"),
                _ => ("u128", "Quads"),
            };
            let _ = writeln!(out, "let mut g{name} = Aligned([0{ty}; L]);");
            let _ = writeln!(lines, "g{name}[l] = {text} as {ty};");
            let _ = write!(arguments, "Argument::{kind}(&g{name}[..]), ");
            named.push(value);
        }
        self.lane_loop(pure, &lines, &named, under, out);
        let number = self.frame.operation_number(interface, operation);
        let answers = match to.map(|to| (to, self.frame.locals[to].ty.bits())) {
            None => "Answers::None".to_string(),
            Some((to, 0..=32)) => format!("Answers::Words(&mut x{to}[..])"),
            Some((to, 33..=64)) => format!("Answers::Pairs(&mut x{to}[..])"),
            Some((to, _)) => format!("Answers::Quads(&mut x{to}[..])"),
        };
        let _ = writeln!(out, "w.call_row({number}, {}, &[{arguments}], {answers});", under.mask());
    }

    /// Writes the deferred memory writes, grouped by memory.
    fn writes(&self, out: &mut String) {
        let mut memories: BTreeMap<u128, Vec<usize>> = BTreeMap::new();
        for (site, (memory, _)) in self.sites.iter().enumerate() {
            memories.entry(*memory).or_default().push(site);
        }
        for (memory, sites) in memories {
            let bits = self.sites[sites[0]].1;
            if let [site] = sites[..] {
                let _ = match bits {
                    0..=32 => {
                        writeln!(out, "write_row::<L, FAST>(w, {memory}, &wa{site}, {bits}, wm{site}, &wv{site});")
                    }
                    _ => writeln!(out, "write_row64::<L, FAST>(w, {memory}, &wa{site}, wm{site}, &wv{site});"),
                };
                continue;
            }
            let list: Vec<String> = sites.iter().map(|s| format!("(&wa{s}, &wv{s}, wm{s})")).collect();
            let _ = writeln!(out, "write_rows(w, {memory}, {bits}, &[{}]);", list.join(", "));
        }
    }
}

impl Frame<'_> {
    /// Whether a value is the same in all lanes. `known` are the locals of which this is known.
    fn is_same(&self, expr: &Expr, known: &BTreeSet<usize>) -> bool {
        let all = |list: &[Expr]| list.iter().all(|e| self.is_same(e, known));
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Field(_) | ExprKind::Version => true,
            ExprKind::Local(local) => known.contains(local),
            ExprKind::Raw(operand, None) => self.is_uniform(*operand) && !self.is_mask(*operand),
            ExprKind::State(register, _) => {
                let register = &self.cx.model.registers[*register];
                !register.per_lane && (!register.mask || expr.ty != Type::Bool)
            }
            ExprKind::Unary(_, a) | ExprKind::Resize(a) | ExprKind::Bitcast(a) => self.is_same(a, known),
            ExprKind::Binary(_, a, b) | ExprKind::Slice(a, b) => self.is_same(a, known) && self.is_same(b, known),
            ExprKind::Concat(list) => all(list),
            ExprKind::If(c, yes_body, yes, no_body, no) => {
                yes_body.is_empty()
                    && no_body.is_empty()
                    && self.is_same(c, known)
                    && self.is_same(yes, known)
                    && self.is_same(no, known)
            }
            ExprKind::Call(function, list) => {
                let needs = &self.cx.needs[*function];
                !needs.lane && !needs.machine && !needs.world && all(list)
            }
            _ => false,
        }
    }
}
