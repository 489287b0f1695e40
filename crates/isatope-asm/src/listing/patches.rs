//! Finds operands that become the relocations of an object.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

use isatope_core::tables::Arch;
use isatope_object::build::{Place, Referent, Relocation};
use isatope_object::relocation;
use object::elf::{SHF_MERGE, SHF_TLS, STB_LOCAL, STV_DEFAULT};

use super::linkage::Linkage;
use super::marks::Patch;
use super::symbols::{is_plain, label_name};
use crate::assembler::specifier_of;

/// Bytes of a pointer.
pub(super) const POINTER: u64 = 8;

/// Symbols before a place that are looked at: several may have the same address.
pub(super) const NEAR: usize = 8;

/// A number to be added, with its sign; nothing for 0.
pub(super) fn added(number: i64) -> String {
    if number == 0 { String::new() } else { format!("{number:+}") }
}

/// Local symbols of an object with names of their own: their offsets, sizes and indices, by section, in ascending order.
type Locals = HashMap<usize, Vec<(u64, u64, usize)>>;

impl Linkage<'_> {
    /// The relocations of a section, which are listed where they apply. `None` if they are listed before the section
    /// instead: in a linked file, or if their order would be another one. `blocks` are descriptors in the section.
    /// Without `operands`, no text of an instruction names a relocation.
    pub(super) fn patches(
        &self,
        arch: &Arch,
        section: usize,
        blocks: impl Iterator<Item = Range<u64>> + Clone,
        operands: bool,
    ) -> Option<Vec<Patch>> {
        let number = self.number_of(section).filter(|_| self.is_object())?;
        let own = &self.object.sections[number];
        let all = &own.relocations;
        let is_in_block = |found: &Relocation| blocks.clone().any(|block| block.contains(&found.offset));
        let is_outside = |found: &Relocation| found.offset >= own.data.len() as u64 || is_in_block(found);
        if !all.is_sorted_by(|a, b| a.offset < b.offset) || all.iter().any(is_outside) {
            return None;
        }
        let mut locals = None;
        let patch = |found: &Relocation| Patch {
            offset: found.offset,
            number: 0,
            aim: None,
            operand: operands.then(|| self.operand(arch, number, found, &mut locals)).flatten().map(Into::into),
            directive: Some(self.arguments(arch, found).into()),
        };
        Some(all.iter().map(patch).collect())
    }

    /// What follows the offset in the directive for a relocation: its type, and what it refers to.
    pub(super) fn arguments(&self, arch: &Arch, found: &Relocation) -> String {
        let mut text = match relocation::name(found.kind) {
            Some(name) => name.to_owned(),
            None => found.kind.to_string(),
        };
        let name = self.name_of(found.of);
        if !name.is_empty() {
            let _ = write!(text, ", {}", label_name(arch, &name));
        }
        if let Some(addend) = found.addend {
            let _ = write!(text, "{}{addend:+}", if name.is_empty() { ", " } else { "" });
        }
        text
    }

    /// The operand that becomes a relocation of a section of the object: `table@rel32@lo+4`. The assembler refers to
    /// symbols that other objects see by their names, and to others by their sections.
    fn operand(&self, arch: &Arch, section: usize, found: &Relocation, locals: &mut Option<Locals>) -> Option<String> {
        let specifier = specifier_of(found.kind)?;
        // Without a specifier, it is a distance that is known.
        if specifier.is_empty() && found.of == Referent::Section(section) {
            return None;
        }
        let (name, addend) = self.sum(found, locals)?;
        let name = label_name(arch, &name);
        is_plain(&name).then(|| format!("{name}{specifier}{}", added(addend)))
    }

    /// The pointers in a section of data, as places that its lines name. `None` if the relocations of the section are
    /// listed before it, because not all of them are such pointers. At `taken` offsets lines start anyway.
    pub(super) fn pointers(&self, arch: &Arch, section: usize, taken: impl Iterator<Item = u64>) -> Option<Vec<Patch>> {
        let mut taken: Vec<u64> = taken.collect();
        taken.sort_unstable();
        let own = &self.object.sections[self.number_of(section)?];
        let mut locals = None;
        let mut end = 0;
        let pointer = |found: &Relocation| {
            let from = found.offset;
            let next = taken.get(taken.partition_point(|at| *at <= from));
            let is_apart = from >= end && next.is_none_or(|next| *next >= from + POINTER);
            end = from + POINTER;
            let bytes = own.data.get(from as usize..end as usize)?;
            let is_pointer = relocation::name(found.kind) == Some("R_AMDGPU_ABS64") && bytes.iter().all(|b| *b == 0);
            let (name, addend) = self.sum(found, &mut locals).filter(|_| is_pointer && is_apart)?;
            let operand = format!("{}{}", label_name(arch, &name), added(addend));
            Some(Patch { offset: from, number: 0, operand: Some(operand.into()), aim: None, directive: None })
        };
        own.relocations.iter().map(pointer).collect()
    }

    /// The symbol or section that a relocation names in a source, and what is added to it. `None` if no source refers to
    /// it in this way.
    fn sum(&self, found: &Relocation, locals: &mut Option<Locals>) -> Option<(Cow<'_, str>, i64)> {
        let addend = found.addend?;
        match found.of {
            Referent::Symbol(symbol) => {
                let known = &self.object.symbols[symbol];
                let is_named = matches!(known.place, Place::Undefined | Place::Section(..));
                let is_other = known.binding != STB_LOCAL && is_named;
                is_other.then(|| (self.name_of(found.of), addend))
            }
            Referent::Section(of) => {
                let locals = locals.get_or_insert_with(|| self.locals());
                let local = self.local_at(of, found, addend, locals);
                Some(local.map_or((self.name_of(found.of), addend), |(symbol, rest)| {
                    (self.name_of(Referent::Symbol(symbol)), rest)
                }))
            }
            Referent::None => None,
        }
    }

    /// The local symbol of a section that a relocation to an offset there means, and what is added to it. Code that
    /// takes the address of the program counter adds a distance from there: 4 bytes more to the lower half of the
    /// distance, and 12 to the upper half.
    fn local_at(&self, section: usize, found: &Relocation, addend: i64, locals: &Locals) -> Option<(usize, i64)> {
        // The assembler refers to symbols of such sections by their names.
        if self.object.sections[section].flags & u64::from(SHF_MERGE | SHF_TLS) != 0 {
            return None;
        }
        let before = match relocation::name(found.kind) {
            Some("R_AMDGPU_REL32_LO") => 4,
            Some("R_AMDGPU_REL32_HI") => 12,
            _ => 0,
        };
        let place = u64::try_from(addend.checked_sub(before)?).ok()?;
        let all = locals.get(&section)?;
        let before = &all[..all.partition_point(|(offset, ..)| *offset <= place)];
        let contains = |(offset, size, _): &&(u64, u64, usize)| place - offset < (*size).max(1);
        let (offset, _, symbol) = *before.iter().rev().take(NEAR).find(contains)?;
        Some((symbol, addend.checked_sub_unsigned(offset)?))
    }

    /// Symbols whose names in the listing are those of no other symbols, and to which the assembler or the linker refers
    /// by their sections: local ones, and in a linked file all that no other file can replace.
    fn locals(&self) -> Locals {
        let symbols = &self.object.symbols;
        let mut count: HashMap<&str, usize> = HashMap::new();
        (0..symbols.len()).for_each(|symbol| *count.entry(self.name(symbol)).or_default() += 1);
        let mut locals = Locals::new();
        for (number, symbol) in symbols.iter().enumerate() {
            let name = self.name(number);
            if let Place::Section(section, offset) = symbol.place
                && (symbol.binding == STB_LOCAL || !self.is_object() && symbol.other & 3 != STV_DEFAULT)
                && !name.is_empty()
                && count[name] == 1
            {
                locals.entry(section as usize).or_default().push((offset, symbol.size, number));
            }
        }
        // Of several symbols at a place, the first one is found first.
        locals.values_mut().for_each(|all| all.sort_unstable_by_key(|&(offset, _, number)| (offset, Reverse(number))));
        locals
    }
}
