//! The static tables of `isatope-core` as Rust source.
//!
//! Rows are rendered to text and stored once: two versions with the same layout of a format share the row. The text
//! expects the types of `isatope_core::tables` in scope.

mod checks;
mod constants;
mod costs;
mod effects;
mod hazards;
pub use effects::idle;
mod encode;
mod facts;
mod lengths;
mod masks;
mod numbers;
mod packed;
mod pool;
mod print;
mod reading;
mod rows;
mod shrink;
mod tree;
mod words;

use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::path::Path;
use std::{fs, io};

use isatope_lang::access::Accesses;
use isatope_lang::{Model, Names};

use lengths::Lengths;
use pool::Pool;
pub(crate) use rows::source_number;
use tree::Tree;

/// Generated files that `isatope-core` includes.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Content of `tables.rs`: one `Arch` for each model, and the list of them.
    pub source: String,
    /// Other files by name: `constants.rs`, and those that `tables.rs` includes.
    pub included: Vec<(String, Vec<u8>)>,
}

impl Files {
    /// Writes the files to a folder.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        fs::write(folder.join("tables.rs"), &self.source)?;
        self.included.iter().try_for_each(|(name, content)| fs::write(folder.join(name), content))
    }
}

/// Constructors that shorten the rows, which are most of the text.
const CONSTRUCTORS: &str = "\
macro_rules! l { ($start:expr, $len:expr) => {{ let (start, len): (u32, u32) = ($start, $len); \
List { place: start << LENGTH | len, rows: PhantomData } }} }
macro_rules! c { ($text:expr) => {{ let text: usize = $text; S[text] }} }
const fn p(mask: u64, value: u64) -> Pattern { Pattern { mask, value } }
const fn e(pattern: Pattern, layout: usize, form: usize, bytes: u8, literals: List<Pattern>, default: u64, plain: List<Pattern>, \
mnemonics: List<Text>, renames: List<Rename>, shrink: Option<Shrink>, effects: Shared<Effects>, units: List<UnitUse>, successors: List<Successor>, expects: List<Expect>, notes: List<NoteCondition>) -> \
Encoding { Encoding { pattern, layout: LayoutId::new(layout), form: Opcode::new(form), bytes, literals, default, plain, mnemonics, renames, \
shrink, effects, units, successors, expects, notes } }
const fn f(touches: List<Touch>, masks: List<RegisterId>, per_lane: bool, idle: u64, bits: List<MaskBits>) -> Effects { Effects { touches, masks, per_lane, idle, bits } }
const fn o(name: Text, ty: Type, dwords: u8, read: bool, written: bool, also: Option<(u8, DialectId)>) -> OperandDef { OperandDef { name, ty, \
dwords, read, written, also } }
const fn k(mask: u64, value: u64, form: usize, bytes: u8, first: (u8, u16, u16), second: (u8, u16, u16)) -> Key { Key { \
pattern: p(mask, value), form: Opcode::new(form), bytes, literals: [literal(first), literal(second)] } }
const fn literal(at: (u8, u16, u16)) -> LiteralCode { LiteralCode { low: at.0, mask: at.1, code: at.2 } }
const fn t(place: Place, read: List<Pattern>, written: List<Pattern>, always: List<Pattern>) -> Touch { Touch { place, read, written, \
always } }
const fn r(rotate: u8, mask: u16) -> Run { Run { rotate, mask } }
const fn x(at: u32, len: u8) -> TextAt { TextAt { at, len } }
const fn i(runs: [Run; 3], table: u32, flags: u16, extra: u16, signs: u16, kind: StepKind, lead: Lead, operand: Option<u8>, word: u8) -> Step { \
Step { runs, table, flags, extra, signs, kind, lead, operand, word } }
const fn b(mask: u64, value: u64, first: u16, count: u8, unsaid: u8, limit: u8, renamed: bool) -> Body { Body { when: p(mask, value), \
first, count, unsaid, limit, renamed } }
const fn m(forms: List<SpelledForm>, mnemonic: usize, most: u8, blank: Option<u8>, suffixes: u8, sizes: u8, may_be_bare: bool, \
has_parts: bool) -> Spelled { Spelled { forms, mnemonic: MnemonicId::new(mnemonic), most, blank, suffixes, sizes, may_be_bare, has_parts } }
const fn n(encoding: usize, shape: usize) -> SpelledForm { SpelledForm { encoding: EncodingId::new(encoding), shape: ShapeId::new(shape) } }
const fn h(unwritten: Pattern, values: Pattern, slots: List<SlotShape>, format: usize, least: u8, scalars: u8, suffixes: u8, bits: u8, \
explicit: bool, has_required: bool, has_expects: bool) -> Shape { Shape { unwritten, values, slots, format: FormatId::new(format), least, scalars, suffixes, \
bits, explicit, has_required, has_expects } }
const fn w(word: usize, field: usize, modifier: usize, has_sign: bool) -> WordUse { WordUse { word: NameId::new(word), \
field: FieldId::new(field), modifier: ModifierId::new(modifier), has_sign } }
const fn u(class: Option<ClassId>, field: Option<FieldId>, low: Option<u8>, bits: u8, dwords: u8, also: u8, flags: u8, file: Option<FileId>) -> SlotShape { SlotShape { class, \
field, low, bits, dwords, also, flags, file } }
use StepKind as K; use Lead as L; use SlotShape as U;
";

/// Generates the tables of all models.
pub fn tables(models: &[Model]) -> Files {
    let (mut out, mut included) = (CONSTRUCTORS.to_string(), Vec::new());
    let pool = Pool::default();
    for model in models {
        let name = model.arch.to_uppercase();
        writeln!(out, "mod {} {{ use super::*;", model.arch).expect("strings take everything");
        arch(models, model, &pool, &mut out, &mut included);
        writeln!(out, "}}\npub use {}::ARCH as {name};", model.arch).expect("strings take everything");
    }
    let list: Vec<_> = models.iter().map(|m| format!("&{}", m.arch.to_uppercase())).collect();
    writeln!(out, "pub static ARCHES: &[&Arch] = &[{}];", list.join(", ")).expect("strings take everything");
    let most = models.iter().map(|model| rows::resources(model).all).max().unwrap_or(0);
    writeln!(out, "/// The most resources that an architecture has.\npub const MOST_RESOURCES: usize = {most};")
        .expect("strings take everything");
    included.push(("entries".to_owned(), pool.entries()));
    let (lists, strings, numbers) = pool.finish();
    out += &lists;
    included.push((packed::FILE.to_owned(), numbers));
    included.push(("strings".to_owned(), strings.into_bytes()));
    included.push(("constants.rs".to_owned(), constants::constants(models).into_bytes()));
    Files { source: out, included }
}

/// Rows of one table, each stored once.
#[derive(Default)]
struct Rows {
    rows: Vec<String>,
    index: HashMap<String, usize>,
}

impl Rows {
    /// Index of `row`; adds the row if it is new.
    fn add(&mut self, row: String) -> usize {
        if let Some(&i) = self.index.get(&row) {
            return i;
        }
        self.rows.push(row.clone());
        self.index.insert(row, self.rows.len() - 1);
        self.rows.len() - 1
    }
}

/// The tables of one architecture during construction.
struct Tables<'a> {
    model: &'a Model,
    pool: &'a Pool,
    /// Lists of names for numbers.
    names: Vec<Names>,
    numbers: Rows,
    classes: Rows,
    layouts: Rows,
    encodings: Rows,
    /// Index of the encoding row for each form and version.
    encoding_rows: HashMap<(usize, usize), usize>,
    /// Keys for decoding, for each version and instruction.
    keys: Rows,
    /// Number of lane masks that a form reads implicitly in a version.
    unsaid: HashMap<(usize, usize), usize>,
    accesses: Accesses<'a>,
    /// Spellings of computed values.
    values: Vec<String>,
    /// Row of each class and version.
    class_rows: Vec<Vec<usize>>,
    /// Row of each format and version.
    layout_rows: Vec<Vec<Option<usize>>>,
}

fn arch(models: &[Model], model: &Model, pool: &Pool, out: &mut String, included: &mut Vec<(String, Vec<u8>)>) {
    let mut t = Tables {
        model,
        pool,
        names: numbers::name_lists(model),
        numbers: Rows::default(),
        classes: Rows::default(),
        layouts: Rows::default(),
        encodings: Rows::default(),
        encoding_rows: HashMap::new(),
        keys: Rows::default(),
        unsaid: HashMap::new(),
        accesses: Accesses::new(model),
        values: rows::values(model),
        class_rows: Vec::new(),
        layout_rows: Vec::new(),
    };
    t.class_rows =
        (0..model.classes.len()).map(|c| (0..model.versions.len()).map(|v| t.class(c, v)).collect()).collect();
    t.layout_rows =
        (0..model.formats.len()).map(|f| (0..model.versions.len()).map(|v| t.layout(f, v)).collect()).collect();
    let formats: Vec<_> = (0..model.formats.len()).map(|f| t.format(f)).collect();
    let (insts, forms, mut leaves) = t.instructions();
    let computed = t.computed();
    // If all instructions have the same length, there is nothing to predict.
    let lengths: Vec<_> = leaves.iter().map(|leaves| (model.word == 32).then(|| Lengths::of(leaves))).collect();
    for (leaves, lengths) in leaves.iter_mut().zip(&lengths) {
        *leaves = lengths::told_apart(leaves, lengths.as_ref());
    }
    let (tree, roots) = Tree::build(&leaves);
    let printed = print::print(&t);
    let (names, reading) = reading::reading(&t);

    let versions: Vec<_> = model
        .versions
        .iter()
        .zip(roots)
        .zip(&lengths)
        .map(|((v, root), lengths)| {
            let lengths = lengths.as_ref().map_or("None".to_owned(), |l| format!("Some({})", l.row(pool)));
            let names = strings(&v.names);
            let processor = |p: &isatope_lang::Processor| {
                format!("Processor {{ name: {:?}, names: {}, scalars: {:?} }}", p.name, strings(&p.names), p.scalars)
            };
            let processors = slice(v.processors.iter().map(processor));
            format!(
                "Version {{ name: {:?}, names: {names}, processors: {processors}, root: {}, lengths: {lengths}, lanes: {}, other_lanes: &{:?}, {} }}",
                v.name,
                Tree::root(&root, pool),
                v.lanes,
                v.other_lanes,
                facts::version(v)
            )
        })
        .collect();
    let mut put = |text: std::fmt::Arguments<'_>| writeln!(out, "{text}").expect("strings take everything");
    put(format_args!("{}\n{names}", printed.statics));
    for (index, rules) in model.checks.iter().enumerate() {
        put(format_args!("static CHECKS_{index}: Checks = {};", checks::checks(rules)));
    }
    if let Some(rules) = &model.hazards {
        put(format_args!("static HAZARDS: Hazards = {};", hazards::hazards(model, rules)));
    }
    if let Some(rates) = &model.costs {
        put(format_args!("static COSTS: crate::costs::Costs = {};", costs::costs(rates)));
    }
    put(format_args!("pub static ARCH: Arch = Arch {{"));
    put(format_args!("name: {:?}, dialects: {},", model.arch, strings(&model.dialect_names)));
    put(format_args!("styles: {},", rows::styles(model)));
    put(format_args!("syntax: {}, called: {},", rows::syntax(model), rows::called(model)));
    put(format_args!("word_bits: {},", model.word));
    put(format_args!("{}", facts::facts(model)));
    put(format_args!("versions: &[{}],", versions.join(",\n")));
    put(format_args!("files: &[{}],", rows::files(model, pool)));
    put(format_args!("registers: &[{}],", rows::registers(model, pool)));
    put(format_args!(
        "memories: {}, interfaces: {}, values: {}, computed: {computed},",
        strings(&model.memories.iter().map(|m| m.name.as_str()).collect::<Vec<_>>()),
        strings(&model.interfaces.iter().map(|i| i.name.as_str()).collect::<Vec<_>>()),
        strings(&t.values)
    ));
    put(format_args!("names: &[{}],", numbers::names(model, pool, &t.names)));
    put(format_args!("numbers: {},", pool.slice(&t.numbers.rows)));
    put(format_args!("classes: {},", pool.slice(&t.classes.rows)));
    put(format_args!("modifiers: &[{}],", rows::modifiers(model, pool, &t.class_rows)));
    put(format_args!("formats: {},", pool.slice(formats)));
    put(format_args!("layouts: {},", pool.slice(&t.layouts.rows)));
    put(format_args!("insts: {},", pool.slice(insts)));
    put(format_args!("operations: {},", pool.slice(constants::operations(models, model))));
    put(format_args!("forms: {},", pool.slice(forms)));
    put(format_args!("encodings: {},", pool.slice(&t.encodings.rows)));
    put(format_args!("mnemonics: {},", pool.slice(rows::mnemonic_rows(model, pool))));
    put(format_args!("keys: {},", pool.slice(&t.keys.rows)));
    put(format_args!("{}", tree.fields(pool)));
    put(format_args!("doubts: &[{}],", rows::doubts(model, pool)));
    put(format_args!("print: {}, reading: {reading},", printed.value));
    put(format_args!("resources: {},", rows::resources(model).all));
    put(format_args!("costs: {},", if model.costs.is_some() { "Some(&COSTS)" } else { "None" }));
    put(format_args!("hazards: {},", if model.hazards.is_some() { "Some(&HAZARDS)" } else { "None" }));
    put(format_args!("}};"));
    included.extend(printed.files.map(|(extension, bytes)| (format!("{}.{extension}", model.arch), bytes)));
}

/// A row number, in the type of its table.
fn id(ty: &str, index: usize) -> String {
    format!("{ty}::new({index})")
}

/// Like `id`, for an optional index.
fn id_or_none(ty: &str, index: Option<usize>) -> String {
    format!("{ty}::from_raw({})", index.map_or(0, |index| index + 1))
}

/// A slice of string literals.
fn strings<S: AsRef<str>>(items: &[S]) -> String {
    format!("&[{}]", join(items.iter().map(|s| format!("{:?}", s.as_ref()))))
}

/// A slice of other values.
fn slice<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    format!("&[{}]", join(items))
}

fn join<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut out = String::new();
    for (i, item) in items.into_iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        write!(out, "{comma}{item}").expect("strings take everything");
    }
    out
}

/// Bits of a field within the first 64 bits of an instruction; 0 for bits after these.
pub(crate) fn mask_of(pieces: &[(u32, u32)]) -> u64 {
    pieces.iter().fold(0, |m, &(high, low)| m | ones(high - low + 1).unbounded_shl(low))
}

/// `value` of a field, moved to the positions of its pieces within the first 64 bits.
pub(crate) fn scatter(pieces: &[(u32, u32)], value: u64) -> u64 {
    let mut left: u32 = pieces.iter().map(|&(high, low)| high - low + 1).sum();
    pieces.iter().fold(0, |bits, &(high, low)| {
        let width = high - low + 1;
        left -= width;
        bits | (value >> left & ones(width)).unbounded_shl(low)
    })
}

/// A number whose `bits` low bits are set.
fn ones(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}
