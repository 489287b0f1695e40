//! Computes the memory image that a loader creates: segments with all relocations applied, and the
//! addresses of symbols.
//!
//! The program headers of a linked code object describe its segments, and its dynamic relocations are those that need
//! the base address. In an object that is not linked (Mesa's), the sections that occupy memory are laid out
//! consecutively, as a linker would do. Source for the formulas of relocations: LLVM's AMDGPU backend guide,
//! "Relocation Records".

mod distances;
mod formula;
pub(crate) mod relocate;

use std::borrow::Cow;
use std::fmt;

use object::Endianness;
use object::elf::{ET_REL, FileHeader64, PF_W, PF_X, PT_LOAD, SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE};
use object::read::elf::{FileHeader, ProgramHeader};

pub use distances::Distances;
pub(crate) use formula::{Entry, Formula, formula_of, one as apply_one, stored_addend};

use crate::launch::Place;
use crate::{Container, Kind, SectionKind, SymbolKind};

/// Alignment of segments and of the base address.
pub const PAGE: u64 = 0x1000;

/// Maximum number of segments of a linked object. Real ones have a handful.
pub const SEGMENT_LIMIT: usize = 256;

/// A range of memory after loading. `Debug` prints the number of its bytes only.
#[derive(Clone)]
pub struct Segment<'a> {
    /// Start address.
    pub address: u64,
    /// Initial bytes. Zeros follow up to `size`.
    pub bytes: Cow<'a, [u8]>,
    /// Size in bytes.
    pub size: u64,
    /// Whether the program may write to it.
    pub writable: bool,
    /// Whether it contains instructions.
    pub executable: bool,
    /// Names of its sections: `.rodata`, or `.data .bss`.
    pub name: String,
}

impl fmt::Debug for Segment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Segment")
            .field("address", &format_args!("{:#x}", self.address))
            .field("bytes", &format_args!("{} bytes", self.bytes.len()))
            .field("size", &self.size)
            .field("writable", &self.writable)
            .field("executable", &self.executable)
            .field("name", &self.name)
            .finish()
    }
}

/// A symbol in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadedSymbol<'a> {
    /// Name.
    pub name: &'a str,
    /// Address.
    pub address: u64,
    /// Size in bytes; 0 if the object does not contain it.
    pub size: u64,
    /// Kind.
    pub kind: SymbolKind,
}

/// An object in memory.
#[derive(Clone, Debug)]
pub struct Loaded<'a> {
    /// Segments, sorted by address, without overlaps.
    pub segments: Vec<Segment<'a>>,
    /// Named symbols in memory, sorted by address.
    pub symbols: Vec<LoadedSymbol<'a>>,
    /// Start address of each of [`Container::sections`]; `None` for a section that is not in memory.
    pub sections: Vec<Option<u64>>,
}

impl<'a> Loaded<'a> {
    /// Address of a place.
    pub fn address(&self, place: Place) -> Option<u64> {
        self.sections.get(place.section).copied()??.checked_add(place.offset)
    }

    /// Address of a symbol.
    pub fn symbol(&self, name: &str) -> Option<u64> {
        self.symbols.iter().find(|s| s.name == name).map(|s| s.address)
    }

    /// The symbol that an address belongs to: the last one at or before it, in the same segment.
    pub fn symbol_at(&self, address: u64) -> Option<LoadedSymbol<'a>> {
        let segment = self.segment_at(address)?;
        let before = &self.symbols[..self.symbols.partition_point(|s| s.address <= address)];
        before.last().copied().filter(|s| s.address >= segment.address)
    }

    /// The segment that contains an address.
    pub fn segment_at(&self, address: u64) -> Option<&Segment<'a>> {
        let next = self.segments.partition_point(|s| s.address <= address);
        let found = &self.segments[next.checked_sub(1)?];
        (address - found.address < found.size).then_some(found)
    }
}

/// Error: an object cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// Undefined symbols, each once.
    Undefined(Vec<String>),
    /// A relocation that cannot be applied.
    Relocation {
        /// The section that it patches.
        section: String,
        /// Offset in the section; the address in a linked object.
        offset: u64,
        /// Reason.
        reason: String,
    },
    /// An error in the object or in the base address.
    Object(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Undefined(names) => {
                let list: Vec<_> = names.iter().take(10).map(|n| format!("`{n}`")).collect();
                write!(f, "undefined symbols: {}", list.join(", "))?;
                if names.len() > list.len() { write!(f, " and {} more", names.len() - list.len()) } else { Ok(()) }
            }
            LoadError::Relocation { section, offset, reason } => {
                write!(f, "the relocation at {offset:#x} of `{section}` {reason}")
            }
            LoadError::Object(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for LoadError {}

fn broken(what: impl Into<String>) -> LoadError {
    LoadError::Object(what.into())
}

impl<'a> Container<'a> {
    /// Loads the object at a base address, a multiple of [`PAGE`].
    ///
    /// # Errors
    /// Returns an error for undefined symbols, for relocations that cannot be applied, and for segments that overlap or
    /// are outside of the file or of memory.
    pub fn load(&self, base: u64) -> Result<Loaded<'a>, LoadError> {
        self.load_with(base, &|_| None)
    }

    /// Like [`load`](Self::load), with addresses for symbols that the object does not define: variables of the host, or
    /// values that a driver provides, such as Mesa's `SCRATCH_RSRC_DWORD0`.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`load`](Self::load).
    pub fn load_with(&self, base: u64, external: &dyn Fn(&str) -> Option<u64>) -> Result<Loaded<'a>, LoadError> {
        if !base.is_multiple_of(PAGE) {
            return Err(broken(format!("the base address {base:#x} is not a multiple of {PAGE:#x}")));
        }
        if !matches!(self.kind, Kind::Hsa(_) | Kind::Mesa3d | Kind::Pal | Kind::Elf) {
            return Err(broken(format!("loading this kind ({}) is not supported", self.kind.name())));
        }
        let file: &'a [u8] = self.file;
        let header =
            FileHeader64::<Endianness>::parse(file).map_err(|_| broken("only ELF files of 64 bits are loaded"))?;
        let linked = self.parts[0].elf_type != ET_REL;
        let (mut segments, sections) = if linked { self.mapped(header, base)? } else { self.laid_out(base)? };
        // Each byte of the file may be in only one segment. Otherwise a small file could take any amount of memory.
        let bytes = segments.iter().map(|s| s.bytes.len()).fold(0, usize::saturating_add);
        if bytes > file.len() {
            return Err(broken("the segments share bytes of the file"));
        }
        segments.sort_by_key(|s| s.address);
        if let Some(two) = segments.windows(2).find(|two| two[0].address + two[0].size > two[1].address) {
            return Err(broken(format!("the segments at {:#x} and {:#x} overlap", two[0].address, two[1].address)));
        }
        let mut loaded = Loaded { segments, symbols: self.loaded_symbols(&sections), sections };
        relocate::apply(self, base, &mut loaded, external)?;
        Ok(loaded)
    }

    /// The segments of a linked object.
    fn mapped(&self, header: &FileHeader64<Endianness>, base: u64) -> Result<Layout<'a>, LoadError> {
        let endian = Endianness::Little;
        let file: &'a [u8] = self.file;
        let headers =
            header.program_headers(endian, file).map_err(|_| broken("the program headers are outside the file"))?;
        let headers: Vec<_> = headers.iter().filter(|s| s.p_type(endian) == PT_LOAD && s.p_memsz(endian) > 0).collect();
        if headers.len() > SEGMENT_LIMIT {
            return Err(broken(format!("the object has {} segments, more than {SEGMENT_LIMIT}", headers.len())));
        }
        let mut segments = Vec::new();
        let mut sections: Vec<Option<u64>> = vec![None; self.sections.len()];
        for segment in headers {
            let (start, size) = (segment.p_vaddr(endian), segment.p_memsz(endian));
            let bytes = segment
                .data(endian, file)
                .map_err(|()| broken(format!("the segment for {start:#x} is outside the file")))?;
            let address = base.checked_add(start).filter(|a| a.checked_add(size).is_some());
            let address =
                address.ok_or_else(|| broken(format!("the segment for {start:#x} ends past the address space")))?;
            if bytes.len() as u64 > size {
                return Err(broken(format!("the segment for {start:#x} has more bytes in the file than in memory")));
            }
            let mut names = Vec::new();
            for (section, place) in self.sections.iter().zip(&mut sections) {
                let inside =
                    section.address.checked_sub(start).is_some_and(|at| at < size && section.size <= size - at);
                if section.flags & u64::from(SHF_ALLOC) == 0 || !inside || section.size == 0 {
                    continue;
                }
                *place = base.checked_add(section.address);
                if !matches!(section.kind, SectionKind::Derived | SectionKind::Note) {
                    names.push(section.name);
                }
            }
            segments.push(Segment {
                address,
                bytes: Cow::Borrowed(bytes),
                size,
                writable: segment.p_flags(endian) & PF_W != 0,
                executable: segment.p_flags(endian) & PF_X != 0,
                name: names.join(" "),
            });
        }
        if segments.is_empty() {
            return Err(broken("the object has no segments to load"));
        }
        Ok((segments, sections))
    }

    /// Lays out the sections of an object that is not linked, each as a segment: first read-only data, then code, then
    /// the rest.
    fn laid_out(&self, base: u64) -> Result<Layout<'a>, LoadError> {
        let mut order: Vec<_> = (0..self.sections.len()).collect();
        let flag = |n: usize, flag: u32| self.sections[n].flags & u64::from(flag) != 0;
        order.retain(|n| {
            self.sections[*n].part == 0 && flag(*n, SHF_ALLOC) && self.sections[*n].kind != SectionKind::Derived
        });
        order.sort_unstable_by_key(|n| (flag(*n, SHF_WRITE), flag(*n, SHF_EXECINSTR), *n));
        let mut segments = Vec::new();
        let mut sections = vec![None; self.sections.len()];
        let mut next = base;
        for number in order {
            let section = &self.sections[number];
            let beyond = || broken(format!("section `{}` ends past the address space", section.name));
            let address = next.checked_next_multiple_of(section.align.max(PAGE)).ok_or_else(beyond)?;
            next = address.checked_add(section.size).ok_or_else(beyond)?;
            sections[number] = Some(address);
            if section.size > 0 {
                segments.push(Segment {
                    address,
                    bytes: Cow::Borrowed(section.data),
                    size: section.size,
                    writable: flag(number, SHF_WRITE),
                    executable: flag(number, SHF_EXECINSTR),
                    name: section.name.to_owned(),
                });
            }
        }
        Ok((segments, sections))
    }

    fn loaded_symbols(&self, sections: &[Option<u64>]) -> Vec<LoadedSymbol<'a>> {
        let mut symbols: Vec<_> = self
            .symbols
            .iter()
            .filter(|s| !s.name.is_empty() && s.kind != SymbolKind::Section && s.part == 0)
            .filter_map(|s| {
                let address = sections.get(s.section?).copied()??.checked_add(s.value)?;
                Some(LoadedSymbol { name: s.name, address, size: s.size, kind: s.kind })
            })
            .collect();
        symbols.sort_by_key(|s| s.address);
        symbols
    }
}

/// Segments, and the addresses of sections.
type Layout<'a> = (Vec<Segment<'a>>, Vec<Option<u64>>);
