//! Lines of text with dots that come again: what one gives is remembered by its text.
//!
//! A line is found by its place earlier in the same source, so nothing is copied. The table has two entries for every hash and keeps the
//! lines that came last there. Only a line that is one instruction is remembered, if it asks for no place in the code and for no name that has
//! a meaning; when a name gets one, everything is forgotten.

use isatope_core::Instruction;

use crate::cursor::marks;
use crate::names::mix;

/// Lines of a source before it is worth it.
const FEW: u32 = 128;
/// Entries at most.
const MOST: usize = 1 << 16;
/// Bytes of a line at most.
const LONGEST: usize = u8::MAX as usize;
/// Lines that are looked up before it is asked whether that helps, and how many are passed over if it does not.
const ROUND: u32 = 1 << 10;
const PAUSE: u32 = 7 << 10;

/// A line of the source, up to its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub start: usize,
    pub len: usize,
    hash: u64,
}

/// What a line gives.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u32,
    /// The generation that it belongs to.
    generation: u16,
    /// Bytes of the line.
    len: u8,
    inst: Instruction,
}

/// The table; empty at first.
#[derive(Debug, Default)]
pub(crate) struct Known {
    seen: u32,
    hits: u32,
    /// Entries of other generations are forgotten.
    generation: u16,
    entries: Vec<Option<Entry>>,
}

impl Known {
    /// The line that starts at `start`, if it is worth looking up.
    #[inline]
    pub fn line(&mut self, text: &str, start: usize) -> Option<Line> {
        self.seen += 1;
        if self.seen < FEW {
            return None;
        }
        if self.entries.is_empty() {
            // So few that a short source need not pay for them.
            self.entries = vec![None; (text.len() / 64).next_power_of_two().clamp(64, MOST)];
        }
        if self.seen >= FEW + ROUND {
            let helps = self.hits >= ROUND / 16;
            if !helps && self.seen < FEW + ROUND + PAUSE {
                return None;
            }
            (self.seen, self.hits) = (FEW, 0);
        }
        read_line(text.as_bytes(), start)
    }

    #[inline]
    fn place(&self, line: Line) -> usize {
        line.hash as usize & (self.entries.len() - 1)
    }

    /// What a line gives, if that is known.
    #[inline]
    pub fn get(&mut self, text: &str, line: Line) -> Option<Instruction> {
        let place = self.place(line);
        [place, place ^ 1].into_iter().find_map(|place| self.get_at(place, text.as_bytes(), line))
    }

    #[inline]
    fn get_at(&mut self, place: usize, bytes: &[u8], line: Line) -> Option<Instruction> {
        let entry = self.entries.get_mut(place)?.as_mut()?;
        let start = entry.start as usize;
        if usize::from(entry.len) != line.len
            || entry.generation != self.generation
            || bytes[start..start + line.len] != bytes[line.start..line.start + line.len]
        {
            return None;
        }
        // The nearest place is most likely in the cache.
        entry.start = line.start as u32;
        self.hits += 1;
        Some(entry.inst)
    }

    /// Remembers what a line gives. What stood in its place moves to the one beside it.
    pub fn set(&mut self, line: Line, inst: Instruction) {
        let place = self.place(line);
        let before = self.entries.get(place).copied().flatten();
        if let Some(beside) = self.entries.get_mut(place ^ 1) {
            *beside = before;
        }
        if let Some(entry) = self.entries.get_mut(place) {
            let (start, len, generation) = (line.start as u32, line.len as u8, self.generation);
            *entry = Some(Entry { start, generation, len, inst });
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.clear();
        }
    }
}

/// The line at `start`, with its hash; `None` if it is empty or long, or close to the end of the text.
#[inline]
fn read_line(bytes: &[u8], start: usize) -> Option<Line> {
    let mut hash: u64 = 0;
    let mut at = start;
    while at - start <= LONGEST {
        let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
        let ends = marks(word, b'\n');
        if ends == 0 {
            hash = mix(hash, word);
            at += 8;
            continue;
        }
        let inside = ends.trailing_zeros() / 8;
        hash = mix(hash, word & !(u64::MAX << (8 * inside)));
        let len = at + inside as usize - start;
        return (1..=LONGEST).contains(&len).then_some(Line { start, len, hash: hash ^ hash >> 29 });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_their_end() {
        let text = "NOP.end\n  NOP.wait0 // a comment of some length\n\nNOP.end\nlast";
        let len = |start| read_line(text.as_bytes(), start).map(|line| line.len);
        assert_eq!(len(0), Some(7));
        assert_eq!(len(8), Some(39));
        assert_eq!(len(48), None);
        assert_eq!(len(49), Some(7));
        // The last bytes of a text are not read as a word.
        assert_eq!(len(57), None);
        let hash = |start| read_line(text.as_bytes(), start).map(|line| line.hash);
        assert_eq!(hash(0), hash(49));
        let long = "x".repeat(1000) + "\n        ";
        assert!(read_line(long.as_bytes(), 0).is_none());
        assert_eq!(read_line(long.as_bytes(), 1000 - 255).map(|line| line.len), Some(255));
        assert!(read_line(long.as_bytes(), 1000 - 256).is_none());
    }
}
