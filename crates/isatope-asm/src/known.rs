//! Statements that come again and again: what one gives is remembered by its text.
//!
//! A line is found by its place earlier in the same source, so nothing is copied. The table has two entries for every hash and keeps the
//! lines that came last there. A line is remembered only if what it gives depends on nothing but its text and on the names that it asks
//! for: it is one statement that gives one item, without a message, and uses no place in the code. [`Symbols`](crate::symbols::Symbols)
//! notes the names; when one of them gets a meaning, everything is forgotten.

use crate::Item;
use crate::names::mix;
use crate::pieces::{entries, marks, word};

/// Statements of a source before it is worth it.
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
    /// Bytes of its statement, without a comment.
    statement: u8,
    item: Item,
}

/// The table; empty at first.
#[derive(Debug, Default)]
pub(crate) struct Known {
    seen: u32,
    hits: u32,
    /// Entries of other generations are forgotten.
    generation: u16,
    entries: Vec<Entry>,
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
            let none = Entry { start: 0, generation: 0, len: 0, statement: 0, item: Item::Data(0, 0) };
            self.entries = vec![none; entries(text.len(), MOST)];
        }
        if self.seen >= FEW + ROUND {
            let helps = self.hits >= ROUND / 16;
            if helps || self.seen >= FEW + ROUND + PAUSE {
                (self.seen, self.hits) = (FEW, 0);
            } else {
                return None;
            }
        }
        read_line(text.as_bytes(), start)
    }

    #[inline]
    fn place(&self, line: Line) -> usize {
        line.hash as usize & (self.entries.len() - 1)
    }

    /// The item that a line gives and the length of its statement, if that is known.
    #[inline]
    pub fn get(&mut self, text: &str, line: Line) -> Option<(Item, usize)> {
        let place = self.place(line);
        [place, place ^ 1].into_iter().find_map(|place| self.get_at(place, text, line))
    }

    #[inline]
    fn get_at(&mut self, place: usize, text: &str, line: Line) -> Option<(Item, usize)> {
        let entry = self.entries.get_mut(place)?;
        if usize::from(entry.len) != line.len || entry.generation != self.generation {
            return None;
        }
        let (bytes, start) = (text.as_bytes(), entry.start as usize);
        if bytes[start..start + line.len] != bytes[line.start..line.start + line.len] {
            return None;
        }
        // The nearest place is most likely in the cache.
        entry.start = line.start as u32;
        self.hits += 1;
        Some((entry.item, entry.statement.into()))
    }

    /// Remembers what a line gives. What stood in its place moves to the one beside it.
    pub fn set(&mut self, line: Line, statement: usize, item: Item) {
        let place = self.place(line);
        let generation = self.generation;
        if let Some(before) = self.entries.get(place).copied()
            && let Some(beside) = self.entries.get_mut(place ^ 1)
        {
            *beside = before;
        }
        if let Some(entry) = self.entries.get_mut(place) {
            let (start, len, statement) = (line.start as u32, line.len as u8, statement as u8);
            *entry = Entry { start, generation, len, statement, item };
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

const _: () = assert!(size_of::<Entry>() == 32);

/// The line at `start`, with its hash; `None` if it is empty or long, or close to the end of the text.
#[inline]
fn read_line(bytes: &[u8], start: usize) -> Option<Line> {
    let mut hash: u64 = 0;
    let mut at = start;
    while at - start <= LONGEST {
        let word = word(bytes, at)?;
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
        let text = "v_nop\n  s_nop 1 // a comment of some length\n\nv_nop\nlast";
        let len = |start| read_line(text.as_bytes(), start).map(|line| line.len);
        assert_eq!(len(0), Some(5));
        assert_eq!(len(6), Some(37));
        assert_eq!(len(44), None);
        assert_eq!(len(45), Some(5));
        // The last bytes of a text are not read as a word.
        assert_eq!(len(51), None);
        let hash = |start| read_line(text.as_bytes(), start).map(|line| line.hash);
        assert_eq!(hash(0), hash(45));
        let long = "x".repeat(1000) + "\n        ";
        assert!(read_line(long.as_bytes(), 0).is_none());
        assert_eq!(read_line(long.as_bytes(), 1000 - 255).map(|line| line.len), Some(255));
        assert!(read_line(long.as_bytes(), 1000 - 256).is_none());
    }
}
