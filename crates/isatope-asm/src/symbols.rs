//! Names that the source gives to numbers and operands.

use std::cell::Cell;
use std::collections::HashMap;

use crate::names::hash;
use crate::operand::Value;

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
    map: HashMap<Box<str>, Symbol>,
    /// Labels that are numbers: for each number where they stand in the text and in the code, in order.
    local: HashMap<u64, Vec<(usize, u64)>>,
    /// `.`: the place of the statement.
    here: Symbol,
    /// What the statement asks for.
    asked: Cell<Asked>,
    /// What is doubtful about the expression read last, and where.
    doubt: Cell<Option<(&'static str, u32, u32)>>,
    /// Hashes of the names that remembered statements ask for, a bit each.
    kept: [u64; KEPT / 64],
}

/// How many hashes of names are told apart.
const KEPT: usize = 1 << 12;

/// The names that a statement asks for.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    names: [u16; 7],
    count: u8,
    /// It asks for a place in the code, or for too many names.
    unsteady: bool,
}

impl Default for Symbols {
    fn default() -> Self {
        Self {
            map: HashMap::new(),
            local: HashMap::new(),
            here: Symbol::Label(0),
            asked: Cell::default(),
            doubt: Cell::default(),
            kept: [0; KEPT / 64],
        }
    }
}

impl Symbols {
    /// The meaning of a name; names tell upper and lower case apart.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Symbol> {
        let mut asked = self.asked.get();
        let found = match name {
            "." => Some(&self.here),
            _ if self.map.is_empty() => None,
            _ => self.map.get(name),
        };
        match asked.names.get_mut(usize::from(asked.count)) {
            Some(free) if !matches!(found, Some(Symbol::Label(_))) => {
                *free = (hash(name.as_bytes()) as usize % KEPT) as u16;
                asked.count += 1;
            }
            _ => asked.unsteady = true,
        }
        self.asked.set(asked);
        found
    }

    /// Forgets what the last statement asked for.
    #[inline]
    pub fn start_statement(&mut self) {
        self.asked.set(Asked::default());
    }

    /// How many names the statement asks for so far; `None` if these are too many, or a place in the code is among them.
    #[inline]
    pub fn asked(&self) -> Option<u8> {
        let asked = self.asked.get();
        (!asked.unsteady).then_some(asked.count)
    }

    /// Keeps the names that the statement asks for. `false` if more than they say what it means.
    pub fn keep(&mut self) -> bool {
        self.keep_since(0)
    }

    /// The same for all names but the first ones.
    pub fn keep_since(&mut self, first: u8) -> bool {
        let asked = self.asked.get();
        if asked.unsteady {
            return false;
        }
        for &name in asked.names[..usize::from(asked.count)].iter().skip(first.into()) {
            self.kept[usize::from(name) / 64] |= 1 << (name % 64);
        }
        true
    }

    fn unsteady(&self) {
        self.asked.set(Asked { unsteady: true, ..self.asked.get() });
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
        self.unsteady();
        if let Symbol::Label(place) = self.here { place } else { 0 }
    }

    /// Notes a label that is a number, `1:`, at a place in the text; it labels the place of the statement.
    pub fn add_local(&mut self, number: u64, at: usize) {
        let here = self.here();
        self.local.entry(number).or_default().push((at, here));
    }

    /// The place of the nearest label of a number before or after a place in the text.
    pub fn local(&self, number: u64, at: usize, backward: bool) -> Option<u64> {
        self.unsteady();
        let all = self.local.get(&number)?;
        let later = all.partition_point(|label| label.0 < at);
        let found = if backward { later.checked_sub(1)? } else { later };
        all.get(found).map(|label| label.1)
    }

    /// Gives a name a meaning, or another one. `true` if statements that are kept may ask for it; none are kept then.
    #[must_use]
    pub fn set(&mut self, name: &str, symbol: Symbol) -> bool {
        self.map.insert(name.into(), symbol);
        let name = hash(name.as_bytes()) as usize % KEPT;
        let kept = self.kept[name / 64] >> (name % 64) & 1 != 0;
        if kept {
            self.kept = [0; KEPT / 64];
        }
        kept
    }
}
