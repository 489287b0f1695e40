//! Writes distances from the program counter as operands that name where they lead.

use isatope_object::{Container, Section, Symbol, SymbolKind};
use object::elf::{SHF_ALLOC, SHF_MERGE, STB_LOCAL, STV_DEFAULT};

use super::branches::write_label;
use super::container::{Index, Lister};
use super::linkage::Linkage;
use super::marks::Patch;
use super::patches::{NEAR, added};
use super::symbols::{is_plain, label_name};
use super::text::Text;

/// Bytes of an instruction before its literal.
const BEFORE_LITERAL: u64 = 4;

/// A number in code that is the distance from the program counter to an address, or half of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Index into [`Container::sections`].
    pub section: usize,
    /// Offset in the section of the number, which has 32 bits and is the literal of an instruction.
    pub offset: u64,
    /// The distance, of which the number is the lower or the upper half.
    pub value: i64,
    /// Whether it is the upper half.
    pub is_high: bool,
    /// The address to which the distance leads, as the file has it.
    pub to: u64,
}

/// What a listing knows about symbols.
pub(super) struct Known<'k, 'a> {
    pub(super) container: &'k Container<'a>,
    pub(super) index: &'k Index<'k, 'a>,
    pub(super) linkage: Option<&'k Linkage<'a>>,
    /// For each symbol whether one of the same name is shown before it.
    pub(super) again: &'k [bool],
    /// Whether the file is linked: its sections have the addresses at which they lie.
    pub(super) is_linked: bool,
}

impl Lister<'_> {
    /// The numbers of a section of code that are distances, as operands.
    pub(super) fn distances(&self, number: usize, known: &Known<'_, '_>) -> Vec<Patch> {
        let section = &known.container.sections[number];
        let all = self.view.distances;
        let from = all.partition_point(|distance| distance.section < number);
        let own = all[from..].iter().take_while(|distance| distance.section == number);
        own.filter_map(|distance| self.distance(distance, (number, section), known)).collect()
    }

    fn distance(&self, found: &Distance, own: (usize, &Section<'_>), known: &Known<'_, '_>) -> Option<Patch> {
        let (number, section) = own;
        let bytes = section.data.get(found.offset as usize..)?.first_chunk()?;
        let named = known.is_linked.then(|| self.named(found, number, known)).flatten();
        let (operand, aim) = named.map(|operand| (operand, None)).or_else(|| self.labelled(found, section))?;
        Some(Patch {
            offset: found.offset,
            number: u32::from_le_bytes(*bytes),
            operand: Some(operand.into()),
            aim,
            directive: None,
        })
    }

    /// The operand that names a symbol, or data without one by their section. It becomes a relocation, which the linker
    /// resolves.
    fn named(&self, found: &Distance, own: usize, known: &Known<'_, '_>) -> Option<String> {
        let (arch, container) = (self.target.arch(), known.container);
        let contains = |section: &Section<'_>| {
            section.flags & u64::from(SHF_ALLOC) != 0
                && (section.address..section.address.saturating_add(section.size)).contains(&found.to)
        };
        let number = container.sections.iter().position(contains)?;
        let section = &container.sections[number];
        let offset = found.to - section.address;
        let (name, start) = match self.symbol_at(number, offset, number == own, known) {
            Some((name, symbol)) => (label_name(arch, name).into_owned(), section.address + symbol.value),
            None if number == own || section.flags & u64::from(SHF_MERGE) != 0 => return None,
            None if !known.index.is_named(container, number) => return None,
            None => (label_name(arch, section.name).into_owned(), section.address),
        };
        let place = container.sections[own].address + found.offset;
        let half = if found.is_high { "hi" } else { "lo" };
        let addend = (found.value as u64).wrapping_add(place).wrapping_sub(start) as i64;
        is_plain(&name).then(|| format!("{name}@rel32@{half}{}", added(addend)))
    }

    /// The symbol that an offset of a section belongs to, by its name in the listing: one whose address no other file
    /// can change. In code an address belongs to no symbol but the one that starts there.
    fn symbol_at<'k>(
        &self,
        section: usize,
        offset: u64,
        is_own: bool,
        known: &Known<'k, '_>,
    ) -> Option<(&'k str, &'k Symbol<'k>)> {
        let list = &known.index.symbols[section];
        let symbol = |&i: &u32| (i, &known.container.symbols[i as usize]);
        let before = &list[..list.partition_point(|i| symbol(i).1.value <= offset)];
        let fits = |(_, symbol): &(u32, &Symbol<'_>)| {
            let is_inside = symbol.value == offset || !is_own && offset - symbol.value < symbol.size;
            let is_fixed = symbol.binding == STB_LOCAL || symbol.visibility != STV_DEFAULT;
            is_inside && is_fixed && symbol.kind != SymbolKind::Section && !symbol.name.is_empty()
        };
        let named = |(i, symbol): (u32, &'k Symbol<'k>)| {
            let unique = known.linkage.and_then(|linkage| linkage.unique_name(i, symbol.name));
            let name = unique.or_else(|| (!known.again[i as usize]).then_some(symbol.name))?;
            Some((name, symbol))
        };
        before.iter().rev().take(NEAR).map(symbol).filter(fits).find_map(named)
    }

    /// The operand that names a place in the same section by a label, and the place. It is a number that the assembler
    /// knows.
    fn labelled(&self, found: &Distance, section: &Section<'_>) -> Option<(String, Option<u64>)> {
        let aim = found.to.checked_sub(section.address).filter(|aim| *aim <= section.data.len() as u64)?;
        if !aim.is_multiple_of(4) || i32::try_from(found.value).is_err() {
            return None;
        }
        let mut label = Text::default();
        write_label(aim, self.formatter, &mut label);
        let label = String::from_utf8_lossy(label.as_bytes()).into_owned();
        let start = found.offset - BEFORE_LITERAL;
        let distance = format!("{label}-.{}", added(found.value + start as i64 - aim as i64));
        Some((if found.is_high { format!("({distance})>>32") } else { distance }, Some(aim)))
    }
}
