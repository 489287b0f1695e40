//! Values that are partly known from the fields of an instruction, and their dependencies.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::condition::{ALWAYS, Condition, Conditions, NEVER};

/// The accessed place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A word of the registers from an operand on: operand, word.
    Word(usize, u32),
    /// Some word of the registers from an operand on; which, only the running program knows.
    AnyWord(usize),
    /// A register of a file by its number: file, number.
    Numbered(usize, u32),
    /// A register of a file whose number only the running program knows.
    Any(usize),
    /// A register that is not in a file.
    Register(usize),
    /// A memory.
    Memory(usize),
    /// An interface of the host.
    Interface(usize),
}

/// Origin of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Word of a parameter of the function that is looked at.
    Parameter(usize, u32),
    /// Reads of an instruction.
    Place(Place),
}

/// Words of a value, a bit each, that depend on a source, and when they do.
pub type Needs = BTreeMap<(Source, u8), Condition>;

/// Every word of a value.
pub const WHOLE: u8 = 0xff;

/// A value.
#[derive(Clone, Debug, Default)]
pub struct Value {
    /// Each bit as a condition, the lowest first; `None` for a value that more than fields and conditions decide.
    pub bits: Option<Rc<[Condition]>>,
    /// What it needs.
    pub needs: Rc<Needs>,
}

impl Value {
    /// A constant.
    pub fn constant(value: u128, width: u32) -> Self {
        Self { bits: Some(constant(value, width)), needs: Rc::default() }
    }

    /// A value of which only the needs are known.
    pub fn unknown(needs: Needs) -> Self {
        Self { bits: None, needs: Rc::new(needs) }
    }

    /// Whether two values are one and the same.
    pub fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.needs, &other.needs)
            && match (&self.bits, &other.bits) {
                (None, None) => true,
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                _ => false,
            }
    }
}

/// The bits of a constant.
pub fn constant(value: u128, width: u32) -> Rc<[Condition]> {
    (0..width).map(|i| Condition::from(value >> i & 1 != 0)).collect()
}

/// The number that constant bits are.
pub fn number(bits: &[Condition]) -> Option<u128> {
    let mut value = 0;
    for (i, &bit) in bits.iter().enumerate() {
        match bit {
            ALWAYS => value |= 1 << i,
            NEVER => {}
            _ => return None,
        }
    }
    Some(value)
}

/// Adds needs to others: those of `words`, put at the same words; `when` says when.
pub fn add(all: &mut Conditions, to: &mut Needs, from: &Needs, when: Condition) {
    for (&key, &condition) in from {
        let condition = all.and(condition, when);
        put(all, to, key, condition);
    }
}

/// Adds needs to every word of a value.
pub fn add_whole(all: &mut Conditions, to: &mut Needs, from: &Needs, when: Condition) {
    for (&(source, _), &condition) in from {
        let condition = all.and(condition, when);
        put(all, to, (source, WHOLE), condition);
    }
}

/// Adds one need.
pub fn put(all: &mut Conditions, to: &mut Needs, key: (Source, u8), when: Condition) {
    if when == NEVER || key.1 == 0 {
        return;
    }
    let known = to.get(&key).copied().unwrap_or(NEVER);
    let either = all.or(known, when);
    to.insert(key, either);
}

/// Needs of a value whose words are those of another one, moved: `moved` gives the words to which some go.
pub fn moved(all: &mut Conditions, from: &Needs, moved: impl Fn(u8) -> u8) -> Needs {
    let mut to = Needs::new();
    for (&(source, words), &when) in from {
        put(all, &mut to, (source, moved(words)), when);
    }
    to
}

/// The words that hold bits `low` to `low + width` of a value, given the words of the value that it was cut out of.
pub fn cut(words: u8, low: u32, width: u32) -> u8 {
    (0..8u32).fold(0, |result, to| {
        let first = low + 32 * to;
        let last = (low + width - 1).min(first + 31);
        let inside = 32 * to < width && (first / 32..=last / 32).any(|from| from < 8 && words >> from & 1 != 0);
        result | u8::from(inside) << to
    })
}

/// The words to which words of a value go that is put at bit `low`.
pub fn placed(words: u8, low: u32, width: u32) -> u8 {
    (0..8u32).filter(|from| words >> from & 1 != 0 && 32 * from < width).fold(0, |result, from| {
        let first = low + 32 * from;
        let last = low + (32 * from + 31).min(width - 1);
        (first / 32..=last / 32).filter(|&to| to < 8).fold(result, |result, to| result | 1 << to)
    })
}

/// The numbers that bits can be, and when each of them; `None` if there are more than `most`.
pub fn numbers(
    all: &mut Conditions,
    bits: &[Condition],
    within: Condition,
    most: usize,
) -> Option<Vec<(u128, Condition)>> {
    let mut found = vec![(0, within)];
    for (i, &bit) in bits.iter().enumerate() {
        let mut next = Vec::new();
        for (value, when) in found {
            let one = all.and(when, bit);
            let not = all.not(bit);
            let zero = all.and(when, not);
            next.extend((zero != NEVER).then_some((value, zero)));
            next.extend((one != NEVER).then_some((value | 1 << i, one)));
        }
        found = next;
        if found.len() > most {
            return None;
        }
    }
    Some(found)
}
