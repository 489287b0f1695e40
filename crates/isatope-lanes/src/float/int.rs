//! From and to integers.

use super::{convert::*, f64::fround_f64, is_nearest_even, soft};

/// Beyond this all integers overflow `f16` alike, and up to it `f64` is exact.
const F16_LIMIT: u64 = 1 << 20;

/// From an unsigned integer.
#[inline]
pub fn u64_to_f16(v: u64, rm: u32) -> u16 {
    f64_to_f16((v.min(F16_LIMIT) as f64).to_bits(), rm)
}

/// From a signed integer.
#[inline]
pub fn i64_to_f16(v: i64, rm: u32) -> u16 {
    f64_to_f16((v.clamp(-(F16_LIMIT as i64), F16_LIMIT as i64) as f64).to_bits(), rm)
}

/// From an unsigned integer.
#[inline]
pub fn u64_to_f32(v: u64, rm: u32) -> u32 {
    if is_nearest_even(rm) { (v as f32).to_bits() } else { soft::round(false, 0, v.into(), rm, soft::F32) as u32 }
}

/// From a signed integer.
#[inline]
pub fn i64_to_f32(v: i64, rm: u32) -> u32 {
    if is_nearest_even(rm) {
        (v as f32).to_bits()
    } else {
        u32::from(v < 0) << 31 | soft::round(v < 0, 0, v.unsigned_abs().into(), rm, soft::F32) as u32
    }
}

/// From an unsigned integer.
#[inline]
pub fn u64_to_f64(v: u64, rm: u32) -> u64 {
    if is_nearest_even(rm) { (v as f64).to_bits() } else { soft::round(false, 0, v.into(), rm, soft::F64) }
}

/// From a signed integer.
#[inline]
pub fn i64_to_f64(v: i64, rm: u32) -> u64 {
    if is_nearest_even(rm) {
        (v as f64).to_bits()
    } else {
        u64::from(v < 0) << 63 | soft::round(v < 0, 0, v.unsigned_abs().into(), rm, soft::F64)
    }
}

/// To an unsigned integer of `width` bits (1 to 64), saturated; 0 for a NaN.
#[inline]
pub fn f64_to_uint(a: u64, rm: u32, width: u32) -> u64 {
    // Rust's conversion saturates and gives 0 for a NaN.
    let integral = f64::from_bits(fround_f64(a, rm));
    let max = u64::MAX >> (64 - width);
    if width <= 32 { u64::from((integral as u32).min(max as u32)) } else { (integral as u64).min(max) }
}

/// To a signed integer of `width` bits (1 to 64), saturated; 0 for a NaN. The bits above are 0.
#[inline]
pub fn f64_to_sint(a: u64, rm: u32, width: u32) -> u64 {
    let integral = f64::from_bits(fround_f64(a, rm));
    let mask = u64::MAX >> (64 - width);
    let max = (mask >> 1) as i64;
    if width <= 32 {
        (integral as i32).clamp(-(max as i32) - 1, max as i32) as u64 & mask
    } else {
        (integral as i64).clamp(-max - 1, max) as u64 & mask
    }
}

/// As [`f64_to_uint`].
#[inline]
pub fn f32_to_uint(a: u32, rm: u32, width: u32) -> u64 {
    f64_to_uint(f32_to_f64(a, 0), rm, width)
}

/// As [`f64_to_sint`].
#[inline]
pub fn f32_to_sint(a: u32, rm: u32, width: u32) -> u64 {
    f64_to_sint(f32_to_f64(a, 0), rm, width)
}

/// As [`f64_to_uint`].
#[inline]
pub fn f16_to_uint(a: u16, rm: u32, width: u32) -> u64 {
    f64_to_uint(f16_to_f64(a, 0), rm, width)
}

/// As [`f64_to_sint`].
#[inline]
pub fn f16_to_sint(a: u16, rm: u32, width: u32) -> u64 {
    f64_to_sint(f16_to_f64(a, 0), rm, width)
}
