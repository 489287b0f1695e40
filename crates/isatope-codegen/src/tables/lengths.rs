//! A fast prediction of the length of an instruction, so that a decoder can continue with the next instruction before
//! it has finished this one.
//!
//! The top bits of a word select a rule: always short, always long, or long for certain values of two low parts of the
//! word. Such a value is a code that means a literal, or a code that selects a longer format. A prediction may be
//! wrong; decoding detects that.

use std::collections::BTreeSet;

use super::pool::Pool;
use super::tree::Leaf;

/// Bits of the word that select the rule, as (lowest, count).
const TOP: (u32, u32) = (23, 9);
/// The first low part.
const FIRST: (u32, u32) = (0, 9);
/// The second low part.
const SECOND: (u32, u32) = (8, 8);
/// Number of rules that have sets of values.
const RULES: usize = 6;
/// Numbers of the rules for words that are always short, and for words that are always long.
const SHORT: usize = 6;
const LONG: usize = 7;

/// Values of the two low parts for which a word is long.
type Rule = (BTreeSet<u64>, BTreeSet<u64>);

/// The rules of a version.
pub(super) struct Lengths {
    /// Rule for each value of the top bits.
    top: Vec<usize>,
    /// For each value of a low part, one bit per rule: whether the word is long by that rule.
    first: Vec<u8>,
    second: Vec<u8>,
}

impl Lengths {
    pub(super) fn of(leaves: &[Leaf]) -> Self {
        let mut rules: Vec<Rule> = Vec::new();
        let mut top = Vec::new();
        for code in values(TOP) {
            let inside: Vec<&Leaf> = leaves.iter().filter(|l| holds(l, TOP, code)).collect();
            let ordinary = || inside.iter().filter(|l| l.mask & ones(FIRST) != ones(FIRST));
            let long = ordinary().filter(|l| l.bytes == 8).count();
            top.push(if ordinary().count() == 0 {
                SHORT
            } else if 2 * long > ordinary().count() {
                LONG
            } else {
                let rule = rule(&inside);
                match rules.iter().position(|r| *r == rule) {
                    Some(found) => found,
                    None if rules.len() == RULES => SHORT,
                    None => {
                        rules.push(rule);
                        rules.len() - 1
                    }
                }
            });
        }
        let bits = |value: u64, part: fn(&Rule) -> &BTreeSet<u64>| {
            rules.iter().enumerate().fold(0, |bits, (i, rule)| bits | u8::from(part(rule).contains(&value)) << i)
        };
        let first = values(FIRST).map(|v| bits(v, |r| &r.0) | 1 << LONG).collect();
        let second = values(SECOND).map(|v| bits(v, |r| &r.1)).collect();
        Self { top, first, second }
    }

    pub(super) fn row(&self, pool: &Pool) -> String {
        let Self { top, first, second } = self;
        let (rules, first, second) = (pool.array(top), pool.array(first), pool.array(second));
        format!("Lengths {{ rules: {rules}, first: {first}, second: {second} }}")
    }

    /// Values of the first low part for which the prediction is wrong for a leaf and which no leaf that refines it
    /// claims. `None` if the prediction is wrong for other reasons.
    fn doubts(&self, leaf: &Leaf, leaves: &[Leaf]) -> Option<Vec<u64>> {
        if leaf.bytes > 8 {
            return None;
        }
        let refines = |l: &&Leaf| {
            let inside = l.mask & !ones(FIRST) & !leaf.mask == 0 && (l.value ^ leaf.value) & l.mask & leaf.mask == 0;
            l.rank > leaf.rank && inside && l.mask & ones(FIRST) == ones(FIRST)
        };
        let taken: BTreeSet<u64> = leaves.iter().filter(refines).map(|l| l.value & ones(FIRST)).collect();
        let inside = |run| values(run).filter(move |&v| holds(leaf, run, v));
        let literals = || leaf.literals.iter().flatten();
        let literal = |run, word: u64| literals().any(|l| l.0 & !ones(run) == 0 && word & l.0 == l.1);
        if literals().any(|l| l.0 & !ones(FIRST) != 0 && l.0 & !ones(SECOND) != 0) {
            return None;
        }
        let mut doubts = BTreeSet::new();
        for rule in inside(TOP).map(|code| self.top[code as usize]) {
            let first = |v: u64| self.first[v as usize] >> rule & 1 != 0;
            let second = |v: u64| self.second[v as usize] >> rule & 1 != 0;
            if leaf.bytes == 8 {
                match inside(FIRST).all(first) || inside(SECOND).all(second) {
                    true => continue,
                    false => return None,
                }
            }
            if inside(SECOND).any(|v| second(v) != literal(SECOND, v << SECOND.0)) {
                return None;
            }
            doubts.extend(inside(FIRST).filter(|v| !taken.contains(v) && first(*v) != literal(FIRST, *v)));
        }
        Some(doubts.into_iter().collect())
    }
}

/// Maximum number of values that get leaves of their own.
const MOST_DOUBTS: usize = 4;

/// Leaves, marked `certain` if the predicted length is always right. A leaf with only a few wrong predictions gets an
/// additional, uncertain leaf for each of those values.
pub(super) fn told_apart(leaves: &[Leaf], lengths: Option<&Lengths>) -> Vec<Leaf> {
    let mut all = Vec::new();
    for leaf in leaves {
        let doubts = lengths.map_or((leaf.bytes == 8).then(Vec::new), |l| l.doubts(leaf, leaves));
        let certain = doubts.as_ref().is_some_and(|values| values.len() <= MOST_DOUBTS);
        // Lower than the ranks of all leaves that refine this one.
        let rank = 2 * leaf.rank;
        all.push(Leaf { certain, rank, ..*leaf });
        for value in doubts.into_iter().flatten().filter(|_| certain) {
            let (mask, value) = (leaf.mask | ones(FIRST), leaf.value & !ones(FIRST) | value);
            all.push(Leaf { mask, value, certain: false, rank: rank + 1, ..*leaf });
        }
    }
    all
}

fn rule(inside: &[&Leaf]) -> Rule {
    let mut rule = Rule::default();
    for leaf in inside {
        if leaf.mask & ones(FIRST) == ones(FIRST) {
            if leaf.bytes == 8 {
                rule.0.insert(leaf.value & ones(FIRST));
            }
            continue;
        }
        for (mask, value) in leaf.literals.into_iter().flatten() {
            if mask & !ones(FIRST) == 0 {
                rule.0.extend((0..1 << FIRST.1).filter(|v| v & mask == value));
            } else if mask & !ones(SECOND) == 0 {
                rule.1.extend((0..1 << SECOND.1).filter(|v| (v << SECOND.0) & mask == value));
            }
        }
    }
    rule
}

/// Whether a run of bits can have a value in words of a leaf.
fn holds(leaf: &Leaf, run: (u32, u32), value: u64) -> bool {
    (leaf.value ^ value << run.0) & leaf.mask & ones(run) == 0
}

/// All values of a run of bits.
fn values(run: (u32, u32)) -> std::ops::Range<u64> {
    0..1 << run.1
}

fn ones((low, width): (u32, u32)) -> u64 {
    ((1 << width) - 1) << low
}
