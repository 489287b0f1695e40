//! Operations on operands that were `f16` or `f32`. They compute in `f64`, so that rounding the result once more, to
//! the format of the operands and in any mode, gives the correct result.
//!
//! They take and return bit patterns of `f64`. A NaN and the sign of an exact zero are already those of the final
//! result.

use super::{is_away, nan64};

/// A sum rounded to odd: if the sum is inexact, the result is the neighbour with the odd significand. A format that is
/// at least two bits shorter can represent neither that number nor a midpoint equal to it.
macro_rules! odd_sum {
    ($name:ident, $float:ident, $bits:ident, $signed:ident) => {
        #[inline(always)]
        pub fn $name(a: $float, b: $float) -> $float {
            let sum = a + b;
            // The rounding error of the sum, exact (Knuth's two-sum).
            let b_part = sum - a;
            let lost = (a - (sum - b_part)) + (b - b_part);
            let bits = sum.to_bits();
            // Written without branches, because half of all sums would take either branch.
            let inexact_even = $bits::from(lost.abs() > 0.0) & !bits & 1;
            let step = (((lost.to_bits() ^ bits) as $signed >> ($bits::BITS - 1)) | 1) as $bits;
            $float::from_bits(bits.wrapping_add(step & inexact_even.wrapping_neg()))
        }
    };
}

odd_sum!(odd_sum_f32, f32, u32, i32);
odd_sum!(odd_sum_f64, f64, u64, i64);

/// A sum and its rounding error (Knuth's two-sum).
#[inline(always)]
pub fn exact_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// A sum in one of the modes 1 to 3: the nearest number, or its neighbour in the direction of the rounding error.
#[inline(always)]
pub fn directed_sum(a: f64, b: f64, rm: u32) -> f64 {
    let (sum, lost) = exact_sum(a, b);
    let away = is_away(rm, sum.is_sign_negative());
    let too_small = lost != 0.0 && (lost < 0.0) == sum.is_sign_negative();
    let bits = sum.to_bits();
    let step = if away { u64::from(too_small) } else { u64::from(lost != 0.0 && !too_small).wrapping_neg() };
    // If the operands are infinite, there is no rounding error. If only the sum is infinite, its rounding error is a
    // NaN.
    let overflow = sum.is_infinite() && a.is_finite() && b.is_finite();
    let step = if sum.is_finite() { step } else { u64::from(overflow && !away).wrapping_neg() };
    // When rounding down, only +0 + +0 is +0.
    let zero = f64::from_bits((a.to_bits() | b.to_bits()) & 1 << 63);
    if sum == 0.0 && rm == 2 { zero } else { f64::from_bits(bits.wrapping_add(step)) }
}

/// A product and its rounding error; exact if neither leaves the range of normal numbers.
#[inline(always)]
pub fn exact_product<const FUSED: bool>(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    if FUSED {
        return (product, a.mul_add(b, -product));
    }
    // Halves of 26 bits: their products are exact (Dekker).
    let high = |x: f64| f64::from_bits((x.to_bits().wrapping_add(1 << 26)) & (u64::MAX << 27));
    let (a_high, b_high) = (high(a), high(b));
    let (a_low, b_low) = (a - a_high, b - b_high);
    (product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low))
}

/// `x * 2^n` with one rounding. The exponent of `x` becomes 0, then the number is multiplied by two powers of two. Only
/// the last multiplication can leave the range of normal numbers.
macro_rules! scaled {
    ($name:ident, $float:ident, $bits:ident, $fraction:expr, $bias:expr) => {
        #[inline(always)]
        pub fn $name(x: $float, n: i32) -> $float {
            let power = |exponent: i32| $float::from_bits((($bias + exponent) as $bits) << $fraction);
            let is_small = x.abs() < power(1 - $bias);
            let normal = if is_small { x * power($fraction + 1) } else { x };
            let field = (normal.to_bits() >> $fraction) as i32 & (2 * $bias + 1);
            let exponent = field - $bias - if is_small { $fraction + 1 } else { 0 };
            let significand =
                $float::from_bits(normal.to_bits() & !((2 * $bias + 1) << $fraction) | $bias << $fraction);
            // The clamp is far outside the range, where larger distances make no difference.
            let exponent = (exponent + n.clamp(-4 * $bias, 4 * $bias)).clamp(-$bias - 64, $bias + 1);
            let last = if exponent < 0 { -80 } else { 1 };
            let scaled = significand * power(exponent - last) * power(last);
            // Zeros, infinities and NaNs are unchanged.
            if x == 0.0 || !x.is_finite() { x } else { scaled }
        }
    };
}

scaled!(scaled_f32, f32, u32, 23, 127);
scaled!(scaled_f64, f64, u64, 52, 1023);

/// A sum in which an exact zero has the correct sign.
#[inline(always)]
fn signed_sum(a: f64, b: f64, rm: u32) -> f64 {
    let sum = odd_sum_f64(a, b);
    // When rounding down, only +0 + +0 is +0.
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

/// `a * b`. Exact: the product has at most 48 bits.
#[inline(always)]
pub fn mul(a: u64, b: u64) -> u64 {
    settle(f64::from_bits(a) * f64::from_bits(b), [a, b])
}

/// `a / b`. A quotient of 24-bit numbers either has at most 25 bits, or its distance from every such number is larger
/// than the rounding error of `f64`.
#[inline(always)]
pub fn div(a: u64, b: u64) -> u64 {
    settle(f64::from_bits(a) / f64::from_bits(b), [a, b])
}

/// `a * b + c`. The product is exact.
#[inline(always)]
pub fn fma(a: u64, b: u64, c: u64, rm: u32) -> u64 {
    settle(signed_sum(f64::from_bits(a) * f64::from_bits(b), f64::from_bits(c), rm), [a, b, c])
}

/// The square root. As with quotients, the root of a 24-bit number keeps its distance from all 25-bit numbers.
#[inline(always)]
pub fn sqrt(a: u64) -> u64 {
    settle(f64::from_bits(a).sqrt(), [a])
}

/// `a * 2^n`. Exact: exponents of `f32` are so small that no clamped power leaves the range of `f64`. The clamp is far
/// outside the range of `f32`.
#[inline(always)]
pub fn scale(a: u64, n: i32) -> u64 {
    let power = f64::from_bits(((1023 + n.clamp(-600, 600)) as u64) << 52);
    settle(f64::from_bits(a) * power, [a])
}
