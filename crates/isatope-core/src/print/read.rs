//! Runs print programs in reverse: finds the bits for which a program writes a text.

use core::ops::Range;

use super::formatter::programs;
use crate::tables::{
    Alternative, AlternativeId, Arch, DialectId, DigitStyle, Encoding, Entry, Lead, NumberPiece, NumberStyle, Print,
    Run, Step, StepKind, Written,
};
use crate::target::Target;

/// Reads texts as formatters write them.
#[derive(Clone, Copy, Debug)]
pub struct Scanner {
    arch: &'static Arch,
    programs: &'static [Option<AlternativeId>],
}

/// What a text means.
#[derive(Clone, Copy, Debug)]
pub struct Scanned {
    /// The bits of the instruction.
    pub bits: u64,
    /// Where the text ends.
    pub end: usize,
    /// Operand rules must be looked at: more values are read than one operand alone may.
    pub may_break: bool,
}

/// A text while it is read.
struct Scan<'a> {
    print: &'static Print,
    text: &'a [u8],
    at: usize,
    bits: u64,
}

impl Scanner {
    /// A scanner for a target and a dialect.
    pub fn new(target: Target, dialect: DialectId) -> Self {
        Self { arch: target.arch(), programs: programs(target, dialect) }
    }

    /// The bits of the instruction of a form that is in a text, its mnemonic first. `None` if that is written in any
    /// other way than a formatter writes it, if it breaks a rule of one operand, or has something that is rarely
    /// written. `is_taken` says whether the name at a place means something else here.
    #[inline]
    pub fn scan(
        &self,
        encoding: &Encoding,
        text: &[u8],
        name: Range<usize>,
        is_taken: impl Fn(Range<usize>) -> bool,
    ) -> Option<Scanned> {
        let print = &self.arch.print;
        let first = (*self.programs.get(encoding.form.index())?)?;
        let alternatives = print.alternatives.get(first.index()..)?;
        let (text_of_name, length) = (text.get(name.clone())?, name.len());
        let is_called = |alternative: &Alternative| {
            usize::from(alternative.head.name) == length
                && print.texts.get(alternative.head.at as usize..).is_some_and(|head| head.starts_with(text_of_name))
        };
        // The last one fits every word.
        let last = alternatives.iter().position(|alternative| alternative.body.when.mask == 0)?;
        let chosen = alternatives[..=last].iter().position(is_called)?;
        let body = &*alternatives[chosen].body;
        // What lies after the first 64 bits is read the other way.
        if encoding.bytes > 8 {
            return None;
        }
        let bits = encoding.pattern.value | body.when.value;
        let mut scan = Scan { print, text, at: name.end, bits };
        let (mut flags, mut alike, mut scalars) = (0, Entry::ALIKE, u32::from(body.unsaid));
        let (mut group, mut shared) = (None, None);
        let steps = print.steps_of(body);
        let mut next = 0;
        while let Some(step) = steps.get(next) {
            let step: &Step = step;
            next += 1;
            scan.lead(step.lead)?;
            let from = scan.at;
            let key = match step.kind {
                StepKind::Choice => scan.choice(step)?,
                StepKind::Operand => scan.operand(step.table, most(step))?,
                StepKind::Count => {
                    group = Some(step);
                    continue;
                }
                StepKind::Counted => scan.group(group?, step)?,
                StepKind::When => {
                    let set = print.sets.get(step.table as usize)?;
                    next += if set >> (super::run::key(step, scan.bits) & 63) & 1 != 0 {
                        0
                    } else {
                        usize::from(step.extra)
                    };
                    continue;
                }
                StepKind::Number => {
                    scan.number(print.numbers.get(usize::from(step.extra))?)?;
                    continue;
                }
                StepKind::Shared => {
                    shared = print.numbers.get(usize::from(step.extra));
                    continue;
                }
                StepKind::Text | StepKind::Signed | StepKind::Swizzle | StepKind::Literal | StepKind::Value => {
                    return None;
                }
            };
            scan.bits |= place(step, key);
            if step.kind != StepKind::Choice {
                let entry = print.entries.get((step.table + key) as usize)?;
                let here = if step.kind == StepKind::Operand { entry.flags() } else { Entry::ALIKE };
                flags |= here & step.flags;
                alike &= here;
                if here & Entry::SCALAR != 0 {
                    scalars += u32::from(step.flags & Entry::SCALAR != 0);
                    if is_taken(from..scan.at) {
                        return None;
                    }
                }
            }
        }
        if let Some(shared) = shared {
            let alike = alike >> Entry::ALIKE.trailing_zeros();
            scan.bits = shared.with(scan.bits.into(), alike.trailing_zeros().into()).head;
            if alike == 0 {
                return None;
            }
        }
        let is_other = alternatives[..chosen].iter().any(|before| before.body.when.holds(scan.bits));
        let is_it = !is_other && body.when.holds(scan.bits) && encoding.pattern.holds(scan.bits);
        let may_break = scalars > body.limit.into()
            && self.arch[encoding.layout]
                .shared_limit
                .is_none_or(|limit| super::run::may_exceed(limit, print, (steps, body.unsaid), scan.bits));
        (is_it && flags & Entry::BREAKS == 0).then_some(Scanned { bits: scan.bits, end: scan.at, may_break })
    }
}

impl<'a> Scan<'a> {
    #[inline(always)]
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    /// What precedes a step.
    #[inline(always)]
    fn lead(&mut self, lead: Lead) -> Option<()> {
        let comma = match lead {
            Lead::None => return Some(()),
            Lead::Blank => false,
            Lead::Comma => true,
            Lead::Varies => return None,
        };
        if self.peek() != if comma { b',' } else { b' ' } {
            return None;
        }
        self.at += 1;
        while self.peek() == b' ' {
            self.at += 1;
        }
        Some(())
    }

    /// Where the word that goes on at a place ends: at a dot, a comma or a blank.
    #[inline(always)]
    fn end_of_word(&self, mut at: usize) -> usize {
        const ONES: u64 = 0x0101_0101_0101_0101;
        while let Some(&word) = self.text.get(at..).and_then(<[u8]>::first_chunk) {
            let word = u64::from_le_bytes(word);
            let found = word.wrapping_sub(ONES * u64::from(b'0')) & !word & ONES << 7;
            if found != 0 {
                return at + found.trailing_zeros() as usize / 8;
            }
            at += 8;
        }
        let rest = self.text.get(at..).unwrap_or_default();
        rest.iter().position(|byte| *byte < b'0').map_or(self.text.len(), |n| at + n)
    }

    /// The key of a text from here up to a place, which is gone to.
    #[inline(always)]
    fn key(&mut self, table: u32, most: u32, to: usize) -> Option<u32> {
        let key = self.print.key(table, most, &Written::new(self.text, self.at, to - self.at))?;
        self.at = to;
        Some(key)
    }

    /// The words after a dot that a choice writes: as many as it has, or none.
    #[inline(always)]
    fn choice(&mut self, step: &Step) -> Option<u32> {
        let most = most(step);
        if self.peek() == b'.' {
            let mut to = self.end_of_word(self.at + 1);
            let first = to;
            while self.text.get(to) == Some(&b'.') {
                to = self.end_of_word(to + 1);
            }
            loop {
                if let Some(key) = self.key(step.table, most, to) {
                    return Some(key);
                }
                if to == first {
                    break;
                }
                to = self.at + self.text[self.at..to].iter().rposition(|byte| *byte == b'.')?;
            }
        }
        let usual = self.print.entries.get(step.table as usize)?;
        if usual.is_empty() && usual.flags() & Entry::SPECIAL == 0 {
            return Some(0);
        }
        self.key(step.table, most, self.at)
    }

    /// An operand, in which there may be a dot.
    #[inline(always)]
    fn operand(&mut self, table: u32, most: u32) -> Option<u32> {
        // A sign that could end a word may be its first one: `#0x5`.
        let to = self.end_of_word(self.at + 1).max(self.at);
        if let Some(key) = self.key(table, most, to) {
            return Some(key);
        }
        if self.text.get(to) != Some(&b'.') {
            return None;
        }
        let to = self.end_of_word(to + 1);
        self.key(table, most, to)
    }

    /// Registers whose number a field counts.
    #[inline]
    fn group(&mut self, count: &Step, step: &Step) -> Option<u32> {
        let to = self.end_of_word(self.at);
        let written = Written::new(self.text, self.at, to - self.at);
        for number in 0..=most(count) {
            let table = *self.print.bases.get((count.table + number) as usize)?;
            if let Some(key) = self.print.key(table, most(step), &written) {
                let entry = self.print.entries.get((table + key) as usize)?;
                if entry.flags() & step.flags & Entry::BREAKS != 0 {
                    return None;
                }
                self.bits |= place(count, number);
                self.at = to;
                return Some(key);
            }
        }
        None
    }

    /// A number of usual digits with what precedes it, or nothing where that means a value.
    #[inline]
    fn number(&mut self, piece: &NumberPiece) -> Option<()> {
        let before = usize::from(piece.before.len);
        let text = self.print.texts.get(piece.before.at as usize..)?.get(..before)?;
        let value = if self.text.get(self.at..)?.starts_with(text) && (before > 0 || piece.silent.is_none()) {
            let is_signed = match piece.style {
                DigitStyle::Plain(NumberStyle::SignedHex | NumberStyle::Signed) => true,
                DigitStyle::Plain(NumberStyle::Hex | NumberStyle::Decimal) | DigitStyle::Capital => false,
                _ => return None,
            };
            self.at += before;
            let negative = self.peek() == b'-';
            self.at += usize::from(negative);
            let value = self.digits()?;
            let half = 1_u64 << (piece.bits() - 1);
            let fits = match (is_signed, negative) {
                (false, negative) => !negative && value >> (piece.bits() - 1) <= 1,
                (true, true) => value <= half,
                (true, false) => value < half,
            };
            fits.then_some(if negative { value.wrapping_neg() } else { value })?
        } else {
            piece.silent?
        };
        self.bits = piece.with(self.bits.into(), value).head;
        Some(())
    }

    /// A decimal or hexadecimal number of at most eight digits, without zeros in front.
    #[inline]
    fn digits(&mut self) -> Option<u64> {
        let base = if self.text.get(self.at..)?.starts_with(b"0x") { 16 } else { 10 };
        self.at += if base == 16 { 2 } else { 0 };
        let (start, mut value) = (self.at, 0);
        while let Some(digit) = char::from(self.peek()).to_digit(base) {
            value = value * u64::from(base) + u64::from(digit);
            self.at += 1;
            if self.at > start + 8 {
                return None;
            }
        }
        let is_octal = base == 10 && self.text.get(start) == Some(&b'0') && self.at > start + 1;
        (self.at > start && !is_octal).then_some(value)
    }
}

/// The largest key of a step.
#[inline(always)]
fn most(step: &Step) -> u32 {
    u32::from(step.runs[0].mask | step.runs[1].mask | step.runs[2].mask)
}

/// The bits of a word that give a step its key.
#[inline(always)]
fn place(step: &Step, key: u32) -> u64 {
    let run = |r: Run| u64::from(key & u32::from(r.mask)).rotate_left(u32::from(r.rotate));
    run(step.runs[0]) | run(step.runs[1]) | run(step.runs[2])
}
