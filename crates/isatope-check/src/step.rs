//! An instruction, reduced to the facts that the rules need.

/// A set of registers, a bit each.
pub type Registers = u64;

/// A set of halves of registers: bit `2r` is the low half of register `r`, bit `2r + 1` the high one.
pub type Halves = u128;

/// A set of message slots, a bit each.
pub type Slots = u8;

/// Largest number of registers.
pub const REGISTERS: u32 = 64;

/// Largest number of message slots.
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
    /// How many.
    pub count: u8,
    /// Whether it is marked as their last use.
    pub last: bool,
    /// Whether the message may read them at any time until it is done.
    pub staging: bool,
}

impl Read {
    /// The registers.
    pub fn registers(&self) -> Registers {
        registers(self.first.into(), self.count.into())
    }
}

/// Possible targets of execution besides the next instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Jump {
    /// Nowhere else.
    #[default]
    None,
    /// To another instruction.
    To {
        /// Distance from the next instruction, in instructions.
        distance: i64,
        /// Whether it goes there in any case.
        always: bool,
        /// Whether all threads go the same way.
        uniform: bool,
    },
    /// To a place that only the running program knows.
    Unknown {
        /// Whether it goes there in any case.
        always: bool,
    },
}

/// An instruction, as the rules see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Its place in bytes.
    pub offset: u64,
    /// Its name.
    pub name: &'static str,
    /// What it reads.
    pub reads: Vec<Read>,
    /// What it writes.
    pub writes: Halves,
    /// Registers that are written only when the message completes.
    pub pending: Registers,
    /// The slot of the message that it sends.
    pub slot: Option<u8>,
    /// The operand rule that it breaks, in words.
    pub operands: Option<String>,
    /// Conditions on its fields that do not hold.
    pub unusual: Vec<&'static str>,
    /// Slots that it waits for after its execution.
    pub waits: Slots,
    /// Slots in which nothing may be under way when it starts.
    pub drained: Slots,
    /// Slots that must be waited for directly after it.
    pub awaited: Slots,
    /// Whether threads that went different ways come together after it.
    pub reconverges: bool,
    /// Whether the threads end after it.
    pub ends: bool,
    /// Successors.
    pub jump: Jump,
    /// Whether it is not an instruction at all.
    pub invalid: bool,
    /// Cost: pipe, operations.
    pub costs: Vec<(u8, u32)>,
}

impl Step {
    /// All registers that it reads.
    pub fn read(&self) -> Registers {
        self.reads.iter().fold(0, |all, r| all | r.registers())
    }

    /// The registers that its message reads on its own.
    pub fn staged(&self) -> Registers {
        self.reads.iter().filter(|r| r.staging).fold(0, |all, r| all | r.registers())
    }

    /// All registers that it writes, wholly or in part.
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
