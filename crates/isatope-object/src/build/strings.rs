//! String tables, in the two orders that LLVM's tools use.

use foldhash::HashMap;

/// A string table in the order in which strings are added, as LLD writes it.
#[derive(Debug)]
pub(super) struct Appended {
    pub(super) bytes: Vec<u8>,
}

impl Appended {
    pub(super) fn new() -> Self {
        Self { bytes: vec![0] }
    }

    /// Adds a string, even if it is already in the table. Returns its offset.
    pub(super) fn add(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        let at = self.bytes.len() as u32;
        self.bytes.extend(text.as_bytes());
        self.bytes.push(0);
        at
    }
}

/// A string table in which a string may be the end of another one, as LLVM's assembler writes it.
#[derive(Debug)]
pub(super) struct Merged<'s> {
    pub(super) bytes: Vec<u8>,
    /// Offset of the name of each symbol.
    pub(super) symbols: Vec<u32>,
    others: HashMap<&'s str, u32>,
}

impl<'s> Merged<'s> {
    /// A table with the names of symbols, of which there can be very many, and other names.
    pub(super) fn new(symbols: impl Iterator<Item = &'s str>, others: impl Iterator<Item = &'s str>) -> Self {
        let mut strings: Vec<&str> = symbols.collect();
        let count = strings.len();
        strings.extend(others);
        let mut order: Vec<(u64, usize)> = strings.iter().map(|text| end_of(text)).zip(0..).collect();
        // By the last bytes, in descending order: a string comes directly before those that it ends with.
        let whole = |index: usize| strings[index].bytes().rev();
        order.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| whole(b.1).cmp(whole(a.1))));
        let mut bytes = vec![0];
        let mut offsets = vec![0; strings.len()];
        let mut before = "";
        for (_, index) in order {
            let text = strings[index];
            if !before.ends_with(text) {
                bytes.extend(text.as_bytes());
                bytes.push(0);
                before = text;
            }
            if !text.is_empty() {
                offsets[index] = (bytes.len() - text.len() - 1) as u32;
            }
        }
        let others = strings.drain(count..).zip(offsets.drain(count..)).collect();
        Self { bytes, symbols: offsets, others }
    }

    /// Offset of a name that is not that of a symbol; 0 for a name that is not in the table.
    pub(super) fn of(&self, text: &str) -> u32 {
        self.others.get(text).copied().unwrap_or(0)
    }
}

/// The last eight bytes of a text, the last one first in the order of numbers. Zeros fill up shorter texts.
fn end_of(text: &str) -> u64 {
    text.bytes()
        .rev()
        .take(8)
        .zip([56, 48, 40, 32, 24, 16, 8, 0])
        .fold(0, |end, (byte, at)| end | u64::from(byte) << at)
}
