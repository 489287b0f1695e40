//! The last accesses to each byte.

use crate::machine::fault::Access;
#[cfg(test)]
use crate::machine::fault::{Flaw, Owner};
use crate::machine::overlay::Spreading;

/// Bytes of memory that are looked after together.
const BLOCK: u64 = 256;
/// Bits of the place of an instruction, counted in words.
const PLACE_BITS: u32 = 26;

/// Source of an access: the segment of a wavefront (0: none), the address of the instruction, and the lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    pub segment: u32,
    place: u32,
}

impl Mark {
    /// Base of relative addresses around an address.
    pub fn window(address: u64) -> u64 {
        address.saturating_sub(1 << (PLACE_BITS + 1)) & !3
    }

    pub fn new(segment: u32, window: u64, pc: u64, lane: u32) -> Self {
        let word = (pc.wrapping_sub(window) / 4) as u32 & u32::MAX >> (32 - PLACE_BITS);
        Self { segment, place: word << 6 | lane & 63 }
    }

    pub fn is_some(self) -> bool {
        self.segment != 0
    }

    pub fn lane(self) -> u32 {
        self.place & 63
    }

    pub fn pc(self, window: u64) -> u64 {
        window + u64::from(self.place >> 6) * 4
    }
}

/// State of some bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    /// The last write.
    pub write: Mark,
    /// Reads since then of which none is before another one: the first two.
    pub reads: [Mark; 2],
    /// More such reads.
    #[expect(clippy::box_collection, reason = "hardly a cell has any, and there are many cells")]
    pub more_reads: Option<Box<Vec<Mark>>>,
    /// The last atomic operation.
    pub atomic: Mark,
    /// Their contents at the last plain access.
    pub value: u32,
    /// Several wavefronts wrote that.
    pub shared: bool,
}

impl Cell {
    /// Whether the value is known.
    pub fn is_known(&self) -> bool {
        self.write.is_some() || self.reads[0].is_some()
    }

    /// All reads since the last write.
    pub fn reads(&self) -> impl Iterator<Item = Mark> {
        let more = self.more_reads.iter().flat_map(|more| more.iter());
        self.reads.iter().chain(more).copied().filter(|read| read.is_some())
    }
}

/// The bytes of a memory that have been accessed.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    index: Spreading<u32>,
    /// Cells for a word each or, where smaller accesses were made, for a byte.
    blocks: Vec<Vec<Cell>>,
    /// The block that was used last.
    last: Option<(u64, u32)>,
}

impl Blocks {
    /// The cell of the byte at an address.
    pub fn get(&self, address: u64) -> Option<&Cell> {
        let number = *self.index.get(&(address / BLOCK))?;
        let cells = &self.blocks[number as usize];
        cells.get((address % BLOCK) as usize * cells.len() / BLOCK as usize)
    }

    /// Calls `each` with the cells of an access, and the part of its value that belongs there.
    pub fn each(&mut self, access: &Access, mut each: impl FnMut(&mut Cell, u32)) {
        let words = access.address.is_multiple_of(4) && access.bytes.is_multiple_of(4);
        let mut at = 0;
        while at < access.bytes {
            let address = access.address.wrapping_add(at.into());
            let cells = self.block(address / BLOCK);
            if !words && cells.len() < BLOCK as usize {
                *cells = cells.iter().flat_map(split).collect();
            }
            let size = BLOCK as usize / cells.len();
            let value = (access.value >> (8 * at)) as u32;
            let value = if size == 4 { value } else { value & 0xff };
            each(&mut cells[(address % BLOCK) as usize / size], value);
            at += size as u32;
        }
    }

    fn block(&mut self, key: u64) -> &mut Vec<Cell> {
        let number = match self.last {
            Some((last, number)) if last == key => number,
            _ => *self.index.entry(key).or_insert_with(|| {
                self.blocks.push(vec![Cell::default(); BLOCK as usize / 4]);
                self.blocks.len() as u32 - 1
            }),
        };
        self.last = Some((key, number));
        &mut self.blocks[number as usize]
    }
}

/// The cells of the bytes of a word.
fn split(cell: &Cell) -> [Cell; 4] {
    std::array::from_fn(|byte| Cell { value: cell.value >> (8 * byte) & 0xff, ..cell.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_keeps_what_it_is_made_of() {
        for (entry, pc) in [(0x40_0000_1000_u64, 0x40_0000_1010), (0x40_0000_1000, 0x40_0000_0004), (16, 8)] {
            let window = Mark::window(entry);
            let mark = Mark::new(7, window, pc, 63);
            assert_eq!((mark.segment, mark.pc(window), mark.lane()), (7, pc, 63));
        }
    }

    #[test]
    fn small_accesses_split_words() {
        let mut blocks = Blocks::default();
        let access = |address, bytes, value| Access {
            memory: 0,
            owner: Owner::Device,
            address,
            bytes,
            lane: 0,
            write: true,
            flaw: Flaw::None,
            value,
        };
        let mark = Mark { segment: 1, place: 0 };
        blocks.each(&access(0x100, 8, 0x0807_0605_0403_0201), |cell, value| (cell.write, cell.value) = (mark, value));
        let mut seen = Vec::new();
        blocks.each(&access(0x102, 3, 0), |cell, _| seen.push((cell.write.segment, cell.value)));
        assert_eq!(seen, [(1, 3), (1, 4), (1, 5)]);
        assert!(blocks.get(0x107).is_some_and(|cell| cell.value == 8) && blocks.get(0x200).is_none());
    }
}
