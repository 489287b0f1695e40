//! Pages of the texts that entries cite and of what is not known exactly, and what other pages say about both.

use isatope_lang::{Citation, Doubt, Function, Grade, Inst, Known, Model, Reason, Reference};

use crate::book::{Book, row, section, split, table, users};
use crate::page::{Kind, Page, Row};

/// Adds them. Doubts that an entry states for itself have no name, and no page.
pub fn add(book: &mut Book) {
    for (index, reference) in book.model.references.iter().enumerate() {
        let page = reference_page(book, index, reference);
        book.add(page, Vec::new());
    }
    for (index, doubt) in book.model.doubts.iter().enumerate().filter(|(_, d)| !d.name.is_empty()) {
        let page = doubt_page(book, index, doubt);
        book.add(page, Vec::new());
    }
}

fn reference_page(book: &Book, index: usize, reference: &Reference) -> Page {
    let mut page = book.page(Kind::Reference, &reference.name, book.all(), "");
    page.summary = format!("{}.", titled(reference).trim_end_matches('.'));
    page.doc = reference.doc.split("\n\n").map(str::to_string).filter(|p| !p.is_empty()).collect();
    if !reference.address.is_empty() {
        page.sections.extend(section("Found at", vec![table(vec![row([reference.address.as_str()])])]));
    }
    let cites = |list: &[Citation]| list.iter().any(|c| c.reference == index);
    page.sections.extend(book.instructions("Instructions that cite it", |i| cites(&i.source)));
    let functions = book.model.functions.iter().filter(|f| cites(&f.source)).map(|f| f.name.as_str());
    page.sections.extend(users("Functions that cite it", functions.collect()));
    page
}

fn doubt_page(book: &Book, index: usize, doubt: &Doubt) -> Page {
    let mut page = book.page(Kind::Doubt, &doubt.name, book.all(), &doubt.why);
    page.doc.extend(doubt.doc.split("\n\n").map(str::to_string).filter(|p| !p.is_empty()));
    let mut rows = vec![row(["status", doubt.grade.word()]), row(["until", &doubt.until])];
    if !doubt.condition.is_empty() {
        rows.insert(1, row(["where".to_string(), format!("`{}`", doubt.condition)]));
    }
    page.sections.extend(section("What would settle it", vec![table(rows)]));
    let has = |known: &Known| known.reasons.iter().any(|r| r.doubt == index);
    page.sections.extend(book.instructions("Instructions", |i| has(&i.encoding) || has(&i.semantics)));
    let functions = book.model.functions.iter().filter(|f| f.doubts.contains(&index)).map(|f| f.name.as_str());
    page.sections.extend(users("Functions", functions.collect()));
    page
}

/// Title, publisher, edition and year.
fn titled(reference: &Reference) -> String {
    let year = reference.year.map(|y| y.to_string()).filter(|y| !reference.edition.contains(y));
    let said = [&reference.publisher, &reference.edition].into_iter().filter(|s| !s.is_empty()).cloned().chain(year);
    let said: Vec<String> = said.collect();
    if said.is_empty() { reference.title.clone() } else { format!("{} ({})", reference.title, said.join(", ")) }
}

/// A row for each place that is cited.
fn sources(model: &Model, list: &[Citation]) -> Vec<Row> {
    let one =
        |c: &Citation| row(["source".to_string(), format!("{}: {}", titled(&model.references[c.reference]), c.place)]);
    list.iter().map(one).collect()
}

/// Where an entry is from, in one line, to be searched.
pub fn searched(model: &Model, list: &[Citation]) -> String {
    let one = |c: &Citation| {
        format!("{} {}: {}", model.references[c.reference].name, model.references[c.reference].title, c.place)
    };
    list.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// The word for a grade, as pages have it.
fn word(grade: Grade) -> &'static str {
    if grade == Grade::None { "not given" } else { grade.word() }
}

fn reasons(model: &Model, list: &[Reason]) -> Vec<Row> {
    let one = |reason: &Reason| {
        let doubt = &model.doubts[reason.doubt];
        let name = if doubt.name.is_empty() { String::new() } else { format!(" (`{}`)", doubt.name) };
        let of = reason.function.map_or(String::new(), |f| format!(", in `{}`", model.functions[f].name));
        let why = split(&doubt.why);
        let why = std::iter::once(why.0).chain(why.1).collect::<Vec<_>>().join(" ");
        let condition = match doubt.condition.as_str() {
            "" => String::new(),
            condition => format!("; only where `{condition}`"),
        };
        [
            row(["".to_string(), format!("{why}{name}{of}{condition}")]),
            row(["".to_string(), format!("until: {}", doubt.until)]),
        ]
    };
    list.iter().flat_map(one).collect()
}

/// How well an instruction is known, why not better, and from where.
pub fn of_instruction(book: &Book, inst: &Inst) -> Vec<Row> {
    let model = book.model;
    let mut rows = Vec::new();
    for (what, known) in [("encoding", &inst.encoding), ("meaning", &inst.semantics)] {
        rows.push(row([what, word(known.grade)]));
        rows.extend(reasons(model, &known.reasons));
    }
    for form in inst.forms.iter().filter(|f| !f.doubts.is_empty()) {
        rows.push(row(["", &format!("in `{}` also:", crate::forms::base(&model.formats[form.format]))]));
        rows.extend(reasons(model, &form.doubts));
    }
    rows.extend(sources(model, &inst.source));
    rows
}

/// The rows of a function.
pub fn of_function(book: &Book, function: &Function) -> Vec<Row> {
    let own: Vec<Reason> = function.doubts.iter().map(|&doubt| Reason { doubt, function: None }).collect();
    let mut rows = Vec::new();
    if !own.is_empty() {
        rows.push(row(["meaning", "not known exactly"]));
        rows.extend(reasons(book.model, &own));
    }
    rows.extend(sources(book.model, &function.source));
    rows
}
