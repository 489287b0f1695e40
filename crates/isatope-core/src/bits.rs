//! The bits of an instruction.

/// The bits of an instruction, little endian as in memory: up to [`Bits::BYTES`] bytes. What it is is in the first 64;
/// fields may lie in the others as well, each wholly on one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bits {
    /// The first 64.
    pub head: u64,
    /// All others, by words of 32 bits.
    pub tail: [u32; 3],
}

impl Bits {
    /// Bytes of the longest instruction.
    pub const BYTES: usize = 20;

    /// Bits of the first bytes of a slice; missing bytes are 0.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let mut all = Self::default();
        for (i, byte) in bytes.iter().take(Self::BYTES).enumerate() {
            all.put(8 * i as u32, 8, u64::from(*byte));
        }
        all
    }

    /// Its bytes, of all instructions as many.
    #[inline]
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.head.to_le_bytes());
        for (place, word) in bytes[8..].as_chunks_mut::<4>().0.iter_mut().zip(self.tail) {
            *place = word.to_le_bytes();
        }
        bytes
    }

    /// The 64 bits from a word of 32 bits on.
    #[inline]
    pub fn window(self, word: usize) -> u64 {
        let half = |word: usize| match word {
            0 => self.head as u32,
            1 => (self.head >> 32) as u32,
            _ => self.tail.get(word - 2).copied().unwrap_or(0),
        };
        if word == 0 { self.head } else { u64::from(half(word)) | u64::from(half(word + 1)) << 32 }
    }

    /// Some bits, from a place on.
    #[inline]
    pub fn get(self, low: u32, count: u32) -> u64 {
        let all = if low < 64 { self.head >> low } else { self.window(low as usize / 32) >> (low % 32) };
        all & ones(count)
    }

    /// Gives some bits from a place on another value, of which what has no room is truncated. They lie in the first 64
    /// or after them.
    #[inline]
    pub fn put(&mut self, low: u32, count: u32, value: u64) {
        let value = value & ones(count);
        if low < 64 {
            self.head = self.head & !(ones(count) << low) | value << low;
            return;
        }
        let (word, low) = (low as usize / 32 - 2, low % 32);
        let window = u128::from(value) << low;
        let mask = u128::from(ones(count)) << low;
        for (place, at) in self.tail.iter_mut().skip(word).zip([0, 32, 64]) {
            *place = *place & !((mask >> at) as u32) | (window >> at) as u32;
        }
    }

    /// The bits of an instruction of this many bytes.
    #[inline(always)]
    pub(crate) fn cut(self, bytes: usize) -> Self {
        let head = if bytes <= 4 { self.head & 0xffff_ffff } else { self.head };
        Self { head, ..self }
    }
}

impl From<u64> for Bits {
    #[inline(always)]
    fn from(head: u64) -> Self {
        Self { head, tail: [0; 3] }
    }
}

/// So many ones.
#[inline]
const fn ones(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
