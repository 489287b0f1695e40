//! `f16`: nearest even through `f32`, the other modes through `f64`.

use super::{convert::*, f32::fround_f32, is_nearest_even, wide};

/// The `f16` nearest to the result, or the NaN of the operation. The computation has 32 bits, like the lanes of a
/// register.
#[inline(always)]
fn settle<const N: usize>(result: f32, operands: [u16; N]) -> u16 {
    let number = result.to_bits() >> 16 & 0x8000 | nearest16_from_f32(result.abs());
    let mut nan = 0x7e00;
    for x in operands.into_iter().rev() {
        nan = if is_nan16(x) { u32::from(x) | 0x200 } else { nan };
    }
    (if result.is_nan() { nan } else { number }) as u16
}

/// `a + b`.
#[inline(always)]
pub fn fadd_f16(a: u16, b: u16, rm: u32) -> u16 {
    if is_nearest_even(rm) { settle(widen(a) + widen(b), [a, b]) } else { directed::add(a, b, rm) }
}

/// `a * b`.
#[inline(always)]
pub fn fmul_f16(a: u16, b: u16, rm: u32) -> u16 {
    if is_nearest_even(rm) { settle(widen(a) * widen(b), [a, b]) } else { directed::mul(a, b, rm) }
}

/// `a / b`.
#[inline(always)]
pub fn fdiv_f16(a: u16, b: u16, rm: u32) -> u16 {
    if is_nearest_even(rm) { settle(widen(a) / widen(b), [a, b]) } else { directed::div(a, b, rm) }
}

/// `a * b + c` with one rounding.
#[inline(always)]
pub fn ffma_f16(a: u16, b: u16, c: u16, rm: u32) -> u16 {
    if is_nearest_even(rm) {
        // The product is exact.
        settle(wide::odd_sum_f32(widen(a) * widen(b), widen(c)), [a, b, c])
    } else {
        directed::fma(a, b, c, rm)
    }
}

/// The square root.
#[inline(always)]
pub fn fsqrt_f16(a: u16, rm: u32) -> u16 {
    if is_nearest_even(rm) { settle(widen(a).sqrt(), [a]) } else { directed::sqrt(a, rm) }
}

/// Rounds `a` to an integer in the given mode; the result keeps the sign of `a`.
#[inline(always)]
pub fn fround_f16(a: u16, rm: u32) -> u16 {
    let x = widen(a).to_bits();
    settle(f32::from_bits(fround_f32(x, rm)), [a])
}

/// `a * 2^n` with one rounding.
#[inline(always)]
pub fn fscale_f16(a: u16, n: i32, rm: u32) -> u16 {
    // Exact: the clamp is far outside the exponents of `f16`, and inside those of `f32`.
    let power = f32::from_bits(((127 + n.clamp(-60, 60)) as u32) << 23);
    let scaled = widen(a) * power;
    if is_nearest_even(rm) || scaled.is_nan() { settle(scaled, [a]) } else { f32_to_f16(scaled.to_bits(), rm) }
}

/// `a == b`, false with a NaN.
#[inline(always)]
pub fn feq_f16(a: u16, b: u16) -> bool {
    widen(a) == widen(b)
}

/// `a < b`, false with a NaN.
#[inline(always)]
pub fn flt_f16(a: u16, b: u16) -> bool {
    widen(a) < widen(b)
}

/// `a <= b`, false with a NaN.
#[inline(always)]
pub fn fle_f16(a: u16, b: u16) -> bool {
    widen(a) <= widen(b)
}

/// The other rounding modes, kept out of the loops that never use them.
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
