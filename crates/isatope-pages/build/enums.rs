//! Pages of enums, and of each number that has a name: hardware registers, messages, buffer formats.

use isatope_lang::{CodeKind, Enum, Member};

use crate::book::{Book, row, section, split, table};
use crate::page::{Block, Kind, Page, Row};

/// Adds them.
pub fn add(book: &mut Book) {
    for list in &book.model.enums {
        let page = page(book, list);
        book.add(page, Vec::new());
        for member in &list.members {
            let page = member_page(book, list, member);
            book.add(page, member.spellings());
        }
    }
    codes(book);
}

/// What each dialect prints for a member.
fn printed(book: &Book, member: &Member) -> Vec<String> {
    let dialects = 0..book.model.dialects.len();
    dialects.map(|d| member.printed(d).unwrap_or_default().to_string()).collect()
}

fn page(book: &Book, list: &Enum) -> Page {
    let doc = if list.doc.is_empty() { "Names of numbers." } else { &list.doc };
    let mut page = book.page(Kind::Enum, &list.name, book.all(), doc);
    let one = |m: &Member| {
        let versions = book.names(m.versions);
        let mut cells = vec![range(m), m.name.clone(), split(&m.doc).0];
        // Spellings that are the name in any dialect say nothing new.
        let spelled = printed(book, m);
        cells.push(if spelled.iter().all(|s| *s == m.name) { String::new() } else { by_dialect(book, &spelled) });
        cells.push(versions.join(" "));
        Row { cells, versions }
    };
    let rows = list.members.iter().map(one).collect();
    page.sections.extend(section("Members", vec![Block::Table { head: Vec::new(), rows }]));
    page
}

fn range(member: &Member) -> String {
    if member.first == member.last {
        member.first.to_string()
    } else {
        format!("{:#x}..{:#x}", member.first, member.last)
    }
}

/// What is printed in which dialect.
fn by_dialect(book: &Book, printed: &[String]) -> String {
    let all = book.model.dialect_names.iter().zip(printed);
    all.filter(|(_, text)| !text.is_empty()).map(|(d, text)| format!("{d} {text}")).collect::<Vec<_>>().join("; ")
}

fn member_page(book: &Book, list: &Enum, member: &Member) -> Page {
    let what = format!("{} of the enum `{}`.", range(member), list.name);
    let doc = split(&member.doc).0;
    let first = doc.chars().next().map_or(String::new(), |c| c.to_uppercase().collect());
    let rest = doc.chars().skip(1).collect::<String>();
    let doc = if doc.is_empty() { what } else { format!("{first}{}. {what}", rest.trim_end_matches('.')) };
    let mut page = book.page(Kind::Value, &member.name, member.versions, &doc);
    page.sections.extend(section("Written", vec![table(written(book, &printed(book, member), &member.spellings()))]));
    page
}

/// What each dialect prints, then what is read besides.
fn written(book: &Book, printed: &[String], all: &[String]) -> Vec<Row> {
    let dialects = book.model.dialect_names.iter().zip(printed).filter(|(_, s)| !s.is_empty());
    let mut rows: Vec<Row> = dialects.map(|(d, s)| row([d.clone(), s.clone()])).collect();
    for other in all {
        if !rows.iter().any(|r| r.cells[1] == *other) {
            rows.push(row(["also read", other]));
        }
    }
    rows
}

/// The codes of operand classes that only have names.
fn codes(book: &mut Book) {
    for class in &book.model.classes {
        let named =
            |c: &&isatope_lang::CodeRange| c.first == c.last && matches!(c.kind, CodeKind::Name | CodeKind::Value(_));
        for code in class.codes.iter().filter(named) {
            let common = code.names.first().cloned().unwrap_or_default();
            let mut printed: Vec<String> = vec![common; book.model.dialects.len()];
            for (dialect, text) in &code.spelled {
                printed[*dialect].clone_from(text);
            }
            let Some(name) = printed.iter().find(|s| !s.is_empty()).cloned() else { continue };
            let doc = format!("Code {} of the operand class `{}`.", code.first, class.name);
            let mut page = book.page(Kind::Value, &name, code.versions, &doc);
            page.sections.extend(section("Written", vec![table(written(book, &printed, &code.names))]));
            let also = printed.into_iter().chain(code.names.iter().cloned()).collect();
            book.add(page, also);
        }
    }
}
