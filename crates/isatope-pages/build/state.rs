//! Pages of the state that bodies name: register files, registers and their parts, memories.

use isatope_lang::{CodeKind, Model, Preload, Register, RegisterPart};

use crate::book::{Book, places, row, section, split, table};
use crate::page::{Kind, Page, Row};

/// Adds them.
pub fn add(book: &mut Book) {
    for index in 0..book.model.files.len() {
        let page = file(book, index);
        book.add(page, vec![book.model.files[index].prefix.clone()]);
        let Some((entry, _)) = book.pages.last_mut() else { continue };
        entry.registers = Some(book.model.files[index].count);
    }
    for (index, register) in book.model.registers.iter().enumerate() {
        let page = self::register(book, index, register);
        book.add(page, register.spelled.iter().map(|(_, text)| text.clone()).collect());
        for field in &register.fields {
            let page = part(book, register, field);
            book.add(page, vec![field.name.clone()]);
        }
    }
    for (index, memory) in book.model.memories.iter().enumerate() {
        let mut page = book.page(Kind::Memory, &memory.name, book.all(), &memory.doc);
        let size = format!("addresses of {} bits", memory.address_bits);
        page.sections.extend(section("Form", vec![table(vec![row([size])])]));
        let name = &memory.name;
        let calls = vec![
            row([format!("{name}.read8(at), read16, read32, read64"), "what is there, little endian".to_string()]),
            row([
                format!("{name}.write8(at, x), write16, write32, write64"),
                "writes at once, lane after lane".to_string(),
            ]),
            row([format!("{name}.outside(at, bytes, write)"), "notes an access out of bounds".to_string()]),
        ];
        page.sections.extend(section("Called", vec![table(calls)]));
        page.sections.extend(
            book.instructions("Read by", |i| i.programs.iter().any(|p| p.effects.reads_memory.contains(&index))),
        );
        page.sections.extend(
            book.instructions("Written by", |i| i.programs.iter().any(|p| p.effects.writes_memory.contains(&index))),
        );
        book.add(page, Vec::new());
    }
}

fn file(book: &Book, index: usize) -> Page {
    let file = &book.model.files[index];
    let mut page = book.page(Kind::File, &file.name, book.all(), &file.doc);
    let each = if file.per_lane { "each lane has its own" } else { "the same for all lanes" };
    let last = file.count.saturating_sub(1);
    let form = format!("`{0}0` to `{0}{last}`, 32 bits each, {each}", file.prefix);
    page.sections.extend(section("Form", vec![table(vec![row([form])])]));
    page.sections.extend(section("At the start", vec![table(preloaded(book.model, index))]));
    let calls = vec![
        row([format!("{}.read(n)", file.name), "a register by its number".to_string()]),
        row([format!("{}.write(n, x)", file.name), "writes one by its number".to_string()]),
    ];
    page.sections.extend(section("Called", vec![table(calls)]));
    let in_it = |kind: &CodeKind| matches!(kind, CodeKind::File { file, .. } if *file == index);
    page.sections.extend(section("Codes", vec![table(codes(book, in_it))]));
    page
}

/// What registers of a file hold when a program starts.
fn preloaded(model: &Model, file: usize) -> Vec<Row> {
    let prefix = &model.files[file].prefix;
    let here = model.preloads.iter().filter(|preload| preload.file == file);
    let registers = here.flat_map(|preload| (0..preload.count).map(move |number| (preload, number)));
    let one = |(preload, number): (&Preload, u32)| {
        row([format!("`{prefix}{}`", preload.first + number), preload.describe(number, &model.called.thread)])
    };
    registers.map(one).collect()
}

fn register(book: &Book, index: usize, register: &Register) -> Page {
    let mut page = book.page(Kind::Register, &register.name, book.all(), &register.doc);
    let mut form = format!("{} bit{}", register.bits, if register.bits == 1 { "" } else { "s" });
    if register.mask {
        form += ", one for each lane";
    }
    if register.per_lane {
        form += ", each lane has its own";
    }
    if register.active {
        form += ": bodies of lanes run where it is 1";
    }
    let mut rows = vec![row([form])];
    if register.numbered {
        rows.push(row(["starts as the number of the lane"]));
    } else if register.reset != 0 {
        rows.push(row([format!("starts as {:#x}", register.reset)]));
    }
    rows.extend(spelled(book.model, register));
    page.sections.extend(section("Form", vec![table(rows)]));
    let parts =
        register.fields.iter().map(|f| row([places(&[(f.high, f.low)]), format!("{}.{}", register.name, f.name)]));
    page.sections.extend(section("Parts", vec![table(parts.collect())]));
    page.sections.extend(section("Codes", vec![table(codes(book, |kind| *kind == CodeKind::Register(index)))]));
    page.sections.extend(
        book.instructions("Read beside operands by", |i| i.programs.iter().any(|p| p.effects.reads.contains(&index))),
    );
    page.sections.extend(
        book.instructions("Written beside operands by", |i| {
            i.programs.iter().any(|p| p.effects.writes.contains(&index))
        }),
    );
    page
}

fn spelled(model: &Model, register: &Register) -> Vec<Row> {
    let one = |(d, text): &(usize, String)| row([format!("{} in {}", text, model.dialect_names[*d])]);
    register.spelled.iter().map(one).collect()
}

fn part(book: &Book, register: &Register, part: &RegisterPart) -> Page {
    let RegisterPart { name, high, low, .. } = part;
    let bits = if high == low { format!("Bit {high}") } else { format!("Bits {high}:{low}") };
    let doc = format!("{bits} of `{}`. {}", register.name, split(&register.doc).0);
    let full = format!("{}.{name}", register.name);
    let mut page = book.page(Kind::Part, &full, book.all(), doc.trim());
    page.doc.extend(split(&register.doc).1);
    let values: Vec<String> = part.usually.iter().map(u64::to_string).collect();
    let usually = (!values.is_empty()).then(|| row([format!("{} in most programs", values.join(" or "))]));
    page.sections.extend(section("Value", vec![table(usually.into_iter().collect())]));
    page.sections.extend(book.callers(&[&full]));
    page
}

/// The codes with which operand classes name a piece of state.
fn codes(book: &Book, wanted: impl Fn(&CodeKind) -> bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for class in &book.model.classes {
        for code in class.codes.iter().filter(|c| wanted(&c.kind)) {
            let range = crate::classes::range(code);
            let versions = book.names(code.versions);
            rows.push(Row { cells: vec![class.name.clone(), range, versions.join(" ")], versions });
        }
    }
    rows
}
