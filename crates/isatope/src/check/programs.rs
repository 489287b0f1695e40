//! Extracts programs for checking from sources, words, dumps and binaries.

use std::fmt;

use isatope_asm::{Item, Output};
use isatope_core::tables::Leads;
use isatope_diag::{Diagnostic, FileId, Span, codes};
use isatope_object::hex::Hex;
use isatope_object::mesa::{self, Piece};

use super::code::MIN_FILL;
use crate::input::Dump;
use crate::listing::left_over;
use crate::{Instruction, Source, Target};

/// Position of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A span in a text.
    Text(Span),
    /// In the body of a macro or a repetition, or in an included file.
    Expanded {
        /// The statement there.
        written: Span,
        /// The statement of the source that begins the expansion or includes the file.
        call: Span,
    },
    /// In a text with digits.
    Word(Span),
    /// In the bytes, at its offset.
    Bytes,
}

impl Place {
    /// Of an item of a source that was read with its places.
    pub(super) fn of_item(output: &Output, index: usize) -> Self {
        let (Some(&(start, end)), Some(&written)) = (output.places.get(index), output.written.get(index)) else {
            return Self::Bytes;
        };
        let call = Span { start, end, ..Span::default() };
        if written == call { Self::Text(written) } else { Self::Expanded { written, call } }
    }

    /// The span, if it is in a text: where the instruction is written.
    pub fn span(self) -> Option<Span> {
        match self {
            Self::Text(span) | Self::Word(span) | Self::Expanded { written: span, .. } => Some(span),
            Self::Bytes => None,
        }
    }

    /// Adds to a message at this place what begins the expansion.
    pub(super) fn expanded(self, message: Diagnostic) -> Diagnostic {
        match self {
            Self::Expanded { call, .. } => message.also(call, "is expanded here"),
            _ => message,
        }
    }
}

/// A word of a program.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Word {
    /// Offset in the code.
    pub offset: u64,
    /// Its bits.
    pub bits: u64,
    /// The instruction, if it is one.
    pub inst: Option<Instruction>,
    /// Its position.
    pub place: Place,
    /// Whether a source has it as data.
    pub is_data: bool,
}

/// Instructions that run on their own. `Debug` prints their number.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Program {
    /// The words.
    pub words: Vec<Word>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("words", &self.words.len()).finish()
    }
}

/// Programs, put together word by word.
#[derive(Debug)]
struct Builder {
    target: Target,
    list: Vec<Program>,
    offset: u64,
    open: bool,
    /// Whether words that are added are data of a source.
    is_data: bool,
}

impl Builder {
    fn new(target: Target) -> Self {
        Self { target, list: Vec::new(), offset: 0, open: false, is_data: false }
    }

    /// Bytes of an instruction word.
    fn word_bytes(&self) -> usize {
        self.target.word_bytes()
    }

    fn word(&mut self, bits: u64, place: Place) {
        let inst = if bits == 0 { None } else { self.target.decode(&bits.to_le_bytes()).ok() };
        self.add(bits, inst, place, self.word_bytes() as u64);
    }

    fn add(&mut self, bits: u64, inst: Option<Instruction>, place: Place, len: u64) {
        if !std::mem::replace(&mut self.open, true) {
            self.list.push(Program::default());
        }
        if let Some(program) = self.list.last_mut() {
            program.words.push(Word { offset: self.offset, bits, inst, place, is_data: self.is_data });
        }
        self.offset += len;
    }

    /// Ends the program.
    fn close(&mut self) {
        self.open = false;
    }

    /// Bytes that are no part of a program.
    fn skip(&mut self, bytes: u64) {
        self.close();
        self.offset += bytes;
    }
}

/// Programs, and what is wrong with the input that they were read from.
pub type Read = (Vec<Program>, Vec<Diagnostic>);

impl Program {
    /// The programs of a binary, between zeros.
    pub fn of_binary(target: Target, bytes: &[u8]) -> Read {
        let (mut programs, mut errors) = (Builder::new(target), Vec::new());
        for piece in mesa::binary(bytes) {
            match piece {
                Piece::Code { bytes, offset } => {
                    let words = bytes.chunks_exact(programs.word_bytes());
                    let left = words.remainder().len();
                    if left > 0 {
                        errors.push(left_over(left, programs.word_bytes(), offset + (bytes.len() - left) as u64));
                    }
                    for word in words {
                        programs.word(word.iter().rev().fold(0, |all, &b| all << 8 | u64::from(b)), Place::Bytes);
                    }
                }
                Piece::Padding { bytes, .. } => programs.skip(bytes as u64),
                Piece::Text(_) => {}
            }
        }
        (programs.list, errors)
    }

    /// The programs of a dump, which is a file of messages.
    pub fn of_dump(target: Target, text: &str, mut dump: Dump, file: FileId) -> Read {
        let (mut programs, mut errors) = (Builder::new(target), Vec::new());
        let mut at = 0;
        let mut blank = 0;
        for line in text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            let line = line.trim_end();
            let from = start + line.len() - line.trim_start().len();
            let span = Span::new(from..start + line.len()).moved(file, 0);
            let found = dump.next_word(line).unwrap_or_else(|error| {
                // The text of an instruction follows three blanks.
                errors.push(error.moved(file, start + 3));
                None
            });
            match found {
                // A word of zeros is padding.
                Some(0) => programs.skip(programs.word_bytes() as u64),
                Some(word) => {
                    // Mesa writes an empty line after a branch, and one after a program.
                    if blank > programs.is_behind_branch() as usize {
                        programs.close();
                    }
                    programs.word(word, Place::Text(span));
                }
                None if !line.is_empty() => programs.close(),
                None => {}
            }
            blank = if found.is_some() { 0 } else { blank + 1 };
        }
        (programs.list, errors)
    }

    /// The programs in the hexadecimal digits of a text, which is a file of messages.
    pub fn of_hex(target: Target, text: &str, hex: &Hex, file: FileId) -> Vec<Self> {
        let mut programs = Builder::new(target);
        let mut at = 0;
        for (line, bytes) in text.split_inclusive('\n').zip(hex.lines()) {
            let (start, trimmed) = (at, line.trim_end());
            at += line.len();
            let from = start + trimmed.len() - trimmed.trim_start().len();
            let span = Span::new(from..start + trimmed.len()).moved(file, 0);
            for word in bytes.chunks(target.word_bytes()) {
                match word.iter().rev().fold(0, |all, &b| all << 8 | u64::from(b)) {
                    0 => programs.skip(word.len() as u64),
                    word => programs.word(word, Place::Word(span)),
                }
            }
        }
        programs.list
    }

    /// The programs of a source that was read with [`Options::places`](crate::assembler::Options::places). Zeros are
    /// padding, and so are data before the first instruction of a program. Data behind it are a part of the program,
    /// which may reach them. Spans are those of the source.
    pub fn of_source(source: &Source) -> Read {
        let (mut programs, output) = (Builder::new(source.target()), source.output());
        // What is unusual, the checks say themselves.
        let told = output.diagnostics.iter().filter(|d| d.code != Some(codes::UNUSUAL));
        let told = told.cloned().collect();
        for (index, item) in output.items.iter().enumerate() {
            let place = Place::of_item(output, index);
            programs.is_data = !matches!(item, Item::Instruction(_));
            match item {
                Item::Instruction(inst) => programs.add(inst.bits(), Some(inst), place, inst.len() as u64),
                Item::Data(0, bytes) => programs.skip(bytes.into()),
                Item::Fill { value: 0, size, count } => programs.skip(u64::from(size) * u64::from(count)),
                Item::Fill { size, count, .. } if u64::from(size) * u64::from(count) >= MIN_FILL as u64 => {
                    programs.skip(u64::from(size) * u64::from(count));
                }
                // Where waits are instructions, tables and descriptors are no code.
                Item::Data(bits, 8) if source.target().hazards().is_none() => programs.word(bits, place),
                Item::Data(bits, bytes) => programs.add(bits, None, place, bytes.into()),
                Item::Fill { .. } | Item::Words { .. } | Item::Bytes { .. } => {
                    output.units(&item, |bits, bytes| programs.add(bits.head, None, place, bytes as u64));
                }
            }
        }
        for program in &mut programs.list {
            let first = program.words.iter().position(|word| !word.is_data).unwrap_or(program.words.len());
            program.words.drain(..first);
        }
        programs.list.retain(|program| !program.words.is_empty());
        (programs.list, told)
    }
}

impl Builder {
    /// Whether the last instruction can lead somewhere else.
    fn is_behind_branch(&self) -> bool {
        let last = self.list.last().and_then(|p| p.words.last()).and_then(|w| w.inst);
        let (checks, role) = (self.target.checks(), last.and_then(|inst| inst.inst().role));
        checks.zip(role).is_some_and(|(checks, role)| !matches!(checks[role].leads, None | Some(Leads::Skip(_))))
    }
}
