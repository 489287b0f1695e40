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
}

/// All names of a source.
#[derive(Clone, Debug)]
pub(crate) struct Symbols {
    /// What `.` stands for.
    pub here: Symbol,
    map: HashMap<Box<str>, Symbol>,
}

impl Default for Symbols {
    fn default() -> Self {
        Self { here: Symbol::Number(0), map: HashMap::new() }
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

    /// Gives a name a meaning, or another one.
    pub fn set(&mut self, name: &str, symbol: Symbol) {
        self.map.insert(name.into(), symbol);
    }
}
