//! Runs print programs.

use core::fmt::Write;
use core::ops::Range;

use super::float::{Format, HALF, SINGLE, float};
use super::formatter::{Formatter, Here, programs};
use super::number::{SMALL, minus, plain};
use super::pen::{Line, Pen};
use super::swizzle;
use crate::instruction::Instruction;
use crate::rules;
use crate::tables::{
    Alternative, DigitStyle, Entry, FloatComment, Lead, LiteralStyle, NumberPiece, Print, Run, Shared, SharedLimit,
    Signs, Step, StepKind, TextAt,
};

const CAPITAL: &[u8; 16] = b"0123456789ABCDEF";

/// What means the mnemonic among the pieces.
static HEAD: Step = Step {
    runs: [Run { rotate: 0, mask: 0 }; 3],
    table: 0,
    flags: 0,
    extra: 0,
    signs: 0,
    kind: StepKind::Text,
    lead: Lead::None,
    operand: None,
    word: 0,
};

/// What is known of a line beside its text.
struct State {
    /// All flags of operands that count.
    flags: u16,
    /// The flags that all operands have.
    alike: u16,
    /// Scalar values that are read.
    scalars: u32,
    /// Where the entries of the next operand start.
    base: u32,
}

impl Formatter {
    /// Writes the text of an instruction, and says how long it is; `usual` leaves out mnemonics that say operands.
    /// `seen` gets all pieces and where their texts are, without what precedes them.
    #[inline(always)]
    pub(super) fn run(
        &self,
        inst: &Instruction,
        address: Option<u64>,
        line: &mut Line,
        usual: bool,
        mut seen: impl FnMut(&Step, Range<usize>, &Line),
    ) -> usize {
        let print = &inst.target().arch().print;
        let bits = inst.bits();
        let programs =
            if inst.target() == self.target { self.programs } else { programs(inst.target(), self.dialect()) };
        let Some(&Some(first)) = programs.get(inst.opcode().index()) else { return 0 };
        let mut rest = print.alternatives.get(first.index()..).unwrap_or_default().iter();
        let fits = |a: &&Alternative| a.body.when.holds(bits) && !(usual && a.body.renamed);
        let Some(alternative) = rest.find(fits) else { return 0 };
        let (head, body) = (&*alternative.head, &*alternative.body);
        let mut pen = Pen::new(line);
        let padded = usize::from(head.padded);
        pen.text(print, TextAt { at: head.at, len: head.padded });
        seen(&HEAD, 0..head.name.into(), pen.line());
        let mut state = State { flags: 0, alike: Entry::ALIKE, scalars: body.unsaid.into(), base: 0 };
        let steps = print.steps_of(body);
        let mut next = 0;
        while let Some(step) = steps.get(next) {
            let step: &Step = step;
            next += 1;
            let begin = pen.at;
            let key = key(step, if step.word == 0 { bits } else { behind(inst, step) });
            match step.kind {
                StepKind::Operand | StepKind::Counted => {
                    lead(step, &mut pen, padded);
                    let base = if step.kind == StepKind::Operand { step.table } else { state.base };
                    let Some(entry) = print.entries.get(base as usize + key) else { continue };
                    let entry: &Entry = entry;
                    state.note(step, entry);
                    pen.entry(entry);
                    if entry.flags() & (Entry::LONG | Entry::SPECIAL) != 0 {
                        pen.at -= entry.len();
                        self.unusual((inst, address), step, (entry, key), &mut pen);
                    }
                }
                StepKind::Choice => {
                    let Some(entry) = print.entries.get(step.table as usize + key) else { continue };
                    let entry: &Entry = entry;
                    pen.entry(entry);
                    if entry.flags() & Entry::LONG != 0 {
                        pen.at -= entry.len();
                        pen.text(print, entry.place());
                    }
                }
                StepKind::Count => {
                    state.base = print.bases.get(step.table as usize + key).copied().unwrap_or_default();
                    seen(step, begin..begin, pen.line());
                    continue;
                }
                StepKind::When => {
                    let set = print.sets.get(step.table as usize).copied().unwrap_or_default();
                    next += if set >> (key & 63) & 1 != 0 { 0 } else { usize::from(step.extra) };
                    seen(step, begin..begin, pen.line());
                    continue;
                }
                // Usually equal to what the operands imply, so nothing is printed.
                StepKind::Shared if state.is_shared(print, step, bits) => {}
                _ => {
                    lead(step, &mut pen, padded);
                    self.careful((inst, address), step, key, &mut state, &mut pen);
                }
            }
            let separator = match step.lead {
                Lead::None => 0,
                Lead::Blank => 1,
                Lead::Comma => 2,
                Lead::Varies => {
                    if begin == padded {
                        1
                    } else {
                        2
                    }
                }
            };
            seen(step, begin + separator..pen.at, pen.line());
        }
        if pen.at == padded {
            pen.at = head.name.into();
        }
        let breaks = state.flags & Entry::BREAKS != 0;
        if breaks || state.scalars > body.limit.into() {
            self.mark(inst, breaks, (steps, body.unsaid), &mut pen);
        }
        pen.at
    }

    /// Marks an instruction that breaks an operand rule: one of its operands does by itself, or together with others.
    #[inline(never)]
    fn mark(&self, inst: &Instruction, breaks: bool, steps: (&[Shared<Step>], u8), pen: &mut Pen<'_>) {
        let print = &inst.target().arch().print;
        let few = |limit| !may_exceed(limit, print, steps, inst.bits());
        if !breaks && inst.layout().shared_limit.is_some_and(few) {
            return;
        }
        if self.force && (breaks || rules::check(inst, self.dialect()).is_some()) {
            put(pen, " force");
        }
    }

    /// Pieces that are neither operands nor choices.
    #[inline(never)]
    fn careful(&self, here: Here<'_>, step: &Step, key: usize, state: &mut State, pen: &mut Pen<'_>) {
        let inst = here.0;
        let print = &inst.target().arch().print;
        let number = || print.numbers.get(usize::from(step.extra));
        match step.kind {
            StepKind::Text => pen.text(print, TextAt { at: step.table, len: step.extra as u8 }),
            StepKind::Signed => self.signed(here, step, key, state, pen),
            StepKind::Number => {
                if let Some(number) = number() {
                    self.number(here, number, number.value(inst.all_bits()), pen);
                }
            }
            StepKind::Swizzle => {
                if let Some(number) = number()
                    && let value = number.value(inst.all_bits())
                    && number.silent != Some(value)
                {
                    pen.text(print, number.before);
                    // A line takes everything.
                    let _ = swizzle::write(value as u32, pen);
                }
            }
            StepKind::Literal => {
                state.scalars += u32::from(step.flags & Entry::SCALAR != 0);
                self.literal(print, step, (inst.bits() >> 32) as u32, pen);
            }
            StepKind::Shared => {
                if let Some(number) = number() {
                    self.number(here, number, number.value(inst.all_bits()), pen);
                }
            }
            StepKind::Value => {
                // Whether it breaks a rule is looked up.
                state.scalars = u32::MAX / 2;
                self.value(inst, step.operand, pen);
            }
            StepKind::Choice | StepKind::Operand | StepKind::Count | StepKind::Counted | StepKind::When => {}
        }
    }

    /// The text of an entry that does not be in it.
    #[inline(never)]
    fn unusual(&self, here: Here<'_>, step: &Step, (entry, key): (&Entry, usize), pen: &mut Pen<'_>) {
        let inst = here.0;
        let print = &inst.target().arch().print;
        if entry.flags() & Entry::LONG != 0 {
            pen.text(print, entry.place());
        } else if let Some(number) = entry.special() {
            self.number(here, &print[number], key as u64, pen);
        } else {
            self.literal(print, step, (inst.bits() >> 32) as u32, pen);
        }
    }

    /// An operand with its signs.
    fn signed(&self, here: Here<'_>, step: &Step, key: usize, state: &mut State, pen: &mut Pen<'_>) {
        let inst = here.0;
        let print = &inst.target().arch().print;
        let Some(entry) = print.entries.get(step.table as usize + key) else { return };
        state.note(step, entry);
        let none = Signs {
            function: (None, TextAt { at: 0, len: 0 }),
            prefix: (None, TextAt { at: 0, len: 0 }, TextAt { at: 0, len: 0 }),
            around: (None, TextAt { at: 0, len: 0 }, TextAt { at: 0, len: 0 }),
        };
        let signs = print.signs.get(usize::from(step.signs)).unwrap_or(&none);
        let is_set = |bit: Option<u8>| bit.is_some_and(|bit| inst.bits() >> bit & 1 != 0);
        let function = is_set(signs.function.0);
        let (prefix, around) = (is_set(signs.prefix.0), is_set(signs.around.0));
        if function {
            pen.text(print, signs.function.1);
        }
        // `-4.0` is a constant of its own: the sign of a modified one has to look otherwise.
        let call = prefix && !around && entry.flags() & Entry::NUMBER != 0;
        if prefix {
            pen.text(print, if call { signs.prefix.2 } else { signs.prefix.1 });
        }
        if around {
            pen.text(print, signs.around.1);
        }
        if entry.flags() & (Entry::LONG | Entry::SPECIAL) != 0 {
            self.unusual(here, step, (entry, key), pen);
        } else {
            pen.entry(entry);
        }
        if around {
            pen.text(print, signs.around.2);
        }
        for _ in 0..u8::from(call) + u8::from(function) {
            pen.byte(b')');
        }
    }

    /// A number, if it is not silent.
    #[inline]
    fn number(&self, here: Here<'_>, step: &NumberPiece, value: u64, pen: &mut Pen<'_>) {
        let inst = here.0;
        let print = &inst.target().arch().print;
        if step.silent == Some(value) {
            return;
        }
        pen.text(print, step.before);
        let bits = step.bits();
        if let Some(number) = step.number
            && self.spelled(here, number, value as u32, bits, pen)
        {
            return;
        }
        match step.style {
            DigitStyle::Plain(style) => plain(style, value, bits, pen),
            DigitStyle::Capital => pen.hex(value, CAPITAL),
            DigitStyle::InPlace => pen.hex(inst.bits() & step.mask(), SMALL),
        }
    }

    /// A literal: hexadecimal, in `lit()` where the bare number would become an inline constant or not come back whole.
    #[inline]
    fn literal(&self, print: &Print, step: &Step, value: u32, pen: &mut Pen<'_>) {
        let Some(style) = print.literals.get(usize::from(step.extra)) else { return };
        if style.is_ambiguous(value) {
            ambiguous(style, value, pen);
        } else {
            pen.hex(value.into(), SMALL);
        }
        if self.float_comments {
            match style.comment {
                Some(FloatComment::Single) => comment(pen, value, SINGLE, "f"),
                Some(FloatComment::Half) => comment(pen, value, HALF, "h"),
                None => {}
            }
        }
    }
}

impl State {
    /// Whether the bits that operands share are as they ask for.
    #[inline(always)]
    fn is_shared(&self, print: &Print, step: &Step, bits: u64) -> bool {
        let wanted = (self.alike >> Entry::ALIKE.trailing_zeros()).trailing_zeros();
        print.numbers.get(usize::from(step.extra)).is_none_or(|number| number.value(bits.into()) == u64::from(wanted))
    }

    /// Takes note of what an operand is.
    #[inline(always)]
    fn note(&mut self, step: &Step, entry: &Entry) {
        let flags = entry.flags();
        self.flags |= flags & step.flags;
        self.scalars += u32::from(flags & step.flags & Entry::SCALAR != 0);
        self.alike &= flags;
    }
}

/// The bits of which a step takes its key, where they lie after the first 64.
#[cold]
#[inline(never)]
fn behind(inst: &Instruction, step: &Step) -> u64 {
    inst.all_bits().window(step.word.into())
}

/// The key of a step in a word.
#[inline(always)]
pub(super) fn key(step: &Step, bits: u64) -> usize {
    let run = |r: Run| bits.rotate_right(u32::from(r.rotate)) as u32 & u32::from(r.mask);
    (run(step.runs[0]) | run(step.runs[1]) | run(step.runs[2])) as usize
}

/// Whether the values that operands read may be more than the format allows; it is certain only where they are not.
/// Of the steps some values are not written: this many.
pub(super) fn may_exceed(limit: SharedLimit, print: &Print, (steps, unsaid): (&[Shared<Step>], u8), bits: u64) -> bool {
    let (mut reads, mut pairs) = ((None, unsaid), (None, unsaid));
    // Whatever is as the first one is not counted again.
    let count = |seen: &mut (Option<usize>, u8), key: usize| {
        seen.1 += u8::from(seen.0 != Some(key));
        seen.0 = seen.0.or(Some(key));
    };
    for step in steps.iter().filter(|step| step.kind == StepKind::Operand) {
        let key = key(step, bits);
        let flags = print.entries.get(step.table as usize + key).map_or(Entry::SCALAR, |entry| entry.flags());
        if flags & step.flags & Entry::SCALAR != 0 {
            count(&mut reads, key);
            if flags & Entry::NUMBER == 0 {
                count(&mut pairs, key >> 1);
            }
        }
    }
    // A pair may be read as two words.
    reads.1 > limit.reads || pairs.1 > limit.slots || 2 * pairs.1 > limit.words
}

/// Whether a step writes nothing and decides about what follows.
pub(super) fn decides(step: &Step) -> bool {
    matches!(step.kind, StepKind::When | StepKind::Count)
}

/// The bits that a step comes from, of the first 64.
pub(super) fn mask_of(inst: &Instruction, step: &Step) -> u64 {
    let print = &inst.target().arch().print;
    let run = |r: Run| u64::from(r.mask).rotate_left(u32::from(r.rotate));
    let key = if step.word == 0 { step.runs.iter().fold(0, |mask, r| mask | run(*r)) } else { 0 };
    let literal = if inst.literal().is_some() { u64::MAX << 32 } else { 0 };
    let special = || {
        let entry = print.entries.get(step.table as usize + self::key(step, inst.all_bits().window(step.word.into())));
        entry.is_some_and(|e| e.flags() & Entry::SPECIAL != 0 && e.special().is_none())
    };
    match step.kind {
        StepKind::Number | StepKind::Swizzle | StepKind::Shared => {
            print.numbers.get(usize::from(step.extra)).map_or(0, NumberPiece::mask)
        }
        StepKind::Literal => u64::MAX << 32,
        StepKind::Operand if special() => key | literal,
        StepKind::Signed => {
            let signs = print.signs.get(usize::from(step.signs));
            let bit = |bit: Option<u8>| bit.map_or(0, |bit| 1_u64 << bit);
            let around = signs.map_or(0, |s| bit(s.function.0) | bit(s.prefix.0) | bit(s.around.0));
            key | around | if special() { literal } else { 0 }
        }
        _ => key,
    }
}

/// What precedes a step.
#[inline(always)]
fn lead(step: &Step, pen: &mut Pen<'_>, padded: usize) {
    let text = match step.lead {
        Lead::None => return,
        Lead::Blank => (b"  ", 1),
        Lead::Comma => (b", ", 2),
        Lead::Varies if pen.at == padded => (b"  ", 1),
        Lead::Varies => (b", ", 2),
    };
    pen.paste(text.0);
    pen.at += text.1;
}

#[cold]
fn ambiguous(style: &LiteralStyle, value: u32, pen: &mut Pen<'_>) {
    put(pen, "lit(");
    let signed = value as i32;
    if style.decimal && (-16..=64).contains(&signed) {
        minus(signed < 0, pen);
        pen.decimal(signed.unsigned_abs().into());
    } else {
        pen.hex(value.into(), SMALL);
    }
    pen.byte(b')');
}

/// ` /* 2f */`.
#[cold]
fn comment(pen: &mut Pen<'_>, bits: u32, format: Format, suffix: &str) {
    put(pen, " /* ");
    // A line takes everything.
    let _ = float(pen, bits, format);
    put(pen, suffix);
    put(pen, " */");
}

fn put(pen: &mut Pen<'_>, text: &str) {
    // A line takes everything.
    let _ = pen.write_str(text);
}
