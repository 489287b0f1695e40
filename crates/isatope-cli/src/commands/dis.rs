//! `isatope dis`

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use isatope_asm::listing::code::{Code, Label, Lines, Remark, data, margin};
use isatope_asm::listing::{Margin, Sink, Text};
use isatope_core::{Formatter, Instruction, Target, decode};
use isatope_diag::{Diagnostic, Span, codes};

use super::flow::Flows;
use super::images::can_hold;
use super::json_lines::JsonLines;
use super::{mesa, objects};
use crate::args::{DisArgs, DisEmit, DisInput};
use crate::hex::{self, Hex};
use crate::input;
use crate::output::{self, Reporter};

/// Runs the command.
pub fn run(args: &DisArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let (name, contents) = input::open(&args.file)?;
    let container = match args.input {
        _ if args.each_line => false,
        DisInput::Elf => true,
        DisInput::Auto => can_hold(&contents) || isatope_object::is_container(contents.all()?),
        DisInput::Hex | DisInput::Dump | DisInput::Raw => false,
    };
    if container {
        return objects::run(args, &name, &contents, reporter);
    }
    let bytes = contents.all()?;
    let found = match args.input {
        _ if args.each_line => Form::Hex,
        DisInput::Hex => Form::Hex,
        DisInput::Dump => Form::Dump,
        DisInput::Auto => form(bytes, args.language.explicit_target()),
        DisInput::Raw | DisInput::Elf => Form::Raw,
    };
    let target = match args.language.explicit_target() {
        Some(target) => target,
        None if args.each_line => args.language.target(),
        None => match told(bytes, found) {
            Ok(target) => target,
            Err(error) => {
                let named = format!("{name}: {}", error.message);
                reporter.report(&Diagnostic { message: named, ..*error });
                return Ok(reporter.code());
            }
        },
    };
    let language = args.language.or(Some(target));
    let dialect = language.dialect()?;
    let Some(formatter) = Formatter::new(target, dialect) else { anyhow::bail!("there is no dialect `{dialect}`") };
    let out = output::open(args.output.as_deref())?;
    let mut out = if args.emit() == DisEmit::Json { out } else { out.listing() };
    let mut sink = Sink::new(&mut out);
    let mut lister = Lister::new(target, formatter, args.emit(), &mut sink);
    let code = match found {
        _ if args.each_line => lister.each_line(bytes)?,
        Form::Hex => match hex(&name, bytes, target, reporter) {
            Some(hex) => {
                if args.strict {
                    objects::strict_code(target, &hex.bytes(), 0, reporter);
                }
                match args.input == DisInput::Hex && lister.are_single(&hex) {
                    true => lister.single(&hex)?,
                    false => lister.range(args, &hex.bytes(), reporter)?,
                }
            }
            None => 1,
        },
        Form::Raw => {
            if args.strict {
                match mesa::is_padded(target) {
                    true => mesa::strict(target, bytes, reporter),
                    false => objects::strict_code(target, bytes, 0, reporter),
                }
            }
            lister.range(args, bytes, reporter)?
        }
        Form::Dump => {
            let Ok(text) = std::str::from_utf8(bytes) else { anyhow::bail!("a dump is UTF-8 text, the input is not") };
            mesa::dump(&mut lister, &name, text, reporter)?;
            0
        }
    };
    sink.flush()?;
    let code = code.max(reporter.code());
    // A file is written if all is well; what is read on the way may be of use in any case.
    if code == 0 || args.output.is_none() || args.each_line {
        out.finish()?;
    }
    Ok(code)
}

/// What an input without a container is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Hexadecimal digits.
    Hex,
    /// A dump of Mesa's compiler.
    Dump,
    /// Bytes.
    Raw,
}

/// Finds out what an input is. Text is never taken for machine code.
pub(super) fn form(bytes: &[u8], target: Option<Target>) -> Form {
    let Some(text) = text_of(bytes) else { return Form::Raw };
    let dump = || mesa::Reader::new(text, target.or_else(mesa::target_of_dumps)?);
    match dump() {
        Some(mesa::Reader::Words) => Form::Dump,
        Some(mesa::Reader::Text(_)) if !hex::is_hex(text) => Form::Dump,
        _ => Form::Hex,
    }
}

/// The bytes as a text, if they are one.
fn text_of(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let sign = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\x0c');
    text.chars().all(sign).then_some(text)
}

/// The target of an input that does not say it: the only architecture of which everything is an instruction, in its usual version.
pub(super) fn told(bytes: &[u8], form: Form) -> Result<Target, Box<Diagnostic>> {
    let usual = Target::from_name(USUAL).or_else(|| Target::all().next());
    let Some(usual) = usual else { unreachable!("there are targets") };
    let text = text_of(bytes);
    let suits = |target: &Target| match form {
        Form::Dump => Some(*target) == mesa::target_of_dumps(),
        Form::Raw => is_code(*target, bytes),
        Form::Hex => {
            // Words of 32 bits are those of an architecture that has such words.
            let short = text.is_some_and(hex::has_short_words);
            let fits = !short || target.arch().word_bits == 32;
            fits && text.and_then(|t| Hex::read(t, *target).ok()).is_some_and(|hex| is_code(*target, &hex.bytes()))
        }
    };
    let mut all: Vec<Target> = Target::all().filter(suits).collect();
    // The length of words tells, where they can be instructions of that length.
    if form == Form::Hex && text.is_some_and(hex::has_long_words) && all.iter().any(|t| t.arch().word_bits == 64) {
        all.retain(|t| t.arch().word_bits == 64);
    }
    let names = |list: &[Target]| list.iter().map(|t| t.name()).collect::<Vec<_>>().join(", ");
    let ask = |what: String| {
        let help = "say what it is for with `-t`; `isatope targets` lists all targets";
        Err(Box::new(Diagnostic::error(codes::UNKNOWN_TARGET, what).help(help)))
    };
    match all.as_slice() {
        _ if bytes.is_empty() => Ok(usual),
        // Words that are no instructions of anything are shown as what they are.
        [] if form == Form::Hex && text.is_some_and(hex::has_short_words) => Ok(usual),
        [] if form == Form::Hex => {
            let wide = Target::all().find(|t| t.arch().word_bits == 64);
            Ok(wide.filter(|_| text.is_some_and(hex::is_hex)).unwrap_or(usual))
        }
        [] => ask("the bytes are not all instructions of any target".to_string()),
        [one] => Ok(*one),
        many if many.iter().any(|t| t.arch().name != many[0].arch().name) => {
            ask(format!("the input could be code for any of {}", names(many)))
        }
        many if many.contains(&usual) => Ok(usual),
        many => ask(format!("this is no code for {}, but for any of {}", usual.name(), names(many))),
    }
}

/// The target where several are possible.
const USUAL: &str = "gcn1.2";

/// Bytes of a long input that are looked at.
const LOOK: usize = 1 << 18;

/// Whether everything is an instruction, apart from padding and a piece of a word at the end.
fn is_code(target: Target, bytes: &[u8]) -> bool {
    let word = target.arch().word_bits as usize / 8;
    let mut rest = &bytes[..bytes.len().min(LOOK)];
    let mut some = false;
    while rest.len() >= word {
        let padding = mesa::is_padded(target) && rest[..word].iter().all(|b| *b == 0);
        let step = match decode(target, rest) {
            _ if padding => word,
            // Reserved bits are set in words of other architectures, mostly.
            Ok(inst) if inst.reserved_bits() == 0 && inst.cautions().next().is_none() || word == 4 => {
                some = true;
                inst.len()
            }
            Ok(_) => return false,
            Err(_) if bytes.len() > LOOK && rest.len() < 8 => break,
            Err(_) => return false,
        };
        rest = &rest[step.min(rest.len())..];
    }
    some
}

/// Reads hexadecimal digits; reports what is no such thing.
pub(super) fn hex(name: &str, bytes: &[u8], target: Target, reporter: &mut Reporter) -> Option<Hex> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        let error = Diagnostic::error(codes::HEX, format!("{name} is no text with hexadecimal digits"));
        reporter.report(&error.help("`--input raw` reads bytes"));
        return None;
    };
    match Hex::read(text, target) {
        Ok(hex) => Some(hex),
        Err(error) => {
            let start: usize = text.split_inclusive('\n').take(error.line).map(str::len).sum();
            let line = text[start..].lines().next().unwrap_or_default();
            let from = start + line.len() - line.trim_start().len();
            let file = reporter.sources.add(name, text);
            let found =
                Diagnostic::error(codes::HEX, error.message).at(Span::new(from..start + line.len()).moved(file, 0));
            reporter.report(&Diagnostic { help: error.help, ..found });
            None
        }
    }
}

/// Lists words one by one.
pub(super) struct Lister<'s, 'w> {
    pub target: Target,
    pub formatter: Formatter,
    pub emit: DisEmit,
    pub out: &'s mut Sink<'w>,
    json: JsonLines<'s>,
}

impl<'s, 'w> Lister<'s, 'w> {
    /// Writes to a sink.
    pub fn new(target: Target, formatter: Formatter, emit: DisEmit, out: &'s mut Sink<'w>) -> Self {
        Self { target, formatter, emit, out, json: JsonLines::new(target, formatter) }
    }

    /// The address of what comes, and names of places in it.
    pub fn place(&mut self, base: u64, labels: &'s [(u64, &'s str)]) {
        self.json.place(base, labels);
    }

    /// Whether each line is one instruction, or empty.
    fn are_single(&self, hex: &Hex) -> bool {
        hex.lines.iter().all(|line| line.is_empty() || self.single_length(line) == Some(line.len()))
    }

    /// The length of the instruction in a line; words that are none have a length of one word.
    fn single_length(&self, line: &[u8]) -> Option<usize> {
        let word = self.target.arch().word_bits as usize / 8;
        (line.len() >= word).then(|| decode(self.target, line).map_or(word, |inst| inst.len()))
    }

    /// A line for each line, each of which is one instruction.
    fn single(&mut self, hex: &Hex) -> anyhow::Result<u8> {
        let mut offset = 0;
        for line in &hex.lines {
            if line.is_empty() {
                self.out.text.end_line();
                continue;
            }
            self.formatter = self.formatter.at(offset);
            self.one(offset, line)?;
            offset += line.len() as u64;
            self.out.pass_on()?;
        }
        Ok(0)
    }

    /// The instruction that some bytes are, or their words.
    fn one(&mut self, offset: u64, bytes: &[u8]) -> anyhow::Result<()> {
        let padding = mesa::is_padded(self.target) && bytes.iter().all(|b| *b == 0);
        match decode(self.target, bytes) {
            Ok(inst) if inst.len() == bytes.len() && !padding => self.instruction(offset, &inst),
            _ => {
                let bits = bytes.iter().take(8).rev().fold(0, |bits, b| bits << 8 | u64::from(*b));
                self.unknown(offset, bits, bytes.len().min(8))
            }
        }
    }

    /// Every line is a program of its own: one line for each.
    fn each_line(&mut self, bytes: &[u8]) -> anyhow::Result<u8> {
        let arch = self.target.arch();
        let (word_bits, word) = (arch.word_bits, arch.word_bits as usize / 8);
        let mut words = Vec::new();
        let mut code = 0;
        self.formatter = self.formatter.at(0);
        for line in input::lines(bytes) {
            // Words as they stand in most lines, and anything else.
            let read = match input::hex_words(line, word_bits as usize / 4, &mut words) {
                Some(()) => Ok(words.iter().flat_map(|w| w.to_le_bytes().into_iter().take(word)).collect()),
                None => std::str::from_utf8(line).map_err(|_| "the line is no text".to_string()).and_then(|text| {
                    Hex::read(text, self.target).map(|hex| hex.bytes()).map_err(|error| error.message)
                }),
            };
            let problem = match read {
                Err(message) => Some(message),
                Ok(bytes) if bytes.is_empty() => {
                    self.out.text.end_line();
                    None
                }
                Ok(bytes) => match decode(self.target, &bytes) {
                    Ok(inst) if inst.len() != bytes.len() => {
                        let (needs, has) = (inst.len() / word, bytes.len() / word);
                        Some(format!("{} has a length of {needs} in words, the line has {has}", inst.name()))
                    }
                    Err(_) if bytes.len() > 8 => Some(format!("an instruction has at most {} words", 8 / word)),
                    _ => {
                        self.one(0, &bytes)?;
                        None
                    }
                },
            };
            if let Some(message) = problem {
                code = 1;
                writeln!(self.out.text, "error: {message}")?;
            }
            self.out.pass_on()?;
        }
        Ok(code)
    }

    /// Bytes from one address to another, which count from 0.
    fn range(&mut self, args: &DisArgs, bytes: &[u8], reporter: &mut Reporter) -> anyhow::Result<u8> {
        let (start, stop) = (args.start.unwrap_or(0), args.stop.unwrap_or(u64::MAX).min(bytes.len() as u64));
        if args.start.is_none() && args.stop.is_none() {
            return self.raw(bytes, reporter);
        }
        if start >= stop {
            let error = Diagnostic::error(codes::CONTAINER, "nothing lies between these addresses");
            reporter.report(&error.help(format!("the input has {:#x} bytes", bytes.len())));
            return Ok(reporter.code());
        }
        let word = self.target.arch().word_bits as usize / 8;
        let (start, stop) = (start as usize / word * word, stop as usize / word * word);
        self.code(&bytes[..stop], start..stop)?;
        Ok(reporter.code())
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
            self.unknown(
                whole as u64,
                bytes[whole..].iter().rev().fold(0, |bits, b| bits << 8 | u64::from(*b)),
                bytes.len() - whole,
            )?;
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
        // Text with dots says distances: where they lead stands beside them.
        let dotted = self.target.arch().dotted;
        let formatter = self.formatter.labels(!dotted);
        let places = dotted.then(|| Places::new(self.target, &formatter, bytes, range.clone()));
        let code = Code {
            target: self.target,
            formatter: &formatter,
            bytes,
            margin,
            indent: false,
            labels: places.as_ref().map_or(&[], |places| &places.labels),
            base: 0,
            remark: places.as_ref().map(|places| places as &dyn Remark),
        };
        code.write(range, self.out)?;
        Ok(())
    }

    /// Every instruction, and every word that is none, of bytes that start at an offset.
    pub fn each_from(&mut self, base: u64, bytes: &[u8]) -> anyhow::Result<()> {
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
                self.json.instruction(offset, inst, &self.formatter, &mut self.out.text);
                return Ok(());
            }
        }
        self.formatter.write(inst, &mut self.out.text)?;
        self.out.text.end_line();
        Ok(())
    }

    fn unknown(&mut self, offset: u64, bits: u64, len: usize) -> anyhow::Result<()> {
        let word_bits = self.target.arch().word_bits;
        match self.emit {
            DisEmit::Text => {}
            DisEmit::List => margin(&mut self.out.text, offset, bits, len, word_bits),
            DisEmit::Json => {
                self.json.data(offset, bits, len, &mut self.out.text);
                return Ok(());
            }
        }
        data(&mut self.out.text, bits, len, word_bits);
        self.out.text.end_line();
        Ok(())
    }
}

/// The places to which branches lead whose text says a distance.
#[derive(Debug)]
struct Places {
    flows: Flows,
    labels: Vec<Label<'static>>,
}

impl Places {
    /// Those in a range of the bytes.
    fn new(target: Target, formatter: &Formatter, bytes: &[u8], range: Range<usize>) -> Self {
        let flows = Flows::new(target, formatter);
        let word = target.arch().word_bits as usize / 8;
        let code = &bytes[range.clone()];
        let at = |i: usize| (range.start + i * word) as u64;
        let words = code.chunks_exact(word).enumerate();
        let leads = words.filter_map(|(i, word)| flows.target(&decode(target, word).ok()?, at(i)));
        let inside =
            |place: &u64| (range.start as u64..range.end as u64).contains(place) && place.is_multiple_of(word as u64);
        let places: BTreeSet<u64> = leads.filter(inside).collect();
        let labels = places
            .into_iter()
            .map(|offset| Label { offset, lines: Lines::Text(format!("{}:\n", label(offset)).into()) });
        Self { labels: labels.collect(), flows }
    }
}

/// The name of a place, as listings have it.
fn label(offset: u64) -> String {
    format!(".L{offset}_0")
}

impl Remark for Places {
    fn write(&self, address: u64, inst: &Instruction, text: &mut Text) {
        let target = self.flows.target(inst, address);
        let known = |offset: &u64| self.labels.binary_search_by_key(offset, |l| l.offset).is_ok();
        if let Some(target) = target.filter(known) {
            text.push(&label(target));
        }
    }
}
