//! Conversions between float formats.

use super::{is_away, is_nearest_even};

/// `f32` to `f64`. Exact; a NaN becomes quiet.
#[inline(always)]
pub fn f32_to_f64(a: u32, _rm: u32) -> u64 {
    let x = f32::from_bits(a);
    let nan = (u64::from(a >> 31) << 63) | (0x7ff8 << 48) | (u64::from(a & 0x3f_ffff) << 29);
    if x.is_nan() { nan } else { f64::from(x).to_bits() }
}

/// The number with the fields of an `f16` at the positions of `f32` fields, times 2^112. Before the multiplication, the
/// number is too small by 2^-112, also if it is subnormal. Infinity becomes 2^16, and a NaN becomes more than 2^16.
#[inline(always)]
fn raised(a: u16) -> f32 {
    let fields = (i32::from(a as i16) << 13) as u32 & 0x8fff_e000;
    f32::from_bits(fields) * f32::from_bits((127 + 112) << 23)
}

/// The value of an `f16`; a NaN keeps its payload and may be signalling.
#[inline(always)]
pub(super) fn widen(a: u16) -> f32 {
    let x = raised(a);
    let special = if x.abs() >= 65536.0 { 0x7f80_0000 } else { 0 };
    f32::from_bits(x.to_bits() | special)
}

#[inline(always)]
pub(super) fn is_nan16(a: u16) -> bool {
    raised(a).abs() > 65536.0
}

/// `f16` to `f32`. Exact; a NaN becomes quiet.
#[inline(always)]
pub fn f16_to_f32(a: u16, _rm: u32) -> u32 {
    widen(a).to_bits() | if is_nan16(a) { 0x40_0000 } else { 0 }
}

/// `f16` to `f64`. Exact; a NaN becomes quiet.
#[inline(always)]
pub fn f16_to_f64(a: u16, rm: u32) -> u64 {
    f32_to_f64(f16_to_f32(a, rm), rm)
}

/// `f64` to `f32`.
#[inline(always)]
pub fn f64_to_f32(a: u64, rm: u32) -> u32 {
    let x = f64::from_bits(a);
    let nan = ((a >> 32) as u32 & 0x8000_0000) | 0x7fc0_0000 | ((a >> 29) as u32 & 0x3f_ffff);
    let nearest = if x.is_nan() { nan } else { (x as f32).to_bits() };
    if is_nearest_even(rm) { nearest } else { redirect32(x, nearest, rm) }
}

/// Changes the `f32` nearest to `x` to the result of the rounding mode: either the same number or a neighbour. A NaN is
/// returned unchanged, because it compares with nothing.
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

/// Rounds the magnitude of a wider format to the nearest `f16`. The magnitude must not be a NaN.
///
/// The function adds a power of two whose last bit has the weight of the last bit of the result, so the host rounds at
/// that bit. The low bits of the power are 0, so the low bits of the sum are the significand as an integer, in units of
/// the last bit.
macro_rules! nearest16 {
    ($name:ident, $float:ident, $bits:ident, $fraction:expr, $bias:expr) => {
        #[inline(always)]
        pub(super) fn $name(magnitude: $float) -> u32 {
            let x = if magnitude < 65536.0 { magnitude } else { 65536.0 };
            let exponent = x.to_bits().max(($bias - 14) << $fraction) & ($bits::MAX << $fraction);
            let sum = (x + $float::from_bits(exponent + (($fraction - 10) << $fraction))).to_bits();
            // The hidden bit of the significand adds the missing 1 to the exponent.
            let exponent = (sum >> ($fraction - 10)) as u32;
            exponent.wrapping_add(sum as u32 & 0xfff).wrapping_sub(($bias - 14 + $fraction - 10) << 10)
        }
    };
}

nearest16!(nearest16_from_f32, f32, u32, 23, 127);
nearest16!(nearest16_from_f64, f64, u64, 52, 1023);

/// `f32` to `f16`.
#[inline(always)]
pub fn f32_to_f16(a: u32, rm: u32) -> u16 {
    let x = f32::from_bits(a);
    let nearest = nearest16_from_f32(x.abs());
    let magnitude = if is_nearest_even(rm) { nearest } else { redirect16(x, nearest, rm) };
    let nan = 0x7e00 | (a >> 13 & 0x1ff);
    (a >> 16 & 0x8000 | if x.is_nan() { nan } else { magnitude }) as u16
}

/// `f64` to `f16`.
#[inline(always)]
pub fn f64_to_f16(a: u64, rm: u32) -> u16 {
    if !is_nearest_even(rm) {
        return directed16(a, rm);
    }
    let x = f64::from_bits(a);
    let nan = 0x7e00 | ((a >> 42) as u32 & 0x1ff);
    let magnitude = if x.is_nan() { nan } else { nearest16_from_f64(x.abs()) };
    ((a >> 48) as u32 & 0x8000 | magnitude) as u16
}

/// Like [`redirect32`], for magnitudes. Conversions to `f16` toward zero are frequent, so this is inlined into loops.
#[inline(always)]
fn redirect16(x: f32, nearest: u32, rm: u32) -> u32 {
    let exact = x.abs();
    let here = widen(nearest as u16);
    if rm == 4 {
        let next = widen(nearest as u16 + 1);
        return nearest + u32::from(exact > here && next - exact == exact - here);
    }
    let away = is_away(rm, x.is_sign_negative());
    nearest + u32::from(away && here < exact) - u32::from(!away && here > exact)
}

/// Converts through `f32`. The extra bits of that `f32` only have to show whether the number is inexact.
#[inline(never)]
fn directed16(a: u64, rm: u32) -> u16 {
    let toward_zero = f64_to_f32(a, 3);
    let inexact = f64::from(f32::from_bits(toward_zero)) != f64::from_bits(a);
    let is_number = !f64::from_bits(a).is_nan();
    f32_to_f16(toward_zero | u32::from(inexact && is_number), rm)
}
