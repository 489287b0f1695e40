//! Operands as text.

use core::fmt::{self, Write};

use super::Formatter;
use super::float::{Format, HALF, SINGLE, float};
use super::number::{decimal, end, hex, small};
use crate::instruction::{Instruction, gather};
use crate::operand::{Operand, Value};
use crate::tables::{Class, FieldKind, Kind, ModifierKind, Slot, Type};

impl Formatter {
    /// Writes an operand; `bare` says that no source modifier is set.
    #[inline(always)]
    pub(super) fn operand<W: Write>(
        &self,
        inst: &Instruction,
        operand: &Operand,
        bare: bool,
        out: &mut W,
    ) -> fmt::Result {
        if bare { self.value(inst, operand, out) } else { self.modified(inst, operand, out) }
    }

    #[cold]
    /// An operand between its source modifiers: prefixes outside, pairs around the value.
    fn modified<W: Write>(&self, inst: &Instruction, operand: &Operand, out: &mut W) -> fmt::Result {
        let Some(source) = operand.source else { return self.value(inst, operand, out) };
        let (arch, layout) = (inst.target().arch(), inst.layout());
        let (mut prefix, mut around, mut function) = (None, None, None);
        for used in layout.modifiers.get(self.dialect()).copied().unwrap_or_default() {
            let kind = &arch.modifiers[used.modifier as usize].kind;
            if !kind.is_per_source() || gather(&layout.fields[used.field as usize], inst.bits()) >> source & 1 == 0 {
                continue;
            }
            match kind {
                ModifierKind::Prefix(text) => prefix = prefix.or(Some(*text)),
                ModifierKind::Around(pairs, print) => {
                    let place = print.get(self.dialect()).map_or(0, |&p| p as usize);
                    around = around.or(pairs.get(place).copied());
                }
                ModifierKind::Function(name) => function = function.or(Some(*name)),
                _ => {}
            }
        }
        if let Some(name) = function {
            out.write_str(name)?;
            out.write_char('(')?;
        }
        self.signed(inst, operand, prefix, around, out)?;
        if function.is_some() { out.write_char(')') } else { Ok(()) }
    }

    /// An operand with its sign and bars.
    fn signed<W: Write>(
        &self,
        inst: &Instruction,
        operand: &Operand,
        prefix: Option<&str>,
        around: Option<(&str, &str)>,
        out: &mut W,
    ) -> fmt::Result {
        match (prefix, around) {
            // `-4.0` is a constant of its own: the sign of a modified one has to look otherwise.
            (Some(_), None) if matches!(operand.value, Value::Int(_) | Value::Float(_) | Value::Literal(_)) => {
                out.write_str("neg(")?;
                self.value(inst, operand, out)?;
                out.write_str(")")
            }
            (prefix, around) => {
                let (open, close) = around.unwrap_or_default();
                out.write_str(prefix.unwrap_or_default())?;
                out.write_str(open)?;
                self.value(inst, operand, out)?;
                out.write_str(close)
            }
        }
    }

    #[inline(always)]
    fn value<W: Write>(&self, inst: &Instruction, operand: &Operand, out: &mut W) -> fmt::Result {
        let arch = inst.target().arch();
        match operand.value {
            Value::Registers { file, first, count } => {
                let Some((one, start)) = arch.files[file as usize].names.get(first as usize) else {
                    return small(out, "ill_", operand.code);
                };
                if count == 1 {
                    return out.write_str(one);
                }
                out.write_str(start)?;
                end(out, u32::from(first) + u32::from(count) - 1)
            }
            Value::Special { register, part } => {
                let info = &arch.registers[register as usize];
                out.write_str(info.print.get(self.dialect()).copied().unwrap_or(info.name))?;
                match part {
                    None => Ok(()),
                    Some(0) => out.write_str("_lo"),
                    Some(1) => out.write_str("_hi"),
                    Some(part) => small(out, "_", u32::from(part)),
                }
            }
            Value::Int(value @ 0..) => small(out, "", value as u32),
            Value::Int(value) => decimal(out, i64::from(value)),
            Value::Float(range) => {
                let wide = usize::from(operand.def.dwords >= 2 && !self.style.short_floats);
                out.write_str(range.names.get(wide).copied().unwrap_or_default())
            }
            Value::Literal(value) => self.literal(inst, operand, value, out),
            Value::Computed(range, _) => out.write_str(range.print.get(self.dialect()).copied().unwrap_or_default()),
            Value::Attribute { number, channel } => {
                small(out, "attr", u32::from(number))?;
                out.write_str([".x", ".y", ".z", ".w"][channel as usize & 3])
            }
            Value::Name(range) => {
                let name = range.print.get(self.dialect()).copied().unwrap_or_default();
                if range.first == range.last {
                    out.write_str(name)
                } else {
                    small(out, name, operand.code - range.offset)
                }
            }
            Value::Number(value, number) => self.immediate(inst, operand, value, number, out),
            Value::Constant(value) => hex(out, u64::from(value)),
            Value::Reserved | Value::Absent => small(out, "ill_", operand.code),
        }
    }

    /// A literal: hexadecimal, in `lit()` where the bare number would become an inline constant or not come back whole.
    #[cold]
    fn literal<W: Write>(&self, inst: &Instruction, operand: &Operand, value: u32, out: &mut W) -> fmt::Result {
        // A constant that is part of the format has no inline form.
        let ambiguous = operand.class.is_some_and(|c| {
            c.bits < 32 && (self.ambiguous(c, operand.def.ty, value) || fits_elsewhere(inst, operand.index, value))
        });
        if ambiguous {
            out.write_str("lit(")?;
            let signed = value as i32;
            if self.style.decimal_lit && (-16..=64).contains(&signed) {
                decimal(out, i64::from(signed))?;
            } else {
                hex(out, u64::from(value))?;
            }
            out.write_str(")")?;
        } else {
            hex(out, u64::from(value))?;
        }
        if !self.float_comments {
            return Ok(());
        }
        match operand.def.ty {
            Type::F32 => comment(out, value, SINGLE, "f"),
            Type::F16 => comment(out, value, HALF, "h"),
            _ => Ok(()),
        }
    }

    /// Whether a literal of a class, as a bare number, would be taken for something else.
    pub(super) fn ambiguous(&self, class: &Class, ty: Type, value: u32) -> bool {
        let narrow = !self.style.plain_values && matches!(ty, Type::F16 | Type::Int { bits: 16, .. });
        if narrow && value > 0xffff {
            return true;
        }
        // In 64 bits a literal is a large number where its 32 bits would be a negative one.
        if !self.style.plain_values && matches!(ty, Type::Mask | Type::Int { bits: 64, .. }) {
            return class.code_of_int(i64::from(value)).is_some();
        }
        // A narrow one has no sign bit here.
        if class.code_of_int(i64::from(value as i32)).is_some() {
            return true;
        }
        let is_float = |kind: Kind| match kind {
            Kind::Float { f64, f32, f16 } => match ty {
                _ if narrow => u32::from(f16) == value,
                Type::F64 => (f64 >> 32) as u32 == value,
                _ => f32 == value,
            },
            _ => false,
        };
        !self.style.plain_values && class.codes.iter().any(|r| is_float(r.kind))
    }

    /// Whether a literal of a type is followed by a comment.
    pub(super) fn comments_on(&self, ty: Type) -> bool {
        self.float_comments && matches!(ty, Type::F32 | Type::F16)
    }
}

/// Whether another form of the instruction holds a number in the place of an operand.
fn fits_elsewhere(inst: &Instruction, index: usize, value: u32) -> bool {
    numbers_elsewhere(inst, index).any(|bits| value >> bits == 0)
}

/// The widths of the fields in which other forms of the instruction hold a number in the place of an operand.
pub(super) fn numbers_elsewhere(inst: &Instruction, index: usize) -> impl Iterator<Item = u32> {
    let arch = inst.target().arch();
    let version = inst.target().version();
    let info = inst.inst();
    let forms = usize::from(info.first_form)..usize::from(info.first_form) + usize::from(info.form_count);
    forms.filter_map(move |form| arch.encodings.get(arch.forms[form].encodings[version] as usize)).filter_map(
        move |e| {
            let layout = &arch.layouts[e.layout as usize];
            let Some(Slot::Field(field)) = layout.slots.get(index) else { return None };
            let FieldKind::Operand(class) = layout.fields[*field as usize].kind else { return None };
            let class = &arch.classes[class as usize];
            let holds = class.bits < 32 && class.codes.iter().any(|r| matches!(r.kind, Kind::Number(_)));
            holds.then_some(class.bits)
        },
    )
}

/// ` /* 2f */`.
fn comment<W: Write>(out: &mut W, bits: u32, format: Format, suffix: &str) -> fmt::Result {
    out.write_str(" /* ")?;
    float(out, bits, format)?;
    out.write_str(suffix)?;
    out.write_str(" */")
}

impl Formatter {
    /// The number of the highest source that is an operand, plus one.
    pub(super) fn sources(inst: &Instruction) -> u32 {
        Self::source_numbers(inst).max().map_or(0, |s| u32::from(s) + 1)
    }

    /// Whether source `number` is an operand.
    pub(super) fn has_source(inst: &Instruction, number: u8) -> bool {
        Self::source_numbers(inst).any(|s| s == number)
    }

    /// The numbers of the sources that are operands.
    fn source_numbers(inst: &Instruction) -> impl Iterator<Item = u8> {
        let layout = inst.layout();
        layout.slots.iter().take(inst.inst().operands.len()).filter_map(move |slot| match slot {
            Slot::Field(field) => Some(layout.fields[*field as usize].source).filter(|s| *s != 255),
            Slot::Register(_) => None,
        })
    }

    /// The operand field of source `number` that no operand uses, and its value where it is not the default.
    pub(super) fn unused_source(&self, inst: &Instruction, number: u8) -> Option<(usize, u64)> {
        let layout = inst.layout();
        let (index, field) =
            layout.fields.iter().enumerate().find(|(i, f)| f.source == number && self.is_unused(inst, *i))?;
        let value = gather(field, inst.bits());
        (value != field.default).then_some((index, value))
    }

    /// Whether field `index` is for an operand that the instruction does not have.
    pub(super) fn is_unused(&self, inst: &Instruction, index: usize) -> bool {
        let layout = inst.layout();
        let slots = layout.slots.iter().take(inst.inst().operands.len()).enumerate();
        let here = |slot: usize| !layout.is_absent(slot, inst.bits(), self.dialect());
        let used = slots.filter(|(_, s)| **s == Slot::Field(index as u8)).any(|(slot, _)| here(slot));
        matches!(layout.fields[index].kind, FieldKind::Operand(_)) && !used
    }
}
