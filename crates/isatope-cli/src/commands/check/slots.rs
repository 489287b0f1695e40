//! Costs of programs whose messages take slots.

use std::fmt::Write;

use isatope::Dialect;
use isatope::check::{Cost, Describer, Program, Step, Subject, Word};
use isatope::listing::spelled;
use isatope::tables::Checks;
use serde_json::json;

use crate::args::{CheckArgs, CostForm};
use crate::output::MessageFormat;

/// Prints the costs of the programs.
pub fn costs(args: &CheckArgs, subject: &Subject, format: MessageFormat, out: &mut String) -> anyhow::Result<()> {
    let (Some(form), Some(describer)) = (args.cost, Describer::new(subject.target)) else { return Ok(()) };
    let (checks, programs, dialect) = (describer.checks(), &subject.programs, subject.dialect);
    let list = form == CostForm::List;
    for (number, program) in programs.iter().enumerate() {
        let steps = program.steps(&describer);
        let cost = Cost::new(&steps, checks);
        if format == MessageFormat::Json {
            let lines = if list { json_costs(&steps, checks, program, dialect) } else { Vec::new() };
            json_cost(&cost, checks, program, lines, out)?;
            continue;
        }
        if programs.len() > 1 {
            let blank = if number > 0 { "\n" } else { "" };
            let at = program.words.first().map_or(0, |w| w.offset);
            writeln!(out, "{blank}program {} of {}, at {at:#x}", number + 1, programs.len())?;
        }
        if list {
            list_costs(&steps, checks, program, dialect, out)?;
        }
        print_cost(&cost, checks, out)?;
    }
    Ok(())
}

/// The text of an instruction in a dialect; the digits of a word that is none.
fn text_of(word: &Word, dialect: Dialect) -> String {
    word.inst.as_ref().map_or_else(|| format!("{:#018x}", word.bits), |inst| spelled(inst, dialect))
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
