//! Pages of the functions that bodies call.

use isatope_lang::{Function, words};

use crate::book::{Book, row, section, split, table};
use crate::page::{Block, Kind, Page, Row};

/// Adds them.
pub fn add(book: &mut Book) {
    for (i, function) in book.model.functions.iter().enumerate() {
        let page = page(book, function, i);
        book.add(page, by_type(&function.name).map(str::to_string).into_iter().collect());
    }
}

fn page(book: &Book, function: &Function, index: usize) -> Page {
    let mut page = book.page(Kind::Function, &function.name, book.all(), &function.doc);
    let body = &book.functions[index];
    let text = format!("fn {} {body}", signature(book, function));
    page.sections.extend(section("Meaning", vec![Block::Code { text, language: String::new() }]));
    page.sections.extend(section("Names in it", vec![table(calls(book, body))]));
    let names: Vec<&str> = std::iter::once(function.name.as_str()).chain(by_type(&function.name)).collect();
    let evidence = crate::evidence::of_function(book, function);
    page.sections.extend(section("How well this is known", vec![table(evidence)]));
    page.sections.extend(book.callers(&names));
    page
}

/// `mad_f32(a: f32, b: f32, c: f32) -> f32`
pub fn signature(book: &Book, function: &Function) -> String {
    format!("{}{}", function.name, crate::book::signature(book.model, &function.params, function.result))
}

/// The name without the type after it, by which a function is called as well: `clamp` of `clamp_f32`.
fn by_type(name: &str) -> Option<&str> {
    let (base, ty) = name.rsplit_once('_')?;
    words::type_meaning(ty).map(|_| base)
}

/// What a body calls: functions of the specification, builtins, operations of the host, each with what it does.
pub fn calls(book: &Book, body: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for name in words::calls(body) {
        let function = book.model.functions.iter().find(|f| f.name == name);
        let of_family = |f: &&Function| f.name.starts_with(&name) && by_type(&f.name) == Some(name.as_str());
        let family: Vec<&Function> = book.model.functions.iter().filter(of_family).collect();
        let operation = book.model.interfaces.iter().find_map(|i| {
            let operation = i.operations.iter().find(|o| format!("{}.{}", i.name, o.name) == name)?;
            Some((crate::host::signature(book.model, i, operation), split(&operation.doc).0))
        });
        let word = words::WORDS.iter().find(|w| w.called && w.name == name);
        let found = function
            .map(|f| (signature(book, f), split(&f.doc).0))
            .or(operation)
            .or_else(|| {
                let names: Vec<&str> = family.iter().map(|f| f.name.as_str()).collect();
                family.first().map(|f| (format!("{name}: {}", names.join(", ")), split(&f.doc).0))
            })
            .or_else(|| word.map(|w| (w.form.to_string(), w.meaning.to_string())));
        if let Some((form, meaning)) = found {
            let row = row([form, meaning]);
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    rows
}
