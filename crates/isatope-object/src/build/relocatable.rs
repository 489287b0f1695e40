//! Relocatable objects, laid out as LLVM's assembler does: the string table has the first section header, each table of
//! relocations follows its section, and the symbol table is last. Contents come in another order.

use foldhash::HashMap;
use object::elf::{
    ET_REL, GRP_COMDAT, SHF_COMPRESSED, SHF_EXCLUDE, SHF_GROUP, SHF_INFO_LINK, SHN_ABS, SHN_COMMON, SHN_UNDEF,
    SHT_GROUP, SHT_REL, SHT_RELA, SHT_STRTAB, SHT_SYMTAB, STB_LOCAL, STT_SECTION,
};

use super::strings::Merged;
use super::tables::{self, SectionHeader, Shape};
use super::{BuildError, Group, Object, Place, Referent, Symbol};

/// Type of the section with symbols whose addresses are significant.
pub(super) const SHT_LLVM_ADDRSIG: u32 = 0x6fff_4c03;
/// Section number of symbols in workgroup memory.
pub(super) const SHN_AMDGPU_LDS: u16 = 0xff00;
/// Section numbers from here on have special meanings.
const SHN_LORESERVE: usize = 0xff00;

/// Numbers of the sections of a relocatable object.
struct Numbers {
    /// Number of each section, and of its table of relocations.
    sections: Vec<(usize, Option<usize>)>,
    /// Number of each group, and those by their names.
    groups: Vec<(Group, usize)>,
    names: HashMap<usize, usize>,
    significant: Option<usize>,
    symbols: usize,
}

impl Object<'_> {
    /// Writes a relocatable object.
    ///
    /// # Errors
    /// Returns an error if there are more sections than an ELF file holds without extensions.
    pub fn relocatable(&self) -> Result<Vec<u8>, BuildError> {
        let numbers = self.numbers();
        if numbers.symbols >= SHN_LORESERVE {
            return Err(BuildError::new("the object has more than 65,000 sections"));
        }
        let tables: Vec<Option<String>> = self.sections.iter().map(|s| s.relocation_table()).collect();
        let own = [".strtab", ".symtab"].into_iter().chain(self.significant.is_some().then_some(".llvm_addrsig"));
        let own = own.chain((!numbers.groups.is_empty()).then_some(".group"));
        let names = self.sections.iter().map(|s| s.name.as_str()).chain(tables.iter().flatten().map(String::as_str));
        let symbols = self.symbols.iter().map(|s| &*s.name);
        let strings = Merged::new(symbols, own.chain(names));
        let (order, first_global) = self.order(&numbers.names);
        let places = positions(&order, self.symbols.len(), self.sections.len());

        // A vector that grows would take up to twice the memory of a large object.
        let mut out = Vec::with_capacity(self.expected_size(&strings));
        out.resize(tables::HEADER_SIZE as usize, 0);
        let mut headers = vec![SectionHeader::default(); numbers.symbols + 1];
        for (section, (number, _)) in self.sections.iter().zip(&numbers.sections) {
            let start = (out.len() as u64).checked_next_multiple_of(section.place().max(1));
            if start.is_none_or(|start| start >= tables::MOST_BYTES) {
                return Err(BuildError::new(tables::TOO_LARGE));
            }
            tables::align(section.place(), &mut out);
            headers[*number] = SectionHeader {
                name: strings.of(&section.name),
                kind: section.kind,
                flags: section.flags,
                offset: out.len() as u64,
                size: section.len(),
                align: section.align,
                entry_size: section.entry_size,
                link: section.linked_to.map_or(0, |of| numbers.sections[of].0 as u32),
                ..SectionHeader::default()
            };
            out.extend(section.data.iter());
        }
        for (group, number) in &numbers.groups {
            tables::align(4, &mut out);
            let start = out.len() as u64;
            self.write_group(*group, &numbers, &mut out);
            headers[*number] = SectionHeader {
                name: strings.of(".group"),
                kind: SHT_GROUP,
                offset: start,
                size: out.len() as u64 - start,
                link: numbers.symbols as u32,
                info: places.of(Referent::Symbol(group.symbol)),
                align: 4,
                entry_size: 4,
                ..SectionHeader::default()
            };
        }
        tables::align(8, &mut out);
        let start = out.len() as u64;
        out.resize(out.len() + tables::SYMBOL_SIZE as usize, 0);
        for entry in &order {
            self.write_symbol(*entry, &numbers, &strings, &mut out);
        }
        headers[numbers.symbols] = SectionHeader {
            name: strings.of(".symtab"),
            kind: SHT_SYMTAB,
            offset: start,
            size: out.len() as u64 - start,
            link: 1,
            info: first_global,
            align: 8,
            entry_size: tables::SYMBOL_SIZE,
            ..SectionHeader::default()
        };
        for ((section, (number, table)), name) in self.sections.iter().zip(&numbers.sections).zip(&tables) {
            let (Some(table), Some(name)) = (table, name) else { continue };
            tables::align(8, &mut out);
            let start = out.len() as u64;
            let with_addend = section.has_addends();
            for relocation in &section.relocations {
                let symbol = places.of(relocation.of);
                match with_addend {
                    true => tables::rela(
                        relocation.offset,
                        symbol,
                        relocation.kind,
                        relocation.addend.unwrap_or(0),
                        &mut out,
                    ),
                    false => tables::rel(relocation.offset, symbol, relocation.kind, &mut out),
                }
            }
            headers[*table] = SectionHeader {
                name: strings.of(name),
                kind: if with_addend { SHT_RELA } else { SHT_REL },
                flags: if section.has(SHF_GROUP) { SHF_GROUP.into() } else { SHF_INFO_LINK.into() },
                offset: start,
                size: out.len() as u64 - start,
                link: numbers.symbols as u32,
                info: *number as u32,
                align: 8,
                entry_size: if with_addend { tables::RELA_SIZE } else { 16 },
                ..SectionHeader::default()
            };
        }
        if let (Some(number), Some(significant)) = (numbers.significant, &self.significant) {
            let start = out.len() as u64;
            for referent in significant {
                leb128(places.of(*referent), &mut out);
            }
            headers[number] = SectionHeader {
                name: strings.of(".llvm_addrsig"),
                kind: SHT_LLVM_ADDRSIG,
                flags: SHF_EXCLUDE.into(),
                offset: start,
                size: out.len() as u64 - start,
                link: numbers.symbols as u32,
                align: 1,
                ..SectionHeader::default()
            };
        }
        headers[1] = SectionHeader {
            name: strings.of(".strtab"),
            kind: SHT_STRTAB,
            offset: out.len() as u64,
            size: strings.bytes.len() as u64,
            align: 1,
            ..SectionHeader::default()
        };
        out.extend(&strings.bytes);
        tables::align(8, &mut out);
        let shape = Shape {
            entry: 0,
            kind: ET_REL,
            segments: 0,
            section_table: out.len() as u64,
            sections: headers.len() as u16,
            section_names: 1,
        };
        headers.iter().for_each(|header| tables::section(*header, &mut out));
        let mut start = Vec::with_capacity(tables::HEADER_SIZE as usize);
        tables::header(self.header, shape, &mut start);
        out[..start.len()].copy_from_slice(&start);
        Ok(out)
    }

    /// Size of the file in bytes, or a little more, unless there are unusual alignments.
    fn expected_size(&self, strings: &Merged<'_>) -> usize {
        const SECTION: usize = 2 * tables::SECTION_SIZE as usize + 256;
        let entries = tables::RELA_SIZE as usize;
        let contents = self.sections.iter().map(|s| SECTION + s.data.len() + entries * s.relocations.len());
        // Each section may have a symbol.
        let symbols = (self.symbols.len() + self.sections.len()) * tables::SYMBOL_SIZE as usize;
        let significant = self.significant.as_ref().map_or(0, |all| 5 * all.len());
        contents.sum::<usize>() + symbols + significant + strings.bytes.len() + 4096
    }

    fn numbers(&self) -> Numbers {
        let mut numbers = 2..;
        let mut take = || numbers.next().unwrap_or(usize::MAX);
        let mut groups: Vec<(Group, usize)> = Vec::new();
        let mut sections = Vec::with_capacity(self.sections.len());
        for section in &self.sections {
            if let Some(group) = section.group
                && !groups.iter().any(|(known, _)| known.symbol == group.symbol)
            {
                groups.push((group, take()));
            }
            sections.push((take(), (!section.relocations.is_empty()).then(&mut take)));
        }
        let significant = self.significant.is_some().then(&mut take);
        let names = self.group_names(&groups);
        Numbers { sections, groups, names, significant, symbols: take() }
    }

    /// Writes the flags of a group and the numbers of its sections.
    fn write_group(&self, group: Group, numbers: &Numbers, out: &mut Vec<u8>) {
        let flags = if group.is_common { GRP_COMDAT } else { 0 };
        out.extend(flags.to_le_bytes());
        for (section, (number, table)) in self.sections.iter().zip(&numbers.sections) {
            if section.group.is_some_and(|of| of.symbol == group.symbol) {
                for member in [Some(*number), *table].into_iter().flatten() {
                    out.extend((member as u32).to_le_bytes());
                }
            }
        }
    }

    /// Numbers of the groups whose names have no other meaning, by the symbols with these names.
    fn group_names(&self, groups: &[(Group, usize)]) -> HashMap<usize, usize> {
        let undefined = groups.iter().filter(|(group, _)| self.symbols[group.symbol].place == Place::Undefined);
        let mut names: HashMap<usize, usize> = undefined.map(|(group, number)| (group.symbol, *number)).collect();
        for relocation in self.sections.iter().flat_map(|s| &s.relocations).take_while(|_| !groups.is_empty()) {
            if let Referent::Symbol(symbol) = relocation.of {
                names.remove(&symbol);
            }
        }
        names
    }

    /// Entries of the symbol table after the empty one: local symbols, then the others. Symbols of sections exist where
    /// something uses them, in the order in which the assembler met sections and symbols. Also returns the number of
    /// the first entry that is not local.
    fn order(&self, names: &HashMap<usize, usize>) -> (Vec<Referent>, u32) {
        let is_local = |index: usize, s: &Symbol<'_>| {
            s.binding == STB_LOCAL && s.place != Place::Undefined || names.contains_key(&index)
        };
        let locals: Vec<bool> = self.symbols.iter().enumerate().map(|(index, s)| is_local(index, s)).collect();
        let indices = |local: bool| {
            let locals = &locals;
            (0..self.symbols.len()).filter(move |index| locals[*index] == local).map(Referent::Symbol)
        };
        let mut used = vec![false; self.sections.len()];
        for referent in self.referents() {
            if let Referent::Section(section) = referent {
                used[section] = true;
            }
        }
        let mut sections: Vec<usize> = (0..used.len()).filter(|section| used[*section]).collect();
        sections.sort_unstable_by_key(|number| {
            let section = &self.sections[*number];
            (section.symbols_before, section.symbol_order, *number)
        });
        let mut sections = sections.into_iter().peekable();
        let mut order = Vec::with_capacity(self.symbols.len() + self.sections.len());
        for symbol in indices(true) {
            let Referent::Symbol(index) = symbol else { continue };
            while let Some(section) = sections.next_if(|section| self.sections[*section].symbols_before <= index) {
                order.push(Referent::Section(section));
            }
            order.push(symbol);
        }
        order.extend(sections.map(Referent::Section));
        let first_global = order.len() as u32 + 1;
        order.extend(indices(false));
        (order, first_global)
    }

    fn write_symbol(&self, entry: Referent, numbers: &Numbers, strings: &Merged<'_>, out: &mut Vec<u8>) {
        match entry {
            Referent::None => {}
            Referent::Section(section) => {
                let symbol = Symbol { kind: STT_SECTION, ..Symbol::default() };
                tables::symbol(&symbol, STB_LOCAL, 0, numbers.sections[section].0 as u16, 0, out);
            }
            Referent::Symbol(index) => {
                let symbol = &self.symbols[index];
                if let Some(group) = numbers.names.get(&index) {
                    return tables::symbol(symbol, STB_LOCAL, strings.symbols[index], *group as u16, 0, out);
                }
                let (section, value) = match symbol.place {
                    Place::Undefined | Place::Edge(_) => (SHN_UNDEF, 0),
                    Place::Section(section, offset) => (numbers.sections[section as usize].0 as u16, offset),
                    Place::Absolute(value) => (SHN_ABS, value),
                    Place::Common(align) => (SHN_COMMON, align),
                    Place::Lds(align) => (SHN_AMDGPU_LDS, align),
                };
                tables::symbol(symbol, symbol.binding, strings.symbols[index], section, value, out);
            }
        }
    }
}

impl super::Section<'_> {
    /// Alignment in the file: that of the contents, which a compressed section has at offset 16.
    fn place(&self) -> u64 {
        let contents = self.data.get(16..24).filter(|_| self.has(SHF_COMPRESSED));
        contents.and_then(|bytes| bytes.try_into().ok()).map_or(self.align, u64::from_le_bytes)
    }

    /// Whether the addends of its relocations are in the table.
    fn has_addends(&self) -> bool {
        self.relocations.iter().any(|r| r.addend.is_some())
    }

    fn relocation_table(&self) -> Option<String> {
        let prefix = if self.has_addends() { ".rela" } else { ".rel" };
        (!self.relocations.is_empty()).then(|| format!("{prefix}{}", self.name))
    }
}

/// Numbers of the entries of the symbol table.
struct Positions {
    symbols: Vec<u32>,
    sections: Vec<u32>,
}

impl Positions {
    fn of(&self, referent: Referent) -> u32 {
        match referent {
            Referent::None => 0,
            Referent::Symbol(index) => self.symbols[index],
            Referent::Section(index) => self.sections[index],
        }
    }
}

fn positions(order: &[Referent], symbols: usize, sections: usize) -> Positions {
    let mut found = Positions { symbols: vec![0; symbols], sections: vec![0; sections] };
    for (number, entry) in (1..).zip(order) {
        match entry {
            Referent::None => {}
            Referent::Symbol(index) => found.symbols[*index] = number,
            Referent::Section(index) => found.sections[*index] = number,
        }
    }
    found
}

fn leb128(mut value: u32, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
