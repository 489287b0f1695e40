//! The table `instructions`: a row for each instruction.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder, UInt8Builder, UInt16Builder, UInt32Builder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use isatope::{Dialect, Formatter, Instruction, Resources, Target, Write};

use crate::dictionary::Dictionary;

/// Rows of the table.
pub struct Builder {
    kernel: Option<UInt64Builder>,
    at: UInt64Builder,
    block: UInt32Builder,
    words: UInt64Builder,
    bytes: UInt8Builder,
    mnemonic: Dictionary,
    format: Dictionary,
    unit: Dictionary,
    text: Option<StringBuilder>,
    reads: ListBuilder<UInt16Builder>,
    writes: ListBuilder<UInt16Builder>,
    literal: UInt32Builder,
    target_at: UInt64Builder,
    touched: Touched,
    rows: usize,
    line: String,
    formatter: Option<(Target, Dialect, Formatter)>,
}

/// The columns of the table. `with_kernel` adds the number of the kernel, `with_text` the text.
pub fn schema(with_kernel: bool, with_text: bool) -> SchemaRef {
    let dictionary = || DataType::Dictionary(Box::new(DataType::UInt16), Box::new(DataType::Utf8));
    let list = || DataType::List(Arc::new(Field::new("item", DataType::UInt16, true)));
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
            kernel: with_kernel.then(UInt64Builder::new),
            at: UInt64Builder::new(),
            block: UInt32Builder::new(),
            words: UInt64Builder::new(),
            bytes: UInt8Builder::new(),
            mnemonic: Dictionary::default(),
            format: Dictionary::default(),
            unit: Dictionary::default(),
            text: with_text.then(StringBuilder::new),
            reads: ListBuilder::new(UInt16Builder::new()),
            writes: ListBuilder::new(UInt16Builder::new()),
            literal: UInt32Builder::new(),
            target_at: UInt64Builder::new(),
            touched: Touched::default(),
            rows: 0,
            line: String::new(),
            formatter: None,
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds an instruction: the number of its kernel and of its basic block, if they are known, and its address. The
    /// text is in a dialect, or in the default one of the target.
    ///
    /// # Errors
    /// There are more different mnemonics than a dictionary holds, which is 65,536.
    pub fn add(
        &mut self,
        kernel: u64,
        block: Option<u32>,
        at: u64,
        inst: &Instruction,
        dialect: Option<Dialect>,
    ) -> Result<(), ArrowError> {
        if let Some(builder) = &mut self.kernel {
            builder.append_value(kernel);
        }
        self.at.append_value(at);
        self.block.append_option(block);
        self.words.append_value(inst.bits());
        self.bytes.append_value(inst.len() as u8);
        self.mnemonic.append(inst.mnemonic())?;
        self.format.append(inst.format().name.as_str())?;
        match inst.unit() {
            Some(unit) => self.unit.append(unit)?,
            None => self.unit.append_null(),
        }
        if self.text.is_some() {
            self.write_text(inst, dialect);
        }
        self.touched.of(inst);
        list(&mut self.reads, &self.touched.reads);
        list(&mut self.writes, &self.touched.writes);
        self.literal.append_option(inst.literal());
        self.target_at.append_option(inst.branch_target(at));
        self.rows += 1;
        Ok(())
    }

    fn write_text(&mut self, inst: &Instruction, dialect: Option<Dialect>) {
        use std::fmt::Write;
        let target = inst.target();
        let dialect =
            dialect.filter(|dialect| target.dialects().any(|one| one == *dialect)).unwrap_or(target.dialect());
        let formatter = match &self.formatter {
            Some((known, of, formatter)) if *known == target && *of == dialect => Some(formatter),
            _ => {
                self.formatter =
                    Formatter::in_dialect(target, dialect).ok().map(|formatter| (target, dialect, formatter));
                self.formatter.as_ref().map(|(.., formatter)| formatter)
            }
        };
        self.line.clear();
        match formatter {
            Some(formatter) => formatter.write(inst, &mut self.line),
            None => write!(self.line, "{inst}"),
        }
        .expect("a string takes everything");
        if let Some(text) = &mut self.text {
            text.append_value(&self.line);
        }
    }

    /// Takes all rows.
    ///
    /// # Errors
    /// None that the columns of this table can have.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let schema = schema(self.kernel.is_some(), self.text.is_some());
        let mut columns: Vec<ArrayRef> = Vec::new();
        if let Some(kernel) = &mut self.kernel {
            columns.push(Arc::new(kernel.finish()));
        }
        columns.extend([
            Arc::new(self.at.finish()) as ArrayRef,
            Arc::new(self.block.finish()),
            Arc::new(self.words.finish()),
            Arc::new(self.bytes.finish()),
            self.mnemonic.finish()?,
            self.format.finish()?,
            self.unit.finish()?,
        ]);
        if let Some(text) = &mut self.text {
            columns.push(Arc::new(text.finish()));
        }
        columns.extend([
            Arc::new(self.reads.finish()) as ArrayRef,
            Arc::new(self.writes.finish()),
            Arc::new(self.literal.finish()),
            Arc::new(self.target_at.finish()),
        ]);
        self.rows = 0;
        RecordBatch::try_new(schema, columns)
    }
}

/// Adds a list.
fn list(builder: &mut ListBuilder<UInt16Builder>, numbers: &[u16]) {
    builder.values().append_slice(numbers);
    builder.append(true);
}

/// The numbers of the registers and memories that an instruction reads and writes, in ascending order.
#[derive(Default)]
struct Touched {
    reads: Vec<u16>,
    writes: Vec<u16>,
}

impl Touched {
    fn of(&mut self, inst: &Instruction) {
        self.reads.clear();
        self.writes.clear();
        let arch = inst.target().arch();
        if arch.files.iter().any(|file| file.parts > 1) {
            // Fields may name one half of a register.
            let uses = inst.uses();
            self.reads.extend(uses.reads.iter().map(|id| id.index() as u16));
            self.writes.extend(uses.written().iter().map(|id| id.index() as u16));
            return;
        }
        for access in inst.access() {
            let numbers = arch.resource_ids(access.place);
            if access.read {
                self.reads.extend(numbers.clone());
            }
            if access.write != Write::No {
                self.writes.extend(numbers);
            }
        }
        for list in [&mut self.reads, &mut self.writes] {
            list.sort_unstable();
            list.dedup();
        }
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

#[cfg(test)]
mod tests {
    use isatope::{Resources, Target};

    use super::Touched;

    #[test]
    fn numbers_are_those_of_the_library() {
        let mut touched = Touched::default();
        let numbers = |set: Resources| set.iter().map(|id| id.index() as u16).collect::<Vec<_>>();
        let mut compared = 0;
        for target in Target::all() {
            for word in 0..20_000_u64 {
                // The golden ratio spreads the words over all encodings.
                let bits = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let Ok(inst) = target.decode(&bits.to_le_bytes()) else { continue };
                touched.of(&inst);
                let uses = inst.uses();
                assert_eq!(touched.reads, numbers(uses.reads), "{inst} reads");
                assert_eq!(touched.writes, numbers(uses.written()), "{inst} writes");
                compared += 1;
            }
        }
        assert!(compared > 10_000, "{compared}");
    }
}
