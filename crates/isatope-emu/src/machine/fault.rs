//! Faults: what can go wrong while a kernel runs.

use isatope_core::{Instruction, Target};
use isatope_lanes::Operation;

use crate::machine::code::Illegal;
use crate::machine::report::{FaultKind, Report};

/// What is wrong with an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flaw {
    /// Nothing.
    #[default]
    None,
    /// The bytes are not there.
    Missing,
    /// The address is not a multiple of what it must be.
    Misaligned,
    /// It reaches past the end of the buffer that the instruction names, whatever lies there.
    PastBuffer,
    /// Programs may not read the allocation, or may not write it.
    Forbidden,
    /// The allocation is memory of another device, which this one may not access.
    Elsewhere,
    /// It reaches into the private memory of another lane, this one.
    OtherLane(u32),
    /// It crosses the end of a dword of private memory, and so reaches into a dword of another lane, this one.
    CrossesDword(u32),
}

/// Whose memory an access is to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// Everybody sees it.
    #[default]
    Device,
    /// A workgroup shares it.
    Workgroup,
    /// Lanes have it for themselves.
    Thread,
}

/// An access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Which memory, by its index in the specification.
    pub memory: usize,
    /// Whose memory it is, where no memory is for that alone.
    pub owner: Owner,
    /// Address of its first byte.
    pub address: u64,
    /// How many bytes.
    pub bytes: u32,
    /// The lane that made it; 0 for one of the whole wavefront.
    pub lane: u32,
    /// Whether it was a write.
    pub write: bool,
    /// What is wrong with it.
    pub flaw: Flaw,
    /// What was read or written, the byte at the address lowest; 0 if the access went wrong.
    pub value: u128,
}

/// Accesses that went wrong, with those of a lane to bytes side by side as one: instructions access wide values word by
/// word.
pub(crate) fn joined(accesses: &[Access]) -> Vec<Access> {
    let mut all: Vec<Access> = Vec::new();
    for access in accesses {
        let of = |a: &Access| (a.memory, a.owner, a.lane, a.write, a.flaw);
        let ends_here = |a: &&mut Access| a.address.checked_add(a.bytes.into()) == Some(access.address);
        match all.iter_mut().filter(|a| of(a) == of(access)).find(ends_here) {
            Some(before) => before.bytes += access.bytes,
            None => all.push(*access),
        }
    }
    all
}

/// Something that an instruction needs and nobody provides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A unit that is not there.
    NoUnit(&'static Operation),
    /// What is asked is not supported.
    Unsupported(String),
}

/// What depends on something that nobody has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Use {
    /// An address in this lane.
    Address(u32),
    /// Whether this lane makes an access.
    Access(u32),
    /// Where the wavefront goes on.
    Branch,
    /// Which lanes are active.
    Mask,
    /// What is stored where others see it.
    Stored(Access),
}

/// Something that nobody has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A register, by its name.
    Register(String),
    /// Bytes of a memory, as they were read.
    Memory(Access),
}

/// A use of something that nobody has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uninitialised {
    /// What it matters for.
    pub used: Use,
    /// What nobody has written.
    pub source: Source,
    /// Address of the instruction that read it first; others may have passed it on.
    pub read_at: u64,
    /// The lanes that it is about.
    pub lanes: u64,
    /// Address of the instruction that uses it. It may have been found later that this is a use.
    pub at: u64,
}

/// Two accesses without an order, of which at least one writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The later one.
    pub access: Access,
    /// The workgroup of the earlier one.
    pub other_workgroup: [u32; 3],
    /// The wavefront of the earlier one.
    pub other_wave: u32,
    /// The lane of the earlier one.
    pub other_lane: u32,
    /// Where the earlier one was made.
    pub other_pc: u64,
    /// Whether the earlier one was a write.
    pub other_write: bool,
    /// Whether an atomic operation would order the two if a wait before it proved the earlier one complete.
    pub other_unfinished: bool,
    /// Whether one of them, and which, is an atomic operation.
    pub atomic: Option<Which>,
}

/// One of two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The later one.
    This,
    /// The earlier one.
    Other,
}

/// How a register is used before an operation is known to be complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Early {
    /// It is read, and the operation may not have written it yet.
    Read,
    /// It is written, and the operation may write it later.
    Write,
    /// It is written, and the operation may not have read it yet.
    Overwrite,
}

/// An operation that completes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Late {
    /// A message, with its slot.
    Message(u8),
    /// An operation that a counter counts.
    Counted {
        /// What the specification calls it, such as `vector memory`.
        operation: &'static str,
        /// Name of the counter.
        counter: &'static str,
    },
}

/// A use of a register before an operation is known to be complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwaited {
    /// What happens to it.
    pub early: Early,
    /// Name of the register, or of several; empty for memory.
    pub register: String,
    /// The access if it is one of memory.
    pub access: Option<Access>,
    /// The operation.
    pub late: Late,
    /// Address of the instruction that started it.
    pub sent_at: u64,
    /// The lanes that it is about.
    pub lanes: u64,
}

impl Access {
    /// What people call the memory.
    pub fn memory_called(&self, target: Target) -> &'static str {
        let called = &target.arch().called;
        match self.owner {
            Owner::Workgroup => called.shared,
            Owner::Thread => called.private,
            Owner::Device => called.memories.get(self.memory).copied().unwrap_or("memory"),
        }
    }
}

/// A wavefront that had begun and not ended when a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Underway {
    /// Its workgroup, by its numbers in the grid.
    pub workgroup: [u32; 3],
    /// Its number in the workgroup.
    pub wave: u32,
    /// Address of the barrier that it waits at, else of the instruction that is next.
    pub pc: u64,
    /// Whether it waits at a barrier.
    pub waits: bool,
    /// Number of instructions that it has run.
    pub instructions: u64,
    /// In a deadlock, some of what it reads in each round of the loop that it is in, and that others could change.
    pub reads: Vec<Access>,
}

/// Why a kernel cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// Accesses outside of what is allocated, or misaligned ones; one for each lane.
    Access(Vec<Access>),
    /// There is no instruction to run.
    Illegal(Illegal),
    /// The program trapped, with this number: `s_trap`.
    Trap(u8),
    /// An instruction needs something that nobody provides.
    Trouble(Trouble),
    /// Wavefronts of a workgroup wait at different barriers, or some have ended while others wait: those that wait,
    /// with the addresses of their barriers, and those that have ended.
    Barrier {
        /// Number of a wavefront, and address of its barrier.
        waiting: Vec<(u32, u64)>,
        /// Numbers of wavefronts.
        ended: Vec<u32>,
    },
    /// Lanes of a wavefront wait at different barriers, or some have ended while others wait.
    LanesApart {
        /// Lanes, and the address of their barrier.
        waiting: Vec<(u64, u64)>,
        /// Whether others have ended.
        ended: bool,
    },
    /// A wavefront ran as many instructions as it may: their number, and the wavefronts that had not ended.
    Runaway(u64, Vec<Underway>),
    /// The run was interrupted, see [`Progress::interrupt`](crate::Progress::interrupt): the wavefronts that had not
    /// ended.
    Interrupted(Vec<Underway>),
    /// All wavefronts wait for something that never comes: each loops without any change to registers or memory, or is
    /// at a barrier. The wavefronts that had not ended.
    Deadlock(Vec<Underway>),
    /// Something is used that nobody has written.
    Uninitialised(Box<Uninitialised>),
    /// Accesses race.
    Race(Box<Race>),
    /// A register of a message is used before its slot has been waited for.
    Unwaited(Box<Unwaited>),
}

impl Cause {
    /// Kind of the cause.
    pub fn kind(&self) -> FaultKind {
        match self {
            Self::Access(accesses) if accesses.first().is_some_and(|a| a.flaw == Flaw::Misaligned) => {
                FaultKind::Misaligned
            }
            Self::Access(_) => FaultKind::OutOfBounds,
            Self::Illegal(Illegal::PastVectors(..)) => FaultKind::IllegalRegister,
            Self::Illegal(_) => FaultKind::IllegalInstruction,
            Self::Trap(_) => FaultKind::Trap,
            Self::Trouble(_) => FaultKind::Unsupported,
            Self::Barrier { .. } | Self::LanesApart { .. } => FaultKind::Barrier,
            Self::Runaway(..) | Self::Deadlock(_) => FaultKind::Endless,
            Self::Interrupted(_) => FaultKind::Other,
            Self::Uninitialised(_) => FaultKind::Uninitialized,
            Self::Race(_) => FaultKind::Race,
            Self::Unwaited(_) => FaultKind::MissingWait,
        }
    }

    /// The list of wavefronts that had not ended, if it has one.
    pub(crate) fn underway_mut(&mut self) -> Option<&mut Vec<Underway>> {
        match self {
            Self::Runaway(_, underway) | Self::Interrupted(underway) | Self::Deadlock(underway) => Some(underway),
            _ => None,
        }
    }
}

/// A part of the address of a wrong access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressPart {
    /// An instruction at this address produced it.
    Written(u64, Instruction),
    /// It is in a register that no instruction wrote, as far as is known.
    Register(isatope_core::Place),
}

/// A fault: what went wrong, and where.
///
/// `Display` and `Debug` both print the whole report, so that a test that unwraps the result of a run shows the kernel,
/// the source line and the buffer.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub cause: Cause,
    /// The target of the program.
    pub target: Target,
    /// The workgroup, by its numbers in the grid.
    pub workgroup: [u32; 3],
    /// The wavefront in the workgroup.
    pub wave: u32,
    /// The lanes, a bit for each.
    pub lanes: u64,
    /// Address of the instruction.
    pub pc: u64,
    /// The instruction, if there is one.
    pub instruction: Option<Instruction>,
    /// The instruction that produced the address of a wrong access, and where it is, if it is known.
    pub origin: Option<(u64, Instruction)>,
    /// The other part of the address, beside the one that `origin` produced.
    pub other_origin: Option<AddressPart>,
    /// The fault in words. A run and a session add it; see [`Fault::report`].
    pub report: Option<Box<Report>>,
}

impl Fault {
    /// For users of commands: the option with which the kernel may go on, if there is one.
    pub fn option_help(&self) -> Option<String> {
        match &self.cause {
            Cause::Runaway(ran, _) => {
                let more = ran.max(&1).saturating_mul(10);
                Some(format!("if the kernel needs more, raise the limit: --max-instructions {more}"))
            }
            Cause::Access(accesses) if accesses.first().is_some_and(|a| matches!(a.flaw, Flaw::CrossesDword(_))) => {
                let why = "LLVM 20 and later mean the next dword of the same lane by such an access";
                Some(format!("{why}: --unaligned-scratch runs their code"))
            }
            _ => None,
        }
    }
}

impl std::fmt::Debug for Fault {
    /// The report, as [`Display`](std::fmt::Display) prints it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl std::fmt::Display for Fault {
    /// The report; without one, what went wrong and where.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(report) = &self.report {
            return report.fmt(f);
        }
        let [x, y, z] = self.workgroup;
        let wave = self.target.arch().called.wave;
        write!(f, "{}; workgroup {x},{y},{z}, {wave} {}, at {:#x}", self.message(), self.wave, self.pc)?;
        self.instruction.map_or(Ok(()), |instruction| write!(f, ": {instruction}"))
    }
}

impl std::error::Error for Fault {}
