//! Transcendental functions of `f64`: the portable `libm`, with corrections that make its results more precise.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::Double;

use super::finish;

/// `2π` is `TAU + TAU_LOW`.
const TAU: f64 = core::f64::consts::TAU;
const TAU_LOW: f64 = 2.449_293_598_294_706_4e-16;

fn rsq(x: f64) -> f64 {
    if x == 0.0 {
        return f64::INFINITY.copysign(x);
    }
    if x == f64::INFINITY {
        return 0.0;
    }
    // The scale factors are powers of 4, so that no step overflows or underflows.
    let n = if x < 1e-150 { 256 } else { -256 };
    let x = libm::ldexp(x, n);
    let y = 1.0 / libm::sqrt(x);
    let product = x * y;
    let product_low = libm::fma(x, y, -product);
    let error = 1.0 - product * y - libm::fma(product, y, -(product * y)) - product_low * y;
    libm::ldexp(y + y * (error * (0.5 + 0.375 * error)), n / 2)
}

/// Splits `x >= 0` turns into quarter turns (0 to 3) and a remainder of at most an eighth of a turn in either
/// direction. Exact.
fn quarter(x: f64) -> (usize, f64) {
    let part = libm::fmod(x, 1.0);
    match part {
        _ if part < 0.125 => (0, part),
        _ if part < 0.375 => (1, part - 0.25),
        _ if part < 0.625 => (2, part - 0.5),
        _ if part < 0.875 => (3, part - 0.75),
        _ => (0, part - 1.0),
    }
}

/// Sine and cosine of an angle of at most an eighth of a turn.
fn sin_cos(turn: f64) -> (f64, f64) {
    let angle = turn * TAU;
    let (s, c) = (libm::sin(angle), libm::cos(angle));
    if libm::fabs(turn) < 1e-200 {
        return (s, c);
    }
    let low = libm::fma(turn, TAU, -angle) + turn * TAU_LOW;
    (libm::fma(low, c, s), libm::fma(-low, s, c))
}

fn sin(x: f64) -> f64 {
    if x.is_infinite() {
        return f64::NAN;
    }
    let (quarter, turn) = quarter(x.abs());
    let (s, c) = sin_cos(turn);
    let y = [s, c, -s, -c][quarter];
    // A zero has the sign of the operand, in every quarter.
    let y = if y == 0.0 { 0.0 } else { y };
    if x.is_sign_negative() { -y } else { y }
}

fn cos(x: f64) -> f64 {
    if x.is_infinite() {
        return f64::NAN;
    }
    let (quarter, turn) = quarter(x.abs());
    let (s, c) = sin_cos(turn);
    let y = [c, -s, -c, s][quarter];
    if y == 0.0 { 0.0 } else { y }
}

fn apply(a: u64, function: fn(f64) -> f64) -> u64 {
    finish(&[a.into()], || Double::from_bits(function(f64::from_bits(a)).to_bits().into())) as u64
}

/// `1 / sqrt(a)`.
pub fn frsq_f64(a: u64) -> u64 {
    apply(a, rsq)
}

/// `2^a`.
pub fn fexp2_f64(a: u64) -> u64 {
    apply(a, libm::exp2)
}

/// The logarithm of `a` to the base 2.
pub fn flog2_f64(a: u64) -> u64 {
    apply(a, libm::log2)
}

/// The sine of `a` turns.
pub fn fsin_f64(a: u64) -> u64 {
    apply(a, sin)
}

/// The cosine of `a` turns.
pub fn fcos_f64(a: u64) -> u64 {
    apply(a, cos)
}
