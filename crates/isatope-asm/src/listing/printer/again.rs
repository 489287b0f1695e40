//! Whole lines that are kept: code says the same again and again.

use isatope_core::Target;
use isatope_core::tables::Lengths;

use super::super::Text;

/// Lines that may be kept for the same hash.
const WAYS: usize = 4;
/// Hashes: a few times as many as compiled programs have different instructions.
const SETS: usize = 1 << 14;
/// Bytes of a line at most.
const ROOM: usize = 128;
/// Most lines are not longer.
const SHORT: usize = 64;
/// Instructions before it is worth it.
const FEW: usize = 256;

/// Lines by the bits of their instructions. A line is kept when its instruction comes for the second time.
#[derive(Debug)]
pub(super) struct Lines {
    lengths: Option<&'static Lengths>,
    /// Instructions that were not here.
    new: usize,
    /// The bits of an instruction for each place; nothing at first.
    bits: Vec<[u64; WAYS]>,
    /// How long its line is, with the line break; 0 if it is not kept yet.
    lens: Vec<u8>,
    texts: Vec<[u8; ROOM]>,
}

impl Lines {
    pub fn new(target: Target) -> Self {
        Self {
            lengths: target.version_info().lengths.as_ref(),
            new: 0,
            bits: Vec::new(),
            lens: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// The bits of the instruction at the start of some bytes, and how many bytes it takes, if the guess at that is right.
    #[inline(always)]
    fn guess(&self, bits: u64) -> (u64, usize) {
        match self.lengths.map_or(8, |lengths| lengths.guess(bits as u32)) {
            4 => (bits & 0xffff_ffff, 4),
            len => (bits, len),
        }
    }

    #[inline(always)]
    fn set(bits: u64) -> usize {
        (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % SETS
    }

    /// The place of an instruction, if it came before.
    #[inline(always)]
    fn place(&self, bits: u64) -> Option<usize> {
        let set = Self::set(bits);
        let ways = self.bits.get(set)?;
        let found = ways.iter().enumerate().fold(0, |found, (i, way)| found | u32::from(*way == bits) << i);
        (found != 0).then(|| WAYS * set + found.trailing_zeros() as usize % WAYS)
    }

    /// Adds the line of the instruction at the start of some bytes, and says how long the instruction is, if it is here.
    #[inline(always)]
    pub fn write(&self, bits: u64, text: &mut Text) -> Option<usize> {
        let (bits, len) = self.guess(bits);
        let place = self.place(bits)?;
        let length = *self.lens.get(place)?;
        if length == 0 {
            return None;
        }
        let (line, room) = (self.texts.get(place)?, text.room::<ROOM>()?);
        room[..SHORT].copy_from_slice(&line[..SHORT]);
        if usize::from(length) > SHORT {
            room[SHORT..].copy_from_slice(&line[SHORT..]);
        }
        text.advance(usize::from(length));
        Some(len)
    }

    /// Notes that an instruction of `len` bytes has this line, with its line break.
    #[inline]
    pub fn note(&mut self, bits: u64, len: usize, line: &[u8]) {
        if line.len() > ROOM || self.guess(bits) != (bits, len) {
            return;
        }
        let Some(place) = self.place(bits) else { return self.add(bits) };
        if let (Some(text), Some(length)) = (self.texts.get_mut(place), self.lens.get_mut(place)) {
            text[..line.len()].copy_from_slice(line);
            *length = line.len() as u8;
        }
    }

    /// Notes that an instruction came, where another one of the same hash may have stood.
    #[inline]
    fn add(&mut self, bits: u64) {
        self.new += 1;
        let set = Self::set(bits);
        let Some(ways) = self.bits.get_mut(set) else {
            if self.new == FEW {
                self.bits = vec![[0; WAYS]; SETS];
                self.lens = vec![0; WAYS * SETS];
                self.texts = vec![[0; ROOM]; WAYS * SETS];
            }
            return;
        };
        let way = self.new % WAYS;
        ways[way] = bits;
        self.lens[WAYS * set + way] = 0;
    }
}
