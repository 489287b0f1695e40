//! Ranges of numbers that fit into a field.

use std::fmt;

/// Range of the numbers that fit in a number of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    bits: u8,
    sign: Sign,
    /// Number that the field value 0 means.
    plus: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    No,
    Yes,
    /// Signed or unsigned numbers, because only the bits matter.
    Either,
}

impl Room {
    /// Range of unsigned numbers.
    pub fn unsigned(bits: u32) -> Self {
        Self { bits: bits as u8, sign: Sign::No, plus: 0 }
    }

    /// Range of signed numbers.
    pub fn signed(bits: u32) -> Self {
        Self { sign: Sign::Yes, ..Self::unsigned(bits) }
    }

    /// Range of signed and unsigned numbers.
    pub fn either(bits: u32) -> Self {
        Self { sign: Sign::Either, ..Self::unsigned(bits) }
    }

    /// This range, shifted by `plus`.
    pub fn from(self, plus: u32) -> Self {
        Self { plus, ..self }
    }
}

/// `0 to 15`
impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = 1_i128 << (self.bits.max(1) - 1);
        let (least, most) = match self.sign {
            Sign::No => (0, 2 * half - 1),
            Sign::Yes => (-half, half - 1),
            Sign::Either => (-half, 2 * half - 1),
        };
        let plus = i128::from(self.plus);
        write!(f, "{} to {}", least + plus, most + plus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_in_words() {
        assert_eq!(Room::unsigned(4).to_string(), "0 to 15");
        assert_eq!(Room::unsigned(5).from(1).to_string(), "1 to 32");
        assert_eq!(Room::signed(13).to_string(), "-4096 to 4095");
        assert_eq!(Room::either(16).to_string(), "-32768 to 65535");
        assert_eq!(Room::either(64).to_string(), "-9223372036854775808 to 18446744073709551615");
    }
}
