//! Transcendental functions: in `f64`, from the portable `libm`, and one more rounding for the smaller formats.
//! An `f64` sine or cosine is within 1.2 last places; everything else is the nearest number but for rare cases.
//! The reference evaluator follows the same recipe, so that an instruction does not have two results.

use super::{convert::*, nan64};

/// `2π` is `TAU + TAU_LOW`.
const TAU: f64 = std::f64::consts::TAU;
const TAU_LOW: f64 = 2.449_293_598_294_706_4e-16;

/// An `f64` result wants corrections that no smaller format can see; `PRECISE` asks for them.
fn rsq<const PRECISE: bool>(x: f64) -> f64 {
    let root = 1.0 / x.sqrt();
    if !PRECISE || root.is_nan() || root == 0.0 || x == 0.0 {
        return root;
    }
    // One step of Newton's method with the residual `1 - x * root^2` to twice the precision.
    let product = x * root;
    let product_low = x.mul_add(root, -product);
    let residual = (-product).mul_add(root, 1.0) - product_low * root;
    root.mul_add(0.5 * residual, root)
}

fn exp2<const PRECISE: bool>(x: f64) -> f64 {
    libm::exp2(x)
}

fn log2<const PRECISE: bool>(x: f64) -> f64 {
    libm::log2(x)
}

/// Splits `|x|` turns into quarters, counted from 0 to 3, and a rest of at most an eighth of a turn. Exact.
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

/// The sine of the angle that lies `quarters` after `turn`; plain zeros are +0.
fn sin_after<const PRECISE: bool>(quarters: u32, turn: f64) -> f64 {
    let angle = turn * TAU;
    let correct = PRECISE && turn.abs() >= 1e-200;
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

fn sin<const PRECISE: bool>(x: f64) -> f64 {
    let (quarters, turn) = reduce(x);
    let y = sin_after::<PRECISE>(quarters, turn);
    if x.is_infinite() {
        f64::NAN
    } else if x.is_sign_negative() {
        -y
    } else {
        y
    }
}

fn cos<const PRECISE: bool>(x: f64) -> f64 {
    let (quarters, turn) = reduce(x);
    if x.is_infinite() { f64::NAN } else { sin_after::<PRECISE>(quarters + 1, turn) }
}

/// Runs a function on the bits of an `f64`.
fn on_bits(a: u64, function: impl Fn(f64) -> f64) -> u64 {
    let x = f64::from_bits(a);
    let y = if x.is_nan() { x } else { function(x) };
    if y.is_nan() { nan64([a]) } else { y.to_bits() }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident: $f16:ident $f32:ident $f64:ident;)*) => {$(
        $(#[$doc])*
        pub fn $f16(a: u16) -> u16 {
            f64_to_f16(on_bits(f16_to_f64(a, 0), $function::<false>), 0)
        }
        $(#[$doc])*
        pub fn $f32(a: u32) -> u32 {
            f64_to_f32(on_bits(f32_to_f64(a, 0), $function::<false>), 0)
        }
        $(#[$doc])*
        pub fn $f64(a: u64) -> u64 {
            on_bits(a, $function::<true>)
        }
    )*};
}

functions! {
    /// `1 / sqrt(a)`.
    rsq: frsq_f16 frsq_f32 frsq_f64;
    /// `2^a`.
    exp2: fexp2_f16 fexp2_f32 fexp2_f64;
    /// The logarithm of `a` to the base 2.
    log2: flog2_f16 flog2_f32 flog2_f64;
    /// The sine of `a` turns.
    sin: fsin_f16 fsin_f32 fsin_f64;
    /// The cosine of `a` turns.
    cos: fcos_f16 fcos_f32 fcos_f64;
}
