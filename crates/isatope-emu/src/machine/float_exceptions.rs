//! Exceptions of single floating-point operations: which of them an operation raises.

use isatope_lanes::float::flags::{self, Exceptions as Flags, Format, Mode, Operation};
use isatope_lanes::float::{f16_to_f64, f32_to_f64};
use isatope_lang::{Builtin, Type};

/// What an operation of a body raises; a comparison is one without a builtin.
pub(crate) fn raised(builtin: Option<Builtin>, from: Type, to: Type, operands: &[u128], result: u128) -> Flags {
    let operand = |k: usize| operands.get(k).copied().unwrap_or(0);
    // What becomes of subnormal numbers is in the bodies.
    let mode = |rounding: usize| Mode { rounding: operand(rounding) as u32, keeps_inputs: true, keeps_outputs: true };
    let Some(format) = format(from) else {
        let Some(to) = format(to) else { return Flags::NONE };
        let value = match from {
            Type::Int { bits, signed: true } => (operand(0) << (128 - bits)) as i128 >> (128 - bits),
            _ => operand(0) as i128,
        };
        return flags::from_integer(value, to, operand(1) as u32);
    };
    // What is not there is +0, which raises nothing.
    let list = [operand(0) as u64, operand(1) as u64, operand(2) as u64];
    let of = |operation, rounding| flags::exceptions(operation, format, &list, mode(rounding));
    let sources = of(Operation::MinMax, 2);
    let (x, y) = (number(format, list[0]), number(format, result as u64));
    // A power of two, or a product with one: too large, or too small.
    let scaled = match () {
        () if x.is_finite() && y.is_infinite() => Flags::OVERFLOW | Flags::INEXACT,
        () if x != 0.0 && x.is_finite() && y == 0.0 => Flags::UNDERFLOW | Flags::INEXACT,
        () => Flags::NONE,
    };
    // The approximation of a function, which has few exact values.
    let approximated = match () {
        () if x != 0.0 && x.is_finite() => Flags::INEXACT,
        () => Flags::NONE,
    };
    match builtin {
        Some(Builtin::Fadd) => of(Operation::Add, 2),
        Some(Builtin::Fmul) => of(Operation::Mul, 2),
        Some(Builtin::Fdiv) => of(Operation::Div, 2),
        Some(Builtin::Ffma) => of(Operation::Fma, 3),
        Some(Builtin::Fsqrt) => of(Operation::Sqrt, 1),
        Some(Builtin::Convert) => match (self::format(to), to) {
            (Some(to), _) => of(Operation::Convert(to), 1),
            (None, Type::Int { bits, signed }) if bits <= 64 => of(Operation::ToInteger(bits, signed), 1),
            _ => Flags::NONE,
        },
        Some(Builtin::Frsq | Builtin::Flog2) if x < 0.0 => sources | Flags::INVALID,
        Some(Builtin::Frsq | Builtin::Flog2) if x == 0.0 => sources | Flags::DIVIDE_BY_ZERO,
        Some(Builtin::Fsin | Builtin::Fcos) if x.is_infinite() => Flags::INVALID,
        Some(Builtin::Frsq | Builtin::Flog2 | Builtin::Fsin | Builtin::Fcos) => sources | approximated,
        Some(Builtin::Fexp2) => sources | approximated | scaled,
        Some(Builtin::Fscale) => sources | scaled,
        None => of(Operation::Compare, 2),
        Some(_) => sources,
    }
}

/// The format of a type, if it is one of numbers with fractions.
fn format(ty: Type) -> Option<Format> {
    match ty {
        Type::F16 => Some(Format::F16),
        Type::F32 => Some(Format::F32),
        Type::F64 => Some(Format::F64),
        _ => None,
    }
}

/// What bits mean.
fn number(format: Format, bits: u64) -> f64 {
    f64::from_bits(match format {
        Format::F16 => f16_to_f64(bits as u16, 0),
        Format::F32 => f32_to_f64(bits as u32, 0),
        Format::F64 => bits,
    })
}
