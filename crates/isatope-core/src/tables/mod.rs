//! The static tables that everything else in this crate reads, and their types.
//!
//! A build script makes one [`Arch`] from the specification of each architecture. All cross references are indices into
//! the slices of the same [`Arch`]; strings are those of the specification. Rows hold no pointers: their strings and
//! lists are
//! [`Text`] and [`List`]. What holds for one version only is found through
//! [`Form::encodings`]: an [`Encoding`] is one instruction in one format as one or more versions encode it.

mod facts;
mod ids;
mod instructions;
mod layouts;
mod modifiers;
mod names;
mod operands;
mod patterns;
mod print;
mod reading;
mod stored;
mod styles;
mod tree;
mod words;
mod written;

pub use crate::checks::{Checks, FlowAction, Leads, Role, Unit};
pub use crate::costs::Costs;
pub use crate::hazards::Hazards;
pub use facts::*;
pub use ids::*;
pub use instructions::*;
pub use layouts::*;
pub use modifiers::*;
pub use names::*;
pub use operands::*;
pub use patterns::*;
pub use print::*;
pub use reading::*;
pub use stored::*;
pub use styles::*;
pub use tree::*;
pub use words::*;
pub(crate) use written::Written;

/// An architecture: `gcn`, `valhall`.
#[derive(Debug)]
pub struct Arch {
    /// Name of the architecture.
    pub name: &'static str,
    /// Dialects of its assembly, the default one first.
    pub dialects: &'static [&'static str],
    /// General syntax rules of each dialect.
    pub styles: &'static [Style],
    /// Syntax rules of all dialects.
    pub syntax: Syntax,
    /// Terms for the parts of the machine.
    pub called: Terms,
    /// Bits of an instruction word: instructions are a multiple of it long, and aligned to it.
    pub word_bits: u32,
    /// The architectures in which mnemonics mean alike have the same family.
    pub family: &'static str,
    /// How programs are launched, if the specification says so.
    pub abi: Option<Abi>,
    /// Containers beside ELF in which programs come.
    pub containers: &'static [Container],
    /// Whether words of zeros between and after programs are padding.
    pub padding: bool,
    /// Whether programs in use set reserved bits, so that such bits do not tell code from data.
    pub reserved_set: bool,
    /// The version that is taken where code could be for several.
    pub usual: VersionId,
    /// Values that registers hold when a program starts.
    pub preloads: &'static [Preload],
    /// Numbers of registers in debug information; of a file, those of later registers come later.
    pub dwarf: &'static [DwarfNumber],
    /// The word that fills gaps in code.
    pub gap: Option<u32>,
    /// Words that people write before the names of processors, in lower case: `radeon`.
    pub brands: &'static [&'static str],
    /// Processors that are not supported but whose names people try.
    pub relatives: &'static [Relative],
    /// Processors that lack instructions of their version.
    pub lacks: &'static [Lack],
    /// Which state has which role.
    pub roles: Roles,
    /// Versions, oldest first. Version sets elsewhere are bit masks over this slice.
    pub versions: &'static [Version],
    /// Register files.
    pub files: &'static [RegFile],
    /// Registers that are not in a file.
    pub registers: &'static [Register],
    /// Memories that instructions name.
    pub memories: &'static [&'static str],
    /// Names of the interfaces of the host.
    pub interfaces: &'static [&'static str],
    /// Computed source values (`scc`, `vccz`), by their first spelling; [`Kind::Value`] is an index into it.
    pub values: &'static [&'static str],
    /// Reads of each of these values.
    pub computed: &'static [List<Place>],
    /// Name tables: names of numbers.
    pub names: &'static [NameTable],
    /// Syntax of numbers in operand fields; [`Kind::Number`] is an index into this list.
    pub numbers: &'static [Number],
    /// Operand classes, each as one version (or several alike) defines it.
    pub classes: &'static [Class],
    /// Syntax of plain fields.
    pub modifiers: &'static [Modifier],
    /// Formats, as named in the specification.
    pub formats: &'static [Format],
    /// Formats as versions lay them out.
    pub layouts: &'static [Layout],
    /// Instructions.
    pub insts: &'static [Inst],
    /// For each instruction the first one in its family that has its name: the index of an architecture in [`ARCHES`],
    /// and a row there.
    pub operations: &'static [(u8, InstId)],
    /// Instructions in one format.
    pub forms: &'static [Form],
    /// Forms as versions encode them.
    pub encodings: &'static [Encoding],
    /// Every spelling of every mnemonic, without suffix, sorted by spelling (several rows may share one).
    pub mnemonics: &'static [Mnemonic],
    /// Decoder data of each version and form.
    pub keys: &'static [Key],
    /// Nodes of the decision trees of all versions; see [`Version::root`].
    pub nodes: &'static [Node],
    /// Targets of nodes: a leaf if [`LEAF`] is set, else a node. A leaf is [`NO_ENCODING`], a key, or a form; see
    /// [`KEYED`].
    pub entries: &'static [u16],
    /// Maps of the nodes: what each value of a run of bits adds to the place in the table.
    pub maps: &'static [u8],
    /// Spec notes: facts that are not known exactly.
    pub doubts: &'static [Doubt],
    /// Print programs of instructions.
    pub print: Print,
    /// Tables for parsing.
    pub reading: Reading,
    /// How many resources there are: registers of files and parts of them, parts of other registers, memories,
    /// interfaces.
    pub resources: u16,
    /// Rules of waits and hazards, if the specification says them.
    pub hazards: Option<&'static Hazards>,
    /// Costs of instructions, if the specification declares them.
    pub costs: Option<&'static Costs>,
}

impl Arch {
    /// Number in debug information of a register outside files.
    pub fn dwarf_number(&self, register: RegisterId) -> Option<u64> {
        self.dwarf.iter().find(|row| row.register == Some(register)).map(|row| u64::from(row.number))
    }

    /// Whether each lane has a program counter, so that lanes can go different ways.
    pub fn lanes_diverge(&self) -> bool {
        self.roles.program_counter.is_some_and(|counter| self[counter].per_lane)
    }

    /// The dialect of a name.
    pub fn dialect(&self, name: &str) -> Option<DialectId> {
        self.dialects.iter().position(|dialect| *dialect == name).map(DialectId::new)
    }

    /// Its dialects, the default one first.
    pub fn dialect_ids(&self) -> impl Iterator<Item = DialectId> + use<> {
        (0..self.dialects.len()).map(DialectId::new)
    }

    /// The dialect in which instructions are written where nothing else is said.
    pub fn default_dialect(&self) -> DialectId {
        DialectId::new(0)
    }

    /// The dialect that compilers write: for code that a compiler made. The default one if no dialect is marked as
    /// that.
    pub fn compiler_dialect(&self) -> DialectId {
        self.styles.iter().position(|style| style.compilers).map_or(self.default_dialect(), DialectId::new)
    }
}

/// Terms for the parts of a machine, in the singular; reports use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Lanes that run together: `wavefront`, `warp`.
    pub wave: &'static str,
    /// Term for the program in one lane: `work-item`, `thread`.
    pub thread: &'static str,
    /// Term for the entry point of a launch: `kernel`, `shader`.
    pub entry: &'static str,
    /// Memory that a workgroup shares: `LDS`, `workgroup memory`.
    pub shared: &'static str,
    /// Memory that a thread has for itself.
    pub private: &'static str,
    /// A register that a message reads or writes.
    pub staging: &'static str,
    /// Each of [`Arch::memories`].
    pub memories: &'static [&'static str],
}

/// A processor: chips that run the same code objects.
#[derive(Debug)]
pub struct Processor {
    /// Name, as compilers have it: `gfx803`.
    pub name: &'static str,
    /// Its other names: `fiji`, `rx580`.
    pub names: &'static [&'static str],
    /// Number of scalar registers that every wavefront is given, if wavefronts have no choice.
    pub scalars: Option<u32>,
}

/// A version of an architecture.
#[derive(Debug)]
pub struct Version {
    /// Name in the specification, `gcn1.2`.
    pub name: &'static str,
    /// Other names: `gfx8`, `vi`, `gfx803`, `fiji`.
    pub names: &'static [&'static str],
    /// Its processors. A name of the version alone, such as `gfx8`, means the first one.
    pub processors: &'static [Processor],
    /// Root of the decision tree.
    pub root: Root,
    /// A quick guess at how long an instruction is; `None` where all are one word.
    pub lengths: Option<Lengths>,
    /// Lanes of a wavefront or warp, unless a kernel chooses others.
    pub lanes: u32,
    /// Other numbers of lanes that a kernel can choose.
    pub other_lanes: &'static [u32],
    /// Number of the generation that vendors and drivers count, the 9 of `gfx9`, if there is one.
    pub generation: Option<u8>,
    /// The most that a launch may ask for.
    pub limits: Limits,
    /// What tells correct code from wrong code, where the specification says it.
    pub checks: Option<&'static Checks>,
}

impl Version {
    /// A name of this version of the kind of another target's name: `gfx906` for `gfx900`, `gcn1.4.1` for `gcn1.2`. The
    /// kind is in the letters before the first digit; of several names the first one of the same length is taken. Names
    /// with hyphens, as those of graphics cards, have no kind.
    pub fn name_like(&self, other: &str) -> &'static str {
        let letters = |name: &str| match name.contains('-') {
            true => 0,
            false => name.bytes().take_while(u8::is_ascii_alphabetic).count(),
        };
        let kind = &other[..letters(other)];
        let alike = |name: &&&'static str| {
            !kind.is_empty() && letters(name) == kind.len() && name[..kind.len()].eq_ignore_ascii_case(kind)
        };
        if alike(&&self.name) {
            return self.name;
        }
        let mut names = self.names.iter().filter(alike);
        let same_length = names.clone().find(|name| name.len() == other.len());
        same_length.or(names.next()).copied().unwrap_or(self.name)
    }
}

/// The most resources that an architecture has.
pub const MOST_RESOURCES: usize = generated::MOST_RESOURCES;

/// The architectures that were built in.
pub static ARCHES: &[&Arch] = generated::ARCHES;

#[allow(clippy::all, long_running_const_eval)]
#[rustfmt::skip]
mod generated {
    use core::marker::PhantomData;

    use super::stored::LENGTH;
    use super::written::written;
    use super::*;
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}
