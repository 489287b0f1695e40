//! Kinds of values: how bits are read as a number, and how they are written.

use isatope::emulator::watch::{Notation, value_text};
use isatope::tables::Type;

/// What bits mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As many bits as there are, written in hexadecimal.
    Hex,
    /// As many bits as there are, written in binary.
    Binary,
    /// An unsigned integer of this many bits; 0 for as many as there are.
    Unsigned(u32),
    /// A signed integer of this many bits; 0 for as many as there are.
    Signed(u32),
    /// A float of half precision.
    F16,
    /// Two floats of half precision.
    Halves,
    /// A float of single precision.
    F32,
    /// A float of double precision.
    F64,
}

/// Names of kinds.
const NAMES: [(&str, Kind); 17] = [
    ("hex", Kind::Hex),
    ("binary", Kind::Binary),
    ("int", Kind::Signed(0)),
    ("uint", Kind::Unsigned(0)),
    ("float", Kind::F32),
    ("u8", Kind::Unsigned(8)),
    ("u16", Kind::Unsigned(16)),
    ("u32", Kind::Unsigned(32)),
    ("u64", Kind::Unsigned(64)),
    ("i8", Kind::Signed(8)),
    ("i16", Kind::Signed(16)),
    ("i32", Kind::Signed(32)),
    ("i64", Kind::Signed(64)),
    ("f16", Kind::F16),
    ("f16x2", Kind::Halves),
    ("f32", Kind::F32),
    ("f64", Kind::F64),
];

/// A number that bits are, or that was computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
}

impl Number {
    /// Whether a condition that is this number holds.
    pub fn is_true(self) -> bool {
        match self {
            Self::Int(number) => number != 0,
            Self::Float(number) => number != 0.0,
        }
    }

    /// The number as a float.
    pub fn float(self) -> f64 {
        match self {
            Self::Int(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

impl Kind {
    /// Finds a kind by its name.
    pub fn from_name(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }

    /// Names of all kinds.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        NAMES.iter().map(|(name, _)| *name)
    }

    /// Bits of a value in memory; 32 where the kind leaves that open.
    pub fn bits(self) -> u32 {
        match self {
            Self::Hex | Self::Binary | Self::Unsigned(0) | Self::Signed(0) | Self::Halves | Self::F32 => 32,
            Self::Unsigned(bits) | Self::Signed(bits) => bits,
            Self::F16 => 16,
            Self::F64 => 64,
        }
    }

    /// Bytes of a value in memory.
    pub fn bytes(self) -> usize {
        self.bits() as usize / 8
    }

    /// The bits of a kind among some words, the lowest first, and how many bits they are.
    fn part(self, words: &[u32]) -> (u128, u32) {
        let all = words.iter().rev().take(4).fold(0, |bits, word| bits << 32 | u128::from(*word));
        let bits = match self {
            Self::Unsigned(bits) | Self::Signed(bits) if bits != 0 => bits,
            Self::F16 => 16,
            _ => 32 * words.len().min(4) as u32,
        };
        (if bits >= 128 { all } else { all & ((1 << bits) - 1) }, bits)
    }

    /// The number that some words are, the lowest first. `None` for several numbers at a time.
    pub fn number(self, words: &[u32]) -> Option<Number> {
        let (part, bits) = self.part(words);
        Some(match self {
            Self::Hex | Self::Binary | Self::Unsigned(_) => Number::Int(part as i128),
            Self::Signed(_) => {
                let unused = 128 - bits.clamp(1, 128);
                Number::Int((part << unused) as i128 >> unused)
            }
            Self::F32 => Number::Float(f32::from_bits(part as u32).into()),
            Self::F64 => Number::Float(f64::from_bits(part as u64)),
            Self::F16 => Number::Float(value_text(&[part as u32], Some(Type::F16), Notation::Typed).parse().ok()?),
            Self::Halves => return None,
        })
    }

    /// Words of a value of the kind, with this many bits in all if the kind leaves that open.
    ///
    /// # Errors
    /// The number has no such value.
    pub fn words(self, number: Number, open: u32) -> Result<Vec<u32>, String> {
        let bits = match self {
            Self::Hex | Self::Binary | Self::Unsigned(0) | Self::Signed(0) => open,
            kind => kind.bits(),
        };
        let value = match (self, number) {
            (Self::F32, number) => u128::from((number.float() as f32).to_bits()),
            (Self::F64, number) => u128::from(number.float().to_bits()),
            (Self::F16 | Self::Halves, _) => return Err("write the bits of half floats as an integer: 0x3c00".into()),
            (_, Number::Int(number)) => {
                let fits = bits >= 127 || (-(1i128 << (bits - 1))..1i128 << bits).contains(&number);
                if !fits {
                    return Err(format!("{number} does not fit into {bits} bits"));
                }
                number as u128
            }
            (_, Number::Float(number)) if bits == 64 => u128::from(number.to_bits()),
            (_, Number::Float(number)) if bits == 32 => u128::from((number as f32).to_bits()),
            (_, Number::Float(number)) => return Err(format!("{number:?} is no integer of {bits} bits")),
        };
        Ok((0..bits.div_ceil(32)).map(|word| (value >> (32 * word)) as u32).collect())
    }

    /// The text of some words, the lowest first.
    pub fn text(self, words: &[u32]) -> String {
        let (part, bits) = self.part(words);
        let typed = |ty| value_text(words, Some(ty), Notation::Typed);
        match self {
            Self::Hex => format!("{part:#x}"),
            Self::Binary => format!("{part:#0width$b}", width = bits as usize + 2),
            Self::F16 => value_text(&[part as u32], Some(Type::F16), Notation::Typed),
            Self::Halves => words
                .iter()
                .map(|word| value_text(&[*word], Some(Type::Halves), Notation::Typed))
                .collect::<Vec<_>>()
                .join(" "),
            Self::F32 => typed(Type::F32),
            Self::F64 if words.len() == 2 => typed(Type::F64),
            Self::F64 => typed(Type::F32),
            Self::Signed(_) | Self::Unsigned(_) => match self.number(words) {
                Some(Number::Int(number)) => number.to_string(),
                _ => format!("{part:#x}"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_written() {
        for (name, words, text) in [
            ("hex", vec![0x10, 1], "0x100000010"),
            ("u8", vec![0x1ff], "255"),
            ("i8", vec![0x1ff], "-1"),
            ("i16", vec![0x8000], "-32768"),
            ("int", vec![u32::MAX], "-1"),
            ("int", vec![u32::MAX, u32::MAX], "-1"),
            ("uint", vec![u32::MAX, 1], "8589934591"),
            ("f32", vec![0x3fc0_0000], "1.5"),
            ("f64", vec![0, 0x3ff8_0000], "1.5"),
            ("f16", vec![0xffff_3e00], "1.5"),
            ("f16x2", vec![0xc000_3e00], "1.5:-2.0"),
            ("binary", vec![5], "0b00000000000000000000000000000101"),
        ] {
            let kind = Kind::from_name(name).expect(name);
            assert_eq!(kind.text(&words), text, "{name}");
        }
        assert_eq!(Kind::F16.number(&[0x3e00]), Some(Number::Float(1.5)));
        assert_eq!(Kind::F32.words(Number::Int(1), 32), Ok(vec![0x3f80_0000]));
        assert_eq!(Kind::Hex.words(Number::Float(1.0), 32), Ok(vec![0x3f80_0000]));
        assert_eq!(Kind::Hex.words(Number::Int(-1), 64), Ok(vec![u32::MAX, u32::MAX]));
        assert_eq!(Kind::Hex.words(Number::Int(1 << 32), 32), Err("4294967296 does not fit into 32 bits".into()));
    }
}
