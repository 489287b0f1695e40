//! The table `instructions`: a row for each instruction.

use std::sync::Arc;

use std::mem::take;

use arrow_array::builder::{StringBuilder, UInt16Builder};
use arrow_array::types::{UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{ArrayRef, ListArray, RecordBatch, UInt8Array, UInt16Array, UInt64Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use isatope::{Dialect, Instruction, Resources, Target};

use crate::facts::{Facts, List, SHORT};
use crate::nullable::Nullable;

/// Rows of the table.
pub struct Builder {
    facts: Facts,
    kernel: Option<Vec<u64>>,
    at: Vec<u64>,
    block: Nullable<UInt32Type>,
    words: Vec<u64>,
    bytes: Vec<u8>,
    mnemonic: Vec<u16>,
    format: Vec<u16>,
    unit: Nullable<UInt16Type>,
    text: Option<StringBuilder>,
    /// The registers that are read, and those that are written.
    registers: [Registers; 2],
    literal: Nullable<UInt32Type>,
    target_at: Nullable<UInt64Type>,
}

/// A column of lists of registers and memories.
#[derive(Default)]
struct Registers {
    numbers: Vec<u16>,
    lengths: Vec<usize>,
}

impl Registers {
    fn push(&mut self, numbers: List<'_>) {
        let end = self.numbers.len() + numbers.len;
        match numbers.all.first_chunk::<SHORT>() {
            // Without a call, and without a loop.
            Some(first) if numbers.len <= SHORT => self.numbers.extend_from_slice(first),
            _ => self.numbers.extend_from_slice(&numbers.all[..numbers.len]),
        }
        self.numbers.truncate(end);
        self.lengths.push(numbers.len);
    }

    fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        i32::try_from(self.numbers.len()).map_err(|_| ArrowError::OffsetOverflowError(self.numbers.len()))?;
        let offsets = OffsetBuffer::from_lengths(take(&mut self.lengths));
        let numbers = UInt16Array::from(take(&mut self.numbers));
        Ok(Arc::new(ListArray::try_new(number(), offsets, Arc::new(numbers), None)?))
    }
}

/// Lists of numbers.
fn number() -> Arc<Field> {
    Arc::new(Field::new("item", DataType::UInt16, false))
}

/// The columns of the table. `with_kernel` adds the number of the kernel, `with_text` the text.
pub fn schema(with_kernel: bool, with_text: bool) -> SchemaRef {
    let dictionary = || DataType::Dictionary(Box::new(DataType::UInt16), Box::new(DataType::Utf8));
    let list = || DataType::List(number());
    let mut fields = Vec::new();
    if with_kernel {
        fields.push(Field::new("kernel_id", DataType::UInt64, false));
    }
    fields.extend([
        Field::new("at", DataType::UInt64, false),
        Field::new("block", DataType::UInt32, true),
        Field::new("words", DataType::UInt64, false),
        Field::new("bytes", DataType::UInt8, false),
        Field::new("mnemonic", dictionary(), false),
        Field::new("format", dictionary(), false),
        Field::new("unit", dictionary(), true),
    ]);
    if with_text {
        fields.push(Field::new("text", DataType::Utf8, false));
    }
    fields.extend([
        Field::new("reads", list(), false),
        Field::new("writes", list(), false),
        Field::new("literal", DataType::UInt32, true),
        Field::new("target_at", DataType::UInt64, true),
    ]);
    Arc::new(Schema::new(fields))
}

impl Builder {
    /// No rows. `with_kernel` adds the number of the kernel, `with_text` the text.
    pub fn new(with_kernel: bool, with_text: bool) -> Self {
        Self {
            facts: Facts::new(),
            kernel: with_kernel.then(Vec::new),
            at: Vec::new(),
            block: Nullable::new(),
            words: Vec::new(),
            bytes: Vec::new(),
            mnemonic: Vec::new(),
            format: Vec::new(),
            unit: Nullable::new(),
            text: with_text.then(StringBuilder::new),
            registers: Default::default(),
            literal: Nullable::new(),
            target_at: Nullable::new(),
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// Adds an instruction with its address, without a kernel. The text is in a dialect, or in the default one of the
    /// target.
    ///
    /// # Errors
    /// There are more different mnemonics than a dictionary holds, which is 65,536.
    pub fn add(&mut self, at: u64, inst: &Instruction, dialect: Option<Dialect>) -> Result<(), ArrowError> {
        self.facts.limit();
        let fact = self.facts.number(inst, self.text.as_ref().map(|_| dialect))?;
        self.push(0, None, at, inst, fact);
        Ok(())
    }

    /// What is known about instructions, to which [`numbers`](Self::numbers) refers.
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Finds what rows say about the instructions of a kernel; the numbers are valid until the next kernel.
    ///
    /// # Errors
    /// There are more different mnemonics than a dictionary holds, which is 65,536.
    pub(crate) fn numbers(
        &mut self,
        code: &[(u64, Instruction)],
        dialect: Option<Dialect>,
        numbers: &mut Vec<u32>,
    ) -> Result<(), ArrowError> {
        self.facts.limit();
        let text = self.text.as_ref().map(|_| dialect);
        numbers.clear();
        for (_, inst) in code {
            numbers.push(self.facts.number(inst, text)?);
        }
        Ok(())
    }

    /// Adds an instruction: the number of its kernel, the number of its basic block, its address, and what is known.
    pub(crate) fn push(&mut self, kernel: u64, block: Option<u32>, at: u64, inst: &Instruction, fact: u32) {
        let fact = self.facts.get(fact);
        if let Some(kernels) = &mut self.kernel {
            kernels.push(kernel);
        }
        self.at.push(at);
        self.block.push(block);
        self.words.push(inst.bits());
        self.bytes.push(inst.len() as u8);
        self.mnemonic.push(fact.form.mnemonic);
        self.format.push(fact.form.format);
        self.unit.push(fact.unit.map(|unit| unit.key));
        if let Some(text) = &mut self.text {
            text.append_value(self.facts.text(fact));
        }
        for (list, numbers) in self.registers.iter_mut().zip(self.facts.registers(fact)) {
            list.push(numbers);
        }
        self.literal.push(fact.literal);
        self.target_at.push(if fact.branches { inst.branch_target(at) } else { None });
    }

    /// Takes all rows.
    ///
    /// # Errors
    /// The instructions read or write 2,147,483,648 registers or more.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        fn numbers(values: &mut Vec<u64>) -> ArrayRef {
            Arc::new(UInt64Array::from(take(values)))
        }
        fn keys(values: &mut Vec<u16>) -> UInt16Array {
            take(values).into()
        }
        let schema = schema(self.kernel.is_some(), self.text.is_some());
        let [mnemonics, formats, units] = &self.facts.names;
        let mut columns: Vec<ArrayRef> = self.kernel.iter_mut().map(numbers).collect();
        columns.extend([
            numbers(&mut self.at),
            Arc::new(self.block.finish()),
            numbers(&mut self.words),
            Arc::new(UInt8Array::from(take(&mut self.bytes))),
            mnemonics.column(keys(&mut self.mnemonic))?,
            formats.column(keys(&mut self.format))?,
            units.column(self.unit.finish())?,
        ]);
        columns.extend(self.text.as_mut().map(|text| Arc::new(text.finish()) as ArrayRef));
        columns.extend([
            self.registers[0].finish()?,
            self.registers[1].finish()?,
            Arc::new(self.literal.finish()),
            Arc::new(self.target_at.finish()),
        ]);
        RecordBatch::try_new(schema, columns)
    }
}

/// The table `registers`: what the numbers in `reads` and `writes` mean.
///
/// # Errors
/// None that the columns of this table can have.
pub fn registers() -> Result<RecordBatch, ArrowError> {
    let (mut arch, mut number, mut name) = (StringBuilder::new(), UInt16Builder::new(), StringBuilder::new());
    let mut known = Vec::new();
    for target in Target::all() {
        if known.contains(&target.arch_index()) {
            continue;
        }
        known.push(target.arch_index());
        for id in Resources::all(target.arch()).iter() {
            arch.append_value(target.architecture());
            number.append_value(id.index() as u16);
            name.append_value(target.resource(id).to_string());
        }
    }
    let schema = Schema::new(vec![
        Field::new("architecture", DataType::Utf8, false),
        Field::new("number", DataType::UInt16, false),
        Field::new("name", DataType::Utf8, false),
    ]);
    let columns: Vec<ArrayRef> = vec![Arc::new(arch.finish()), Arc::new(number.finish()), Arc::new(name.finish())];
    RecordBatch::try_new(Arc::new(schema), columns)
}
