//! Prints operands of classes with too many codes for a table of texts, from their values.

use core::fmt::{self, Write};

use super::formatter::Formatter;
use super::number::plain;
use super::pen::Pen;
use crate::instruction::Instruction;
use crate::operand::Value;
use crate::tables::{CodeRange, NumberStyle};

impl Formatter {
    /// Writes an operand.
    pub(super) fn value(&self, inst: &Instruction, operand: Option<u8>, pen: &mut Pen<'_>) {
        let mut operands = inst.operands_in(Some(self.dialect()));
        let Some(operand) = operand.and_then(|operand| operands.nth(operand.into())) else { return };
        let (arch, dialect) = (inst.target().arch(), self.dialect().index());
        let name = |range: &CodeRange| range.print.get(dialect).copied().unwrap_or_default();
        let mut put = |text: fmt::Arguments<'_>| {
            // A line takes everything.
            let _ = pen.write_fmt(text);
        };
        match operand.value {
            Value::Registers { file, first, .. } if u32::from(first) >= arch[file].count => {
                put(format_args!("ill_{}", operand.code));
            }
            Value::Registers { file, first, count: 1 } => put(format_args!("{}{first}", arch[file].prefix)),
            Value::Registers { file, first, count } => {
                let prefix = arch[file].prefix;
                put(format_args!("{prefix}[{first}:{}]", u32::from(first) + u32::from(count) - 1));
            }
            Value::Special { register, part } => {
                let register = &arch[register];
                let name = register.print.get(dialect).copied().unwrap_or(register.name);
                match part {
                    None => put(format_args!("{name}")),
                    Some(0) => put(format_args!("{name}_lo")),
                    Some(1) => put(format_args!("{name}_hi")),
                    Some(part) => put(format_args!("{name}_{part}")),
                }
            }
            Value::Int(value) => put(format_args!("{value}")),
            Value::Float(range) => {
                let is_wide = operand.dwords >= 2 && !self.style.short_floats;
                put(format_args!("{}", range.names.get(usize::from(is_wide)).copied().unwrap_or_default()));
            }
            Value::Computed(range, _) => put(format_args!("{}", name(range))),
            Value::Name(range) if range.first == range.last => put(format_args!("{}", name(range))),
            Value::Name(range) => put(format_args!("{}{}", name(range), operand.code - range.offset)),
            Value::Constant(value) | Value::Literal(value) => put(format_args!("{value:#x}")),
            Value::Attribute { number, channel } => {
                put(format_args!("attr{number}.{}", char::from(b"xyzw"[usize::from(channel & 3)])));
            }
            Value::Number(value, number) => {
                let style = number.styles.get(dialect).copied().unwrap_or(NumberStyle::Hex);
                plain(style, value.into(), operand.class.map_or(32, |class| class.bits), pen);
            }
            Value::Absent => {}
            Value::Reserved => put(format_args!("ill_{}", operand.code)),
        }
    }
}
