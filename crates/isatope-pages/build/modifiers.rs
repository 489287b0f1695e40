//! Pages of modifiers and of the plain fields after them, and the table of modifiers on other pages.

use std::collections::BTreeMap;

use isatope_lang::{FieldKind, Format, Layout, Model, Modifier, ModifierKind, ModifierUse, VersionSet, Word, WordForm};

use crate::book::{Book, grouped, only, places, row, section, split, table, users};
use crate::page::{Block, Kind, Page, Row};

/// How many words a cell of a table shows before it points to the page of the modifier.
const MOST_WORDS: usize = 8;

/// Adds the pages of all modifiers, and of the fields that are written under another name or not at all.
pub fn add(book: &mut Book) {
    for (index, modifier) in book.model.modifiers.iter().enumerate() {
        let page = page(book, index, modifier);
        let mut also = modifier.also.clone();
        also.push(modifier.text.clone());
        also.extend(words(modifier).iter().flat_map(|w| &w.names).cloned());
        also.extend(parts(modifier));
        also.extend(words(modifier).iter().flat_map(|w| &w.spelled).map(|(_, text)| text.clone()));
        if let ModifierKind::Choice(choices) = &modifier.kind {
            also.extend(choices.iter().map(|(_, text)| text.clone()));
        }
        book.add(page, also);
    }
    let mut fields: BTreeMap<&str, ()> = BTreeMap::new();
    for (_, _, layout) in layouts(book.model) {
        let plain = layout.fields.iter().filter(|f| f.kind != FieldKind::Ignored);
        fields.extend(plain.map(|f| (f.name.as_str(), ())));
    }
    for name in fields.keys().filter(|n| !book.model.modifiers.iter().any(|m| m.name == **n)) {
        let page = field(book, name);
        book.add(page, Vec::new());
    }
}

/// The names of the parts of a modifier that has parts.
fn parts(modifier: &Modifier) -> Vec<String> {
    match &modifier.kind {
        ModifierKind::Parts(parts) => parts.iter().map(|(name, _)| name.clone()).collect(),
        _ => Vec::new(),
    }
}

/// Every layout with its format and version.
fn layouts(model: &Model) -> impl Iterator<Item = (&Format, usize, &Layout)> {
    let of = |f| std::iter::repeat(f).zip(f_layouts(f));
    model.formats.iter().flat_map(of).map(|(f, (v, l))| (f, v, l))
}

fn f_layouts(format: &Format) -> impl Iterator<Item = (usize, &Layout)> {
    format.layouts.iter().enumerate().filter_map(|(v, l)| Some((v, l.as_ref()?)))
}

fn page(book: &Book, index: usize, modifier: &Modifier) -> Page {
    let mut page = book.page(Kind::Modifier, &modifier.name, book.all(), doc(book, modifier));
    page.sections.extend(section("Written", vec![table(written_rows(book.model, modifier))]));
    let used = |layout: &Layout, field: usize| {
        layout.modifiers.iter().flatten().chain(&layout.also).any(|u| u.modifier == index && u.field == field)
    };
    let rows = occurrences(book, |layout, field| used(layout, field) || layout.fields[field].name == modifier.name);
    page.sections.extend(section("Where", vec![table(rows)]));
    page.sections
        .extend(users("Words from", modifier.values.iter().map(|&e| book.model.enums[e].name.as_str()).collect()));
    page
}

/// What a modifier does; what its enum says where it says nothing itself.
fn doc<'m>(book: &Book<'m>, modifier: &'m Modifier) -> &'m str {
    match modifier.values {
        Some(values) if modifier.doc.is_empty() => &book.model.enums[values].doc,
        _ => &modifier.doc,
    }
}

/// The page of a field that no modifier has the name of.
fn field(book: &Book, name: &str) -> Page {
    let named = |layout: &Layout, field: usize| layout.fields[field].name == name;
    let (mut operand, mut bits, mut written) = (false, 0, Vec::new());
    for (_, _, layout) in layouts(book.model) {
        for (i, field) in layout.fields.iter().enumerate().filter(|(i, _)| named(layout, *i)) {
            operand |= matches!(field.kind, FieldKind::Operand(_));
            bits = bits.max(field.bits);
            let uses = layout.modifiers.iter().flatten().filter(|u| u.field == i);
            written.extend(uses.map(|u| book.model.modifiers[u.modifier].name.as_str()));
        }
    }
    written.sort_unstable();
    written.dedup();
    let what = if operand { "An operand" } else { "A field" };
    let plural = if bits == 1 { "" } else { "s" };
    let mut page = book.page(Kind::Field, name, book.all(), &format!("{what} of {bits} bit{plural} in formats."));
    page.sections.extend(users("Written as the modifier", written));
    page.sections.extend(section("Where", vec![table(occurrences(book, named))]));
    page
}

/// The formats that have a field, and its bits there.
fn occurrences(book: &Book, wanted: impl Fn(&Layout, usize) -> bool) -> Vec<Row> {
    let mut list = Vec::new();
    for (format, version, layout) in layouts(book.model) {
        for (_, field) in layout.fields.iter().enumerate().filter(|(i, _)| wanted(layout, *i)) {
            let base = format.name.split(['+', '/']).next().unwrap_or_default();
            let class = match field.kind {
                FieldKind::Operand(class) => book.model.classes[class].name.as_str(),
                _ => "",
            };
            list.push(((base.to_string(), places(&field.pieces), class.to_string()), only(version)));
        }
    }
    // Formats that have it in the same place share a row.
    let mut rows: Vec<(String, String, VersionSet, Vec<String>)> = Vec::new();
    for ((format, bits, class), versions) in grouped(list) {
        match rows.iter_mut().find(|(b, c, v, _)| *b == bits && *c == class && *v == versions) {
            Some((.., formats)) => formats.push(format),
            None => rows.push((bits, class, versions, vec![format])),
        }
    }
    let row = |(bits, class, versions, formats): (String, String, VersionSet, Vec<String>)| {
        let versions = book.names(versions);
        Row { cells: vec![bits, class, formats.join(", "), versions.join(" ")], versions }
    };
    rows.into_iter().map(row).collect()
}

/// The words of a modifier that has some.
fn words(modifier: &Modifier) -> &[Word] {
    match &modifier.kind {
        ModifierKind::Named(words) | ModifierKind::Words(words) => words,
        _ => &[],
    }
}

/// For a page of its own: every value with its spelling in each dialect.
fn written_rows(model: &Model, modifier: &Modifier) -> Vec<Row> {
    let dialects = 0..model.dialects.len();
    match &modifier.kind {
        ModifierKind::Named(words) | ModifierKind::Words(words) => {
            let value = |w: &Word| {
                if w.first == w.last { w.first.to_string() } else { format!("{:#x}..{:#x}", w.first, w.last) }
            };
            let rows = words.iter().map(|w| {
                let spelled = by_dialect(model, dialects.clone().map(|d| word(model, modifier, w, d)).collect());
                let others: Vec<&str> = w.names[1..].iter().map(String::as_str).collect();
                let others = if others.is_empty() { String::new() } else { format!("also {}", others.join(", ")) };
                row([value(w), spelled, others])
            });
            rows.collect()
        }
        _ => vec![row([by_dialect(model, dialects.map(|d| written(model, modifier, d)).collect())])],
    }
}

/// Texts of the dialects as one: with the names of the dialects where they differ.
fn by_dialect(model: &Model, texts: Vec<String>) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (text, dialect) in texts.into_iter().zip(&model.dialect_names) {
        match groups.iter_mut().find(|(t, _)| *t == text) {
            Some((_, list)) => list.push(dialect),
            None => groups.push((text, vec![dialect])),
        }
    }
    match &groups[..] {
        [(text, _)] => text.clone(),
        _ => groups.iter().map(|(text, list)| format!("{} {text}", list.join(", "))).collect::<Vec<_>>().join("; "),
    }
}

/// A word as a dialect prints it.
fn word(model: &Model, modifier: &Modifier, word: &Word, dialect: usize) -> String {
    let own = word.spelled.iter().find(|(d, _)| *d == dialect);
    let text = own.map_or(word.names.first().map_or("", String::as_str), |(_, text)| text);
    let dot = &model.syntax.attached;
    let name =
        if matches!(modifier.kind, ModifierKind::Named(_)) { format!("{}:", modifier.text) } else { String::new() };
    match word.form {
        WordForm::Alone => format!("{dot}{name}{text}"),
        WordForm::Number(_) => format!("{dot}{name}{text}:N"),
        WordForm::List { count, .. } => {
            let letters: Vec<String> = (0..count).map(|i| char::from(b'a' + (i % 26) as u8).to_string()).collect();
            format!("{dot}{name}{text}:[{}]", letters.join(","))
        }
    }
}

/// A modifier as a dialect writes it.
fn written(model: &Model, modifier: &Modifier, dialect: usize) -> String {
    let text = &modifier.text;
    let dot = &model.syntax.attached;
    match &modifier.kind {
        ModifierKind::Flag => format!("{dot}{text}"),
        ModifierKind::Choice(choices) => choices.iter().map(|(_, t)| t.clone()).collect::<Vec<_>>().join(" "),
        ModifierKind::Prefix(prefix) => format!("{prefix}x"),
        ModifierKind::Around { pairs, print } => {
            let pair = print.get(dialect).and_then(|&p| pairs.get(p));
            pair.map_or(String::new(), |(before, after)| format!("{before}x{after}"))
        }
        ModifierKind::Bits => format!("{text}:[0,1,…]"),
        ModifierKind::Number(hex, signed) => {
            let hex = if hex.get(dialect).copied().unwrap_or(false) { "0x" } else { "" };
            format!("{text}:{}{hex}N", if *signed { "±" } else { "" })
        }
        ModifierKind::Swizzle => format!("{text}:swizzle(…)"),
        ModifierKind::Parts(parts) => {
            let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
            format!("{text}:[{}]", names.join(","))
        }
        ModifierKind::Mark(print) => print.get(dialect).cloned().unwrap_or_default(),
        ModifierKind::Function(name) => format!("{name}(x)"),
        ModifierKind::Named(list) | ModifierKind::Words(list) => {
            let mut texts: Vec<String> =
                list.iter().take(MOST_WORDS).map(|w| word(model, modifier, w, dialect)).collect();
            if list.len() > MOST_WORDS {
                texts.push("…".to_string());
            }
            texts.join(" ")
        }
    }
}

/// A layout whose modifiers are listed.
pub struct UsedLayout<'m> {
    /// The versions that have it.
    pub versions: VersionSet,
    /// The layout.
    pub layout: &'m Layout,
    /// Bits that have no effect. Modifiers that only set such bits are left out.
    pub idle: u64,
}

/// The table of the modifiers of some layouts: what is written, what it does.
pub fn of_layouts<'m>(book: &Book<'m>, layouts: impl Iterator<Item = UsedLayout<'m>>, within: VersionSet) -> Block {
    let mut list: Vec<((usize, Vec<usize>), VersionSet)> = Vec::new();
    for UsedLayout { versions, layout, idle } in layouts {
        let has_effect = |used: &&ModifierUse| {
            let pieces = &layout.fields[used.field].pieces;
            pieces.iter().any(|&(high, low)| (low..=high).any(|bit| idle.checked_shr(bit).unwrap_or(0) & 1 == 0))
        };
        let mut here: Vec<(usize, Vec<usize>)> = Vec::new();
        for (dialect, uses) in layout.modifiers.iter().enumerate() {
            for ModifierUse { modifier, .. } in uses.iter().filter(has_effect) {
                match here.iter_mut().find(|(m, _)| m == modifier) {
                    Some((_, dialects)) if dialects.contains(&dialect) => {}
                    Some((_, dialects)) => dialects.push(dialect),
                    None => here.push((*modifier, vec![dialect])),
                }
            }
        }
        list.extend(here.into_iter().map(|h| (h, versions)));
    }
    let rows = grouped(list).into_iter().map(|((index, dialects), versions)| {
        let modifier = &book.model.modifiers[index];
        let all: Vec<String> = (0..book.model.dialects.len()).map(|d| written(book.model, modifier, d)).collect();
        let text = match dialects.len() == all.len() {
            true => by_dialect(book.model, all),
            false => {
                let names: Vec<String> =
                    dialects.iter().map(|&d| format!("{} {}", book.model.dialect_names[d], all[d])).collect();
                names.join("; ")
            }
        };
        let shown = crate::book::names(book.model, versions, within);
        let mut meaning = split(doc(book, modifier)).0;
        if words(modifier).len() > MOST_WORDS {
            meaning += &format!(" See `{}`.", modifier.name);
        }
        Row { cells: vec![modifier.name.clone(), text, meaning, shown.join(" ")], versions: shown }
    });
    table(rows.collect())
}
