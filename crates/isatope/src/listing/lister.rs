//! Lists single words and code.

use std::io;
use std::ops::Range;

use isatope_asm::listing::code::{Code, data, margin};
use isatope_asm::listing::{Margin, Marks, Sink};
use isatope_core::{Formatter, Instruction, decode};
use isatope_diag::{Diagnostic, codes};

use super::json_lines::JsonLines;
use crate::{Dialect, Target, UnknownDialect};

/// Options for listing instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emit {
    /// Their text.
    Text,
    /// Offset and words in a comment, and the text.
    List,
    /// A JSON object a line, as `schemas/dis.schema.json` says.
    Json,
}

/// Lists instructions, and words that are none, one after the other.
///
/// ```
/// use isatope::listing::{Emit, Lister, Sink};
/// use isatope::{Dialect, Target};
///
/// let mut text = Vec::new();
/// let mut sink = Sink::new(&mut text);
/// Lister::new(Target::GFX900, Dialect::LLVM, Emit::Text, &mut sink)?.code(&[0, 0, 0x81, 0xbf], 0..4)?;
/// sink.flush()?;
/// assert_eq!(text, b"s_endpgm\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Lister<'s, 'w> {
    target: Target,
    formatter: Formatter,
    emit: Emit,
    pub(super) out: &'s mut Sink<'w>,
    json: JsonLines<'s>,
}

impl<'s, 'w> Lister<'s, 'w> {
    /// Writes to a sink.
    ///
    /// # Errors
    /// If the target does not have the dialect.
    pub fn new(target: Target, dialect: Dialect, emit: Emit, out: &'s mut Sink<'w>) -> Result<Self, UnknownDialect> {
        let formatter = Formatter::in_dialect(target, dialect)?;
        Ok(Self { target, formatter, emit, out, json: JsonLines::new(target) })
    }

    /// The target.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Options for listing instructions.
    pub fn emit(&self) -> Emit {
        self.emit
    }

    /// Destination.
    pub fn out(&mut self) -> &mut Sink<'w> {
        self.out
    }

    /// Branches lead to addresses from here on: labels are named by them.
    pub fn at(&mut self, offset: u64) {
        self.formatter = self.formatter.at(offset);
    }

    /// The address of what comes, and names of places in it.
    pub fn place(&mut self, base: u64, labels: &'s [(u64, &'s str)]) {
        self.json.place(base, labels);
    }

    /// Members that are added to the JSON of instructions, by offset.
    #[cfg(feature = "serde")]
    pub(super) fn extra(&mut self, extra: &'s [super::json_lines::Extra]) {
        self.json.extra(extra);
    }

    /// The instruction that some bytes are, or their words.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn one(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let padding = self.target.pads_with_zeros() && bytes.iter().all(|b| *b == 0);
        match decode(self.target, bytes) {
            Ok(inst) if inst.len() == bytes.len() && !padding => self.instruction(offset, &inst),
            _ => {
                let bits = bytes.iter().take(8).rev().fold(0, |bits, b| bits << 8 | u64::from(*b));
                self.unknown(offset, bits, bytes.len().min(8))
            }
        }
    }

    /// All of some bytes, programs of Mesa's or plain code. Bytes that are left over at the end are given back as
    /// errors.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn raw(&mut self, bytes: &[u8]) -> io::Result<Vec<Diagnostic>> {
        if self.target.has_mesa_binaries() {
            return self.binary(bytes);
        }
        let word = self.target.word_bytes();
        let whole = bytes.len() / word * word;
        self.code(&bytes[..whole], 0..whole)?;
        let rest = &bytes[whole..];
        if rest.is_empty() {
            return Ok(Vec::new());
        }
        let bits = rest.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        self.unknown(whole as u64, bits, rest.len())?;
        Ok(vec![left_over(rest.len(), word, whole as u64)])
    }

    /// The instructions in a range of the bytes.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn code(&mut self, bytes: &[u8], range: Range<usize>) -> io::Result<()> {
        if self.emit == Emit::Json {
            return self.each_from(range.start as u64, &bytes[range]);
        }
        let margin = if self.emit == Emit::List { Margin::Words } else { Margin::None };
        let code = Code {
            target: self.target,
            formatter: &self.formatter.labels(true),
            bytes,
            margin,
            indent: false,
            labels: &[],
            base: 0,
            remark: None,
            notes: &[],
            marks: Marks::default(),
        };
        code.write(range, self.out)?;
        Ok(())
    }

    /// Every instruction, and every word that is none, of bytes that start at an offset.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn each_from(&mut self, base: u64, bytes: &[u8]) -> io::Result<()> {
        let word = self.target.word_bytes();
        let mut offset = 0;
        while offset < bytes.len() {
            let rest = &bytes[offset..];
            let zero = self.target.pads_with_zeros() && rest.iter().take(word).all(|&b| b == 0);
            match decode(self.target, rest) {
                Ok(inst) if !zero => {
                    self.instruction(base + offset as u64, &inst)?;
                    offset += inst.len();
                }
                _ => {
                    let len = word.min(rest.len());
                    let mut padded = [0; 8];
                    padded[..len].copy_from_slice(&rest[..len]);
                    self.unknown(base + offset as u64, u64::from_le_bytes(padded), len)?;
                    offset += len;
                }
            }
            self.out.pass_on()?;
        }
        Ok(())
    }

    fn instruction(&mut self, offset: u64, inst: &Instruction) -> io::Result<()> {
        match self.emit {
            Emit::Text => {}
            Emit::List => {
                margin(&mut self.out.text, offset, inst.all_bits(), inst.len(), 8 * self.target.word_bytes() as u32)
            }
            Emit::Json => {
                self.json.instruction(offset, inst, &self.formatter, &mut self.out.text);
                return Ok(());
            }
        }
        // Text takes everything.
        let _ = self.formatter.write(inst, &mut self.out.text);
        self.out.text.end_line();
        Ok(())
    }

    /// Bytes that are no instruction.
    ///
    /// # Errors
    /// I/O errors from the writer.
    pub fn unknown(&mut self, offset: u64, bits: u64, len: usize) -> io::Result<()> {
        let word_bits = 8 * self.target.word_bytes() as u32;
        match self.emit {
            Emit::Text => {}
            Emit::List => margin(&mut self.out.text, offset, bits, len, word_bits),
            Emit::Json => {
                self.json.data(offset, bits, len, &mut self.out.text);
                return Ok(());
            }
        }
        data(&mut self.out.text, bits, len, word_bits);
        self.out.text.end_line();
        Ok(())
    }
}

/// Bytes at the end that are no whole word.
pub(crate) fn left_over(left: usize, word: usize, at: u64) -> Diagnostic {
    let are = if left == 1 { " is" } else { "s are" };
    let message = format!("{left} byte{are} left over: instructions are a multiple of {word} bytes long");
    Diagnostic::error(codes::TRUNCATED, message).at_offset(at)
}
