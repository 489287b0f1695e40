//! Instructions as lines. Long code is listed by two threads, each a piece at a time, in order.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, mpsc};

use isatope_core::tables::{CodeRange, Field, FieldKind, Form, Kind};
use isatope_core::{Decoder, Formatter, Instruction, Target, recognize};

use super::{Margin, Printer, Sink, Text};

/// A name for a place.
#[derive(Clone, Debug)]
pub struct Label {
    /// Offset in the code.
    pub offset: u64,
    /// Lines to print there, each with its line break.
    pub lines: String,
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
    /// What stands in front of each line.
    pub margin: Margin,
    /// Blanks in front of each line.
    pub indent: bool,
    /// Labels, by offset. No instruction is read across one.
    pub labels: &'a [Label],
}

/// Zeros up to the end of code or up to a label are padding if there are so many bytes of them.
const MIN_PADDING: usize = 16;

/// Bytes of code that one thread lists at a time.
const PIECE: usize = 64 << 10;

/// Bytes that are read ahead of a place to find out whether an instruction starts there.
const RUN_UP: usize = 256;

/// Texts that wait to be written, at most.
const AHEAD: usize = 4;

/// A bit for each word that a branch leads to.
#[derive(Debug, Default)]
struct Targets(Vec<u64>);

impl Targets {
    #[inline]
    fn is_target(&self, at: usize) -> bool {
        self.0.get(at / 256).is_some_and(|bits| bits >> (at / 4 % 64) & 1 != 0)
    }

    fn add(&mut self, target: i64, end: usize) {
        if let Ok(at) = usize::try_from(target)
            && at <= end
        {
            if self.0.len() <= end / 256 {
                self.0.resize(end / 256 + 1, 0);
            }
            self.0[at / 256] |= 1 << (at / 4 % 64);
        }
    }

    fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(ours, theirs)| *ours |= theirs);
    }
}

/// What a look at all of the code finds out.
#[derive(Debug, Default)]
struct Survey {
    targets: Targets,
    /// Where the pieces start.
    starts: Vec<usize>,
    /// Where the last instruction ends.
    end: usize,
}

/// No field is a branch's distance.
pub(super) const NO_FIELD: u8 = 255;

/// For each opcode the field that holds the distance of a branch, if the dialect writes it as a label, or [`NO_FIELD`].
pub(super) fn branch_fields(target: Target, formatter: &Formatter) -> Vec<u8> {
    let arch = target.arch();
    // Labels are known by their offset in words of 32 bits.
    if arch.word_bits != 32 {
        return Vec::new();
    }
    let is_branch = |class: u16| match arch.classes[class as usize].codes {
        [CodeRange { kind: Kind::Number(number), .. }] => formatter.has_labels(&arch.numbers[*number as usize]),
        _ => false,
    };
    let field = |f: &Field| matches!(f.kind, FieldKind::Operand(class) if is_branch(class));
    let layouts: Vec<Option<u8>> =
        arch.layouts.iter().map(|l| l.fields.iter().position(field).and_then(|i| u8::try_from(i).ok())).collect();
    let of = |f: &Form| {
        let encoding = arch.encodings.get(f.encodings[target.version()] as usize)?;
        layouts.get(encoding.layout as usize).copied().flatten()
    };
    arch.forms.iter().map(|f| of(f).unwrap_or(NO_FIELD)).collect()
}

impl Code<'_> {
    /// Lists a part of the code, which starts and ends where instructions do.
    ///
    /// # Errors
    /// Those of the file.
    pub fn write(&self, range: Range<usize>, sink: &mut Sink<'_>) -> io::Result<()> {
        let long = range.len() > 2 * PIECE;
        let threads = if long { std::thread::available_parallelism().map_or(1, usize::from) } else { 1 };
        let survey = self.survey(range.clone(), threads);
        if threads > 1 {
            self.pieces(&survey, range.end, sink)?;
        } else {
            let mut printer = Printer::new(self.target, *self.formatter);
            let mut at = range.start;
            while at < range.end {
                let until = (at + PIECE).min(range.end);
                at = self.lines(at..until, range.end, &survey.targets, &mut printer, &mut sink.text);
                sink.pass_on()?;
            }
        }
        self.label_at_end(range.end, &survey.targets, sink);
        Ok(())
    }

    /// Lists pieces with a second thread, whose texts come in order: whoever is free takes the next piece.
    fn pieces(&self, survey: &Survey, end: usize, sink: &mut Sink<'_>) -> io::Result<()> {
        let next = AtomicUsize::new(0);
        let used = Mutex::new(Vec::new());
        let take = || {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            let start = *survey.starts.get(piece)?;
            let until = survey.starts.get(piece + 1).copied().unwrap_or(end);
            let text: Text =
                used.lock().ok().and_then(|mut list: MutexGuard<'_, Vec<Text>>| list.pop()).unwrap_or_default();
            Some((piece, start..until, text))
        };
        let (send, receive) = mpsc::sync_channel(AHEAD);
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let mut printer = Printer::new(self.target, *self.formatter);
                while let Some((piece, range, mut text)) = take() {
                    self.lines(range, end, &survey.targets, &mut printer, &mut text);
                    if send.send((piece, text)).is_err() {
                        return;
                    }
                }
            });
            let mut printer = Printer::new(self.target, *self.formatter);
            let mut done: Vec<(usize, Text)> = Vec::new();
            let mut turn = 0;
            while turn < survey.starts.len() {
                if let Some(i) = done.iter().position(|d| d.0 == turn) {
                    let (_, mut text) = done.swap_remove(i);
                    sink.append(&text)?;
                    text.clear();
                    used.lock().iter_mut().for_each(|list| list.push(std::mem::take(&mut text)));
                    turn += 1;
                } else if let Ok(theirs) = receive.try_recv() {
                    done.push(theirs);
                } else if let Some((piece, range, mut text)) = if done.len() < AHEAD { take() } else { None } {
                    self.lines(range, end, &survey.targets, &mut printer, &mut text);
                    done.push((piece, text));
                } else {
                    let Ok(theirs) = receive.recv() else { return Err(io::Error::other("a thread ended early")) };
                    done.push(theirs);
                }
            }
            Ok(())
        })
    }

    /// A place from `at` on where an instruction starts, most likely: reading finds its way within a few instructions.
    fn resume_at(&self, start: usize, at: usize, end: usize) -> usize {
        let mut place = at.saturating_sub(RUN_UP).max(start) / 4 * 4;
        let mut label = self.labels.partition_point(|l| l.offset <= place as u64);
        while place < at {
            while self.labels.get(label).is_some_and(|l| l.offset <= place as u64) {
                label += 1;
            }
            place += self.step(place, self.stop(label, end)).1;
        }
        place.min(end)
    }

    /// Finds where branches lead and where the pieces start, with a second thread if there is one.
    fn survey(&self, range: Range<usize>, threads: usize) -> Survey {
        let fields = branch_fields(self.target, self.formatter);
        if threads < 2 {
            let nothing = fields.iter().all(|f| *f == NO_FIELD);
            return if nothing { Survey::default() } else { self.look(range.clone(), range.end, &fields) };
        }
        let middle = self.resume_at(range.start, range.start + range.len() / 2, range.end);
        let (mut first, second) = std::thread::scope(|scope| {
            let other = scope.spawn(|| self.look(middle..range.end, range.end, &fields));
            (self.look(range.start..middle, range.end, &fields), other.join().ok())
        });
        // Where instructions start in the middle is known for sure only when the first half is done.
        let second = second.filter(|_| first.end == middle);
        let second = second.unwrap_or_else(|| self.look(first.end..range.end, range.end, &fields));
        first.targets.join(&second.targets);
        first.starts.extend(second.starts);
        Survey { end: second.end, ..first }
    }

    /// The same for the instructions that start in a range.
    fn look(&self, range: Range<usize>, end: usize, fields: &[u8]) -> Survey {
        let mut survey = Survey::default();
        let mut at = range.start;
        let mut piece = at;
        while at < range.end {
            let limit = self.stop(self.labels.partition_point(|l| l.offset <= at as u64), end);
            let until = limit.min(range.end);
            if !at.is_multiple_of(self.word()) || limit - at < self.word() {
                if at >= piece {
                    survey.starts.push(at);
                    piece = at + PIECE;
                }
                at += self.step(at, limit).1;
                continue;
            }
            let mut decoder = Decoder::new(self.target, &self.bytes[..limit]);
            decoder.seek(at);
            while decoder.offset() < until && limit - decoder.offset() >= self.word() {
                let Some((offset, inst)) = decoder.advance() else { break };
                if offset >= piece {
                    survey.starts.push(offset);
                    piece = offset + PIECE;
                }
                if let Some(inst) = &inst
                    && let Some(&field) = fields.get(usize::from(inst.opcode().0))
                    && field != NO_FIELD
                {
                    self.branch(inst, field, offset, &mut survey.targets);
                }
            }
            at = decoder.offset();
        }
        survey.end = at;
        survey
    }

    /// Notes where a branch leads.
    fn branch(&self, inst: &Instruction, field: u8, at: usize, targets: &mut Targets) {
        let info = &inst.layout().fields[field as usize];
        let bits: u8 = info.pieces.iter().map(|p| p.bits).sum();
        let unused = 64 - u32::from(bits.clamp(1, 32));
        let words = (inst.field(field as usize) << unused) as i64 >> unused;
        targets.add((at as i64).saturating_add(4 + 4 * words), self.bytes.len());
    }

    /// Bytes of a word.
    #[inline]
    fn word(&self) -> usize {
        self.target.arch().word_bits as usize / 8
    }

    /// The label of a branch that leads behind the last instruction.
    fn label_at_end(&self, end: usize, targets: &Targets, sink: &mut Sink<'_>) {
        if end == self.bytes.len() && targets.is_target(end) {
            branch_label(&mut sink.text, end);
        }
    }

    /// Where reading has to stop: at the next label, or at the end.
    #[inline]
    fn stop(&self, label: usize, end: usize) -> usize {
        self.labels.get(label).map_or(end, |l| (l.offset as usize).min(end))
    }

    /// The instruction at a place, and how many bytes are done with.
    #[inline]
    fn step(&self, at: usize, stop: usize) -> (Option<Instruction>, usize) {
        let word = self.word();
        let rest = &self.bytes[at..stop];
        if at.is_multiple_of(word) && rest.len() >= word {
            let inst = recognize(self.target, rest);
            return (inst, inst.map_or(word, |inst| inst.len()));
        }
        (None, (word - at % word).min(rest.len()))
    }

    /// Lists the instructions that start in a range, and says where the last one ends.
    fn lines(
        &self,
        range: Range<usize>,
        end: usize,
        targets: &Targets,
        printer: &mut Printer,
        text: &mut Text,
    ) -> usize {
        let mut at = range.start;
        let mut label = self.labels.partition_point(|l| l.offset < at as u64);
        let word = self.word();
        while at < range.end {
            while let Some(found) = self.labels.get(label).filter(|l| l.offset <= at as u64) {
                text.push(&found.lines);
                label += 1;
            }
            let limit = self.stop(label, end);
            if !at.is_multiple_of(word) || limit - at < word {
                let len = self.step(at, limit).1;
                self.begin(at, targets, text);
                self.line(at, len, None, printer, text);
                at += len;
                continue;
            }
            let until = limit.min(range.end);
            while at < until && limit - at >= word {
                at += self.next(at..until, limit, targets, printer, text);
            }
        }
        at
    }

    /// Lists what lies at the start of a range, which is as long as its piece of the code: an instruction, a word that is none, or
    /// padding. Returns its bytes.
    #[inline(always)]
    fn next(
        &self,
        range: Range<usize>,
        limit: usize,
        targets: &Targets,
        printer: &mut Printer,
        text: &mut Text,
    ) -> usize {
        let at = range.start;
        let rest = &self.bytes[at..limit];
        let bits = rest.first_chunk::<8>().map(|chunk| u64::from_le_bytes(*chunk));
        if bits == Some(0) {
            let padding = self.padding(range, limit, targets);
            if padding > 0 {
                self.fill(at, padding, targets, text);
                return padding;
            }
        }
        self.begin(at, targets, text);
        if let Some(bits) = bits.filter(|_| self.margin == Margin::None)
            && let Some(len) = printer.again(bits, text)
        {
            return len;
        }
        // Where zeros are padding, a word of them is no instruction, whatever could be read from it.
        let padded = self.target.arch().checks.is_some_and(|c| c.padding);
        let inst = recognize(self.target, rest).filter(|i| i.bits() != 0 || !padded);
        let len = inst.map_or(self.word(), |i| i.len());
        self.line(at, len, inst, printer, text);
        len
    }

    /// Bytes of padding at the start of a range, where there is a zero: zeros up to a label or the end of the code, where no branch
    /// leads. They are no instructions that anyone wrote, whatever zeros mean on the target.
    #[cold]
    #[inline(never)]
    fn padding(&self, range: Range<usize>, limit: usize, targets: &Targets) -> usize {
        let at = range.start;
        let zeros = self.bytes[at..limit].iter().take_while(|b| **b == 0).count();
        if zeros < limit - at || zeros < MIN_PADDING {
            return 0;
        }
        let word = self.word();
        let end = (at + 4..range.end).step_by(4).find(|place| targets.is_target(*place)).unwrap_or(range.end);
        (end - at) / word * word
    }

    /// The line of so many zeros.
    fn fill(&self, at: usize, len: usize, targets: &Targets, text: &mut Text) {
        self.begin(at, targets, text);
        if self.margin == Margin::Words {
            margin(text, at as u64, 0, self.word(), self.target.arch().word_bits);
        }
        text.push(&format!(".fill {}, {}, 0\n", len / self.word(), self.word()));
    }

    /// What stands in front of a line: the label that branches name, and blanks.
    #[inline]
    fn begin(&self, at: usize, targets: &Targets, text: &mut Text) {
        if targets.is_target(at) && at.is_multiple_of(4) {
            branch_label(text, at);
        }
        if self.indent {
            text.push("    ");
        }
    }

    /// The line of one instruction, or of so many bytes that are none.
    #[inline]
    fn line(&self, at: usize, len: usize, inst: Option<Instruction>, printer: &mut Printer, text: &mut Text) {
        let word_bits = self.target.arch().word_bits;
        if let Some(inst) = inst {
            if self.margin == Margin::Words {
                margin(text, at as u64, inst.bits(), len, word_bits);
            }
            return printer.write(&inst, at as u64, text);
        }
        let mut padded = [0; 8];
        padded[..len].copy_from_slice(&self.bytes[at..at + len]);
        let bits = u64::from_le_bytes(padded);
        if self.margin == Margin::Words {
            margin(text, at as u64, bits, len, word_bits);
        }
        data(text, bits, len, word_bits);
        text.end_line();
    }
}

/// The label of a place that a branch leads to, as branches name it.
fn branch_label(text: &mut Text, at: usize) {
    text.push(".L");
    text.push(&at.to_string());
    text.push("_0:\n");
}

/// Offset and words in a comment, before the text.
pub fn margin(out: &mut Text, offset: u64, bits: u64, len: usize, word_bits: u32) {
    out.push("/*");
    out.hex(offset, 8);
    out.push(": ");
    let before = out.len();
    out.words(bits, len, word_bits);
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
