//! Prints floats in decimal, with nearly the fewest digits that identify them.
//!
//! One digit more than the distance to the neighbours asks for is worked out. Its last two digits become zeros if the
//! value then still is nearer than half of that distance; else the number is rounded. Whatever zeros are left at the
//! end are dropped.

use core::fmt::{self, Write};

use super::number::{ascii, decimal};

/// A binary floating-point format: bits of the fraction and of the exponent.
#[derive(Clone, Copy)]
pub(super) struct Format {
    fraction: u32,
    exponent: u32,
}

/// Single precision.
pub(super) const SINGLE: Format = Format { fraction: 23, exponent: 8 };
/// Half precision.
pub(super) const HALF: Format = Format { fraction: 10, exponent: 5 };

/// Numbers below this power of ten are written with an exponent.
const SMALLEST: i32 = -5;

/// Writes the float that has these bits; bits above its sign are ignored.
pub(super) fn float<W: Write>(out: &mut W, bits: u32, format: Format) -> fmt::Result {
    let fraction = u64::from(bits) & ((1 << format.fraction) - 1);
    let most = (1 << format.exponent) - 1;
    let exponent = (bits >> format.fraction & most) as i32;
    if bits >> (format.fraction + format.exponent) & 1 != 0 {
        out.write_char('-')?;
    }
    if exponent == most as i32 {
        return out.write_str(if fraction == 0 { "inf" } else { "nan" });
    }
    if exponent == 0 && fraction == 0 {
        return out.write_char('0');
    }
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << format.fraction };
    // The value is `mantissa * 2^unit`, and its neighbours are `2^unit` away.
    let unit = exponent.max(1) - (most / 2) as i32 - format.fraction as i32;
    let (number, power) = in_decimal(mantissa, unit, fraction != 0);
    write_decimal(out, number, power)
}

/// A number and a power of ten to go with it.
fn in_decimal(mantissa: u64, unit: i32, between: bool) -> (u64, i32) {
    // log10(2) in 32 bits after the point, rounded to the nearest.
    let power = ((i64::from(unit) * 1_292_913_986 + (1 << 31)) >> 32) as i32 - 1;
    // `mantissa * 2^unit / 10^power` as a whole number and a rest of `one`; `step` is the distance to the neighbours.
    let (whole, rest, one, step) = if power > 0 {
        let one = 5_u128.pow(power as u32);
        let step = 1_u128 << (unit - power);
        let value = u128::from(mantissa) * step;
        (value / one, value % one, one, step)
    } else {
        let step = 5_u128.pow((-power) as u32);
        match unit - power {
            up @ 0.. => (u128::from(mantissa) * (step << up), 0, 1, step << up),
            down => divide(mantissa, step, down.unsigned_abs()),
        }
    };
    let ones = whole % 100;
    let whole = whole as u64;
    if between && ones >= 82 && 2 * ((100 - ones) * one - rest) < step {
        return (whole + (100 - ones) as u64, power);
    }
    if between && (1..=18).contains(&ones) && 2 * (ones * one + rest) < step {
        return (whole - ones as u64, power);
    }
    let up = (ones != 0 || !between) && 2 * rest >= one && one > 1;
    (whole + u64::from(up), power)
}

/// `mantissa * step / 2^shift`: the product may have more than 128 bits, the rest has less.
fn divide(mantissa: u64, step: u128, shift: u32) -> (u128, u128, u128, u128) {
    let low = u128::from(mantissa) * (step & u128::from(u64::MAX));
    let high = u128::from(mantissa) * (step >> 64) + (low >> 64);
    let low = low & u128::from(u64::MAX);
    let (whole, rest) = match shift.checked_sub(64) {
        Some(more) => (high >> more, (high & ((1 << more) - 1)) << 64 | low),
        None => ((high << 64 | low) >> shift, low & ((1 << shift) - 1)),
    };
    (whole, rest, 1 << shift, step)
}

/// `number * 10^power`.
fn write_decimal<W: Write>(out: &mut W, number: u64, power: i32) -> fmt::Result {
    let mut buffer = [b'0'; 20];
    let mut at = buffer.len();
    let mut left = number;
    while left > 0 {
        at -= 1;
        buffer[at] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    let digits = &buffer[at..];
    let zeros = digits.iter().rev().take_while(|d| **d == b'0').count();
    let significant = &digits[..digits.len() - zeros];
    // The power of ten of the first digit.
    let first = power + digits.len() as i32 - 1;
    if (SMALLEST..0).contains(&first) {
        out.write_str("0.")?;
        ascii(out, &b"00000"[..(-1 - first) as usize])?;
        return ascii(out, significant);
    }
    let (whole, scientific) = match usize::try_from(first) {
        Ok(first) if first < digits.len() => (first + 1, false),
        _ => (1, true),
    };
    let (whole, rest) = digits.split_at(whole.min(digits.len()));
    ascii(out, whole)?;
    let rest = &rest[..rest.len().saturating_sub(zeros)];
    if !rest.is_empty() {
        out.write_char('.')?;
        ascii(out, rest)?;
    }
    if scientific {
        out.write_str(if first < 0 { "e-" } else { "e+" })?;
        decimal(out, i64::from(first.unsigned_abs()))?;
    }
    Ok(())
}
