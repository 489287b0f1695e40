//! Transcendental functions of `f64`, from the portable `libm`. The error of a sine or cosine is at most 1.2 units in
//! the last place; all other results are the nearest number, with rare exceptions. The reference evaluator uses the
//! same algorithm, so that an instruction does not have two results.

use super::{nan64, wide::exact_product};

/// `2π` is `TAU + TAU_LOW`.
const TAU: f64 = std::f64::consts::TAU;
const TAU_LOW: f64 = 2.449_293_598_294_706_4e-16;

/// `1 / sqrt(a)`. [`ffma_f32`](super::ffma_f32) describes `FUSED`.
#[inline(always)]
pub fn frsq_f64<const FUSED: bool>(a: u64) -> u64 {
    let x = f64::from_bits(a);
    // Multiplies by 2^±256, which is exact, so that no step leaves the range of normal numbers.
    let [factor, root_factor] = if x < 1e-150 { [power(256), power(128)] } else { [power(-256), power(-128)] };
    let scaled = x * factor;
    let root = 1.0 / scaled.sqrt();
    // The next two terms of the series. The residual `1 - x * root^2` has twice the precision.
    let (product, product_low) = exact_product::<FUSED>(scaled, root);
    let (square, square_low) = exact_product::<FUSED>(product, root);
    let residual = ((1.0 - square) - square_low) - product_low * root;
    let better = (root + root * (residual * (0.5 + 0.375 * residual))) * root_factor;
    let y = if x == 0.0 || x == f64::INFINITY { 1.0 / x } else { better };
    if y.is_nan() { nan64([a]) } else { y.to_bits() }
}

fn power(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}

fn exp2(x: f64) -> f64 {
    libm::exp2(x)
}

fn log2(x: f64) -> f64 {
    libm::log2(x)
}

/// Splits `|x|` turns into quarter turns (0 to 3) and a remainder of at most an eighth of a turn. Exact.
fn reduce(x: f64) -> (u32, f64) {
    const INTEGRAL: f64 = 4_503_599_627_370_496.0;
    let x = x.abs();
    if x >= INTEGRAL {
        return (0, 0.0);
    }
    let part = x - ((x + INTEGRAL) - INTEGRAL);
    if part < -0.375 {
        (2, part + 0.5)
    } else if part < -0.125 {
        (3, part + 0.25)
    } else if part < 0.125 {
        (0, part)
    } else if part < 0.375 {
        (1, part - 0.25)
    } else {
        (2, part - 0.5)
    }
}

/// Sine of the angle `turn` plus `quarters` quarter turns. A zero result is +0.
fn sin_after(quarters: u32, turn: f64) -> f64 {
    let angle = turn * TAU;
    let correct = turn.abs() >= 1e-200;
    let low = if correct { turn.mul_add(TAU, -angle) + turn * TAU_LOW } else { 0.0 };
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let y = match (quarters % 2, correct) {
        (0, false) => sine,
        (0, true) => low.mul_add(cosine, sine),
        (_, false) => cosine,
        (_, true) => (-low).mul_add(sine, cosine),
    };
    if y == 0.0 {
        0.0
    } else if quarters % 4 >= 2 {
        -y
    } else {
        y
    }
}

fn sin(x: f64) -> f64 {
    let (quarters, turn) = reduce(x);
    let y = sin_after(quarters, turn);
    if x.is_infinite() {
        f64::NAN
    } else if x.is_sign_negative() {
        -y
    } else {
        y
    }
}

fn cos(x: f64) -> f64 {
    let (quarters, turn) = reduce(x);
    if x.is_infinite() { f64::NAN } else { sin_after(quarters + 1, turn) }
}

/// Runs a function on the bits of an `f64`.
fn on_bits(a: u64, function: impl Fn(f64) -> f64) -> u64 {
    let x = f64::from_bits(a);
    let y = if x.is_nan() { x } else { function(x) };
    if y.is_nan() { nan64([a]) } else { y.to_bits() }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident: $f64:ident;)*) => {$(
        $(#[$doc])*
        pub fn $f64(a: u64) -> u64 {
            on_bits(a, $function)
        }
    )*};
}

functions! {
    /// `2^a`.
    exp2: fexp2_f64;
    /// The logarithm of `a` to the base 2.
    log2: flog2_f64;
    /// The sine of `a` turns.
    sin: fsin_f64;
    /// The cosine of `a` turns.
    cos: fcos_f64;
}
