//! Writes to global memory of workgroups that run at the same time.
//!
//! Each overlay keeps the writes of some workgroups apart from memory. [`commit`] then writes them to memory in the
//! order of the workgroups, so that the result does not depend on threads.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::machine::memory::{Memory, Part};
use crate::machine::threads;

/// Bytes that are kept together, a power of two.
pub(crate) const BLOCK: usize = 256;
/// The most bytes of writes that are kept one after the other: most programs write each byte once, and never read it.
const LONGEST: usize = 1 << 18;
/// Ranges of addresses that are told apart where somebody reads, and how near to each other writes must be for one of
/// them.
const SPANS: usize = 4;
const NEAR: u64 = 1 << 12;
/// Bytes for which it pays to have several threads put them into memory.
const MANY_BYTES: usize = 1 << 17;
/// One of this many blocks, and this many places in what is not in blocks, say how what was written is spread over
/// memory.
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

/// Writes that nobody else sees yet: blocks, and after them what was written later, as it came.
#[derive(Default)]
pub(crate) struct Overlay {
    /// Where the block of an address is.
    index: Spreading<u32>,
    blocks: Vec<Block>,
    /// What was written after the blocks.
    log: Log,
    /// The address after the last run.
    next: u64,
    /// All that was written lies in these ranges.
    spans: Vec<Span>,
}

/// Bytes in the order in which they were written, and where they go.
#[derive(Default)]
struct Log {
    bytes: Vec<u8>,
    runs: Vec<Run>,
}

/// Bytes side by side, or values at equal distances, up to the next run in the log.
#[derive(Clone, Copy)]
struct Run {
    /// The address of the first one.
    address: u64,
    /// Its place in the log.
    start: usize,
    values: Spacing,
}

/// Where values lie that are written together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spacing {
    /// Bytes of a value.
    pub width: u32,
    /// Bytes from the start of a value to that of the next one.
    pub stride: u32,
}

impl Spacing {
    /// Bytes side by side.
    const NONE: Self = Self { width: 0, stride: 0 };

    /// Whether the values lie side by side, so that they are one run of bytes.
    pub(crate) fn is_dense(self) -> bool {
        self.width == self.stride
    }

    /// Splits values from an address on into bytes that lie side by side.
    pub(crate) fn pieces(self, address: u64, bytes: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
        let width = if self.width == 0 { bytes.len().max(1) } else { self.width as usize };
        let addresses = (0..).map(move |k: u64| address.wrapping_add(k * u64::from(self.stride)));
        addresses.zip(bytes.chunks(width))
    }

    /// How many bytes there are from the first one on to the end of the last value.
    pub(crate) fn reach(self, bytes: usize) -> usize {
        match self.width {
            0 => bytes,
            width => (bytes / width as usize).saturating_sub(1) * self.stride as usize + width as usize,
        }
    }
}

impl Log {
    /// How many bytes it takes.
    fn size(&self) -> usize {
        self.bytes.len() + size_of_val(&self.runs[..])
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.runs.clear();
    }

    /// The bytes of each run.
    fn runs(&self) -> impl Iterator<Item = (Run, &[u8])> {
        let ends = self.runs.iter().skip(1).map(|run| run.start).chain([self.bytes.len()]);
        self.runs.iter().zip(ends).map(|(run, end)| (*run, &self.bytes[run.start..end]))
    }

    /// All that lies side by side, with the address of the first byte.
    fn iter(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.runs().flat_map(|(run, bytes)| run.values.pieces(run.address, bytes))
    }
}

/// A range of addresses.
#[derive(Clone, Copy)]
struct Span {
    start: u64,
    end: u64,
}

impl Span {
    fn meets(self, start: u64, end: u64) -> bool {
        start < self.end && end > self.start
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

    /// Hands out the bytes that were written, as runs with the address of the first byte.
    fn runs(&self, mut each: impl FnMut(u64, &[u8])) {
        let is_written = |at: usize| self.written[at / 64] >> (at % 64) & 1 != 0;
        let mut at = 0;
        while at < BLOCK {
            let end = (at..BLOCK).find(|k| !is_written(*k)).unwrap_or(BLOCK);
            if end > at {
                each(self.address + at as u64, &self.bytes[at..end]);
            }
            at = end + 1;
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
    /// Whether something may have been written to this many bytes from an address on.
    #[inline]
    pub(crate) fn touches(&self, address: u64, count: usize) -> bool {
        let end = address.saturating_add(count as u64);
        self.spans.iter().any(|span| span.meets(address, end))
    }

    /// How many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&self.blocks[..]) + self.log.size()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if !self.blocks.is_empty() {
            self.index.clear();
            self.blocks.clear();
        }
        self.log.clear();
        self.spans.clear();
    }

    /// Keeps bytes that are written from an address on.
    #[inline]
    pub(crate) fn write(&mut self, address: u64, bytes: &[u8]) {
        if self.log.size() > LONGEST {
            self.catch_up();
        }
        let end = address.saturating_add(bytes.len() as u64);
        if self.log.runs.is_empty() || self.next != address {
            self.log.runs.push(Run { address, start: self.log.bytes.len(), values: Spacing::NONE });
        }
        self.next = end;
        self.log.bytes.extend_from_slice(bytes);
        self.cover(address, end);
    }

    /// Keeps values that are written at equal distances from an address on.
    pub(crate) fn write_spaced(&mut self, address: u64, values: Spacing, bytes: &[u8]) {
        if self.log.size() > LONGEST {
            self.catch_up();
        }
        self.log.runs.push(Run { address, start: self.log.bytes.len(), values });
        self.log.bytes.extend_from_slice(bytes);
        let end = address.saturating_add(values.reach(bytes.len()) as u64);
        // What comes next is a run of its own.
        self.next = u64::MAX;
        self.cover(address, end);
    }

    /// Notes that something between two addresses has been written.
    #[inline]
    fn cover(&mut self, address: u64, end: u64) {
        match self.spans.iter_mut().find(|span| span.meets(address.saturating_sub(NEAR), end.saturating_add(NEAR))) {
            Some(span) => *span = Span { start: span.start.min(address), end: span.end.max(end) },
            None => self.note(Span { start: address, end }),
        }
    }

    /// Notes what lies apart from all that was written.
    #[cold]
    fn note(&mut self, span: Span) {
        if self.spans.len() < SPANS {
            self.spans.push(span);
        } else if let Some(last) = self.spans.last_mut() {
            *last = Span { start: last.start.min(span.start), end: last.end.max(span.end) };
        }
    }

    /// Puts everything into blocks.
    fn catch_up(&mut self) {
        let mut log = std::mem::take(&mut self.log);
        for (mut address, mut bytes) in log.iter() {
            while !bytes.is_empty() {
                let (key, at) = split(address);
                let (part, rest) = bytes.split_at(bytes.len().min(BLOCK - at));
                self.write_part(key, at, part);
                address = address.wrapping_add(part.len() as u64);
                bytes = rest;
            }
        }
        log.clear();
        self.log = log;
    }

    fn write_part(&mut self, key: u64, at: usize, bytes: &[u8]) {
        let blocks = &mut self.blocks;
        let number = match blocks.last() {
            Some(last) if last.address == key => blocks.len() - 1,
            _ => *self.index.entry(key).or_insert_with(|| {
                blocks.push(Block::new(key));
                blocks.len() as u32 - 1
            }) as usize,
        };
        let block = &mut self.blocks[number];
        block.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        block.mark(at, bytes.len());
    }

    /// Addresses that say how what was written is spread over memory.
    fn sample(&self) -> impl Iterator<Item = u64> {
        let Log { bytes, runs } = &self.log;
        let places = (0..SAMPLE).filter(|_| !runs.is_empty()).map(|k| k * bytes.len() / SAMPLE);
        let later = places.map(|place| {
            let run = runs[runs.partition_point(|run| run.start <= place) - 1];
            let (address, within) = (run.address, place - run.start);
            match (run.values.width, run.values.stride) {
                (0, _) => address + within as u64,
                (width, stride) => address + within as u64 / u64::from(width) * u64::from(stride),
            }
        });
        self.blocks.iter().step_by(SAMPLE).map(|block| block.address).chain(later)
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

/// Writes to memory what is kept apart, the last overlay last. All of it lies in allocations. Threads share the work by
/// addresses.
pub(crate) fn commit(overlays: &[Overlay], memory: &mut Memory) {
    let bytes: usize = overlays.iter().map(Overlay::size).sum();
    let threads = threads::count();
    let mut ends = Vec::new();
    if threads > 1 && bytes > MANY_BYTES {
        let mut sample: Vec<u64> = overlays.iter().flat_map(Overlay::sample).collect();
        sample.sort_unstable();
        ends.extend((1..threads).map(|k| sample[k * sample.len() / threads]));
    }
    let mut parts = memory.parts(&ends);
    if let [all] = parts.as_mut_slice() {
        put(overlays, all);
    } else {
        threads::for_each(&mut parts, |part| put(overlays, part));
    }
    let written: Vec<usize> = parts.iter().flatten().filter(|part| part.written).map(|part| part.allocation).collect();
    written.into_iter().for_each(|allocation| memory.at_mut(allocation).written = true);
    put_in_windows(overlays, memory);
}

/// Writes to windows what overlays have for them.
fn put_in_windows(overlays: &[Overlay], memory: &Memory) {
    for window in memory.windows() {
        let size = usize::try_from(window.window.size()).unwrap_or(usize::MAX);
        for overlay in overlays.iter().filter(|overlay| overlay.touches(window.base, size)) {
            for block in &overlay.blocks {
                block.runs(|address, bytes| window.write_inside(address, bytes));
            }
            overlay.log.iter().for_each(|(address, bytes)| window.write_inside(address, bytes));
        }
    }
}

/// Writes to parts of memory, by ascending addresses, what overlays have for them.
fn put(overlays: &[Overlay], parts: &mut [Part]) {
    let mut last = 0;
    for overlay in overlays {
        for block in &overlay.blocks {
            // A block may reach from one part into the next.
            for part in from(parts, &mut last, block.address, BLOCK) {
                block.put(part);
            }
        }
        for (run, bytes) in overlay.log.runs() {
            for part in from(parts, &mut last, run.address, run.values.reach(bytes.len())) {
                run.values.pieces(run.address, bytes).for_each(|(address, bytes)| part.write(address, bytes));
            }
        }
    }
}

/// The parts in which this many bytes from an address on lie. `last` is where they were found before.
fn from<'p, 'm>(
    parts: &'p mut [Part<'m>],
    last: &mut usize,
    address: u64,
    count: usize,
) -> impl Iterator<Item = &'p mut Part<'m>> {
    if parts.get(*last).is_none_or(|part| !part.holds(address)) {
        *last = parts.partition_point(|part| part.end() <= address);
    }
    let end = address.saturating_add(count as u64);
    parts[*last..].iter_mut().take_while(move |part| part.base < end)
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
        for round in (0..=255).cycle().take(1 << 14) {
            assert!(overlay.size() < 2 * LONGEST);
            overlay.write(0x1100, &[round; BLOCK]);
            overlay.write(0x1300, &[!round; BLOCK]);
        }
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
    fn what_was_written_anywhere_is_seen() {
        let mut overlay = Overlay::default();
        for k in 1..=SPANS as u64 {
            overlay.write(k << 20, &[k as u8; 4]);
        }
        // Between a few places nothing was written; between many that is not known, and each of them is.
        assert!(!overlay.touches((1 << 20) + 4, 1 << 12) && !overlay.touches((1 << 20) - 4, 4));
        for k in (SPANS as u64 + 1)..=10 {
            overlay.write(k << 20, &[k as u8; 4]);
        }
        for k in 1..=10 {
            let mut seen = [0; 6];
            assert!(overlay.touches((k << 20) + 3, 1));
            overlay.apply((k << 20) - 1, &mut seen);
            assert_eq!(seen, [0, k as u8, k as u8, k as u8, k as u8, 0]);
        }
        overlay.clear();
        assert!(!overlay.touches(0, usize::MAX) && overlay.size() == 0);
    }

    #[test]
    fn values_at_equal_distances_are_kept_like_single_ones() {
        let places = (0..64).map(|k| 0x1010 + 12 * k);
        let values: Vec<u8> = (0..=255).collect();
        let spacing = Spacing { width: 4, stride: 12 };
        let written = |spaced: bool| {
            let mut overlay = Overlay::default();
            overlay.write(0x100c, &[1; 4]);
            match spaced {
                true => overlay.write_spaced(0x1010, spacing, &values),
                false => places.clone().zip(values.chunks(4)).for_each(|(at, value)| overlay.write(at, value)),
            }
            overlay.write(0x1010, &[9]);
            overlay
        };
        let contents = |overlays: &[Overlay]| {
            let mut memory = Memory::of(0x1000, vec![0xee; 1024]);
            commit(overlays, &mut memory);
            memory.allocations()[0].bytes.clone()
        };
        let expected = contents(&[written(false)]);
        assert_eq!(contents(&[written(true)]), expected);
        // The last value reaches to its end, and no further.
        let mut overlay = written(true);
        assert!(overlay.touches(0x1010 + 63 * 12 + 3, 1) && !overlay.touches(0x1010 + 63 * 12 + 4, 1));
        let mut seen = vec![0xee; 1024];
        overlay.apply(0x1000, &mut seen);
        assert_eq!(seen, expected);
        assert_eq!(contents(&[overlay]), expected);
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
        threads::with(5, 5, || commit(&overlays, &mut memory));
        let all: Vec<u8> = memory.allocations().iter().flat_map(|a| a.bytes.iter().copied()).collect();
        assert!(all[..2 * BYTES].iter().enumerate().all(|(i, byte)| usize::from(*byte) == i % 251));
        assert!(all[2 * BYTES..].iter().all(|byte| *byte == 0));
        assert_eq!(memory.allocations().iter().map(|a| a.written).collect::<Vec<_>>(), [true, true, false]);
    }
}
