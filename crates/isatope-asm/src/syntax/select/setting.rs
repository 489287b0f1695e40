//! Encodes modifiers: finds the field of a modifier in a form, and its value.

use std::ops::Range;

use isatope_core::tables::{
    EncodingId, Field, FieldId, InstId, Layout, LayoutId, ModifierId, ModifierKind, ModifierUse, Slot, Type,
};
use isatope_core::{Bits, Caution, Instruction};
use isatope_diag::codes;

use crate::syntax::modifiers::{Modifier, ModifierArg};
use crate::syntax::operand::{Operand, first_sign};
use crate::text::value::Value;

use super::encoder::{Encoder, ModifierWhy, Why};
use crate::syntax::vocabulary::all_uses;
use crate::text::room::Room;

impl Encoder<'_> {
    /// Sets the bits of signs and bars written at an operand.
    pub(crate) fn set_flags(
        &self,
        index: LayoutId,
        bits: Bits,
        flags: u32,
        (source, ty): (Option<u8>, Type),
    ) -> Result<Bits, Why> {
        let layout = &self.tables.arch[index];
        let (mut bits, mut left) = (bits, flags);
        while left != 0 {
            let modifier = first_sign(left);
            left &= left - 1;
            // In formats that lack the sign, it may stand for another modifier, but not for a float, because the value
            // would differ.
            let is_float = matches!(ty, Type::F16 | Type::F32 | Type::F64 | Type::Halves);
            let other = self.tables.other_flag(modifier).filter(|_| !is_float);
            let of = |m| self.tables.vocabulary.field(index, m);
            let found = of(modifier).or_else(|| other.and_then(of));
            let (Some(field), Some(source)) = (found, source) else { return Err(Why::Flag(modifier)) };
            let field = &layout[field];
            if u32::from(source) >= field.bits {
                return Err(Why::Flag(modifier));
            }
            bits = field.with(bits, field.value(bits) | 1 << source);
        }
        Ok(bits)
    }

    /// Whether the signs and bars at a constant change the constant itself, where a format cannot encode them.
    pub(crate) fn folds_signs(&self, operand: &Operand) -> bool {
        self.tables.style.folds_signs && matches!(operand.value, Value::Int { .. } | Value::Real { .. })
    }

    /// Changes a constant for a float as its signs and bars say. Leaves those of other constants.
    pub(crate) fn fold_signs(&self, operand: &mut Operand, ty: Type) {
        let flag = |modifier: Option<ModifierId>| modifier.map_or(0, |modifier| 1_u32 << modifier.index());
        let (minus, bars) = (flag(self.tables.minus), flag(self.tables.bars));
        if operand.flags & !(minus | bars) != 0 {
            return;
        }
        let (negate, absolute) = (operand.flags & minus != 0, operand.flags & bars != 0);
        match (&mut operand.value, ty) {
            (Value::Real { real, .. }, Type::F16 | Type::F32 | Type::F64) => {
                real.negative = negate ^ (real.negative && !absolute);
            }
            (Value::Int { bits, .. }, Type::F16 | Type::F32) => {
                let sign = 1_u64 << if ty == Type::F16 { 15 } else { 31 };
                *bits &= if absolute { sign - 1 } else { 2 * sign - 1 };
                *bits ^= if negate { sign } else { 0 };
            }
            _ => return,
        }
        operand.flags = 0;
    }

    /// Number of bits for the sources of an instruction in a modifier with one bit per source.
    pub(crate) fn sources(&self, layout: &Layout) -> u32 {
        let number = |slot: &Slot| match *slot {
            Slot::Field(f) => layout[f].source,
            Slot::Register(_) => None,
        };
        layout.slots.iter().take(self.operands.len()).filter_map(number).max().map_or(0, |s| s as u32 + 1)
    }

    /// Whether a modifier in the source is the given one of a layout.
    fn is_meant(&self, layout: &Layout, used: &ModifierUse, modifier: &Modifier<'_>) -> bool {
        if let Some((choice, _)) = modifier.choice {
            return used.modifier == choice;
        }
        let named = |name: &str| name.eq_ignore_ascii_case(modifier.name);
        let own = &self.tables.arch[used.modifier];
        named(&layout[used.field].name)
            || (matches!(own.kind, ModifierKind::Number(..)) || own.kind.is_per_source()) && named(own.name.as_str())
            || matches!(own.kind, ModifierKind::Parts(parts) if parts.iter().any(|(name, _)| named(name)))
    }

    /// The field that a modifier in the source sets in a layout.
    #[inline]
    pub(crate) fn field_of(&self, layout: LayoutId, modifier: &Modifier<'_>) -> Option<FieldId> {
        match modifier.choice {
            None => self.tables.vocabulary.used(layout, modifier.word).map(|used| used.field),
            Some((choice, _)) => self.tables.vocabulary.field(layout, choice),
        }
    }

    /// Whether a number has another value because its field is signed, in a dialect that does not write the sign.
    pub(crate) fn wraps(&self, layout: LayoutId, modifier: &Modifier<'_>, number: u64) -> bool {
        let Some(used) = self.tables.vocabulary.used(layout, modifier.word).filter(|used| used.has_sign) else {
            return false;
        };
        let bits = self.tables.arch[layout][used.field].bits;
        number < 1 << bits && number >> (bits - 1) == 1
    }

    /// Field of a modifier whose number is defined later, and whether it is signed.
    pub fn later_field(&self, encoding: EncodingId, modifier: &Modifier<'_>) -> Option<(FieldId, bool)> {
        let arch = self.tables.arch;
        let layout = arch[encoding].layout;
        let used = self.tables.vocabulary.used(layout, modifier.word).filter(|_| modifier.choice.is_none())?;
        let signed = matches!(arch[used.modifier].kind, ModifierKind::Number(_, true));
        Some((used.field, signed))
    }

    /// Warnings about numbers of modifiers whose values differ because their fields are signed, in a dialect that does
    /// not write the sign: message and span.
    pub(crate) fn wrapped_modifiers(&self, encoding: EncodingId) -> Vec<(String, Range<usize>)> {
        let arch = self.tables.arch;
        let index = arch[encoding].layout;
        let layout = &arch[index];
        let wrapped = |m: &Modifier<'_>| {
            let ModifierArg::Number(n) = m.setting else { return None };
            let bits = layout[self.field_of(index, m)?].bits;
            self.wraps(index, m, n).then(|| {
                let text = self.text.get(m.range()).unwrap_or_default();
                let value = n as i64 - (1 << bits);
                (format!("`{text}` means {value}: the number is signed"), m.range())
            })
        };
        self.modifiers.list.iter().filter(|m| m.choice.is_none()).filter_map(wrapped).collect()
    }

    /// Warning about a suspicious instruction, with its span. Raw bits and codes in the text are intended, so they give
    /// no warning.
    pub(crate) fn caution(
        &self,
        caution: Caution,
        inst: &Instruction,
        strict: bool,
    ) -> Option<(&'static str, String, Range<usize>)> {
        let operand = |i: usize| self.operands.get(i).map(Operand::range);
        let at = match caution {
            Caution::Unusual(_) => None,
            Caution::ReservedBits(_) | Caution::ReservedValue { .. } if !strict => return None,
            Caution::ReservedBits(_) | Caution::ReservedValue { .. } => None,
            Caution::ReservedOperand { operand: i } => {
                let coded = self
                    .operands
                    .get(i)
                    .is_none_or(|o| matches!(o.value, Value::Code(_) | Value::Int { .. } | Value::File { .. }));
                if coded && !strict {
                    return None;
                }
                operand(i)
            }
            Caution::Narrow { operand: i, .. } | Caution::Noted { operand: i, .. } => operand(i),
            Caution::Idle { field, .. } => {
                let layout = inst.layout();
                let index = inst.encoding().layout;
                let is_it = |m: &&Modifier<'_>| self.field_of(index, m) == Some(field);
                let flags = layout.modifiers.iter().copied().flatten().filter(|used| used.field == field);
                let flags = flags.fold(0_u32, |all, u| all | 1_u32.checked_shl(u.modifier.index() as u32).unwrap_or(0));
                if let Some(modifier) = self.modifiers.list.iter().find(is_it) {
                    let message = format!("`{}` has no effect here: the operation ignores it", modifier.name);
                    return Some((codes::UNUSUAL, message, modifier.range()));
                }
                self.operands.iter().find(|o| o.flags & flags != 0).map(Operand::range)
            }
        };
        let code = match caution {
            Caution::ReservedBits(_) | Caution::ReservedValue { .. } | Caution::ReservedOperand { .. } => {
                codes::RESERVED
            }
            _ => codes::UNUSUAL,
        };
        Some((code, caution.to_string(), at.unwrap_or_else(|| self.named.clone())))
    }

    /// Whether a modifier has the value 0, so that a form without it is equivalent, if another form of the instruction
    /// has it, or it is a number that the instruction has in other versions only.
    fn says_nothing(
        &self,
        inst: InstId,
        modifier: &Modifier<'_>,
        wanted: impl Fn(&'static Layout, &ModifierUse) -> bool,
    ) -> bool {
        let zero = match modifier.setting {
            ModifierArg::Number(n) => n == 0,
            ModifierArg::List { bits, .. } => bits == 0,
            _ => false,
        };
        if !zero {
            return false;
        }
        let (arch, dialect) = (self.tables.arch, self.tables.dialect);
        let kind = |u: &ModifierUse| &arch[u.modifier].kind;
        let is_plain = |u: &ModifierUse| {
            kind(u).is_per_source()
                || matches!(kind(u), ModifierKind::Flag | ModifierKind::Choice(_) | ModifierKind::Bits)
        };
        let is_number = |u: &ModifierUse| matches!(kind(u), ModifierKind::Number(..));
        let uses = |encoding: EncodingId, may_be: &dyn Fn(&ModifierUse) -> bool| {
            let layout = &arch[arch[encoding].layout];
            all_uses(layout, dialect).any(|u| may_be(u) && wanted(layout, u))
        };
        let forms = || self.tables.forms(inst);
        let is_here = |may_be: &dyn Fn(&ModifierUse) -> bool| {
            forms().filter_map(|form| self.tables.encoding(form)).any(|encoding| uses(encoding, may_be))
        };
        let mut anywhere = forms().flat_map(|form| arch[form].encodings.iter().copied().flatten());
        self.tables.style.plain_values && is_here(&is_plain)
            || !is_here(&is_number) && anywhere.any(|encoding| uses(encoding, &is_number))
    }

    /// Whether a modifier is the name of a field, for its raw bits.
    pub(crate) fn is_called(&self, field: &Field, modifier: &Modifier<'_>) -> bool {
        field.raw.get(self.tables.dialect.index()).copied().unwrap_or(field.name).eq_ignore_ascii_case(modifier.name)
    }

    /// Sets a modifier in the bits of an instruction, which is given with its layout.
    pub(crate) fn set_modifier(
        &self,
        (inst, index): (InstId, LayoutId),
        bits: Bits,
        modifier: &Modifier<'_>,
        sources: &dyn Fn() -> u32,
    ) -> Result<Bits, ModifierWhy> {
        let layout = &self.tables.arch[index];
        if let ModifierArg::Raw(value) = modifier.setting {
            let field = layout.fields.iter().find(|field| self.is_called(field, modifier));
            let field = field.or_else(|| layout.fields.iter().find(|f| f.name.eq_ignore_ascii_case(modifier.name)));
            let field = field.ok_or(ModifierWhy::Absent)?;
            if layout.is_rest(field) {
                let (own, mut bits) = (field.place.mask, bits);
                bits.head = bits.head & !own | value;
                return if value & !own == 0 { Ok(bits) } else { Err(ModifierWhy::Others(value & !own)) };
            }
            if field.bits < 64 && value >> field.bits != 0 {
                return Err(ModifierWhy::Number(Room::unsigned(field.bits)));
            }
            return Ok(field.with(bits, value));
        }
        let found = match modifier.choice {
            Some((choice, value)) => {
                self.tables.vocabulary.field(index, choice).map(|field| (field, Some(value), None))
            }
            None => self.tables.vocabulary.used(index, modifier.word).map(|used| (used.field, None, Some(used))),
        };
        let Some((field, value, used)) = found else {
            let wanted = |layout: &Layout, u: &ModifierUse| self.is_meant(layout, u, modifier);
            return if self.says_nothing(inst, modifier, wanted) { Ok(bits) } else { Err(ModifierWhy::Absent) };
        };
        let field = &layout[field];
        if let ModifierArg::Source(source) = modifier.setting {
            let source = source as u32;
            if source >= field.bits {
                return Err(ModifierWhy::TooLong { bits: field.bits });
            }
            return Ok(field.with(bits, field.value(bits) | 1 << source));
        }
        if let Some(value) = value {
            return Ok(field.with(bits, value));
        }
        let Some(used) = used else { return Ok(bits) };
        let has_sign = used.has_sign;
        if let ModifierArg::Parts { mask, value } = modifier.setting {
            return Ok(field.with(bits, field.value(bits) & !mask | value));
        }
        let all = (1 << field.bits) - 1;
        let kind = &self.tables.arch[used.modifier].kind;
        if let ModifierArg::List { values, .. } = modifier.setting
            && (kind.is_per_source() || matches!(kind, ModifierKind::Bits))
            && values & !0x1111_1111_1111_1111 != 0
        {
            return Err(ModifierWhy::NotABit);
        }
        let old = field.value(bits);
        let value = match (kind, modifier.setting) {
            (ModifierKind::Flag, ModifierArg::None) => 1,
            (ModifierKind::Flag, ModifierArg::Number(n)) => (n != 0) as u64,
            (ModifierKind::Number(..) | ModifierKind::Swizzle, ModifierArg::Later(..)) => old,
            (ModifierKind::Mark(_), ModifierArg::None | ModifierArg::Number(0 | 1)) => 1,
            (ModifierKind::Mark(_), ModifierArg::Number(_)) => return Err(ModifierWhy::Number(Room::unsigned(1))),
            (ModifierKind::Mark(_), ModifierArg::Second(n)) => (n != 0) as u64,
            (ModifierKind::Number(_, true), ModifierArg::Number(n)) => {
                let half = 1i64 << (field.bits - 1);
                if !(-half..half).contains(&(n as i64)) {
                    return Err(ModifierWhy::Number(Room::signed(field.bits)));
                }
                n & all
            }
            // A dialect that prints the raw bits of such a number accepts a negative number too.
            (ModifierKind::Number(_, false), ModifierArg::Number(n))
                if has_sign && (-1i64 << (field.bits - 1)..0).contains(&(n as i64)) =>
            {
                n & all
            }
            (
                ModifierKind::Choice(_) | ModifierKind::Number(..) | ModifierKind::Swizzle | ModifierKind::Parts(_),
                ModifierArg::Number(n),
            ) if n <= all => n,
            (kind, ModifierArg::Number(n)) if kind.is_per_source() && n >> sources().min(63) == 0 => old | n,
            (kind, ModifierArg::List { bits, count, .. }) if kind.is_per_source() && u32::from(count) <= sources() => {
                old | bits as u64
            }
            (kind, _) if kind.is_per_source() && modifier.setting != ModifierArg::None => {
                return Err(ModifierWhy::TooLong { bits: sources().min(field.bits) });
            }
            (ModifierKind::Bits, setting @ (ModifierArg::List { .. } | ModifierArg::Number(_))) => {
                let destination = layout.destination.filter(|d| d.0 == used.field).map(|d| d.1 as u32);
                // In dialects with plain values, a list that is too short sets the bits of the other sources to 0.
                let least = if !self.tables.style.plain_values { sources() } else { 0 };
                return match bit_list(setting, sources(), least, field.bits, destination, old) {
                    Some(value) => Ok(field.with(bits, value)),
                    None => Err(ModifierWhy::TooLong { bits: sources() + destination.is_some() as u32 }),
                };
            }
            (
                ModifierKind::Flag
                | ModifierKind::Mark(_)
                | ModifierKind::Choice(_)
                | ModifierKind::Number(..)
                | ModifierKind::Swizzle,
                ModifierArg::List { .. },
            ) => {
                return Err(ModifierWhy::NoList);
            }
            (_, ModifierArg::None) => return Err(ModifierWhy::NeedsValue),
            _ if has_sign => return Err(ModifierWhy::Number(Room::either(field.bits))),
            _ => return Err(ModifierWhy::Number(Room::unsigned(field.bits))),
        };
        Ok(field.with(bits, value))
    }
}

/// Value of a field with one bit per source, and optionally one for the destination after them. Bits of sources that
/// are not given keep their old values.
fn bit_list(
    setting: ModifierArg,
    sources: u32,
    least: u32,
    width: u32,
    destination: Option<u32>,
    old: u64,
) -> Option<u64> {
    let low = |n: u32| (1u64 << n) - 1;
    let (given, count) = match setting {
        ModifierArg::List { bits, count, .. } => (bits as u64, count as u32),
        ModifierArg::Number(n) => {
            let named = sources + destination.is_some() as u32;
            (n, if n <= low(named) { named } else { width })
        }
        _ => return None,
    };
    match destination {
        Some(bit) => {
            if count > sources + 1 || given > low(sources + 1) {
                return None;
            }
            let set = given & low(sources.min(count));
            let mut value = old & !low(sources.min(count)) | set;
            if count == sources + 1 {
                value = value & !(1 << bit) | (given >> sources & 1) << bit;
            }
            Some(value)
        }
        None => (count <= width && given <= low(width)).then(|| old & !low(count.max(least)) | given),
    }
}
