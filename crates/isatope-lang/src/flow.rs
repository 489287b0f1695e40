//! Derives the successors of instructions from assignments to the program counter, and from calls of operations.
//!
//! An address is tracked as a sum: the address of the next instruction, a part of an operand times a constant, and a
//! constant. All other values are unknown. A condition on fields becomes a pattern of the words that have the
//! successor; any other condition makes the successor uncertain.

use crate::model::{
    Binary, Builtin, CodeKind, Expr, ExprKind, FieldKind, Inst, Layout, Model, Operand, OperandType, Slot, Stmt, Type,
    Unary,
};

/// A successor of an instruction, besides the next instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// Words that may have this successor: mask and value of their bits.
    pub when: (u64, u64),
    /// Destination.
    pub to: To,
    /// Whether these words go there in every state of the machine.
    pub always: bool,
    /// Whether a register gets the address of the next instruction.
    pub saves: bool,
}

/// Destination of a successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// The end of the wavefront.
    End,
    /// The trap handler.
    Trap,
    /// An address that is known only at run time.
    Unknown,
    /// The sum of three numbers.
    Sum {
        /// Whether the address of the next instruction is one of them.
        next: bool,
        /// A part of an operand.
        operand: Option<OperandPart>,
        /// A constant.
        plus: i64,
    },
}

/// A number in the bits of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandPart {
    /// Index of the operand.
    pub operand: usize,
    /// Lowest bit of the part.
    pub low: u32,
    /// Number of bits.
    pub bits: u32,
    /// Whether the number is signed.
    pub signed: bool,
    /// Factor of the number.
    pub scale: i64,
}

/// Number of bits of an address.
const ADDRESS: u32 = 64;
/// Maximum nesting depth of calls that are followed.
const MOST_CALLS: u32 = 32;

/// Successors of form `form` of an instruction in a version.
pub fn successors(model: &Model, inst: &Inst, form: usize, version: usize) -> Vec<Successor> {
    let layout = model.formats[inst.forms[form].format].layouts[version].as_ref();
    let (Some(program), Some(layout)) = (inst.program(form, version), layout) else { return Vec::new() };
    let effects = &program.effects;
    let counter = model.registers.iter().position(|r| is(&r.role, "program_counter"));
    let jumps = counter.is_some_and(|counter| effects.writes.contains(&counter));
    let calls = effects.calls.iter().any(|&(interface, operation)| called(model, interface, operation).is_some());
    if !jumps && !calls {
        return Vec::new();
    }
    let mut walker = Walker {
        model,
        layout,
        version,
        counter,
        operands: &inst.operands,
        path: Path { mask: layout.fixed_mask, value: layout.fixed_value, certain: true },
        found: Vec::new(),
        saves: false,
        depth: 0,
    };
    let mut locals = vec![Number::Unknown; program.locals.len()];
    walker.block(&program.body, &mut locals);
    let Walker { found, saves, .. } = walker;
    let lead = |(path, to): (Path, To)| Successor {
        when: (path.mask & !layout.fixed_mask, path.value & !layout.fixed_mask),
        to,
        always: path.certain,
        saves: saves && !matches!(to, To::End | To::Trap),
    };
    let mut leads: Vec<Successor> = Vec::new();
    for lead in found.into_iter().map(lead) {
        match leads.iter_mut().find(|known| (known.when, known.to) == (lead.when, lead.to)) {
            Some(known) => known.always |= lead.always,
            None => leads.push(lead),
        }
    }
    leads
}

/// Whether a role is the wanted one.
fn is(role: &Option<String>, wanted: &str) -> bool {
    role.as_deref() == Some(wanted)
}

/// Destination of a call of an operation, if its role has one.
fn called(model: &Model, interface: usize, operation: usize) -> Option<To> {
    let role = &model.interfaces[interface].operations[operation].role;
    match role.as_deref()? {
        "end" => Some(To::End),
        "trap" => Some(To::Trap),
        _ => None,
    }
}

/// Known information about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Unknown,
    Constant(u128),
    /// The sum of the address of the next instruction (if `next`), a part of an operand and a constant, in a number of
    /// [`ADDRESS`] bits. Without `next` and with a scale of 1, also in a number of another width.
    Sum {
        next: bool,
        operand: Option<OperandPart>,
        plus: i64,
    },
    /// Consecutive bits of the word, from a bit on.
    Field {
        low: u32,
        bits: u32,
    },
}

/// The words that reach a statement of the body.
#[derive(Clone, Copy, Debug)]
struct Path {
    mask: u64,
    value: u64,
    /// Whether they reach it in every state of the machine.
    certain: bool,
}

/// The words for which a condition holds.
#[derive(Clone, Copy)]
enum Condition {
    Known(bool),
    /// Holds for the words with these bits only.
    Bits {
        mask: u64,
        value: u64,
    },
    /// Holds for all words except those with these bits.
    NotBits {
        mask: u64,
        value: u64,
    },
    Unknown,
}

struct Walker<'m> {
    model: &'m Model,
    layout: &'m Layout,
    version: usize,
    counter: Option<usize>,
    operands: &'m [Operand],
    path: Path,
    found: Vec<(Path, To)>,
    saves: bool,
    depth: u32,
}

impl Walker<'_> {
    fn block(&mut self, body: &[Stmt], locals: &mut Vec<Number>) {
        for stmt in body {
            self.stmt(stmt, locals);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, locals: &mut Vec<Number>) {
        match stmt {
            Stmt::Set(local, value) => locals[*local] = self.expr(value, locals),
            Stmt::SetBits(local, ..) => locals[*local] = Number::Unknown,
            Stmt::If(condition, yes, no) => {
                let (mut first, mut second) = (locals.clone(), locals.clone());
                self.both(condition, locals, |this, holds| match holds {
                    true => this.block(yes, &mut first),
                    false => this.block(no, &mut second),
                });
                for (local, (first, second)) in locals.iter_mut().zip(first.into_iter().zip(second)) {
                    *local = if first == second { first } else { Number::Unknown };
                }
            }
            Stmt::WriteOperand(_, _, value) => {
                let value = self.expr(value, locals);
                self.saves |= value == Number::Sum { next: true, operand: None, plus: 0 };
            }
            Stmt::WriteState(register, part, value) if Some(*register) == self.counter => match part {
                None => self.jump(value, locals),
                Some(_) => self.found.push((self.path, To::Unknown)),
            },
            Stmt::WriteState(..) => {}
            Stmt::Effect(builtin, _) => self.effect(*builtin),
            Stmt::Call(function, arguments) => {
                self.call(*function, arguments, locals);
            }
        }
    }

    /// Records an assignment to the program counter.
    fn jump(&mut self, value: &Expr, locals: &mut Vec<Number>) {
        if let ExprKind::If(condition, yes_body, yes, no_body, no) = &value.kind {
            let mut ways = [locals.clone(), locals.clone()];
            self.both(condition, locals, |this, holds| {
                let (body, value) = if holds { (yes_body, yes) } else { (no_body, no) };
                let locals = &mut ways[usize::from(!holds)];
                this.block(body, locals);
                this.jump(value, locals);
            });
            return;
        }
        let to = match self.expr(value, locals) {
            Number::Constant(value) => To::Sum { next: false, operand: None, plus: value as i64 },
            Number::Sum { next, operand, plus } => To::Sum { next, operand, plus },
            Number::Field { .. } | Number::Unknown => To::Unknown,
        };
        self.found.push((self.path, to));
    }

    fn effect(&mut self, builtin: Builtin) {
        let (Builtin::Operation(interface, operation) | Builtin::OperationAt(interface, operation)) = builtin else {
            return;
        };
        if let Some(to) = called(self.model, interface, operation) {
            self.found.push((self.path, to));
        }
    }

    /// Follows both branches of a condition, each with the words that can take it.
    fn both(&mut self, condition: &Expr, locals: &mut Vec<Number>, mut way: impl FnMut(&mut Self, bool)) {
        let condition = self.condition(condition, locals);
        let before = self.path;
        for holds in [true, false] {
            let refined = match (condition, holds) {
                (Condition::Known(known), _) => (known == holds).then_some(before),
                (Condition::Bits { mask, value }, true) | (Condition::NotBits { mask, value }, false) => {
                    let apart = (before.value ^ value) & before.mask & mask != 0;
                    let refined = Path { mask: before.mask | mask, value: before.value | value, ..before };
                    (!apart).then_some(refined)
                }
                (Condition::Bits { mask, value }, false) | (Condition::NotBits { mask, value }, true) => {
                    let one = mask & !before.mask;
                    match before.value & mask == value & before.mask {
                        // The known bits already exclude these words.
                        false => Some(before),
                        true if one == 0 => None,
                        true if one.is_power_of_two() => {
                            let bit = one & !value;
                            Some(Path { mask: before.mask | one, value: before.value | bit, ..before })
                        }
                        true => Some(Path { certain: false, ..before }),
                    }
                }
                (Condition::Unknown, _) => Some(Path { certain: false, ..before }),
            };
            if let Some(path) = refined {
                self.path = path;
                way(self, holds);
            }
        }
        self.path = before;
    }

    fn condition(&mut self, condition: &Expr, locals: &mut Vec<Number>) -> Condition {
        match &condition.kind {
            ExprKind::Unary(Unary::Not, of) if condition.ty == Type::Bool => match self.condition(of, locals) {
                Condition::Known(holds) => Condition::Known(!holds),
                Condition::Bits { mask, value } => Condition::NotBits { mask, value },
                Condition::NotBits { mask, value } => Condition::Bits { mask, value },
                Condition::Unknown => Condition::Unknown,
            },
            ExprKind::Builtin(Builtin::Rarely, arguments) if arguments.len() == 1 => {
                self.condition(&arguments[0], locals)
            }
            ExprKind::Binary(op @ (Binary::AndAlso | Binary::OrElse), a, b) => {
                let ends = *op == Binary::OrElse;
                match (self.condition(a, locals), self.condition(b, locals)) {
                    (Condition::Known(holds), other) | (other, Condition::Known(holds)) if holds != ends => other,
                    (Condition::Known(holds), _) | (_, Condition::Known(holds)) => Condition::Known(holds),
                    (Condition::Bits { mask, value }, Condition::Bits { mask: more, value: values }) if !ends => {
                        match (value ^ values) & mask & more {
                            0 => Condition::Bits { mask: mask | more, value: value | values },
                            _ => Condition::Known(false),
                        }
                    }
                    _ => Condition::Unknown,
                }
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.expr(a, locals), self.expr(b, locals));
                match (op, self.in_word(left), self.in_word(right)) {
                    (op, Number::Constant(left), Number::Constant(right)) => compared(*op, left, right),
                    (Binary::Eq, Number::Field { low, bits }, Number::Constant(value))
                    | (Binary::Eq, Number::Constant(value), Number::Field { low, bits }) => is_value(low, bits, value),
                    (Binary::Ne, Number::Field { low, bits }, Number::Constant(value))
                    | (Binary::Ne, Number::Constant(value), Number::Field { low, bits }) => {
                        match is_value(low, bits, value) {
                            Condition::Bits { mask, value } => Condition::NotBits { mask, value },
                            Condition::Known(holds) => Condition::Known(!holds),
                            other => other,
                        }
                    }
                    _ => Condition::Unknown,
                }
            }
            _ => {
                let value = self.expr(condition, locals);
                match self.in_word(value) {
                    Number::Constant(value) => Condition::Known(value != 0),
                    Number::Field { low, bits: 1 } => is_value(low, 1, 1),
                    _ => Condition::Unknown,
                }
            }
        }
    }

    /// If an operand is a number, its bits are bits of the word.
    fn in_word(&self, value: Number) -> Number {
        let Number::Sum { next: false, operand: Some(part), plus: 0 } = value else { return value };
        let Some(Slot::Field(field)) = self.layout.slots.get(part.operand) else { return value };
        let field = &self.layout.fields[*field];
        let FieldKind::Operand(class) = field.kind else { return value };
        let number = self.model.classes[class].codes.iter().all(|code| matches!(code.kind, CodeKind::Number(_)));
        match field.pieces[..] {
            [(high, low)] if number && high < 64 && part.scale == 1 && part.low + part.bits <= high - low + 1 => {
                Number::Field { low: low + part.low, bits: part.bits }
            }
            _ => value,
        }
    }

    /// Follows a call of a function; returns its value.
    fn call(&mut self, function: usize, arguments: &[Expr], locals: &mut Vec<Number>) -> Number {
        let arguments: Vec<Number> = arguments.iter().map(|a| self.expr(a, locals)).collect();
        if self.depth == MOST_CALLS {
            return Number::Unknown;
        }
        self.depth += 1;
        let model = self.model;
        let function = &model.functions[function];
        let mut own = arguments;
        own.resize(function.locals.len().max(own.len()), Number::Unknown);
        self.block(&function.body, &mut own);
        let value = function.value.as_ref().map_or(Number::Unknown, |value| self.expr(value, &mut own));
        self.depth -= 1;
        value
    }

    fn expr(&mut self, expr: &Expr, locals: &mut Vec<Number>) -> Number {
        let width = expr.ty.bits();
        match &expr.kind {
            ExprKind::Const(value) => Number::Constant(*value),
            ExprKind::Local(local) => locals[*local],
            ExprKind::Version => Number::Constant(self.version as u128),
            ExprKind::Raw(operand, _) => self.raw(*operand, width),
            ExprKind::Field(name) => self.field(name),
            ExprKind::State(register, None) if Some(*register) == self.counter => {
                Number::Sum { next: true, operand: None, plus: 0 }
            }
            ExprKind::Bitcast(of) => self.expr(of, locals),
            ExprKind::Resize(of) => {
                let value = self.expr(of, locals);
                resized(value, of.ty, width)
            }
            ExprKind::Slice(of, low) => {
                let (value, low) = (self.expr(of, locals), self.expr(low, locals));
                match low {
                    Number::Constant(low) => sliced(value, low as u32, width, of.ty.bits()),
                    _ => Number::Unknown,
                }
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.expr(a, locals), self.expr(b, locals));
                arithmetic(*op, left, right, width)
            }
            ExprKind::If(condition, yes_body, yes, no_body, no) => {
                let mut ways = [locals.clone(), locals.clone()];
                let mut values = Vec::new();
                self.both(condition, locals, |this, holds| {
                    let (body, value) = if holds { (yes_body, yes) } else { (no_body, no) };
                    let locals = &mut ways[usize::from(!holds)];
                    this.block(body, locals);
                    values.push(this.expr(value, locals));
                });
                match values[..] {
                    [value] => value,
                    [first, second] if first == second => first,
                    _ => Number::Unknown,
                }
            }
            ExprKind::Call(function, arguments) => self.call(*function, arguments, locals),
            ExprKind::Builtin(builtin, _) => {
                self.effect(*builtin);
                Number::Unknown
            }
            _ => Number::Unknown,
        }
    }

    /// The bits of an operand.
    fn raw(&self, operand: usize, width: u32) -> Number {
        if self.operands.get(operand).is_none_or(|o| o.ty == OperandType::Mask) {
            return Number::Unknown;
        }
        Number::Sum {
            next: false,
            operand: Some(OperandPart { operand, low: 0, bits: width, signed: false, scale: 1 }),
            plus: 0,
        }
    }

    /// A field in one piece within the first 64 bits; 0 if the layout lacks it.
    fn field(&self, name: &str) -> Number {
        let found = self.layout.fields.iter().find(|f| f.name == name && f.kind != FieldKind::Ignored);
        match found.map(|field| &field.pieces[..]) {
            None => Number::Constant(0),
            Some(&[(high, low)]) if high < 64 => Number::Field { low, bits: high - low + 1 },
            Some(_) => Number::Unknown,
        }
    }
}

fn compared(op: Binary, left: u128, right: u128) -> Condition {
    Condition::Known(match op {
        Binary::Eq => left == right,
        Binary::Ne => left != right,
        Binary::Lt => left < right,
        Binary::Le => left <= right,
        Binary::Gt => left > right,
        Binary::Ge => left >= right,
        Binary::AndAlso | Binary::And => left & right & 1 != 0,
        Binary::OrElse | Binary::Or => (left | right) & 1 != 0,
        _ => return Condition::Unknown,
    })
}

/// Condition that bits of the word have a value.
fn is_value(low: u32, bits: u32, value: u128) -> Condition {
    if value >> bits != 0 {
        return Condition::Known(false);
    }
    let ones = u64::MAX >> (64 - bits);
    Condition::Bits { mask: ones << low, value: (value as u64) << low }
}

/// A value converted to another width.
fn resized(value: Number, from: Type, width: u32) -> Number {
    let signed = matches!(from, Type::Int { signed: true, .. });
    let before = from.bits();
    if width == before {
        return value;
    }
    match value {
        Number::Constant(value) => {
            let negative = signed && width > before && value >> (before - 1) & 1 != 0;
            let value = if negative { value | u128::MAX.unbounded_shl(before) } else { value };
            Number::Constant(value & ones(width))
        }
        Number::Sum { next: false, operand: Some(part), plus: 0 } if part.scale == 1 => {
            let part = match width < before {
                // The upper bits are dropped.
                true if part.bits >= width => OperandPart { bits: width, signed: false, ..part },
                true => part,
                false if part.bits == before => OperandPart { signed, ..part },
                // The part is already extended.
                false if part.signed == signed || !part.signed => part,
                false => return Number::Unknown,
            };
            Number::Sum { next: false, operand: Some(part), plus: 0 }
        }
        Number::Field { low, bits } if width > before && !signed => Number::Field { low, bits },
        _ => Number::Unknown,
    }
}

/// `width` bits of a value of `whole` bits from bit `low` on.
fn sliced(value: Number, low: u32, width: u32, whole: u32) -> Number {
    match value {
        Number::Constant(value) => Number::Constant(value.unbounded_shr(low) & ones(width)),
        _ if low == 0 && width == whole => value,
        Number::Sum { next: false, operand: Some(part), plus: 0 } if part.scale == 1 && low + width <= part.bits => {
            let part = OperandPart { low: part.low + low, bits: width, signed: false, ..part };
            Number::Sum { next: false, operand: Some(part), plus: 0 }
        }
        Number::Field { low: first, bits } if low + width <= bits => Number::Field { low: first + low, bits: width },
        _ => Number::Unknown,
    }
}

/// Sum, difference or product. The result is unknown if it wraps at another width than that of addresses.
fn arithmetic(op: Binary, left: Number, right: Number, width: u32) -> Number {
    if let (Number::Constant(left), Number::Constant(right)) = (left, right) {
        let value = match op {
            Binary::Add => left.wrapping_add(right),
            Binary::Sub => left.wrapping_sub(right),
            Binary::Mul => left.wrapping_mul(right),
            Binary::Shl => left.unbounded_shl(right as u32),
            _ => match compared(op, left, right) {
                Condition::Known(holds) if width == 1 => return Number::Constant(holds.into()),
                _ => return Number::Unknown,
            },
        };
        return Number::Constant(value & ones(width));
    }
    if width != ADDRESS {
        return Number::Unknown;
    }
    let sum = |number| match number {
        Number::Sum { next, operand, plus } => Some((next, operand, plus)),
        Number::Constant(value) => Some((false, None, value as i64)),
        Number::Field { .. } | Number::Unknown => None,
    };
    let (Some(left), Some(right)) = (sum(left), sum(right)) else { return Number::Unknown };
    let times = |(next, operand, plus): (bool, Option<OperandPart>, i64), by: i64| {
        let scale = |part: OperandPart| OperandPart { scale: part.scale.wrapping_mul(by), ..part };
        (!next).then(|| Number::Sum { next, operand: operand.map(scale), plus: plus.wrapping_mul(by) })
    };
    let found = match (op, left, right) {
        (Binary::Add, a, b) if !(a.0 && b.0 || a.1.is_some() && b.1.is_some()) => {
            Some(Number::Sum { next: a.0 || b.0, operand: a.1.or(b.1), plus: a.2.wrapping_add(b.2) })
        }
        (Binary::Sub, a, (false, None, plus)) => {
            Some(Number::Sum { next: a.0, operand: a.1, plus: a.2.wrapping_sub(plus) })
        }
        (Binary::Mul, a, (false, None, by)) | (Binary::Mul, (false, None, by), a) => times(a, by),
        (Binary::Shl, a, (false, None, by @ 0..63)) => times(a, 1 << by),
        _ => None,
    };
    found.unwrap_or(Number::Unknown)
}

fn ones(width: u32) -> u128 {
    u128::MAX >> (128 - width.clamp(1, 128))
}
