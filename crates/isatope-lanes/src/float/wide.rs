//! Operations on operands that were `f16` or `f32`, carried out in `f64` so that rounding the result once more, to
//! the operands' format and in any mode, is right.
//!
//! Bit patterns of `f64` in and out; NaNs and the sign of an exact zero are already those of the result.

use super::nan64;

/// A sum rounded to odd: where it is inexact, the neighbour with the odd significand. Such a number is never
/// representable in a format that is two bits or more shorter, nor in the middle of two that are.
macro_rules! odd_sum {
    ($name:ident, $float:ident, $bits:ident, $signed:ident) => {
        #[inline(always)]
        pub fn $name(a: $float, b: $float) -> $float {
            let sum = a + b;
            // What the rounding of the sum lost, exactly (Knuth's two-sum).
            let b_part = sum - a;
            let lost = (a - (sum - b_part)) + (b - b_part);
            let bits = sum.to_bits();
            // Without branches: by chance, half of all sums would go either way.
            let inexact_even = $bits::from(lost.abs() > 0.0) & !bits & 1;
            let step = (((lost.to_bits() ^ bits) as $signed >> ($bits::BITS - 1)) | 1) as $bits;
            $float::from_bits(bits.wrapping_add(step & inexact_even.wrapping_neg()))
        }
    };
}

odd_sum!(odd_sum_f32, f32, u32, i32);
odd_sum!(odd_sum_f64, f64, u64, i64);

/// A sum with the right sign where it is an exact zero.
#[inline(always)]
fn signed_sum(a: f64, b: f64, rm: u32) -> f64 {
    let sum = odd_sum_f64(a, b);
    // Rounding down, only +0 + +0 is +0.
    let down = f64::from_bits((a.to_bits() | b.to_bits()) & 1 << 63);
    if rm == 2 && sum == 0.0 { down } else { sum }
}

#[inline(always)]
fn settle<const N: usize>(result: f64, operands: [u64; N]) -> u64 {
    if result.is_nan() { nan64(operands) } else { result.to_bits() }
}

#[inline(always)]
pub fn add(a: u64, b: u64, rm: u32) -> u64 {
    settle(signed_sum(f64::from_bits(a), f64::from_bits(b), rm), [a, b])
}

/// Exact: 48 bits at most.
#[inline(always)]
pub fn mul(a: u64, b: u64) -> u64 {
    settle(f64::from_bits(a) * f64::from_bits(b), [a, b])
}

/// A quotient of 24-bit numbers that is not itself a number of 25 bits is further from every such number than the
/// rounding to `f64` moves it.
#[inline(always)]
pub fn div(a: u64, b: u64) -> u64 {
    settle(f64::from_bits(a) / f64::from_bits(b), [a, b])
}

/// The product is exact.
#[inline(always)]
pub fn fma(a: u64, b: u64, c: u64, rm: u32) -> u64 {
    settle(signed_sum(f64::from_bits(a) * f64::from_bits(b), f64::from_bits(c), rm), [a, b, c])
}

/// As with quotients: a root of a 24-bit number keeps its distance.
#[inline(always)]
pub fn sqrt(a: u64) -> u64 {
    settle(f64::from_bits(a).sqrt(), [a])
}

/// Exact: the exponents of `f32` are so small that no clamped power leaves the range of `f64`, and the clamp is far
/// beyond the range of `f32`.
#[inline(always)]
pub fn scale(a: u64, n: i32) -> u64 {
    let power = f64::from_bits(((1023 + n.clamp(-600, 600)) as u64) << 52);
    settle(f64::from_bits(a) * power, [a])
}
