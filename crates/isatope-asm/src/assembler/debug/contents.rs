//! Bytes with places that a linker patches.

/// The place whose address is written.
#[derive(Clone, Debug)]
pub(in crate::assembler) enum Of {
    /// An offset in a section, by its index.
    Section(usize, u64),
    /// A symbol, by its name.
    Symbol(String),
}

/// A place that a linker patches.
#[derive(Clone, Debug)]
pub(in crate::assembler) struct Patch {
    /// Offset.
    pub at: usize,
    /// Size in bytes.
    pub bytes: u8,
    /// Whether it holds the distance from itself.
    pub is_relative: bool,
    pub of: Of,
}

/// Bytes with places that a linker patches.
#[derive(Default)]
pub(in crate::assembler) struct Contents {
    pub bytes: Vec<u8>,
    pub patches: Vec<Patch>,
}

impl Contents {
    pub fn number(&mut self, value: u64, bytes: usize) {
        self.bytes.extend(&value.to_le_bytes()[..bytes]);
    }

    pub fn unsigned(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    pub fn signed(&mut self, mut value: i64) {
        loop {
            let low = value as u8 & 0x7f;
            value >>= 7;
            if value == 0 && low & 0x40 == 0 || value == -1 && low & 0x40 != 0 {
                return self.bytes.push(low);
            }
            self.bytes.push(low | 0x80);
        }
    }

    pub fn text(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
        self.bytes.push(0);
    }

    pub fn address(&mut self, of: Of, bytes: u8, is_relative: bool) {
        self.patches.push(Patch { at: self.bytes.len(), bytes, is_relative, of });
        self.number(0, bytes.into());
    }
}
