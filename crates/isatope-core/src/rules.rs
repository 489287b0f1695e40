//! Operand rules: what can be encoded and still must not be written.
//!
//! The same rules serve the assembler, which refuses, and the printer, which marks such an instruction so that its text can be
//! assembled all the same.

use core::fmt;

use crate::instruction::Instruction;
use crate::operand::{Operand, Value};
use crate::tables::Slot;

/// A rule that an instruction breaks. The number is that of the operand in the order of assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// More different scalar values are read than the format allows.
    TooManyScalars {
        /// The operand that is one too many.
        operand: usize,
        /// How many are allowed.
        limit: u32,
    },
    /// A value that exists only as the first source stands elsewhere.
    FirstSourceOnly {
        /// The operand.
        operand: usize,
    },
    /// Scalar registers that have to be aligned are not.
    Misaligned {
        /// The operand.
        operand: usize,
    },
    /// A mask of lanes is neither a pair of scalar registers nor a register of that size.
    NotAMask {
        /// The operand.
        operand: usize,
    },
}

impl Violation {
    /// The operand that breaks the rule.
    pub fn operand(self) -> usize {
        match self {
            Self::TooManyScalars { operand, .. }
            | Self::FirstSourceOnly { operand }
            | Self::Misaligned { operand }
            | Self::NotAMask { operand } => operand,
        }
    }

    /// Whether assemblers refuse it; they let the others pass, with a warning at most.
    pub fn is_error(self) -> bool {
        matches!(self, Self::TooManyScalars { .. } | Self::FirstSourceOnly { .. })
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyScalars { limit, .. } => {
                write!(f, "reads more than {limit} scalar register{}", if *limit == 1 { "" } else { "s" })
            }
            Self::FirstSourceOnly { .. } => f.write_str("can only be the first source"),
            Self::Misaligned { .. } => f.write_str("scalar registers cross a multiple of four"),
            Self::NotAMask { .. } => f.write_str("a mask of lanes is a pair of scalar registers"),
        }
    }
}

/// The first rule that assemblers refuse to break, else the first one that they only warn about.
#[inline]
pub fn check(inst: &Instruction) -> Option<Violation> {
    refused(inst).or_else(|| doubtful(inst))
}

/// Rules that assemblers insist on.
#[inline]
pub fn refused(inst: &Instruction) -> Option<Violation> {
    let layout = inst.layout();
    let limit = layout.limits.first().map(|&(_, limit)| limit);
    let mut seen: [Option<Scalar>; 4] = [None; 4];
    let mut count = 0;
    for operand in inst.operands().filter(|o| o.def.read) {
        if let Value::Computed(..) = operand.value
            && operand.source.is_some_and(|s| s > 0)
            && is_first_source_only(&operand)
        {
            return Some(Violation::FirstSourceOnly { operand: operand.index });
        }
        let Some(limit) = limit else { continue };
        let Some(scalar) = Scalar::of(inst, &operand) else { continue };
        if seen.contains(&Some(scalar)) {
            continue;
        }
        if count >= limit {
            return Some(Violation::TooManyScalars { operand: operand.index, limit });
        }
        if let Some(free) = seen.get_mut(count as usize) {
            *free = Some(scalar);
        }
        count += 1;
    }
    None
}

/// Rules that assemblers let pass.
fn doubtful(inst: &Instruction) -> Option<Violation> {
    let arch = inst.target().arch();
    for operand in inst.operands() {
        let scalar_file = |file: u8| !arch.files[file as usize].per_lane;
        match operand.value {
            // Vector instructions take an unaligned pair inside a group of four.
            Value::Registers { file, first, count } if scalar_file(file) && first % 4 + u16::from(count) > 4 => {
                return Some(Violation::Misaligned { operand: operand.index });
            }
            Value::Registers { file, .. } if !scalar_file(file) && is_mask(&operand) => {
                return Some(Violation::NotAMask { operand: operand.index });
            }
            Value::Int(_) | Value::Float(_) | Value::Literal(_) if is_mask(&operand) => {
                return Some(Violation::NotAMask { operand: operand.index });
            }
            _ => {}
        }
    }
    None
}

fn is_mask(operand: &Operand) -> bool {
    operand.def.ty == crate::tables::Type::Mask
}

/// Values of the local data share come in through the path of the first source. Nothing but its name says so in the tables.
fn is_first_source_only(operand: &Operand) -> bool {
    matches!(operand.value, Value::Computed(range, _) if range.names.contains(&"lds_direct"))
}

/// A value that comes over the scalar bus.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scalar {
    /// File, first register, count.
    Registers(u8, u16, u8),
    Special(u8, Option<u8>),
    Computed(u8),
    Literal,
}

impl Scalar {
    #[inline]
    fn of(inst: &Instruction, operand: &Operand) -> Option<Self> {
        match operand.value {
            Value::Registers { file, first, count } if !inst.target().arch().files[file as usize].per_lane => {
                Some(Self::Registers(file, first, count))
            }
            Value::Special { register, part } => Some(Self::Special(register, part)),
            Value::Computed(_, index) if !is_first_source_only(operand) => Some(Self::Computed(index)),
            // A literal beside a fixed register passes.
            Value::Literal(_) => inst.layout().slots.iter().all(|s| matches!(s, Slot::Field(_))).then_some(Self::Literal),
            _ => None,
        }
    }
}
