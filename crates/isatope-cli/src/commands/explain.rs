//! `isatope explain`

use std::io::Write;

use isatope_asm::{Options, assemble_line};
use isatope_core::explain::{Meaning, Part, parts};
use isatope_core::{Formatter, Instruction, Target, decode};
use isatope_diag::{Diagnostic, codes, nearest};

use super::page;
use crate::args::ExplainArgs;
use crate::input;
use crate::output::Reporter;

/// Runs the command.
pub fn run(args: &ExplainArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let what = args.what.join(" ");
    let what = what.trim();
    let target = args.language.target();
    let digits = target.arch().word_bits as usize / 4;
    let mut words = Vec::new();
    let text = if let Some(code) = codes::find(what) {
        format!("{}: {}\n\n{}\n", page::bold(code.code), code.title, page::wrap(code.text))
    } else if input::hex_words(what.as_bytes(), digits, &mut words).is_some() && !words.is_empty() {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()[..digits / 2].to_vec()).collect();
        match decode(target, &bytes) {
            Ok(inst) => {
                word(&inst, false, words.len() * digits / 2) + "\n" + &page::page(target, inst.name(), Some(&inst))?
            }
            Err(error) => {
                let message = format!("`{what}` is no instruction of {target}: {error}");
                let same = |t: &Target| t.arch().word_bits == target.arch().word_bits;
                let known = Target::all().filter(same).filter(|t| decode(*t, &bytes).is_ok());
                reporter.report(&elsewhere(Diagnostic::error(codes::UNKNOWN_WORD, message), known));
                return Ok(reporter.code());
            }
        }
    } else {
        match page::find(what) {
            Some(name) => page::page(target, name, None)?,
            None if what.contains(char::is_whitespace) => match instruction(args, what, reporter)? {
                Some(inst) => word(&inst, true, 0) + "\n" + &page::page(target, inst.name(), Some(&inst))?,
                None => return Ok(reporter.code()),
            },
            None => {
                let mut diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, format!("`{what}` is not known"));
                let names = isatope_core::tables::ARCHES.iter().flat_map(|a| a.mnemonics.iter().map(|m| m.name));
                if let Some(near) = nearest(what, names.chain(codes::ALL.iter().map(|c| c.code))) {
                    diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
                }
                reporter.report(&diagnostic);
                return Ok(reporter.code());
            }
        }
    };
    anstream::stdout().lock().write_all(text.as_bytes())?;
    Ok(0)
}

/// Names other targets that have the instruction.
fn elsewhere(diagnostic: Diagnostic, targets: impl Iterator<Item = Target>) -> Diagnostic {
    let names: Vec<_> = targets.map(|t| t.name()).collect();
    match names.is_empty() {
        true => diagnostic,
        false => diagnostic.help(format!("it is an instruction of {}: choose with -t", names.join(", "))),
    }
}

/// What a text assembles to, in the dialect that is given or in the first one that takes it.
fn read(target: Target, dialect: Option<&str>, text: &str) -> Result<Vec<Instruction>, Vec<Diagnostic>> {
    let all = target.arch().dialects;
    let dialects = all.iter().copied().filter(|d| dialect.is_none_or(|given| given == *d));
    let mut first = Err(Vec::new());
    for dialect in dialects {
        match assemble_line(target, dialect, Options::default(), text) {
            Ok(found) => return Ok(found),
            Err(errors) if first.as_ref().is_err_and(Vec::is_empty) => first = Err(errors),
            Err(_) => {}
        }
    }
    first
}

/// The instruction that is given as text; `None` after an error.
fn instruction(args: &ExplainArgs, text: &str, reporter: &mut Reporter) -> anyhow::Result<Option<Instruction>> {
    let target = args.language.target();
    let dialect = args.language.explicit_dialect()?;
    match read(target, dialect, text) {
        Ok(found) => match found.as_slice() {
            [inst] => return Ok(Some(*inst)),
            _ => anyhow::bail!("one instruction is explained at a time, not {}", found.len()),
        },
        Err(errors) => {
            let file = reporter.sources.add("<instruction>", text);
            let mut known =
                Target::all().filter(|t| read(*t, dialect, text).is_ok_and(|found| found.len() == 1)).peekable();
            let help = known.peek().is_some();
            for (i, error) in errors.into_iter().enumerate() {
                let error = error.moved(file, 0);
                reporter.report(&if i == 0 && help { elsewhere(error, &mut known) } else { error });
            }
        }
    }
    Ok(None)
}

/// A run of bits of one part inside one row.
struct Segment {
    high: u32,
    low: u32,
    part: Option<usize>,
}

/// The texts of an instruction and its bits, a row for each 32 of them. Its words are shown where they are not what is `given`, so
/// many bytes.
fn word(inst: &Instruction, with_words: bool, given: usize) -> String {
    let all: Vec<Part> = parts(inst).collect();
    let mut out = String::new();
    let dialects = inst.target().arch().dialects;
    let width = dialects.iter().map(|d| d.len()).max().unwrap_or(0).max(5);
    for dialect in dialects {
        if let Some(formatter) = Formatter::new(inst.target(), dialect) {
            out += &format!("{dialect:width$} {}\n", page::bold(&formatter.display(inst).to_string()));
        }
    }
    if with_words {
        let size = inst.target().arch().word_bits as usize / 8;
        let digits = |w: &[u8]| w.iter().rev().map(|b| format!("{b:02x}")).collect::<String>();
        let words: Vec<_> = inst.encode().chunks(size).map(digits).collect();
        out += &format!("{:width$} {}\n", "words", words.join(" "));
    }
    out.push('\n');
    for row in 0..inst.len() as u32 / 4 {
        out += &diagram(inst, &all, row);
    }
    if given > inst.len() {
        out += &format!("\nThe instruction is {} bytes long; the other words are not part of it.\n", inst.len());
    }
    out
}

fn segments(all: &[Part], row: u32) -> Vec<Segment> {
    let of = |bit: u32| all.iter().position(|p| p.mask >> bit & 1 != 0);
    let mut list: Vec<Segment> = Vec::new();
    for bit in (32 * row..32 * row + 32).rev() {
        match list.last_mut() {
            Some(last) if last.part == of(bit) => last.low = bit,
            _ => list.push(Segment { high: bit, low: bit, part: of(bit) }),
        }
    }
    list
}

/// One row: places, bits, names, meanings, in a box for each field.
fn diagram(inst: &Instruction, all: &[Part], row: u32) -> String {
    let list = segments(all, row);
    let cells: Vec<[String; 4]> = list
        .iter()
        .map(|s| {
            let place = if s.high == s.low { s.high.to_string() } else { format!("{}:{}", s.high, s.low) };
            let width = (s.high - s.low + 1) as usize;
            let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
            let value = inst.bits() >> s.low & mask;
            let bits =
                if width > 16 { format!("{value:#0w$x}", w = width / 4 + 2) } else { format!("{value:0width$b}") };
            let (name, meaning) = match s.part {
                // Of an opcode in several places each part is shown as it is.
                Some(part) if all[part].name == "op" => ("op".to_string(), format!("{value:#x}")),
                Some(part) => (all[part].name.to_string(), meaning(inst, &all[part])),
                None => (String::new(), String::new()),
            };
            [place, bits, name, meaning]
        })
        .collect();
    let widths: Vec<usize> = cells.iter().map(|c| c.iter().map(|t| t.chars().count()).max().unwrap_or(0) + 2).collect();
    let rule = |left: &str, middle: &str, right: &str| {
        let bars: Vec<_> = widths.iter().map(|w| "─".repeat(*w)).collect();
        format!("{left}{}{right}\n", bars.join(middle))
    };
    let line = |index: usize, style: fn(&str) -> String| {
        let texts: Vec<_> =
            cells.iter().zip(&widths).map(|(c, w)| style(&format!("{:^w$}", c[index], w = *w))).collect();
        format!("│{}│\n", texts.join("│"))
    };
    let plain: fn(&str) -> String = str::to_string;
    rule("┌", "┬", "┐")
        + &line(0, page::dim)
        + &line(1, plain)
        + &line(2, page::bold)
        + &line(3, plain)
        + &rule("└", "┴", "┘")
}

/// What is in a part, in a few characters.
fn meaning(inst: &Instruction, part: &Part) -> String {
    match part.meaning {
        Meaning::Format(name) => name.to_string(),
        Meaning::Opcode(_) => format!("{:#x}", part.value),
        Meaning::Operand(operand) => {
            let formatter = Formatter::default_for(inst.target()).float_comments(false);
            let mut text = String::new();
            let _ = formatter.write_operand(inst, &operand, &mut text);
            text
        }
        Meaning::Modifier(Some(word)) => word.to_string(),
        Meaning::Modifier(None) | Meaning::Unused | Meaning::Ignored if part.value == 0 => "–".to_string(),
        Meaning::Modifier(None) | Meaning::Ignored => format!("{:#x}", part.value),
        Meaning::Unused => "unused".to_string(),
        Meaning::Literal => format!("{}", f32::from_bits(part.value as u32)),
    }
}
