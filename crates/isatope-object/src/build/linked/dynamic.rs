//! Tables for the loader: dynamic symbols, their hash tables, and the list of tables.

use object::elf::{
    DT_FINI_ARRAY, DT_FINI_ARRAYSZ, DT_GNU_HASH, DT_HASH, DT_INIT_ARRAY, DT_INIT_ARRAYSZ, DT_NULL, DT_PREINIT_ARRAY,
    DT_PREINIT_ARRAYSZ, DT_RELA, DT_RELACOUNT, DT_RELAENT, DT_RELASZ, DT_STRSZ, DT_STRTAB, DT_SYMENT, DT_SYMTAB,
    SHF_ALLOC,
};

use super::scan::Late;
use super::{Content, Link, Output};
use crate::build::strings::Appended;
use crate::build::{BuildError, Object, Place, tables};

/// Contents of the tables for the loader, before addresses are known.
pub(super) struct Dynamic {
    /// Symbols in the order of their table, without the empty first one, with the offsets of their names.
    pub(super) symbols: Vec<(usize, u32)>,
    pub(super) strings: Vec<u8>,
    pub(super) gnu_hash: Vec<u8>,
    pub(super) hash: Vec<u8>,
    /// Symbols whose addresses are in the global offset table.
    pub(super) slots: Vec<usize>,
    pub(super) late: Vec<Late>,
}

/// Bits by which the second hash of the filter is shifted, in the first LLD for these files and now.
const SHIFTS: (u32, u32) = (6, 26);
/// Bits of the filter for each symbol.
const FILTER_BITS: usize = 12;

/// Makes the tables, and sets the sizes of their sections.
pub(super) fn tables(
    object: &Object<'_>,
    link: &mut Link,
    slots: Vec<usize>,
    late: Vec<Late>,
) -> Result<Dynamic, BuildError> {
    let mut strings = Appended::new();
    let is_dynamic = |index: &usize| object.symbols[*index].is_dynamic();
    let all = (0..object.symbols.len()).filter(is_dynamic);
    let named: Vec<(usize, u32)> = all.map(|index| (index, strings.add(&object.symbols[index].name))).collect();
    let is_defined = |index: usize| object.symbols[index].place != Place::Undefined;
    let (defined, undefined): (Vec<_>, Vec<_>) = named.into_iter().partition(|(index, _)| is_defined(*index));

    // Symbols of one bucket are neighbours, in the order of their names in the string table.
    let buckets = (defined.len() / 4).max(1);
    let mut hashed: Vec<(usize, u32, u32)> = defined
        .into_iter()
        .map(|(index, name)| (index, name, object::elf::gnu_hash(object.symbols[index].name.as_bytes())))
        .collect();
    hashed.sort_unstable_by_key(|(index, name, hash)| (*hash as usize % buckets, *name, *index));
    let shift = if link.options.first_lld { SHIFTS.0 } else { SHIFTS.1 };
    let gnu_hash = gnu_hash(&hashed, buckets, undefined.len() + 1, shift);
    let symbols: Vec<(usize, u32)> =
        undefined.into_iter().chain(hashed.into_iter().map(|(index, name, _)| (index, name))).collect();
    let hash = hash(object, &symbols);

    let of_relocations = if late.is_empty() { 0 } else { 3 + u64::from(relative(&late) > 0) };
    let entries = 7 + of_relocations + 2 * arrays(link).count() as u64;
    let sizes = [
        (Content::DynamicSymbols, (symbols.len() as u64 + 1) * tables::SYMBOL_SIZE),
        (Content::GnuHash, gnu_hash.len() as u64),
        (Content::Hash, hash.len() as u64),
        (Content::DynamicStrings, strings.bytes.len() as u64),
        (Content::Dynamic, 16 * entries),
    ];
    for (content, size) in sizes {
        if let Some(output) = link.find(content) {
            link.outputs[output].size = size;
        }
    }
    Ok(Dynamic { symbols, strings: strings.bytes, gnu_hash, hash, slots, late })
}

/// Number of dynamic relocations that only add the base address.
pub(super) fn relative(late: &[Late]) -> u64 {
    late.iter().filter(|late| late.symbol.is_none()).count() as u64
}

fn gnu_hash(symbols: &[(usize, u32, u32)], buckets: usize, first: usize, shift: u32) -> Vec<u8> {
    let words = (symbols.len() * FILTER_BITS / 64 + 1).next_power_of_two();
    let mut filter = vec![0u64; words];
    let mut starts = vec![0u32; buckets];
    let mut chain = Vec::with_capacity(symbols.len());
    for (number, (_, _, hash)) in symbols.iter().enumerate() {
        let word = &mut filter[(*hash as usize / 64) & (words - 1)];
        *word |= 1 << (hash % 64) | 1 << ((hash >> shift) % 64);
        let bucket = *hash as usize % buckets;
        if starts[bucket] == 0 {
            starts[bucket] = (first + number) as u32;
        }
        let is_last = symbols.get(number + 1).is_none_or(|(_, _, next)| *next as usize % buckets != bucket);
        chain.push(hash & !1 | u32::from(is_last));
    }
    let head = [buckets as u32, first as u32, words as u32, shift];
    let mut out: Vec<u8> = head.iter().flat_map(|word| word.to_le_bytes()).collect();
    out.extend(filter.iter().flat_map(|word| word.to_le_bytes()));
    out.extend(starts.iter().chain(&chain).flat_map(|word| word.to_le_bytes()));
    out
}

fn hash(object: &Object<'_>, symbols: &[(usize, u32)]) -> Vec<u8> {
    let count = symbols.len() + 1;
    let mut starts = vec![0u32; count];
    let mut chain = vec![0u32; count];
    for (number, (index, _)) in (1..).zip(symbols) {
        let bucket = object::elf::hash(object.symbols[*index].name.as_bytes()) as usize % count;
        chain[number as usize] = starts[bucket];
        starts[bucket] = number;
    }
    let head = [count as u32, count as u32];
    head.iter().chain(&starts).chain(&chain).flat_map(|word| word.to_le_bytes()).collect()
}

/// Sections of functions that run before and after the program, with the tags of their addresses and sizes.
fn arrays(link: &Link) -> impl Iterator<Item = (u32, u32, &Output)> {
    const ARRAYS: [(&str, u32, u32); 3] = [
        (".preinit_array", DT_PREINIT_ARRAY, DT_PREINIT_ARRAYSZ),
        (".init_array", DT_INIT_ARRAY, DT_INIT_ARRAYSZ),
        (".fini_array", DT_FINI_ARRAY, DT_FINI_ARRAYSZ),
    ];
    let find = |name: &str| link.outputs.iter().find(|output| output.name == name && output.has(SHF_ALLOC));
    ARRAYS.into_iter().filter_map(move |(name, start, size)| Some((start, size, find(name)?)))
}

/// The list of tables, after addresses are known.
pub(super) fn list(link: &Link, dynamic: &Dynamic) -> Vec<u8> {
    let mut entries: Vec<(u32, u64)> = Vec::new();
    if !dynamic.late.is_empty() {
        entries.push((DT_RELA, link.address_of(Content::DynamicRelocations)));
        entries.push((DT_RELASZ, dynamic.late.len() as u64 * tables::RELA_SIZE));
        entries.push((DT_RELAENT, tables::RELA_SIZE));
        let count = relative(&dynamic.late);
        entries.extend((count > 0).then_some((DT_RELACOUNT, count)));
    }
    entries.extend([
        (DT_SYMTAB, link.address_of(Content::DynamicSymbols)),
        (DT_SYMENT, tables::SYMBOL_SIZE),
        (DT_STRTAB, link.address_of(Content::DynamicStrings)),
        (DT_STRSZ, dynamic.strings.len() as u64),
        (DT_GNU_HASH, link.address_of(Content::GnuHash)),
        (DT_HASH, link.address_of(Content::Hash)),
    ]);
    for (start, size, output) in arrays(link) {
        entries.extend([(start, output.address), (size, output.size)]);
    }
    entries.push((DT_NULL, 0));
    entries.iter().flat_map(|(tag, value)| [u64::from(*tag), *value]).flat_map(u64::to_le_bytes).collect()
}
