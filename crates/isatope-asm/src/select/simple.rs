//! The short way for what most lines are: registers and constants in a form whose fields depend on nothing else.
//!
//! It gives what [`Encoder::encode`] gives, or nothing at all where more has to be looked at.

use isatope_core::tables::{Slot, Type};
use isatope_core::{Instruction, Opcode, Target, rules};

use super::{Encoder, LiteralValue, Needs};
use crate::mnemonics::Form;
use crate::operand::Value;
use crate::prepare::{class_of, insert};

/// What comes of a form.
pub(crate) enum Simple {
    /// The instruction, and the operand of which the number is not known yet.
    Made(Instruction, Option<u8>),
    /// The form cannot hold the operands.
    Not,
    /// It takes a longer look.
    Unsure,
}

impl Encoder<'_> {
    /// Puts operands without modifiers behind them into a form.
    #[inline]
    pub fn simple(&self, form: &Form, target: Target) -> Simple {
        if !form.is_simple {
            return Simple::Unsure;
        }
        let arch = self.tables.arch;
        let encoding = &arch.encodings[usize::from(form.encoding)];
        let layout = &arch.layouts[usize::from(encoding.layout)];
        let inst = &arch.insts[usize::from(form.inst)];
        let mut bits = self.tables.base[usize::from(form.encoding)];
        let mut literal: Option<u32> = None;
        let mut scalars = u32::from(form.masks);
        let (mut ruled, mut flagged) = (false, false);
        let mut pending = None;
        for (i, ((operand, slot), def)) in self.operands.iter().zip(layout.slots).zip(inst.operands).enumerate() {
            let Slot::Field(field) = *slot else { return Simple::Unsure };
            let field = &layout.fields[usize::from(field)];
            let Some(class) = class_of(field) else { return Simple::Unsure };
            let code = match operand.value {
                Value::File { file, first, count } => {
                    let Some(codes) = self.tables.classes[usize::from(class)].files[usize::from(file)] else {
                        return Simple::Not;
                    };
                    if count != u16::from(def.dwords) && !self.tables.is_read_as(def, count) {
                        return Simple::Not;
                    }
                    let number = u32::from(first).wrapping_sub(codes.base);
                    if number >= codes.count || number + u32::from(count) > codes.count {
                        return Simple::Not;
                    }
                    if arch.files[usize::from(file)].per_lane {
                        ruled |= def.ty == Type::Mask;
                    } else {
                        // Registers that start at a multiple of their number break no rule by themselves.
                        ruled |= first & (count.next_power_of_two().min(4) - 1) != 0;
                        scalars += u32::from(def.read);
                    }
                    match codes.step {
                        1 => codes.code + number,
                        step if number % step != 0 => return Simple::Not,
                        step => codes.code + number / step,
                    }
                }
                value => {
                    match value {
                        Value::Register { register, .. } => {
                            let narrow = arch.registers[usize::from(register)].bits <= 32;
                            if self.tables.noted >> register & 1 != 0 || narrow && def.dwords > 1 {
                                return Simple::Unsure;
                            }
                            scalars += u32::from(def.read);
                        }
                        Value::Int { literal: false, .. } | Value::Real { literal: false, .. } | Value::Place(_) => {
                            ruled |= def.ty == Type::Mask;
                        }
                        Value::Call { .. } | Value::Later { .. } => {}
                        _ => return Simple::Unsure,
                    }
                    let needs = Needs { count: def.dwords, any: false, others: 0 };
                    let Ok(resolved) = self.resolve(class, def, needs, operand) else { return Simple::Not };
                    if resolved.later {
                        pending = Some(i as u8);
                    }
                    if resolved.inexact || resolved.truncated.is_some() || resolved.wrapped.is_some() {
                        return Simple::Unsure;
                    }
                    match resolved.literal {
                        None => {}
                        Some(LiteralValue::Known(value)) if literal.is_none_or(|before| before == value) => {
                            scalars += u32::from(literal.is_none());
                            literal = Some(value);
                        }
                        Some(_) => return Simple::Unsure,
                    }
                    resolved.code
                }
            };
            bits = insert(field, bits, code.into());
            if operand.flags != 0 {
                let source = (field.source, def.ty);
                let Ok(set) = self.set_flags(layout, bits, operand.flags, source) else { return Simple::Not };
                (bits, flagged) = (set, true);
            }
        }
        if let Some(value) = literal {
            bits = bits & 0xffff_ffff | u64::from(value) << 32;
        }
        if !encoding.pattern.holds(bits) {
            return Simple::Not;
        }
        let Some(made) = Instruction::from_bits(Opcode(encoding.form), target, bits) else { return Simple::Unsure };
        let breaks = || rules::check(&made, self.tables.dialect).is_some();
        if flagged && !made.is_plain() || (ruled || scalars > u32::from(form.scalars)) && breaks() {
            return Simple::Unsure;
        }
        Simple::Made(made, pending)
    }
}
