//! Finds operands and pointers that become the relocations of an object.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use isatope_object::build::{Place, Referent, Relocation};
use isatope_object::{SectionKind, relocation};
use object::elf::{SHF_MERGE, SHF_TLS, STB_LOCAL};

use super::aims::{Aim, Aims};
use super::marks::Patch;
use super::symbols::{is_plain, label_name};
use super::view::is_debug;
use crate::assembler::specifier_of;

/// Bytes of a pointer.
pub(super) const POINTER: u64 = 8;

/// A number to be added, with its sign; nothing for 0.
pub(super) fn added(number: i64) -> String {
    if number == 0 { String::new() } else { format!("{number:+}") }
}

impl<'k> Aims<'k, '_> {
    /// Finds the names for the relocations of a section.
    pub(super) fn of_relocations(&self, section: usize) -> Vec<Aim<'k>> {
        let is_code = self.container.sections[section].kind == SectionKind::Code;
        let all = self.relocations(section).filter(|_| !is_code || !self.is_linked).unwrap_or_default();
        let is_data = !is_code && (0..all.len()).all(|index| is_pointer(&all[index]) && self.sum(all, index).is_some());
        let has_name = |found: &Relocation| is_data || is_code && specifier_of(found.kind).is_some();
        let aim = |number: usize| match has_name(&all[number]) {
            true => self.of_relocation(all, number),
            false => self.place_of(all, number),
        };
        (0..all.len()).filter_map(aim).collect()
    }

    /// The relocations of a section of code, which are listed where they apply. `None` if they are listed before the
    /// section instead: in a linked file, or if their order would be another one. `blocks` are descriptors in the
    /// section.
    pub(super) fn patches(
        &self,
        section: usize,
        blocks: impl Iterator<Item = Range<u64>> + Clone,
    ) -> Option<Vec<Patch>> {
        let linkage = self.linkage.filter(|_| !self.is_linked)?;
        let number = linkage.number_of(section)?;
        let own = &linkage.object.sections[number];
        let all = &own.relocations;
        let is_in_block = |found: &Relocation| blocks.clone().any(|block| block.contains(&found.offset));
        let is_outside = |found: &Relocation| found.offset >= own.data.len() as u64 || is_in_block(found);
        if !all.is_sorted_by(|a, b| a.offset < b.offset) || all.iter().any(is_outside) {
            return None;
        }
        let has_operands = self.relocations(section).is_some();
        let patch = |index: usize| Patch {
            offset: all[index].offset,
            number: 0,
            operand: has_operands.then(|| self.operand(number, all, index)).flatten().map(Into::into),
            directive: Some(self.arguments(all, index).into()),
        };
        Some((0..all.len()).map(patch).collect())
    }

    /// The pointers of a section of data. `None` if its relocations are listed before it, because not all of them are
    /// such pointers. At `taken` offsets lines start anyway.
    pub(super) fn pointers(&self, section: usize, taken: impl Iterator<Item = u64>) -> Option<Vec<Patch>> {
        let all = self.relocations(section)?;
        let mut taken: Vec<u64> = taken.collect();
        taken.sort_unstable();
        let data = self.container.sections[section].data;
        let mut end = 0;
        let pointer = |index: usize| {
            let found = &all[index];
            let from = found.offset;
            let next = taken.get(taken.partition_point(|at| *at <= from));
            let is_apart = from >= end && next.is_none_or(|next| *next >= from + POINTER);
            end = from.checked_add(POINTER)?;
            let bytes = data.get(from as usize..end as usize)?;
            if !is_pointer(found) || !is_apart || bytes.iter().any(|b| *b != 0) {
                return None;
            }
            let (name, addend) = self.sum(all, index)?;
            let operand = format!("{name}{}", added(addend));
            Some(Patch { offset: from, number: 0, operand: Some(operand.into()), directive: None })
        };
        (0..all.len()).map(pointer).collect()
    }

    /// What follows the offset in the directive for a relocation: its type, and what it refers to. What lies in a section
    /// has a label, from which the assembler makes the section again.
    pub(super) fn arguments(&self, all: &[Relocation], index: usize) -> String {
        let Some(linkage) = self.linkage else { return String::new() };
        let found = &all[index];
        let label = self.place_of(all, index).filter(|aim| self.has_label(aim));
        match label.and_then(|aim| Some((aim, found.addend?.checked_sub_unsigned(aim.offset)?))) {
            Some((aim, addend)) => with_addend(found.kind, &self.name(&aim), Some(addend)),
            None => {
                let name = linkage.name_of(found.of);
                with_addend(found.kind, &label_name(self.lister.target.arch(), &name), found.addend)
            }
        }
    }

    /// The relocations of a section in a dialect whose operands and numbers can be some.
    fn relocations(&self, section: usize) -> Option<&'k [Relocation]> {
        let is_meant = self.lister.style().compilers && self.is_listed(section);
        let linkage = self.linkage.filter(|_| is_meant && !is_debug(&self.container.sections[section]))?;
        let number = linkage.number_of(section)?;
        Some(&linkage.object.sections[number].relocations)
    }

    /// The operand that becomes a relocation of a section of the object: `table@rel32@lo+4`.
    fn operand(&self, section: usize, all: &[Relocation], index: usize) -> Option<String> {
        let found = &all[index];
        let specifier = specifier_of(found.kind)?;
        // Without a specifier, it is a distance that is known.
        if specifier.is_empty() && found.of == Referent::Section(section) {
            return None;
        }
        let (name, addend) = self.sum(all, index)?;
        is_plain(&name).then(|| format!("{name}{specifier}{}", added(addend)))
    }

    /// What a relocation names in a source, and what is added to it: a symbol that other files see by its own name, and
    /// what lies in a section by a name or a label there, from which the assembler makes the section again. `None` if no
    /// source refers to it in this way.
    fn sum(&self, all: &[Relocation], index: usize) -> Option<(Cow<'k, str>, i64)> {
        let found = &all[index];
        let (linkage, addend) = (self.linkage?, found.addend?);
        let name = |name: &'k str| label_name(self.lister.target.arch(), name);
        match found.of {
            Referent::Symbol(symbol) => {
                let known = &linkage.object.symbols[symbol];
                let is_named = matches!(known.place, Place::Undefined | Place::Section(..));
                (known.binding != STB_LOCAL && is_named).then(|| (name(linkage.name(symbol)), addend))
            }
            Referent::Section(_) => match self.of_relocation(all, index) {
                Some(aim) => Some((self.name(&aim).into(), addend.checked_sub_unsigned(aim.offset)?)),
                None => Some((linkage.name_of(found.of).into_owned().into(), addend)),
            },
            Referent::None => None,
        }
    }

    /// Finds the name for a relocation that refers to a section.
    fn of_relocation(&self, all: &[Relocation], index: usize) -> Option<Aim<'k>> {
        let (section, offset) = self.target(all, index)?;
        self.near(section, offset)
    }

    /// The place to which a relocation refers by its section.
    fn place_of(&self, all: &[Relocation], index: usize) -> Option<Aim<'k>> {
        let (section, offset) = self.target(all, index).filter(|_| self.lister.style().compilers)?;
        self.place(section, offset).filter(|_| self.is_listed(section))
    }

    /// The section to which a relocation refers, and the offset there. Code that takes the address of the program
    /// counter adds a distance from there, of which the lower half is 4 bytes more. The upper half belongs to a lower
    /// one before it, and has 12 bytes more, or 4.
    fn target(&self, all: &[Relocation], index: usize) -> Option<(usize, i64)> {
        const PAIR: usize = 8;
        let found = &all[index];
        let Referent::Section(of) = found.of else { return None };
        let linkage = self.linkage?;
        // The assembler of an object refers to symbols of such sections by their names.
        if !self.is_linked && linkage.object.sections[of].flags & u64::from(SHF_MERGE | SHF_TLS) != 0 {
            return None;
        }
        let lower = |found: &Relocation| found.addend?.checked_sub(4);
        let offset = match relocation::name(found.kind) {
            Some("R_AMDGPU_REL32_LO") => lower(found),
            Some("R_AMDGPU_REL32_HI") => {
                let is_low = |other: &&Relocation| relocation::name(other.kind) == Some("R_AMDGPU_REL32_LO");
                let before = all[index.saturating_sub(PAIR)..index].iter().rev().filter(is_low);
                let before = before.filter(|other| other.of == found.of);
                let mut same = before.clone().filter(|other| other.addend == found.addend);
                let mut after = before.filter(|other| other.addend.and_then(|n| n.checked_add(8)) == found.addend);
                after.next().or_else(|| same.next()).and_then(lower)
            }
            _ => found.addend,
        };
        Some((linkage.file_section(of)?, offset?))
    }
}

/// The type of a relocation, and a name with what is added to it.
fn with_addend(kind: u32, name: &str, addend: Option<i64>) -> String {
    let mut text = relocation::name(kind).map_or_else(|| kind.to_string(), str::to_owned);
    if !name.is_empty() {
        let _ = write!(text, ", {name}");
    }
    if let Some(addend) = addend {
        let _ = write!(text, "{}{addend:+}", if name.is_empty() { ", " } else { "" });
    }
    text
}

/// Whether a relocation is an address of 64 bits.
fn is_pointer(found: &Relocation) -> bool {
    relocation::name(found.kind) == Some("R_AMDGPU_ABS64")
}
