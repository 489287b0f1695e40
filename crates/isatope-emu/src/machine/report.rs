//! Reports of faults as data: what went wrong, in words and for programs.

use std::fmt;

/// Kinds of faults. Each has a name for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum FaultKind {
    /// An access to memory that no allocation has.
    OutOfBounds,
    /// An access at an address that is not aligned.
    Misaligned,
    /// Something depends on an uninitialized value.
    Uninitialized,
    /// Two accesses without an order.
    Race,
    /// A barrier that not all wavefronts or lanes reach.
    Barrier,
    /// A program that does not end, or wavefronts that wait for each other.
    Endless,
    /// There is no instruction, or none whose meaning is specified.
    IllegalInstruction,
    /// A register that the kernel does not have.
    IllegalRegister,
    /// A use of a register before a wait.
    MissingWait,
    /// A trap instruction.
    Trap,
    /// An operation that the host does not provide.
    Unsupported,
    /// Anything else.
    Other,
}

impl FaultKind {
    /// Its name for programs: `out-of-bounds`.
    pub fn name(self) -> &'static str {
        match self {
            Self::OutOfBounds => "out-of-bounds",
            Self::Misaligned => "misaligned",
            Self::Uninitialized => "uninitialized",
            Self::Race => "race",
            Self::Barrier => "barrier",
            Self::Endless => "endless",
            Self::IllegalInstruction => "illegal-instruction",
            Self::IllegalRegister => "illegal-register",
            Self::MissingWait => "missing-wait",
            Self::Trap => "trap",
            Self::Unsupported => "unsupported",
            Self::Other => "other",
        }
    }
}

/// A work-item (a thread), by its indices in x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WorkItem {
    /// Indices in the grid: `get_global_id`.
    pub global: [u32; 3],
    /// Indices in its workgroup: `get_local_id`.
    pub local: [u32; 3],
}

/// A function around an instruction, and the source line in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SourceFrame {
    /// Name of the function, demangled, if it is known.
    pub function: Option<String>,
    /// Path of the file, as the compiler had it.
    pub file: String,
    /// Line, counted from 1; 0 if the instruction comes from no line of it.
    pub line: u32,
    /// Column, counted from 1; 0 if it is unknown.
    pub column: u32,
    /// Whether the function was inlined into the next one.
    pub inlined: bool,
}

/// A fault in words, and the same facts for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Kind of the fault.
    pub kind: FaultKind,
    /// Error in one sentence, without a final period.
    pub message: String,
    /// Place of the error and notes, one line each.
    pub notes: Vec<String>,
    /// The first work-item that the fault concerns, if it concerns single ones.
    pub item: Option<WorkItem>,
    /// The instruction, in the dialect of the program.
    pub instruction: Option<String>,
    /// Its address by its symbol: `vadd+0x1c`.
    pub symbol: Option<String>,
    /// Its address in the file of the program: what `isatope at` takes. For shaders its offset. `None` where there is
    /// no code.
    pub file_address: Option<u64>,
    /// The functions around the instruction, the innermost first; empty without debug information.
    pub frames: Vec<SourceFrame>,
}

impl Report {
    /// The source line of the fault: that of the innermost function that has one.
    pub fn place(&self) -> Option<&SourceFrame> {
        self.frames.iter().find(|frame| frame.line > 0)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.notes.iter().try_for_each(|note| write!(f, "\n  {note}"))
    }
}
