//! Names that the source gives to numbers and operands.

use std::cell::Cell;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::text::names::hash;
use crate::text::value::Value;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Symbol {
    /// `x=5`.
    Number(u64),
    /// `r=%v[2:3]`: registers, or anything else that can be an operand.
    Operand(Value),
    /// A place in the code, as bytes from its start.
    Label(u64),
}

/// All names of a source.
#[derive(Clone, Debug)]
pub(crate) struct Symbols {
    map: HashMap<Box<str>, Symbol, RandomState>,
    /// Names of one byte, a bit each.
    letters: u128,
    /// Hashes of all names, a bit each.
    hashes: [u64; HASHES / 64],
    /// Labels that are numbers: for each number where they stand in the text and in the code, in order.
    local: HashMap<u64, Vec<(usize, u64)>>,
    /// `.`: the place of the statement.
    here: Symbol,
    /// What is doubtful about the expression read last, and where.
    doubt: Cell<Option<(&'static str, u32, u32)>>,
}

/// How many hashes of names are told apart.
const HASHES: usize = 1 << 12;

impl Default for Symbols {
    fn default() -> Self {
        Self {
            map: HashMap::default(),
            letters: 0,
            hashes: [0; HASHES / 64],
            local: HashMap::new(),
            here: Symbol::Label(0),
            doubt: Cell::default(),
        }
    }
}

impl Symbols {
    /// The meaning of a name; names tell upper and lower case apart.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Symbol> {
        match name {
            "." => Some(&self.here),
            _ if !self.may_have(name) => None,
            _ => self.map.get(name),
        }
    }

    /// Whether a name of this hash has a meaning: most that are asked for have none.
    #[inline]
    pub fn may_have(&self, name: &str) -> bool {
        !self.map.is_empty() && {
            let place = hash(name.as_bytes()) as usize % HASHES;
            self.hashes[place / 64] >> (place % 64) & 1 != 0
        }
    }

    /// Whether a letter is a name that has a meaning.
    #[inline]
    pub fn has_letter(&self, letter: u8) -> bool {
        self.letters >> (letter & 127) & 1 != 0
    }

    /// Notes what is doubtful about an expression: there are no bits for what it says.
    pub fn note_doubt(&self, what: &'static str, at: std::ops::Range<usize>) {
        self.doubt.set(Some((what, at.start as u32, at.end as u32)));
    }

    /// What is doubtful about what was read since it was asked for last.
    pub fn take_doubt(&self) -> Option<(&'static str, u32, u32)> {
        self.doubt.take()
    }

    /// Says where the statement is that comes next.
    #[inline]
    pub fn set_here(&mut self, place: u64) {
        self.here = Symbol::Label(place);
    }

    /// Where the statement is.
    pub fn here(&self) -> u64 {
        if let Symbol::Label(place) = self.here { place } else { 0 }
    }

    /// Notes a label that is a number, `1:`, at a place in the text; it labels the place of the statement.
    pub fn add_local(&mut self, number: u64, at: usize) {
        let here = self.here();
        self.local.entry(number).or_default().push((at, here));
    }

    /// The place of the nearest label of a number before or after a place in the text.
    pub fn local(&self, number: u64, at: usize, backward: bool) -> Option<u64> {
        let all = self.local.get(&number)?;
        let later = all.partition_point(|label| label.0 < at);
        let found = if backward { later.checked_sub(1)? } else { later };
        all.get(found).map(|label| label.1)
    }

    /// Gives a name a meaning, or another one.
    pub fn set(&mut self, name: &str, symbol: Symbol) {
        let place = hash(name.as_bytes()) as usize % HASHES;
        self.hashes[place / 64] |= 1 << (place % 64);
        if let &[letter] = name.as_bytes() {
            self.letters |= 1 << (letter & 127);
        }
        self.map.insert(name.into(), symbol);
    }
}
