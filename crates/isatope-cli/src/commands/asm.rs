//! `isatope asm`

use isatope_asm::{Assembler, Item, Options, Output};
use isatope_core::Formatter;
use isatope_diag::{Diagnostic, Level, Span, codes};

use crate::args::{AsmArgs, AsmEmit};
use crate::output::{Reporter, Text};
use crate::{input, output};

/// Runs the command.
pub fn run(args: &AsmArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let dialect = args.language.dialect()?;
    let target = args.language.target;
    let options = Options { buggy_fp_lit: args.buggy_fp_lit };
    let Some(assembler) = Assembler::new(target, dialect, options) else {
        anyhow::bail!("there is no dialect `{dialect}`")
    };
    let (name, bytes) = input::read(&args.file)?;
    let word_bits = target.arch().word_bits;
    if args.each_line {
        let (text, failed) = each_line(&assembler, &bytes, word_bits);
        output::write(args.output.as_deref(), &text.0, false)?;
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
    let result = assembler.assemble(&text);
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
    match args.emit {
        AsmEmit::Hex => {
            for item in &result.items {
                out.words(item.bits(), item.len(), word_bits);
                out.end_line();
            }
        }
        AsmEmit::Raw => {
            for item in &result.items {
                out.0.extend_from_slice(&item.bits().to_le_bytes()[..item.len()]);
            }
        }
        AsmEmit::List => {
            let Some(formatter) = Formatter::new(target, dialect) else {
                anyhow::bail!("there is no dialect `{dialect}`")
            };
            let mut offset = 0;
            for item in &result.items {
                super::dis::margin(&mut out, offset, item.bits(), item.len(), word_bits);
                match item {
                    Item::Instruction(inst) => formatter.write(inst, &mut out).map_err(anyhow::Error::from)?,
                    Item::Data(bits, len) => super::dis::data(&mut out, *bits, *len as usize, word_bits),
                }
                out.end_line();
                offset += item.len() as u64;
            }
        }
    }
    output::write(args.output.as_deref(), &out.0, args.emit == AsmEmit::Raw)?;
    Ok(reporter.code())
}

/// One line for each line; and whether one has an error.
fn each_line(assembler: &Assembler, bytes: &[u8], word_bits: u32) -> (Text, bool) {
    let mut out = Text(Vec::with_capacity(bytes.len() / 2));
    let mut failed = false;
    let mut result = Output::default();
    for line in input::lines(bytes) {
        result.clear();
        match std::str::from_utf8(line) {
            Ok(line) => assembler.assemble_into(line, &mut result),
            Err(_) => result.diagnostics.push(Diagnostic::error(codes::NOT_TEXT, "the line is not UTF-8 text")),
        }
        match result.diagnostics.iter().find(|d| d.level == Level::Error) {
            Some(error) => {
                failed = true;
                out.push("error: ");
                out.push(&error.message);
            }
            None => {
                for (i, item) in result.items.iter().enumerate() {
                    if i > 0 {
                        out.0.push(b' ');
                    }
                    out.words(item.bits(), item.len(), word_bits);
                }
            }
        }
        out.end_line();
    }
    (out, failed)
}
