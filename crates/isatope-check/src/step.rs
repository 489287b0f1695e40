//! Facts about an instruction that the rules need.

use isatope_core::Place;

/// A set of registers, with one bit each.
pub type Registers = u64;

/// A set of register halves: bit `2r` is the low half of register `r`, bit `2r + 1` the high half.
pub type Halves = u128;

/// A set of message slots, with one bit each.
pub type Slots = u8;

/// Maximum number of registers.
pub const REGISTERS: u32 = 64;

/// Maximum number of message slots.
pub const SLOTS: usize = 8;

/// Consecutive registers as a set.
pub fn registers(first: u32, count: u32) -> Registers {
    (first..first.saturating_add(count)).filter(|&r| r < REGISTERS).fold(0, |all, r| all | 1 << r)
}

/// Both halves of the registers of a set.
pub fn halves(registers: Registers) -> Halves {
    (0..REGISTERS).filter(|r| registers >> r & 1 != 0).fold(0, |all, r| all | 3 << (2 * r))
}

/// Registers with at least one half in a set.
pub fn touched(halves: Halves) -> Registers {
    (0..REGISTERS).filter(|r| halves >> (2 * r) & 3 != 0).fold(0, |all, r| all | 1 << r)
}

/// A use of registers by an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    /// First register.
    pub first: u8,
    /// Number of registers.
    pub count: u8,
    /// Whether it is marked as the last use of the registers.
    pub last: bool,
    /// Whether the message may read the registers at any time until it completes.
    pub staging: bool,
}

impl Read {
    /// Registers of the operand.
    pub fn registers(&self) -> Registers {
        registers(self.first.into(), self.count.into())
    }
}

/// An access of memory by a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Where the address is.
    pub base: Place,
    /// Number that is added to it.
    pub offset: u64,
    /// Whether it may read.
    pub read: bool,
    /// Whether it may write.
    pub write: bool,
}

impl Memory {
    /// Whether it is one operation that reads and writes. Compilers leave the order of such operations to the memory.
    pub fn is_atomic(&self) -> bool {
        self.read && self.write
    }
}

/// Successor of an instruction besides the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Jump {
    /// No other successor.
    #[default]
    None,
    /// Another instruction.
    To {
        /// Distance from the next instruction, in instructions.
        distance: i64,
        /// Whether the jump is always taken.
        always: bool,
        /// Whether all threads take the same path.
        uniform: bool,
    },
    /// An address that is known only at run time.
    Unknown {
        /// Whether the jump is always taken.
        always: bool,
    },
}

/// An instruction, reduced to the facts that the rules need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Offset in bytes.
    pub offset: u64,
    /// Name.
    pub name: &'static str,
    /// Reads.
    pub reads: Vec<Read>,
    /// Written halves of registers.
    pub writes: Halves,
    /// Registers that are written only when the message completes.
    pub pending: Registers,
    /// Slot of the message that it sends.
    pub slot: Option<u8>,
    /// Description of the operand rule that it breaks.
    pub operands: Option<String>,
    /// Messages of conditions on its fields that do not hold, and what to do about each.
    pub unusual: Vec<(&'static str, &'static str)>,
    /// The memory that its message accesses.
    pub memory: Option<Memory>,
    /// Whether it needs helper lanes.
    pub needs_helpers: bool,
    /// Whether helper lanes end after it.
    pub drops: bool,
    /// Slots that it waits for after its execution.
    pub waits: Slots,
    /// Slots that must have no pending message when it starts.
    pub drained: Slots,
    /// Slots that must be waited for directly after it.
    pub awaited: Slots,
    /// Whether threads reconverge after it.
    pub reconverges: bool,
    /// Whether the threads end after it.
    pub ends: bool,
    /// Successor besides the next instruction.
    pub jump: Jump,
    /// Whether it is a word that is not an instruction.
    pub invalid: bool,
    /// Whether a source has it as data, which may be an instruction all the same.
    pub is_data: bool,
    /// Costs, as (pipe, operations).
    pub costs: Vec<(u8, u32)>,
}

impl Step {
    /// All registers that it reads.
    pub fn read(&self) -> Registers {
        self.reads.iter().fold(0, |all, r| all | r.registers())
    }

    /// Registers that its message reads asynchronously.
    pub fn staged(&self) -> Registers {
        self.reads.iter().filter(|r| r.staging).fold(0, |all, r| all | r.registers())
    }

    /// Registers that it writes, wholly or in part.
    pub fn written(&self) -> Registers {
        touched(self.writes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets() {
        assert_eq!(registers(2, 3), 0b11100);
        assert_eq!(registers(62, 7), 3 << 62);
        assert_eq!(registers(255, 255), 0);
        assert_eq!(halves(0b101), 0b11_0011);
        assert_eq!(touched(0b10_0001), 0b101);
    }
}
