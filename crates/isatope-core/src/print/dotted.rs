//! Text with dots: modifiers on the mnemonic and behind operands, `FMA.f32.clamp_0_1.wait0 r2, ^r0, u1.neg, 0x0`.

use core::fmt::{self, Write};

use super::Formatter;
use super::immediate::signed;
use super::number::{decimal, hex, signed_hex, small, upper_hex};
use crate::instruction::{Instruction, gather, operand_at};
use crate::operand::{Operand, Value};
use crate::rules;
use crate::tables::{CodeRange, Kind, Layout, ModifierKind, ModifierUse, NumberStyle, ON_MNEMONIC, Rename, Slot};

impl Formatter {
    /// Writes an instruction of an architecture whose text has dots.
    pub(super) fn write_dotted<W: Write>(&self, inst: &Instruction, out: &mut W) -> fmt::Result {
        let encoding = inst.encoding();
        let arch = inst.target().arch();
        let layout = &arch.layouts[encoding.layout as usize];
        let dialect = self.dialect();
        let renamed = |r: &&Rename| usize::from(r.dialect) == dialect && r.when.holds(inst.bits());
        let rename = encoding.renames.iter().find(renamed);
        let usual = encoding.mnemonics.get(dialect).copied().unwrap_or(inst.name());
        out.write_str(rename.map_or(usual, |r| r.mnemonic))?;
        let said = rename.map_or(0, |r| r.when.mask);
        self.words(inst, layout, ON_MNEMONIC, said, out)?;
        let mut first = true;
        for place in 0..inst.inst().operands.len().min(layout.slots.len()) {
            let i = layout.slot_at(place, dialect);
            let (def, slot) = (&inst.inst().operands[i], layout.slots[i]);
            if layout.is_fixed(slot, said) {
                continue;
            }
            out.write_str(if first { " " } else { ", " })?;
            first = false;
            let operand = operand_at(arch, layout, inst.bits(), i, def, slot, dialect);
            self.dotted_operand(inst, layout, &operand, out)?;
            if let Slot::Field(field) = slot {
                self.words(inst, layout, field, said, out)?;
            }
        }
        self.leftovers(inst, layout, out)?;
        if self.force && rules::check(inst, dialect).is_some() { out.write_str(" force") } else { Ok(()) }
    }

    /// An operand with the modifiers behind it.
    pub(super) fn operand_with_words<W: Write>(
        &self,
        inst: &Instruction,
        operand: &Operand,
        out: &mut W,
    ) -> fmt::Result {
        self.dotted_operand(inst, inst.layout(), operand, out)?;
        match operand.slot {
            Slot::Field(field) => self.words(inst, inst.layout(), field, 0, out),
            Slot::Register(_) => Ok(()),
        }
    }

    /// The modifiers that stand behind the operand in a field, or on the mnemonic; not those of the bits in `said`.
    fn words<W: Write>(&self, inst: &Instruction, layout: &Layout, at: u8, said: u64, out: &mut W) -> fmt::Result {
        for used in layout.modifiers.get(self.dialect()).copied().unwrap_or_default() {
            if used.at == at && layout.fields[usize::from(used.field)].place.mask & said == 0 {
                self.dotted_word(inst, layout, used, out)?;
            }
        }
        Ok(())
    }

    /// A modifier, with the dot before it.
    pub(super) fn dotted_word<W: Write>(
        &self,
        inst: &Instruction,
        layout: &Layout,
        used: &ModifierUse,
        out: &mut W,
    ) -> fmt::Result {
        let value = gather(&layout.fields[used.field as usize], inst.bits());
        if value == used.default && !used.always {
            return Ok(());
        }
        let modifier = &inst.target().arch().modifiers[used.modifier as usize];
        out.write_char('.')?;
        let word = match modifier.kind {
            ModifierKind::Flag if value == 1 => Some(modifier.name),
            ModifierKind::Words(words) => {
                let word = words.iter().find(|w| w.first <= value && value <= w.last);
                word.and_then(|w| w.print.get(self.dialect()).copied())
            }
            _ => None,
        };
        match word {
            Some(word) => out.write_str(word),
            None => {
                out.write_str(modifier.name)?;
                small(out, "_", value as u32)
            }
        }
    }

    /// An operand without the modifiers behind it.
    pub(super) fn dotted_operand<W: Write>(
        &self,
        inst: &Instruction,
        layout: &Layout,
        operand: &Operand,
        out: &mut W,
    ) -> fmt::Result {
        let Slot::Field(field) = operand.slot else {
            return self.register_name(inst, operand, out);
        };
        if let Some((_, text)) = layout.before.iter().find(|b| b.0 == field) {
            out.write_str(text.get(self.dialect()).copied().unwrap_or_default())?;
        }
        let range = operand.class.and_then(|c| c.range(operand.code));
        match operand.value {
            Value::Registers { file, first, count } => {
                let last_use = range.is_some_and(|r| r.last_use);
                if last_use && !self.style.register_pairs {
                    out.write_char('^')?;
                }
                let prefix = inst.target().arch().files[file as usize].prefix;
                // All registers of a group are written where the text says how many there are.
                let counted = layout.counted.iter().any(|c| c.field == field);
                let pair = self.style.register_pairs && !counted && count > 1;
                let scalar =
                    self.style.register_pairs && !counted && !inst.target().arch().files[file as usize].per_lane;
                if scalar && (count == 1 || first % 2 == 0) {
                    // Uniforms are counted in pairs; one of them is a word of a pair.
                    small(out, prefix, u32::from(first) / 2)?;
                    return if count == 1 { small(out, ".w", u32::from(first) % 2) } else { Ok(()) };
                }
                let (brackets, mark) = (pair, if last_use && self.style.register_pairs { "^" } else { "" });
                let last = if counted || brackets { u32::from(first) + u32::from(count) } else { u32::from(first) + 1 };
                out.write_str(if brackets { "[" } else { "" })?;
                for number in u32::from(first)..last {
                    out.write_str(if number == u32::from(first) { "" } else { ":" })?;
                    small(out, prefix, number)?;
                    out.write_str(mark)?;
                }
                out.write_str(if brackets { "]" } else { "" })?;
            }
            Value::Special { .. } => {
                let word = operand.code - range.map_or(operand.code, |r| r.first);
                // Where both words are meant, `.w0` would be a widening.
                let both = self.style.register_pairs && operand.def.dwords == 2;
                if both && word != 0 {
                    out.write_str("reserved_")?;
                    return hex(out, operand.code.into());
                }
                self.register_name(inst, operand, out)?;
                if !both {
                    small(out, ".w", word)?;
                }
            }
            Value::Constant(_) if !range.map_or("", |r| self.spelled(r)).is_empty() => {
                out.write_str(range.map_or("", |r| self.spelled(r)))?;
            }
            Value::Constant(value) => {
                let is_constant = |k: Kind| matches!(k, Kind::Constant(_));
                let mut codes = operand.class.into_iter().flat_map(|c| c.codes);
                let first = codes.clone().find(|r| r.kind == Kind::Constant(value));
                // The table may have a value twice; its second place has a name of its own.
                let shared = layout.shared_bits(&layout.fields[field as usize]);
                let own = operand.class.map_or(0, |c| (1 << (c.bits - shared)) - 1);
                if first.is_none_or(|r| r.first & own == operand.code & own) {
                    upper_hex(out, value.into())?;
                } else {
                    let start = codes.find(|r| is_constant(r.kind)).map_or(0, |r| r.first);
                    small(out, "constant", (operand.code & own) - (start & own))?;
                }
            }
            Value::Number(value, number) => {
                let bits = layout.fields[field as usize].bits;
                match number.styles.get(self.dialect()) {
                    Some(NumberStyle::Hex) | None if self.style.register_pairs => hex(out, value.into())?,
                    Some(NumberStyle::Hex) | None => upper_hex(out, value.into())?,
                    Some(NumberStyle::SignedHex) => signed_hex(out, signed(value, bits))?,
                    Some(NumberStyle::Decimal) => decimal(out, value.into())?,
                    Some(_) => decimal(out, signed(value, bits))?,
                }
            }
            _ => {
                out.write_str("reserved_")?;
                hex(out, operand.code.into())?;
            }
        }
        Ok(())
    }

    /// The name that the dialect has for a code.
    fn spelled(&self, range: &CodeRange) -> &'static str {
        range.print.get(self.dialect()).copied().unwrap_or_default()
    }

    fn register_name<W: Write>(&self, inst: &Instruction, operand: &Operand, out: &mut W) -> fmt::Result {
        let Value::Special { register, .. } = operand.value else { return Ok(()) };
        let register = &inst.target().arch().registers[register as usize];
        out.write_str(register.print.get(self.dialect()).copied().unwrap_or(register.name))
    }

    /// Bits that neither modifiers nor operands show, each with the name of its field.
    fn leftovers<W: Write>(&self, inst: &Instruction, layout: &Layout, out: &mut W) -> fmt::Result {
        for i in 0..layout.fields.len() {
            self.leftover(inst, layout, i, out)?;
        }
        Ok(())
    }

    /// The bits of a field, if nothing else shows them.
    pub(super) fn leftover<W: Write>(
        &self,
        inst: &Instruction,
        layout: &Layout,
        index: usize,
        out: &mut W,
    ) -> fmt::Result {
        let field = &layout.fields[index];
        let value = gather(field, inst.bits());
        // An empty group says nothing about where it would start.
        let empty = layout.registers(Slot::Field(index as u8), 1, inst.bits(), self.dialect()) == 0;
        let shown = layout.slots.contains(&Slot::Field(index as u8)) && !empty || self.is_shown(layout, index);
        if shown || value == if field.shared { inst.implied_shared() } else { field.default } {
            return Ok(());
        }
        out.write_char(' ')?;
        out.write_str(field.raw.get(self.dialect()).copied().unwrap_or(field.name))?;
        out.write_char('=')?;
        hex(out, if layout.is_rest(field) { inst.bits() & field.place.mask } else { value })
    }

    /// Whether a modifier or the number of registers of an operand shows a field.
    pub(super) fn is_shown(&self, layout: &Layout, index: usize) -> bool {
        let modifiers = layout.modifiers.get(self.dialect()).copied().unwrap_or_default();
        modifiers.iter().any(|m| usize::from(m.field) == index)
            || layout.counted.iter().any(|c| usize::from(c.by) == index)
    }
}
