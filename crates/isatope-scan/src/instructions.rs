//! The table `instructions`: a row for each instruction.

use std::sync::Arc;

use arrow_array::builder::{
    ListBuilder, StringBuilder, StringDictionaryBuilder, UInt8Builder, UInt16Builder, UInt32Builder, UInt64Builder,
};
use arrow_array::types::UInt16Type;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use isatope::{Dialect, Formatter, Instruction, Resources, Target};

/// Rows of the table.
pub struct Builder {
    kernel: Option<UInt64Builder>,
    at: UInt64Builder,
    block: UInt32Builder,
    words: UInt64Builder,
    bytes: UInt8Builder,
    mnemonic: StringDictionaryBuilder<UInt16Type>,
    format: StringDictionaryBuilder<UInt16Type>,
    unit: StringDictionaryBuilder<UInt16Type>,
    text: Option<StringBuilder>,
    reads: ListBuilder<UInt16Builder>,
    writes: ListBuilder<UInt16Builder>,
    literal: UInt32Builder,
    target_at: UInt64Builder,
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
            mnemonic: StringDictionaryBuilder::new(),
            format: StringDictionaryBuilder::new(),
            unit: StringDictionaryBuilder::new(),
            text: with_text.then(StringBuilder::new),
            reads: ListBuilder::new(UInt16Builder::new()),
            writes: ListBuilder::new(UInt16Builder::new()),
            literal: UInt32Builder::new(),
            target_at: UInt64Builder::new(),
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
            Some(unit) => drop(self.unit.append(unit)?),
            None => self.unit.append_null(),
        }
        if self.text.is_some() {
            self.write_text(inst, dialect);
        }
        let uses = inst.uses();
        list(&mut self.reads, &uses.reads);
        list(&mut self.writes, &uses.written());
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
            Arc::new(self.mnemonic.finish()),
            Arc::new(self.format.finish()),
            Arc::new(self.unit.finish()),
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

fn list(builder: &mut ListBuilder<UInt16Builder>, set: &Resources) {
    set.iter().for_each(|id| builder.values().append_value(id.index() as u16));
    builder.append(true);
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
