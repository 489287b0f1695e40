//! A second copy of memory in which uninitialized bytes have other values.
//!
//! If a result differs between the two runs, it depended on these bytes.

use super::Origin;
use crate::machine::overlay::Spreading;
use crate::machine::shape;

/// A piece of memory as twins see it, with a bit for each byte in which it is another one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadow {
    base: u64,
    bytes: Vec<u8>,
    undefined: Vec<u64>,
    /// Origin of bytes that were written with different values, by the first one of each word.
    origins: Spreading<Origin>,
}

/// A number of 64 bits that looks like any other.
pub(super) fn mixed(number: u64) -> u64 {
    shape::mixed(number.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// The value of an uninitialized word of memory in a twin. It is large and positive as an integer and as a float, since
/// programs mostly compare with small numbers. Nearly all of its bits are others than those of 0, and no two words
/// agree.
fn other(number: u64) -> u32 {
    let random = mixed(number);
    (0..5).fold(0x7eff_ffff, |word, k| word & !(1 << (8 + (random >> (4 * k)) % 16)))
}

impl Shadow {
    /// Memory in which some bytes, or all, are uninitialized. Plain reads of them give 0.
    pub fn new(base: u64, length: usize, undefined: Option<Vec<u64>>) -> Self {
        let words = (0..length.div_ceil(4) as u64).flat_map(|at| other(base ^ at).to_le_bytes());
        let bytes = words.take(length).map(|byte| byte.max(1)).collect();
        let undefined = undefined.unwrap_or_else(|| vec![u64::MAX; length.div_ceil(64)]);
        Self { base, bytes, undefined, origins: Spreading::default() }
    }

    pub fn base(&self) -> u64 {
        self.base
    }

    /// Bits of uninitialized bytes.
    pub fn into_bits(self) -> Vec<u64> {
        self.undefined
    }

    /// Position of this many bytes, if all of them are here.
    pub fn find(&self, address: u64, count: usize) -> Option<usize> {
        let at = usize::try_from(address.checked_sub(self.base)?).ok()?;
        (at.checked_add(count)? <= self.bytes.len()).then_some(at)
    }

    /// Whether one of this many bytes is another one.
    pub fn is_undefined(&self, at: usize, count: usize) -> bool {
        (at..at + count).any(|at| self.undefined[at / 64] >> (at % 64) & 1 != 0)
    }

    /// Value that the twin reads where the wavefront reads `real`.
    pub fn read(&self, at: usize, count: usize, real: u128) -> u128 {
        let mut value = real.to_le_bytes();
        for (k, byte) in value.iter_mut().enumerate().take(count) {
            if self.undefined[(at + k) / 64] >> ((at + k) % 64) & 1 != 0 {
                *byte = self.bytes[at + k];
            }
        }
        u128::from_le_bytes(value)
    }

    /// Values of twins in memory, if they differ from those of the wavefront: the bytes as last written.
    pub fn peek(&self, at: usize, count: usize) -> u64 {
        self.bytes[at..at + count].iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
    }

    /// The wavefront writes one value, and its twin another one, or the same.
    pub fn write(&mut self, at: usize, count: usize, real: u128, twin: u128) {
        let (real, twin) = (real.to_le_bytes(), twin.to_le_bytes());
        for k in 0..count {
            let (word, bit) = ((at + k) / 64, 1 << ((at + k) % 64));
            self.bytes[at + k] = twin[k];
            if real[k] == twin[k] {
                self.undefined[word] &= !bit;
            } else {
                self.undefined[word] |= bit;
            }
        }
    }

    /// Notes where the bytes of an access come from, by the first of each word.
    pub fn set_origin(&mut self, at: usize, count: usize, origin: &Origin) {
        for at in (at..at + count).step_by(4) {
            self.origins.insert(at as u64, origin.clone());
        }
    }

    /// Whether the word at a position may have any value: it was never written, or only with such words.
    pub fn is_raw(&self, at: usize) -> bool {
        let mut all = at..at + 4;
        all.all(|at| {
            self.undefined[at / 64] >> (at % 64) & 1 != 0
                && self.origins.get(&(at as u64)).is_none_or(|origin| origin.is_raw)
        })
    }

    /// Origin of the first written one of some bytes.
    pub fn origin(&self, at: usize, count: usize) -> Option<&Origin> {
        (at..at + count).find_map(|at| self.origins.get(&(at as u64)))
    }
}
