//! Layout of an architecture's registers, and the properties of its lane functions that do not depend on the number of
//! lanes.

use crate::world::Operation;

/// Layout of an architecture: where its state lies in a [`Wave`](crate::Wave), and what its lane functions do.
#[derive(Debug)]
pub struct Layout {
    /// Name of the architecture, as in its tables.
    pub arch: &'static str,
    /// First scalar word or first row of each register file.
    pub files: &'static [usize],
    /// First scalar word of each register that is not in a file. For a register that each lane has, the first row.
    pub registers: &'static [usize],
    /// Whether each lane has its own copy of a register.
    pub per_lane: &'static [bool],
    /// Whether a register starts as the number of the lane.
    pub numbered: &'static [bool],
    /// Reset value of each register.
    pub resets: &'static [u64],
    /// The register that collects raised floating-point exceptions. Lane functions do not raise any: the program that
    /// runs wavefronts does.
    pub raised: Option<usize>,
    /// Plain fields that lane functions read, in the order of `Ops::fields`. Names in one entry share an index.
    pub fields: &'static [&'static [&'static str]],
    /// Number of scalar words.
    pub scalars: usize,
    /// Number of rows.
    pub rows: usize,
    /// First scalar word of the mask of active lanes.
    pub exec: usize,
    /// Address width of each memory. A memory with 64 bits is a map of allocations, one with 32 bits an array of bytes.
    pub memories: &'static [u32],
    /// Interface operations that instructions call.
    pub operations: &'static [Operation],
    /// Names of computed operand codes: the first spelling of each.
    pub values: &'static [&'static str],
    /// Registers that decide whether operands move, a bit for each.
    pub moving_registers: u64,
    /// First row of each per-lane register file, and its end.
    pub row_files: &'static [(u16, u16)],
    /// First scalar word of each other register file, and its end.
    pub word_files: &'static [(u16, u16)],
    /// Effects of each lane function.
    pub traits: &'static [Traits],
    /// Index of the lane function for each form and version; 65535 for none.
    pub forms: &'static [u16],
    /// Number of versions.
    pub versions: usize,
}

/// Effects of a lane function besides its computation. Sets of memories have one bit per memory, in the order of
/// [`Layout::memories`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Memories that it may read.
    pub reads: u8,
    /// Memories that it may write.
    pub writes: u8,
    /// Whether it calls operations of interfaces.
    pub calls: bool,
    /// Registers outside of files that it reads, a bit for each.
    pub registers_read: u64,
    /// Registers outside of files that it writes, a bit for each.
    pub registers_written: u64,
}

impl Layout {
    /// Effects of a form in a version; `None` if the specification does not define its meaning.
    pub fn traits(&self, form: usize, version: usize) -> Option<Traits> {
        self.traits.get(self.meaning(form, version)?).copied()
    }

    /// Number of the meaning of a form in a version. Forms with the same meaning have the same number.
    pub fn meaning(&self, form: usize, version: usize) -> Option<usize> {
        let index = self.forms.get(form * self.versions + version).copied()?;
        (index != u16::MAX).then_some(index.into())
    }

    /// Start of the register file that contains a row (`per_lane`) or a scalar word; `at` itself if no file contains
    /// it.
    pub fn file_start(&self, per_lane: bool, at: u16) -> u16 {
        let files = if per_lane { self.row_files } else { self.word_files };
        files.iter().find(|(first, end)| (*first..*end).contains(&at)).map_or(at, |(first, _)| *first)
    }
}
