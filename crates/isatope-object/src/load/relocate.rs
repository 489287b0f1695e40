//! Applies relocations and resolves their symbols.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

use object::elf::{self, FileHeader64};
use object::read::elf::{FileHeader, SectionHeader, SectionTable, Sym, SymbolTable};
use object::{Endianness, SectionIndex, SymbolIndex};

use super::formula::{Entry, Slots, one};
use super::{LoadError, Loaded, PAGE, Segment, broken};
use crate::Container;
use crate::text::text;
use crate::unpack::{Method, unpack};

type Header = FileHeader64<Endianness>;

/// `st_shndx` of symbols that the linker must place in LDS.
const SHN_AMDGPU_LDS: u16 = 0xff00;

/// Maximum number of undefined symbols in an error.
const UNDEFINED_LIMIT: usize = 100;

/// Value of a symbol.
#[derive(Clone, Copy)]
enum Value {
    Known(u64),
    /// A section that is not in memory.
    NotLoaded,
    Undefined,
    /// Only a linker can place it; the reason.
    Linker(&'static str),
}

/// Resolves symbols to addresses.
struct Resolver<'c, 'a> {
    container: &'c Container<'a>,
    table: SectionTable<'a, Header>,
    base: u64,
    linked: bool,
    sections: &'c [Option<u64>],
    external: &'c dyn Fn(&str) -> Option<u64>,
    names_left: Cell<usize>,
}

impl<'c, 'a> Resolver<'c, 'a> {
    fn new(
        container: &'c Container<'a>,
        base: u64,
        sections: &'c [Option<u64>],
        external: &'c dyn Fn(&str) -> Option<u64>,
    ) -> Result<Self, LoadError> {
        let file: &'a [u8] = container.file;
        let header = Header::parse(file).map_err(|_| broken("only ELF files of 64 bits are loaded"))?;
        let table = header.sections(Endianness::Little, file);
        let table = table.map_err(|_| broken("the section table is truncated or broken"))?;
        let linked = header.e_type(Endianness::Little) != elf::ET_REL;
        if table.is_empty() {
            return Err(broken("the file has no section headers, so that its relocations are not known"));
        }
        let names_left = Cell::new(file.len().saturating_mul(16));
        Ok(Self { container, table, base, linked, sections, external, names_left })
    }

    /// Tables of relocations: the number of the section that each one patches, its symbols, and its entries.
    fn tables(&self) -> impl Iterator<Item = Result<(usize, SymbolTable<'a, Header>, Vec<Entry>), LoadError>> {
        let endian = Endianness::Little;
        let file: &'a [u8] = self.container.file;
        self.table.iter().filter_map(move |section| {
            let allocated = section.sh_flags(endian) & u64::from(elf::SHF_ALLOC) != 0;
            let is_table = matches!(section.sh_type(endian), elf::SHT_REL | elf::SHT_RELA);
            // In a linked file, tables that occupy memory are for the loader. The others are leftovers of the linker.
            if !is_table || allocated != self.linked {
                return None;
            }
            let cut = || broken("a table of relocations is outside the file");
            let read = || -> Result<_, LoadError> {
                let (entries, link): (Vec<_>, SectionIndex) = if section.sh_type(endian) == elf::SHT_REL {
                    let (list, link) = section.rel(endian, file).map_err(|_| cut())?.ok_or_else(cut)?;
                    let entry = |r: &elf::Rel64<Endianness>| Entry {
                        offset: r.r_offset.get(endian),
                        kind: r.r_type(endian),
                        symbol: r.r_sym(endian) as usize,
                        addend: None,
                    };
                    (list.iter().map(entry).collect(), link)
                } else {
                    let (list, link) = section.rela(endian, file).map_err(|_| cut())?.ok_or_else(cut)?;
                    let entry = |r: &elf::Rela64<Endianness>| Entry {
                        offset: r.r_offset.get(endian),
                        kind: r.r_type(endian, false),
                        symbol: r.r_sym(endian, false) as usize,
                        addend: Some(r.r_addend.get(endian)),
                    };
                    (list.iter().map(entry).collect(), link)
                };
                let symbols = match link.0 {
                    0 => Ok(SymbolTable::default()),
                    _ => self.table.symbol_table_by_index(endian, file, link),
                };
                let symbols = symbols.map_err(|_| broken("a table of relocations has no table of symbols"))?;
                Ok((section.sh_info(endian) as usize, symbols, entries))
            };
            Some(read())
        })
    }

    /// Value of a symbol. `known` caches the values of the same table.
    fn value(
        &self,
        symbols: &SymbolTable<'a, Header>,
        number: usize,
        known: &mut HashMap<usize, Value>,
    ) -> Result<Value, LoadError> {
        if let Some(value) = known.get(&number) {
            return Ok(*value);
        }
        let value = if number == 0 { Value::Known(0) } else { self.find(symbols, number)? };
        known.insert(number, value);
        Ok(value)
    }

    fn find(&self, symbols: &SymbolTable<'a, Header>, number: usize) -> Result<Value, LoadError> {
        let endian = Endianness::Little;
        let index = SymbolIndex(number);
        let missing = |_| broken(format!("a relocation names symbol {number}, which is missing"));
        let symbol = symbols.symbol(index).map_err(missing)?;
        let value = symbol.st_value(endian);
        Ok(match symbol.st_shndx(endian) {
            elf::SHN_UNDEF => match (self.external)(self.asked(symbols, number)?) {
                Some(address) => Value::Known(address),
                None if symbol.st_bind() == elf::STB_WEAK => Value::Known(0),
                None => Value::Undefined,
            },
            elf::SHN_ABS => Value::Known(value),
            elf::SHN_COMMON => Value::Linker("is common memory"),
            SHN_AMDGPU_LDS => Value::Linker("is LDS"),
            _ if self.linked => Value::Known(self.base.wrapping_add(value)),
            _ => match symbols.symbol_section(endian, symbol, index) {
                Ok(Some(section)) => match self.sections.get(section.0) {
                    Some(Some(start)) => Value::Known(start.wrapping_add(value)),
                    _ => Value::NotLoaded,
                },
                _ => Value::NotLoaded,
            },
        })
    }

    /// Name of an undefined symbol. Names may share bytes, so their total length is bounded.
    fn asked(&self, symbols: &SymbolTable<'a, Header>, number: usize) -> Result<&'a str, LoadError> {
        let name = symbol_name(symbols, number);
        let left = self.names_left.get().checked_sub(name.len());
        self.names_left.set(left.ok_or_else(|| broken("the names of symbols overlap"))?);
        Ok(name)
    }

    fn name(&self, section: usize) -> String {
        self.container.sections.get(section).map_or("", |s| s.name).to_owned()
    }
}

fn symbol_name<'a>(symbols: &SymbolTable<'a, Header>, number: usize) -> &'a str {
    let name = symbols.symbol(SymbolIndex(number)).and_then(|symbol| symbols.symbol_name(Endianness::Little, symbol));
    text(name.unwrap_or(b""))
}

/// Applies all relocations of segments in memory.
pub(super) fn apply<'a>(
    container: &Container<'a>,
    base: u64,
    loaded: &mut Loaded<'a>,
    external: &dyn Fn(&str) -> Option<u64>,
) -> Result<(), LoadError> {
    let sections = loaded.sections.clone();
    let resolver = Resolver::new(container, base, &sections, external)?;
    let mut undefined = BTreeSet::new();
    let end = loaded.segments.last().map_or(base, |s| s.address + s.size);
    let mut slots = Slots::at(end.checked_next_multiple_of(PAGE).unwrap_or(u64::MAX));
    for table in resolver.tables() {
        let (section, symbols, entries) = table?;
        // Sections that are not in memory, such as debug information, are relocated elsewhere.
        let start = if resolver.linked { Some(base) } else { sections.get(section).copied().flatten() };
        let Some(start) = start else { continue };
        let mut known = HashMap::new();
        for entry in entries {
            let fail = |reason: String| LoadError::Relocation {
                section: resolver.name(section),
                offset: entry.offset,
                reason,
            };
            let place = start.checked_add(entry.offset).ok_or_else(|| fail("is past the address space".to_owned()))?;
            let name = || symbol_name(&symbols, entry.symbol);
            let value = match resolver.value(&symbols, entry.symbol, &mut known)? {
                Value::Known(value) => value,
                Value::NotLoaded => return Err(fail(format!("names `{}`, which is not in memory", name()))),
                Value::Linker(why) => {
                    return Err(fail(format!("names `{}`, which {why}: link the object first", name())));
                }
                Value::Undefined => {
                    if undefined.len() < UNDEFINED_LIMIT {
                        undefined.insert(name());
                    }
                    continue;
                }
            };
            let slot = |value| slots.of(value);
            let bytes = bytes_at(&mut loaded.segments, place);
            one(&entry, place, value, base, slot, bytes).map_err(fail)?;
        }
    }
    if !undefined.is_empty() {
        return Err(LoadError::Undefined(undefined.into_iter().map(str::to_owned).collect()));
    }
    loaded.segments.extend(slots.segment());
    Ok(())
}

/// Contents of a section that is not in memory, such as `.debug_line`, with relocations applied where symbols are
/// known. Sections that are not in memory start at address 0.
pub(crate) fn contents<'a>(
    container: &Container<'a>,
    loaded: &Loaded<'a>,
    number: usize,
) -> Result<Cow<'a, [u8]>, LoadError> {
    let Some(section) = container.sections.get(number) else { return Ok(Cow::Borrowed(&[])) };
    let mut data = Cow::Borrowed(section.data);
    if section.flags & u64::from(elf::SHF_COMPRESSED) != 0 {
        let whole = unpacked(section.data)
            .ok_or_else(|| broken(format!("section `{}` cannot be decompressed", section.name)))?;
        data = Cow::Owned(whole);
    }
    if container.parts[section.part].elf_type != elf::ET_REL || section.part != 0 {
        return Ok(data);
    }
    let resolver = Resolver::new(container, 0, &loaded.sections, &|_| None)?;
    for table in resolver.tables() {
        let (into, symbols, entries) = table?;
        if into != number {
            continue;
        }
        let mut known = HashMap::new();
        for entry in entries {
            let fail =
                |reason: String| LoadError::Relocation { section: resolver.name(number), offset: entry.offset, reason };
            let value = match resolver.value(&symbols, entry.symbol, &mut known)? {
                Value::Known(value) => value,
                Value::NotLoaded | Value::Undefined | Value::Linker(_) => 0,
            };
            let bytes =
                usize::try_from(entry.offset).ok().and_then(|at| data.to_mut().get_mut(at..)).unwrap_or_default();
            one(&entry, entry.offset, value, 0, |_| None, Some(bytes)).map_err(fail)?;
        }
    }
    Ok(data)
}

/// Contents of a compressed section. Its header contains the method, four unused bytes, the size and the alignment.
fn unpacked(data: &[u8]) -> Option<Vec<u8>> {
    let (header, packed) = data.split_at_checked(24)?;
    let method = match u32::from_le_bytes(header[..4].try_into().ok()?) {
        elf::ELFCOMPRESS_ZLIB => Method::Zlib,
        elf::ELFCOMPRESS_ZSTD => Method::Zstd,
        _ => return None,
    };
    let size = u64::from_le_bytes(header[8..16].try_into().ok()?);
    unpack(method, packed, size, size)
}

/// Bytes from an address on, up to the end of those that the file contains.
fn bytes_at<'s>(segments: &'s mut [Segment<'_>], address: u64) -> Option<&'s mut [u8]> {
    let next = segments.partition_point(|s| s.address <= address);
    let segment = segments.get_mut(next.checked_sub(1)?)?;
    let at = usize::try_from(address - segment.address).ok().filter(|at| *at < segment.bytes.len())?;
    segment.bytes.to_mut().get_mut(at..)
}
