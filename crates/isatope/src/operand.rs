//! Operands.

use std::fmt;

use isatope_core::tables::Arch;
use isatope_core::{Value, Write as CoreWrite};

use crate::access::{Place, Write, registers};

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operand {
    /// Position in the order of assembly.
    pub index: usize,
    /// Name in the specification.
    pub name: &'static str,
    /// What the operand is.
    pub kind: OperandKind,
    /// Whether the instruction reads it.
    pub read: bool,
    /// Whether the instruction writes it.
    pub write: Write,
}

/// Kinds of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperandKind {
    /// Registers, or another named place.
    Place(Place),
    /// A constant: the bits that it provides.
    Constant(u64),
    /// A number in the encoding: an offset, a count, the distance of a branch in words.
    Number(i64),
    /// A name that means a number, or for a value of the machine (`scc`, `p10`).
    Name(&'static str),
    /// An interpolation attribute.
    Attribute {
        /// Number.
        number: u8,
        /// Channel, 0 is x.
        channel: u8,
    },
    /// The operand is absent because of other bits of the instruction.
    Absent,
    /// A reserved code.
    Reserved(u32),
}

impl From<Place> for OperandKind {
    fn from(place: Place) -> Self {
        Self::Place(place)
    }
}

impl fmt::Display for OperandKind {
    /// `v5`, `0x3f000000`, `-5`, `attr0.x`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(place) => place.fmt(f),
            Self::Constant(bits) => write!(f, "{bits:#x}"),
            Self::Number(number) => number.fmt(f),
            Self::Name(name) => f.write_str(name),
            Self::Attribute { number, channel } => {
                let channel = ["x", "y", "z", "w"].get(usize::from(*channel)).unwrap_or(&"?");
                write!(f, "attr{number}.{channel}")
            }
            Self::Absent => f.write_str("absent"),
            Self::Reserved(code) => write!(f, "the reserved code {code:#x}"),
        }
    }
}

impl Operand {
    pub(crate) fn of(inst: &isatope_core::Instruction, operand: &isatope_core::Operand) -> Self {
        let arch: &Arch = inst.target().arch();
        let (read, write) = inst.operand_access(operand);
        let first_name = |range: &isatope_core::tables::CodeRange| range.names.first().map_or("", |name| name.as_str());
        let kind = match operand.value {
            Value::Registers { file, first, count } => OperandKind::Place(registers(arch, file, first, count)),
            Value::Special { register, part } => {
                OperandKind::Place(Place::Special { name: arch[register].name.as_str(), part })
            }
            Value::Int(_) | Value::Float(_) | Value::Constant(_) | Value::Literal(_) => {
                OperandKind::Constant(operand.constant().unwrap_or_default())
            }
            Value::Computed(range, _) | Value::Name(range) => OperandKind::Name(first_name(range)),
            Value::Attribute { number, channel } => OperandKind::Attribute { number, channel },
            Value::Absent => OperandKind::Absent,
            Value::Number(value, number) => {
                let unused = 32 - operand.class.map_or(32, |c| c.bits.clamp(1, 32));
                let signed = (value << unused) as i32 >> unused;
                OperandKind::Number(if number.unsigned { value.into() } else { signed.into() })
            }
            Value::Reserved => OperandKind::Reserved(operand.code),
        };
        Self { index: operand.index, name: operand.def.name.as_str(), kind, read, write: Write::of(write) }
    }
}

impl Write {
    pub(crate) fn of(write: CoreWrite) -> Self {
        match write {
            CoreWrite::No => Self::No,
            CoreWrite::Maybe => Self::Maybe,
            CoreWrite::Always => Self::Always,
        }
    }
}
