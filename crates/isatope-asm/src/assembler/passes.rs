//! Repeated passes over a source.
//!
//! Most sources are assembled in one pass. Some things need another one, because they change what came before: numbers
//! of variable length and numbers of bytes that later names determine, and symbols that count the registers used so
//! far. A further pass starts with what the last one found out.

use isatope_diag::codes;

use super::assembly::Assembly;
use super::counts;
use super::findings::Findings;
use super::fixup::{Fixup, Goal};
use super::numbers::leb128;
use crate::text::cursor::Cursor;
use crate::text::error::{Error, error};
use crate::text::expr;
use crate::text::symbols::Symbol;

/// Number of passes after which lengths that still grow become the largest ones, and numbers of bytes stay.
const USUAL_PASSES: usize = 10;
/// Largest length in bytes of a number of variable length.
const MOST_LENGTH: u8 = 10;

impl Assembly<'_> {
    /// What the next pass has to know; `None` if this pass is the last one.
    pub(super) fn next_pass(&mut self) -> Option<Findings> {
        let mut next = self.findings.clone();
        next.passes += 1;
        next.counts_registers |= self.symbols.is_reserved_used();
        next.has_older_names |= self.symbols.is_older_used();
        let before = (self.findings.counts_registers, self.findings.has_older_names);
        if before != (next.counts_registers, next.has_older_names) {
            return Some(next);
        }
        let mut changes = false;
        let (mut lengths, mut counts) = (0, 0);
        let is_late = next.passes > USUAL_PASSES;
        for fixup in &self.fixups {
            match fixup.goal {
                Goal::Leb { signed, length } => {
                    let needed = self.sum(fixup).ok().and_then(|sum| sum.known_number());
                    let needed = needed.map_or(1, |value| leb128(value, signed, 0).len() as u8);
                    if needed > length {
                        changes = true;
                        next.lengths[lengths] = if is_late { MOST_LENGTH } else { needed };
                    }
                    lengths += 1;
                }
                Goal::Count(used) => {
                    if let Some(value) = self.settled_count(fixup).ok().filter(|value| *value != used && !is_late) {
                        changes = true;
                        next.counts[counts] = value;
                    }
                    counts += 1;
                }
                _ => {}
            }
        }
        changes.then_some(next)
    }

    /// Reads a number of bytes or units, or an offset. In compilers' dialects, names in it may be defined later: in the
    /// first pass, it is `first` then.
    pub(super) fn known_at_end(&mut self, cursor: &mut Cursor<'_>, first: u64) -> Result<u64, Error> {
        cursor.skip_blanks();
        let start = cursor.at;
        let value = expr::read(cursor, expr::Context::new(&self.symbols))?;
        let at = start..cursor.at;
        if !self.tables.style.compilers || value.missing.is_none() {
            return self.number_now(cursor, value, at);
        }
        if let Ok(known) = self.number_now(cursor, value, at.clone()) {
            return Ok(known);
        }
        let number = self.open_counts;
        self.open_counts += 1;
        if number == self.findings.counts.len() {
            self.findings.counts.push(first);
        }
        let count = self.findings.counts[number];
        let expr = self.symbols.node(value);
        self.fix_up(Goal::Count(count), expr, at);
        Ok(count)
    }

    /// The number of bytes or units that a fixup is. An address in its section is its offset.
    pub(super) fn settled_count(&self, fixup: &Fixup) -> Result<u64, Error> {
        let sum = self.sum(fixup)?;
        let place = sum.location().filter(|place| place.section == fixup.location.section);
        place.map_or_else(|| self.number(&sum, fixup), |place| Ok(place.offset))
    }

    /// Length of the next number of variable length that is not known yet.
    pub(super) fn next_length(&mut self) -> u8 {
        let number = self.open_lengths;
        self.open_lengths += 1;
        if number == self.findings.lengths.len() {
            self.findings.lengths.push(1);
        }
        self.findings.lengths[number]
    }

    /// Defines the symbols of the caller, and those that the assembler defines if the source uses them.
    pub(super) fn predefine(&mut self) {
        for (name, value) in self.definitions {
            let value = Symbol::Number(*value);
            self.declare_assigned(name, &value, None, 0..0);
            self.define(name, value);
        }
        counts::define_all(self);
    }
}

/// Error for a number of variable length that depends on a linker.
pub(super) fn no_length(text: &str, at: std::ops::Range<usize>) -> Error {
    let message = format!("`{text}` is not known before linking, but the length of this number depends on it");
    error(codes::EXPRESSION, at, message)
}
