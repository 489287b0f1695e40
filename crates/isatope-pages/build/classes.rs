//! Pages of operand classes, and what a class allows in a few words.

use isatope_lang::{Class, CodeKind, CodeRange, FieldKind, Model, Number, NumberStyle, SpellingKind, VersionSet};

use crate::book::{Book, row, section, table, users};
use crate::page::{Kind, Page, Row};

/// Adds them.
pub fn add(book: &mut Book) {
    for (index, class) in book.model.classes.iter().enumerate() {
        let page = page(book, index, class);
        book.add(page, Vec::new());
    }
}

fn page(book: &Book, index: usize, class: &Class) -> Page {
    let mut page = book.page(Kind::Class, &class.name, book.all(), &class.doc);
    let plural = if class.bits == 1 { "" } else { "s" };
    page.sections.extend(section("Form", vec![table(vec![row([format!("{} bit{plural}", class.bits)])])]));
    let rows = class.codes.iter().map(|code| {
        let versions = book.names(code.versions);
        Row { cells: vec![range(code), meaning(book.model, code), versions.join(" ")], versions }
    });
    page.sections.extend(section("Codes", vec![table(rows.collect())]));
    let has = |f: &isatope_lang::Format| {
        let fields = f.layouts.iter().flatten().flat_map(|l| &l.fields);
        fields.clone().any(|field| field.kind == FieldKind::Operand(index))
    };
    let formats = book.model.formats.iter().filter(|f| has(f));
    page.sections.extend(users("Formats with such a field", formats.map(crate::forms::base).collect()));
    page
}

/// The codes of a range.
pub fn range(code: &CodeRange) -> String {
    if code.first == code.last { code.first.to_string() } else { format!("{}..{}", code.first, code.last) }
}

/// What the codes of a range mean.
fn meaning(model: &Model, code: &CodeRange) -> String {
    let count = code.last - code.first;
    let mut text = match &code.kind {
        CodeKind::File { file, base, step } => {
            let prefix = &model.files[*file].prefix;
            let last = u64::from(*base) + count * u64::from(*step);
            if count == 0 { format!("`{prefix}{base}`") } else { format!("`{prefix}{base}` to `{prefix}{last}`") }
        }
        CodeKind::Register(r) => format!("`{}`", model.registers[*r].name),
        CodeKind::Int { start, down } => {
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            let last = if *down { start.saturating_sub(count) } else { start.saturating_add(count) };
            if count == 0 { start.to_string() } else { format!("{start} to {last}") }
        }
        CodeKind::Float(value) => format!("{value:?}"),
        CodeKind::Constant(value) => format!("{value:#x}"),
        CodeKind::Literal => "a literal".to_string(),
        CodeKind::Attribute => "an attribute and its channel".to_string(),
        CodeKind::Number(number) => numbers(model, number),
        CodeKind::Value(_) | CodeKind::Name => spelled(model, code),
    };
    if !matches!(code.kind, CodeKind::Value(_) | CodeKind::Name) && !code.names.is_empty() {
        text += &format!(", written {}", spelled(model, code));
    }
    if let Some(field) = &code.only {
        text += &format!(", in `{field}` only");
    }
    if code.last_use {
        text += ", for the last time";
    }
    text
}

fn spelled(model: &Model, code: &CodeRange) -> String {
    let number = if code.last > code.first { "N" } else { "" };
    let mut texts: Vec<String> = code.names.iter().map(|n| format!("`{n}{number}`")).collect();
    texts.extend(code.spelled.iter().map(|(d, text)| format!("`{text}{number}` in {}", model.dialect_names[*d])));
    texts.join(", ")
}

fn numbers(model: &Model, number: &Number) -> String {
    let mut text = match number.styles.first() {
        _ if number.target => "a label: a distance from the next instruction, in words".to_string(),
        Some(NumberStyle::Signed | NumberStyle::SignedHex) => "a number with a sign".to_string(),
        _ => "a number".to_string(),
    };
    let mut tables: Vec<&str> = Vec::new();
    for spelling in &number.spellings {
        if let SpellingKind::Call(_, arguments) = &spelling.kind {
            tables.extend(arguments.iter().filter_map(|a| Some(model.enums[a.names.as_ref()?.list].name.as_str())));
        }
    }
    let counters = number.spellings.iter().find_map(|spelling| match &spelling.kind {
        SpellingKind::Counters { fields, .. } => Some(fields),
        _ => None,
    });
    if let Some(fields) = counters {
        let mut names: Vec<String> = fields.iter().map(|(name, _)| format!("{name}(N)")).collect();
        names.dedup();
        text += &format!(", written as one or several of {}", names.join(", "));
    }
    tables.sort_unstable();
    tables.dedup();
    if !tables.is_empty() {
        let list: Vec<String> = tables.iter().map(|t| format!("`{t}`")).collect();
        text += &format!(", with names from {}", list.join(", "));
    }
    text
}

/// How many single constants a summary names before it only says that there are some.
const MOST_CONSTANTS: usize = 3;

/// What a class allows in some versions, shortly: every file and register, but not every constant and spelling.
pub fn summary(model: &Model, class: &Class, versions: VersionSet) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut constants: Vec<String> = Vec::new();
    // A class that has the codes of another one several times has its constants once.
    let mut known = Vec::new();
    let mut integers: Option<(i64, i64)> = None;
    let mut floats = false;
    for code in class.codes.iter().filter(|c| !c.versions.and(versions).is_empty()) {
        let count = i64::try_from(code.last - code.first).unwrap_or(i64::MAX);
        let text = match &code.kind {
            CodeKind::Float(_) => {
                floats = true;
                continue;
            }
            CodeKind::Constant(value) => {
                let constant = (*value, &code.names[..], &code.spelled[..]);
                if !known.contains(&constant) {
                    known.push(constant);
                    constants.push(format!("{value:#x}"));
                }
                continue;
            }
            CodeKind::Int { start, down } => {
                let last = if *down { start.saturating_sub(count) } else { start.saturating_add(count) };
                let (low, high) = integers.unwrap_or((*start, *start));
                integers = Some((low.min(*start).min(last), high.max(*start).max(last)));
                continue;
            }
            CodeKind::Value(_) | CodeKind::Name => {
                let name = code.names.first().or(code.spelled.first().map(|(_, text)| text));
                let only = code.only.as_ref().map_or(String::new(), |field| format!(" (in {field} only)"));
                format!("{}{}{only}", name.map_or("", String::as_str), if count > 0 { "N" } else { "" })
            }
            CodeKind::File { file, base, step } => {
                let prefix = &model.files[*file].prefix;
                let last = i64::from(*base) + count * i64::from(*step);
                if count == 0 { format!("{prefix}{base}") } else { format!("{prefix}{base} to {prefix}{last}") }
            }
            _ => meaning(model, code).replace('`', ""),
        };
        if !parts.contains(&text) {
            parts.push(text);
        }
    }
    parts.extend(integers.map(|(low, high)| if low == high { low.to_string() } else { format!("{low} to {high}") }));
    if floats {
        parts.push("some floats".to_string());
    }
    match constants.len() > MOST_CONSTANTS {
        true => parts.push(format!("{} constants", constants.len())),
        false => parts.extend(constants),
    }
    parts.join(", ")
}
