//! The parts of an instruction's text, and the bits that each depends on.
//!
//! Instructions have few different parts: whoever prints many keeps the text of a part for each value of its bits, and puts lines
//! together from what is kept. What a part says is always written by [`Formatter`]; here is only what it looks at to do so.

use core::fmt::{self, Write};

use super::Formatter;
use crate::instruction::{Instruction, operand_at};
use crate::operand::{Operand, Value};
use crate::rules;
use crate::tables::{Encoding, Field, FieldKind, Layout, ModifierKind, Need, Otherwise, Piece, Presence, Slot, Type};

/// A part of an instruction's text, with the separator before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// An operand, by its place in the order of assembly.
    Operand(u8),
    /// A modifier, by its place in the dialect's list.
    Modifier(u8),
    /// The bits of a field that is not written otherwise, by its index in the layout.
    Field(u8),
    /// Bits for a source that the instruction does not have, by its number.
    Source(u8),
    /// The bare bits of a modifier, by its place in the dialect's list.
    Bits(u8),
}

/// What the text of a part depends on beside the bits: two parts of the same shape have the same text for the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    kind: Kind,
    lead: Lead,
    dwords: u8,
    mask: bool,
    read: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A fixed register.
    Fixed(u8),
    /// An operand of a class, with modifiers (indices into those of the architecture) around it.
    Coded { class: u16, need: Option<Need>, aligned: bool, field: &'static str, modifiers: [u8; MODIFIERS] },
    /// A part as a layout has it, of an instruction with so many operands.
    Own { layout: u16, operands: u8, part: Part, plain: bool },
}

/// Modifiers of a source at most.
const MODIFIERS: usize = 4;

/// What stands before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    First,
    Comma,
    Blank,
    /// As the bits say.
    Varies,
}

/// Runs of bits, the first one lowest in the key that they make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    list: [(u8, u8); 8],
    len: usize,
    too_many: bool,
}

impl Pieces {
    /// The runs, as (lowest bit, count); `None` if there are too many.
    pub fn get(&self) -> Option<&[(u8, u8)]> {
        self.list.get(..self.len).filter(|_| !self.too_many)
    }

    /// Bits in all.
    pub fn bits(&self) -> u32 {
        self.list[..self.len].iter().map(|p| u32::from(p.1)).sum()
    }

    /// Adds a run; one that follows the last one makes that longer.
    pub fn add(&mut self, low: u8, bits: u8) {
        if let Some(last) = self.len.checked_sub(1).and_then(|i| self.list.get_mut(i))
            && last.0 + last.1 == low
        {
            last.1 += bits;
            return;
        }
        match self.list.get_mut(self.len) {
            Some(free) => {
                *free = (low, bits);
                self.len += 1;
            }
            None => self.too_many = true,
        }
    }

    /// Adds all runs of another one.
    pub fn extend(&mut self, other: &Self) {
        self.too_many |= other.too_many;
        other.list[..other.len].iter().for_each(|&(low, bits)| self.add(low, bits));
    }

    fn field(&mut self, field: &Field) {
        for &Piece { low, bits } in field.pieces.iter().rev() {
            self.add(low, bits);
        }
    }

    /// One bit of a field, if the field has it.
    fn bit(&mut self, field: &Field, mut number: u8) {
        for piece in field.pieces.iter().rev() {
            match number.checked_sub(piece.bits) {
                None => return self.add(piece.low + number, 1),
                Some(left) => number = left,
            }
        }
    }
}

/// What is known of a part when it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Its text depends on more than its bits: on the literal, or on where the instruction lies.
    pub varies: bool,
    /// It breaks an operand rule by itself.
    pub breaks: bool,
    /// It is one of the scalar values of which only so many may be read.
    pub scalar: bool,
}

impl Formatter {
    /// Whether the parts of an instruction are known one by one.
    pub fn has_parts(&self, _inst: &Instruction) -> bool {
        true
    }

    /// The bits beside the operands for which there is nothing but operands to write.
    pub fn plain(&self, encoding: &Encoding) -> crate::tables::Pattern {
        encoding.plain.get(self.dialect()).copied().unwrap_or_default()
    }

    /// Mnemonic, and what fills it up where operands follow.
    pub fn head(&self, inst: &Instruction) -> (&'static str, &'static str) {
        let mnemonic = inst.encoding().mnemonics.get(self.dialect()).copied().unwrap_or(inst.name());
        (mnemonic, self.style.padding(mnemonic.len()))
    }

    /// The word that names the form of an instruction whose text could be taken for another one.
    pub fn word(&self, inst: &Instruction) -> &'static str {
        inst.format().words.get(self.dialect()).copied().unwrap_or_default()
    }

    /// How many scalar values an instruction may read, and how many of them it reads unsaid.
    pub fn scalars(&self, inst: &Instruction) -> (u32, u32) {
        let limit = inst.layout().limit(self.dialect()).map_or(u32::MAX, |l| l.most);
        (limit, inst.implied_masks().count() as u32)
    }

    /// Whether an instruction is marked as one that breaks an operand rule.
    pub fn is_forced(&self, inst: &Instruction) -> bool {
        self.force && rules::check(inst, self.dialect()).is_some()
    }

    /// Calls `each` for every part that an instruction of this opcode may have, in order; `plain` says that the instruction is.
    pub fn parts(&self, inst: &Instruction, plain: bool, each: &mut dyn FnMut(Part, Pieces, Shape)) {
        let layout = inst.layout();
        let operands = inst.inst().operands.len();
        for i in 0..operands.min(layout.slots.len()) {
            let (pieces, shape) = self.operand_part(inst, i, plain);
            each(Part::Operand(i as u8), pieces, shape);
        }
        if plain {
            return;
        }
        let mut own = |part: Part, pieces: Pieces| {
            if pieces.len > 0 {
                let kind = Kind::Own { layout: inst.encoding().layout, operands: operands as u8, part, plain };
                each(part, pieces, Shape { kind, lead: Lead::Varies, dwords: 0, mask: false, read: false });
            }
        };
        for (i, used) in layout.modifiers.get(self.dialect()).copied().unwrap_or_default().iter().enumerate() {
            let mut pieces = Pieces::default();
            if !inst.target().arch().modifiers[used.modifier as usize].kind.is_per_source() {
                pieces.field(&layout.fields[used.field as usize]);
            }
            own(Part::Modifier(i as u8), pieces);
        }
        for i in 0..layout.fields.len() {
            own(Part::Field(i as u8), self.field_pieces(inst, i));
        }
        for source in 0..super::rest::MOST_SOURCES {
            own(Part::Source(source), self.source_pieces(inst, source));
        }
        for (i, used) in layout.modifiers.get(self.dialect()).copied().unwrap_or_default().iter().enumerate() {
            let mut pieces = Pieces::default();
            if matches!(inst.target().arch().modifiers[used.modifier as usize].kind, ModifierKind::Bits) {
                pieces.field(&layout.fields[used.field as usize]);
            }
            own(Part::Bits(i as u8), pieces);
        }
    }

    /// Writes a part of an instruction.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_part<W: Write>(
        &self,
        inst: &Instruction,
        part: Part,
        plain: bool,
        out: &mut W,
    ) -> Result<Traits, fmt::Error> {
        match part {
            Part::Operand(i) => return self.write_operand_part(inst, usize::from(i), plain, out),
            Part::Modifier(i) => self.rest_modifier(inst, usize::from(i), out)?,
            Part::Field(i) => self.rest_field(inst, usize::from(i), out)?,
            Part::Source(source) => self.rest_source(inst, source, out)?,
            Part::Bits(i) => self.rest_bits(inst, usize::from(i), out)?,
        }
        Ok(Traits::default())
    }

    fn write_operand_part<W: Write>(
        &self,
        inst: &Instruction,
        index: usize,
        plain: bool,
        out: &mut W,
    ) -> Result<Traits, fmt::Error> {
        let layout = inst.layout();
        let arch = inst.target().arch();
        let dialect = self.dialect();
        let (Some(def), Some(&slot)) = (inst.inst().operands.get(index), layout.slots.get(index)) else {
            return Ok(Traits::default());
        };
        let operand = operand_at(arch, layout, inst.bits(), index, def, slot, dialect);
        let mut word = "";
        if matches!(operand.value, Value::Absent) {
            match layout.presence(index).and_then(|p| p.otherwise.get(dialect)) {
                Some(Otherwise::Word(text)) => word = text,
                _ => return Ok(Traits::default()),
            }
        }
        let first = (0..index).all(|i| self.is_left_out(layout, i, inst.bits()));
        out.write_str(if first || self.is_blank(layout, index) { " " } else { ", " })?;
        if !word.is_empty() {
            out.write_str(word)?;
            return Ok(Traits::default());
        }
        self.operand(inst, &operand, plain, out)?;
        Ok(self.traits(inst, layout, &operand))
    }

    fn traits(&self, inst: &Instruction, layout: &Layout, operand: &Operand) -> Traits {
        Traits {
            varies: matches!(operand.value, Value::Literal(_))
                || matches!(operand.value, Value::Number(_, number) if number.target),
            breaks: rules::breaks(inst.target().arch(), layout, self.dialect(), operand),
            scalar: operand.def.read && rules::is_scalar(inst, layout, operand),
        }
    }

    fn is_blank(&self, layout: &Layout, index: usize) -> bool {
        index > 0 && layout.blanks.contains(&(index as u8 - 1, self.dialect() as u8))
    }

    /// What happens to an operand that is not there, if the dialect then writes nothing.
    fn may_be_left_out(&self, layout: &Layout, index: usize) -> Option<&'static Presence> {
        layout.presence(index).filter(|p| matches!(p.otherwise.get(self.dialect()), Some(Otherwise::Nothing) | None))
    }

    fn is_left_out(&self, layout: &Layout, index: usize, bits: u64) -> bool {
        self.may_be_left_out(layout, index).is_some_and(|p| !layout.is_present(p, bits))
    }

    fn operand_part(&self, inst: &Instruction, index: usize, plain: bool) -> (Pieces, Shape) {
        let layout = inst.layout();
        let def = &inst.inst().operands[index];
        let slot = layout.slots[index];
        let mut pieces = Pieces::default();
        let lead_varies = index > 0 && (0..index).all(|i| self.may_be_left_out(layout, i).is_some());
        let lead = match index {
            0 => Lead::First,
            _ if lead_varies => Lead::Varies,
            _ if self.is_blank(layout, index) => Lead::Blank,
            _ => Lead::Comma,
        };
        let own = Kind::Own {
            layout: inst.encoding().layout,
            operands: inst.inst().operands.len() as u8,
            part: Part::Operand(index as u8),
            plain,
        };
        let mut shape = Shape { kind: own, lead, dwords: def.dwords, mask: def.ty == Type::Mask, read: def.read };
        let mut simple = !lead_varies;
        if let Slot::Field(f) = slot {
            let field = &layout.fields[f as usize];
            pieces.field(field);
            let modifiers =
                if plain { Some([255; MODIFIERS]) } else { self.source_modifiers(inst, field, &mut pieces) };
            if let Some(count) = layout.count(f, self.dialect()) {
                simple = false;
                count.fields.iter().for_each(|&f| pieces.field(&layout.fields[f as usize]));
            }
            let exempt = layout.exempt.iter().any(|e| e.0 == f);
            if let (FieldKind::Operand(class), Some(modifiers), false) = (field.kind, modifiers, exempt) {
                let limited = inst.target().arch().classes[class as usize].codes.iter().any(|c| !c.only.is_empty());
                let need = layout.needs.iter().find(|n| n.0 == f && (n.2 == 255 || usize::from(n.2) == self.dialect()));
                let field = if limited { field.name } else { "" };
                shape.kind = Kind::Coded { class, need: need.map(|n| n.1), aligned: layout.aligned, field, modifiers };
            }
        } else if let Slot::Register(register) = slot {
            shape.kind = Kind::Fixed(register);
        }
        let earlier = if lead_varies { 0 } else { index };
        for presence in (earlier..=index).filter_map(|i| layout.presence(i)) {
            simple = false;
            presence.fields.iter().for_each(|&f| pieces.field(&layout.fields[f as usize]));
        }
        if !simple {
            shape.kind = own;
        }
        (pieces, shape)
    }

    /// The modifiers that may stand around the operand in a field, their bits added; `None` if there are too many.
    fn source_modifiers(&self, inst: &Instruction, field: &Field, pieces: &mut Pieces) -> Option<[u8; MODIFIERS]> {
        let layout = inst.layout();
        let mut found = [255; MODIFIERS];
        let mut count = 0;
        let mut fits = true;
        if field.source == 255 {
            return Some(found);
        }
        for used in layout.modifiers.get(self.dialect()).copied().unwrap_or_default() {
            let info = &layout.fields[used.field as usize];
            if !inst.target().arch().modifiers[used.modifier as usize].kind.is_per_source()
                || u32::from(field.source) >= info.bits
            {
                continue;
            }
            pieces.bit(info, field.source);
            match found.get_mut(count) {
                Some(free) => *free = used.modifier,
                None => fits = false,
            }
            count += 1;
        }
        Some(found).filter(|_| fits)
    }

    /// The bits that say whether the bits of a field are written on their own; none if they never are.
    fn field_pieces(&self, inst: &Instruction, index: usize) -> Pieces {
        let layout = inst.layout();
        let field = &layout.fields[index];
        let mut pieces = Pieces::default();
        let slots = layout.slots.iter().take(inst.inst().operands.len()).enumerate();
        let mut of = slots.filter(|(_, s)| **s == Slot::Field(index as u8)).map(|(slot, _)| layout.presence(slot));
        let candidate = match field.kind {
            // Those of a source belong to the source.
            FieldKind::Operand(_) => field.source == 255 && of.clone().all(|p| p.is_some()),
            FieldKind::Plain => !self.is_written(inst, index),
            FieldKind::Ignored => true,
        };
        if candidate {
            pieces.field(field);
            if matches!(field.kind, FieldKind::Operand(_)) {
                of.by_ref().flatten().flat_map(|p| p.fields).for_each(|&f| pieces.field(&layout.fields[f as usize]));
            }
        }
        pieces
    }

    /// The same for what belongs to a source that is no operand.
    fn source_pieces(&self, inst: &Instruction, source: u8) -> Pieces {
        let layout = inst.layout();
        let mut pieces = Pieces::default();
        for (i, field) in layout.fields.iter().enumerate().filter(|(_, f)| f.source == source) {
            let slots = layout.slots.iter().take(inst.inst().operands.len()).enumerate();
            let mut of = slots.filter(|(_, s)| **s == Slot::Field(i as u8)).map(|(slot, _)| layout.presence(slot));
            if matches!(field.kind, FieldKind::Operand(_)) && of.clone().all(|p| p.is_some()) {
                pieces.field(field);
                of.by_ref().flatten().flat_map(|p| p.fields).for_each(|&f| pieces.field(&layout.fields[f as usize]));
            }
        }
        if !Self::has_source(inst, source) {
            for used in layout.modifiers.get(self.dialect()).copied().unwrap_or_default() {
                if inst.target().arch().modifiers[used.modifier as usize].kind.is_per_source() {
                    pieces.bit(&layout.fields[used.field as usize], source);
                }
            }
        }
        pieces
    }
}
