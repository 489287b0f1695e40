//! Arithmetic of the language on bit patterns.

use crate::apfloat as fp;
use crate::model::{Binary, Builtin, Type, Unary};

/// The low `bits` bits.
pub(super) fn mask(value: u128, bits: u32) -> u128 {
    if bits >= 128 { value } else { value & ((1 << bits) - 1) }
}

/// `old` with `width` bits from `low` on replaced; bits above 127 are dropped.
pub(super) fn insert(old: u128, low: u128, width: u32, value: u128) -> u128 {
    if low >= 128 {
        return old;
    }
    let hole = mask(u128::MAX, width) << low;
    old & !hole | mask(value, width) << low & hole
}

/// Extends to 128 bits: an `iN` by its sign, other types by zeros.
pub(super) fn extend(ty: Type, value: u128) -> u128 {
    match ty {
        Type::Int { bits, signed: true } => {
            let unused = 128 - bits;
            ((value << unused) as i128 >> unused) as u128
        }
        _ => value,
    }
}

fn signed(ty: Type, value: u128) -> i128 {
    extend(ty, value) as i128
}

fn is_signed(ty: Type) -> bool {
    matches!(ty, Type::Int { signed: true, .. })
}

pub(super) fn unary(op: Unary, ty: Type, a: u128) -> u128 {
    match op {
        Unary::Not => !a,
        Unary::Neg if ty.is_float() => a ^ 1 << (ty.bits() - 1),
        Unary::Neg => a.wrapping_neg(),
    }
}

/// Result of `&&` and `||` if the left side decides it.
pub(super) fn short_circuit(op: Binary, left: u128) -> Option<u128> {
    match (op, left) {
        (Binary::AndAlso, 0) => Some(0),
        (Binary::OrElse, 1) => Some(1),
        _ => None,
    }
}

pub(crate) fn binary(op: Binary, ty: Type, a: u128, b: u128) -> u128 {
    match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::Div => a.checked_div(b).unwrap_or(u128::MAX),
        Binary::Rem => a.checked_rem(b).unwrap_or(a),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl if b >= u128::from(ty.bits()) => 0,
        Binary::Shl => a << b,
        Binary::Shr if is_signed(ty) => (signed(ty, a) >> b.min(127)) as u128,
        Binary::Shr if b >= u128::from(ty.bits()) => 0,
        Binary::Shr => a >> b,
        Binary::AndAlso | Binary::OrElse => b,
        Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => compare(op, ty, a, b).into(),
    }
}

fn compare(op: Binary, ty: Type, a: u128, b: u128) -> bool {
    let (equal, less, greater) = if ty.is_float() {
        (float_equal(ty, a, b), float_less(ty, a, b), float_less(ty, b, a))
    } else if is_signed(ty) {
        (a == b, signed(ty, a) < signed(ty, b), signed(ty, a) > signed(ty, b))
    } else {
        (a == b, a < b, a > b)
    };
    match op {
        Binary::Eq => equal,
        Binary::Ne => !equal,
        Binary::Lt => less,
        Binary::Le => less || equal,
        Binary::Gt => greater,
        _ => greater || equal,
    }
}

fn float_equal(ty: Type, a: u128, b: u128) -> bool {
    match ty {
        Type::F16 => fp::feq_f16(a as u16, b as u16),
        Type::F32 => fp::feq_f32(a as u32, b as u32),
        _ => fp::feq_f64(a as u64, b as u64),
    }
}

fn float_less(ty: Type, a: u128, b: u128) -> bool {
    match ty {
        Type::F16 => fp::flt_f16(a as u16, b as u16),
        Type::F32 => fp::flt_f32(a as u32, b as u32),
        _ => fp::flt_f64(a as u64, b as u64),
    }
}

/// Calls the function of a float type, with bit patterns of that type.
macro_rules! float {
    ($ty:expr, $f16:ident $f32:ident $f64:ident, ($($bits:expr),*) $(, $other:expr)*) => {
        match $ty {
            Type::F16 => fp::$f16($($bits as u16,)* $($other),*).into(),
            Type::F32 => fp::$f32($($bits as u32,)* $($other),*).into(),
            _ => fp::$f64($($bits as u64,)* $($other),*).into(),
        }
    };
}

/// Evaluates a builtin that does not access the machine; `from` is the type of the first argument.
pub(crate) fn builtin(builtin: Builtin, ty: Type, from: Type, values: &[u128]) -> u128 {
    let a = values[0];
    let b = values.get(1).copied().unwrap_or(0);
    let c = values.get(2).copied().unwrap_or(0);
    let rm = values.last().copied().unwrap_or(0) as u32;
    let width = from.bits();
    match builtin {
        Builtin::Fadd => float!(ty, fadd_f16 fadd_f32 fadd_f64, (a, b), rm),
        Builtin::Fmul => float!(ty, fmul_f16 fmul_f32 fmul_f64, (a, b), rm),
        Builtin::Fdiv => float!(ty, fdiv_f16 fdiv_f32 fdiv_f64, (a, b), rm),
        Builtin::Ffma => float!(ty, ffma_f16 ffma_f32 ffma_f64, (a, b, c), rm),
        Builtin::Fsqrt => float!(ty, fsqrt_f16 fsqrt_f32 fsqrt_f64, (a), rm),
        Builtin::Fround => float!(ty, fround_f16 fround_f32 fround_f64, (a), rm),
        Builtin::Fscale => float!(ty, fscale_f16 fscale_f32 fscale_f64, (a), b as i32, rm),
        Builtin::Frsq => float!(ty, frsq_f16 frsq_f32 frsq_f64, (a)),
        Builtin::Fexp2 => float!(ty, fexp2_f16 fexp2_f32 fexp2_f64, (a)),
        Builtin::Flog2 => float!(ty, flog2_f16 flog2_f32 flog2_f64, (a)),
        Builtin::Fsin => float!(ty, fsin_f16 fsin_f32 fsin_f64, (a)),
        Builtin::Fcos => float!(ty, fcos_f16 fcos_f32 fcos_f64, (a)),
        Builtin::Convert => convert(ty, from, a, rm),
        Builtin::CountOnes => a.count_ones().into(),
        Builtin::LeadingZeros => (a.leading_zeros() - (128 - width)).into(),
        Builtin::TrailingZeros => a.trailing_zeros().min(width).into(),
        Builtin::ReverseBits => a.reverse_bits() >> (128 - width),
        Builtin::Min if compare(Binary::Lt, from, b, a) => b,
        Builtin::Min => a,
        Builtin::Max if compare(Binary::Gt, from, b, a) => b,
        Builtin::Max => a,
        Builtin::AbsDiff if compare(Binary::Lt, from, a, b) => b.wrapping_sub(a),
        Builtin::AbsDiff => a.wrapping_sub(b),
        Builtin::Sum => {
            let (count, element) = from.elements().unwrap_or((1, from));
            let at = |i: u32| mask(a >> (i * element.bits()), element.bits());
            (0..count).map(at).fold(0, u128::wrapping_add)
        }
        Builtin::Rarely => a,
        // The caller handles builtins that need the machine.
        Builtin::MemRead
        | Builtin::MemWrite
        | Builtin::MemOutside
        | Builtin::Uses
        | Builtin::FileRead(_)
        | Builtin::FileWrite(_)
        | Builtin::OperandRead(_)
        | Builtin::OperandWrite(_)
        | Builtin::Operation(..)
        | Builtin::OperationAt(..) => 0,
    }
}

fn convert(to: Type, from: Type, a: u128, rm: u32) -> u128 {
    match (from, to) {
        _ if from == to => a,
        (Type::F16, Type::F32) => fp::f16_to_f32(a as u16, rm).into(),
        (Type::F16, Type::F64) => fp::f16_to_f64(a as u16, rm).into(),
        (Type::F32, Type::F16) => fp::f32_to_f16(a as u32, rm).into(),
        (Type::F32, Type::F64) => fp::f32_to_f64(a as u32, rm).into(),
        (Type::F64, Type::F16) => fp::f64_to_f16(a as u64, rm).into(),
        (Type::F64, Type::F32) => fp::f64_to_f32(a as u64, rm).into(),
        (_, Type::Int { bits, signed }) => float!(from, f16_to_int f32_to_int f64_to_int, (a), rm, bits, signed),
        _ if is_signed(from) => {
            let a = signed(from, a);
            match to {
                Type::F16 => fp::i128_to_f16(a, rm).into(),
                Type::F32 => fp::i128_to_f32(a, rm).into(),
                _ => fp::i128_to_f64(a, rm).into(),
            }
        }
        _ => match to {
            Type::F16 => fp::u128_to_f16(a, rm).into(),
            Type::F32 => fp::u128_to_f32(a, rm).into(),
            _ => fp::u128_to_f64(a, rm).into(),
        },
    }
}
