//! Decimal numbers among other text.

use core::fmt::{self, Write};
use core::str;

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
