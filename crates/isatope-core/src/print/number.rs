//! Numbers among other text.

use core::fmt::{self, Write};
use core::str;

use super::pen::Pen;
use crate::tables::NumberStyle;

/// The digits of a hexadecimal number.
pub(super) const SMALL: &[u8; 16] = b"0123456789abcdef";

/// Writes ASCII bytes.
pub(super) fn ascii<W: Write>(out: &mut W, bytes: &[u8]) -> fmt::Result {
    out.write_str(str::from_utf8(bytes).unwrap_or("?"))
}

/// A number with text in front of it.
pub(super) fn small<W: Write>(out: &mut W, prefix: &str, value: u32) -> fmt::Result {
    out.write_str(prefix)?;
    decimal(out, i64::from(value))
}

/// A decimal number.
pub(super) fn decimal<W: Write>(out: &mut W, value: i64) -> fmt::Result {
    let mut buffer = [0; 20];
    let mut at = buffer.len();
    let mut left = value.unsigned_abs();
    loop {
        at -= 1;
        buffer[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    if value < 0 {
        out.write_char('-')?;
    }
    ascii(out, &buffer[at..])
}

/// A number of this many bits with its sign.
pub(super) fn signed(value: u32, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 32);
    (u64::from(value) << unused) as i64 >> unused
}

/// A number without structure, of this many bits.
#[inline]
pub(super) fn plain(style: NumberStyle, value: u64, bits: u32, pen: &mut Pen<'_>) {
    let number = if bits <= 32 { signed(value as u32, bits) } else { value as i64 };
    match style {
        NumberStyle::Hex => pen.hex(value, SMALL),
        NumberStyle::Decimal => pen.decimal(value),
        NumberStyle::SignedHex => {
            minus(number < 0, pen);
            pen.hex(number.unsigned_abs(), SMALL);
        }
        NumberStyle::Signed => {
            minus(number < 0, pen);
            pen.decimal(number.unsigned_abs());
        }
        NumberStyle::Small if value <= 64 => pen.decimal(value),
        NumberStyle::Small => pen.hex(value, SMALL),
        NumberStyle::Relative => {
            let distance = 4 + 4 * number;
            pen.byte(b'.');
            pen.byte(if distance < 0 { b'-' } else { b'+' });
            pen.decimal(distance.unsigned_abs());
        }
    }
}

/// The sign of a negative number.
#[inline]
pub(super) fn minus(negative: bool, pen: &mut Pen<'_>) {
    if negative {
        pen.byte(b'-');
    }
}
