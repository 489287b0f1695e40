//! Rules for checking programs.

use super::name::{Name, Range};
use crate::span::Span;

/// `checks { … }`
#[derive(Clone, Debug)]
pub struct Checks {
    /// Groups of lines, each with the versions for which it holds.
    pub parts: Vec<(ChecksPart, Option<Range>)>,
    pub span: Span,
}

/// Lines of `checks` that hold for the same versions.
#[derive(Clone, Debug, Default)]
pub struct ChecksPart {
    pub file: Option<Name>,
    /// Registers that are initialized when a program starts.
    pub written: u64,
    pub halves: Option<Name>,
    pub staging: Option<Name>,
    /// Fields with the address and the offset of messages to memory.
    pub addresses: Option<(Name, Name)>,
    pub flow: Option<Name>,
    pub flows: Vec<FlowLine>,
    pub slot: Option<Name>,
    /// Slots that may have a pending message when a program starts.
    pub open: u8,
    /// Pipes, each with its number of operations per cycle.
    pub pipes: Vec<(Name, u32)>,
    pub units: Vec<Unit>,
    pub roles: Vec<Role>,
    pub threads: Vec<ThreadsLine>,
}

impl ChecksPart {
    /// Merges another part: single values are replaced, and lists are extended.
    pub fn add(&mut self, other: &Self) {
        if other.file.is_some() {
            self.file.clone_from(&other.file);
            self.written = other.written;
        }
        if other.addresses.is_some() {
            self.addresses.clone_from(&other.addresses);
        }
        if other.slot.is_some() {
            self.slot.clone_from(&other.slot);
            self.open = other.open;
        }
        for (name, new) in
            [(&mut self.halves, &other.halves), (&mut self.staging, &other.staging), (&mut self.flow, &other.flow)]
        {
            if new.is_some() {
                name.clone_from(new);
            }
        }
        self.flows.extend(&other.flows);
        self.pipes.extend(other.pipes.iter().cloned());
        self.units.extend(other.units.iter().cloned());
        self.roles.extend(other.roles.iter().cloned());
        self.threads.extend(other.threads.iter().cloned());
    }
}

/// `3 = wait 0, 1`
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowLine {
    pub value: u64,
    pub waits: u8,
    pub reconverges: bool,
    pub drops: bool,
    pub ends: bool,
}

/// `unit ls message { ls 1 }`
#[derive(Clone, Debug)]
pub struct Unit {
    pub name: Name,
    pub message: bool,
    /// Number of operations in a pipe; `None` for one operation per word written.
    pub costs: Vec<(Name, Option<u32>)>,
}

/// `role barrier { … }`
#[derive(Clone, Debug)]
pub struct Role {
    pub name: Name,
    pub slot: Option<u8>,
    pub drained: u8,
    pub awaited: u8,
    pub jump: Option<Jump>,
    /// Lists of fields and values. If all fields of one list have their values, the jump is always taken.
    pub always: Vec<Vec<(Name, u64)>>,
    /// The same of an instruction that needs helper lanes.
    pub helpers: Vec<Vec<(Name, u64)>>,
}

/// Target of a jump.
#[derive(Clone, Debug)]
pub enum Jump {
    To(Name),
    Skip(Name),
    Unknown,
}

/// `threads 1024 within 0..15, 48..63`
#[derive(Clone, Copy, Debug)]
pub struct ThreadsLine {
    pub threads: u32,
    pub within: Option<u64>,
}
