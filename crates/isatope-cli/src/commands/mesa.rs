//! `isatope dis` of what Mesa leaves behind: padded binaries, and dumps.

use std::fmt::Write;

use isatope::assembler::listing::Sink;
use isatope::assembler::listing::code::margin;
use isatope::assembler::{Assembler, Item, Options};
use isatope::container::mesa::{self, Piece};
use isatope::diagnostics::{Diagnostic, Level, codes};
use isatope::tables::Target;
use serde_json::json;

use super::lister::{Lister, is_padded};
use super::objects;
use crate::args::DisEmit;
use crate::output::Reporter;

/// The target of dumps, where none is given: the one whose instructions are as long as theirs.
pub fn target_of_dumps() -> Option<Target> {
    Target::all().find(|&t| is_padded(t))
}

/// Reports reserved bits in the programs of a binary, not in what lies between them.
pub fn strict(target: Target, bytes: &[u8], reporter: &mut Reporter) {
    for piece in mesa::binary(bytes) {
        if let Piece::Code { offset, bytes } = piece {
            objects::strict_code(target, &bytes, offset, reporter);
        }
    }
}

/// Lists the programs of a binary.
pub fn binary(lister: &mut Lister<'_, '_>, bytes: &[u8], reporter: &mut Reporter) -> anyhow::Result<()> {
    let pieces = mesa::binary(bytes);
    let programs = pieces.iter().filter(|p| matches!(p, Piece::Code { .. })).count();
    let mut number = 0;
    for piece in &pieces {
        match piece {
            Piece::Code { offset, bytes: code } => {
                number += 1;
                if programs > 1 {
                    head(lister, number, programs, *offset)?;
                }
                let word = lister.target.arch().word_bits as usize / 8;
                let whole = code.len() / word * word;
                lister.code(bytes, *offset as usize..*offset as usize + whole)?;
                if whole < code.len() {
                    let left = code.len() - whole;
                    let are = if left == 1 { " is" } else { "s are" };
                    let message =
                        format!("{left} byte{are} left over: instructions are a multiple of {word} bytes long");
                    let at = offset + whole as u64;
                    reporter.report(&Diagnostic::error(codes::TRUNCATED, message).at_offset(at));
                }
            }
            Piece::Padding { offset, bytes } => padding(lister, *offset, *bytes)?,
            Piece::Text(_) => {}
        }
    }
    Ok(())
}

/// Reads the lines of dumps.
pub enum Reader {
    /// Those with the bytes of instructions.
    Words,
    /// Those with their text, in any of the dialects.
    Text(Vec<Assembler>),
}

impl Reader {
    /// For a text; `None` if it is no dump of this target.
    pub fn new(text: &str, target: Target) -> Option<Self> {
        if !is_padded(target) {
            return None;
        }
        if mesa::has_words(text) {
            return Some(Self::Words);
        }
        let mut lines = text.lines().filter_map(mesa::instruction).peekable();
        lines.peek()?;
        let dialects = target.arch().dialects.iter();
        let dialects: Vec<_> = dialects.filter_map(|d| Assembler::new(target, d, Options::default())).collect();
        // One of the first ones is enough: others may be wrong.
        let found = lines.take(100).any(|line| assemble(&dialects, line).is_ok());
        found.then_some(Self::Text(dialects))
    }

    /// The instruction in a line.
    ///
    /// # Errors
    /// What the assembler says of a text that looks like an instruction and is none.
    pub fn word(&self, line: &str) -> Result<Option<u64>, Box<Diagnostic>> {
        match self {
            Self::Words => Ok(mesa::word(line)),
            Self::Text(dialects) => mesa::instruction(line).map(|text| assemble(dialects, text)).transpose(),
        }
    }
}

/// The only instruction in a text, in the first dialect that has it.
fn assemble(assemblers: &[Assembler], text: &str) -> Result<u64, Box<Diagnostic>> {
    let mut first = None;
    for assembler in assemblers {
        let output = assembler.assemble(text);
        match (output.items.last(), output.items.len(), output.failed()) {
            (Some(Item::Instruction(inst)), 1, false) => return Ok(inst.bits()),
            _ => first = first.or_else(|| output.diagnostics.into_iter().find(|d| d.level == Level::Error)),
        }
    }
    let unknown = || Diagnostic::error(codes::UNKNOWN_INSTRUCTION, format!("`{text}` is no instruction"));
    Err(Box::new(first.unwrap_or_else(unknown)))
}

/// Lists a dump; what is no instruction becomes a comment.
pub fn dump(lister: &mut Lister<'_, '_>, name: &str, text: &str, reporter: &mut Reporter) -> anyhow::Result<()> {
    let Some(reader) = Reader::new(text, lister.target) else {
        let error = Diagnostic::error(codes::HEX, format!("the text holds no instruction of {}", lister.target.name()));
        reporter.report(&error.help("`isatope asm` reads source"));
        return Ok(());
    };
    let mut errors = Vec::new();
    let pieces = mesa::dump(text, |line| match reader.word(line) {
        Ok(word) => word,
        Err(error) => {
            // The text of an instruction stands behind three blanks.
            errors.push((line.as_ptr() as usize - text.as_ptr() as usize + 3, error));
            None
        }
    });
    if !errors.is_empty() {
        let file = reporter.sources.add(name, text);
        errors.into_iter().for_each(|(at, error)| reporter.report(&error.moved(file, at)));
    }
    let mut bytes = Vec::new();
    for piece in &pieces {
        match piece {
            Piece::Code { bytes: code, .. } => bytes.extend_from_slice(code),
            Piece::Padding { bytes: zeros, .. } => bytes.resize(bytes.len() + zeros, 0),
            Piece::Text(_) => {}
        }
    }
    for piece in &pieces {
        match piece {
            Piece::Code { offset, bytes: code } => {
                lister.code(&bytes, *offset as usize..*offset as usize + code.len())?;
            }
            Piece::Padding { offset, bytes } => padding(lister, *offset, *bytes)?,
            Piece::Text(line) if lister.emit == DisEmit::Json => {
                writeln!(lister.out.text, "{}", json!({ "text": line }))?
            }
            Piece::Text(line) if line.trim().is_empty() => lister.out.text.end_line(),
            Piece::Text(line) => writeln!(lister.out.text, "// {}", line.trim_end())?,
        }
        lister.out.pass_on()?;
    }
    Ok(())
}

/// Where a program starts.
fn head(lister: &mut Lister<'_, '_>, number: usize, of: usize, offset: u64) -> anyhow::Result<()> {
    let out: &mut Sink<'_> = lister.out;
    match lister.emit {
        DisEmit::Json => writeln!(out.text, "{}", json!({ "program": number, "offset": offset }))?,
        _ => writeln!(out.text, "// program {number} of {of}, at {offset:#x}")?,
    }
    Ok(())
}

/// Zeros behind a program.
fn padding(lister: &mut Lister<'_, '_>, offset: u64, bytes: usize) -> anyhow::Result<()> {
    let word_bits = lister.target.arch().word_bits;
    let word = word_bits as usize / 8;
    let out: &mut Sink<'_> = lister.out;
    match lister.emit {
        DisEmit::Json => {
            writeln!(out.text, "{}", json!({ "offset": offset, "padding": bytes }))?;
            return Ok(());
        }
        DisEmit::List => margin(&mut out.text, offset, 0, word.min(bytes), word_bits),
        DisEmit::Text => {}
    }
    let (count, size) = if bytes.is_multiple_of(word) { (bytes / word, word) } else { (bytes, 1) };
    writeln!(out.text, ".fill {count}, {size}, 0  // padding: {bytes} bytes of zeros")?;
    Ok(())
}
