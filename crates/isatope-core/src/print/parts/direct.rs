//! Parts that can be written without the formatter: numbers and literals.

use super::{Kind, Lead, Part, Pieces, Shape};
use crate::instruction::Instruction;
use crate::print::Formatter;
use crate::print::operand::numbers_elsewhere;
use crate::tables::{Class, CodeRange, FieldKind, Kind as Code, ModifierKind, NumberStyle, Slot, Spelling, Type};

/// A part that is nothing but a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberPart {
    /// What stands before it, in two pieces and a last character.
    pub before: (&'static str, &'static str, &'static str),
    /// Its lowest bit.
    pub low: u8,
    /// How many bits it has.
    pub bits: u8,
    /// How it is written.
    pub style: NumberStyle,
    /// The value for which nothing is written.
    pub silent: Option<u64>,
}

/// An operand that may be a literal, and how it is written when it is one.
#[derive(Clone, Copy, Debug)]
pub struct LiteralPart {
    formatter: Formatter,
    class: &'static Class,
    ty: Type,
    /// Lower ones could be taken for numbers of another form.
    least: u64,
    /// What stands before it.
    pub lead: &'static str,
}

impl LiteralPart {
    /// Whether another one of the same formatter says the same.
    pub fn is_like(&self, other: &Self) -> bool {
        core::ptr::eq(self.class, other.class)
            && (self.ty, self.least, self.lead) == (other.ty, other.least, other.lead)
    }

    /// Whether a literal is written as a bare hexadecimal number.
    pub fn is_bare(&self, value: u32) -> bool {
        u64::from(value) >= self.least && !self.formatter.ambiguous(self.class, self.ty, value)
    }
}

impl Formatter {
    /// The part as a number, if it is nothing else. [`NumberStyle::Relative`] stands for the label of a branch target, if the
    /// address that it makes is not negative.
    pub fn number_part(&self, inst: &Instruction, part: Part, pieces: &Pieces, shape: Shape) -> Option<NumberPart> {
        let layout = inst.layout();
        let arch = inst.target().arch();
        let &[(low, bits)] = pieces.get()? else { return None };
        if arch.dotted {
            return None;
        }
        let number = |before, style, silent| Some(NumberPart { before, low, bits, style, silent });
        match part {
            Part::Operand(i) => {
                let Some(Slot::Field(f)) = layout.slots.get(usize::from(i)) else { return None };
                let field = &layout.fields[*f as usize];
                let FieldKind::Operand(class) = field.kind else { return None };
                let [CodeRange { kind: Code::Number(row), first: 0, .. }] = arch.classes[class as usize].codes else {
                    return None;
                };
                let info = &arch.numbers[*row as usize];
                let here = |s: &Spelling| {
                    s.dialects >> self.dialect() & 1 != 0 && s.versions >> inst.target().version() & 1 != 0
                };
                let lead = match shape.lead {
                    Lead::First | Lead::Blank => " ",
                    Lead::Comma => ", ",
                    Lead::Varies => return None,
                };
                let style = info.styles.get(self.dialect()).copied()?;
                let style = if self.has_labels(info) { NumberStyle::Relative } else { style };
                let whole = u32::from(bits) == field.bits && matches!(shape.kind, Kind::Coded { need: None, .. });
                let labels = style != NumberStyle::Relative || info.target;
                let plain = whole && labels && !info.spellings.iter().any(here);
                if plain { number((lead, "", ""), style, None) } else { None }
            }
            Part::Modifier(i) => {
                let used = layout.modifiers.get(self.dialect())?.get(usize::from(i))?;
                let modifier = &arch.modifiers[used.modifier as usize];
                let ModifierKind::Number(hexadecimal, has_sign) = modifier.kind else { return None };
                let style = match (hexadecimal.get(self.dialect()) == Some(&true), has_sign) {
                    (true, true) => NumberStyle::SignedHex,
                    (true, false) => NumberStyle::Hex,
                    (false, true) => NumberStyle::Signed,
                    (false, false) => NumberStyle::Decimal,
                };
                number((" ", modifier.name, ":"), style, Some(used.default).filter(|_| !used.always))
            }
            Part::Field(i) => {
                let field = &layout.fields[usize::from(i)];
                let dialect = self.dialect();
                if let Some(bare) = layout.bare.iter().find(|b| b.0 == i && usize::from(b.1) == dialect) {
                    let plain = bare.2 != NumberStyle::Relative;
                    return if plain { number((" ", "", ""), bare.2, Some(field.default)) } else { None };
                }
                let name = field.raw.get(dialect).copied().unwrap_or(field.name);
                let whole = u32::from(bits) == field.bits && field.kind != FieldKind::Plain
                    || !self.is_written(inst, usize::from(i));
                if whole { number((" ", name, "="), NumberStyle::Hex, Some(field.default)) } else { None }
            }
            Part::Source(_) | Part::Bits(_) => None,
        }
    }

    /// How an operand is written when it is a literal; `None` if it has no literals, or more is to say about them.
    pub fn literal_part(&self, inst: &Instruction, part: Part, shape: Shape) -> Option<LiteralPart> {
        let Part::Operand(index) = part else { return None };
        let Kind::Coded { class, modifiers: [255, ..], .. } = shape.kind else { return None };
        let class = &inst.target().arch().classes[class as usize];
        let ty = inst.inst().operands.get(usize::from(index))?.ty;
        let lead = match shape.lead {
            Lead::First | Lead::Blank => " ",
            Lead::Comma => ", ",
            Lead::Varies => return None,
        };
        if class.literal.is_none() || self.comments_on(ty) {
            return None;
        }
        let least = numbers_elsewhere(inst, usize::from(index)).max().map_or(0, |bits| 1 << bits);
        Some(LiteralPart { formatter: *self, class, ty, least, lead })
    }
}
