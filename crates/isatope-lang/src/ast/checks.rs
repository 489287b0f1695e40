//! The rules by which programs are checked.

use super::name::{Name, Range};
use crate::span::Span;

/// `checks { … }`
#[derive(Clone, Debug)]
pub struct Checks {
    /// What each line says, and the versions for which it holds.
    pub parts: Vec<(ChecksPart, Option<Range>)>,
    pub span: Span,
}

/// Lines of `checks` that hold for the same versions.
#[derive(Clone, Debug, Default)]
pub struct ChecksPart {
    pub file: Option<Name>,
    /// Registers that a program finds written.
    pub written: u64,
    pub halves: Option<Name>,
    pub staging: Option<Name>,
    pub flow: Option<Name>,
    pub flows: Vec<FlowLine>,
    pub slot: Option<Name>,
    /// Slots in which something is pending when a program starts.
    pub open: u8,
    /// With operations a cycle.
    pub pipes: Vec<(Name, u32)>,
    pub units: Vec<Unit>,
    pub roles: Vec<Role>,
    pub threads: Vec<ThreadsLine>,
}

impl ChecksPart {
    /// Adds another part: what it names replaces, what it lists is added.
    pub fn add(&mut self, other: &Self) {
        if other.file.is_some() {
            self.file.clone_from(&other.file);
            self.written = other.written;
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
    /// Operations in a pipe; `None` for one a word written.
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
    /// Fields and their values with which the jump is taken in any case; one list is enough.
    pub always: Vec<Vec<(Name, u64)>>,
}

/// Where an instruction may lead.
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
