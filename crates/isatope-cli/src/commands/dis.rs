//! `isatope dis`

use std::fmt::Write as _;
use std::ops::Range;

use isatope_asm::listing::code::{Code, data, margin};
use isatope_asm::listing::{Margin, Sink};
use isatope_core::{Access, Formatter, Instruction, Target, Write, decode};
use isatope_diag::{Diagnostic, codes};
use serde_json::json;

use crate::args::{DisArgs, DisEmit, DisInput};
use crate::output::{Reporter, Text};
use crate::{input, output};

use super::{mesa, objects};

/// Runs the command.
pub fn run(args: &DisArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let (name, bytes) = input::read(&args.file)?;
    let container = match args.input {
        DisInput::Elf => true,
        DisInput::Auto => isatope_object::is_container(&bytes),
        DisInput::Hex | DisInput::Dump | DisInput::Raw => false,
    };
    let mut out = output::open(args.output.as_deref())?;
    if container {
        return objects::run(args, &bytes, &mut out, reporter);
    }
    let found = match args.input {
        DisInput::Hex => Form::Hex,
        DisInput::Dump => Form::Dump,
        DisInput::Auto => form(&bytes, args.language.explicit_target),
        DisInput::Raw | DisInput::Elf => Form::Raw,
    };
    let language = args.language.or(target_of(&bytes, found));
    let dialect = language.dialect()?;
    let target = language.target();
    let Some(formatter) = Formatter::new(target, dialect) else { anyhow::bail!("there is no dialect `{dialect}`") };
    if args.strict && found == Form::Raw {
        match mesa::is_padded(target) {
            true => mesa::strict(target, &bytes, reporter),
            false => objects::strict_code(target, &bytes, 0, reporter),
        }
    }
    if args.strict && found == Form::Hex {
        strict_lines(target, &bytes, reporter);
    }
    let mut sink = Sink::new(&mut *out);
    let mut lister = Lister { target, formatter, emit: args.emit, out: &mut sink };
    let code = match found {
        Form::Hex => lister.hex(&bytes)?,
        Form::Raw => lister.raw(&bytes, reporter)?,
        Form::Dump => {
            let Ok(text) = std::str::from_utf8(&bytes) else { anyhow::bail!("a dump is UTF-8 text, the input is not") };
            mesa::dump(&mut lister, &name, text, reporter)?;
            0
        }
    };
    sink.flush()?;
    Ok(code.max(reporter.code()))
}

/// What an input without a container is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Words of hexadecimal digits, and nothing else.
    Hex,
    /// A dump of Mesa's compiler.
    Dump,
    /// Bytes.
    Raw,
}

/// Finds out what an input is.
pub(super) fn form(bytes: &[u8], target: Option<Target>) -> Form {
    let digits = |t: Target| t.arch().word_bits as usize / 4;
    let hex = match target {
        Some(target) => is_hex(bytes, digits(target)),
        None => Target::all().any(|t| is_hex(bytes, digits(t))),
    };
    let dump = || {
        let text = std::str::from_utf8(bytes).ok()?;
        mesa::Reader::new(text, target.or_else(mesa::target_of_dumps)?)
    };
    match hex {
        true => Form::Hex,
        false if dump().is_some() => Form::Dump,
        false => Form::Raw,
    }
}

/// The target that an input says by the length of its words. Empty lines say nothing.
pub(super) fn target_of(bytes: &[u8], form: Form) -> Option<Target> {
    match form {
        Form::Hex => {
            let all = || Target::all().filter(|t| is_hex(bytes, t.arch().word_bits as usize / 4));
            let usual = Target::from_name("gcn1.2");
            if all().any(|t| Some(t) == usual) { usual } else { all().next() }
        }
        Form::Dump => mesa::target_of_dumps(),
        Form::Raw => None,
    }
}

/// Whether the input is nothing but words of hexadecimal digits.
fn is_hex(bytes: &[u8], digits: usize) -> bool {
    let mut words = Vec::new();
    input::lines(bytes).all(|line| input::hex_words(line, digits, &mut words).is_some())
}

/// Reports reserved bits of words, a line of them after the other.
fn strict_lines(target: Target, text: &[u8], reporter: &mut Reporter) {
    let word_bits = target.arch().word_bits;
    let mut words = Vec::new();
    let mut offset = 0;
    for line in input::lines(text) {
        let read = input::hex_words(line, word_bits as usize / 4, &mut words);
        let bytes: Vec<u8> =
            words.iter().flat_map(|w: &u64| w.to_le_bytes()[..word_bits as usize / 8].to_vec()).collect();
        if read.is_some() {
            objects::strict_code(target, &bytes, offset, reporter);
            offset += bytes.len() as u64;
        }
    }
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
            if bits == 0 && mesa::is_padded(self.target) {
                self.unknown(offset, bits, len)?;
                offset += len as u64;
                self.out.pass_on()?;
                continue;
            }
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
        if mesa::is_padded(self.target) {
            mesa::binary(self, bytes, reporter)?;
            return Ok(reporter.code());
        }
        let word = self.target.arch().word_bits as usize / 8;
        let whole = bytes.len() / word * word;
        self.code(&bytes[..whole], 0..whole)?;
        if whole < bytes.len() {
            let left = bytes.len() - whole;
            let are = if left == 1 { " is" } else { "s are" };
            let message = format!("{left} byte{are} left over: instructions are a multiple of {word} bytes long");
            reporter.report(&Diagnostic::error(codes::TRUNCATED, message).at_offset(whole as u64));
        }
        Ok(reporter.code())
    }

    /// The instructions in a range of the bytes.
    pub fn code(&mut self, bytes: &[u8], range: Range<usize>) -> anyhow::Result<()> {
        if self.emit == DisEmit::Json {
            return self.each_from(range.start as u64, &bytes[range]);
        }
        let margin = if self.emit == DisEmit::List { Margin::Words } else { Margin::None };
        // Text with dots says distances.
        let formatter = self.formatter.labels(!self.target.arch().dotted);
        let code = Code { target: self.target, formatter: &formatter, bytes, margin, indent: false, labels: &[] };
        code.write(range, self.out)?;
        Ok(())
    }

    /// Every instruction, and every word that is none.
    pub fn each(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.each_from(0, bytes)
    }

    /// The same, of bytes that start at an offset.
    fn each_from(&mut self, base: u64, bytes: &[u8]) -> anyhow::Result<()> {
        let word = self.target.arch().word_bits as usize / 8;
        let mut offset = 0;
        while offset < bytes.len() {
            let rest = &bytes[offset..];
            let zero = mesa::is_padded(self.target) && rest.iter().take(word).all(|&b| b == 0);
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

    fn instruction(&mut self, offset: u64, inst: &Instruction) -> anyhow::Result<()> {
        match self.emit {
            DisEmit::Text => {}
            DisEmit::List => margin(&mut self.out.text, offset, inst.bits(), inst.len(), self.target.arch().word_bits),
            DisEmit::Json => {
                let mut words = Text::default();
                words.words(inst.bits(), inst.len(), self.target.arch().word_bits);
                let operands: Vec<_> = inst.operands().map(|o| self.operand(inst, &o)).collect();
                let named = |wanted: &dyn Fn(&Access) -> bool| {
                    let mut names = Vec::new();
                    for access in inst.access().filter(wanted) {
                        access.resource.each_name(inst.target(), &mut |name| names.push(name.to_string()));
                    }
                    names.sort_unstable();
                    names.dedup();
                    names
                };
                let line = json!({
                    "offset": offset,
                    "words": String::from_utf8_lossy(words.as_bytes()),
                    "name": inst.name(),
                    "format": inst.format().name,
                    "text": self.formatter.display(inst).to_string(),
                    "operands": operands,
                    "reads": named(&|a| a.read),
                    "writes": named(&|a| a.write == Write::Always),
                    "may_write": named(&|a| a.write == Write::Maybe),
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
        let own = || inst.access().filter(|a| a.operand == Some(operand.index as u8));
        let (read, written) = (own().any(|a| a.read), own().any(|a| a.write != Write::No));
        json!({ "name": operand.def.name, "text": text, "read": read, "written": written })
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
