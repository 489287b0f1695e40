//! What workgroups write to global memory while others run beside them: kept apart, and put into memory in the order of workgroups.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use rayon::prelude::*;

use crate::memory::{Memory, Part};

/// Bytes that are kept together, a power of two.
pub(crate) const BLOCK: usize = 256;
/// The most blocks that are not in the index: most programs write each block once, and never read it.
const UNINDEXED: usize = 64;
/// Bytes of blocks for which it pays to have several threads put them into memory.
const MANY_BYTES: usize = 1 << 17;
/// One of so many blocks says how what was written is spread over memory.
const SAMPLE: usize = 16;

/// Bytes that were written, and which of them.
#[derive(Clone, Copy)]
struct Block {
    /// The address of the first byte, a multiple of [`BLOCK`].
    address: u64,
    bytes: [u8; BLOCK],
    /// A bit for each byte that was written.
    written: [u64; BLOCK / 64],
}

/// Numbers of blocks are spread well enough by a multiplication.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spread(u64);

/// A map from addresses, or other numbers that need no better spreading.
pub(crate) type Spreading<V> = HashMap<u64, V, BuildHasherDefault<Spread>>;

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        let product = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }
}

/// Writes that nobody else sees yet.
pub(crate) struct Overlay {
    /// Where the block of an address is, among the first `indexed` ones, which have addresses of their own. The others are whole.
    index: Spreading<u32>,
    indexed: usize,
    blocks: Vec<Block>,
    /// All that was written lies between these addresses.
    lowest: u64,
    end: u64,
}

impl Default for Overlay {
    fn default() -> Self {
        Self { index: Spreading::default(), indexed: 0, blocks: Vec::new(), lowest: u64::MAX, end: 0 }
    }
}

fn split(address: u64) -> (u64, usize) {
    (address & !(BLOCK as u64 - 1), address as usize % BLOCK)
}

impl Block {
    /// Writes to a part of memory what lies in it.
    #[inline]
    fn put(&self, part: &mut Part) {
        let ahead = self.address.wrapping_sub(part.base) as usize;
        if self.written == [u64::MAX; BLOCK / 64]
            && let Some(bytes) = part.bytes.get_mut(ahead..).and_then(|bytes| bytes.first_chunk_mut())
        {
            *bytes = self.bytes;
            part.written = true;
            return;
        }
        for (at, byte) in self.bytes.iter().enumerate() {
            let place = (self.address + at as u64).wrapping_sub(part.base);
            if self.written[at / 64] >> (at % 64) & 1 != 0
                && let Some(to) = part.bytes.get_mut(place as usize)
            {
                *to = *byte;
                part.written = true;
            }
        }
    }

    fn new(address: u64) -> Self {
        Self { address, bytes: [0; BLOCK], written: [0; BLOCK / 64] }
    }

    fn mark(&mut self, from: usize, count: usize) {
        if count == BLOCK {
            self.written = [u64::MAX; BLOCK / 64];
            return;
        }
        let (mut at, end) = (from, from + count);
        while at < end {
            let bits = (end - at).min(64 - at % 64);
            self.written[at / 64] |= (u64::MAX >> (64 - bits)) << (at % 64);
            at += bits;
        }
    }
}

impl Overlay {
    /// Whether something may have been written to so many bytes from an address on.
    #[inline]
    pub(crate) fn touches(&self, address: u64, count: usize) -> bool {
        address < self.end && address.saturating_add(count as u64) > self.lowest
    }

    /// How many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        self.blocks.len() * size_of::<Block>()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if self.indexed > 0 {
            self.index.clear();
            self.indexed = 0;
        }
        self.blocks.clear();
        (self.lowest, self.end) = (u64::MAX, 0);
    }

    /// Keeps bytes that are written from an address on.
    pub(crate) fn write(&mut self, mut address: u64, mut bytes: &[u8]) {
        self.lowest = self.lowest.min(address);
        self.end = self.end.max(address.saturating_add(bytes.len() as u64));
        while !bytes.is_empty() {
            let (key, at) = split(address);
            let count = bytes.len().min(BLOCK - at);
            match bytes.first_chunk() {
                Some(whole) if at == 0 => self.write_block(key, whole),
                _ => self.write_part(key, at, &bytes[..count]),
            }
            bytes = &bytes[count..];
            address += count as u64;
        }
    }

    #[inline]
    fn write_block(&mut self, address: u64, bytes: &[u8; BLOCK]) {
        if self.blocks.len() - self.indexed == UNINDEXED {
            self.catch_up();
        }
        self.blocks.push(Block { address, bytes: *bytes, written: [u64::MAX; BLOCK / 64] });
    }

    fn write_part(&mut self, key: u64, at: usize, bytes: &[u8]) {
        let number = match self.blocks.last() {
            Some(last) if last.address == key => self.blocks.len() - 1,
            _ => {
                self.catch_up();
                let blocks = &mut self.blocks;
                *self.index.entry(key).or_insert_with(|| {
                    blocks.push(Block::new(key));
                    self.indexed = blocks.len();
                    blocks.len() as u32 - 1
                }) as usize
            }
        };
        let block = &mut self.blocks[number];
        block.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        block.mark(at, bytes.len());
    }

    /// Puts all blocks into the index; what was written to an address again takes the place of what was there.
    fn catch_up(&mut self) {
        let mut kept = self.indexed;
        for at in self.indexed..self.blocks.len() {
            let block = self.blocks[at];
            let number = *self.index.entry(block.address).or_insert(kept as u32) as usize;
            self.blocks[number] = block;
            kept = kept.max(number + 1);
        }
        self.blocks.truncate(kept);
        self.indexed = kept;
    }

    /// Puts what was written over bytes that memory has from an address on.
    pub(crate) fn apply(&mut self, mut address: u64, bytes: &mut [u8]) {
        self.catch_up();
        let mut done = 0;
        while done < bytes.len() {
            let (key, at) = split(address);
            let count = (bytes.len() - done).min(BLOCK - at);
            if let Some(&number) = self.index.get(&key) {
                let block = &self.blocks[number as usize];
                for (k, byte) in bytes[done..done + count].iter_mut().enumerate() {
                    if block.written[(at + k) / 64] >> ((at + k) % 64) & 1 != 0 {
                        *byte = block.bytes[at + k];
                    }
                }
            }
            done += count;
            address += count as u64;
        }
    }
}

/// Writes to memory what is kept apart, the last overlay last. All of it lies in allocations. Threads share the work by addresses.
pub(crate) fn commit(overlays: &[Overlay], memory: &mut Memory) {
    let bytes: usize = overlays.iter().map(Overlay::size).sum();
    let threads = rayon::current_num_threads();
    let mut ends = Vec::new();
    if threads > 1 && bytes > MANY_BYTES {
        let blocks = overlays.iter().flat_map(|overlay| overlay.blocks.iter().step_by(SAMPLE));
        let mut sample: Vec<u64> = blocks.map(|block| block.address).collect();
        sample.sort_unstable();
        ends.extend((1..threads).map(|k| sample[k * sample.len() / threads]));
    }
    let mut parts = memory.parts(&ends);
    if let [all] = parts.as_mut_slice() {
        put(overlays, all);
    } else {
        parts.par_iter_mut().for_each(|part| put(overlays, part));
    }
    let written: Vec<usize> = parts.iter().flatten().filter(|part| part.written).map(|part| part.allocation).collect();
    written.into_iter().for_each(|allocation| memory.at_mut(allocation).written = true);
}

/// Writes to parts of memory, by ascending addresses, what overlays have for them.
fn put(overlays: &[Overlay], parts: &mut [Part]) {
    let mut last = 0;
    for block in overlays.iter().flat_map(|overlay| &overlay.blocks) {
        let end = block.address.saturating_add(BLOCK as u64);
        if parts.get(last).is_none_or(|part| !part.holds(block.address)) {
            last = parts.partition_point(|part| part.end() <= block.address);
        }
        // A block may reach from one part into the next.
        for part in parts[last..].iter_mut().take_while(|part| part.base < end) {
            block.put(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_shows_and_is_committed_byte_by_byte() {
        let mut memory = Memory::of(0x1000, vec![0xee; 1024]);
        let mut overlay = Overlay::default();
        overlay.write(0x10fe, &[1, 2, 3, 4]);
        overlay.write(0x10ff, &[9]);
        overlay.write(0x1200, &[7; 256]);
        let mut seen = [0xee; 8];
        overlay.apply(0x10fc, &mut seen);
        assert_eq!(seen, [0xee, 0xee, 1, 9, 3, 4, 0xee, 0xee]);
        let overlays = [overlay];
        commit(&overlays, &mut memory);
        let bytes = &memory.allocations()[0].bytes;
        assert_eq!(bytes[0xfc..0x104], seen);
        assert!(bytes[0x200..0x300].iter().all(|b| *b == 7) && bytes[0x1ff] == 0xee && bytes[0x300] == 0xee);
        assert!(memory.allocations()[0].written);
    }

    #[test]
    fn the_last_write_wins_however_blocks_are_kept() {
        let mut memory = Memory::of(0x1000, vec![0; 1024]);
        let mut overlay = Overlay::default();
        for round in 0..=255 {
            overlay.write(0x1100, &[round; BLOCK]);
            overlay.write(0x1300, &[!round; BLOCK]);
        }
        assert!(overlay.blocks.len() <= UNINDEXED + 2);
        overlay.write(0x1104, &[1]);
        overlay.write(0x1300, &[2; BLOCK]);
        let mut seen = [0; 5];
        overlay.apply(0x1100, &mut seen);
        assert_eq!(seen, [255, 255, 255, 255, 1]);
        let mut later = Overlay::default();
        later.write(0x1102, &[3]);
        commit(&[overlay, later], &mut memory);
        let bytes = &memory.allocations()[0].bytes;
        assert_eq!(bytes[0x100..0x106], [255, 255, 3, 255, 1, 255]);
        assert!(bytes[0x300..0x400].iter().all(|b| *b == 2) && bytes[0x200..0x300].iter().all(|b| *b == 0));
    }

    #[test]
    fn threads_share_the_work_and_leave_nothing_out() {
        const BYTES: usize = 1 << 20;
        let mut memory = Memory::default();
        memory.add(0x10_0010, vec![0; BYTES]).unwrap();
        memory.add(0x10_0010 + BYTES as u64, vec![0; BYTES]).unwrap();
        memory.add(0x1000_0000, vec![0; 1000]).unwrap();
        let mut overlays: Vec<Overlay> = (0..64).map(|_| Overlay::default()).collect();
        let per = 2 * BYTES / overlays.len();
        for (k, overlay) in overlays.iter_mut().enumerate() {
            let bytes: Vec<u8> = (0..per).map(|i| ((k * per + i) % 251) as u8).collect();
            overlay.write(0x10_0010 + (k * per) as u64, &bytes);
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(5).build().unwrap();
        pool.install(|| commit(&overlays, &mut memory));
        let all: Vec<u8> = memory.allocations().iter().flat_map(|a| a.bytes.iter().copied()).collect();
        assert!(all[..2 * BYTES].iter().enumerate().all(|(i, byte)| usize::from(*byte) == i % 251));
        assert!(all[2 * BYTES..].iter().all(|byte| *byte == 0));
        assert_eq!(memory.allocations().iter().map(|a| a.written).collect::<Vec<_>>(), [true, true, false]);
    }
}
