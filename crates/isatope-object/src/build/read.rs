//! Reads an ELF file as the [`Object`] that it is written from.

use std::cell::LazyCell;
use std::collections::HashMap;

use object::Endianness;
use object::elf::{
    self, FileHeader64, GRP_COMDAT, SHF_ALLOC, SHF_LINK_ORDER, SHN_ABS, SHN_COMMON, SHN_UNDEF, SHT_DYNAMIC, SHT_DYNSYM,
    SHT_GNU_HASH, SHT_GROUP, SHT_HASH, SHT_NOBITS, SHT_NULL, SHT_REL, SHT_RELA, SHT_STRTAB, SHT_SYMTAB, STB_GLOBAL,
    STB_LOCAL, STT_SECTION, STV_HIDDEN, STV_INTERNAL, SectionHeader64, Sym64,
};
use object::read::elf::{FileHeader, SectionHeader, SectionTable, Sym};
use object::{SectionIndex, SymbolIndex};

use super::linked::edges::DYNAMIC;
use super::relocatable::{SHN_AMDGPU_LDS, SHT_LLVM_ADDRSIG};
use super::{BuildError, Edge, Group, Header, Object, Place, Referent, Relocation, Section, Symbol};
use crate::relocation;
use crate::target::EM_AMDGPU;
use crate::text::text;

/// What the sections and symbols of a file are in the object that is read from it.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// For each section of the file its index in [`Object::sections`]; `None` for sections that are left out.
    pub sections: Vec<Option<usize>>,
    /// For each entry of the symbol table what it is.
    pub symbols: Vec<Referent>,
}

type File = FileHeader64<Endianness>;
type Table<'a> = SectionTable<'a, File>;

const ENDIAN: Endianness = Endianness::Little;

impl<'a> Object<'a> {
    /// Reads a relocatable object or a linked code object. Tables that assembler and linker derive are left out, a
    /// symbol that linking made local is global again, and relocations for the loader belong to the sections that they
    /// change.
    ///
    /// # Errors
    /// Returns an error if the file is not an ELF file of AMD's GPUs, if it is malformed, or if it contains something
    /// that an [`Object`] cannot represent.
    pub fn read(file: &'a [u8]) -> Result<Self, BuildError> {
        Ok(Self::read_numbered(file)?.0)
    }

    /// Like [`read`](Self::read). Also returns what the sections and symbols of the file are in the object.
    ///
    /// # Errors
    /// Like [`read`](Self::read).
    pub fn read_numbered(file: &'a [u8]) -> Result<(Self, Numbers), BuildError> {
        let malformed = |what: &str| BuildError::new(format!("{what} is truncated or broken"));
        let header = File::parse(file).map_err(|_| malformed("the ELF header"))?;
        if header.endian().ok() != Some(ENDIAN) || header.e_machine(ENDIAN) != EM_AMDGPU {
            return Err(BuildError::new("the file is not an ELF file of AMD's GPUs"));
        }
        let is_linked = header.e_type(ENDIAN) != elf::ET_REL;
        let table = header.sections(ENDIAN, file).map_err(|_| malformed("the section table"))?;
        let ident = header.e_ident();
        let mut object = Object {
            header: Header { abi: ident.os_abi, abi_version: ident.abi_version, flags: header.e_flags(ENDIAN) },
            ..Object::default()
        };
        let mut numbers: Vec<Option<usize>> = Vec::new();
        for section in table.iter() {
            let name = table.section_name(ENDIAN, section).map_err(|_| malformed("a section name"))?;
            if is_derived(section, text(name), is_linked) {
                numbers.push(None);
                continue;
            }
            let data = section.data(ENDIAN, file).map_err(|_| malformed("a section"))?;
            numbers.push(Some(object.sections.len()));
            object.sections.push(Section {
                name: text(name).to_owned(),
                kind: section.sh_type(ENDIAN),
                flags: section.sh_flags(ENDIAN),
                align: section.sh_addralign(ENDIAN),
                entry_size: section.sh_entsize(ENDIAN),
                data: data.into(),
                size: if section.sh_type(ENDIAN) == SHT_NOBITS { section.sh_size(ENDIAN) } else { 0 },
                relocations: Vec::new(),
                ..Section::default()
            });
        }
        let symbols = object.read_symbols(file, &table, &numbers, is_linked)?;
        object.read_groups(file, &table, &numbers, &symbols)?;
        match is_linked {
            true => object.read_dynamic_relocations(file, &table, &numbers)?,
            false => object.read_relocations(file, &table, &numbers, &symbols)?,
        }
        Ok((object, Numbers { sections: numbers, symbols }))
    }

    /// Reads which sections belong to groups, and which to other sections.
    fn read_groups(
        &mut self,
        file: &'a [u8],
        table: &Table<'a>,
        numbers: &[Option<usize>],
        symbols: &[Referent],
    ) -> Result<(), BuildError> {
        let malformed = || BuildError::new("a group of sections is truncated or broken");
        let number = |index: u32| numbers.get(index as usize).copied().flatten();
        for (section, own) in table.iter().zip(numbers) {
            if let Some(own) = own.filter(|_| section.sh_flags(ENDIAN) & u64::from(SHF_LINK_ORDER) != 0) {
                self.sections[own].linked_to = number(section.sh_link(ENDIAN));
            }
            let Some((flags, members)) = section.group(ENDIAN, file).map_err(|_| malformed())? else { continue };
            let name = symbols.get(section.sh_info(ENDIAN) as usize);
            let Some(Referent::Symbol(symbol)) = name.copied() else { return Err(malformed()) };
            for member in members.iter().filter_map(|member| number(member.get(ENDIAN))) {
                self.sections[member].group = Some(Group { symbol, is_common: flags & GRP_COMDAT != 0 });
            }
        }
        Ok(())
    }

    /// Reads the symbols. Returns what each entry of the table is.
    fn read_symbols(
        &mut self,
        file: &'a [u8],
        table: &Table<'a>,
        numbers: &[Option<usize>],
        is_linked: bool,
    ) -> Result<Vec<Referent>, BuildError> {
        let malformed = || BuildError::new("the symbol table is truncated or broken");
        let mut symbols = table.symbols(ENDIAN, file, SHT_SYMTAB).map_err(|_| malformed())?;
        if symbols.is_empty() {
            symbols = table.symbols(ENDIAN, file, SHT_DYNSYM).map_err(|_| malformed())?;
        }
        let mut read = Vec::with_capacity(symbols.len());
        // The place of a symbol in the order of names, and its index in the table.
        let mut keys: Vec<(u32, u32)> = Vec::with_capacity(symbols.len());
        let mut files = Files::default();
        let mut referents = vec![Referent::None; symbols.len().max(1)];
        let mut left = file.len().saturating_mul(16);
        for (index, symbol) in symbols.enumerate() {
            if index == SymbolIndex(0) {
                continue;
            }
            let section = symbols.symbol_section(ENDIAN, symbol, index).map_err(|_| malformed())?;
            let number = section.and_then(|section| numbers.get(section.0).copied().flatten());
            if symbol.st_type() == STT_SECTION {
                referents[index.0] = number.map_or(Referent::None, Referent::Section);
                if let Some(number) = number {
                    self.sections[number].symbols_before = read.len();
                    self.sections[number].symbol_order = index.0;
                }
                continue;
            }
            let name = text(symbols.symbol_name(ENDIAN, symbol).map_err(|_| malformed())?);
            left = left.checked_sub(name.len()).ok_or_else(|| BuildError::new("the names of symbols overlap"))?;
            // The linker gives the start of the file an address in the first section, which it makes itself.
            let edge = match symbol.st_value(ENDIAN) {
                _ if !is_linked => None,
                _ if name == DYNAMIC => Some(Edge::Dynamic),
                value => (value == 0).then_some(Edge::File),
            };
            let edge = edge.map(Place::Edge);
            let Some(place) = place(symbol, section, number, table, is_linked).or(edge) else {
                return Err(BuildError::new(format!("symbol `{name}` is in a section that cannot be read")));
            };
            let is_unseen = matches!(symbol.st_visibility(), STV_HIDDEN | STV_INTERNAL);
            let hidden = is_linked && symbol.st_bind() == STB_LOCAL && is_unseen;
            let is_local = symbol.st_bind() == STB_LOCAL;
            let at = symbols.symbol(index).map_or(0, |s| s.st_name(ENDIAN));
            let symbol = Symbol {
                name: name.into(),
                place,
                size: symbol.st_size(ENDIAN),
                kind: symbol.st_type(),
                binding: if hidden { STB_GLOBAL } else { symbol.st_bind() },
                other: symbol.st_other(),
                file: if is_linked && is_local { files.of(hidden, at) } else { 0 },
            };
            let order = if is_linked && (hidden || !is_local) { at } else { 0 };
            keys.push((order, index.0 as u32));
            read.push(symbol);
        }
        // A linker adds the names of local symbols, then those of the others in the order of the symbols in its inputs.
        // Afterwards it moves those that became local to the start.
        if !keys.is_sorted() {
            let mut both: Vec<((u32, u32), Symbol<'a>)> = keys.into_iter().zip(read).collect();
            both.sort_unstable_by_key(|(key, _)| *key);
            (keys, read) = both.into_iter().unzip();
        }
        // The linker adds this symbol at the end if no input refers to it.
        if read.last().is_some_and(|symbol| symbol.place == Place::Edge(Edge::Dynamic)) {
            read.pop();
            keys.pop();
        }
        for (number, (_, index)) in keys.into_iter().enumerate() {
            referents[index as usize] = Referent::Symbol(number);
        }
        self.symbols = read;
        Ok(referents)
    }

    /// Reads the relocations for the loader. An address in this file becomes a section and an offset in it.
    fn read_dynamic_relocations(
        &mut self,
        file: &'a [u8],
        table: &Table<'a>,
        numbers: &[Option<usize>],
    ) -> Result<(), BuildError> {
        let malformed = || BuildError::new("the relocations for the loader are truncated or broken");
        let symbols = &self.symbols;
        let names: LazyCell<HashMap<&str, usize>, _> = LazyCell::new(|| {
            symbols.iter().zip(0..).filter(|(s, _)| s.is_dynamic()).map(|(s, i)| (&*s.name, i)).collect()
        });
        let dynamic = table.symbols(ENDIAN, file, SHT_DYNSYM).map_err(|_| malformed())?;
        // Sections in the order of their addresses.
        let mut places: Vec<(u64, u64, usize)> = Vec::new();
        for (section, number) in table.iter().zip(numbers) {
            let is_loaded = section.sh_flags(ENDIAN) & u64::from(SHF_ALLOC) != 0;
            if let Some(number) = number.filter(|_| is_loaded) {
                places.push((section.sh_addr(ENDIAN), section.sh_size(ENDIAN), number));
            }
        }
        places.sort_unstable();
        let place_of = |address: u64| {
            let last = places.partition_point(|(start, ..)| *start <= address).checked_sub(1)?;
            let (start, size, number) = places[last];
            (address - start <= size).then_some((number, address - start))
        };
        // A pointer may lead outside of every section, such as one to the element before an array.
        let nearest = |address: u64| {
            let after = places.partition_point(|(start, ..)| *start <= address);
            let before = after.checked_sub(1).map(|last| places[last]);
            let distance = |(start, size, _): &(u64, u64, usize)| {
                if address < *start { start - address } else { (address - start).saturating_sub(*size) }
            };
            let (start, _, number) = before.into_iter().chain(places.get(after).copied()).min_by_key(distance)?;
            Some((number, address.wrapping_sub(start)))
        };
        for section in table.iter().filter(|s| s.sh_type(ENDIAN) == SHT_RELA) {
            let Some((list, _)) = section.rela(ENDIAN, file).map_err(|_| malformed())? else { continue };
            for entry in list {
                let (into, offset) = place_of(entry.r_offset.get(ENDIAN)).ok_or_else(malformed)?;
                let addend = entry.r_addend.get(ENDIAN);
                let relocation = match relocation::name(entry.r_type(ENDIAN, false)) {
                    Some("R_AMDGPU_RELATIVE64") => {
                        let (section, addend) = nearest(addend as u64).ok_or_else(malformed)?;
                        let kind = relocation::of_name("R_AMDGPU_ABS64").ok_or_else(malformed)?;
                        Relocation { offset, kind, of: Referent::Section(section), addend: Some(addend as i64) }
                    }
                    Some("R_AMDGPU_ABS64") => {
                        let index = SymbolIndex(entry.r_sym(ENDIAN, false) as usize);
                        let symbol = dynamic.symbol(index).map_err(|_| malformed())?;
                        let name = text(dynamic.symbol_name(ENDIAN, symbol).map_err(|_| malformed())?);
                        let of = names.get(name).copied().map(Referent::Symbol).ok_or_else(malformed)?;
                        Relocation { offset, kind: entry.r_type(ENDIAN, false), of, addend: Some(addend) }
                    }
                    _ => return Err(BuildError::new("the loader does not know a relocation of the file")),
                };
                self.sections[into].relocations.push(relocation);
            }
        }
        self.sections.iter_mut().for_each(|section| section.relocations.sort_by_key(|r| r.offset));
        Ok(())
    }

    fn read_relocations(
        &mut self,
        file: &'a [u8],
        table: &Table<'a>,
        numbers: &[Option<usize>],
        symbols: &[Referent],
    ) -> Result<(), BuildError> {
        let malformed = || BuildError::new("a table of relocations is truncated or broken");
        for section in table.iter() {
            if section.sh_type(ENDIAN) == SHT_LLVM_ADDRSIG {
                let data = section.data(ENDIAN, file).map_err(|_| malformed())?;
                // Tools that remove symbols leave this table as it is, and linkers then ignore it.
                self.significant = leb128(data).map(|number| symbols.get(number?).copied()).collect();
            }
            let of = |number: usize| symbols.get(number).copied();
            let mut all = Vec::new();
            if let Some((list, _)) = section.rela(ENDIAN, file).map_err(|_| malformed())? {
                for entry in list {
                    all.push(Relocation {
                        offset: entry.r_offset.get(ENDIAN),
                        kind: entry.r_type(ENDIAN, false),
                        of: of(entry.r_sym(ENDIAN, false) as usize).ok_or_else(malformed)?,
                        addend: Some(entry.r_addend.get(ENDIAN)),
                    });
                }
            } else if let Some((list, _)) = section.rel(ENDIAN, file).map_err(|_| malformed())? {
                for entry in list {
                    all.push(Relocation {
                        offset: entry.r_offset.get(ENDIAN),
                        kind: entry.r_type(ENDIAN),
                        of: of(entry.r_sym(ENDIAN) as usize).ok_or_else(malformed)?,
                        addend: None,
                    });
                }
            } else {
                continue;
            }
            let into = numbers.get(section.sh_info(ENDIAN) as usize).copied().flatten().ok_or_else(malformed)?;
            self.sections[into].relocations.append(&mut all);
        }
        Ok(())
    }
}

/// Finds the objects that a file was linked from, as far as they matter: the local symbols of an object come before
/// those that became local, which have the order of their names.
#[derive(Default)]
struct Files {
    /// Number of the object.
    number: u32,
    /// Offset of the last name of a symbol that became local.
    last: Option<u32>,
}

impl Files {
    /// The object of the next local symbol, whose name has this offset. `hidden` says whether it became local.
    fn of(&mut self, hidden: bool, name: u32) -> u32 {
        if self.last.is_some_and(|last| !hidden || name < last) {
            self.number += 1;
        }
        self.last = hidden.then_some(name);
        self.number
    }
}

/// Place of a symbol; `None` if it is in a derived section. Values in linked files are addresses.
fn place(
    symbol: &Sym64<Endianness>,
    section: Option<SectionIndex>,
    number: Option<usize>,
    table: &Table<'_>,
    is_linked: bool,
) -> Option<Place> {
    let value = symbol.st_value(ENDIAN);
    Some(match symbol.st_shndx(ENDIAN) {
        SHN_UNDEF => Place::Undefined,
        SHN_ABS => Place::Absolute(value),
        SHN_COMMON => Place::Common(value),
        SHN_AMDGPU_LDS => Place::Lds(value),
        // The name of a group, in the section of the group.
        _ if section
            .and_then(|section| table.section(section).ok())
            .is_some_and(|s| s.sh_type(ENDIAN) == SHT_GROUP) =>
        {
            Place::Undefined
        }
        _ => {
            let start = match is_linked {
                true => table.section(section?).ok()?.sh_addr(ENDIAN),
                false => 0,
            };
            Place::Section(number? as u32, value.wrapping_sub(start))
        }
    })
}

/// Whether assembler or linker make a section.
fn is_derived(section: &SectionHeader64<Endianness>, name: &str, is_linked: bool) -> bool {
    match section.sh_type(ENDIAN) {
        SHT_NULL | SHT_SYMTAB | SHT_STRTAB | SHT_HASH | SHT_GNU_HASH | SHT_DYNAMIC | SHT_DYNSYM | SHT_REL
        | SHT_RELA | SHT_GROUP | SHT_LLVM_ADDRSIG => true,
        _ => is_linked && name == super::linked::PADDING,
    }
}

/// Numbers in LEB128; `None` for one that does not end or does not fit.
fn leb128(bytes: &[u8]) -> impl Iterator<Item = Option<usize>> {
    bytes.split_inclusive(|byte| byte & 0x80 == 0).map(|digits| {
        let ends = digits.last().is_some_and(|byte| byte & 0x80 == 0) && digits.len() <= 4;
        ends.then(|| digits.iter().rev().fold(0, |value, byte| value << 7 | usize::from(byte & 0x7f)))
    })
}
