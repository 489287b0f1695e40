//! What tells correct code from wrong code.

/// What tells correct code from wrong code. Sets of registers and of message slots have a bit each.
#[derive(Clone, Debug)]
pub struct Checks {
    /// The file whose registers are looked after: an index into [`Model::files`](super::Model::files).
    pub file: usize,
    /// Registers that a program finds written.
    pub written: u64,
    /// The field that says which halves of a register are written.
    pub halves: String,
    /// The class of operands that a message reads and writes on its own.
    pub staging: String,
    /// The field that says what happens behind an instruction.
    pub flow: String,
    /// What its values say.
    pub flows: Vec<CheckedFlow>,
    /// The field with the slot of a message.
    pub slot: String,
    /// Slots in which something is under way when a program starts.
    pub open: u8,
    /// Pipes, with operations a cycle.
    pub pipes: Vec<(String, u32)>,
    /// Units that run instructions.
    pub units: Vec<CheckedUnit>,
    /// Roles of instructions.
    pub roles: Vec<CheckedRole>,
    /// How many threads run, for the first set that has all registers of a program.
    pub threads: Vec<(u32, u64)>,
}

/// What a value of the flow field says.
#[derive(Clone, Copy, Debug)]
pub struct CheckedFlow {
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
#[derive(Clone, Debug)]
pub struct CheckedUnit {
    /// Name, as instructions give it.
    pub name: String,
    /// Whether its instructions are messages: done later, in a slot.
    pub message: bool,
    /// What an instruction costs: index of the pipe, operations; `None` for one a word written.
    pub costs: Vec<(usize, Option<u32>)>,
}

/// What an instruction is to the rules.
#[derive(Clone, Debug)]
pub struct CheckedRole {
    /// Name, as instructions give it.
    pub name: String,
    /// Its slot, where no field says it.
    pub slot: Option<u8>,
    /// Slots in which nothing may be under way before it.
    pub drained: u8,
    /// Slots that have to be waited for right behind it.
    pub awaited: u8,
    /// Where it may lead.
    pub jump: Option<CheckedJump>,
    /// Lists of fields and values; it jumps in any case when all of a list are so.
    pub always: Vec<Vec<(String, u64)>>,
}

/// Where an instruction may lead, beside the next one.
#[derive(Clone, Debug)]
pub enum CheckedJump {
    /// As far as the field says, each thread by itself.
    To(String),
    /// As far as the field says, all threads alike.
    Skip(String),
    /// To a place that only the running program knows.
    Unknown,
}
