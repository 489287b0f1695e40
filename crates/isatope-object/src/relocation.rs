//! Relocations of an object, and the names of their types.

use object::Endianness;
use object::elf;
use object::read::elf::{FileHeader, Rel, Rela, SectionHeader, SectionTable};

use crate::{Container, Relocation, SectionKind, SymbolKind};

/// Relocation types of AMD's code objects.
const NAMES: &[(u32, &str)] = &[
    (0, "R_AMDGPU_NONE"),
    (1, "R_AMDGPU_ABS32_LO"),
    (2, "R_AMDGPU_ABS32_HI"),
    (3, "R_AMDGPU_ABS64"),
    (4, "R_AMDGPU_REL32"),
    (5, "R_AMDGPU_REL64"),
    (6, "R_AMDGPU_ABS32"),
    (7, "R_AMDGPU_GOTPCREL"),
    (8, "R_AMDGPU_GOTPCREL32_LO"),
    (9, "R_AMDGPU_GOTPCREL32_HI"),
    (10, "R_AMDGPU_REL32_LO"),
    (11, "R_AMDGPU_REL32_HI"),
    (13, "R_AMDGPU_RELATIVE64"),
    (14, "R_AMDGPU_REL16"),
];

/// Name of a relocation type of AMD's code objects.
pub fn name(kind: u32) -> Option<&'static str> {
    NAMES.iter().find(|n| n.0 == kind).map(|n| n.1)
}

/// Number of a relocation type, by its name.
pub fn of_name(name: &str) -> Option<u32> {
    NAMES.iter().find(|n| n.1 == name).map(|n| n.0)
}

/// Whether a relocation puts the distance from its place to something there.
pub fn is_distance(kind: u32) -> bool {
    let names = ["R_AMDGPU_REL16", "R_AMDGPU_REL32", "R_AMDGPU_REL64", "R_AMDGPU_REL32_LO", "R_AMDGPU_REL32_HI"];
    name(kind).is_some_and(|name| names.contains(&name))
}

/// Number of bytes that a relocation changes.
pub fn size(kind: u32) -> usize {
    match name(kind) {
        None | Some("R_AMDGPU_NONE") => 0,
        Some("R_AMDGPU_REL16") => 2,
        Some("R_AMDGPU_ABS64" | "R_AMDGPU_REL64" | "R_AMDGPU_RELATIVE64") => 8,
        Some(_) => 4,
    }
}

/// Reads the relocations of a file. Its sections start at index `first`, and its symbols at index `first_symbol`. A
/// table that is read completely becomes a derived section; a malformed table stays data.
pub(crate) fn read<'a, H: FileHeader<Endian = Endianness>>(
    container: &mut Container<'a>,
    bytes: &'a [u8],
    table: &SectionTable<'a, H>,
    first: usize,
    first_symbol: usize,
) {
    let endian = Endianness::Little;
    for (number, section) in table.iter().enumerate() {
        // Relocations of linked files are for the loader, and do not belong to a section.
        let flags: u64 = section.sh_flags(endian).into();
        let into = section.sh_info(endian) as usize;
        let place = first.saturating_add(into);
        if flags & u64::from(elf::SHF_ALLOC) != 0 || into == 0 || place >= container.sections.len() {
            continue;
        }
        let size = container.sections[place].size;
        let symbol = |index: usize| -> Option<&'a str> {
            if index == 0 {
                return Some("");
            }
            let found = container.symbols.get(first_symbol.checked_add(index)?)?;
            if found.kind != SymbolKind::Section {
                return (!found.name.is_empty()).then_some(found.name);
            }
            container.sections.get(found.section?).map(|s| s.name)
        };
        let mut list: Vec<Relocation<'a>> = Vec::new();
        let mut complete = true;
        let mut add = |offset: u64, index: usize, kind: u32, addend: Option<i64>| match symbol(index) {
            Some(symbol) if offset < size => list.push(Relocation { section: place, offset, kind, symbol, addend }),
            _ => complete = false,
        };
        let found = if let Ok(Some((entries, _))) = section.rel(endian, bytes) {
            entries.iter().for_each(|r| {
                add(r.r_offset(endian).into(), r.r_sym(endian) as usize, r.r_type(endian), None);
            });
            true
        } else if let Ok(Some((entries, _))) = section.rela(endian, bytes) {
            entries.iter().for_each(|r| {
                let addend: i64 = r.r_addend(endian).into();
                add(r.r_offset(endian).into(), r.r_sym(endian, false) as usize, r.r_type(endian, false), Some(addend));
            });
            true
        } else {
            false
        };
        if found && complete {
            container.relocations.append(&mut list);
            container.sections[first + number].kind = SectionKind::Derived;
        }
    }
}
