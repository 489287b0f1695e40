//! Fills in what no linker can change.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use super::formula::{Entry, Formula, formula_of, one};
use crate::{Container, Relocation};

/// Fills in distances in the sections of a container.
#[derive(Clone, Debug)]
pub struct Distances<'c, 'a> {
    container: &'c Container<'a>,
    /// Section and offset of the names of symbols; `None` for names of several symbols, and of others.
    places: OnceCell<HashMap<&'a str, Option<(usize, u64)>>>,
}

impl<'c, 'a> Distances<'c, 'a> {
    /// For a container.
    pub fn new(container: &'c Container<'a>) -> Self {
        Self { container, places: OnceCell::new() }
    }

    /// The bytes of a section, with the distances filled in that no linker can change: those to other places in it.
    /// And the offsets of the relocations that are left.
    pub fn filled_in(&self, section: usize) -> (Cow<'a, [u8]>, Vec<u64>) {
        let mut data = Cow::Borrowed(self.container.sections[section].data);
        let mut left = Vec::new();
        for relocation in self.container.relocations.iter().filter(|relocation| relocation.section == section) {
            let &Relocation { offset, kind, symbol, addend, .. } = relocation;
            let is_distance = matches!(formula_of(kind), Some(Formula::Relative | Formula::Branch));
            let value = if is_distance { self.place_in(section, symbol) } else { None };
            let is_done = value.is_some_and(|value| {
                let place = usize::try_from(offset).ok().and_then(|at| data.to_mut().get_mut(at..));
                one(&Entry { offset, kind, symbol: 0, addend }, offset, value, 0, |_| None, place).is_ok()
            });
            left.extend((!is_done).then_some(offset));
        }
        (data, left)
    }

    /// Offset in a section of the name of a relocation there; `None` if it is elsewhere.
    fn place_in(&self, section: usize, name: &str) -> Option<u64> {
        if name == self.container.sections[section].name {
            return Some(0);
        }
        let (of, offset) = self.places().get(name).copied().flatten()?;
        (of == section).then_some(offset)
    }

    fn places(&self) -> &HashMap<&'a str, Option<(usize, u64)>> {
        self.places.get_or_init(|| {
            let mut places = HashMap::new();
            for symbol in &self.container.symbols {
                let place = symbol.section.map(|section| (section, symbol.value));
                places.entry(symbol.name).and_modify(|place| *place = None).or_insert(place);
            }
            places
        })
    }
}
