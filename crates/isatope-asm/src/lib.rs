//! From source text to instructions.
//!
//! ```
//! use isatope_asm::{Assembler, Options};
//! use isatope_core::Target;
//!
//! let target = Target::from_name("gcn1.1").expect("known");
//! let assembler = Assembler::new(target, "clrx", Options::default()).expect("a dialect of GCN");
//! let output = assembler.assemble("bx=51; v_mad_legacy_f32 v55, bx+5, v166, v229");
//! assert!(output.diagnostics.is_empty());
//! assert_eq!(output.items.last().expect("one").bits(), 0x07974cb8_d2800037);
//! ```
//!
//! Everything about syntax comes from the tables of [`isatope_core`]: which instructions, formats, operand classes and modifiers
//! there are and how a dialect writes them. A line goes through these modules: [`cursor`] and [`number`] read signs, [`expr`] and
//! [`operand`] read what stands between commas, [`modifiers`] what follows, and [`select`] finds the shortest form that can hold all
//! of it. Messages are made in [`report`], only when something is wrong.

mod cursor;
mod directive;
mod dotted;
mod error;
mod expr;
mod immediate;
mod items;
mod layout;
pub mod listing;
mod mnemonics;
mod modifiers;
mod names;
mod number;
mod object;
mod operand;
mod prepare;
mod report;
mod room;
mod select;
mod setting;
mod source;
mod swizzle;
mod symbols;
pub mod tokens;
mod vocabulary;

pub use directive::named_target;
pub use items::{Item, Items};
pub use layout::{Binding, KernelDescriptor, Layout, Relocation, Section, Symbol};

use std::ops::Range;

use isatope_core::{Instruction, Target};
use isatope_diag::{Diagnostic, Level};

/// How to read a source.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The rules for float constants of CLRX up to 0.1.2: half and single precision only, and only single ones become inline.
    pub buggy_fp_lit: bool,
    /// What can be encoded and is hardly meant (reserved values, unusual combinations) is an error, not a warning.
    pub strict: bool,
    /// Notes where the statement of each item stands; see [`Output::places`].
    pub places: bool,
    /// The name of the target in messages: one of its own, which otherwise is that of the version.
    pub called: Option<&'static str>,
    /// Labels that begin with `.L` are symbols too, of which otherwise nobody hears.
    pub local_labels: bool,
}

/// What a source gives.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// Instructions and data, in order.
    pub items: Items,
    /// The words of [`Item::Words`].
    pub words: Vec<u32>,
    /// Errors and warnings, in order. Spans are those of the text, as file 0.
    pub diagnostics: Vec<Diagnostic>,
    /// Sections, symbols and kernels.
    pub layout: Layout,
    /// Where the statement of each item stands in the text: first byte, and the one after the last. Empty unless [`Options::places`] is set.
    pub places: Vec<(u32, u32)>,
}

impl Output {
    /// The bytes of all sections of a name, one after the other.
    pub fn bytes_of(&self, section: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.layout.runs_of(section, self.items.len()).for_each(|run| self.write(run, &mut bytes));
        bytes
    }

    /// Adds the bytes of the items in a range of places to `out`.
    pub fn write(&self, items: Range<usize>, out: &mut Vec<u8>) {
        self.items.write(items, &self.words, out);
    }

    /// Calls `each` with the bits and the length in bytes of every unit of an item: an instruction, a number, or one of many.
    pub fn units(&self, item: &Item, mut each: impl FnMut(u64, usize)) {
        match item {
            Item::Fill { value, size, count } => (0..*count).for_each(|_| each(*value, usize::from(*size))),
            Item::Words { .. } => self.words_of(item).iter().for_each(|word| each(u64::from(*word), 4)),
            _ => each(item.bits(), item.len()),
        }
    }

    /// The words of an item that has some.
    fn words_of(&self, item: &Item) -> &[u32] {
        let Item::Words { first, count } = *item else { return &[] };
        self.words.get(first as usize..first as usize + count as usize).unwrap_or_default()
    }

    /// Whether there are errors.
    pub fn failed(&self) -> bool {
        self.diagnostics.iter().any(|d| d.level == Level::Error)
    }

    /// The instructions among the items.
    pub fn instructions(&self) -> impl Iterator<Item = Instruction> + '_ {
        self.items.iter().filter_map(|item| match item {
            Item::Instruction(inst) => Some(inst),
            _ => None,
        })
    }

    /// Empties it, to be used again.
    pub fn clear(&mut self) {
        self.items.clear();
        self.words.clear();
        self.diagnostics.clear();
        self.layout.clear();
        self.places.clear();
    }
}

/// An assembler for a target and a dialect. Making one takes some time; it can be used for any number of sources.
#[derive(Debug)]
pub struct Assembler {
    tables: prepare::Tables,
    target: Target,
    options: Options,
}

impl Assembler {
    /// An assembler, if the target's architecture has the dialect.
    pub fn new(target: Target, dialect: &str, options: Options) -> Option<Self> {
        let arch = target.arch();
        let dialect = arch.dialects.iter().position(|d| *d == dialect)?;
        let mut tables = prepare::Tables::new(arch, target.version(), dialect);
        tables.called = options.called.unwrap_or(tables.called);
        Some(Self { tables, target, options })
    }

    /// The target that it assembles for.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Assembles a text of any number of lines.
    pub fn assemble(&self, text: &str) -> Output {
        let mut output = Output::default();
        self.assemble_into(text, &mut output);
        output
    }

    /// As [`assemble`](Self::assemble), adding to an output that may hold something already.
    pub fn assemble_into(&self, text: &str, output: &mut Output) {
        source::Source::new(&self.tables, self.target, self.options, text, output).run();
    }
}

/// Assembles one line (or a few) with a fresh assembler. For many lines keep an [`Assembler`].
///
/// # Errors
/// All errors of the text; an unknown dialect is one too.
pub fn assemble_line(
    target: Target,
    dialect: &str,
    options: Options,
    text: &str,
) -> Result<Vec<Instruction>, Vec<Diagnostic>> {
    let Some(assembler) = Assembler::new(target, dialect, options) else {
        let message = format!("{} has no dialect `{dialect}`", target.arch().name);
        return Err(vec![Diagnostic::error(isatope_diag::codes::UNKNOWN_TARGET, message)]);
    };
    let output = assembler.assemble(text);
    if output.failed() {
        return Err(output.diagnostics.into_iter().filter(|d| d.level == Level::Error).collect());
    }
    Ok(output.instructions().collect())
}
