//! What tells correct code from wrong code: message slots, control flow, units. Sets of registers and of slots have a bit each.

use crate::tables::FileId;

/// What the rules have to know of an architecture.
#[derive(Debug)]
pub struct Checks {
    /// The file whose registers are looked after.
    pub file: FileId,
    /// Registers that a program finds written.
    pub written: u64,
    /// The field that says which halves of a register are written: bit 0 the low one, bit 1 the high one. Empty for none.
    pub halves: &'static str,
    /// The class of operands that a message reads and writes on its own.
    pub staging: &'static str,
    /// The field that says what happens behind an instruction.
    pub flow: &'static str,
    /// What its values say.
    pub flows: &'static [FlowAction],
    /// The field with the slot of a message.
    pub slot: &'static str,
    /// Slots in which something is under way when a program starts.
    pub open: u8,
    /// Pipes, with operations a cycle.
    pub pipes: &'static [(&'static str, u32)],
    /// What instructions of the units cost.
    pub units: &'static [Unit],
    /// Roles of instructions; see [`Inst::role`](crate::tables::Inst::role).
    pub roles: &'static [Role],
    /// How many threads run, for the first set that has all registers of a program.
    pub threads: &'static [(u32, u64)],
}

/// What a value of the flow field says.
#[derive(Clone, Copy, Debug)]
pub struct FlowAction {
    /// The value.
    pub value: u64,
    /// Slots that are waited for.
    pub waits: u8,
    /// Whether threads come together.
    pub reconverges: bool,
    /// Whether those threads end that have been discarded.
    pub drops: bool,
    /// Whether threads end.
    pub ends: bool,
}

/// A unit.
#[derive(Debug)]
pub struct Unit {
    /// Name, as instructions give it.
    pub name: &'static str,
    /// Whether its instructions are messages: done later, in a slot.
    pub message: bool,
    /// What an instruction costs: index of the pipe, operations; `None` for one a word written.
    pub costs: &'static [(usize, Option<u32>)],
}

/// What an instruction is to the rules.
#[derive(Debug)]
pub struct Role {
    /// Name.
    pub name: &'static str,
    /// Its slot, where no field says it.
    pub slot: Option<u8>,
    /// Slots in which nothing may be under way before it.
    pub drained: u8,
    /// Slots that have to be waited for right behind it.
    pub awaited: u8,
    /// Where it may lead.
    pub leads: Option<Leads>,
    /// Lists of fields and values; it jumps in any case when all of a list are so. The value of an operand is that of a constant.
    pub always: &'static [&'static [(&'static str, u64)]],
}

/// Where an instruction may lead, beside the next one.
#[derive(Clone, Copy, Debug)]
pub enum Leads {
    /// As far as the field says, each thread by itself.
    To(&'static str),
    /// As far as the field says, all threads alike.
    Skip(&'static str),
    /// To a place that only the running program knows.
    Unknown,
}
