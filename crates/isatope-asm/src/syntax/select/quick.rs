//! Fast path of the encoder, for instructions that need no diagnostics.
//!
//! It returns the same result as [`Encoder::encode`], or [`Quick::Unsure`] if the long path must decide.

use isatope_core::tables::{Slot, SlotShape};
use isatope_core::{Instruction, Target, rules};

use super::encoder::{Encoder, LiteralValue, Needs};
use crate::syntax::mnemonics::Form;
use crate::syntax::modifiers::ModifierArg;
use crate::text::value::Value;

/// Result of encoding in a form.
pub(crate) enum Quick {
    /// The instruction, and the operand whose number is not known yet.
    Made(Instruction, Option<u8>),
    /// The form cannot encode the instruction.
    Not,
    /// The long path must decide.
    Unsure,
}

/// Facts collected while an instruction is encoded.
struct RuleRisks {
    /// Maximum number of scalar values that are read.
    scalars: u32,
    /// Whether an operand rule may be broken.
    ruled: bool,
    /// Whether it may be suspicious.
    odd: bool,
}

impl Encoder<'_> {
    /// Encodes operands and modifiers in a form.
    #[inline]
    pub fn quick(&self, form: &Form, target: Target) -> Quick {
        let arch = self.tables.arch;
        let layout = &arch[form.encoding.layout];
        // Bits after the first 64 are left to the long path.
        if form.encoding.bytes > 8 {
            return Quick::Unsure;
        }
        let mut bits = form.base().head;
        if let Err(end) = self.quick_modifiers(form, &mut bits, false) {
            return end;
        }
        if !form.encoding.pattern.holds(bits) {
            return Quick::Not;
        }
        let places = form.slots();
        let mut left_out = places.len() - self.operands.len();
        let mut risks =
            RuleRisks { scalars: form.encoding.effects.masks.len() as u32, ruled: false, odd: left_out > 0 };
        let (mut literal, mut pending) = (None, None);
        let mut number = 0;
        for (i, operand) in self.operands.iter().enumerate() {
            if left_out > 0 && places[number].is(SlotShape::MAY_MISS) {
                if layout.presence(number).is_some_and(|p| layout.is_present(p, bits.into())) {
                    return Quick::Not;
                }
                left_out -= 1;
                number += 1;
            }
            let (slot, place) = (number, &places[number]);
            number += 1;
            if place.is(SlotShape::IS_CONDITIONAL)
                && let Some(presence) = layout.presence(slot)
            {
                let Ok((is_word, set)) = self.presence(presence, layout, bits.into(), operand) else {
                    return Quick::Not;
                };
                bits = set.head;
                if is_word && operand.flags != 0 {
                    return Quick::Not;
                }
                if is_word {
                    continue;
                }
            }
            if let Slot::Register(register) = layout.slots[slot] {
                let whole = arch[register].bits.div_ceil(32) as u8;
                if operand.value != (Value::Register { register, part: 0, count: whole }) || operand.flags != 0 {
                    return Quick::Not;
                }
                risks.scalars += u32::from(place.is(SlotShape::READ));
                continue;
            }
            let Some(class) = place.class else { return Quick::Not };
            let alone = Needs { count: place.dwords, any: false, others: 0 };
            let def = || &arch[arch[form.encoding.form].inst].operands[slot];
            let needs = match place.is(SlotShape::IS_COUNTED) {
                false => alone,
                true => self.registers(layout, layout.slots[slot], def(), bits.into()),
            };
            let code = if let Value::File { file, first, count } = operand.value {
                let Some(codes) = self.tables.file_codes(class, file) else { return Quick::Not };
                if needs.no(count) && count != u16::from(place.also) {
                    return Quick::Not;
                }
                let number = u32::from(first).wrapping_sub(codes.base);
                if number >= codes.count || number + u32::from(count) > codes.count {
                    return Quick::Not;
                }
                let is_lane = self.tables.per_lane >> file.index() & 1 != 0;
                // Registers that start at a multiple of their number break no rule on their own.
                let unaligned = first & (count.next_power_of_two().min(4) - 1) != 0;
                risks.scalars += u32::from(!is_lane && place.is(SlotShape::READ));
                risks.ruled |= if is_lane { place.is(SlotShape::MASK) } else { unaligned };
                risks.ruled |= place.is(SlotShape::HAS_NEED) && place.file != Some(file);
                match codes.step {
                    1 => codes.code + number,
                    step if number % step != 0 => return Quick::Not,
                    step => codes.code + number / step,
                }
            } else {
                risks.ruled |= place.is(SlotShape::HAS_NEED);
                match operand.value {
                    Value::Register { register, .. } => {
                        let narrow = arch[register].bits <= 32;
                        risks.odd |= self.tables.noted >> register.index() & 1 != 0
                            || narrow && needs.count.max(place.dwords) > 1;
                        risks.scalars += u32::from(place.is(SlotShape::READ));
                    }
                    Value::Int { literal: true, .. } | Value::Real { literal: true, .. } | Value::Code(_) => {
                        return Quick::Unsure;
                    }
                    Value::Computed(_) => (risks.ruled, risks.odd) = (true, true),
                    Value::Attribute { .. } => risks.ruled = true,
                    _ => risks.ruled |= place.is(SlotShape::MASK),
                }
                let Ok(resolved) = self.resolve(class, def(), needs, operand) else { return Quick::Not };
                if resolved.later {
                    pending = Some(i as u8);
                }
                if resolved.inexact || resolved.truncated.is_some() || resolved.wrapped.is_some() {
                    return Quick::Unsure;
                }
                match resolved.literal {
                    None => {}
                    Some(LiteralValue::Known(value)) if literal.is_none_or(|before| before == value) => {
                        risks.scalars += u32::from(literal.is_none());
                        literal = Some(value);
                    }
                    Some(_) => return Quick::Unsure,
                }
                resolved.code
            };
            let Some(index) = place.field else { return Quick::Not };
            let field = || &layout[index];
            if place.is(SlotShape::IS_CONDITIONAL)
                && self.in_same_field(layout, slot, i).is_some()
                && field().value(bits.into()) != u64::from(code)
            {
                return Quick::Not;
            }
            match place.low {
                None => bits = field().with(bits.into(), code.into()).head,
                Some(low) => bits = bits & !place.mask() | u64::from(code) << low & place.mask(),
            }
            if operand.flags != 0 {
                let source = (field().source, def().ty);
                let Ok(set) = self.set_flags(form.encoding.layout, bits.into(), operand.flags, source) else {
                    return if self.folds_signs(operand) { Quick::Unsure } else { Quick::Not };
                };
                bits = set.head;
            }
        }
        if let Err(end) = self.quick_modifiers(form, &mut bits, true) {
            return end;
        }
        if let Some(value) = literal {
            bits = bits & 0xffff_ffff | u64::from(value) << 32;
        }
        if !form.encoding.pattern.holds(bits)
            || form.shape.has_required && self.written_as_asked(form.encoding.layout, 0).is_err()
        {
            return Quick::Not;
        }
        let made = form.instruction(target, bits.into());
        if self.modifiers.force {
            return Quick::Made(made, pending);
        }
        let breaks = || rules::check(&made, self.tables.dialect).is_some();
        let is_odd = || form.shape.has_expects && !made.is_plain() || risks.odd && made.cautions().next().is_some();
        risks.ruled |= !form.shape.values.holds(bits);
        if !form.idle().holds(bits)
            || (risks.ruled || risks.scalars > u32::from(form.shape.scalars)) && breaks()
            || is_odd()
        {
            return Quick::Unsure;
        }
        Quick::Made(made, pending)
    }

    /// Sets the bits of modifiers: either raw bits of fields, or all others.
    #[inline(always)]
    fn quick_modifiers(&self, form: &Form, bits: &mut u64, raw: bool) -> Result<(), Quick> {
        let arch = self.tables.arch;
        let (layout, encoding) = (&arch[form.encoding.layout], form.encoding);
        for modifier in &self.modifiers.list {
            match modifier.setting {
                ModifierArg::Later(..) => return Err(Quick::Unsure),
                ModifierArg::Raw(_) if !raw => continue,
                ModifierArg::Raw(_) => {}
                _ if raw => continue,
                ModifierArg::Number(n) if modifier.choice.is_none() && self.wraps(encoding.layout, modifier, n) => {
                    return Err(Quick::Unsure);
                }
                _ => {}
            }
            let sources = || self.sources(layout);
            let of = (arch[encoding.form].inst, encoding.layout);
            *bits = self.set_modifier(of, (*bits).into(), modifier, &sources).map_err(|_| Quick::Not)?.head;
        }
        Ok(())
    }
}
