//! Commands for breakpoints, changes from outside, and snapshots.

use isatope::emulator::Edit;

use super::{Answer, done, number, say, usage};
use crate::count::counted;
use crate::debugger::Debugger;
use crate::expression::{Expression, private_parts};
use crate::kind::Number;
use crate::places;
use crate::stops::{Breakpoint, On};

/// Splits `PLACE if CONDITION`.
fn condition(rest: &str) -> (&str, Option<&str>) {
    match rest.split_once(" if ") {
        Some((before, condition)) => (before.trim(), Some(condition.trim())),
        None => rest.strip_suffix(" if").map_or((rest, None), |before| (before.trim(), Some(""))),
    }
}

pub(super) fn breakpoint(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let (place, condition) = condition(rest);
    at_place(debugger, place, None, condition)
}

pub(super) fn log(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let quoted = rest.split_once('"').and_then(|(place, rest)| Some((place.trim(), rest.rsplit_once('"')?)));
    let Some((place, (message, after))) = quoted else { return usage() };
    match after.trim() {
        "" => at_place(debugger, place, Some(message), None),
        after => match after.strip_prefix("if ") {
            Some(condition) => at_place(debugger, place, Some(message), Some(condition.trim())),
            None => usage(),
        },
    }
}

/// Adds a breakpoint, or a log point with a message.
fn at_place(
    debugger: &mut Debugger,
    place: &str,
    message: Option<&str>,
    condition: Option<&str>,
) -> Result<Answer, String> {
    if place.is_empty() {
        return usage();
    }
    let addresses = places::find(debugger, place)?;
    let at: Vec<String> = addresses.iter().map(|address| about(debugger, *address)).collect();
    let on = On::Place(addresses);
    let (what, id) = match message {
        Some(message) => ("log point", debugger.add_log(place, on, message, condition)?),
        None => ("breakpoint", debugger.add(place, on, None, condition)?),
    };
    say(format!("{what} {id} at {}", at.join(", ")))
}

/// An address with its name and its line.
fn about(debugger: &Debugger, address: u64) -> String {
    let name = debugger.program().name_of(address).map_or(String::new(), |name| format!(" <{name}>"));
    let line = debugger.program().line_of(address).map_or(String::new(), |line| format!(" {line}"));
    format!("{address:#x}{name}{line}")
}

pub(super) fn watch(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    watching(debugger, rest, false, true)
}

pub(super) fn watch_reads(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    watching(debugger, rest, true, false)
}

pub(super) fn watch_all(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    watching(debugger, rest, true, true)
}

fn watching(debugger: &mut Debugger, rest: &str, reads: bool, writes: bool) -> Result<Answer, String> {
    let (what, condition) = condition(rest);
    if what.is_empty() {
        return usage();
    }
    // A number of bytes may follow.
    let (text, bytes) = match what.rsplit_once(' ') {
        Some((text, count)) if text.trim_end().ends_with(']') && count.starts_with(|c: char| c.is_ascii_digit()) => {
            (text.trim(), Some(number::<u64>(count)?))
        }
        _ => (what, None),
    };
    let (on, lane) = watched(debugger, text, bytes, reads, writes)?;
    let id = debugger.add(what, on, lane, condition)?;
    say(format!("watchpoint {id} on {what}"))
}

/// What a watchpoint on an expression stops at, and the only lane that counts.
pub(crate) fn watched(
    debugger: &Debugger,
    text: &str,
    bytes: Option<u64>,
    reads: bool,
    writes: bool,
) -> Result<(On, Option<u32>), String> {
    let expression = debugger.parse(text)?;
    let integer = |expression: &Expression| match expression.value(debugger.scope()?, 0)?.number()? {
        Number::Int(number) => Ok(number),
        Number::Float(number) => Err(format!("{number:?} is no integer")),
    };
    let (inner, lane) = match &expression {
        Expression::At(inner, lane) => {
            // The value says if there is no such lane.
            expression.value(debugger.scope()?, 0)?;
            (&**inner, Some(integer(lane)?))
        }
        other => (other, None),
    };
    let memory = |memory: usize, start: u64, bytes: u64| {
        (On::Memory { memory, addresses: start..start.saturating_add(bytes), reads, writes }, None)
    };
    match inner {
        Expression::Memory(index, kind, address) if lane.is_none() => {
            Ok(memory(*index, integer(address)? as u64, bytes.unwrap_or(kind.bytes() as u64)))
        }
        Expression::Private(kind, offset) => {
            let lane = lane.map(|lane| lane as usize).or(debugger.lane);
            let lane = lane.ok_or_else(|| format!("each lane has its own: name one, as in `({text})[17]`"))?;
            let bytes = bytes.map_or(kind.bytes(), |bytes| bytes as usize);
            match *private_parts(debugger.scope()?, lane, integer(offset)? as u64, bytes)? {
                [(start, bytes)] => Ok(memory(debugger.global(), start, bytes as u64)),
                _ => Err(format!("`{text}`: dwords of lanes alternate in this memory, so watch one at a time")),
            }
        }
        Expression::Register(..) if reads => {
            Err("only memory can be watched for reads: registers are watched for changes, with `watch`".to_string())
        }
        Expression::Register(_, location) => Ok((On::Register(*location), lane.map(|lane| lane as u32))),
        _ => Err(format!(
            "`{text}` cannot be watched: give a register, as in `watch v3[17]`, or memory, as in `watch u32[x]`"
        )),
    }
}

pub(super) fn list(debugger: &mut Debugger, _: &str) -> Result<Answer, String> {
    let line = |breakpoint: &Breakpoint| {
        let Breakpoint { id, text, on, enabled, hits, ignored, condition, log, .. } = breakpoint;
        let (what, at) = match on {
            On::Place(addresses) => {
                let at: Vec<String> = addresses.iter().map(|address| about(debugger, *address)).collect();
                (if log.is_some() { "log" } else { "break" }, format!(" at {}", at.join(", ")))
            }
            On::Register(_) => ("watch", String::new()),
            On::Memory { addresses, reads, writes, .. } => {
                let what = match (reads, writes) {
                    (true, true) => "awatch",
                    (true, false) => "rwatch",
                    _ => "watch",
                };
                (what, format!(", {:#x} to {:#x}", addresses.start, addresses.end.saturating_sub(1)))
            }
        };
        let condition = condition.as_ref().map_or(String::new(), |(text, _)| format!(" if {text}"));
        let off = if *enabled { "" } else { ", disabled" };
        let ignored = if *ignored > 0 { format!(", the next {ignored} are ignored") } else { String::new() };
        let times = if *hits == 1 { "once".to_string() } else { format!("{hits} times") };
        format!("{id}: {what} {text}{condition}{at}; hit {times}{ignored}{off}\n")
    };
    let lines: String = debugger.breakpoints().iter().map(line).collect();
    say(if lines.is_empty() { "there are no breakpoints".to_string() } else { lines })
}

/// Numbers of breakpoints that there are.
fn ids(debugger: &Debugger, rest: &str) -> Result<Vec<u32>, String> {
    let ids: Vec<u32> = rest.split_whitespace().map(number).collect::<Result<_, _>>()?;
    match ids.iter().find(|id| !debugger.breakpoints().iter().any(|breakpoint| breakpoint.id == **id)) {
        Some(id) => Err(format!("there is no breakpoint {id}: `breakpoints` lists them")),
        None => Ok(ids),
    }
}

pub(super) fn delete(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let ids = ids(debugger, rest)?;
    debugger.remove(|breakpoint| ids.is_empty() || ids.contains(&breakpoint.id));
    done()
}

pub(super) fn enable(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    switch(debugger, rest, true)
}

pub(super) fn disable(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    switch(debugger, rest, false)
}

fn switch(debugger: &mut Debugger, rest: &str, enabled: bool) -> Result<Answer, String> {
    if rest.is_empty() {
        return usage();
    }
    for id in ids(debugger, rest)? {
        if let Some(breakpoint) = debugger.breakpoint_mut(id) {
            breakpoint.enabled = enabled;
        }
    }
    done()
}

pub(super) fn ignore(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let Some((id, count)) = rest.split_once(char::is_whitespace) else { return usage() };
    let count = number(count.trim())?;
    for id in ids(debugger, id)? {
        if let Some(breakpoint) = debugger.breakpoint_mut(id) {
            breakpoint.ignored = count;
        }
    }
    done()
}

pub(super) fn set(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    // The first `=` that is not part of an operator.
    let bytes = rest.as_bytes();
    let is_assignment = |at: usize| {
        let before = at.checked_sub(1).map_or(b' ', |at| bytes[at]);
        bytes[at] == b'=' && bytes.get(at + 1) != Some(&b'=') && !b"=!<>".contains(&before)
    };
    let Some(at) = (0..bytes.len()).find(|at| is_assignment(*at)) else { return usage() };
    debugger.assign(rest[..at].trim(), rest[at + 1..].trim())?;
    done()
}

pub(super) fn edits(debugger: &mut Debugger, _: &str) -> Result<Answer, String> {
    let now = debugger.session().steps();
    // What was changed, and how: one command may change each lane in a way of its own.
    let mut lines: Vec<(String, String, u64)> = Vec::new();
    for (steps, edit) in debugger.session().edits() {
        let ([x, y, z], wave) = edit.wave();
        let (what, how) = match edit {
            Edit::Registers { location, lanes, words, .. } => {
                let lanes = match location.per_lane {
                    true => format!(", {}", Debugger::lanes_text(*lanes)),
                    false => String::new(),
                };
                (debugger.name_of(*location), format!("{lanes} = {}", crate::kind::Kind::Hex.text(words)))
            }
            Edit::Counter { address, .. } => ("pc".to_string(), format!(" = {address:#x}")),
            Edit::Memory { address, bytes, .. } => {
                ("memory".to_string(), format!(", {} at {address:#x}", counted(bytes.len() as u64, "byte")))
            }
        };
        let again = if *steps > now { ", to be made again" } else { "" };
        let what = format!("after {}, {x},{y},{z}:{wave}: {what}", counted(*steps, "instruction"));
        match lines.last_mut().filter(|(last, ..)| *last == what) {
            Some((.., count)) => *count += 1,
            None => lines.push((what, how + again, 1)),
        }
    }
    let text = |(what, how, count): (String, String, u64)| match count {
        1 => format!("{what}{how}\n"),
        count => format!("{what}{how}, and {}\n", counted(count - 1, "more change")),
    };
    let text: String = lines.into_iter().map(text).collect();
    say(if text.is_empty() { "nothing has been changed".to_string() } else { text })
}

pub(super) fn snapshot(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    if rest.is_empty() {
        let lines: String =
            debugger.kept().map(|(name, steps)| format!("{name}: after {steps} instructions\n")).collect();
        return say(if lines.is_empty() { "there are no snapshots".to_string() } else { lines });
    }
    debugger.keep(rest);
    done()
}

pub(super) fn restore(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    if rest.is_empty() {
        return usage();
    }
    debugger.restore(rest)?;
    say(super::stop_text(debugger))
}
