//! Which IEEE exceptions an operation raises: exact, and slow, for the moments at which somebody asks.
//!
//! All of IEEE 754 is as it is there, with these choices where it leaves one, or where GPUs have modes of their own:
//! - Underflow is raised by an inexact result that is subnormal or zero after rounding. A result that is flushed to zero
//!   underflows too, and is inexact.
//! - A subnormal operand is noted where it takes part with its value, and not where it is taken as zero.
//! - `0 * infinity` in a fused operation is invalid whatever the addend is.

use std::ops::{BitOr, BitOrAssign};

use super::convert::{f16_to_f64, f32_to_f64};
use super::is_away;
use super::soft::{self, Layout, Number};

/// A set of exceptions. The bits are those of the field EXCP of GCN's TRAPSTS (and of EXCP_EN in its MODE): AMD,
/// "Graphics Core Next Architecture, Generation 3", table of hardware registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exceptions(pub u8);

impl Exceptions {
    /// Nothing happened.
    pub const NONE: Self = Self(0);
    /// No number is the result, or a NaN was signalling.
    pub const INVALID: Self = Self(1 << 0);
    /// An operand was subnormal.
    pub const INPUT_DENORMAL: Self = Self(1 << 1);
    /// A number was divided by zero.
    pub const DIVIDE_BY_ZERO: Self = Self(1 << 2);
    /// The result is beyond the largest number.
    pub const OVERFLOW: Self = Self(1 << 3);
    /// The result is too small to be exact.
    pub const UNDERFLOW: Self = Self(1 << 4);
    /// The result was rounded.
    pub const INEXACT: Self = Self(1 << 5);

    /// Whether all of `other` are among these.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
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

/// A format of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// 16 bits.
    F16,
    /// 32 bits.
    F32,
    /// 64 bits.
    F64,
}

/// Handling of operands of one format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// `a + b`. A difference is a sum with the other sign.
    Add,
    /// `a * b`.
    Mul,
    /// `a * b + c` with one rounding.
    Fma,
    /// `a / b`.
    Div,
    /// The square root.
    Sqrt,
    /// To another format.
    Convert(Format),
    /// To an integer of this many bits (1 to 64), signed or not.
    ToInteger(u32, bool),
    /// The smaller or larger of two.
    MinMax,
    /// A comparison for which an ordinary NaN is not invalid.
    Compare,
    /// A comparison for which every NaN is invalid.
    CompareSignalling,
}

/// Rounding mode, and treatment of subnormal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    /// As `rm` everywhere in [`float`](super).
    pub rounding: u32,
    /// Whether subnormal operands have their value; else they are zero.
    pub keeps_inputs: bool,
    /// Whether subnormal results are kept; else they become zero.
    pub keeps_outputs: bool,
}

impl Format {
    fn layout(self) -> Layout {
        match self {
            Self::F16 => soft::F16,
            Self::F32 => soft::F32,
            Self::F64 => soft::F64,
        }
    }

    fn operand(self, bits: u64, keeps: bool) -> Operand {
        let (wide, quiet) = match self {
            Self::F16 => (f16_to_f64(bits as u16, 0), bits >> 9 & 1 != 0),
            Self::F32 => (f32_to_f64(bits as u32, 0), bits >> 22 & 1 != 0),
            Self::F64 => (bits, bits >> 51 & 1 != 0),
        };
        let x = f64::from_bits(wide);
        let smallest = f64::from_bits(((1023 + self.layout().min_exp) as u64) << 52);
        let subnormal = x != 0.0 && x.abs() < smallest;
        let x = if subnormal && !keeps { 0f64.copysign(x) } else { x };
        Operand { x, signalling: x.is_nan() && !quiet, subnormal: subnormal && keeps }
    }
}

/// An operand as a wider number, which has every number of every format.
#[derive(Clone, Copy)]
struct Operand {
    x: f64,
    signalling: bool,
    subnormal: bool,
}

/// What `operation` raises for `operands`, bit patterns of `format`: as many as it takes, further ones are not looked at and missing
/// ones are +0.
pub fn exceptions(operation: Operation, format: Format, operands: &[u64], mode: Mode) -> Exceptions {
    let count = match operation {
        Operation::Fma => 3,
        Operation::Sqrt | Operation::Convert(_) | Operation::ToInteger(..) => 1,
        _ => 2,
    };
    let at = |i: usize| format.operand(operands.get(i).copied().unwrap_or(0), mode.keeps_inputs);
    let all = [at(0), at(1), at(2)];
    let mut raised = Exceptions::NONE;
    for operand in &all[..count] {
        if operand.subnormal {
            raised |= Exceptions::INPUT_DENORMAL;
        }
        if operand.signalling {
            raised |= Exceptions::INVALID;
        }
    }
    let [a, b, c] = all.map(|operand| operand.x);
    let has_nan = all[..count].iter().any(|operand| operand.x.is_nan());
    raised
        | match operation {
            Operation::Add => sum(a, b, format, mode),
            Operation::Mul if is_invalid_product(a, b) => Exceptions::INVALID,
            Operation::Mul if has_nan || a.is_infinite() || b.is_infinite() => Exceptions::NONE,
            Operation::Mul => rounded(number(a).times(number(b)), format, mode),
            Operation::Fma => fused(a, b, c, format, mode),
            Operation::Div => quotient(a, b, format, mode),
            Operation::Sqrt if a < 0.0 => Exceptions::INVALID,
            Operation::Sqrt if a.is_finite() => rounded(number(a).root(), format, mode),
            Operation::Convert(to) if a.is_finite() => rounded(number(a), to, mode),
            Operation::ToInteger(width, signed) => to_integer(a, width, signed, mode.rounding),
            Operation::CompareSignalling if has_nan => Exceptions::INVALID,
            _ => Exceptions::NONE,
        }
}

/// Exceptions of the conversion of an integer to `format`.
pub fn from_integer(value: i128, format: Format, rounding: u32) -> Exceptions {
    let number = Number { negative: value < 0, exp: 0, sig: value.unsigned_abs() };
    rounded(number, format, Mode { rounding, keeps_inputs: true, keeps_outputs: true })
}

fn number(x: f64) -> Number {
    soft::unpack(x.to_bits())
}

fn is_invalid_product(a: f64, b: f64) -> bool {
    (a == 0.0 && b.is_infinite()) || (a.is_infinite() && b == 0.0)
}

fn sum(a: f64, b: f64, format: Format, mode: Mode) -> Exceptions {
    if a.is_infinite() && b.is_infinite() && a != b {
        Exceptions::INVALID
    } else if a.is_finite() && b.is_finite() {
        rounded(number(a).plus(number(b)), format, mode)
    } else {
        Exceptions::NONE
    }
}

fn fused(a: f64, b: f64, c: f64, format: Format, mode: Mode) -> Exceptions {
    if is_invalid_product(a, b) {
        Exceptions::INVALID
    } else if a.is_finite() && b.is_finite() && c.is_finite() {
        rounded(number(a).times(number(b)).plus(number(c)), format, mode)
    } else {
        // Of infinities and NaNs only the signs matter.
        let product = if a.is_finite() && b.is_finite() { 0.0 } else { a * b };
        sum(product, c, format, mode)
    }
}

fn quotient(a: f64, b: f64, format: Format, mode: Mode) -> Exceptions {
    if a.is_nan() || b.is_nan() {
        Exceptions::NONE
    } else if (a == 0.0 && b == 0.0) || (a.is_infinite() && b.is_infinite()) {
        Exceptions::INVALID
    } else if a.is_infinite() || b.is_infinite() || a == 0.0 {
        Exceptions::NONE
    } else if b == 0.0 {
        Exceptions::DIVIDE_BY_ZERO
    } else {
        rounded(number(a).over(number(b)), format, mode)
    }
}

/// Numbers that the integers of this width lack, and NaNs, are invalid.
fn to_integer(x: f64, width: u32, signed: bool, rm: u32) -> Exceptions {
    let bits = if signed { width - 1 } else { width };
    let limit = 2f64.powi(bits as i32);
    let integral = f64::from_bits(super::fround_f64(x.to_bits(), rm));
    let lowest = if signed { -limit } else { 0.0 };
    if !(integral >= lowest && integral < limit) {
        Exceptions::INVALID
    } else if integral != x {
        Exceptions::INEXACT
    } else {
        Exceptions::NONE
    }
}

/// `x` in units of `2^last`, rounded, and whether that changed it.
fn in_places(x: Number, last: i32, rm: u32) -> (u128, bool) {
    if last <= x.exp {
        return (x.sig << (x.exp - last), false);
    }
    // Far below the last place it does not matter how far.
    let drop = ((last - x.exp) as u32).min(126);
    let (kept, rest, half) = (x.sig >> drop, x.sig & ((1 << drop) - 1), 1 << (drop - 1));
    let up = match rm {
        1..=3 => rest != 0 && is_away(rm, x.negative),
        4 => rest >= half,
        _ => rest > half || (rest == half && kept & 1 == 1),
    };
    (kept + u128::from(up), rest != 0)
}

/// Exceptions of rounding an exact result; the last bit of `x` may represent bits far below it.
fn rounded(x: Number, format: Format, mode: Mode) -> Exceptions {
    let Layout { fraction, min_exp } = format.layout();
    if x.sig == 0 {
        return Exceptions::NONE;
    }
    let top = x.exp + x.sig.ilog2() as i32;
    let (significand, _) = in_places(x, top - fraction as i32, mode.rounding);
    if top + (significand >> (fraction + 1)) as i32 > 1 - min_exp {
        return Exceptions::OVERFLOW | Exceptions::INEXACT;
    }
    let (significand, inexact) = in_places(x, top.max(min_exp) - fraction as i32, mode.rounding);
    let tiny = significand < 1 << fraction;
    let flushed = tiny && significand != 0 && !mode.keeps_outputs;
    match (tiny && inexact || flushed, inexact) {
        (true, _) => Exceptions::UNDERFLOW | Exceptions::INEXACT,
        (false, true) => Exceptions::INEXACT,
        (false, false) => Exceptions::NONE,
    }
}

#[cfg(test)]
mod tests;
