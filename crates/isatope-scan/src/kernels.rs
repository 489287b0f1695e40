//! The table `kernels`: a row for each kernel.

use std::collections::BTreeSet;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use isatope::tables::ARCHES;

/// A kernel.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// Number that `instructions` refers to, made of the names of file, image and kernel.
    pub id: u64,
    /// Path of the file, as it was given.
    pub file: String,
    /// What the caller says about the files: a game, a library and its version.
    pub source: Option<String>,
    /// Name of the image in the file.
    pub image: String,
    /// Kind of container.
    pub container: String,
    /// Name of the target.
    pub target: String,
    /// Processor that the image names.
    pub processor: Option<String>,
    /// Symbol.
    pub kernel: String,
    /// SHA-256 of the code in hexadecimal digits.
    pub sha256: String,
    /// Size of the code in bytes.
    pub code_bytes: u64,
    /// Number of instructions.
    pub instructions: u64,
    /// Bytes of the code that are no instruction: data and padding.
    pub undecoded_bytes: u64,
    /// Registers and memory from descriptor and metadata, in the order of [`RESOURCES`].
    pub resources: [Option<u64>; RESOURCES.len()],
    /// Number of instructions of each unit, in the order of [`units`].
    pub units: Vec<u64>,
    /// Instructions that wait for a counter.
    pub waits: u64,
    /// Instructions that do nothing but take wait states.
    pub idles: u64,
    /// Basic blocks.
    pub blocks: u64,
    /// Loops.
    pub loops: u64,
    /// Depth of the innermost loop.
    pub max_depth: u64,
    /// Runs of successive instructions of one memory unit in a block, in the order of [`CLAUSES`].
    pub clauses: [u64; CLAUSES.len()],
    /// Instructions with a literal.
    pub literals: u64,
    /// Instructions with a constant in the code of an operand.
    pub inline_constants: u64,
    /// Number of wavefronts on a SIMD that registers and shared memory allow.
    pub max_waves: Option<u64>,
    /// Instructions whose meaning in the specification is not exact.
    pub assumed: u64,
    /// Findings of the checks, if these ran.
    pub findings: Option<u64>,
    /// Signature for near duplicates.
    pub minhash: Vec<u64>,
}

/// Columns from descriptor and metadata. `spilled_*` and `workgroup` are null where the compiler did not record them.
pub const RESOURCES: [&str; 8] =
    ["vgprs", "sgprs", "lds_bytes", "scratch_bytes", "kernarg_bytes", "spilled_vgprs", "spilled_sgprs", "workgroup"];

/// Units whose clauses are counted.
pub const CLAUSES: [&str; 2] = ["vmem", "smem"];

/// The names of all units of all architectures; each has a column.
pub fn units() -> Vec<&'static str> {
    let units: BTreeSet<&str> = ARCHES
        .iter()
        .flat_map(|arch| arch.encodings)
        .flat_map(|encoding| encoding.units.iter())
        .map(|unit| unit.name.as_str())
        .collect();
    units.into_iter().collect()
}

/// The columns of the table.
pub fn schema() -> SchemaRef {
    let text = |name: &str, null| Field::new(name, DataType::Utf8, null);
    let number = |name: &str, null| Field::new(name, DataType::UInt64, null);
    let mut fields = vec![
        number("kernel_id", false),
        text("file", false),
        text("source", true),
        text("image", false),
        text("container", false),
        text("target", false),
        text("processor", true),
        text("kernel", false),
        text("sha256", false),
        number("code_bytes", false),
        number("instructions", false),
        number("undecoded_bytes", false),
    ];
    fields.extend(RESOURCES.iter().map(|name| number(name, true)));
    fields.extend(units().into_iter().map(|name| number(name, false)));
    fields.extend(["waitcnt", "nop", "blocks", "loops", "max_depth"].map(|name| number(name, false)));
    fields.extend(CLAUSES.map(|unit| number(&format!("{unit}_clauses"), false)));
    fields.extend(["literals", "inline_constants"].map(|name| number(name, false)));
    fields.extend([number("max_waves", true), number("assumed", false), number("findings", true)]);
    let item = Arc::new(Field::new("item", DataType::UInt64, true));
    fields.push(Field::new("minhash", DataType::List(item), false));
    Arc::new(Schema::new(fields))
}

/// Kernels as a batch.
///
/// # Errors
/// None that the columns of this table can have.
pub fn batch(kernels: &[Kernel]) -> Result<RecordBatch, ArrowError> {
    fn text<'k>(kernels: &'k [Kernel], of: impl Fn(&'k Kernel) -> Option<&'k str>) -> ArrayRef {
        let mut builder = StringBuilder::new();
        kernels.iter().for_each(|kernel| builder.append_option(of(kernel)));
        Arc::new(builder.finish())
    }
    fn number(kernels: &[Kernel], of: impl Fn(&Kernel) -> Option<u64>) -> ArrayRef {
        let mut builder = UInt64Builder::new();
        kernels.iter().for_each(|kernel| builder.append_option(of(kernel)));
        Arc::new(builder.finish())
    }
    let mut columns = vec![
        number(kernels, |kernel| Some(kernel.id)),
        text(kernels, |kernel| Some(&kernel.file)),
        text(kernels, |kernel| kernel.source.as_deref()),
        text(kernels, |kernel| Some(&kernel.image)),
        text(kernels, |kernel| Some(&kernel.container)),
        text(kernels, |kernel| Some(&kernel.target)),
        text(kernels, |kernel| kernel.processor.as_deref()),
        text(kernels, |kernel| Some(&kernel.kernel)),
        text(kernels, |kernel| Some(&kernel.sha256)),
        number(kernels, |kernel| Some(kernel.code_bytes)),
        number(kernels, |kernel| Some(kernel.instructions)),
        number(kernels, |kernel| Some(kernel.undecoded_bytes)),
    ];
    columns.extend((0..RESOURCES.len()).map(|at| number(kernels, |kernel| kernel.resources[at])));
    columns.extend((0..units().len()).map(|at| number(kernels, |kernel| kernel.units.get(at).copied().or(Some(0)))));
    columns.push(number(kernels, |kernel| Some(kernel.waits)));
    columns.push(number(kernels, |kernel| Some(kernel.idles)));
    columns.push(number(kernels, |kernel| Some(kernel.blocks)));
    columns.push(number(kernels, |kernel| Some(kernel.loops)));
    columns.push(number(kernels, |kernel| Some(kernel.max_depth)));
    columns.extend((0..CLAUSES.len()).map(|at| number(kernels, |kernel| Some(kernel.clauses[at]))));
    columns.push(number(kernels, |kernel| Some(kernel.literals)));
    columns.push(number(kernels, |kernel| Some(kernel.inline_constants)));
    columns.push(number(kernels, |kernel| kernel.max_waves));
    columns.push(number(kernels, |kernel| Some(kernel.assumed)));
    columns.push(number(kernels, |kernel| kernel.findings));
    let mut minhash = ListBuilder::new(UInt64Builder::new());
    for kernel in kernels {
        kernel.minhash.iter().for_each(|hash| minhash.values().append_value(*hash));
        minhash.append(true);
    }
    columns.push(Arc::new(minhash.finish()));
    RecordBatch::try_new(schema(), columns)
}

/// The columns of the table `errors`.
pub fn errors_schema() -> SchemaRef {
    Arc::new(Schema::new(vec![
        Field::new("file", DataType::Utf8, false),
        Field::new("image", DataType::Utf8, true),
        Field::new("message", DataType::Utf8, false),
    ]))
}

/// The table `errors`: files and images that could not be read.
///
/// # Errors
/// None that the columns of this table can have.
pub fn errors(failures: &[crate::Failure]) -> Result<RecordBatch, ArrowError> {
    let (mut file, mut image, mut message) = (StringBuilder::new(), StringBuilder::new(), StringBuilder::new());
    for failure in failures {
        file.append_value(&failure.file);
        image.append_option(failure.image.as_deref());
        message.append_value(&failure.message);
    }
    let columns: Vec<ArrayRef> = vec![Arc::new(file.finish()), Arc::new(image.finish()), Arc::new(message.finish())];
    RecordBatch::try_new(errors_schema(), columns)
}
