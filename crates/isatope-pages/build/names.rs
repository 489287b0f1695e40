//! Pages of tables of names, and of each number that has a name: hardware registers, messages, buffer formats.

use isatope_lang::{CodeKind, NameEntry, NameTable, VersionSet};

use crate::book::{Book, row, section, table};
use crate::page::{Block, Kind, Page, Row};

/// Adds them.
pub fn add(book: &mut Book) {
    for names in &book.model.names {
        let page = page(book, names);
        book.add(page, Vec::new());
        for entry in &names.entries {
            add_value(book, &names.name, Kind::Names, entry.value, entry.versions, &spellings(book, entry));
        }
    }
    for class in &book.model.classes {
        for code in class.codes.iter().filter(|c| matches!(c.kind, CodeKind::Name | CodeKind::Value(_))) {
            if code.first < code.last {
                continue;
            }
            let common = code.names.first().cloned().unwrap_or_default();
            let mut list: Vec<String> = vec![common; book.model.dialects.len()];
            for (dialect, text) in &code.spelled {
                list[*dialect].clone_from(text);
            }
            list.extend(code.names.iter().cloned());
            add_value(book, &class.name, Kind::Class, code.first, code.versions, &list);
        }
    }
}

/// What each dialect prints, then every other spelling.
fn spellings(book: &Book, entry: &NameEntry) -> Vec<String> {
    let dialects = 0..book.model.dialects.len();
    let mut list: Vec<String> = dialects.map(|d| entry.print.get(d).cloned().flatten().unwrap_or_default()).collect();
    list.extend(entry.names.iter().cloned());
    list
}

/// The page of a number with a name: `spelled` starts with what each dialect prints.
fn add_value(book: &mut Book, place: &str, kind: Kind, value: u64, versions: VersionSet, spelled: &[String]) {
    let Some(name) = spelled.iter().find(|s| !s.is_empty()) else { return };
    let of = if kind == Kind::Names { "table" } else { "operand class" };
    let mut page = book.page(Kind::Value, name, versions, &format!("Number {value} in the {of} `{place}`."));
    let dialects = book.model.dialect_names.iter().zip(spelled).filter(|(_, s)| !s.is_empty());
    let mut rows: Vec<Row> = dialects.map(|(d, s)| row([d.clone(), s.clone()])).collect();
    for other in &spelled[book.model.dialects.len()..] {
        if !rows.iter().any(|r| r.cells[1] == *other) {
            rows.push(row(["also read", other]));
        }
    }
    page.sections.extend(section("Written", vec![table(rows)]));
    book.add(page, spelled.to_vec());
}

fn page(book: &Book, names: &NameTable) -> Page {
    let doc = if names.doc.is_empty() { "Names of numbers." } else { &names.doc };
    let mut page = book.page(Kind::Names, &names.name, book.all(), doc);
    let mut head = vec!["number".to_string()];
    head.extend(book.model.dialect_names.iter().cloned());
    head.push(String::new());
    let rows = names.entries.iter().map(|entry| {
        let versions = book.names(entry.versions);
        let mut cells = vec![entry.value.to_string()];
        cells.extend(entry.print.iter().map(|p| p.clone().unwrap_or_else(|| "–".to_string())));
        cells.push(versions.join(" "));
        Row { cells, versions }
    });
    page.sections.extend(section("Names", vec![Block::Table { head, rows: rows.collect() }]));
    page
}
