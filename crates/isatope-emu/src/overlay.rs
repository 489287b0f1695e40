//! What a workgroup writes to global memory while others run beside it: kept apart, and put into memory in the order of workgroups.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use crate::memory::Memory;

/// Bytes that are kept together, a power of two.
pub(crate) const BLOCK: usize = 256;

/// Bytes that were written, and which of them.
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

/// Writes of a workgroup that nobody else sees yet.
#[derive(Default)]
pub(crate) struct Overlay {
    index: Spreading<u32>,
    blocks: Vec<Block>,
}

fn split(address: u64) -> (u64, usize) {
    (address & !(BLOCK as u64 - 1), address as usize % BLOCK)
}

impl Block {
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
    /// Whether nothing was written.
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// How many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        self.blocks.len() * size_of::<Block>()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.index.clear();
        self.blocks.clear();
    }

    /// Keeps bytes that are written from an address on.
    pub(crate) fn write(&mut self, mut address: u64, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (key, at) = split(address);
            let count = bytes.len().min(BLOCK - at);
            let blocks = &mut self.blocks;
            if at == 0
                && let Some((whole, rest)) = bytes.split_first_chunk()
                && let Entry::Vacant(entry) = self.index.entry(key)
            {
                entry.insert(blocks.len() as u32);
                blocks.push(Block { address: key, bytes: *whole, written: [u64::MAX; BLOCK / 64] });
                bytes = rest;
                address += BLOCK as u64;
                continue;
            }
            let number = match blocks.last() {
                Some(last) if last.address == key => blocks.len() as u32 - 1,
                _ => *self.index.entry(key).or_insert_with(|| {
                    blocks.push(Block::new(key));
                    blocks.len() as u32 - 1
                }),
            };
            let block = &mut blocks[number as usize];
            block.bytes[at..at + count].copy_from_slice(&bytes[..count]);
            block.mark(at, count);
            bytes = &bytes[count..];
            address += count as u64;
        }
    }

    /// Puts what was written over bytes that memory has from an address on.
    pub(crate) fn apply(&self, mut address: u64, bytes: &mut [u8]) {
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

    /// Writes everything to memory and forgets it. All of it lies in allocations.
    pub(crate) fn commit(&mut self, memory: &mut Memory) {
        for block in &self.blocks {
            let mut from = 0;
            while from < BLOCK {
                let written = |at: usize| block.written[at / 64] >> (at % 64) & 1 != 0;
                if block.written == [u64::MAX; BLOCK / 64] {
                    memory.write_bytes(block.address, &block.bytes);
                    break;
                }
                if !written(from) {
                    from += 1;
                    continue;
                }
                let end = (from..BLOCK).find(|&at| !written(at)).unwrap_or(BLOCK);
                memory.write_bytes(block.address + from as u64, &block.bytes[from..end]);
                from = end;
            }
        }
        self.clear();
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
        overlay.commit(&mut memory);
        let bytes = &memory.allocations()[0].bytes;
        assert_eq!(bytes[0xfc..0x104], seen);
        assert!(bytes[0x200..0x300].iter().all(|b| *b == 7) && bytes[0x1ff] == 0xee && bytes[0x300] == 0xee);
        assert!(overlay.is_empty());
    }
}
