//! Bits that tell instructions apart: patterns of words, and the map of the encoding space.

use isatope::Target;
use isatope::pages::Kind;
use isatope::tables::{Encoding, Inst, Pattern};
use serde_json::{Value, json};

use crate::names;

/// An instruction in a format, as a target encodes it.
pub struct Coded {
    /// The format.
    pub format: &'static str,
    /// The opcode.
    pub opcode: String,
    /// Its fixed bits.
    pub pattern: Pattern,
    /// Bits of a word with it, without a literal.
    pub bits: u32,
}

/// The forms of an instruction in a target.
pub fn forms_of(target: Target, inst: &Inst) -> impl Iterator<Item = Coded> {
    let arch = target.arch();
    let here = inst.forms().filter_map(move |opcode| {
        let form = &arch[opcode];
        Some((&arch[form.format], &arch[form.encoding(target.version())?]))
    });
    here.map(move |(format, encoding)| Coded {
        format: format.name.as_str(),
        opcode: opcode(target, encoding),
        pattern: encoding.pattern,
        bits: 8 * u32::from(encoding.bytes),
    })
}

/// The opcode of an encoding: the bits in the places of opcodes.
fn opcode(target: Target, encoding: &Encoding) -> String {
    let mut value = 0;
    for piece in target.arch()[encoding.layout].op.iter() {
        value = value << piece.bits | encoding.pattern.value >> piece.low & ((1 << piece.bits) - 1);
    }
    format!("{value:#x}")
}

/// The fixed bits of words: `0`, `1` and `x`, the highest first, a space after each 8.
pub fn text(pattern: Pattern, bits: u32) -> String {
    let bit = |at: u32| match (pattern.mask >> at & 1, pattern.value >> at & 1) {
        (0, _) => 'x',
        (_, 0) => '0',
        _ => '1',
    };
    let mut text = String::new();
    for at in (0..bits.min(64)).rev() {
        text.push(bit(at));
        if at > 0 && at % 8 == 0 {
            text.push(' ');
        }
    }
    text
}

/// An instruction in a format.
type Form = (&'static Inst, Coded);

/// The encoding space of a target: its formats, and the instructions in them.
///
/// # Errors
/// There is no such target.
pub fn map(target: &str) -> Result<Value, String> {
    let target = names::target(target)?;
    let arch = target.arch();
    let mut formats: Vec<(&'static str, u32, Vec<Form>)> = Vec::new();
    for inst in arch.insts.iter().filter(|inst| target.version().is_in(inst.versions)) {
        for coded in forms_of(target, inst) {
            match formats.iter_mut().find(|(name, ..)| *name == coded.format) {
                Some((_, _, list)) => list.push((inst, coded)),
                None => formats.push((coded.format, coded.bits, vec![(inst, coded)])),
            }
        }
    }
    // Bits of the first word tell how much of its space is taken.
    let word = 8 * target.word_bytes() as u32;
    let low = u64::MAX >> (64 - word);
    let format = |(name, bits, mut list): (&'static str, u32, Vec<Form>)| {
        let (mut mask, first) = (u64::MAX, list.first().map_or(0, |(_, coded)| coded.pattern.value));
        for (_, coded) in &list {
            mask &= coded.pattern.mask & !(coded.pattern.value ^ first);
        }
        let share = |coded: &Coded| 0.5_f64.powi((coded.pattern.mask & low).count_ones() as i32);
        let share: f64 = list.iter().map(|(_, coded)| share(coded)).sum();
        list.sort_by_key(|(_, coded)| coded.pattern.value);
        let instruction = |(inst, coded): &Form| {
            json!({
                "name": inst.name.as_str(),
                "page": names::page_named(target, inst.name.as_str(), Some(Kind::Instruction)),
                "opcode": coded.opcode,
                "pattern": text(coded.pattern, coded.bits),
            })
        };
        json!({
            "name": name,
            "page": names::page_named(target, name, Some(Kind::Format)),
            "bits": bits,
            "pattern": text(Pattern { mask, value: first & mask }, bits),
            "share": share,
            "instructions": list.iter().map(instruction).collect::<Vec<_>>(),
        })
    };
    Ok(json!({
        "target": target.name(),
        "word_bits": word,
        "formats": formats.into_iter().map(format).collect::<Vec<_>>(),
    }))
}
