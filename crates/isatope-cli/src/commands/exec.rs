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
use isatope::run::json::{Allocation, Changes, Request, Running, only_one, register_values, run_line};
use isatope::{Assemble, Assembler, Dialect, FlowKind, Instruction, OperandType, Place, Target};
use serde_json::{Map, Value};

use super::exec_memory::{self, Lines};
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
    let target = args.language.target();
    // As a statement it would define a symbol, which nobody wants here.
    let sets = |given: &&String| given.split_once('=').is_some_and(|(name, _)| target.register(name.trim()).is_ok());
    if let Some(given) = args.instruction.iter().find(sets) {
        anyhow::bail!("`{given}` is no instruction: write `--set {given}` to set the register");
    }
    let Some(list) = instructions(args, reporter)? else { return Ok(reporter.code()) };
    let mut regs = Map::new();
    for setting in &args.set {
        set(&mut regs, setting, target)?;
    }
    let mem: Vec<Allocation> =
        args.mem.iter().map(|text| exec_memory::allocation(text)).collect::<anyhow::Result<_>>()?;
    let answers = args.answer.iter().map(|text| exec_memory::answer(text)).collect::<anyhow::Result<Vec<_>>>()?;
    let exceptions = list.iter().any(asks_for_exceptions);
    let request = Request {
        id: Value::Null,
        target: None,
        asm: None,
        words: None,
        regs: regs.clone(),
        mem,
        answers,
        exceptions,
        dialect: None,
        rest: Map::new(),
    };
    let all = match Running::start(target, &request) {
        Ok(running) => follow(running, &list, regs, args, reporter),
        Err(message) => {
            reporter.report(&args.language.noted(Diagnostic::error(codes::EXECUTION, message)));
            return Ok(reporter.code());
        }
    };
    let mut all = all;
    if args.print == Print::Float {
        with_doubles(&mut all, &list);
    }
    let text = show(&all.changes.regs, &all.lanes, target, args.print)
        + &exec_memory::show(&all.changes.mem)
        + &all.calls.show("calls   ")
        + &all.outside.show("outside ");
    output::write(None, text.as_bytes(), false)?;
    Ok(reporter.code())
}

/// What a program changed.
#[derive(Default)]
struct Changed {
    changes: Changes,
    /// For each register that every lane has, the lanes that were written, a bit each.
    lanes: HashMap<String, u64>,
    /// Calls of operations of the host.
    calls: Lines,
    /// Accesses out of bounds.
    outside: Lines,
}

impl Changed {
    /// Adds what an instruction changed. Registers that it leaves alone in lanes that are not active may have changed
    /// there all the same.
    fn add(&mut self, new: Changes, active: u64, before: &mut Map<String, Value>) {
        let zero = Value::String("0x0".to_string());
        for (name, value) in &new.regs {
            if let Value::Array(lanes) = value {
                let old = |lane: usize| match before.get(name) {
                    Some(Value::Array(old)) => old.get(lane).unwrap_or(&zero),
                    Some(one) => one,
                    None => &zero,
                };
                let changed = lanes.iter().enumerate().filter(|(lane, value)| old(*lane) != *value);
                *self.lanes.entry(name.clone()).or_default() |= changed.fold(active, |all, (lane, _)| all | 1 << lane);
            }
        }
        before.extend(new.regs.clone());
        self.changes.regs.extend(new.regs);
        self.calls.add_calls(&new.calls);
        self.outside.add_outside(&new.outside);
    }
}

/// Runs a program from its first instruction on, wherever its branches lead, until it ends or leaves.
fn follow(
    mut running: Running,
    list: &[Instruction],
    mut regs: Map<String, Value>,
    args: &ExecArgs,
    reporter: &mut Reporter,
) -> Changed {
    let most = args.max_instructions;
    let start = running.counter().unwrap_or(0);
    let mut ends = Vec::new();
    for inst in list {
        ends.push(ends.last().copied().unwrap_or(start).wrapping_add(inst.len() as u64));
    }
    let end = ends.last().copied().unwrap_or(start);
    let at = |address: u64| match address == start {
        true => Some(0),
        false => ends.iter().position(|end| *end == address).map(|index| index + 1),
    };
    let mut all = Changed::default();
    let mut index = 0;
    let mut count = 0;
    while let Some(inst) = list.get(index) {
        if count == most {
            let message = format!("the program has not ended after {most} instructions");
            let help = "--max-instructions raises the limit";
            reporter.report(&Diagnostic::error(codes::EXECUTION, message).help(help));
            break;
        }
        count += 1;
        // Other instructions write lanes that they name.
        let active = if inst.encoding().effects.per_lane { running.active() } else { 0 };
        match running.step(inst) {
            Ok(changes) => {
                let trapped = trap_without_handler(inst, &regs, &changes);
                all.add(changes, active, &mut regs);
                if let Some(error) = trapped {
                    reporter.report(&error);
                    break;
                }
            }
            Err(message) => {
                let mut error = args.language.noted(Diagnostic::error(codes::EXECUTION, message));
                if let Some(operation) = running.unanswered() {
                    error = error.help(format!("give its result with `--answer {operation}=VALUE`"));
                }
                reporter.report(&match list.len() {
                    1 => error,
                    _ => error.note(format!("in instruction {}, `{}`", index + 1, inst.mnemonic())),
                });
                break;
            }
        }
        if inst.flow().kind == FlowKind::End {
            break;
        }
        let next = match running.counter() {
            Some(address) => address,
            // Nobody goes anywhere.
            None if running.active() == 0 => ends[index],
            None => {
                let message = format!("after `{}` lanes go different ways: exec follows one way only", inst.mnemonic());
                reporter
                    .report(&Diagnostic::error(codes::EXECUTION, message).help("`isatope run` runs whole programs"));
                break;
            }
        };
        if next == end {
            break;
        }
        match at(next) {
            Some(to) => index = to,
            None => {
                reporter.note(&format!("`{}` leads to {next:#x}, which is outside of the program", inst.mnemonic()));
                break;
            }
        }
    }
    // A branch that was not taken did not write it.
    if let (Some(shown), Some(address)) = (all.changes.regs.get_mut(COUNTER), running.counter()) {
        let address = Value::from(format!("{address:#x}"));
        match shown {
            Value::Array(lanes) => lanes.fill(address),
            one => *one = address,
        }
    }
    all.changes.mem = running.memory();
    all
}

/// The error of a trap if nobody has set the register that has the address of its handler.
fn trap_without_handler(inst: &Instruction, regs: &Map<String, Value>, changes: &Changes) -> Option<Diagnostic> {
    if inst.flow().kind != FlowKind::Trap {
        return None;
    }
    let target = inst.target();
    let is_set = |register: &str| {
        let mut named = regs.keys().filter_map(|name| target.register(name).ok());
        named.any(|place| matches!(place, Place::Special { register: set, .. } if set.name == register))
    };
    let handler = inst.access().find_map(|access| match access.place {
        Place::Special { register, .. } if access.read && access.write == isatope::Write::No => Some(register.name),
        _ => None,
    });
    let handler = handler.filter(|register| !is_set(register))?;
    let mut message = "the program trapped".to_string();
    for (name, value) in changes.calls.iter().filter_map(|call| call["arguments"].as_object()).flatten() {
        let value = value.as_str().and_then(number::unsigned::<u64>).unwrap_or(0);
        message += &format!(": {name} {value}");
    }
    let help = format!("`--set {handler}=ADDRESS` says where a handler is");
    Some(Diagnostic::error(codes::TRAP, message).help(help))
}

/// The register that says where the program is.
const COUNTER: &str = "pc";

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
                    let found = Diagnostic::error(codes::UNKNOWN_WORD, error.to_string());
                    reporter.report(&args.language.noted(found));
                    return Ok(None);
                }
            }
        }
        return Ok(Some(list));
    }
    let dialect = args.language.dialect_of_source(&text)?;
    let options = Options { called: Some(args.language.called()), ..Options::default() };
    let assembler = Assembler::with_options(target, dialect.unwrap_or(target.dialect()), options)?;
    // What is typed ends here, not with a line break.
    let text = text.trim_end();
    let result = assembler.assemble(text);
    let file = reporter.sources.add(name, text);
    args.language.report(result.diagnostics(), &[file], reporter);
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
    // Most text of unknown origin comes from compilers, so their dialect is tried first. Text that means something else
    // in another dialect is rare, and read as a compiler means it.
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
            return only_one(&all);
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
    let texts: Vec<&str> = value.split(',').map(str::trim).collect();
    let lanes = target.lanes();
    let value = match texts.as_slice() {
        [one] => Value::from(*one),
        many if many.len() <= lanes => {
            many.iter().copied().chain(std::iter::repeat("0")).take(lanes).map(Value::from).collect()
        }
        _ => bail!("`{name}` has {lanes} lanes"),
    };
    regs.extend(register_values(target, &name, &value).map_err(anyhow::Error::msg)?);
    Ok(())
}

/// Joins the registers of doubles that instructions wrote, so that each is shown as one value.
fn with_doubles(changed: &mut Changed, list: &[Instruction]) {
    let written = list.iter().flat_map(Instruction::operands).filter(|operand| operand.def.written);
    for operand in written.filter(|operand| operand.def.ty == OperandType::F64) {
        let Some(Place::Registers { file, first, count: 2 }) = operand.place() else { continue };
        let names = [first, first + 1].map(|number| format!("{}{number}", file.prefix));
        let regs = &mut changed.changes.regs;
        let [Some(low), Some(high)] = names.each_ref().map(|name| regs.get(name).cloned()) else { continue };
        let join = |low: &Value, high: &Value| {
            let word = |value: &Value| value.as_str().and_then(number::unsigned::<u64>).unwrap_or(0);
            Value::from(format!("{:#018x}", word(high) << 32 | word(low)))
        };
        let joined = match (&low, &high) {
            (Value::Array(low), Value::Array(high)) => {
                low.iter().zip(high).map(|(low, high)| join(low, high)).collect()
            }
            _ => join(&low, &high),
        };
        let name = format!("{}[{first}:{}]", file.prefix, first + 1);
        let lanes = names.each_ref().map(|name| changed.lanes.remove(name));
        if let [Some(low), Some(high)] = lanes {
            changed.lanes.insert(name.clone(), low | high);
        }
        names.iter().for_each(|name| drop(regs.remove(name)));
        regs.insert(name, joined);
    }
}

/// Registers for people: a table of the lanes that were written, or one value where all of these have the same.
fn show(regs: &Map<String, Value>, written: &HashMap<String, u64>, target: Target, print: Print) -> String {
    let mut out = String::new();
    let all = u64::MAX >> (64 - target.lanes().clamp(1, 64));
    let text = |v: &Value| printed(v.as_str().unwrap_or("?"), print);
    for (name, value) in regs {
        let Value::Array(lanes) = value else {
            out += &format!("{name:6} = {}\n", text(value));
            continue;
        };
        let mask = written.get(name).map_or(all, |lanes| lanes & all);
        let values: Vec<_> = lanes.iter().enumerate().map(|(lane, v)| (mask >> lane & 1 != 0).then_some(v)).collect();
        let mut active = values.iter().flatten();
        let first = active.next();
        if first.is_none() {
            out += &format!("{name:6} = · in all lanes\n");
            continue;
        }
        if first.is_some_and(|first| active.all(|value| value == first)) {
            let where_ = if mask == all { "all lanes".to_string() } else { lanes_text(mask) };
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
    // Doubles have all their digits.
    let narrow = u32::try_from(value).ok().filter(|_| digits.len() <= "0x".len() + 8);
    match (print, narrow.ok_or(())) {
        (Print::Hex, _) => digits.to_string(),
        (Print::Int, Ok(value)) => (value as i32).to_string(),
        (Print::Int, Err(_)) => (value as i64).to_string(),
        (Print::Uint, _) => value.to_string(),
        (Print::Float, Ok(value)) => format!("{:?}", f32::from_bits(value)),
        (Print::Float, Err(_)) => format!("{:?}", f64::from_bits(value)),
    }
}
