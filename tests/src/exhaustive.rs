//! Round trips over all first words of a target, or over an even sample of them.
//!
//! The 2^32 words are divided into blocks of `step`, and a run takes one word of every block. Its position depends on
//! `offset` and on the block, so that every bit of a word varies within a run, and the runs with all offsets below
//! `step` together take every word once.

use isatope_asm::listing::code::data;
use isatope_asm::listing::{Printer, Text};
use isatope_asm::{Assembler, Options, Output};
use isatope_core::{Formatter, Instruction, Target, decode};
use isatope_testing::mix;
use rayon::prelude::*;

use crate::{hex, units};

/// Round trip for each word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Decodes and encodes, twice: with a second word from a fixed pool, and with a random second word. The latter
    /// instruction is also rebuilt from the values of its fields.
    Encode,
    /// Decodes, prints and assembles in every dialect, with a random second word. Words that are not instructions are
    /// printed as `.long`.
    Text,
}

/// A run over the words of one target.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Target, whose words have 32 bits.
    pub target: Target,
    /// Round trip to make.
    pub check: Check,
    /// Size of a block, from which one word is taken: a power of two.
    pub step: u64,
    /// Position in a block, less than `step`.
    pub offset: u64,
    /// Seed of the random second words.
    pub seed: u64,
    /// Maximum number of differences to keep.
    pub keep: usize,
}

/// A word that differs after a round trip.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The first word.
    pub word: u32,
    /// Description of the difference.
    pub message: String,
}

/// Result of a run.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Number of tested words. A first word counts once per second word.
    pub words: u64,
    /// Number of words that decode.
    pub decoded: u64,
    /// Number of texts that were printed and assembled.
    pub texts: u64,
    /// Number of round trips that failed.
    pub different: u64,
    /// The first failures, sorted by word.
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

/// Second words that have caused errors in assemblers: zeros, ones, signs, inline floats, small numbers.
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

/// Number of words of a parallel task.
const PART: u64 = 1 << 15;

/// Number of lines that are assembled together.
pub(crate) const BATCH: usize = 256;

impl Run {
    /// Number of first words in the run.
    pub fn len(&self) -> u64 {
        (1 << 32) / self.step
    }

    /// Whether the run has no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// First word number `index` of the run.
    pub fn word(&self, index: u64) -> u32 {
        let shift = mix(index) & (self.step - 1);
        (index * self.step + (self.offset ^ shift)) as u32
    }

    /// Runs on all threads of the current pool. `progress` gets the number of first words processed since its last
    /// call.
    ///
    /// # Panics
    /// Panics if the words of the target do not have 32 bits, or if `step` or `offset` is invalid.
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

/// Rebuilds an instruction from its form and the values of its fields.
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
pub(crate) struct Line {
    pub(crate) bits: u64,
    /// The instruction, if the word decodes.
    pub(crate) inst: Option<Instruction>,
}

impl Line {
    fn len(&self) -> usize {
        self.inst.map_or(4, |i| i.len())
    }
}

/// Style of printing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// As a listing of code that starts with the lines: branches refer to their targets by address.
    Listing,
    /// One by one: branches contain their offsets.
    Alone,
}

/// Printer and assembler of a dialect.
struct Dialect {
    name: &'static str,
    formatter: Formatter,
    printer: Printer,
    assembler: Assembler,
}

/// Prints and assembles lines in every dialect.
pub(crate) struct TextChecker {
    target: Target,
    dialects: Vec<Dialect>,
    pub(crate) lines: Vec<Line>,
    text: Text,
    output: Output,
}

impl TextChecker {
    pub(crate) fn new(target: Target) -> Self {
        let dialect = |&name: &&'static str| {
            let formatter = Formatter::new(target, name)?;
            let printer = Printer::new(target, formatter.labels(true));
            Some(Dialect { name, formatter, printer, assembler: Assembler::new(target, name, Options::default())? })
        };
        let dialects: Vec<_> = target.arch().dialects.iter().filter_map(dialect).collect();
        assert_eq!(dialects.len(), target.arch().dialects.len(), "every dialect is printed and read");
        Self { target, dialects, lines: Vec::new(), text: Text::default(), output: Output::default() }
    }

    /// Checks the collected lines. They are assembled together, and one by one only if that fails.
    pub(crate) fn check(&mut self, found: &mut Found, keep: usize) {
        for dialect in 0..self.dialects.len() {
            found.texts += self.lines.len() as u64;
            let lines = self.lines.clone();
            self.check_in(dialect, Way::Listing, &lines, found, keep);
            // Most lines are the same in both styles.
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

    /// Whether a line differs between a listing and a single line.
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

    /// Whether lines that are assembled together give their words.
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

    /// Message for a line, which has just been assembled alone.
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
        // The second line has bits that its text does not show.
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
