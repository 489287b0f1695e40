//! The checked specification, from which tables, evaluator, pages and export are generated.
//!
//! Everything is resolved: names are indices, version ranges are sets, formats are laid out per version. Nothing here
//! knows a GPU: which registers, formats and instructions exist is what the `.isa` files say.

mod arch;
mod body;
mod checks;
mod costs;
mod enums;
mod evidence;
mod formats;
mod hazards;
mod instructions;
mod operands;
mod state;
mod style;
mod terms;

pub use arch::*;
pub use body::*;
pub use checks::*;
pub use costs::*;
pub use enums::*;
pub use evidence::*;
pub use formats::*;
pub use hazards::*;
pub use instructions::*;
pub use operands::*;
pub use state::*;
pub use style::{Style, Syntax, TRAITS};
pub use terms::Terms;

/// A set of versions of an architecture, bit `i` for [`Model::versions`]`[i]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct VersionSet(pub u16);

impl VersionSet {
    /// Whether version `index` is in the set.
    pub fn contains(self, index: usize) -> bool {
        self.0 >> index & 1 != 0
    }
    /// The versions in both sets.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// The versions in `self` that are not in `other`.
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    /// Whether no version is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The indices in the set, oldest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..16).filter(move |&i| self.contains(i))
    }
}

/// One architecture, checked.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// `gcn`, `valhall`.
    pub arch: String,
    /// The family of architectures in which mnemonics mean alike; the name of the architecture where none is declared.
    pub family: String,
    /// How programs are launched.
    pub abi: Abi,
    /// Containers beside ELF in which programs come: names of [`CONTAINERS`].
    pub containers: Vec<String>,
    /// Whether words of zeros between and after programs are padding.
    pub padding: bool,
    /// Whether programs in use set reserved bits, so that such bits do not tell code from data.
    pub reserved_set: bool,
    /// Index of the version that is taken where code could be for several.
    pub usual: Option<usize>,
    /// Values that registers hold when a program starts.
    pub preloads: Vec<Preload>,
    /// Numbers of registers in debug information.
    pub dwarf: Vec<DwarfNumber>,
    /// The word that fills gaps in code.
    pub gap: Option<u32>,
    /// Words that people write before the names of processors, in lower case.
    pub brands: Vec<String>,
    /// Processors that are not supported.
    pub relatives: Vec<Relative>,
    /// Processors that lack instructions of their version.
    pub lacks: Vec<Lack>,
    /// Dialect names, the default one first.
    pub dialects: Vec<String>,
    /// User-visible name of each dialect.
    pub dialect_names: Vec<String>,
    /// General syntax rules of each dialect.
    pub styles: Vec<Style>,
    /// Syntax rules of all dialects.
    pub syntax: Syntax,
    /// Terms for the parts of the machine.
    pub called: Terms,
    /// Lanes of a wavefront or warp, in the version that has most.
    pub lanes: u32,
    /// Bits of an instruction word.
    pub word: u32,
    /// Versions, oldest first.
    pub versions: Vec<Version>,
    /// The texts that entries cite.
    pub references: Vec<Reference>,
    /// Spec notes: first declared ones, then those of single entries.
    pub doubts: Vec<Doubt>,
    /// Register files.
    pub files: Vec<RegFile>,
    /// Single registers.
    pub registers: Vec<Register>,
    /// Memories that bodies name.
    pub memories: Vec<Memory>,
    /// Units of the machine that bodies call.
    pub interfaces: Vec<Interface>,
    /// Units that execute instructions.
    pub units: Vec<ExecutionUnit>,
    /// Enums.
    pub enums: Vec<Enum>,
    /// Operand classes.
    pub classes: Vec<Class>,
    /// Modifiers: how plain fields are written.
    pub modifiers: Vec<Modifier>,
    /// Formats.
    pub formats: Vec<Format>,
    /// Functions that bodies call, callees before callers.
    pub functions: Vec<Function>,
    /// Instructions, in the order of the files.
    pub insts: Vec<Inst>,
    /// Other spellings of mnemonics.
    pub aliases: Vec<Alias>,
    /// Distances of register indexing, from the state of a wavefront; a uniform `u32` each.
    pub moves: Vec<Expr>,
    /// Rules of `isatope check`, once for all versions that share them.
    pub checks: Vec<Checks>,
    /// Rules of waits and hazards.
    pub hazards: Option<Hazards>,
    /// Costs of instructions, and what limits the number of wavefronts.
    pub costs: Option<Costs>,
}

impl Model {
    /// Numbers of lanes that wavefronts can have, the default of the newest version first.
    pub fn lane_counts(&self) -> Vec<u32> {
        let mut counts = Vec::new();
        for count in self.versions.iter().rev().flat_map(|v| [v.lanes].into_iter().chain(v.other_lanes.iter().copied()))
        {
            if !counts.contains(&count) {
                counts.push(count);
            }
        }
        counts
    }

    /// The same architecture for wavefronts with another number of lanes.
    pub fn with_lanes(&self, lanes: u32) -> Self {
        Self { lanes, ..self.clone() }
    }

    /// A type as it is written.
    pub fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Enum { index, .. } => self.enums[index].name.clone(),
            ty => ty.name(),
        }
    }

    /// The register with a bit for each lane for which `lane` bodies run.
    pub fn active_mask(&self) -> Option<usize> {
        self.registers.iter().position(|r| r.active)
    }
}

/// A processor: chips that run the same code objects.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "ProcessorOut")]
pub struct Processor {
    /// Name, as compilers have it: `gfx803`.
    pub name: String,
    /// Its other names: `fiji`, `rx580`.
    pub names: Vec<String>,
    /// Number of scalar registers that every wavefront is given, if wavefronts have no choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scalars: Option<u32>,
}

/// A version of the architecture.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "VersionOut")]
pub struct Version {
    /// Name, as targets have it: `gcn1.2`.
    pub name: String,
    /// Every other name: `gfx8`, `vi`, `gfx803`, `fiji`.
    pub names: Vec<String>,
    /// Its processors. A name of the version alone, such as `gfx8`, means the first one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub processors: Vec<Processor>,
    /// Lanes of a wavefront, unless a kernel chooses others.
    #[serde(skip)]
    pub lanes: u32,
    /// Other numbers of lanes that a kernel can choose.
    #[serde(skip)]
    pub other_lanes: Vec<u32>,
    /// Number of the generation that vendors and drivers count, the 9 of `gfx9`, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation: Option<u32>,
    /// The most that a launch may ask for.
    pub limits: Limits,
    /// What tells correct code from wrong code: an index into [`Model::checks`].
    #[serde(skip)]
    pub checks: Option<usize>,
}
