//! A quick hash of short texts, which need not withstand anyone who looks for collisions: they only cost time.

use std::hash::{BuildHasherDefault, Hasher};

use crate::names::mix;

/// Makes [`TextHasher`]s.
pub(super) type Quick = BuildHasherDefault<TextHasher>;

/// Takes eight bytes at a time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TextHasher(u64);

impl TextHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = mix(self.0, word);
    }
}

impl Hasher for TextHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.add(u64::from_le_bytes(*word)));
        self.add(rest.iter().fold(rest.len() as u64, |word, byte| (word << 8) | u64::from(*byte)));
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.add(value.into());
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.add(value.into());
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.add(value.into());
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // The table takes its place from the low bits, which know least.
        self.0 ^ (self.0 >> 32)
    }
}
