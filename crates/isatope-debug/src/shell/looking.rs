//! Commands that look at the state.

use std::fmt::Write as _;

use isatope::emulator::watch::{INACTIVE, Notation, RegisterRecord, Values, registers as nonzero, table};
use isatope::emulator::{State, Wavefront, Workgroup};

use super::{Answer, code_text, done, number, place_text, say, usage};
use crate::count::counted;
use crate::debugger::Debugger;
use crate::expression::Expression;
use crate::kind::{Kind, Number};
use crate::places;

/// The most bytes of memory that are shown at a time.
const MOST_BYTES: usize = 1 << 16;

pub(super) fn place(debugger: &mut Debugger, _: &str) -> Result<Answer, String> {
    let mut out = debugger.reason_text();
    if !out.is_empty() {
        out.push('\n');
    }
    say(out + &place_text(debugger))
}

pub(super) fn backtrace(debugger: &mut Debugger, _: &str) -> Result<Answer, String> {
    let Some(id) = debugger.selected() else { return say("nothing runs") };
    let mut out = String::new();
    for (number, frame) in debugger.frames(id).into_iter().enumerate() {
        let place = frame.source.map_or(String::new(), |(file, line, _)| format!(" at {file}:{line}"));
        let inlined = if frame.inlined { " (inlined)" } else { "" };
        let lanes = frame.lanes.map_or(String::new(), |lanes| format!(", {}", Debugger::lanes_text(lanes)));
        let _ = writeln!(out, "#{number} {:#x} {}{inlined}{place}{lanes}", frame.address, frame.function);
    }
    say(out)
}

/// The value of an expression, in a line or as a table of lanes.
pub(crate) fn value_text(debugger: &Debugger, text: &str) -> Result<String, String> {
    let expression = debugger.parse(text)?;
    let usual = debugger.usual();
    let scope = debugger.scope()?;
    if !expression.is_per_lane() {
        let value = expression.value(scope, 0)?.text(usual);
        return Ok(format!("{text} = {value}"));
    }
    let exec = scope.wave.registers.exec();
    if let Some(lane) = debugger.lane {
        let value =
            if exec >> lane & 1 == 0 { INACTIVE.to_string() } else { expression.value(scope, lane)?.text(usual) };
        return Ok(format!("{text}, lane {lane} = {value}"));
    }
    if exec == 0 {
        return Ok(format!("{text}: no lane is active"));
    }
    let cells = (0..scope.wave.registers.lanes()).map(|lane| match exec >> lane & 1 {
        0 => None,
        // A lane whose address is wrong does not hide the others.
        _ => Some(expression.value(scope, lane).map_or_else(|_| "?".to_string(), |value| value.text(usual))),
    });
    let cells: Vec<Option<String>> = cells.collect();
    if cells.iter().flatten().all(|cell| cell == "?") {
        let first = exec.trailing_zeros() as usize;
        expression.value(scope, first)?;
    }
    Ok(table(&format!("{text} ="), &cells))
}

pub(super) fn print(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    if rest.is_empty() {
        return usage();
    }
    say(value_text(debugger, rest)?)
}

pub(super) fn registers(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let (scalar, vector, special, all) = match rest {
        "" => (true, true, true, false),
        "scalar" => (true, false, false, false),
        "vector" => (false, true, false, false),
        "special" => (false, false, true, false),
        "all" => (true, true, true, true),
        _ => return usage(),
    };
    let (_, wave) = debugger.wave().ok_or("nothing runs")?;
    let mut out = String::new();
    if special {
        for register in debugger.specials() {
            if all || register.words.iter().any(|word| *word != 0) {
                let _ = writeln!(out, "{:7} {}", register.name, register.text());
            }
        }
    }
    for record in file_registers(debugger, wave, all) {
        let is_vector = is_per_lane(debugger, &record.register);
        if if is_vector { vector } else { scalar } {
            out += &record_text(debugger, &record, wave);
        }
    }
    say(out)
}

fn is_per_lane(debugger: &Debugger, name: &str) -> bool {
    debugger.session().device().target().register(name).is_ok_and(|place| place.is_per_lane())
}

/// Registers of files, with the types that the next instruction reads.
fn file_registers(debugger: &Debugger, wave: &Wavefront, all: bool) -> Vec<RegisterRecord> {
    let entry = debugger.session().launch().entry();
    let first = entry.code().block(entry.address()).ok().and_then(|block| block.steps.first());
    let Some(step) = debugger.next_step().or(first) else { return Vec::new() };
    let known = nonzero(wave, step, entry, debugger.lane.map(|lane| lane as u32));
    let names = debugger.registers(false).into_iter().chain(debugger.registers(true));
    let record = |(name, location): (String, isatope::emulator::Location)| {
        let found = known.iter().find(|record| *record.register == *name).cloned();
        let zero = || RegisterRecord {
            register: name.as_str().into(),
            values: Values::Same(vec![0; location.count]),
            ty: None,
        };
        found.or_else(|| all.then(zero))
    };
    names.filter_map(record).collect()
}

/// A register in a line, or as a table of lanes.
fn record_text(debugger: &Debugger, record: &RegisterRecord, wave: &Wavefront) -> String {
    let name = format!("{:7}", record.register);
    match record.line(debugger.notation) {
        Some(line) => format!("{name} {line}\n"),
        None => record.table(&name, wave.registers.lanes() as u32, debugger.notation),
    }
}

pub(super) fn changes(debugger: &mut Debugger, _: &str) -> Result<Answer, String> {
    let text = super::changes_text(debugger);
    say(if text.is_empty() { "the last command was no step, or it changed nothing".to_string() } else { text })
}

/// An expression, a count and a kind: the last two may be missing.
fn memory_words(rest: &str) -> Result<(&str, usize, Kind), String> {
    let (mut text, mut count, mut kind) = (rest.trim(), None, None);
    while let Some((before, last)) = text.rsplit_once(char::is_whitespace) {
        let before = before.trim_end();
        // `x + 4` ends with a number that is no count.
        if before.ends_with(|c: char| "+-*/%&|^<>(=".contains(c)) || before.ends_with(" as") {
            break;
        }
        match (Kind::from_name(last), isatope::diagnostics::number::unsigned::<usize>(last)) {
            (Some(found), _) if kind.is_none() && count.is_none() => kind = Some(found),
            (_, Some(found)) if count.is_none() => count = Some(found),
            _ => break,
        }
        text = before;
    }
    let kind = kind.unwrap_or(Kind::Hex);
    let count = count.unwrap_or(16);
    if count.saturating_mul(kind.bytes()) > MOST_BYTES {
        return Err(format!("{count} values are too many to show: {MOST_BYTES} bytes at most"));
    }
    Ok((text, count, kind))
}

pub(super) fn memory(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    if rest.is_empty() {
        return usage();
    }
    let (text, count, kind) = memory_words(rest)?;
    let expression = debugger.parse(text)?;
    let lane = debugger.lane.unwrap_or_else(|| {
        debugger.wave().map_or(0, |(_, wave)| wave.registers.exec().trailing_zeros() as usize % wave.registers.lanes())
    });
    let arch = debugger.session().device().target().arch();
    // An access to memory is shown from its address on.
    let (memory, kind, address) = match &expression {
        Expression::Memory(memory, own, address) if text.ends_with(']') => {
            (*memory, if rest.ends_with(']') { *own } else { kind }, (**address).clone())
        }
        _ => (arch.roles.global.unwrap_or_default(), kind, expression),
    };
    let address = match debugger.scope() {
        Ok(scope) => address.value(scope, lane)?.number()?,
        // When nothing runs, what is in memory can still be seen.
        Err(error) => match address {
            Expression::Number(number) => number,
            Expression::Memory(memory, kind, inner) => match *inner {
                Expression::Number(Number::Int(at)) => {
                    let bytes = debugger.read(memory, at as u64, kind.bytes()).ok_or(error)?;
                    Number::Int(bytes.iter().rev().fold(0, |all, byte| all << 8 | i128::from(*byte)))
                }
                _ => return Err(error),
            },
            _ => return Err(error),
        },
    };
    let Number::Int(address) = address else { return Err(format!("`{text}` is no address")) };
    let address = address as u64;
    let bytes = debugger.read_some(memory, address, count * kind.bytes());
    if bytes.is_empty() {
        let near = debugger.session().device().memory().nearest(address);
        let near = near.map_or(String::new(), |(region, _)| {
            let name = if region.name.is_empty() { String::new() } else { format!(" `{}`", region.name) };
            format!(": the nearest memory is{name} {:#x} to {:#x}", region.base, region.base + region.bytes.max(1) - 1)
        });
        return Err(format!("there is no memory at {address:#x}{near}"));
    }
    say(dump(address, &bytes, kind))
}

/// `[OFFSET] [COUNT] [KIND]` of a memory, with the number of bytes that they are.
fn part(rest: &str) -> Result<(usize, usize, Kind), String> {
    let mut words = rest.split_whitespace().peekable();
    let mut given = |usual: usize| match words.next_if(|word| Kind::from_name(word).is_none()) {
        Some(word) => number(word),
        None => Ok(usual),
    };
    let (offset, count) = (given(0)?, given(16)?);
    let kind = words.next().map_or(Some(Kind::Hex), Kind::from_name);
    let (Some(kind), None) = (kind, words.next()) else { return usage() };
    let bytes = count.saturating_mul(kind.bytes());
    if bytes > MOST_BYTES {
        return Err(format!("{count} values are too many to show: {MOST_BYTES} bytes at most"));
    }
    Ok((offset, bytes, kind))
}

/// Shows the private memory of the lane that is looked at, or of the first active one.
pub(super) fn private(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let (offset, bytes, kind) = part(rest)?;
    let scope = debugger.scope()?;
    let exec = scope.wave.registers.exec();
    let lane = debugger.lane.unwrap_or(exec.trailing_zeros() as usize % scope.wave.registers.lanes());
    let there = scope.wave.private_bytes().saturating_sub(offset as u64);
    // At least one value, so that an offset past the end is an error.
    let bytes = bytes.min(usize::try_from(there).unwrap_or(usize::MAX)).max(kind.bytes());
    let found = crate::expression::private(scope, lane, offset as u64, bytes)?;
    say(format!("lane {lane}\n{}", dump(offset as u64, &found, kind)))
}

pub(super) fn lds(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let (offset, bytes, kind) = part(rest)?;
    let (group, _) = debugger.wave().ok_or("nothing runs")?;
    match group.lds.get(offset..offset.saturating_add(bytes).min(group.lds.len())) {
        Some(bytes) if !bytes.is_empty() => say(dump(offset as u64, bytes, kind)),
        _ => {
            let called = debugger.called().shared;
            Err(format!("the workgroup has {} bytes of {called}", group.lds.len()))
        }
    }
}

/// Bytes as values, some in a row.
fn dump(address: u64, bytes: &[u8], kind: Kind) -> String {
    let size = kind.bytes();
    let (columns, digits) = match size {
        1 => (16, 4),
        2 => (8, 6),
        4 => (4, 10),
        _ => (2, 18),
    };
    let mut out = String::new();
    for (index, row) in bytes.chunks(columns * size).enumerate() {
        let cells = row.chunks(size).filter(|cell| cell.len() == size).map(|cell| {
            let words: Vec<u32> =
                cell.chunks(4).map(|word| word.iter().rev().fold(0, |all, byte| all << 8 | u32::from(*byte))).collect();
            match kind {
                Kind::Hex => format!(
                    "{:#0width$x}",
                    words.iter().rev().fold(0u64, |all, w| all << 32 | u64::from(*w)),
                    width = 2 * size + 2
                ),
                kind => kind.text(&words),
            }
        });
        let cells: Vec<String> = cells.map(|cell| format!("{cell:>digits$}")).collect();
        let _ = writeln!(out, "{:#x}: {}", address + (index * columns * size) as u64, cells.join(" "));
    }
    out
}

pub(super) fn disassemble(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let pc = debugger.wave().map(|(_, wave)| wave.pc);
    let (place, count) = match rest.rsplit_once(char::is_whitespace) {
        Some((place, count)) => (place.trim(), number(count)?),
        None => (rest, 10),
    };
    let (from, offset) = match place {
        "" => (pc.ok_or("nothing runs: name a place")?, -4),
        place => match isatope::diagnostics::number::unsigned::<u64>(place) {
            // An address may lie inside of an instruction.
            Some(address) => (address, 0),
            None => (places::find(debugger, place)?.first().copied().unwrap_or_default(), 0),
        },
    };
    let rows = debugger.code().around(from, offset, count.min(1 << 16));
    if rows.iter().all(Option::is_none) {
        return Err(format!("there is no code at {from:#x}"));
    }
    let mut out = String::new();
    for address in rows.into_iter().flatten() {
        let row = debugger.code().row(debugger.session(), address);
        if let Some(label) = row.label {
            let _ = writeln!(out, "{label}:");
        }
        let stops = debugger
            .breakpoints()
            .iter()
            .any(|b| b.enabled && matches!(&b.on, crate::stops::On::Place(at) if at.contains(&address)));
        let mark = match (Some(address) == pc, stops) {
            (true, true) => "=>*",
            (true, false) => "=> ",
            (false, true) => "  *",
            (false, false) => "   ",
        };
        out += &code_text(debugger, address, mark);
    }
    say(out)
}

pub(super) fn list(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    const AROUND: u32 = 5;
    let (file, line) = match rest.rsplit_once(':') {
        Some(("", line)) => {
            let here = debugger.wave().and_then(|(_, wave)| debugger.program().lines().location(wave.pc));
            let file = here.map(|place| place.file).or(debugger.program().lines().files().next());
            (file.ok_or("the program has no line information")?.to_string(), number::<u32>(line)?)
        }
        Some((file, line)) => (file.to_string(), number::<u32>(line)?),
        None if rest.is_empty() => {
            let (_, wave) = debugger.wave().ok_or("nothing runs")?;
            let location = debugger.program().lines().location(wave.pc);
            let location = location.ok_or("the instruction has no line: `disassemble` shows the code")?;
            (location.file.to_string(), location.line)
        }
        None => return usage(),
    };
    let text = debugger.source(&file).ok_or_else(|| format!("the source {file} cannot be read"))?;
    let here = debugger.wave().and_then(|(_, wave)| {
        let location = debugger.program().lines().location(wave.pc)?;
        (location.file == file).then_some(location.line)
    });
    let mut out = String::new();
    for (number, text) in (1u32..).zip(text.lines()) {
        if number + AROUND >= line && number <= line.saturating_add(AROUND) {
            let mark = if here == Some(number) { "=>" } else { "  " };
            let _ = writeln!(out, "{mark} {number:4} {text}");
        }
    }
    if out.is_empty() { Err(format!("{file} has no line {line}")) } else { say(out) }
}

/// A wavefront in a line.
fn wave_line(debugger: &Debugger, group: &Workgroup, wave: &Wavefront) -> String {
    let is_selected = debugger.selected() == Some((group.id, wave.number));
    let current = debugger.session().current().map(|(group, wave)| (group.id, wave.number));
    let mark = if is_selected { "*" } else { " " };
    let [x, y, z] = group.id;
    let state = match wave.state {
        State::Running if current == Some((group.id, wave.number)) => "next",
        State::Running => "waits for its turn",
        State::AtBarrier => "at a barrier",
        State::AtGlobalBarrier => "at a barrier of all workgroups",
        State::Ended => "ended",
    };
    let name = debugger.program().name_of(wave.pc).unwrap_or_default();
    let exec = wave.registers.exec();
    format!(
        "{mark} {x},{y},{z}:{} {:#x} {name}, exec {exec:#x}, {}, {state}\n",
        wave.number,
        wave.pc,
        counted(wave.instructions, "instruction")
    )
}

pub(super) fn waves(debugger: &mut Debugger, _: &str) -> Result<Answer, String> {
    let groups = debugger.session().workgroups().iter();
    let lines: String = groups
        .flat_map(|group| group.waves.iter().map(move |wave| (group, wave)))
        .map(|(group, wave)| wave_line(debugger, group, wave))
        .collect();
    say(if lines.is_empty() { "nothing runs".to_string() } else { lines })
}

pub(super) fn wave(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let (group, wave) = match rest.rsplit_once(':') {
        Some((group, wave)) => {
            let mut id = [0; 3];
            let parts: Vec<&str> = group.split(',').collect();
            if parts.len() > 3 {
                return usage();
            }
            for (id, part) in id.iter_mut().zip(parts) {
                *id = number(part.trim())?;
            }
            (id, wave)
        }
        None if rest.is_empty() => return usage(),
        None => (debugger.selected().ok_or("nothing runs")?.0, rest),
    };
    debugger.select((group, number(wave.trim())?))?;
    say(place_text(debugger))
}

pub(super) fn workgroups(debugger: &mut Debugger, _: &str) -> Result<Answer, String> {
    let mut out = String::new();
    let called = debugger.called();
    for group in debugger.session().workgroups() {
        let [x, y, z] = group.id;
        let running = group.waves.iter().filter(|wave| wave.state != State::Ended).count();
        let _ = writeln!(
            out,
            "{x},{y},{z}: {} {}s, {running} of them run, {} bytes of {}",
            group.waves.len(),
            called.wave,
            group.lds.len(),
            called.shared
        );
    }
    let shape = debugger.session().launch().shape();
    let _ = writeln!(out, "{} in all", counted(shape.count(), "workgroup"));
    say(out)
}

pub(super) fn lane(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    match rest {
        "" => return say(debugger.lane.map_or("all lanes".to_string(), |lane| format!("lane {lane}"))),
        "all" => debugger.lane = None,
        text => {
            let lanes = debugger.session().device().target().lanes();
            let lane = number::<usize>(text)?;
            if lane >= lanes {
                return Err(format!("there is no lane {lane}: they go from 0 to {}", lanes - 1));
            }
            debugger.lane = Some(lane);
        }
    }
    done()
}

pub(super) fn buffers(debugger: &mut Debugger, _: &str) -> Result<Answer, String> {
    let line = |(name, buffer): &(String, isatope::emulator::Buffer)| {
        format!("{name}: {} bytes at {:#x}\n", buffer.bytes, buffer.address)
    };
    let lines: String = debugger.buffers().iter().map(line).collect();
    say(if lines.is_empty() { "there are no buffers".to_string() } else { lines })
}

pub(super) fn arguments(debugger: &mut Debugger, _: &str) -> Result<Answer, String> {
    let global = debugger.session().device().target().arch().roles.global.unwrap_or_default();
    let mut out = String::new();
    for argument in debugger.arguments() {
        let bytes = debugger.read(global, argument.address, argument.bytes as usize).unwrap_or_default();
        let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
        let digits = digits.trim_start_matches('0');
        let value = format!("0x{}", if digits.is_empty() { "0" } else { digits });
        let address = u64::from_str_radix(digits, 16).ok();
        let buffer =
            debugger.buffers().iter().find(|(_, buffer)| Some(buffer.address) == address && argument.bytes == 8);
        let buffer = buffer.map_or(String::new(), |(name, _)| format!(" (buffer {name})"));
        let about = argument.about.strip_prefix(&format!("{}: ", argument.name)).unwrap_or(&argument.about);
        let _ = writeln!(out, "{} = {value}{buffer}, {about}, at {:#x}", argument.name, argument.address);
    }
    say(if out.is_empty() { format!("the {} has no arguments", debugger.called().entry) } else { out })
}

pub(super) fn symbols(debugger: &mut Debugger, _: &str) -> Result<Answer, String> {
    let lines = debugger.program().symbols().iter().map(|symbol| format!("{:#x} {}\n", symbol.address, symbol.name));
    say(lines.collect::<String>())
}

pub(super) fn fault(debugger: &mut Debugger, _: &str) -> Result<Answer, String> {
    say(debugger.fault_text().unwrap_or_else(|| "there was no fault".to_string()))
}

pub(super) fn format(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    debugger.notation = match rest {
        "typed" => Notation::Typed,
        "hex" => Notation::Hex,
        "int" => Notation::Int,
        "uint" => Notation::Uint,
        "float" => Notation::Float,
        _ => return usage(),
    };
    done()
}
