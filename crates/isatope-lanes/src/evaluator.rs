//! Runs instructions with the evaluator of the specification, on the same state as lane functions.
//!
//! The evaluator is slow and independent of the generated code. Tests compare the two. Programs that read the raised
//! floating-point exceptions run on the evaluator, because lane functions do not compute exceptions.

use isatope_lang::exceptions::{Exceptions, raised};
use isatope_lang::{Builtin, CodeKind, Model, Operand, OperandType, Type, eval};

use crate::layout::Layout;
use crate::machine::Machine;
use crate::ops::{MAX_OPERANDS, Ops, Place};
use crate::wave::Wave;
use crate::world::World;

/// Runs the program of an instruction and returns the floating-point exceptions of its operations; `None` if it has no
/// program. `inst` is the number of the instruction in the model, `form` the number of its form there.
pub fn run(
    machine: &'static dyn Machine,
    wave: &mut Wave,
    world: &mut dyn World,
    ops: &Ops,
    model: &Model,
    (inst, form): (usize, usize),
) -> Option<Exceptions> {
    let inst = &model.insts[inst];
    let program = inst.program(form, ops.version.into())?;
    let (layout, lanes) = (machine.layout(), machine.lanes() as u32);
    let computed = vec![Vec::new(); MAX_OPERANDS];
    let mut host = Host {
        layout,
        wave,
        world,
        ops: ops.clone(),
        model,
        operands: &inst.operands,
        computed,
        reads_operands: true,
        raised: Exceptions::NONE,
    };
    let moved = ops.moved(layout, |how| eval::value(model, &model.moves[how], 0, &mut host) as u32);
    host.ops = moved.unwrap_or(host.ops);
    for (i, place) in host.ops.clone().places().enumerate() {
        if let Place::Value(value) = place {
            let name = layout.values[usize::from(value)];
            host.computed[i] = (0..lanes).map(|lane| value_of(model, name, lane, &mut host)).collect();
        }
    }
    host.reads_operands = false;
    if machine.lanes() == model.lanes as usize {
        eval::run(model, &inst.operands, program, &mut host);
    } else {
        eval::run(&model.with_lanes(lanes), &inst.operands, program, &mut host);
    }
    Some(host.raised)
}

/// Value of a computed operand code in a lane. The code is identified by its first spelling.
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

struct Host<'a> {
    layout: &'static Layout,
    wave: &'a mut Wave,
    world: &'a mut dyn World,
    ops: Ops,
    model: &'a Model,
    operands: &'a [Operand],
    /// Values of computed operands in each lane.
    computed: Vec<Vec<u64>>,
    /// Whether operand values are being computed. Their memory reads record nothing, as described at [`World::peek`].
    reads_operands: bool,
    /// Exceptions that the operations raised.
    raised: Exceptions,
}

impl Host<'_> {
    fn computed_word(&self, operand: usize, word: u32, lane: u32) -> u32 {
        if word < 2 { (self.computed[operand][lane as usize] >> (32 * word)) as u32 } else { 0 }
    }

    fn is_mask(&self, operand: usize) -> bool {
        self.operands[operand].ty == OperandType::Mask
    }

    fn file_arguments(&self, file: usize) -> (usize, u32, bool) {
        let info = &self.model.files[file];
        (self.layout.files[file], info.count, info.per_lane)
    }
}

impl eval::Host for Host<'_> {
    fn computed(&mut self, builtin: Option<Builtin>, from: Type, to: Type, operands: &[u128], result: u128) {
        self.raised |= raised(builtin, from, to, operands, result);
    }

    fn active(&self) -> u64 {
        self.wave.exec()
    }

    fn version(&self) -> usize {
        usize::from(self.ops.version)
    }

    fn operand(&self, operand: usize, lane: u32) -> u128 {
        if self.is_mask(operand) {
            return self.wave.mask(&self.ops, &*self.world, operand).into();
        }
        let words = self.ops.words(operand);
        let word = |k: usize| match self.ops.place(operand) {
            Place::None => 0,
            Place::Row { first, end } if first as usize + k < end as usize => {
                self.wave.row(first as usize + k)[lane as usize]
            }
            Place::Scalar { first, end } if first as usize + k < end as usize => {
                self.wave.scalars()[first as usize + k]
            }
            Place::Row { .. } | Place::Scalar { .. } => 0,
            Place::Const(value) => (u128::from(value) >> (32 * k)) as u32,
            Place::Value(_) => self.computed_word(operand, k as u32, lane),
        };
        (0..words).rev().fold(0, |value, k| value << 32 | u128::from(word(k)))
    }

    fn set_operand(&mut self, operand: usize, lane: u32, value: u128) {
        if self.is_mask(operand) {
            return self.wave.set_mask(&self.ops, operand, value as u64);
        }
        for k in 0..self.ops.words(operand) {
            let word = (value >> (32 * k)) as u32;
            match self.ops.place(operand) {
                Place::Row { first, end } if first as usize + k < end as usize => {
                    self.wave.row_mut(first as usize + k)[lane as usize] = word;
                }
                Place::Scalar { first, end } if first as usize + k < end as usize => {
                    self.wave.scalars_mut()[first as usize + k] = word;
                }
                _ => {}
            }
        }
    }

    fn operand_index(&self, operand: usize) -> u32 {
        self.ops.number(self.layout, operand)
    }

    fn field(&self, name: &str) -> u64 {
        let index = self.layout.fields.iter().position(|names| names.contains(&name));
        index.map_or(0, |index| self.ops.fields[index].into())
    }

    fn register(&self, register: usize) -> u64 {
        let at = self.layout.registers[register];
        if self.model.registers[register].bits <= 32 { self.wave.reg_u32(at).into() } else { self.wave.reg_u64(at) }
    }

    fn set_register(&mut self, register: usize, value: u64) {
        let at = self.layout.registers[register];
        let bits = self.model.registers[register].bits;
        let value = value & u64::MAX >> (64 - bits);
        if bits <= 32 { self.wave.set_reg_u32(at, value as u32) } else { self.wave.set_reg_u64(at, value) }
    }

    fn lane_register(&self, register: usize, lane: u32) -> u64 {
        let (at, lane) = (self.layout.registers[register], lane as usize);
        if self.model.registers[register].bits <= 32 {
            self.wave.lane_reg_u32(at, lane).into()
        } else {
            self.wave.lane_reg_u64(at, lane)
        }
    }

    fn set_lane_register(&mut self, register: usize, lane: u32, value: u64) {
        let (at, lane) = (self.layout.registers[register], lane as usize);
        let bits = self.model.registers[register].bits;
        let value = value & u64::MAX >> (64 - bits);
        if bits <= 32 {
            self.wave.set_lane_reg_u32(at, lane, value as u32);
        } else {
            self.wave.set_lane_reg_u64(at, lane, value);
        }
    }

    fn file(&self, file: usize, index: u32, lane: u32) -> u32 {
        let (first, count, per_lane) = self.file_arguments(file);
        self.wave.file(first, count, per_lane, index, lane as usize)
    }

    fn set_file(&mut self, file: usize, index: u32, lane: u32, value: u32) {
        let (first, count, per_lane) = self.file_arguments(file);
        self.wave.set_file(first, count, per_lane, index, lane as usize, value);
    }

    fn operand_word(&self, operand: usize, word: u32, lane: u32) -> u32 {
        match self.ops.place(operand) {
            Place::Value(_) => self.computed_word(operand, word, lane),
            _ => self.wave.operand_word(&self.ops, &*self.world, operand, word, lane as usize),
        }
    }

    fn set_operand_word(&mut self, operand: usize, word: u32, lane: u32, value: u32) {
        self.wave.set_operand_word(&self.ops, operand, word, lane as usize, value);
    }

    fn memory(&mut self, memory: usize, address: u64, bits: u32, lane: u32) -> u64 {
        if self.reads_operands {
            return self.world.peek(memory, address, bits);
        }
        self.world.read(memory, address, bits, lane as usize)
    }

    fn set_memory(&mut self, memory: usize, address: u64, bits: u32, lane: u32, value: u64) {
        self.world.write(memory, address, bits, lane as usize, value);
    }

    fn outside(&mut self, memory: usize, address: u64, bytes: u32, lane: u32, write: bool) {
        self.world.outside(memory, address, bytes, lane as usize, write);
    }

    fn call(&mut self, interface: usize, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128 {
        let before: usize = self.model.interfaces[..interface].iter().map(|i| i.operations.len()).sum();
        self.world.call(before + operation, lane, arguments)
    }
}
