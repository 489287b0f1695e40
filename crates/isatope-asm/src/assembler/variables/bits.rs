//! Sets of small numbers.

/// A set of numbers below a limit that its maker knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// A set that can hold the numbers below `count`: all of them, or none.
    pub fn new(count: usize, full: bool) -> Self {
        Self(vec![if full { u64::MAX } else { 0 }; count.div_ceil(64)])
    }

    /// Whether a number is in the set.
    pub fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Adds or removes a number.
    pub fn set(&mut self, number: usize, on: bool) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word = *word & !(1 << (number % 64)) | u64::from(on) << (number % 64);
        }
    }

    /// The 64 numbers from `64 * at` on, one bit each.
    pub fn word(&self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or(0)
    }

    /// Removes those of the 64 numbers from `64 * at` on whose bits are set.
    pub fn remove(&mut self, at: usize, bits: u64) {
        if let Some(word) = self.0.get_mut(at) {
            *word &= !bits;
        }
    }

    /// Adds the numbers of another set. Returns whether that adds any.
    pub fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            changed |= other & !*own != 0;
            *own |= other;
        }
        changed
    }

    /// Keeps the numbers that are in another set. Returns whether that removes any.
    pub fn keep(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *own & !other != 0;
            *own &= other;
        }
        changed
    }

    /// The numbers, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(64 * at + bit as usize)
            })
        })
    }
}
