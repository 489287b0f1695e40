//! Fills in distances between sections, for outputs that have no relocations.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashMapExt as _, HashSet};
use isatope_core::Target;
use isatope_object::relocation;

use crate::assembler::items::Item;
use crate::assembler::layout::{Relocation, Symbol};
use crate::assembler::numbers::number_of;
use crate::assembler::output::Output;

/// Numbers to be filled in, by their offsets in a section.
type Numbers = BTreeMap<u64, Vec<u8>>;

impl Output {
    /// Fills in the distances between sections as they are in a linked file, and removes their relocations. Returns how
    /// many these are: 0 if the source cannot be linked.
    pub fn fill_distances(&mut self, target: Target) -> usize {
        if !self.layout.relocations.iter().any(|found| relocation::is_distance(found.kind)) {
            return 0;
        }
        let Ok(file) = self.linked(target) else { return 0 };
        let Ok(linked) = isatope_object::open(&file) else { return 0 };
        let layout = &self.layout;
        let is_here = |symbol: &&Symbol| symbol.section.is_some();
        let defined: HashSet<&str> = layout.symbols.iter().filter(is_here).map(|symbol| &*symbol.name).collect();
        let is_defined = |found: &Relocation| found.target_section.is_some() || defined.contains(&*found.symbol);
        let mut places: HashMap<usize, Option<&isatope_object::Section<'_>>> = HashMap::new();
        let mut numbers: Vec<Numbers> = vec![Numbers::new(); layout.sections.len()];
        let wanted = layout.relocations.iter().filter(|found| relocation::is_distance(found.kind) && is_defined(found));
        for found in wanted {
            let place = *places.entry(found.section).or_insert_with(|| {
                let own = &layout.sections[found.section];
                let is_only = layout.sections.iter().filter(|other| other.name == own.name).count() == 1;
                let same = linked.sections.iter().find(|other| other.name == own.name && other.size == own.size);
                same.filter(|_| is_only)
            });
            let range = found.offset as usize..found.offset as usize + relocation::size(found.kind);
            if let Some(bytes) = place.and_then(|section| section.data.get(range)) {
                numbers[found.section].insert(found.offset, bytes.to_vec());
            }
        }
        let all = self.layout.sections.len();
        let filled: Vec<Numbers> = (0..all).map(|section| self.fill(section, &numbers[section])).collect();
        let before = self.layout.relocations.len();
        self.layout.relocations.retain(|found| !filled[found.section].contains_key(&found.offset));
        before - self.layout.relocations.len()
    }

    /// Fills numbers into a section. Returns the ones that have a place.
    fn fill(&mut self, section: usize, numbers: &Numbers) -> Numbers {
        let mut filled = Numbers::new();
        let name = self.layout.sections[section].name.clone();
        let runs: Vec<_> = self.layout.runs_of(&name, self.items.len()).filter(|_| !numbers.is_empty()).collect();
        let mut at = 0;
        for index in runs.into_iter().flatten() {
            let Some(item) = self.items.get(index) else { continue };
            let end = at + self.size_of(&item);
            for (offset, bytes) in numbers.range(at..end) {
                if self.fill_item(index, &item, (offset - at) as usize, bytes) {
                    filled.insert(*offset, bytes.clone());
                }
            }
            at = end;
        }
        filled
    }

    /// Number of bytes of an item.
    fn size_of(&self, item: &Item) -> u64 {
        let mut size = 0;
        self.units(item, |_, bytes| size += bytes as u64);
        size
    }

    /// Writes a number into an item. Returns `false` if it has no place there.
    fn fill_item(&mut self, index: usize, item: &Item, at: usize, bytes: &[u8]) -> bool {
        match *item {
            Item::Instruction(mut inst) if at == 4 && bytes.len() == 4 && inst.literal().is_some() => {
                inst.set_literal(number_of(bytes) as u32);
                self.items.set(index, Item::Instruction(inst));
            }
            Item::Data(_, size) if at == 0 && usize::from(size) == bytes.len() => {
                self.items.set(index, Item::Data(number_of(bytes), size));
            }
            Item::Words { first, .. } if at.is_multiple_of(4) && bytes.len().is_multiple_of(4) => {
                let words = self.words[first as usize + at / 4..].iter_mut();
                words.zip(bytes.chunks(4)).for_each(|(word, bytes)| *word = number_of(bytes) as u32);
            }
            Item::Bytes { first, .. } => {
                self.bytes[first as usize + at..][..bytes.len()].copy_from_slice(bytes);
            }
            _ => return false,
        }
        true
    }
}
