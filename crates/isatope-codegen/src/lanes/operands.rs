//! Reads and writes of a program's operands.
//!
//! Vector registers are borrowed, not copied, if the body changes no registers. A value that is the same in all lanes
//! is first spread into a row.

use std::fmt::Write;

use isatope_lang::{Expr, ExprKind, Operand, OperandType, Program, Scope, Stmt, Type};

use super::body::Frame;
use super::native::native;
use super::needs::{Node, walk};
use super::passes::split::word;

/// Uses of an operand in a program.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Use {
    /// Read in this lane, or as a uniform value.
    pub here: bool,
    /// Read in an explicitly given lane.
    pub elsewhere: bool,
    /// Written, with this type.
    pub written: Option<Type>,
    /// Written in an explicitly given lane.
    pub written_elsewhere: bool,
    /// Written at the outermost level of the body, and therefore always.
    pub always: bool,
}

pub(super) fn uses(operands: &[Operand], program: &Program) -> Vec<Use> {
    let mut uses = vec![Use::default(); operands.len()];
    // Words of operands have their own numbers.
    walk(&program.body, &mut |node| {
        if let Node::Expr(Expr { kind: ExprKind::Raw(operand, _), .. }) | Node::Stmt(Stmt::WriteOperand(operand, ..)) =
            node
            && *operand >= uses.len()
        {
            uses.resize(operand + 1, Use::default());
        }
    });
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

/// Operands in the order of their first writes in the body.
pub(super) fn first_written(body: &[Stmt]) -> Vec<usize> {
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

impl Frame<'_> {
    pub(super) fn is_mask(&self, operand: usize) -> bool {
        self.operands.get(operand).is_some_and(|operand| operand.ty == OperandType::Mask)
    }

    /// Whether an operand is the same for all lanes, and is fetched once.
    pub(super) fn is_uniform(&self, operand: usize) -> bool {
        let operand = word(operand).map_or(operand, |(operand, _)| operand);
        self.uniform.get(operand).copied().unwrap_or(false)
    }

    /// Whether an operand is a vector register for all of its codes.
    fn is_vector(&self, operand: usize) -> bool {
        self.vector.get(operand).copied().unwrap_or(false)
    }

    /// Whether the rows of an operand are borrowed.
    fn is_borrowed(&self, operand: usize) -> bool {
        self.borrows && self.width(operand) <= 64
    }

    /// Width of the widest element that the registers of an operand form: 32, 64 or 128 bits.
    pub(super) fn width(&self, operand: usize) -> u32 {
        if word(operand).is_some() {
            return 32;
        }
        // Numbers between those of operands and those of their words are unused.
        match self.operands.get(operand).map_or(0, |operand| operand.ty.dwords(self.cx.model.lanes)) {
            0 | 1 => 32,
            2 => 64,
            _ => 128,
        }
    }

    /// Reads operands before the body.
    pub(super) fn fetch(&self, uses: &[Use], out: &mut String) {
        let lanes = self.scope == Some(Scope::Lane);
        for (i, used) in uses.iter().enumerate() {
            let width = self.width(i);
            if self.is_mask(i) {
                if used.here || used.elsewhere {
                    let _ = writeln!(out, "let q{i} = m.mask(o, &*w, {i});");
                }
                if used.here && lanes {
                    let _ = writeln!(out, "let p{i} = Aligned(spread::<L>(q{i}));");
                }
                continue;
            }
            let once = self.is_uniform(i);
            if let Some((operand, k)) = word(i) {
                if used.here {
                    let _ = match once {
                        true => writeln!(out, "let u{i} = m.operand_word(o, &*w, {operand}, {k}, 0);"),
                        false if !self.borrows => {
                            writeln!(out, "let a{i} = Aligned(m.rows_word(o, &*w, {operand}, {k}));")
                        }
                        false => writeln!(
                            out,
                            "let t{i}; let a{i}: &[u32; L] = match m.row_word(o, {operand}, {k}) {{ Some(row) => row, None => {{ t{i} = Aligned(m.spread_word(o, &*w, {operand}, {k})); &t{i}.0 }} }};"
                        ),
                    };
                }
                continue;
            }
            if !once && (used.elsewhere || used.here && lanes) {
                let (one, two) = if self.cx.any_computed {
                    (format!("m.spread32::<FAST>(o, &*w, {i})"), format!("m.spread64::<FAST>(o, &*w, {i})"))
                } else {
                    (format!("[m.plain32(o, {i}); L]"), format!("m.plain_pair(o, {i})"))
                };
                let _ = match width {
                    32 if self.is_borrowed(i) => writeln!(
                        out,
                        "let t{i}; let a{i}: &[u32; L] = match m.row32(o, {i}) {{ Some(row) => row, None => {{ t{i} = Aligned({one}); &t{i}.0 }} }};"
                    ),
                    64 if self.is_borrowed(i) => writeln!(
                        out,
                        "let t{i}; let (a{i}, b{i}): (&[u32; L], &[u32; L]) = match m.row64(o, {i}) {{ Some(rows) => rows, None => {{ t{i} = {two}; (&t{i}.0.0, &t{i}.1.0) }} }};"
                    ),
                    _ => writeln!(out, "let a{i} = Aligned(m.rows{width}::<FAST>(o, &*w, {i}));"),
                };
            }
            if once && (used.here || used.elsewhere) || used.here && !lanes {
                let _ = match width {
                    32 | 64 if lanes && !self.cx.any_computed => writeln!(out, "let u{i} = m.plain{width}(o, {i});"),
                    _ => writeln!(out, "let u{i} = m.one{width}(o, &*w, {i});"),
                };
            }
        }
    }

    /// Declares the variables for the results of a lane body.
    pub(super) fn declare_results(&self, uses: &[Use], out: &mut String) {
        for (i, used) in uses.iter().enumerate() {
            let Some(ty) = used.written else { continue };
            let _ = if self.is_mask(i) {
                writeln!(out, "let mut k{i} = Aligned([0u8; L]);")
            } else if used.written_elsewhere {
                writeln!(out, "let (mut d{i}, mut w{i}) = (Aligned([0{}; L]), 0u64);", native(ty))
            } else if let Some((operand, k)) = word(i).filter(|_| !used.always) {
                writeln!(out, "let mut d{i} = Aligned(m.rows_word(o, &*w, {operand}, {k}));")
            } else if used.always {
                writeln!(out, "let mut d{i} = Aligned([0{}; L]);", native(ty))
            } else {
                writeln!(out, "let mut d{i} = Aligned(m.rows{}::<FAST>(o, &*w, {i}));", self.width(i))
            };
        }
    }

    /// Writes the results after the body.
    pub(super) fn store(&self, program: &Program, uses: &[Use], out: &mut String) {
        for i in first_written(&program.body) {
            if let Some((operand, k)) = word(i) {
                let vector = self.is_vector(operand);
                let _ = writeln!(out, "m.set_row::<{vector}, FAST>(o, {operand}, {k}, exec, &d{i});");
            } else if !self.is_mask(i) {
                let lanes = if uses[i].written_elsewhere { format!("w{i}") } else { "exec".to_string() };
                let (width, vector) = (self.width(i), self.is_vector(i));
                let _ = writeln!(out, "m.set_rows{width}::<{vector}, FAST>(o, {i}, &d{i}, {lanes});");
            }
        }
        for (i, used) in uses.iter().enumerate() {
            if used.written.is_some() && self.is_mask(i) {
                let _ = writeln!(out, "m.set_mask(o, {i}, truths::<L, FAST>(&k{i}) & exec);");
            }
        }
    }

    /// Text of one write of an operand.
    pub(super) fn write_operand(
        &self,
        operand: usize,
        lane: Option<&Expr>,
        value: &Expr,
        out: &mut String,
    ) -> std::fmt::Result {
        let i = operand;
        let text = self.expr(value);
        match (self.scope, lane) {
            (Some(Scope::Lane), None) if self.is_mask(i) => writeln!(out, "k{i}[l] = {text} as u8;"),
            (_, Some(lane)) => {
                let lane = self.expr(lane);
                writeln!(out, "{{ let n = {lane} as usize % L; d{i}[n] = {text}; w{i} |= 1 << n; }}")
            }
            (Some(Scope::Lane), None) => writeln!(out, "d{i}[l] = {text};"),
            (_, None) => writeln!(out, "d{i} = {text}; w{i} = true;"),
        }
    }

    /// Text of the raw bits of an operand.
    pub(super) fn raw(&self, ty: Type, operand: usize, lane: Option<&Expr>) -> String {
        let i = operand;
        let lanes = self.scope == Some(Scope::Lane);
        if self.is_mask(i) {
            return match lane {
                Some(lane) if ty == Type::Bool => format!("(q{i} >> ({} as usize % L) & 1 != 0)", self.expr(lane)),
                None if ty == Type::Bool && lanes => format!("(p{i}[l] & BIT[l] != 0)"),
                None if ty == Type::Bool => format!("(q{i} >> l & 1 != 0)"),
                _ => format!("(q{i} as {})", native(ty)),
            };
        }
        if self.is_uniform(i) || !lanes && lane.is_none() {
            return format!("u{i}");
        }
        let pair = self.is_borrowed(i) && self.width(i) == 64;
        match lane {
            None if pair => format!("pair(a{i}[l], b{i}[l])"),
            None => format!("a{i}[l]"),
            Some(lane) if pair => {
                format!("{{ let n = {} as usize % L; pair(a{i}[n], b{i}[n]) }}", self.expr(lane))
            }
            Some(lane) => format!("a{i}[({} as usize % L)]", self.expr(lane)),
        }
    }
}
