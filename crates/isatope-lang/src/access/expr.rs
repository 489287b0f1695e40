//! Analyses expressions: the known bits of their values, and their dependencies.

use std::rc::Rc;

use super::arith;
use super::condition::{ALWAYS, Condition, NEVER};
use super::flow::{Follower, Frame, Variable, constant_of};
use super::value::{Needs, Place, Source, Value, WHOLE, add, add_whole, constant, cut, moved, numbers, placed, put};
use crate::model::{Binary, Builtin, Expr, ExprKind, OperandType, Type, Unary};

impl Follower<'_> {
    /// The value of an expression.
    pub(super) fn expr(&mut self, expr: &Expr, frame: &mut Frame) -> Value {
        let value = self.expr_inner(expr, frame);
        // A condition that fields do not decide gets a variable, so that it is the same in all uses of its value.
        if value.bits.is_none() && expr.ty.bits() == 1 {
            return Value { bits: Some([self.unknown()].into()), ..value };
        }
        value
    }

    fn expr_inner(&mut self, expr: &Expr, frame: &mut Frame) -> Value {
        let width = expr.ty.bits();
        match &expr.kind {
            ExprKind::Const(bits) => Value::constant(*bits, width),
            ExprKind::Local(local) => frame.locals[*local].clone(),
            ExprKind::Raw(operand, None) if self.coded[*operand].is_some() => {
                let name = self.coded[*operand].clone().unwrap_or_default();
                let bits = (0..width).map(|i| self.variable(Variable::Field(name.clone(), i))).collect();
                Value { bits: Some(bits), needs: Rc::default() }
            }
            ExprKind::Raw(operand, lane) => {
                let mask = frame.operands[*operand].ty == OperandType::Mask;
                let mut needs = Needs::new();
                for word in 0..frame.operands[*operand].ty.dwords(self.model.lanes) {
                    let to = if mask { WHOLE } else { 1 << word.min(7) };
                    put(&mut self.all, &mut needs, (Source::Place(Place::Word(*operand, word)), to), ALWAYS);
                }
                if let Some(lane) = lane {
                    let lane = self.expr(lane, frame);
                    add_whole(&mut self.all, &mut needs, &lane.needs, ALWAYS);
                }
                Value::unknown(needs)
            }
            // Views are substituted into the programs that use them, so these kinds do not occur.
            ExprKind::ViewRaw | ExprKind::Index | ExprKind::Result | ExprKind::Old | ExprKind::IsFloat => {
                Value::default()
            }
            ExprKind::Field(name) => {
                let bits = (0..width).map(|i| self.variable(Variable::Field(name.clone(), i))).collect();
                Value { bits: Some(bits), needs: Rc::default() }
            }
            ExprKind::State(register, _) => {
                Value::unknown([((Source::Place(Place::Register(*register)), WHOLE), ALWAYS)].into())
            }
            ExprKind::Lane => {
                let known = self.model.lanes.max(2).ilog2();
                let bit = |i| if i < known { self.variable(Variable::Lane(i)) } else { NEVER };
                Value { bits: Some((0..width).map(bit).collect()), needs: Rc::default() }
            }
            ExprKind::Version => {
                let bit = |i| if i < 4 { self.variable(Variable::Version(i)) } else { NEVER };
                Value { bits: Some((0..width).map(bit).collect()), needs: Rc::default() }
            }
            ExprKind::OperandIndex(_) => Value::default(),
            ExprKind::Unary(op, a) => {
                let value = self.expr(a, frame);
                let bits = value.bits.as_ref().filter(|_| !a.ty.is_float()).map(|bits| match op {
                    Unary::Not => arith::not(&mut self.all, bits),
                    Unary::Neg => {
                        let zero = constant(0, width);
                        arith::binary(&mut self.all, Binary::Sub, a.ty, &zero, bits).unwrap_or(zero)
                    }
                });
                let needs = self.spread(&value.needs, *op == Unary::Not);
                Value { bits, needs }
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, frame),
            ExprKind::Slice(of, low) => {
                let (value, low) = (self.expr(of, frame), self.expr(low, frame));
                self.slice(&value, &low, width)
            }
            ExprKind::Resize(of) => {
                let value = self.expr(of, frame);
                let from = of.ty.bits();
                let bits = value.bits.as_ref().map(|bits| arith::resize(bits, of.ty, width));
                let signed = matches!(of.ty, Type::Int { signed: true, .. });
                let top = 1u8.checked_shl((from - 1) / 32).unwrap_or(0);
                let needs = moved(&mut self.all, &value.needs, |words| {
                    let kept = cut(words, 0, from.min(width));
                    // The sign fills all bits above it.
                    if signed && width > from && words & top != 0 { kept | !(top - 1) } else { kept }
                });
                Value { bits, needs: Rc::new(needs) }
            }
            ExprKind::Bitcast(of) => self.expr(of, frame),
            ExprKind::Concat(parts) => {
                let mut values: Vec<_> = parts.iter().map(|p| (self.expr(p, frame), p.ty.bits())).collect();
                values.reverse();
                self.joined(&values)
            }
            ExprKind::If(condition, yes_body, yes, no_body, no) => {
                let condition = self.expr(condition, frame);
                let mut values = [Value::default(), Value::default()];
                let (yes_locals, no_locals) = self.branches(&condition, frame, |this, frame, way| {
                    let (body, value) = if way { (yes_body, yes) } else { (no_body, no) };
                    this.block(body, frame);
                    values[usize::from(!way)] = this.expr(value, frame);
                });
                frame.locals = self.join(&condition, yes_locals, no_locals);
                self.either(&condition, &values[0], &values[1])
            }
            ExprKind::Call(function, arguments) => {
                let arguments: Vec<Value> = arguments.iter().map(|a| self.expr(a, frame)).collect();
                self.call(*function, &arguments, frame)
            }
            ExprKind::Builtin(builtin, arguments) => self.builtin(*builtin, expr.ty, arguments, frame),
            ExprKind::Map(sources, each) => self.map(expr.ty, sources, each, frame),
            ExprKind::Element(source) => frame.elements[*source].clone(),
        }
    }

    /// Concatenates values with given widths; the first one is in the low bits.
    fn joined(&mut self, values: &[(Value, u32)]) -> Value {
        let mut needs = Needs::new();
        let mut bits = Some(Vec::new());
        let mut low = 0;
        for (value, width) in values {
            let own = moved(&mut self.all, &value.needs, |words| placed(words, low, *width));
            add(&mut self.all, &mut needs, &own, ALWAYS);
            bits = match (bits, &value.bits) {
                (Some(bits), Some(more)) => Some([&bits[..], more].concat()),
                _ => None,
            };
            low += width;
        }
        Value { bits: bits.map(Into::into), needs: Rc::new(needs) }
    }

    /// A vector, element by element.
    fn map(&mut self, ty: Type, sources: &[Expr], each: &Expr, frame: &mut Frame) -> Value {
        let sources: Vec<_> = sources.iter().map(|s| (self.expr(s, frame), s.ty.elements())).collect();
        let (count, element) = ty.elements().unwrap_or((1, ty));
        let mut elements = Vec::new();
        for i in 0..count {
            let mut at = Vec::new();
            for (value, parts) in &sources {
                at.push(match parts {
                    Some((_, part)) => {
                        let low = Value::constant(u128::from(i * part.bits()), 32);
                        self.slice(value, &low, part.bits())
                    }
                    None => value.clone(),
                });
            }
            frame.elements = at;
            elements.push((self.expr(each, frame), element.bits()));
        }
        frame.elements.clear();
        self.joined(&elements)
    }

    /// Dependencies of a result. Each of its words depends on every word of the operand, or (`same`) only on the same
    /// word.
    fn spread(&mut self, needs: &Rc<Needs>, same: bool) -> Rc<Needs> {
        if same || needs.is_empty() {
            return needs.clone();
        }
        let mut whole = Needs::new();
        add_whole(&mut self.all, &mut whole, needs, ALWAYS);
        Rc::new(whole)
    }

    fn binary(&mut self, op: Binary, a: &Expr, b: &Expr, frame: &mut Frame) -> Value {
        let left = self.expr(a, frame);
        let mut needs = Needs::new();
        // The right side of `&&` and `||` matters only if the left one does not decide the result.
        let asked = match (op, &left.bits) {
            (Binary::AndAlso, Some(bits)) => bits[0],
            (Binary::OrElse, Some(bits)) => self.all.not(bits[0]),
            _ => ALWAYS,
        };
        let path = frame.path;
        frame.path = self.all.and(path, asked);
        let right = if frame.path == NEVER { Value::constant(0, b.ty.bits()) } else { self.expr(b, frame) };
        frame.path = path;
        let bitwise = matches!(op, Binary::And | Binary::Or | Binary::Xor);
        if bitwise {
            for (own, other) in [(&left, &right), (&right, &left)] {
                // Words that a constant masks out are not needed.
                let open = match (op, &other.bits) {
                    (Binary::And, Some(bits)) => words_with(bits, NEVER),
                    (Binary::Or, Some(bits)) => words_with(bits, ALWAYS),
                    _ => WHOLE,
                };
                let kept = moved(&mut self.all, &own.needs, |words| words & open);
                add(&mut self.all, &mut needs, &kept, ALWAYS);
            }
        } else if let (Binary::Shl | Binary::Shr, Some(by)) = (op, constant_of(&right)) {
            let (by, width) = ((by as u32).min(255), a.ty.bits());
            let signed = op == Binary::Shr && matches!(a.ty, Type::Int { signed: true, .. });
            let shifted = moved(&mut self.all, &left.needs, |words| match op {
                Binary::Shl => placed(words, by, width),
                _ if signed => WHOLE,
                _ if by >= width => 0,
                _ => cut(words, by, width - by),
            });
            add(&mut self.all, &mut needs, &shifted, ALWAYS);
        } else {
            add_whole(&mut self.all, &mut needs, &left.needs, ALWAYS);
            add_whole(&mut self.all, &mut needs, &right.needs, asked);
        }
        let bits = match (&left.bits, &right.bits) {
            (Some(left), Some(right)) => arith::binary(&mut self.all, op, a.ty, left, right),
            _ => None,
        };
        Value { bits, needs: Rc::new(needs) }
    }

    /// `width` bits of a value from a bit on.
    fn slice(&mut self, value: &Value, low: &Value, width: u32) -> Value {
        let bits = match (&value.bits, &low.bits) {
            (Some(bits), Some(low)) => arith::slice(&mut self.all, bits, low, width),
            _ => None,
        };
        let mut needs = Needs::new();
        let places = low.bits.as_ref().and_then(|low| numbers(&mut self.all, low, ALWAYS, 128));
        match places {
            Some(places) => {
                for (low, when) in places {
                    let own = moved(&mut self.all, &value.needs, |words| cut(words, low.min(255) as u32, width));
                    add(&mut self.all, &mut needs, &own, when);
                }
            }
            None => add_whole(&mut self.all, &mut needs, &value.needs, ALWAYS),
        }
        add_whole(&mut self.all, &mut needs, &low.needs, ALWAYS);
        Value { bits, needs: Rc::new(needs) }
    }

    fn builtin(&mut self, builtin: Builtin, ty: Type, arguments: &[Expr], frame: &mut Frame) -> Value {
        let mut values: Vec<Value> = arguments.iter().map(|a| self.expr(a, frame)).collect();
        if builtin == Builtin::Rarely {
            return values.swap_remove(0);
        }
        let mut needs = Needs::new();
        for value in &values {
            add_whole(&mut self.all, &mut needs, &value.needs, ALWAYS);
        }
        match builtin {
            // An access may fault, so it counts even if its value is unused.
            Builtin::MemRead => {
                if let Some(memory) = constant_of(&values[0]) {
                    self.read(Source::Place(Place::Memory(memory as usize)), frame.path, frame);
                }
                self.observe(&needs, frame);
                let control = frame.control.clone();
                self.observe(&control, frame);
            }
            Builtin::Operation(interface, _) => {
                self.observe(&needs, frame);
                self.write(Source::Place(Place::Interface(interface)), false, false, frame);
            }
            Builtin::OperandRead(operand) => match self.places(&values[0], frame.path) {
                Some(places) => {
                    for (word, when) in places {
                        put(&mut self.all, &mut needs, (Source::Place(Place::Word(operand, word)), WHOLE), when);
                    }
                }
                None => put(&mut self.all, &mut needs, (Source::Place(Place::AnyWord(operand)), WHOLE), ALWAYS),
            },
            Builtin::FileRead(file) => match self.places(&values[0], frame.path) {
                Some(places) => {
                    for (number, when) in places {
                        put(&mut self.all, &mut needs, (Source::Place(Place::Numbered(file, number)), WHOLE), when);
                    }
                }
                None => put(&mut self.all, &mut needs, (Source::Place(Place::Any(file)), WHOLE), ALWAYS),
            },
            _ => {
                let bits: Option<Vec<_>> = values.iter().map(|v| v.bits.clone()).collect();
                let of = arguments.first().map_or(ty, |a| a.ty);
                let bits = bits.filter(|_| !ty.is_float() && !of.is_float());
                let bits = bits.and_then(|bits| arith::builtin(&mut self.all, builtin, ty, of, &bits));
                return Value { bits, needs: Rc::new(needs) };
            }
        }
        Value::unknown(needs)
    }
}

/// Words in which at least one bit is not `settled`.
fn words_with(bits: &[Condition], settled: Condition) -> u8 {
    let open = |(_, word): &(usize, &[Condition])| word.iter().any(|&bit| bit != settled);
    bits.chunks(32).enumerate().filter(open).fold(0, |words, (i, _)| words | 1 << i.min(7))
}
