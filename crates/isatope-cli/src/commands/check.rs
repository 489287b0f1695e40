//! Runs `isatope check`.

mod compare;
mod costs;

use std::fmt::Write;
use std::path::Path;

use isatope::assembler::Options;
use isatope::check::{Code, Cost, Describer, MOST, Place, Program, Start, Step, Word, check, fix, hazards};
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
    let Some(Input { target, dialect, programs, codes: mut found, source }) = read(args, &args.file, reporter)? else {
        return Ok(reporter.code());
    };
    if args.fix || args.redundant {
        let what = if args.fix { "--fix" } else { "--redundant" };
        let error = |message: String| Diagnostic::error(codes::CHECK_UNKNOWN, message);
        if target.hazards().is_none() {
            let message = format!("`{what}` needs waits that are instructions, and {} has none", target.architecture());
            reporter.report(&error(message).help(format!("leave `{what}` out")));
            return Ok(reporter.code());
        }
        if args.fix {
            match source {
                Some(source) => fixed(args, &source, target, dialect, reporter)?,
                None => {
                    let message = "`--fix` changes a source, and the input is none".to_owned();
                    reporter.report(&error(message).help("write a listing with `isatope dis`, and give that"));
                }
            }
            return Ok(reporter.code());
        }
    }
    if target.hazards().is_some() {
        if args.blend {
            let message = format!("there are no blend shaders of {}", target.architecture());
            reporter.report(&Diagnostic::error(codes::CHECK_UNKNOWN, message).help("leave `--blend` out"));
            return Ok(reporter.code());
        }
        findings_of(args, &mut found, dialect, reporter);
        kernel_costs(args, &found, dialect, format, reporter)?;
        return Ok(reporter.code());
    }
    if args.against.is_some() {
        let message =
            format!("`--against` compares kernels by their names, and programs of {} have none", target.architecture());
        reporter
            .report(&Diagnostic::error(codes::CHECK_UNKNOWN, message).help("compare the output of `--cost --json`"));
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
    /// The source, if it is one with such rules.
    source: Option<Text>,
}

/// A source with its names.
struct Text {
    file: String,
    text: String,
    called: &'static str,
}

/// Inserts missing waits and wait states, and says which.
fn fixed(
    args: &CheckArgs,
    source: &Text,
    target: Target,
    dialect: Dialect,
    reporter: &mut Reporter,
) -> anyhow::Result<()> {
    let options = Options { places: true, called: Some(source.called), ..Options::default() };
    let assembler = Assembler::with_options(target, dialect, options)?;
    let mut rules = hazards::Options::default();
    (rules.disputed, rules.replay) = (args.strict, args.xnack);
    let fixed = match fix(&source.text, dialect, &rules, |text| assembler.assemble(text)) {
        Ok(fixed) => fixed,
        Err(told) => {
            told.iter().for_each(|message| reporter.report(message));
            return Ok(());
        }
    };
    for inserted in &fixed.inserted {
        let all: Vec<String> = inserted.instructions.iter().map(|inst| format!("`{inst}`")).collect();
        let (line, rules) = (inserted.line, inserted.rules.join(", "));
        reporter.note(&format!("line {line}: inserted {} before `{}` ({rules})", all.join(" and "), inserted.before));
    }
    output::write(args.output.as_deref(), fixed.text.as_bytes(), false)?;
    // What nothing inserted there ends.
    let name =
        args.output.as_ref().map_or_else(|| format!("{} (fixed)", source.file), |path| path.display().to_string());
    let file = reporter.sources.add(name, fixed.text.as_str());
    let (mut codes, _) = Code::of_source(&assembler.assemble(&fixed.text), file);
    findings_of(args, &mut codes, dialect, reporter);
    Ok(())
}

/// Checks waits and hazards.
fn findings_of(args: &CheckArgs, found: &mut [Code], dialect: Dialect, reporter: &mut Reporter) {
    for code in found {
        code.options.disputed = args.strict;
        code.options.replay |= args.xnack;
        let findings = code.check();
        findings.iter().for_each(|finding| reporter.report(&code.message(finding, dialect)));
        if findings.len() >= MOST {
            let message = format!("only the first {MOST} findings of the program are shown");
            reporter.report(&Diagnostic::warning(codes::CHECK_MORE, message));
        }
        code.over_budget(dialect).iter().for_each(|message| reporter.report(message));
        if args.redundant {
            code.redundant().iter().for_each(|found| reporter.report(&code.redundant_message(found, dialect)));
        }
    }
}

/// Prints what kernels cost, or how this changed.
fn kernel_costs(
    args: &CheckArgs,
    found: &[Code],
    dialect: Dialect,
    format: MessageFormat,
    reporter: &mut Reporter,
) -> anyhow::Result<()> {
    let mut out = String::new();
    let json = format == MessageFormat::Json;
    let kernels = costs::kernels(found);
    if let Some(form) = args.cost.filter(|_| args.against.is_none()) {
        let list = form == CostForm::List;
        match kernels.as_slice() {
            kernels if json => {
                for kernel in kernels {
                    writeln!(out, "{}", costs::json(kernel, dialect, list))?;
                }
            }
            kernels if kernels.len() > 1 && !list => costs::table(kernels, &mut out)?,
            kernels => {
                for (number, kernel) in kernels.iter().enumerate() {
                    out += if number > 0 { "\n" } else { "" };
                    costs::print(kernel, dialect, list, &mut out)?;
                }
            }
        }
    }
    if let Some(other) = &args.against {
        let Some(other) = read(args, other, reporter)? else { return Ok(()) };
        let before = costs::kernels(&other.codes);
        let comparison = compare::Comparison::new(&before, &kernels);
        match json {
            true => comparison.json().iter().try_for_each(|line| writeln!(out, "{line}"))?,
            false => comparison.print(&mut out)?,
        }
    }
    output::write(None, out.as_bytes(), false)
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
fn read(args: &CheckArgs, file: &Path, reporter: &mut Reporter) -> anyhow::Result<Option<Input>> {
    let (name, contents) = files::open(file)?;
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
        let mut source = None;
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
                let assembled = Assembler::with_options(target, dialect, options)?.assemble(text);
                source = Some(Text { file: name.clone(), text: text.to_owned(), called: language.called() });
                let (found, told) = Code::of_source(&assembled, file);
                told.iter().for_each(|message| reporter.report(message));
                list = found;
            }
            (_, None) => {
                let error = Diagnostic::error(codes::NOT_TEXT, "the input is not UTF-8 text");
                reporter.report(&error.help("use `--input raw` to read bytes"));
                return Ok(None);
            }
        }
        list.iter_mut().for_each(|code| code.chip = language.called().to_owned());
        return Ok((reporter.code() == 0).then_some(Input {
            target,
            dialect,
            programs: Vec::new(),
            codes: list,
            source,
        }));
    }
    if Describer::new(target).is_none() {
        return Ok(Some(Input { target, dialect, programs: Vec::new(), codes: list, source: None }));
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
    Ok((reporter.code() == 0).then_some(Input { target, dialect, programs, codes: Vec::new(), source: None }))
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
            None => found = Some(Input { target, dialect, programs: Vec::new(), codes, source: None }),
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
