//! A program followed without a machine: fields decide what they can, and everything else may be anything.
//!
//! Every condition that fields do not settle gets a variable of its own, so that what happens under it and under its
//! contrary stay apart. What is left at the end is asked for some value of these variables ("may") or for every one ("always").

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::arith;
use super::condition::{ALWAYS, Condition, Conditions, NEVER};
use super::value::{Needs, Source, Value, WHOLE, add, add_whole, constant, cut, moved, numbers, placed, put};
use crate::model::{
    Binary, Builtin, CodeKind, Expr, ExprKind, FieldKind, Function, Model, Operand, OperandType, Program, Scope, Slot,
    Stmt, Type, Unary,
};

/// Most values that a result of a function is known to be one of.
const MOST_RESULTS: usize = 16;
/// Most registers that a computed number is known to be one of.
const MOST_NUMBERS: usize = 32;

/// What a variable of a condition stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Variable {
    /// A bit of a field.
    Field(String, u32),
    /// A bit of the index of the version.
    Version(u32),
    /// A bit of the number of the lane.
    Lane(u32),
    /// Something that only the running program knows.
    Data(usize),
}

/// What a program touches: when it reads, and when it writes.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    pub reads: BTreeMap<Source, Condition>,
    pub writes: BTreeMap<Source, Condition>,
}

/// What a call of a function does, for what is known of its arguments.
#[derive(Debug)]
struct Summary {
    result: Outcome,
    needs: Needs,
    reads: BTreeMap<Source, Condition>,
    /// When it may write and when it does in any case.
    writes: BTreeMap<Source, (Condition, Condition)>,
}

/// A result without the variables of the function itself.
#[derive(Clone, Debug)]
enum Outcome {
    Unknown,
    Known(Rc<[Condition]>),
    /// One of these, each possible under a condition.
    OneOf(Vec<(u128, Condition)>, u32),
}

/// Follows programs of a model.
pub struct Follower<'m> {
    pub model: &'m Model,
    pub all: Conditions,
    variables: HashMap<Variable, u32>,
    pub names: Vec<Variable>,
    calls: HashMap<(usize, Vec<Option<Rc<[Condition]>>>), Rc<Summary>>,
    /// Number of the next variable for something unknown.
    data: usize,
    /// Of the operands of the program at hand, the fields of those that are numbers: their bits are known.
    coded: Vec<Option<String>>,
}

/// A body while it is followed.
struct Frame<'a> {
    operands: &'a [Operand],
    scope: Option<Scope>,
    locals: Vec<Value>,
    /// Under which condition this place is reached.
    path: Condition,
    /// What the conditions need that lead here.
    control: Needs,
    touched: Touched,
    /// First variable for something unknown that belongs to this body.
    start: usize,
    /// What [`ExprKind::Element`] stands for.
    elements: Vec<Value>,
}

impl Frame<'_> {
    fn new(locals: Vec<Value>, start: usize) -> Self {
        Self {
            operands: &[],
            scope: None,
            locals,
            path: ALWAYS,
            control: Needs::new(),
            touched: Touched::default(),
            start,
            elements: Vec::new(),
        }
    }
}

impl<'m> Follower<'m> {
    pub fn new(model: &'m Model) -> Self {
        Self {
            model,
            all: Conditions::default(),
            variables: HashMap::new(),
            names: Vec::new(),
            calls: HashMap::new(),
            data: 0,
            coded: Vec::new(),
        }
    }

    /// What a program touches. Conditions of reads have no unknown variables any more, those of writes have.
    pub fn program(&mut self, operands: &[Operand], program: &Program) -> Touched {
        self.data = 0;
        self.coded = (0..operands.len()).map(|i| self.number_field(program, i)).collect();
        let locals = vec![Value::default(); program.locals.len()];
        let mut frame = Frame { operands, scope: Some(program.scope), ..Frame::new(locals, 0) };
        self.block(&program.body, &mut frame);
        frame.touched
    }

    /// The field of an operand that is a number, or has only names, wherever the program runs.
    fn number_field(&self, program: &Program, operand: usize) -> Option<String> {
        let formats = self.model.formats.iter().filter(|f| f.runs_as == program.format);
        let mut name = None;
        for layout in formats.flat_map(|f| f.layouts.iter().flatten()) {
            let Some(Slot::Field(field)) = layout.slots.get(operand) else { return None };
            let field = &layout.fields[*field];
            let FieldKind::Operand(class) = field.kind else { return None };
            let number = |k: &CodeKind| matches!(k, CodeKind::Number(_) | CodeKind::Name | CodeKind::Attribute);
            let numbers = self.model.classes[class].codes.iter().all(|code| number(&code.kind));
            if !numbers || *name.get_or_insert(&field.name) != &field.name {
                return None;
            }
        }
        name.cloned()
    }

    /// What the value of an expression outside a program needs.
    pub fn value(&mut self, expr: &Expr) -> Touched {
        self.data = 0;
        let mut frame = Frame::new(Vec::new(), 0);
        let value = self.expr(expr, &mut frame);
        self.observe(&value.needs, &mut frame);
        frame.touched
    }

    fn variable(&mut self, variable: Variable) -> Condition {
        let next = self.names.len() as u32;
        let index = *self.variables.entry(variable.clone()).or_insert(next);
        if index == next {
            self.names.push(variable);
        }
        self.all.variable(index)
    }

    /// A condition that nothing is known about.
    fn unknown(&mut self) -> Condition {
        self.data += 1;
        self.variable(Variable::Data(self.data - 1))
    }

    /// Without the unknown variables from `start` on: for some of their values, or for all.
    fn settle(&mut self, c: Condition, start: usize, every: bool) -> Condition {
        let names = &self.names;
        let own = |v: u32| matches!(names[v as usize], Variable::Data(n) if n >= start);
        self.all.settle(c, every, &own)
    }

    fn block(&mut self, body: &[Stmt], frame: &mut Frame) {
        for stmt in body {
            self.stmt(stmt, frame);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, frame: &mut Frame) {
        match stmt {
            Stmt::Set(local, value) => frame.locals[*local] = self.expr(value, frame),
            Stmt::SetBits(local, low, width, value) => {
                let low = self.expr(low, frame);
                let value = self.expr(value, frame);
                frame.locals[*local] = self.insert(&frame.locals[*local].clone(), &low, *width, &value);
            }
            Stmt::If(condition, yes, no) => {
                let condition = self.expr(condition, frame);
                let (yes_locals, no_locals) = self.branches(&condition, frame, |this, frame, way| {
                    this.block(if way { yes } else { no }, frame);
                });
                frame.locals = self.join(&condition, yes_locals, no_locals);
            }
            Stmt::WriteOperand(operand, lane, value) => {
                let whole = lane.is_none();
                if let Some(lane) = lane {
                    let lane = self.expr(lane, frame);
                    self.observe(&lane.needs, frame);
                }
                let value = self.expr(value, frame);
                self.observe(&value.needs, frame);
                // A mask is collected from the lanes, and written whole.
                let mask = frame.operands[*operand].ty == OperandType::Mask && frame.scope == Some(Scope::Lane);
                let words = frame.operands[*operand].ty.dwords(self.model.lanes);
                for word in 0..words {
                    self.write(Source::Word(*operand, word), whole, mask, frame);
                }
            }
            Stmt::WriteState(register, part, value) => {
                let value = self.expr(value, frame);
                self.observe(&value.needs, frame);
                let mask = self.model.registers[*register].mask && frame.scope == Some(Scope::Lane);
                if part.is_some() {
                    self.read(Source::Register(*register), frame.path, frame);
                }
                self.write(Source::Register(*register), true, mask, frame);
            }
            Stmt::Effect(builtin, arguments) => self.effect(*builtin, arguments, frame),
            Stmt::Call(function, arguments) => {
                let arguments: Vec<Value> = arguments.iter().map(|a| self.expr(a, frame)).collect();
                self.call(*function, &arguments, frame);
            }
        }
    }

    fn effect(&mut self, builtin: Builtin, arguments: &[Expr], frame: &mut Frame) {
        let values: Vec<Value> = arguments.iter().map(|a| self.expr(a, frame)).collect();
        // What is only noted for whoever runs the program changes nothing in the machine.
        if builtin == Builtin::MemOutside {
            return;
        }
        for value in &values {
            self.observe(&value.needs, frame);
        }
        match builtin {
            Builtin::FileWrite(file) => {
                let places = self.places(&values[0], frame.path);
                self.write_places(places, |n| Source::Numbered(file, n), Source::Any(file), frame);
            }
            Builtin::OperandWrite(operand) => {
                let places = self.places(&values[0], frame.path);
                self.write_places(places, |n| Source::Word(operand, n), Source::AnyWord(operand), frame);
            }
            Builtin::MemWrite => {
                if let Some(memory) = constant_of(&values[0]) {
                    self.write(Source::Memory(memory as usize), false, false, frame);
                }
            }
            Builtin::Operation(interface, _) | Builtin::OperationAt(interface, _) => {
                self.write(Source::Interface(interface), false, false, frame);
            }
            other => unreachable!("{other:?} is no statement"),
        }
    }

    /// The numbers that a value can be where it is reached, if they are few.
    fn places(&mut self, value: &Value, within: Condition) -> Option<Vec<(u32, Condition)>> {
        let numbers = numbers(&mut self.all, value.bits.as_ref()?, within, MOST_NUMBERS)?;
        Some(numbers.into_iter().map(|(n, when)| (n as u32, when)).collect())
    }

    fn write_places(
        &mut self,
        places: Option<Vec<(u32, Condition)>>,
        source: impl Fn(u32) -> Source,
        any: Source,
        frame: &mut Frame,
    ) {
        let path = frame.path;
        match places {
            Some(places) => {
                for (number, when) in places {
                    frame.path = when;
                    self.write(source(number), true, false, frame);
                }
                frame.path = path;
            }
            None => self.write(any, false, false, frame),
        }
    }

    /// Something is read in any case where `when` holds.
    fn read(&mut self, source: Source, when: Condition, frame: &mut Frame) {
        let when = self.settle(when, frame.start, false);
        let known = frame.touched.reads.get(&source).copied().unwrap_or(NEVER);
        let either = self.all.or(known, when);
        if either != NEVER {
            frame.touched.reads.insert(source, either);
        }
    }

    /// Something that others see depends on these.
    fn observe(&mut self, needs: &Needs, frame: &mut Frame) {
        for (&(source, _), &when) in needs {
            let when = self.all.and(when, frame.path);
            self.read(source, when, frame);
        }
    }

    /// Something is written here; `whole` if nothing of it stays, `always` if that is so wherever the body leads.
    fn write(&mut self, source: Source, whole: bool, always: bool, frame: &mut Frame) {
        let when = match (always, whole) {
            (true, _) => ALWAYS,
            (_, true) => frame.path,
            _ => {
                let perhaps = self.unknown();
                self.all.and(frame.path, perhaps)
            }
        };
        let known = frame.touched.writes.get(&source).copied().unwrap_or(NEVER);
        let either = self.all.or(known, when);
        if either != NEVER {
            frame.touched.writes.insert(source, either);
        }
        let control = frame.control.clone();
        self.observe(&control, frame);
    }

    /// Follows both ways of a condition; gives the locals behind each.
    fn branches(
        &mut self,
        condition: &Value,
        frame: &mut Frame,
        mut way: impl FnMut(&mut Self, &mut Frame, bool),
    ) -> (Vec<Value>, Vec<Value>) {
        let holds = condition.bits.as_ref().map_or(ALWAYS, |bits| bits[0]);
        let not = self.all.not(holds);
        let (path, control, before) = (frame.path, frame.control.clone(), frame.locals.clone());
        if !condition.needs.is_empty() {
            add_whole(&mut self.all, &mut frame.control, &condition.needs, ALWAYS);
        }
        let mut ends = Vec::new();
        for (holds, yes) in [(holds, true), (not, false)] {
            frame.path = self.all.and(path, holds);
            frame.locals.clone_from(&before);
            if frame.path != NEVER {
                way(self, frame, yes);
            }
            ends.push(std::mem::take(&mut frame.locals));
        }
        frame.path = path;
        frame.control = control;
        let no = ends.pop().unwrap_or_default();
        (ends.pop().unwrap_or_default(), no)
    }

    fn join(&mut self, condition: &Value, yes: Vec<Value>, no: Vec<Value>) -> Vec<Value> {
        yes.into_iter()
            .zip(no)
            .map(|(yes, no)| if yes.is(&no) { yes } else { self.either(condition, &yes, &no) })
            .collect()
    }

    /// One of two values.
    fn either(&mut self, condition: &Value, yes: &Value, no: &Value) -> Value {
        let holds = condition.bits.as_ref().map_or(ALWAYS, |bits| bits[0]);
        match holds {
            ALWAYS => return yes.clone(),
            NEVER => return no.clone(),
            _ => {}
        }
        let not = self.all.not(holds);
        let mut needs = Needs::new();
        add_whole(&mut self.all, &mut needs, &condition.needs, ALWAYS);
        add(&mut self.all, &mut needs, &yes.needs, holds);
        add(&mut self.all, &mut needs, &no.needs, not);
        let bits = match (&yes.bits, &no.bits) {
            (Some(yes), Some(no)) => Some(arith::choose(&mut self.all, holds, yes, no)),
            _ => None,
        };
        Value { bits, needs: Rc::new(needs) }
    }

    /// A part of a value replaced.
    fn insert(&mut self, old: &Value, low: &Value, width: u32, value: &Value) -> Value {
        let mut needs = Needs::new();
        let Some(at) = constant_of(low).map(|at| at as u32) else {
            for part in [old, low, value] {
                add_whole(&mut self.all, &mut needs, &part.needs, ALWAYS);
            }
            return Value::unknown(needs);
        };
        // Words that are replaced whole need nothing of what was there.
        let covered = (0..8u32).filter(|w| at <= 32 * w && 32 * (w + 1) <= at + width).fold(0u8, |all, w| all | 1 << w);
        let kept = moved(&mut self.all, &old.needs, |words| words & !covered);
        add(&mut self.all, &mut needs, &kept, ALWAYS);
        let placed = moved(&mut self.all, &value.needs, |words| placed(words, at, width));
        add(&mut self.all, &mut needs, &placed, ALWAYS);
        let bits = match (&old.bits, &value.bits) {
            (Some(old), Some(value)) => {
                let mut bits = old.to_vec();
                for (i, &bit) in value.iter().enumerate().take(width as usize) {
                    if let Some(place) = bits.get_mut(at as usize + i) {
                        *place = bit;
                    }
                }
                Some(bits.into())
            }
            _ => None,
        };
        Value { bits, needs: Rc::new(needs) }
    }

    fn expr(&mut self, expr: &Expr, frame: &mut Frame) -> Value {
        let value = self.expr_inner(expr, frame);
        // A condition that fields do not settle gets a variable, to be the same wherever its value goes.
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
                    put(&mut self.all, &mut needs, (Source::Word(*operand, word), to), ALWAYS);
                }
                if let Some(lane) = lane {
                    let lane = self.expr(lane, frame);
                    add_whole(&mut self.all, &mut needs, &lane.needs, ALWAYS);
                }
                Value::unknown(needs)
            }
            // Views are substituted into the programs that use them, and these with them.
            ExprKind::ViewRaw | ExprKind::Index | ExprKind::Result | ExprKind::Old | ExprKind::IsFloat => {
                Value::default()
            }
            ExprKind::Field(name) => {
                let bits = (0..width).map(|i| self.variable(Variable::Field(name.clone(), i))).collect();
                Value { bits: Some(bits), needs: Rc::default() }
            }
            ExprKind::State(register, _) => Value::unknown([((Source::Register(*register), WHOLE), ALWAYS)].into()),
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
                    // The sign goes into everything above it.
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

    /// Values with their widths behind each other, the first one in the low bits.
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

    /// The needs of a value of which every word depends on every word of another, or only on the same one.
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
        // The right side of && and || counts where the left one does not settle it.
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
                // What is cut off by a constant is not needed.
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
        let values: Vec<Value> = arguments.iter().map(|a| self.expr(a, frame)).collect();
        let mut needs = Needs::new();
        for value in &values {
            add_whole(&mut self.all, &mut needs, &value.needs, ALWAYS);
        }
        match builtin {
            // An access may be a fault: it counts even if nobody looks at the value.
            Builtin::MemRead => {
                if let Some(memory) = constant_of(&values[0]) {
                    self.read(Source::Memory(memory as usize), frame.path, frame);
                }
                self.observe(&needs, frame);
                let control = frame.control.clone();
                self.observe(&control, frame);
            }
            Builtin::Operation(interface, _) => {
                self.observe(&needs, frame);
                self.write(Source::Interface(interface), false, false, frame);
            }
            Builtin::OperandRead(operand) => match self.places(&values[0], frame.path) {
                Some(places) => {
                    for (word, when) in places {
                        put(&mut self.all, &mut needs, (Source::Word(operand, word), WHOLE), when);
                    }
                }
                None => put(&mut self.all, &mut needs, (Source::AnyWord(operand), WHOLE), ALWAYS),
            },
            Builtin::FileRead(file) => match self.places(&values[0], frame.path) {
                Some(places) => {
                    for (number, when) in places {
                        put(&mut self.all, &mut needs, (Source::Numbered(file, number), WHOLE), when);
                    }
                }
                None => put(&mut self.all, &mut needs, (Source::Any(file), WHOLE), ALWAYS),
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

    fn call(&mut self, function: usize, arguments: &[Value], frame: &mut Frame) -> Value {
        let known: Vec<_> = arguments.iter().map(|a| a.bits.clone()).collect();
        let key = (function, known);
        let summary = match self.calls.get(&key) {
            Some(summary) => summary.clone(),
            None => {
                let summary = Rc::new(self.summary(&self.model.functions[function], &key.1));
                self.calls.insert(key, summary.clone());
                summary
            }
        };
        let reads: Vec<_> = summary.reads.iter().map(|(&source, &when)| ((source, WHOLE), when)).collect();
        for (key, when) in reads {
            let needs = self.from_arguments(key, when, arguments);
            self.observe(&needs, frame);
        }
        for (&source, &(may, always)) in &summary.writes {
            let path = frame.path;
            let perhaps = if may == always { ALWAYS } else { self.unknown() };
            let sometimes = self.all.and(may, perhaps);
            let when = self.all.or(always, sometimes);
            frame.path = self.all.and(path, when);
            self.write(source, true, false, frame);
            frame.path = path;
        }
        if !summary.reads.is_empty() {
            let control = frame.control.clone();
            self.observe(&control, frame);
        }
        let mut needs = Needs::new();
        for (&key, &when) in &summary.needs {
            let own = self.from_arguments(key, when, arguments);
            add(&mut self.all, &mut needs, &own, ALWAYS);
        }
        let bits = match &summary.result {
            Outcome::Unknown => None,
            Outcome::Known(bits) => Some(bits.clone()),
            Outcome::OneOf(values, width) => {
                let mut bits: Option<Rc<[Condition]>> = None;
                for (value, possible) in values {
                    let value = constant(*value, *width);
                    bits = Some(match bits {
                        None => value,
                        Some(others) => {
                            let perhaps = self.unknown();
                            let when = self.all.and(*possible, perhaps);
                            arith::choose(&mut self.all, when, &value, &others)
                        }
                    });
                }
                bits
            }
        };
        Value { bits, needs: Rc::new(needs) }
    }

    /// What a need of a function is to its caller: parameters stand for arguments.
    fn from_arguments(&mut self, (source, words): (Source, u8), when: Condition, arguments: &[Value]) -> Needs {
        let mut needs = Needs::new();
        match source {
            Source::Parameter(index, word) => {
                for (&(source, from), &condition) in arguments[index].needs.iter() {
                    if from >> word & 1 != 0 {
                        let condition = self.all.and(condition, when);
                        put(&mut self.all, &mut needs, (source, words), condition);
                    }
                }
            }
            source => put(&mut self.all, &mut needs, (source, words), when),
        }
        needs
    }

    /// What a function does, given what is known of its arguments.
    fn summary(&mut self, function: &Function, known: &[Option<Rc<[Condition]>>]) -> Summary {
        let start = self.data;
        let mut locals = vec![Value::default(); function.locals.len().max(known.len())];
        for (i, (bits, (_, ty))) in known.iter().zip(&function.params).enumerate() {
            let words = (0..ty.bits().div_ceil(32)).map(|w| ((Source::Parameter(i, w), 1 << w.min(7)), ALWAYS));
            locals[i] = Value { bits: bits.clone(), needs: Rc::new(words.collect()) };
        }
        let mut frame = Frame::new(locals, start);
        self.block(&function.body, &mut frame);
        let value = function.value.as_ref().map(|value| (self.expr(value, &mut frame), value.ty.bits()));
        let mut needs = Needs::new();
        let mut result = Outcome::Unknown;
        if let Some((value, width)) = value {
            for (&key, &when) in value.needs.iter() {
                let when = self.settle(when, start, false);
                put(&mut self.all, &mut needs, key, when);
            }
            result = value.bits.map_or(Outcome::Unknown, |bits| self.outcome(bits, width, start));
        }
        let writes = std::mem::take(&mut frame.touched.writes);
        let writes = writes
            .into_iter()
            .map(|(source, when)| (source, (self.settle(when, start, false), self.settle(when, start, true))))
            .collect();
        self.data = start;
        Summary { result, needs, reads: frame.touched.reads, writes }
    }

    /// A result without the variables of its function.
    fn outcome(&mut self, bits: Rc<[Condition]>, width: u32, start: usize) -> Outcome {
        let settled: Rc<[Condition]> = bits.iter().map(|&bit| self.settle(bit, start, false)).collect();
        if settled == bits {
            return Outcome::Known(bits);
        }
        let Some(values) = numbers(&mut self.all, &bits, ALWAYS, MOST_RESULTS) else { return Outcome::Unknown };
        let mut values: Vec<(u128, Condition)> =
            values.into_iter().map(|(value, when)| (value, self.settle(when, start, false))).collect();
        // Where none of the others is possible, the first one has to be.
        values.sort_by_key(|&(_, when)| when != ALWAYS);
        if values.first().is_some_and(|&(_, when)| when == ALWAYS) {
            Outcome::OneOf(values, width)
        } else {
            Outcome::Unknown
        }
    }
}

/// The number that a value is in any case.
fn constant_of(value: &Value) -> Option<u128> {
    super::value::number(value.bits.as_ref()?)
}

/// Words of which not every bit is `settled`.
fn words_with(bits: &[Condition], settled: Condition) -> u8 {
    let open = |(_, word): &(usize, &[Condition])| word.iter().any(|&bit| bit != settled);
    bits.chunks(32).enumerate().filter(open).fold(0, |words, (i, _)| words | 1 << i.min(7))
}
