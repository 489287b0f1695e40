//! Cache of listed lines: code repeats the same instructions many times.

use std::ops::Range;

use isatope_core::Target;
use isatope_core::tables::Lengths;

use super::text::{INDENT, Text};

/// Instructions that may be kept for the same hash.
const WAYS: usize = 4;
/// Hashes, a power of two: at first few, because touching memory costs more than printing as many lines, and later as
/// many as large programs have different instructions.
const FEW_SETS: usize = 1 << 11;
const SETS: usize = 1 << 13;
/// Bytes of text that are copied at a time: most lines are not longer.
const PIECE: usize = 64;
/// Pieces of a line at most.
const MOST: usize = 3;
/// Pieces in all; when there are no more, all is forgotten.
const PIECES: usize = 1 << 16;
/// Room for a line, and for many.
const ROOM: usize = INDENT.len() + PIECE * MOST;
const SPARE: usize = 64 << 10;
/// Number of instructions before the cache starts, and number of instructions that it did not know before it grows.
const WARMUP: usize = 1 << 10;
const MANY: usize = 1 << 13;
/// Number of lookups after which the cache decides whether it is worth its cost: with fewer than one hit in eight it
/// pauses for a while.
const PROBE_WINDOW: u32 = 1 << 13;
const BACKOFF: u32 = 1 << 16;

/// Maps the bits of instructions to their printed lines. A line is stored when its instruction occurs for the second
/// time.
#[derive(Clone, Debug)]
pub(super) struct LineCache {
    lengths: Option<&'static Lengths>,
    /// Lines that were noted.
    new: usize,
    /// Instructions until the next decision, how many of them were here, and whether lines are looked for until then.
    left: u32,
    found: u32,
    rests: bool,
    /// Instructions by their hash; nothing at first.
    sets: Vec<Set>,
    texts: Vec<[u8; PIECE]>,
}

/// Instructions of the same hash: one line of the cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Set {
    bits: [u64; WAYS],
    lines: [Line; WAYS],
}

/// A cached line: its first piece, its length with the line break (0 if it is not stored), and the length of the
/// instruction.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    first: u16,
    length: u8,
    bytes: u8,
}

impl LineCache {
    pub fn new(target: Target) -> Self {
        Self {
            lengths: target.version_info().lengths.as_ref(),
            new: 0,
            left: BACKOFF,
            found: 0,
            rests: false,
            sets: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// The bits of the instruction at the start of some bytes, and how many bytes it takes, if the guess at that is
    /// right.
    #[inline(always)]
    fn guess(&self, bits: u64) -> (u64, usize) {
        match self.lengths.map_or(8, |lengths| lengths.guess(bits as u32)) {
            4 => (bits & 0xffff_ffff, 4),
            len => (bits, len),
        }
    }

    #[inline(always)]
    fn place(&self, bits: u64) -> usize {
        (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & self.sets.len().wrapping_sub(1)
    }

    /// Way of a cached instruction in a set, if it is there.
    #[inline(always)]
    fn way(set: &Set, bits: u64) -> Option<usize> {
        let found = set.bits.iter().enumerate().fold(0, |found, (i, way)| found | u32::from(*way == bits) << i);
        (found != 0).then(|| found.trailing_zeros() as usize % WAYS)
    }

    /// Adds lines as long as they are here: those of the instructions that start in a range of the code, the first one,
    /// and others up to where a label must be. Says where the first one starts that was not added.
    pub fn write(
        &mut self,
        code: &[u8],
        range: Range<usize>,
        is_label: impl Fn(usize) -> bool,
        is_indented: bool,
        text: &mut Text,
    ) -> usize {
        if self.left == 0 {
            self.decide();
        }
        let mut lines = 0;
        let mut at = range.start;
        if !self.rests && !self.sets.is_empty() {
            let spare = text.spare(SPARE);
            let mut end = 0;
            while let Some(room) = spare.get_mut(end..).and_then(<[u8]>::first_chunk_mut::<ROOM>)
                && let Some(chunk) = code.get(at..).and_then(<[u8]>::first_chunk::<8>)
                && let Some((length, len)) = self.line(u64::from_le_bytes(*chunk), is_indented, room)
            {
                end += length;
                at += len;
                lines += 1;
                if at >= range.end || is_label(at) {
                    break;
                }
            }
            text.advance(end);
        }
        self.left = self.left.saturating_sub(lines + 1);
        self.found += lines;
        at
    }

    /// Writes the line of the instruction at the start of some bytes, if it is here; its length, and that of the
    /// instruction.
    #[inline(always)]
    fn line(&self, bits: u64, is_indented: bool, room: &mut [u8; ROOM]) -> Option<(usize, usize)> {
        // Zeros may be padding.
        if bits == 0 {
            return None;
        }
        let (bits, len) = self.guess(bits);
        let set = self.sets.get(self.place(bits))?;
        let Line { first, length, bytes } = set.lines[Self::way(set, bits)?];
        let (first, length) = (usize::from(first), usize::from(length));
        if length == 0 {
            return None;
        }
        let blanks = if is_indented { INDENT.len() } else { 0 };
        room[..INDENT.len()].copy_from_slice(INDENT.as_bytes());
        let room = room.get_mut(blanks..)?;
        room.get_mut(..PIECE)?.copy_from_slice(self.texts.get(first)?);
        if length > PIECE {
            let more = self.texts.get(first + 1..first + length.div_ceil(PIECE))?;
            room[PIECE..].chunks_exact_mut(PIECE).zip(more).for_each(|(room, piece)| room.copy_from_slice(piece));
        }
        // Mostly the guess is right, and the next line need not wait for this one.
        Some((blanks + length, if usize::from(bytes) == len { len } else { shorter(bytes) }))
    }

    /// Lines that do not come again are not looked for.
    #[cold]
    fn decide(&mut self) {
        self.rests = !self.rests && self.found < PROBE_WINDOW / 8;
        (self.left, self.found) = (if self.rests { BACKOFF } else { PROBE_WINDOW }, 0);
    }

    /// Notes that `len` bytes at the start of some, which are an instruction or none, have this line, with its line
    /// break.
    #[inline]
    pub fn note(&mut self, bits: u64, len: usize, line: &[u8]) {
        let (bits, guess) = self.guess(bits);
        // Zeros may be padding elsewhere.
        if bits == 0 || self.rests || line.len() > PIECE * MOST || len > guess {
            return;
        }
        let place = self.place(bits);
        let Some(set) = self.sets.get_mut(place) else { return self.grow(WARMUP, FEW_SETS) };
        let Some(way) = Self::way(set, bits) else {
            let way = self.new % WAYS;
            set.bits[way] = bits;
            set.lines[way] = Line::default();
            return self.grow(MANY, SETS);
        };
        if set.lines[way].length > 0 {
            return;
        }
        set.lines[way] = Line { first: self.texts.len() as u16, length: line.len() as u8, bytes: len as u8 };
        for piece in line.chunks(PIECE) {
            let mut bytes = [0; PIECE];
            bytes[..piece.len()].copy_from_slice(piece);
            self.texts.push(bytes);
        }
        if self.texts.len() > PIECES - MOST {
            self.sets.fill(Set::default());
            self.texts.clear();
        }
    }

    /// Counts an instruction that was not known, and makes more sets after a number of them. An instruction stays in
    /// its way: sets that were one are told apart by further bits of the hash.
    fn grow(&mut self, after: usize, sets: usize) {
        self.new += 1;
        if self.new != after {
            return;
        }
        let few = std::mem::replace(&mut self.sets, vec![Set::default(); sets]);
        for set in &few {
            for (way, bits) in set.bits.into_iter().enumerate().filter(|(_, bits)| *bits != 0) {
                let place = self.place(bits);
                self.sets[place].bits[way] = bits;
                self.sets[place].lines[way] = set.lines[way];
            }
        }
    }
}

/// The length of what is shorter than it was guessed to be.
#[cold]
fn shorter(bytes: u8) -> usize {
    bytes.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_that_were_noted() {
        let mut cache = LineCache::new(Target::all().next().expect("a target"));
        let instruction = |cache: &LineCache, number: usize| {
            let (bits, len) = cache.guess((number as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
            (bits, len, format!("{}{bits:x}\n", "x".repeat(number % 150)))
        };
        // The lines are so many that the cache starts and grows, and each comes often enough to be stored.
        for round in 0..3 {
            let mut found = 0;
            for number in 0..2 * MANY {
                let (bits, len, line) = instruction(&cache, number);
                let mut text = Text::default();
                let end = cache.write(&bits.to_le_bytes(), 0..1, |_| false, false, &mut text);
                if end > 0 {
                    assert_eq!((end, text.as_bytes()), (len, line.as_bytes()), "{bits:x}");
                    found += 1;
                } else {
                    cache.note(bits, len, line.as_bytes());
                }
            }
            assert!(round < 2 || found > MANY, "{found} in round {round}");
        }
        assert_eq!(cache.sets.len(), SETS);
    }
}
