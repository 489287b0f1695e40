//! Number types of buffer elements and arguments: names, parsing and printing.

use isatope_diag::number;
use isatope_lanes::float::{f16_to_f64, f64_to_f16};

/// Rounds to nearest, ties to even.
const NEAREST: u32 = 0;

/// The kind of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// 8 bits, unsigned.
    U8,
    /// 8 bits, two's complement.
    I8,
    /// 16 bits, unsigned.
    U16,
    /// 16 bits, two's complement.
    I16,
    /// 32 bits, unsigned.
    U32,
    /// 32 bits, two's complement.
    I32,
    /// 64 bits, unsigned.
    U64,
    /// 64 bits, two's complement.
    I64,
    /// IEEE binary16.
    F16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

/// A number as it is given: what kind it becomes is said elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// A whole number.
    Whole(i128),
    /// Any other finite number.
    Float(f64),
    /// Text: `0x…`, a decimal number, `inf`, `-inf`, `nan`.
    Text(String),
}

impl Number {
    /// The number of bits, so that its kind gives the same bits again.
    pub fn of(kind: Scalar, bits: u64) -> Self {
        let value = kind.value(bits);
        match () {
            () if !kind.is_float() => Self::Whole(kind.whole(bits)),
            () if value.is_finite() => Self::Float(value),
            () => Self::Text(format!("{bits:#x}")),
        }
    }
}

impl Scalar {
    /// All kinds.
    pub const ALL: [Scalar; 11] = [
        Scalar::U8,
        Scalar::I8,
        Scalar::U16,
        Scalar::I16,
        Scalar::U32,
        Scalar::I32,
        Scalar::U64,
        Scalar::I64,
        Scalar::F16,
        Scalar::F32,
        Scalar::F64,
    ];

    /// Its name: `u8` … `f64`.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::U8 => "u8",
            Scalar::I8 => "i8",
            Scalar::U16 => "u16",
            Scalar::I16 => "i16",
            Scalar::U32 => "u32",
            Scalar::I32 => "i32",
            Scalar::U64 => "u64",
            Scalar::I64 => "i64",
            Scalar::F16 => "f16",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Bytes of a number.
    pub fn size(self) -> usize {
        match self {
            Scalar::U8 | Scalar::I8 => 1,
            Scalar::U16 | Scalar::I16 | Scalar::F16 => 2,
            Scalar::U32 | Scalar::I32 | Scalar::F32 => 4,
            Scalar::U64 | Scalar::I64 | Scalar::F64 => 8,
        }
    }

    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::F32 | Scalar::F64)
    }

    fn bits(self) -> u32 {
        8 * self.size() as u32
    }

    /// The smallest and the largest value of an integer.
    pub(crate) fn range(self) -> (i128, i128) {
        match self {
            Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
                (-1 << (self.bits() - 1), (1 << (self.bits() - 1)) - 1)
            }
            _ => (0, (1 << self.bits()) - 1),
        }
    }

    /// The bits of a number. A hexadecimal, octal or binary text is the bits themselves, whatever the kind. A decimal
    /// float is rounded to nearest, ties to even.
    ///
    /// # Errors
    /// What is wrong with the number, and what would be right: a whole sentence without a full stop.
    pub fn bits_of(self, number: &Number) -> Result<u64, String> {
        match number {
            Number::Text(text) => self.parse(text),
            Number::Whole(value) if self.is_float() => self.parse(&value.to_string()),
            Number::Whole(value) => self.integer(*value),
            Number::Float(value) if self.is_float() => self.finite(self.round(*value), format_args!("{value:?}")),
            // `1e3` is a whole number, too.
            Number::Float(value) if value.fract() == 0.0 && value.abs() < 1e30 => self.integer(*value as i128),
            Number::Float(value) => Err(format!("{value} is not an integer, but {} needs one", self.name())),
        }
    }

    fn integer(self, value: i128) -> Result<u64, String> {
        let (low, high) = self.range();
        if (low..=high).contains(&value) {
            return Ok(value as u64 & (u64::MAX >> (64 - self.bits())));
        }
        Err(format!("{value} does not fit into {}, which goes from {low} to {high}", self.name()))
    }

    /// The bits of the nearest number of this type of float, ties to even.
    pub(crate) fn round(self, value: f64) -> u64 {
        match self {
            Scalar::F16 => f64_to_f16(value.to_bits(), NEAREST).into(),
            Scalar::F32 => (value as f32).to_bits().into(),
            _ => value.to_bits(),
        }
    }

    /// The bits of a number in text, see [`bits_of`](Self::bits_of). Integers of every radix may have a sign; `_`
    /// separates digits.
    ///
    /// # Errors
    /// What is wrong, and what would be right.
    pub fn parse(self, text: &str) -> Result<u64, String> {
        let plain = text.trim().replace('_', "");
        let (negative, digits) = plain.strip_prefix('-').map_or((false, &plain[..]), |rest| (true, rest));
        if number::radix(digits).0 != 10 {
            let Some(value) = number::unsigned::<u64>(digits) else { return Err(self.unreadable(text)) };
            if negative {
                return if self.is_float() { Err(self.unreadable(text)) } else { self.integer(-i128::from(value)) };
            }
            let fits = value.checked_shr(self.bits()).unwrap_or(0) == 0;
            return fits
                .then_some(value)
                .ok_or_else(|| format!("{} has more than the {} bits of {}", text.trim(), self.bits(), self.name()));
        }
        if !self.is_float() {
            let value = plain.parse::<i128>().map_err(|_| self.unreadable(text))?;
            return self.integer(value);
        }
        // A float of single precision is rounded once, not through a longer one.
        let bits = match self {
            Scalar::F32 => plain.parse::<f32>().map(|x| x.to_bits().into()).ok(),
            _ => plain.parse::<f64>().map(|x| self.round(x)).ok(),
        };
        let bits = bits.ok_or_else(|| self.unreadable(text))?;
        // An infinity is written in letters.
        if digits.trim_start_matches('+').starts_with(|c: char| c.is_ascii_alphabetic()) {
            Ok(bits)
        } else {
            self.finite(bits, text.trim())
        }
    }

    /// The bits of a float that a number was rounded to.
    ///
    /// # Errors
    /// If the number is so large that an infinity is nearest.
    fn finite(self, bits: u64, number: impl std::fmt::Display) -> Result<u64, String> {
        match self.value(bits).is_infinite() {
            true => Err(format!("{number} is too large for {}", self.name())),
            false => Ok(bits),
        }
    }

    fn unreadable(self, text: &str) -> String {
        let example = if self.is_float() { "1.5, 1e-3, inf, nan, or its bits as 0x…" } else { "42 or 0x2a" };
        format!("`{text}` is not a valid {}: write {example}", self.name())
    }

    /// The number of bits as a double: exact for all kinds but the 64-bit integers.
    pub fn value(self, bits: u64) -> f64 {
        match self {
            Scalar::F16 => f64::from_bits(f16_to_f64(bits as u16, NEAREST)),
            Scalar::F32 => f32::from_bits(bits as u32).into(),
            Scalar::F64 => f64::from_bits(bits),
            _ => self.whole(bits) as f64,
        }
    }

    /// The integer of bits; of a float, its bits.
    pub fn whole(self, bits: u64) -> i128 {
        match self {
            Scalar::I8 => (bits as i8).into(),
            Scalar::I16 => (bits as i16).into(),
            Scalar::I32 => (bits as i32).into(),
            Scalar::I64 => (bits as i64).into(),
            _ => bits.into(),
        }
    }

    /// Text of the number, which reads back as the same.
    pub fn show(self, bits: u64) -> String {
        match self {
            Scalar::F32 if !f32::from_bits(bits as u32).is_nan() => format!("{:?}", f32::from_bits(bits as u32)),
            _ if !self.is_float() => self.whole(bits).to_string(),
            _ if self.value(bits).is_nan() => format!("nan (0x{bits:0digits$x})", digits = 2 * self.size()),
            _ => format!("{:?}", self.value(bits)),
        }
    }

    /// The bits of the number at the start of `bytes`, little endian; bytes that are missing count as 0.
    pub fn read(self, bytes: &[u8]) -> u64 {
        bytes.iter().take(self.size()).rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
    }
}

impl Scalar {
    /// The bytes of numbers that are given as their bits, little endian.
    pub fn bytes_of(self, bits: impl IntoIterator<Item = u64>) -> Vec<u8> {
        bits.into_iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(self.size())).collect()
    }
}

/// The bytes of hexadecimal digits; blanks and `_` part them, `0x` may precede them.
///
/// # Errors
/// What is wrong with the digits.
pub fn hex(text: &str) -> Result<Vec<u8>, String> {
    let body = text.trim();
    let body = body.strip_prefix("0x").unwrap_or(body);
    let mut digits = Vec::with_capacity(body.len());
    for c in body.chars().filter(|c| !c.is_whitespace() && *c != '_') {
        let digit = c.to_digit(16).ok_or_else(|| format!("`{c}` is not a hexadecimal digit"))?;
        digits.push(digit as u8);
    }
    if digits.len() % 2 == 1 {
        return Err(format!("there are {} hexadecimal digits, but a byte has two", digits.len()));
    }
    Ok(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_keep_to_their_range() {
        assert_eq!(Scalar::U8.parse("255"), Ok(255));
        assert_eq!(Scalar::I8.parse("-128"), Ok(0x80));
        assert_eq!(Scalar::I32.parse("0xffffffff"), Ok(0xffff_ffff));
        assert_eq!(Scalar::I64.parse("-0x8000000000000000"), Ok(1 << 63));
        assert_eq!(Scalar::U64.parse("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(Scalar::U8.parse("256").unwrap_err(), "256 does not fit into u8, which goes from 0 to 255");
        assert_eq!(Scalar::I8.parse("-129").unwrap_err(), "-129 does not fit into i8, which goes from -128 to 127");
        assert_eq!(Scalar::U16.parse("0x10000").unwrap_err(), "0x10000 has more than the 16 bits of u16");
        for text in ["", "1.5", "0x", "0x+1", "--1", "1e3", "five"] {
            assert!(Scalar::U32.parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn floats_are_rounded_once() {
        // 1 + 2^-24 is a tie and goes to 1; a little more goes up, also where a double would drop the little.
        assert_eq!(Scalar::F32.parse("1.000000059604644775390625"), Ok(0x3f80_0000));
        assert_eq!(Scalar::F32.parse("1.00000005960464477539062500001"), Ok(0x3f80_0001));
        assert_eq!(Scalar::F16.parse("0.1"), Ok(0x2e66));
        // Half way to 65536, which half precision does not have, is too large; IEEE 754 rounds what is less to 65504.
        assert_eq!(Scalar::F16.parse("65519.99"), Ok(0x7bff));
        assert_eq!(Scalar::F16.parse("65520").unwrap_err(), "65520 is too large for f16");
        assert_eq!(Scalar::F16.bits_of(&Number::Float(-65520.0)).unwrap_err(), "-65520.0 is too large for f16");
        assert_eq!(Scalar::F32.parse("1e39").unwrap_err(), "1e39 is too large for f32");
        assert_eq!(Scalar::F32.parse("3.4028235e38"), Ok(0x7f7f_ffff));
        assert_eq!(Scalar::F32.bits_of(&Number::Whole(i128::MAX)), Ok(0x7f00_0000));
        assert_eq!(Scalar::F64.parse("-1e309").unwrap_err(), "-1e309 is too large for f64");
        assert_eq!(Scalar::F16.parse("inf"), Ok(0x7c00));
        assert_eq!(Scalar::F64.parse("+infinity"), Ok(0x7ff0_0000_0000_0000));
        assert_eq!(Scalar::F64.parse("0.1"), Ok(0x3fb9_9999_9999_999a));
        assert_eq!(Scalar::F32.parse("0x7fc00001"), Ok(0x7fc0_0001));
        assert_eq!(Scalar::F32.parse("-inf"), Ok(0xff80_0000));
        assert_eq!(Scalar::F32.bits_of(&Number::Whole(16_777_217)), Ok(0x4b80_0000));
        assert!(Scalar::F32.parse("-0x1").is_err());
    }

    #[test]
    fn what_is_shown_reads_back() {
        for (kind, bits) in [(Scalar::F32, 0x3dcc_cccd), (Scalar::F16, 0x2e66), (Scalar::I16, 0xfffe), (Scalar::F64, 1)]
        {
            assert_eq!(kind.parse(&kind.show(bits)), Ok(bits), "{}", kind.show(bits));
        }
        assert_eq!(Scalar::F32.show(0x7fc0_0001), "nan (0x7fc00001)");
        assert_eq!(Scalar::F32.show(0x3dcc_cccd), "0.1");
        assert_eq!(Scalar::I8.show(0xff), "-1");
    }

    #[test]
    fn bytes_are_pairs_of_digits() {
        assert_eq!(hex("0x0011 2233_ff"), Ok(vec![0, 0x11, 0x22, 0x33, 0xff]));
        assert_eq!(hex(""), Ok(vec![]));
        assert_eq!(hex("123").unwrap_err(), "there are 3 hexadecimal digits, but a byte has two");
        assert_eq!(hex("0g").unwrap_err(), "`g` is not a hexadecimal digit");
    }
}
