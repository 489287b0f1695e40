//! Numbers, without the formatting machinery.

use core::fmt::{self, Write};
use core::str;

use crate::tables::{ENDS, NUMBERS};

/// Writes ASCII bytes.
#[inline]
pub(super) fn ascii<W: Write>(out: &mut W, bytes: &[u8]) -> fmt::Result {
    out.write_str(str::from_utf8(bytes).unwrap_or("?"))
}

/// A number with text in front of it.
#[inline]
pub(super) fn small<W: Write>(out: &mut W, prefix: &str, value: u32) -> fmt::Result {
    out.write_str(prefix)?;
    match NUMBERS.get(value as usize) {
        Some(digits) => out.write_str(digits),
        None => decimal(out, i64::from(value)),
    }
}

/// `:8]`, the end of the name of several registers.
#[inline]
pub(super) fn end<W: Write>(out: &mut W, last: u32) -> fmt::Result {
    match ENDS.get(last as usize) {
        Some(text) => out.write_str(text),
        None => {
            small(out, ":", last)?;
            out.write_str("]")
        }
    }
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

/// A hexadecimal number with a sign before its `0x`.
pub(super) fn signed_hex<W: Write>(out: &mut W, value: i64) -> fmt::Result {
    if value < 0 {
        out.write_char('-')?;
    }
    hex(out, value.unsigned_abs())
}

/// A hexadecimal number with `0x`.
pub(super) fn hex<W: Write>(out: &mut W, value: u64) -> fmt::Result {
    digits(out, value, b"0123456789abcdef")
}

/// The same with capital letters.
pub(super) fn upper_hex<W: Write>(out: &mut W, value: u64) -> fmt::Result {
    digits(out, value, b"0123456789ABCDEF")
}

fn digits<W: Write>(out: &mut W, value: u64, digits: &[u8; 16]) -> fmt::Result {
    let mut buffer = [0; 18];
    let mut at = buffer.len();
    let mut left = value;
    loop {
        at -= 1;
        buffer[at] = digits[(left & 15) as usize];
        left >>= 4;
        if left == 0 {
            break;
        }
    }
    buffer[at - 1] = b'x';
    buffer[at - 2] = b'0';
    ascii(out, &buffer[at - 2..])
}
