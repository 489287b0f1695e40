//! Facts about programs and functions, found by walking their trees.

use isatope_lang::{Builtin, CodeKind, Expr, ExprKind, Model, Stmt, Type};

/// Calls `visit` for every expression in `expr`, including itself, and for every statement in it.
pub(crate) fn walk_expr<'a>(expr: &'a Expr, visit: &mut dyn FnMut(Node<'a>)) {
    visit(Node::Expr(expr));
    match &expr.kind {
        ExprKind::Raw(_, Some(a)) | ExprKind::Unary(_, a) | ExprKind::Resize(a) | ExprKind::Bitcast(a) => {
            walk_expr(a, visit);
        }
        ExprKind::Binary(_, a, b) | ExprKind::Slice(a, b) => {
            walk_expr(a, visit);
            walk_expr(b, visit);
        }
        ExprKind::Concat(list) | ExprKind::Call(_, list) | ExprKind::Builtin(_, list) => {
            list.iter().for_each(|e| walk_expr(e, visit));
        }
        ExprKind::Map(sources, each) => {
            sources.iter().for_each(|e| walk_expr(e, visit));
            walk_expr(each, visit);
        }
        ExprKind::If(condition, yes_body, yes, no_body, no) => {
            walk_expr(condition, visit);
            walk(yes_body, visit);
            walk_expr(yes, visit);
            walk(no_body, visit);
            walk_expr(no, visit);
        }
        _ => {}
    }
}

/// Calls `visit` for every node of some statements.
pub(crate) fn walk<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(Node<'a>)) {
    for stmt in body {
        visit(Node::Stmt(stmt));
        match stmt {
            Stmt::Set(_, a) | Stmt::WriteState(_, _, a) | Stmt::WriteOperand(_, None, a) => walk_expr(a, visit),
            Stmt::SetBits(_, a, _, b) | Stmt::WriteOperand(_, Some(a), b) => {
                walk_expr(a, visit);
                walk_expr(b, visit);
            }
            Stmt::If(condition, yes, no) => {
                walk_expr(condition, visit);
                walk(yes, visit);
                walk(no, visit);
            }
            Stmt::Effect(_, list) | Stmt::Call(_, list) => list.iter().for_each(|e| walk_expr(e, visit)),
        }
    }
}

/// A node of a tree.
pub(crate) enum Node<'a> {
    Expr(&'a Expr),
    Stmt(&'a Stmt),
}

/// Adds the names of the plain fields that statements read.
pub(super) fn fields(body: &[Stmt], names: &mut Vec<String>) {
    walk(body, &mut |node| {
        if let Node::Expr(Expr { kind: ExprKind::Field(name), .. }) = node
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    });
}

/// Functions that computed operands call. An operand may be read at any time, so their reads outside of a memory are
/// not recorded.
pub(super) fn quiet_functions(model: &Model) -> Vec<bool> {
    let mut quiet = vec![false; model.functions.len()];
    let mark = |node: &Node, quiet: &mut Vec<bool>| {
        if let Node::Expr(Expr { kind: ExprKind::Call(f, _), .. }) | Node::Stmt(Stmt::Call(f, _)) = node {
            quiet[*f] = true;
        }
    };
    for code in model.classes.iter().flat_map(|class| &class.codes) {
        if let CodeKind::Value(expr) = &code.kind {
            walk_expr(expr, &mut |node| mark(&node, &mut quiet));
        }
    }
    // Callees come before callers.
    for index in (0..quiet.len()).rev().filter(|&index| quiet[index]).collect::<Vec<_>>() {
        let function = &model.functions[index];
        walk(&function.body, &mut |node| mark(&node, &mut quiet));
        if let Some(value) = &function.value {
            walk_expr(value, &mut |node| mark(&node, &mut quiet));
        }
    }
    quiet
}

/// Minimum size of a function that is called, not inlined, where speed does not matter.
const APART: usize = 24;

/// Properties of a function: what it takes besides its parameters, and whether it is costly.
#[derive(Clone, Default)]
pub(super) struct Needs {
    /// Registers that it reads, except masks. They are passed by value, so that a caller can know their values.
    pub registers: Vec<usize>,
    /// Parts of registers that it reads: (register, highest bit, lowest bit).
    pub parts: Vec<(usize, u32, u32)>,
    /// Whether it depends on the level of the processor: it multiplies and adds with one rounding, or calls a separate
    /// helper.
    pub by_level: bool,
    /// Whether it does additional work under a condition that rarely holds.
    pub seldom: bool,
    /// Whether it reads masks or files, or writes registers.
    pub machine: bool,
    /// Whether it reads operands whose location it does not know, or accesses memories or interfaces.
    pub world: bool,
    /// Whether it accesses memories or calls interfaces. Only active lanes do that, one after the other.
    pub effects: bool,
    /// Whether it reads the version.
    pub version: bool,
    /// Whether it depends on the lane.
    pub lane: bool,
    /// Whether it writes registers.
    pub mutates: bool,
    /// Whether it writes per-lane registers of its own lane. A program that accesses no other registers collects these
    /// in rows.
    lane_writes: bool,
    /// Whether it calls functions that read registers.
    calls_machine: bool,
    /// Whether its reads outside of a memory are not recorded.
    pub quiet: bool,
    /// Number of its expressions and statements, including those of the functions that it calls.
    pub size: usize,
    /// Whether it is so costly that testing whether each lane is active pays off.
    pub heavy: bool,
}

impl Needs {
    /// Needs of every function of a model; callees come before callers.
    pub(super) fn of_functions(model: &Model, quiet: &[bool]) -> Vec<Needs> {
        let mut all: Vec<Needs> = Vec::new();
        for (function, &quiet) in model.functions.iter().zip(quiet) {
            let mut needs = Needs { quiet, ..Needs::default() };
            walk(&function.body, &mut |node| needs.add(model, &node, &all));
            if let Some(value) = &function.value {
                walk_expr(value, &mut |node| needs.add(model, &node, &all));
            }
            if needs.lane_writes {
                needs.mutate();
            }
            needs.by_level |= needs.stands_apart();
            all.push(needs);
        }
        all
    }

    pub(super) fn of_expr(model: &Model, expr: &Expr, functions: &[Needs]) -> Needs {
        let mut needs = Needs::default();
        walk_expr(expr, &mut |node| needs.add(model, &node, functions));
        needs
    }

    pub(super) fn of_body(model: &Model, body: &[Stmt], functions: &[Needs]) -> Needs {
        let mut needs = Needs::default();
        walk(body, &mut |node| needs.add(model, &node, functions));
        if needs.lane_writes && (needs.calls_machine || needs.effects) {
            needs.mutate();
        }
        needs
    }

    fn add(&mut self, model: &Model, node: &Node, functions: &[Needs]) {
        let callee = match node {
            Node::Stmt(Stmt::Call(f, _)) => Some(*f),
            Node::Expr(Expr { kind: ExprKind::Call(f, _), .. }) => Some(*f),
            _ => None,
        };
        if let Some(other) = callee.and_then(|f| functions.get(f)) {
            other.registers.iter().for_each(|r| self.register(*r));
            other.parts.iter().for_each(|part| self.part(*part));
            self.by_level |= other.by_level;
            self.seldom |= other.seldom;
            self.machine |= other.machine;
            self.calls_machine |= other.machine;
            self.world |= other.world;
            self.effects |= other.effects;
            self.version |= other.version;
            self.lane |= other.lane;
            self.mutates |= other.mutates;
            self.heavy |= other.heavy;
            self.size += other.size;
        }
        self.size += 1;
        match node {
            Node::Stmt(Stmt::WriteState(register, None, _)) if model.registers[*register].per_lane => {
                self.machine = true;
                self.lane = true;
                self.lane_writes = true;
            }
            Node::Stmt(Stmt::WriteState(register, ..)) if !model.registers[*register].mask => self.mutate(),
            Node::Stmt(Stmt::Effect(Builtin::OperandWrite(_) | Builtin::FileWrite(_), _)) => {
                self.mutate();
                self.lane = true;
            }
            Node::Stmt(Stmt::Effect(Builtin::Uses, _)) => {}
            Node::Stmt(Stmt::Effect(..)) => self.effect(),
            Node::Expr(expr) => match &expr.kind {
                ExprKind::State(register, _) if model.registers[*register].mask => {
                    self.machine = true;
                    self.lane = true;
                }
                ExprKind::State(register, _) if model.registers[*register].per_lane => {
                    self.machine = true;
                    self.lane = true;
                }
                ExprKind::State(register, part) => {
                    self.register(*register);
                    let (high, low) = part.unwrap_or((63, 0));
                    self.part((*register, high, low));
                }
                ExprKind::Lane => self.lane = true,
                ExprKind::Version => self.version = true,
                ExprKind::Builtin(builtin, _) => match builtin {
                    Builtin::Operation(..) | Builtin::OperationAt(..) => self.effect(),
                    // The read may record a fault, or an access outside of the memory.
                    Builtin::MemRead if !self.quiet => self.effect(),
                    Builtin::MemRead => {
                        self.world = true;
                        self.heavy = true;
                    }
                    Builtin::FileRead(_) | Builtin::OperandRead(_) => {
                        self.machine = true;
                        self.world |= matches!(builtin, Builtin::OperandRead(_));
                        self.lane = true;
                        self.heavy = true;
                    }
                    Builtin::Rarely => self.seldom = true,
                    Builtin::Ffma | Builtin::Frsq => self.by_level |= expr.ty != Type::F16,
                    _ => {}
                },
                _ => {}
            },
            Node::Stmt(_) => {}
        }
    }

    /// Whether it only computes a value, and is small enough to be inlined into a loop over the lanes. A remaining call
    /// would keep the loop from becoming vector code.
    pub(super) fn is_part_of_loops(&self) -> bool {
        !self.mutates && !self.effects && !self.world && !self.heavy && self.size <= 1500
    }

    /// Whether it is inlined into loops that should become vector code, and called as a separate function elsewhere, so
    /// that other code contains it only once.
    pub(super) fn stands_apart(&self) -> bool {
        self.is_part_of_loops() && self.size >= APART
    }

    /// Constants that a function takes, as in a call: `::<FAST>`.
    pub(super) fn constants(&self) -> &'static str {
        match (self.by_level, self.seldom) {
            (false, false) => "",
            (true, false) => "::<FAST>",
            (false, true) => "::<USUAL>",
            (true, true) => "::<FAST, USUAL>",
        }
    }

    fn register(&mut self, register: usize) {
        if !self.registers.contains(&register) {
            self.registers.push(register);
        }
    }

    fn part(&mut self, part: (usize, u32, u32)) {
        if !self.parts.contains(&part) {
            self.parts.push(part);
        }
    }

    fn mutate(&mut self) {
        self.machine = true;
        self.mutates = true;
    }

    fn effect(&mut self) {
        self.world = true;
        self.effects = true;
        self.lane = true;
    }
}
