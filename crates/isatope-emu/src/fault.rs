//! What can go wrong while a kernel runs.

use isatope_core::Instruction;
use isatope_lanes::Operation;

use crate::code::Illegal;

/// An access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Which memory, by its index in the specification.
    pub memory: usize,
    /// Address of its first byte.
    pub address: u64,
    /// How many bytes.
    pub bytes: u32,
    /// The lane that made it; 0 for one of the whole wavefront.
    pub lane: u32,
    /// Whether it was a write.
    pub write: bool,
    /// The bytes are there, but the address is not a multiple of what it has to be.
    pub misaligned: bool,
    /// What was read or written, the byte at the address lowest; 0 if the access went wrong.
    pub value: u128,
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
    /// An address in this lane, or whether there is an access.
    Address(u32),
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
    /// Wavefronts of a workgroup wait at different barriers, or some have ended while others wait: those that wait, with the address
    /// behind their barriers, and those that have ended.
    Barrier {
        /// Number of a wavefront, and address of the instruction behind its barrier.
        waiting: Vec<(u32, u64)>,
        /// Numbers of wavefronts.
        ended: Vec<u32>,
    },
    /// A wavefront ran more instructions than it may.
    Runaway(u64),
    /// All wavefronts wait for something that never comes: each loops without any change to registers or memory.
    Deadlock,
    /// Something is used that nobody has written.
    Uninitialised(Box<Uninitialised>),
    /// Accesses race.
    Race(Box<Race>),
}

/// A fault: what went wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What.
    pub cause: Cause,
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
    /// The instruction that produced the address of a wrong access, and where it stands, if it is known.
    pub origin: Option<(u64, Instruction)>,
}

impl std::fmt::Display for Fault {
    /// What went wrong and where, in short; [`Fault::report`] says more.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [x, y, z] = self.workgroup;
        write!(f, "{}; workgroup {x},{y},{z}, wavefront {}, at {:#x}", self.message(), self.wave, self.pc)?;
        self.instruction.map_or(Ok(()), |instruction| write!(f, ": {instruction}"))
    }
}

impl std::error::Error for Fault {}
