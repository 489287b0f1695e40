//! Operand rules: restrictions on instructions that could be encoded.
//!
//! The same rules serve the assembler, which refuses, and the printer, which marks such an instruction so that its text
//! can be assembled anyway.

use core::fmt;

use crate::instruction::Instruction;
use crate::operand::{Operand, Value};
use crate::tables::{
    Arch, CountedScalars, DialectId, FieldId, FieldKind, FileId, Kind, Layout, Need, RegFile, RegisterId, Slot, Type,
};

/// A rule that an instruction breaks. The number is that of the operand in the order of assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// More different scalar values are read than the format allows.
    TooManyScalars {
        /// The operand that is one too many.
        operand: usize,
        /// The limit.
        limit: u32,
        /// Whether they include a register that the instruction reads implicitly.
        implied: bool,
    },
    /// A value that is allowed only in one source is used in another one.
    OnlyIn {
        /// The operand.
        operand: usize,
        /// Name of the field in which it may be.
        field: &'static str,
    },
    /// Scalar registers that must be aligned are not.
    Misaligned {
        /// The operand.
        operand: usize,
    },
    /// A group of scalar registers does not start at a multiple of its size.
    Unaligned {
        /// The operand.
        operand: usize,
    },
    /// A mask of lanes is neither a pair of scalar registers nor a register of that size.
    NotAMask {
        /// The operand.
        operand: usize,
    },
    /// The operand must be something else.
    Needs {
        /// The operand.
        operand: usize,
        /// What it must be.
        need: Need,
    },
    /// A field has to have another value.
    Value {
        /// The field.
        field: FieldId,
        /// The value that it has to have.
        value: u64,
    },
    /// Fields have values that the format does not allow.
    Refused {
        /// What is wrong.
        message: &'static str,
    },
    /// A field has bits that the operation does not read.
    Idle {
        /// The field.
        field: FieldId,
    },
    /// More is read beside registers of the lane than the format allows.
    TooMuch {
        /// The operand that is too much.
        operand: usize,
        /// The exceeded limit.
        what: Shared,
        /// The limit.
        limit: u8,
    },
    /// A pair of registers does not start at an even one.
    OddPair {
        /// The operand.
        operand: usize,
    },
    /// A group of registers that a field counts starts at an odd one, or goes past the last one.
    Group {
        /// The operand.
        operand: usize,
        /// It extends past the last register; otherwise it starts at an odd one.
        past_end: bool,
    },
}

/// Limits on uniform values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// Different values, constants among them.
    Reads,
    /// Different pairs of uniform registers or special values.
    Slots,
    /// Different uniform registers.
    Words,
}

impl Violation {
    /// The name of what breaks the rule.
    pub fn subject(self, inst: &Instruction) -> Option<&'static str> {
        match self {
            Self::Value { field, .. } | Self::Idle { field } => {
                inst.layout().fields.get(field.index()).map(|f| f.name.as_str())
            }
            _ => Some(inst.operand(self.operand()?)?.def.name.as_str()),
        }
    }

    /// The operand that breaks the rule, if it is an operand.
    pub fn operand(self) -> Option<usize> {
        Some(match self {
            Self::Value { .. } | Self::Refused { .. } | Self::Idle { .. } => return None,
            Self::TooManyScalars { operand, .. }
            | Self::OnlyIn { operand, .. }
            | Self::Misaligned { operand }
            | Self::Unaligned { operand }
            | Self::NotAMask { operand }
            | Self::Needs { operand, .. }
            | Self::TooMuch { operand, .. }
            | Self::OddPair { operand }
            | Self::Group { operand, .. } => operand,
        })
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyScalars { limit, implied, .. } => {
                let s = if *limit == 1 { "" } else { "s" };
                let unsaid = if *implied { ", one of them implicitly" } else { "" };
                write!(f, "reads more than {limit} scalar register{s}{unsaid}")
            }
            Self::OnlyIn { field, .. } => match field.as_bytes().last() {
                Some(b'0') => f.write_str("can only be the first source"),
                _ => write!(f, "can only be used in {field}"),
            },
            Self::Misaligned { .. } => f.write_str("scalar registers cross a multiple of four"),
            Self::Unaligned { .. } => f.write_str("scalar registers start at a multiple of their number, or of four"),
            Self::NotAMask { .. } => f.write_str("a lane mask is a pair of scalar registers"),
            Self::Needs { need: Need::File(_), .. } => f.write_str("must be a vector register"),
            Self::Needs { need: Need::Word, .. } => {
                f.write_str("takes more than one register: this form has operands of at most 32 bits")
            }
            Self::Needs { need: Need::Scalar, .. } => f.write_str("must be uniform: a scalar register or a constant"),
            Self::Value { value, .. } => write!(f, "must be {value}"),
            Self::Refused { message } => f.write_str(message),
            Self::Idle { .. } => f.write_str("has no effect here: the operation ignores it"),
            Self::TooMuch { what, limit, .. } => {
                let what = match (what, limit) {
                    (Shared::Reads, 1) => "uniform value or constant",
                    (Shared::Reads, _) => "different uniform values and constants",
                    (Shared::Slots, 1) => "pair of uniforms or one special value",
                    (Shared::Slots, _) => "pairs of uniforms or special values",
                    (Shared::Words, 1) => "uniform word",
                    (Shared::Words, _) => "different uniform words",
                };
                write!(f, "is one too many: the instruction can read at most {limit} {what}")
            }
            Self::OddPair { .. } => f.write_str("is 64 bits wide: a pair of registers starts at an even register"),
            Self::Group { past_end: true, .. } => f.write_str("extends past the last register"),
            Self::Group { .. } => f.write_str("starts at an odd register: a group starts at an even register"),
        }
    }
}

/// The first rule of a dialect that an instruction breaks.
pub fn check(inst: &Instruction, dialect: DialectId) -> Option<Violation> {
    let layout = inst.layout();
    let operands = if is_plain(inst, layout) { None } else { operands(inst, layout, dialect) };
    let fields = || values(inst, layout, dialect).or_else(|| refused(inst, layout, dialect));
    operands.or_else(fields).or_else(|| shared(inst, layout))
}

/// Whether operands cannot break a rule: they are registers of the lane, and constants that have codes, and the form
/// requires nothing of them. Most instructions are like that, and this is sooner found out than what each operand is.
fn is_plain(inst: &Instruction, layout: &Layout) -> bool {
    let arch = inst.target().arch();
    let mut operands = inst.inst().operands.iter().zip(layout.slots);
    let has_requirements = !layout.needs.as_slice().is_empty() || !layout.counted.as_slice().is_empty();
    !has_requirements
        && operands.all(|(def, &slot)| {
            let Slot::Field(field) = slot else { return true };
            let field = &layout[field];
            let FieldKind::Operand(class) = field.kind else { return true };
            let range = arch[class].range(field.value(inst.all_bits()) as u32);
            def.ty != Type::Mask
                && match range.map(|range| range.kind) {
                    Some(Kind::File { file, .. }) => arch[file].per_lane && !arch[file].even_pairs,
                    Some(Kind::Int { .. } | Kind::Float { .. }) => true,
                    _ => false,
                }
        })
}

/// The first rule about operands that an instruction breaks.
fn operands(inst: &Instruction, layout: &Layout, dialect: DialectId) -> Option<Violation> {
    let arch = inst.target().arch();
    let mut sum = 0;
    for operand in inst.operands_in(Some(dialect)) {
        if let Some(violation) = group(arch, layout, &operand) {
            return Some(violation);
        }
        if let Some(violation) = alone(arch, layout, dialect, &operand) {
            return Some(violation);
        }
        sum += weight(arch, &operand);
    }
    // What has no weight is not a scalar value.
    if sum == 0 { None } else { scalars(inst, layout, dialect) }
}

/// The rule that fields have certain values.
fn values(inst: &Instruction, layout: &Layout, dialect: DialectId) -> Option<Violation> {
    let here = layout.values.iter().filter(|v| v.2.is_none_or(|d| d == dialect));
    let mut wrong = here.filter(|v| inst.field(v.0) != v.1);
    wrong.next().map(|&(field, value, _)| Violation::Value { field, value })
}

/// The rules that conditions on fields hold, and that no bit is set that the operation does not read.
fn refused(inst: &Instruction, layout: &Layout, dialect: DialectId) -> Option<Violation> {
    if let Some(broken) = inst.unusual().find(|e| dialect.is_in(e.refused)) {
        return Some(Violation::Refused { message: broken.message.as_str() });
    }
    let encoding = inst.encoding();
    let ruled = layout.refused.iter().find(|r| r.0 == dialect)?.1;
    let idle = (inst.bits() ^ encoding.default) & encoding.effects.idle & ruled;
    let field = layout.field_ids().find(|field| layout[*field].place.mask & idle != 0)?;
    Some(Violation::Idle { field })
}

/// Rules about one operand.
fn alone(arch: &Arch, layout: &Layout, dialect: DialectId, operand: &Operand) -> Option<Violation> {
    let index = operand.index;
    if let Value::Computed(range, _) = operand.value
        && let Slot::Field(field) = operand.slot
        && !range.only.is_empty()
        && range.only != layout[field].name
    {
        return Some(Violation::OnlyIn { operand: index, field: range.only.as_str() });
    }
    if let Value::Registers { file, first, count } = operand.value
        && may_misalign(&arch[file], dialect, operand)
        && count > 1
        && if count > 4 { first % 4 != 0 } else { first % 4 + u16::from(count) > 4 }
    {
        return Some(Violation::Misaligned { operand: index });
    }
    if let Value::Registers { file, first, count } = operand.value
        && layout.is_aligned(dialect)
        && may_misalign(&arch[file], dialect, operand)
        && count > 1
        && first % u16::from(count.next_power_of_two().min(4)) != 0
    {
        return Some(Violation::Unaligned { operand: index });
    }
    if operand.def.ty == Type::Mask && !matches!(operand.value, Value::Reserved) && !is_uniform_register(arch, operand)
    {
        return Some(Violation::NotAMask { operand: index });
    }
    let Slot::Field(field) = operand.slot else { return None };
    let applies = |&&(f, _, d): &&(FieldId, Need, Option<DialectId>)| f == field && d.is_none_or(|d| d == dialect);
    let need = layout.needs.iter().find(applies)?.1;
    let met = match (need, operand.value) {
        (Need::Word, _) => operand.dwords == 1,
        (_, Value::Reserved | Value::Absent) => true,
        (Need::File(file), Value::Registers { file: is, .. }) => is == file,
        // What comes in through the local data share takes the place of a vector register.
        (Need::File(_), Value::Computed(range, _)) => !range.only.is_empty(),
        (Need::File(_), _) => false,
        (Need::Scalar, Value::Registers { file, .. }) => !arch[file].per_lane,
        (Need::Scalar, _) => true,
    };
    (!met).then_some(Violation::Needs { operand: index, need })
}

/// Rules about pairs and groups of registers.
fn group(arch: &Arch, layout: &Layout, operand: &Operand) -> Option<Violation> {
    let Value::Registers { file, first, count } = operand.value else { return None };
    let Slot::Field(field) = operand.slot else { return None };
    let index = operand.index;
    let counted = layout.counted.iter().any(|c| c.field == field);
    let file = &arch[file];
    if counted && u32::from(first) + u32::from(count) > file.count {
        return Some(Violation::Group { operand: index, past_end: true });
    }
    if counted {
        return (count > 1 && first % 2 != 0).then_some(Violation::Group { operand: index, past_end: false });
    }
    // A result may start anywhere.
    let is_pair = file.even_pairs && operand.dwords == 2 && operand.def.read;
    (is_pair && first % 2 != 0).then_some(Violation::OddPair { operand: index })
}

/// The rule that only so much can be read through codes that depend on shared bits.
fn shared(inst: &Instruction, layout: &Layout) -> Option<Violation> {
    let limit = layout.shared_limit?;
    let (mut reads, mut slots, mut words) = (Seen::default(), Seen::default(), Seen::default());
    for operand in inst.operands() {
        let Slot::Field(field) = operand.slot else { continue };
        if layout.shared_bits(&layout[field]) == 0 {
            continue;
        }
        let word = match operand.value {
            Value::Registers { file, first, .. } if !inst.target().arch()[file].per_lane => Some(u32::from(first)),
            Value::Registers { .. } => continue,
            Value::Constant(_) => None,
            // Special values and codes without meaning: pairs as their codes are, after all the uniforms.
            _ => Some(0x1000 | operand.code),
        };
        let over = |seen: &mut Seen, key: u32, limit: u8| seen.add(key) > u32::from(limit);
        let too_much = |what, limit| Some(Violation::TooMuch { operand: operand.index, what, limit });
        if over(&mut reads, word.unwrap_or(0x2000 | operand.code), limit.reads) {
            return too_much(Shared::Reads, limit.reads);
        }
        let Some(word) = word else { continue };
        if over(&mut slots, word >> 1, limit.slots) {
            return too_much(Shared::Slots, limit.slots);
        }
        let other = if operand.dwords == 2 { word ^ 1 } else { word };
        if over(&mut words, word, limit.words) || over(&mut words, other, limit.words) {
            return too_much(Shared::Words, limit.words);
        }
    }
    None
}

/// A few different keys.
#[derive(Default)]
struct Seen {
    keys: [u32; 8],
    count: usize,
}

impl Seen {
    /// Adds a key, and says how many different ones there are.
    fn add(&mut self, key: u32) -> u32 {
        if !self.keys[..self.count].contains(&key) && self.count < self.keys.len() {
            self.keys[self.count] = key;
            self.count += 1;
        }
        self.count as u32
    }
}

/// Whether groups of a file must be aligned in this operand.
fn may_misalign(file: &RegFile, dialect: DialectId, operand: &Operand) -> bool {
    let mask = operand.def.read && operand.def.ty == Type::Mask;
    !file.per_lane && !file.unaligned.iter().any(|&(d, masks)| d == dialect && (mask || !masks))
}

fn is_uniform_register(arch: &Arch, operand: &Operand) -> bool {
    match operand.value {
        Value::Registers { file, .. } => !arch[file].per_lane,
        Value::Special { .. } | Value::Computed(..) => true,
        _ => false,
    }
}

/// The rule that only this many different scalar values may be read.
fn scalars(inst: &Instruction, layout: &Layout, dialect: DialectId) -> Option<Violation> {
    let limit = layout.limit(dialect)?;
    let (counted, limit) = (limit.counted.as_ref(), limit.most);
    let mut seen: [Option<Scalar>; 4] = [None; 4];
    let mut count = 0;
    let mut implied = false;
    let mut add = |scalar: Scalar| {
        if !seen.contains(&Some(scalar)) {
            if let Some(free) = seen.get_mut(count) {
                *free = Some(scalar);
            }
            count += 1;
        }
        count > limit as usize
    };
    for register in inst.implied_masks() {
        implied = true;
        add(if counted.is_some() { Scalar::Unsaid(register) } else { Scalar::Special(register, None) });
    }
    for operand in inst.operands().filter(|o| o.def.read) {
        let scalar = match counted {
            Some(counted) => Scalar::counted(counted, &operand),
            None => Scalar::of(inst, layout, &operand),
        };
        if let Some(scalar) = scalar
            && add(scalar)
        {
            return Some(Violation::TooManyScalars { operand: operand.index, limit, implied });
        }
    }
    None
}

/// Weight of an operand for operand rules: an instruction with a total weight below 2 breaks no rule. Cheaper than
/// [`check`], for the printer.
#[inline]
pub(crate) fn weight(arch: &Arch, operand: &Operand) -> u32 {
    match operand.value {
        Value::Registers { file, count, .. } if !arch[file].per_lane => {
            if count > 1 {
                2
            } else {
                u32::from(operand.def.read)
            }
        }
        Value::Registers { .. } | Value::Int(_) | Value::Float(_) => 2 * u32::from(operand.def.ty == Type::Mask),
        Value::Special { .. } => u32::from(operand.def.read),
        Value::Literal(_) => 1 + u32::from(operand.def.ty == Type::Mask),
        Value::Constant(_) => 0,
        Value::Computed(..) => 2,
        Value::Attribute { .. } | Value::Name(_) | Value::Number(..) | Value::Absent | Value::Reserved => 0,
    }
}

/// A value that is read over the scalar bus.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scalar {
    /// File, first register, count.
    Registers(FileId, u16, u8),
    Special(RegisterId, Option<u8>),
    Computed(u8),
    Literal,
    /// A register that the instruction reads without naming it.
    Unsaid(RegisterId),
}

impl Scalar {
    /// A counted value, identified by its first 32 bits.
    fn counted(counted: &CountedScalars, operand: &Operand) -> Option<Self> {
        match operand.value {
            Value::Registers { file, first, .. } => (file == counted.file).then_some(Self::Registers(file, first, 1)),
            Value::Special { register, part } => {
                let part = part.unwrap_or(0);
                counted.registers.contains(&register).then_some(Self::Special(register, Some(part)))
            }
            Value::Literal(_) => counted.literal.then_some(Self::Literal),
            _ => None,
        }
    }

    fn of(inst: &Instruction, layout: &Layout, operand: &Operand) -> Option<Self> {
        match operand.value {
            Value::Registers { file, first, count } if !inst.target().arch()[file].per_lane => {
                Some(Self::Registers(file, first, count))
            }
            Value::Special { register, part } => {
                let free = matches!(operand.slot, Slot::Field(f) if layout.exempt.contains(&(f, register)));
                (!free).then_some(Self::Special(register, part))
            }
            Value::Computed(range, index) if range.only.is_empty() => Some(Self::Computed(index)),
            Value::Literal(_) => Some(Self::Literal),
            _ => None,
        }
    }
}
