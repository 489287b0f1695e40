//! Units that execute instructions: their pages, and the units of an instruction.

use isatope_lang::{Inst, UnitUse, VersionSet};

use crate::book::{Book, grouped, names, only, section, table};
use crate::page::{Kind, Row};

/// Adds the pages of all units.
pub fn add(book: &mut Book) {
    for (index, unit) in book.model.units.iter().enumerate() {
        let mut page = book.page(Kind::Unit, &unit.name, book.all(), &unit.doc);
        let here = |inst: &Inst| uses(book, inst).any(|(_, used)| used.unit == index);
        let costs = grouped(book.all().iter().map(|version| (cost(book, index, version, None), only(version))));
        let rows = costs.into_iter().filter(|(text, _)| !text.is_empty()).map(|(text, set)| {
            let versions = book.names(set);
            Row { cells: vec![text, versions.join(" ")], versions }
        });
        page.sections.extend(section("Cost", vec![table(rows.collect())]));
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
    let written = inst.operands.iter().filter(|operand| operand.written);
    let words = written.map(|operand| operand.ty.dwords(book.model.lanes)).sum();
    let row = |(set, used): (VersionSet, UnitUse)| {
        let unit = &book.model.units[used.unit];
        let summary = crate::book::split(&unit.doc).0;
        let layouts = inst.forms.iter().flat_map(|form| book.model.formats[form.format].layouts.iter().flatten());
        let field = |field: usize| layouts.clone().find_map(|layout| layout.fields.get(field).map(|f| f.name.clone()));
        let when = used.when.and_then(|(index, value)| Some(format!("where `{}` is {value}", field(index)?)));
        let cost = set.iter().next().map_or(String::new(), |version| cost(book, used.unit, version, Some(words)));
        ((unit.name.clone(), when.unwrap_or_default(), summary, cost), set)
    };
    let rows = grouped(uses(book, inst).map(row)).into_iter().map(|((name, when, summary, cost), set)| {
        let versions = names(book.model, set, inst.versions);
        Row { cells: vec![format!("`{name}`"), when, summary, cost, versions.join(" ")], versions }
    });
    rows.collect()
}

/// What an instruction of a unit costs: the pipe, and the cycles of a thread in it. `written` is the number of
/// registers that the instruction writes; without it the text says what the cost of one register is. Empty if the
/// specification does not say.
fn cost(book: &Book, unit: usize, version: usize, written: Option<u32>) -> String {
    let Some(checks) = book.model.versions[version].checks.map(|index| &book.model.checks[index]) else {
        return String::new();
    };
    let Some(unit) = checks.units.iter().find(|checked| checked.name == book.model.units[unit].name) else {
        return String::new();
    };
    let one = |&(pipe, count): &(usize, Option<u32>)| {
        let (name, rate) = &checks.pipes[pipe];
        // A message that writes nothing takes no time where words are counted; any other instruction takes its turn.
        let least = if unit.message { 0 } else { 1 };
        let count_here = count.or(written.map(|words| words.max(least))).unwrap_or(1);
        let cycles = f64::from(count_here) / f64::from((*rate).max(1));
        let each = if count.is_none() && written.is_none() { " for each register written" } else { "" };
        format!("pipe {}: {cycles:.3} cycles for a {}{each}", name.to_uppercase(), book.model.called.thread)
    };
    match unit.costs.as_slice() {
        [] => "no cost".to_string(),
        costs => costs.iter().map(one).collect::<Vec<_>>().join(", "),
    }
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
