//! Conversions between floats and integers.

use super::{
    convert::*,
    f64::{fround_f64, integral_magnitude},
    is_nearest_even, soft,
};

/// All larger integers overflow `f16` in the same manner, and `f64` represents all integers up to this limit exactly.
const F16_LIMIT: u64 = 1 << 20;

/// Converts an unsigned integer.
#[inline(always)]
pub fn u64_to_f16(v: u64, rm: u32) -> u16 {
    f64_to_f16((v.min(F16_LIMIT) as f64).to_bits(), rm)
}

/// Converts a signed integer.
#[inline(always)]
pub fn i64_to_f16(v: i64, rm: u32) -> u16 {
    f64_to_f16((v.clamp(-(F16_LIMIT as i64), F16_LIMIT as i64) as f64).to_bits(), rm)
}

/// Converts an unsigned integer.
#[inline(always)]
pub fn u64_to_f32(v: u64, rm: u32) -> u32 {
    if is_nearest_even(rm) { (v as f32).to_bits() } else { soft::round(false, 0, v.into(), rm, soft::F32) as u32 }
}

/// Converts a signed integer.
#[inline(always)]
pub fn i64_to_f32(v: i64, rm: u32) -> u32 {
    if is_nearest_even(rm) {
        (v as f32).to_bits()
    } else {
        u32::from(v < 0) << 31 | soft::round(v < 0, 0, v.unsigned_abs().into(), rm, soft::F32) as u32
    }
}

/// Converts an unsigned integer.
#[inline(always)]
pub fn u64_to_f64(v: u64, rm: u32) -> u64 {
    if is_nearest_even(rm) { (v as f64).to_bits() } else { soft::round(false, 0, v.into(), rm, soft::F64) }
}

/// Converts a signed integer.
#[inline(always)]
pub fn i64_to_f64(v: i64, rm: u32) -> u64 {
    if is_nearest_even(rm) {
        (v as f64).to_bits()
    } else {
        u64::from(v < 0) << 63 | soft::round(v < 0, 0, v.unsigned_abs().into(), rm, soft::F64)
    }
}

/// Low 32 bits of `x` rounded to an integer and clamped to a range that `f64` represents exactly; 0 for a NaN.
///
/// The sum with 1.5 * 2^52 has the integer in its low bits. Vector units can add, but they have no conversion that
/// saturates like Rust's.
#[inline(always)]
fn small_integer(x: f64, rm: u32, min: f64, max: f64) -> u32 {
    let number = if x.is_nan() { 0.0 } else { x };
    let raised = if number > min { number } else { min };
    let limited = if raised < max { raised } else { max };
    let integral = integral_magnitude(limited, rm).copysign(limited);
    (integral + 6_755_399_441_055_744.0).to_bits() as u32
}

/// Converts to an unsigned integer of `width` bits (1 to 64), saturated; 0 for a NaN.
#[inline(always)]
pub fn f64_to_uint(a: u64, rm: u32, width: u32) -> u64 {
    let max = u64::MAX >> (64 - width);
    if width <= 32 {
        return small_integer(f64::from_bits(a), rm, 0.0, max as f64).into();
    }
    // Rust's conversion saturates and gives 0 for a NaN.
    (f64::from_bits(fround_f64(a, rm)) as u64).min(max)
}

/// Converts to a signed integer of `width` bits (1 to 64), saturated; 0 for a NaN. The bits above `width` are 0.
#[inline(always)]
pub fn f64_to_sint(a: u64, rm: u32, width: u32) -> u64 {
    let mask = u64::MAX >> (64 - width);
    let max = (mask >> 1) as i64;
    if width <= 32 {
        return u64::from(small_integer(f64::from_bits(a), rm, (-max - 1) as f64, max as f64)) & mask;
    }
    (f64::from_bits(fround_f64(a, rm)) as i64).clamp(-max - 1, max) as u64 & mask
}

/// Like [`f64_to_uint`].
#[inline(always)]
pub fn f32_to_uint(a: u32, rm: u32, width: u32) -> u64 {
    f64_to_uint(f64::from(f32::from_bits(a)).to_bits(), rm, width)
}

/// Like [`f64_to_sint`].
#[inline(always)]
pub fn f32_to_sint(a: u32, rm: u32, width: u32) -> u64 {
    f64_to_sint(f64::from(f32::from_bits(a)).to_bits(), rm, width)
}

/// Like [`f64_to_uint`].
#[inline(always)]
pub fn f16_to_uint(a: u16, rm: u32, width: u32) -> u64 {
    f64_to_uint(f64::from(widen(a)).to_bits(), rm, width)
}

/// Like [`f64_to_sint`].
#[inline(always)]
pub fn f16_to_sint(a: u16, rm: u32, width: u32) -> u64 {
    f64_to_sint(f64::from(widen(a)).to_bits(), rm, width)
}
