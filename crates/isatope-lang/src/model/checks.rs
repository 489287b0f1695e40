//! Rules of `isatope check` in the model.

/// Rules of `isatope check`. Sets of registers and of message slots have one bit per member.
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
    /// The fields with the address and the offset of messages to memory.
    pub addresses: Option<(String, String)>,
    /// The field that says what happens after an instruction.
    pub flow: String,
    /// What its values say.
    pub flows: Vec<CheckedFlow>,
    /// The field with the slot of a message.
    pub slot: String,
    /// Slots in which something is pending when a program starts.
    pub open: u8,
    /// Pipes, with operations a cycle.
    pub pipes: Vec<(String, u32)>,
    /// Units that run instructions.
    pub units: Vec<CheckedUnit>,
    /// Roles of instructions.
    pub roles: Vec<CheckedRole>,
    /// Number of threads, for the first set that contains all registers of a program.
    pub threads: Vec<(u32, u64)>,
}

/// Meaning of a value of the flow field.
#[derive(Clone, Copy, Debug)]
pub struct CheckedFlow {
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
#[derive(Clone, Debug)]
pub struct CheckedUnit {
    /// Name, as instructions give it.
    pub name: String,
    /// Whether its instructions are messages: done later, in a slot.
    pub message: bool,
    /// Cost of an instruction: index of the pipe, number of operations; `None` for one per written word.
    pub costs: Vec<(usize, Option<u32>)>,
}

/// Role of an instruction for the rules.
#[derive(Clone, Debug, Default)]
pub struct CheckedRole {
    /// Name, as instructions give it.
    pub name: String,
    /// Its slot, where no field says it.
    pub slot: Option<u8>,
    /// Slots in which nothing may be under way before it.
    pub drained: u8,
    /// Slots that must be waited for directly after it.
    pub awaited: u8,
    /// Possible targets.
    pub jump: Option<CheckedJump>,
    /// Lists of fields and values; it jumps in any case when all of a list are so.
    pub always: Vec<Vec<(String, u64)>>,
    /// The same: it needs helper lanes when all of a list are so.
    pub helpers: Vec<Vec<(String, u64)>>,
}

/// Possible targets of an instruction, besides the next one.
#[derive(Clone, Debug)]
pub enum CheckedJump {
    /// By the distance in the field, per thread.
    To(String),
    /// By the distance in the field, for all threads.
    Skip(String),
    /// To a place that only the running program knows.
    Unknown,
}
