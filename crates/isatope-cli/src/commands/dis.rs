//! `isatope dis`

use std::fmt::Write;

use isatope_asm::listing::code::{Code, data, margin};
use isatope_asm::listing::{Margin, Sink};
use isatope_core::{Formatter, Instruction, Target, decode};
use isatope_diag::{Diagnostic, codes};
use serde_json::json;

use crate::args::{DisArgs, DisEmit, DisInput};
use crate::output::{Reporter, Text};
use crate::{input, output};

use super::objects;

/// Runs the command.
pub fn run(args: &DisArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let (_, bytes) = input::read(&args.file)?;
    let container = match args.input {
        DisInput::Elf => true,
        DisInput::Auto => isatope_object::is_container(&bytes),
        DisInput::Hex | DisInput::Raw => false,
    };
    let mut out = output::open(args.output.as_deref())?;
    if container {
        return objects::run(args, &bytes, &mut out, reporter);
    }
    let dialect = args.language.dialect()?;
    let target = args.language.target();
    let Some(formatter) = Formatter::new(target, dialect) else { anyhow::bail!("there is no dialect `{dialect}`") };
    let hex = match args.input {
        DisInput::Hex => true,
        DisInput::Auto => is_hex(&bytes, target.arch().word_bits as usize / 4),
        DisInput::Raw | DisInput::Elf => false,
    };
    if args.strict && !hex {
        objects::strict_code(target, &bytes, 0, reporter);
    }
    let mut sink = Sink::new(&mut *out);
    let mut lister = Lister { target, formatter, emit: args.emit, out: &mut sink };
    let code = if hex { lister.hex(&bytes)? } else { lister.raw(&bytes, reporter)? };
    sink.flush()?;
    Ok(code.max(reporter.code()))
}

/// Whether the input is nothing but words of hexadecimal digits.
fn is_hex(bytes: &[u8], digits: usize) -> bool {
    let mut words = Vec::new();
    input::lines(bytes).all(|line| input::hex_words(line, digits, &mut words).is_some())
}

/// Lists words one by one.
pub(super) struct Lister<'s, 'w> {
    pub target: Target,
    pub formatter: Formatter,
    pub emit: DisEmit,
    pub out: &'s mut Sink<'w>,
}

impl Lister<'_, '_> {
    /// One instruction a line, one line for each.
    fn hex(&mut self, bytes: &[u8]) -> anyhow::Result<u8> {
        let arch = self.target.arch();
        let word_bits = arch.word_bits;
        let most = 64 / word_bits as usize;
        let mut words = Vec::new();
        let (mut code, mut offset) = (0, 0);
        // Every line is a program of its own, but for its place in a list.
        if self.emit != DisEmit::List {
            self.formatter = self.formatter.at(0);
        }
        for line in input::lines(bytes) {
            let read = input::hex_words(line, word_bits as usize / 4, &mut words);
            if read.is_none() || words.len() > most {
                code = 1;
                let digits = word_bits / 4;
                match words.len() > most && read.is_some() {
                    true => writeln!(self.out.text, "error: an instruction has at most {most} words")?,
                    false => writeln!(self.out.text, "error: not words of {digits} hexadecimal digits")?,
                }
                continue;
            }
            if words.is_empty() {
                self.out.text.end_line();
                continue;
            }
            let bits = words.iter().rev().fold(0, |bits: u64, word| bits.checked_shl(word_bits).unwrap_or(0) | word);
            let len = words.len() * word_bits as usize / 8;
            match decode(self.target, &bits.to_le_bytes()[..len]) {
                Ok(inst) if inst.len() == len => self.instruction(offset, &inst)?,
                Ok(inst) => {
                    code = 1;
                    let words = inst.len() * 8 / word_bits as usize;
                    let has = len * 8 / word_bits as usize;
                    writeln!(
                        self.out.text,
                        "error: {} has a length of {words} in words, the line has {has}",
                        inst.name()
                    )?;
                }
                Err(_) => self.unknown(offset, bits, len)?,
            }
            offset += len as u64;
            self.out.pass_on()?;
        }
        Ok(code)
    }

    /// Bytes from start to end.
    fn raw(&mut self, bytes: &[u8], reporter: &mut Reporter) -> anyhow::Result<u8> {
        let word = self.target.arch().word_bits as usize / 8;
        let whole = bytes.len() / word * word;
        if self.emit == DisEmit::Json {
            self.each(&bytes[..whole])?;
        } else {
            let margin = if self.emit == DisEmit::List { Margin::Words } else { Margin::None };
            let bytes = &bytes[..whole];
            let formatter = self.formatter.labels(true);
            let code = Code { target: self.target, formatter: &formatter, bytes, margin, indent: false, labels: &[] };
            code.write(0..whole, self.out)?;
        }
        if whole < bytes.len() {
            let left = bytes.len() - whole;
            let are = if left == 1 { " is" } else { "s are" };
            let message = format!("{left} byte{are} left over: instructions are a multiple of {word} bytes long");
            reporter.report(&Diagnostic::error(codes::TRUNCATED, message).at_offset(whole as u64));
        }
        Ok(reporter.code())
    }

    /// Every instruction, and every word that is none.
    pub fn each(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let word = self.target.arch().word_bits as usize / 8;
        let mut offset = 0;
        while offset < bytes.len() {
            let rest = &bytes[offset..];
            match decode(self.target, rest) {
                Ok(inst) => {
                    self.instruction(offset as u64, &inst)?;
                    offset += inst.len();
                }
                Err(_) => {
                    let len = word.min(rest.len());
                    let mut padded = [0; 8];
                    padded[..len].copy_from_slice(&rest[..len]);
                    self.unknown(offset as u64, u64::from_le_bytes(padded), len)?;
                    offset += len;
                }
            }
            self.out.pass_on()?;
        }
        Ok(())
    }

    fn instruction(&mut self, offset: u64, inst: &Instruction) -> anyhow::Result<()> {
        match self.emit {
            DisEmit::Text => {}
            DisEmit::List => margin(&mut self.out.text, offset, inst.bits(), inst.len(), self.target.arch().word_bits),
            DisEmit::Json => {
                let mut words = Text::default();
                words.words(inst.bits(), inst.len(), self.target.arch().word_bits);
                let operands: Vec<_> = inst.operands().map(|o| self.operand(inst, &o)).collect();
                let line = json!({
                    "offset": offset,
                    "words": String::from_utf8_lossy(words.as_bytes()),
                    "name": inst.name(),
                    "format": inst.format().name,
                    "text": self.formatter.display(inst).to_string(),
                    "operands": operands,
                });
                writeln!(self.out.text, "{line}")?;
                return Ok(());
            }
        }
        self.formatter.write(inst, &mut self.out.text)?;
        self.out.text.end_line();
        Ok(())
    }

    fn operand(&self, inst: &Instruction, operand: &isatope_core::Operand) -> serde_json::Value {
        let mut text = String::new();
        let _ = self.formatter.write_operand(inst, operand, &mut text);
        json!({ "name": operand.def.name, "text": text, "read": operand.def.read, "written": operand.def.written })
    }

    fn unknown(&mut self, offset: u64, bits: u64, len: usize) -> anyhow::Result<()> {
        let word_bits = self.target.arch().word_bits;
        match self.emit {
            DisEmit::Text => {}
            DisEmit::List => margin(&mut self.out.text, offset, bits, len, word_bits),
            DisEmit::Json => {
                let mut words = Text::default();
                words.words(bits, len, word_bits);
                let line =
                    json!({ "offset": offset, "words": String::from_utf8_lossy(words.as_bytes()), "name": null });
                writeln!(self.out.text, "{line}")?;
                return Ok(());
            }
        }
        data(&mut self.out.text, bits, len, word_bits);
        self.out.text.end_line();
        Ok(())
    }
}
