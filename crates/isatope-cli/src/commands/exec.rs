//! Runs `isatope exec`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{BufRead, BufReader, BufWriter, Write};

use anyhow::{Context, bail};
use isatope::assembler::Options;
use isatope::container::hex::Numbers;
use isatope::diagnostics::{Diagnostic, codes, number};
use isatope::emulator::asks_for_exceptions;
use isatope::emulator::watch::{lanes_text, table};
use isatope::run::json::{Allocation, Changes, Request, register_value, run as run_request, run_line};
use isatope::{Assemble, Assembler, Dialect, Instruction, Source, Target};
use serde_json::{Map, Value};

use super::exec_memory;
use crate::args::{ExecArgs, Print, usual_dialect};
use crate::output::Reporter;
use crate::{files, output};

/// Runs the command.
pub fn run(args: &ExecArgs, reporter: &mut Reporter) -> anyhow::Result<u8> {
    if args.json {
        let only_input = args.instruction.iter().all(|given| given == "-");
        anyhow::ensure!(only_input, "--json reads requests from the standard input, and takes no instructions");
        return batch(args);
    }
    let Some(list) = instructions(args, reporter)? else { return Ok(reporter.code()) };
    let target = args.language.target();
    let mut regs = Map::new();
    for setting in &args.set {
        set(&mut regs, setting, target)?;
    }
    let mut mem: Vec<Allocation> =
        args.mem.iter().map(|text| exec_memory::allocation(text)).collect::<anyhow::Result<_>>()?;
    let answers = args.answer.iter().map(|text| exec_memory::answer(text)).collect::<anyhow::Result<Vec<_>>>()?;
    let exceptions = list.iter().any(|inst| asks_for_exceptions(inst));
    let mut all = Changes::default();
    let mut written = Written::new(target);
    let mut place: u64 = regs.get(COUNTER).and_then(|v| v.as_str()).and_then(number::unsigned).unwrap_or(0);
    for (index, inst) in list.iter().enumerate() {
        let request = Request {
            id: Value::Null,
            target: Some(target.name().to_string()),
            asm: None,
            words: Some(words(inst).into()),
            regs: regs.clone(),
            mem: mem.clone(),
            answers: answers.clone(),
            exceptions,
            dialect: None,
            rest: Map::new(),
        };
        let changes = match run_request(&request, Some(target), &mut |_, _, _| Err("no text is given".to_string())) {
            Ok(changes) => changes,
            Err(message) => {
                let error = Diagnostic::error(codes::EXECUTION, message);
                reporter.report(&match list.len() {
                    1 => error,
                    _ => error.note(format!("in instruction {}, `{}`", index + 1, inst.mnemonic())),
                });
                break;
            }
        };
        place = place.wrapping_add(inst.len() as u64);
        let leaves =
            changes.regs.get(COUNTER).filter(|to| to.as_str().and_then(number::unsigned) != Some(place)).cloned();
        written.add(inst, &regs, &changes.regs);
        regs.extend(changes.regs.clone());
        regs.insert(COUNTER.to_string(), format!("{place:#x}").into());
        exec_memory::update(&mut mem, &changes.mem);
        all.regs.extend(changes.regs);
        exec_memory::merge(&mut all.mem, changes.mem);
        all.calls.extend(changes.calls);
        all.outside.extend(changes.outside);
        if let Some(to) = leaves.filter(|_| index + 1 < list.len()) {
            let left = list.len() - index - 1;
            let s = if left == 1 { "" } else { "s" };
            reporter.note(&format!(
                "`{}` leads to {}: {left} instruction{s} after it did not run",
                inst.mnemonic(),
                to.as_str().unwrap_or("elsewhere")
            ));
            break;
        }
    }
    let text = show(&all.regs, &written, args.print)
        + &exec_memory::show(&all.mem)
        + &exec_memory::show_calls(&all.calls)
        + &exec_memory::show_outside(&all.outside);
    output::write(None, text.as_bytes(), false)?;
    Ok(reporter.code())
}

/// The register that says where the program is.
const COUNTER: &str = "pc";

/// The lanes of vector registers that instructions have written.
struct Written {
    /// Name of the register with the mask of active lanes.
    active: &'static str,
    all: u64,
    lanes: HashMap<String, u64>,
}

impl Written {
    fn new(target: Target) -> Self {
        let arch = target.tables().arch();
        let active = arch.roles.active_lanes.map_or("", |register| arch[register].name.as_str());
        Self { active, all: u64::MAX >> (64 - target.lanes().clamp(1, 64)), lanes: HashMap::new() }
    }

    /// Adds what an instruction changed. Most write the active lanes; a lane that changed was written in any case.
    fn add(&mut self, inst: &Instruction, before: &Map<String, Value>, changed: &Map<String, Value>) {
        let exec = match tables::Instruction::from(*inst).encoding().effects.per_lane {
            true => before.get(self.active).and_then(Value::as_str).and_then(number).unwrap_or(self.all),
            false => 0,
        };
        for (name, values) in changed {
            let Value::Array(values) = values else { continue };
            let old = |lane: usize| match before.get(name) {
                Some(Value::Array(old)) => old.get(lane).and_then(Value::as_str).and_then(number),
                old => old.and_then(Value::as_str).and_then(number),
            };
            let differs = |(lane, value): (usize, &Value)| {
                let is = value.as_str().and_then(number).unwrap_or(0) != old(lane).unwrap_or(0);
                u64::from(is) << lane
            };
            let differing = values.iter().enumerate().map(differs).fold(0, |all, lane| all | lane);
            *self.lanes.entry(name.clone()).or_default() |= exec | differing;
        }
    }

    fn of(&self, name: &str) -> u64 {
        self.lanes.get(name).copied().unwrap_or(self.all) & self.all
    }
}

/// The words of an instruction, as digits.
fn words(inst: &Instruction) -> String {
    let size = inst.target().word_bytes();
    let word = |w: &[u8]| w.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b));
    let words =
        inst.bytes().chunks(size).map(|w| format!("{:0digits$x}", word(w), digits = 2 * size)).collect::<Vec<_>>();
    words.join(" ")
}

/// The instructions that are given as words or as text, one after the other; `None` after an error.
fn instructions(args: &ExecArgs, reporter: &mut Reporter) -> anyhow::Result<Option<Vec<Instruction>>> {
    let target = args.language.target();
    let (mut name, mut text) = ("<instruction>".to_string(), String::new());
    for given in &args.instruction {
        if given == "-" {
            let (input, bytes) = files::read(std::path::Path::new("-"))?;
            name = input;
            text += std::str::from_utf8(&bytes).context("the standard input is not UTF-8 text")?;
        } else {
            text += given;
        }
        text.push('\n');
    }
    if Numbers::of(&text).is_some_and(|n| n.count > 0) && args.language.explicit_dialect()?.is_none() {
        let bytes = match target.hex(&text) {
            Ok(hex) => hex.bytes().to_vec(),
            Err(error) => {
                let found = Diagnostic::error(codes::HEX, error.message);
                reporter.report(&Diagnostic { help: error.help, ..found });
                return Ok(None);
            }
        };
        let mut list = Vec::new();
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            match target.decode(rest) {
                Ok(inst) => {
                    list.push(inst);
                    rest = &rest[inst.len().min(rest.len())..];
                }
                Err(error) => {
                    reporter.report(&Diagnostic::error(codes::UNKNOWN_WORD, error.to_string()));
                    return Ok(None);
                }
            }
        }
        return Ok(Some(list));
    }
    let dialect = match args.language.explicit_dialect()?.or_else(|| Source::dialect_of(&text, target)) {
        None => args.language.preferred_dialect()?,
        found => found,
    };
    let options = Options { called: Some(args.language.called()), ..Options::default() };
    let assembler = Assembler::with_options(target, dialect.unwrap_or(target.dialect()), options)?;
    // What is typed ends here, not with a line break.
    let text = text.trim_end();
    let result = assembler.assemble(text);
    let file = reporter.sources.add(name, text);
    for diagnostic in result.diagnostics() {
        reporter.report(&diagnostic.clone().moved(file, 0));
    }
    if result.failed() {
        return Ok(None);
    }
    let list: Vec<Instruction> = result.instructions().collect();
    if list.len() != result.output().items.len() || list.is_empty() {
        reporter.report(&Diagnostic::error(codes::EXECUTION, "only instructions can be run"));
        return Ok(None);
    }
    Ok(Some(list))
}

/// Requests and answers, a line each.
fn batch(args: &ExecArgs) -> anyhow::Result<u8> {
    let given = args.language.explicit_dialect()?;
    // An unknown name in the environment is an error, also where every request names its target.
    usual_dialect(args.language.target())?;
    // Most text of unknown origin comes from compilers, so their dialect is tried first. Text that means something else in another
    // dialect is rare, and read as a compiler means it.
    let dialects = |target: Target| -> Vec<Dialect> {
        let mut all: Vec<Dialect> = target.dialects().collect();
        match given.filter(|dialect| all.contains(dialect)) {
            Some(dialect) => vec![dialect],
            None => {
                let usual = usual_dialect(target).ok().flatten();
                all.sort_by_key(|dialect| (usual != Some(*dialect), !dialect.is_of_compilers(target)));
                all
            }
        }
    };
    let warnings: RefCell<Vec<String>> = RefCell::default();
    let mut assemblers: HashMap<(Target, Dialect), Assembler> = HashMap::new();
    let mut assemble = |target: Target, named: Option<&str>, text: &str| -> Result<Instruction, String> {
        let mut first = None;
        let asked = match named {
            None => dialects(target),
            Some(name) => match Dialect::from_name(target, name) {
                Some(dialect) => vec![dialect],
                None => {
                    let names: Vec<&str> = target.dialects().map(Dialect::name).collect();
                    let (arch, names) = (target.architecture(), names.join(", "));
                    return Err(format!("{arch} has no dialect `{name}`: there are {names}"));
                }
            },
        };
        for dialect in asked {
            let assembler = match assemblers.entry((target, dialect)) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => {
                    let made = Assembler::with_options(target, dialect, Options::default());
                    entry.insert(made.map_err(|error| error.to_string())?)
                }
            };
            let result = assembler.inner().assemble(text);
            if result.failed() {
                first = first.or(result.diagnostics.into_iter().map(|d| d.message).next());
                continue;
            }
            let all: Vec<_> = result.instructions().collect();
            warnings.borrow_mut().extend(result.diagnostics.into_iter().map(|d| d.message));
            return match all.as_slice() {
                [inst] => Ok(*inst),
                _ => Err(format!("one instruction is run at a time, not {}", all.len())),
            };
        }
        Err(first.unwrap_or_else(|| "the target has no such dialect".to_string()))
    };
    let mut reader = BufReader::new(std::io::stdin().lock());
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut bytes = Vec::new();
    let mut failed = false;
    loop {
        bytes.clear();
        if reader.read_until(b'\n', &mut bytes).context("cannot read the standard input")? == 0 {
            break;
        }
        // What is not a text is not a request either, and gets that answer.
        let line = String::from_utf8_lossy(&bytes);
        if line.trim().is_empty() {
            continue;
        }
        let mut answer = run_line(line.trim(), Some(args.language.target()), &mut assemble);
        let found = std::mem::take(&mut *warnings.borrow_mut());
        if !found.is_empty() && answer.pop() == Some('}') {
            answer += &format!(",\"warnings\":{}}}", Value::from(found));
        }
        failed |= answer.contains("\"ok\":false");
        writeln!(out, "{answer}")?;
        // Flushes the reply for a program that waits for it.
        if reader.buffer().is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(failed as u8)
}

/// Adds `v1=0x3f800000`, `v1=1,2,3` or `s[0:1]=5` to the registers of a request.
fn set(regs: &mut Map<String, Value>, setting: &str, target: Target) -> anyhow::Result<()> {
    let explain = "set registers with NAME=VALUE, for example v1=0x3f800000";
    let (name, value) = setting.split_once('=').with_context(|| format!("`{setting}`: {explain}"))?;
    let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
    let numbers = value.split(',').map(|v| register_value(v.trim())).collect::<Option<Vec<u64>>>();
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
    let lanes = target.lanes();
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

/// Registers for people: a table of the lanes that were written, or one value where all of these have the same.
fn show(regs: &Map<String, Value>, written: &Written, print: Print) -> String {
    let mut out = String::new();
    let text = |v: &Value| printed(v.as_str().unwrap_or("?"), print);
    for (name, value) in regs {
        let Value::Array(lanes) = value else {
            out += &format!("{name:6} = {}\n", text(value));
            continue;
        };
        let mask = written.of(name);
        let values: Vec<_> = lanes.iter().enumerate().map(|(lane, v)| (mask >> lane & 1 != 0).then_some(v)).collect();
        let mut active = values.iter().flatten();
        let first = active.next();
        if first.is_some_and(|first| active.all(|value| value == first)) {
            let where_ = if mask == written.all { "all lanes".to_string() } else { lanes_text(mask) };
            out += &format!("{name:6} = {} in {where_}\n", first.map(|v| text(v)).unwrap_or_default());
            continue;
        }
        let cells: Vec<_> = values.iter().map(|value| value.map(&text)).collect();
        out += &table(&format!("{name:6} ="), &cells);
    }
    out
}

/// A value in hexadecimal digits as what is asked for.
fn printed(digits: &str, print: Print) -> String {
    let Some(value) = number::unsigned::<u64>(digits) else { return digits.to_string() };
    match (print, u32::try_from(value)) {
        (Print::Hex, _) => digits.to_string(),
        (Print::Int, Ok(value)) => (value as i32).to_string(),
        (Print::Int, Err(_)) => (value as i64).to_string(),
        (Print::Uint, _) => value.to_string(),
        (Print::Float, Ok(value)) => format!("{:?}", f32::from_bits(value)),
        (Print::Float, Err(_)) => format!("{:?}", f64::from_bits(value)),
    }
}
