//! Runs `isatope check`.

use std::fmt::Write;

use isatope::assembler::Options;
use isatope::check::{Code, Cost, Describer, MOST, Place, Program, Start, Step, Word, check};
use isatope::container::hex::Numbers;
use isatope::container::{Contents, can_hold};
use isatope::diagnostics::{Diagnostic, Span, codes};
use isatope::input::{self, Dump, Form, Opened, Pick};
use isatope::tables::Checks;
use isatope::{Assembler, Dialect, Instruction, NamedTarget, Target};
use serde_json::json;

use crate::args::{CheckArgs, CheckInput, CostForm, MessageFormat};
use crate::files;
use crate::output::{self, Reporter};

/// Runs the command.
pub fn run(args: &CheckArgs, format: MessageFormat, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let Some(Input { target, dialect, programs, codes: found }) = read(args, reporter)? else {
        return Ok(reporter.code());
    };
    if target.hazards().is_some() {
        if args.cost.is_some() || args.blend {
            let message = format!("there are no costs and no blend shaders of {}", target.architecture());
            reporter.report(&Diagnostic::error(codes::CHECK_UNKNOWN, message).help("leave `--cost` and `--blend` out"));
            return Ok(reporter.code());
        }
        hazards(args, &found, dialect, reporter);
        return Ok(reporter.code());
    }
    let Some(describer) = Describer::new(target) else {
        let message = format!("there are no rules for {} yet", target.architecture());
        let known = Target::all().find(|t| Describer::new(*t).is_some());
        let error = Diagnostic::error(codes::CHECK_UNKNOWN, message);
        reporter.report(&match known {
            Some(other) => {
                error.help(format!("`check` knows the rules of {}: choose it with `-t`", other.architecture()))
            }
            None => error,
        });
        return Ok(reporter.code());
    };
    let checks = describer.checks();
    let start = match args.blend {
        true => Start { written: u64::MAX, under_way: 0 },
        false => Start { written: checks.written, under_way: checks.open },
    };
    let mut out = String::new();
    for (number, program) in programs.iter().enumerate() {
        let steps = program.steps(&describer);
        let findings = check(&steps, start);
        for finding in &findings {
            reporter.report(&program.message(finding, dialect));
        }
        if findings.len() >= MOST {
            let message = format!("only the first {MOST} findings of the program are shown");
            reporter.report(&Diagnostic::warning(codes::CHECK_MORE, message));
        }
        if let Some(form) = args.cost {
            let cost = Cost::new(&steps, checks);
            let list = form == CostForm::List;
            match format {
                MessageFormat::Json => {
                    let lines = if list { json_costs(&steps, checks, program, dialect) } else { Vec::new() };
                    json_cost(&cost, checks, program, lines, &mut out)?;
                }
                _ => {
                    if programs.len() > 1 {
                        let blank = if number > 0 { "\n" } else { "" };
                        let at = program.words.first().map_or(0, |w| w.offset);
                        writeln!(out, "{blank}program {} of {}, at {at:#x}", number + 1, programs.len())?;
                    }
                    if list {
                        list_costs(&steps, checks, program, dialect, &mut out)?;
                    }
                    print_cost(&cost, checks, &mut out)?;
                }
            }
        }
    }
    output::write(None, out.as_bytes(), false)?;
    Ok(reporter.code())
}

/// What the command checks.
struct Input {
    target: Target,
    dialect: Dialect,
    programs: Vec<Program>,
    /// Code for rules of waits and hazards.
    codes: Vec<Code>,
}

/// Checks waits and hazards.
fn hazards(args: &CheckArgs, found: &[Code], dialect: Dialect, reporter: &mut Reporter) {
    for code in found {
        let mut code = code.clone();
        code.options.disputed = args.strict;
        code.options.replay = args.xnack;
        let findings = code.check();
        findings.iter().for_each(|finding| reporter.report(&code.message(finding, dialect)));
        if findings.len() >= MOST {
            let message = format!("only the first {MOST} findings of the program are shown");
            reporter.report(&Diagnostic::warning(codes::CHECK_MORE, message));
        }
    }
}

/// The text of an instruction in a dialect; the digits of a word that is none.
fn text_of(word: &Word, dialect: Dialect) -> String {
    let text = |inst: &Instruction| inst.display(dialect).map_or_else(|_| inst.to_string(), |text| text.to_string());
    word.inst.as_ref().map_or_else(|| format!("{:#018x}", word.bits), text)
}

/// The pipes that a step takes, with its cycles in each.
fn cycles<'c>(step: &'c Step, checks: &'c Checks) -> impl Iterator<Item = (&'static str, f64)> + 'c {
    step.costs.iter().filter_map(|&(pipe, operations)| {
        let (name, rate) = checks.pipes.get(usize::from(pipe))?;
        Some((*name, f64::from(operations) / f64::from((*rate).max(1))))
    })
}

/// What each instruction costs, for people.
fn list_costs(
    steps: &[Step],
    checks: &Checks,
    program: &Program,
    dialect: Dialect,
    out: &mut String,
) -> anyhow::Result<()> {
    let costs = |step: &Step| {
        let all: Vec<String> =
            cycles(step, checks).map(|(name, cycles)| format!("{} {cycles:.3}", name.to_uppercase())).collect();
        if all.is_empty() { "-".to_string() } else { all.join(", ") }
    };
    let width = steps.iter().map(|step| costs(step).len()).max().unwrap_or(0);
    for (step, word) in steps.iter().zip(&program.words) {
        writeln!(out, "{:<#6x}  {:width$}  {}", word.offset, costs(step), text_of(word, dialect))?;
    }
    Ok(())
}

/// What each instruction costs, as JSON.
fn json_costs(steps: &[Step], checks: &Checks, program: &Program, dialect: Dialect) -> Vec<serde_json::Value> {
    let line = |(step, word): (&Step, &Word)| {
        let cycles: serde_json::Map<_, _> =
            cycles(step, checks).map(|(name, cycles)| (name.to_string(), json!(cycles))).collect();
        json!({ "offset": word.offset, "text": text_of(word, dialect), "cycles": cycles })
    };
    steps.iter().zip(&program.words).map(line).collect()
}

/// What a program costs, for people.
fn print_cost(cost: &Cost, checks: &Checks, out: &mut String) -> anyhow::Result<()> {
    writeln!(out, "instructions  {}", cost.instructions)?;
    write!(out, "cycles       ")?;
    for ((name, _), cycles) in checks.pipes.iter().zip(&cost.cycles) {
        write!(out, " {} {cycles:.3} ", name.to_uppercase())?;
    }
    out.truncate(out.trim_end().len());
    match cost.bound() {
        Some(pipe) => {
            writeln!(out, "\nbound         {}, {:.3} cycles", checks.pipes[pipe].0.to_uppercase(), cost.cycles[pipe])?
        }
        None => writeln!(out, "\nbound         none")?,
    }
    writeln!(out, "registers     {}{}", cost.registers.count_ones(), ranges(cost.registers))?;
    writeln!(out, "threads       {}", cost.threads)?;
    Ok(())
}

/// `: r0 to r5, r60`
fn ranges(set: u64) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < 64 {
        if set >> at & 1 == 0 {
            at += 1;
            continue;
        }
        let first = at;
        while at < 64 && set >> at & 1 != 0 {
            at += 1;
        }
        text += if text.is_empty() { ": " } else { ", " };
        text += &match at - first {
            1 => format!("r{first}"),
            _ => format!("r{first} to r{}", at - 1),
        };
    }
    text
}

/// What a program costs, as one JSON object on a line.
fn json_cost(
    cost: &Cost,
    checks: &Checks,
    program: &Program,
    lines: Vec<serde_json::Value>,
    out: &mut String,
) -> anyhow::Result<()> {
    let cycles: serde_json::Map<_, _> =
        checks.pipes.iter().zip(&cost.cycles).map(|((name, _), c)| (name.to_string(), json!(c))).collect();
    let registers: Vec<u32> = (0..64).filter(|r| cost.registers >> r & 1 != 0).collect();
    let mut line = json!({
        "offset": program.words.first().map_or(0, |w| w.offset),
        "instructions": cost.instructions,
        "cycles": cycles,
        "bound": cost.bound().map(|b| checks.pipes[b].0),
        "registers": registers,
        "threads": cost.threads,
    });
    if !lines.is_empty() {
        line["lines"] = lines.into();
    }
    writeln!(out, "{line}")?;
    Ok(())
}

/// Target, dialect and programs of an input; `None` when errors were reported instead.
fn read(args: &CheckArgs, reporter: &mut Reporter) -> anyhow::Result<Option<Input>> {
    let (name, contents) = files::open(&args.file)?;
    let explicit = args.language.explicit_target();
    if args.input == CheckInput::Auto && can_hold(&contents) {
        return Ok(object(args, &name, &contents, reporter));
    }
    let bytes = contents.all()?;
    let text = std::str::from_utf8(bytes).ok();
    let form = match args.input {
        CheckInput::Hex => Some(Form::Hex),
        CheckInput::Dump => Some(Form::Dump),
        CheckInput::Raw => Some(Form::Raw),
        CheckInput::Asm => None,
        CheckInput::Auto => match Form::of(bytes, explicit) {
            Form::Hex if text.and_then(Numbers::of).is_none_or(|n| n.count == 0) => None,
            found => Some(found),
        },
    };
    let found = match form {
        _ if explicit.is_some() => None,
        Some(form) => match form.target(bytes) {
            Ok(target) => Some(NamedTarget::from(target)),
            Err(error) => {
                let message = format!("{name}: {}", error.message);
                reporter.report(&Diagnostic { message, ..*error });
                return Ok(None);
            }
        },
        None => text.and_then(NamedTarget::of_source),
    };
    let language = args.language.or(found);
    let (target, dialect) = (language.target(), language.dialect()?);
    let mut list = Vec::new();
    if target.hazards().is_some() {
        let file = text.map(|text| reporter.sources.add(name.as_str(), text)).unwrap_or_default();
        match (form, text) {
            (Some(Form::Raw), _) => list.push(Code::of_bytes(target, bytes, |_| Place::Bytes)),
            (Some(_), Some(text)) => {
                let Some(hex) = super::dis::digits(&name, bytes, target, reporter) else { return Ok(None) };
                let lines: Vec<&[u8]> = hex.lines().collect();
                let (mut at, mut offset, mut places) = (0, 0, Vec::new());
                for (line, bytes) in text.split_inclusive('\n').zip(&lines) {
                    let trimmed = line.trim();
                    let from = at + line.len() - line.trim_start().len();
                    places.push((offset, Span::new(from..from + trimmed.len()).moved(file, 0)));
                    at += line.len();
                    offset += bytes.len();
                }
                let place = |offset: usize| {
                    let line = places.partition_point(|(start, _)| *start <= offset);
                    line.checked_sub(1).map_or(Place::Bytes, |line| Place::Word(places[line].1))
                };
                list.push(Code::of_bytes(target, &lines.concat(), place));
            }
            (None, Some(text)) => {
                let options = Options { places: true, called: Some(language.called()), ..Options::default() };
                let source = Assembler::with_options(target, dialect, options)?.assemble(text);
                let (found, told) = Code::of_source(&source, file);
                told.iter().for_each(|message| reporter.report(message));
                list = found;
            }
            (_, None) => {
                let error = Diagnostic::error(codes::NOT_TEXT, "the input is not UTF-8 text");
                reporter.report(&error.help("use `--input raw` to read bytes"));
                return Ok(None);
            }
        }
        return Ok((reporter.code() == 0).then_some(Input { target, dialect, programs: Vec::new(), codes: list }));
    }
    if Describer::new(target).is_none() {
        return Ok(Some(Input { target, dialect, programs: Vec::new(), codes: list }));
    }
    let programs = match (form, text) {
        (Some(Form::Raw), _) => told(Program::of_binary(target, bytes), reporter),
        (_, None) => {
            let error = Diagnostic::error(codes::NOT_TEXT, "the input is not UTF-8 text");
            reporter.report(&error.help("use `--input raw` to read bytes"));
            return Ok(None);
        }
        (Some(Form::Hex), Some(text)) => match super::dis::digits(&name, bytes, target, reporter) {
            Some(hex) => Program::of_hex(target, text, &hex, reporter.sources.add(name, text)),
            None => Vec::new(),
        },
        (Some(_), Some(text)) => {
            let file = reporter.sources.add(name, text);
            match Dump::new(text, target) {
                Some(dump) => told(Program::of_dump(target, text, &dump, file), reporter),
                None => {
                    let message = format!("the text contains no instruction of {}", target.name());
                    reporter.report(&Diagnostic::error(codes::HEX, message).help("use `--input asm` to read source"));
                    Vec::new()
                }
            }
        }
        (None, Some(text)) => {
            let options = Options { places: true, called: Some(language.called()), ..Options::default() };
            let source = Assembler::with_options(target, dialect, options)?.assemble(text);
            told(Program::of_source(&source, reporter.sources.add(name, text)), reporter)
        }
    };
    Ok((reporter.code() == 0).then_some(Input { target, dialect, programs, codes: Vec::new() }))
}

/// Reports what is wrong with an input.
fn told((programs, messages): (Vec<Program>, Vec<Diagnostic>), reporter: &mut Reporter) -> Vec<Program> {
    messages.iter().for_each(|message| reporter.report(message));
    programs
}

/// The code of a code object, or of all code objects in a library or bundle. Those for processors that are not supported are
/// left out, if there are others.
fn object(args: &CheckArgs, name: &str, contents: &Contents, reporter: &mut Reporter) -> Option<Input> {
    let named = args.language.named.as_ref();
    let pick = Pick { image: args.image.as_deref(), target: named, kernel: None };
    let mut list: Vec<Vec<u8>> = Vec::new();
    match reporter.unless(input::open(name, contents, &pick))? {
        Opened::Image(bytes) => list.push(bytes.into_owned()),
        Opened::Several(_, numbers) => {
            for number in numbers {
                let number = number.to_string();
                let pick = Pick { image: Some(&number), target: None, kernel: None };
                match reporter.unless(input::open(name, contents, &pick))? {
                    Opened::Image(bytes) => list.push(bytes.into_owned()),
                    Opened::Several(..) => {}
                }
            }
        }
    }
    let mut found: Option<Input> = None;
    let mut unsupported: Vec<String> = Vec::new();
    for bytes in &list {
        let container = reporter.unless(input::read(name, bytes))?;
        let processor = container.target.unwrap_or_default();
        if list.len() > 1 && named.is_none() && processor.parse::<Target>().is_err() {
            if !unsupported.iter().any(|known| known == processor) {
                unsupported.push(processor.to_owned());
            }
            continue;
        }
        let target = super::target_of(name, &container, named, reporter)?;
        let dialect = args.language.or(Some(target)).dialect_for(&container).unwrap_or(target.dialect());
        let codes = if target.hazards().is_some() { Code::of_container(&container, target) } else { Vec::new() };
        match &mut found {
            Some(found) => found.codes.extend(codes),
            None => found = Some(Input { target, dialect, programs: Vec::new(), codes }),
        }
    }
    if !unsupported.is_empty() {
        let message = format!("{name}: not checked, because not supported: code for {}", unsupported.join(", "));
        match &found {
            Some(_) => reporter.note(&message),
            None => reporter.report(&Diagnostic::error(codes::UNKNOWN_TARGET, message)),
        }
    }
    found
}
