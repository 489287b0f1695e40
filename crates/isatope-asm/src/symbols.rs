//! Names that the source gives to numbers and operands.

use std::collections::HashMap;

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
    /// `.`: the place of the statement.
    here: Symbol,
}

impl Default for Symbols {
    fn default() -> Self {
        Self { map: HashMap::new(), here: Symbol::Label(0) }
    }
}

impl Symbols {
    /// The meaning of a name; names tell upper and lower case apart.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Symbol> {
        if name == "." {
            return Some(&self.here);
        }
        if self.map.is_empty() { None } else { self.map.get(name) }
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

    /// Gives a name a meaning, or another one.
    pub fn set(&mut self, name: &str, symbol: Symbol) {
        self.map.insert(name.into(), symbol);
    }
}
