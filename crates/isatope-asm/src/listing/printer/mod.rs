//! Printing many instructions: texts of their parts are made once and kept.
//!
//! The text of an instruction is a mnemonic and parts, each of which depends on a few bits ([`isatope_core::parts`]). For each opcode
//! there is a program: steps that gather the bits of a part to a key and copy the text that is kept for the key. A text that is not
//! there yet, or that depends on more, comes from the [`Formatter`]. Parts of the same shape share their texts, whatever the opcode.

mod again;
mod compile;
mod hash;
mod line;

use std::collections::HashMap;

use isatope_core::parts::{LiteralPart, NumberPart, Part, Shape, Signature};
use isatope_core::tables::{NumberStyle, Pattern};
use isatope_core::{Formatter, Instruction, Target};

use super::code::{NO_FIELD, branch_fields};
use super::text::{Text, digits};
use again::Lines;
use hash::Quick;
use line::{append, copy, hexadecimal};

/// Bytes that are copied at a time.
const CHUNK: usize = 32;
/// Room for the longest line, a power of two; longer ones take the slow way.
const LINE: usize = 512;
/// Room for a line and for what is copied beyond it.
const ROOM: usize = LINE + CHUNK;
/// Bits of a key at most.
const KEY_BITS: u32 = 13;
/// Bits of a key that several parts share.
const SHARED_BITS: u32 = 9;
/// Runs of bits of a key at most.
const RUNS: usize = 3;
/// Words of memory for keys, and pieces of memory for texts; what does not fit is not kept.
const MOST_ENTRIES: usize = 1 << 20;
const MOST_CHUNKS: usize = 1 << 16;

/// What is kept for a key: 14 bytes of text, its length, and flags. Of a longer text there is only the place, as its first chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Entry([u64; 2]);

/// Bytes of text in an entry.
const INSIDE: usize = 14;
const LENGTH_AT: u32 = 48;
const FLAGS_AT: u32 = 56;
/// The longest text.
const LONGEST: usize = 255;

/// Flags: it is one of the scalar values of which only so many may be read.
const SCALAR: u8 = 1;
/// It breaks an operand rule.
const BREAKS: u8 = 1 << 1;
/// Values of the bits that operands share with which the text means the same, a bit each.
const ALIKE: u8 = 0xf << ALIKE_AT;
const ALIKE_AT: u32 = 2;
/// The text depends on more than the key.
const VARIES: u8 = 1 << 6;
/// It is there.
const KNOWN: u8 = 1 << 7;

impl Entry {
    /// A text that is not too long to stand here.
    fn of(text: &[u8]) -> Self {
        let mut bytes = [0; 16];
        bytes[..text.len()].copy_from_slice(text);
        Self::at(u128::from_le_bytes(bytes), text.len())
    }

    fn at(content: u128, length: usize) -> Self {
        Self([content as u64, (content >> 64) as u64 | (length as u64) << LENGTH_AT | u64::from(KNOWN) << FLAGS_AT])
    }

    /// With flags, too.
    fn with(self, flags: u8) -> Self {
        Self([self.0[0], self.0[1] | u64::from(flags) << FLAGS_AT])
    }

    #[inline(always)]
    fn flags(self) -> u8 {
        (self.0[1] >> FLAGS_AT) as u8
    }

    #[inline(always)]
    fn length(self) -> usize {
        usize::from((self.0[1] >> LENGTH_AT) as u8)
    }

    /// Whether its text is there to be copied.
    #[inline(always)]
    fn is_kept(self) -> bool {
        self.flags() & (KNOWN | VARIES) == KNOWN
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

/// The table of what is not kept: its entries are never filled.
const NO_TABLE: u32 = 0;

impl Step {
    #[inline(always)]
    fn key(&self, bits: u64) -> usize {
        let run = |r: Run| bits.rotate_right(u32::from(r.rotate)) as u32 & u32::from(r.mask);
        (run(self.runs[0]) | run(self.runs[1]) | run(self.runs[2])) as usize
    }
}

/// A piece of text that is copied at once: it never lies in two lines of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Chunk([u8; CHUNK]);

/// How an opcode is printed: one line of the cache.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Program {
    /// Words without anything beside operands.
    plain: Pattern,
    /// Whether there are steps for other words.
    has_rest: bool,
    /// Bits that operands share: the lowest one, and all of them shifted down.
    shared: Option<(u8, u8)>,
    /// One more than the place of the name of its form in [`Printer::words`]; 0 for none.
    word: u16,
    mnemonic: Entry,
    /// What fills up the mnemonic is this long.
    padding: u8,
    /// Scalar values that are read unsaid.
    unsaid: u8,
    /// More scalar values make a look at the rules necessary.
    limit: u8,
    /// Steps of plain words, and of all others.
    steps: [Steps; 2],
    /// Its place in [`Printer::families`].
    family: u16,
}

/// Where steps start and end in [`Printer::steps`].
type Steps = (u32, u32);
/// Steps that nothing has needed so far.
const NOT_MADE: Steps = (u32::MAX, u32::MAX);

/// Prints instructions of one target in one dialect.
#[derive(Clone, Debug)]
pub struct Printer {
    formatter: Formatter,
    /// For each opcode one more than its place in `programs`; 0 where there is none yet.
    opcodes: Vec<u16>,
    programs: Vec<Program>,
    /// Words that end in the name of their form.
    words: Vec<(Pattern, &'static str)>,
    steps: Vec<Step>,
    parts: Vec<Part>,
    /// Parts that are numbers.
    numbers: Vec<Number>,
    /// Operands that may be literals, and what stands before them.
    literals: Vec<(LiteralPart, Entry)>,
    /// The steps of opcodes with the same signature, and where they are by it.
    families: Vec<[Steps; 2]>,
    signatures: HashMap<Signature, usize, Quick>,
    /// Where the entries of a table start, by what its texts depend on.
    tables: HashMap<Vec<Shape>, u32, Quick>,
    entries: Entries,
    texts: Vec<Chunk>,
    /// Where each text is.
    known: HashMap<Box<[u8]>, Entry, Quick>,
    scratch: Text,
    /// Lines that are kept as a whole.
    pub(super) lines: Lines,
    /// For each opcode its [`branch_fields`].
    pub(super) branches: Vec<u8>,
}

impl Printer {
    /// For the instructions of a target, as the formatter writes them.
    pub fn new(target: Target, formatter: Formatter) -> Self {
        Self {
            formatter,
            opcodes: vec![0; target.arch().forms.len()],
            programs: Vec::new(),
            words: Vec::new(),
            steps: Vec::new(),
            parts: Vec::new(),
            numbers: Vec::new(),
            literals: Vec::new(),
            families: Vec::new(),
            signatures: HashMap::default(),
            tables: HashMap::default(),
            entries: Entries::default(),
            texts: Vec::new(),
            known: HashMap::default(),
            scratch: Text::default(),
            lines: Lines::new(target),
            branches: branch_fields(target, &formatter),
        }
    }

    /// Adds the line of the instruction that lies at the start of 8 bytes, if it came often enough to be known, and says how
    /// long the instruction is.
    pub fn again(&mut self, bits: u64, text: &mut Text) -> Option<usize> {
        Some(self.lines.write(&bits.to_le_bytes(), 0..1, |_| false, false, text)).filter(|len| *len > 0)
    }

    /// Adds the text of an instruction that lies at `address`, and a line break.
    #[inline]
    pub fn write(&mut self, inst: &Instruction, address: u64, text: &mut Text) {
        let start = text.len();
        self.text(inst, address, text);
        text.end_line();
        // The text of a branch depends on where it lies.
        if self.branches.get(usize::from(inst.opcode().0)).is_none_or(|field| *field == NO_FIELD) {
            self.lines.note(inst.bits(), inst.len(), &text.as_bytes()[start..]);
        }
    }

    #[inline]
    fn text(&mut self, inst: &Instruction, address: u64, text: &mut Text) {
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
        let plain = program.plain.holds(bits);
        if !plain && !program.has_rest {
            return None;
        }
        let word = match self.words.get(usize::from(program.word).wrapping_sub(1)) {
            Some((when, word)) if when.holds(bits) => *word,
            _ => "",
        };
        let (shared, limit, padding) = (program.shared, program.limit, usize::from(program.padding));
        let mut state = State { at: 0, scalars: program.unsaid, flags: 0, alike: ALIKE, next: 0 };
        state.at = copy(&self.texts, program.mnemonic, line, 0)?;
        let (mut first, mut last) = program.steps[usize::from(!plain)];
        if (first, last) == NOT_MADE {
            (first, last) = self.make_steps(number, inst, plain)?;
        }
        state.next = first;
        if first == last && plain && word.is_empty() {
            state.at -= padding;
        }
        while self.run(bits, last, line, &mut state)? {
            self.other(inst, address, plain, line, &mut state)?;
        }
        let mut at = state.at;
        // Shared bits that are not as the operands ask for are written.
        if let Some((low, mask)) = shared
            && u64::from((state.alike >> ALIKE_AT).trailing_zeros()) != bits >> low & u64::from(mask)
        {
            return None;
        }
        if !word.is_empty() {
            at = append(line, at, " ")?;
            at = append(line, at, word)?;
        }
        if (state.scalars > limit || state.flags & BREAKS != 0) && self.formatter.is_forced(inst) {
            at = append(line, at, " force")?;
        }
        Some(at)
    }

    /// Goes through steps until one has no text at hand: whether there is such a one.
    #[inline(always)]
    fn run(&self, bits: u64, last: u32, line: &mut [u8; ROOM], state: &mut State) -> Option<bool> {
        let (entries, texts) = (self.entries.all.as_slice(), self.texts.as_slice());
        let mut now = *state;
        let steps = self.steps.get(state.next as usize..last as usize)?;
        for (i, step) in steps.iter().enumerate() {
            let entry = Entry(*entries.get(step.table as usize + step.key(bits))?);
            if !entry.is_kept() {
                *state = State { next: state.next + i as u32, ..now };
                return Some(true);
            }
            now.at = copy(texts, entry, line, now.at)?;
            now.add(entry.flags());
        }
        *state = State { next: last, ..now };
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
                let entry = Entry(*self.entries.all.get(step.table as usize + step.key(inst.bits()))?);
                let value = (inst.bits() >> 32) as u32;
                if let Some((literal, lead)) = self.literals.get(usize::from(place))
                    && entry.flags() & VARIES != 0
                    && literal.is_bare(value)
                {
                    let at = copy(&self.texts, *lead, line, state.at)?;
                    state.at = hexadecimal(line, at, u64::from(value))?;
                    state.add(entry.flags());
                    return Some(());
                }
            }
            StepKind::Text => {}
        }
        let flags = self.fill(&step, inst, address, plain);
        let new = self.scratch.as_bytes();
        line.get_mut(state.at..state.at + new.len())?.copy_from_slice(new);
        state.at += new.len();
        state.add(flags);
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
    fn fill(&mut self, step: &Step, inst: &Instruction, address: u64, plain: bool) -> u8 {
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
            flags &= !ALIKE | (traits.alike as u8) << ALIKE_AT;
        }
        if step.table != NO_TABLE {
            let place = step.table as usize + step.key(inst.bits());
            let kept = if flags & VARIES != 0 { Some(Entry::of(&[])) } else { self.keep() };
            if let (Some(kept), Some(entry)) = (kept, self.entries.all.get_mut(place)) {
                *entry = kept.with(flags).0;
            }
        }
        flags
    }

    /// Keeps the new text, if there is room.
    fn keep(&mut self) -> Option<Entry> {
        let text = self.scratch.as_bytes();
        if text.len() <= INSIDE {
            return Some(Entry::of(text));
        }
        if let Some(place) = self.known.get(text) {
            return Some(*place);
        }
        let (length, chunk) = (text.len(), self.texts.len());
        if length > LONGEST || chunk >= MOST_CHUNKS {
            return None;
        }
        for piece in text.chunks(CHUNK) {
            let mut bytes = [b' '; CHUNK];
            bytes[..piece.len()].copy_from_slice(piece);
            self.texts.push(Chunk(bytes));
        }
        let place = Entry::at(chunk as u128, length);
        self.known.insert(text.into(), place);
        Some(place)
    }
}

/// Entries of all tables, and how many of them are there. The rest is memory that is not touched.
#[derive(Debug, Default)]
struct Entries {
    all: Vec<[u64; 2]>,
    used: usize,
}

impl Clone for Entries {
    /// Empty: to fill them again where they are needed takes less time than to copy them.
    fn clone(&self) -> Self {
        Self { all: vec![[0; 2]; self.all.len()], used: self.used }
    }
}

/// How far a line is.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Its length.
    at: usize,
    /// Scalar values that are read.
    scalars: u8,
    /// All flags of its parts.
    flags: u8,
    /// Values of the shared bits with which all operands mean the same: those flags that all parts have.
    alike: u8,
    /// The next step.
    next: u32,
}

impl State {
    /// Takes note of the flags of a part.
    #[inline(always)]
    fn add(&mut self, flags: u8) {
        self.scalars += flags & SCALAR;
        self.flags |= flags;
        self.alike &= flags;
    }
}
