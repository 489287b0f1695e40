//! `f64`: the host's arithmetic for nearest even, integers for the other modes.

use super::{is_away, is_nearest_even, nan64, soft, wide};

#[inline(always)]
fn settle<const N: usize>(result: f64, operands: [u64; N]) -> u64 {
    if result.is_nan() { nan64(operands) } else { result.to_bits() }
}

/// `a + b`.
#[inline(always)]
pub fn fadd_f64(a: u64, b: u64, rm: u32) -> u64 {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    match rm {
        1..=3 => settle(wide::directed_sum(x, y, rm), [a, b]),
        4 => soft::add(a, b, rm),
        _ => settle(x + y, [a, b]),
    }
}

/// `a * b`.
#[inline(always)]
pub fn fmul_f64(a: u64, b: u64, rm: u32) -> u64 {
    if is_nearest_even(rm) { settle(f64::from_bits(a) * f64::from_bits(b), [a, b]) } else { soft::mul(a, b, rm) }
}

/// `a / b`.
#[inline(always)]
pub fn fdiv_f64(a: u64, b: u64, rm: u32) -> u64 {
    if is_nearest_even(rm) { settle(f64::from_bits(a) / f64::from_bits(b), [a, b]) } else { soft::div(a, b, rm) }
}

/// `a * b + c` with one rounding. [`ffma_f32`](super::ffma_f32) describes `FUSED`.
#[inline(always)]
pub fn ffma_f64<const FUSED: bool>(a: u64, b: u64, c: u64, rm: u32) -> u64 {
    if !is_nearest_even(rm) {
        soft::fma(a, b, c, rm)
    } else if FUSED {
        settle(f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)), [a, b, c])
    } else {
        unfused(a, b, c)
    }
}

/// Adds the rounding errors of the product and of a first sum, if no step can overflow or lose bits below the smallest
/// number (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd",
/// 2008). Otherwise uses integers.
#[inline(never)]
fn unfused(a: u64, b: u64, c: u64) -> u64 {
    let (x, y, z) = (f64::from_bits(a), f64::from_bits(b), f64::from_bits(c));
    let exponent = |x: u64| (x >> 52 & 0x7ff) as i32;
    let (ea, eb, ec) = (exponent(a), exponent(b), exponent(c));
    let plain = ea != 0 && eb != 0 && ea < 2046 && eb < 2046 && ec < 2000 && (150..2000).contains(&(ea + eb - 1023));
    if !plain {
        return soft::fma(a, b, c, 0);
    }
    let (product, product_low) = wide::exact_product::<false>(x, y);
    let (low, lower) = wide::exact_sum(z, product_low);
    let (high, rest) = wide::exact_sum(product, low);
    (high + wide::odd_sum_f64(rest, lower)).to_bits()
}

/// The square root.
#[inline(always)]
pub fn fsqrt_f64(a: u64, rm: u32) -> u64 {
    let nearest = settle(f64::from_bits(a).sqrt(), [a]);
    if matches!(rm, 1..=3) { soft::redirect_sqrt(a, nearest, rm) } else { nearest }
}

/// All numbers of at least this size are integers. Adding it makes the host round to an integer.
const INTEGRAL: f64 = 4_503_599_627_370_496.0;

/// Magnitude of `x` rounded to an integer; `x` is less than [`INTEGRAL`].
#[inline(always)]
pub(super) fn integral_magnitude(x: f64, rm: u32) -> f64 {
    let exact = x.abs();
    let nearest = (exact + INTEGRAL) - INTEGRAL;
    let step = if is_nearest_even(rm) {
        0.0
    } else if rm == 4 {
        if exact - nearest == 0.5 { 1.0 } else { 0.0 }
    } else if is_away(rm, x.is_sign_negative()) {
        if nearest < exact { 1.0 } else { 0.0 }
    } else if nearest > exact {
        -1.0
    } else {
        0.0
    };
    nearest + step
}

/// Rounds `a` to an integer in the given mode; the result keeps the sign of `a`.
#[inline(always)]
pub fn fround_f64(a: u64, rm: u32) -> u64 {
    let x = f64::from_bits(a);
    let magnitude = if x.abs() < INTEGRAL { integral_magnitude(x, rm) } else { x.abs() };
    if x.is_nan() { a | 1 << 51 } else { magnitude.to_bits() | (a & 1 << 63) }
}

/// `a * 2^n` with one rounding.
#[inline(always)]
pub fn fscale_f64(a: u64, n: i32, rm: u32) -> u64 {
    if is_nearest_even(rm) { settle(wide::scaled_f64(f64::from_bits(a), n), [a]) } else { soft::scale(a, n, rm) }
}

/// `a == b`, false with a NaN.
#[inline(always)]
pub fn feq_f64(a: u64, b: u64) -> bool {
    f64::from_bits(a) == f64::from_bits(b)
}

/// `a` if it is less than `b`, else `b`.
#[inline(always)]
pub fn if_lt_f64(a: u64, b: u64) -> u64 {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    // Selects between floats: vector units do the comparison and the selection in one operation.
    (if x < y { x } else { y }).to_bits()
}

/// `a` if it is greater than `b`, else `b`.
#[inline(always)]
pub fn if_gt_f64(a: u64, b: u64) -> u64 {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    (if x > y { x } else { y }).to_bits()
}

/// `a < b`, false with a NaN.
#[inline(always)]
pub fn flt_f64(a: u64, b: u64) -> bool {
    f64::from_bits(a) < f64::from_bits(b)
}

/// `a <= b`, false with a NaN.
#[inline(always)]
pub fn fle_f64(a: u64, b: u64) -> bool {
    f64::from_bits(a) <= f64::from_bits(b)
}
