//! `isatope dis`

use std::fmt::Write as _;

use isatope::assembler::listing::Sink;
use isatope::diagnostics::{Diagnostic, codes};
use isatope::tables::{Formatter, Target, decode};

use super::form::{self, Form};
use super::images::{self, can_hold};
use super::lister::{Lister, is_padded};
use super::{mesa, objects};
use crate::args::{DisArgs, DisEmit, DisInput};
use crate::hex::Hex;
use crate::input;
use crate::output::{self, Reporter};

/// Runs the command.
pub fn run(args: &DisArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    input::is_kept(&args.file, args.output.as_deref())?;
    let (name, contents) = input::open(&args.file)?;
    let container = match args.input {
        _ if args.each_line => false,
        DisInput::Elf => true,
        DisInput::Auto => can_hold(&contents) || isatope::container::is_container(contents.all()?),
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
        DisInput::Auto => form::form(bytes, args.language.explicit_target()),
        DisInput::Raw | DisInput::Elf => Form::Raw,
    };
    if let (Form::Raw, DisInput::Auto, Some(what)) = (found, args.input, images::other_format(bytes)) {
        let error = Diagnostic::error(codes::CONTAINER, format!("{name} is {what}, in which no code is looked for"));
        reporter.report(&error.help("`--input raw` takes any bytes for code"));
        return Ok(reporter.code());
    }
    let target = match args.language.explicit_target() {
        Some(target) => target,
        None if args.each_line => args.language.target(),
        None => match form::told(bytes, found) {
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
        _ if args.each_line => each_line(&mut lister, bytes)?,
        Form::Hex => match form::hex(&name, bytes, target, reporter) {
            Some(hex) => {
                if args.strict {
                    objects::strict_code(target, hex.bytes(), 0, reporter);
                }
                match args.input == DisInput::Hex && are_single(target, &hex) {
                    true => single(&mut lister, &hex)?,
                    false => range(&mut lister, args, hex.bytes(), reporter)?,
                }
            }
            None => 1,
        },
        Form::Raw => {
            if args.strict {
                match is_padded(target) {
                    true => mesa::strict(target, bytes, reporter),
                    false => objects::strict_code(target, bytes, 0, reporter),
                }
            }
            range(&mut lister, args, bytes, reporter)?
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

/// Whether each line is one instruction, or empty.
fn are_single(target: Target, hex: &Hex) -> bool {
    hex.lines().all(|line| line.is_empty() || single_length(target, line) == Some(line.len()))
}

/// The length of the instruction in a line; words that are none have a length of one word.
fn single_length(target: Target, line: &[u8]) -> Option<usize> {
    let word = target.arch().word_bits as usize / 8;
    (line.len() >= word).then(|| decode(target, line).map_or(word, |inst| inst.len()))
}

/// A line for each line, each of which is one instruction.
fn single(lister: &mut Lister<'_, '_>, hex: &Hex) -> anyhow::Result<u8> {
    let mut offset = 0;
    for line in hex.lines() {
        if line.is_empty() {
            lister.out.text.end_line();
            continue;
        }
        lister.formatter = lister.formatter.at(offset);
        lister.one(offset, line)?;
        offset += line.len() as u64;
        lister.out.pass_on()?;
    }
    Ok(0)
}

/// Every line is a program of its own: one line for each.
fn each_line(lister: &mut Lister<'_, '_>, bytes: &[u8]) -> anyhow::Result<u8> {
    let arch = lister.target.arch();
    let (word_bits, word) = (arch.word_bits, arch.word_bits as usize / 8);
    let mut words = Vec::new();
    let mut code = 0;
    lister.formatter = lister.formatter.at(0);
    for line in input::lines(bytes) {
        // Words as they stand in most lines, and anything else.
        let read = match input::hex_words(line, word_bits as usize / 4, &mut words) {
            Some(()) => Ok(words.iter().flat_map(|w| w.to_le_bytes().into_iter().take(word)).collect()),
            None => std::str::from_utf8(line).map_err(|_| "the line is no text".to_string()).and_then(|text| {
                Hex::read(text, lister.target).map(|hex| hex.bytes().to_vec()).map_err(|error| error.message)
            }),
        };
        let problem = match read {
            Err(message) => Some(message),
            Ok(bytes) if bytes.is_empty() => {
                lister.out.text.end_line();
                None
            }
            Ok(bytes) => match decode(lister.target, &bytes) {
                Ok(inst) if inst.len() != bytes.len() => {
                    let (needs, has) = (inst.len() / word, bytes.len() / word);
                    Some(format!("{} has a length of {needs} in words, the line has {has}", inst.name()))
                }
                Err(_) if bytes.len() > 8 => Some(format!("an instruction has at most {} words", 8 / word)),
                _ => {
                    lister.one(0, &bytes)?;
                    None
                }
            },
        };
        if let Some(message) = problem {
            code = 1;
            writeln!(lister.out.text, "error: {message}")?;
        }
        lister.out.pass_on()?;
    }
    Ok(code)
}

/// Bytes from one address to another, which count from 0.
fn range(lister: &mut Lister<'_, '_>, args: &DisArgs, bytes: &[u8], reporter: &mut Reporter) -> anyhow::Result<u8> {
    let (start, stop) = (args.start.unwrap_or(0), args.stop.unwrap_or(u64::MAX).min(bytes.len() as u64));
    if args.start.is_none() && args.stop.is_none() {
        return raw(lister, bytes, reporter);
    }
    if start >= stop {
        let error = Diagnostic::error(codes::CONTAINER, "nothing lies between these addresses");
        reporter.report(&error.help(format!("the input has {:#x} bytes", bytes.len())));
        return Ok(reporter.code());
    }
    let word = lister.target.arch().word_bits as usize / 8;
    let (start, stop) = (start as usize / word * word, stop as usize / word * word);
    lister.code(&bytes[..stop], start..stop)?;
    Ok(reporter.code())
}

/// Bytes from start to end.
fn raw(lister: &mut Lister<'_, '_>, bytes: &[u8], reporter: &mut Reporter) -> anyhow::Result<u8> {
    if is_padded(lister.target) {
        mesa::binary(lister, bytes, reporter)?;
        return Ok(reporter.code());
    }
    let word = lister.target.arch().word_bits as usize / 8;
    let whole = bytes.len() / word * word;
    lister.code(&bytes[..whole], 0..whole)?;
    if whole < bytes.len() {
        lister.unknown(
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
