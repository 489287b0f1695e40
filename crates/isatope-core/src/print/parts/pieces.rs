//! Which bits of a word something depends on.

use crate::tables::{Field, Piece};

/// Runs of bits, the first one lowest in the key that they make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    list: [(u8, u8); 8],
    len: usize,
    too_many: bool,
}

impl Pieces {
    /// The runs, as (lowest bit, count); `None` if there are too many.
    pub fn get(&self) -> Option<&[(u8, u8)]> {
        self.list.get(..self.len).filter(|_| !self.too_many)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bits in all.
    pub fn bits(&self) -> u32 {
        self.list[..self.len].iter().map(|p| u32::from(p.1)).sum()
    }

    /// Adds a run; one that follows the last one makes that longer.
    pub fn add(&mut self, low: u8, bits: u8) {
        let known = |p: &(u8, u8)| p.0 <= low && low + bits <= p.0 + p.1;
        if self.list[..self.len].iter().any(known) {
            return;
        }
        if let Some(last) = self.len.checked_sub(1).and_then(|i| self.list.get_mut(i))
            && last.0 + last.1 == low
        {
            last.1 += bits;
            return;
        }
        match self.list.get_mut(self.len) {
            Some(free) => {
                *free = (low, bits);
                self.len += 1;
            }
            None => self.too_many = true,
        }
    }

    /// Adds all runs of another one.
    pub fn extend(&mut self, other: &Self) {
        self.too_many |= other.too_many;
        other.list[..other.len].iter().for_each(|&(low, bits)| self.add(low, bits));
    }

    /// Adds the bits of a field.
    pub(super) fn field(&mut self, field: &Field) {
        for &Piece { low, bits } in field.pieces.iter().rev() {
            self.add(low, bits);
        }
    }

    /// Adds one bit of a field, if the field has it.
    pub(super) fn bit(&mut self, field: &Field, mut number: u8) {
        for piece in field.pieces.iter().rev() {
            match number.checked_sub(piece.bits) {
                None => return self.add(piece.low + number, 1),
                Some(left) => number = left,
            }
        }
    }
}
