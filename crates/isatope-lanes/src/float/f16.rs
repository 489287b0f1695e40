//! `f16`: nearest even through `f32`, the other modes through `f64`.

use super::{convert::*, f32::fround_f32, is_nearest_even, nan16, wide};

#[inline(always)]
fn up(a: u16) -> f32 {
    f32::from_bits(f16_to_f32(a, 0))
}

#[inline(always)]
fn settle<const N: usize>(result: f32, operands: [u16; N]) -> u16 {
    if result.is_nan() { nan16(operands) } else { f32_to_f16(result.to_bits(), 0) }
}

/// `a + b`.
#[inline]
pub fn fadd_f16(a: u16, b: u16, rm: u32) -> u16 {
    if is_nearest_even(rm) { settle(up(a) + up(b), [a, b]) } else { directed::add(a, b, rm) }
}

/// `a * b`.
#[inline]
pub fn fmul_f16(a: u16, b: u16, rm: u32) -> u16 {
    if is_nearest_even(rm) { settle(up(a) * up(b), [a, b]) } else { directed::mul(a, b, rm) }
}

/// `a / b`.
#[inline]
pub fn fdiv_f16(a: u16, b: u16, rm: u32) -> u16 {
    if is_nearest_even(rm) { settle(up(a) / up(b), [a, b]) } else { directed::div(a, b, rm) }
}

/// `a * b + c` with one rounding. Without the insistence it is just too long to become part of a loop.
#[inline(always)]
pub fn ffma_f16(a: u16, b: u16, c: u16, rm: u32) -> u16 {
    if is_nearest_even(rm) {
        // The product is exact.
        settle(wide::odd_sum_f32(up(a) * up(b), up(c)), [a, b, c])
    } else {
        directed::fma(a, b, c, rm)
    }
}

/// The square root.
#[inline]
pub fn fsqrt_f16(a: u16, rm: u32) -> u16 {
    if is_nearest_even(rm) { settle(up(a).sqrt(), [a]) } else { directed::sqrt(a, rm) }
}

/// The integral value next to `a`, with the sign of `a`.
#[inline]
pub fn fround_f16(a: u16, rm: u32) -> u16 {
    f32_to_f16(fround_f32(f16_to_f32(a, 0), rm), 0)
}

/// `a * 2^n` with one rounding.
#[inline]
pub fn fscale_f16(a: u16, n: i32, rm: u32) -> u16 {
    f64_to_f16(wide::scale(f16_to_f64(a, 0), n), rm)
}

/// `a == b`, false with a NaN.
#[inline]
pub fn feq_f16(a: u16, b: u16) -> bool {
    up(a) == up(b)
}

/// `a < b`, false with a NaN.
#[inline]
pub fn flt_f16(a: u16, b: u16) -> bool {
    up(a) < up(b)
}

/// `a <= b`, false with a NaN.
#[inline]
pub fn fle_f16(a: u16, b: u16) -> bool {
    up(a) <= up(b)
}

/// The other modes, out of the way of the loops that never use them.
mod directed {
    use super::{f16_to_f64, f64_to_f16, wide};

    fn up(a: u16) -> u64 {
        f16_to_f64(a, 0)
    }

    #[inline(never)]
    pub fn add(a: u16, b: u16, rm: u32) -> u16 {
        f64_to_f16(wide::add(up(a), up(b), rm), rm)
    }

    #[inline(never)]
    pub fn mul(a: u16, b: u16, rm: u32) -> u16 {
        f64_to_f16(wide::mul(up(a), up(b)), rm)
    }

    #[inline(never)]
    pub fn div(a: u16, b: u16, rm: u32) -> u16 {
        f64_to_f16(wide::div(up(a), up(b)), rm)
    }

    #[inline(never)]
    pub fn fma(a: u16, b: u16, c: u16, rm: u32) -> u16 {
        f64_to_f16(wide::fma(up(a), up(b), up(c), rm), rm)
    }

    #[inline(never)]
    pub fn sqrt(a: u16, rm: u32) -> u16 {
        f64_to_f16(wide::sqrt(up(a)), rm)
    }
}
