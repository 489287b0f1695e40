//! From one format to another.

use super::{is_away, is_nearest_even};

/// `2^(exponent - 1023)`, with the exponent as an `f64` stores it.
#[inline(always)]
fn power(exponent: u64) -> f64 {
    f64::from_bits(exponent << 52)
}

/// `f16` to `f64`. Exact; a NaN becomes quiet.
#[inline]
pub fn f16_to_f64(a: u16, _rm: u32) -> u64 {
    let sign = u64::from(a & 0x8000) << 48;
    let magnitude = u64::from(a & 0x7fff);
    let subnormal = (f64::from(magnitude as i32) * power(1023 - 24)).to_bits();
    let normal = (magnitude << 42) + ((1023 - 15) << 52);
    let special = (magnitude << 42) | (0x7ff << 52) | (u64::from(magnitude > 0x7c00) << 51);
    let finite = if magnitude < 0x400 { subnormal } else { normal };
    sign | if magnitude < 0x7c00 { finite } else { special }
}

/// `f32` to `f64`. Exact; a NaN becomes quiet.
#[inline]
pub fn f32_to_f64(a: u32, _rm: u32) -> u64 {
    let x = f32::from_bits(a);
    let nan = (u64::from(a >> 31) << 63) | (0x7ff8 << 48) | (u64::from(a & 0x3f_ffff) << 29);
    if x.is_nan() { nan } else { f64::from(x).to_bits() }
}

/// `f16` to `f32`. Exact; a NaN becomes quiet.
#[inline]
pub fn f16_to_f32(a: u16, _rm: u32) -> u32 {
    let sign = u32::from(a & 0x8000) << 16;
    let magnitude = u32::from(a & 0x7fff);
    let subnormal = (magnitude as i32 as f32 * f32::from_bits((127 - 24) << 23)).to_bits();
    let normal = (magnitude << 13) + ((127 - 15) << 23);
    let special = (magnitude << 13) | (0xff << 23) | (u32::from(magnitude > 0x7c00) << 22);
    let finite = if magnitude < 0x400 { subnormal } else { normal };
    sign | if magnitude < 0x7c00 { finite } else { special }
}

/// `f64` to `f32`.
#[inline]
pub fn f64_to_f32(a: u64, rm: u32) -> u32 {
    let x = f64::from_bits(a);
    let nan = ((a >> 32) as u32 & 0x8000_0000) | 0x7fc0_0000 | ((a >> 29) as u32 & 0x3f_ffff);
    let nearest = if x.is_nan() { nan } else { (x as f32).to_bits() };
    if is_nearest_even(rm) { nearest } else { redirect32(x, nearest, rm) }
}

/// From the `f32` nearest to `x` to the one that the mode wants, which is that or one beside it. A NaN compares with
/// nothing and stays.
#[inline(never)]
fn redirect32(x: f64, nearest: u32, rm: u32) -> u32 {
    let exact = x.abs();
    let here = f64::from(f32::from_bits(nearest).abs());
    if rm == 4 {
        let next = f64::from(f32::from_bits((nearest & 0x7fff_ffff) + 1));
        return nearest + u32::from(exact > here && next - exact == exact - here);
    }
    let away = is_away(rm, x.is_sign_negative());
    nearest + u32::from(away && here < exact) - u32::from(!away && here > exact)
}

/// To the nearest `f16`, from the magnitude of a wider format.
///
/// Adding a power of two so large that its last place is the last place of the result makes the host round there.
/// The power's low bits are 0, so that the sum's low bits are the significand as an integer, in units of that place.
macro_rules! nearest16 {
    ($name:ident, $float:ident, $bits:ident, $fraction:expr, $bias:expr) => {
        #[inline(always)]
        fn $name(magnitude: $bits) -> u16 {
            const FIRST: $bits = $bias - 14;
            let exponent = (magnitude >> $fraction).clamp(FIRST, $bias + 16);
            let anchor = (exponent + $fraction - 10) << $fraction;
            let sum = $float::from_bits(magnitude) + $float::from_bits(anchor);
            // The hidden bit of the significand adds the missing 1 to the exponent.
            let finite = ((exponent - FIRST) << 10).wrapping_add(sum.to_bits().wrapping_sub(anchor));
            let nan = 0x7e00 | ((magnitude >> ($fraction - 10)) & 0x1ff);
            let x = $float::from_bits(magnitude);
            let rounded = if x >= 65536.0 { 0x7c00 } else { finite };
            (if x.is_nan() { nan } else { rounded }) as u16
        }
    };
}

nearest16!(nearest16_from_f32, f32, u32, 23, 127);
nearest16!(nearest16_from_f64, f64, u64, 52, 1023);

/// `f32` to `f16`.
#[inline]
pub fn f32_to_f16(a: u32, rm: u32) -> u16 {
    let nearest = (a >> 16) as u16 & 0x8000 | nearest16_from_f32(a & (u32::MAX >> 1));
    if is_nearest_even(rm) { nearest } else { redirect16(f64::from(f32::from_bits(a)), nearest, rm) }
}

/// `f64` to `f16`.
#[inline]
pub fn f64_to_f16(a: u64, rm: u32) -> u16 {
    let nearest = (a >> 48) as u16 & 0x8000 | nearest16_from_f64(a & (u64::MAX >> 1));
    if is_nearest_even(rm) { nearest } else { redirect16(f64::from_bits(a), nearest, rm) }
}

/// As [`redirect32`].
#[inline(never)]
fn redirect16(x: f64, nearest: u16, rm: u32) -> u16 {
    let exact = x.abs();
    let here = f64::from_bits(f16_to_f64(nearest & 0x7fff, 0));
    if rm == 4 {
        let next = f64::from_bits(f16_to_f64((nearest & 0x7fff) + 1, 0));
        return nearest + u16::from(exact > here && next - exact == exact - here);
    }
    let away = is_away(rm, x.is_sign_negative());
    nearest + u16::from(away && here < exact) - u16::from(!away && here > exact)
}
