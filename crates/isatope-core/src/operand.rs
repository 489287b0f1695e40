//! Operands: the meaning of the codes in an instruction.

use crate::bits::Bits;
use crate::tables::{Arch, Class, CodeRange, Field, FileId, Kind, Number, OperandDef, RegisterId, Slot, Type};

/// An operand of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// Position in the order of assembly.
    pub index: usize,
    /// Name, type, and whether it is read and written.
    pub def: &'static OperandDef,
    /// Field or fixed register.
    pub slot: Slot,
    /// The class of the field; `None` for a fixed register.
    pub class: Option<&'static Class>,
    /// The code in the field; 0 for a fixed register.
    pub code: u32,
    /// Number of 32-bit registers for its type.
    pub dwords: u8,
    /// Number by which modifiers know it, if they do: 1 for `src1`.
    pub source: Option<u8>,
    /// What it means.
    pub value: Value,
}

/// Meaning of an operand.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// Consecutive registers of a file.
    Registers {
        /// The file.
        file: FileId,
        /// First register.
        first: u16,
        /// How many.
        count: u8,
    },
    /// A register that is not in a file, or one 32-bit part of it.
    Special {
        /// The register.
        register: RegisterId,
        /// The part, `None` for the whole register.
        part: Option<u8>,
    },
    /// An inline integer.
    Int(i32),
    /// An inline float; the range holds its bit patterns.
    Float(&'static CodeRange),
    /// A 32-bit constant of a table.
    Constant(u32),
    /// A literal.
    Literal(u32),
    /// A value that is computed from state: `scc`, `vccz`. The range holds its names, the number is an index into [`Arch::values`].
    Computed(&'static CodeRange, u8),
    /// An interpolation attribute.
    Attribute {
        /// Number.
        number: u8,
        /// Channel, 0 is x.
        channel: u8,
    },
    /// A number with a name.
    Name(&'static CodeRange),
    /// Other fields say that the operand is not there.
    Absent,
    /// A number with its syntax.
    Number(u32, &'static Number),
    /// A code without meaning here.
    Reserved,
}

impl Operand {
    #[inline(always)]
    pub(crate) fn fixed(index: usize, def: &'static OperandDef, dwords: u8, slot: Slot, register: RegisterId) -> Self {
        Self {
            index,
            def,
            slot,
            class: None,
            code: 0,
            dwords,
            source: None,
            value: Value::Special { register, part: None },
        }
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub(crate) fn coded(
        arch: &'static Arch,
        index: usize,
        def: &'static OperandDef,
        field: &'static Field,
        slot: Slot,
        class: Option<&'static Class>,
        bits: Bits,
        (dwords, count): (u8, u8),
    ) -> Self {
        let code = field.value(bits) as u32;
        let value = match class.and_then(|c| c.range(code).map(|r| (c, r))) {
            Some((class, range)) => value(arch, class, range, code, count, (bits.head >> 32) as u32),
            None => Value::Reserved,
        };
        Self { index, def, slot, class, code, dwords, source: field.source, value }
    }

    /// The bits that a constant or literal puts in place of a register of the operand's type; `None` for everything else.
    pub fn constant(&self) -> Option<u64> {
        let wide = self.dwords >= 2;
        match self.value {
            Value::Int(value) => Some(if wide { i64::from(value) as u64 } else { u64::from(value as u32) }),
            Value::Float(CodeRange { kind: Kind::Float { f64, f32, f16 }, .. }) => Some(match self.def.ty {
                Type::F16 | Type::Halves | Type::Int { bits: 16, .. } => u64::from(*f16),
                _ if wide => *f64,
                _ => u64::from(*f32),
            }),
            Value::Constant(value) => Some(u64::from(value)),
            Value::Literal(value) => Some(match self.def.ty {
                // The upper half of a double; the lower one is 0.
                Type::F64 => u64::from(value) << 32,
                Type::Int { bits: 64, signed: true } => i64::from(value as i32) as u64,
                _ => u64::from(value),
            }),
            _ => None,
        }
    }
}

#[inline(always)]
fn value(
    arch: &'static Arch,
    class: &'static Class,
    range: &'static CodeRange,
    code: u32,
    dwords: u8,
    literal: u32,
) -> Value {
    let offset = code - range.first;
    match range.kind {
        // A group that runs past the end of its file has no name either.
        Kind::File { step, .. }
            if !arch.syntax.lists_groups()
                && offset * u32::from(step) + u32::from(dwords) > (range.last - range.first + 1) * u32::from(step) =>
        {
            Value::Reserved
        }
        Kind::File { file, base, step } => {
            Value::Registers { file, first: base + offset as u16 * u16::from(step), count: dwords }
        }
        Kind::Register(register) => match (arch[register].bits, dwords, offset) {
            (..=32, _, _) => Value::Special { register, part: None },
            (_, 2, 0) => Value::Special { register, part: None },
            (_, 1, part) => Value::Special { register, part: Some(part as u8) },
            (_, _, part) if arch.syntax.lists_groups() => Value::Special { register, part: Some(part as u8) },
            // The second half of one register and the first one of the next: nothing has a name for that.
            _ => Value::Reserved,
        },
        Kind::Int { start, down } => Value::Int(if down { start - offset as i32 } else { start + offset as i32 }),
        Kind::Float { .. } => Value::Float(range),
        Kind::Value(index) => Value::Computed(range, index),
        Kind::Constant(value) => Value::Constant(value),
        Kind::Literal => Value::Literal(if class.bits >= 32 { code } else { literal }),
        Kind::Attribute => Value::Attribute { number: (code & 63) as u8, channel: (code >> 6 & 3) as u8 },
        Kind::Name => Value::Name(range),
        Kind::Number(index) => Value::Number(code, &arch[index]),
    }
}
