//! Fills in what no linker can change.

use std::borrow::Cow;
use std::collections::HashMap;

use super::formula::{Entry, Formula, formula_of, one};
use crate::{Container, Relocation};

impl<'a> Container<'a> {
    /// The bytes of a section, with the distances filled in that no linker can change: those to other places in it.
    /// And the offsets of the relocations that are left.
    pub fn with_distances(&self, section: usize) -> (Cow<'a, [u8]>, Vec<u64>) {
        let mut data = Cow::Borrowed(self.sections[section].data);
        let mut left = Vec::new();
        let mut own = self.relocations.iter().filter(|relocation| relocation.section == section).peekable();
        if own.peek().is_none() {
            return (data, left);
        }
        let places = self.places_in(section);
        for &Relocation { offset, kind, symbol, addend, .. } in own {
            let is_distance = matches!(formula_of(kind), Some(Formula::Relative | Formula::Branch));
            let value = places.get(symbol).copied().flatten().filter(|_| is_distance);
            let is_done = value.is_some_and(|value| {
                let place = usize::try_from(offset).ok().and_then(|at| data.to_mut().get_mut(at..));
                one(&Entry { offset, kind, symbol: 0, addend }, offset, value, 0, |_| None, place).is_ok()
            });
            left.extend((!is_done).then_some(offset));
        }
        (data, left)
    }

    /// Where names of relocations are in a section; `None` for those of other places, and for those of several symbols.
    fn places_in(&self, section: usize) -> HashMap<&'a str, Option<u64>> {
        let mut places = HashMap::new();
        for symbol in &self.symbols {
            let place = (symbol.section == Some(section)).then_some(symbol.value);
            places.entry(symbol.name).and_modify(|place| *place = None).or_insert(place);
        }
        places.insert(self.sections[section].name, Some(0));
        places
    }
}
