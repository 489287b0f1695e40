//! Transcendental functions of `f16` and `f32`: the reciprocal square root uses integers, the others power series in
//! numbers of 113 bits. This precision is enough: an exhaustive test of all `f32` showed that no result is nearer to a
//! midpoint between two numbers than 2^-35 of a last place.

use rustc_apfloat::ieee::{Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::{finish, integer_root};

const LN_2: &str = "0.693147180559945309417232121458176568075500134360255254120680009493";
const TAU: &str = "6.28318530717958647692528676655900576839433879875021164194988918461";

fn constant(digits: &str) -> Quad {
    digits.parse().expect("digits")
}

fn integer(n: i32) -> Quad {
    Quad::from_i128(n.into()).value
}

/// `first + first * ratio(1) + first * ratio(1) * ratio(2) + …`
fn series(first: Quad, terms: i32, ratio: impl Fn(i32) -> Quad) -> Quad {
    let mut term = first;
    let mut sum = first;
    for k in 1..terms {
        term = (term * ratio(k)).value;
        sum = (sum + term).value;
    }
    sum
}

fn exp2(x: Quad) -> Quad {
    // The limit is outside the range of results.
    let limit = integer(200);
    let x = if x > limit { limit } else { x };
    let x = if x < -limit { -limit } else { x };
    let whole = x.round_to_integral(Round::NearestTiesToEven).value;
    let angle = ((x - whole).value * constant(LN_2)).value;
    series(integer(1), 32, |k| (angle / integer(k)).value).scalbn(whole.to_i128(32).value as i32)
}

fn log2(x: Quad) -> Quad {
    if x.is_zero() {
        return -Quad::INFINITY;
    }
    if x.is_negative() {
        return Quad::NAN;
    }
    if x.is_infinite() {
        return x;
    }
    // Between 3/4 and 3/2.
    let exponent = (x.scalbn(2) / integer(3)).value.ilogb();
    let m = x.scalbn(-exponent);
    let ratio = ((m - integer(1)).value / (m + integer(1)).value).value;
    let square = (ratio * ratio).value;
    let sum = series(ratio, 30, |k| (square * (integer(2 * k - 1) / integer(2 * k + 1)).value).value);
    (integer(exponent) + (sum.scalbn(1) / constant(LN_2)).value).value
}

/// Sine of an angle of at most a quarter of a turn in either direction.
fn sin_quarter(turn: Quad) -> Quad {
    let angle = (turn * constant(TAU)).value;
    let square = -(angle * angle).value;
    series(angle, 24, |k| (square / integer(2 * k * (2 * k + 1))).value)
}

/// `x` minus the nearest integer.
fn fraction(x: Quad) -> Quad {
    (x - x.round_to_integral(Round::NearestTiesToEven).value).value
}

fn sin(x: Quad) -> Quad {
    if x.is_infinite() {
        return Quad::NAN;
    }
    let turn = fraction(x);
    let half = integer(1).scalbn(-1);
    let quarter = half.scalbn(-1);
    let turn = if turn > quarter {
        (half - turn).value
    } else if turn < -quarter {
        (-half - turn).value
    } else {
        turn
    };
    // A zero has the sign of the operand, in either half of a turn.
    if turn.is_zero() { Quad::ZERO.copy_sign(x) } else { sin_quarter(turn) }
}

fn cos(x: Quad) -> Quad {
    if x.is_infinite() {
        return Quad::NAN;
    }
    let quarter = integer(1).scalbn(-2);
    let turn = (quarter - fraction(x).abs()).value;
    if turn.is_zero() { Quad::ZERO } else { sin_quarter(turn) }
}

/// `x` is `m * 2^e` with an even `e` and an `m` of at most 25 bits. The integer root of `2^126 / m` has more bits than
/// the formats. A last bit tells whether there is a remainder.
fn rsq(x: Quad) -> Quad {
    if x.is_zero() {
        return Quad::INFINITY.copy_sign(x);
    }
    if x.is_negative() {
        return Quad::NAN;
    }
    if x.is_infinite() {
        return Quad::ZERO;
    }
    let even = (x.ilogb() - 23) & !1;
    let m = x.scalbn(-even).to_u128(32).value;
    let root = integer_root((1 << 126) / m);
    let sticky = u128::from(root * root * m != 1 << 126);
    Quad::from_u128(root << 1 | sticky).value.scalbn(-even / 2 - 64)
}

fn apply<F: FloatConvert<Quad>>(a: u128, function: fn(Quad) -> Quad) -> u128
where
    Quad: FloatConvert<F>,
{
    finish(&[a], || function(F::from_bits(a).convert(&mut false).value).convert(&mut false).value)
}

macro_rules! functions {
    ($format:ident $bits:ident: $frsq:ident $fexp2:ident $flog2:ident $fsin:ident $fcos:ident) => {
        /// `1 / sqrt(a)`.
        pub fn $frsq(a: $bits) -> $bits {
            apply::<$format>(a.into(), rsq) as $bits
        }
        /// `2^a`.
        pub fn $fexp2(a: $bits) -> $bits {
            apply::<$format>(a.into(), exp2) as $bits
        }
        /// The logarithm of `a` to the base 2.
        pub fn $flog2(a: $bits) -> $bits {
            apply::<$format>(a.into(), log2) as $bits
        }
        /// The sine of `a` turns.
        pub fn $fsin(a: $bits) -> $bits {
            apply::<$format>(a.into(), sin) as $bits
        }
        /// The cosine of `a` turns.
        pub fn $fcos(a: $bits) -> $bits {
            apply::<$format>(a.into(), cos) as $bits
        }
    };
}

functions!(Half u16: frsq_f16 fexp2_f16 flog2_f16 fsin_f16 fcos_f16);
functions!(Single u32: frsq_f32 fexp2_f32 flog2_f32 fsin_f32 fcos_f32);
