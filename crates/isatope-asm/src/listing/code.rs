//! Instructions as lines. Long code is listed by two threads, each a piece at a time, in order.

use std::io;
use std::ops::Range;

use isatope_core::tables::{CodeRange, Field, FieldKind, Kind, NumberStyle};
use isatope_core::{Formatter, Target, decode};

use super::{Margin, Sink, Text};

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

/// Bytes of code that one thread lists at a time.
const PIECE: usize = 256 << 10;

/// Bytes that are read ahead of a place to find out whether an instruction starts there.
const RUN_UP: usize = 64;

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
}

/// For each layout of the architecture the field that holds the distance of a branch, if the dialect writes it as a label.
fn branch_fields(target: Target, dialect: usize) -> Vec<Option<u8>> {
    let arch = target.arch();
    let is_branch = |class: u16| match arch.classes[class as usize].codes {
        [CodeRange { kind: Kind::Number(number), .. }] => {
            let number = &arch.numbers[*number as usize];
            number.target && number.styles.get(dialect) == Some(&NumberStyle::Relative)
        }
        _ => false,
    };
    let field = |f: &Field| matches!(f.kind, FieldKind::Operand(class) if is_branch(class));
    arch.layouts.iter().map(|l| l.fields.iter().position(field).and_then(|i| u8::try_from(i).ok())).collect()
}

impl Code<'_> {
    /// Lists a part of the code, which starts and ends where instructions do.
    ///
    /// # Errors
    /// Those of the file.
    pub fn write(&self, range: Range<usize>, sink: &mut Sink<'_>) -> io::Result<()> {
        let targets = self.targets(range.clone());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut at = range.start;
        let (mut ours, mut theirs) = (Text::default(), Text::default());
        while at < range.end {
            let middle = (at + PIECE).min(range.end);
            if threads < 2 || middle == range.end {
                at = self.lines(at..middle, range.end, &targets, &mut sink.text);
                sink.pass_on()?;
                continue;
            }
            ours.0.clear();
            theirs.0.clear();
            // Where instructions start in the middle is known for sure only when the first piece is done.
            let guess = self.resume_at(at, middle, range.end);
            let until = (guess + PIECE).min(range.end);
            let (first, second) = std::thread::scope(|scope| {
                let other = scope.spawn(|| self.lines(guess..until, range.end, &targets, &mut theirs));
                let first = self.lines(at..guess, range.end, &targets, &mut ours);
                (first, other.join().ok())
            });
            sink.append(&ours)?;
            at = first;
            if let Some(second) = second.filter(|_| first == guess) {
                sink.append(&theirs)?;
                at = second;
            }
        }
        self.label_at_end(range.end, &targets, sink);
        Ok(())
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

    /// The label of a branch that leads behind the last instruction.
    fn label_at_end(&self, end: usize, targets: &Targets, sink: &mut Sink<'_>) {
        if end == self.bytes.len() && targets.is_target(end) {
            branch_label(&mut sink.text, end);
        }
    }

    /// Where branches lead. A quick look at every word finds what may be one.
    fn targets(&self, range: Range<usize>) -> Targets {
        let mut targets = Targets::default();
        let arch = self.target.arch();
        let fields = branch_fields(self.target, self.formatter.dialect());
        let of = |f: &isatope_core::tables::Form| arch.encodings.get(f.encodings[self.target.version()] as usize);
        let branches = arch.forms.iter().filter_map(of).filter(|e| fields[e.layout as usize].is_some());
        // The fixed bits that all branches share.
        let common = branches.fold(None, |common: Option<(u64, u64)>, e| {
            let (mask, value) = common.unwrap_or((e.pattern.mask, e.pattern.value));
            let mask = mask & e.pattern.mask & !(value ^ e.pattern.value);
            Some((mask, value & mask))
        });
        let Some((mask, value)) = common else { return targets };
        let (mask, value) = (mask as u32, value as u32);
        let start = range.start.next_multiple_of(4);
        for (i, word) in self.bytes[start.min(range.end)..range.end].chunks_exact(4).enumerate() {
            let word = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
            let at = start + 4 * i;
            if word & mask != value || self.resume_at(range.start, at, range.end) != at {
                continue;
            }
            let Some(inst) = self.step(at, range.end).0 else { continue };
            let Some(field) = fields[inst.encoding().layout as usize] else { continue };
            let info = &inst.layout().fields[field as usize];
            let bits: u8 = info.pieces.iter().map(|p| p.bits).sum();
            let unused = 64 - u32::from(bits.clamp(1, 32));
            let words = (inst.field(field as usize) << unused) as i64 >> unused;
            targets.add((at as i64).saturating_add(4 + 4 * words), self.bytes.len());
        }
        targets
    }

    /// Where reading has to stop: at the next label, or at the end.
    #[inline]
    fn stop(&self, label: usize, end: usize) -> usize {
        self.labels.get(label).map_or(end, |l| (l.offset as usize).min(end))
    }

    /// The instruction at a place, and how many bytes are done with.
    #[inline]
    fn step(&self, at: usize, stop: usize) -> (Option<isatope_core::Instruction>, usize) {
        let word = self.target.arch().word_bits as usize / 8;
        let rest = &self.bytes[at..stop];
        if at.is_multiple_of(word) && rest.len() >= word {
            // Where zeros are padding, a word of them is no instruction, whatever could be read from it.
            let padded = self.target.arch().checks.is_some_and(|c| c.padding);
            if padded && rest[..word].iter().all(|&b| b == 0) {
                return (None, word);
            }
            return match decode(self.target, rest) {
                Ok(inst) => (Some(inst), inst.len()),
                Err(_) => (None, word),
            };
        }
        (None, (word - at % word).min(rest.len()))
    }

    /// Lists the instructions that start in a range, and says where the last one ends.
    fn lines(&self, range: Range<usize>, end: usize, targets: &Targets, text: &mut Text) -> usize {
        let mut at = range.start;
        let mut label = self.labels.partition_point(|l| l.offset < at as u64);
        let word_bits = self.target.arch().word_bits;
        while at < range.end {
            while let Some(found) = self.labels.get(label).filter(|l| l.offset <= at as u64) {
                text.push(&found.lines);
                label += 1;
            }
            if targets.is_target(at) && at.is_multiple_of(4) {
                branch_label(text, at);
            }
            let (inst, len) = self.step(at, self.stop(label, end));
            if self.indent {
                text.push("    ");
            }
            match inst {
                Some(inst) => {
                    if self.margin == Margin::Words {
                        margin(text, at as u64, inst.bits(), len, word_bits);
                    }
                    // Text takes everything.
                    let _ = self.formatter.at(at as u64).write(&inst, text);
                }
                None => {
                    let mut padded = [0; 8];
                    padded[..len].copy_from_slice(&self.bytes[at..at + len]);
                    let bits = u64::from_le_bytes(padded);
                    if self.margin == Margin::Words {
                        margin(text, at as u64, bits, len, word_bits);
                    }
                    data(text, bits, len, word_bits);
                }
            }
            text.end_line();
            at += len;
        }
        at
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
    let before = out.0.len();
    out.words(bits, len, word_bits);
    while out.0.len() < before + 17 {
        out.0.push(b' ');
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
