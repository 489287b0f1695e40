//! Runs `isatope explain`.

use std::path::Path;

use anyhow::Context;
use isatope::assembler::Options;
use isatope::diagnostics::{Diagnostic, Level, codes};
use isatope::explain::{
    Word, directive_page, find, instructions_like, of, read as read_pages, text as text_of, text_of_error,
};
use isatope::pages::{Found, Kind, Look, Page, Row};
use isatope::{Assemble, Assembler, Dialect, Instruction, NamedTarget, Target};
use serde::Serialize;

use super::page;
use crate::args::ExplainArgs;
use crate::files;
use crate::output::{self, Reporter};

/// Something that is explained.
#[derive(Serialize)]
#[serde(untagged)]
enum Explained {
    /// An instruction that was given as words or as text, with its page.
    Instruction {
        /// Its bits.
        instruction: Word,
        /// Its page.
        pages: Vec<Page>,
        /// Whether it was given as text.
        #[serde(skip)]
        as_text: bool,
    },
    /// A name.
    Name {
        /// Its pages.
        pages: Vec<Page>,
        /// What else it means.
        #[serde(skip)]
        others: String,
    },
    /// An error.
    Error {
        /// `E0103`.
        error: &'static str,
        /// What it is.
        title: &'static str,
        /// What to do about it.
        text: &'static str,
    },
}

/// Runs the command.
pub fn run(args: &ExplainArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let look = page::look();
    let is_index = matches!(args.what.as_slice(), [what] if INDEX.contains(&what.as_str()));
    let all = if is_index { Some(codes::ALL.iter().map(error).collect()) } else { explained(args, look, reporter)? };
    let Some(all) = all else { return Ok(reporter.code()) };
    let text = match args.json {
        true => serde_json::to_string_pretty(&all)? + "\n",
        false if is_index => index(look),
        false => all.iter().map(|e| text(e, look)).collect::<Vec<_>>().join("\n"),
    };
    output::page(&text)?;
    Ok(0)
}

/// What is typed for the list of all error codes.
const INDEX: [&str; 3] = ["errors", "E", "codes"];

/// All error codes with their titles.
fn index(look: Look) -> String {
    let row = |code: &codes::Code| Row { cells: vec![code.code.to_string(), code.title.to_string()], versions: vec![] };
    let rows: Vec<Row> = codes::ALL.iter().map(row).collect();
    isatope::pages::table(&[], &rows, look) + "\n`isatope explain CODE` says what to do about one.\n"
}

fn error(code: &codes::Code) -> Explained {
    Explained::Error { error: code.code, title: code.title, text: code.text }
}

/// The meaning of the words: words of instructions, a name, the text of an instruction, several names; `None` after an
/// error.
fn explained(args: &ExplainArgs, look: Look, reporter: &mut Reporter) -> anyhow::Result<Option<Vec<Explained>>> {
    let mut given = String::new();
    for part in &args.what {
        given += " ";
        given += &match part.as_str() {
            "-" => String::from_utf8(files::read(Path::new("-"))?.1).context("the standard input is not UTF-8 text")?,
            part => part.to_string(),
        };
    }
    let given = given.trim();
    let words: Vec<String> = given.split_whitespace().map(str::to_string).collect();
    let target = args.language.target();
    if let Ok(hex) = target.hex(given)
        && !hex.bytes().is_empty()
    {
        return Ok(instructions(args, hex.bytes(), reporter));
    }
    if let [word] = words.as_slice()
        && let Some(diagnostic) = part_of_name(word, args)
    {
        reporter.report(&diagnostic);
        return Ok(None);
    }
    if let Some(one) = name(&words, args, look) {
        return Ok(Some(vec![one]));
    }
    let unsupported = NamedTarget::unsupported(given);
    if words.len() < 2 || unsupported.is_some() {
        let message = unsupported.clone().unwrap_or_else(|| format!("`{given}` is not known"));
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, message);
        if let Some(hint) = page::hint(given).filter(|_| unsupported.is_none()) {
            diagnostic = diagnostic.help(hint);
        }
        reporter.report(&diagnostic);
        return Ok(None);
    }
    let names: Option<Vec<Explained>> = words.iter().map(|w| name(std::slice::from_ref(w), args, look)).collect();
    if let Some(names) = names
        && read(target, args.language.called(), args.language.explicit_dialect()?, given).is_err()
    {
        return Ok(Some(names));
    }
    Ok(instruction(args, given, reporter)?.map(|inst| vec![decoded(&inst, true)]))
}

/// The error for a word that is a part of the names of instructions, and no name itself in this upper and lower case.
fn part_of_name(word: &str, args: &ExplainArgs) -> Option<Diagnostic> {
    let target = args.language.explicit_target()?;
    let (found, _) = find(&[word], Some(target));
    let is_name = |found: &Found| found.entry.kind == Kind::Instruction || found.entry.name == word;
    if codes::find(word).is_some() || found.iter().any(is_name) {
        return None;
    }
    let like = instructions_like(word, target);
    let error = |what: &str| Diagnostic::error(codes::UNKNOWN_NAME, format!("`{word}` is not known{what}"));
    match like.as_slice() {
        [] => None,
        [first, ..] if first.contains('.') => Some(error(" without a type").help(format!("write {}", like.join(", ")))),
        _ => Some(error("").help(format!("instructions start with it: {}", like.join(", ")))),
    }
}

/// The instructions that some bytes are, one after the other.
fn instructions(args: &ExplainArgs, bytes: &[u8], reporter: &mut Reporter) -> Option<Vec<Explained>> {
    let target = args.language.target();
    let mut list = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        match target.decode(rest) {
            Ok(inst) => {
                for caution in inst.cautions() {
                    reporter.report(&Diagnostic::warning(codes::UNUSUAL, caution.to_string()));
                }
                list.push(decoded(&inst, false));
                rest = rest.get(inst.len()..).unwrap_or_default();
            }
            Err(error) => {
                let size = target.word_bytes();
                let digits = |w: &[u8]| w.iter().rev().map(|b| format!("{b:02x}")).collect::<String>();
                let words: Vec<String> = rest.chunks(size).map(digits).collect();
                let message =
                    format!("`{}` is not an instruction of {}: {error}", words.join(" "), args.language.called());
                let same = |t: &Target| t.word_bytes() == target.word_bytes();
                let known = Target::all().filter(same).filter(|t| t.decode(rest).is_ok());
                let called = args.language.called();
                reporter.report(&elsewhere(Diagnostic::error(codes::UNKNOWN_WORD, message), known, called));
                return None;
            }
        }
    }
    Some(list)
}

/// An instruction, and its page for the target on which it is one.
fn decoded(inst: &Instruction, as_text: bool) -> Explained {
    let pages = read_pages(&of(inst), Some(inst.target()));
    Explained::Instruction { instruction: Word::of(inst), pages, as_text }
}

/// What a name means: an error, or a page.
fn name(words: &[String], args: &ExplainArgs, look: Look) -> Option<Explained> {
    if let [word] = words
        && let Some(code) = codes::find(word)
    {
        return Some(error(code));
    }
    let (found, others) = find(words, args.language.explicit_target());
    let Some(first) = found.first() else {
        let [word] = words else { return None };
        return directive_page(word).map(|page| Explained::Name { pages: vec![page], others: String::new() });
    };
    let others = page::others(words.last()?, first, &others, look);
    Some(Explained::Name { pages: read_pages(&found, args.language.explicit_target()), others })
}

fn text(explained: &Explained, look: Look) -> String {
    match explained {
        Explained::Instruction { instruction, pages, as_text } => {
            instruction.text(*as_text, look) + "\n" + &text_of(pages, look)
        }
        Explained::Name { pages, others } => text_of(pages, look) + others,
        Explained::Error { error, title, text } => text_of_error(&codes::Code { code: error, title, text }, look),
    }
}

/// Names other targets that have the instruction, by names of the kind that the user typed.
fn elsewhere(diagnostic: Diagnostic, targets: impl Iterator<Item = Target>, called: &str) -> Diagnostic {
    let names: Vec<_> = targets.map(|t| t.version_info().name_like(called)).collect();
    match names.is_empty() {
        true => diagnostic,
        false => diagnostic.help(format!("it is an instruction of {}: select one with -t", names.join(", "))),
    }
}

/// What a text assembles to, and what the assembler warns of.
type Read = (Vec<Instruction>, Vec<Diagnostic>);

/// What a text assembles to, in the dialect that is given or in the first one that takes it.
fn read(target: Target, called: &'static str, dialect: Option<Dialect>, text: &str) -> Result<Read, Vec<Diagnostic>> {
    let dialects = target.dialects().filter(|d| dialect.is_none_or(|given| given == *d));
    let mut first = Err(Vec::new());
    for dialect in dialects {
        let Ok(assembler) =
            Assembler::with_options(target, dialect, Options { called: Some(called), ..Options::default() })
        else {
            continue;
        };
        let output = assembler.inner().assemble(text);
        if !output.failed() {
            return Ok((output.instructions().collect(), output.diagnostics));
        }
        if first.as_ref().is_err_and(Vec::is_empty) {
            first = Err(output.diagnostics.into_iter().filter(|d| d.level == Level::Error).collect());
        }
    }
    first
}

/// The instruction that is given as text; `None` after an error.
fn instruction(args: &ExplainArgs, text: &str, reporter: &mut Reporter) -> anyhow::Result<Option<Instruction>> {
    let target = args.language.target();
    let dialect = args.language.explicit_dialect()?;
    match read(target, args.language.called(), dialect, text) {
        Ok((found, warnings)) => match found.as_slice() {
            [inst] => {
                let file = reporter.sources.add("<instruction>", text);
                warnings.into_iter().for_each(|warning| reporter.report(&warning.moved(file, 0)));
                return Ok(Some(*inst));
            }
            _ => anyhow::bail!("give one instruction at a time, not {}", found.len()),
        },
        Err(errors) => {
            let file = reporter.sources.add("<instruction>", text);
            let mut known = Target::all()
                .filter(|t| read(*t, t.name(), dialect, text).is_ok_and(|(found, _)| found.len() == 1))
                .peekable();
            let help = known.peek().is_some();
            for (i, error) in errors.into_iter().enumerate() {
                let error = error.moved(file, 0);
                let called = args.language.called();
                reporter.report(&if i == 0 && help { elsewhere(error, &mut known, called) } else { error });
            }
        }
    }
    Ok(None)
}
