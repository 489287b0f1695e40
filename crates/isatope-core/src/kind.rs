//! Operands as programs see them.

use core::fmt;

use crate::place::Place;

/// What an operand is, whatever the code in its field. Two operands of the same kind mean the same.
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
