//! Names for the places that code and data lead to: symbols, and labels where there is none.

use isatope_object::{Container, Section, SectionKind, Symbol, SymbolKind, config};
use object::elf::{SHF_ALLOC, STB_LOCAL, STV_DEFAULT};

use super::branches::write_label;
use super::code::Label;
use super::index::Index;
use super::linkage::Linkage;
use super::symbols::{Lines, label_name};
use super::text::Text;
use super::view::Lister;
use crate::assembler::PADDING;

/// Symbols before a place that are looked at: several may have the same address.
pub(super) const NEAR: usize = 8;
/// Bytes from a place that belongs to nothing up to a symbol that is named instead: code subtracts small numbers from
/// the address of a table.
const BEFORE: u64 = 64;
/// Bytes outside of a section up to which an address belongs to it.
const OUTSIDE: u64 = 1 << 12;

/// A symbol, or a label of the listing itself, that is named for an address. It may have another address nearby.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim<'k> {
    /// Index into [`Container::sections`].
    pub section: usize,
    /// Offset in the section of what is named.
    pub offset: u64,
    /// Name of the symbol in the listing.
    pub(super) symbol: Option<&'k str>,
}

/// Names of places in a container.
pub(super) struct Aims<'k, 'a> {
    pub(super) container: &'k Container<'a>,
    index: &'k Index<'k, 'a>,
    pub(super) linkage: Option<&'k Linkage<'a>>,
    /// For each symbol whether one of the same name is shown before it.
    again: &'k [bool],
    pub(super) lister: &'k Lister<'k>,
    /// Whether the file is linked, so that its sections have addresses.
    pub(super) is_linked: bool,
    /// Addresses of sections in ascending order, with their numbers.
    spans: Vec<(u64, usize)>,
    /// For each section its number among those with code, and the offsets that need labels.
    codes: Vec<u32>,
    places: Vec<Vec<u64>>,
}

impl<'k, 'a> Aims<'k, 'a> {
    /// Names for a listing that is complete.
    pub(super) fn new(
        container: &'k Container<'a>,
        index: &'k Index<'k, 'a>,
        linkage: Option<&'k Linkage<'a>>,
        again: &'k [bool],
        lister: &'k Lister<'k>,
    ) -> Self {
        let is_linked = linkage.map_or(!container.is_relocatable(), |linkage| !linkage.is_object());
        let mut number = 0;
        let code = |section: &Section<'_>| {
            let own = number;
            number += u32::from(section.kind == SectionKind::Code);
            own
        };
        let codes = container.sections.iter().map(code).collect();
        let places = vec![Vec::new(); container.sections.len()];
        let mut aims = Self { container, index, linkage, again, lister, is_linked, spans: Vec::new(), codes, places };
        if lister.view.only.is_none() {
            let is_loaded = |n: &usize| container.sections[*n].flags & u64::from(SHF_ALLOC) != 0 && aims.is_listed(*n);
            let spans = (0..container.sections.len()).filter(is_loaded).map(|n| (container.sections[n].address, n));
            aims.spans = spans.collect();
            aims.spans.sort_unstable();
            aims.find_places();
        }
        aims
    }

    /// Finds the places that need labels.
    fn find_places(&mut self) {
        let distances = self.lister.view.distances.iter().filter_map(|distance| self.of_distance(distance));
        let relocations = (0..self.container.sections.len()).flat_map(|section| self.of_relocations(section));
        let aims: Vec<Aim<'_>> = distances.chain(relocations).filter(|aim| aim.symbol.is_none()).collect();
        aims.into_iter().for_each(|aim| self.places[aim.section].push(aim.offset));
        for places in &mut self.places {
            places.sort_unstable();
            places.dedup();
        }
    }

    /// The places in a section that need labels, in ascending order.
    pub(super) fn places(&self, section: usize) -> &[u64] {
        &self.places[section]
    }

    /// Whether what is named has a label in the listing.
    pub(super) fn has_label(&self, aim: &Aim<'_>) -> bool {
        self.places[aim.section].binary_search(&aim.offset).is_ok()
    }

    /// Labels for the places in a section, which come before those of symbols: what is added to the code of a symbol
    /// comes after both.
    pub(super) fn labels<'c>(&self, section: usize) -> Vec<Label<'c>> {
        let line = |offset: u64| self.label(section, offset) + ":\n";
        let label = |&offset: &u64| Label { offset, lines: Lines::Text(line(offset).into()) };
        self.places[section].iter().map(label).collect()
    }

    /// The name of what is named.
    pub(super) fn name(&self, aim: &Aim<'_>) -> String {
        match aim.symbol {
            Some(name) => label_name(self.lister.target.arch(), name).into_owned(),
            None => self.label(aim.section, aim.offset),
        }
    }

    /// The label of a place.
    fn label(&self, section: usize, offset: u64) -> String {
        if self.container.sections[section].kind != SectionKind::Code {
            return format!(".Ldata_{section}_{offset}");
        }
        let mut label = Text::default();
        write_label(offset, &self.lister.formatter.in_code(self.codes[section]), &mut label);
        String::from_utf8_lossy(label.as_bytes()).into_owned()
    }

    /// Finds the name for an address of a linked file.
    pub(super) fn at(&self, address: u64) -> Option<Aim<'k>> {
        let end = |section: &Section<'_>| section.address.saturating_add(section.size);
        let after = self.spans.partition_point(|(start, _)| *start <= address);
        let section = |&(_, number): &(u64, usize)| (number, &self.container.sections[number]);
        // Sections without contents may lie at the same place.
        let before = self.spans[..after].iter().rev().take(NEAR).map(section);
        let next = self.spans[after..].iter().take(1).map(section);
        let distance = |section: &Section<'_>| match section.address.checked_sub(address) {
            Some(distance) => distance,
            // The last byte of a section is in it, unlike its end.
            None => address.saturating_add(1).saturating_sub(end(section)),
        };
        let mut all: Vec<(u64, usize)> = before.chain(next).map(|(n, section)| (distance(section), n)).collect();
        all.sort_by_key(|(distance, _)| *distance);
        let near = all.into_iter().filter(|(distance, _)| *distance <= OUTSIDE);
        let offset = |number: usize| address.wrapping_sub(self.container.sections[number].address) as i64;
        near.into_iter().find_map(|(_, number)| self.near(number, offset(number)))
    }

    /// Finds the name for an offset of a section.
    pub(super) fn near(&self, section: usize, offset: i64) -> Option<Aim<'k>> {
        if !self.is_listed(section) {
            return None;
        }
        let symbol = match self.container.sections[section].kind {
            SectionKind::Code => self.symbol(section, u64::try_from(offset).ok()?, |symbol, at| symbol.value == at),
            _ => self.symbol_of_data(section, offset),
        };
        symbol.or_else(|| self.place(section, offset))
    }

    /// The symbol that an offset of data belongs to. Nothing in a program leads to the descriptor of a kernel, so an
    /// offset there is rather one before the next symbol.
    fn symbol_of_data(&self, section: usize, offset: i64) -> Option<Aim<'k>> {
        let is_own = |symbol: &Symbol<'_>| !self.is_described(section, symbol.value);
        let inside = |symbol: &Symbol<'_>, at: u64| symbol.value == at || at - symbol.value < symbol.size;
        let at_end = |symbol: &Symbol<'_>, at: u64| symbol.size > 0 && at - symbol.value == symbol.size;
        let at = u64::try_from(offset).ok();
        let own = at.and_then(|at| self.symbol(section, at, |symbol, at| is_own(symbol) && inside(symbol, at)));
        let ends = || at.and_then(|at| self.symbol(section, at, |symbol, at| is_own(symbol) && at_end(symbol, at)));
        let next = || {
            let until = u64::try_from(offset.checked_add(BEFORE as i64)?).ok()?;
            let list = &self.index.symbols[section];
            let value = |i: &u32| self.container.symbols[*i as usize].value;
            let first = list.partition_point(|i| at.is_some_and(|at| value(i) <= at));
            let all = list[first..].iter().take(NEAR).take_while(|i| value(i) <= until);
            all.filter(|i| is_own(&self.container.symbols[**i as usize])).find_map(|&i| self.named(section, i))
        };
        own.or_else(ends).or_else(next).or_else(|| self.symbol(section, at?, inside))
    }

    /// The last symbol of a section before an offset, or at it, that fits.
    fn symbol(&self, section: usize, offset: u64, fits: impl Fn(&Symbol<'_>, u64) -> bool) -> Option<Aim<'k>> {
        let list = &self.index.symbols[section];
        let value = |i: &u32| self.container.symbols[*i as usize].value;
        let before = list[..list.partition_point(|i| value(i) <= offset)].iter().rev().take(NEAR);
        before.filter(|i| fits(&self.container.symbols[**i as usize], offset)).find_map(|&i| self.named(section, i))
    }

    /// A symbol, if the listing has a name for it and no other file can replace it.
    fn named(&self, section: usize, number: u32) -> Option<Aim<'k>> {
        let symbol = &self.container.symbols[number as usize];
        let is_fixed = symbol.binding == STB_LOCAL || self.is_linked && symbol.visibility & 3 != STV_DEFAULT;
        if !is_fixed || symbol.kind == SymbolKind::Section || symbol.name.is_empty() {
            return None;
        }
        let unique = self.linkage.and_then(|linkage| linkage.unique_name(number, symbol.name));
        let name = unique.or_else(|| (!self.again[number as usize]).then_some(symbol.name))?;
        Some(Aim { section, offset: symbol.value, symbol: Some(name) })
    }

    /// A place with a label of its own. A part of a listing has no such labels.
    pub(super) fn place(&self, section: usize, offset: i64) -> Option<Aim<'k>> {
        if self.lister.view.only.is_some() {
            return None;
        }
        let found = &self.container.sections[section];
        let is_code = found.kind == SectionKind::Code;
        let inside = offset.clamp(0, i64::try_from(found.size).ok()?);
        let is_near = offset.abs_diff(inside) <= if is_code { 0 } else { OUTSIDE };
        let place = Aim { section, offset: inside as u64, symbol: None };
        let is_free = !self.is_described(section, place.offset) && (!is_code || inside % 4 == 0);
        (is_near && is_free).then_some(place)
    }

    /// Whether an offset of a section lies in the descriptor of a kernel.
    fn is_described(&self, section: usize, offset: u64) -> bool {
        self.index.kernels[section]
            .iter()
            .any(|(_, found)| (found.at..found.at + found.bytes.len() as u64).contains(&offset))
    }

    /// Whether a listing has lines for the contents of a section.
    pub(super) fn is_listed(&self, number: usize) -> bool {
        let section = &self.container.sections[number];
        let has_lines = matches!(section.kind, SectionKind::Code | SectionKind::Data | SectionKind::Zeros);
        let is_derived = self.linkage.is_some_and(|linkage| linkage.derives(section));
        let is_special = section.name == config::SECTION || section.name == PADDING;
        has_lines && !is_derived && !self.lister.leaves_out(section) && !is_special
    }
}
