//! The kernels of a source and their properties, in CLRX's language.

use std::collections::BTreeMap;

use isatope_object::build::opencl::Argument;

use crate::assembler::variables::Position;

/// Section with metadata as text, and the part of such sections, which are not in the file.
pub(in crate::assembler) const METADATA: &str = ".metadata";
/// Section for control directives.
pub(super) const CONTROL: &str = ".control_directive";

/// A kernel.
#[derive(Clone, Debug, Default)]
pub(in crate::assembler) struct Kernel {
    pub(super) name: String,
    pub(super) at: Position,
    /// Whether it has settings, and whether its symbol is a function.
    pub(super) has_settings: bool,
    pub(super) is_function: bool,
    /// Whether `.kernel` returns to its settings, in containers of HSA.
    pub(super) returns_to_settings: bool,
    /// Settings of the kernel, and those that Clover has outside the code.
    pub(super) values: Values,
    pub(super) outer: Values,
    pub(super) clover: CloverParts,
    pub(super) opencl: OpenclParts,
    pub(super) arguments: Vec<KernelArgument>,
    /// Lines of the metadata, and numbers among its properties.
    pub(super) lines: Vec<(&'static str, String)>,
    pub(super) properties: BTreeMap<&'static str, u64>,
}

impl Kernel {
    /// Gives a key of the metadata its value, or none. The last one counts.
    pub(super) fn say(&mut self, key: &'static str, value: Option<String>) {
        self.lines.retain(|line| line.0 != key);
        self.lines.extend(value.map(|value| (key, value)));
    }
}

/// Values of settings.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// Values of fields, by their names.
    pub(super) fields: BTreeMap<&'static str, u64>,
    pub(super) scalars: Option<u64>,
    pub(super) vectors: Option<u64>,
    pub(super) user: Option<u64>,
    /// Bits for the dimensions of groups and of work-items.
    pub(super) dimensions: Option<(u64, u64)>,
    /// Whether the source says those of work-items.
    pub(super) has_items: bool,
}

impl Values {
    /// Value of a field; 0 if it has none.
    pub(super) fn of(&self, name: &str) -> u64 {
        self.fields.get(name).copied().unwrap_or(0)
    }
}

/// Numbers of the kernels that own a part of the code; `None` for the kernel whose label is before it.
pub(super) type Owners = Option<Vec<usize>>;

/// The kernels of a source.
#[derive(Debug, Default)]
pub(in crate::assembler) struct Kernels {
    pub all: Vec<Kernel>,
    pub current: Option<usize>,
    /// Whether settings are read.
    pub is_open: bool,
    /// Version of the metadata, numbers of the device, and whether metadata are written.
    pub metadata_version: Option<(u64, u64)>,
    pub minor: Option<u64>,
    pub stepping: Option<u64>,
    /// The name of the target for a note, and the triple from which it is made without a name.
    pub target_name: Option<String>,
    pub triple: Option<String>,
    pub is_new: bool,
    /// Sections and offsets where the owners of the code change, and the owners from there on.
    pub(super) owners: Vec<(usize, u64, Owners)>,
    /// Current owners, and those after the end of each open `.kcode`.
    pub(super) current_owners: Owners,
    pub(super) outer_owners: Vec<Owners>,
    /// Versions of the driver and of LLVM.
    pub versions: [u64; 2],
    /// Part of a kernel for Clover that is read, and whether the settings are those outside the code.
    pub(super) inside: CloverBlock,
    pub(super) is_outer: bool,
    /// Properties of programs for drivers before HSA.
    pub file: OpenclFile,
    /// Formats of `printf` for the metadata: number, sizes of arguments, text.
    pub prints: Vec<(Option<u64>, Vec<u64>, String)>,
}

impl Kernels {
    /// All kernels, at the end of the source: none is the current one any more.
    pub(super) fn take(&mut self) -> Vec<Kernel> {
        self.current = None;
        std::mem::take(&mut self.all)
    }
}

/// Directives about kernels and their containers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KernelOption {
    /// Numbers of the device.
    Minor,
    Stepping,
    /// The newer form of HSA code objects, and the version of its metadata.
    New,
    MetadataVersion,
    /// The kernel is a function.
    Function,
    /// The code that follows belongs to other kernels, up to its end.
    Code,
    EndCode,
    /// A property of a container that does not change the code.
    Unused,
    /// A section of a container that is not code.
    Inner,
    /// The section for control directives.
    Control,
    /// Gives private memory a name.
    Scratch,
    /// Flags of the header of an ELF file.
    Flags,
    /// A format of `printf`.
    Print,
    /// The name of the target for a note, or the triple without the processor.
    TargetName {
        is_triple: bool,
    },
    /// Version of the driver (0) or of LLVM (1).
    SetVersion(usize),
    GetVersion(usize),
}

/// An argument of a kernel: its lines in the metadata, and its size and alignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KernelArgument {
    pub lines: Vec<String>,
    pub size: u64,
    pub align: u64,
}

/// Part of a kernel for Clover that is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CloverBlock {
    #[default]
    Nothing,
    Settings,
    Arguments,
    Registers,
}

/// Arguments and registers of a kernel for Clover.
#[derive(Clone, Debug, Default)]
pub(super) struct CloverParts {
    /// Numbers of the arguments, as in [`CloverKernel::arguments`](isatope_object::build::CloverKernel::arguments).
    pub(super) arguments: Vec<[u32; 6]>,
    /// Registers, if the source gives them.
    pub(super) registers: Option<Vec<(u32, u32)>>,
}

/// Properties of a kernel of a program for AMD's drivers before HSA.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenclParts {
    pub arguments: Vec<Argument>,
    pub samplers: Vec<u32>,
    /// Sizes of groups, by the names that HSA's metadata give them.
    pub sizes: BTreeMap<&'static str, [u64; 3]>,
    pub vector_hint: String,
    /// Whether its settings are those of HSA.
    pub is_hsa: bool,
    /// User registers: what they contain, the number of it, the first register, and how many.
    pub user: Vec<[u32; 4]>,
    /// Numbers of resources; `None` for none.
    pub numbers: BTreeMap<&'static str, Option<u32>>,
    /// The section of it that was selected last.
    pub last_section: Option<usize>,
    /// Notes: their types and their sections.
    pub notes: Vec<(u32, usize)>,
}

/// Properties of the whole of such a program.
#[derive(Debug, Default)]
pub(in crate::assembler) struct OpenclFile {
    pub options: Vec<u8>,
    pub library: Option<Vec<u8>>,
    pub driver_info: Option<String>,
    pub samplers: Vec<u32>,
    pub sampler_offsets: BTreeMap<u32, u64>,
    /// Whether the code of all kernels is one piece, with their settings in it.
    pub is_one_piece: bool,
    /// Sections of the outer and of the inner file that were selected last.
    pub last_main: Option<usize>,
    pub last_inner: Option<usize>,
    /// Whether the source is a listing of such a file, which gives the sections of inner files.
    pub is_listing: bool,
}
