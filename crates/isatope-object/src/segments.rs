//! ELF files without section headers: their segments, and the symbols for the loader.

use object::elf;
use object::pod::slice_from_bytes;
use object::read::elf::{Dyn, FileHeader, ProgramHeader, Sym};
use object::{Endianness, U32};

use crate::notes::notes;
use crate::text::{NAMES_LIMIT, text};
use crate::{Container, Section, SectionKind, Symbol, SymbolKind};

/// Flags of a segment.
const EXECUTABLE: u32 = 1;
const WRITABLE: u32 = 2;

/// Adds the segments of a linked file as sections, and the symbols that the loader finds. Returns a message if a table
/// is broken. `llvm-objdump` has the names of the sections.
pub(crate) fn add<'a, H: FileHeader<Endian = Endianness>>(
    container: &mut Container<'a>,
    header: &H,
    bytes: &'a [u8],
    base: u64,
) -> Result<(), &'static str> {
    let endian = Endianness::Little;
    let part = container.parts.len() - 1;
    let first = container.sections.len();
    let headers = header.program_headers(endian, bytes).map_err(|_| "the table of segments is outside the file")?;
    let loaded = |p: &&H::ProgramHeader| p.p_type(endian) == elf::PT_LOAD;
    for (number, segment) in headers.iter().filter(loaded).enumerate() {
        let data = segment.data(endian, bytes).map_err(|()| "the contents of a segment are outside the file")?;
        let flags = segment.p_flags(endian);
        let has = |flag: u32, section: u32| if flags & flag != 0 { u64::from(section) } else { 0 };
        let offset: u64 = segment.p_offset(endian).into();
        container.sections.push(Section {
            name: name(number),
            part,
            index: 0,
            kind: if flags & EXECUTABLE != 0 { SectionKind::Code } else { SectionKind::Data },
            address: segment.p_vaddr(endian).into(),
            offset: base.saturating_add(offset),
            size: data.len() as u64,
            align: 1,
            flags: u64::from(elf::SHF_ALLOC) | has(EXECUTABLE, elf::SHF_EXECINSTR) | has(WRITABLE, elf::SHF_WRITE),
            sh_type: elf::SHT_PROGBITS,
            entry_size: 0,
            data,
        });
    }
    for segment in headers.iter().filter(|segment| segment.p_type(endian) == elf::PT_NOTE) {
        let data = segment.data(endian, bytes).map_err(|()| "the contents of a segment are outside the file")?;
        let offset: u64 = segment.p_offset(endian).into();
        container.sections.push(Section {
            name: "PT_NOTE",
            part,
            index: 0,
            kind: SectionKind::Note,
            address: segment.p_vaddr(endian).into(),
            offset: base.saturating_add(offset),
            size: data.len() as u64,
            align: 4,
            flags: elf::SHF_ALLOC.into(),
            sh_type: elf::SHT_NOTE,
            entry_size: 0,
            data,
        });
        let read = notes(container, data, base.saturating_add(offset));
        container.broken_notes.extend(read.err());
    }
    symbols(container, headers, bytes, first)
}

/// Name of a segment.
fn name(number: usize) -> &'static str {
    const NAMES: [&str; 8] =
        ["PT_LOAD#0", "PT_LOAD#1", "PT_LOAD#2", "PT_LOAD#3", "PT_LOAD#4", "PT_LOAD#5", "PT_LOAD#6", "PT_LOAD#7"];
    NAMES.get(number).copied().unwrap_or("PT_LOAD")
}

/// Whether an address is in a segment.
fn contains(segment: &Section<'_>, address: u64) -> bool {
    (segment.address..segment.address.saturating_add(segment.size)).contains(&address)
}

/// Adds the symbols of the dynamic table, which the hash table counts.
fn symbols<'a, P: ProgramHeader<Endian = Endianness>>(
    container: &mut Container<'a>,
    headers: &[P],
    bytes: &'a [u8],
    first: usize,
) -> Result<(), &'static str>
where
    P::Elf: FileHeader<Endian = Endianness, ProgramHeader = P>,
{
    let endian = Endianness::Little;
    let broken = "the table for the loader is broken";
    let dynamic = headers.iter().find_map(|segment| segment.dynamic(endian, bytes).transpose());
    let Some(dynamic) = dynamic.transpose().map_err(|_| broken)? else { return Ok(()) };
    let value =
        |tag: u32| dynamic.iter().find(|entry| entry.tag32(endian) == Some(tag)).map(|e| e.d_val(endian).into());
    let [Some(table), Some(names), Some(hash)] = [elf::DT_SYMTAB, elf::DT_STRTAB, elf::DT_HASH].map(value) else {
        return Ok(());
    };
    let sections = &container.sections[first..];
    let at = |address: u64| -> Option<&'a [u8]> {
        let found = sections.iter().find(|section| contains(section, address))?;
        found.data.get((address - found.address) as usize..)
    };
    let count = at(hash).and_then(|hash| slice_from_bytes::<U32<Endianness>>(hash, 2).ok());
    let count = count.map_or(0, |(words, _)| words[1].get(endian) as usize);
    let table = at(table).and_then(|table| slice_from_bytes::<<P::Elf as FileHeader>::Sym>(table, count).ok());
    let (Some((table, _)), Some(names)) = (table, at(names)) else { return Err(broken) };
    let part = container.parts.len() - 1;
    let (abi, version) = (container.parts[part].abi, container.parts[part].abi_version);
    let mut left = bytes.len().saturating_mul(NAMES_LIMIT);
    for symbol in table {
        let value: u64 = symbol.st_value(endian).into();
        let section = container.sections[first..].iter().position(|section| contains(section, value));
        let section = section.filter(|_| symbol.st_shndx(endian) != elf::SHN_UNDEF).map(|section| first + section);
        let name = names.get(symbol.st_name(endian) as usize..).unwrap_or_default();
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        left = left.checked_sub(name.len()).ok_or("the names of symbols overlap")?;
        container.symbols.push(Symbol {
            name: text(name),
            section,
            value: value - section.map_or(0, |section| container.sections[section].address),
            size: symbol.st_size(endian).into(),
            kind: SymbolKind::of(symbol.st_type(), abi, version),
            binding: symbol.st_bind(),
            visibility: symbol.st_visibility(),
            part,
        });
    }
    Ok(())
}
