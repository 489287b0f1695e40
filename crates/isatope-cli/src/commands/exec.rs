//! `isatope exec`

use std::collections::HashMap;
use std::io::{BufRead, BufReader, BufWriter, Write};

use anyhow::{Context, bail};
use isatope_asm::{Assembler, Options, assemble_line};
use isatope_core::{Instruction, Target, decode};
use isatope_diag::{Diagnostic, codes};
use isatope_emu::json::{Request, run as run_request, run_line};
use serde_json::{Map, Value};

use super::exec_memory;
use crate::args::ExecArgs;
use crate::output::Reporter;
use crate::{input, output};

/// Runs the command.
pub fn run(args: &ExecArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    if args.json {
        return batch(args);
    }
    let Some(text) = args.instruction.as_deref() else { bail!("an instruction is needed") };
    let Some(inst) = instruction(args, text, reporter)? else { return Ok(reporter.code()) };
    let target = args.language.target();
    let mut regs = Map::new();
    for setting in &args.set {
        set(&mut regs, setting, target)?;
    }
    let bytes = inst.encode();
    let size = target.arch().word_bits as usize / 8;
    let word = |w: &[u8]| w.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b));
    let words = bytes.chunks(size).map(|w| format!("{:0digits$x}", word(w), digits = 2 * size));
    let request = Request {
        id: Value::Null,
        target: Some(target.name().to_string()),
        asm: None,
        words: Some(words.collect::<Vec<_>>().join(" ").into()),
        regs,
        mem: args.mem.iter().map(|text| exec_memory::allocation(text)).collect::<anyhow::Result<_>>()?,
        answers: args.answer.iter().map(|text| exec_memory::answer(text)).collect::<anyhow::Result<_>>()?,
    };
    match run_request(&request, Some(target), &mut |_, _| Err("no text is given".to_string())) {
        Ok(changes) => {
            let text = show(&changes.regs)
                + &exec_memory::show(&changes.mem)
                + &exec_memory::show_calls(&changes.calls)
                + &exec_memory::show_outside(&changes.outside);
            output::write(None, text.as_bytes(), false)?;
        }
        Err(message) => reporter.report(&Diagnostic::error(codes::EXECUTION, message)),
    }
    Ok(reporter.code())
}

/// The instruction that is given as words or as text; `None` after an error.
fn instruction(args: &ExecArgs, text: &str, reporter: &mut Reporter) -> anyhow::Result<Option<Instruction>> {
    let target = args.language.target();
    let mut words = Vec::new();
    let digits = target.arch().word_bits as usize / 4;
    if input::hex_words(text.as_bytes(), digits, &mut words).is_some() && !words.is_empty() && words.len() <= 2 {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()[..digits / 2].to_vec()).collect();
        return Ok(match decode(target, &bytes) {
            Ok(inst) => Some(inst),
            Err(error) => {
                reporter.report(&Diagnostic::error(codes::UNKNOWN_WORD, error.to_string()));
                None
            }
        });
    }
    match assemble_line(target, args.language.dialect()?, Options::default(), text) {
        Ok(list) => match list.as_slice() {
            [inst] => Ok(Some(*inst)),
            _ => bail!("one instruction is run at a time, not {}", list.len()),
        },
        Err(errors) => {
            let file = reporter.sources.add("<instruction>", text);
            for error in errors {
                reporter.report(&error.moved(file, 0));
            }
            Ok(None)
        }
    }
}

/// Requests and answers, a line each.
fn batch(args: &ExecArgs) -> anyhow::Result<u8> {
    let given = args.language.explicit_dialect()?;
    // Text of unknown origin comes from compilers mostly, so their dialect goes first: of GCN the last one. Most text means the same in
    // every dialect; where it does not (what is left out of v_mad_mix_f32), this decides.
    let dialects = |target: Target| -> Vec<&'static str> {
        let arch = target.arch();
        match given.filter(|dialect| arch.dialects.contains(dialect)) {
            Some(dialect) => vec![dialect],
            None if arch.name == "gcn" => arch.dialects.iter().rev().copied().collect(),
            None => arch.dialects.to_vec(),
        }
    };
    let mut assemblers: HashMap<(Target, &str), Option<Assembler>> = HashMap::new();
    let mut assemble = |target: Target, text: &str| -> Result<Instruction, String> {
        let mut first = None;
        for dialect in dialects(target) {
            let made = || Assembler::new(target, dialect, Options::default());
            let Some(assembler) = assemblers.entry((target, dialect)).or_insert_with(made) else { continue };
            let result = assembler.assemble(text);
            if result.failed() {
                first = first.or(result.diagnostics.into_iter().map(|d| d.message).next());
                continue;
            }
            let all: Vec<_> = result.instructions().collect();
            return match all.as_slice() {
                [inst] => Ok(*inst),
                _ => Err(format!("one instruction is run at a time, not {}", all.len())),
            };
        }
        Err(first.unwrap_or_else(|| "the target has no such dialect".to_string()))
    };
    let mut reader = BufReader::new(std::io::stdin().lock());
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut line = String::new();
    let mut failed = false;
    loop {
        line.clear();
        if reader.read_line(&mut line).context("cannot read the standard input")? == 0 {
            break;
        }
        if line.trim().is_empty() {
            continue;
        }
        let answer = run_line(line.trim(), Some(args.language.target()), &mut assemble);
        failed |= answer.contains("\"ok\":false");
        writeln!(out, "{answer}")?;
        // Whoever waits for an answer gets it.
        if reader.buffer().is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(failed as u8)
}

/// Adds `v1=0x3f800000`, `v1=1,2,3` or `s[0:1]=5` to the registers of a request.
fn set(regs: &mut Map<String, Value>, setting: &str, target: Target) -> anyhow::Result<()> {
    let explain = "registers are set as NAME=VALUE, for example v1=0x3f800000";
    let (name, value) = setting.split_once('=').with_context(|| format!("`{setting}`: {explain}"))?;
    let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
    let numbers = value.split(',').map(|v| number(v.trim())).collect::<Option<Vec<u64>>>();
    let numbers = numbers.with_context(|| format!("`{value}` is not a number"))?;
    let hex = |n: u64| Value::String(format!("{n:#x}"));
    let (base, count) = match name.split_once('[') {
        None => (name.clone(), 1),
        Some((prefix, rest)) => {
            let range = rest.strip_suffix(']').with_context(|| format!("`{name}` is not closed"))?;
            let (first, last) = range.split_once(':').unwrap_or((range, range));
            let (Ok(first), Ok(last)) = (first.trim().parse::<u32>(), last.trim().parse::<u32>()) else {
                bail!("`{name}` is not a register range");
            };
            if last < first || last - first > 3 || numbers.len() > 1 {
                bail!("`{setting}`: a range of up to 4 registers takes one value");
            }
            for i in 0..=(last - first) {
                let part = numbers[0].checked_shr(32 * i).unwrap_or(0) & 0xffff_ffff;
                regs.insert(format!("{prefix}{}", first + i), hex(part));
            }
            (String::new(), 0)
        }
    };
    let lanes = target.arch().lanes as usize;
    match numbers.as_slice() {
        _ if count == 0 => {}
        [one] => {
            regs.insert(base, hex(*one));
        }
        many if many.len() <= lanes => {
            let all = many.iter().copied().chain(std::iter::repeat(0)).take(lanes).map(hex);
            regs.insert(base, Value::Array(all.collect()));
        }
        _ => bail!("`{name}` has {lanes} lanes"),
    }
    Ok(())
}

/// A number: hexadecimal, decimal, negative, or a float of single precision.
fn number(text: &str) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return u64::from_str_radix(hex, 16).ok();
    }
    if let Ok(value) = text.parse::<u64>() {
        return Some(value);
    }
    if let Ok(value) = text.parse::<i32>() {
        return Some(value as u32 as u64);
    }
    text.parse::<f32>().ok().map(|f| f.to_bits() as u64)
}

/// Registers for people: a row of lanes each, or one value where all lanes have the same.
fn show(regs: &Map<String, Value>) -> String {
    let mut out = String::new();
    let text = |v: &Value| v.as_str().unwrap_or("?").to_string();
    for (name, value) in regs {
        match value {
            Value::Array(lanes) if lanes.windows(2).all(|w| w[0] == w[1]) => {
                let value = lanes.first().map(text).unwrap_or_default();
                out += &format!("{name:6} = {value} in all lanes\n");
            }
            Value::Array(lanes) => {
                for (i, row) in lanes.chunks(8).enumerate() {
                    let label = if i == 0 { format!("{name:6} =") } else { " ".repeat(8) };
                    let row: Vec<_> = row.iter().map(|v| format!("{:>10}", text(v))).collect();
                    out += &format!("{label} {:>2}: {}\n", i * 8, row.join(" "));
                }
            }
            one => out += &format!("{name:6} = {}\n", text(one)),
        }
    }
    out
}
