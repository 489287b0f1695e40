//! Searches for opcodes, and for words of code with places that do not matter.

use std::collections::BTreeMap;

use isatope::Target;
use isatope::pages::Kind;
use isatope::tables::{Inst, Pattern};
use serde_json::{Value, json};

use super::encodings::forms_of;
use crate::names;

/// What a text asks for.
enum Asked {
    /// A word of code; bits that are not in the mask do not matter.
    Word { pattern: Pattern, bits: u32 },
    /// An opcode.
    Opcode(u64),
    /// Anything else.
    Text,
}

/// The instructions that a word or opcode can be; none for any other text.
pub fn search_word(text: &str) -> Value {
    match asked(text) {
        Asked::Word { pattern, bits } => word(pattern, bits),
        Asked::Opcode(opcode) => {
            let opcode = format!("{opcode:#x}");
            let mut found = BTreeMap::new();
            for target in Target::all() {
                for inst in instructions_of(target) {
                    if forms_of(target, inst).any(|coded| coded.opcode == opcode) {
                        add(&mut found, target, inst.name.as_str());
                    }
                }
            }
            answer("opcode", found)
        }
        Asked::Text => json!({ "took": "text", "ids": [] }),
    }
}

/// Digits of a word: 8 or 16 hexadecimal ones, or bits after `0b`, with `x` where they do not matter; an opcode: fewer
/// after `0x`.
fn asked(text: &str) -> Asked {
    let text = text.trim().to_ascii_lowercase();
    let word = |digits: &str, width: u32| {
        let mut pattern = Pattern { mask: 0, value: 0 };
        for digit in digits.chars() {
            let (mask, value) = match digit {
                'x' | '?' | '.' => (0, 0),
                digit => (u64::MAX >> (64 - width), digit.to_digit(1 << width).map(u64::from)?),
            };
            pattern = Pattern { mask: pattern.mask << width | mask, value: pattern.value << width | value };
        }
        Some(Asked::Word { pattern, bits: width * digits.len() as u32 })
    };
    let joined: String = text.chars().filter(|c| !c.is_whitespace() && *c != '_').collect();
    if let Some(bits) = joined.strip_prefix("0b").filter(|bits| matches!(bits.len(), 32 | 64)) {
        return word(bits, 1).unwrap_or(Asked::Text);
    }
    let (digits, prefixed) = joined.strip_prefix("0x").map_or((joined.as_str(), false), |rest| (rest, true));
    match digits.len() {
        // Words of memory come in their order: the first is the low one.
        16 if !prefixed && text.contains(char::is_whitespace) => {
            let (first, second) = digits.split_at_checked(8).unwrap_or_default();
            word(&format!("{second}{first}"), 4).unwrap_or(Asked::Text)
        }
        8 | 16 => word(digits, 4).unwrap_or(Asked::Text),
        1..8 if prefixed => u64::from_str_radix(digits, 16).map_or(Asked::Text, Asked::Opcode),
        _ => Asked::Text,
    }
}

fn instructions_of(target: Target) -> impl Iterator<Item = &'static Inst> {
    target.arch().insts.iter().filter(move |inst| target.version().is_in(inst.versions))
}

/// Names of targets by page.
type Targets = BTreeMap<usize, Vec<&'static str>>;

fn add(found: &mut Targets, target: Target, name: &str) {
    if let Some(id) = names::page_named(target, name, Some(Kind::Instruction)) {
        found.entry(id).or_default().push(target.name());
    }
}

/// Instructions that a word can be, or begin with: what is not given does not matter.
fn word(pattern: Pattern, bits: u32) -> Value {
    let mut found = Targets::new();
    let is_whole = pattern.mask == u64::MAX >> (64 - bits);
    let bytes = pattern.value.to_le_bytes();
    for target in Target::all().filter(|target| 8 * target.word_bytes() as u32 <= bits) {
        let decoded = target.decode(&bytes[..bits as usize / 8]).ok().filter(|_| is_whole);
        if let Some(inst) = decoded {
            add(&mut found, target, inst.mnemonic());
            continue;
        }
        for inst in instructions_of(target) {
            let can_be = |found: Pattern| (found.value ^ pattern.value) & found.mask & pattern.mask == 0;
            if forms_of(target, inst).any(|coded| can_be(coded.pattern)) {
                add(&mut found, target, inst.name.as_str());
            }
        }
    }
    answer("word", found)
}

fn answer(took: &str, found: Targets) -> Value {
    json!({ "took": took, "ids": found.keys().collect::<Vec<_>>(), "targets": found.values().collect::<Vec<_>>() })
}
