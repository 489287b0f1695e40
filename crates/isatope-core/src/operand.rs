//! Operands: the meaning of the codes in an instruction.

use crate::instruction::Instruction;
use crate::kind::OperandKind;
use crate::place::Place;
use crate::tables::{
    Arch, Class, CodeRange, DialectId, Field, FieldKind, FileId, Kind, Layout, Number, OperandDef, RegisterId, Slot,
    Type,
};

/// An operand of an instruction. It prints as in the default dialect of the target.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Operand {
    pub(crate) inst: Instruction,
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
    /// What the code means.
    pub(crate) value: Value,
}

/// Meaning of the code of an operand, for printing and for rules, which depend on the code: an inline constant and a
/// literal with the same bits differ. [`OperandKind`] is the meaning for everybody else.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
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
    /// A value that is computed from state: `scc`, `vccz`. The range holds its names, the number is an index into
    /// [`Arch::values`].
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
    fn fixed(
        inst: Instruction,
        index: usize,
        def: &'static OperandDef,
        dwords: u8,
        slot: Slot,
        register: RegisterId,
    ) -> Self {
        Self {
            inst,
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
    fn coded(
        arch: &'static Arch,
        inst: Instruction,
        index: usize,
        def: &'static OperandDef,
        field: &'static Field,
        slot: Slot,
        class: Option<&'static Class>,
        (dwords, count): (u8, u8),
    ) -> Self {
        let bits = inst.all_bits();
        let code = field.value(bits) as u32;
        let value = match class.and_then(|c| c.range(code).map(|r| (c, r))) {
            Some((class, range)) => value(arch, class, range, code, count, (bits.head >> 32) as u32),
            None => Value::Reserved,
        };
        Self { inst, index, def, slot, class, code, dwords, source: field.source, value }
    }

    /// The instruction that it is an operand of.
    #[inline]
    pub fn instruction(&self) -> &Instruction {
        &self.inst
    }

    /// Name in the specification.
    #[inline]
    pub fn name(&self) -> &'static str {
        self.def.name.as_str()
    }

    /// Name of the field that it is in; `None` for an implied register.
    pub fn field_name(&self) -> Option<&'static str> {
        let Slot::Field(field) = self.slot else { return None };
        Some(self.inst.layout()[field].name.as_str())
    }

    /// The registers that it is, if it is registers.
    #[inline]
    pub fn place(&self) -> Option<Place> {
        let target = self.inst.target();
        match self.value {
            Value::Registers { file, first, count } => Some(Place::Registers { file: target.row(file), first, count }),
            Value::Special { register, part } => Some(Place::Special { register: target.row(register), part }),
            _ => None,
        }
    }

    /// What the operand is.
    pub fn kind(&self) -> OperandKind {
        let first_name = |range: &CodeRange| range.names.first().map_or("", |name| name.as_str());
        match self.value {
            Value::Registers { .. } | Value::Special { .. } => {
                self.place().map_or(OperandKind::Absent, OperandKind::Place)
            }
            Value::Int(_) | Value::Float(_) | Value::Constant(_) | Value::Literal(_) => {
                OperandKind::Constant(self.constant().unwrap_or_default())
            }
            Value::Computed(range, _) | Value::Name(range) => OperandKind::Name(first_name(range)),
            Value::Attribute { number, channel } => OperandKind::Attribute { number, channel },
            Value::Absent => OperandKind::Absent,
            Value::Number(value, number) => {
                let unused = 32 - self.class.map_or(32, |c| c.bits.clamp(1, 32));
                let signed = (value << unused) as i32 >> unused;
                OperandKind::Number(if number.unsigned { value.into() } else { signed.into() })
            }
            Value::Reserved => OperandKind::Reserved(self.code),
        }
    }

    /// The bits that a constant or literal puts in place of a register of the operand's type; `None` for everything
    /// else.
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

impl PartialEq for Operand {
    fn eq(&self, other: &Self) -> bool {
        (self.inst, self.index) == (other.inst, other.index)
    }
}

impl Eq for Operand {}

impl Instruction {
    /// The operands in the order of assembly.
    #[inline]
    pub fn operands(&self) -> impl Iterator<Item = Operand> + use<> {
        self.operands_in(None)
    }

    /// The operands as a dialect, or none in particular, writes them: it may differ in the number of registers.
    #[inline]
    pub fn operands_in(&self, dialect: Option<DialectId>) -> impl Iterator<Item = Operand> + use<> {
        let inst = *self;
        let (arch, lanes) = (self.target().arch(), self.target().version_info().lanes);
        let layout = self.layout();
        let pairs = self.inst().operands.iter().zip(layout.slots).enumerate();
        pairs.map(move |(i, (def, &slot))| operand_at((arch, lanes), layout, inst, i, def, slot, dialect))
    }

    /// Operand `index` in the order of assembly.
    pub fn operand(&self, index: usize) -> Option<Operand> {
        let layout = self.layout();
        let def = self.inst().operands.get(index)?;
        let slot = *layout.slots.get(index)?;
        let (arch, lanes) = (self.target().arch(), self.target().version_info().lanes);
        Some(operand_at((arch, lanes), layout, *self, index, def, slot, None))
    }
}

/// Always inlined: passed through memory, an operand costs printing twice the time.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
fn operand_at(
    (arch, lanes): (&'static Arch, u32),
    layout: &'static Layout,
    inst: Instruction,
    index: usize,
    def: &'static OperandDef,
    slot: Slot,
    dialect: Option<DialectId>,
) -> Operand {
    let dwords = def.dwords_in(lanes);
    match slot {
        Slot::Register(register) => Operand::fixed(inst, index, def, dwords, slot, register),
        Slot::Field(f) => {
            let field = &layout[f];
            let class = match field.kind {
                FieldKind::Operand(class) => Some(&arch[class]),
                FieldKind::Plain | FieldKind::Ignored => None,
            };
            let bits = inst.all_bits();
            let count = layout.registers(slot, dwords, bits, dialect);
            let operand = Operand::coded(arch, inst, index, def, field, slot, class, (dwords, count));
            if layout.is_absent(index, bits, dialect) { Operand { value: Value::Absent, ..operand } } else { operand }
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
