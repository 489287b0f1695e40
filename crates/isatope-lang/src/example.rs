//! Worked examples: one lane, the values that the entry gives, the evaluator, the values that it expects.

use std::collections::HashMap;

use crate::eval::{self, Host};
use crate::model::{Example, Inst, Model, Program};

/// A machine of one active lane. Every lane of an operand holds the same value.
struct Lane<'a> {
    model: &'a Model,
    program: &'a Program,
    version: usize,
    operands: Vec<u128>,
    fields: HashMap<&'a str, u64>,
    registers: Vec<u64>,
    files: HashMap<(usize, u32), u32>,
    /// Each memory has 16 bytes, at address 0.
    memories: Vec<u128>,
}

impl Host for Lane<'_> {
    fn active(&self) -> u64 {
        1
    }
    fn version(&self) -> usize {
        self.version
    }
    fn operand(&self, operand: usize, _lane: u32) -> u128 {
        self.operands[operand]
    }
    fn set_operand(&mut self, operand: usize, _lane: u32, value: u128) {
        self.operands[operand] = value;
    }
    fn operand_index(&self, operand: usize) -> u32 {
        operand as u32
    }
    fn field(&self, name: &str) -> u64 {
        if let Some(value) = self.fields.get(name) {
            return *value;
        }
        let layout = &self.model.formats[self.program.format].layouts[self.version];
        layout.iter().flat_map(|l| &l.fields).find(|f| f.name == name).map_or(0, |f| f.default)
    }
    fn register(&self, register: usize) -> u64 {
        self.registers[register]
    }
    fn set_register(&mut self, register: usize, value: u64) {
        self.registers[register] = value;
    }
    fn file(&self, file: usize, index: u32, _lane: u32) -> u32 {
        self.files.get(&(file, index)).copied().unwrap_or(0)
    }
    fn set_file(&mut self, file: usize, index: u32, _lane: u32, value: u32) {
        self.files.insert((file, index), value);
    }
    fn operand_word(&self, operand: usize, word: u32, _lane: u32) -> u32 {
        if word < 4 { (self.operands[operand] >> (32 * word)) as u32 } else { 0 }
    }
    fn set_operand_word(&mut self, operand: usize, word: u32, _lane: u32, value: u32) {
        if word < 4 {
            let old = self.operands[operand] & !(0xffff_ffff << (32 * word));
            self.operands[operand] = old | u128::from(value) << (32 * word);
        }
    }
    fn memory(&mut self, memory: usize, address: u64, bits: u32, _lane: u32) -> u64 {
        let inside = address.checked_add(u64::from(bits / 8)).is_some_and(|end| end <= 16);
        let value = if inside { self.memories[memory] >> (8 * address) } else { 0 };
        value as u64 & (u64::MAX >> (64 - bits))
    }
    fn set_memory(&mut self, memory: usize, address: u64, bits: u32, _lane: u32, value: u64) {
        if address.checked_add(u64::from(bits / 8)).is_some_and(|end| end <= 16) {
            let ones = u128::from(u64::MAX >> (64 - bits)) << (8 * address);
            self.memories[memory] = self.memories[memory] & !ones | u128::from(value) << (8 * address) & ones;
        }
    }
}

impl Lane<'_> {
    /// The register and the part of it that a name stands for.
    fn place(&self, name: &str) -> Option<(usize, u32, u32)> {
        let (base, part) = name.split_once('.').map_or((name, None), |(a, b)| (a, Some(b)));
        let index = self.model.registers.iter().position(|r| r.name == base)?;
        let register = &self.model.registers[index];
        match part {
            None => Some((index, register.bits - 1, 0)),
            Some(part) => register.fields.iter().find(|(n, _, _)| n == part).map(|&(_, h, l)| (index, h, l)),
        }
    }
}

/// Runs one example; the error says what came out instead.
pub(crate) fn run(
    model: &Model,
    inst: &Inst,
    program: &Program,
    version: usize,
    example: &Example,
) -> Result<(), String> {
    let mut lane = Lane {
        model,
        program,
        version,
        operands: vec![0; inst.operands.len()],
        fields: HashMap::new(),
        registers: model.registers.iter().map(|r| r.reset).collect(),
        files: HashMap::new(),
        memories: vec![0; model.memories.len()],
    };
    for (name, value) in &example.given {
        if let Some(i) = inst.operands.iter().position(|o| o.name == *name) {
            lane.operands[i] = *value;
        } else if let Some(i) = model.memories.iter().position(|m| m.name == *name) {
            lane.memories[i] = *value;
        } else if let Some((register, high, low)) = lane.place(name) {
            let ones = u64::MAX >> (63 - (high - low));
            let old = lane.registers[register];
            lane.registers[register] = old & !(ones << low) | (*value as u64 & ones) << low;
        } else {
            lane.fields.insert(name, *value as u64);
        }
    }
    eval::run(model, &inst.operands, program, &mut lane);
    for (name, expected) in &example.expect {
        let got = match inst.operands.iter().position(|o| o.name == *name) {
            Some(i) => lane.operands[i],
            None if model.memories.iter().any(|m| m.name == *name) => {
                model.memories.iter().zip(&lane.memories).find(|(m, _)| m.name == *name).map_or(0, |(_, bytes)| *bytes)
            }
            None => match lane.place(name) {
                Some((register, high, low)) => {
                    u128::from(lane.registers[register] >> low & (u64::MAX >> (63 - (high - low))))
                }
                None => return Err(format!("`{name}` is not a result")),
            },
        };
        if got != *expected {
            return Err(format!("{name} is {got:#x}, not {expected:#x}"));
        }
    }
    Ok(())
}
