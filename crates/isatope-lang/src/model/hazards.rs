//! Rules of waits and hazards in the model.

use super::{Citation, VersionSet};

/// Rules of waits and hazards of an architecture.
#[derive(Clone, Debug, Default)]
pub struct Hazards {
    /// Classes of instructions.
    pub classes: Vec<HazardClass>,
    /// Counters of operations that have not completed.
    pub counters: Vec<HazardCounter>,
    /// Instructions that take several wait states.
    pub idle: Vec<HazardIdle>,
    /// Instructions after which others may access any vector register.
    pub indexing: Vec<HazardMember>,
    /// Instructions of which a source does not count, so that it may have no value.
    pub undefined: Vec<HazardMember>,
    /// Rules and events.
    pub rules: Vec<HazardRule>,
}

/// A class: an instruction is in it if it is in one of its terms.
#[derive(Clone, Debug)]
pub struct HazardClass {
    /// Name.
    pub name: String,
    /// Terms.
    pub terms: Vec<HazardTerm>,
}

/// Instructions with all of these properties; what is `None` does not matter.
#[derive(Clone, Debug, Default)]
pub struct HazardTerm {
    /// Another class, by its index.
    pub class: Option<usize>,
    /// Name of the unit.
    pub unit: Option<String>,
    /// Indices of instructions.
    pub insts: Option<Vec<usize>>,
    /// Indices of formats.
    pub formats: Option<Vec<usize>>,
    /// Versions in which the term is part of the class.
    pub versions: VersionSet,
    /// Conditions.
    pub when: Vec<HazardCondition>,
}

/// A condition on an instruction.
#[derive(Clone, Debug)]
pub enum HazardCondition {
    /// The operand in a field has at least that many registers.
    Size(String, u32),
    /// The operand in a field is no register.
    Constant(String),
    /// Some operand is a computed value with that name.
    Value(String),
    /// A sum of fields compares with a number.
    Bits(Vec<HazardBits>, HazardTest, u64),
}

/// How a sum of fields compares with a number.
pub use crate::ast::Test as HazardTest;

/// Bits of a field, the high ones first; all of it without pieces.
#[derive(Clone, Debug)]
pub struct HazardBits {
    /// Name of the field.
    pub field: String,
    /// Highest and lowest bit of each piece.
    pub pieces: Vec<(u32, u32)>,
}

/// A counter and the field that waits for it.
#[derive(Clone, Debug)]
pub struct HazardCounter {
    /// Name.
    pub name: String,
    /// Class of instructions that wait.
    pub class: usize,
    /// The largest number that may be outstanding.
    pub bits: HazardBits,
    /// Versions.
    pub versions: VersionSet,
}

/// Instructions whose field says how many wait states they take, less one.
#[derive(Clone, Debug)]
pub struct HazardIdle {
    /// Class of instructions.
    pub class: usize,
    /// The number.
    pub bits: HazardBits,
    /// Versions.
    pub versions: VersionSet,
}

/// A class about which nothing more is said.
#[derive(Clone, Debug)]
pub struct HazardMember {
    /// The class.
    pub class: usize,
    /// Versions.
    pub versions: VersionSet,
}

/// Registers that a rule is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HazardTouch {
    /// `reads`, `writes` or `part`.
    pub how: String,
    /// Indices of files.
    pub files: Vec<usize>,
    /// Indices of registers.
    pub registers: Vec<usize>,
    /// Indices of memories.
    pub memories: Vec<usize>,
    /// Fields of operands.
    pub operands: Vec<String>,
}

/// Instructions of a class with the registers that matter.
#[derive(Clone, Debug)]
pub struct HazardSide {
    /// Index of the class.
    pub class: usize,
    /// Registers.
    pub touch: Option<HazardTouch>,
}

/// How serious a broken rule is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HazardLevel {
    /// Sources agree.
    #[default]
    Error,
    /// Usually wrong.
    Warning,
    /// Sources disagree.
    Disputed,
}

/// A rule, or an event.
#[derive(Clone, Debug)]
pub struct HazardRule {
    /// Name.
    pub name: String,
    /// Subject of the rule, in a few words.
    pub text: String,
    /// Versions.
    pub versions: VersionSet,
    /// How serious it is.
    pub level: HazardLevel,
    /// An instruction for the user; empty for the usual one.
    pub help: String,
    /// Sources.
    pub source: Vec<Citation>,
    /// What it demands.
    pub kind: HazardKind,
}

/// Memory whose size a descriptor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HazardSegment {
    /// That of a work-item.
    Private,
    /// That of a workgroup.
    Shared,
}

/// Part of the metadata of a kernel that its descriptor, its code or other metadata may contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HazardDescribed {
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

impl HazardDescribed {
    /// All parts with their names.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::KernargSize, "kernarg_size"),
        (Self::KernargAlign, "kernarg_align"),
        (Self::Arguments, "arguments"),
        (Self::KernargLoads, "kernarg_loads"),
        (Self::Shared, "shared"),
        (Self::Private, "private"),
        (Self::Scalars, "scalars"),
        (Self::Vectors, "vectors"),
        (Self::Wavefront, "wavefront"),
        (Self::Workgroup, "workgroup"),
        (Self::Symbols, "symbols"),
        (Self::Entry, "entry"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(part, _)| *part == self).map_or("", |(_, name)| name)
    }
}

/// What a rule demands. `of` is the index of a class, and counters are names.
#[derive(Clone, Debug)]
pub enum HazardKind {
    /// An operation that completes later.
    Event {
        /// Instructions that start it.
        of: usize,
        /// The counter that counts it.
        counter: String,
        /// Operations with the same order complete in the order of issue; `None` if they do not.
        order: Option<String>,
        /// Operations of the same group write registers in the order of issue.
        together: Option<String>,
        /// Registers and memories that it writes when it completes.
        writes: Option<HazardTouch>,
        /// Registers and memories that it also writes, but that not all sources wait for.
        disputed: Option<HazardTouch>,
        /// Registers that it reads until it completes.
        holds: Option<HazardTouch>,
    },
    /// Wait states between two instructions.
    Distance {
        /// The earlier instruction.
        first: HazardSide,
        /// The later instruction.
        second: HazardSide,
        /// For versions, the number of states, and whether sources disagree.
        states: Vec<(VersionSet, u32, bool)>,
        /// Bits that both instructions must have in common.
        same: Option<HazardBits>,
    },
    /// Nothing may be outstanding in some counters.
    Drain {
        /// Instructions before which this holds.
        of: usize,
        /// The counters.
        counters: Vec<String>,
        /// Whether only operations matter that write registers.
        results: bool,
        /// Instructions whose operations do not matter.
        except: Option<usize>,
    },
    /// State is wrong from one instruction to another.
    Stale {
        /// Instructions that make it wrong.
        by: HazardSide,
        /// Instructions that make it right.
        cured: HazardSide,
        /// The counter that must be empty for that.
        after: Option<String>,
        /// Instructions that need it.
        used: HazardSide,
    },
    /// A register has to be written on all paths.
    Defined {
        /// Instructions that need it.
        of: usize,
        /// Index of the register.
        register: usize,
    },
    /// Memory that the descriptor of the kernel has to provide.
    Provided {
        /// Instructions that use it.
        of: usize,
        /// The memory.
        segment: HazardSegment,
    },
    /// Metadata that the descriptor, the code and other metadata may not contradict.
    Described {
        /// The part of the metadata.
        what: HazardDescribed,
    },
    /// Instructions that no program should contain.
    Never {
        /// The instructions.
        of: HazardSide,
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
