//! Programs to be checked: from source, words, dumps and binaries.

use isatope::assembler::{Assembler, Item, Options, named_target};
use isatope::container::Contents;
use isatope::container::mesa::{self, Piece};
use isatope::diagnostics::{Diagnostic, FileId, Span, codes};
use isatope::tables::{Instruction, Target, decode};

use super::form::{self, Form};
use super::images::{self, Pick, can_hold};
use super::mesa::Reader;
use super::opened::{self, Opened};
use crate::args::{CheckArgs, CheckInput};
use crate::hex::{Hex, Numbers};
use crate::input;
use crate::output::Reporter;
use crate::target::NamedTarget;

/// Where a word stands.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// In a text.
    Text(Span),
    /// In a text, as digits.
    Word(Span),
    /// In the bytes, at its offset.
    Bytes,
}

/// A word of a program.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// Offset in the code.
    pub offset: u64,
    /// Its bits.
    pub bits: u64,
    /// The instruction, if it is one.
    pub inst: Option<Instruction>,
    /// Where it stands.
    pub place: Place,
}

/// Instructions that run on their own.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The words.
    pub words: Vec<Word>,
}

/// Programs, put together word by word.
struct Programs {
    target: Target,
    list: Vec<Program>,
    offset: u64,
    open: bool,
}

impl Programs {
    fn new(target: Target) -> Self {
        Self { target, list: Vec::new(), offset: 0, open: false }
    }

    fn word(&mut self, bits: u64, place: Place) {
        let inst = if bits == 0 { None } else { decode(self.target, &bits.to_le_bytes()).ok() };
        self.add(bits, inst, place, 8);
    }

    fn add(&mut self, bits: u64, inst: Option<Instruction>, place: Place, len: u64) {
        if !std::mem::replace(&mut self.open, true) {
            self.list.push(Program::default());
        }
        if let Some(program) = self.list.last_mut() {
            program.words.push(Word { offset: self.offset, bits, inst, place });
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

/// Target, dialect and programs of an input; `None` when errors were reported instead.
pub fn read(args: &CheckArgs, reporter: &mut Reporter) -> anyhow::Result<Option<(Target, &'static str, Vec<Program>)>> {
    let (name, contents) = input::open(&args.file)?;
    let explicit = args.language.explicit_target();
    if args.input == CheckInput::Auto && can_hold(&contents) {
        return Ok(object(args, &name, &contents, reporter));
    }
    let bytes = contents.all()?;
    let text = std::str::from_utf8(bytes).ok();
    let form = match args.input {
        CheckInput::Hex => Some(Form::Hex),
        CheckInput::Dump => Some(Form::Dump),
        CheckInput::Raw => Some(Form::Raw),
        CheckInput::Asm => None,
        CheckInput::Auto => match form::form(bytes, explicit) {
            Form::Hex if text.and_then(Numbers::of).is_none_or(|n| n.count == 0) => None,
            found => Some(found),
        },
    };
    let found = match form {
        _ if explicit.is_some() => None,
        Some(form) => match form::told(bytes, form) {
            Ok(target) => Some(NamedTarget::from(target)),
            Err(error) => {
                let message = format!("{name}: {}", error.message);
                reporter.report(&Diagnostic { message, ..*error });
                return Ok(None);
            }
        },
        None => text.and_then(named_target).map(NamedTarget::from),
    };
    let language = args.language.or(found);
    let (target, dialect) = (language.target(), language.dialect()?);
    if target.arch().checks.is_none() {
        return Ok(Some((target, dialect, Vec::new())));
    }
    let mut programs = Programs::new(target);
    match (form, text) {
        (Some(Form::Raw), _) => binary(bytes, &mut programs, reporter),
        (_, None) => {
            let error = Diagnostic::error(codes::NOT_TEXT, "the input is not UTF-8 text");
            reporter.report(&error.help("`--input raw` reads bytes"));
            return Ok(None);
        }
        (Some(Form::Hex), Some(text)) => {
            if let Some(hex) = form::hex(&name, bytes, target, reporter) {
                let file = reporter.sources.add(name, text);
                digits(text, &hex, file, &mut programs);
            }
        }
        (Some(form), Some(text)) => {
            let file = reporter.sources.add(name, text);
            let dump = if form == Form::Dump { Reader::new(text, target) } else { None };
            if form == Form::Dump && dump.is_none() {
                let message = format!("the text holds no instruction of {}", target.name());
                reporter.report(&Diagnostic::error(codes::HEX, message).help("`--input asm` reads source"));
            }
            lines(text, dump, file, &mut programs, reporter);
        }
        (None, Some(text)) => {
            let options = Options { places: true, called: Some(language.called()), ..Options::default() };
            let Some(assembler) = Assembler::new(target, dialect, options) else {
                anyhow::bail!("there is no dialect `{dialect}`")
            };
            let file = reporter.sources.add(name, text);
            source(&assembler.assemble(text), file, &mut programs, reporter);
        }
    }
    Ok((reporter.code() == 0).then_some((target, dialect, programs.list)))
}

/// Programs of a binary.
fn binary(bytes: &[u8], programs: &mut Programs, reporter: &mut Reporter) {
    for piece in mesa::binary(bytes) {
        match piece {
            Piece::Code { bytes, offset } => {
                let words = bytes.chunks_exact(8);
                let left = words.remainder().len();
                if left > 0 {
                    let are = if left == 1 { " is" } else { "s are" };
                    let message = format!("{left} byte{are} left over: instructions are a multiple of 8 bytes long");
                    let at = offset + (bytes.len() - left) as u64;
                    reporter.report(&Diagnostic::error(codes::TRUNCATED, message).at_offset(at));
                }
                for word in words {
                    programs.word(word.iter().rev().fold(0, |all, &b| all << 8 | u64::from(b)), Place::Bytes);
                }
            }
            Piece::Padding { bytes, .. } => programs.skip(bytes as u64),
            Piece::Text(_) => {}
        }
    }
}

/// Programs of a dump.
fn lines(text: &str, dump: Option<Reader>, file: FileId, programs: &mut Programs, reporter: &mut Reporter) {
    let Some(dump) = dump else { return };
    let mut at = 0;
    let mut blank = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.trim_end();
        let from = start + line.len() - line.trim_start().len();
        let span = Span::new(from..start + line.len()).moved(file, 0);
        let found = dump.word(line).unwrap_or_else(|error| {
            // The text of an instruction stands behind three blanks.
            reporter.report(&error.moved(file, start + 3));
            None
        });
        match found {
            // A word of zeros is padding.
            Some(0) => programs.skip(8),
            Some(word) => {
                // Mesa writes an empty line behind a branch, and one behind a program.
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
}

/// Programs in hexadecimal digits.
fn digits(text: &str, hex: &Hex, file: FileId, programs: &mut Programs) {
    let mut at = 0;
    for (line, bytes) in text.split_inclusive('\n').zip(hex.lines()) {
        let (start, trimmed) = (at, line.trim_end());
        at += line.len();
        let from = start + trimmed.len() - trimmed.trim_start().len();
        let span = Span::new(from..start + trimmed.len()).moved(file, 0);
        for word in bytes.chunks(8) {
            match word.iter().rev().fold(0, |all, &b| all << 8 | u64::from(b)) {
                0 => programs.skip(word.len() as u64),
                word => programs.word(word, Place::Word(span)),
            }
        }
    }
}

/// A code object, for whose machine there may be no rules.
fn object(
    args: &CheckArgs,
    name: &str,
    contents: &Contents,
    reporter: &mut Reporter,
) -> Option<(Target, &'static str, Vec<Program>)> {
    let pick = Pick { image: args.image.as_deref(), target: args.language.named.as_ref(), kernel: None };
    let bytes = match opened::open(name, contents, &pick, reporter) {
        Opened::Image(bytes) => bytes,
        Opened::Failed => return None,
        Opened::Several(images, numbers) => {
            reporter.report(&images::several(name, &images, &numbers, "--image NUMBER, or with -t TARGET"));
            return None;
        }
    };
    let container = opened::read(name, &bytes, reporter)?;
    let target = opened::target(name, &container, args.language.named.as_ref(), reporter)?;
    Some((target, target.arch().dialects[0], Vec::new()))
}

impl Programs {
    /// Whether the last instruction can lead somewhere else.
    fn is_behind_branch(&self) -> bool {
        let last = self.list.last().and_then(|p| p.words.last()).and_then(|w| w.inst);
        let roles = self.target.arch().checks.map_or(&[][..], |c| c.roles);
        let role = last.and_then(|inst| roles.get(usize::from(inst.inst().role)));
        role.is_some_and(|r| !matches!(r.leads, None | Some(isatope::tables::Leads::Skip(_))))
    }
}

/// Programs of a source. Zeros are padding, other data are words like any other.
fn source(output: &isatope::assembler::Output, file: FileId, programs: &mut Programs, reporter: &mut Reporter) {
    // What is unusual, the checks say themselves.
    for diagnostic in output.diagnostics.iter().filter(|d| d.code != Some(codes::UNUSUAL)) {
        reporter.report(&diagnostic.clone().moved(file, 0));
    }
    for (item, &(start, end)) in output.items.iter().zip(&output.places) {
        let place = Place::Text(Span { file, start, end });
        match item {
            Item::Instruction(inst) => programs.add(inst.bits(), Some(inst), place, inst.len() as u64),
            Item::Data(0, bytes) => programs.skip(bytes.into()),
            Item::Fill { value: 0, size, count } => programs.skip(u64::from(size) * u64::from(count)),
            Item::Data(bits, 8) => programs.word(bits, place),
            Item::Data(bits, bytes) => programs.add(bits, None, place, bytes.into()),
            Item::Fill { .. } | Item::Words { .. } => {
                output.units(&item, |bits, bytes| programs.add(bits, None, place, bytes as u64));
            }
        }
    }
}
