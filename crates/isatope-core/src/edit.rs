//! Instructions with other operands.

use core::fmt;

use crate::instruction::Instruction;
use crate::kind::OperandKind;
use crate::operand::{Operand, Value};
use crate::place::Place;
use crate::rules;
use crate::tables::{Class, CodeRange, Kind, Slot, Type};

/// An operand cannot be what it was asked to be. It prints as what it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OperandError {
    /// The instruction, as it was.
    pub instruction: Instruction,
    /// The number of the operand, counted from 0.
    pub index: usize,
    /// What it was asked to be.
    pub wanted: OperandKind,
    /// Why it cannot.
    pub reason: OperandReason,
}

/// Why an operand cannot be what it was asked to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperandReason {
    /// The instruction has fewer operands.
    NoOperand,
    /// No code of its field represents it.
    NoCode,
    /// Another operand needs other bits that both share: a second literal, for example.
    Conflict,
    /// It breaks a rule about operands.
    Rule(rules::Violation),
    /// The distance is no whole number of words, or too far.
    Distance,
}

impl fmt::Display for OperandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mnemonic = self.instruction.mnemonic();
        let Some(operand) = self.instruction.operand(self.index) else {
            let count = self.instruction.operands().count();
            let s = if count == 1 { "" } else { "s" };
            return write!(f, "{mnemonic} has no operand {}: it has {count} operand{s}, counted from 0", self.index);
        };
        write!(f, "`{}` of {mnemonic} cannot be {}", operand.def.name, self.wanted)?;
        match self.reason {
            OperandReason::Conflict => f.write_str(" together with the other operands"),
            OperandReason::Rule(violation) => write!(f, ": it {violation}"),
            OperandReason::Distance => f.write_str(": branches lead to whole words within their range"),
            _ => match operand.class {
                Some(class) => write!(f, ": it can be {}", Choices { operand: &operand, class }),
                None => f.write_str(": it is always the same register"),
            },
        }
    }
}

impl core::error::Error for OperandError {}

/// What the codes of an operand stand for.
struct Choices<'a> {
    operand: &'a Operand,
    class: &'a Class,
}

impl fmt::Display for Choices<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arch = self.operand.instruction().target().arch();
        let mut first = true;
        for range in self.class.codes {
            let length = (range.last - range.first).saturating_add(1);
            let print = |f: &mut fmt::Formatter<'_>| match range.kind {
                Kind::File { file, base, step } => {
                    let prefix = arch[file].prefix;
                    let last = u32::from(base) + (length - 1) * u32::from(step);
                    match self.operand.dwords {
                        0 | 1 => write!(f, "{prefix}{base} to {prefix}{last}"),
                        n => write!(f, "{n} registers of {prefix}{base} to {prefix}{last}"),
                    }
                }
                Kind::Register(register) => f.write_str(arch[register].name.as_str()),
                Kind::Int { start, down } => {
                    let last = if down { start - (length - 1) as i32 } else { start + (length - 1) as i32 };
                    if length == 1 { write!(f, "{start}") } else { write!(f, "{start} to {last}") }
                }
                Kind::Literal => f.write_str("a constant of 32 bits"),
                Kind::Attribute => f.write_str("an attribute such as attr0.x"),
                Kind::Number(_) => write!(f, "a number of {} bits", self.class.bits),
                Kind::Float { .. } | Kind::Value(_) | Kind::Name | Kind::Constant(_) => {
                    f.write_str(range.names.first().map_or("a constant", |name| name.as_str()))
                }
            };
            if !first {
                f.write_str(", ")?;
            }
            first = false;
            print(f)?;
        }
        Ok(())
    }
}

impl Instruction {
    /// Sets an operand, counted from 0 in the order of assembly: a register
    /// ([`Target::register`](crate::Target::register)), a constant by its bits, a number. The format stays, and with
    /// it the length, except that a constant may need a literal or not need one any more.
    ///
    /// # Errors
    /// The operand cannot be that; the message says what it can be. The instruction stays as it is then.
    ///
    /// ```
    /// use isatope_core::Target;
    ///
    /// let mut inst = Target::GFX900.decode(&0x0202_0702_u32.to_le_bytes())?;
    /// assert_eq!(inst.to_string(), "v_add_f32       v1, v2, v3");
    /// inst.set_operand(0, Target::GFX900.register("v5")?)?;
    /// assert_eq!(inst.to_string(), "v_add_f32       v5, v2, v3");
    /// let error = inst.set_operand(0, Target::GFX900.register("s5")?).unwrap_err();
    /// assert_eq!(error.to_string(), "`vdst` of v_add_f32 cannot be s5: it can be v0 to v255");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_operand(&mut self, index: usize, value: impl Into<OperandKind>) -> Result<(), OperandError> {
        let wanted = value.into();
        let fail = |reason| OperandError { instruction: *self, index, wanted, reason };
        let operand = self.operand(index).ok_or(fail(OperandReason::NoOperand))?;
        if operand.kind() == wanted {
            return Ok(());
        }
        let (Slot::Field(field), Some(class)) = (operand.slot, operand.class) else {
            return Err(fail(OperandReason::NoCode));
        };
        let mut reason = OperandReason::NoCode;
        for (code, literal) in codes(&operand, class, wanted) {
            let mut set = *self;
            set.set_field(field, code.into());
            if let Some(literal) = literal.filter(|_| class.bits < 32) {
                set.set_literal(literal);
            }
            // Bits that operands share may need another value.
            let shared = set.layout().field_ids().find(|field| set.layout()[*field].shared);
            let values = shared.map_or(0, |field| 1_u64 << set.layout()[field].bits.min(6));
            let with = |value| {
                let mut other = set;
                shared.into_iter().for_each(|field| other.set_field(field, value));
                other
            };
            let all = core::iter::once(set).chain((0..values).map(with));
            let Some(found) = all.into_iter().find(|found| self.differs_only_in(found, index, wanted)) else {
                reason = OperandReason::Conflict;
                continue;
            };
            let dialect = found.target().arch().default_dialect();
            match rules::check(&found, dialect).filter(|new| rules::check(self, dialect) != Some(*new)) {
                Some(violation) => reason = OperandReason::Rule(violation),
                None => {
                    *self = found;
                    return Ok(());
                }
            }
        }
        Err(fail(reason))
    }

    /// Whether another instruction is the same except that one operand is what is wanted.
    fn differs_only_in(&self, other: &Self, index: usize, wanted: OperandKind) -> bool {
        // A code may mean another format, with a word more.
        let same_form = crate::decode(other.target(), &other.bytes()).ok() == Some(*other);
        let mut pairs = self.operands().zip(other.operands()).enumerate();
        same_form && pairs.all(|(i, (before, after))| after.kind() == if i == index { wanted } else { before.kind() })
    }

    /// The same branch with another target, for a branch at `address`.
    ///
    /// # Errors
    /// It is no branch to a fixed place, or the target is too far away or no whole number of words.
    ///
    /// ```
    /// use isatope_core::Target;
    ///
    /// // s_branch to the next instruction
    /// let inst = Target::GFX900.decode(&0xbf82_0000_u32.to_le_bytes())?;
    /// let moved = inst.with_branch_target(0x1000, 0x1100)?;
    /// assert_eq!(moved.branch_target(0x1000), Some(0x1100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_branch_target(&self, address: u64, to: u64) -> Result<Self, OperandError> {
        let is_target = |operand: &Operand| match operand.value {
            Value::Number(_, number) => number.target,
            _ => false,
        };
        let operand = self.operands().find(is_target);
        let distance = to.wrapping_sub(address.wrapping_add(self.len() as u64)) as i64;
        let word = self.target().word_bytes() as i64;
        let wanted = OperandKind::Number(distance.div_euclid(word));
        let index = operand.map_or(self.operands().count(), |operand| operand.index);
        let fail = |reason| OperandError { instruction: *self, index, wanted, reason };
        if distance.rem_euclid(word) != 0 {
            return Err(fail(OperandReason::Distance));
        }
        let mut moved = *self;
        match moved.set_operand(index, wanted) {
            Err(OperandError { reason: OperandReason::NoCode, .. }) => Err(fail(OperandReason::Distance)),
            Err(error) => Err(error),
            Ok(()) => Ok(moved),
        }
    }
}

/// The codes that stand for something in an operand, each with the literal that it needs. Codes that say more than
/// that come last.
fn codes(
    operand: &Operand,
    class: &'static Class,
    wanted: OperandKind,
) -> impl Iterator<Item = (u32, Option<u32>)> + use<> {
    let target = operand.instruction().target();
    let (arch, wide, ty) = (target.arch(), operand.dwords >= 2, operand.def.ty);
    let code = move |range: &CodeRange| -> Option<(u32, Option<u32>)> {
        let length = range.last - range.first;
        let at = |offset: u32| (offset <= length).then_some((range.first.wrapping_add(offset), None));
        match (range.kind, wanted) {
            (Kind::File { file, base, step }, OperandKind::Place(Place::Registers { file: wanted, first, .. })) => {
                let offset = first.checked_sub(base).filter(|_| target.row(file) == wanted)?;
                (offset % u16::from(step) == 0).then(|| at((offset / u16::from(step)).into())).flatten()
            }
            (Kind::Register(register), OperandKind::Place(Place::Special { register: wanted, part })) => {
                (target.row(register) == wanted).then(|| at(part.unwrap_or(0).into())).flatten()
            }
            (Kind::Int { start, down }, OperandKind::Constant(bits)) => {
                let value = if wide { bits as i64 } else { i64::from(u32::try_from(bits).ok()? as i32) };
                let offset = if down { i64::from(start) - value } else { value - i64::from(start) };
                at(u32::try_from(offset).ok()?)
            }
            (Kind::Float { f64, f32, f16 }, OperandKind::Constant(bits)) => {
                let own = match ty {
                    Type::F16 | Type::Halves | Type::Int { bits: 16, .. } => u64::from(f16),
                    _ if wide => f64,
                    _ => u64::from(f32),
                };
                (own == bits).then(|| at(0)).flatten()
            }
            (Kind::Constant(value), OperandKind::Constant(bits)) => (u64::from(value) == bits).then(|| at(0)).flatten(),
            (Kind::Literal, OperandKind::Constant(bits)) => {
                let literal = match ty {
                    Type::F64 => (bits as u32 == 0).then_some((bits >> 32) as u32)?,
                    Type::Int { bits: 64, signed: true } => i32::try_from(bits as i64).ok()? as u32,
                    _ => u32::try_from(bits).ok()?,
                };
                Some((if class.bits >= 32 { literal } else { range.first }, Some(literal)))
            }
            (Kind::Number(number), OperandKind::Number(value)) => {
                let bits = class.bits.clamp(1, 32);
                let code = value as u32 & (u32::MAX >> (32 - bits));
                let signed = i64::from((code << (32 - bits)) as i32 >> (32 - bits));
                let back = if arch[number].unsigned { i64::from(code) } else { signed };
                (back == value && range.first <= code && code <= range.last).then_some((code, None))
            }
            (Kind::Name | Kind::Value(_), OperandKind::Name(name)) => {
                (range.names.iter().any(|own| *own == name)).then(|| at(0)).flatten()
            }
            (Kind::Attribute, OperandKind::Attribute { number, channel }) => {
                (number < 64 && channel < 4).then_some((u32::from(number) | u32::from(channel) << 6, None))
            }
            _ => None,
        }
    };
    let of = move |last_use: bool| class.codes.iter().filter(move |r| r.last_use == last_use).filter_map(code);
    let reserved = match wanted {
        OperandKind::Reserved(code) => class.range(code).is_none().then_some((code, None)),
        _ => None,
    };
    of(false).chain(of(true)).chain(reserved)
}
