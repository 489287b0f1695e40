//! What the rules need to know of an instruction.

/// A set of registers, a bit each.
pub type Registers = u64;

/// A set of halves of registers: bit `2r` is the low half of register `r`, bit `2r + 1` the high one.
pub type Halves = u128;

/// A set of message slots, a bit each.
pub type Slots = u8;

/// How many registers there are at most.
pub const REGISTERS: u32 = 64;

/// How many message slots there are at most.
pub const SLOTS: usize = 8;

/// Consecutive registers as a set.
pub fn registers(first: u32, count: u32) -> Registers {
    (first..first.saturating_add(count)).filter(|&r| r < REGISTERS).fold(0, |all, r| all | 1 << r)
}

/// Both halves of the registers of a set.
pub fn halves(registers: Registers) -> Halves {
    (0..REGISTERS).filter(|r| registers >> r & 1 != 0).fold(0, |all, r| all | 3 << (2 * r))
}

/// The registers of which a set has a half.
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

/// Where execution may go on beside the next instruction.
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
    /// What it is called.
    pub name: &'static str,
    /// What it reads.
    pub reads: Vec<Read>,
    /// What it writes.
    pub writes: Halves,
    /// Of these, what is written only when the message is done.
    pub pending: Registers,
    /// The slot of the message that it sends.
    pub slot: Option<u8>,
    /// The operand rule that it breaks, in words.
    pub operands: Option<String>,
    /// What its fields usually fulfil, and do not.
    pub unusual: Vec<&'static str>,
    /// What it waits for when it is done.
    pub waits: Slots,
    /// Slots in which nothing may be under way when it starts.
    pub drained: Slots,
    /// Slots that have to be waited for right behind it.
    pub awaited: Slots,
    /// Whether threads that went different ways come together behind it.
    pub reconverges: bool,
    /// Whether the threads end behind it.
    pub ends: bool,
    /// Where it may go.
    pub jump: Jump,
    /// Whether it is no instruction at all.
    pub invalid: bool,
    /// What it costs: pipe, operations.
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
