//! Reads numbers as people write them on command lines, in JSON strings and in manifests.
//!
//! A number is decimal, or has `0x`, `0o` or `0b` in front of hexadecimal, octal or binary digits. Capitals mean the
//! same. Blanks and `_` are not part of a number: where a format allows them, its reader removes them first.

/// The radix that the start of a number names, and the digits after it.
pub fn radix(text: &str) -> (u32, &str) {
    let known = [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)];
    let prefixed = known.into_iter().find_map(|(prefix, radix)| Some((radix, text.strip_prefix(prefix)?)));
    prefixed.unwrap_or((10, text))
}

/// The number that consists of these digits and nothing else. `None` if a character is no digit, or the type lacks the
/// number.
pub fn digits<T: TryFrom<u128>>(text: &str, radix: u32) -> Option<T> {
    // The standard library also takes a `+`.
    let number = text.chars().all(|c| c.is_digit(radix)).then(|| u128::from_str_radix(text, radix).ok())??;
    T::try_from(number).ok()
}

/// A number without a sign. `None` if the text is none, or the type lacks it.
pub fn unsigned<T: TryFrom<u128>>(text: &str) -> Option<T> {
    let (radix, text) = radix(text);
    digits(text, radix)
}

/// A number that may have a sign, which precedes the prefix: `-0x10`. `None` if the text is none, or the type lacks it.
pub fn signed<T: TryFrom<i128>>(text: &str) -> Option<T> {
    let number = match text.strip_prefix('-') {
        Some(magnitude) => 0_i128.checked_sub_unsigned(unsigned(magnitude)?)?,
        None => unsigned(text.strip_prefix('+').unwrap_or(text))?,
    };
    T::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_radix_is_read() {
        for text in ["42", "0042", "0x2a", "0X2A", "0x2A", "0o52", "0O52", "0b101010", "0B101010"] {
            assert_eq!(unsigned::<u8>(text), Some(42), "{text}");
            assert_eq!(signed::<i8>(&format!("-{text}")), Some(-42), "-{text}");
            assert_eq!(signed::<i8>(&format!("+{text}")), Some(42), "+{text}");
        }
    }

    #[test]
    fn other_texts_are_no_numbers() {
        for text in ["", "0x", "0b", "0o", "x", "0x1_0", "1_000", " 1", "1 ", "0b2", "0o8", "0xg", "1e3", "1.0", "٣"] {
            assert_eq!((unsigned::<u64>(text), signed::<i64>(text)), (None, None), "{text}");
        }
        for text in ["-1", "+1", "0x-1", "0x+1", "--1", "+-1"] {
            assert_eq!(unsigned::<u64>(text), None, "{text}");
        }
        for text in ["0x-1", "0x+1", "--1", "+-1", "-", "+"] {
            assert_eq!(signed::<i64>(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_keep_to_their_type() {
        assert_eq!((unsigned::<u8>("255"), unsigned::<u8>("256")), (Some(255), None));
        assert_eq!((signed::<i8>("-0x80"), signed::<i8>("-129"), signed::<i8>("128")), (Some(-128), None, None));
        assert_eq!(unsigned::<u64>("0xffffffffffffffff"), Some(u64::MAX));
        assert_eq!(unsigned::<u64>("18446744073709551616"), None);
        assert_eq!(unsigned("0xffffffffffffffffffffffffffffffff"), Some(u128::MAX));
        assert_eq!(unsigned::<u128>("0x100000000000000000000000000000000"), None);
        assert_eq!(signed("-0x80000000000000000000000000000000"), Some(i128::MIN));
        assert_eq!(signed::<i128>("0x80000000000000000000000000000000"), None);
        assert_eq!(unsigned::<u8>(&format!("0b{}1", "0".repeat(200))), Some(1));
    }
}
