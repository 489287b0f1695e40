//! Commands that run the program, forward and back.

use super::{Answer, number, say, stop_text, usage};
use crate::debugger::{Debugger, Step};
use crate::places;

/// A kind of step and a count, in any order. Both may be missing.
fn counted<'a>(rest: &'a str, kinds: &[&'a str]) -> Result<(Option<&'a str>, u64), String> {
    let (mut kind, mut count) = (None, 1);
    for word in rest.split_whitespace() {
        match word {
            _ if kinds.contains(&word) => kind = Some(word),
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => count = number(word)?,
            _ => return usage(),
        }
    }
    Ok((kind, count))
}

pub(super) fn step(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let (kind, count) = counted(rest, &["instruction", "line", "block", "wave"])?;
    let step = match kind {
        Some("line") => Step::Line,
        Some("block") => Step::Block,
        Some("wave") => Step::Wave,
        _ => Step::Instruction,
    };
    debugger.step(step, count);
    say(stop_text(debugger))
}

pub(super) fn next(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let (kind, count) = counted(rest, &["line", "instruction"])?;
    debugger.step(if kind == Some("line") { Step::LineOver } else { Step::Over }, count);
    say(stop_text(debugger))
}

pub(super) fn finish(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    if !rest.is_empty() {
        return usage();
    }
    debugger.step(Step::Out, 1);
    say(stop_text(debugger))
}

pub(super) fn until(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    if rest.is_empty() {
        return usage();
    }
    let addresses = places::find(debugger, rest)?;
    debugger.resume_to(addresses);
    say(stop_text(debugger))
}

pub(super) fn resume(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    if !rest.is_empty() {
        return usage();
    }
    debugger.resume();
    say(stop_text(debugger))
}

pub(super) fn back(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    let (kind, count) = counted(rest, &["line", "instruction"])?;
    match kind {
        Some("line") => (0..count).for_each(|_| {
            debugger.back_line();
        }),
        _ => {
            debugger.back(count);
        }
    }
    say(stop_text(debugger))
}

pub(super) fn resume_back(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    if !rest.is_empty() {
        return usage();
    }
    debugger.resume_back();
    say(stop_text(debugger))
}

pub(super) fn goto(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    if rest.is_empty() {
        return usage();
    }
    debugger.go_to(number(rest)?);
    say(stop_text(debugger))
}

pub(super) fn restart(debugger: &mut Debugger, rest: &str) -> Result<Answer, String> {
    if !rest.is_empty() {
        return usage();
    }
    debugger.restart();
    say(stop_text(debugger))
}
