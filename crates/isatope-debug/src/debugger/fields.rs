//! Fields of registers, as their pages in the specification list them.

use isatope::pages;

/// A field of a register: its name, and its highest and its lowest bit.
pub(super) type Field = (String, u32, u32);

/// The fields of the registers of an architecture that have some, as their pages in the specification have them.
pub(super) fn fields(arch: &str) -> Vec<(String, Vec<Field>)> {
    let registers = pages::all().filter(|found| found.entry.kind == pages::Kind::Register && found.entry.arch == arch);
    let all = registers.map(|found| (found.entry.name.clone(), fields_of(&pages::page(found))));
    all.filter(|(_, fields)| !fields.is_empty()).collect()
}

fn fields_of(page: &pages::Page) -> Vec<Field> {
    let rows = page.sections.iter().filter(|section| section.title == "Parts").flat_map(|section| &section.blocks);
    let rows = rows.flat_map(|block| match block {
        pages::Block::Table { rows, .. } => rows.as_slice(),
        _ => &[],
    });
    let part = |row: &pages::Row| {
        let [bits, name] = row.cells.as_slice() else { return None };
        let (high, low) = bits.split_once(':').unwrap_or((bits, bits));
        let name = name.rsplit('.').next().unwrap_or(name);
        Some((name.to_string(), high.parse().ok()?, low.parse().ok()?))
    };
    rows.filter_map(part).collect()
}
