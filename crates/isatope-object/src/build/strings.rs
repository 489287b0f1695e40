//! String tables, in the two orders that LLVM's tools use.

use std::collections::HashMap;

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
    offsets: HashMap<&'s str, u32>,
}

impl<'s> Merged<'s> {
    pub(super) fn new(strings: impl Iterator<Item = &'s str>) -> Self {
        let mut all: Vec<&str> = strings.filter(|text| !text.is_empty()).collect();
        // By the last bytes, in descending order: a string comes directly before those that it ends with.
        all.sort_unstable_by(|a, b| b.bytes().rev().cmp(a.bytes().rev()));
        all.dedup();
        let mut bytes = vec![0];
        let mut offsets = HashMap::with_capacity(all.len());
        let mut before = "";
        for text in all {
            if before.ends_with(text) {
                offsets.insert(text, (bytes.len() - text.len() - 1) as u32);
                continue;
            }
            offsets.insert(text, bytes.len() as u32);
            bytes.extend(text.as_bytes());
            bytes.push(0);
            before = text;
        }
        Self { bytes, offsets }
    }

    pub(super) fn of(&self, text: &str) -> u32 {
        self.offsets.get(text).copied().unwrap_or(0)
    }
}
