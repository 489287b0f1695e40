//! Lists instructions, one per line.

use std::ops::Range;
use std::{fmt, io};

use isatope_core::{Bits, Decoder, Formatter, Instruction, Opcode, Target, recognize};

use super::branches::{Search, write_label};
use super::marks::{Marks, Patch};
use super::printer::Printer;
use super::symbols::{Lines, comment};
use super::text::{INDENT, Margin, Sink, Text};

/// A name for a place.
#[derive(Clone, Debug)]
pub struct Label<'a> {
    /// Offset in the code.
    pub offset: u64,
    /// Lines to print there.
    pub lines: Lines<'a>,
}

impl Label<'_> {
    /// Adds labels before those at the same offsets.
    pub(super) fn add_before(mut more: Vec<Self>, labels: &mut Vec<Self>) {
        if more.is_empty() {
            return;
        }
        more.append(labels);
        more.sort_by_key(|label| label.offset);
        *labels = more;
    }
}

/// Code to be listed.
#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    /// What it is for.
    pub target: Target,
    /// How it is written.
    pub formatter: &'a Formatter,
    /// The bytes.
    pub bytes: &'a [u8],
    /// Prefix of each line.
    pub margin: Margin,
    /// Blanks in front of each line.
    pub indent: bool,
    /// Labels, by offset. No instruction is read across one.
    pub labels: &'a [Label<'a>],
    /// Address of the first byte; offsets in margins count from it.
    pub base: u64,
    /// Comments after instructions.
    pub remark: Option<&'a dyn Remark>,
    /// Comments after single instructions, by offset.
    pub notes: &'a [Comment],
    /// Relocations, and ends of symbols.
    pub marks: Marks<'a>,
}

/// A comment at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Index into [`Container::sections`](isatope_object::Container::sections).
    pub section: usize,
    /// Offset in the section.
    pub offset: u64,
    /// Its lines, without the signs of a comment.
    pub text: String,
}

/// Says something about instructions, which is in a comment after them.
pub trait Remark: Sync + fmt::Debug {
    /// Adds what there is to say about an instruction at an address.
    fn write(&self, address: u64, inst: &Instruction, text: &mut Text);
}

/// Zeros up to the end of code or up to a label are padding if there are this many bytes of them.
const MIN_PADDING: usize = 16;

/// Bytes of code that are listed at a time: their text stays in the cache.
pub(super) const PIECE: usize = 16 << 10;

/// Longer code is listed by two threads: it takes so long that what both of them have to make for themselves is not a
/// tenth of it.
const LONG: usize = 4 << 20;

/// Facts about addresses that are needed before lines are written.
#[derive(Debug, Default)]
pub(super) struct Targets {
    /// A bit for each word that a branch leads to.
    words: Vec<u64>,
    /// For each label from this one on the place from which there are only zeros up to it; then the same for the end.
    first_label: usize,
    zeros: Vec<usize>,
}

impl Targets {
    #[inline]
    pub(super) fn is_target(&self, at: usize) -> bool {
        self.words.get(at / 256).is_some_and(|bits| bits >> (at / 4 % 64) & 1 != 0)
    }

    fn add(&mut self, target: u64, end: usize) {
        if let Ok(at) = usize::try_from(target)
            && at <= end
        {
            if self.words.len() <= end / 256 {
                self.words.resize(end / 256 + 1, 0);
            }
            self.words[at / 256] |= 1 << (at / 4 % 64);
        }
    }

    /// Whether a place is among the zeros in front of the end, and not the first of them.
    pub(super) fn is_padding(&self, at: usize) -> bool {
        self.zeros.last().is_some_and(|zeros| at > *zeros)
    }

    pub(super) fn join(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(ours, theirs)| *ours |= theirs);
    }
}

/// A stretch of code that was looked at.
#[derive(Debug)]
pub(super) struct Stretch {
    /// From where its first instruction starts to where its last one ends.
    pub range: Range<usize>,
    /// Start of the pieces.
    pub pieces: Vec<usize>,
}

impl Code<'_> {
    /// Lists a part of the code, which starts and ends where instructions do.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn write(&self, range: Range<usize>, sink: &mut Sink<'_>) -> io::Result<()> {
        self.write_with(range, &mut Printer::new(self.target, *self.formatter), sink)
    }

    /// Like `write`, with a printer that may have been used before; it must have the same target and formatter.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn write_with(&self, range: Range<usize>, printer: &mut Printer, sink: &mut Sink<'_>) -> io::Result<()> {
        printer.limit(range.start, range.end);
        let is_long = range.len() > LONG
            && self.labels.is_empty()
            && std::thread::available_parallelism().is_ok_and(|n| n.get() > 1);
        let formatter = self.formatter.labels_within(range.start as u64, range.end as u64);
        let own = Code { formatter: &formatter, ..*self };
        let targets = match is_long {
            true => own.write_by_two(range.clone(), printer, sink)?,
            false => own.write_alone(range.clone(), printer, sink)?,
        };
        self.label_at_end(range.end, &targets, sink);
        Ok(())
    }

    /// Lists a part of the code, and says where branches lead.
    fn write_alone(&self, range: Range<usize>, printer: &mut Printer, sink: &mut Sink<'_>) -> io::Result<Targets> {
        let mut targets = Targets::default();
        if !printer.search.is_idle() {
            self.look(range.clone(), range.end, &mut printer.search, &mut targets);
        }
        self.find_zeros(&range, &mut targets);
        let mut at = range.start;
        while at < range.end {
            let until = (at + PIECE).min(range.end);
            at = self.lines(at..until, range.end, &targets, printer, &mut sink.text);
            sink.pass_on()?;
        }
        Ok(targets)
    }

    /// Finds the zeros in front of labels and of the end.
    pub(super) fn find_zeros(&self, range: &Range<usize>, targets: &mut Targets) {
        targets.first_label = self.labels.partition_point(|l| l.offset <= range.start as u64);
        let mut from = range.start;
        for label in targets.first_label.. {
            let stop = self.stop(label, range.end).max(from);
            let zeros = self.bytes[from..stop].iter().rev().take_while(|b| **b == 0).count();
            targets.zeros.push(stop - zeros);
            if stop >= range.end {
                return;
            }
            from = stop;
        }
    }

    /// Finds where branches lead and where the pieces start, among the instructions that start in a range.
    pub(super) fn look(&self, range: Range<usize>, end: usize, search: &mut Search, targets: &mut Targets) -> Stretch {
        let mut pieces = Vec::new();
        let mut at = range.start;
        let mut piece = at;
        while at < range.end {
            let limit = self.stop(self.labels.partition_point(|l| l.offset <= at as u64), end);
            let until = limit.min(range.end);
            if !at.is_multiple_of(self.word()) || limit - at < self.word() {
                if at >= piece {
                    pieces.push(at);
                    piece = at + PIECE;
                }
                at += self.step(at, limit).1;
                continue;
            }
            let mut decoder = Decoder::new(self.target, &self.bytes[..limit]);
            decoder.seek(at);
            // A piece of a word at the end is not an instruction.
            let until = until.min(limit + 1 - self.word());
            while at < until {
                if at >= piece {
                    pieces.push(at);
                    piece = at + PIECE;
                }
                let Search { labelled, passed, branches } = &mut *search;
                let is_labelled = |form: Opcode| labelled.get(form.index()) == Some(&true);
                while let Some((place, inst)) = decoder.skip_to(until.min(piece), passed, is_labelled) {
                    let target = branches.target(&inst, place as u64);
                    if let Some(target) = target.filter(|target| self.formatter.names(*target)) {
                        targets.add(target, self.bytes.len());
                    }
                }
                at = decoder.offset();
            }
        }
        Stretch { range: range.start..at, pieces }
    }

    /// Bytes of a word.
    #[inline]
    pub(super) fn word(&self) -> usize {
        self.target.arch().word_bits as usize / 8
    }

    /// The label of a branch that leads after the last instruction.
    fn label_at_end(&self, end: usize, targets: &Targets, sink: &mut Sink<'_>) {
        if end == self.bytes.len() && targets.is_target(end) && !self.marks.has_aim(end) {
            self.branch_label(&mut sink.text, end);
        }
    }

    /// End of reading: the next label, or the end.
    #[inline]
    pub(super) fn stop(&self, label: usize, end: usize) -> usize {
        self.labels.get(label).map_or(end, |l| (l.offset as usize).min(end))
    }

    /// The instruction at a place, and how many bytes are done with.
    #[inline]
    pub(super) fn step(&self, at: usize, stop: usize) -> (Option<Instruction>, usize) {
        let word = self.word();
        let rest = &self.bytes[at..stop];
        if at.is_multiple_of(word) && rest.len() >= word {
            let inst = recognize(self.target, rest);
            return (inst, inst.map_or(word, |inst| inst.len()));
        }
        (None, (word - at % word).min(rest.len()))
    }

    /// Lists the instructions that start in a range, and says where the last one ends.
    pub(super) fn lines(
        &self,
        range: Range<usize>,
        end: usize,
        targets: &Targets,
        printer: &mut Printer,
        text: &mut Text,
    ) -> usize {
        let mut at = range.start;
        let mut label = self.labels.partition_point(|l| l.offset < at as u64);
        let mut notes = &self.notes[self.notes.partition_point(|note| note.offset < at as u64)..];
        let mut marks = self.marks.from(at);
        let word = self.word();
        while at < range.end {
            while let Some(found) = self.labels.get(label).filter(|l| l.offset <= at as u64) {
                found.lines.write(self.target.arch(), text);
                label += 1;
            }
            let limit = self.stop(label, end);
            if !at.is_multiple_of(word) || limit - at < word {
                let len = self.step(at, limit).1;
                self.label(at, targets, text);
                self.patches((at, len), None, marks.patches, printer, text);
                self.indent(text);
                self.line(at, len, None, printer, text);
                at += len;
                if at >= marks.next() {
                    at = self.between(at, targets, &mut marks, text);
                }
                continue;
            }
            let until = limit.min(range.end);
            while at < until && limit - at >= word {
                self.label(at, targets, text);
                notes = after(notes, at);
                let noted = notes.first().map_or(usize::MAX, |note| note.offset as usize);
                let halt = noted.min(marks.next());
                if self.margin == Margin::None && self.remark.is_none() && at < halt {
                    let (start, code) = (at, &self.bytes[..limit]);
                    let stops = |at| targets.is_target(at) || at >= halt;
                    at = printer.lines.write(code, at..until, stops, self.indent, text);
                    let is_stopped = at > start && stops(at);
                    if at >= marks.next() {
                        at = self.between(at, targets, &mut marks, text);
                    }
                    if at >= until || limit - at < word || is_stopped {
                        continue;
                    }
                }
                let next = at + self.next(at, limit, (label, targets), marks.patches, printer, text);
                if at == noted {
                    self.note(&notes[0], text);
                }
                at = next;
                if at >= marks.next() {
                    at = self.between(at, targets, &mut marks, text);
                }
            }
        }
        at
    }

    /// Lists what lies at a place in front of a label: an instruction, a word that is none, or padding. Returns its
    /// bytes.
    fn next(
        &self,
        at: usize,
        limit: usize,
        (label, targets): (usize, &Targets),
        patches: &[Patch],
        printer: &mut Printer,
        text: &mut Text,
    ) -> usize {
        let rest = &self.bytes[at..limit];
        let bits = rest.first_chunk::<8>().map(|chunk| u64::from_le_bytes(*chunk));
        let word = self.word();
        let is_zero = match bits {
            Some(bits) => bits << (64 - 8 * word) == 0,
            None => rest[..word].iter().all(|b| *b == 0),
        };
        if is_zero {
            let padding = self.padding(at, limit, (label, targets), printer.is_zero_broken);
            let patch = patches.first().map_or(limit, |patch| patch.offset as usize);
            let padding = padding.min(patch - at) / word * word;
            if padding > 0 {
                self.fill(at, padding, text);
                return padding;
            }
        }
        // Where zeros are padding, a word of them is not an instruction, whatever could be read from it.
        let padded = self.target.arch().padding;
        let inst = recognize(self.target, rest).filter(|i| i.bits() != 0 || !padded);
        let len = inst.map_or(word, |i| i.len());
        let given = match patches.first() {
            Some(patch) if patch.offset < (at + len) as u64 => {
                self.patches((at, len), inst.as_ref(), patches, printer, text)
            }
            _ => None,
        };
        self.indent(text);
        let start = text.len();
        self.line(at, len, inst.as_ref().map(|inst| (inst, given.as_deref())), printer, text);
        if let Some(bits) = bits.filter(|_| self.margin == Margin::None && self.remark.is_none())
            && inst.is_none()
        {
            printer.lines.note(bits, len, &text.as_bytes()[start..]);
        }
        len
    }

    /// Bytes of padding at a place where there is a word of zeros, up to where a branch leads. Zeros up to a label or
    /// the end of the code are not instructions that anyone wrote, whatever they mean on the target; others where they
    /// are none that can be run.
    #[cold]
    #[inline(never)]
    fn padding(&self, at: usize, limit: usize, (label, targets): (usize, &Targets), is_zero_broken: bool) -> usize {
        let word = self.word();
        let zeros = label.checked_sub(targets.first_label).and_then(|i| targets.zeros.get(i));
        let is_long = zeros.is_some_and(|zeros| at >= *zeros) && limit - at >= MIN_PADDING;
        if !is_long && (at == 0 || !is_zero_broken) {
            return 0;
        }
        let is_end =
            |place: &usize| targets.is_target(*place) || self.bytes[*place..limit].iter().take(word).any(|b| *b != 0);
        let end = (at + word..limit).step_by(word).find(is_end).unwrap_or(limit);
        (end - at) / word * word
    }

    /// Whether a place has zeros on both sides, which may be padding of one line.
    pub(super) fn is_among_zeros(&self, at: usize) -> bool {
        let word = self.word();
        let both = at.checked_sub(word).and_then(|from| self.bytes.get(from..at + word));
        both.is_some_and(|both| both.iter().all(|b| *b == 0))
    }

    /// The line of this many zeros.
    fn fill(&self, at: usize, len: usize, text: &mut Text) {
        self.indent(text);
        if self.margin == Margin::Words {
            margin(text, self.base + at as u64, Bits::default(), self.word(), self.target.arch().word_bits);
        }
        text.push(&format!(".fill {}, {}, 0\n", len / self.word(), self.word()));
    }

    /// The label that branches name.
    #[inline]
    fn label(&self, at: usize, targets: &Targets, text: &mut Text) {
        if targets.is_target(at) && at.is_multiple_of(4) && !self.marks.has_aim(at) {
            self.branch_label(text, at);
        }
    }

    /// The label of a place that a branch leads to, as branches name it.
    fn branch_label(&self, text: &mut Text, at: usize) {
        write_label(at as u64, self.formatter, text);
        text.push(":\n");
    }

    /// The blanks before a line.
    #[inline]
    fn indent(&self, text: &mut Text) {
        if self.indent {
            text.push(INDENT);
        }
    }

    /// Adds a comment to the line that was written last.
    #[cold]
    fn note(&self, note: &Comment, text: &mut Text) {
        text.unend_line();
        text.push(" // ");
        text.push(&comment(&note.text));
        text.end_line();
    }

    /// Adds a comment to the line of an instruction that was written last, if there is something to say.
    fn remark(&self, remark: &dyn Remark, at: usize, inst: &Instruction, text: &mut Text) {
        const START: &str = " // ";
        let line = text.len();
        text.unend_line();
        text.push(START);
        let start = text.len();
        remark.write(self.base + at as u64, inst, text);
        if text.len() == start {
            text.cut(line);
        } else {
            text.end_line();
        }
    }

    /// The line of one instruction, or of this many bytes that are none. An instruction may have a text that is given.
    #[inline]
    fn line(
        &self,
        at: usize,
        len: usize,
        inst: Option<(&Instruction, Option<&[u8]>)>,
        printer: &mut Printer,
        text: &mut Text,
    ) {
        let word_bits = self.target.arch().word_bits;
        if let Some((inst, given)) = inst {
            if self.margin == Margin::Words {
                margin(text, self.base + at as u64, inst.all_bits(), len, word_bits);
            }
            match given {
                Some(given) => text.push_bytes(given),
                None => printer.write(inst, at as u64, text),
            }
            if let Some(remark) = self.remark {
                self.remark(remark, at, inst, text);
            }
            return;
        }
        let mut padded = [0; 8];
        padded[..len].copy_from_slice(&self.bytes[at..at + len]);
        let bits = u64::from_le_bytes(padded);
        if self.margin == Margin::Words {
            margin(text, self.base + at as u64, bits, len, word_bits);
        }
        data(text, bits, len, word_bits);
        text.end_line();
    }
}

/// The comments at a place and after it.
#[inline]
fn after(notes: &[Comment], at: usize) -> &[Comment] {
    match notes.first() {
        Some(note) if note.offset < at as u64 => &notes[notes.partition_point(|note| note.offset < at as u64)..],
        _ => notes,
    }
}

/// Offset and words in a comment, before the text.
pub fn margin(out: &mut Text, offset: u64, bits: impl Into<Bits>, len: usize, word_bits: u32) {
    out.push("/*");
    out.hex(offset, 8);
    out.push(": ");
    let before = out.len();
    out.words(bits.into(), len, word_bits);
    while out.len() < before + 17 {
        out.push_byte(b' ');
    }
    out.push("*/ ");
}

/// Up to 8 bytes that are no instruction.
pub fn data(out: &mut Text, bits: u64, len: usize, word_bits: u32) {
    match len {
        8 if word_bits == 64 => {
            out.push(".quad 0x");
            out.hex(bits, 16);
        }
        8 => {
            out.push(".long 0x");
            out.hex(bits, 8);
            out.push(", 0x");
            out.hex(bits >> 32, 8);
        }
        4 => {
            out.push(".long 0x");
            out.hex(bits, 8);
        }
        2 => {
            out.push(".short 0x");
            out.hex(bits, 4);
        }
        _ => {
            for i in 0..len {
                out.push(if i == 0 { ".byte 0x" } else { ", 0x" });
                out.hex(bits >> (8 * i), 2);
            }
        }
    }
}
