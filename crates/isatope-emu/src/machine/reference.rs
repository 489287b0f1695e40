//! Runs instructions with the evaluator of the specification instead of generated code.
//!
//! Tests compare the two on the same state. Floating-point exceptions are found in the same way.

use isatope_core::Instruction;
use isatope_lanes::float::flags::Exceptions;
use isatope_lanes::ops::MAX_OPERANDS;
use isatope_lanes::prepared::Parts;
use isatope_lanes::{Ops, Place, World};
use isatope_lang::{Builtin, CodeKind, Model, Operand, OperandType, Type, eval};

use crate::machine::exec::ExecError;
use crate::machine::float_exceptions::raised;
use crate::machine::solo::Solo;

/// The checked specification of an architecture, compiled from the embedded files of its folder: `amd-gcn`.
///
/// # Panics
/// If there is no such folder, or if the specification has errors, which the build would have found.
pub fn model(folder: &str) -> Model {
    let files = isatope_isa::files_in(folder).unwrap_or_else(|| panic!("there is no folder {folder}"));
    isatope_lang::compile(files).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Runs one instruction as the specification says, without generated code.
///
/// # Errors
/// If it has no meaning; the state is unchanged then.
pub fn exec_reference<const L: usize>(
    solo: &mut Solo<L>,
    instruction: &Instruction,
    model: &Model,
) -> Result<(), ExecError> {
    let parts = Parts::of(instruction);
    let (inst, form) = entry(&parts);
    let ops = parts.ops(solo.machine).map_err(|why| ExecError::unprepared(instruction, why))?;
    run(solo, &ops, model, inst, form).map(|_| ()).ok_or(ExecError::NoMeaning(parts.name()))
}

/// The number of an instruction in its model, and that of its form there.
pub(crate) fn entry(parts: &Parts) -> (usize, usize) {
    let form = parts.encoding.form;
    let inst = parts.arch[form].inst;
    (inst.index(), form.index() - parts.arch[inst].first_form.index())
}

/// Runs the program of instruction `inst` of the model in its form `form`, and says what its floating-point operations raised; `None` if
/// it has none.
pub fn run<const L: usize>(
    solo: &mut Solo<L>,
    ops: &Ops,
    model: &Model,
    inst: usize,
    form: usize,
) -> Option<Exceptions> {
    let inst = &model.insts[inst];
    let program = inst.program(form, ops.version.into())?;
    let (computed, raised) = ([[0; L]; MAX_OPERANDS], Exceptions::NONE);
    let mut unmoved = Host { solo, ops, model, operands: &inst.operands, computed, raised };
    let moved = ops.moved(unmoved.solo.machine, |how| eval::value(model, &model.moves[how], 0, &mut unmoved) as u32);
    let ops = moved.as_ref().unwrap_or(ops);
    let mut host = Host { solo, ops, model, operands: &inst.operands, computed, raised };
    for (i, place) in ops.places().enumerate() {
        if let Place::Value(value) = place {
            let name = host.solo.machine.values[usize::from(value)].0;
            host.computed[i] = std::array::from_fn(|lane| value_of(model, name, lane as u32, &mut host));
        }
    }
    host.solo.world.begin();
    eval::run(model, &inst.operands, program, &mut host);
    Some(host.raised)
}

/// The value of a computed operand code in a lane, by its first spelling.
fn value_of(model: &Model, name: &str, lane: u32, host: &mut impl eval::Host) -> u64 {
    let mut codes = model.classes.iter().flat_map(|class| &class.codes);
    match codes.find(|code| matches!(code.kind, CodeKind::Value(_)) && code.names.first().is_some_and(|n| n == name)) {
        Some(code) => match &code.kind {
            CodeKind::Value(expr) => eval::value(model, expr, lane, host) as u64,
            _ => 0,
        },
        None => 0,
    }
}

struct Host<'a, const L: usize> {
    solo: &'a mut Solo<L>,
    ops: &'a Ops,
    model: &'a Model,
    operands: &'a [Operand],
    /// Values of computed operands in each lane.
    computed: [[u64; L]; MAX_OPERANDS],
    /// What operations raised.
    raised: Exceptions,
}

impl<const L: usize> Host<'_, L> {
    fn computed_word(&self, operand: usize, word: u32, lane: u32) -> u32 {
        if word < 2 { (self.computed[operand][lane as usize] >> (32 * word)) as u32 } else { 0 }
    }

    fn is_mask(&self, operand: usize) -> bool {
        self.operands[operand].ty == OperandType::Mask
    }

    fn file_arguments(&self, file: usize) -> (usize, u32, bool) {
        let info = &self.model.files[file];
        (self.solo.machine.files[file], info.count, info.per_lane)
    }
}

impl<const L: usize> eval::Host for Host<'_, L> {
    fn computed(&mut self, builtin: Option<Builtin>, from: Type, to: Type, operands: &[u128], result: u128) {
        self.raised |= raised(builtin, from, to, operands, result);
    }

    fn active(&self) -> u64 {
        self.solo.exec()
    }

    fn version(&self) -> usize {
        usize::from(self.ops.version)
    }

    fn operand(&self, operand: usize, lane: u32) -> u128 {
        if self.is_mask(operand) {
            return self.solo.mask(self.ops, &self.solo.world, operand).into();
        }
        let words = self.ops.words(operand);
        let word = |k: usize| match self.ops.place(operand) {
            Place::None => 0,
            Place::Row { first, end } if first as usize + k < end as usize => {
                self.solo.rows[first as usize + k][lane as usize]
            }
            Place::Scalar { first, end } if first as usize + k < end as usize => self.solo.scalars[first as usize + k],
            Place::Row { .. } | Place::Scalar { .. } => 0,
            Place::Const(value) => (u128::from(value) >> (32 * k)) as u32,
            Place::Value(_) => self.computed_word(operand, k as u32, lane),
        };
        (0..words).rev().fold(0, |value, k| value << 32 | u128::from(word(k)))
    }

    fn set_operand(&mut self, operand: usize, lane: u32, value: u128) {
        if self.is_mask(operand) {
            return self.solo.set_mask(self.ops, operand, value as u64);
        }
        for k in 0..self.ops.words(operand) {
            let word = (value >> (32 * k)) as u32;
            match self.ops.place(operand) {
                Place::Row { first, end } if first as usize + k < end as usize => {
                    self.solo.rows[first as usize + k][lane as usize] = word;
                }
                Place::Scalar { first, end } if first as usize + k < end as usize => {
                    self.solo.scalars[first as usize + k] = word;
                }
                _ => {}
            }
        }
    }

    fn operand_index(&self, operand: usize) -> u32 {
        self.ops.number(self.solo.machine, operand)
    }

    fn field(&self, name: &str) -> u64 {
        let index = self.solo.machine.fields.iter().position(|names| names.contains(&name));
        index.map_or(0, |index| self.ops.fields[index].into())
    }

    fn register(&self, register: usize) -> u64 {
        let at = self.solo.machine.registers[register];
        if self.model.registers[register].bits <= 32 { self.solo.reg_u32(at).into() } else { self.solo.reg_u64(at) }
    }

    fn set_register(&mut self, register: usize, value: u64) {
        let at = self.solo.machine.registers[register];
        let bits = self.model.registers[register].bits;
        let value = value & u64::MAX >> (64 - bits);
        if bits <= 32 { self.solo.set_reg_u32(at, value as u32) } else { self.solo.set_reg_u64(at, value) }
    }

    fn lane_register(&self, register: usize, lane: u32) -> u64 {
        let (at, lane) = (self.solo.machine.registers[register], lane as usize);
        if self.model.registers[register].bits <= 32 {
            self.solo.lane_reg_u32(at, lane).into()
        } else {
            self.solo.lane_reg_u64(at, lane)
        }
    }

    fn set_lane_register(&mut self, register: usize, lane: u32, value: u64) {
        let (at, lane) = (self.solo.machine.registers[register], lane as usize);
        let bits = self.model.registers[register].bits;
        let value = value & u64::MAX >> (64 - bits);
        if bits <= 32 {
            self.solo.set_lane_reg_u32(at, lane, value as u32);
        } else {
            self.solo.set_lane_reg_u64(at, lane, value);
        }
    }

    fn file(&self, file: usize, index: u32, lane: u32) -> u32 {
        let (first, count, per_lane) = self.file_arguments(file);
        self.solo.file(first, count, per_lane, index, lane as usize)
    }

    fn set_file(&mut self, file: usize, index: u32, lane: u32, value: u32) {
        let (first, count, per_lane) = self.file_arguments(file);
        self.solo.set_file(first, count, per_lane, index, lane as usize, value);
    }

    fn operand_word(&self, operand: usize, word: u32, lane: u32) -> u32 {
        match self.ops.place(operand) {
            Place::Value(_) => self.computed_word(operand, word, lane),
            _ => self.solo.operand_word(self.ops, &self.solo.world, operand, word, lane as usize),
        }
    }

    fn set_operand_word(&mut self, operand: usize, word: u32, lane: u32, value: u32) {
        self.solo.set_operand_word(self.ops, operand, word, lane as usize, value);
    }

    fn memory(&mut self, memory: usize, address: u64, bits: u32, lane: u32) -> u64 {
        self.solo.world.read(memory, address, bits, lane as usize)
    }

    fn set_memory(&mut self, memory: usize, address: u64, bits: u32, lane: u32, value: u64) {
        self.solo.world.write(memory, address, bits, lane as usize, value);
    }

    fn outside(&mut self, memory: usize, address: u64, bytes: u32, lane: u32, write: bool) {
        self.solo.world.outside(memory, address, bytes, lane as usize, write);
    }

    fn call(&mut self, interface: usize, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128 {
        let before: usize = self.model.interfaces[..interface].iter().map(|i| i.operations.len()).sum();
        self.solo.world.call(before + operation, lane, arguments)
    }
}
