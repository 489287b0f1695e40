//! Facts about an architecture as a whole: how programs start, what they may use, and which state has which role.

use super::{FileId, RegisterId};

/// How programs of an architecture are launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Abi {
    /// Kernels with arguments in a segment of memory, launched with a dispatch packet (HSA runtime specification).
    Hsa,
    /// Shaders without a container, which find resources in uniform registers and tables.
    Shader,
}

/// A container beside ELF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Container {
    /// Programs one after the other, with padding between them, as Mesa's drivers keep them.
    MesaBinary,
    /// Text that Mesa's compiler prints, with the bytes or the text of instructions.
    MesaDump,
}

/// The most that a launch may ask for; 0 if the specification does not say.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Work-items of a workgroup.
    pub workgroup: u32,
    /// Bytes of memory that a workgroup shares.
    pub shared: u32,
    /// General scalar registers of a wavefront.
    pub scalars: u32,
}

/// Values that registers hold when a program starts.
#[derive(Clone, Copy, Debug)]
pub struct Preload {
    /// Which values.
    pub what: Preloaded,
    /// The register file.
    pub file: FileId,
    /// First register.
    pub first: u16,
    /// Number of registers.
    pub count: u8,
}

/// Numbers of registers in debug information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DwarfNumber {
    /// The register file, or `None` for a register outside files.
    pub file: Option<FileId>,
    /// The register.
    pub register: Option<RegisterId>,
    /// The first register of the file.
    pub first: u16,
    /// Its number; the following registers have the following numbers.
    pub number: u16,
}

/// What registers hold when a program starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preloaded {
    /// Numbers of the thread in its workgroup: x in the low half of a register, y in the high half.
    LocalXy,
    /// Number of the thread in its workgroup in z, in the low half of a register.
    LocalZ,
    /// Numbers of the workgroup in x, y and z.
    Workgroup,
    /// Numbers of the thread in the whole grid in x, y and z.
    Global,
}

/// Processors that are not supported but whose names people try.
#[derive(Clone, Copy, Debug)]
pub struct Relative {
    /// How their names start, in lower case.
    pub start: &'static str,
    /// What they are, as the rest of a sentence: `is RDNA, …`.
    pub what: &'static str,
    /// Name of the nearest supported target, if code for it is likely to run.
    pub nearest: Option<&'static str>,
}

/// Processors that lack instructions which others of their version have.
#[derive(Clone, Copy, Debug)]
pub struct Lack {
    /// Names of the processors.
    pub processors: &'static [&'static str],
    /// Names of the instructions.
    pub instructions: &'static [&'static str],
}

/// Which register, file, memory or interface has a role, if any does. Memories and interfaces are indices into
/// [`Arch::memories`] and
/// [`Arch::interfaces`](super::Arch::interfaces).
///
/// [`Arch::memories`]: super::Arch::memories
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    /// The mask of lanes that run.
    pub active_lanes: Option<RegisterId>,
    /// Address of the next instruction.
    pub program_counter: Option<RegisterId>,
    /// How floating point behaves.
    pub float_mode: Option<RegisterId>,
    /// Whether memory takes addresses that are not aligned.
    pub alignment_mode: Option<RegisterId>,
    /// Cycles of the clock of the shader.
    pub clock: Option<RegisterId>,
    /// Cycles of a clock whose rate never changes.
    pub reference_clock: Option<RegisterId>,
    /// High word of the first address through which flat accesses reach shared memory.
    pub shared_base: Option<RegisterId>,
    /// High word of the last such address.
    pub shared_limit: Option<RegisterId>,
    /// High word of the first address through which flat accesses reach private memory.
    pub private_base: Option<RegisterId>,
    /// High word of the last such address.
    pub private_limit: Option<RegisterId>,
    /// The address that older versions count private memory from.
    pub hidden_private_base: Option<RegisterId>,
    /// Address of a thread's own memory.
    pub thread_memory: Option<RegisterId>,
    /// Address of a workgroup's memory.
    pub workgroup_memory: Option<RegisterId>,
    /// Address of the table of resource tables.
    pub resource_table: Option<RegisterId>,
    /// Number of the wavefront in its workgroup.
    pub wave_number: Option<RegisterId>,
    /// The file of the registers that a wavefront has once.
    pub scalar: Option<FileId>,
    /// The file of the registers that each lane has.
    pub vector: Option<FileId>,
    /// Memory of all programs.
    pub global: Option<usize>,
    /// Memory that a workgroup shares, if it is one of its own.
    pub shared: Option<usize>,
    /// Memory beside global memory that all workgroups share.
    pub device: Option<usize>,
    /// The interface that ends wavefronts.
    pub end: Option<usize>,
    /// The interface where the wavefronts of a workgroup meet.
    pub barrier: Option<usize>,
    /// The interface that calls a trap handler.
    pub trap: Option<usize>,
}

impl Roles {
    /// Registers that a launch sets for good, and that no instruction changes.
    pub fn settings(&self) -> [Option<RegisterId>; 6] {
        [
            self.alignment_mode,
            self.hidden_private_base,
            self.shared_base,
            self.shared_limit,
            self.private_base,
            self.private_limit,
        ]
    }
}
