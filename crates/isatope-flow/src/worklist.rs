//! Worklist of blocks for iterative analyses.

/// Blocks that must be processed, in the order of the code or in reverse. This order lets loops converge before the
/// blocks that follow them.
#[derive(Clone, Debug)]
pub struct Worklist {
    /// A bit for each block.
    waiting: Vec<u64>,
    /// Number of blocks in the list.
    count: usize,
    blocks: usize,
    backward: bool,
    /// The next block, or in reverse the one after it.
    at: usize,
}

impl Worklist {
    /// Creates an empty list for a number of blocks.
    pub fn new(blocks: usize, backward: bool) -> Self {
        let waiting = vec![0; blocks.div_ceil(64)];
        Self { waiting, count: 0, blocks, backward, at: if backward { blocks } else { 0 } }
    }

    /// Adds a block.
    pub fn add(&mut self, block: usize) {
        let (word, bit) = (&mut self.waiting[block / 64], 1 << (block % 64));
        self.count += usize::from(*word & bit == 0);
        *word |= bit;
    }

    /// The first block from one on.
    fn from(&self, start: usize) -> Option<usize> {
        let first = self.waiting.get(start / 64)? & (u64::MAX << (start % 64));
        let rest = self.waiting[start / 64 + 1..].iter().copied();
        let mut words = std::iter::once(first).chain(rest).enumerate();
        let (word, bits) = words.find(|(_, bits)| *bits != 0)?;
        Some((start / 64 + word) * 64 + bits.trailing_zeros() as usize)
    }

    /// The last block before one.
    fn before(&self, end: usize) -> Option<usize> {
        let last = self.waiting.get(end / 64).map_or(0, |bits| bits & !(u64::MAX << (end % 64)));
        let rest = self.waiting[..end / 64].iter().rev().copied();
        let mut words = std::iter::once(last).chain(rest).enumerate();
        let (word, bits) = words.find(|(_, bits)| *bits != 0)?;
        Some((end / 64 - word) * 64 + 63 - bits.leading_zeros() as usize)
    }
}

impl Iterator for Worklist {
    type Item = usize;

    /// Takes a block out of the list.
    fn next(&mut self) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        let block = match self.backward {
            true => self.before(self.at).or_else(|| self.before(self.blocks))?,
            false => self.from(self.at).or_else(|| self.from(0))?,
        };
        self.waiting[block / 64] &= !(1 << (block % 64));
        self.count -= 1;
        self.at = if self.backward { block } else { block + 1 };
        Some(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(blocks: usize, backward: bool, add: &[usize]) -> Vec<usize> {
        let mut list = Worklist::new(blocks, backward);
        add.iter().for_each(|&block| list.add(block));
        list.collect()
    }

    #[test]
    fn blocks_come_in_order_and_once() {
        assert_eq!(all(200, false, &[130, 0, 63, 64, 199, 64]), [0, 63, 64, 130, 199]);
        assert_eq!(all(200, true, &[130, 0, 63, 64, 199, 64]), [199, 130, 64, 63, 0]);
        assert_eq!(all(64, true, &[63, 0]), [63, 0]);
        assert_eq!(all(64, false, &[63, 0]), [0, 63]);
        assert_eq!(all(0, false, &[]), [0; 0]);
        assert_eq!(all(0, true, &[]), [0; 0]);
    }

    #[test]
    fn it_goes_on_where_it_was() {
        let mut list = Worklist::new(100, false);
        list.add(70);
        assert_eq!(list.next(), Some(70));
        list.add(3);
        list.add(71);
        assert_eq!((list.next(), list.next(), list.next()), (Some(71), Some(3), None));
        let mut list = Worklist::new(100, true);
        list.add(70);
        assert_eq!(list.next(), Some(70));
        list.add(3);
        list.add(99);
        assert_eq!((list.next(), list.next(), list.next()), (Some(3), Some(99), None));
    }
}
