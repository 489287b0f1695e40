//! The parts of an instruction's text, and the bits that each depends on.
//!
//! Instructions have few different parts: whoever prints many keeps the text of a part for each value of its bits, and puts lines
//! together from what is kept. What a part says is always written by [`Formatter`]; here is only what it looks at to do so.

mod direct;
mod dotted;
mod pieces;

use core::fmt::{self, Write};

pub use direct::{LiteralPart, NumberPart};
pub use pieces::Pieces;

use super::Formatter;
use super::operand::numbers_elsewhere;
use crate::instruction::{Instruction, operand_at};
use crate::operand::{Operand, Value};
use crate::rules;
use crate::tables::{Field, FieldKind, Layout, ModifierKind, Need, Otherwise, Pattern, Presence, Slot, Type};

/// A part of an instruction's text, with the separator before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    kind: Kind,
    lead: Lead,
    dwords: u8,
    mask: bool,
    read: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// A fixed register.
    Fixed(u8),
    /// An operand of a class, with modifiers (indices into those of the architecture) around it.
    Coded { class: u16, need: Option<Need>, aligned: bool, field: &'static str, modifiers: [u8; MODIFIERS] },
    /// A part as a layout has it, of an instruction with so many operands.
    Own { layout: u16, operands: u8, part: Part, plain: bool },
}

/// What the parts of an instruction follow from: instructions with the same signature have the same parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    layout: u16,
    /// Registers, type, whether it is read, and the width of numbers in its place in other forms.
    operands: [Option<(u8, Type, bool, u32)>; OPERANDS],
}

/// Operands of an instruction at most.
const OPERANDS: usize = 8;

/// Modifiers of a source at most.
const MODIFIERS: usize = 4;

/// What stands before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Lead {
    First,
    Comma,
    Blank,
    /// As the bits say.
    Varies,
}

/// What is known of a part when it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Its text depends on more than its bits: on the literal, or on where the instruction lies.
    pub varies: bool,
    /// It breaks an operand rule by itself.
    pub breaks: bool,
    /// It is one of the scalar values of which only so many may be read.
    pub scalar: bool,
    /// With which values of the bits that operands share it means the same, a bit each.
    pub alike: u32,
}

impl Default for Traits {
    fn default() -> Self {
        Self { varies: false, breaks: false, scalar: false, alike: u32::MAX }
    }
}

impl Formatter {
    /// The signature of an instruction; `None` if its parts are not known one by one.
    pub fn signature(&self, inst: &Instruction) -> Option<Signature> {
        let layout = inst.layout();
        let reordered = layout.written.iter().any(|w| usize::from(w.0) == self.dialect());
        if reordered || inst.encoding().renames.iter().any(|r| usize::from(r.dialect) == self.dialect()) {
            return None;
        }
        let few = self.shared(inst).is_none_or(|(_, bits)| bits <= 2);
        if inst.target().arch().dotted && !(few && layout.slots.len() == inst.inst().operands.len()) {
            return None;
        }
        let mut operands = [None; OPERANDS];
        for (i, def) in inst.inst().operands.iter().enumerate() {
            let elsewhere = numbers_elsewhere(inst, i).max().unwrap_or(0);
            *operands.get_mut(i)? = Some((def.dwords, def.ty, def.read, elsewhere));
        }
        Some(Signature { layout: inst.encoding().layout, operands })
    }

    /// The bits beside the operands for which there is nothing but operands to write.
    pub fn plain(&self, inst: &Instruction) -> Pattern {
        if inst.target().arch().dotted {
            return self.dotted_plain(inst.layout());
        }
        inst.encoding().plain.get(self.dialect()).copied().unwrap_or_default()
    }

    /// Whether all parts are known of words that are not plain.
    pub fn has_rest(&self, inst: &Instruction) -> bool {
        !inst.target().arch().dotted
    }

    /// The bits that operands share, as (lowest bit, count): those that a plain word has are the lowest value with which all operands
    /// mean what they do.
    pub fn shared(&self, inst: &Instruction) -> Option<(u8, u8)> {
        match inst.layout().shared()?.pieces {
            [piece] => Some((piece.low, piece.bits)),
            _ => None,
        }
    }

    /// Mnemonic, and what fills it up where operands follow.
    pub fn head(&self, inst: &Instruction) -> (&'static str, &'static str) {
        let mnemonic = inst.encoding().mnemonics.get(self.dialect()).copied().unwrap_or(inst.name());
        (mnemonic, self.style.padding(mnemonic.len()))
    }

    /// The word that names the form of an instruction whose text could be taken for another one.
    pub fn form_word(&self, inst: &Instruction) -> &'static str {
        inst.format().words.get(self.dialect()).copied().unwrap_or_default()
    }

    /// How many scalar values an instruction may read, and how many of them it reads unsaid.
    pub fn scalars(&self, inst: &Instruction) -> (u32, u32) {
        if inst.target().arch().dotted {
            // One cannot be too much.
            return (inst.layout().shared_limit.map_or(u32::MAX, |_| 1), 0);
        }
        if !inst.layout().values.is_empty() {
            // A rule about fields: whether it is broken is looked up for every word.
            return (0, 1);
        }
        let limit = inst.layout().limit(self.dialect()).map_or(u32::MAX, |l| l.most);
        (limit, inst.implied_masks().count() as u32)
    }

    /// Whether an instruction is marked as one that breaks an operand rule.
    pub fn is_forced(&self, inst: &Instruction) -> bool {
        self.force && rules::check(inst, self.dialect()).is_some()
    }

    /// Calls `each` for every part that an instruction of this opcode may have, in order; `plain` says that the instruction is.
    pub fn parts(&self, inst: &Instruction, plain: bool, each: &mut dyn FnMut(Part, Pieces, Shape)) {
        if inst.target().arch().dotted {
            return if plain {
                self.dotted_parts(inst, each)
            };
        }
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
            if !pieces.is_empty() {
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
        if inst.target().arch().dotted {
            return self.write_dotted_part(inst, part, out);
        }
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
            alike: u32::MAX,
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
                shape.kind = Kind::Coded {
                    class,
                    need: need.map(|n| n.1),
                    aligned: layout.is_aligned(self.dialect()),
                    field,
                    modifiers,
                };
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

    /// The modifiers that may stand around the operand in a field, by their bits, which are added; `None` if there are too many.
    fn source_modifiers(&self, inst: &Instruction, field: &Field, pieces: &mut Pieces) -> Option<[u8; MODIFIERS]> {
        let layout = inst.layout();
        let mut found = [(255, 255); MODIFIERS];
        let mut count = 0;
        let mut fits = true;
        if field.source == 255 {
            return Some([255; MODIFIERS]);
        }
        for used in layout.modifiers.get(self.dialect()).copied().unwrap_or_default() {
            let mut bit = Pieces::default();
            let info = &layout.fields[used.field as usize];
            let per_source = inst.target().arch().modifiers[used.modifier as usize].kind.is_per_source();
            if per_source && u32::from(field.source) < info.bits {
                bit.bit(info, field.source);
            }
            let Some(&[(place, _)]) = bit.get() else { continue };
            match found.get_mut(count) {
                Some(free) => *free = (place, used.modifier),
                None => {
                    fits = false;
                    pieces.add(place, 1);
                }
            }
            count += 1;
        }
        found.sort_unstable();
        found.iter().filter(|f| f.0 != 255).for_each(|f| pieces.add(f.0, 1));
        Some(found.map(|f| f.1)).filter(|_| fits)
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
