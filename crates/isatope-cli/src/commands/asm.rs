//! Runs `isatope asm`.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use isatope::assembler::{Container, Output};
use isatope::container::archive::is_archive;
use isatope::diagnostics::{Diagnostic, Level, codes};
use isatope::{Assembler, NamedTarget, Source};

use super::link;
use super::source::{ELF, assembled, inputs, options};
use crate::args::{AsmArgs, AsmEmit};
use crate::dependencies::Dependencies;
use crate::output::{Destination, Reporter, Text};
use crate::{files, output};

/// Runs the command.
pub fn run(args: &AsmArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    for path in [&args.file].into_iter().chain(&args.more) {
        files::is_kept(path, args.output.as_deref())?;
        files::is_kept(path, args.depfile.as_deref())?;
    }
    let read = Dependencies::default();
    let code = write(args, &read, reporter)?;
    if let (Some(depfile), Some(output), 0) = (&args.depfile, &args.output, code) {
        std::fs::write(depfile, read.rule(output)).with_context(|| format!("cannot write {}", depfile.display()))?;
    }
    Ok(code)
}

/// Assembles, links and writes the output.
fn write(args: &AsmArgs, read: &Dependencies, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let (name, bytes) = files::read(&args.file).map_err(|error| explained(error, &args.file))?;
    if !args.more.is_empty() || bytes.starts_with(ELF) || is_archive(&bytes) {
        return link::run(args, read, name, bytes, reporter);
    }
    let emit = emit(args);
    if args.each_line {
        anyhow::ensure!(emit == AsmEmit::Hex, "--each-line prints words: use it with --emit hex");
        let language = args.language.or(named_target(&bytes));
        // Line by line nothing is known of other lines.
        let said = match language.explicit_dialect()? {
            Some(dialect) => Some(dialect),
            None => language.preferred_dialect()?,
        };
        let dialect = said.unwrap_or(language.dialect()?);
        let inputs = inputs(args, read, &args.file);
        let options = options(args, emit, &language);
        let assembler = Assembler::with_options(language.target(), dialect, options)?.with_inputs(&inputs);
        let (text, failed) = each_line(&assembler, &name, &bytes, reporter);
        output::write(args.output.as_deref(), text.as_bytes(), false)?;
        return Ok(failed as u8);
    }
    let Some(mut source) = assembled(args, read, &args.file, &name, bytes, emit, reporter)? else {
        return Ok(reporter.code());
    };
    if matches!(emit, AsmEmit::Hex | AsmEmit::Raw | AsmEmit::List | AsmEmit::Json) {
        let distances = source.fill_distances();
        if distances > 0 {
            let plural = if distances == 1 { "" } else { "s" };
            reporter.note(&format!(
                "{name}: {distances} distance{plural} between sections as in a linked file, which `--emit elf` writes"
            ));
        }
        warn_of_relocations(&name, source.output(), emit, reporter);
    }
    if args.emit.is_none() && emit == AsmEmit::Hex && args.output.is_some() {
        note_container(&name, source.output(), reporter);
    }
    if source.output().layout.is_empty && matches!(emit, AsmEmit::Raw | AsmEmit::Obj | AsmEmit::Elf) {
        let message = format!("{name}: the source writes nothing and selects no section");
        reporter.report(&Diagnostic::error(codes::CONTAINER, message));
        return Ok(reporter.code());
    }
    let file = match emit {
        AsmEmit::Obj => source.into_relocatable(),
        AsmEmit::Elf => source.into_linked(),
        _ => {
            let mut out = output::open(args.output.as_deref())?;
            print(&source, emit, &mut out)?;
            out.finish()?;
            return Ok(reporter.code());
        }
    };
    match file {
        Ok(file) => output::write(args.output.as_deref(), &file, true)?,
        Err(error) => reporter.report(&Diagnostic::error(codes::CONTAINER, format!("{name}: {error}"))),
    }
    Ok(reporter.code())
}

/// The error of a file that cannot be read. Other assemblers select targets with options that take a name.
fn explained(error: anyhow::Error, file: &Path) -> anyhow::Error {
    match file.to_str() {
        Some(name) if !file.exists() && name.parse::<NamedTarget>().is_ok() => {
            error.context(format!("`{name}` is a target, which `-t {name}` selects"))
        }
        _ => error,
    }
}

/// Says that the output is text without the container that the source selects.
fn note_container(name: &str, output: &Output, reporter: &Reporter) {
    if let Some(container) = output.layout.container.filter(|container| *container != Container::Raw) {
        let container = container.name();
        reporter.note(&format!(
            "{name}: the output is the words of the code as text, without the container of `.{container}`; \
             `--emit elf` writes that"
        ));
    }
}

/// Writes an output that is not a file in ELF.
fn print(source: &Source, emit: AsmEmit, out: &mut Destination) -> anyhow::Result<()> {
    match emit {
        AsmEmit::Json => source.write_json(out),
        AsmEmit::List => source.write_list(out),
        AsmEmit::Raw => {
            output::refuse_terminal(out)?;
            out.write_all(&source.output().bytes_of(source.output().layout.code_section()))
        }
        AsmEmit::Hex | AsmEmit::Obj | AsmEmit::Elf => source.write_words(out),
    }
    .context("cannot write")
}

/// Warns of places that only a linker can fill, for outputs that have no relocations.
fn warn_of_relocations(name: &str, output: &Output, emit: AsmEmit, reporter: &mut Reporter) {
    let layout = &output.layout;
    let is_written = |section: usize| emit != AsmEmit::Raw || layout.sections[section].name == layout.code_section();
    let places: Vec<_> = layout.relocations.iter().filter(|found| is_written(found.section)).collect();
    let Some(first) = places.first() else { return };
    let to = first.target_section.map_or(&first.symbol, |section| &layout.sections[section].name);
    let places = match places.len() {
        1 => format!("a place needs a linker, for `{to}`"),
        count => format!("{count} places need a linker, the first one for `{to}`"),
    };
    let message = format!("{name}: {places}: the output has 0 there");
    reporter.report(&Diagnostic::warning(codes::UNLINKED, message).help("write an object: --emit obj"));
}

/// Output format: the one given, or the one that the name of the output implies.
fn emit(args: &AsmArgs) -> AsmEmit {
    if args.json {
        return AsmEmit::Json;
    }
    let extension = args.output.as_ref().and_then(|path| path.extension()).and_then(|e| e.to_str());
    args.emit.unwrap_or(match extension {
        Some("o") if !args.each_line => AsmEmit::Obj,
        Some("co") if !args.each_line => AsmEmit::Elf,
        _ => AsmEmit::Hex,
    })
}

/// The target that a source names.
fn named_target(bytes: &[u8]) -> Option<NamedTarget> {
    NamedTarget::of_source(std::str::from_utf8(bytes).ok()?)
}

/// One line for each line; and whether one has an error.
fn each_line(assembler: &Assembler, name: &str, bytes: &[u8], reporter: &mut Reporter) -> (Text, bool) {
    let word_bits = 8 * assembler.target().word_bytes() as u32;
    let mut out = Text::default();
    let mut failed = false;
    let mut result = Output::default();
    for line in files::lines(bytes) {
        result.clear();
        match std::str::from_utf8(line) {
            Ok(line) => assembler.inner().assemble_into(line, &mut result),
            Err(_) => result.diagnostics.push(Diagnostic::error(codes::NOT_TEXT, "the line is not UTF-8 text")),
        }
        // Errors are in the line that is printed; warnings have no other place.
        for warning in result.diagnostics.iter().filter(|d| d.level == Level::Warning) {
            let file = reporter.sources.add(name, String::from_utf8_lossy(line));
            reporter.report(&warning.clone().moved(file, 0));
        }
        match result.diagnostics.iter().find(|d| d.level == Level::Error) {
            Some(error) => {
                failed = true;
                out.push("error: ");
                out.push(&error.message);
            }
            None => {
                let mut first = true;
                for item in result.items.iter() {
                    result.units(&item, |bits, len| {
                        if !std::mem::take(&mut first) {
                            out.push_byte(b' ');
                        }
                        out.words(bits, len, word_bits);
                    });
                }
            }
        }
        out.end_line();
    }
    (out, failed)
}
