//! Entries of ELF tables as bytes.

use object::LittleEndian as Little;
use object::elf::{self, FileHeader64, Ident, ProgramHeader64, Rel64, Rela64, SectionHeader64, Sym64};
use object::pod::bytes_of;

use super::{Header, Symbol};
use crate::target::EM_AMDGPU;

/// Size in bytes of the ELF header.
pub(super) const HEADER_SIZE: u64 = 64;
/// Size in bytes of a program header.
pub(super) const SEGMENT_SIZE: u64 = 56;
/// Size in bytes of a section header.
pub(super) const SECTION_SIZE: u64 = 64;
/// Size in bytes of a symbol.
pub(super) const SYMBOL_SIZE: u64 = 24;
/// Size in bytes of a relocation with addend.
pub(super) const RELA_SIZE: u64 = 24;

/// Maximum size of a file in bytes: alignments may need much more than contents do.
pub(super) const MOST_BYTES: u64 = 1 << 31;
/// Message about a file that would be larger.
pub(super) const TOO_LARGE: &str = "the file would have more than 2 GiB: use smaller alignments";

/// Numbers in the ELF header that depend on the layout of the file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    pub(super) kind: u16,
    pub(super) entry: u64,
    pub(super) segments: u16,
    pub(super) section_table: u64,
    pub(super) sections: u16,
    pub(super) section_names: u16,
}

pub(super) fn header(header: Header, shape: Shape, out: &mut Vec<u8>) {
    let is_loaded = shape.segments > 0;
    let bytes = FileHeader64::<Little> {
        e_ident: Ident {
            magic: elf::ELFMAG,
            class: elf::ELFCLASS64,
            data: elf::ELFDATA2LSB,
            version: elf::EV_CURRENT,
            os_abi: header.abi,
            abi_version: header.abi_version,
            padding: [0; 7],
        },
        e_type: new16(shape.kind),
        e_machine: new16(EM_AMDGPU),
        e_version: new32(elf::EV_CURRENT.into()),
        e_entry: new64(shape.entry),
        e_phoff: new64(if is_loaded { HEADER_SIZE } else { 0 }),
        e_shoff: new64(shape.section_table),
        e_flags: new32(header.flags),
        e_ehsize: new16(HEADER_SIZE as u16),
        e_phentsize: new16(if is_loaded { SEGMENT_SIZE as u16 } else { 0 }),
        e_phnum: new16(shape.segments),
        e_shentsize: new16(SECTION_SIZE as u16),
        e_shnum: new16(shape.sections),
        e_shstrndx: new16(shape.section_names),
    };
    out.extend(bytes_of(&bytes));
}

/// Fields of a section header.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SectionHeader {
    pub(super) name: u32,
    pub(super) kind: u32,
    pub(super) flags: u64,
    pub(super) address: u64,
    pub(super) offset: u64,
    pub(super) size: u64,
    pub(super) link: u32,
    pub(super) info: u32,
    pub(super) align: u64,
    pub(super) entry_size: u64,
}

pub(super) fn section(of: SectionHeader, out: &mut Vec<u8>) {
    let bytes = SectionHeader64::<Little> {
        sh_name: new32(of.name),
        sh_type: new32(of.kind),
        sh_flags: new64(of.flags),
        sh_addr: new64(of.address),
        sh_offset: new64(of.offset),
        sh_size: new64(of.size),
        sh_link: new32(of.link),
        sh_info: new32(of.info),
        sh_addralign: new64(of.align),
        sh_entsize: new64(of.entry_size),
    };
    out.extend(bytes_of(&bytes));
}

/// Fields of a program header. Physical and virtual addresses are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) kind: u32,
    pub(super) flags: u32,
    pub(super) offset: u64,
    pub(super) address: u64,
    pub(super) file_size: u64,
    pub(super) size: u64,
    pub(super) align: u64,
}

pub(super) fn segment(of: Segment, out: &mut Vec<u8>) {
    let bytes = ProgramHeader64::<Little> {
        p_type: new32(of.kind),
        p_flags: new32(of.flags),
        p_offset: new64(of.offset),
        p_vaddr: new64(of.address),
        p_paddr: new64(of.address),
        p_filesz: new64(of.file_size),
        p_memsz: new64(of.size),
        p_align: new64(of.align),
    };
    out.extend(bytes_of(&bytes));
}

/// Adds a symbol with the offset of its name, its section number and its value. `binding` replaces its own.
pub(super) fn symbol(of: &Symbol<'_>, binding: u8, name: u32, section: u16, value: u64, out: &mut Vec<u8>) {
    let bytes = Sym64::<Little> {
        st_name: new32(name),
        st_info: (binding << 4) | (of.kind & 15),
        st_other: of.other,
        st_shndx: new16(section),
        st_value: new64(value),
        st_size: new64(of.size),
    };
    out.extend(bytes_of(&bytes));
}

pub(super) fn rela(offset: u64, symbol: u32, kind: u32, addend: i64, out: &mut Vec<u8>) {
    let bytes = Rela64::<Little> {
        r_offset: new64(offset),
        r_info: new64(u64::from(symbol) << 32 | u64::from(kind)),
        r_addend: object::I64::new(Little, addend),
    };
    out.extend(bytes_of(&bytes));
}

pub(super) fn rel(offset: u64, symbol: u32, kind: u32, out: &mut Vec<u8>) {
    let bytes = Rel64::<Little> { r_offset: new64(offset), r_info: new64(u64::from(symbol) << 32 | u64::from(kind)) };
    out.extend(bytes_of(&bytes));
}

/// Fills up to a multiple of an alignment with zeros.
pub(super) fn align(to: u64, out: &mut Vec<u8>) {
    out.resize((out.len() as u64).next_multiple_of(to.max(1)) as usize, 0);
}

fn new16(value: u16) -> object::U16<Little> {
    object::U16::new(Little, value)
}

fn new32(value: u32) -> object::U32<Little> {
    object::U32::new(Little, value)
}

fn new64(value: u64) -> object::U64<Little> {
    object::U64::new(Little, value)
}
