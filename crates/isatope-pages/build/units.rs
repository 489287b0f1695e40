//! Units that execute instructions: their pages, and the units of an instruction.

use isatope_lang::{Inst, UnitUse, VersionSet};

use crate::book::{Book, grouped, names, only};
use crate::page::{Kind, Row};

/// Adds the pages of all units.
pub fn add(book: &mut Book) {
    for (index, unit) in book.model.units.iter().enumerate() {
        let mut page = book.page(Kind::Unit, &unit.name, book.all(), &unit.doc);
        let here = |inst: &Inst| uses(book, inst).any(|(_, used)| used.unit == index);
        page.sections.extend(book.instructions("Instructions", here));
        book.add(page, Vec::new());
    }
}

/// The names of the units that execute an instruction, in the order of the specification.
pub fn of(book: &Book, inst: &Inst) -> Vec<String> {
    let units = book.model.units.iter().enumerate();
    let used = units.filter(|(index, _)| uses(book, inst).any(|(_, used)| used.unit == *index));
    used.map(|(_, unit)| unit.name.clone()).collect()
}

/// The units that execute an instruction, and when.
pub fn rows(book: &Book, inst: &Inst) -> Vec<Row> {
    let row = |(set, used): (VersionSet, UnitUse)| {
        let unit = &book.model.units[used.unit];
        let summary = crate::book::split(&unit.doc).0;
        let layouts = inst.forms.iter().flat_map(|form| book.model.formats[form.format].layouts.iter().flatten());
        let field = |field: usize| layouts.clone().find_map(|layout| layout.fields.get(field).map(|f| f.name.clone()));
        let when = used.when.and_then(|(index, value)| Some(format!("where `{}` is {value}", field(index)?)));
        ((unit.name.clone(), when.unwrap_or_default(), summary), set)
    };
    let rows = grouped(uses(book, inst).map(row)).into_iter().map(|((name, when, summary), set)| {
        let versions = names(book.model, set, inst.versions);
        Row { cells: vec![format!("`{name}`"), when, summary, versions.join(" ")], versions }
    });
    rows.collect()
}

/// Every unit of every form and version.
fn uses<'b>(book: &'b Book, inst: &'b Inst) -> impl Iterator<Item = (VersionSet, UnitUse)> + 'b {
    inst.forms.iter().enumerate().flat_map(move |(n, form)| {
        let versions = form.opcodes.iter().enumerate().filter(|(_, opcode)| opcode.is_some());
        versions.flat_map(move |(version, _)| {
            let units = inst.units(book.model, n, version);
            units.into_iter().map(move |used| (only(version), used))
        })
    })
}
