//! `isatope dis` of what Mesa leaves behind: padded binaries, and dumps.

use std::fmt::Write;

use isatope_asm::listing::Sink;
use isatope_asm::listing::code::margin;
use isatope_core::Target;
use isatope_diag::{Diagnostic, codes};
use isatope_object::mesa::{self, Piece};
use serde_json::json;

use super::dis::Lister;
use crate::args::DisEmit;
use crate::output::Reporter;

/// Whether zeros behind a program of a target are padding.
pub fn is_padded(target: Target) -> bool {
    target.arch().checks.is_some_and(|c| c.padding)
}

/// The target of dumps, where none is given: the one whose instructions are as long as theirs.
pub fn target_of_dumps() -> Option<Target> {
    Target::all().find(|&t| is_padded(t))
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

/// Lists a dump; what is no instruction becomes a comment.
pub fn dump(lister: &mut Lister<'_, '_>, text: &str) -> anyhow::Result<()> {
    let pieces = mesa::dump(text);
    let mut bytes = Vec::new();
    for piece in &pieces {
        if let Piece::Code { bytes: code, .. } = piece {
            bytes.extend_from_slice(code);
        }
    }
    for piece in &pieces {
        match piece {
            Piece::Code { offset, bytes: code } => {
                lister.code(&bytes, *offset as usize..*offset as usize + code.len())?;
            }
            Piece::Padding { .. } => {}
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
