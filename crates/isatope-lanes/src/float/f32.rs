//! `f32`: the host's arithmetic where it rounds correctly, `f64` elsewhere.

use super::{convert::*, is_away, is_nearest_even, nan32, wide};

#[inline(always)]
fn settle<const N: usize>(result: f32, operands: [u32; N]) -> u32 {
    if result.is_nan() { nan32(operands) } else { result.to_bits() }
}

/// `a + b`.
#[inline(always)]
pub fn fadd_f32(a: u32, b: u32, rm: u32) -> u32 {
    if is_nearest_even(rm) { settle(f32::from_bits(a) + f32::from_bits(b), [a, b]) } else { directed::add(a, b, rm) }
}

/// `a * b`.
#[inline(always)]
pub fn fmul_f32(a: u32, b: u32, rm: u32) -> u32 {
    if is_nearest_even(rm) { settle(f32::from_bits(a) * f32::from_bits(b), [a, b]) } else { directed::mul(a, b, rm) }
}

/// `a / b`.
#[inline(always)]
pub fn fdiv_f32(a: u32, b: u32, rm: u32) -> u32 {
    if is_nearest_even(rm) { settle(f32::from_bits(a) / f32::from_bits(b), [a, b]) } else { directed::div(a, b, rm) }
}

/// `a * b + c` with one rounding. `FUSED` means that the surrounding code is compiled for a processor with a fused
/// operation. On other processors the host's fused operation would be a function call. The result is the same.
#[inline(always)]
pub fn ffma_f32<const FUSED: bool>(a: u32, b: u32, c: u32, rm: u32) -> u32 {
    if !is_nearest_even(rm) {
        return directed::fma(a, b, c, rm);
    }
    let (x, y, z) = (f32::from_bits(a), f32::from_bits(b), f32::from_bits(c));
    let result =
        if FUSED { x.mul_add(y, z) } else { wide::odd_sum_f64(f64::from(x) * f64::from(y), f64::from(z)) as f32 };
    settle(result, [a, b, c])
}

/// The square root.
#[inline(always)]
pub fn fsqrt_f32(a: u32, rm: u32) -> u32 {
    if is_nearest_even(rm) { settle(f32::from_bits(a).sqrt(), [a]) } else { directed::sqrt(a, rm) }
}

/// All numbers of at least this size are integers. Adding it makes the host round to an integer.
const INTEGRAL: f32 = 8_388_608.0;

/// Magnitude of `x` rounded to an integer; `x` is less than [`INTEGRAL`].
#[inline(always)]
fn integral_magnitude(x: f32, rm: u32) -> f32 {
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
pub fn fround_f32(a: u32, rm: u32) -> u32 {
    let x = f32::from_bits(a);
    let magnitude = if x.abs() < INTEGRAL { integral_magnitude(x, rm) } else { x.abs() };
    if x.is_nan() { a | 0x40_0000 } else { magnitude.to_bits() | (a & 0x8000_0000) }
}

/// `a * 2^n` with one rounding.
#[inline(always)]
pub fn fscale_f32(a: u32, n: i32, rm: u32) -> u32 {
    if is_nearest_even(rm) { settle(wide::scaled_f32(f32::from_bits(a), n), [a]) } else { directed::scale(a, n, rm) }
}

/// `a == b`, false with a NaN.
#[inline(always)]
pub fn feq_f32(a: u32, b: u32) -> bool {
    f32::from_bits(a) == f32::from_bits(b)
}

/// `a` if it is less than `b`, else `b`.
#[inline(always)]
pub fn if_lt_f32(a: u32, b: u32) -> u32 {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    // Selects between floats: vector units do the comparison and the selection in one operation.
    (if x < y { x } else { y }).to_bits()
}

/// `a` if it is greater than `b`, else `b`.
#[inline(always)]
pub fn if_gt_f32(a: u32, b: u32) -> u32 {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    (if x > y { x } else { y }).to_bits()
}

/// `a < b`, false with a NaN.
#[inline(always)]
pub fn flt_f32(a: u32, b: u32) -> bool {
    f32::from_bits(a) < f32::from_bits(b)
}

/// `a <= b`, false with a NaN.
#[inline(always)]
pub fn fle_f32(a: u32, b: u32) -> bool {
    f32::from_bits(a) <= f32::from_bits(b)
}

/// The other rounding modes, kept out of the loops that never use them.
mod directed {
    use super::{f32_to_f64, f64_to_f32, wide};

    fn up(a: u32) -> u64 {
        f32_to_f64(a, 0)
    }

    #[inline(never)]
    pub fn add(a: u32, b: u32, rm: u32) -> u32 {
        f64_to_f32(wide::add(up(a), up(b), rm), rm)
    }

    #[inline(never)]
    pub fn mul(a: u32, b: u32, rm: u32) -> u32 {
        f64_to_f32(wide::mul(up(a), up(b)), rm)
    }

    #[inline(never)]
    pub fn div(a: u32, b: u32, rm: u32) -> u32 {
        f64_to_f32(wide::div(up(a), up(b)), rm)
    }

    #[inline(never)]
    pub fn fma(a: u32, b: u32, c: u32, rm: u32) -> u32 {
        f64_to_f32(wide::fma(up(a), up(b), up(c), rm), rm)
    }

    #[inline(never)]
    pub fn scale(a: u32, n: i32, rm: u32) -> u32 {
        f64_to_f32(wide::scale(up(a), n), rm)
    }

    #[inline(never)]
    pub fn sqrt(a: u32, rm: u32) -> u32 {
        f64_to_f32(wide::sqrt(up(a)), rm)
    }
}
