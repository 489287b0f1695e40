//! `f64`: the host's arithmetic for nearest even, integers for the other modes.

use super::{is_away, is_nearest_even, nan64, soft};

#[inline(always)]
fn settle<const N: usize>(result: f64, operands: [u64; N]) -> u64 {
    if result.is_nan() { nan64(operands) } else { result.to_bits() }
}

/// `a + b`.
#[inline]
pub fn fadd_f64(a: u64, b: u64, rm: u32) -> u64 {
    if is_nearest_even(rm) { settle(f64::from_bits(a) + f64::from_bits(b), [a, b]) } else { soft::add(a, b, rm) }
}

/// `a * b`.
#[inline]
pub fn fmul_f64(a: u64, b: u64, rm: u32) -> u64 {
    if is_nearest_even(rm) { settle(f64::from_bits(a) * f64::from_bits(b), [a, b]) } else { soft::mul(a, b, rm) }
}

/// `a / b`.
#[inline]
pub fn fdiv_f64(a: u64, b: u64, rm: u32) -> u64 {
    if is_nearest_even(rm) { settle(f64::from_bits(a) / f64::from_bits(b), [a, b]) } else { soft::div(a, b, rm) }
}

/// `a * b + c` with one rounding.
#[inline]
pub fn ffma_f64(a: u64, b: u64, c: u64, rm: u32) -> u64 {
    if is_nearest_even(rm) {
        settle(f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)), [a, b, c])
    } else {
        soft::fma(a, b, c, rm)
    }
}

/// The square root.
#[inline]
pub fn fsqrt_f64(a: u64, rm: u32) -> u64 {
    let nearest = settle(f64::from_bits(a).sqrt(), [a]);
    if matches!(rm, 1..=3) { soft::redirect_sqrt(a, nearest, rm) } else { nearest }
}

/// The integral value next to `a`, with the sign of `a`.
#[inline]
pub fn fround_f64(a: u64, rm: u32) -> u64 {
    // From here on all numbers are integral; added, it makes the host round to an integer.
    const INTEGRAL: f64 = 4_503_599_627_370_496.0;
    let exact = f64::from_bits(a & (u64::MAX >> 1));
    let nearest = (exact + INTEGRAL) - INTEGRAL;
    let rounded = if is_nearest_even(rm) {
        nearest
    } else if rm == 4 {
        nearest + f64::from(u8::from(exact - nearest == 0.5))
    } else if is_away(rm, a >> 63 != 0) {
        nearest + f64::from(u8::from(nearest < exact))
    } else {
        nearest - f64::from(u8::from(nearest > exact))
    };
    let finite = if exact < INTEGRAL { rounded } else { exact };
    if exact.is_nan() { a | 1 << 51 } else { finite.to_bits() | (a & 1 << 63) }
}

/// `a * 2^n` with one rounding.
#[inline]
pub fn fscale_f64(a: u64, n: i32, rm: u32) -> u64 {
    soft::scale(a, n, rm)
}

/// `a == b`, false with a NaN.
#[inline]
pub fn feq_f64(a: u64, b: u64) -> bool {
    f64::from_bits(a) == f64::from_bits(b)
}

/// `a < b`, false with a NaN.
#[inline]
pub fn flt_f64(a: u64, b: u64) -> bool {
    f64::from_bits(a) < f64::from_bits(b)
}

/// `a <= b`, false with a NaN.
#[inline]
pub fn fle_f64(a: u64, b: u64) -> bool {
    f64::from_bits(a) <= f64::from_bits(b)
}
