//! Expressions of the debugger: registers, memory and numbers, with the operators of C.

mod parse;

use isatope::emulator::watch::INACTIVE;
use isatope::emulator::{Location, Session, Wavefront, Workgroup};

pub(crate) use parse::unknown;
pub use parse::{Named, Names, parse};

use crate::kind::{Kind, Number};

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(Number),
    /// Registers: their name, and where they are.
    Register(String, Location),
    /// Address of the next instruction of the wavefront.
    Counter,
    /// The number of the lane.
    Lane,
    /// The number of the wavefront in its workgroup.
    Wave,
    /// A number of the workgroup in the grid: x, y or z.
    Group(usize),
    /// How many instructions have run.
    Steps,
    /// What is in a memory, by the memory's index in the specification, at an address.
    Memory(usize, Kind, Box<Expression>),
    /// What is in the private memory of the lane, at an offset.
    Private(Kind, Box<Expression>),
    /// A value of one lane.
    At(Box<Expression>, Box<Expression>),
    /// A value, read as a kind.
    As(Box<Expression>, Kind),
    /// An operator with one operand: `-`, `~` or `!`.
    Unary(char, Box<Expression>),
    /// An operator with two.
    Binary(Operator, Box<Expression>, Box<Expression>),
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operator {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Left,
    Right,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// The value of an expression in a lane.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Bits of registers or memory, the lowest word first; their kind, if it is known.
    Bits(Vec<u32>, Option<Kind>),
    /// A number that was computed.
    Number(Number),
}

/// Where an expression is computed.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The run.
    pub session: &'a Session,
    /// The workgroup.
    pub group: &'a Workgroup,
    /// The wavefront.
    pub wave: &'a Wavefront,
}

impl Value {
    /// The number that it is.
    ///
    /// # Errors
    /// It is several.
    pub fn number(&self) -> Result<Number, String> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Bits(words, kind) => {
                kind.unwrap_or(Kind::Hex).number(words).ok_or_else(|| "two half floats are no number".to_string())
            }
        }
    }

    /// Its text; bits whose kind is not known are written as `usual`.
    pub fn text(&self, usual: Kind) -> String {
        match self {
            Self::Bits(words, kind) => kind.unwrap_or(usual).text(words),
            Self::Number(Number::Float(number)) => format!("{number:?}"),
            Self::Number(Number::Int(number)) if (-9..10).contains(number) => number.to_string(),
            Self::Number(Number::Int(number)) if *number < 0 => format!("{number} (-{:#x})", number.unsigned_abs()),
            Self::Number(Number::Int(number)) => format!("{number} ({number:#x})"),
        }
    }

    fn integer(&self) -> Result<i128, String> {
        match self.number()? {
            Number::Int(number) => Ok(number),
            Number::Float(number) => Err(format!("{number:?} is no integer")),
        }
    }
}

impl Expression {
    /// Whether its value may differ from lane to lane.
    pub fn is_per_lane(&self) -> bool {
        match self {
            Self::Register(_, location) => location.per_lane,
            Self::Lane | Self::Private(..) => true,
            Self::Number(_) | Self::Counter | Self::Wave | Self::Group(_) | Self::Steps => false,
            Self::Memory(_, _, inner) | Self::As(inner, _) | Self::Unary(_, inner) => inner.is_per_lane(),
            Self::At(_, lane) => lane.is_per_lane(),
            Self::Binary(_, left, right) => left.is_per_lane() || right.is_per_lane(),
        }
    }

    /// Its value in a lane.
    ///
    /// # Errors
    /// It has none, for instance because no memory is at an address.
    pub fn value(&self, scope: Scope, lane: usize) -> Result<Value, String> {
        let integer = |number: u128| Ok(Value::Number(Number::Int(number as i128)));
        match self {
            Self::Number(number) => Ok(Value::Number(*number)),
            Self::Register(_, location) => Ok(Value::Bits(words(scope.wave, *location, lane), None)),
            Self::Counter => Ok(Value::Bits(vec![scope.wave.pc as u32, (scope.wave.pc >> 32) as u32], None)),
            Self::Lane => integer(lane as u128),
            Self::Wave => integer(scope.wave.number.into()),
            Self::Group(axis) => integer(scope.group.id[*axis].into()),
            Self::Steps => integer(scope.session.steps().into()),
            Self::Memory(memory, kind, address) => {
                let address = address.value(scope, lane)?.integer()? as u64;
                let mut bytes = [0; 8];
                let bytes = &mut bytes[..kind.bytes()];
                if !scope.session.read(scope.group, scope.wave, *memory, address, bytes) {
                    let called = scope.session.device().target().terms().memories;
                    let called = called.get(*memory).copied().unwrap_or("memory");
                    return Err(format!("{called} has no {} bytes at {address:#x}", bytes.len()));
                }
                Ok(Value::Bits(words_of(bytes), Some(*kind)))
            }
            Self::Private(kind, offset) => {
                let offset = offset.value(scope, lane)?.integer()? as u64;
                Ok(Value::Bits(words_of(&private(scope, lane, offset, kind.bytes())?), Some(*kind)))
            }
            Self::At(inner, at) => {
                let number = at.value(scope, lane)?.integer()?;
                let lanes = scope.wave.registers.lanes();
                let lane = usize::try_from(number).ok().filter(|lane| *lane < lanes);
                inner.value(
                    scope,
                    lane.ok_or_else(|| format!("there is no lane {number}: they go from 0 to {}", lanes - 1))?,
                )
            }
            Self::As(inner, kind) => Ok(match inner.value(scope, lane)? {
                Value::Bits(words, _) => Value::Bits(words, Some(*kind)),
                // The bits that a register would have.
                Value::Number(number) => Value::Bits(
                    match (number, kind.bits() / 64) {
                        (Number::Int(number), 0) => vec![number as u32],
                        (Number::Int(number), _) => vec![number as u32, (number >> 32) as u32],
                        (number, _) => kind.words(number, kind.bits())?,
                    },
                    Some(*kind),
                ),
            }),
            Self::Unary(operator, inner) => {
                let value = inner.value(scope, lane)?.number()?;
                Ok(Value::Number(match (operator, value) {
                    ('!', value) => Number::Int(i128::from(!value.is_true())),
                    ('-', Number::Int(number)) => Number::Int(number.wrapping_neg()),
                    ('-', Number::Float(number)) => Number::Float(-number),
                    (_, Number::Int(number)) => Number::Int(!number),
                    (operator, Number::Float(number)) => {
                        return Err(format!("`{operator}` needs an integer, not {number:?}"));
                    }
                }))
            }
            Self::Binary(operator, left, right) => {
                let left = left.value(scope, lane)?.number()?;
                // What follows `&&` and `||` counts only if it decides.
                match (operator, left.is_true()) {
                    (Operator::And, false) => return integer(0),
                    (Operator::Or, true) => return integer(1),
                    _ => {}
                }
                let right = right.value(scope, lane)?.number()?;
                Ok(Value::Number(operator.apply(left, right)?))
            }
        }
    }

    /// Its value in a line: where it differs from lane to lane, the values of the first active lanes.
    ///
    /// # Errors
    /// It has none.
    pub fn brief(&self, scope: Scope, usual: Kind) -> Result<String, String> {
        const SHOWN: usize = 4;
        if !self.is_per_lane() {
            return Ok(self.value(scope, 0)?.text(usual));
        }
        let exec = scope.wave.registers.exec();
        let active = (0..scope.wave.registers.lanes()).filter(|lane| exec >> lane & 1 != 0);
        let values = active.clone().take(SHOWN).map(|lane| Ok(self.value(scope, lane)?.text(usual)));
        let values = values.collect::<Result<Vec<String>, String>>()?.join(", ");
        Ok(match active.count() {
            0 => format!("{INACTIVE} (no lane is active)"),
            count if count > SHOWN => format!("{{{values}, …}}"),
            _ => format!("{{{values}}}"),
        })
    }

    /// Whether it holds as a condition: if it differs from lane to lane, in any active lane.
    ///
    /// # Errors
    /// It has no value.
    pub fn holds(&self, scope: Scope) -> Result<bool, String> {
        if !self.is_per_lane() {
            return Ok(self.value(scope, 0)?.number()?.is_true());
        }
        let exec = scope.wave.registers.exec();
        let mut error = None;
        for lane in (0..scope.wave.registers.lanes()).filter(|lane| exec >> lane & 1 != 0) {
            match self.value(scope, lane).and_then(|value| value.number()) {
                Ok(number) if number.is_true() => return Ok(true),
                Ok(_) => {}
                Err(what) => error = Some(what),
            }
        }
        error.map_or(Ok(false), Err)
    }
}

impl Operator {
    fn apply(self, left: Number, right: Number) -> Result<Number, String> {
        let truth = |holds: bool| Ok(Number::Int(holds.into()));
        let order = match (left, right) {
            (Number::Int(left), Number::Int(right)) => Some(left.cmp(&right)),
            (left, right) => left.float().partial_cmp(&right.float()),
        };
        match self {
            Self::Or => return truth(left.is_true() || right.is_true()),
            Self::And => return truth(left.is_true() && right.is_true()),
            Self::Equal => return truth(order.is_some_and(|o| o.is_eq())),
            Self::NotEqual => return truth(order.is_none_or(|o| o.is_ne())),
            Self::Less => return truth(order.is_some_and(|o| o.is_lt())),
            Self::LessOrEqual => return truth(order.is_some_and(|o| o.is_le())),
            Self::Greater => return truth(order.is_some_and(|o| o.is_gt())),
            Self::GreaterOrEqual => return truth(order.is_some_and(|o| o.is_ge())),
            _ => {}
        }
        let (Number::Int(a), Number::Int(b)) = (left, right) else {
            let (a, b) = (left.float(), right.float());
            return Ok(Number::Float(match self {
                Self::Add => a + b,
                Self::Subtract => a - b,
                Self::Multiply => a * b,
                Self::Divide => a / b,
                Self::Remainder => a % b,
                _ => return Err("bits of floats are not computed with: read them as `hex`".to_string()),
            }));
        };
        let by_zero = || "a division by zero".to_string();
        let distance = |b: i128| u32::try_from(b).ok().filter(|b| *b < 128).ok_or_else(|| format!("a shift by {b}"));
        Ok(Number::Int(match self {
            Self::BitOr => a | b,
            Self::BitXor => a ^ b,
            Self::BitAnd => a & b,
            Self::Left => a << distance(b)?,
            Self::Right => a >> distance(b)?,
            Self::Add => a.wrapping_add(b),
            Self::Subtract => a.wrapping_sub(b),
            Self::Multiply => a.wrapping_mul(b),
            Self::Divide => a.checked_div(b).ok_or_else(by_zero)?,
            _ => a.checked_rem(b).ok_or_else(by_zero)?,
        }))
    }
}

/// What registers hold, those of a lane where each lane has its own.
pub fn words(wave: &Wavefront, location: Location, lane: usize) -> Vec<u32> {
    let places = location.first..location.first + location.count;
    match location.per_lane {
        true => places.map(|at| wave.registers.row(at)[lane]).collect(),
        false => wave.registers.scalars()[places].to_vec(),
    }
}

/// Bytes as words, the lowest first.
pub fn words_of(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks(4).map(|word| word.iter().rev().fold(0, |all, byte| all << 8 | u32::from(*byte))).collect()
}

/// The parts of global memory that some bytes of a lane's private memory are: addresses and numbers of bytes.
///
/// # Errors
/// The lane has no such bytes.
pub fn private_parts(scope: Scope, lane: usize, offset: u64, count: usize) -> Result<Vec<(u64, usize)>, String> {
    let (mut parts, mut done) = (Vec::new(), 0);
    while done < count {
        let part = offset.checked_add(done as u64).and_then(|at| scope.wave.private_at(lane, at));
        let Some((address, bytes)) = part else {
            let called = scope.session.device().target().terms().private;
            let bytes = scope.wave.private_bytes();
            return Err(format!("each lane has {bytes} bytes of {called}, and no {count} at {offset:#x}"));
        };
        let bytes = (bytes as usize).min(count - done);
        parts.push((address, bytes));
        done += bytes;
    }
    Ok(parts)
}

/// Bytes of a lane's private memory.
///
/// # Errors
/// The lane has no such bytes.
pub fn private(scope: Scope, lane: usize, offset: u64, count: usize) -> Result<Vec<u8>, String> {
    let global = scope.session.device().target().arch().roles.global.unwrap_or_default();
    let mut all = Vec::with_capacity(count);
    for (address, bytes) in private_parts(scope, lane, offset, count)? {
        let start = all.len();
        all.resize(start + bytes, 0);
        if !scope.session.read(scope.group, scope.wave, global, address, &mut all[start..]) {
            return Err(format!("there is no memory at {address:#x}"));
        }
    }
    Ok(all)
}
