//! Rules of waits and hazards: what is legal to encode, and wrong to run. `hazards { … }` in the specification declares
//! them.

mod matching;

use crate::tables::{FileId, FormatId, InstId, MemoryId, RegisterId, VersionId};

/// Rules of an architecture. Classes and counters are referred to by their indices.
#[derive(Debug)]
pub struct Hazards {
    /// Classes of instructions.
    pub classes: &'static [Class],
    /// Counters of operations that have not completed.
    pub counters: &'static [Counter],
    /// Instructions that take several wait states.
    pub idle: &'static [Idle],
    /// Instructions after which others may access any vector register, because a number is added to theirs.
    pub indexing: &'static [Member],
    /// Instructions of which a source does not count, so that it may have no value.
    pub undefined: &'static [Member],
    /// Rules and events.
    pub rules: &'static [Rule],
}

/// A set of versions, bit `i` for version `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versions(pub u16);

impl Versions {
    /// Whether a version is in the set.
    pub fn contains(self, version: VersionId) -> bool {
        self.0 >> version.index() & 1 != 0
    }
}

/// A class of instructions: those of any of its terms.
#[derive(Debug)]
pub struct Class {
    /// Name.
    pub name: &'static str,
    /// Terms.
    pub terms: &'static [Term],
}

/// Instructions with all of these properties. What is `None` does not matter.
#[derive(Debug)]
pub struct Term {
    /// Another class.
    pub class: Option<usize>,
    /// Name of the unit.
    pub unit: Option<&'static str>,
    /// Instructions, in ascending order.
    pub insts: Option<&'static [InstId]>,
    /// Formats, in ascending order.
    pub formats: Option<&'static [FormatId]>,
    /// Versions in which the term is a part of the class.
    pub versions: Versions,
    /// Conditions.
    pub when: &'static [Condition],
}

/// A condition on an instruction.
#[derive(Debug)]
pub enum Condition {
    /// The operand in a field has at least that many registers.
    Size(&'static str, u16),
    /// The operand in a field is no register.
    Constant(&'static str),
    /// Some operand is the computed value with that name.
    Value(&'static str),
    /// A sum of fields compares with a number.
    Bits(&'static [BitField], Test, u64),
}

/// How a sum of fields compares with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Equal to it.
    Equal,
    /// Not equal to it.
    Unequal,
    /// Not less.
    AtLeast,
    /// Not more.
    AtMost,
}

/// Bits of a field, the high ones first; all of it without pieces.
#[derive(Clone, Copy, Debug)]
pub struct BitField {
    /// Name of the field.
    pub field: &'static str,
    /// Highest and lowest bit of each piece.
    pub pieces: &'static [(u8, u8)],
}

/// A counter and the field that waits for it.
#[derive(Debug)]
pub struct Counter {
    /// Name.
    pub name: &'static str,
    /// Instructions that wait.
    pub class: usize,
    /// How many operations may be outstanding after the wait; the largest number waits for nothing.
    pub bits: BitField,
    /// Versions.
    pub versions: Versions,
}

/// Instructions that take several wait states.
#[derive(Debug)]
pub struct Idle {
    /// The instructions.
    pub class: usize,
    /// The number of states, less one.
    pub bits: BitField,
    /// Versions.
    pub versions: Versions,
}

/// A class about which nothing more is said.
#[derive(Debug)]
pub struct Member {
    /// The instructions.
    pub class: usize,
    /// Versions.
    pub versions: Versions,
}

/// How registers are touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// They are read.
    Reads,
    /// They are written, wholly or in part.
    Writes,
    /// A part of each is written, and another part is not.
    Part,
}

/// Registers and memories that a rule is about.
#[derive(Clone, Copy, Debug)]
pub struct Touched {
    /// How.
    pub how: How,
    /// All registers of these files.
    pub files: &'static [FileId],
    /// These registers.
    pub registers: &'static [RegisterId],
    /// These memories.
    pub memories: &'static [MemoryId],
    /// The registers of the operands in these fields.
    pub operands: &'static [&'static str],
}

/// Instructions of a class with the registers that matter.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// The class.
    pub class: usize,
    /// Registers; `None` if the instruction alone matters.
    pub touched: Option<Touched>,
}

/// How serious a broken rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Sources agree.
    Error,
    /// Usually wrong.
    Warning,
    /// Sources disagree.
    Disputed,
}

/// A rule, or an event.
#[derive(Debug)]
pub struct Rule {
    /// Name.
    pub name: &'static str,
    /// Subject of the rule, in a few words.
    pub text: &'static str,
    /// Versions.
    pub versions: Versions,
    /// How serious it is.
    pub level: Level,
    /// An instruction for the user; empty for the usual one.
    pub help: &'static str,
    /// Title of each source, and the place in it.
    pub sources: &'static [(&'static str, &'static str)],
    /// What it demands.
    pub kind: Demand,
}

/// What a rule demands.
#[derive(Debug)]
pub enum Demand {
    /// An operation that completes later.
    Event {
        /// Instructions that start it.
        of: usize,
        /// Name of the counter that counts it.
        counter: &'static str,
        /// Operations with the same order complete in the order of issue; `None` if they do not.
        order: Option<&'static str>,
        /// Operations of the same group write registers in the order of issue.
        together: Option<&'static str>,
        /// Registers and memories that it writes when it completes.
        writes: Option<Touched>,
        /// Registers and memories that it also writes, but that not all sources wait for.
        disputed: Option<Touched>,
        /// Registers that it reads until it completes.
        holds: Option<Touched>,
    },
    /// Wait states between two instructions.
    Distance {
        /// The earlier instruction.
        first: Side,
        /// The later instruction.
        second: Side,
        /// Number of states by version.
        states: &'static [States],
        /// Bits that both instructions must have in common.
        same: Option<BitField>,
    },
    /// Nothing may be outstanding in some counters.
    Drain {
        /// Instructions before which this holds.
        of: usize,
        /// Names of the counters.
        counters: &'static [&'static str],
        /// Whether only operations matter that write registers.
        results: bool,
        /// Instructions whose operations do not matter.
        except: Option<usize>,
    },
    /// State is wrong from one instruction to another.
    Stale {
        /// Instructions that make it wrong.
        by: Side,
        /// Instructions that make it right.
        cured: Side,
        /// The counter in which nothing that makes it wrong may be outstanding then.
        after: Option<&'static str>,
        /// Instructions that need it.
        used: Side,
    },
    /// A register has to be written on all paths.
    Defined {
        /// Instructions that need it.
        of: usize,
        /// The register.
        register: RegisterId,
    },
    /// Memory that the descriptor of the kernel has to provide.
    Provided {
        /// Instructions that use it.
        of: usize,
        /// The memory.
        segment: Segment,
    },
    /// Metadata that the descriptor, the code and other metadata may not contradict.
    Described {
        /// The part of the metadata.
        what: Described,
    },
    /// Instructions that no program should contain.
    Never {
        /// The instructions.
        of: Side,
    },
    /// A run of instructions that hardware may do again.
    Replay {
        /// The instructions.
        of: usize,
        /// Instructions that may not overwrite what they read, even if they are a run alone.
        alone: Option<usize>,
        /// Instructions that may not follow one that writes registers.
        second: Option<usize>,
    },
}

/// Memory whose size a descriptor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    /// That of a work-item.
    Private,
    /// That of a workgroup.
    Shared,
}

/// Part of the metadata of a kernel that its descriptor, its code or other metadata may contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Described {
    /// Size of the kernarg segment.
    KernargSize,
    /// Alignment of the kernarg segment.
    KernargAlign,
    /// Places of the arguments in the kernarg segment.
    Arguments,
    /// What the code reads from the kernarg segment.
    KernargLoads,
    /// Memory of a workgroup.
    Shared,
    /// Memory of a work-item.
    Private,
    /// Number of registers with one value for a wavefront.
    Scalars,
    /// Number of registers with one value for each lane.
    Vectors,
    /// Number of lanes of a wavefront.
    Wavefront,
    /// Number of work-items of a workgroup.
    Workgroup,
    /// Names of the symbols.
    Symbols,
    /// Address of the first instruction.
    Entry,
}

/// A number of wait states.
#[derive(Clone, Copy, Debug)]
pub struct States {
    /// Versions.
    pub versions: Versions,
    /// Number.
    pub count: u8,
    /// Whether sources disagree.
    pub disputed: bool,
}

impl BitField {
    /// Replaces the bits of a value of the field.
    pub fn set(&self, field: u64, value: u64) -> u64 {
        let mut rest = value;
        self.pieces.iter().rev().fold(field, |all, &(high, low)| {
            let bits = u32::from(high - low) + 1;
            let mask = u64::MAX >> (64 - bits);
            let piece = rest & mask;
            rest >>= bits;
            all & !(mask << low) | piece << low
        })
    }

    /// The largest value, if the pieces are given.
    pub fn most(&self) -> u64 {
        let bits: u32 = self.pieces.iter().map(|(high, low)| u32::from(high - low) + 1).sum();
        if bits == 0 { u64::MAX } else { u64::MAX >> (64 - bits) }
    }
}
