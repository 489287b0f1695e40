//! Follows a program without a machine: fields decide branches where possible, and all other values are unknown.
//!
//! Every condition that fields do not decide gets its own variable, so that the effects under the condition and under
//! its negation stay separate. At the end, these variables are quantified: existentially for "may", universally for
//! "always".

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::arith;
use super::condition::{ALWAYS, Condition, Conditions, NEVER};
use super::summary::Calls;
use super::value::{Needs, Place, Source, Value, add, add_whole, moved, numbers, placed};
use crate::model::{Builtin, CodeKind, Expr, FieldKind, Model, Operand, OperandType, Program, Scope, Slot, Stmt};

/// Maximum number of registers that a computed register number is tracked as.
const MOST_NUMBERS: usize = 32;

/// Meaning of a variable of a condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Variable {
    /// A bit of a field.
    Field(String, u32),
    /// A bit of the index of the version.
    Version(u32),
    /// A bit of the number of the lane.
    Lane(u32),
    /// A value that is known only at run time.
    Data(usize),
}

/// Accesses of a program: conditions of its reads and writes.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    pub reads: BTreeMap<Source, Condition>,
    pub writes: BTreeMap<Source, Condition>,
}

/// Follows programs of a model.
pub struct Follower<'m> {
    pub model: &'m Model,
    pub all: Conditions,
    variables: HashMap<Variable, u32>,
    pub names: Vec<Variable>,
    pub(super) calls: Calls,
    /// Number of the next variable for an unknown value.
    pub(super) data: usize,
    /// For each operand of the current program that is a number, its field. The bits of such operands are known.
    pub(super) coded: Vec<Option<String>>,
}

/// State of a body during the analysis.
pub(super) struct Frame<'a> {
    pub(super) operands: &'a [Operand],
    pub(super) scope: Option<Scope>,
    pub(super) locals: Vec<Value>,
    /// Condition under which the current statement is reached.
    pub(super) path: Condition,
    /// Dependencies of the conditions that lead to the current statement.
    pub(super) control: Needs,
    pub(super) touched: Touched,
    /// First variable for an unknown value of this body.
    pub(super) start: usize,
    /// Meaning of [`ExprKind::Element`].
    pub(super) elements: Vec<Value>,
}

impl Frame<'_> {
    pub(super) fn new(locals: Vec<Value>, start: usize) -> Self {
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
            calls: Calls::new(),
            data: 0,
            coded: Vec::new(),
        }
    }

    /// Accesses of a program. Conditions of writes contain unknown variables; conditions of reads do not.
    pub fn program(&mut self, operands: &[Operand], program: &Program) -> Touched {
        self.data = 0;
        self.coded = (0..operands.len()).map(|i| self.number_field(program, i)).collect();
        let locals = vec![Value::default(); program.locals.len()];
        let mut frame = Frame { operands, scope: Some(program.scope), ..Frame::new(locals, 0) };
        self.block(&program.body, &mut frame);
        frame.touched
    }

    /// The field of an operand that is a number or has only names, in all formats in which the program runs.
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

    /// Dependencies of an expression outside of a program.
    pub fn value(&mut self, expr: &Expr) -> Touched {
        self.data = 0;
        let mut frame = Frame::new(Vec::new(), 0);
        let value = self.expr(expr, &mut frame);
        self.observe(&value.needs, &mut frame);
        frame.touched
    }

    pub(super) fn variable(&mut self, variable: Variable) -> Condition {
        let next = self.names.len() as u32;
        let index = *self.variables.entry(variable.clone()).or_insert(next);
        if index == next {
            self.names.push(variable);
        }
        self.all.variable(index)
    }

    /// A new condition about which nothing is known.
    pub(super) fn unknown(&mut self) -> Condition {
        self.data += 1;
        self.variable(Variable::Data(self.data - 1))
    }

    /// Removes the unknown variables from `start` on: the condition must hold for some of their values, or (`every`)
    /// for all.
    pub(super) fn settle(&mut self, c: Condition, start: usize, every: bool) -> Condition {
        let names = &self.names;
        let own = |v: u32| matches!(names[v as usize], Variable::Data(n) if n >= start);
        self.all.settle(c, every, &own)
    }

    pub(super) fn block(&mut self, body: &[Stmt], frame: &mut Frame) {
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
                // A mask is collected from all lanes, and is written as a whole.
                let mask = frame.operands[*operand].ty == OperandType::Mask && frame.scope == Some(Scope::Lane);
                let words = frame.operands[*operand].ty.dwords(self.model.lanes);
                for word in 0..words {
                    self.write(Source::Place(Place::Word(*operand, word)), whole, mask, frame);
                }
            }
            Stmt::WriteState(register, part, value) => {
                let value = self.expr(value, frame);
                self.observe(&value.needs, frame);
                let mask = self.model.registers[*register].mask && frame.scope == Some(Scope::Lane);
                if part.is_some() {
                    self.read(Source::Place(Place::Register(*register)), frame.path, frame);
                }
                self.write(Source::Place(Place::Register(*register)), true, mask, frame);
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
        // Recording an access does not change the state of the machine.
        if builtin == Builtin::MemOutside {
            return;
        }
        for value in &values {
            self.observe(&value.needs, frame);
        }
        match builtin {
            Builtin::Uses => {
                let control = frame.control.clone();
                self.observe(&control, frame);
            }
            Builtin::FileWrite(file) => {
                let places = self.places(&values[0], frame.path);
                self.write_places(
                    places,
                    |n| Source::Place(Place::Numbered(file, n)),
                    Source::Place(Place::Any(file)),
                    frame,
                );
            }
            Builtin::OperandWrite(operand) => {
                let places = self.places(&values[0], frame.path);
                self.write_places(
                    places,
                    |n| Source::Place(Place::Word(operand, n)),
                    Source::Place(Place::AnyWord(operand)),
                    frame,
                );
            }
            Builtin::MemWrite => {
                if let Some(memory) = constant_of(&values[0]) {
                    self.write(Source::Place(Place::Memory(memory as usize)), false, false, frame);
                }
            }
            Builtin::Operation(interface, _) | Builtin::OperationAt(interface, _) => {
                self.write(Source::Place(Place::Interface(interface)), false, false, frame);
            }
            other => unreachable!("{other:?} is no statement"),
        }
    }

    /// The possible values of a number under a condition, if there are few of them.
    pub(super) fn places(&mut self, value: &Value, within: Condition) -> Option<Vec<(u32, Condition)>> {
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

    /// Records that `source` is read whenever `when` holds.
    pub(super) fn read(&mut self, source: Source, when: Condition, frame: &mut Frame) {
        let when = self.settle(when, frame.start, false);
        let known = frame.touched.reads.get(&source).copied().unwrap_or(NEVER);
        let either = self.all.or(known, when);
        if either != NEVER {
            frame.touched.reads.insert(source, either);
        }
    }

    /// Records that something visible outside the body depends on `needs`.
    pub(super) fn observe(&mut self, needs: &Needs, frame: &mut Frame) {
        for (&(source, _), &when) in needs {
            let when = self.all.and(when, frame.path);
            self.read(source, when, frame);
        }
    }

    /// Records a write. `whole`: no part of the old value remains. `always`: this is so on all paths of the body.
    pub(super) fn write(&mut self, source: Source, whole: bool, always: bool, frame: &mut Frame) {
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

    /// Follows both branches of a condition.
    pub(super) fn branches(
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

    pub(super) fn join(&mut self, condition: &Value, yes: Vec<Value>, no: Vec<Value>) -> Vec<Value> {
        yes.into_iter()
            .zip(no)
            .map(|(yes, no)| if yes.is(&no) { yes } else { self.either(condition, &yes, &no) })
            .collect()
    }

    /// A value that is `yes` or `no`, depending on a condition.
    pub(super) fn either(&mut self, condition: &Value, yes: &Value, no: &Value) -> Value {
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

    /// A value with a part replaced.
    fn insert(&mut self, old: &Value, low: &Value, width: u32, value: &Value) -> Value {
        let mut needs = Needs::new();
        let Some(at) = constant_of(low).map(|at| at as u32) else {
            for part in [old, low, value] {
                add_whole(&mut self.all, &mut needs, &part.needs, ALWAYS);
            }
            return Value::unknown(needs);
        };
        // Words that are completely replaced do not depend on their old values.
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
}

/// The number that a value is known to be.
pub(super) fn constant_of(value: &Value) -> Option<u128> {
    super::value::number(value.bits.as_ref()?)
}
