//! `isatope check`

use std::fmt::Write;

use isatope::check::{Cost, Describer, Finding, MOST, Rule, Start, check};
use isatope::diagnostics::{Diagnostic, codes};
use isatope::tables::Checks;
use isatope::tables::Formatter;
use serde_json::json;

use super::programs::{Place, Program, read};
use crate::args::{CheckArgs, MessageFormat};
use crate::output::{self, Reporter};

/// Runs the command.
pub fn run(args: &CheckArgs, format: MessageFormat, reporter: &mut Reporter) -> anyhow::Result<u8> {
    let Some((target, dialect, programs)) = read(args, reporter)? else { return Ok(reporter.code()) };
    let Some(describer) = Describer::new(target) else {
        let message = format!("there are no rules for {} yet", target.arch().name);
        let known = isatope::tables::Target::all().find(|t| t.arch().checks.is_some());
        let error = Diagnostic::error(codes::CHECK_UNKNOWN, message);
        reporter.report(&match known {
            Some(other) => error.help(format!("`check` knows the rules of {}: choose it with `-t`", other.arch().name)),
            None => error,
        });
        return Ok(reporter.code());
    };
    let Some(formatter) = Formatter::new(target, dialect) else { anyhow::bail!("there is no dialect `{dialect}`") };
    let checks = describer.checks();
    let start = match args.blend {
        true => Start { written: u64::MAX, under_way: 0 },
        false => Start { written: checks.written, under_way: checks.open },
    };
    let mut out = String::new();
    for (number, program) in programs.iter().enumerate() {
        let steps: Vec<_> = program
            .words
            .iter()
            .map(|w| match w.inst {
                Some(inst) => describer.step(w.offset, &inst),
                None => describer.data(w.offset),
            })
            .collect();
        let findings = check(&steps, start);
        for finding in &findings {
            reporter.report(&diagnostic(finding, program, &formatter));
        }
        if findings.len() >= MOST {
            let message = format!("only the first {MOST} findings of the program are shown");
            reporter.report(&Diagnostic::warning(codes::CHECK_MORE, message));
        }
        if args.cost {
            let cost = Cost::new(&steps, checks);
            match format {
                MessageFormat::Json => json_cost(&cost, checks, program, &mut out)?,
                _ => {
                    if programs.len() > 1 {
                        let blank = if number > 0 { "\n" } else { "" };
                        let at = program.words.first().map_or(0, |w| w.offset);
                        writeln!(out, "{blank}program {} of {}, at {at:#x}", number + 1, programs.len())?;
                    }
                    print_cost(&cost, checks, &mut out)?;
                }
            }
        }
    }
    output::write(None, out.as_bytes(), false)?;
    Ok(reporter.code())
}

/// The code of a rule.
fn code(rule: Rule) -> &'static str {
    match rule {
        Rule::Pending => codes::CHECK_PENDING,
        Rule::Drained => codes::CHECK_DRAINED,
        Rule::Awaited => codes::CHECK_AWAITED,
        Rule::Operands => codes::CHECK_OPERANDS,
        Rule::Unusual => codes::UNUSUAL,
        Rule::LastUse => codes::CHECK_LAST_USE,
        Rule::LastUsePair => codes::CHECK_LAST_USE_PAIR,
        Rule::LastUsePending => codes::CHECK_LAST_USE_PENDING,
        Rule::Reconverge => codes::CHECK_RECONVERGE,
        Rule::End => codes::CHECK_END,
        Rule::Outside => codes::CHECK_OUTSIDE,
        Rule::Unreachable => codes::CHECK_UNREACHABLE,
        Rule::Unwritten => codes::CHECK_UNWRITTEN,
        Rule::Invalid => codes::UNKNOWN_WORD,
    }
}

/// A finding with its places: in the text, or in the bytes with the text of the instructions.
fn diagnostic(finding: &Finding, program: &Program, formatter: &Formatter) -> Diagnostic {
    let here = &program.words[finding.at];
    let text = |at: usize| {
        let word = &program.words[at];
        word.inst.map_or_else(|| format!("{:#018x}", word.bits), |inst| formatter.display(&inst).to_string())
    };
    let full = || format!("`{}`: {}", text(finding.at), finding.message);
    let mut error = match here.place {
        Place::Text(span) => Diagnostic::error(code(finding.rule), finding.message.as_str()).at(span),
        Place::Word(span) => Diagnostic::error(code(finding.rule), full()).at(span),
        Place::Bytes => Diagnostic::error(code(finding.rule), full()).at_offset(here.offset),
    };
    if !matches!(here.place, Place::Bytes) {
        error = error.label(finding.here.as_str());
    }
    if let Some((other, does)) = &finding.other {
        let there = &program.words[*other];
        error = match there.place {
            Place::Text(span) => error.also(span, does.as_str()),
            Place::Word(span) => error.also(span, format!("`{}` {does}", text(*other))),
            Place::Bytes => error.also_offset(there.offset, format!("`{}` {does}", text(*other))),
        };
    }
    error.help(finding.help)
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
fn json_cost(cost: &Cost, checks: &Checks, program: &Program, out: &mut String) -> anyhow::Result<()> {
    let cycles: serde_json::Map<_, _> =
        checks.pipes.iter().zip(&cost.cycles).map(|((name, _), c)| (name.to_string(), json!(c))).collect();
    let registers: Vec<u32> = (0..64).filter(|r| cost.registers >> r & 1 != 0).collect();
    let line = json!({
        "offset": program.words.first().map_or(0, |w| w.offset),
        "instructions": cost.instructions,
        "cycles": cycles,
        "bound": cost.bound().map(|b| checks.pipes[b].0),
        "registers": registers,
        "threads": cost.threads,
    });
    writeln!(out, "{line}")?;
    Ok(())
}
