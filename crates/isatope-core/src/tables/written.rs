//! A hash table from texts of print programs to their entries, built at compile time.

use super::{Entry, Print, Row, Shared};

/// A text as it is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Written<'t> {
    text: &'t [u8],
    at: usize,
    length: usize,
    /// The low and the high half of an entry of it, without flags; of a long one what tells it from others.
    halves: [u64; 2],
}

/// The bytes of a text of each length up to sixteen.
const MASKS: [[u64; 2]; 17] = {
    let (mut masks, mut i) = ([[0; 2]; 17], 0);
    while i < 17 {
        let mask = if i == 16 { u128::MAX } else { (1 << (8 * i)) - 1 };
        masks[i] = [mask as u64, (mask >> 64) as u64];
        i += 1;
    }
    masks
};

/// Sixteen bytes of a text from a place on, zeros after its end.
#[inline(always)]
const fn bytes(text: &[u8], at: usize) -> [u64; 2] {
    let all = match text.split_at(at).1.first_chunk() {
        Some(all) => u128::from_le_bytes(*all),
        None => {
            let (mut all, mut i) = (0, text.len());
            while i > at {
                i -= 1;
                all = all << 8 | text[i] as u128;
            }
            all
        }
    };
    [all as u64, (all >> 64) as u64]
}

impl<'t> Written<'t> {
    /// The text of this many bytes that is somewhere in another one. Bytes after it are touched, so that its length
    /// needs no loop.
    #[inline(always)]
    pub(crate) const fn new(text: &'t [u8], at: usize, length: usize) -> Self {
        let [mut low, mut high] = bytes(text, at);
        if length <= 16 {
            [low, high] = [low & MASKS[length][0], high & MASKS[length][1]];
        } else {
            let last = bytes(text, at + length - 16);
            [low, high] = [low ^ last[1].rotate_left(20), high ^ last[0].rotate_left(20)];
        }
        Self { text, at, length, halves: [low, high | (length as u64) << 40] }
    }

    /// Where in an index the search for it starts, of those in a table.
    #[inline(always)]
    const fn place(&self, table: u32, index: &[u16]) -> usize {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let low = (self.halves[0] ^ table as u64).wrapping_mul(FACTOR);
        let hash = (low.rotate_left(23) ^ self.halves[1]).wrapping_mul(FACTOR);
        (hash >> 32) as usize & (index.len() - 1)
    }

    /// Whether an entry has this text.
    #[inline(always)]
    const fn is(&self, entry: &Entry, texts: &[u8]) -> bool {
        let all = u128::from_le_bytes(entry.0);
        let (low, high) = (all as u64, (all >> 64) as u64);
        let flags = (high >> 48) as u16;
        if self.length <= Entry::INSIDE {
            let is_other = (low ^ self.halves[0]) | (high ^ self.halves[1]) << 16;
            return is_other | (flags & (Entry::LONG | Entry::SPECIAL)) as u64 == 0;
        }
        if flags & Entry::LONG == 0 || entry.0[Entry::INSIDE] as usize != self.length {
            return false;
        }
        let (from, mut i) = (all as u32 as usize, 0);
        while i < self.length {
            if texts[from + i] != self.text[self.at + i] {
                return false;
            }
            i += 1;
        }
        true
    }

    /// The first key with this text in the table of entries that starts at a place, in which keys go up to `most`.
    #[inline(always)]
    const fn find(
        &self,
        (table, most): (u32, u32),
        index: &[u16],
        (entries, rows): (&[Shared<Entry>], &[Entry]),
        texts: &[u8],
    ) -> Result<u32, usize> {
        let mut place = self.place(table, index);
        loop {
            let Some(number) = (index[place] as u32).checked_sub(1) else { return Err(place) };
            let key = number.wrapping_sub(table);
            if key <= most && self.is(&rows[entries[number as usize].index()], texts) {
                return Ok(key);
            }
            place = (place + 1) & (index.len() - 1);
        }
    }
}

impl Print {
    /// The first key that has a text in the table of entries that starts at a place, in which keys go up to `most`.
    #[inline(always)]
    pub(crate) fn key(&self, table: u32, most: u32, written: &Written<'_>) -> Option<u32> {
        written.find((table, most), self.written, (self.entries, Entry::all()), self.texts).ok()
    }
}

/// The index of the texts of some tables, of which each has a start and the largest key: the number of an entry with
/// one added in each place, 0 for none. There are more places than texts, a power of two.
pub(crate) const fn written<const N: usize>(
    tables: &[(u32, u32)],
    (entries, rows): (&[Shared<Entry>], &[Entry]),
    texts: &[u8],
) -> [u16; N] {
    assert!(N.is_power_of_two() && entries.len() < u16::MAX as usize);
    let (mut index, mut i) = ([0; N], 0);
    while i < tables.len() {
        let (mut key, (table, most)) = (0, tables[i]);
        while key <= most {
            let entry = &rows[entries[(table + key) as usize].index()];
            let all = u128::from_le_bytes(entry.0);
            let flags = (all >> 112) as u16;
            let (text, at) =
                if flags & Entry::LONG == 0 { (entry.0.as_slice(), 0) } else { (texts, all as u32 as usize) };
            if flags & Entry::SPECIAL == 0 {
                let written = Written::new(text, at, entry.0[Entry::INSIDE] as usize);
                if let Err(place) = written.find((table, most), &index, (entries, rows), texts) {
                    index[place] = (table + key) as u16 + 1;
                }
            }
            key += 1;
        }
        i += 1;
    }
    index
}
