//! Facts for checking programs: message slots, control flow, units. Sets of registers and of slots
//! have one bit per member.

use crate::tables::FileId;

/// Facts about an architecture for the rules.
#[derive(Debug)]
pub struct Checks {
    /// The file whose registers are looked after.
    pub file: FileId,
    /// Registers that a program finds written.
    pub written: u64,
    /// The field that says which halves of a register are written: bit 0 the low one, bit 1 the high one. Empty for
    /// none.
    pub halves: &'static str,
    /// The class of operands that a message reads and writes on its own.
    pub staging: &'static str,
    /// The fields with the address and the offset of messages to memory.
    pub addresses: Option<(&'static str, &'static str)>,
    /// The field that says what happens after an instruction.
    pub flow: &'static str,
    /// What its values say.
    pub flows: &'static [FlowAction],
    /// The field with the slot of a message.
    pub slot: &'static str,
    /// Slots in which something is pending when a program starts.
    pub open: u8,
    /// Pipes, with operations a cycle.
    pub pipes: &'static [(&'static str, u32)],
    /// What instructions of the units cost.
    pub units: &'static [Unit],
    /// Roles of instructions; see [`Inst::role`](crate::tables::Inst::role).
    pub roles: &'static [Role],
    /// Number of threads, for the first set that contains all registers of a program.
    pub threads: &'static [(u32, u64)],
}

/// Meaning of a value of the flow field.
#[derive(Clone, Copy, Debug)]
pub struct FlowAction {
    /// The value.
    pub value: u64,
    /// Slots that are waited for.
    pub waits: u8,
    /// Whether threads reconverge.
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
    /// Cost of an instruction: index of the pipe, number of operations; `None` for one per written word.
    pub costs: &'static [(usize, Option<u32>)],
}

/// Role of an instruction for the rules.
#[derive(Debug)]
pub struct Role {
    /// Name.
    pub name: &'static str,
    /// Its slot, where no field says it.
    pub slot: Option<u8>,
    /// Slots in which nothing may be under way before it.
    pub drained: u8,
    /// Slots that must be waited for directly after it.
    pub awaited: u8,
    /// Possible targets.
    pub leads: Option<Leads>,
    /// Lists of fields and values; it jumps in any case when all of a list are so. The value of an operand is that of a
    /// constant.
    pub always: &'static [&'static [(&'static str, u64)]],
    /// The same: it needs helper lanes when all of a list are so.
    pub helpers: &'static [&'static [(&'static str, u64)]],
}

/// Possible targets of an instruction, besides the next one.
#[derive(Clone, Copy, Debug)]
pub enum Leads {
    /// By the distance in the field, per thread.
    To(&'static str),
    /// By the distance in the field, for all threads.
    Skip(&'static str),
    /// To a place that only the running program knows.
    Unknown,
}
