//! Facts about an instruction, as the rules need them.

use isatope_core::Resources;

/// The rules about an instruction. Sets of rules have one bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fact {
    /// Distance rules of which it is the earlier instruction.
    pub firsts: u64,
    /// Distance rules of which it is the later instruction.
    pub seconds: u64,
    /// Other rules about it.
    pub of: u64,
    /// Rules whose state it makes wrong.
    pub spoils: u64,
    /// Rules whose state it makes right.
    pub cures: u64,
    /// Rules for which its operations need not be complete.
    pub spared: u64,
    /// Rules that declare the operations that it starts.
    pub starts: u64,
    /// Rules in whose runs it may not overwrite what it reads, even alone.
    pub run_alone: u64,
    /// Rules in whose runs it may not follow an instruction that writes registers.
    pub run_seconds: u64,
    /// Counters that it waits for, and how many operations may then be outstanding.
    pub waits: Box<[(u8, u8)]>,
    /// Wait states that it takes.
    pub states: u8,
    /// Whether control goes to other code that comes back later.
    pub calls: bool,
    /// Whether it may write any register: through an index, or in the code that it calls.
    pub writes_any: bool,
    /// Whether one of its sources does not count, so that it may have no value.
    pub reads_undefined: bool,
    /// Whether a kernel has to allocate all that it touches, as far as that can be allocated.
    pub allocates_all: bool,
    /// Whether it breaks an operand rule.
    pub has_bad_operands: bool,
}

impl Fact {
    /// Whether it says more than how many wait states the instruction takes and what a kernel has to allocate.
    pub fn may_matter(&self) -> bool {
        let rules = self.firsts | self.seconds | self.of | self.spoils | self.cures | self.starts;
        rules | self.run_seconds != 0 || !self.waits.is_empty() || self.calls || self.has_bad_operands
    }
}

/// Registers and memories that an instruction touches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Registers {
    /// Registers and memories that it reads.
    pub reads: Resources,
    /// Registers and memories that it may write.
    pub written: Resources,
    /// Registers and memories that it overwrites completely.
    pub writes: Resources,
    /// Registers and memories that it reads when it starts. A load that keeps a part of a register reads that register
    /// only when it completes.
    pub needed: Resources,
    /// Registers that a kernel with the instruction has to allocate.
    pub allocated: Resources,
}

/// An operation that completes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The rule that declares it.
    pub rule: u16,
    /// The counter.
    pub counter: u8,
    /// Number of the order; `None` if it completes at any time.
    pub order: Option<&'static str>,
    /// Group that writes registers in turn.
    pub together: Option<&'static str>,
    /// Registers and memories that it writes later.
    pub writes: Resources,
    /// Registers that it reads later.
    pub holds: Resources,
}

/// The rules of a set.
pub fn rules(mut set: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let rule = (set != 0).then(|| set.trailing_zeros() as u16);
        set &= set.wrapping_sub(1);
        rule
    })
}

impl Event {
    /// Whether it completes after an operation that started earlier.
    pub fn follows(&self, earlier: &Event) -> bool {
        self.counter == earlier.counter && self.order.is_some() && self.order == earlier.order
    }

    /// Whether a wait until at most `most` operations are outstanding proves it complete, after `followers` operations
    /// that follow it. If it were outstanding, all of them would be, too. Operations in other orders do not matter.
    pub fn is_proven(&self, followers: u8, most: u8) -> bool {
        most == 0 || self.order.is_some() && followers >= most
    }

    /// Whether an instruction no longer reads registers for this event once `other`, another event of it, is complete:
    /// the one says that the data were read, and the other that all is done.
    pub fn ends_with(&self, other: &Event) -> bool {
        self.writes.is_empty() && !self.holds.is_empty() && other.holds.is_empty()
    }

    /// Registers of the operation that an instruction reads, and those that it writes, before the operation is
    /// complete. An operation of the same group writes registers after this one, and keeps parts of what this one
    /// wrote, unless the instruction may also write them in another way. `events` are those of the instruction.
    pub fn early(&self, registers: &Registers, events: &[Event]) -> (Resources, Resources) {
        let (mut read, mut written) = (self.writes & registers.reads, self.writes & registers.written);
        let is_together = |new: &Event| self.together.is_some() && new.together == self.together;
        if events.iter().any(|new| !is_together(new) && new.writes.meets(&self.writes)) {
            return (read, written);
        }
        for new in events.iter().filter(|new| is_together(new)) {
            read -= new.writes - registers.needed;
            if new.writes.covers(&written) {
                written = Resources::EMPTY;
            }
        }
        (read, written)
    }
}
