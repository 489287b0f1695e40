//! What has to be looked at after an instruction is encoded, and what need not: quick answers that are right where they say no.

use isatope_core::Instruction;
use isatope_core::tables::{Slot, Type};

use super::{Encoded, Encoder};
use crate::operand::Value;

impl Encoder<'_> {
    /// Whether an instruction may break an operand rule.
    pub fn may_break(&self, encoded: &Encoded) -> bool {
        let arch = self.tables.arch;
        let encoding = &arch.encodings[usize::from(encoded.encoding)];
        let layout = &arch.layouts[usize::from(encoding.layout)];
        if !layout.needs.is_empty() || !layout.values.is_empty() {
            return true;
        }
        let inst = &arch.insts[usize::from(arch.forms[usize::from(encoding.form)].inst)];
        let mut scalars = encoding.effects.masks.len();
        let complete = self.operands.len() == inst.operands.len();
        for (i, operand) in self.operands.iter().enumerate() {
            let field = encoded.fields[i];
            let slot = if complete { Some(i) } else { layout.slots.iter().position(|s| *s == Slot::Field(field)) };
            let def = slot.and_then(|slot| inst.operands.get(slot));
            let mask = def.is_some_and(|def| def.ty == Type::Mask);
            let read = usize::from(def.is_none_or(|def| def.read));
            match operand.value {
                Value::File { file, .. } if arch.files[usize::from(file)].per_lane => {
                    if mask {
                        return true;
                    }
                }
                // Registers that start at a multiple of their number break no rule by themselves.
                Value::File { first, count, .. } if first & (count.next_power_of_two().min(4) - 1) != 0 => {
                    return true;
                }
                Value::File { .. } | Value::Register { .. } => scalars += read,
                Value::Computed(_) | Value::Code(_) | Value::Attribute { .. } | Value::Call { .. } => return true,
                _ if mask => return true,
                _ => scalars += usize::from(encoded.literals >> i & 1 != 0),
            }
        }
        layout.limit(self.tables.dialect).is_some_and(|limit| scalars > limit.most as usize)
    }

    /// Whether something about an instruction may be hardly meant, beside reserved values of modifiers.
    pub fn may_be_odd(&self, encoded: &Encoded, made: &Instruction) -> bool {
        let arch = self.tables.arch;
        let form = &arch.forms[usize::from(arch.encodings[usize::from(encoded.encoding)].form)];
        let operands = arch.insts[usize::from(form.inst)].operands;
        let wide = || operands.iter().any(|def| def.dwords > 1);
        let odd = |value: Value| match value {
            Value::Register { register, .. } => {
                self.tables.noted >> register & 1 != 0 || arch.registers[usize::from(register)].bits <= 32 && wide()
            }
            Value::Computed(_) | Value::Code(_) => true,
            _ => false,
        };
        !made.is_plain() || self.operands.len() != operands.len() || self.operands.iter().any(|o| odd(o.value))
    }
}
