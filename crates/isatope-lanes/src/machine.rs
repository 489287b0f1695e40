//! Facts about an architecture, from generated code.

use crate::level::Level;
use crate::ops::Ops;
use crate::wave::Wave;
use crate::world::{Operation, World};

/// A lane function for a level. It may be called where the processor has that level.
pub(crate) type RawFn<const L: usize> = unsafe fn(&mut Wave<L>, &Ops, &mut dyn World);

/// Keeps a `match` that returns lane functions from becoming a table of their addresses. The loader would have to relocate each address
/// of such a table whenever a program starts, whether it runs lane functions or not.
#[inline(always)]
pub(crate) fn address<const L: usize>(function: RawFn<L>) -> RawFn<L> {
    std::hint::black_box(function)
}

/// Which entry runs a meaning. A meaning has one or more entries; the fastest one comes first and the last one is for everything.
pub(crate) struct Entries<const L: usize> {
    /// First entry of each meaning, and the number of entries at the end.
    pub first: &'static [u16],
    /// First condition of each entry, and the number of conditions at the end.
    pub conditions: &'static [u16],
    /// Conditions: the place of a field and the value that it must have.
    pub when: &'static [(u8, u32)],
    /// The function of an entry for a level.
    pub function: fn(usize, Level) -> RawFn<L>,
}

impl<const L: usize> Entries<L> {
    /// The first entry of a meaning whose conditions hold.
    fn find(&self, meaning: usize, holds: impl Fn(&(u8, u32)) -> bool) -> Option<usize> {
        let range = |starts: &[u16], at: usize| Some(usize::from(*starts.get(at)?)..usize::from(*starts.get(at + 1)?));
        let conditions = |entry| self.when.get(range(self.conditions, entry)?);
        range(self.first, meaning)?.find(|&entry| conditions(entry).is_some_and(|all| all.iter().all(&holds)))
    }
}

/// The meaning of an instruction: changes the state, given the operands.
#[derive(Clone, Copy, Debug)]
pub struct LaneFn<const L: usize>(RawFn<L>);

impl<const L: usize> LaneFn<L> {
    /// Runs it.
    #[inline]
    pub fn run(&self, wave: &mut Wave<L>, ops: &Ops, world: &mut dyn World) {
        // SAFETY: `Machine::function` alone makes a value of this type, from the functions of a level for which it was given a `Level`, and
        // there is one only if the processor was asked and has that level.
        #[allow(unsafe_code)]
        unsafe {
            (self.0)(wave, ops, world);
        }
    }
}

/// A computed operand code: its first spelling, and what it means in a lane.
pub type Computed<const L: usize> = (&'static str, fn(&Wave<L>, &Ops, &dyn World, usize) -> u64);

/// An architecture as the emulator sees it: where state lies in a [`Wave`], and the functions.
pub struct Machine<const L: usize> {
    /// Name of the architecture, as its tables have it.
    pub arch: &'static str,
    /// First scalar word or first row of each register file.
    pub files: &'static [usize],
    /// First scalar word of each register that is not in a file; of one that each lane has, the first row.
    pub registers: &'static [usize],
    /// Which of these registers are per lane.
    pub per_lane: &'static [bool],
    /// Registers that start as the number of the lane.
    pub numbered: &'static [bool],
    /// Initial value of each of these registers.
    pub resets: &'static [u64],
    /// Index of the register that records floating-point exceptions. Lane functions do not raise any: the emulator computes
    /// them for programs that read the register.
    pub raised: Option<usize>,
    /// Plain fields that lane functions read, in the order of `Ops::fields`: the names that share a place.
    pub fields: &'static [&'static [&'static str]],
    /// Number of scalar words.
    pub scalars: usize,
    /// Number of rows.
    pub rows: usize,
    /// Place of the mask of active lanes.
    pub exec: usize,
    /// Width of the addresses of each memory: one of 64 bits is a map of allocations, one of 32 an array of bytes.
    pub memories: &'static [u32],
    /// Operations of the host that instructions call.
    pub operations: &'static [Operation],
    /// Computed operand codes.
    pub values: &'static [Computed<L>],
    /// Distances of register indexing, from the state of the wavefront; see `Ops::moved`.
    pub moves: &'static [fn(&Wave<L>) -> u32],
    /// Whether any register moves now.
    pub moving: fn(&Wave<L>) -> bool,
    /// The registers on which that depends, a bit for each.
    pub moving_registers: u64,
    /// First row of each register file that each lane has, and the first one after it.
    pub row_files: &'static [(u16, u16)],
    /// First scalar word of each other register file, and the first one after it.
    pub word_files: &'static [(u16, u16)],
    /// The functions of each meaning.
    pub(crate) entries: Entries<L>,
    /// Side effects of each of them.
    pub traits: &'static [Traits],
    /// Meaning of each form and version; 65535 for none.
    pub forms: &'static [u16],
    /// Number of versions.
    pub versions: usize,
}

/// Side effects of a lane function. Sets of memories have one bit each, in the order of [`Machine::memories`].
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

impl<const L: usize> Machine<L> {
    /// Function of a form in a version with these fields, for a level; `None` if the specification has no body.
    pub fn function(&self, form: usize, version: usize, level: Level, ops: &Ops) -> Option<LaneFn<L>> {
        let holds = |&(place, value): &(u8, u32)| ops.fields[usize::from(place)] == value;
        let entry = self.entries.find(self.meaning(form, version)?, holds)?;
        Some(LaneFn((self.entries.function)(entry, level)))
    }

    /// Side effects of that function.
    pub fn traits(&self, form: usize, version: usize) -> Option<Traits> {
        self.traits.get(self.meaning(form, version)?).copied()
    }

    /// The number of what a form means in a version: forms that mean the same have the same one.
    pub fn meaning(&self, form: usize, version: usize) -> Option<usize> {
        let index = self.forms.get(form * self.versions + version).copied()?;
        (index != u16::MAX).then_some(index.into())
    }

    /// Start of the register file that contains a row (`per_lane`) or a scalar word; the place itself if no file does.
    pub fn file_start(&self, per_lane: bool, at: u16) -> u16 {
        let files = if per_lane { self.row_files } else { self.word_files };
        files.iter().find(|(first, end)| (*first..*end).contains(&at)).map_or(at, |(first, _)| *first)
    }
}

/// Includes the generated code of an architecture.
macro_rules! generated {
    ($name:ident, $file:literal) => {
#[doc = concat!("The architecture `", stringify!($name), "`.")]
        #[allow(warnings, clippy::all, clippy::pedantic)]
        #[rustfmt::skip]
        pub mod $name {
            use super::{Entries, Machine, RawFn, Traits, address};
            use crate::float;
            use crate::level::{Kind, Level, at_baseline, levels};
            use crate::ops::Ops;
            use crate::world::{Answers, Argument, MAX_PARAMS, Operation, Row, World};
            use crate::rt::*;
            const L: usize = LANES;
            type Wave = crate::wave::Wave<L>;
            include!(concat!(env!("OUT_DIR"), "/", $file));
        }
    };
}

/// Something to do with the machine of an architecture, however many lanes it has: see [`with_machine`].
pub trait WithMachine {
    /// Expected results.
    type Output;

    /// Does it.
    fn with<const L: usize>(self, machine: &'static Machine<L>) -> Self::Output;
}

// A module for each architecture, and `with_machine`.
include!(concat!(env!("OUT_DIR"), "/machines.rs"));
