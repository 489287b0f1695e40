//! Integer arithmetic: `f64` in the modes that the host does not have, and rounding of integers.

use std::cmp::Ordering::{Equal, Greater, Less};

use super::{is_away, nan64};

const SIGN: u64 = 1 << 63;
const INFINITY: u64 = 0x7ff << 52;
const DEFAULT_NAN: u64 = 0x7ff8 << 48;

/// The number `sig * 2^exp`, with a sign. The last bit of a result may be sticky: it represents bits far below it.
#[derive(Clone, Copy)]
pub struct Number {
    pub negative: bool,
    pub exp: i32,
    pub sig: u128,
}

/// Layout of a format: stored bits of the significand, and the exponent of the smallest normal number. The exponent of
/// the largest number is `1 - min_exp`.
#[derive(Clone, Copy)]
pub struct Layout {
    pub fraction: u32,
    pub min_exp: i32,
}

pub const F32: Layout = Layout { fraction: 23, min_exp: -126 };
pub const F64: Layout = Layout { fraction: 52, min_exp: -1022 };

/// Shifts right. If a 1 is shifted out, the last bit becomes 1.
fn shift_sticky(x: u128, by: u32) -> u128 {
    match by {
        0 => x,
        1..128 => x >> by | u128::from(x << (128 - by) != 0),
        _ => u128::from(x != 0),
    }
}

/// Bits of the magnitude of `sig * 2^exp` in the format, rounded; without the sign.
pub fn round(negative: bool, exp: i32, sig: u128, rm: u32, format: Layout) -> u64 {
    let Layout { fraction, min_exp } = format;
    if sig == 0 {
        return 0;
    }
    let infinity = ((3 - 2 * min_exp) as u64) << fraction;
    let top = exp + sig.ilog2() as i32;
    // Weight of the result's last bit, as an exponent.
    let last = top.max(min_exp) - fraction as i32;
    let (mut significand, against_half, inexact) = if last <= exp {
        (sig << (exp - last), Less, false)
    } else {
        let drop = (last - exp) as u32;
        let (sig, drop) = if drop > 120 { (shift_sticky(sig, drop - 120), 120) } else { (sig, drop) };
        let rest = sig & ((1 << drop) - 1);
        let half = 1 << (drop - 1);
        (sig >> drop, rest.cmp(&half), rest != 0)
    };
    let up = match rm {
        1..=3 => inexact && is_away(rm, negative),
        4 => against_half != Less,
        _ => against_half == Greater || (against_half == Equal && significand & 1 == 1),
    };
    significand += u128::from(up);
    let steps = ((last - (min_exp - fraction as i32)) as u64).min(infinity >> fraction);
    // The hidden bit adds the missing 1 to the exponent.
    let bits = (steps << fraction) + significand as u64;
    if bits < infinity {
        bits
    } else if matches!(rm, 1..=3) && !is_away(rm, negative) {
        infinity - 1
    } else {
        infinity
    }
}

fn sign(negative: bool) -> u64 {
    u64::from(negative) << 63
}

fn pack(x: Number, rm: u32) -> u64 {
    sign(x.negative) | round(x.negative, x.exp, x.sig, rm, F64)
}

fn is_nan(a: u64) -> bool {
    a & !SIGN > INFINITY
}

fn is_infinite(a: u64) -> bool {
    a & !SIGN == INFINITY
}

/// Unpacks a finite number; the result is not normalised.
pub fn unpack(a: u64) -> Number {
    let field = (a >> 52 & 0x7ff) as i32;
    let stored = a & ((1 << 52) - 1);
    let sig = if field == 0 { stored } else { stored | 1 << 52 };
    Number { negative: a & SIGN != 0, exp: field.max(1) - 1075, sig: sig.into() }
}

impl Number {
    /// Shifts the significand so that its highest set bit is bit 125, which leaves space for a carry.
    fn normalised(self) -> Self {
        let by = self.sig.leading_zeros() as i32 - 2;
        Self { sig: self.sig << by, exp: self.exp - by, ..self }
    }

    /// The sum. If the alignment drops bits of one operand, the other one is so much larger that the last bit of the
    /// rounded sum is far above the last bit of this sum.
    pub fn plus(self, other: Self) -> Self {
        if self.sig == 0 || other.sig == 0 {
            return if self.sig == 0 { other } else { self };
        }
        let (a, b) = (self.normalised(), other.normalised());
        let (large, small) = if a.exp >= b.exp { (a, b) } else { (b, a) };
        let small_sig = shift_sticky(small.sig, (large.exp - small.exp) as u32);
        if large.negative == small.negative {
            return Self { sig: large.sig + small_sig, ..large };
        }
        let negative = if large.sig > small_sig { large.negative } else { small.negative };
        Self { negative, sig: large.sig.abs_diff(small_sig), ..large }
    }

    /// The product of numbers of at most 64 bits.
    pub fn times(self, other: Self) -> Self {
        Self { negative: self.negative != other.negative, exp: self.exp + other.exp, sig: self.sig * other.sig }
    }

    /// The quotient. The divisor has at most 53 bits and is not 0. The result has at least 72 bits; its last bit is 1
    /// if there is a remainder.
    pub fn over(self, divisor: Self) -> Self {
        let x = self.normalised();
        let sig = ((x.sig / divisor.sig) << 1) | u128::from(!x.sig.is_multiple_of(divisor.sig));
        Self { negative: self.negative != divisor.negative, exp: x.exp - divisor.exp - 1, sig }
    }
}

/// The sum of two numbers.
fn sum(a: Number, b: Number, rm: u32) -> u64 {
    let exact = a.plus(b);
    if exact.sig != 0 {
        pack(exact, rm)
    } else if a.sig == 0 && b.sig == 0 && a.negative == b.negative {
        sign(a.negative)
    } else {
        sign(rm == 2)
    }
}

#[cold]
pub fn add(a: u64, b: u64, rm: u32) -> u64 {
    if is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b) && a != b) {
        nan64([a, b])
    } else if is_infinite(a) {
        a
    } else if is_infinite(b) {
        b
    } else {
        sum(unpack(a), unpack(b), rm)
    }
}

#[cold]
pub fn mul(a: u64, b: u64, rm: u32) -> u64 {
    let zero = a & !SIGN == 0 || b & !SIGN == 0;
    let infinite = is_infinite(a) || is_infinite(b);
    if is_nan(a) || is_nan(b) || (zero && infinite) {
        nan64([a, b])
    } else if infinite {
        (a ^ b) & SIGN | INFINITY
    } else {
        pack(unpack(a).times(unpack(b)), rm)
    }
}

#[cold]
pub fn fma(a: u64, b: u64, c: u64, rm: u32) -> u64 {
    let zero = a & !SIGN == 0 || b & !SIGN == 0;
    let infinite = is_infinite(a) || is_infinite(b);
    if is_nan(a) || is_nan(b) || is_nan(c) || (zero && infinite) {
        nan64([a, b, c])
    } else if infinite {
        add((a ^ b) & SIGN | INFINITY, c, rm)
    } else if is_infinite(c) {
        c
    } else {
        sum(unpack(a).times(unpack(b)), unpack(c), rm)
    }
}

#[cold]
pub fn div(a: u64, b: u64, rm: u32) -> u64 {
    let negative = (a ^ b) & SIGN;
    if is_nan(a) || is_nan(b) {
        return nan64([a, b]);
    }
    match (is_infinite(a), is_infinite(b)) {
        (true, true) => return DEFAULT_NAN,
        (true, false) => return negative | INFINITY,
        (false, true) => return negative,
        (false, false) => {}
    }
    let (x, y) = (unpack(a), unpack(b));
    match (x.sig, y.sig) {
        (0, 0) => return DEFAULT_NAN,
        (0, _) => return negative,
        (_, 0) => return negative | INFINITY,
        _ => {}
    }
    pack(x.over(y), rm)
}

/// Changes the nearest root to the root of the mode (1 to 3). The square of the nearest root shows on which side of the
/// true root it is. A root is never a midpoint between two numbers.
#[cold]
pub fn redirect_sqrt(a: u64, nearest: u64, rm: u32) -> u64 {
    if is_nan(nearest) || is_infinite(nearest) || nearest & !SIGN == 0 {
        return nearest;
    }
    let (x, root) = (unpack(a), unpack(nearest));
    let square = root.sig * root.sig;
    let exact = x.sig << (x.exp - 2 * root.exp);
    match rm {
        1 => nearest + u64::from(square < exact),
        _ => nearest - u64::from(square > exact),
    }
}

#[inline]
pub fn scale(a: u64, n: i32, rm: u32) -> u64 {
    if is_nan(a) {
        return nan64([a]);
    }
    if is_infinite(a) {
        return a;
    }
    let x = unpack(a);
    // The clamp is twice the range of exponents: the sum does not wrap, and the clamp changes no result.
    pack(Number { exp: x.exp + n.clamp(-5000, 5000), ..x }, rm)
}
