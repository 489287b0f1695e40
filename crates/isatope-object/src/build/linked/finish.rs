//! Fills in the derived tables, applies relocations, and writes the file.

use std::collections::{HashMap, HashSet};

use object::elf::{
    ET_DYN, SHF_ALLOC, SHF_LINK_ORDER, SHN_ABS, SHN_UNDEF, SHT_NOBITS, STB_LOCAL, STT_NOTYPE, STV_HIDDEN,
};

use super::dynamic::{self, Dynamic};
use super::edges::{self, OWN_FILE};
use super::frames::NOWHERE;
use super::gather::FRAMES;
use super::scan::At;
use super::{Content, Link};
use crate::build::strings::Appended;
use crate::build::tables::{self, MOST_BYTES, SectionHeader, Shape};
use crate::build::{BuildError, Edge, Object, Place, Referent, Section, Symbol};
use crate::load::{Entry, Formula, apply_one, formula_of};
use crate::relocation;

/// Sections whose numbers are larger need an extension of the format.
const MOST_SECTIONS: usize = 0xff00;

/// Writes the linked file.
pub(super) fn write(object: &Object<'_>, link: &Link, dynamic: &Dynamic) -> Result<Vec<u8>, BuildError> {
    if link.outputs.len() >= MOST_SECTIONS {
        return Err(BuildError::new("the code object has more than 65,000 sections"));
    }
    // The tables of symbols and names follow.
    let is_table = |content| matches!(content, Content::Symbols | Content::SectionNames | Content::Strings);
    let written = link.outputs.iter().filter(|o| o.kind != SHT_NOBITS && !is_table(o.content));
    let end = written.map(|o| o.offset + o.size).max().unwrap_or(0);
    if end > MOST_BYTES {
        return Err(BuildError::new(tables::TOO_LARGE));
    }
    let mut out = vec![0; end as usize];
    for (section, input) in object.sections.iter().zip(&link.inputs) {
        let Some(output) = input.output.map(|output| &link.outputs[output]) else { continue };
        match &input.parts {
            // A section without contents in a section with contents consists of zeros.
            None => put(&mut out, output.offset + input.offset, &section.data),
            Some(parts) => {
                for (number, (start, to)) in parts.iter().enumerate() {
                    let end = parts.get(number + 1).map_or(section.data.len(), |(next, _)| *next as usize);
                    if *to == NOWHERE {
                        continue;
                    }
                    put(&mut out, output.offset + to, &section.data[*start as usize..end]);
                }
            }
        }
    }
    if let Some(frames) = link.outputs.iter().find(|output| output.name == FRAMES) {
        for (at, distance) in &link.distances {
            put(&mut out, frames.offset + at, &distance.to_le_bytes());
        }
    }
    relocate(object, link, dynamic, &mut out)?;

    let table = dynamic_symbols(object, link, dynamic);
    let contents = [
        (Content::DynamicSymbols, table),
        (Content::GnuHash, dynamic.gnu_hash.clone()),
        (Content::Hash, dynamic.hash.clone()),
        (Content::DynamicStrings, dynamic.strings.clone()),
        (Content::Dynamic, dynamic::list(link, dynamic)),
        (Content::DynamicRelocations, dynamic_relocations(object, link, dynamic)),
        (Content::Slots, slots(object, link, dynamic)),
    ];
    for (content, bytes) in contents {
        if let Some(output) = link.find(content) {
            put(&mut out, link.outputs[output].offset, &bytes);
        }
    }

    let mut names = Appended::new();
    let named: Vec<u32> = link.outputs.iter().map(|o| names.add(&o.name)).collect();
    let (symbols, strings, first_global) = symbols(object, link);
    let mut headers = vec![SectionHeader::default()];
    let number = |content: Content| link.find(content).map_or(0, |output| output as u32 + 1);
    for (index, (output, name)) in link.outputs.iter().zip(named).enumerate() {
        let (link_to, info) = match output.content {
            Content::DynamicSymbols => (number(Content::DynamicStrings), 1),
            Content::GnuHash | Content::Hash | Content::DynamicRelocations => (number(Content::DynamicSymbols), 0),
            Content::Dynamic => (number(Content::DynamicStrings), 0),
            Content::Symbols => (number(Content::Strings), first_global),
            Content::Inputs if output.has(SHF_LINK_ORDER) => (linked_to(object, link, index), 0),
            _ => (0, 0),
        };
        let bytes: Option<&[u8]> = match output.content {
            Content::Symbols => Some(&symbols),
            Content::SectionNames => Some(&names.bytes),
            Content::Strings => Some(&strings),
            _ => None,
        };
        let (mut offset, mut size) = (output.offset, output.size);
        if let Some(bytes) = bytes {
            // These tables are last, and their sizes are known only now.
            tables::align(output.align, &mut out);
            (offset, size) = (out.len() as u64, bytes.len() as u64);
            out.extend(bytes);
        }
        headers.push(SectionHeader {
            name,
            kind: output.kind,
            flags: output.flags,
            address: output.address,
            offset,
            size,
            link: link_to,
            info,
            align: output.align,
            entry_size: output.entry_size,
        });
    }
    tables::align(8, &mut out);
    let text = link.outputs.iter().find(|output| output.name == ".text");
    let shape = Shape {
        entry: text.filter(|_| link.options.entry).map_or(0, |output| output.address),
        kind: ET_DYN,
        segments: link.segments.len() as u16,
        section_table: out.len() as u64,
        sections: headers.len() as u16,
        section_names: number(Content::SectionNames) as u16,
    };
    headers.iter().for_each(|header| tables::section(*header, &mut out));
    let mut start = Vec::new();
    tables::header(object.header, shape, &mut start);
    link.segments.iter().for_each(|segment| tables::segment(*segment, &mut start));
    put(&mut out, 0, &start);
    Ok(out)
}

/// Number of the section to which the first part of an output section belongs.
fn linked_to(object: &Object<'_>, link: &Link, output: usize) -> u32 {
    let mut parts = object.sections.iter().zip(&link.inputs).filter(|(_, input)| input.output == Some(output));
    let other = parts.find_map(|(section, _)| link.inputs[section.linked_to?].output);
    other.map_or(0, |other| other as u32 + 1)
}

fn put(out: &mut [u8], at: u64, bytes: &[u8]) {
    if let Some(place) = out.get_mut(at as usize..).and_then(|rest| rest.get_mut(..bytes.len())) {
        place.copy_from_slice(bytes);
    }
}

/// Address of what a relocation refers to, and the addend that remains. A reference to a section whose parts are merged
/// is one to the part at the addend.
fn address(object: &Object<'_>, link: &Link, of: Referent, addend: i64) -> (u64, i64) {
    match of {
        Referent::None => (0, addend),
        Referent::Symbol(symbol) => match object.symbols[symbol].place {
            Place::Absolute(value) => (value, addend),
            _ => (link.place(object, symbol).map_or(0, |(_, address)| address), addend),
        },
        Referent::Section(section) => {
            let input = &link.inputs[section];
            let Some(output) = input.output else { return (0, addend) };
            let start = link.outputs[output].address;
            match input.parts {
                Some(_) => (start.wrapping_add(input.moved(addend as u64)), 0),
                None => (start.wrapping_add(input.offset), addend),
            }
        }
    }
}

/// Address that a debug section has for something that is not in the linked file; `None` for other sections. In lists
/// of ranges, 0 would end the list. Source: LLD, `relocateNonAlloc`.
fn tombstone(section: &Section<'_>) -> Option<u64> {
    match section.name.as_str() {
        _ if section.has(SHF_ALLOC) => None,
        ".debug_loc" | ".debug_ranges" => Some(1),
        ".debug_names" => Some(u64::MAX),
        name => name.starts_with(".debug").then_some(0),
    }
}

/// Whether what a relocation refers to is in the linked file.
fn is_defined(object: &Object<'_>, link: &Link, of: Referent) -> bool {
    let is_kept = |section: usize| link.inputs[section].output.is_some();
    match of {
        Referent::None => false,
        Referent::Section(section) => is_kept(section),
        Referent::Symbol(symbol) => match object.symbols[symbol].place {
            Place::Section(section, _) => is_kept(section as usize),
            place => place != Place::Undefined,
        },
    }
}

/// Applies the relocations that need no loader.
fn relocate(object: &Object<'_>, link: &Link, dynamic: &Dynamic, out: &mut [u8]) -> Result<(), BuildError> {
    let got = link.address_of(Content::Slots);
    let late = dynamic.late.iter().filter_map(|late| match late.at {
        At::Section(section, offset) => Some((section, offset)),
        At::Slot(_) => None,
    });
    let late: HashSet<(usize, u64)> = late.collect();
    let slots: HashMap<usize, u64> = dynamic.slots.iter().copied().zip((0..).step_by(8)).collect();
    for (index, section) in object.sections.iter().enumerate() {
        let input = &link.inputs[index];
        let Some(output) = input.output.map(|output| &link.outputs[output]) else { continue };
        for relocation in &section.relocations {
            if late.contains(&(index, relocation.offset)) || input.drops(relocation.offset) {
                continue;
            }
            let is_address = formula_of(relocation.kind) == Some(Formula::Absolute);
            let dead = tombstone(section).filter(|_| is_address && !is_defined(object, link, relocation.of));
            let (value, addend) = match dead {
                Some(value) => (value, 0),
                None => address(object, link, relocation.of, section.addend_of(relocation)),
            };
            let at = input.moved(relocation.offset);
            let entry = Entry { offset: relocation.offset, kind: relocation.kind, symbol: 0, addend: Some(addend) };
            let slot = |_| match relocation.of {
                Referent::Symbol(symbol) => slots.get(&symbol).map(|slot| got + slot),
                _ => None,
            };
            let bytes = out.get_mut((output.offset + at) as usize..(output.offset + output.size) as usize);
            apply_one(&entry, output.address.wrapping_add(at), value, 0, slot, bytes).map_err(|reason| {
                let kind = relocation::name(relocation.kind).unwrap_or("?");
                BuildError::new(format!("relocation {kind} {reason}")).at(index, relocation.offset)
            })?;
        }
    }
    Ok(())
}

/// Relocations for the loader: first those that only add the base address, by address; then the others, by symbol.
fn dynamic_relocations(object: &Object<'_>, link: &Link, dynamic: &Dynamic) -> Vec<u8> {
    let got = link.address_of(Content::Slots);
    let kind = |name: &str| relocation::of_name(name).unwrap_or(0);
    let numbers: HashMap<usize, u32> = dynamic.symbols.iter().map(|(index, _)| *index).zip(1..).collect();
    let mut all: Vec<(u32, u64, u32, i64)> = Vec::with_capacity(dynamic.late.len());
    for late in &dynamic.late {
        let at = match late.at {
            At::Slot(slot) => got + 8 * slot as u64,
            At::Section(section, offset) => {
                let input = &link.inputs[section];
                let start = input.output.map_or(0, |output| link.outputs[output].address);
                start.wrapping_add(input.moved(offset))
            }
        };
        match late.symbol {
            Some(symbol) => {
                let number = numbers.get(&symbol).copied().unwrap_or(0);
                all.push((number, at, kind("R_AMDGPU_ABS64"), late.addend));
            }
            None => {
                let (value, addend) = address(object, link, late.of, late.addend);
                all.push((0, at, kind("R_AMDGPU_RELATIVE64"), value.wrapping_add(addend as u64) as i64));
            }
        }
    }
    all.sort_by_key(|(symbol, at, ..)| (*symbol, *at));
    let mut out = Vec::new();
    all.iter().for_each(|(symbol, at, kind, addend)| tables::rela(*at, *symbol, *kind, *addend, &mut out));
    out
}

/// The global offset table. Slots that the loader fills in are zero.
fn slots(object: &Object<'_>, link: &Link, dynamic: &Dynamic) -> Vec<u8> {
    let value = |symbol: &usize| match object.symbols[*symbol].place {
        Place::Absolute(_) => address(object, link, Referent::Symbol(*symbol), 0).0,
        _ => 0,
    };
    dynamic.slots.iter().map(value).flat_map(u64::to_le_bytes).collect()
}

/// Section number and value of a symbol.
fn place(object: &Object<'_>, link: &Link, symbol: usize) -> (u16, u64) {
    match object.symbols[symbol].place {
        Place::Absolute(value) => (SHN_ABS, value),
        // A bound of something that does not exist.
        Place::Edge(_) if link.place(object, symbol).is_none() => (SHN_ABS, 0),
        _ => link.place(object, symbol).map_or((SHN_UNDEF, 0), |(output, address)| (output as u16 + 1, address)),
    }
}

fn dynamic_symbols(object: &Object<'_>, link: &Link, dynamic: &Dynamic) -> Vec<u8> {
    let mut out = vec![0; tables::SYMBOL_SIZE as usize];
    for (index, name) in &dynamic.symbols {
        let symbol = &object.symbols[*index];
        let (section, value) = place(object, link, *index);
        tables::symbol(symbol, symbol.linked_binding(), *name, section, value, &mut out);
    }
    out
}

/// The table of all symbols, its strings, and the number of its first symbol that is not local.
fn symbols(object: &Object<'_>, link: &Link) -> (Vec<u8>, Vec<u8>, u32) {
    let mut strings = Appended::new();
    let binding = |index: usize| object.symbols[index].binding;
    let is_kept = |index: &usize| match object.symbols[*index].place {
        Place::Section(..) => !link.is_label(object, &object.symbols[*index]),
        Place::Undefined => binding(*index) != STB_LOCAL,
        _ => true,
    };
    let kept: Vec<usize> = (0..object.symbols.len()).filter(is_kept).collect();
    let (locals, globals): (Vec<usize>, Vec<usize>) = kept.into_iter().partition(|index| binding(*index) == STB_LOCAL);
    // Symbols that are local now are grouped by file, in the order in which the files come first.
    let mut groups: Vec<(u32, Vec<u8>)> = Vec::new();
    let mut after = Vec::new();
    for index in locals.into_iter().chain(globals) {
        let symbol = &object.symbols[index];
        let name = strings.add(&symbol.name);
        let (section, value) = place(object, link, index);
        let binding = symbol.linked_binding();
        let is_own = link.options.again && edges::is_own(object, symbol);
        let table = match binding {
            STB_LOCAL => of_file(&mut groups, if is_own { OWN_FILE } else { symbol.file }),
            _ => &mut after,
        };
        tables::symbol(symbol, binding, name, section, value, table);
    }
    let is_named = object.symbols.iter().any(|symbol| symbol.place == Place::Edge(Edge::Dynamic));
    if let Some(output) = link.find(Content::Dynamic).filter(|_| !is_named) {
        let symbol = Symbol { kind: STT_NOTYPE, other: STV_HIDDEN, ..Symbol::default() };
        let name = strings.add(edges::DYNAMIC);
        let address = link.outputs[output].address;
        let table = of_file(&mut groups, OWN_FILE);
        tables::symbol(&symbol, STB_LOCAL, name, output as u16 + 1, address, table);
    }
    let mut before = vec![0; tables::SYMBOL_SIZE as usize];
    groups.into_iter().for_each(|(_, symbols)| before.extend(symbols));
    let first_global = before.len() as u32 / tables::SYMBOL_SIZE as u32;
    before.extend(after);
    (before, strings.bytes, first_global)
}

/// The symbols of a file among those of all files.
fn of_file(groups: &mut Vec<(u32, Vec<u8>)>, file: u32) -> &mut Vec<u8> {
    let known = groups.iter().position(|(known, _)| *known == file).unwrap_or(groups.len());
    if known == groups.len() {
        groups.push((file, Vec::new()));
    }
    &mut groups[known].1
}
