//! The parts of text with dots.

use core::fmt::{self, Write};

use super::{Kind, Lead, Part, Pieces, Shape, Traits};
use crate::instruction::{Instruction, operand_at};
use crate::print::Formatter;
use crate::rules;
use crate::tables::{Layout, ON_MNEMONIC, Pattern, Slot};

impl Formatter {
    /// Text with dots: operands and modifiers, and the fields of groups that may be empty.
    pub(super) fn dotted_parts(&self, inst: &Instruction, each: &mut dyn FnMut(Part, Pieces, Shape)) {
        let layout = inst.layout();
        let operands = inst.inst().operands.len();
        let mut own = |part: Part, pieces: Pieces, def: (u8, bool)| {
            let kind = Kind::Own { layout: inst.encoding().layout, operands: operands as u8, part, plain: true };
            each(part, pieces, Shape { kind, lead: Lead::Varies, dwords: def.0, mask: false, read: def.1 });
        };
        let words = |at: u8, own: &mut dyn FnMut(Part, Pieces, (u8, bool))| {
            for (i, used) in layout.modifiers.get(self.dialect()).copied().unwrap_or_default().iter().enumerate() {
                if used.at == at {
                    let mut pieces = Pieces::default();
                    pieces.field(&layout.fields[usize::from(used.field)]);
                    own(Part::Modifier(i as u8), pieces, (0, false));
                }
            }
        };
        words(ON_MNEMONIC, &mut own);
        for (i, (def, &slot)) in inst.inst().operands.iter().zip(layout.slots).enumerate() {
            let mut pieces = Pieces::default();
            if let Slot::Field(f) = slot {
                pieces.field(&layout.fields[usize::from(f)]);
                layout
                    .counted
                    .iter()
                    .filter(|c| c.field == f)
                    .for_each(|c| pieces.field(&layout.fields[usize::from(c.by)]));
                if let Some(count) = layout.count(f, self.dialect()) {
                    count.fields.iter().for_each(|&f| pieces.field(&layout.fields[usize::from(f)]));
                }
            }
            own(Part::Operand(i as u8), pieces, (def.dwords, def.read));
            if let Slot::Field(f) = slot {
                words(f, &mut own);
            }
        }
        for i in 0..layout.fields.len() {
            if self.may_be_empty(layout, i) {
                let mut pieces = Pieces::default();
                pieces.field(&layout.fields[i]);
                let counted = layout.counted.iter().filter(|c| usize::from(c.field) == i);
                counted.for_each(|c| pieces.field(&layout.fields[usize::from(c.by)]));
                if let Some(count) = layout.count(i as u8, self.dialect()) {
                    count.fields.iter().for_each(|&f| pieces.field(&layout.fields[usize::from(f)]));
                }
                own(Part::Field(i as u8), pieces, (0, false));
            }
        }
    }

    /// Whether a field holds a group of registers that may be empty.
    fn may_be_empty(&self, layout: &Layout, index: usize) -> bool {
        let counted = layout.counted.iter().any(|c| usize::from(c.field) == index);
        (counted || layout.count(index as u8, self.dialect()).is_some())
            && layout.slots.contains(&Slot::Field(index as u8))
            && !self.is_shown(layout, index)
    }

    /// The bits of all fields that nothing else shows.
    pub(super) fn dotted_plain(&self, layout: &Layout) -> Pattern {
        let mut plain = Pattern::default();
        for (i, field) in layout.fields.iter().enumerate() {
            if !field.shared && !layout.slots.contains(&Slot::Field(i as u8)) && !self.is_shown(layout, i) {
                plain.mask |= field.place.mask;
                plain.value |= field.place.value;
            }
        }
        plain
    }

    pub(super) fn write_dotted_part<W: Write>(
        &self,
        inst: &Instruction,
        part: Part,
        out: &mut W,
    ) -> Result<Traits, fmt::Error> {
        let layout = inst.layout();
        let arch = inst.target().arch();
        match part {
            Part::Operand(i) => {
                let index = usize::from(i);
                let (Some(def), Some(&slot)) = (inst.inst().operands.get(index), layout.slots.get(index)) else {
                    return Ok(Traits::default());
                };
                out.write_str(if index == 0 { " " } else { ", " })?;
                let operand = operand_at(arch, layout, inst.bits(), index, def, slot, self.dialect());
                self.dotted_operand(inst, layout, &operand, out)?;
                let mut traits =
                    Traits { scalar: rules::is_scalar(inst, layout, &operand), ..self.traits(inst, layout, &operand) };
                if let (Slot::Field(f), Some(class)) = (slot, operand.class) {
                    let shared = layout.shared_bits(&layout.fields[usize::from(f)]);
                    traits.alike = class.alike(operand.code, shared);
                }
                return Ok(traits);
            }
            Part::Modifier(i) => {
                let used = layout.modifiers.get(self.dialect()).and_then(|list| list.get(usize::from(i)));
                if let Some(used) = used {
                    self.dotted_word(inst, layout, used, out)?;
                }
            }
            Part::Field(i) => self.leftover(inst, layout, usize::from(i), out)?,
            Part::Source(_) | Part::Bits(_) => {}
        }
        Ok(Traits::default())
    }
}
