//! Who calls whom, and who reads which table or variable.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use isatope_core::FlowKind;
use isatope_object::{Container, names};

use super::reference::{Pointee, Referred};
use super::{Code, Values};

/// What a function does with something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Relation {
    /// Calls it; the instruction itself gives the address.
    Calls,
    /// Calls it by an address in registers.
    CallsIndirectly,
    /// Goes on in it and does not come back.
    TailCalls,
    /// Goes back to where it was called.
    Returns,
    /// Jumps to it by an address in registers.
    Jumps,
    /// Reads it.
    Reads,
    /// Writes it.
    Writes,
    /// Computes its address.
    Uses,
}

impl Relation {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Calls => "calls",
            Self::CallsIndirectly => "calls_indirectly",
            Self::TailCalls => "tail_calls",
            Self::Returns => "returns",
            Self::Jumps => "jumps",
            Self::Reads => "reads",
            Self::Writes => "writes",
            Self::Uses => "uses",
        }
    }

    /// Its name in text.
    fn words(self) -> &'static str {
        match self {
            Self::CallsIndirectly => "calls",
            Self::TailCalls => "tail-calls",
            other => other.name(),
        }
    }

    /// Whether control goes there.
    pub fn is_call(self) -> bool {
        matches!(self, Self::Calls | Self::CallsIndirectly | Self::TailCalls)
    }
}

/// A function and what it refers to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Caller<'c> {
    /// The function.
    pub code: Code<'c>,
    /// Address of its first instruction.
    pub address: u64,
    /// What it refers to.
    pub uses: Vec<Use<'c>>,
    /// Names of the functions that call it, each once.
    pub called_by: Vec<&'c str>,
}

/// Something that a function refers to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Use<'c> {
    /// What the function does with it.
    pub relation: Relation,
    /// What it is; `None` if that is not known.
    pub to: Option<Pointee<'c>>,
    /// Bytes that are read or written, 0 for anything else.
    pub bytes: u32,
    /// Addresses of the instructions.
    pub at: Vec<u64>,
}

/// What a function refers to, by relation, address and bytes.
type Uses<'c> = BTreeMap<(Relation, Option<u64>, u32), Use<'c>>;

/// All functions of a container that were looked at, with what they refer to.
pub fn calls<'c>(container: &Container<'c>, values: &Values<'c>) -> Vec<Caller<'c>> {
    let functions = values.functions();
    let address = |code: &Code<'_>| container.sections[code.section].address.wrapping_add(code.start);
    let mut uses: Vec<Uses<'c>> = vec![BTreeMap::new(); functions.len()];
    for reference in values.references() {
        let code = &functions[reference.function];
        let Some((relation, to, bytes)) = relation(&reference.what, code) else { continue };
        let key = (relation, to.map(|to| to.address), bytes);
        let found = uses[reference.function].entry(key).or_insert_with(|| Use { relation, to, bytes, at: Vec::new() });
        found.at.push(container.sections[reference.section].address.wrapping_add(reference.offset));
    }
    let mut callers: Vec<Caller<'c>> = functions
        .iter()
        .zip(uses)
        .map(|(code, uses)| Caller {
            code: *code,
            address: address(code),
            uses: uses.into_values().collect(),
            called_by: Vec::new(),
        })
        .collect();
    let mut called: BTreeMap<&str, Vec<&'c str>> = BTreeMap::new();
    for caller in &callers {
        let targets = caller.uses.iter().filter(|found| found.relation.is_call());
        for name in targets.filter_map(|found| found.to?.symbol) {
            let by = called.entry(name).or_default();
            if !by.contains(&caller.code.name) {
                by.push(caller.code.name);
            }
        }
    }
    for caller in &mut callers {
        caller.called_by = called.get(caller.code.name).cloned().unwrap_or_default();
    }
    callers
}

/// What a reference means for a function.
fn relation<'c>(what: &Referred<'c>, code: &Code<'_>) -> Option<(Relation, Option<Pointee<'c>>, u32)> {
    Some(match *what {
        Referred::Memory { to, bytes, write } => {
            (if write { Relation::Writes } else { Relation::Reads }, Some(to), bytes)
        }
        Referred::Address(to) => (Relation::Uses, Some(to), 0),
        Referred::Return => (Relation::Returns, None, 0),
        Referred::Code { kind: FlowKind::Call, to, direct } => {
            (if direct { Relation::Calls } else { Relation::CallsIndirectly }, to, 0)
        }
        Referred::Code { to: None, .. } => (Relation::Jumps, None, 0),
        // A jump inside of the function.
        Referred::Code { to: Some(to), .. } if to.symbol == Some(code.name) && to.offset != 0 => return None,
        Referred::Code { to, .. } => (Relation::TailCalls, to, 0),
        _ => return None,
    })
}

impl Caller<'_> {
    /// Whether there is something to say about it.
    pub fn is_plain(&self) -> bool {
        self.called_by.is_empty() && self.uses.iter().all(|found| found.relation == Relation::Returns)
    }

    /// A paragraph about it; with `demangle` names are those of the source.
    ///
    /// # Errors
    /// Errors from `out`.
    pub fn write(&self, demangle: bool, out: &mut dyn Write) -> fmt::Result {
        let name = |name: &str| if demangle { names::demangle(name).into_owned() } else { name.to_owned() };
        let kind = if self.code.kernel.is_some() { "kernel" } else { "function" };
        writeln!(out, "{kind} {} at {:#x}", name(self.code.name), self.address)?;
        for by in &self.called_by {
            writeln!(out, "  called by   {}", name(by))?;
        }
        for found in &self.uses {
            let what = match (&found.to, found.relation) {
                (Some(to), _) => to.text(demangle),
                (None, Relation::Returns) => continue,
                (None, Relation::Jumps) => "an unknown address: a return, or a jump by registers".to_owned(),
                (None, _) => "an unknown function".to_owned(),
            };
            let bytes = if found.bytes > 0 { format!(", {} bytes", found.bytes) } else { String::new() };
            let indirect = if found.relation == Relation::CallsIndirectly { ", by registers" } else { "" };
            let at: Vec<String> = found.at.iter().map(|at| format!("{at:#x}")).collect();
            writeln!(out, "  {:<10}  {what}{bytes}{indirect}, at {}", found.relation.words(), at.join(" "))?;
        }
        Ok(())
    }

    /// It as JSON: a line of `isatope objdump --calls --json`.
    #[cfg(feature = "serde")]
    pub fn json(&self, container: &Container<'_>) -> serde_json::Value {
        let uses: Vec<_> = self
            .uses
            .iter()
            .map(|found| {
                serde_json::json!({
                    "relation": found.relation.name(), "to": found.to.map(|to| to.json()),
                    "bytes": (found.bytes > 0).then_some(found.bytes), "at": found.at,
                })
            })
            .collect();
        serde_json::json!({
            "function": self.code.name, "name": names::demangle(self.code.name), "kernel": self.code.kernel.is_some(),
            "section": container.sections[self.code.section].name, "address": self.address,
            "bytes": self.code.end - self.code.start, "uses": uses, "called_by": self.called_by,
        })
    }
}
