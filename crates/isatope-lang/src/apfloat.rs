//! The float builtins of the reference evaluator: simple, slow, and on bit patterns.
//!
//! Except for the square root and the transcendental functions, all of them call `rustc_apfloat`, so nothing depends on
//! the host's floating point. The emulator has its own fast version of these functions, and its tests compare it with
//! this one. Where `docs/language.md` allows several results (the last place of an `f64` sine), both use the same
//! algorithm, because an instruction must not have two results.

mod double;
mod series;

pub use double::*;
pub use series::*;

use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// Rounding mode for its number in the language; numbers without a meaning are nearest even.
pub(crate) fn mode(rm: u32) -> Round {
    match rm {
        1 => Round::TowardPositive,
        2 => Round::TowardNegative,
        3 => Round::TowardZero,
        4 => Round::NearestTiesToAway,
        _ => Round::NearestTiesToEven,
    }
}

/// Number of stored bits of the significand.
fn fraction_bits<F: Float>() -> usize {
    F::PRECISION - 1
}

fn sign_bit<F: Float>() -> u128 {
    1 << (F::BITS - 1)
}

fn infinity<F: Float>() -> u128 {
    F::INFINITY.to_bits()
}

fn quiet_bit<F: Float>() -> u128 {
    1 << (fraction_bits::<F>() - 1)
}

fn default_nan<F: Float>() -> u128 {
    infinity::<F>() | quiet_bit::<F>()
}

/// The first NaN among the operands, made quiet.
fn first_nan<F: Float>(operands: &[u128]) -> Option<u128> {
    let magnitude = sign_bit::<F>() - 1;
    operands.iter().find(|&&x| x & magnitude > infinity::<F>()).map(|&x| x | quiet_bit::<F>())
}

/// Bits of `result`, unless an operand is a NaN. If the operation itself produces a NaN, the result is the default NaN.
fn finish<F: Float>(operands: &[u128], result: impl FnOnce() -> F) -> u128 {
    first_nan::<F>(operands).unwrap_or_else(|| {
        let result = result();
        if result.is_nan() { default_nan::<F>() } else { result.to_bits() }
    })
}

fn add<F: Float>(a: u128, b: u128, rm: u32) -> u128 {
    finish(&[a, b], || F::from_bits(a).add_r(F::from_bits(b), mode(rm)).value)
}

fn mul<F: Float>(a: u128, b: u128, rm: u32) -> u128 {
    finish(&[a, b], || F::from_bits(a).mul_r(F::from_bits(b), mode(rm)).value)
}

fn div<F: Float>(a: u128, b: u128, rm: u32) -> u128 {
    finish(&[a, b], || F::from_bits(a).div_r(F::from_bits(b), mode(rm)).value)
}

fn fma<F: Float>(a: u128, b: u128, c: u128, rm: u32) -> u128 {
    finish(&[a, b, c], || F::from_bits(a).mul_add_r(F::from_bits(b), F::from_bits(c), mode(rm)).value)
}

fn round<F: Float>(a: u128, rm: u32) -> u128 {
    finish(&[a], || F::from_bits(a).round_to_integral(mode(rm)).value)
}

fn scale<F: Float>(a: u128, n: i32, rm: u32) -> u128 {
    finish(&[a], || {
        let a = F::from_bits(a);
        if a.is_finite_non_zero() { a.scalbn_r(n, mode(rm)) } else { a }
    })
}

/// Integer square root, computed bit by bit.
fn integer_root(x: u128) -> u128 {
    let mut root = 0u128;
    for bit in (0..64).rev() {
        let trial = root | 1 << bit;
        if trial * trial <= x {
            root = trial;
        }
    }
    root
}

/// `a` is `m * 2^e` with an even `e`. `m` is so long that its integer root has one bit more than the format. A last bit
/// tells whether there is a remainder, which makes every rounding of the root correct.
fn sqrt<F: Float>(a: u128, rm: u32) -> u128 {
    finish(&[a], || {
        let x = F::from_bits(a);
        if x.is_zero() || x.is_pos_infinity() {
            return x;
        }
        if x.is_negative() {
            return F::NAN;
        }
        let stored = a & ((1 << fraction_bits::<F>()) - 1);
        let field = (a >> fraction_bits::<F>()) as i32;
        let mut m = if field == 0 { stored } else { stored | 1 << fraction_bits::<F>() };
        let mut e = F::MIN_EXP - fraction_bits::<F>() as i32 + field.max(1) - 1;
        while m >> (2 * F::PRECISION) == 0 {
            m <<= 1;
            e -= 1;
        }
        if e % 2 != 0 {
            m <<= 1;
            e -= 1;
        }
        let root = integer_root(m);
        let sticky = u128::from(root * root != m);
        F::from_u128_r(root << 1 | sticky, mode(rm)).value.scalbn(e / 2 - 1)
    })
}

fn convert<S: FloatConvert<D>, D: Float>(a: u128, rm: u32) -> u128 {
    if let Some(nan) = first_nan::<S>(&[a]) {
        let payload = nan & (quiet_bit::<S>() - 1);
        let payload = if D::PRECISION > S::PRECISION {
            payload << (D::PRECISION - S::PRECISION)
        } else {
            payload >> (S::PRECISION - D::PRECISION)
        };
        let sign = if a & sign_bit::<S>() != 0 { sign_bit::<D>() } else { 0 };
        return sign | default_nan::<D>() | payload;
    }
    S::from_bits(a).convert_r(mode(rm), &mut false).value.to_bits()
}

fn to_int<F: Float>(a: u128, rm: u32, width: u32, signed: bool) -> u128 {
    if first_nan::<F>(&[a]).is_some() {
        return 0;
    }
    let a = F::from_bits(a);
    let mask = u128::MAX >> (128 - width);
    if signed {
        let max = (mask >> 1) as i128;
        a.to_i128_r(128, mode(rm), &mut false).value.clamp(-max - 1, max) as u128 & mask
    } else {
        a.to_u128_r(128, mode(rm), &mut false).value.min(mask)
    }
}

macro_rules! format {
    ($format:ident, $bits:ty: $fadd:ident $fmul:ident $fdiv:ident $ffma:ident $fsqrt:ident $fround:ident $fscale:ident
        $feq:ident $flt:ident $fle:ident $from_i128:ident $from_u128:ident $to_int:ident) => {
        /// `a + b`.
        pub fn $fadd(a: $bits, b: $bits, rm: u32) -> $bits {
            add::<$format>(a.into(), b.into(), rm) as $bits
        }
        /// `a * b`.
        pub fn $fmul(a: $bits, b: $bits, rm: u32) -> $bits {
            mul::<$format>(a.into(), b.into(), rm) as $bits
        }
        /// `a / b`.
        pub fn $fdiv(a: $bits, b: $bits, rm: u32) -> $bits {
            div::<$format>(a.into(), b.into(), rm) as $bits
        }
        /// `a * b + c` with one rounding.
        pub fn $ffma(a: $bits, b: $bits, c: $bits, rm: u32) -> $bits {
            fma::<$format>(a.into(), b.into(), c.into(), rm) as $bits
        }
        /// The square root.
        pub fn $fsqrt(a: $bits, rm: u32) -> $bits {
            sqrt::<$format>(a.into(), rm) as $bits
        }
        /// Rounds `a` to an integer; the result keeps the sign of `a`.
        pub fn $fround(a: $bits, rm: u32) -> $bits {
            round::<$format>(a.into(), rm) as $bits
        }
        /// `a * 2^n` with one rounding.
        pub fn $fscale(a: $bits, n: i32, rm: u32) -> $bits {
            scale::<$format>(a.into(), n, rm) as $bits
        }
        /// `a == b`, false with a NaN.
        pub fn $feq(a: $bits, b: $bits) -> bool {
            $format::from_bits(a.into()) == $format::from_bits(b.into())
        }
        /// `a < b`, false with a NaN.
        pub fn $flt(a: $bits, b: $bits) -> bool {
            $format::from_bits(a.into()) < $format::from_bits(b.into())
        }
        /// `a <= b`, false with a NaN.
        pub fn $fle(a: $bits, b: $bits) -> bool {
            $format::from_bits(a.into()) <= $format::from_bits(b.into())
        }
        /// Converts a signed integer.
        pub fn $from_i128(v: i128, rm: u32) -> $bits {
            $format::from_i128_r(v, mode(rm)).value.to_bits() as $bits
        }
        /// Converts an unsigned integer.
        pub fn $from_u128(v: u128, rm: u32) -> $bits {
            $format::from_u128_r(v, mode(rm)).value.to_bits() as $bits
        }
        /// Converts to an integer of `width` bits (1 to 128), saturated; 0 for a NaN. The bits above `width` are 0.
        pub fn $to_int(a: $bits, rm: u32, width: u32, signed: bool) -> u128 {
            to_int::<$format>(a.into(), rm, width, signed)
        }
    };
}

format!(Half, u16: fadd_f16 fmul_f16 fdiv_f16 ffma_f16 fsqrt_f16 fround_f16 fscale_f16
    feq_f16 flt_f16 fle_f16 i128_to_f16 u128_to_f16 f16_to_int);
format!(Single, u32: fadd_f32 fmul_f32 fdiv_f32 ffma_f32 fsqrt_f32 fround_f32 fscale_f32
    feq_f32 flt_f32 fle_f32 i128_to_f32 u128_to_f32 f32_to_int);
format!(Double, u64: fadd_f64 fmul_f64 fdiv_f64 ffma_f64 fsqrt_f64 fround_f64 fscale_f64
    feq_f64 flt_f64 fle_f64 i128_to_f64 u128_to_f64 f64_to_int);

macro_rules! conversions {
    ($($name:ident: $from:ident $from_bits:ty => $to:ident $to_bits:ty;)*) => {$(
        /// Converts to another format; the payload of a NaN keeps its high bits.
        pub fn $name(a: $from_bits, rm: u32) -> $to_bits {
            convert::<$from, $to>(a.into(), rm) as $to_bits
        }
    )*};
}

conversions! {
    f16_to_f32: Half u16 => Single u32;
    f16_to_f64: Half u16 => Double u64;
    f32_to_f16: Single u32 => Half u16;
    f32_to_f64: Single u32 => Double u64;
    f64_to_f16: Double u64 => Half u16;
    f64_to_f32: Double u64 => Single u32;
}

#[cfg(test)]
mod tests;
