//! Writes whole instructions and operands, and says where the pieces of a text are.

use core::fmt::{self, Write};
use core::ops::Range;

use super::formatter::Formatter;
use super::pen::{self, Line};
use super::run;
use crate::dialect::{Dialect, UnknownDialect};
use crate::instruction::Instruction;
use crate::operand::Operand;

/// A piece of the text of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPiece {
    /// Where it starts, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Bits of the word from which it is gathered.
    pub mask: u64,
}

impl Formatter {
    /// Writes an instruction into the room for a line, and says how long its text is. It must be one of the
    /// architecture that the formatter was made for.
    #[inline]
    pub fn line(&self, inst: &Instruction, line: &mut Line) -> usize {
        self.run(inst, self.address, line, false, |_, _, _| {})
    }

    /// Like `line`, for an instruction at an address.
    #[inline]
    pub fn line_at(&self, inst: &Instruction, address: u64, line: &mut Line) -> usize {
        self.run(inst, Some(address), line, false, |_, _, _| {})
    }

    /// Writes an instruction. It must be one of the architecture that the formatter was made for.
    ///
    /// # Errors
    /// Errors from `out`.
    pub fn write<W: Write>(&self, inst: &Instruction, out: &mut W) -> fmt::Result {
        let mut line = pen::NEW;
        let length = self.line(inst, &mut line);
        out.write_str(pen::part(&line, 0..length))
    }

    /// Writes one operand as it is in its instruction, with its source modifiers.
    ///
    /// # Errors
    /// Errors from `out`.
    pub fn write_operand<W: Write>(&self, operand: &Operand, out: &mut W) -> fmt::Result {
        let mut line = pen::NEW;
        let (_, found) = self.line_with_operand(operand.instruction(), operand.index, &mut line);
        found.map_or(Ok(()), |range| out.write_str(pen::part(&line, range)))
    }

    /// Writes an instruction into the room for a line, with a mnemonic that implies no operand. Returns how long its
    /// text is, and where an operand is in it, with its source modifiers; `None` if the operand is not written.
    pub fn line_with_operand(
        &self,
        inst: &Instruction,
        operand: usize,
        line: &mut Line,
    ) -> (usize, Option<Range<usize>>) {
        let mut found: Option<Range<usize>> = None;
        let length = self.run(inst, self.address, line, true, |step, range, _| {
            if step.operand.map(usize::from) == Some(operand) && !run::decides(step) {
                found = Some(found.as_ref().map_or(range.start, |f| f.start)..range.end);
            }
        });
        (length, found)
    }

    /// Calls `each` with the pieces of the text of an instruction, in order: the mnemonic, and whatever follows from
    /// some bits only. What belongs to none (separators, a mark for a broken rule) is left out.
    pub fn pieces(&self, inst: &Instruction, each: &mut dyn FnMut(TextPiece)) {
        let mut line = pen::NEW;
        let encoding = inst.encoding();
        let mut first = Some(encoding.pattern.mask);
        let mut before = 0;
        self.run(inst, self.address, &mut line, false, |step, range, line| {
            let mask = first.take().unwrap_or_else(|| run::mask_of(inst, step));
            let text = pen::part(line, range.clone());
            let start = range.end - text.trim_start().len();
            // What decides about a piece belongs to it.
            before |= mask;
            if range.end > start {
                each(TextPiece { start, end: range.end, mask: core::mem::take(&mut before) });
            } else if !run::decides(step) {
                before &= !mask;
            }
        });
    }

    /// The instruction as something to print.
    pub fn display<'i>(&self, inst: &'i Instruction) -> Display<'i> {
        Display { formatter: *self, inst }
    }
}

impl Instruction {
    /// The text in a dialect. `to_string` gives the text in the default dialect of
    /// the target.
    ///
    /// # Errors
    /// The target does not have the dialect.
    pub fn display(&self, dialect: Dialect) -> Result<Display<'_>, UnknownDialect> {
        Ok(Formatter::in_dialect(self.target(), dialect)?.display(self))
    }
}

impl fmt::Display for Instruction {
    /// In the default dialect of the architecture.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Formatter::default_for(self.target()).write(self, f)
    }
}

impl fmt::Debug for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:x} `{self}`", self.target(), self.bits())
    }
}

impl fmt::Display for Operand {
    /// Prints the operand with its source modifiers in the default dialect of the target.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Formatter::default_for(self.inst.target()).write_operand(self, f)
    }
}

/// An instruction with the formatter to print it; see [`Instruction::display`] and [`Formatter::display`].
#[derive(Clone, Copy, Debug)]
pub struct Display<'i> {
    formatter: Formatter,
    inst: &'i Instruction,
}

impl Display<'_> {
    /// With branch targets as labels that are named by their address, as in a listing: the instruction lies this many
    /// bytes from the start of the code.
    #[must_use]
    pub fn at(self, address: u64) -> Self {
        Self { formatter: self.formatter.labels(true).at(address), ..self }
    }
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.formatter.write(self.inst, f)
    }
}
