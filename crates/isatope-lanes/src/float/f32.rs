//! `f32`: the host's arithmetic where it rounds as asked, else through `f64`.

use super::{convert::*, is_away, is_nearest_even, nan32, wide};

#[inline(always)]
fn settle<const N: usize>(result: f32, operands: [u32; N]) -> u32 {
    if result.is_nan() { nan32(operands) } else { result.to_bits() }
}

/// `a + b`.
#[inline]
pub fn fadd_f32(a: u32, b: u32, rm: u32) -> u32 {
    if is_nearest_even(rm) { settle(f32::from_bits(a) + f32::from_bits(b), [a, b]) } else { directed::add(a, b, rm) }
}

/// `a * b`.
#[inline]
pub fn fmul_f32(a: u32, b: u32, rm: u32) -> u32 {
    if is_nearest_even(rm) { settle(f32::from_bits(a) * f32::from_bits(b), [a, b]) } else { directed::mul(a, b, rm) }
}

/// `a / b`.
#[inline]
pub fn fdiv_f32(a: u32, b: u32, rm: u32) -> u32 {
    if is_nearest_even(rm) { settle(f32::from_bits(a) / f32::from_bits(b), [a, b]) } else { directed::div(a, b, rm) }
}

/// `a * b + c` with one rounding. Not by the host's fused operation, which is a function call where the processor
/// is not known to have one.
#[inline]
pub fn ffma_f32(a: u32, b: u32, c: u32, rm: u32) -> u32 {
    if is_nearest_even(rm) {
        let product = f64::from(f32::from_bits(a)) * f64::from(f32::from_bits(b));
        settle(wide::odd_sum_f64(product, f64::from(f32::from_bits(c))) as f32, [a, b, c])
    } else {
        directed::fma(a, b, c, rm)
    }
}

/// The square root.
#[inline]
pub fn fsqrt_f32(a: u32, rm: u32) -> u32 {
    if is_nearest_even(rm) { settle(f32::from_bits(a).sqrt(), [a]) } else { directed::sqrt(a, rm) }
}

/// The integral value next to `a`, with the sign of `a`.
#[inline]
pub fn fround_f32(a: u32, rm: u32) -> u32 {
    // From here on all numbers are integral; added, it makes the host round to an integer.
    const INTEGRAL: f32 = 8_388_608.0;
    let exact = f32::from_bits(a & 0x7fff_ffff);
    let nearest = (exact + INTEGRAL) - INTEGRAL;
    let rounded = if is_nearest_even(rm) {
        nearest
    } else if rm == 4 {
        nearest + f32::from(u8::from(exact - nearest == 0.5))
    } else if is_away(rm, a >> 31 != 0) {
        nearest + f32::from(u8::from(nearest < exact))
    } else {
        nearest - f32::from(u8::from(nearest > exact))
    };
    let finite = if exact < INTEGRAL { rounded } else { exact };
    if exact.is_nan() { a | 0x40_0000 } else { finite.to_bits() | (a & 0x8000_0000) }
}

/// `a * 2^n` with one rounding.
#[inline]
pub fn fscale_f32(a: u32, n: i32, rm: u32) -> u32 {
    f64_to_f32(wide::scale(f32_to_f64(a, 0), n), rm)
}

/// `a == b`, false with a NaN.
#[inline]
pub fn feq_f32(a: u32, b: u32) -> bool {
    f32::from_bits(a) == f32::from_bits(b)
}

/// `a < b`, false with a NaN.
#[inline]
pub fn flt_f32(a: u32, b: u32) -> bool {
    f32::from_bits(a) < f32::from_bits(b)
}

/// `a <= b`, false with a NaN.
#[inline]
pub fn fle_f32(a: u32, b: u32) -> bool {
    f32::from_bits(a) <= f32::from_bits(b)
}

/// The other modes, out of the way of the loops that never use them.
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
    pub fn sqrt(a: u32, rm: u32) -> u32 {
        f64_to_f32(wide::sqrt(up(a)), rm)
    }
}
