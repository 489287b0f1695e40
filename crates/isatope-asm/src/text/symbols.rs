//! Symbols: names that the source defines as numbers and operands.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use foldhash::fast::RandomState;
use isatope_core::tables::hash;

use crate::text::value::Value;

/// Meaning of a name.
#[derive(Clone, Debug)]
pub(crate) enum Symbol {
    /// `x=5`.
    Number(u64),
    /// `r=%v[2:3]`: registers, or any other operand.
    Operand(Value),
    /// A code address, in bytes from the start of the code.
    Label(u64),
}

/// A name that the source uses.
#[derive(Clone, Debug)]
struct Name {
    /// Offset of its text in [`Symbols::text`].
    start: u32,
    length: u32,
    hash: u32,
    /// Index of the output symbol with this name, plus 1; 0 if there is none.
    output: u32,
    symbol: Option<Symbol>,
}

/// All names of a source.
#[derive(Clone, Debug)]
pub(crate) struct Symbols {
    /// Concatenated names.
    text: String,
    names: Vec<Name>,
    /// Hash table: index into `names`, plus 1; 0 for an empty slot. The length is a power of two, and more than twice
    /// the number of names.
    slots: Vec<u32>,
    hasher: RandomState,
    /// Defined names of one byte, one bit each.
    letters: u128,
    /// Hashes of all defined names that do not start with a dot, one bit each. Most undefined words can be recognised
    /// by these bits.
    hashes: [u64; HASHES / 64],
    /// Numeric labels: for each number, its positions in the text and its code addresses, in order.
    local: HashMap<u64, Vec<(usize, u64)>>,
    /// `.`: the offset of the statement.
    here: Symbol,
    /// Overflow in the last expression: message and span.
    overflow: Cell<Option<(&'static str, u32, u32)>>,
}

/// Number of distinct hashes of names.
const HASHES: usize = 1 << 12;

impl Default for Symbols {
    fn default() -> Self {
        Self {
            text: String::new(),
            names: Vec::new(),
            slots: vec![0; 16],
            hasher: RandomState::default(),
            letters: 0,
            hashes: [0; HASHES / 64],
            local: HashMap::new(),
            here: Symbol::Label(0),
            overflow: Cell::default(),
        }
    }
}

/// Reduced hash of a name that does not start with a dot.
#[inline]
fn small_hash(name: &str) -> usize {
    hash(name.as_bytes()) as usize % HASHES
}

impl Symbols {
    /// Meaning of a name; names are case-sensitive.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Symbol> {
        match name {
            "." => Some(&self.here),
            _ if !self.may_have(name) => None,
            _ => self.meaning(self.known(name)?),
        }
    }

    /// Whether a name might be defined.
    #[inline]
    fn may_have(&self, name: &str) -> bool {
        let is_marked = |place: usize| self.hashes[place / 64] >> (place % 64) & 1 != 0;
        !self.names.is_empty() && (name.starts_with('.') || is_marked(small_hash(name)))
    }

    /// Meaning of a name, by its number.
    #[inline]
    pub fn meaning(&self, number: u32) -> Option<&Symbol> {
        self.names.get(number as usize)?.symbol.as_ref()
    }

    fn hash(&self, name: &str) -> u32 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(name.as_bytes());
        hasher.finish() as u32
    }

    /// The slot of a name with this hash, or the empty slot for it.
    #[inline]
    fn slot(&self, name: &str, hash: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(known) = self.names.get((self.slots[slot] as usize).wrapping_sub(1)) {
            if known.hash == hash && self.name(known) == name {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn name(&self, name: &Name) -> &str {
        &self.text[name.start as usize..][..name.length as usize]
    }

    /// Number of a name that was used before.
    fn known(&self, name: &str) -> Option<u32> {
        self.slots[self.slot(name, self.hash(name))].checked_sub(1)
    }

    /// Number of a name; adds the name if it is new.
    pub fn number(&mut self, name: &str) -> u32 {
        let hash = self.hash(name);
        let slot = self.slot(name, hash);
        if let Some(known) = self.slots[slot].checked_sub(1) {
            return known;
        }
        let number = self.names.len() as u32;
        self.slots[slot] = number + 1;
        let (start, length) = (self.text.len() as u32, name.len() as u32);
        self.names.push(Name { start, length, hash, output: 0, symbol: None });
        self.text.push_str(name);
        if 2 * self.names.len() >= self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let mask = 4 * self.slots.len() - 1;
        self.slots = vec![0; mask + 1];
        for (name, number) in self.names.iter().zip(1..) {
            let mut slot = name.hash as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number;
        }
    }

    /// Names that have a number but no meaning.
    pub fn without_meaning(&self) -> impl Iterator<Item = (u32, &str)> {
        (0..).zip(&self.names).filter(|(_, name)| name.symbol.is_none()).map(|(i, name)| (i, self.name(name)))
    }

    /// Output symbol of a name.
    pub fn output(&self, name: &str) -> Option<usize> {
        let name = &self.names[self.known(name)? as usize];
        Some(name.output.checked_sub(1)? as usize)
    }

    /// Sets the output symbol of a name.
    pub fn set_output(&mut self, name: &str, symbol: usize) {
        let number = self.number(name) as usize;
        self.names[number].output = symbol as u32 + 1;
    }

    /// Whether a letter is a defined name.
    #[inline]
    pub fn has_letter(&self, letter: u8) -> bool {
        self.letters >> (letter & 127) & 1 != 0
    }

    /// Records that an expression overflows 64 bits.
    pub fn note_overflow(&self, what: &'static str, at: std::ops::Range<usize>) {
        self.overflow.set(Some((what, at.start as u32, at.end as u32)));
    }

    /// Takes the overflow recorded since the last call, if any.
    pub fn take_overflow(&self) -> Option<(&'static str, u32, u32)> {
        self.overflow.take()
    }

    /// Whether an overflow was recorded since the last call of [`take_overflow`](Self::take_overflow).
    pub fn has_overflow(&self) -> bool {
        self.overflow.get().is_some()
    }

    /// Sets the offset of the next statement.
    #[inline]
    pub fn set_here(&mut self, place: u64) {
        self.here = Symbol::Label(place);
    }

    /// Offset of the statement.
    pub fn here(&self) -> u64 {
        if let Symbol::Label(place) = self.here { place } else { 0 }
    }

    /// Adds a numeric label, `1:`, at an offset of the text. It labels the current statement.
    pub fn add_local(&mut self, number: u64, at: usize) {
        let here = self.here();
        self.local.entry(number).or_default().push((at, here));
    }

    /// Whether there are numeric labels.
    pub fn has_local(&self) -> bool {
        !self.local.is_empty()
    }

    /// Code address of the nearest label with a number, before or after an offset of the text.
    pub fn local(&self, number: u64, at: usize, backward: bool) -> Option<u64> {
        let all = self.local.get(&number)?;
        let later = all.partition_point(|label| label.0 < at);
        let found = if backward { later.checked_sub(1)? } else { later };
        all.get(found).map(|label| label.1)
    }

    /// Defines or redefines a name.
    pub fn set(&mut self, name: &str, symbol: Symbol) {
        let number = self.number(name);
        self.set_meaning(number, symbol);
    }

    /// Sets the meaning of a name by its number.
    pub fn set_meaning(&mut self, number: u32, symbol: Symbol) {
        let name = &mut self.names[number as usize];
        name.symbol = Some(symbol);
        let text = &self.text[name.start as usize..][..name.length as usize];
        if let &[letter] = text.as_bytes() {
            self.letters |= 1 << (letter & 127);
        }
        if !text.starts_with('.') {
            let place = small_hash(text);
            self.hashes[place / 64] |= 1 << (place % 64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_meanings() {
        let mut symbols = Symbols::default();
        let names: Vec<String> =
            (0..1000).flat_map(|i| [format!(".L{i}_0"), format!("x{i}"), format!("X{i}")]).collect();
        for (i, name) in (0..).zip(&names) {
            assert!(symbols.get(name).is_none() && symbols.output(name).is_none());
            assert_eq!(symbols.number(name), i);
            match i % 3 {
                0 => symbols.set(name, Symbol::Label(i.into())),
                1 => symbols.set_output(name, i as usize),
                _ => {}
            }
        }
        for (i, name) in (0..).zip(&names) {
            assert_eq!(symbols.number(name), i);
            let place = matches!(symbols.get(name), Some(Symbol::Label(place)) if *place == u64::from(i));
            assert_eq!((place, symbols.output(name)), (i % 3 == 0, (i % 3 == 1).then_some(i as usize)));
        }
        let without: Vec<_> = symbols.without_meaning().map(|(i, name)| (i as usize, name)).collect();
        let expected = names.iter().enumerate().filter(|(i, _)| i % 3 != 0);
        assert_eq!(without, expected.map(|(i, name)| (i, name.as_str())).collect::<Vec<_>>());
    }
}
