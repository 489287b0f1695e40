//! Lists padded binaries and dumps of Mesa.

use std::fmt::Write;
use std::io;

use isatope_asm::listing::code::margin;
use isatope_diag::Diagnostic;
use isatope_object::mesa::{self, Piece};

use super::json_lines::string;
use super::lister::{Emit, Lister, left_over};
use crate::input::dump_pieces;

impl Lister<'_, '_> {
    /// Lists the programs of a binary of Mesa's. Bytes that are left over at the end are given back as errors.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn binary(&mut self, bytes: &[u8]) -> io::Result<Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let pieces = mesa::binary(bytes);
        let programs = pieces.iter().filter(|p| matches!(p, Piece::Code { .. })).count();
        let mut number = 0;
        for piece in &pieces {
            match piece {
                Piece::Code { offset, bytes: code } => {
                    number += 1;
                    if programs > 1 {
                        self.head(number, programs, *offset);
                    }
                    let word = self.target().word_bytes();
                    let whole = code.len() / word * word;
                    self.code(bytes, *offset as usize..*offset as usize + whole)?;
                    if whole < code.len() {
                        errors.push(left_over(code.len() - whole, word, offset + whole as u64));
                    }
                }
                Piece::Padding { offset, bytes } => self.padding(*offset, *bytes),
                Piece::Text(_) => {}
            }
        }
        Ok(errors)
    }

    /// Lists a dump of Mesa's compiler; what is not an instruction becomes a comment. What looks like an instruction
    /// and is none is given back as errors, whose places are those of the text.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn dump(&mut self, text: &str) -> io::Result<Vec<Diagnostic>> {
        let (pieces, errors) = dump_pieces(text, self.target());
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
                    self.code(&bytes, *offset as usize..*offset as usize + code.len())?;
                }
                Piece::Padding { offset, bytes } => self.padding(*offset, *bytes),
                Piece::Text(line) if self.emit() == Emit::Json => {
                    self.out.text.push("{\"text\":");
                    string(line, &mut self.out.text);
                    self.out.text.push("}");
                    self.out.text.end_line();
                }
                Piece::Text(line) if line.trim().is_empty() => self.out.text.end_line(),
                Piece::Text(line) => self.line(format_args!("// {}", line.trim_end())),
            }
            self.out.pass_on()?;
        }
        Ok(errors)
    }

    /// Start of a program.
    fn head(&mut self, number: usize, of: usize, offset: u64) {
        match self.emit() {
            Emit::Json => self.line(format_args!("{{\"program\":{number},\"offset\":{offset}}}")),
            _ => self.line(format_args!("// program {number} of {of}, at {offset:#x}")),
        }
    }

    /// Zeros after a program.
    fn padding(&mut self, offset: u64, bytes: usize) {
        let word = self.target().word_bytes();
        match self.emit() {
            Emit::Json => return self.line(format_args!("{{\"offset\":{offset},\"padding\":{bytes}}}")),
            Emit::List => margin(&mut self.out.text, offset, 0, word.min(bytes), 8 * word as u32),
            Emit::Text => {}
        }
        let (count, size) = if bytes.is_multiple_of(word) { (bytes / word, word) } else { (bytes, 1) };
        self.line(format_args!(".fill {count}, {size}, 0  // padding: {bytes} bytes of zeros"));
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Text takes everything.
        let _ = writeln!(self.out.text, "{text}");
    }
}
