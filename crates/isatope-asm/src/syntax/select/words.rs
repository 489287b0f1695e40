//! Attached modifier words, such as `.wait0` on a mnemonic or `.neg.abs` on an operand: finds the
//! modifier that each one sets.

use std::ops::Range;

use isatope_core::Bits;
use isatope_core::tables::{FieldId, Layout, ModifierId, ModifierUse, NameId};

use super::encoder::{Encoder, Failure, WordWhy};

impl Encoder<'_> {
    /// Modifiers of a layout that belong to the mnemonic or to the operand in a field, with their indices.
    fn uses_at(&self, layout: &Layout, at: Option<FieldId>) -> impl Iterator<Item = (usize, &'static ModifierUse)> {
        let own = layout.modifiers.get(self.tables.dialect.index()).copied().unwrap_or_default();
        own.iter().enumerate().filter(move |(_, used)| used.at == at)
    }

    /// Modifiers that the mnemonic implies, one bit each; they cannot be written again.
    pub(super) fn said_by_name(&self, layout: &Layout) -> u64 {
        if self.fixes.mask == 0 {
            return 0;
        }
        let own = layout.modifiers.get(self.tables.dialect.index()).copied().unwrap_or_default();
        let is_said = |used: &ModifierUse| layout[used.field].place.mask & self.fixes.mask != 0;
        own.iter().enumerate().fold(0, |set, (i, used)| set | u64::from(is_said(used)) << i)
    }

    /// Sets the bits of attached words, which follow dots in a range of the text. `written` has one bit for each
    /// modifier of the layout that is written.
    pub(super) fn words(
        &self,
        layout: &Layout,
        written: &mut u64,
        at: Option<FieldId>,
        text: Range<usize>,
        mut bits: Bits,
    ) -> Result<Bits, Failure> {
        let words = &self.tables.arch.reading.words;
        let end_of = |from: usize| self.text[from..text.end].find('.').map_or(text.end, |n| from + n);
        let mut place = text.start;
        while place < text.end {
            let start = place + 1;
            place = end_of(start);
            let mut known = words.attached_names.get(&self.text[start..place]);
            // A few words contain a dot.
            if known.is_some_and(|i| words.attached[i.index()].has_longer) && place < text.end {
                let end = end_of(place + 1);
                let long = words.attached_names.get(&self.text[start..end]);
                if self.find(layout, *written, at, long).is_some() {
                    (place, known) = (end, long);
                }
            }
            let found = self.find(layout, *written, at, known);
            let found = found.or_else(|| self.numbered(layout, at, &self.text[start..place]));
            let wrong = |why| Failure::Word(start as u32, place as u32, why);
            let (i, used, value) = found.ok_or(wrong(WordWhy::Unknown(at)))?;
            if *written >> i & 1 != 0 {
                return Err(wrong(WordWhy::Twice(used.modifier)));
            }
            *written |= 1 << i;
            bits = layout[used.field].with(bits, value);
        }
        Ok(bits)
    }

    /// The modifier (with its index) and the value that a word means. If several modifiers have the word, the
    /// first one that is not written yet.
    fn find(
        &self,
        layout: &Layout,
        written: u64,
        at: Option<FieldId>,
        word: Option<NameId>,
    ) -> Option<(usize, &'static ModifierUse, u64)> {
        let meanings = self.tables.arch.reading.words.attached[word?.index()].meanings;
        let value = |used: &ModifierUse| meanings.iter().find(|(modifier, _)| *modifier == used.modifier);
        let all = || self.uses_at(layout, at).filter_map(|(i, used)| Some((i, used, value(used)?.1)));
        all().find(|(i, ..)| written >> i & 1 == 0).or_else(|| all().next())
    }

    /// Reads `flow_11`: a value by its number.
    fn numbered(&self, layout: &Layout, at: Option<FieldId>, word: &str) -> Option<(usize, &'static ModifierUse, u64)> {
        let (name, number) = word.rsplit_once('_')?;
        let value: u64 = number.parse().ok()?;
        let is_it = |used: &ModifierUse| {
            let fits = value >> layout[used.field].bits == 0;
            fits && self.tables.arch[used.modifier].name.eq_ignore_ascii_case(name)
        };
        self.uses_at(layout, at).find(|(_, used)| is_it(used)).map(|(i, used)| (i, used, value))
    }

    /// Modifiers of the mnemonic or of the operand in a field.
    pub(crate) fn modifiers_at(&self, layout: &Layout, at: Option<FieldId>) -> impl Iterator<Item = ModifierId> {
        self.uses_at(layout, at).map(|(_, used)| used.modifier)
    }
}
