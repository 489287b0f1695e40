//! Prints instructions as text.
//!
//! The text of an instruction says all of its bits: what the ordinary spelling of a dialect leaves out is written out (`vsrc2=0x1e5`),
//! so that assembling gives the same word. What is written, and when, is data ([`Print`](crate::tables::Print)); here is what runs it.

mod float;
mod immediate;
mod number;
mod pen;
mod read;
mod run;
mod swizzle;
mod value;

use core::fmt::{self, Write};
use core::ops::Range;

use crate::dialect::Dialect;
use crate::error::UnknownDialect;
use crate::instruction::Instruction;
use crate::operand::Operand;
use crate::tables::{AlternativeId, DialectId, Number, NumberStyle, Style};
use crate::target::Target;

pub use pen::{LINE, Line};
pub use read::{Scanned, Scanner};

/// Writes instructions in one dialect.
#[derive(Clone, Copy, Debug)]
pub struct Formatter {
    target: Target,
    dialect: DialectId,
    style: &'static Style,
    programs: &'static [Option<AlternativeId>],
    float_comments: bool,
    force: bool,
    address: Option<u64>,
    labels: bool,
    code: u32,
}

/// An instruction, and where it lies if that is known.
type Here<'i> = (&'i Instruction, Option<u64>);

impl fmt::Display for Instruction {
    /// In the default dialect of the architecture.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Formatter::default_for(self.target()).write(self, f)
    }
}

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
    /// For a dialect of the target's architecture, by name; `None` if it has no such dialect.
    pub fn new(target: Target, dialect: &str) -> Option<Self> {
        Some(Self::with_id(target, target.arch().dialect(dialect)?))
    }

    /// For a dialect of the target.
    ///
    /// # Errors
    /// The target does not have the dialect.
    pub fn in_dialect(target: Target, dialect: Dialect) -> Result<Self, UnknownDialect> {
        Self::new(target, dialect.name()).ok_or(UnknownDialect { target, dialect })
    }

    /// For the architecture's default dialect.
    pub fn default_for(target: Target) -> Self {
        Self::with_id(target, target.arch().default_dialect())
    }

    fn with_id(target: Target, dialect: DialectId) -> Self {
        let style = &target.arch().styles[dialect.index()];
        Self {
            target,
            dialect,
            style,
            programs: programs(target, dialect),
            float_comments: style.float_comments,
            force: true,
            address: None,
            labels: false,
            code: 0,
        }
    }

    /// Whether a literal is followed by a comment with its value as a float, where the dialect writes such comments.
    #[must_use]
    pub fn float_comments(mut self, on: bool) -> Self {
        self.float_comments = on && self.style.float_comments;
        self
    }

    /// Whether an instruction that breaks an operand rule gets the word `force`, without which an assembler refuses it. On at first.
    #[must_use]
    pub fn force(mut self, on: bool) -> Self {
        self.force = on;
        self
    }

    /// Where the instruction lies, as bytes from the start of the code. A dialect that writes branch targets as labels then names
    /// them by their address, as in a listing (`.L168_0`); without an address they are written as a distance.
    #[must_use]
    pub fn at(mut self, address: u64) -> Self {
        self.address = Some(address);
        self
    }

    /// Whether branch targets are labels also in a dialect that otherwise writes them as distances: for listings, which define them.
    #[must_use]
    pub fn labels(mut self, on: bool) -> Self {
        self.labels = on;
        self
    }

    /// Number of the code in its file, which labels have after their address: two sections of code may have branches
    /// to the same offset (`.L168_0`, `.L168_1`). 0 at first.
    #[must_use]
    pub fn in_code(mut self, number: u32) -> Self {
        self.code = number;
        self
    }

    /// Number of the code in its file.
    pub fn code(&self) -> u32 {
        self.code
    }

    /// Whether it writes the targets of a number as labels, where the address is known.
    pub fn has_labels(&self, number: &Number) -> bool {
        let relative = number.styles.get(self.dialect.index()) == Some(&NumberStyle::Relative);
        number.target && (self.labels || relative)
    }

    /// The dialect.
    pub fn dialect(&self) -> DialectId {
        self.dialect
    }

    /// Writes an instruction into the room for a line, and says how long its text is. It must be one of the architecture that the
    /// formatter was made for.
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

    /// Calls `each` with the pieces of the text of an instruction, in order: the mnemonic, and whatever follows from some bits only. What
    /// belongs to none (separators, a mark for a broken rule) is left out.
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

/// The programs of a target in a dialect.
fn programs(target: Target, dialect: DialectId) -> &'static [Option<AlternativeId>] {
    let print = &target.arch().print;
    print.programs.get(target.version().index()).and_then(|p| p.get(dialect.index())).copied().unwrap_or_default()
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
