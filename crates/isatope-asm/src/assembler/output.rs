//! The result of assembling a source.

use std::ops::Range;

use isatope_core::{Bits, Instruction};
use isatope_diag::{Diagnostic, Level, Span};
use isatope_object::build::{BuildError, UndefinedSymbol};

use super::items::{Item, Items};
use super::layout::Layout;
use super::numbers::number_of;

/// A file that the source includes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpandedText {
    /// Name of the file.
    pub name: String,
    /// The text.
    pub text: String,
    /// Offset in the source of the statement that it comes from.
    pub root: u32,
}

/// Result of assembling a source.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// Instructions and data, in order.
    pub items: Items,
    /// Words of [`Item::Words`].
    pub words: Vec<u32>,
    /// Bytes of [`Item::Bytes`].
    pub bytes: Vec<u8>,
    /// Errors and warnings, in order. Spans refer to the text as file 0, and to [`expansions`](Self::expansions) as the
    /// files after it.
    pub diagnostics: Vec<Diagnostic>,
    /// Included files that diagnostics refer to.
    pub expansions: Vec<ExpandedText>,
    /// Messages of `.print`, in order.
    pub printed: Vec<String>,
    /// Sections, symbols and kernels.
    pub layout: Layout,
    /// Span in the source of the statement of each item: first byte, and end. Items of a macro, a repetition or an
    /// included file belong to the statement that begins it. Empty unless [`Options::places`] is set.
    ///
    /// [`Options::places`]: crate::Options::places
    pub places: Vec<(u32, u32)>,
    /// Where the statement of each item is written: unlike in `places`, in the body of a macro or a repetition, and in
    /// an included file, whose number is that of spans of diagnostics. Empty unless [`Options::places`] is set.
    ///
    /// [`Options::places`]: crate::Options::places
    pub written: Vec<Span>,
}

impl Output {
    /// Bytes of all sections with a name, concatenated.
    pub fn bytes_of(&self, section: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.layout.runs_of(section, self.items.len()).for_each(|run| self.write(run, &mut bytes));
        bytes
    }

    /// Appends the bytes of a range of items to `out`.
    pub fn write(&self, items: Range<usize>, out: &mut Vec<u8>) {
        self.items.write(items, &self.words, &self.bytes, out);
    }

    /// Calls `each` with the bits and the length in bytes of every unit of an item: an instruction, a number, or a
    /// repeated unit. Those of [`Item::Bytes`] have eight bytes each, except the last one.
    pub fn units(&self, item: &Item, mut each: impl FnMut(Bits, usize)) {
        match item {
            Item::Fill { value, size, count } => (0..*count).for_each(|_| each((*value).into(), usize::from(*size))),
            Item::Words { .. } => self.words_of(item).iter().for_each(|word| each(u64::from(*word).into(), 4)),
            Item::Bytes { .. } => {
                self.bytes_of_item(item).chunks(8).for_each(|unit| each(number_of(unit).into(), unit.len()));
            }
            _ => each(item.all_bits(), item.len()),
        }
    }

    /// Words of an item of type [`Item::Words`].
    fn words_of(&self, item: &Item) -> &[u32] {
        let Item::Words { first, count } = *item else { return &[] };
        self.words.get(first as usize..first as usize + count as usize).unwrap_or_default()
    }

    /// Bytes of an item of type [`Item::Bytes`].
    fn bytes_of_item(&self, item: &Item) -> &[u8] {
        let Item::Bytes { first, count } = *item else { return &[] };
        self.bytes.get(first as usize..first as usize + count as usize).unwrap_or_default()
    }

    /// The message of an error of the linker, which tells what to do about a kernel without code.
    pub(super) fn about_kernels(&self, error: BuildError) -> String {
        let is_kernel = |name: &str| self.layout.kernels.iter().any(|kernel| kernel.name == name);
        match error.undefined.iter().find(|symbol| is_kernel(&symbol.name)) {
            Some(UndefinedSymbol { name, .. }) => format!(
                "{}; the kernel `{name}` has a descriptor and no code: write its label, or delete `.amdhsa_kernel {name}`",
                error.message
            ),
            None => error.message,
        }
    }

    /// Whether there are errors.
    pub fn failed(&self) -> bool {
        self.diagnostics.iter().any(|d| d.level == Level::Error)
    }

    /// Instructions among the items.
    pub fn instructions(&self) -> impl Iterator<Item = Instruction> + '_ {
        self.items.iter().filter_map(|item| match item {
            Item::Instruction(inst) => Some(inst),
            _ => None,
        })
    }

    /// Whether nothing has been assembled into it.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.diagnostics.is_empty() && self.printed.is_empty() && self.layout.is_empty()
    }

    /// Removes all contents, for another use.
    pub fn clear(&mut self) {
        self.items.clear();
        self.words.clear();
        self.bytes.clear();
        self.diagnostics.clear();
        self.expansions.clear();
        self.printed.clear();
        self.layout.clear();
        self.places.clear();
        self.written.clear();
    }
}
