//! Printing many instructions: texts of their parts are made once and kept.
//!
//! The text of an instruction is a mnemonic and parts, each of which depends on a few bits ([`isatope_core::parts`]). For each opcode
//! there is a program: steps that gather the bits of a part to a key and copy the text that is kept for the key. A text that is not
//! there yet, or that depends on more, comes from the [`Formatter`]. Parts of the same shape share their texts, whatever the opcode.

use std::collections::HashMap;

use isatope_core::parts::{LiteralPart, NumberPart, Part, Pieces, Shape, Signature};
use isatope_core::tables::{NumberStyle, Pattern};
use isatope_core::{Formatter, Instruction, Target};

use super::Text;

/// Bytes that are copied at a time.
const CHUNK: usize = 32;
/// Room for the longest line, a power of two; longer ones take the slow way.
const LINE: usize = 512;
/// Room for a line and for what is copied beyond it.
const ROOM: usize = LINE + CHUNK;
/// Bits of a key at most.
const KEY_BITS: u32 = 13;
/// Bits of the key of an operand that is nothing but a number, and has spellings.
const NUMBER_BITS: u32 = 16;
/// Bits of a key that several parts share.
const SHARED_BITS: u32 = 9;
/// Runs of bits of a key at most.
const RUNS: usize = 3;
/// Words of memory for keys, and pieces of memory for texts; what does not fit is not kept.
const MOST_ENTRIES: usize = 1 << 20;
const MOST_CHUNKS: usize = 1 << OFFSET_BITS;

/// What is kept for a key: first chunk and length of the text, what it does to operand rules, and whether it is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Entry(u32);

/// Values of the bits that operands share with which the text means the same, a bit each.
const ALIKE: u32 = 0xf << OFFSET_BITS;
const OFFSET_BITS: u32 = 16;
const LENGTH_AT: u32 = 20;
const LENGTH_BITS: u32 = 7;
const SCALAR: u32 = 1 << 27;
const BREAKS: u32 = 1 << 29;
const RULES: u32 = SCALAR | BREAKS;
const VARIES: u32 = 1 << 30;
const KNOWN: u32 = 1 << 31;

impl Entry {
    #[inline]
    fn chunk(self) -> usize {
        (self.0 & ((1 << OFFSET_BITS) - 1)) as usize
    }
    #[inline]
    fn length(self) -> usize {
        (self.0 >> LENGTH_AT & ((1 << LENGTH_BITS) - 1)) as usize
    }
    /// Whether its text is there to be copied.
    #[inline]
    fn is_kept(self) -> bool {
        self.0 & (KNOWN | VARIES) == KNOWN
    }
}

/// A run of bits of a key: how far the word is rotated to the right, and the bits that are taken then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Run {
    rotate: u8,
    mask: u16,
}

/// Gathers a key and copies its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    runs: [Run; RUNS],
    /// Where the entries start.
    table: u32,
    /// First of its parts in [`Printer::parts`]; in [`Printer::numbers`] for a number.
    parts: u32,
    /// How many parts.
    count: u8,
    kind: StepKind,
}

/// What to do where no text is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepKind {
    /// Let the formatter write it.
    Text,
    /// Write a number.
    Number,
    /// If it is a literal, write that; the place in [`Printer::literals`].
    Literal(u16),
}

/// A part that is a number, and what stands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    part: NumberPart,
    before: Entry,
    /// Its place in [`Printer::parts`].
    place: u32,
}

/// The table of what is not kept: one entry that is never filled.
const NO_TABLE: u32 = 0;

impl Step {
    #[inline(always)]
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
    /// Whether there are steps for other words.
    has_rest: bool,
    /// Bits that operands share: the lowest one, and all of them shifted down.
    shared: Option<(u8, u64)>,
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
    /// Parts that are numbers.
    numbers: Vec<Number>,
    /// Operands that may be literals, and what stands before them.
    literals: Vec<(LiteralPart, Entry)>,
    /// Steps by what they follow from.
    signatures: HashMap<Signature, [(u32, u32); 2]>,
    /// Where the entries of a table start, by what its texts depend on.
    tables: HashMap<Vec<Shape>, u32>,
    entries: Vec<Entry>,
    texts: Vec<[u8; CHUNK]>,
    /// Where each text is.
    known: HashMap<Box<[u8]>, Entry>,
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
            numbers: Vec::new(),
            literals: Vec::new(),
            signatures: HashMap::new(),
            tables: HashMap::new(),
            entries: vec![Entry::default()],
            texts: Vec::new(),
            known: HashMap::new(),
            scratch: Text::default(),
        }
    }

    /// Adds the text of an instruction that lies at `address`.
    #[inline]
    pub fn write(&mut self, inst: &Instruction, address: u64, text: &mut Text) {
        let number = self.opcodes.get(usize::from(inst.opcode().0)).copied().unwrap_or_default();
        let number = if number == 0 { self.compile(inst) } else { number };
        let length = match text.room::<ROOM>() {
            Some(line) => self.line(usize::from(number) - 1, inst, address, line),
            None => None,
        };
        match length {
            Some(length) if length <= LINE => text.advance(length),
            // Text takes everything.
            _ => _ = self.formatter.at(address).write(inst, text),
        }
    }

    /// Writes a line and says how long it is; `None` if it does not fit.
    #[inline]
    fn line(&mut self, number: usize, inst: &Instruction, address: u64, line: &mut [u8; ROOM]) -> Option<usize> {
        let bits = inst.bits();
        let program = self.programs.get(number)?;
        let (plain, worded) = (program.plain.holds(bits), program.worded.holds(bits));
        if !plain && !program.has_rest {
            return None;
        }
        let shared = program.shared;
        let (limit, word) = (program.limit, if worded { program.word } else { "" });
        let (first, last) = program.steps[usize::from(!plain)];
        let mut state = State { at: 0, rules: u64::from(program.unsaid), alike: ALIKE, next: first };
        state.at = copy(&self.texts, program.mnemonic, line, 0)?;
        if first != last || !plain || worded {
            state.at += usize::from(program.padding);
        }
        while self.run(bits, last, line, &mut state)? {
            self.other(inst, address, plain, line, &mut state)?;
        }
        let State { mut at, rules, .. } = state;
        // Shared bits that are not as the operands ask for are written.
        if let Some((low, mask)) = shared
            && u64::from((state.alike >> OFFSET_BITS).trailing_zeros()) != bits >> low & mask
        {
            return None;
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

    /// Goes through steps until one has no text at hand: whether there is such a one.
    #[inline(always)]
    fn run(&self, bits: u64, last: u32, line: &mut [u8; ROOM], state: &mut State) -> Option<bool> {
        let (entries, texts) = (self.entries.as_slice(), self.texts.as_slice());
        let (mut at, mut rules, mut alike) = (state.at, state.rules, state.alike);
        let steps = self.steps.get(state.next as usize..last as usize)?;
        for (i, step) in steps.iter().enumerate() {
            let entry = *entries.get(step.table as usize + step.key(bits))?;
            if !entry.is_kept() {
                *state = State { at, rules, alike, next: state.next + i as u32 };
                return Some(true);
            }
            at = copy(texts, entry, line, at)?;
            rules += u64::from(entry.0 & RULES);
            alike &= entry.0;
        }
        *state = State { at, rules, alike, next: last };
        Some(false)
    }

    /// A step whose text is not at hand.
    #[inline(never)]
    fn other(
        &mut self,
        inst: &Instruction,
        address: u64,
        plain: bool,
        line: &mut [u8; ROOM],
        state: &mut State,
    ) -> Option<()> {
        let step = *self.steps.get(state.next as usize)?;
        state.next += 1;
        match step.kind {
            StepKind::Number => {
                let number = self.numbers.get(step.parts as usize)?;
                if let Some(at) = self.number(number, inst.bits(), address, line, state.at) {
                    state.at = at;
                    return Some(());
                }
            }
            StepKind::Literal(place) => {
                let entry = *self.entries.get(step.table as usize + step.key(inst.bits()))?;
                let value = (inst.bits() >> 32) as u32;
                if let Some((literal, lead)) = self.literals.get(usize::from(place))
                    && entry.0 & VARIES != 0
                    && literal.is_bare(value)
                {
                    let at = copy(&self.texts, *lead, line, state.at)?;
                    state.at = hexadecimal(line, at, u64::from(value))?;
                    state.rules += u64::from(entry.0 & RULES);
                    return Some(());
                }
            }
            StepKind::Text => {}
        }
        let rules = self.fill(&step, inst, address, plain);
        let new = self.scratch.as_bytes();
        line.get_mut(state.at..state.at + new.len())?.copy_from_slice(new);
        state.at += new.len();
        state.rules += u64::from(rules & RULES);
        state.alike &= rules;
        Some(())
    }

    /// Writes a number, and says where it ends; `None` for one that is written in another way.
    fn number(&self, number: &Number, bits: u64, address: u64, line: &mut [u8; ROOM], at: usize) -> Option<usize> {
        let part = &number.part;
        let unused = 64 - u32::from(part.bits);
        let value = (bits >> part.low) << unused >> unused;
        if part.silent == Some(value) {
            return Some(at);
        }
        let signed = (value << unused) as i64 >> unused;
        let mut at = copy(&self.texts, number.before, line, at)?;
        let (negative, magnitude, is_hexadecimal) = match part.style {
            NumberStyle::Hex => (false, value, true),
            NumberStyle::Decimal => (false, value, false),
            NumberStyle::Small => (false, value, value > 64),
            NumberStyle::Signed => (signed < 0, signed.unsigned_abs(), false),
            NumberStyle::SignedHex => (signed < 0, signed.unsigned_abs(), true),
            NumberStyle::Relative => {
                let target = address.checked_add_signed(4 + 4 * signed)?;
                at = append(line, at, ".L")?;
                at = digits(line, at, target)?;
                return append(line, at, "_0");
            }
        };
        if negative {
            at = append(line, at, "-")?;
        }
        if !is_hexadecimal {
            return digits(line, at, magnitude);
        }
        hexadecimal(line, at, magnitude)
    }

    /// Makes the text of a step, and keeps it if it depends on the key alone. Returns what it does to operand rules.
    #[inline(never)]
    fn fill(&mut self, step: &Step, inst: &Instruction, address: u64, plain: bool) -> u32 {
        self.scratch.clear();
        let formatter = self.formatter.at(address);
        let mut flags = ALIKE;
        let (first, count) = match step.kind {
            StepKind::Number => (self.numbers.get(step.parts as usize).map_or(0, |n| n.place) as usize, 1),
            _ => (step.parts as usize, usize::from(step.count)),
        };
        for &part in self.parts.get(first..first + count).unwrap_or_default() {
            // Text takes everything.
            let traits = formatter.write_part(inst, part, plain, &mut self.scratch).unwrap_or_default();
            flags |= if traits.varies { VARIES } else { 0 };
            flags |= if traits.breaks { BREAKS } else { 0 };
            flags |= if traits.scalar { SCALAR } else { 0 };
            flags &= !ALIKE | traits.alike << OFFSET_BITS;
        }
        if step.table != NO_TABLE {
            let place = step.table as usize + step.key(inst.bits());
            let kept = if flags & VARIES != 0 { Some(Entry(KNOWN | flags)) } else { self.keep(flags) };
            if let (Some(kept), Some(entry)) = (kept, self.entries.get_mut(place)) {
                *entry = kept;
            }
        }
        flags
    }

    /// Keeps the new text, if there is room.
    fn keep(&mut self, flags: u32) -> Option<Entry> {
        let text = self.scratch.as_bytes();
        if let Some(place) = self.known.get(text) {
            return Some(Entry(place.0 | flags));
        }
        let (length, chunk) = (text.len(), self.texts.len());
        if length >= 1 << LENGTH_BITS || chunk >= MOST_CHUNKS {
            return None;
        }
        // At least one, which is copied even if it is empty.
        for piece in text.chunks(CHUNK).chain(text.is_empty().then_some(text)) {
            let mut bytes = [b' '; CHUNK];
            bytes[..piece.len()].copy_from_slice(piece);
            self.texts.push(bytes);
        }
        let place = Entry(KNOWN | (length as u32) << LENGTH_AT | chunk as u32);
        self.known.insert(text.into(), place);
        Some(Entry(place.0 | flags))
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
        let (Some(entry), Some(signature)) = (self.keep(0), formatter.signature(inst)) else {
            self.set(inst, u16::MAX);
            return u16::MAX;
        };
        // The padding is there to be copied, and counted only where something follows.
        let bare = Entry(entry.0 - ((padding.len() as u32) << LENGTH_AT));
        let (limit, unsaid) = formatter.scalars(inst);
        let shared = formatter.shared(inst).map(|(low, bits)| (low, (1 << bits) - 1));
        let steps = match self.signatures.get(&signature) {
            Some(steps) => *steps,
            None => {
                let steps = [true, false].map(|plain| self.steps(inst, plain));
                self.signatures.insert(signature, steps);
                steps
            }
        };
        let word = formatter.form_word(inst);
        let never = Pattern { mask: 0, value: 1 };
        let worded = inst.encoding().shrink.filter(|_| !word.is_empty()).map_or(never, |s| s.when);
        self.programs.push(Program {
            plain: formatter.plain(inst),
            has_rest: formatter.has_rest(inst),
            shared,
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
            if let Some((parts, all, shapes)) = groups.last_mut().filter(|g| !matches!(g.0[..], [Part::Operand(_), ..]))
            {
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
        let mut steps = Vec::new();
        for (parts, pieces, shapes) in groups {
            let number = match (parts.as_slice(), shapes.as_slice()) {
                (&[part], &[shape]) if pieces.bits() > SHARED_BITS => formatter.number_part(inst, part, &pieces, shape),
                _ => None,
            };
            let count = parts.len() as u8;
            let start = place_of(&mut self.parts, &parts);
            let before = number.and_then(|n: NumberPart| {
                self.scratch.clear();
                [n.before.0, n.before.1, n.before.2].iter().for_each(|text| self.scratch.push(text));
                self.keep(0)
            });
            if let (Some(part), Some(before)) = (number, before) {
                let place = place_of(&mut self.numbers, &[Number { part, before, place: start }]);
                let runs = Default::default();
                steps.push(Step { runs, table: NO_TABLE, parts: place, count, kind: StepKind::Number });
                continue;
            }
            let literal = match (parts.as_slice(), shapes.as_slice()) {
                (&[part], &[shape]) => formatter.literal_part(inst, part, shape),
                _ => None,
            };
            let kind = literal.and_then(|l| self.literal(l)).map_or(StepKind::Text, StepKind::Literal);
            let (runs, table) = self.table(&pieces, &parts, shapes);
            steps.push(Step { runs, table, parts: start, count, kind });
        }
        // Opcodes of a format mostly have the same steps.
        let first = place_of(&mut self.steps, &steps);
        (first, first + steps.len() as u32)
    }

    /// The place of an operand that may be a literal.
    fn literal(&mut self, literal: LiteralPart) -> Option<u16> {
        if let Some(known) = self.literals.iter().position(|l| l.0.is_like(&literal)) {
            return u16::try_from(known).ok();
        }
        self.scratch.clear();
        self.scratch.push(literal.lead);
        let lead = self.keep(0)?;
        self.literals.push((literal, lead));
        u16::try_from(self.literals.len() - 1).ok()
    }

    /// The runs of a key, and the table for it.
    fn table(&mut self, pieces: &Pieces, parts: &[Part], shapes: Vec<Shape>) -> ([Run; RUNS], u32) {
        let mut runs = [Run::default(); RUNS];
        let bits = pieces.bits();
        let Some(list) = pieces.get() else { return (runs, NO_TABLE) };
        let number = matches!(parts, [Part::Operand(_)]) && list.len() == 1;
        if list.len() > RUNS || bits > if number { NUMBER_BITS } else { KEY_BITS } {
            return (runs, NO_TABLE);
        }
        let mut done = 0;
        for (run, &(low, count)) in runs.iter_mut().zip(list) {
            *run = Run { rotate: (low + 64 - done) % 64, mask: (((1_u32 << count) - 1) << done) as u16 };
            done += count;
        }
        if let Some(&table) = self.tables.get(&shapes) {
            return (runs, table);
        }
        let table = self.entries.len();
        if table + (1 << bits) > MOST_ENTRIES {
            return (Default::default(), NO_TABLE);
        }
        self.entries.resize(table + (1 << bits), Entry::default());
        self.tables.insert(shapes, table as u32);
        (runs, table as u32)
    }
}

/// Where items stand in a list, to which they are added if they are new.
fn place_of<T: Clone + PartialEq>(list: &mut Vec<T>, items: &[T]) -> u32 {
    let known = if items.is_empty() { Some(0) } else { list.windows(items.len()).position(|w| w == items) };
    let place = known.unwrap_or_else(|| {
        list.extend_from_slice(items);
        list.len() - items.len()
    });
    place as u32
}

/// How far a line is.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Its length.
    at: usize,
    /// What its operands do to operand rules.
    rules: u64,
    /// Values of the shared bits with which all operands mean the same.
    alike: u32,
    /// The next step.
    next: u32,
}

/// A hexadecimal number.
fn hexadecimal(line: &mut [u8; ROOM], at: usize, value: u64) -> Option<usize> {
    let count = (16 - value.leading_zeros() as usize / 4).max(1);
    let place = line.get_mut(at..at + 2 + count)?;
    place[..2].copy_from_slice(b"0x");
    for (i, digit) in place[2..].iter_mut().rev().enumerate() {
        *digit = b"0123456789abcdef"[(value >> (4 * i) & 15) as usize];
    }
    Some(at + 2 + count)
}

/// Decimal digits.
fn digits(line: &mut [u8; ROOM], at: usize, value: u64) -> Option<usize> {
    let count = value.checked_ilog10().unwrap_or(0) as usize + 1;
    let mut left = value;
    for digit in line.get_mut(at..at + count)?.iter_mut().rev() {
        *digit = b'0' + (left % 10) as u8;
        left /= 10;
    }
    Some(at + count)
}

/// Copies a text that is kept, and says where it ends. Beyond the room for a line it goes anywhere.
#[inline(always)]
fn copy(texts: &[[u8; CHUNK]], entry: Entry, line: &mut [u8; ROOM], at: usize) -> Option<usize> {
    let (chunk, length) = (entry.chunk(), entry.length());
    paste(texts.get(chunk)?, line, at);
    if length > CHUNK {
        for (i, chunk) in texts.get(chunk + 1..chunk + length.div_ceil(CHUNK))?.iter().enumerate() {
            paste(chunk, line, at + CHUNK * (i + 1));
        }
    }
    Some(at + length)
}

#[inline(always)]
fn paste(chunk: &[u8; CHUNK], line: &mut [u8; ROOM], at: usize) {
    if let Some(place) = line[at % LINE..].first_chunk_mut() {
        *place = *chunk;
    }
}

#[inline]
fn append(line: &mut [u8; ROOM], at: usize, text: &str) -> Option<usize> {
    line.get_mut(at..at + text.len())?.copy_from_slice(text.as_bytes());
    Some(at + text.len())
}
