//! Conversions of OpenCL C's `printf`: those of C without `*` and `%n`, and vectors.

use isatope_lanes::float::f16_to_f64;

/// A piece of a format.
pub(super) enum Piece<'a> {
    /// Text as it is.
    Text(&'a str),
    /// A conversion of an argument.
    Conversion(Conversion<'a>),
}

/// Splits a format.
pub(super) fn pieces(format: &str) -> Vec<Piece<'_>> {
    let mut all = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        all.push(Piece::Text(&rest[..at]));
        rest = &rest[at..];
        if rest.starts_with("%%") {
            all.push(Piece::Text("%"));
            rest = &rest[2..];
            continue;
        }
        match Conversion::of(rest) {
            Some(conversion) => {
                rest = &rest[conversion.text.len()..];
                all.push(Piece::Conversion(conversion));
            }
            None => {
                all.push(Piece::Text("%"));
                rest = &rest[1..];
            }
        }
    }
    all.push(Piece::Text(rest));
    all
}

/// How many bits an integer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// `hh`
    Char,
    /// `h`
    Short,
    /// None, or `hl`.
    Int,
    /// `l`
    Long,
}

/// A conversion: `%-8.3v4hld`.
#[derive(Clone, Debug)]
pub(super) struct Conversion<'a> {
    /// How it is written.
    pub text: &'a str,
    left: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    zeros: bool,
    width: usize,
    precision: Option<usize>,
    /// Components of a vector; 1 for a number.
    components: usize,
    length: Length,
    letter: u8,
}

/// Larger widths and precisions count as this one. C demands that 509 characters are possible.
const MOST: usize = 512;

/// Takes the digits at the start of a text.
fn number(rest: &mut &str) -> Option<usize> {
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    *rest = after;
    if digits.is_empty() { None } else { Some(digits.parse().unwrap_or(MOST).min(MOST)) }
}

impl<'a> Conversion<'a> {
    /// The conversion at the start of a text, after `%`.
    fn of(text: &'a str) -> Option<Self> {
        let mut rest = text.strip_prefix('%')?;
        let mut found = Self {
            text: "",
            left: false,
            plus: false,
            space: false,
            alternative: false,
            zeros: false,
            width: 0,
            precision: None,
            components: 1,
            length: Length::Int,
            letter: 0,
        };
        loop {
            match rest.as_bytes().first()? {
                b'-' => found.left = true,
                b'+' => found.plus = true,
                b' ' => found.space = true,
                b'#' => found.alternative = true,
                b'0' => found.zeros = true,
                _ => break,
            }
            rest = &rest[1..];
        }
        found.width = number(&mut rest).unwrap_or(0);
        if let Some(after) = rest.strip_prefix('.') {
            rest = after;
            found.precision = Some(number(&mut rest).unwrap_or(0));
        }
        if let Some(after) = rest.strip_prefix('v') {
            rest = after;
            found.components = number(&mut rest).filter(|n| matches!(n, 2 | 3 | 4 | 8 | 16))?;
        }
        for (name, length) in [("hh", Length::Char), ("hl", Length::Int), ("h", Length::Short), ("l", Length::Long)] {
            if let Some(after) = rest.strip_prefix(name) {
                (rest, found.length) = (after, length);
                break;
            }
        }
        found.letter = *rest.as_bytes().first()?;
        let known = b"diouxXcspfFeEgGaA".contains(&found.letter);
        found.text = &text[..text.len() - rest.len() + 1];
        known.then_some(found)
    }

    /// Writes an argument.
    pub(super) fn write(&self, out: &mut Vec<u8>, argument: &[u8]) {
        if self.letter == b's' {
            let end = argument.iter().position(|byte| *byte == 0).unwrap_or(argument.len());
            let text = &argument[..end.min(self.precision.unwrap_or(end))];
            return self.pad(out, b"", text, false);
        }
        // Three components take the room of four.
        let room = if self.components == 3 { 4 } else { self.components };
        let size = argument.len() / room;
        for component in 0..self.components {
            if component > 0 {
                out.push(b',');
            }
            let bytes = argument.get(component * size..(component + 1) * size).unwrap_or_default();
            self.one(out, bytes);
        }
    }

    /// Writes a number: a component of a vector, or all there is.
    fn one(&self, out: &mut Vec<u8>, bytes: &[u8]) {
        let raw = bytes.iter().take(8).rev().fold(0u64, |raw, byte| raw << 8 | u64::from(*byte));
        match self.letter {
            b'd' | b'i' => {
                let value = match self.length {
                    Length::Char => i64::from(raw as i8),
                    Length::Short => i64::from(raw as i16),
                    Length::Int => i64::from(raw as i32),
                    Length::Long => raw as i64,
                };
                self.integer(out, self.sign(value < 0), value.unsigned_abs().to_string());
            }
            b'u' | b'o' | b'x' | b'X' => {
                let value = match self.length {
                    Length::Char => raw & 0xff,
                    Length::Short => raw & 0xffff,
                    Length::Int => raw & 0xffff_ffff,
                    Length::Long => raw,
                };
                let (prefix, digits) = match self.letter {
                    b'o' => ("", format!("{value:o}")),
                    b'x' => ("0x", format!("{value:x}")),
                    b'X' => ("0X", format!("{value:X}")),
                    _ => ("", value.to_string()),
                };
                let prefix = if self.alternative && value != 0 { prefix } else { "" };
                self.integer(out, prefix, digits);
            }
            b'c' => self.pad(out, b"", &[raw as u8], false),
            b'p' if raw == 0 => self.pad(out, b"", b"(nil)", false),
            b'p' => self.integer(out, "0x", format!("{raw:x}")),
            _ => {
                let value = match bytes.len() {
                    2 => f64::from_bits(f16_to_f64(raw as u16, 0)),
                    4 => f32::from_bits(raw as u32).into(),
                    _ => f64::from_bits(raw),
                };
                self.float(out, value);
            }
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match () {
            () if negative => "-",
            () if self.plus => "+",
            () if self.space => " ",
            () => "",
        }
    }

    fn integer(&self, out: &mut Vec<u8>, prefix: &str, mut digits: String) {
        if self.precision == Some(0) && digits == "0" {
            digits.clear();
        }
        let least = self.precision.unwrap_or(0);
        if digits.len() < least {
            digits.insert_str(0, &"0".repeat(least - digits.len()));
        }
        if self.letter == b'o' && self.alternative && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        self.pad(out, prefix.as_bytes(), digits.as_bytes(), self.precision.is_none());
    }

    /// Writes text with blanks, or zeros after the prefix, to the width.
    fn pad(&self, out: &mut Vec<u8>, prefix: &[u8], text: &[u8], may_have_zeros: bool) {
        let missing = self.width.saturating_sub(prefix.len() + text.len());
        let zeros = self.zeros && !self.left && may_have_zeros;
        if !self.left && !zeros {
            out.extend(std::iter::repeat_n(b' ', missing));
        }
        out.extend(prefix);
        if zeros {
            out.extend(std::iter::repeat_n(b'0', missing));
        }
        out.extend(text);
        if self.left {
            out.extend(std::iter::repeat_n(b' ', missing));
        }
    }

    fn float(&self, out: &mut Vec<u8>, value: f64) {
        let sign = self.sign(value.is_sign_negative());
        let size = value.abs();
        let is_finite = value.is_finite();
        let letter = self.letter.to_ascii_lowercase();
        let (prefix, text) = match letter {
            _ if value.is_nan() => ("", "nan".to_string()),
            _ if !is_finite => ("", "inf".to_string()),
            b'f' => ("", self.fixed(size, self.precision.unwrap_or(6))),
            b'e' => ("", self.scientific(size, self.precision.unwrap_or(6))),
            b'a' => ("0x", self.hexadecimal(size)),
            _ => ("", self.general(size)),
        };
        let mut text = [prefix, &text].concat();
        if self.letter.is_ascii_uppercase() {
            text.make_ascii_uppercase();
        }
        let prefix = [sign, &text[..prefix.len()]].concat();
        self.pad(out, prefix.as_bytes(), &text.as_bytes()[prefix.len() - sign.len()..], is_finite);
    }

    /// `%f` of a positive number.
    fn fixed(&self, size: f64, precision: usize) -> String {
        let point = if precision == 0 && self.alternative { "." } else { "" };
        format!("{size:.precision$}{point}")
    }

    /// `%e` of a positive number: at least two digits of exponent.
    fn scientific(&self, size: f64, precision: usize) -> String {
        let text = format!("{size:.precision$e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |rest| ('-', rest));
        let point = if precision == 0 && self.alternative { "." } else { "" };
        format!("{digits}{point}e{sign}{exponent:0>2}")
    }

    /// `%g` of a positive number: the shorter of the other two, without zeros at the end.
    fn general(&self, size: f64) -> String {
        let digits = self.precision.unwrap_or(6).max(1);
        let scientific = self.scientific(size, digits - 1);
        let exponent = scientific.split_once('e').and_then(|(_, e)| e.parse::<i32>().ok()).unwrap_or(0);
        let is_fixed = exponent >= -4 && exponent < digits as i32;
        let text = if is_fixed { self.fixed(size, (digits as i32 - 1 - exponent) as usize) } else { scientific };
        if self.alternative {
            return text;
        }
        let (digits, rest) = text.split_at(text.find('e').unwrap_or(text.len()));
        let shorter = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
        [shorter, rest].concat()
    }

    /// `%a` of a positive number, without `0x`: one digit before the point, as C libraries for IEEE doubles write it.
    fn hexadecimal(&self, size: f64) -> String {
        const FRACTION: u32 = 52;
        let bits = size.to_bits();
        let exponent = (bits >> FRACTION) as i32;
        let fraction = bits & ((1 << FRACTION) - 1);
        // The digits with the one before the point.
        let mut all = fraction | u64::from(exponent != 0) << FRACTION;
        let exponent = if all == 0 { 0 } else { exponent.max(1) - 1023 };
        let mut digits = (FRACTION / 4) as usize;
        match self.precision {
            Some(precision) if precision < digits => {
                let dropped = 4 * (digits - precision) as u32;
                let (half, rest) = (1u64 << (dropped - 1), all & ((1 << dropped) - 1));
                let is_odd = all >> dropped & 1 != 0;
                all = (all >> dropped) + u64::from(rest > half || rest == half && is_odd);
                digits = precision;
            }
            Some(_) => {}
            None => {
                while digits > 0 && all & 0xf == 0 {
                    (all, digits) = (all >> 4, digits - 1);
                }
            }
        }
        let first = all.checked_shr(4 * digits as u32).unwrap_or(0);
        let after = all & (1u64 << (4 * digits)).wrapping_sub(1);
        let mut text = format!("{first:x}");
        let more = self.precision.unwrap_or(digits).saturating_sub(digits);
        if digits > 0 || more > 0 || self.alternative {
            text.push('.');
        }
        if digits > 0 {
            text += &format!("{after:0digits$x}");
        }
        format!("{text}{}p{exponent:+}", "0".repeat(more))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(format: &str, argument: &[u8]) -> String {
        let mut out = Vec::new();
        for piece in pieces(format) {
            match piece {
                Piece::Text(text) => out.extend(text.bytes()),
                Piece::Conversion(conversion) => conversion.write(&mut out, argument),
            }
        }
        String::from_utf8(out).expect("text")
    }

    /// The texts are those of glibc's `printf`.
    #[test]
    fn floats() {
        for (format, value, expected) in [
            ("%F", 1.5, "1.500000"),
            ("%.0f", 0.5, "0"),
            ("%.0f", 1.5, "2"),
            ("%.0f", 2.5, "2"),
            ("%.2f", 0.125, "0.12"),
            ("%.1f", 0.35, "0.3"),
            ("%#.0f", 3.0, "3."),
            ("%012.3f", -1.5, "-0000001.500"),
            ("%-12.3f|", 1.5, "1.500       |"),
            ("%+e", 0.0, "+0.000000e+00"),
            ("%.0e", 12345.0, "1e+04"),
            ("%#.0e", 12345.0, "1.e+04"),
            ("%.3e", 9.9996e+99, "1.000e+100"),
            ("%e", 5e-324, "4.940656e-324"),
            ("%g", 1e-05, "1e-05"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 123456.0, "123456"),
            ("%g", 1234567.0, "1.23457e+06"),
            ("%#g", 1.0, "1.00000"),
            ("%.3g", 999.6, "1e+03"),
            ("%.0g", 0.00012345, "0.0001"),
            ("%G", 1e-10, "1E-10"),
            ("%A", -0.1, "-0X1.999999999999AP-4"),
            ("%a", 0.0, "0x0p+0"),
            ("%a", 5e-324, "0x0.0000000000001p-1022"),
            ("%a", 1.0, "0x1p+0"),
            ("%.0a", 1.5, "0x2p+0"),
            ("%.1a", 1.96875, "0x2.0p+0"),
            ("%.1a", 1.03125, "0x1.0p+0"),
            ("%.15a", 1.0, "0x1.000000000000000p+0"),
            ("%#a", 1.0, "0x1.p+0"),
            ("%020a", 1.5, "0x0000000000001.8p+0"),
            ("% a", 2.0, " 0x1p+1"),
            ("%.13a", 0.1, "0x1.999999999999ap-4"),
        ] {
            assert_eq!(printed(format, &f64::to_le_bytes(value)), expected, "{format} of {value:?}");
        }
        assert_eq!(printed("%+f %e", &f64::INFINITY.to_le_bytes()), "+inf inf");
        assert_eq!(printed("%010F", &f64::NEG_INFINITY.to_le_bytes()), "      -INF");
    }

    #[test]
    fn texts_that_are_no_conversion_stay() {
        for text in ["100%", "%", "%5", "%y", "%v5d", "%.", "%*d"] {
            assert_eq!(printed(text, &[0; 8]), text);
        }
        assert_eq!(printed("%-3c|%3s|%.1s", b"a\0\0\0"), "a  |  a|a");
        assert_eq!(printed("%99999d", &[1, 0, 0, 0]).len(), MOST);
        assert_eq!(printed("%p", &[0; 8]), "(nil)");
    }
}
