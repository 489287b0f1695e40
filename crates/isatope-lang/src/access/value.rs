//! Values that are partly known from the fields of an instruction, and their dependencies.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::condition::{ALWAYS, Condition, Conditions, NEVER};

/// A place that an instruction accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A word of the registers that start at an operand: (operand, word).
    Word(usize, u32),
    /// Some word of the registers that start at an operand; its number is known only at run time.
    AnyWord(usize),
    /// A register of a file: (file, number).
    Numbered(usize, u32),
    /// A register of a file whose number is known only at run time.
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
    /// Word of a parameter of the analysed function.
    Parameter(usize, u32),
    /// A place that the instruction reads.
    Place(Place),
}

/// Dependencies of a value: the source, the words that depend on it (one bit each), and the condition.
pub type Needs = BTreeMap<(Source, u8), Condition>;

/// All words of a value.
pub const WHOLE: u8 = 0xff;

/// A value of the analysis.
#[derive(Clone, Debug, Default)]
pub struct Value {
    /// Each bit as a condition, the lowest first; `None` if the value depends on more than fields and conditions.
    pub bits: Option<Rc<[Condition]>>,
    /// Dependencies of the value.
    pub needs: Rc<Needs>,
}

impl Value {
    /// A constant.
    pub fn constant(value: u128, width: u32) -> Self {
        Self { bits: Some(constant(value, width)), needs: Rc::default() }
    }

    /// A value of which only the dependencies are known.
    pub fn unknown(needs: Needs) -> Self {
        Self { bits: None, needs: Rc::new(needs) }
    }

    /// Whether two values are identical.
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

/// The number that the bits represent, if all of them are constant.
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

/// Adds dependencies to others, word by word, under a condition.
pub fn add(all: &mut Conditions, to: &mut Needs, from: &Needs, when: Condition) {
    for (&key, &condition) in from {
        let condition = all.and(condition, when);
        put(all, to, key, condition);
    }
}

/// Adds dependencies to every word of a value, under a condition.
pub fn add_whole(all: &mut Conditions, to: &mut Needs, from: &Needs, when: Condition) {
    for (&(source, _), &condition) in from {
        let condition = all.and(condition, when);
        put(all, to, (source, WHOLE), condition);
    }
}

/// Adds one dependency.
pub fn put(all: &mut Conditions, to: &mut Needs, key: (Source, u8), when: Condition) {
    if when == NEVER || key.1 == 0 {
        return;
    }
    let known = to.get(&key).copied().unwrap_or(NEVER);
    let either = all.or(known, when);
    to.insert(key, either);
}

/// Dependencies of a value whose words are moved. `moved` maps old words to new ones.
pub fn moved(all: &mut Conditions, from: &Needs, moved: impl Fn(u8) -> u8) -> Needs {
    let mut to = Needs::new();
    for (&(source, words), &when) in from {
        put(all, &mut to, (source, moved(words)), when);
    }
    to
}

/// Words of the slice from bit `low` to `low + width`, given the words of the original value.
pub fn cut(words: u8, low: u32, width: u32) -> u8 {
    (0..8u32).fold(0, |result, to| {
        let first = low + 32 * to;
        let last = (low + width - 1).min(first + 31);
        let inside = 32 * to < width && (first / 32..=last / 32).any(|from| from < 8 && words >> from & 1 != 0);
        result | u8::from(inside) << to
    })
}

/// New positions of the words of a value that is placed at bit `low`.
pub fn placed(words: u8, low: u32, width: u32) -> u8 {
    (0..8u32).filter(|from| words >> from & 1 != 0 && 32 * from < width).fold(0, |result, from| {
        let first = low + 32 * from;
        let last = low + (32 * from + 31).min(width - 1);
        (first / 32..=last / 32).filter(|&to| to < 8).fold(result, |result, to| result | 1 << to)
    })
}

/// The possible values of bits, each with its condition; `None` if there are more than `most`.
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
