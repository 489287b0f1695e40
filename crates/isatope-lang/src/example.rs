//! Worked examples: one lane, the values that the entry gives, the evaluator, the values that it expects.

use std::collections::HashMap;

use crate::eval::{self, Host};
use crate::model::{Example, FieldKind, Inst, Model, Program};

/// Words that the registers of an operand have here; operand `n` starts at register `n * WORDS`.
pub(crate) const WORDS: usize = 16;

/// How many bytes a memory value of an example stands for.
const PIECE: u64 = 16;

/// A machine of one active lane. Every lane of an operand holds the same value.
struct Lane<'a> {
    model: &'a Model,
    program: &'a Program,
    version: usize,
    operands: Vec<[u32; WORDS]>,
    /// Registers of each operand.
    widths: Vec<usize>,
    fields: HashMap<&'a str, u64>,
    registers: Vec<u64>,
    files: HashMap<(usize, u32), u32>,
    /// The pieces of each memory that the example names: address and bytes as one number.
    memories: Vec<Vec<(u64, u128)>>,
    /// What operations of the host answer.
    answers: HashMap<(usize, usize), u128>,
    /// The arguments of the last call of each operation.
    calls: HashMap<(usize, usize), Vec<u128>>,
    /// The first thing that the example does not provide for.
    missing: Option<String>,
}

impl Host for Lane<'_> {
    fn active(&self) -> u64 {
        1
    }
    fn version(&self) -> usize {
        self.version
    }
    fn operand(&self, operand: usize, _lane: u32) -> u128 {
        self.operands[operand][..self.widths[operand].min(4)]
            .iter()
            .rev()
            .fold(0, |value, word| value << 32 | u128::from(*word))
    }
    fn set_operand(&mut self, operand: usize, _lane: u32, value: u128) {
        for (k, word) in self.operands[operand][..self.widths[operand].min(4)].iter_mut().enumerate() {
            *word = (value >> (32 * k)) as u32;
        }
    }
    fn operand_index(&self, operand: usize) -> u32 {
        (operand * WORDS) as u32
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
        match self.operands.get(index as usize / WORDS) {
            Some(words) => words[index as usize % WORDS],
            None => self.files.get(&(file, index)).copied().unwrap_or(0),
        }
    }
    fn set_file(&mut self, file: usize, index: u32, _lane: u32, value: u32) {
        match self.operands.get_mut(index as usize / WORDS) {
            Some(words) => words[index as usize % WORDS] = value,
            None => {
                self.files.insert((file, index), value);
            }
        }
    }
    fn operand_word(&self, operand: usize, word: u32, _lane: u32) -> u32 {
        self.operands[operand].get(word as usize).copied().unwrap_or(0)
    }
    fn set_operand_word(&mut self, operand: usize, word: u32, _lane: u32, value: u32) {
        if let Some(place) = self.operands[operand].get_mut(word as usize) {
            *place = value;
        }
    }
    fn memory(&mut self, memory: usize, address: u64, bits: u32, _lane: u32) -> u64 {
        (0..u64::from(bits / 8)).rev().fold(0, |value, k| value << 8 | self.byte(memory, address.wrapping_add(k), None))
    }
    fn set_memory(&mut self, memory: usize, address: u64, bits: u32, _lane: u32, value: u64) {
        for k in 0..u64::from(bits / 8) {
            self.byte(memory, address.wrapping_add(k), Some(value >> (8 * k)));
        }
    }
    fn call(&mut self, interface: usize, operation: usize, _lane: Option<u32>, arguments: &[u128]) -> u128 {
        self.calls.insert((interface, operation), arguments.to_vec());
        let unit = &self.model.interfaces[interface];
        let op = &unit.operations[operation];
        match self.answers.get(&(interface, operation)) {
            Some(answer) => *answer,
            None if op.result.is_none() => 0,
            None => {
                let missing = format!("it calls `{0}.{1}`, and no `{0}.{1}=` gives the answer", unit.name, op.name);
                self.missing.get_or_insert(missing);
                0
            }
        }
    }
}

impl<'a> Lane<'a> {
    /// Reads a byte of memory, or writes one. Outside the pieces of the example there is none: in a memory of allocations that
    /// makes the example wrong.
    fn byte(&mut self, memory: usize, address: u64, new: Option<u64>) -> u64 {
        for (base, bytes) in &mut self.memories[memory] {
            if let Some(at) = address.checked_sub(*base).filter(|at| *at < PIECE) {
                let old = (*bytes >> (8 * at)) as u64 & 0xff;
                if let Some(new) = new {
                    *bytes = *bytes & !(0xff << (8 * at)) | u128::from(new & 0xff) << (8 * at);
                }
                return old;
            }
        }
        let memory = &self.model.memories[memory];
        if memory.address_bits > 32 {
            let verb = if new.is_some() { "writes" } else { "reads" };
            let missing = format!("it {verb} `{}` at {address:#x}, where the example has nothing", memory.name);
            self.missing.get_or_insert(missing);
        }
        0
    }

    /// The register and the part of it that a name stands for.
    fn place(&self, name: &str) -> Option<(usize, u32, u32)> {
        let (base, part) = name.split_once('.').map_or((name, None), |(a, b)| (a, Some(b)));
        let index = self.model.registers.iter().position(|r| r.name == base)?;
        let register = &self.model.registers[index];
        match part {
            None => Some((index, register.bits - 1, 0)),
            Some(part) => register.fields.iter().find(|p| p.name == part).map(|p| (index, p.high, p.low)),
        }
    }

    /// Whether the format has a field of this name, which may be that of a memory as well.
    fn has_field(&self, name: &str) -> bool {
        let layout = &self.model.formats[self.program.format].layouts[self.version];
        layout.iter().flat_map(|l| &l.fields).any(|f| f.name == name && f.kind == FieldKind::Plain)
    }

    /// The operation that a name stands for, and the argument of it.
    fn operation(&self, name: &str) -> Option<((usize, usize), Option<usize>)> {
        let mut parts = name.split('.');
        let (unit, verb, argument) = (parts.next()?, parts.next()?, parts.next());
        let interface = self.model.interfaces.iter().position(|i| i.name == unit)?;
        let operations = &self.model.interfaces[interface].operations;
        let operation = operations.iter().position(|o| o.name == verb)?;
        let argument = match argument {
            None => None,
            Some(argument) => Some(operations[operation].params.iter().position(|(n, _)| n == argument)?),
        };
        Some(((interface, operation), argument))
    }

    /// Sets what an example gives.
    fn give(&mut self, inst: &Inst, (name, at, value): &'a (String, Option<u64>, u128)) {
        if let Some(i) = inst.operands.iter().position(|o| o.name == *name) {
            match at {
                // All of it, so that a value that is too wide shows.
                None => {
                    for (k, word) in self.operands[i][..4].iter_mut().enumerate() {
                        *word = (value >> (32 * k)) as u32;
                    }
                }
                Some(word) => self.set_operand_word(i, *word as u32, 0, *value as u32),
            }
        } else if at.is_none() && self.has_field(name) {
            self.fields.insert(name, *value as u64);
        } else if let Some(i) = self.model.memories.iter().position(|m| m.name == *name) {
            self.memories[i].push((at.unwrap_or(0), *value));
        } else if let Some((register, high, low)) = self.place(name) {
            let ones = u64::MAX >> (63 - (high - low));
            let old = self.registers[register];
            self.registers[register] = old & !(ones << low) | (*value as u64 & ones) << low;
        } else if let Some((operation, None)) = self.operation(name) {
            self.answers.insert(operation, *value);
        } else {
            self.fields.insert(name, *value as u64);
        }
    }

    /// What came out under a name.
    fn result(&self, inst: &Inst, name: &str, at: Option<u64>) -> Result<u128, String> {
        if let Some(i) = inst.operands.iter().position(|o| o.name == name) {
            return Ok(at.map_or(self.operand(i, 0), |word| self.operand_word(i, word as u32, 0).into()));
        }
        if let Some(i) = self.model.memories.iter().position(|m| m.name == name) {
            let base = at.unwrap_or(0);
            return Ok(self.memories[i].iter().find(|(b, _)| *b == base).map_or(0, |(_, bytes)| *bytes));
        }
        if let Some((register, high, low)) = self.place(name) {
            return Ok(u128::from(self.registers[register] >> low & (u64::MAX >> (63 - (high - low)))));
        }
        match self.operation(name) {
            Some((operation, Some(argument))) => match self.calls.get(&operation) {
                Some(arguments) => Ok(arguments[argument]),
                None => Err(format!("the operation of `{name}` is not called")),
            },
            _ => Err(format!("`{name}` is not a result")),
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
        operands: vec![[0; WORDS]; inst.operands.len()],
        widths: inst.operands.iter().map(|o| o.ty.dwords(model.lanes) as usize).collect(),
        fields: HashMap::new(),
        registers: model.registers.iter().map(|r| r.reset).collect(),
        files: HashMap::new(),
        memories: vec![Vec::new(); model.memories.len()],
        answers: HashMap::new(),
        calls: HashMap::new(),
        missing: None,
    };
    for value in &example.given {
        lane.give(inst, value);
    }
    // What is expected in memory is there to be written.
    for (name, at, _) in &example.expect {
        if let Some(i) = model.memories.iter().position(|m| m.name == *name) {
            let base = at.unwrap_or(0);
            if !lane.memories[i].iter().any(|(b, _)| *b == base) {
                lane.memories[i].push((base, 0));
            }
        }
    }
    for (pieces, memory) in lane.memories.iter_mut().zip(&model.memories) {
        pieces.sort_unstable();
        if let Some(pair) = pieces.windows(2).find(|pair| pair[1].0 - pair[0].0 < PIECE) {
            let (a, b) = (pair[0].0, pair[1].0);
            return Err(format!("`{0}[{a:#x}]` and `{0}[{b:#x}]` overlap: each is {PIECE} bytes", memory.name));
        }
    }
    eval::run(model, &inst.operands, program, &mut lane);
    if let Some(missing) = lane.missing {
        return Err(missing);
    }
    for (name, at, expected) in &example.expect {
        let got = lane.result(inst, name, *at)?;
        if got != *expected {
            let at = at.map_or(String::new(), |at| format!("[{at:#x}]"));
            return Err(format!("{name}{at} is {got:#x}, not {expected:#x}"));
        }
    }
    Ok(())
}
