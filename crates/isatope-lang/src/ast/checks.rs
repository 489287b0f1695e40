//! The rules by which programs are checked.

use super::name::Name;
use crate::span::Span;

/// `checks { … }`
#[derive(Clone, Debug, Default)]
pub struct Checks {
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
    pub span: Span,
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
