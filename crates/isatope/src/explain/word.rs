//! Explains an instruction bit by bit: its texts, and the contents of its fields.

use std::collections::BTreeMap;

use isatope_core::Formatter;
use isatope_core::explain::{Meaning, Part};
use isatope_pages::{Bits, Cell, Look};

use crate::{Dialect, Instruction};

/// An instruction with its texts in all dialects, and what is in each of its bits.
///
/// ```
/// use isatope::{Assemble, Target};
/// use isatope::explain::Word;
/// use isatope::pages::Look;
///
/// let word = Word::of(&Target::GFX803.assemble("v_add_f32 v1, v2, v3").unwrap());
/// assert_eq!(word.words, ["02020702"]);
/// assert!(word.text(true, Look { width: 80, colour: false }).contains("vdst"));
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Word {
    /// The text in each dialect.
    pub texts: BTreeMap<&'static str, String>,
    /// Its words, in hexadecimal.
    pub words: Vec<String>,
    /// The unit that executes it, if the specification says so.
    pub unit: Option<&'static str>,
    /// Its bits.
    pub bits: Bits,
    /// The dialects in their order.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub dialects: Vec<Dialect>,
}

impl Word {
    /// Takes an instruction apart.
    pub fn of(inst: &Instruction) -> Self {
        let target = inst.target();
        let digits = |w: &[u8]| w.iter().rev().map(|b| format!("{b:02x}")).collect::<String>();
        let all: Vec<Part> = inst.explain().collect();
        let rows = (0..inst.len() as u32 / 4).map(|row| cells(inst, &all, row)).collect();
        Self {
            texts: target.dialects().filter_map(|d| Some((d.name(), inst.display(d).ok()?.to_string()))).collect(),
            words: inst.bytes().chunks(target.word_bytes()).map(digits).collect(),
            unit: inst.unit(),
            bits: Bits { rows, ..Bits::default() },
            dialects: target.dialects().collect(),
        }
    }

    /// As text; prints the words unless they were the input.
    pub fn text(&self, with_words: bool, look: Look) -> String {
        let width = self.dialects.iter().map(|d| d.name().len()).max().unwrap_or(0).max(5);
        let mut out = String::new();
        for dialect in &self.dialects {
            if let Some(text) = self.texts.get(dialect.name()) {
                out += &format!("{:width$} {}\n", dialect.name(), look.strong(text));
            }
        }
        if with_words {
            out += &format!("{:width$} {}\n", "words", self.words.join(" "));
        }
        if let Some(unit) = self.unit {
            out += &format!("{:width$} {unit}\n", "unit");
        }
        out + "\n" + &isatope_pages::bits(&self.bits, look)
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

/// Contents of a part, in a few characters.
fn meaning(inst: &Instruction, part: &Part) -> String {
    match part.meaning {
        Meaning::Format(name) => name.to_string(),
        Meaning::Opcode(_) => format!("{:#x}", part.value),
        Meaning::Operand(operand) => {
            let formatter = Formatter::default_for(inst.target()).float_comments(false);
            let mut text = String::new();
            let _ = formatter.write_operand(&operand, &mut text);
            text
        }
        Meaning::Modifier(Some(word)) => word.to_string(),
        Meaning::Modifier(None) | Meaning::Unused | Meaning::Ignored if part.value == 0 => "–".to_string(),
        Meaning::Modifier(None) | Meaning::Ignored => format!("{:#x}", part.value),
        Meaning::Unused => "unused".to_string(),
        Meaning::Literal => format!("{}", f32::from_bits(part.value as u32)),
    }
}
