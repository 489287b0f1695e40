//! This module works out from the meaning of instructions what they do with masks of lanes, for one bit of each mask.

use std::collections::HashMap;

use isatope_lang::{Binary, Expr, ExprKind, Model, Program, Scope, Stmt, Type, Unary};

use super::pool::Pool;

/// Cases in which the bit of each of the first operands is 1, and those in which the bit of the active mask is 1, as in
/// `isatope_core`'s `MaskBits`.
const OPERANDS: [u16; 3] = [0xaaaa, 0xcccc, 0xf0f0];
const ACTIVE: u16 = 0xff00;

/// The cases in which a bit is 1, and those in which it is 0. In all others it is unknown.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Bit {
    ones: u16,
    zeros: u16,
}

impl Bit {
    fn known(ones: u16) -> Self {
        Self { ones, zeros: !ones }
    }

    fn not(self) -> Self {
        Self { ones: self.zeros, zeros: self.ones }
    }

    fn and(self, other: Self) -> Self {
        Self { ones: self.ones & other.ones, zeros: self.zeros | other.zeros }
    }

    fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    /// The bit if it is one of two.
    fn either(self, other: Self) -> Self {
        Self { ones: self.ones & other.ones, zeros: self.zeros & other.zeros }
    }
}

/// The bits of one lane during a program.
struct Follower {
    scope: Scope,
    active: usize,
    /// Locals that hold masks.
    locals: HashMap<usize, Bit>,
    /// Whether operands may no longer have the bits that they had at the start.
    has_written: bool,
    /// The masks that were written: an operand or, with `None`, the active one. Without a bit, nothing is known.
    written: Vec<(Option<usize>, Option<Bit>)>,
}

impl Follower {
    /// Whether a value has one bit for the lane.
    fn is_mask(&self, ty: Type) -> bool {
        match self.scope {
            Scope::Wave => ty == Type::Int { bits: 64, signed: false },
            Scope::Lane => ty == Type::Bool,
        }
    }

    fn bit(&self, expr: &Expr) -> Bit {
        let unknown = Bit::default();
        if !self.is_mask(expr.ty) {
            return unknown;
        }
        match &expr.kind {
            ExprKind::Const(0) => Bit::known(0),
            ExprKind::Const(bits) if *bits == u128::from(u64::MAX >> (64 - expr.ty.bits())) => Bit::known(u16::MAX),
            ExprKind::Local(local) => self.locals.get(local).copied().unwrap_or_default(),
            // A lane body reads the machine as it was before the instruction.
            ExprKind::Raw(operand, None) if self.scope == Scope::Lane || !self.has_written => {
                OPERANDS.get(*operand).map_or(unknown, |&ones| Bit::known(ones))
            }
            ExprKind::State(register, None) if *register == self.active && !self.has_written => Bit::known(ACTIVE),
            ExprKind::Unary(Unary::Not, a) => self.bit(a).not(),
            ExprKind::Binary(Binary::And | Binary::AndAlso, a, b) => self.bit(a).and(self.bit(b)),
            ExprKind::Binary(Binary::Or | Binary::OrElse, a, b) => self.bit(a).or(self.bit(b)),
            ExprKind::Binary(Binary::Xor, a, b) => {
                let (a, b) = (self.bit(a), self.bit(b));
                a.and(b.not()).or(a.not().and(b))
            }
            ExprKind::If(_, before, a, also_before, b) if before.is_empty() && also_before.is_empty() => {
                self.bit(a).either(self.bit(b))
            }
            ExprKind::Bitcast(a) | ExprKind::Resize(a) => self.bit(a),
            _ => unknown,
        }
    }

    fn write(&mut self, mask: Option<usize>, bit: Option<Bit>) {
        self.has_written = true;
        self.written.retain(|(known, _)| *known != mask);
        self.written.push((mask, bit));
    }

    fn run(&mut self, body: &[Stmt]) {
        for stmt in body {
            match stmt {
                Stmt::Set(local, value) => {
                    self.locals.insert(*local, self.bit(value));
                }
                Stmt::SetBits(local, ..) => {
                    self.locals.remove(local);
                }
                Stmt::WriteOperand(operand, None, value) if self.is_mask(value.ty) => {
                    self.write(Some(*operand), Some(self.bit(value)));
                }
                Stmt::WriteState(register, None, value) if *register == self.active => {
                    self.write(None, Some(self.bit(value)));
                }
                Stmt::If(_, yes, no) => {
                    self.forget(yes);
                    self.forget(no);
                }
                _ => self.forget(std::slice::from_ref(stmt)),
            }
        }
    }

    /// Forgets what statements that may run may write.
    fn forget(&mut self, body: &[Stmt]) {
        for stmt in body {
            match stmt {
                Stmt::Set(local, _) | Stmt::SetBits(local, ..) => _ = self.locals.remove(local),
                Stmt::If(_, yes, no) => {
                    self.forget(yes);
                    self.forget(no);
                }
                Stmt::WriteOperand(operand, ..) => self.write(Some(*operand), None),
                Stmt::WriteState(register, ..) if *register == self.active => self.write(None, None),
                // Procedures and builtins write operands and registers, too.
                Stmt::WriteState(..) => {}
                Stmt::Effect(..) | Stmt::Call(..) => {
                    self.has_written = true;
                    self.written.iter_mut().for_each(|(_, bit)| *bit = None);
                }
            }
        }
    }
}

/// Returns a list of rows: one for each mask that a program writes and of which something is known.
pub(super) fn masks(model: &Model, pool: &Pool, program: Option<&Program>) -> String {
    let found = program.zip(model.active_mask()).map_or_else(Vec::new, |(program, active)| {
        let scope = program.scope;
        let (locals, written) = (HashMap::new(), Vec::new());
        let mut follower = Follower { scope, active, locals, has_written: false, written };
        follower.run(&program.body);
        follower.written
    });
    let scope = program.map(|program| program.scope);
    let rows = found.into_iter().filter_map(|(operand, bit)| {
        let mut bit = bit?;
        if scope == Some(Scope::Lane) {
            // The bits of inactive lanes become 0.
            bit = bit.and(Bit { ones: ACTIVE, zeros: !ACTIVE });
        }
        let Bit { ones, zeros } = bit;
        let says = ones | zeros != 0;
        says.then(|| format!("MaskBits {{ operand: {operand:?}, ones: {ones:#x}, zeros: {zeros:#x} }}"))
    });
    pool.list("MaskBits", rows)
}
