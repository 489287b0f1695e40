//! Round trips over all first words of a target, or over an even sample of them.
//!
//! The 2^32 words are divided into blocks of `step`; a run takes one word of every block. Which one depends on `offset` and on the block,
//! so that every bit of a word varies within a run, and the runs with all offsets below `step` take every word once.

use isatope_asm::listing::code::data;
use isatope_asm::listing::{Printer, Text};
use isatope_asm::{Assembler, Options, Output};
use isatope_core::{Formatter, Instruction, Target, decode};
use isatope_testing::mix;
use rayon::prelude::*;

use crate::{hex, units};

/// What is done with each word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Decoded and encoded, twice: with a random second word, when it is also made anew from the values of its fields, and with one of
    /// a fixed pool.
    Encode,
    /// Decoded, printed and assembled in every dialect, with a random second word; words that are no instruction as `.long`.
    Text,
}

/// A run over the words of one target.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The target. Its words have 32 bits.
    pub target: Target,
    /// What is done.
    pub check: Check,
    /// One word in this many is taken: a power of two.
    pub step: u64,
    /// Which one of them, below `step`.
    pub offset: u64,
    /// Makes the random second words.
    pub seed: u64,
    /// Most differences to be kept.
    pub keep: usize,
}

/// A word that does not come back.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The first word.
    pub word: u32,
    /// What is wrong.
    pub message: String,
}

/// What a run saw.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Words looked at; a first word counts once for each second word.
    pub words: u64,
    /// Words that decode.
    pub decoded: u64,
    /// Texts that were printed and assembled.
    pub texts: u64,
    /// Round trips that did not come back.
    pub different: u64,
    /// The first ones of them, by word.
    pub differences: Vec<Difference>,
}

impl Found {
    fn join(mut self, other: Found, keep: usize) -> Found {
        self.words += other.words;
        self.decoded += other.decoded;
        self.texts += other.texts;
        self.different += other.different;
        self.differences.extend(other.differences);
        self.differences.sort();
        self.differences.truncate(keep);
        self
    }

    fn differ(&mut self, keep: usize, word: u32, message: String) {
        self.different += 1;
        if self.differences.len() < keep {
            self.differences.push(Difference { word, message });
        }
    }
}

/// Second words that have led to mistakes in assemblers: nothing, everything, signs, inline floats, small numbers.
const POOL: [u32; 16] = [
    0,
    0xffff_ffff,
    1,
    0x8000_0000,
    0x7fff_ffff,
    0x3f80_0000,
    0xbf80_0000,
    0x3e22_f983,
    0x0000_ffff,
    0xffff_0000,
    0x0000_3c00,
    0x5555_5555,
    0xaaaa_aaaa,
    0x0000_0040,
    0xffff_fff0,
    0x0001_0000,
];

/// Words that one task looks at.
const PART: u64 = 1 << 15;

/// Lines that are assembled at once.
const BATCH: usize = 256;

impl Run {
    /// How many first words the run takes.
    pub fn len(&self) -> u64 {
        (1 << 32) / self.step
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// First word number `index` of the run.
    pub fn word(&self, index: u64) -> u32 {
        let shift = mix(index) & (self.step - 1);
        (index * self.step + (self.offset ^ shift)) as u32
    }

    /// Does it, on all threads of the current pool. `progress` is told how many first words have been done since the last time.
    ///
    /// # Panics
    /// If the words of the target have not 32 bits, or `step` and `offset` are not as they must be.
    pub fn run(&self, progress: impl Fn(u64) + Sync) -> Found {
        assert_eq!(self.target.arch().word_bits, 32, "the words of {} are too many", self.target);
        assert!(self.step.is_power_of_two() && self.step <= 1 << 32 && self.offset < self.step);
        let parts = self.len().div_ceil(PART);
        let part = |checker: &mut Option<TextChecker>, part: u64| {
            let words = part * PART..((part + 1) * PART).min(self.len());
            let count = words.end - words.start;
            let found = match checker {
                None => self.encode(words),
                Some(checker) => self.text(words, checker),
            };
            progress(count);
            found
        };
        (0..parts)
            .into_par_iter()
            .map_init(|| (self.check == Check::Text).then(|| TextChecker::new(self.target)), part)
            .reduce(Found::default, |a, b| a.join(b, self.keep))
    }

    fn random(&self, word: u32) -> u32 {
        mix(u64::from(word) ^ self.seed << 32) as u32
    }

    fn encode(&self, words: std::ops::Range<u64>) -> Found {
        let mut found = Found::default();
        for word in words.map(|i| self.word(i)) {
            let second_words = [self.random(word), POOL[(mix(word.into()) >> 60) as usize]];
            for (i, second) in second_words.into_iter().enumerate() {
                found.words += 1;
                let bits = u64::from(second) << 32 | u64::from(word);
                let bytes = bits.to_le_bytes();
                let Ok(inst) = decode(self.target, &bytes) else { continue };
                found.decoded += 1;
                let same = inst.bytes()[..] == bytes[..inst.len()];
                if !same || i == 0 && from_fields(&inst) != Some(inst) {
                    found.differ(self.keep, word, self.wrong_encoding(&inst, bits));
                }
            }
        }
        found
    }

    #[cold]
    fn wrong_encoding(&self, inst: &Instruction, bits: u64) -> String {
        let target = self.target;
        let is = hex(bits, inst.len());
        let gives = inst.bytes().iter().rev().fold(0, |bits, &b| bits << 8 | u64::from(b));
        let gives = hex(gives, inst.len());
        match from_fields(inst) {
            Some(again) => {
                let again = hex(again.bits(), again.len());
                format!("{target}: {is} is `{inst}`, which encodes as {gives}, and its fields as {again}")
            }
            None => format!("{target}: {is} is `{inst}`, which encodes as {gives}, and its opcode not at all"),
        }
    }

    fn text(&self, words: std::ops::Range<u64>, checker: &mut TextChecker) -> Found {
        let mut found = Found::default();
        checker.lines.clear();
        for index in words.clone() {
            let word = self.word(index);
            let bits = u64::from(self.random(word)) << 32 | u64::from(word);
            found.words += 1;
            let line = match decode(self.target, &bits.to_le_bytes()) {
                Ok(inst) => Line { bits: inst.bits(), inst: Some(inst) },
                Err(_) => Line { bits: word.into(), inst: None },
            };
            found.decoded += u64::from(line.inst.is_some());
            checker.lines.push(line);
            if checker.lines.len() == BATCH || index + 1 == words.end {
                checker.check(&mut found, self.keep);
                checker.lines.clear();
            }
        }
        found
    }
}

/// The instruction made anew from its form and the values of its fields.
fn from_fields(inst: &Instruction) -> Option<Instruction> {
    let mut again = Instruction::new(inst.opcode(), inst.target())?;
    for field in inst.layout().field_ids() {
        again.set_field(field, inst.field(field));
    }
    if let Some(literal) = inst.literal() {
        again.set_literal(literal);
    }
    Some(again)
}

/// A word on its way to text and back.
#[derive(Clone, Copy, Debug)]
struct Line {
    bits: u64,
    /// What it is, if it is an instruction.
    inst: Option<Instruction>,
}

impl Line {
    fn len(&self) -> usize {
        self.inst.map_or(4, |i| i.len())
    }
}

/// How lines are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// As a listing of code that begins with them: branches name their targets by address.
    Listing,
    /// One by one: branches say how far they lead.
    Alone,
}

/// What prints and reads a dialect.
struct Dialect {
    name: &'static str,
    formatter: Formatter,
    printer: Printer,
    assembler: Assembler,
}

/// Prints lines and assembles them, in every dialect.
struct TextChecker {
    target: Target,
    dialects: Vec<Dialect>,
    lines: Vec<Line>,
    text: Text,
    output: Output,
}

impl TextChecker {
    fn new(target: Target) -> Self {
        let dialect = |&name: &&'static str| {
            let formatter = Formatter::new(target, name)?;
            let printer = Printer::new(target, formatter.labels(true));
            Some(Dialect { name, formatter, printer, assembler: Assembler::new(target, name, Options::default())? })
        };
        let dialects: Vec<_> = target.arch().dialects.iter().filter_map(dialect).collect();
        assert_eq!(dialects.len(), target.arch().dialects.len(), "every dialect is printed and read");
        Self { target, dialects, lines: Vec::new(), text: Text::default(), output: Output::default() }
    }

    /// Checks the collected lines. They are assembled together; only where that fails, one by one.
    fn check(&mut self, found: &mut Found, keep: usize) {
        for dialect in 0..self.dialects.len() {
            found.texts += self.lines.len() as u64;
            let lines = self.lines.clone();
            self.check_in(dialect, Way::Listing, &lines, found, keep);
            // Most lines are the same in both ways.
            let others: Vec<Line> = lines.into_iter().filter(|l| self.differs(dialect, l)).collect();
            self.check_in(dialect, Way::Alone, &others, found, keep);
        }
    }

    fn check_in(&mut self, dialect: usize, way: Way, lines: &[Line], found: &mut Found, keep: usize) {
        if lines.is_empty() || self.comes_back(dialect, way, lines) {
            return;
        }
        let before = found.different;
        for line in lines {
            if !self.comes_back(dialect, way, &[*line]) {
                found.differ(keep, line.bits as u32, self.message(dialect, line));
            }
        }
        if found.different == before {
            let message = "lines that come back one by one do not come back together".to_string();
            found.differ(keep, lines[0].bits as u32, message);
        }
    }

    /// Whether a line is not the same in a listing and alone.
    fn differs(&mut self, dialect: usize, line: &Line) -> bool {
        let Some(inst) = &line.inst else { return false };
        self.text.clear();
        let tools = &mut self.dialects[dialect];
        tools.printer.write(inst, 0, &mut self.text);
        let listed = self.text.len();
        let written = tools.formatter.write(inst, &mut self.text);
        self.text.end_line();
        let (listed, alone) = self.text.as_bytes().split_at(listed);
        written.is_err() || listed != alone
    }

    /// Whether lines give their words, read together.
    fn comes_back(&mut self, dialect: usize, way: Way, lines: &[Line]) -> bool {
        let tools = &mut self.dialects[dialect];
        self.text.clear();
        let mut address = 0;
        for line in lines {
            match &line.inst {
                Some(inst) if way == Way::Listing => match tools.printer.again(inst.bits(), &mut self.text) {
                    Some(len) if len != inst.len() => return false,
                    Some(_) => {}
                    None => tools.printer.write(inst, address, &mut self.text),
                },
                Some(inst) => {
                    if tools.formatter.write(inst, &mut self.text).is_err() {
                        return false;
                    }
                    self.text.end_line();
                }
                None => {
                    data(&mut self.text, line.bits, 4, 32);
                    self.text.end_line();
                }
            }
            address += line.len() as u64;
        }
        let Ok(text) = std::str::from_utf8(self.text.as_bytes()) else { return false };
        self.output.clear();
        tools.assembler.assemble_into(text, &mut self.output);
        !self.output.failed() && units(&self.output).into_iter().eq(lines.iter().map(|l| (l.bits, l.len())))
    }

    /// What is wrong with a line, which has just been read alone.
    #[cold]
    fn message(&self, dialect: usize, line: &Line) -> String {
        let text = String::from_utf8_lossy(self.text.as_bytes());
        let gives: Vec<String> = match self.output.diagnostics.first() {
            Some(error) => vec![error.message.clone()],
            None => units(&self.output).into_iter().map(|(bits, len)| hex(bits, len)).collect(),
        };
        let name = self.dialects[dialect].name;
        let words = hex(line.bits, line.len());
        format!("{} {name}: {words} prints as `{}`, which gives {}", self.target, text.trim_end(), gives.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(step: u64, offset: u64) -> Run {
        let target = Target::from_name("gfx803").expect("known");
        Run { target, check: Check::Encode, step, offset, seed: 1, keep: 5 }
    }

    #[test]
    fn all_offsets_together_take_every_word_once() {
        let start = 77 * 64;
        let mut words: Vec<u32> = (0..64).flat_map(|offset| (77..87).map(move |i| run(64, offset).word(i))).collect();
        words.sort_unstable();
        assert_eq!(words, (start..start + 640).collect::<Vec<_>>());
        // Every bit varies within a run.
        let (mut ones, mut zeros) = (0, 0);
        for i in 0..run(1 << 16, 3).len() {
            ones |= run(1 << 16, 3).word(i);
            zeros |= !run(1 << 16, 3).word(i);
        }
        assert_eq!((ones, zeros), (u32::MAX, u32::MAX));
    }

    #[test]
    fn differences_are_found_and_shown() {
        let target = Target::from_name("gfx803").expect("known");
        let mut checker = TextChecker::new(target);
        let inst = decode(target, &0x7e02_0301_u32.to_le_bytes()).expect("v_mov_b32");
        // The second line claims bits that its text does not have.
        checker.lines = vec![
            Line { bits: inst.bits(), inst: Some(inst) },
            Line { bits: 0x7e02_0300, inst: Some(inst) },
            Line { bits: 0xffff_ffff, inst: None },
        ];
        let mut found = Found::default();
        checker.check(&mut found, 5);
        assert_eq!((found.different, found.texts), (2, 6));
        assert_eq!(found.differences[0].word, 0x7e02_0300);
        let message = "gcn1.2 clrx: 7e020300 prints as `v_mov_b32       v1, v1`, which gives 7e020301";
        assert_eq!(found.differences[0].message, message);
    }
}
