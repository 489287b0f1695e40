//! Instructions as text.
//!
//! The text of an instruction says all of its bits: what the ordinary spelling of a dialect leaves out is written out (`vsrc2=0x1e5`),
//! so that assembling gives the same word. Whether there is anything to write out is one comparison with the table
//! ([`Encoding::plain`](crate::tables::Encoding::plain)), and nearly always there is not.

mod dotted;
mod float;
mod immediate;
mod number;
mod operand;
pub mod parts;
mod rest;
mod swizzle;

use core::fmt::{self, Write};

use crate::instruction::{Instruction, operand_at};
use crate::operand::{Operand, Value};
use crate::rules;
use crate::tables::{Number, NumberStyle, Otherwise, Style};
use crate::target::Target;

/// Writes instructions in one dialect.
#[derive(Clone, Copy, Debug)]
pub struct Formatter {
    dialect: u8,
    style: &'static Style,
    float_comments: bool,
    force: bool,
    address: Option<u64>,
    labels: bool,
}

impl Formatter {
    /// For a dialect of the target's architecture, by name; `None` if it has no such dialect.
    pub fn new(target: Target, dialect: &str) -> Option<Self> {
        let index = target.arch().dialects.iter().position(|&d| d == dialect)?;
        Some(Self::with_index(target, index))
    }

    /// For the architecture's default dialect.
    pub fn default_for(target: Target) -> Self {
        Self::with_index(target, 0)
    }

    fn with_index(target: Target, index: usize) -> Self {
        let style = &target.arch().styles[index];
        Self {
            dialect: index as u8,
            style,
            float_comments: style.float_comments,
            force: true,
            address: None,
            labels: false,
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

    /// Whether it writes the targets of a number as labels, where the address is known.
    pub fn has_labels(&self, number: &Number) -> bool {
        let relative = number.styles.get(self.dialect()) == Some(&NumberStyle::Relative);
        number.target && (self.labels || relative)
    }

    /// Index of the dialect.
    pub fn dialect(&self) -> usize {
        self.dialect as usize
    }

    /// Writes an instruction. It has to be one of the architecture that the formatter was made for.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write<W: Write>(&self, inst: &Instruction, out: &mut W) -> fmt::Result {
        if inst.target().arch().dotted {
            return self.write_dotted(inst, out);
        }
        let encoding = inst.encoding();
        let dialect = self.dialect as usize;
        let mnemonic = encoding.mnemonics.get(dialect).copied().unwrap_or(inst.name());
        out.write_str(mnemonic)?;
        let plain = encoding.plain.get(dialect).is_none_or(|p| p.holds(inst.bits()));
        let word = encoding.shrink.is_some_and(|s| s.when.holds(inst.bits()));
        let word = if word { inst.format().words.get(dialect).copied().unwrap_or_default() } else { "" };
        if inst.inst().operands.is_empty() && plain && word.is_empty() {
            return Ok(());
        }
        out.write_str(self.style.padding(mnemonic.len()))?;
        let arch = inst.target().arch();
        let layout = &arch.layouts[encoding.layout as usize];
        let rules = !layout.needs.is_empty() || !layout.values.is_empty();
        let mut weight = inst.implied_masks().count() as u32 + if rules { 2 } else { 0 };
        let mut first = true;
        for (i, (def, &slot)) in inst.inst().operands.iter().zip(layout.slots).enumerate() {
            let operand = operand_at(arch, layout, inst.bits(), i, def, slot, dialect);
            let mut word = "";
            if matches!(operand.value, Value::Absent) {
                match layout.presence(i).and_then(|p| p.otherwise.get(dialect)) {
                    Some(Otherwise::Word(text)) => word = text,
                    _ => continue,
                }
            }
            out.write_str(if first || layout.blanks.contains(&(i as u8 - 1, dialect as u8)) { " " } else { ", " })?;
            first = false;
            if !word.is_empty() {
                out.write_str(word)?;
                continue;
            }
            self.operand(inst, &operand, plain, out)?;
            weight += rules::weight(arch, &operand);
        }
        if !plain {
            self.rest(inst, out)?;
        }
        if !word.is_empty() {
            out.write_char(' ')?;
            out.write_str(word)?;
        }
        if weight > 1 && self.force && rules::check(inst, dialect).is_some() { out.write_str(" force") } else { Ok(()) }
    }

    /// Writes one operand as it stands in the instruction, with its source modifiers.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_operand<W: Write>(&self, inst: &Instruction, operand: &Operand, out: &mut W) -> fmt::Result {
        if inst.target().arch().dotted {
            return self.operand_with_words(inst, operand, out);
        }
        self.operand(inst, operand, false, out)
    }

    /// The instruction as something to print.
    pub fn display<'a>(&'a self, inst: &'a Instruction) -> Display<'a> {
        Display { formatter: self, inst }
    }
}

/// An instruction with the formatter to print it; see [`Formatter::display`].
#[derive(Clone, Copy, Debug)]
pub struct Display<'a> {
    formatter: &'a Formatter,
    inst: &'a Instruction,
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.formatter.write(self.inst, f)
    }
}

#[cfg(test)]
mod tests;
