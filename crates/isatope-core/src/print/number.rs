//! Numbers, without the formatting machinery.

use core::fmt::{self, Write};
use core::str;

use crate::tables::{ENDS, NUMBERS};

/// Writes ASCII bytes.
#[inline]
fn ascii<W: Write>(out: &mut W, bytes: &[u8]) -> fmt::Result {
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

/// A float, given exactly and with the distance to its neighbour, in as few digits as name it well: a tenth of that distance off
/// at most.
pub(super) fn float<W: Write>(out: &mut W, value: f64, ulp: f64) -> fmt::Result {
    if value.is_nan() || value.is_infinite() {
        let sign = if value.is_sign_negative() { "-" } else { "" };
        return write!(out, "{sign}{}", if value.is_nan() { "nan" } else { "inf" });
    }
    for digits in 0..17 {
        let mut text = Small::default();
        write!(text, "{value:.digits$e}")?;
        let near = text.as_str().parse::<f64>().is_ok_and(|v| (v - value).abs() * 10.0 <= ulp);
        if !near && digits < 16 {
            continue;
        }
        let (mantissa, exponent) = text.as_str().split_once('e').unwrap_or((text.as_str(), "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        if (-5..10).contains(&exponent) {
            let places = (digits as i32 - exponent).max(0) as usize;
            return write!(out, "{value:.places$}");
        }
        return write!(out, "{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
    }
    Ok(())
}

/// A short text on the stack.
#[derive(Default)]
struct Small {
    bytes: [u8; 32],
    len: usize,
}

impl Small {
    fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl Write for Small {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        let place = self.bytes.get_mut(self.len..self.len + s.len()).ok_or(fmt::Error)?;
        place.copy_from_slice(s.as_bytes());
        self.len += s.len();
        Ok(())
    }
}
