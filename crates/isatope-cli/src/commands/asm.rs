//! `isatope asm`

use std::collections::HashMap;
use std::fmt::Write;

use isatope::assembler::listing::code::{data, margin};
use isatope::assembler::{Assembler, Item, Options, Output};
use isatope::diagnostics::{Diagnostic, Level, Span, codes};
use isatope::tables::{Formatter, Target};
use serde_json::json;

use super::dialect;
use super::flow::Flows;
use crate::args::{AsmArgs, AsmEmit};
use crate::output::{Reporter, Text};
use crate::{input, output};

/// Runs the command.
pub fn run(args: &AsmArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    input::is_kept(&args.file, args.output.as_deref())?;
    let (name, bytes) = input::read(&args.file)?;
    let language = args.language.or(named_target(&bytes));
    let target = language.target();
    // Line by line nothing is known of other lines.
    let told = std::str::from_utf8(&bytes).ok().filter(|_| !args.each_line);
    let said = match language.explicit_dialect()? {
        Some(dialect) => Some(dialect),
        None => told.and_then(|text| dialect::find(text, target)),
    };
    let dialect = said.unwrap_or(target.arch().dialects[0]);
    let options = Options {
        buggy_fp_lit: args.buggy_fp_lit,
        strict: args.strict,
        called: Some(language.called()),
        local_labels: args.emit == AsmEmit::List,
        ..Options::default()
    };
    let Some(assembler) = Assembler::new(target, dialect, options) else {
        anyhow::bail!("there is no dialect `{dialect}`")
    };
    let word_bits = target.arch().word_bits;
    if args.each_line {
        anyhow::ensure!(args.emit == AsmEmit::Hex, "--each-line prints words: it goes with --emit hex");
        let (text, failed) = each_line(&assembler, &name, &bytes, word_bits, reporter);
        output::write(args.output.as_deref(), text.as_bytes(), false)?;
        return Ok(failed as u8);
    }

    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let file = reporter.sources.add(name, String::from_utf8_lossy(error.as_bytes()).into_owned());
            let span = Span { file, ..Span::new(at..at + 1) };
            reporter.report(&Diagnostic::error(codes::NOT_TEXT, "the source is not UTF-8 text").at(span));
            return Ok(reporter.code());
        }
    };
    // A source that does not say its dialect is read in all of them.
    let all = said.is_none().then(|| dialect::try_all(&text, target, options)).flatten();
    let (dialect, result) = all.unwrap_or_else(|| (dialect, assembler.assemble(&text)));
    if !result.diagnostics.is_empty() {
        let file = reporter.sources.add(name, text);
        for diagnostic in &result.diagnostics {
            reporter.report(&diagnostic.clone().moved(file, 0));
        }
    }
    if reporter.code() != 0 {
        return Ok(reporter.code());
    }
    let mut out = Text::default();
    match if args.json { AsmEmit::Json } else { args.emit } {
        AsmEmit::Json => json(&result, target, dialect, &mut out)?,
        AsmEmit::Hex => {
            let layout = &result.layout;
            let empty = layout.runs.iter().filter(|(section, _)| !layout.sections[*section].has_contents());
            let empty: Vec<_> = empty.map(|(_, run)| run).collect();
            for (i, item) in result.items.iter().enumerate() {
                // Runs are in order of their items.
                let next = empty.partition_point(|run| run.end <= i);
                if empty.get(next).is_some_and(|run| run.contains(&i)) {
                    continue;
                }
                result.units(&item, |bits, len| {
                    out.words(bits, len, word_bits);
                    out.end_line();
                });
            }
        }
        AsmEmit::Raw => out = result.bytes_of(result.layout.code_section()).into(),
        AsmEmit::List => list(&result, target, dialect, &mut out)?,
    }
    output::write(args.output.as_deref(), out.as_bytes(), args.emit == AsmEmit::Raw)?;
    Ok(reporter.code())
}

/// The target that a source names.
fn named_target(bytes: &[u8]) -> Option<(Target, &'static str)> {
    isatope::assembler::named_target(std::str::from_utf8(bytes).ok()?)
}

/// Items with their offsets, section by section.
fn list(result: &Output, target: Target, dialect: &str, out: &mut Text) -> anyhow::Result<()> {
    let Some(formatter) = Formatter::new(target, dialect) else { anyhow::bail!("there is no dialect `{dialect}`") };
    let word_bits = target.arch().word_bits;
    let layout = &result.layout;
    let all = [(0, 0..result.items.len())];
    let flows = Flows::new(target, &formatter);
    let mut labels: HashMap<(usize, u64), Vec<&str>> = HashMap::new();
    for symbol in &layout.symbols {
        if let Some(section) = symbol.section {
            labels.entry((section, symbol.offset)).or_default().push(&symbol.name);
        }
    }
    let mut offsets = vec![0; layout.sections.len().max(1)];
    for (section, items) in if layout.runs.is_empty() { &all[..] } else { &layout.runs[..] } {
        if let Some(found) = layout.sections.get(*section) {
            writeln!(out, "// section {}", found.name)?;
        }
        let offset = &mut offsets[*section];
        for item in result.items.range(items.clone()) {
            for label in labels.get(&(*section, *offset)).into_iter().flatten() {
                writeln!(out, "{label}:")?;
            }
            match item {
                Item::Instruction(inst) => {
                    margin(out, *offset, inst.bits(), inst.len(), word_bits);
                    formatter.write(&inst, out)?;
                    let target = flows.target(&inst, *offset).and_then(|place| labels.get(&(*section, place)));
                    if let Some(label) = target.and_then(|names| names.first()) {
                        write!(out, " // {label}")?;
                    }
                    out.end_line();
                }
                Item::Fill { value, size, count } => {
                    margin(out, *offset, value, usize::from(size), word_bits);
                    writeln!(out, ".fill {count}, {size}, {value:#x}")?;
                }
                Item::Data(..) | Item::Words { .. } => {
                    let mut place = *offset;
                    result.units(&item, |bits, len| {
                        margin(out, place, bits, len, word_bits);
                        data(out, bits, len, word_bits);
                        out.end_line();
                        place += len as u64;
                    });
                }
            }
            *offset += item.len() as u64;
        }
        // A label at the end of the section has nothing behind it.
        let is_last = layout.sections.get(*section).is_none_or(|s| s.size == *offset);
        for label in labels.get(&(*section, *offset)).filter(|_| is_last).into_iter().flatten() {
            writeln!(out, "{label}:")?;
        }
    }
    Ok(())
}

/// Items as JSON, an object a line.
fn json(result: &Output, target: Target, dialect: &str, out: &mut Text) -> anyhow::Result<()> {
    let Some(formatter) = Formatter::new(target, dialect) else { anyhow::bail!("there is no dialect `{dialect}`") };
    let word_bits = target.arch().word_bits;
    let layout = &result.layout;
    let all = [(0, 0..result.items.len())];
    let mut offsets = vec![0_u64; layout.sections.len().max(1)];
    for (section, items) in if layout.runs.is_empty() { &all[..] } else { &layout.runs[..] } {
        let name = layout.sections.get(*section).map_or(".text", |s| &s.name);
        let offset = &mut offsets[*section];
        for item in result.items.range(items.clone()) {
            match item {
                Item::Fill { value, size, count } => {
                    let fill = json!({ "value": value, "size": size, "count": count });
                    let line = json!({ "section": name, "offset": *offset, "bytes": item.len(), "fill": fill });
                    writeln!(out, "{line}")?;
                }
                _ => {
                    let mut place = *offset;
                    result.units(&item, |bits, len| {
                        let mut words = Text::default();
                        words.words(bits, len, word_bits);
                        let words = String::from_utf8_lossy(words.as_bytes()).into_owned();
                        let mut line = json!({ "section": name, "offset": place, "bytes": len, "words": words });
                        if let Item::Instruction(inst) = item {
                            line["name"] = inst.name().into();
                            line["text"] = formatter.display(&inst).to_string().into();
                        }
                        out.push(&line.to_string());
                        out.end_line();
                        place += len as u64;
                    });
                }
            }
            *offset += item.len() as u64;
        }
    }
    Ok(())
}

/// One line for each line; and whether one has an error.
fn each_line(assembler: &Assembler, name: &str, bytes: &[u8], word_bits: u32, reporter: &mut Reporter) -> (Text, bool) {
    let mut out = Text::default();
    let mut failed = false;
    let mut result = Output::default();
    for line in input::lines(bytes) {
        result.clear();
        match std::str::from_utf8(line) {
            Ok(line) => assembler.assemble_into(line, &mut result),
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
