//! Finds distances in the code of a container.

use isatope_asm::listing::Distance;
use isatope_core::Target;
use isatope_object::{Container, SectionKind};

/// The numbers in the code of a container that are distances from the program counter to functions, data and targets of
/// far branches, by section and offset. [`Listing::distances`](super::Listing::distances) prints them as names of where
/// they lead, so that the assembler computes them again when the listing was changed.
pub fn distances(container: &Container<'_>, target: Target) -> Vec<Distance> {
    let code = container.sections.iter().enumerate().filter(|(_, section)| section.kind == SectionKind::Code);
    let of = |(number, section): (usize, &isatope_object::Section<'_>)| {
        let symbols = container.symbols.iter().filter(|symbol| symbol.section == Some(number));
        let mut starts: Vec<usize> = symbols.map(|symbol| symbol.value as usize).collect();
        starts.sort_unstable();
        let found = isatope_values::distances(target, section.data, section.address, &starts).into_iter();
        found.map(move |found| Distance {
            section: number,
            offset: found.offset as u64,
            value: found.value,
            is_high: found.is_high,
            is_subtracted: found.is_subtracted,
            to: found.to,
        })
    };
    code.flat_map(of).collect()
}
