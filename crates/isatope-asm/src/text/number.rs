//! Numbers: 64-bit integers, and floats as text with their requested format.

use rustc_apfloat::{Float, Round, Status, ieee};

use crate::text::cursor::{Cursor, in_name};

/// A number as written in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    /// An integer.
    Int(u64),
    /// A float.
    Real(Real),
}

/// A float: the span of its digits, because its value depends on the format that it is rounded to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Real {
    /// Offset of the first digit.
    pub start: u32,
    /// Offset of the end.
    pub end: u32,
    /// Whether a `-` precedes it.
    pub negative: bool,
    /// Format of its suffix.
    pub suffix: Option<FloatFormat>,
}

/// Formats of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatFormat {
    Half,
    Single,
    Double,
}

impl FloatFormat {
    /// Name for messages.
    pub fn name(self) -> &'static str {
        match self {
            FloatFormat::Half => "half",
            FloatFormat::Single => "single",
            FloatFormat::Double => "double",
        }
    }
}

/// Reason why a number cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberError {
    /// Needs more than 64 bits.
    TooLarge,
    /// Its digits are malformed.
    Malformed,
}

/// Reads the number at the cursor. The next byte is a digit, or a `.` before a digit.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Number, NumberError> {
    let (base, skip) = match (cursor.peek(), cursor.peek_at(1) | 0x20) {
        (b'0', b'x') => (16, 2),
        (b'0', b'b') if matches!(cursor.peek_at(2), b'0' | b'1') => (2, 2),
        _ => (10, 0),
    };
    if base == 16 && is_hex_real(cursor) {
        return real(cursor, true).map(Number::Real);
    }
    if base != 10 {
        cursor.at += skip;
        return integer(cursor, base);
    }
    if is_real(cursor) {
        return real(cursor, false).map(Number::Real);
    }
    // A number with a leading 0 is octal, as in GNU as.
    integer(cursor, if cursor.peek() == b'0' { 8 } else { 10 })
}

/// Reads the number at the cursor like [`read`]. In some dialects, integers can have suffixes of C.
pub(crate) fn read_with(cursor: &mut Cursor<'_>, has_suffixes: bool) -> Result<Number, NumberError> {
    match has_suffixes.then(|| suffixed(cursor)).flatten() {
        Some(bits) => Ok(Number::Int(bits)),
        None => read(cursor),
    }
}

/// Reads an integer with a suffix of C, `1u` or `0x2aULL`. Reads nothing if something else follows.
fn suffixed(cursor: &mut Cursor<'_>) -> Option<u64> {
    let mut end = cursor.clone();
    while end.peek().is_ascii_alphanumeric() {
        end.at += 1;
    }
    let word = cursor.slice(cursor.at..end.at);
    let short = word.trim_end_matches(['l', 'L']);
    let digits = short.strip_suffix(['u', 'U']).unwrap_or(short);
    if in_name(end.peek()) || digits.len() == word.len() || word.len() - short.len() > 2 {
        return None;
    }
    let mut number = Cursor::new(cursor.text, cursor.at..cursor.at + digits.len());
    match read(&mut number) {
        Ok(Number::Int(bits)) if number.done() => {
            cursor.at = end.at;
            Some(bits)
        }
        _ => None,
    }
}

/// Reads a decimal or hexadecimal integer, optionally with a `-`, that is a complete expression, as most expressions
/// are. Returns `None` for any other number, without consuming it.
#[inline]
pub(crate) fn plain(cursor: &mut Cursor<'_>) -> Option<u64> {
    let negative = cursor.peek() == b'-';
    let mut at = usize::from(negative);
    let first = cursor.peek_at(at);
    if !first.is_ascii_digit() {
        return None;
    }
    let mut value: u64 = 0;
    let (start, most) = if first == b'0' && cursor.peek_at(at + 1) | 0x20 == b'x' {
        at += 2;
        let start = at;
        while let Some(digit) = (cursor.peek_at(at) as char).to_digit(16) {
            value = value << 4 | u64::from(digit);
            at += 1;
        }
        (start, 16)
    } else {
        let start = at;
        let (few, count) = cursor.digits(at);
        (value, at) = (few.into(), at + count);
        while count == 8
            && let digit @ 0..=9 = cursor.peek_at(at).wrapping_sub(b'0')
        {
            value = value.wrapping_mul(10).wrapping_add(digit.into());
            at += 1;
        }
        // A number with a leading 0 is octal.
        (start, if first == b'0' { 1 } else { 18 })
    };
    let is_last = match cursor.peek_at(at) {
        b',' | b']' | b')' | b':' => true,
        // A letter after a blank starts another word.
        b' ' => cursor.peek_at(at + 1).is_ascii_alphabetic(),
        _ => cursor.at + at >= cursor.end,
    };
    // A negative number that is too large needs a message.
    if !is_last || at == start || at - start > most || negative && value > 1 << 63 {
        return None;
    }
    cursor.at += at;
    Some(if negative { value.wrapping_neg() } else { value })
}

/// Reads a decimal integer of less than eight digits, without a suffix. Returns `None` for any other number, without
/// consuming it.
#[inline]
pub(crate) fn short(cursor: &mut Cursor<'_>) -> Option<u64> {
    let (value, count) = cursor.digits(0);
    // A number with a leading 0 is octal.
    if matches!(count, 0 | 8) || count > 1 && cursor.peek() == b'0' || in_name(cursor.peek_at(count)) {
        return None;
    }
    cursor.at += count;
    Some(value.into())
}

/// Whether the decimal digits are followed by a point, an exponent or a suffix, so that the number is a float.
fn is_real(cursor: &Cursor<'_>) -> bool {
    let mut n = 0;
    while cursor.peek_at(n).is_ascii_digit() {
        n += 1;
    }
    match cursor.peek_at(n) | 0x20 {
        b'.' => cursor.peek_at(n) == b'.',
        b'e' => is_exponent(cursor, n),
        b'h' | b's' | b'f' | b'l' => cursor.peek_at(n) != 0 && !in_name(cursor.peek_at(n + 1)),
        _ => false,
    }
}

/// Whether the hexadecimal digits after `0x` are followed by a point or an exponent.
fn is_hex_real(cursor: &Cursor<'_>) -> bool {
    let mut n = 2;
    while cursor.peek_at(n).is_ascii_hexdigit() {
        n += 1;
    }
    match cursor.peek_at(n) {
        b'.' => n > 2 || cursor.peek_at(n + 1).is_ascii_hexdigit(),
        b'p' | b'P' => n > 2 && is_exponent(cursor, n),
        _ => false,
    }
}

/// Whether a letter starts an exponent: digits follow, optionally after a sign.
fn is_exponent(cursor: &Cursor<'_>, n: usize) -> bool {
    let sign = matches!(cursor.peek_at(n + 1), b'+' | b'-') as usize;
    cursor.peek_at(n + 1 + sign).is_ascii_digit()
}

/// Length of the decimal float that starts `ahead` bytes after the cursor: digits on both sides of a point, and maybe
/// an exponent.
pub(crate) fn float_length(cursor: &Cursor<'_>, ahead: usize) -> Option<usize> {
    let digits = |start: usize| {
        let end = (start..).find(|at| !cursor.peek_at(*at).is_ascii_digit())?;
        (end > start).then_some(end)
    };
    let point = digits(ahead).filter(|at| cursor.peek_at(*at) == b'.')?;
    let mut end = digits(point + 1)?;
    if cursor.peek_at(end).eq_ignore_ascii_case(&b'e') && is_exponent(cursor, end) {
        let sign = usize::from(matches!(cursor.peek_at(end + 1), b'+' | b'-'));
        end = digits(end + 1 + sign)?;
    }
    let goes_on = cursor.peek_at(end).is_ascii_alphanumeric() || cursor.peek_at(end) == b'_';
    (!goes_on).then_some(end - ahead)
}

fn integer(cursor: &mut Cursor<'_>, base: u64) -> Result<Number, NumberError> {
    let mut value: u64 = 0;
    let mut digits = 0;
    let mut fits = true;
    while let Some(digit) = (cursor.peek() as char).to_digit(base as u32) {
        match value.checked_mul(base).and_then(|v| v.checked_add(digit as u64)) {
            Some(v) => value = v,
            None => fits = false,
        }
        digits += 1;
        cursor.at += 1;
    }
    if digits == 0 || goes_on(cursor) {
        return Err(NumberError::Malformed);
    }
    if fits { Ok(Number::Int(value)) } else { Err(NumberError::TooLarge) }
}

/// Whether the character after a number belongs to it. A word does not: `5glc` is a number and a modifier.
fn goes_on(cursor: &Cursor<'_>) -> bool {
    in_name(cursor.peek()) && !cursor.peek().is_ascii_alphabetic()
}

fn real(cursor: &mut Cursor<'_>, hex: bool) -> Result<Real, NumberError> {
    let start = cursor.at;
    let digits = |cursor: &mut Cursor<'_>| {
        while if hex { cursor.peek().is_ascii_hexdigit() } else { cursor.peek().is_ascii_digit() } {
            cursor.at += 1;
        }
    };
    cursor.at += if hex { 2 } else { 0 };
    digits(cursor);
    if cursor.eat(b'.') {
        digits(cursor);
    }
    let has_letter = cursor.peek() | 0x20 == if hex { b'p' } else { b'e' };
    if has_letter && (hex || in_name(cursor.peek_at(1)) || matches!(cursor.peek_at(1), b'+' | b'-')) {
        if !is_exponent(cursor, 0) {
            return Err(NumberError::Malformed);
        }
        cursor.at += 1;
        cursor.at += matches!(cursor.peek(), b'+' | b'-') as usize;
        while cursor.peek().is_ascii_digit() {
            cursor.at += 1;
        }
    }
    let end = cursor.at;
    let suffix = match cursor.peek() | 0x20 {
        b'h' => Some(FloatFormat::Half),
        b's' | b'f' => Some(FloatFormat::Single),
        b'l' => Some(FloatFormat::Double),
        _ => None,
    };
    let suffix = suffix.filter(|_| !in_name(cursor.peek_at(1)));
    cursor.at += suffix.is_some() as usize;
    if goes_on(cursor) {
        return Err(NumberError::Malformed);
    }
    Ok(Real { start: start as u32, end: end as u32, negative: false, suffix })
}

impl Real {
    /// Bit pattern in a format, rounded once to nearest even; `None` if the value is too large for the format.
    pub fn bits(self, text: &str, format: FloatFormat) -> Option<u64> {
        let digits = self.digits(text);
        if is_hex(digits) {
            return self.hex_bits(digits, format);
        }
        match format {
            FloatFormat::Half => {
                let value = ieee::Half::from_str_r(digits, Round::NearestTiesToEven).ok()?.value;
                (!value.is_infinite()).then(|| value.to_bits() as u64 | (self.negative as u64) << 15)
            }
            FloatFormat::Single => {
                let value: f32 = digits.parse().ok()?;
                value.is_finite().then(|| value.to_bits() as u64 | (self.negative as u64) << 31)
            }
            FloatFormat::Double => {
                let value: f64 = digits.parse().ok()?;
                value.is_finite().then(|| value.to_bits() | (self.negative as u64) << 63)
            }
        }
    }

    fn digits(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// Whether digits were lost because the value is below the normal numbers of a format, in which it has these bits.
    /// Doubles are not looked at.
    pub fn is_lost(self, text: &str, format: FloatFormat, bits: u64) -> bool {
        let digits = self.digits(text);
        !is_hex(digits)
            && match format {
                FloatFormat::Half => bits & 0x7c00 == 0 && underflows::<ieee::Half>(digits),
                FloatFormat::Single => bits & 0x7f80_0000 == 0 && underflows::<ieee::Single>(digits),
                FloatFormat::Double => false,
            }
    }

    /// Like [`bits`](Self::bits), for hexadecimal digits, `0x1.8p3`; the exponent is optional.
    fn hex_bits(self, digits: &str, format: FloatFormat) -> Option<u64> {
        let whole = match digits.bytes().any(|b| b | 0x20 == b'p') {
            true => digits.to_owned(),
            false => format!("{digits}p0"),
        };
        let (bits, sign) = match format {
            FloatFormat::Half => (finite::<ieee::Half>(&whole)?, 15),
            FloatFormat::Single => (finite::<ieee::Single>(&whole)?, 31),
            FloatFormat::Double => (finite::<ieee::Double>(&whole)?, 63),
        };
        Some(bits | (self.negative as u64) << sign)
    }
}

fn is_hex(digits: &str) -> bool {
    digits.starts_with("0x") || digits.starts_with("0X")
}

/// Whether a format has a number only with fewer digits than its normal numbers have, or as 0.
fn underflows<F: Float>(digits: &str) -> bool {
    let read = F::from_str_r(digits, Round::NearestTiesToEven);
    read.is_ok_and(|read| read.status.contains(Status::UNDERFLOW) && read.status.contains(Status::INEXACT))
}

/// Bits of a float in a format, rounded to nearest even; `None` if it is too large.
fn finite<F: Float>(digits: &str) -> Option<u64> {
    let value = F::from_str_r(digits, Round::NearestTiesToEven).ok()?.value;
    (!value.is_infinite()).then(|| value.to_bits() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Number, NumberError> {
        read(&mut Cursor::new(text, 0..text.len()))
    }

    fn bits(text: &str, format: FloatFormat) -> Option<u64> {
        match parse(text) {
            Ok(Number::Real(real)) => real.bits(text, format),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers() {
        assert_eq!(parse("0x1F"), Ok(Number::Int(31)));
        assert_eq!(parse("0b101"), Ok(Number::Int(5)));
        assert_eq!(parse("017"), Ok(Number::Int(15)));
        assert_eq!(parse("0"), Ok(Number::Int(0)));
        assert_eq!(parse("18446744073709551616"), Err(NumberError::TooLarge));
        assert_eq!(parse("0x"), Err(NumberError::Malformed));
        assert_eq!(parse("089"), Err(NumberError::Malformed));
        assert_eq!(parse("12_"), Err(NumberError::Malformed));
        // A word may follow directly.
        assert_eq!(parse("12ab"), Ok(Number::Int(12)));
        assert_eq!(parse("0x5glc"), Ok(Number::Int(5)));
    }

    #[test]
    fn short_integers_are_read_like_others() {
        let texts =
            ["0", "7", "42 & 1", "1234567+1", "12345678", "007", "0x1f", "1b", "1f", "1e5", "1.5", "12_", "5u", ""];
        for text in texts {
            let mut cursor = Cursor::new(text, 0..text.len());
            let mut other = cursor.clone();
            let expected = read_with(&mut other, true);
            match short(&mut cursor) {
                Some(value) => assert_eq!((Ok(Number::Int(value)), cursor.at), (expected, other.at), "{text}"),
                None => assert_eq!(cursor.at, 0, "{text}"),
            }
        }
        assert_eq!(short(&mut Cursor::new("1234567 ", 0..8)), Some(1_234_567));
    }

    /// The suffixes are those that LLVM's assembler reads.
    #[test]
    fn integers_with_suffixes() {
        let parse = |text: &str| read_with(&mut Cursor::new(text, 0..text.len()), true);
        for (text, value) in [("1LL", 1), ("0x2AULL", 42), ("3U", 3), ("4l", 4), ("0b11ul", 3), ("010UL", 8)] {
            assert_eq!(parse(text), Ok(Number::Int(value)), "{text}");
        }
        // The text after the number is left.
        for text in ["1LU", "1LLL", "1uu"] {
            assert_eq!(parse(text), Ok(Number::Int(1)), "{text}");
        }
    }

    #[test]
    fn floats() {
        assert_eq!(bits("1.", FloatFormat::Single), Some(0x3f80_0000));
        assert_eq!(bits(".5", FloatFormat::Half), Some(0x3800));
        assert_eq!(bits("20e-1", FloatFormat::Single), Some(0x4000_0000));
        assert_eq!(bits("6.9551627h", FloatFormat::Half), Some(0x46f5));
        assert_eq!(bits("2f", FloatFormat::Single), Some(0x4000_0000));
        assert_eq!(bits("0.5l", FloatFormat::Double), Some(0x3fe0_0000_0000_0000));
        assert_eq!(bits("65520.0", FloatFormat::Half), None);
        assert_eq!(bits("1.5clamp", FloatFormat::Single), Some(0x3fc0_0000));
        assert_eq!(bits("1.5slc", FloatFormat::Single), Some(0x3fc0_0000));
        assert_eq!(parse("1.5.2"), Err(NumberError::Malformed));
        assert_eq!(parse("1.e+"), Err(NumberError::Malformed));
    }
    #[test]
    fn hexadecimal_floats() {
        assert_eq!(bits("0x5.8", FloatFormat::Single), Some(0x40b0_0000));
        assert_eq!(bits("0x5.8p3", FloatFormat::Single), Some(0x4230_0000));
        assert_eq!(bits("0x1p4", FloatFormat::Double), Some(0x4030_0000_0000_0000));
        assert_eq!(bits("0x.8", FloatFormat::Half), Some(0x3800));
        assert_eq!(bits("0x1.000002p0", FloatFormat::Single), Some(0x3f80_0001));
        assert_eq!(bits("0x1000.5s", FloatFormat::Single), Some(0x4580_0280));
        assert_eq!(bits("0x1p16", FloatFormat::Half), None);
        assert_eq!(parse("0x1.8p"), Err(NumberError::Malformed));
    }
}
