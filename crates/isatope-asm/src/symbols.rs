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
    /// Labels that are numbers: for each number where they stand in the text and in the code, in order.
    local: HashMap<u64, Vec<(usize, u64)>>,
    /// `.`: the place of the statement.
    here: Symbol,
}

impl Default for Symbols {
    fn default() -> Self {
        Self { map: HashMap::new(), local: HashMap::new(), here: Symbol::Label(0) }
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
        self.map.insert(name.into(), symbol);
    }
}
