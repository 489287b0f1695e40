//! Containers of GPU code: reads their contents without copying.
//!
//! [`open`] detects the format of a file: an HSA code object of any version, an object or binary of Mesa, or a program
//! of one of AMD's closed OpenCL drivers. The result borrows from the bytes.
//!
//! ```
//! let error = isatope_object::open(b"\x7fELF\x02\x01").unwrap_err();
//! assert_eq!(error.to_string(), "at offset 0x0: the ELF header is truncated or broken");
//! ```
//!
//! [`Container::launchable`] gives the launch parameters of each kernel, [`Container::load`] the memory image,
//! [`lines::Lines`] the source lines of instructions, and [`names::find_kernel`] the kernel that a name refers to.
//! [`images::Images`] finds code objects in other files.
//!
//! No input makes this crate panic, and memory use is limited to a small multiple of the input size. Sources for the
//! formats: LLVM's AMDGPU backend guide (code objects, descriptors, notes), and public descriptions of the older
//! drivers' binaries.

pub mod archive;
pub mod args;
pub mod build;
pub mod config;
mod contents;
pub mod descriptor;
mod elf;
mod formats;
pub mod functions;
pub mod hex;
pub mod images;
pub mod kernarg;
mod kernel_metadata;
pub mod launch;
mod legacy;
pub mod lines;
pub mod load;
pub mod mesa;
mod metadata;
pub mod metadata_review;
mod msgpack;
pub mod names;
mod notes;
pub mod patterns;
pub mod printf;
pub mod relocation;
mod segments;
pub mod signature;
mod target;
mod target_id;
mod text;
mod unpack;
mod yaml;

use std::fmt;

pub use contents::{Contents, FileParts};
pub use formats::other_format;
pub use images::can_hold;
pub use metadata::{Metadata, version_of_metadata};
pub use msgpack::MessagePack;
pub use target::{feature_flags, generation, generic_flags, machine_of, other_machine, processor_numbers};
pub use target_id::TargetId;

/// Kind of the container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An HSA code object (ROCm), with its version: 2 to 6.
    Hsa(u8),
    /// A code object for Mesa's drivers, made by LLVM.
    Mesa3d,
    /// A code object for AMD's PAL drivers.
    Pal,
    /// A program of the Catalyst driver: an ELF with an inner ELF for each kernel.
    Catalyst,
    /// A program of AMD's OpenCL 2.0 driver: an ELF whose text contains an inner ELF or, in the oldest ones, code.
    OpenCl2,
    /// A program of Mesa's Clover: a table of kernels and sections, with an inner ELF.
    Gallium,
    /// Another ELF file for AMD GPUs.
    Elf,
}

impl Kind {
    /// A readable name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Hsa(_) => "HSA code object",
            Kind::Mesa3d => "Mesa code object",
            Kind::Pal => "PAL code object",
            Kind::Catalyst => "AMD Catalyst program",
            Kind::OpenCl2 => "AMD OpenCL 2.0 program",
            Kind::Gallium => "Gallium program",
            Kind::Elf => "ELF",
        }
    }

    /// Whether LLVM makes such files. The others come from vendors' own compilers, or wrap code for an older driver.
    pub fn is_from_llvm(self) -> bool {
        matches!(self, Kind::Hsa(_) | Kind::Mesa3d | Kind::Pal | Kind::Elf)
    }
}

/// Error: offset and description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// Offset in the file.
    pub offset: u64,
    /// Message.
    pub message: &'static str,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at offset {:#x}: {}", self.offset, self.message)
    }
}

impl std::error::Error for Error {}

/// An opened container. `Debug` prints a summary.
#[derive(Clone)]
pub struct Container<'a> {
    /// Kind.
    pub kind: Kind,
    /// Bytes of the whole file.
    pub file: &'a [u8],
    /// Processor, `gfx900` or `tahiti`, if the container names one.
    pub target: Option<&'a str>,
    /// The complete target, if a note contains it: `amdgcn-amd-amdhsa--gfx900`.
    pub triple: Option<&'a str>,
    /// ELF files in the container: the outer one first, then the inner ones. Sections refer to them by index.
    pub parts: Vec<Part<'a>>,
    /// Sections of all parts.
    pub sections: Vec<Section<'a>>,
    /// Symbols of all parts.
    pub symbols: Vec<Symbol<'a>>,
    /// Relocations of all parts.
    pub relocations: Vec<Relocation<'a>>,
    /// Kernels.
    pub kernels: Vec<Kernel<'a>>,
    /// Notes of all parts.
    pub notes: Vec<Note<'a>>,
    /// Malformed notes: at most one for each section, whose notes after it are not read.
    pub broken_notes: Vec<Error>,
    /// Metadata of the code object, one for each note: a linker puts the notes of its inputs one after the other.
    pub metadata: Vec<Metadata<'a>>,
}

impl fmt::Debug for Container<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Container")
            .field("kind", &self.kind)
            .field("file", &format_args!("{} bytes", self.file.len()))
            .field("target", &self.target)
            .field("triple", &self.triple)
            .field("parts", &self.parts.len())
            .field("sections", &self.sections.len())
            .field("symbols", &self.symbols.len())
            .field("relocations", &self.relocations.len())
            .field("kernels", &self.kernels.len())
            .field("notes", &self.notes.len())
            .field("metadata", &self.metadata.len())
            .finish()
    }
}

impl<'a> Container<'a> {
    fn empty(kind: Kind, file: &'a [u8]) -> Self {
        Self {
            kind,
            file,
            target: None,
            triple: None,
            parts: Vec::new(),
            sections: Vec::new(),
            symbols: Vec::new(),
            relocations: Vec::new(),
            kernels: Vec::new(),
            notes: Vec::new(),
            broken_notes: Vec::new(),
            metadata: Vec::new(),
        }
    }
}

/// A file inside a container.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Kernel that it belongs to; empty for the outer file.
    pub kernel: &'a str,
    /// Offset in the file.
    pub offset: u64,
    /// `e_flags`.
    pub flags: u32,
    /// `e_machine`.
    pub machine: u16,
    /// `EI_OSABI`.
    pub abi: u8,
    /// `EI_ABIVERSION`.
    pub abi_version: u8,
    /// `e_type`.
    pub elf_type: u16,
}

/// Kinds of sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionKind {
    /// Instructions.
    Code,
    /// Any other contents.
    Data,
    /// Zeros that take no bytes in the file.
    Zeros,
    /// Notes.
    Note,
    /// Sections that assembler and linker derive: symbol tables, string tables, hash tables, dynamic entries.
    Derived,
}

/// A section. `Debug` prints the number of its bytes only.
#[derive(Clone, Copy)]
pub struct Section<'a> {
    /// Name.
    pub name: &'a str,
    /// Index into [`Container::parts`].
    pub part: usize,
    /// Section number in that ELF.
    pub index: usize,
    /// Purpose.
    pub kind: SectionKind,
    /// Address when loaded; 0 if it is not loaded.
    pub address: u64,
    /// Offset in the file.
    pub offset: u64,
    /// Size when loaded.
    pub size: u64,
    /// Alignment, a power of two.
    pub align: u64,
    /// `sh_flags`.
    pub flags: u64,
    /// `sh_type`.
    pub sh_type: u32,
    /// `sh_entsize`.
    pub entry_size: u64,
    /// Contents; empty for zeros.
    pub data: &'a [u8],
}

impl Section<'_> {
    /// Whether it is a table of relocations, with or without addends.
    pub fn has_relocations(&self) -> bool {
        matches!(self.sh_type, object::elf::SHT_RELA | object::elf::SHT_REL)
    }
}

impl fmt::Debug for Section<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Section")
            .field("name", &self.name)
            .field("kind", &self.kind)
            .field("address", &format_args!("{:#x}", self.address))
            .field("offset", &format_args!("{:#x}", self.offset))
            .field("size", &self.size)
            .field("data", &format_args!("{} bytes", self.data.len()))
            .finish_non_exhaustive()
    }
}

/// A place that the linker patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation<'a> {
    /// Index into [`Container::sections`] of the section that contains the place.
    pub section: usize,
    /// Offset of the place in the section.
    pub offset: u64,
    /// Type, as in the file; see [`relocation::name`].
    pub kind: u32,
    /// Symbol; for the symbol of a section, the name of the section. Empty if there is none.
    pub symbol: &'a str,
    /// Addend; `None` if it is stored at the place itself.
    pub addend: Option<i64>,
}

/// Kinds of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// Not specified.
    None,
    /// Data.
    Object,
    /// Code.
    Function,
    /// A kernel in older objects, and in those of other systems than HSA.
    HsaKernel,
    /// A function that chooses the function to call.
    IndirectFunction,
    /// A section.
    Section,
    /// Another type, by its number.
    Other(u8),
}

impl SymbolKind {
    /// The kind with a number in ELF files, `STT_…`. From version 3 of code objects on, whose ABI has a version, kernels
    /// have descriptors, and their number means what it means in other files.
    pub fn of(number: u8, abi: u8, abi_version: u8) -> Self {
        match number {
            object::elf::STT_GNU_IFUNC if abi == elf::ABI_HSA && abi_version > 0 => Self::IndirectFunction,
            object::elf::STT_NOTYPE => Self::None,
            object::elf::STT_OBJECT => Self::Object,
            object::elf::STT_FUNC => Self::Function,
            object::elf::STT_SECTION => Self::Section,
            build::STT_HSA_KERNEL => Self::HsaKernel,
            other => Self::Other(other),
        }
    }
}

/// A symbol.
#[derive(Clone, Copy, Debug)]
pub struct Symbol<'a> {
    /// Name; may be empty.
    pub name: &'a str,
    /// Index into [`Container::sections`], if the symbol is defined in a section.
    pub section: Option<usize>,
    /// Offset in that section, or the plain value.
    pub value: u64,
    /// Size in bytes.
    pub size: u64,
    /// Kind.
    pub kind: SymbolKind,
    /// `STB_…`: 0 local, 1 global, 2 weak.
    pub binding: u8,
    /// `STV_…`: 0 default, 1 internal, 2 hidden, 3 protected.
    pub visibility: u8,
    /// Index into [`Container::parts`].
    pub part: usize,
}

/// The form of a kernel's descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DescriptorKind {
    /// 64 bytes in a data section; code object version 3 and later.
    Kd,
    /// `amd_kernel_code_t`: 256 bytes before the code.
    KernelCode,
    /// Pairs of register and value, 8 bytes each.
    Config,
}

/// A kernel's descriptor.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor<'a> {
    /// Form.
    pub kind: DescriptorKind,
    /// Index into [`Container::sections`].
    pub section: usize,
    /// Offset in the section.
    pub at: u64,
    /// Offset in the file.
    pub offset: u64,
    /// Bytes.
    pub bytes: &'a [u8],
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Kernel<'a> {
    /// Name.
    pub name: &'a str,
    /// Descriptor, if there is one.
    pub descriptor: Option<Descriptor<'a>>,
    /// Section, first byte and end of the code, starting at the first instruction.
    pub code: Option<(usize, u64, u64)>,
}

/// A note. `Debug` prints the number of its bytes only.
#[derive(Clone, Copy)]
pub struct Note<'a> {
    /// Index into [`Container::sections`].
    pub section: usize,
    /// Vendor name: `AMDGPU`.
    pub name: &'a str,
    /// Type.
    pub kind: u32,
    /// Contents.
    pub data: &'a [u8],
}

impl fmt::Debug for Note<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Note")
            .field("section", &self.section)
            .field("name", &self.name)
            .field("kind", &self.kind)
            .field("data", &format_args!("{} bytes", self.data.len()))
            .finish()
    }
}

/// Whether the bytes look like a container. If not, they are raw code or another format.
pub fn is_container(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF") || legacy::is_gallium(bytes)
}

/// Opens a container.
///
/// # Errors
/// Returns the first error, with its offset.
pub fn open(bytes: &[u8]) -> Result<Container<'_>, Error> {
    // If data should be after the end of the file, the error is at the end.
    opened(bytes).map_err(|error| Error { offset: error.offset.min(bytes.len() as u64), ..error })
}

fn opened(bytes: &[u8]) -> Result<Container<'_>, Error> {
    if bytes.starts_with(b"\x7fELF") {
        let mut container = elf::read(bytes)?;
        match container.parts[0].machine {
            target::EM_AMDGPU => elf::find_kernels(&mut container)?,
            machine if target::catalyst(machine).is_some() => legacy::catalyst(bytes, &mut container)?,
            machine if legacy::is_opencl2(machine) => legacy::opencl2(bytes, &mut container)?,
            _ => return Err(Error { offset: 18, message: "the ELF file is for a machine that is not an AMD GPU" }),
        }
        return Ok(container);
    }
    if legacy::is_gallium(bytes) {
        return legacy::gallium(bytes);
    }
    Err(Error { offset: 0, message: "neither an ELF nor a Gallium program" })
}
