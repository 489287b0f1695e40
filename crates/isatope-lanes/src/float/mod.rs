//! The float builtins of the `.isa` language for the emulator: fast, and the same on every host.
//!
//! All functions take and give bit patterns. Nearest even, the mode that programs use, is host arithmetic wherever
//! that is exactly right, written without branches so that a loop over the lanes can become vector code. The host
//! never sees another rounding mode and never decides about the bits of a NaN:
//! - `f16` in nearest even computes in `f32`, whose 24 bits are just enough (`2 * 11 + 2`) that rounding a sum,
//!   product, quotient or root twice is as good as once. A fused operation rounds to odd in between.
//! - The other modes of `f16` and `f32` compute in `f64` with a result that is exact, or rounded to odd, or at least on
//!   the right side of every number of the smaller format and of every middle between two of them (`wide`); rounding
//!   that once more in any mode is right.
//! - `f64` in the other modes uses integers (`soft`).
//!
//! `rm` is 0 for nearest even, 1 up, 2 down, 3 toward zero, 4 nearest with ties away; other numbers are as 0.

mod convert;
mod f16;
mod f32;
mod f64;
mod int;
mod soft;
mod transcendental;
mod transcendental64;
mod wide;

pub use self::convert::*;
pub use self::f16::*;
pub use self::f32::*;
pub use self::f64::*;
pub use self::int::*;
pub use self::transcendental::*;
pub use self::transcendental64::*;

#[inline(always)]
fn is_nearest_even(rm: u32) -> bool {
    !matches!(rm, 1..=4)
}

/// Whether this mode makes the magnitude of an inexact result larger.
#[inline(always)]
fn is_away(rm: u32, negative: bool) -> bool {
    (rm == 1 && !negative) || (rm == 2 && negative)
}

/// The NaN of an operation: the first operand that is one, made quiet, or the default NaN. Asking the host whether a
/// number is a NaN is what vector units are good at.
#[inline(always)]
fn nan32<const N: usize>(operands: [u32; N]) -> u32 {
    let mut nan = 0x7fc0_0000;
    for x in operands.into_iter().rev() {
        nan = if std::primitive::f32::from_bits(x).is_nan() { x | 0x40_0000 } else { nan };
    }
    nan
}

/// Like [`nan32`].
#[inline(always)]
fn nan64<const N: usize>(operands: [u64; N]) -> u64 {
    let mut nan = 0x7ff8 << 48;
    for x in operands.into_iter().rev() {
        nan = if std::primitive::f64::from_bits(x).is_nan() { x | 1 << 51 } else { nan };
    }
    nan
}

#[cfg(test)]
mod tests;
