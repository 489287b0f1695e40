//! Prints many instructions in a row.

use isatope_core::{Formatter, Instruction, Target, recognize, rules};

use super::branches::Search;
use super::line_cache::LineCache;
use super::text::Text;

/// Prints instructions of one target in one dialect, and keeps lines that come again.
#[derive(Clone, Debug)]
pub struct Printer {
    formatter: Formatter,
    /// Lines that are kept as a whole.
    pub(super) lines: LineCache,
    /// Finds branches, and knows their lines except for the labels.
    pub(super) search: Search,
    /// Whether a word of zeros breaks an operand rule: compilers fill up code with such words.
    pub(super) is_zero_broken: bool,
}

impl Printer {
    /// For the instructions of a target, as the formatter writes them.
    pub fn new(target: Target, formatter: Formatter) -> Self {
        let breaks = |inst| rules::check(&inst, target.arch().default_dialect()).is_some();
        Self {
            formatter,
            lines: LineCache::new(target),
            search: Search::new(target, &formatter),
            is_zero_broken: recognize(target, &[0; 8]).is_some_and(breaks),
        }
    }

    /// Goes on with code from `start` up to `end`.
    pub(super) fn limit(&mut self, start: usize, end: usize) {
        self.formatter = self.formatter.labels_within(start as u64, end as u64);
    }

    /// Goes on with the code of this number in its file.
    pub(super) fn enter(&mut self, code: u32) {
        self.formatter = self.formatter.in_code(code);
    }

    /// Adds the line of the instruction that lies at the start of 8 bytes, if it came often enough to be known, and
    /// says how long the instruction is.
    pub fn again(&mut self, bits: u64, text: &mut Text) -> Option<usize> {
        Some(self.lines.write(&bits.to_le_bytes(), 0..1, |_| false, false, text)).filter(|len| *len > 0)
    }

    /// Adds the text of an instruction that lies at `address`, and a line break.
    #[inline]
    pub fn write(&mut self, inst: &Instruction, address: u64, text: &mut Text) {
        let start = text.len();
        let is_labelled = self.search.is_labelled(inst);
        if is_labelled && self.search.branches.write(inst, address, &self.formatter, text) {
            return;
        }
        if let Some(line) = text.room() {
            let length = self.formatter.line_at(inst, address, line);
            text.advance(length);
        }
        text.end_line();
        let line = &text.as_bytes()[start..];
        match is_labelled {
            true => self.search.branches.note(inst, address, &self.formatter, line),
            false => self.lines.note(inst.bits(), inst.len(), line),
        }
    }
}
