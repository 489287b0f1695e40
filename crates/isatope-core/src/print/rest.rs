//! What comes after the operands: modifiers, and bits that no ordinary spelling covers.

use core::fmt::{self, Write};

use super::Formatter;
use super::immediate::signed;
use super::number::{decimal, hex, signed_hex, small};
use crate::instruction::{Instruction, gather};
use crate::tables::{FieldKind, Modifier, ModifierKind, ModifierUse, Presence, WordForm};

/// No format has more sources.
pub(super) const MOST_SOURCES: u8 = 8;

impl Formatter {
    /// Everything beside mnemonic and operands, each with a space before it: modifiers, bits that are ignored, fields and modifiers
    /// of sources that the instruction does not have.
    #[cold]
    pub(super) fn rest<W: Write>(&self, inst: &Instruction, out: &mut W) -> fmt::Result {
        let layout = inst.layout();
        for i in 0..layout.modifiers.get(self.dialect()).map_or(0, |m| m.len()) {
            self.rest_modifier(inst, i, out)?;
        }
        for i in 0..layout.fields.len() {
            self.rest_field(inst, i, out)?;
        }
        for source in 0..MOST_SOURCES {
            self.rest_source(inst, source, out)?;
        }
        Ok(())
    }

    /// A modifier, by its place in the dialect's list.
    pub(super) fn rest_modifier<W: Write>(&self, inst: &Instruction, index: usize, out: &mut W) -> fmt::Result {
        let used = inst.layout().modifiers.get(self.dialect()).and_then(|list| list.get(index));
        let Some(used) = used else { return Ok(()) };
        let modifier = &inst.target().arch().modifiers[used.modifier as usize];
        if modifier.kind.is_per_source() { Ok(()) } else { self.modifier(inst, used, modifier, out) }
    }

    /// Whether a plain field is written as a modifier, or by an operand that is there or not.
    pub(super) fn is_written(&self, inst: &Instruction, index: usize) -> bool {
        let layout = inst.layout();
        let modifiers = layout.modifiers.get(self.dialect()).copied().unwrap_or_default();
        let switch = |p: &Presence| p.switch.is_some_and(|(f, _)| usize::from(f) == index);
        modifiers.iter().any(|m| m.field as usize == index) || layout.presences.iter().any(switch)
    }

    /// The bits of a field that nothing else writes, where they are not the default.
    pub(super) fn rest_field<W: Write>(&self, inst: &Instruction, index: usize, out: &mut W) -> fmt::Result {
        let field = &inst.layout().fields[index];
        let written = match field.kind {
            FieldKind::Operand(_) => !self.is_unused(inst, index) || field.source != 255,
            FieldKind::Plain => self.is_written(inst, index),
            FieldKind::Ignored => false,
        };
        if !written && gather(field, inst.bits()) != field.default {
            self.raw_or_bare(inst, index, out)
        } else {
            Ok(())
        }
    }

    /// Bits for a source that the instruction does not have.
    pub(super) fn rest_source<W: Write>(&self, inst: &Instruction, source: u8, out: &mut W) -> fmt::Result {
        if let Some((field, _)) = self.unused_source(inst, source) {
            self.raw(inst, field, out)?;
        }
        if Self::has_source(inst, source) {
            return Ok(());
        }
        for used in inst.layout().modifiers.get(self.dialect()).copied().unwrap_or_default() {
            let modifier = &inst.target().arch().modifiers[used.modifier as usize];
            if modifier.kind.is_per_source() && inst.field(used.field as usize) >> source & 1 != 0 {
                out.write_char(' ')?;
                small(out, modifier.name, u32::from(source))?;
            }
        }
        Ok(())
    }

    /// The bits of a field that is not written: bare where the dialect has it so, else with its name.
    fn raw_or_bare<W: Write>(&self, inst: &Instruction, field: usize, out: &mut W) -> fmt::Result {
        let bare = inst.layout().bare.iter().find(|b| usize::from(b.0) == field && usize::from(b.1) == self.dialect());
        let Some(&(.., style)) = bare else { return self.raw(inst, field, out) };
        out.write_char(' ')?;
        let info = &inst.layout().fields[field];
        self.bare_number(style, gather(info, inst.bits()) as u32, info.bits, out)
    }

    /// `vsrc2=0x1e5`.
    fn raw<W: Write>(&self, inst: &Instruction, field: usize, out: &mut W) -> fmt::Result {
        let info = &inst.layout().fields[field];
        out.write_char(' ')?;
        out.write_str(info.raw.get(self.dialect()).copied().unwrap_or(info.name))?;
        out.write_char('=')?;
        hex(out, gather(info, inst.bits()))
    }

    fn modifier<W: Write>(
        &self,
        inst: &Instruction,
        used: &ModifierUse,
        modifier: &Modifier,
        out: &mut W,
    ) -> fmt::Result {
        let value = inst.field(used.field as usize);
        if value == used.default && !used.always {
            return Ok(());
        }
        match modifier.kind {
            ModifierKind::Flag if value == 1 => {
                out.write_char(' ')?;
                out.write_str(modifier.name)
            }
            ModifierKind::Choice(words) => match words.iter().find(|(v, _)| *v == value) {
                Some((_, word)) => {
                    out.write_char(' ')?;
                    out.write_str(word)
                }
                None => self.raw(inst, used.field as usize, out),
            },
            ModifierKind::Bits => self.bits(inst, used, modifier, value, out),
            ModifierKind::Number(hexadecimal, has_sign) => {
                out.write_char(' ')?;
                out.write_str(modifier.name)?;
                out.write_char(':')?;
                let bits = inst.layout().fields[used.field as usize].bits;
                let number = if has_sign { signed(value as u32, bits) } else { value as i64 };
                if hexadecimal.get(self.dialect()) == Some(&true) {
                    signed_hex(out, number)
                } else {
                    decimal(out, number)
                }
            }
            ModifierKind::Mark(print) if value == 1 => {
                out.write_char(' ')?;
                out.write_str(print.get(self.dialect()).copied().unwrap_or(modifier.name))
            }
            ModifierKind::Named(words) => match words.iter().find(|w| w.first == value) {
                Some(word) => {
                    out.write_char(' ')?;
                    out.write_str(modifier.name)?;
                    out.write_char(':')?;
                    out.write_str(word.print.get(self.dialect()).copied().unwrap_or_default())
                }
                None => self.raw(inst, used.field as usize, out),
            },
            ModifierKind::Words(words) => match words.iter().find(|w| w.first <= value && value <= w.last) {
                Some(word) => {
                    out.write_char(' ')?;
                    out.write_str(word.print.get(self.dialect()).copied().unwrap_or_default())?;
                    self.after_word(word.form, value - word.first, out)
                }
                None => self.raw(inst, used.field as usize, out),
            },
            ModifierKind::Swizzle => {
                out.write_char(' ')?;
                out.write_str(modifier.name)?;
                out.write_char(':')?;
                super::swizzle::write(value as u32, out)
            }
            ModifierKind::Parts(parts) => self.named_parts(inst, used, modifier, parts, out),
            _ => self.raw(inst, used.field as usize, out),
        }
    }

    /// The number or the list after a word.
    fn after_word<W: Write>(&self, form: WordForm, distance: u64, out: &mut W) -> fmt::Result {
        match form {
            WordForm::Alone => Ok(()),
            WordForm::Number(first) => {
                out.write_char(':')?;
                decimal(out, (first + distance) as i64)
            }
            WordForm::List { count, bits } => {
                for i in 0..u32::from(count) {
                    out.write_str(if i == 0 { ":[" } else { "," })?;
                    decimal(out, (distance >> (i * u32::from(bits)) & ((1 << bits) - 1)) as i64)?;
                }
                out.write_char(']')
            }
        }
    }

    /// `format:[8,sint]`: the parts that are not as if nothing were written.
    fn named_parts<W: Write>(
        &self,
        inst: &Instruction,
        used: &ModifierUse,
        modifier: &Modifier,
        parts: &[(&str, &[u16])],
        out: &mut W,
    ) -> fmt::Result {
        let arch = inst.target().arch();
        let (mut value, mut default) = (inst.field(used.field as usize), used.default);
        let mut open = false;
        for (_, classes) in parts {
            let class = &arch.classes[classes[inst.target().version()] as usize];
            let ones = (1 << class.bits) - 1;
            let (part, usual) = (value & ones, default & ones);
            (value, default) = (value >> class.bits, default >> class.bits);
            if part == usual {
                continue;
            }
            if open {
                out.write_char(',')?;
            } else {
                out.write_char(' ')?;
                out.write_str(modifier.name)?;
                out.write_str(":[")?;
            }
            open = true;
            let name = class.range(part as u32).and_then(|r| r.print.get(self.dialect()));
            match name {
                Some(name) => out.write_str(name)?,
                None => small(out, "@", part as u32)?,
            }
        }
        if open { out.write_char(']') } else { Ok(()) }
    }

    /// `op_sel:[1,0,1]`: a bit for each source, the destination's last. Bits that have no place there must be as if not written.
    fn bits<W: Write>(
        &self,
        inst: &Instruction,
        used: &ModifierUse,
        modifier: &Modifier,
        value: u64,
        out: &mut W,
    ) -> fmt::Result {
        let sources = Self::sources(inst);
        let destination = inst.layout().destination.filter(|(field, _)| *field == used.field).map(|(_, bit)| bit);
        let shown = ((1_u64 << sources) - 1) | destination.map_or(0, |bit| 1 << bit);
        if sources == 0 || (value ^ used.default) & !shown != 0 {
            return self.raw(inst, used.field as usize, out);
        }
        out.write_char(' ')?;
        out.write_str(modifier.name)?;
        out.write_str(":[")?;
        for source in 0..sources {
            out.write_str(if source == 0 { "" } else { "," })?;
            out.write_str(if value >> source & 1 != 0 { "1" } else { "0" })?;
        }
        if let Some(bit) = destination {
            out.write_str(if value >> bit & 1 != 0 { ",1" } else { ",0" })?;
        }
        out.write_char(']')
    }
}
