//! Prints many instructions in a row.

use isatope_core::{Formatter, Instruction, Target};

use super::branches::labelled_forms;
use super::line_cache::LineCache;
use super::text::Text;

/// Prints instructions of one target in one dialect, and keeps lines that come again.
#[derive(Clone, Debug)]
pub struct Printer {
    formatter: Formatter,
    /// Lines that are kept as a whole.
    pub(super) lines: LineCache,
    /// For each opcode whether a label is written in it; see [`labelled_forms`].
    pub(super) labelled: Vec<bool>,
}

impl Printer {
    /// For the instructions of a target, as the formatter writes them.
    pub fn new(target: Target, formatter: Formatter) -> Self {
        Self { formatter, lines: LineCache::new(target), labelled: labelled_forms(target, &formatter) }
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
        if let Some(line) = text.room() {
            let length = self.formatter.line_at(inst, address, line);
            text.advance(length);
        }
        text.end_line();
        // The text of a branch depends on where it lies.
        if self.labelled.get(inst.opcode().index()) != Some(&true) {
            self.lines.note(inst.bits(), inst.len(), &text.as_bytes()[start..]);
        }
    }
}
