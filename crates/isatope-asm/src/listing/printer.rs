//! Printing many instructions: texts of their parts are made once and kept.
//!
//! The text of an instruction is a mnemonic and parts, each of which depends on a few bits ([`isatope_core::parts`]). For each opcode
//! there is a program: steps that gather the bits of a part to a key and copy the text that is kept for the key. A text that is not
//! there yet, or that depends on more, comes from the [`Formatter`]. Parts of the same shape share their texts, whatever the opcode.

use isatope_core::parts::{Part, Pieces, Shape};
use isatope_core::tables::Pattern;
use isatope_core::{Formatter, Instruction, Target};

use super::Text;

/// Bytes that are copied at a time.
const CHUNK: usize = 32;
/// Room for the longest line; longer ones take the slow way.
const LINE: usize = 512;
/// Bits of a key at most.
const KEY_BITS: u32 = 12;
/// Bits of a key that several parts share.
const SHARED_BITS: u32 = 9;
/// Runs of bits of a key at most.
const RUNS: usize = 3;
/// Words of memory for keys, and bytes for texts; what does not fit is not kept.
const MOST_ENTRIES: usize = 1 << 20;
const MOST_TEXT: usize = 1 << OFFSET_BITS;

/// What is kept for a key: offset and length of the text, what it does to operand rules, and whether it is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Entry(u32);

const OFFSET_BITS: u32 = 20;
const LENGTH_BITS: u32 = 7;
const SCALAR: u32 = 1 << 27;
const BREAKS: u32 = 1 << 29;
const RULES: u32 = SCALAR | BREAKS;
const VARIES: u32 = 1 << 30;
const KNOWN: u32 = 1 << 31;

impl Entry {
    fn offset(self) -> usize {
        (self.0 & ((1 << OFFSET_BITS) - 1)) as usize
    }
    fn length(self) -> usize {
        (self.0 >> OFFSET_BITS & ((1 << LENGTH_BITS) - 1)) as usize
    }
    /// Whether its text is there to be copied.
    fn is_kept(self) -> bool {
        self.0 & (KNOWN | VARIES) == KNOWN
    }
}

/// A run of bits of a key: how far the word is rotated to the right, and the bits that are taken then.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    rotate: u8,
    mask: u16,
}

/// Gathers a key and copies its text.
#[derive(Clone, Copy, Debug)]
struct Step {
    runs: [Run; RUNS],
    /// Where the entries start; [`NO_TABLE`] if nothing is kept.
    table: u32,
    /// First of its parts in [`Printer::parts`], and how many.
    parts: (u32, u8),
}

const NO_TABLE: u32 = u32::MAX;

impl Step {
    #[inline]
    fn key(&self, bits: u64) -> usize {
        let run = |r: Run| bits.rotate_right(u32::from(r.rotate)) as u32 & u32::from(r.mask);
        (run(self.runs[0]) | run(self.runs[1]) | run(self.runs[2])) as usize
    }
}

/// How an opcode is printed.
#[derive(Clone, Debug)]
struct Program {
    /// Words without anything beside operands.
    plain: Pattern,
    /// Words that end in the name of their form.
    worded: Pattern,
    word: &'static str,
    mnemonic: Entry,
    /// What fills up the mnemonic is this long.
    padding: u8,
    /// Scalar values that are read unsaid, as in entries.
    unsaid: u32,
    /// More than so many make a look at the rules necessary, as in entries.
    limit: u32,
    /// Steps of plain words, and of all others.
    steps: [(u32, u32); 2],
}

/// Prints instructions of one target in one dialect.
#[derive(Debug)]
pub struct Printer {
    formatter: Formatter,
    /// For each opcode one more than its place in `programs`; 0 where there is none yet.
    opcodes: Vec<u16>,
    programs: Vec<Program>,
    steps: Vec<Step>,
    parts: Vec<Part>,
    /// What the texts of a table depend on, and where its entries start.
    tables: Vec<(Vec<Shape>, u32)>,
    entries: Vec<Entry>,
    texts: Vec<u8>,
    scratch: Text,
}

impl Printer {
    /// For the instructions of a target, as the formatter writes them.
    pub fn new(target: Target, formatter: Formatter) -> Self {
        Self {
            formatter,
            opcodes: vec![0; target.arch().forms.len()],
            programs: Vec::new(),
            steps: Vec::new(),
            parts: Vec::new(),
            tables: Vec::new(),
            entries: Vec::new(),
            texts: vec![b' '; CHUNK],
            scratch: Text::default(),
        }
    }

    /// Adds the text of an instruction that lies at `address`.
    #[inline]
    pub fn write(&mut self, inst: &Instruction, address: u64, text: &mut Text) {
        let number = self.opcodes.get(usize::from(inst.opcode().0)).copied().unwrap_or_default();
        let number = if number == 0 { self.compile(inst) } else { number };
        let length = match text.room::<LINE>() {
            Some(line) => self.line(usize::from(number) - 1, inst, address, line),
            None => None,
        };
        match length {
            Some(length) => text.advance(length),
            // Text takes everything.
            None => _ = self.formatter.at(address).write(inst, text),
        }
    }

    /// Writes a line and says how long it is; `None` if it does not fit.
    #[inline]
    fn line(&mut self, number: usize, inst: &Instruction, address: u64, line: &mut [u8; LINE]) -> Option<usize> {
        let bits = inst.bits();
        let program = self.programs.get(number)?;
        let (plain, worded) = (program.plain.holds(bits), program.worded.holds(bits));
        let (limit, word) = (program.limit, if worded { program.word } else { "" });
        let (first, last) = program.steps[usize::from(!plain)];
        let mut at = copy(&self.texts, program.mnemonic, line, 0)?;
        if first != last || !plain || worded {
            at += usize::from(program.padding);
        }
        let mut rules = u64::from(program.unsaid);
        for step in first as usize..last as usize {
            let step = self.steps.get(step)?;
            let entry = match step.table {
                NO_TABLE => Entry(0),
                table => *self.entries.get(table as usize + step.key(bits))?,
            };
            if entry.is_kept() {
                at = copy(&self.texts, entry, line, at)?;
                rules += u64::from(entry.0 & RULES);
                continue;
            }
            let step = *step;
            let entry = self.fill(&step, entry, inst, address, plain);
            let new = self.scratch.as_bytes();
            line.get_mut(at..at + new.len())?.copy_from_slice(new);
            at += new.len();
            rules += u64::from(entry.0 & RULES);
        }
        if !word.is_empty() {
            at = append(line, at, " ")?;
            at = append(line, at, word)?;
        }
        if rules > u64::from(limit) && self.formatter.is_forced(inst) {
            at = append(line, at, " force")?;
        }
        Some(at)
    }

    /// Makes the text of a step, and keeps it if it depends on the key alone.
    #[cold]
    #[inline(never)]
    fn fill(&mut self, step: &Step, entry: Entry, inst: &Instruction, address: u64, plain: bool) -> Entry {
        self.scratch.clear();
        let formatter = self.formatter.at(address);
        let mut flags = 0;
        let first = step.parts.0 as usize;
        for &part in self.parts.get(first..first + usize::from(step.parts.1)).unwrap_or_default() {
            // Text takes everything.
            let traits = formatter.write_part(inst, part, plain, &mut self.scratch).unwrap_or_default();
            flags |= if traits.varies { VARIES } else { 0 };
            flags |= if traits.breaks { BREAKS } else { 0 };
            flags |= if traits.scalar { SCALAR } else { 0 };
        }
        let new = Entry(KNOWN | flags);
        if step.table == NO_TABLE || entry.0 != 0 {
            return new;
        }
        let place = step.table as usize + step.key(inst.bits());
        let kept = if flags & VARIES != 0 { Some(new) } else { self.keep(flags) };
        if let (Some(kept), Some(entry)) = (kept, self.entries.get_mut(place)) {
            *entry = kept;
        }
        new
    }

    /// Keeps the new text, if there is room.
    fn keep(&mut self, flags: u32) -> Option<Entry> {
        let length = self.scratch.len();
        let offset = self.texts.len() - CHUNK;
        if length >= 1 << LENGTH_BITS || offset + length + CHUNK > MOST_TEXT {
            return None;
        }
        self.texts.truncate(offset);
        self.texts.extend_from_slice(self.scratch.as_bytes());
        // What is copied beyond the end of the last text.
        self.texts.extend_from_slice(&[b' '; CHUNK]);
        Some(Entry(KNOWN | flags | (length as u32) << OFFSET_BITS | offset as u32))
    }

    /// Makes the program of an opcode; one more than its number.
    #[cold]
    #[inline(never)]
    fn compile(&mut self, inst: &Instruction) -> u16 {
        let formatter = self.formatter;
        let (mnemonic, padding) = formatter.head(inst);
        self.scratch.clear();
        self.scratch.push(mnemonic);
        self.scratch.push(padding);
        let Some(entry) = self.keep(0).filter(|_| formatter.has_parts(inst)) else {
            self.set(inst, u16::MAX);
            return u16::MAX;
        };
        // The padding is there to be copied, and counted only where something follows.
        let bare = Entry(entry.0 - ((padding.len() as u32) << OFFSET_BITS));
        let (limit, unsaid) = formatter.scalars(inst);
        let steps = [true, false].map(|plain| self.steps(inst, plain));
        let word = formatter.word(inst);
        let never = Pattern { mask: 0, value: 1 };
        let worded = inst.encoding().shrink.filter(|_| !word.is_empty()).map_or(never, |s| s.when);
        self.programs.push(Program {
            plain: formatter.plain(inst.encoding()),
            worded,
            word,
            mnemonic: bare,
            padding: padding.len() as u8,
            unsaid: unsaid.min(3) * SCALAR,
            limit: limit.min(3) * SCALAR + SCALAR - 1,
            steps,
        });
        let number = self.programs.len() as u16;
        self.set(inst, number);
        number
    }

    fn set(&mut self, inst: &Instruction, number: u16) {
        if let Some(place) = self.opcodes.get_mut(usize::from(inst.opcode().0)) {
            *place = number;
        }
    }

    /// The steps of plain words, or of all others.
    fn steps(&mut self, inst: &Instruction, plain: bool) -> (u32, u32) {
        let mut groups: Vec<(Vec<Part>, Pieces, Vec<Shape>)> = Vec::new();
        let formatter = self.formatter;
        formatter.parts(inst, plain, &mut |part, pieces, shape| {
            if let Some((parts, all, shapes)) = groups.last_mut().filter(|g| !matches!(g.0[..], [Part::Operand(_), ..])) {
                let mut together = *all;
                together.extend(&pieces);
                if together.bits() <= SHARED_BITS && together.get().is_some_and(|p| p.len() <= RUNS) {
                    *all = together;
                    parts.push(part);
                    shapes.push(shape);
                    return;
                }
            }
            groups.push((vec![part], pieces, vec![shape]));
        });
        let first = self.steps.len() as u32;
        for (parts, pieces, shapes) in groups {
            let (runs, table) = self.table(&pieces, shapes);
            let step = Step { runs, table, parts: (self.parts.len() as u32, parts.len() as u8) };
            self.parts.extend(parts);
            self.steps.push(step);
        }
        (first, self.steps.len() as u32)
    }

    /// The runs of a key, and the table for it.
    fn table(&mut self, pieces: &Pieces, shapes: Vec<Shape>) -> ([Run; RUNS], u32) {
        let mut runs = [Run::default(); RUNS];
        let bits = pieces.bits();
        let Some(list) = pieces.get().filter(|p| p.len() <= RUNS && bits <= KEY_BITS) else { return (runs, NO_TABLE) };
        let mut done = 0;
        for (run, &(low, count)) in runs.iter_mut().zip(list) {
            *run = Run { rotate: (low + 64 - done) % 64, mask: ((1 << count) - 1) << done };
            done += count;
        }
        if let Some((_, table)) = self.tables.iter().find(|t| t.0 == shapes) {
            return (runs, *table);
        }
        let table = self.entries.len();
        if table + (1 << bits) > MOST_ENTRIES {
            return (runs, NO_TABLE);
        }
        self.entries.resize(table + (1 << bits), Entry::default());
        self.tables.push((shapes, table as u32));
        (runs, table as u32)
    }
}

/// Copies a text that is kept, and says where it ends.
#[inline]
fn copy(texts: &[u8], entry: Entry, line: &mut [u8; LINE], at: usize) -> Option<usize> {
    let (mut from, mut to, length) = (entry.offset(), at, entry.length());
    let end = at + length;
    loop {
        let chunk = texts.get(from..)?.first_chunk::<CHUNK>()?;
        *line.get_mut(to..)?.first_chunk_mut::<CHUNK>()? = *chunk;
        (from, to) = (from + CHUNK, to + CHUNK);
        if to >= end {
            return Some(end);
        }
    }
}

fn append(line: &mut [u8; LINE], at: usize, text: &str) -> Option<usize> {
    line.get_mut(at..at + text.len())?.copy_from_slice(text.as_bytes());
    Some(at + text.len())
}
