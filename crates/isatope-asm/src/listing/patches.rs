//! Finds operands and pointers that become the relocations of an object.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use isatope_core::tables::Arch;
use isatope_object::build::{Place, Referent, Relocation};
use isatope_object::{SectionKind, relocation};
use object::elf::{SHF_MERGE, SHF_TLS, STB_LOCAL};

use super::aims::{Aim, Aims};
use super::linkage::Linkage;
use super::marks::Patch;
use super::symbols::{is_plain, label_name};
use crate::assembler::specifier_of;

/// Bytes of a pointer.
pub(super) const POINTER: u64 = 8;

/// A number to be added, with its sign; nothing for 0.
pub(super) fn added(number: i64) -> String {
    if number == 0 { String::new() } else { format!("{number:+}") }
}

impl Linkage<'_> {
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
}

impl<'k> Aims<'k, '_> {
    /// What is named for the relocations of a section.
    pub(super) fn of_relocations(&self, section: usize) -> Vec<Aim<'k>> {
        let is_code = self.container.sections[section].kind == SectionKind::Code;
        if is_code && self.is_linked {
            return Vec::new();
        }
        let all = self.relocations(section).unwrap_or_default();
        let is_named =
            |found: &&Relocation| if is_code { specifier_of(found.kind).is_some() } else { is_pointer(found) };
        all.iter().filter(is_named).filter_map(|found| self.of_relocation(found)).collect()
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
        let patch = |found: &Relocation| Patch {
            offset: found.offset,
            number: 0,
            operand: has_operands.then(|| self.operand(number, found)).flatten().map(Into::into),
            directive: Some(linkage.arguments(self.lister.target.arch(), found).into()),
        };
        Some(all.iter().map(patch).collect())
    }

    /// The pointers of a section of data. `None` if its relocations are listed before it, because not all of them are
    /// such pointers. At `taken` offsets lines start anyway.
    pub(super) fn pointers(&self, section: usize, taken: impl Iterator<Item = u64>) -> Option<Vec<Patch>> {
        let all = self.relocations(section)?;
        let mut taken: Vec<u64> = taken.collect();
        taken.sort_unstable();
        let data = self.container.sections[section].data;
        let mut end = 0;
        let pointer = |found: &Relocation| {
            let from = found.offset;
            let next = taken.get(taken.partition_point(|at| *at <= from));
            let is_apart = from >= end && next.is_none_or(|next| *next >= from + POINTER);
            end = from.checked_add(POINTER)?;
            let bytes = data.get(from as usize..end as usize)?;
            if !is_pointer(found) || !is_apart || bytes.iter().any(|b| *b != 0) {
                return None;
            }
            let (name, addend) = self.sum(found)?;
            let operand = format!("{name}{}", added(addend));
            Some(Patch { offset: from, number: 0, operand: Some(operand.into()), directive: None })
        };
        all.iter().map(pointer).collect()
    }

    /// The relocations of a section in a dialect whose operands and numbers can be some.
    fn relocations(&self, section: usize) -> Option<&'k [Relocation]> {
        let linkage = self.linkage.filter(|_| self.lister.style().compilers && self.is_listed(section))?;
        let number = linkage.number_of(section)?;
        Some(&linkage.object.sections[number].relocations)
    }

    /// The operand that becomes a relocation of a section of the object: `table@rel32@lo+4`.
    fn operand(&self, section: usize, found: &Relocation) -> Option<String> {
        let specifier = specifier_of(found.kind)?;
        // Without a specifier, it is a distance that is known.
        if specifier.is_empty() && found.of == Referent::Section(section) {
            return None;
        }
        let (name, addend) = self.sum(found)?;
        is_plain(&name).then(|| format!("{name}{specifier}{}", added(addend)))
    }

    /// What a relocation names in a source, and what is added to it: a symbol that other files see by its own name, and
    /// what lies in a section by a name or a label there, from which the assembler makes the section again. `None` if no
    /// source refers to it in this way.
    fn sum(&self, found: &Relocation) -> Option<(Cow<'k, str>, i64)> {
        let (linkage, addend) = (self.linkage?, found.addend?);
        let name = |name: &'k str| label_name(self.lister.target.arch(), name);
        match found.of {
            Referent::Symbol(symbol) => {
                let known = &linkage.object.symbols[symbol];
                let is_named = matches!(known.place, Place::Undefined | Place::Section(..));
                (known.binding != STB_LOCAL && is_named).then(|| (name(linkage.name(symbol)), addend))
            }
            Referent::Section(_) => match self.of_relocation(found) {
                Some(aim) => Some((self.name(&aim).into(), addend.checked_sub_unsigned(aim.offset)?)),
                None => Some((linkage.name_of(found.of).into_owned().into(), addend)),
            },
            Referent::None => None,
        }
    }

    /// What is named for a relocation that refers to a section. Code that takes the address of the program counter adds
    /// a distance from there: 4 bytes more to the lower half of the distance, and 12 to the upper half.
    fn of_relocation(&self, found: &Relocation) -> Option<Aim<'k>> {
        let Referent::Section(of) = found.of else { return None };
        let linkage = self.linkage?;
        // The assembler of an object refers to symbols of such sections by their names.
        if !self.is_linked && linkage.object.sections[of].flags & u64::from(SHF_MERGE | SHF_TLS) != 0 {
            return None;
        }
        let before = match relocation::name(found.kind) {
            Some("R_AMDGPU_REL32_LO") => 4,
            Some("R_AMDGPU_REL32_HI") => 12,
            _ => 0,
        };
        self.near(linkage.file_section(of)?, found.addend?.checked_sub(before)?)
    }
}

/// Whether a relocation is an address of 64 bits.
fn is_pointer(found: &Relocation) -> bool {
    relocation::name(found.kind) == Some("R_AMDGPU_ABS64")
}
