//! Writes ELF files of AMD GPU code: relocatable objects and linked code objects.
//!
//! An [`Object`] is what an assembler knows about a source: sections with contents and relocations, and symbols.
//! [`Object::relocatable`] writes it as LLVM's assembler does, and [`Object::linked`] as LLD links a shared object, so
//! that files are equal byte for byte where the inputs are equal. The `object` crate sorts the strings of its tables in
//! its own order, so this module writes the tables itself, with the types of that crate.

mod catalyst;
mod clover;
mod compare;
mod header;
mod linked;
mod members;
mod merge;
mod notes;
pub mod opencl;
mod opencl2;
mod plain;
mod read;
mod relocatable;
mod strings;
mod tables;

use std::borrow::Cow;
use std::fmt;

pub use catalyst::{Catalyst, CatalystDriver, CatalystKernel, CatalystSettings};
pub use clover::{Clover, CloverKernel};
pub use compare::differences;
pub use linked::LinkOptions;
pub use members::LinkInput;
pub(crate) use notes::message_pack;
pub use notes::{Note, message_pack_of_yaml};

pub use crate::yaml::YamlError;
pub use opencl2::{
    Counts, INNER_FILE, OpenCl2, OpenCl2Data, OpenCl2Kernel, OpenCl2Metadata, OpenCl2Relocation, OpenCl2Stub,
    argument_bytes, setup_arguments,
};
pub use read::Numbers;

/// Type of kernel symbols in code object version 2 and in objects for Mesa, `STT_AMDGPU_HSA_KERNEL`.
pub const STT_HSA_KERNEL: u8 = 10;

/// An object before it is written.
#[derive(Clone, Debug, Default)]
pub struct Object<'a> {
    /// Fields of the ELF header.
    pub header: Header,
    /// Sections of the source, in the order of their section headers. Derived tables are not among them.
    pub sections: Vec<Section<'a>>,
    /// Symbols, in the order of their first occurrence. Writers place local symbols first.
    pub symbols: Vec<Symbol<'a>>,
    /// Symbols, also those of sections, whose addresses are significant (`.addrsig_sym`); `None` without `.addrsig`.
    pub significant: Option<Vec<Referent>>,
}

impl Object<'_> {
    /// What relocations and the table of significant addresses refer to.
    pub fn referents(&self) -> impl Iterator<Item = Referent> + '_ {
        let relocations = self.sections.iter().flat_map(|section| &section.relocations).map(|relocation| relocation.of);
        relocations.chain(self.significant.iter().flatten().copied())
    }

    /// Orders the symbols by keys, of which each symbol has one. Sections keep the symbols before them. Returns the old
    /// numbers of the symbols in their new order.
    pub fn reorder_symbols<K: Ord + Copy>(&mut self, keys: &[K]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by_cached_key(|number| keys[*number]);
        let mut positions = vec![0; order.len()];
        order.iter().enumerate().for_each(|(to, from)| positions[*from] = to);
        self.symbols = order.iter().map(|number| std::mem::take(&mut self.symbols[*number])).collect();
        for referent in self.significant.iter_mut().flatten() {
            if let Referent::Symbol(symbol) = referent {
                *symbol = positions[*symbol];
            }
        }
        for group in self.sections.iter_mut().filter_map(|section| section.group.as_mut()) {
            group.symbol = positions[group.symbol];
        }
        for section in &mut self.sections {
            section.symbols_before = positions[..section.symbols_before].iter().map(|to| to + 1).max().unwrap_or(0);
            for relocation in &mut section.relocations {
                if let Referent::Symbol(symbol) = &mut relocation.of {
                    *symbol = positions[*symbol];
                }
            }
        }
        order
    }
}

/// Fields of the ELF header that the source determines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// `EI_OSABI`: 64 for HSA, 66 for Mesa.
    pub abi: u8,
    /// `EI_ABIVERSION`: for HSA the code object version minus 2, or 0 for version 2.
    pub abi_version: u8,
    /// `e_flags`: processor and features.
    pub flags: u32,
}

/// A section.
#[derive(Clone, Debug, Default)]
pub struct Section<'a> {
    /// Name.
    pub name: String,
    /// `sh_type`.
    pub kind: u32,
    /// `sh_flags`.
    pub flags: u64,
    /// Alignment in bytes, a power of two.
    pub align: u64,
    /// `sh_entsize`.
    pub entry_size: u64,
    /// Contents; empty for `SHT_NOBITS`.
    pub data: Cow<'a, [u8]>,
    /// Size in bytes of a section of type `SHT_NOBITS`; otherwise the length of the contents counts.
    pub size: u64,
    /// Places that the linker patches, ordered by offset.
    pub relocations: Vec<Relocation>,
    /// Group that a linker keeps or drops as a whole.
    pub group: Option<Group>,
    /// Index of the section that this one belongs to (`SHF_LINK_ORDER`).
    pub linked_to: Option<usize>,
    /// Number of [`Object::symbols`] before the symbol of the section, which exists if a relocation needs it.
    pub symbols_before: usize,
    /// Orders the symbols of sections that have equally many symbols before them.
    pub symbol_order: usize,
    /// Number of the object that contains the section, among those that a linker puts together.
    pub file: usize,
}

impl Section<'_> {
    /// Size in memory in bytes.
    pub fn len(&self) -> u64 {
        if self.kind == object::elf::SHT_NOBITS { self.size } else { self.data.len() as u64 }
    }

    /// Whether the section is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The addend of one of its relocations. If the table has none, the bytes of the section have it.
    fn addend_of(&self, relocation: &Relocation) -> i64 {
        let stored = || {
            let place = usize::try_from(relocation.offset).ok().and_then(|offset| self.data.get(offset..));
            place.map_or(0, |place| crate::load::stored_addend(relocation.kind, place))
        };
        relocation.addend.unwrap_or_else(stored)
    }

    /// Whether all bits of a flag are set.
    fn has(&self, flag: u32) -> bool {
        self.flags & u64::from(flag) == u64::from(flag)
    }
}

/// Group of sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Symbol that names the group, by its index in [`Object::symbols`].
    pub symbol: usize,
    /// Whether a linker keeps only one of several groups with this name.
    pub is_common: bool,
}

/// A symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbol<'a> {
    /// Name.
    pub name: Cow<'a, str>,
    /// Place.
    pub place: Place,
    /// Size in bytes.
    pub size: u64,
    /// `STT_…`.
    pub kind: u8,
    /// `STB_…`.
    pub binding: u8,
    /// `st_other`: the visibility `STV_…` in the low two bits.
    pub other: u8,
    /// Number of the object that defines it, among those that were merged.
    pub file: u32,
}

// Large objects have hundreds of thousands of them.
const _: () = assert!(size_of::<Symbol<'_>>() <= 56);

/// Place of a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Another file defines it.
    #[default]
    Undefined,
    /// Offset in a section, by its index in [`Object::sections`].
    Section(u32, u64),
    /// A number instead of an address.
    Absolute(u64),
    /// Memory that the linker allocates, with its alignment.
    Common(u64),
    /// Workgroup memory that the linker allocates, with its alignment (`.amdgpu_lds`).
    Lds(u64),
    /// A bound that the linker knows.
    Edge(Edge),
}

/// A bound of the linked file or of its sections, which the linker gives a symbol such as `__start_list` or `_end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Start of the file.
    File,
    /// Start or end of the section of the linked file that contains a section, by its index in [`Object::sections`].
    Section {
        /// The section.
        of: u32,
        /// Whether it is the end.
        is_end: bool,
    },
    /// End of what cannot be written.
    Code,
    /// End of the data with contents.
    Data,
    /// Start of the zeros.
    Zeros,
    /// End of what is loaded.
    End,
    /// The list of tables for the loader, `_DYNAMIC`.
    Dynamic,
    /// The global offset table.
    Slots,
}

/// A place that the linker patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Offset in the section.
    pub offset: u64,
    /// `R_AMDGPU_…`; see [`crate::relocation`].
    pub kind: u32,
    /// Symbol or section whose address is used.
    pub of: Referent,
    /// Addend; `None` if it is stored at the place itself.
    pub addend: Option<i64>,
}

/// What a relocation refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Referent {
    /// Nothing: the value is the addend.
    #[default]
    None,
    /// A symbol, by its index in [`Object::symbols`].
    Symbol(usize),
    /// The start of a section, by its index in [`Object::sections`].
    Section(usize),
}

/// Reason why an object cannot be written or linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    /// Message.
    pub message: String,
    /// Place: index of the section, and offset in it.
    pub place: Option<(usize, u64)>,
    /// Symbols that are not defined, if they are the reason.
    pub undefined: Vec<UndefinedSymbol>,
}

/// A symbol that no object of a link defines, and the first reference to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndefinedSymbol {
    /// Name.
    pub name: String,
    /// Number of the object that refers to it.
    pub file: usize,
    /// Name of the section that refers to it.
    pub section: String,
    /// Offset of the reference in the section of the object.
    pub offset: u64,
}

/// Maximum number of undefined symbols in a message.
const MOST_NAMED: usize = 10;

impl BuildError {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, undefined: Vec::new() }
    }

    /// The error for undefined symbols.
    fn undefined(undefined: Vec<UndefinedSymbol>) -> Self {
        let named = undefined.iter().take(MOST_NAMED).map(|symbol| format!("`{}`", symbol.name));
        let mut message = named.collect::<Vec<_>>().join(", ");
        if undefined.len() > MOST_NAMED {
            message += &format!(" and {} more", undefined.len() - MOST_NAMED);
        }
        let what = if undefined.len() == 1 { "symbol" } else { "symbols" };
        Self { undefined, ..Self::new(format!("undefined {what} {message}")) }
    }

    fn at(self, section: usize, offset: u64) -> Self {
        Self { place: Some((section, offset)), ..self }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BuildError {}
