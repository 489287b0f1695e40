//! ELF files: sections, symbols, notes, and the kernels of code objects.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use object::Endianness;
use object::elf;
use object::read::elf::{FileHeader, SectionHeader, Sym};

use crate::config;
use crate::notes::notes;
use crate::text::{NAMES_LIMIT, text};
use crate::{
    Container, Descriptor, DescriptorKind, Error, Kernel, Kind, MessagePack, Metadata, Part, Section, SectionKind,
    Symbol, SymbolKind, descriptor, relocation, segments, target,
};

type Header32 = elf::FileHeader32<Endianness>;
type Header64 = elf::FileHeader64<Endianness>;

pub(crate) const ABI_HSA: u8 = 64;
const ABI_PAL: u8 = 65;
const ABI_MESA3D: u8 = 66;

/// Reads an ELF file without looking for kernels.
pub(crate) fn read(bytes: &[u8]) -> Result<Container<'_>, Error> {
    let mut container = Container::empty(Kind::Elf, bytes);
    add_part(&mut container, bytes, 0, "")?;
    Ok(container)
}

/// Adds an ELF file that is at `base` in the whole file.
pub(crate) fn add_part<'a>(
    container: &mut Container<'a>,
    bytes: &'a [u8],
    base: u64,
    kernel: &'a str,
) -> Result<(), Error> {
    match bytes.get(4) {
        Some(1) => add::<Header32>(container, bytes, base, kernel),
        _ => add::<Header64>(container, bytes, base, kernel),
    }
}

fn add<'a, H: FileHeader<Endian = Endianness>>(
    container: &mut Container<'a>,
    bytes: &'a [u8],
    base: u64,
    kernel: &'a str,
) -> Result<(), Error> {
    let fail = |offset: u64, message| Error { offset: base.saturating_add(offset), message };
    let header = H::parse(bytes).map_err(|_| fail(0, "the ELF header is truncated or broken"))?;
    let endian = header.endian().map_err(|_| fail(5, "the ELF header names no byte order"))?;
    if endian != Endianness::Little {
        return Err(fail(5, "the ELF file of a GPU must be little-endian"));
    }
    let part = container.parts.len();
    container.parts.push(Part {
        kernel,
        offset: base,
        flags: header.e_flags(endian),
        machine: header.e_machine(endian),
        abi: header.e_ident().os_abi,
        abi_version: header.e_ident().abi_version,
        elf_type: header.e_type(endian),
    });
    let table_at: u64 = header.e_shoff(endian).into();
    let table =
        header.sections(endian, bytes).map_err(|_| fail(table_at, "the section table is truncated or broken"))?;
    let entry: u64 = header.e_shentsize(endian).into();
    let first = container.sections.len();
    // Each table is read once. Several tables must not be at the same bytes.
    let mut left = bytes.len();
    for (index, section) in table.iter().enumerate() {
        let at = table_at.saturating_add(entry.saturating_mul(index as u64));
        let name = table.section_name(endian, section).map_err(|_| fail(at, "the section's name is outside"))?;
        let sh_type = section.sh_type(endian);
        let data = match section.data(endian, bytes) {
            Ok(data) => data,
            Err(_) => return Err(fail(at, "the section's contents are outside the file")),
        };
        if matches!(sh_type, elf::SHT_NOTE | elf::SHT_REL | elf::SHT_RELA) {
            left = left.checked_sub(data.len()).ok_or(fail(at, "sections of notes or relocations overlap"))?;
        }
        let flags: u64 = section.sh_flags(endian).into();
        let offset: u64 = section.sh_offset(endian).into();
        container.sections.push(Section {
            name: text(name),
            part,
            index,
            kind: section_kind(sh_type, flags),
            address: section.sh_addr(endian).into(),
            offset: base.saturating_add(offset),
            size: section.sh_size(endian).into(),
            align: section.sh_addralign(endian).into().max(1),
            flags,
            sh_type,
            entry_size: section.sh_entsize(endian).into(),
            data,
        });
        if sh_type == elf::SHT_NOTE {
            let read = notes(container, data, base.saturating_add(offset));
            container.broken_notes.extend(read.err());
        }
    }
    if table.is_empty() && header.e_type(endian) == elf::ET_DYN {
        return segments::add(container, header, bytes, base).map_err(|message| fail(0, message));
    }
    let relative = header.e_type(endian) == elf::ET_REL || container.parts[part].machine != target::EM_AMDGPU;
    let mut symbols = None;
    for kind in [elf::SHT_SYMTAB, elf::SHT_DYNSYM] {
        let found = table
            .symbols(endian, bytes, kind)
            .map_err(|_| fail(table_at, "the symbol table is truncated or broken"))?;
        if !found.is_empty() {
            symbols = Some(found);
            break;
        }
    }
    let Some(symbols) = symbols else { return Ok(()) };
    let first_symbol = container.symbols.len();
    let mut left = bytes.len().saturating_mul(NAMES_LIMIT);
    container.symbols.reserve_exact(symbols.len());
    for (index, symbol) in symbols.enumerate() {
        let section = symbols
            .symbol_section(endian, symbol, index)
            .map_err(|_| fail(table_at, "a symbol's section number is missing"))?;
        let section = section.and_then(|s| {
            let number = first.checked_add(s.0)?;
            (number < container.sections.len()).then_some(number)
        });
        let value: u64 = symbol.st_value(endian).into();
        let start = section.map_or(0, |s| if relative { 0 } else { container.sections[s].address });
        let name = text(symbols.symbol_name(endian, symbol).unwrap_or(b""));
        left = left.checked_sub(name.len()).ok_or(fail(table_at, "the names of symbols overlap"))?;
        container.symbols.push(Symbol {
            name,
            section,
            value: value.wrapping_sub(start),
            size: symbol.st_size(endian).into(),
            kind: SymbolKind::of(symbol.st_type(), container.parts[part].abi, container.parts[part].abi_version),
            binding: symbol.st_bind(),
            visibility: symbol.st_visibility(),
            part,
        });
    }
    relocation::read(container, bytes, &table, first, first_symbol);
    Ok(())
}

fn section_kind(sh_type: u32, flags: u64) -> SectionKind {
    const LLVM_ADDRSIG: u32 = 0x6fff_4c03;
    match sh_type {
        elf::SHT_NOBITS => SectionKind::Zeros,
        elf::SHT_NOTE => SectionKind::Note,
        elf::SHT_NULL
        | elf::SHT_SYMTAB
        | elf::SHT_STRTAB
        | elf::SHT_HASH
        | elf::SHT_DYNAMIC
        | elf::SHT_DYNSYM
        | elf::SHT_SYMTAB_SHNDX
        | elf::SHT_GNU_HASH
        | elf::SHT_GROUP
        | LLVM_ADDRSIG => SectionKind::Derived,
        _ if flags & u64::from(elf::SHF_EXECINSTR) != 0 => SectionKind::Code,
        _ => SectionKind::Data,
    }
}

/// Finds the target, metadata and kernels of a code object.
pub(crate) fn find_kernels(container: &mut Container<'_>) -> Result<(), Error> {
    let part = container.parts[0];
    container.kind = match part.abi {
        ABI_HSA => Kind::Hsa(match part.abi_version {
            0 => 2,
            n => n.saturating_add(2),
        }),
        ABI_PAL => Kind::Pal,
        ABI_MESA3D => Kind::Mesa3d,
        _ => Kind::Elf,
    };
    target::find(container);
    metadata(container)?;
    by_descriptor(container);
    by_symbol(container);
    Ok(())
}

/// Reads the metadata notes.
fn metadata(container: &mut Container<'_>) -> Result<(), Error> {
    for note in &container.notes {
        let offset = container.sections[note.section].offset;
        let found = match (note.name, note.kind) {
            ("AMDGPU", 32) => {
                let found = MessagePack::new(note.data);
                Metadata::MessagePack(found.ok_or(Error { offset, message: "the metadata are not MessagePack" })?)
            }
            ("AMD", 10) => Metadata::Yaml(text(note.data).trim_end_matches('\0')),
            _ => continue,
        };
        container.metadata.push(found);
    }
    Ok(())
}

/// Adds kernels whose descriptor is a symbol `NAME.kd`.
fn by_descriptor(container: &mut Container<'_>) {
    // Out of millions of symbols, only a few have a descriptor.
    let described: HashSet<&str> = container.symbols.iter().filter_map(|s| s.name.strip_suffix(".kd")).collect();
    let mut code_symbols = HashMap::with_capacity(described.len());
    for symbol in container.symbols.iter().filter(|s| s.section.is_some() && described.contains(s.name)) {
        code_symbols.entry(symbol.name).or_insert(symbol);
    }
    let code = |s: &Section<'_>| s.kind == SectionKind::Code && s.address != 0;
    let code: Vec<_> = (0..container.sections.len()).filter(|n| code(&container.sections[*n])).collect();
    let mut known = HashSet::with_capacity(described.len());
    for symbol in &container.symbols {
        let Some(name) = symbol.name.strip_suffix(".kd").filter(|name| known.insert(*name)) else { continue };
        let Some(number) = symbol.section else { continue };
        let section = &container.sections[number];
        let start = symbol.value as usize;
        let Some(bytes) = start.checked_add(64).and_then(|end| section.data.get(start..end)) else { continue };
        let found = Descriptor {
            kind: DescriptorKind::Kd,
            section: number,
            at: symbol.value,
            offset: section.offset.saturating_add(symbol.value),
            bytes,
        };
        let address = section.address.wrapping_add(symbol.value);
        let entry = address.wrapping_add(descriptor::KD_ENTRY.get(bytes));
        let code = match code_symbols.get(name) {
            Some(s) => s.section.map(|n| (n, s.value, s.value.saturating_add(s.size))),
            None => code.iter().find_map(|&n| {
                let section = &container.sections[n];
                let start = entry.checked_sub(section.address).filter(|start| *start < section.size)?;
                Some((n, start, section.size))
            }),
        };
        container.kernels.push(Kernel { name, descriptor: Some(found), code });
    }
}

/// Adds kernels whose symbol has a special type, or that have a descriptor before their code or a table of registers.
pub(crate) fn by_symbol(container: &mut Container<'_>) {
    let registers = container.sections.iter().position(|s| s.name == config::SECTION && !s.data.is_empty());
    let hsa = matches!(container.kind, Kind::Hsa(2));
    let bare =
        matches!(container.kind, Kind::Gallium | Kind::Mesa3d) || container.kind == Kind::Elf && registers.is_some();
    // Global and weak symbols.
    let is_code = |s: &Symbol<'_>| {
        bare && matches!(s.binding, 1 | 2) && s.section.is_some_and(|n| container.sections[n].kind == SectionKind::Code)
    };
    if !container.symbols.iter().any(|s| s.kind == SymbolKind::HsaKernel || is_code(s)) {
        return;
    }
    let tables =
        registers.map_or_else(HashMap::new, |table| tables(container, container.sections[table].data, is_code));
    let mut known: HashSet<_> = container.kernels.iter().map(|k| k.name).collect();
    let starts: BTreeSet<_> = container.symbols.iter().filter_map(|s| Some((s.section?, s.value))).collect();
    for symbol in &container.symbols {
        let Some(number) = symbol.section else { continue };
        let section = &container.sections[number];
        if !(symbol.kind == SymbolKind::HsaKernel || is_code(symbol)) || !known.insert(symbol.name) {
            continue;
        }
        let start = symbol.value as usize;
        let head = kernel_code(section, start, hsa);
        // The code ends after the size of the symbol, or, without a size, at the next symbol.
        let end = match symbol.size {
            0 => starts
                .range((number, symbol.value.saturating_add(1))..=(number, u64::MAX))
                .next()
                .map_or(section.size, |s| s.1),
            size => symbol.value.saturating_add(size),
        };
        let end = end.min(section.size).max(symbol.value.min(section.size));
        let (found, code) = match (head, registers) {
            (Some(bytes), _) => {
                let found = Descriptor {
                    kind: DescriptorKind::KernelCode,
                    section: number,
                    at: symbol.value,
                    offset: section.offset.saturating_add(symbol.value),
                    bytes,
                };
                let entry = symbol.value.wrapping_add(descriptor::CODE_ENTRY.get(bytes));
                (Some(found), (number, entry.min(end), end))
            }
            (None, Some(table)) => {
                let section = &container.sections[table];
                let found = tables.get(&(number, symbol.value)).map(|range| Descriptor {
                    kind: DescriptorKind::Config,
                    section: table,
                    at: range.start as u64,
                    offset: section.offset.saturating_add(range.start as u64),
                    bytes: &section.data[range.clone()],
                });
                if found.is_some_and(|found| config::is_function(found.bytes)) {
                    continue;
                }
                (found, (number, symbol.value, end))
            }
            (None, None) => (None, (number, symbol.value, end)),
        };
        container.kernels.push(Kernel { name: symbol.name, descriptor: found, code: Some(code) });
    }
}

/// The descriptor of a kernel at an offset of a section, before its code.
fn kernel_code<'a>(section: &Section<'a>, start: usize, is_certain: bool) -> Option<&'a [u8]> {
    let head = start.checked_add(256).and_then(|end| section.data.get(start..end));
    head.filter(|head| is_certain || descriptor::looks_like_kernel_code(head))
}

/// The tables of registers, by the section and offset of the code. They are in the order in which a compiler wrote the
/// code, also of functions that other files do not see.
fn tables(
    container: &Container<'_>,
    data: &[u8],
    is_code: impl Fn(&Symbol<'_>) -> bool,
) -> HashMap<(usize, u64), Range<usize>> {
    let mut places: BTreeMap<usize, BTreeMap<u64, config::Code>> = BTreeMap::new();
    for symbol in &container.symbols {
        let Some(number) = symbol.section else { continue };
        let section = &container.sections[number];
        let is_function = symbol.kind == SymbolKind::Function && section.kind == SectionKind::Code;
        if !is_code(symbol) && !is_function {
            continue;
        }
        let known = places.entry(number).or_default().entry(symbol.value);
        let known = known.or_insert_with(|| config::Code {
            may_be_function: kernel_code(section, symbol.value as usize, false).is_none(),
            may_be_entry: false,
        });
        let is_aligned = (section.align | symbol.value).is_multiple_of(config::ENTRY_ALIGNMENT);
        known.may_be_entry |= is_code(symbol) && is_aligned;
    }
    let tables = config::tables(data);
    let functions: Vec<bool> = tables.iter().map(|table| config::is_function(&data[table.clone()])).collect();
    let sections: Vec<Vec<config::Code>> = places.values().map(|codes| codes.values().copied().collect()).collect();
    let order = config::order(&sections, &functions);
    let mut next: Vec<_> = places.iter().map(|(number, codes)| codes.keys().map(|value| (*number, *value))).collect();
    order.into_iter().filter_map(|section| next[section].next()).zip(tables).collect()
}
