//! Repeated passes over a source.
//!
//! Most sources are assembled in one pass. Two things need another one, because they change what came before: numbers
//! of variable length that later labels determine, and symbols that count the registers used so far. A further pass
//! starts with what the last one found out.

use isatope_diag::codes;

use super::assembly::Assembly;
use super::counts;
use super::directive::leb128;
use super::fixup::Goal;
use crate::text::error::error;
use crate::text::symbols::Symbol;

/// Number of passes after which lengths that still grow become the largest ones.
const USUAL_PASSES: usize = 10;
/// Largest length in bytes of a number of variable length.
const MOST_LENGTH: u8 = 10;

/// Findings of earlier passes.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    /// Whether the source uses symbols that count registers.
    pub counts_registers: bool,
    /// Whether the source uses older names of the numbers of the processor.
    pub has_older_names: bool,
    /// Lengths in bytes of the numbers of variable length that are not known when they are read, in order.
    pub lengths: Vec<u8>,
    /// Number of passes before this one.
    passes: usize,
}

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
        let mut grows = false;
        let mut number = 0;
        for fixup in &self.fixups {
            let Goal::Leb { signed, length } = fixup.goal else { continue };
            let needed = self.sum(fixup).ok().and_then(|sum| sum.known_number());
            let needed = needed.map_or(1, |value| leb128(value, signed, 0).len() as u8);
            if needed > length {
                grows = true;
                next.lengths[number] = if next.passes > USUAL_PASSES { MOST_LENGTH } else { needed };
            }
            number += 1;
        }
        grows.then_some(next)
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
            self.declare_assigned(name, &value, None);
            self.define(name, value);
        }
        counts::define_all(self);
    }
}

/// Error for a number of variable length that depends on a linker.
pub(super) fn no_length(text: &str, at: std::ops::Range<usize>) -> crate::text::error::Error {
    let message = format!("`{text}` is not known before linking, but the length of this number depends on it");
    error(codes::EXPRESSION, at, message)
}
