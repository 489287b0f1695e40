//! IEEE exceptions of floating-point operations, from the status that `rustc_apfloat` reports.
//!
//! Choices that IEEE 754 leaves open, or for which GPUs have modes of their own:
//! - An inexact result that is subnormal or zero after rounding underflows.
//! - A subnormal operand is recorded. The bodies of instructions replace operands that their modes flush to zero.
//! - A square root, and any other function that the library lacks, is inexact unless the result proves that it is
//!   exact.

use std::ops::{BitOr, BitOrAssign};

use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

use crate::apfloat::mode;
use crate::{Builtin, Type};

/// A set of exceptions: one bit for each of [`EXCEPTIONS`](crate::EXCEPTIONS), in that order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exceptions(pub u8);

impl Exceptions {
    /// No exception.
    pub const NONE: Self = Self(0);
    /// The result is not a number, or an operand is a signalling NaN.
    pub const INVALID: Self = Self(1 << 0);
    /// An operand is subnormal.
    pub const INPUT_DENORMAL: Self = Self(1 << 1);
    /// A finite number was divided by zero.
    pub const DIVIDE_BY_ZERO: Self = Self(1 << 2);
    /// The result is larger than the largest number.
    pub const OVERFLOW: Self = Self(1 << 3);
    /// The result is too small to be exact.
    pub const UNDERFLOW: Self = Self(1 << 4);
    /// The result was rounded.
    pub const INEXACT: Self = Self(1 << 5);
}

impl BitOr for Exceptions {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Exceptions {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl From<Status> for Exceptions {
    fn from(status: Status) -> Self {
        let pairs = [
            (Status::INVALID_OP, Self::INVALID),
            (Status::DIV_BY_ZERO, Self::DIVIDE_BY_ZERO),
            (Status::OVERFLOW, Self::OVERFLOW),
            (Status::UNDERFLOW, Self::UNDERFLOW),
            (Status::INEXACT, Self::INEXACT),
        ];
        pairs.into_iter().filter(|(theirs, _)| status.contains(*theirs)).fold(Self::NONE, |all, (_, ours)| all | ours)
    }
}

/// Exceptions that an operation raises. It is a builtin, or a comparison (`None`), of operands of type `from`, with a
/// `result` of type `to`.
pub fn raised(builtin: Option<Builtin>, from: Type, to: Type, operands: &[u128], result: u128) -> Exceptions {
    match from {
        Type::F16 => of_format::<Half>(builtin, to, operands, result),
        Type::F32 => of_format::<Single>(builtin, to, operands, result),
        Type::F64 => of_format::<Double>(builtin, to, operands, result),
        Type::Int { bits, signed } => of_integer(bits, signed, to, operands),
        _ => Exceptions::NONE,
    }
}

/// Exceptions of the conversion of an integer.
fn of_integer(bits: u32, signed: bool, to: Type, operands: &[u128]) -> Exceptions {
    fn convert<F: Float>(value: i128, round: Round) -> Exceptions {
        rounded(round, |round, halved| F::from_i128_r(if halved { value / 2 } else { value }, round))
    }
    let operand = |k: usize| operands.get(k).copied().unwrap_or(0);
    let value = if signed { (operand(0) << (128 - bits)) as i128 >> (128 - bits) } else { operand(0) as i128 };
    let round = mode(operand(1) as u32);
    match to {
        Type::F16 => convert::<Half>(value, round),
        Type::F32 => convert::<Single>(value, round),
        Type::F64 => convert::<Double>(value, round),
        _ => Exceptions::NONE,
    }
}

/// Exceptions of an operation on numbers of a format.
fn of_format<F>(builtin: Option<Builtin>, to: Type, operands: &[u128], result: u128) -> Exceptions
where
    F: Float + FloatConvert<Half> + FloatConvert<Single> + FloatConvert<Double>,
{
    let operand = |k: usize| operands.get(k).copied().unwrap_or(0);
    let round = |k: usize| mode(operand(k) as u32);
    let count = match builtin {
        Some(Builtin::Ffma) => 3,
        None | Some(Builtin::Fadd | Builtin::Fmul | Builtin::Fdiv | Builtin::Min | Builtin::Max) => 2,
        Some(_) => 1,
    };
    let mut sources = Exceptions::NONE;
    for number in (0..count).map(|k| F::from_bits(operand(k))) {
        if number.is_denormal() {
            sources |= Exceptions::INPUT_DENORMAL;
        }
        if number.is_signaling() {
            sources |= Exceptions::INVALID;
        }
    }
    let [a, b, c] = [0, 1, 2].map(|k| F::from_bits(operand(k)));
    let half = |x: F| x.scalbn(-1);
    // Halves a product or a quotient without loss, because the larger factor is far from the smallest numbers.
    let is_larger = a.is_infinite() || a.is_finite() && b.is_finite() && a.ilogb() >= b.ilogb();
    sources
        | match builtin {
            Some(Builtin::Fadd) => rounded(round(2), |round, halved| match halved {
                true => half(a).add_r(half(b), round),
                false => a.add_r(b, round),
            }),
            Some(Builtin::Fmul) => rounded(round(2), |round, halved| match (halved, is_larger) {
                (true, true) => half(a).mul_r(b, round),
                (true, false) => a.mul_r(half(b), round),
                (false, _) => a.mul_r(b, round),
            }),
            Some(Builtin::Fdiv) => rounded(round(2), |round, halved| match (halved, is_larger) {
                (true, true) => half(a).div_r(b, round),
                (true, false) => a.div_r(b.scalbn(1), round),
                (false, _) => a.div_r(b, round),
            }),
            Some(Builtin::Ffma) => rounded(round(3), |round, halved| match (halved, is_larger) {
                (true, true) => half(a).mul_add_r(b, half(c), round),
                (true, false) => a.mul_add_r(half(b), half(c), round),
                (false, _) => a.mul_add_r(b, c, round),
            }),
            Some(Builtin::Convert) => {
                let halved = |halved: bool| if halved { half(a) } else { a };
                match to {
                    Type::F16 => rounded::<Half>(round(1), |r, h| halved(h).convert_r(r, &mut false)),
                    Type::F32 => rounded::<Single>(round(1), |r, h| halved(h).convert_r(r, &mut false)),
                    Type::F64 => rounded::<Double>(round(1), |r, h| halved(h).convert_r(r, &mut false)),
                    Type::Int { bits, signed } if bits <= 64 => to_integer(a, bits, signed, round(1)),
                    _ => Exceptions::NONE,
                }
            }
            Some(Builtin::Fsqrt) => root(a, F::from_bits(result)),
            Some(Builtin::Frsq | Builtin::Flog2) if a.is_negative() && !a.is_zero() && !a.is_nan() => {
                Exceptions::INVALID
            }
            Some(Builtin::Frsq | Builtin::Flog2) if a.is_zero() => Exceptions::DIVIDE_BY_ZERO,
            Some(Builtin::Fsin | Builtin::Fcos) if a.is_infinite() => Exceptions::INVALID,
            Some(Builtin::Frsq | Builtin::Flog2 | Builtin::Fsin | Builtin::Fcos) => approximated(a),
            Some(Builtin::Fexp2) => approximated(a) | scaled(a, F::from_bits(result)),
            Some(Builtin::Fscale) => scaled(a, F::from_bits(result)),
            _ => Exceptions::NONE,
        }
}

/// Exceptions of an operation that rounds its result once. The operation can also return half of its result.
///
/// By IEEE 754 (7.4), a directed mode overflows if it returns the largest number instead of infinity. The library
/// reports this as inexact only. Half of the result then shows how large the exact result is.
fn rounded<F: Float>(round: Round, operation: impl Fn(Round, bool) -> StatusAnd<F>) -> Exceptions {
    let StatusAnd { status, value } = operation(round, false);
    let mut raised = Exceptions::from(status);
    if value.is_largest() && status.contains(Status::INEXACT) {
        let half = operation(Round::TowardZero, true).value;
        if half.ilogb() >= F::MAX_EXP {
            raised |= Exceptions::OVERFLOW;
        }
    }
    raised
}

/// Exceptions of the conversion to an integer. A NaN is invalid, and so is a number outside the range of the integers.
fn to_integer<F: Float>(a: F, bits: u32, signed: bool, round: Round) -> Exceptions {
    let StatusAnd { status, value } = a.to_i128_r(128, round, &mut false);
    let (min, max) = if signed { (-1 << (bits - 1), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
    if (min..=max).contains(&value) { status.into() } else { Exceptions::INVALID }
}

/// Exceptions of a square root: exact if the square of the result is the operand.
fn root<F: Float>(a: F, result: F) -> Exceptions {
    if a.is_negative() && !a.is_zero() && !a.is_nan() {
        return Exceptions::INVALID;
    }
    if !a.is_finite_non_zero() {
        return Exceptions::NONE;
    }
    let square = result.mul_r(result, Round::NearestTiesToEven);
    if square.value == a && square.status == Status::OK { Exceptions::NONE } else { Exceptions::INEXACT }
}

/// Exceptions of an approximated function, which has few exact values.
fn approximated<F: Float>(a: F) -> Exceptions {
    if a.is_finite_non_zero() { Exceptions::INEXACT } else { Exceptions::NONE }
}

/// Exceptions of a power of two, or of a product with one: the result is too large or too small.
fn scaled<F: Float>(a: F, result: F) -> Exceptions {
    match () {
        () if a.is_finite() && result.is_infinite() => Exceptions::OVERFLOW | Exceptions::INEXACT,
        () if a.is_finite_non_zero() && result.is_zero() => Exceptions::UNDERFLOW | Exceptions::INEXACT,
        () => Exceptions::NONE,
    }
}

#[cfg(test)]
mod tests;
