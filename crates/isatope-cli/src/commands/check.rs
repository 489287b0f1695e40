//! Runs `isatope check`.

mod compare;
mod costs;
mod objects;
mod read;
mod slots;

use std::fmt::Write;

use isatope::assembler::Options;
use isatope::check::{Describer, Settings, Subject, fix, lines};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::{Assembler, Dialect, NamedTarget, Target};

use crate::args::{CheckArgs, CostForm};
use crate::files;
use crate::output::{self, MessageFormat, Reporter};
use read::{Text, read};

/// Runs the command.
pub fn run(args: &CheckArgs, format: MessageFormat, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let file = files::open(&args.file)?;
    let Some(input) = read(args, &file, reporter)? else { return Ok(reporter.code()) };
    let (target, _) = input.language();
    if let Some(error) = unsupported(args, target) {
        reporter.report(&error);
        return Ok(reporter.code());
    }
    if args.fix {
        match &input.source {
            Some(source) => fixed(args, source, input.language(), reporter)?,
            None => {
                let error = Diagnostic::error(codes::CHECK_UNKNOWN, "`--fix` changes a source, and the input is none");
                reporter.report(&error.help("write a listing with `isatope dis`, and give that"));
            }
        }
        return Ok(reporter.code());
    }
    // It is read before findings are reported: they are no reason not to compare.
    let other_file = args.against.as_deref().map(files::open).transpose()?;
    let other = match &other_file {
        Some(file) => match read(args, file, reporter)? {
            Some(other) => Some((file.0.as_str(), other)),
            None => return Ok(reporter.code()),
        },
        None => None,
    };
    let found = input.findings(&settings(args), reporter);
    found.iter().for_each(|message| reporter.report(message));
    if args.cost.is_none() && args.against.is_none() {
        return Ok(reporter.code());
    }
    // What cannot be read is among the findings.
    let Ok(subject) = input.subject() else { return Ok(reporter.code()) };
    let mut out = String::new();
    match &other {
        Some((name, other)) => {
            let Some(other) = reporter.unless(other.subject()) else { return Ok(reporter.code()) };
            comparison((&file.0, &subject), (name, &other), format, &mut out, reporter)?;
        }
        None => kernel_costs(args, &subject, format, &mut out)?,
    }
    slots::costs(args, &subject, format, &mut out)?;
    output::write(None, out.as_bytes(), false)?;
    Ok(reporter.code())
}

/// The rules that the options select.
fn settings(args: &CheckArgs) -> Settings {
    let mut settings = Settings::default();
    settings.strict = args.strict;
    let named = args.language.named.as_ref().map(NamedTarget::id).unwrap_or_default();
    settings.xnack = if args.xnack { Some(true) } else { named.replays() };
    settings.redundant = args.redundant;
    settings.blend = args.blend;
    settings
}

/// The option that makes no sense for a target, as an error.
fn unsupported(args: &CheckArgs, target: Target) -> Option<Diagnostic> {
    let architecture = target.architecture();
    let error = |message: String| Diagnostic::error(codes::CHECK_UNKNOWN, message);
    let has_hazards = target.hazards().is_some();
    if !has_hazards && (args.fix || args.redundant) {
        let what = if args.fix { "--fix" } else { "--redundant" };
        let message = format!("`{what}` needs waits that are instructions, and {architecture} has none");
        return Some(error(message).help(format!("leave `{what}` out")));
    }
    if has_hazards && args.blend {
        return Some(error(format!("there are no blend shaders of {architecture}")).help("leave `--blend` out"));
    }
    if !has_hazards && args.against.is_some() {
        let message = format!("`--against` compares kernels by their names, and programs of {architecture} have none");
        return Some(error(message).help("compare the output of `--cost --json`"));
    }
    if !has_hazards && args.kernel.is_some() {
        let message = format!("`--kernel` selects kernels by their names, and programs of {architecture} have none");
        return Some(error(message).help("leave `--kernel` out"));
    }
    if has_hazards || Describer::new(target).is_some() {
        return None;
    }
    let error = error(format!("there are no rules for {architecture} yet"));
    let known = Target::all().find(|t| Describer::new(*t).is_some());
    Some(match known {
        Some(other) => error.help(format!("`check` knows the rules of {}: choose it with `-t`", other.architecture())),
        None => error,
    })
}

/// Inserts missing waits and wait states, and says which.
fn fixed(
    args: &CheckArgs,
    source: &Text,
    (target, dialect): (Target, Dialect),
    reporter: &mut Reporter,
) -> anyhow::Result<()> {
    let assembler =
        Assembler::with_options(target, dialect, Options::of_source(source.called))?.with_inputs(&source.inputs);
    let settings = settings(args);
    let fixed = match fix(&source.text, dialect, &settings, |text| assembler.assemble(text)) {
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
    let source = assembler.assemble(&fixed.text);
    let files = reporter.add_source(&name, &source);
    for message in Subject::of_source(&source).findings(&settings) {
        reporter.report(&message.in_files(&files));
    }
    Ok(())
}

/// Says that a file has no code whose costs can be compared.
fn nothing_to_compare(name: &str) -> Diagnostic {
    let error = Diagnostic::error(codes::CHECK_UNKNOWN, format!("{name}: there is no code to compare"));
    error.help("`check --against OTHER FILE` compares two files that contain code")
}

/// Prints what kernels cost.
fn kernel_costs(args: &CheckArgs, subject: &Subject, format: MessageFormat, out: &mut String) -> anyhow::Result<()> {
    let kernels = lines::kernels(&subject.codes);
    let list = args.cost == Some(CostForm::List);
    match kernels.as_slice() {
        kernels if format == MessageFormat::Json => {
            for kernel in kernels {
                writeln!(out, "{}", lines::json(kernel, subject.dialect, list))?;
            }
        }
        kernels if kernels.len() > 1 && !list => costs::table(kernels, out)?,
        kernels => {
            for (number, kernel) in kernels.iter().enumerate() {
                *out += if number > 0 { "\n" } else { "" };
                costs::print(kernel, subject.dialect, list, out)?;
            }
        }
    }
    Ok(())
}

/// Prints how the costs of kernels differ from those of another build. Both have names.
fn comparison(
    this: (&str, &Subject),
    other: (&str, &Subject),
    format: MessageFormat,
    out: &mut String,
    reporter: &mut Reporter,
) -> anyhow::Result<()> {
    let [after, before] = [this, other].map(|(_, subject)| lines::kernels(&subject.codes));
    for (name, kernels) in [(this.0, &after), (other.0, &before)] {
        if kernels.is_empty() {
            reporter.report(&nothing_to_compare(name));
            return Ok(());
        }
    }
    let comparison = compare::Comparison::new(&before, &after);
    match format {
        MessageFormat::Json => comparison.json().iter().try_for_each(|line| writeln!(out, "{line}"))?,
        _ => comparison.print(out)?,
    }
    Ok(())
}
