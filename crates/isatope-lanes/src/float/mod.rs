//! The float builtins of the `.isa` language for the emulator: fast, and the same on every host.
//!
//! All functions take and return bit patterns. Nearest even is the mode that programs use. It is computed with host
//! arithmetic wherever that is exactly right, and without branches, so that the compiler can vectorize a loop over the
//! lanes. The host never uses another rounding mode and never chooses the bits of a NaN:
//! - `f16` in nearest even computes in `f32`. Its 24 bits are just enough (`2 * 11 + 2`) for two roundings of a sum,
//!   product, quotient or root to give the same result as one. A fused operation rounds to odd in between.
//! - The other modes of `f16` and `f32` compute in `f64` (`wide`). The `f64` result is exact, or rounded to odd, or at
//!   least on the correct side of every number of the smaller format and of every midpoint between two of them.
//!   Rounding it once more, in any mode, gives the correct result.
//! - `f64` in the other modes uses integers (`soft`).
//!
//! `rm` is 0 for nearest even, 1 up, 2 down, 3 toward zero, 4 nearest with ties away; other numbers mean 0.

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

/// Whether this mode increases the magnitude of an inexact result.
#[inline(always)]
fn is_away(rm: u32, negative: bool) -> bool {
    (rm == 1 && !negative) || (rm == 2 && negative)
}

/// NaN result of an operation: the first NaN operand, made quiet, or the default NaN. The host tests for NaN, because
/// vector units have a fast instruction for that.
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
