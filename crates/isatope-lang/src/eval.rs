//! The reference evaluator: runs a [`Program`] directly from its tree. It is slow, and follows `docs/language.md`.
//!
//! Values are bit patterns in a `u128`, limited to the width of their type. The machine is accessed through [`Host`],
//! so this module knows no GPU. Tests compare generated code with this evaluator.
//!
//! Order of effects:
//! - Every read of an operand, in this lane or another, sees the state before the instruction.
//! - Operands are written after the last lane has run, in the order in which the body assigned them.
//! - A mask operand or mask register that a `lane` body assigns is collected, starting from 0. Inactive lanes, and
//!   active lanes that do not assign it, contribute 0. The whole mask is written at the end, operands before registers.
//! - Other registers, [`Builtin::FileWrite`], [`Builtin::OperandWrite`] and memory take effect immediately.

mod arith;

pub(crate) use arith::{binary, builtin};

use crate::model::{Builtin, Expr, ExprKind, Function, Local, Model, Operand, OperandType, Program, Scope, Stmt, Type};

/// The machine that a program runs on.
pub trait Host {
    /// The lanes for which a `lane` body runs, one bit each.
    fn active(&self) -> u64;
    /// Index of the version that the instruction runs on.
    fn version(&self) -> usize;
    /// Raw bits of an operand in a lane. Uniform operands are the same in all lanes, and a mask is returned as a whole.
    fn operand(&self, operand: usize, lane: u32) -> u128;
    /// Writes the raw bits of an operand in a lane. Implementations ignore `lane` for uniform operands and masks.
    fn set_operand(&mut self, operand: usize, lane: u32, value: u128);
    /// Register number of an operand.
    fn operand_index(&self, operand: usize) -> u32;
    /// A plain field of the instruction; 0 if the field is missing.
    fn field(&self, name: &str) -> u64;
    /// A register that is not in a file.
    fn register(&self, register: usize) -> u64;
    /// Writes a register that is not in a file.
    fn set_register(&mut self, register: usize, value: u64);
    /// A per-lane register.
    fn lane_register(&self, register: usize, lane: u32) -> u64 {
        let _ = lane;
        self.register(register)
    }
    /// Writes a per-lane register.
    fn set_lane_register(&mut self, register: usize, lane: u32, value: u64) {
        let _ = lane;
        self.set_register(register, value);
    }
    /// A register of a file. Implementations ignore `lane` if the file is uniform.
    fn file(&self, file: usize, index: u32, lane: u32) -> u32;
    /// Writes a register of a file.
    fn set_file(&mut self, file: usize, index: u32, lane: u32, value: u32);
    /// A 32-bit word of an operand in a lane; 0 past its end.
    fn operand_word(&self, operand: usize, word: u32, lane: u32) -> u32;
    /// Writes a 32-bit word of an operand immediately; dropped past its end.
    fn set_operand_word(&mut self, operand: usize, word: u32, lane: u32, value: u32);
    /// Reads 8 to 64 bits, little endian. Returns 0 outside the memory, where the access may also be a fault of this
    /// lane.
    fn memory(&mut self, memory: usize, address: u64, bits: u32, lane: u32) -> u64;
    /// Writes 8 to 64 bits, little endian. Drops writes outside the memory, where the access may also be a fault of
    /// this lane.
    fn set_memory(&mut self, memory: usize, address: u64, bits: u32, lane: u32, value: u64);
    /// Records an access outside of a memory that the hardware hides.
    fn outside(&mut self, _memory: usize, _address: u64, _bytes: u32, _lane: u32, _write: bool) {}
    /// Notifies the host of a computed floating-point operation: a builtin, or a comparison (`None`), of operands of
    /// type `from`.
    fn computed(&mut self, _builtin: Option<Builtin>, _from: Type, _to: Type, _operands: &[u128], _result: u128) {}
    /// Calls operation `operation` of interface `interface`, for a lane or for the whole wavefront, with the bit
    /// patterns of its arguments. The returned value is ignored if the operation has no result.
    fn call(&mut self, interface: usize, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128;
}

/// Runs the program of an instruction with these operands.
pub fn run(model: &Model, operands: &[Operand], program: &Program, host: &mut impl Host) {
    let masks = if program.scope == Scope::Lane { assigned_masks(model, operands, program) } else { Vec::new() };
    let mut run =
        Run { model, host, lane: 0, scope: program.scope, operands, masks, pending: Vec::new(), elements: Vec::new() };
    match program.scope {
        Scope::Wave => run.frame(&program.locals, &program.body),
        Scope::Lane => {
            let active = run.host.active();
            for lane in (0..model.lanes).filter(|lane| active >> lane & 1 != 0) {
                run.lane = lane;
                run.frame(&program.locals, &program.body);
            }
        }
    }
    for (operand, lane, value) in std::mem::take(&mut run.pending) {
        run.host.set_operand(operand, lane, value);
    }
    for (target, value) in std::mem::take(&mut run.masks) {
        match target {
            Target::Operand(operand) => run.host.set_operand(operand, 0, value.into()),
            Target::Register(register) => run.host.set_register(register, value),
        }
    }
}

/// Value of an expression outside a program in a lane, for example of a computed operand code.
pub fn value(model: &Model, expr: &Expr, lane: u32, host: &mut impl Host) -> u128 {
    let mut run = Run {
        model,
        host,
        lane,
        scope: Scope::Wave,
        operands: &[],
        masks: Vec::new(),
        pending: Vec::new(),
        elements: Vec::new(),
    };
    run.expr(expr, &mut Vec::new())
}

/// Calls a function of the specification with bit patterns as arguments.
pub fn call(model: &Model, function: &Function, arguments: &[u128], host: &mut impl Host) -> u128 {
    let mut run = Run {
        model,
        host,
        lane: 0,
        scope: Scope::Wave,
        operands: &[],
        masks: Vec::new(),
        pending: Vec::new(),
        elements: Vec::new(),
    };
    run.call(function, arguments)
}

/// Destination of a collected mask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Operand(usize),
    Register(usize),
}

/// Masks that a `lane` program assigns, each with the value 0.
fn assigned_masks(model: &Model, operands: &[Operand], program: &Program) -> Vec<(Target, u64)> {
    let operands = operands
        .iter()
        .enumerate()
        .filter(|(index, operand)| operand.ty == OperandType::Mask && writes_operand(&program.body, *index))
        .map(|(index, _)| (Target::Operand(index), 0));
    let registers =
        program.effects.writes.iter().filter(|&&r| model.registers[r].mask).map(|&r| (Target::Register(r), 0));
    operands.chain(registers).collect()
}

/// Whether statements write an operand.
pub fn writes_operand(body: &[Stmt], operand: usize) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::WriteOperand(written, ..) => *written == operand,
        Stmt::If(_, yes, no) => writes_operand(yes, operand) || writes_operand(no, operand),
        _ => false,
    })
}

/// State of a running program.
struct Run<'a, H> {
    model: &'a Model,
    host: &'a mut H,
    lane: u32,
    scope: Scope,
    operands: &'a [Operand],
    masks: Vec<(Target, u64)>,
    pending: Vec<(usize, u32, u128)>,
    /// Meaning of [`ExprKind::Element`] in the current expression.
    elements: Vec<u128>,
}

impl<H: Host> Run<'_, H> {
    fn frame(&mut self, locals: &[Local], body: &[Stmt]) {
        self.block(body, &mut vec![0; locals.len()]);
    }

    fn block(&mut self, body: &[Stmt], locals: &mut Vec<u128>) {
        for stmt in body {
            self.stmt(stmt, locals);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, locals: &mut Vec<u128>) {
        match stmt {
            Stmt::Set(local, value) => locals[*local] = self.expr(value, locals),
            Stmt::SetBits(local, low, width, value) => {
                let low = self.expr(low, locals);
                let value = self.expr(value, locals);
                locals[*local] = arith::insert(locals[*local], low, *width, value);
            }
            Stmt::If(condition, yes, no) => {
                let branch = if self.expr(condition, locals) != 0 { yes } else { no };
                self.block(branch, locals);
            }
            Stmt::WriteOperand(operand, lane, value) => {
                let lane = lane.as_ref().map(|lane| self.lane_number(lane, locals));
                let value = self.expr(value, locals);
                let mask = self.operands.get(*operand).is_some_and(|o| o.ty == OperandType::Mask);
                if mask && self.scope == Scope::Lane {
                    self.collect(Target::Operand(*operand), lane.unwrap_or(self.lane), value != 0);
                } else {
                    self.pending.push((*operand, lane.unwrap_or(self.lane), value));
                }
            }
            Stmt::WriteState(register, part, value) => {
                let value = self.expr(value, locals);
                if self.scope == Scope::Lane && self.model.registers[*register].mask {
                    self.collect(Target::Register(*register), self.lane, value != 0);
                } else {
                    self.write_register(*register, *part, value);
                }
            }
            Stmt::Effect(builtin, arguments) => {
                let values: Vec<u128> = arguments.iter().map(|a| self.expr(a, locals)).collect();
                let lane = self.lane;
                match builtin {
                    Builtin::FileWrite(file) => self.host.set_file(*file, values[0] as u32, lane, values[1] as u32),
                    Builtin::OperandWrite(operand) => {
                        self.host.set_operand_word(*operand, values[0] as u32, lane, values[1] as u32);
                    }
                    Builtin::MemWrite => {
                        let bits = arguments[2].ty.bits();
                        self.host.set_memory(values[0] as usize, values[1] as u64, bits, lane, values[2] as u64);
                    }
                    Builtin::MemOutside => {
                        self.host.outside(values[0] as usize, values[1] as u64, values[2] as u32, lane, values[3] != 0);
                    }
                    Builtin::Operation(interface, operation) => {
                        self.operation(*interface, *operation, &values);
                    }
                    Builtin::OperationAt(interface, operation) => {
                        let lane = (values[0] % u128::from(self.model.lanes)) as u32;
                        self.host.call(*interface, *operation, Some(lane), &values[1..]);
                    }
                    _ => {}
                }
            }
            Stmt::Call(function, arguments) => {
                let values: Vec<u128> = arguments.iter().map(|a| self.expr(a, locals)).collect();
                let model = self.model;
                self.call(&model.functions[*function], &values);
            }
        }
    }

    fn call(&mut self, function: &Function, arguments: &[u128]) -> u128 {
        let mut locals = vec![0; function.locals.len().max(arguments.len())];
        locals[..arguments.len()].copy_from_slice(arguments);
        let elements = std::mem::take(&mut self.elements);
        self.block(&function.body, &mut locals);
        let value = function.value.as_ref().map_or(0, |value| self.expr(value, &mut locals));
        self.elements = elements;
        value
    }

    /// Lane numbers wrap, so that a body can only name existing lanes.
    fn lane_number(&mut self, lane: &Expr, locals: &mut Vec<u128>) -> u32 {
        (self.expr(lane, locals) % u128::from(self.model.lanes)) as u32
    }

    fn collect(&mut self, target: Target, lane: u32, bit: bool) {
        if let Some((_, mask)) = self.masks.iter_mut().find(|(t, _)| *t == target) {
            *mask = *mask & !(1 << lane) | u64::from(bit) << lane;
        }
    }

    fn write_register(&mut self, register: usize, part: Option<(u32, u32)>, value: u128) {
        let whole = match part {
            None => value,
            Some((high, low)) => arith::insert(self.read_register(register).into(), low.into(), high - low + 1, value),
        };
        if self.model.registers[register].per_lane {
            self.host.set_lane_register(register, self.lane, whole as u64);
        } else {
            self.host.set_register(register, whole as u64);
        }
    }

    fn read_register(&self, register: usize) -> u64 {
        if self.model.registers[register].per_lane {
            self.host.lane_register(register, self.lane)
        } else {
            self.host.register(register)
        }
    }

    fn operation(&mut self, interface: usize, operation: usize, arguments: &[u128]) -> u128 {
        let wave = self.model.interfaces[interface].operations[operation].wave;
        self.host.call(interface, operation, (!wave).then_some(self.lane), arguments)
    }

    fn expr(&mut self, expr: &Expr, locals: &mut Vec<u128>) -> u128 {
        let value = match &expr.kind {
            ExprKind::Const(bits) => *bits,
            ExprKind::Local(local) => locals[*local],
            ExprKind::Raw(operand, lane) => {
                let lane = lane.as_ref().map_or(self.lane, |lane| self.lane_number(lane, locals));
                let raw = self.host.operand(*operand, lane);
                if expr.ty == Type::Bool { raw >> lane & 1 } else { raw }
            }
            // Views are substituted into the programs that use them, so these kinds do not occur.
            ExprKind::ViewRaw | ExprKind::Index | ExprKind::Result | ExprKind::Old | ExprKind::IsFloat => 0,
            ExprKind::Field(name) => self.host.field(name).into(),
            ExprKind::State(register, part) => {
                let bits = u128::from(self.read_register(*register));
                match part {
                    Some((high, low)) => arith::mask(bits >> low, high - low + 1),
                    None if self.model.registers[*register].mask && expr.ty == Type::Bool => bits >> self.lane & 1,
                    None => bits,
                }
            }
            ExprKind::Lane => self.lane.into(),
            ExprKind::Version => self.host.version() as u128,
            ExprKind::OperandIndex(operand) => self.host.operand_index(*operand).into(),
            ExprKind::Unary(op, a) => arith::unary(*op, a.ty, self.expr(a, locals)),
            ExprKind::Binary(op, a, b) => {
                let left = self.expr(a, locals);
                if let Some(known) = arith::short_circuit(*op, left) {
                    known
                } else {
                    let right = self.expr(b, locals);
                    let value = arith::binary(*op, a.ty, left, right);
                    if a.ty.is_float() {
                        self.host.computed(None, a.ty, expr.ty, &[left, right], value);
                    }
                    value
                }
            }
            ExprKind::Slice(of, low) => {
                let bits = self.expr(of, locals);
                let low = self.expr(low, locals);
                if low >= 128 { 0 } else { bits >> low }
            }
            ExprKind::Resize(of) => arith::extend(of.ty, self.expr(of, locals)),
            ExprKind::Bitcast(of) => self.expr(of, locals),
            ExprKind::Concat(parts) => {
                let mut bits = 0;
                for part in parts {
                    bits = bits << (part.ty.bits() & 127) | self.expr(part, locals);
                }
                bits
            }
            ExprKind::If(condition, yes_body, yes, no_body, no) => {
                let (body, value) = if self.expr(condition, locals) != 0 { (yes_body, yes) } else { (no_body, no) };
                self.block(body, locals);
                self.expr(value, locals)
            }
            ExprKind::Call(function, arguments) => {
                let values: Vec<u128> = arguments.iter().map(|a| self.expr(a, locals)).collect();
                let model = self.model;
                self.call(&model.functions[*function], &values)
            }
            ExprKind::Builtin(builtin, arguments) => {
                let values: Vec<u128> = arguments.iter().map(|a| self.expr(a, locals)).collect();
                match builtin {
                    Builtin::MemRead => {
                        self.host.memory(values[0] as usize, values[1] as u64, expr.ty.bits(), self.lane).into()
                    }
                    Builtin::OperandRead(operand) => {
                        self.host.operand_word(*operand, values[0] as u32, self.lane).into()
                    }
                    Builtin::FileRead(file) => self.host.file(*file, values[0] as u32, self.lane).into(),
                    Builtin::Operation(interface, operation) => self.operation(*interface, *operation, &values),
                    _ => {
                        let from = arguments[0].ty;
                        let value = arith::builtin(*builtin, expr.ty, from, &values);
                        if from.is_float() || expr.ty.is_float() {
                            self.host.computed(Some(*builtin), from, expr.ty, &values, value);
                        }
                        value
                    }
                }
            }
            ExprKind::Map(sources, each) => {
                let values: Vec<u128> = sources.iter().map(|s| self.expr(s, locals)).collect();
                let (count, element) = expr.ty.elements().unwrap_or((1, expr.ty));
                let mut joined = 0;
                for i in 0..count {
                    let at = |(source, value): (&Expr, &u128)| match source.ty.elements() {
                        Some((_, ty)) => arith::mask(value >> (i * ty.bits()), ty.bits()),
                        None => *value,
                    };
                    self.elements = sources.iter().zip(&values).map(at).collect();
                    joined |= self.expr(each, locals) << (i * element.bits());
                }
                joined
            }
            ExprKind::Element(source) => self.elements[*source],
        };
        arith::mask(value, expr.ty.bits())
    }
}
