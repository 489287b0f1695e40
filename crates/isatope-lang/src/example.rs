//! Runs worked examples in the evaluator, in one lane, and compares the results.

use std::collections::HashMap;

use crate::apfloat;
use crate::eval::{self, Host};
use crate::model::{Example, ExamplePlace, ExampleValue, Inst, Model, Program, Slot, Type};

/// Number of registers per operand in this machine: operand `n` starts at register `n * WORDS`.
pub(crate) const WORDS: usize = 16;

/// A machine with one active lane. An operand has the same value in every lane.
struct Lane<'a> {
    model: &'a Model,
    program: &'a Program,
    version: usize,
    operands: Vec<[u32; WORDS]>,
    /// Registers of each operand.
    widths: Vec<usize>,
    /// Distance by which the registers of each operand moved.
    moved: Vec<usize>,
    fields: HashMap<&'a str, u64>,
    registers: Vec<u64>,
    files: HashMap<(usize, u32), u32>,
    /// Bytes of each memory that the example names.
    memories: Vec<HashMap<u64, u8>>,
    /// Results of operations of the host.
    answers: HashMap<(usize, usize), u128>,
    /// Arguments of the last call of each operation.
    calls: HashMap<(usize, usize), Vec<u128>>,
    /// The first access that the example does not provide for.
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
        let words = self.operands[operand].iter().skip(self.moved[operand]).take(self.widths[operand].min(4));
        words.rev().fold(0, |value, word| value << 32 | u128::from(*word))
    }
    fn set_operand(&mut self, operand: usize, _lane: u32, value: u128) {
        let words = self.operands[operand].iter_mut().skip(self.moved[operand]).take(self.widths[operand].min(4));
        for (k, word) in words.enumerate() {
            *word = (value >> (32 * k)) as u32;
        }
    }
    fn operand_index(&self, operand: usize) -> u32 {
        (operand * WORDS + self.moved[operand]) as u32
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
        self.operands[operand].get(self.moved[operand] + word as usize).copied().unwrap_or(0)
    }
    fn set_operand_word(&mut self, operand: usize, word: u32, _lane: u32, value: u32) {
        if let Some(place) = self.operands[operand].get_mut(self.moved[operand] + word as usize) {
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
    /// Reads or writes a byte of memory. Only bytes that the example names exist. An access to other bytes of a memory
    /// with allocations makes the example wrong.
    fn byte(&mut self, memory: usize, address: u64, new: Option<u64>) -> u64 {
        if let Some(byte) = self.memories[memory].get_mut(&address) {
            let old = *byte;
            if let Some(new) = new {
                *byte = new as u8;
            }
            return old.into();
        }
        let memory = &self.model.memories[memory];
        if memory.address_bits > 32 {
            let verb = if new.is_some() { "writes" } else { "reads" };
            let missing = format!("it {verb} `{}` at {address:#x}, where the example has nothing", memory.name);
            self.missing.get_or_insert(missing);
        }
        0
    }

    /// Sets an input of an example.
    fn give(&mut self, ExampleValue { name, place, bits, .. }: &'a ExampleValue) {
        match *place {
            ExamplePlace::Operand(i) => {
                // Sets all words, so that a value that is too wide shows up.
                for (k, word) in self.operands[i][..4].iter_mut().enumerate() {
                    *word = (bits >> (32 * k)) as u32;
                }
            }
            ExamplePlace::Word { operand, word } => self.set_operand_word(operand, word, 0, *bits as u32),
            ExamplePlace::Field => {
                self.fields.insert(name, *bits as u64);
            }
            ExamplePlace::Memory { memory, address, bytes } => {
                let values = bits.to_le_bytes();
                let places = (0..u64::from(bytes)).map(|k| address.wrapping_add(k));
                self.memories[memory].extend(places.zip(values));
            }
            ExamplePlace::Register { register, high, low } => {
                let ones = u64::MAX >> (63 - (high - low));
                let old = self.registers[register];
                self.registers[register] = old & !(ones << low) | (*bits as u64 & ones) << low;
            }
            ExamplePlace::Answer { interface, operation } => {
                self.answers.insert((interface, operation), *bits);
            }
            ExamplePlace::Argument { .. } => {}
        }
    }

    /// Value of a place after the program.
    fn result(&self, value: &ExampleValue) -> Result<u128, String> {
        match value.place {
            ExamplePlace::Operand(i) => Ok(self.operand(i, 0)),
            ExamplePlace::Word { operand, word } => Ok(self.operand_word(operand, word, 0).into()),
            ExamplePlace::Memory { memory, address, bytes } => {
                let byte = |k| self.memories[memory].get(&address.wrapping_add(k)).copied().unwrap_or(0);
                Ok((0..u64::from(bytes)).rev().fold(0, |all, k| all << 8 | u128::from(byte(k))))
            }
            ExamplePlace::Register { register, high, low } => {
                Ok((self.registers[register] >> low & (u64::MAX >> (63 - (high - low)))).into())
            }
            ExamplePlace::Argument { interface, operation, argument } => {
                match self.calls.get(&(interface, operation)) {
                    Some(arguments) => Ok(arguments[argument]),
                    None => Err(format!("the operation of `{}` is not called", value.name)),
                }
            }
            ExamplePlace::Field | ExamplePlace::Answer { .. } => Err(format!("`{}` is not a result", value.name)),
        }
    }
}

/// Distances by which the state of the example moves the registers of each operand.
fn moved(model: &Model, inst: &Inst, program: &Program, version: usize, lane: &mut Lane) -> Vec<usize> {
    let Some(layout) = &model.formats[program.format].layouts[version] else { return vec![0; inst.operands.len()] };
    let by = |slot: Option<&Slot>| match slot {
        Some(Slot::Field(field)) => layout.moves.iter().find(|(moved, _)| moved == field).map(|(_, by)| *by),
        _ => None,
    };
    let moves: Vec<Option<usize>> = (0..inst.operands.len()).map(|i| by(layout.slots.get(i))).collect();
    moves.into_iter().map(|by| by.map_or(0, |by| eval::value(model, &model.moves[by], 0, lane) as usize)).collect()
}

/// Runs one example. An error describes the actual result.
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
        moved: vec![0; inst.operands.len()],
        fields: HashMap::new(),
        registers: model.registers.iter().map(|r| r.reset).collect(),
        files: HashMap::new(),
        memories: vec![HashMap::new(); model.memories.len()],
        answers: HashMap::new(),
        calls: HashMap::new(),
        missing: None,
    };
    for value in &example.given {
        lane.give(value);
    }
    // Makes the bytes of expected memory writable.
    for value in &example.expect {
        if let ExamplePlace::Memory { memory, address, bytes } = value.place {
            for k in 0..u64::from(bytes) {
                lane.memories[memory].entry(address.wrapping_add(k)).or_insert(0);
            }
        }
    }
    lane.moved = moved(model, inst, program, version, &mut lane);
    eval::run(model, &inst.operands, program, &mut lane);
    lane.moved.fill(0);
    if let Some(missing) = lane.missing {
        return Err(missing);
    }
    for value in &example.expect {
        let got = lane.result(value)?;
        if got != value.bits {
            let at = value.at.map_or(String::new(), |at| format!("[{at:#x}]"));
            let (got, wanted) = (shown(value.ty, got), shown(value.ty, value.bits));
            return Err(format!("{}{at} is {got}, not {wanted}", value.name));
        }
    }
    Ok(())
}

/// A value for a message: its bits, and its number for types whose bits do not show it.
fn shown(ty: Type, bits: u128) -> String {
    match decimal(ty, bits) {
        Some(decimal) => format!("{decimal} ({bits:#x})"),
        None => format!("{bits:#x}"),
    }
}

/// Text of a float, of a negative number, or of a vector of them.
fn decimal(ty: Type, bits: u128) -> Option<String> {
    if let Some((count, element)) = ty.elements() {
        let width = element.bits();
        let elements = (0..count).map(|i| bits >> (i * width) & (u128::MAX >> (128 - width)));
        let shown = elements.map(|bits| decimal(element, bits).unwrap_or_else(|| bits.to_string()));
        return Some(format!("{{{}}}", shown.collect::<Vec<_>>().join(", ")));
    }
    match ty {
        Type::F16 => Some(format!("{:?}", f32::from_bits(apfloat::f16_to_f32(bits as u16, 0)))),
        Type::F32 => Some(format!("{:?}", f32::from_bits(bits as u32))),
        Type::F64 => Some(format!("{:?}", f64::from_bits(bits as u64))),
        Type::Int { bits: width, signed: true } if width <= 128 && bits >> (width - 1) == 1 => {
            Some(format!("-{}", (1 << (width - 1)) - (bits & ((1 << (width - 1)) - 1))))
        }
        _ => None,
    }
}
