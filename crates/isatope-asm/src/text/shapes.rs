//! A quick test whether a name can be in a set.

/// The first bytes and the lengths of names. Most names that are not in the set have others.
#[derive(Clone, Debug)]
pub(crate) struct Shapes {
    /// Lengths by first bytes, one bit each; long names share the last bit.
    lengths: [u64; 256],
}

impl Default for Shapes {
    fn default() -> Self {
        Self { lengths: [0; 256] }
    }
}

impl Shapes {
    /// Adds a name.
    #[inline]
    pub fn add(&mut self, name: &str) {
        if let Some(first) = name.bytes().next() {
            self.lengths[usize::from(first)] |= 1 << name.len().min(63);
        }
    }

    /// Whether a name with this first byte may be in the set.
    #[inline]
    pub fn may_start(&self, first: u8) -> bool {
        self.lengths[usize::from(first)] != 0
    }

    /// Whether a name with this first byte and this length may be in the set.
    #[inline]
    pub fn may_have(&self, first: u8, length: usize) -> bool {
        self.lengths[usize::from(first)] >> length.min(63) & 1 != 0
    }
}
