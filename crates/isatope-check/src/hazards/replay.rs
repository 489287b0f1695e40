//! Runs of memory instructions that the hardware may do again after a page fault.

use isatope_core::Resources;

use super::facts::Facts;

/// A run of instructions, up to some place.
#[derive(Debug)]
pub struct Run {
    /// The rule about it.
    pub rule: u16,
    /// Its last instruction.
    pub last: usize,
    first: usize,
    reads: Resources,
    writes: Resources,
    /// The first instruction that writes registers.
    writer: Option<usize>,
}

/// Why a run cannot be done again with its last instruction.
#[derive(Debug)]
pub enum Broken {
    /// Registers that the instruction reads and overwrites, and whether it may not do so even if it is alone.
    Own {
        /// The registers.
        registers: Resources,
        /// Whether that is not disputed.
        is_sure: bool,
    },
    /// Registers that an instruction of the run reads and one writes, the first of the run, and whether sources agree.
    Shared {
        /// The registers.
        registers: Resources,
        /// The first instruction of the run.
        first: usize,
        /// Whether all sources break the run here.
        is_sure: bool,
    },
    /// The instruction may not follow this one, which writes registers.
    Follows(usize),
}

impl Broken {
    /// Whether all sources agree that the run is broken.
    pub fn is_sure(&self) -> bool {
        match self {
            Self::Own { is_sure, .. } | Self::Shared { is_sure, .. } => *is_sure,
            Self::Follows(_) => true,
        }
    }
}

impl Run {
    /// A run without instructions.
    pub fn new(rule: u16) -> Self {
        let (reads, writes) = (Resources::EMPTY, Resources::EMPTY);
        Self { rule, last: 0, first: 0, reads, writes, writer: None }
    }

    /// Adds an instruction. If the run must end before it, it starts the next one.
    ///
    /// As long as nothing before it writes registers, only disputed rules count, and what it may not do alone.
    pub fn add(&mut self, facts: &Facts, at: usize) -> Option<Broken> {
        let reads = facts.touched(at).reads();
        let writes = facts.events(at).iter().fold(Resources::EMPTY, |all, event| all | event.writes);
        let writes = writes - facts.unsure_writes;
        let earlier = self.writer;
        if self.reads.is_empty() && earlier.is_none() {
            self.first = at;
        }
        let first = self.first;
        self.last = at;
        self.reads |= reads;
        self.writes |= writes;
        self.writer = earlier.or((!writes.is_empty()).then_some(at));
        let registers = self.reads & self.writes;
        let Some(writer) = earlier else {
            let own = reads & writes;
            let is_sure = facts.of(at).run_alone >> self.rule & 1 != 0;
            return match own.is_empty() {
                false => (is_sure || facts.disputed).then_some(Broken::Own { registers: own, is_sure }),
                true if registers.is_empty() || !facts.disputed => None,
                true => Some(Broken::Shared { registers, first, is_sure: false }),
            };
        };
        let follows = facts.of(at).run_seconds >> self.rule & 1 != 0;
        if registers.is_empty() && !follows {
            return None;
        }
        (self.first, self.reads, self.writes) = (at, reads, writes);
        self.writer = (!writes.is_empty()).then_some(at);
        Some(match registers.is_empty() {
            true => Broken::Follows(writer),
            false => Broken::Shared { registers, first, is_sure: true },
        })
    }
}
