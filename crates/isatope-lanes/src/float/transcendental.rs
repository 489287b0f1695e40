//! Transcendental functions of `f16` and `f32`, correctly rounded to nearest even.
//!
//! They are polynomials in `f64`, without tables, branches or fused operations, so that the compiler can vectorize a
//! loop over the lanes, and every host computes the same bits. Their error is a small part of the last bit of an `f64`.
//! An exhaustive test of all `f32` and `f16` showed that no result is so close to the midpoint of two numbers that the
//! error matters.

use super::{convert::*, nan32};

/// `sum of coefficients[i] * x^i`. Even and odd powers are summed separately, so that a processor can compute both in
/// parallel.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, coefficients: [f64; N]) -> f64 {
    let square = x * x;
    let mut sums = [0.0; 2];
    sums[(N - 1) % 2] = coefficients[N - 1];
    sums[N % 2] = coefficients[N - 2];
    for i in (0..N - 2).rev() {
        sums[i % 2] = sums[i % 2] * square + coefficients[i];
    }
    sums[0] + x * sums[1]
}

/// The sum with this constant has the nearest integer in its low bits.
const ANCHOR: f64 = 6_755_399_441_055_744.0;

#[inline(always)]
fn rsq(x: f64) -> f64 {
    1.0 / x.sqrt()
}

/// Outside the range of `f32` exponents, all numbers give infinity or zero.
#[inline(always)]
fn exp2(x: f64) -> f64 {
    let x = if x < 160.0 { x } else { 160.0 };
    let x = if x > -160.0 { x } else { -160.0 };
    let anchored = x + ANCHOR;
    let part = x - (anchored - ANCHOR);
    let power = f64::from_bits((anchored.to_bits() + 1023) << 52);
    // (2^x - 1) / x between -1/2 and 1/2, to 2^-56.
    let slope = polynomial(
        part,
        [
            std::f64::consts::LN_2,
            0.24022650695910097,
            0.0555041086648216,
            0.009618129107606888,
            0.0013333558146416936,
            0.0001540353044173605,
            1.525273382983612e-05,
            1.321544258792169e-06,
            1.0178062445845774e-07,
            7.072585949269223e-09,
            4.4549605981865186e-10,
        ],
    );
    // Some results are nearer to the midpoint of two `f32` than an `f64` can represent. Therefore the sum is rounded to
    // a coarser last bit, 2^-50, which still represents those midpoints. A quarter of that bit shows on which side the
    // result is. If the result is exactly such a number, it is a power of two, which is rounded down, if at all.
    let above = part * slope;
    let coarse = (above + 6.0) - 6.0;
    let side = f64::EPSILON.copysign(coarse - above);
    ((1.0 + coarse) - side) * power
}

#[inline(always)]
fn log2(x: f64) -> f64 {
    const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    // From the root of 1/2 to the root of 2.
    let above = x.to_bits().wrapping_sub(ROOT_HALF);
    let m = f64::from_bits((above & ((1 << 52) - 1)) + ROOT_HALF);
    // The exponent becomes a number: it is the low bits of 2^52 + 2^51.
    let biased = above.wrapping_add(1023 << 52) >> 52;
    let exponent = f64::from_bits(biased | ANCHOR.to_bits()) - (ANCHOR + 1023.0);
    let ratio = (m - 1.0) / (m + 1.0);
    // log2((1 + r) / (1 - r)) / r, as a function of r^2, to 2^-58.
    let slope = polynomial(
        ratio * ratio,
        [
            2.8853900817779268,
            0.9617966939259898,
            0.5770780163455203,
            0.4121985858409005,
            0.32059853491395984,
            0.262334352504183,
            0.2209130842311768,
            0.2136589569431927,
        ],
    );
    let y = exponent + ratio * slope;
    let y = if x < f64::INFINITY { y } else { x };
    let y = if x == 0.0 { f64::NEG_INFINITY } else { y };
    if x < 0.0 { f64::NAN } else { y }
}

/// Sine of an angle of at most a quarter of a turn in either direction.
#[inline(always)]
fn sin_quarter(turn: f64) -> f64 {
    let square = turn * turn;
    // (sin(2πt) / t - 2π) / t^2, as a function of t^2, to 2^-57.
    let slope = polynomial(
        square,
        [
            -41.341702240399755,
            81.60524927607362,
            -76.70585975282492,
            42.058693925428685,
            -15.0946416761179,
            3.8199280942271643,
            -0.7177337921413454,
            0.10089695501646812,
        ],
    );
    turn * std::f64::consts::TAU + (turn * square) * slope
}

/// Distance of `|x|` from the nearest integer, exact. Infinity gives a NaN.
#[inline(always)]
fn from_integer(x: f64) -> f64 {
    let turns = x.abs();
    let fraction = turns - ((turns + ANCHOR) - ANCHOR);
    // All numbers of this size are integers, but the sum might be rounded.
    if turns >= 16_777_216.0 { turns * 0.0 } else { fraction }
}

#[inline(always)]
fn sin(x: f64) -> f64 {
    let distance = from_integer(x);
    let turn = distance.abs();
    let turn = if turn < 0.5 - turn { turn } else { 0.5 - turn };
    let y = sin_quarter(turn);
    // A zero has the sign of `x`.
    let sign = x.to_bits() ^ if turn > 0.0 { distance.to_bits() } else { 0 };
    f64::from_bits(y.to_bits() ^ (sign & 1 << 63))
}

#[inline(always)]
fn cos(x: f64) -> f64 {
    sin_quarter(0.25 - from_integer(x).abs())
}

/// The `f16` next to `y`. The last bit of the intermediate `f32` shows whether the number is inexact, and no rounding
/// to 11 bits can lose it.
#[inline(always)]
fn nearest_f16(y: f64) -> u32 {
    const DROPPED: u64 = (1 << 29) - 1;
    let bits = y.to_bits();
    let odd = f64::from_bits((bits | ((bits & DROPPED) + DROPPED)) & !DROPPED) as f32;
    odd.to_bits() >> 16 & 0x8000 | nearest16_from_f32(odd.abs())
}

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident: $f16:ident $f32:ident;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $f16(a: u16) -> u16 {
            let y = $function(f64::from(widen(a)));
            let number = if y.is_nan() { 0x7e00 } else { nearest_f16(y) };
            (if is_nan16(a) { u32::from(a) | 0x200 } else { number }) as u16
        }
        $(#[$doc])*
        #[inline(always)]
        pub fn $f32(a: u32) -> u32 {
            let y = $function(f64::from(f32::from_bits(a))) as f32;
            if y.is_nan() || f32::from_bits(a).is_nan() { nan32([a]) } else { y.to_bits() }
        }
    )*};
}

functions! {
    /// `1 / sqrt(a)`.
    rsq: frsq_f16 frsq_f32;
    /// `2^a`.
    exp2: fexp2_f16 fexp2_f32;
    /// The logarithm of `a` to the base 2.
    log2: flog2_f16 flog2_f32;
    /// The sine of `a` turns.
    sin: fsin_f16 fsin_f32;
    /// The cosine of `a` turns.
    cos: fcos_f16 fcos_f32;
}
