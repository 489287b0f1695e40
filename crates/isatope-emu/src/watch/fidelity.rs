//! Finds the executed instructions whose meaning is not known exactly.

use std::fmt;

use isatope_core::Instruction;
use isatope_core::tables::{Doubt, Status};

use crate::machine::code::Step;
use crate::machine::fault::{Access, Cause};
use crate::machine::overlay::Spreading;
use crate::machine::wavefront::{Watcher, Wavefront};

/// Width of the lines of a report.
const WIDTH: usize = 100;

/// An instruction whose meaning is not known exactly.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Inexact {
    /// Mnemonic.
    pub instruction: &'static str,
    /// The format that ran.
    pub format: &'static str,
    /// Grade: `assumed` or `approximate`, the worst of the reasons.
    pub status: &'static str,
    /// Number of executions.
    pub count: u64,
    /// A spec note: its grade, the assumption, and its name if it has one.
    pub reasons: Vec<String>,
}

/// Counts instructions whose meaning is not exact.
#[derive(Clone, Debug, Default)]
pub struct Fidelity {
    /// All that was seen, by address; what is exact has no count.
    seen: Spreading<Option<(Instruction, u64)>>,
    /// Number of executed instructions.
    total: u64,
}

impl Fidelity {
    /// Nothing has run yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Executed instructions that are not exact, the most frequent first.
    pub fn list(&self) -> Vec<Inexact> {
        let mut list: Vec<(Instruction, u64)> = Vec::new();
        for (instruction, count) in self.seen.values().flatten() {
            let is_same =
                |known: &Instruction| known.opcode() == instruction.opcode() && notes(known).eq(notes(instruction));
            match list.iter_mut().find(|(known, _)| is_same(known)) {
                Some((_, total)) => *total += count,
                None => list.push((*instruction, *count)),
            }
        }
        list.sort_by_key(|(instruction, count)| (std::cmp::Reverse(*count), instruction.opcode()));
        list.into_iter().map(|(instruction, count)| inexact(&instruction, count)).collect()
    }

    /// Total number of executed instructions.
    pub fn total(&self) -> u64 {
        self.total
    }
}

/// Positions of its spec notes in the tables, which tell notes apart.
fn notes(instruction: &Instruction) -> impl Iterator<Item = *const Doubt> {
    instruction.doubts().map(std::ptr::from_ref)
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Exact => "exact",
        Status::Assumed => "assumed",
        Status::Approximate => "approximate",
        Status::None => "not given",
    }
}

fn inexact(instruction: &Instruction, count: u64) -> Inexact {
    let rank = |status: &Status| match status {
        Status::Exact => 0,
        Status::Assumed => 1,
        Status::Approximate => 2,
        Status::None => 3,
    };
    let worst = instruction.doubts().map(|d| d.status).max_by_key(rank);
    let status = worst.map_or("exact", word);
    let reason = |doubt: &Doubt| match doubt.name.as_str() {
        "" => format!("{}: {}", word(doubt.status), doubt.why),
        name => format!("{}: {} ({name})", word(doubt.status), doubt.why),
    };
    let reasons = instruction.doubts().map(reason).collect();
    Inexact { instruction: instruction.mnemonic(), format: instruction.format().name.as_str(), status, count, reasons }
}

impl Watcher for Fidelity {
    fn after(&mut self, _: &Wavefront, step: &Step, _: &[Access]) -> Option<Cause> {
        self.total += 1;
        let seen = self.seen.entry(step.address).or_insert_with(|| {
            let exact = step.instruction.doubts().next().is_none();
            (!exact).then_some((step.instruction, 0))
        });
        if let Some((_, count)) = seen {
            *count += 1;
        }
        None
    }
}

impl fmt::Display for Fidelity {
    /// A paragraph for each reason: what is uncertain, and the instructions that it is about, with their counts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = self.list();
        if list.is_empty() {
            return writeln!(f, "The meaning of all {} instructions that ran is exact.", self.total);
        }
        let inexact: u64 = list.iter().map(|i| i.count).sum();
        writeln!(f, "The meaning of {inexact} of {} instructions that ran is not exact:", self.total)?;
        let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
        for entry in &list {
            let about = format!("{} {}", entry.count, entry.instruction);
            for reason in &entry.reasons {
                match reasons.iter_mut().find(|(known, _)| known == reason) {
                    Some((_, list)) => list.push(about.clone()),
                    None => reasons.push((reason.clone(), vec![about.clone()])),
                }
            }
        }
        for (reason, about) in reasons {
            wrapped(f, "  ", &reason)?;
            wrapped(f, "    ", &about.join(", "))?;
        }
        Ok(())
    }
}

/// Words in lines, all of them as far in.
fn wrapped(f: &mut fmt::Formatter<'_>, indent: &str, text: &str) -> fmt::Result {
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && indent.len() + column + 1 + length > WIDTH {
            writeln!(f)?;
            column = 0;
        }
        write!(f, "{}{word}", if column == 0 { indent } else { " " })?;
        column += length + usize::from(column > 0);
    }
    writeln!(f)
}
