//! Runs `isatope dis`.

use std::fmt::Write as _;

use isatope::container::hex::{self, Hex};
use isatope::container::mesa::{self, Piece};
use isatope::container::{Contents, can_hold, is_container, other_format};
use isatope::diagnostics::{Diagnostic, Span, codes};
use isatope::input::{self, Form};
use isatope::listing::{Lister, Sink};
use isatope::strict;
use isatope::{Assemble, Dialect, Target};

use super::graphs::{self, Style};
use super::objects;
use crate::args::{CfgForm, DisArgs, DisEmit, DisInput};
use crate::files;
use crate::output::{self, Reporter};

/// Runs the command.
pub fn run(args: &DisArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    files::is_kept(&args.file, args.output.as_deref())?;
    let wants_debug = args.all || args.line_numbers || args.source || !args.section.is_empty();
    let (name, contents) = match wants_debug || args.emit() == DisEmit::Json || args.input != DisInput::Auto {
        true => files::open(&args.file)?,
        false => files::open_by(&args.file, Contents::open_without_debug_information)?,
    };
    let container = match args.input {
        _ if args.each_line => false,
        DisInput::Elf => true,
        DisInput::Auto => can_hold(&contents) || is_container(contents.all()?),
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
        DisInput::Auto => Form::of(bytes, args.language.explicit_target()),
        DisInput::Raw | DisInput::Elf => Form::Raw,
    };
    if matches!((found, args.input), (Form::Raw, DisInput::Auto)) && input::is_source(bytes) {
        reporter.report(&input::of_source(&name));
        return Ok(reporter.code());
    }
    if let (Form::Raw, DisInput::Auto, Some(what)) = (found, args.input, other_format(bytes)) {
        let error = Diagnostic::error(codes::NO_CODE, format!("{name} is {what}, which is not searched for code"));
        reporter.report(&error.help("use `--input raw` to read any bytes as code"));
        return Ok(reporter.code());
    }
    let target = match args.language.explicit_target() {
        Some(target) => target,
        None if args.each_line => args.language.target(),
        None => match found.target(bytes) {
            Ok(target) => target,
            Err(_) if input::is_source(bytes) => {
                reporter.report(&input::of_source(&name));
                return Ok(reporter.code());
            }
            Err(error) => {
                let named = format!("{name}: {}", error.message);
                reporter.report(&Diagnostic { message: named, ..*error });
                return Ok(reporter.code());
            }
        },
    };
    let dialect = args.language.or(Some(target)).dialect()?;
    if let Some(form) = args.cfg {
        return graph(args, (&name, bytes, found), (target, dialect), form, reporter);
    }
    let out = output::open(args.output.as_deref())?;
    let mut out = if args.emit() == DisEmit::Json { out } else { out.listing() };
    let mut sink = Sink::new(&mut out);
    let mut lister = Lister::new(target, dialect, args.emit().into(), &mut sink)?;
    let code = match found {
        _ if args.each_line => each_line(&mut lister, bytes, args.emit() == DisEmit::Json)?,
        Form::Hex => match digits(&name, bytes, target, reporter) {
            Some(hex) => {
                if args.strict {
                    strict::code(target, hex.bytes(), 0).iter().for_each(|error| reporter.report(error));
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
                let found = match target.has_mesa_binaries() {
                    true => strict::binary(target, bytes),
                    false => strict::code(target, bytes, 0),
                };
                found.iter().for_each(|error| reporter.report(error));
            }
            range(&mut lister, args, bytes, reporter)?
        }
        Form::Dump => {
            let Ok(text) = std::str::from_utf8(bytes) else { anyhow::bail!("a dump is UTF-8 text, the input is not") };
            let errors = lister.dump(text)?;
            if !errors.is_empty() {
                let file = reporter.sources.add(name, text);
                errors.into_iter().for_each(|error| reporter.report(&error.moved(file, 0)));
            }
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

/// Writes the control-flow graph of bare code.
fn graph(
    args: &DisArgs,
    (name, bytes, found): (&str, &[u8], Form),
    (target, dialect): (Target, Dialect),
    form: CfgForm,
    reporter: &mut Reporter,
) -> anyhow::Result<u8> {
    let hex;
    let pieces = match found {
        Form::Hex => {
            hex = digits(name, bytes, target, reporter);
            let Some(hex) = &hex else { return Ok(reporter.code()) };
            vec![Piece::Code { offset: 0, bytes: hex.bytes().into() }]
        }
        Form::Raw if target.has_mesa_binaries() => mesa::binary(bytes),
        Form::Raw => vec![Piece::Code { offset: 0, bytes: bytes.into() }],
        Form::Dump => {
            let Ok(text) = std::str::from_utf8(bytes) else { anyhow::bail!("a dump is UTF-8 text, the input is not") };
            let (pieces, errors) = input::dump_pieces(text, target);
            if !errors.is_empty() {
                let file = reporter.sources.add(name, text);
                errors.into_iter().for_each(|error| reporter.report(&error.moved(file, 0)));
            }
            pieces
        }
    };
    let style = Style {
        form,
        json: args.emit() == DisEmit::Json,
        brief: args.no_instructions,
        no_comments: args.no_comments,
        demangle: args.demangle,
    };
    let mut out = output::open(args.output.as_deref())?;
    graphs::of_code(name, (target, dialect), pieces.iter(), style, &mut out)?;
    out.finish()?;
    Ok(reporter.code())
}

/// Reads hexadecimal digits; reports what is no such thing.
pub fn digits(name: &str, bytes: &[u8], target: Target, reporter: &mut Reporter) -> Option<Hex> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        let error = Diagnostic::error(codes::HEX, format!("{name} is not text with hexadecimal digits"));
        reporter.report(&error.help("use `--input raw` to read bytes"));
        return None;
    };
    let digits = input::digits(text, target).map_err(|error| {
        if input::is_source(bytes) {
            return reporter.report(&input::of_source(name));
        }
        let file = reporter.sources.add(name, text);
        let found = Diagnostic::error(codes::HEX, error.message).at(Span::new(error.at).moved(file, 0));
        reporter.report(&Diagnostic { help: error.help, ..found });
    });
    digits.ok()
}

/// Whether each line is one instruction, or empty.
fn are_single(target: Target, hex: &Hex) -> bool {
    hex.lines().all(|line| line.is_empty() || single_length(target, line) == Some(line.len()))
}

/// The length of the instruction in a line; words that are none have a length of one word.
fn single_length(target: Target, line: &[u8]) -> Option<usize> {
    let word = target.word_bytes();
    (line.len() >= word).then(|| target.decode(line).map_or(word, |inst| inst.len()))
}

/// A line for each line, each of which is one instruction.
fn single(lister: &mut Lister<'_, '_>, hex: &Hex) -> anyhow::Result<u8> {
    let mut offset = 0;
    for line in hex.lines() {
        if line.is_empty() {
            lister.out().text.end_line();
            continue;
        }
        lister.at(offset);
        lister.one(offset, line)?;
        offset += line.len() as u64;
        lister.out().pass_on()?;
    }
    Ok(0)
}

/// Every line is a program of its own: one line for each. In JSON, that of an empty one is an empty object.
fn each_line(lister: &mut Lister<'_, '_>, bytes: &[u8], json: bool) -> anyhow::Result<u8> {
    let (target, word) = (lister.target(), lister.target().word_bytes());
    let mut words = Vec::new();
    let mut code = 0;
    lister.at(0);
    for line in files::lines(bytes) {
        // Words as they are in most lines, and anything else.
        let read = match hex::words(line, 2 * word, &mut words) {
            Some(()) => Ok(words.iter().flat_map(|w| w.to_le_bytes().into_iter().take(word)).collect()),
            None => std::str::from_utf8(line)
                .map_err(|_| "the line is not text".to_string())
                .and_then(|text| target.hex(text).map(|hex| hex.bytes().to_vec()).map_err(|error| error.message)),
        };
        let problem = match read {
            Err(message) => Some(message),
            Ok(bytes) if bytes.is_empty() => {
                lister.out().text.push(if json { "{}" } else { "" });
                lister.out().text.end_line();
                None
            }
            Ok(bytes) => match target.decode(&bytes) {
                Ok(inst) if inst.len() != bytes.len() => {
                    let (needs, has) = (inst.len() / word, bytes.len() / word);
                    Some(format!("{} has a length of {needs} in words, the line has {has}", inst.mnemonic()))
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
            match json {
                true => writeln!(lister.out().text, "{}", serde_json::json!({ "error": message }))?,
                false => writeln!(lister.out().text, "error: {message}")?,
            }
        }
        lister.out().pass_on()?;
    }
    Ok(code)
}

/// Bytes from one address to another, which count from 0.
fn range(lister: &mut Lister<'_, '_>, args: &DisArgs, bytes: &[u8], reporter: &mut Reporter) -> anyhow::Result<u8> {
    let (start, stop) = (args.start.unwrap_or(0), args.stop.unwrap_or(u64::MAX).min(bytes.len() as u64));
    if args.start.is_none() && args.stop.is_none() {
        lister.raw(bytes)?.iter().for_each(|error| reporter.report(error));
        return Ok(reporter.code());
    }
    if start >= stop {
        let error = Diagnostic::error(codes::NOT_IN_FILE, "there is nothing between these addresses");
        reporter.report(&error.help(format!("the input has {:#x} bytes", bytes.len())));
        return Ok(reporter.code());
    }
    let word = lister.target().word_bytes();
    let (start, stop) = (start as usize / word * word, stop as usize / word * word);
    lister.code(&bytes[..stop], start..stop)?;
    Ok(reporter.code())
}
