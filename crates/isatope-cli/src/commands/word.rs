//! An instruction bit by bit: its texts, and what is in each of its fields.

use std::collections::BTreeMap;

use isatope::pages::{Bits, Cell, Look};
use isatope::tables::explain::{Meaning, Part, parts};
use isatope::tables::{Formatter, Instruction};
use serde::Serialize;

/// What is known about an instruction that was decoded.
#[derive(Serialize)]
pub struct Word {
    /// The text in each dialect.
    texts: BTreeMap<&'static str, String>,
    /// Its words, in hexadecimal.
    words: Vec<String>,
    /// Its bits.
    bits: Bits,
    /// The dialects in their order.
    #[serde(skip)]
    dialects: &'static [&'static str],
}

/// Takes an instruction apart.
pub fn word(inst: &Instruction) -> Word {
    let dialects = inst.target().arch().dialects;
    let text = |d: &&'static str| Some((*d, Formatter::new(inst.target(), d)?.display(inst).to_string()));
    let size = inst.target().arch().word_bits as usize / 8;
    let digits = |w: &[u8]| w.iter().rev().map(|b| format!("{b:02x}")).collect::<String>();
    let all: Vec<Part> = parts(inst).collect();
    Word {
        texts: dialects.iter().filter_map(text).collect(),
        words: inst.encode().chunks(size).map(digits).collect(),
        bits: Bits { rows: (0..inst.len() as u32 / 4).map(|row| cells(inst, &all, row)).collect(), ..Bits::default() },
        dialects,
    }
}

impl Word {
    /// As text; the words are shown where they were not given.
    pub fn text(&self, with_words: bool, look: Look) -> String {
        let width = self.dialects.iter().map(|d| d.len()).max().unwrap_or(0).max(5);
        let mut out = String::new();
        for dialect in self.dialects {
            if let Some(text) = self.texts.get(dialect) {
                out += &format!("{dialect:width$} {}\n", look.strong(text));
            }
        }
        if with_words {
            out += &format!("{:width$} {}\n", "words", self.words.join(" "));
        }
        out + "\n" + &isatope::pages::bits(&self.bits, look)
    }
}

/// The fields in 32 bits.
fn cells(inst: &Instruction, all: &[Part], row: u32) -> Vec<Cell> {
    let of = |bit: u32| all.iter().position(|p| p.mask >> bit & 1 != 0);
    let mut list: Vec<(u32, u32, Option<usize>)> = Vec::new();
    for bit in (32 * row..32 * row + 32).rev() {
        match list.last_mut() {
            Some(last) if last.2 == of(bit) => last.1 = bit,
            _ => list.push((bit, bit, of(bit))),
        }
    }
    list.into_iter().map(|(high, low, part)| cell(inst, (high, low), part.map(|p| &all[p]))).collect()
}

fn cell(inst: &Instruction, (high, low): (u32, u32), part: Option<&Part>) -> Cell {
    let bits = if high == low { high.to_string() } else { format!("{high}:{low}") };
    let width = (high - low + 1) as usize;
    let value = inst.bits() >> low & (u64::MAX >> (64 - width));
    let digits = if width > 16 { format!("{value:#0w$x}", w = width / 4 + 2) } else { format!("{value:0width$b}") };
    let (name, meaning) = match part {
        // Of an opcode in several places each part is shown as it is.
        Some(part) if part.name == "op" => ("op".to_string(), format!("{value:#x}")),
        Some(part) => (part.name.to_string(), meaning(inst, part)),
        None => (String::new(), String::new()),
    };
    Cell { bits, value: digits, name, meaning }
}

/// What is in a part, in a few characters.
fn meaning(inst: &Instruction, part: &Part) -> String {
    match part.meaning {
        Meaning::Format(name) => name.to_string(),
        Meaning::Opcode(_) => format!("{:#x}", part.value),
        Meaning::Operand(operand) => {
            let formatter = Formatter::default_for(inst.target()).float_comments(false);
            let mut text = String::new();
            let _ = formatter.write_operand(inst, &operand, &mut text);
            text
        }
        Meaning::Modifier(Some(word)) => word.to_string(),
        Meaning::Modifier(None) | Meaning::Unused | Meaning::Ignored if part.value == 0 => "–".to_string(),
        Meaning::Modifier(None) | Meaning::Ignored => format!("{:#x}", part.value),
        Meaning::Unused => "unused".to_string(),
        Meaning::Literal => format!("{}", f32::from_bits(part.value as u32)),
    }
}
