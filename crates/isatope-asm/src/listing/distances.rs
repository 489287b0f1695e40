//! Writes distances from the program counter as operands that name where they lead.

use super::aims::{Aim, Aims};
use super::marks::Patch;
use super::patches::added;
use super::view::Distance;

/// Bytes of an instruction before its literal, and those of the literal.
const BEFORE_LITERAL: u64 = 4;
const LITERAL: u64 = 4;

impl Distance {
    /// Offset in the section of the instruction.
    fn start(&self) -> u64 {
        self.offset - BEFORE_LITERAL
    }
}

impl<'k> Aims<'k, '_> {
    /// The numbers of a section of code that are distances, as operands.
    pub(super) fn distances(&self, number: usize) -> Vec<Patch> {
        let all = self.lister.view.distances;
        let from = all.partition_point(|distance| distance.section < number);
        let own = all[from..].iter().take_while(|distance| distance.section == number);
        own.filter_map(|distance| self.patch(distance)).collect()
    }

    /// Finds the name for a distance.
    pub(super) fn of_distance(&self, found: &Distance) -> Option<Aim<'k>> {
        let own = &self.container.sections[found.section];
        let is_named = self.is_linked && self.lister.style().compilers && !found.is_subtracted;
        let aim = if is_named { self.at(found.to) } else { None };
        let is_inside = |aim: &Aim<'_>| (found.start() + 1..found.offset + LITERAL).contains(&aim.offset);
        let inside = found.to.wrapping_sub(own.address);
        let place = || self.place(found.section, i64::try_from(inside).ok()?);
        // In the same section a label needs no linker. A label in the instruction would take it apart.
        let aim = aim.filter(|aim| aim.section != found.section || aim.symbol.is_some()).or_else(place)?;
        let is_own = aim.section == found.section && aim.symbol.is_none();
        (!is_own || !is_inside(&aim) && i32::try_from(found.value).is_ok()).then_some(aim)
    }

    /// A distance as an operand.
    fn patch(&self, found: &Distance) -> Option<Patch> {
        let aim = self.of_distance(found)?;
        let own = &self.container.sections[found.section];
        let bytes = own.data.get(found.offset as usize..)?.first_chunk()?;
        let name = self.name(&aim);
        let operand = if aim.section == found.section && aim.symbol.is_none() {
            let from_here = aim.offset as i64 - found.start() as i64;
            let sum = match found.is_subtracted {
                true => format!(".-{name}{}", added(found.value + from_here)),
                false => format!("{name}-.{}", added(found.value - from_here)),
            };
            if found.is_high { format!("({sum})>>32") } else { sum }
        } else {
            // The linker adds the address of what is named, and subtracts that of the number.
            let named = self.container.sections[aim.section].address.wrapping_add(aim.offset);
            let place = own.address.wrapping_add(found.offset);
            let addend = (found.value as u64).wrapping_add(place).wrapping_sub(named) as i64;
            format!("{name}@rel32@{}{}", if found.is_high { "hi" } else { "lo" }, added(addend))
        };
        let number = u32::from_le_bytes(*bytes);
        Some(Patch { offset: found.offset, number, operand: Some(operand.into()), directive: None })
    }
}
