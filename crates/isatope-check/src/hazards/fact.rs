//! Facts about an instruction, as the rules need them.

use isatope_core::Resources;

/// Facts about an instruction. Sets of rules have one bit for each.
#[derive(Clone, Debug, Default)]
pub struct Fact {
    /// Registers and memories that it reads.
    pub reads: Resources,
    /// Registers and memories that it may write.
    pub written: Resources,
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
    /// Its registers, if some differ from what `reads` and `written` say.
    pub own: Option<Box<Registers>>,
    /// Its waits and operations, if it has any.
    pub timing: Option<Box<Timing>>,
    /// Wait states that it takes.
    pub states: u8,
    /// Whether control goes to other code that comes back later.
    pub calls: bool,
    /// Whether it may write any register: through an index, or in the code that it calls.
    pub writes_any: bool,
    /// Whether it breaks an operand rule.
    pub has_bad_operands: bool,
}

/// Registers that differ from what `reads` and `written` say.
#[derive(Clone, Debug, Default)]
pub struct Registers {
    /// Registers and memories that it overwrites completely.
    pub writes: Resources,
    /// Registers of which a load keeps a part. The load reads them when it completes.
    pub kept: Resources,
    /// Registers that a kernel with the instruction has to allocate.
    pub allocated: Resources,
}

/// Waits and operations of an instruction.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    /// Counters that it waits for, and how many operations may then be outstanding.
    pub waits: Vec<(u8, u8)>,
    /// Operations that it starts.
    pub events: Vec<Event>,
    /// Rules in whose runs it may not stand before one of `seconds`.
    pub firsts: u64,
    /// Rules in whose runs it may not stand after one of `firsts`.
    pub seconds: u64,
}

/// An operation that completes later.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// The rule that declares it.
    pub rule: u16,
    /// The counter.
    pub counter: u8,
    /// Number of the order; `None` if it completes at any time.
    pub order: Option<&'static str>,
    /// Group that writes registers in turn.
    pub together: Option<&'static str>,
    /// Registers that it writes later.
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

impl Fact {
    /// Its waits and operations, to change them.
    pub fn timing_mut(&mut self) -> &mut Timing {
        self.timing.get_or_insert_default()
    }

    /// Registers and memories that it overwrites completely.
    pub fn writes(&self) -> &Resources {
        self.own.as_ref().map_or(&self.written, |own| &own.writes)
    }

    /// Counters that it waits for, and how many operations may then be outstanding.
    pub fn waits(&self) -> &[(u8, u8)] {
        self.timing.as_ref().map_or(&[], |timing| &timing.waits)
    }

    /// Operations that it starts.
    pub fn events(&self) -> &[Event] {
        self.timing.as_ref().map_or(&[], |timing| &timing.events)
    }

    /// Registers of an older operation that it reads, and those that it writes, before the operation is complete. An
    /// operation of the same group writes registers after the older one, and keeps parts of what that wrote.
    pub fn early(&self, old: &Event) -> (Resources, Resources) {
        let (mut read, mut written) = (old.writes & self.reads, old.writes & self.written);
        for new in self.events().iter().filter(|new| old.together.is_some() && new.together == old.together) {
            if let Some(own) = &self.own {
                read -= new.writes & own.kept;
            }
            if new.writes.covers(&written) {
                written = Resources::EMPTY;
            }
        }
        (read, written)
    }
}
