//! A quick guess at the length of an instruction, so that a decoder can go on with the next one before it is done with this one.
//!
//! The top bits of a word choose a rule: always short, always long, or long for certain values of two low parts of the word (a code
//! that stands for a literal, or that says that a longer format is meant). A guess may be wrong: decoding finds out.

use std::collections::BTreeSet;

use super::join;
use super::tree::Leaf;

/// Bits of the word that choose the rule, as (lowest, count).
const TOP: (u32, u32) = (23, 9);
/// The first low part.
const FIRST: (u32, u32) = (0, 9);
/// The second low part.
const SECOND: (u32, u32) = (8, 8);
/// Rules with values of their own.
const RULES: usize = 6;
/// The rule of words that are always short, and of those that are always long.
const SHORT: usize = 6;
const LONG: usize = 7;

/// Values of the two low parts with which a word is long.
type Rule = (BTreeSet<u64>, BTreeSet<u64>);

/// A row with the rules of a version: the rule for each value of the top bits, and for each value of the low parts a bit for each
/// rule by which the word is long.
pub(super) fn row(leaves: &[Leaf]) -> String {
    let mut rules: Vec<Rule> = Vec::new();
    let mut top = Vec::new();
    for code in 0..1_u64 << TOP.1 {
        let bits = ones(TOP);
        let inside: Vec<&Leaf> = leaves.iter().filter(|l| (l.value ^ code << TOP.0) & l.mask & bits == 0).collect();
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
    let first = (0..1 << FIRST.1).map(|v| bits(v, |r| &r.0) | 1 << LONG);
    let second = (0..1 << SECOND.1).map(|v| bits(v, |r| &r.1));
    format!("Lengths {{ rules: [{}], first: [{}], second: [{}] }}", join(&top), join(first), join(second))
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

fn ones((low, width): (u32, u32)) -> u64 {
    ((1 << width) - 1) << low
}
