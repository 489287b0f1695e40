//! Pages of formats, and bit diagrams.

use isatope_lang::{FieldKind, Form, Format, Inst, Layout, Model, Slot, VersionSet};

use crate::book::{Book, grouped, only, places, row, section, table};
use crate::modifiers::UsedLayout;
use crate::page::{Bits, Block, Cell, Kind, Page, Row};

/// Adds the pages of all formats. Formats that are made of parts for some entries have no page of their own.
pub fn add(book: &mut Book) {
    for (index, format) in book.model.formats.iter().enumerate() {
        if base(format) == format.name {
            let page = page(book, index, format);
            let suffixes = format.suffixes.iter().chain(&format.words);
            let also = suffixes.map(|s| s.trim_start_matches('_').to_string()).collect();
            book.add(page, also);
        }
    }
}

/// The name of a format without the parts that entries add to it.
pub fn base(format: &Format) -> &str {
    format.name.split(['+', '/']).next().unwrap_or_default()
}

fn page(book: &Book, index: usize, format: &Format) -> Page {
    let model = book.model;
    let mut page = book.page(Kind::Format, &format.name, format.versions, &format.doc);
    let diagrams = grouped(versions(format).map(|v| (rows(model, format, v, None), only(v))));
    let blocks =
        diagrams.into_iter().map(|(rows, set)| diagram(book, String::new(), rows, set, format.versions)).collect();
    page.sections.extend(section("Bits", blocks));
    page.sections.extend(section("Operands", vec![table(fields(book, format))]));
    let layouts = versions(format).filter_map(|v| {
        let layout = format.layouts[v].as_ref()?;
        Some(UsedLayout { versions: only(v), layout, idle: 0 })
    });
    let modifiers = crate::modifiers::of_layouts(book, layouts, format.versions);
    page.sections.extend(section("Modifiers", vec![modifiers]));
    page.sections.extend(section("Written", vec![table(endings(model, format))]));
    let others: Vec<Row> = format
        .extends
        .iter()
        .map(|(other, group, _)| {
            row([
                "as",
                model.formats[*other].name.as_str(),
                "every instruction of it, but those with",
                &format!("no {group}"),
            ])
        })
        .chain(format.promotes.iter().map(|(other, add, set)| Row {
            cells: vec![
                "as".into(),
                model.formats[*other].name.clone(),
                format!("with {add:#x} added to the opcode"),
                book.names(*set).join(" "),
            ],
            versions: book.names(*set),
        }))
        .collect();
    page.sections.extend(section("Instructions that are here, too", vec![table(others)]));
    let here = |i: &Inst| i.forms.iter().any(|f| f.format == index || base(&model.formats[f.format]) == format.name);
    page.sections.extend(book.instructions("Instructions", here));
    page
}

fn versions(format: &Format) -> impl Iterator<Item = usize> {
    format.layouts.iter().enumerate().filter(|(_, l)| l.is_some()).map(|(v, _)| v)
}

/// Its operand fields with their classes.
fn fields(book: &Book, format: &Format) -> Vec<Row> {
    let all = versions(format).filter_map(|v| Some((v, format.layouts[v].as_ref()?)));
    let list = all.flat_map(|(v, layout)| {
        let operands = layout.fields.iter().filter_map(|f| match f.kind {
            FieldKind::Operand(class) => {
                let class = &book.model.classes[class];
                let allowed = crate::classes::summary(book.model, class, only(v));
                Some((f.name.clone(), class.name.clone(), allowed))
            }
            _ => None,
        });
        operands.map(move |o| (o, only(v))).collect::<Vec<_>>()
    });
    let rows = grouped(list).into_iter().map(|((name, class, allowed), set)| {
        let shown = crate::book::names(book.model, set, format.versions);
        Row { cells: vec![name, class, allowed, shown.join(" ")], versions: shown }
    });
    rows.collect()
}

/// What is written to choose the form.
fn endings(model: &Model, format: &Format) -> Vec<Row> {
    let mut rows = Vec::new();
    for (d, dialect) in model.dialect_names.iter().enumerate() {
        let suffix = format.suffixes.get(d).filter(|s| !s.is_empty());
        let word = format.words.get(d).filter(|s| !s.is_empty());
        rows.extend(suffix.map(|s| row([dialect.as_str(), s.as_str(), "behind the mnemonic"])));
        rows.extend(word.map(|w| row([dialect.as_str(), w.as_str(), "at the end of the line"])));
    }
    rows
}

/// A diagram, with the versions for which it holds in its title.
fn diagram(book: &Book, title: String, rows: Vec<Vec<Cell>>, set: VersionSet, within: VersionSet) -> Block {
    Block::Bits(Bits { title, rows, versions: crate::book::names(book.model, set, within) })
}

/// The opcodes of an instruction: a row for each form and opcode.
pub fn opcodes(book: &Book, inst: &Inst) -> Vec<Row> {
    let list = inst.forms.iter().flat_map(|form| {
        let codes = form.opcodes.iter().enumerate().filter_map(|(v, code)| Some((v, (*code)?)));
        let name = base(&book.model.formats[form.format]).to_string();
        codes
            .map(move |(v, code)| ((name.clone(), opcode(book.model, form.format, v, code)), only(v)))
            .collect::<Vec<_>>()
    });
    let rows = grouped(list).into_iter().map(|((format, code), set)| {
        let versions = crate::book::names(book.model, set, inst.versions);
        Row { cells: vec![format, code, versions.join(" ")], versions }
    });
    rows.collect()
}

/// An opcode; one whose bits lie in several places with these: `0x1a3, 19:16 = 0x7`.
fn opcode(model: &Model, format: usize, version: usize, value: u64) -> String {
    let pieces = model.formats[format].layouts[version].as_ref().map_or(&[][..], |l| &l.op);
    let parts: Vec<String> = pieces
        .iter()
        .zip(split_opcode(pieces, value))
        .enumerate()
        .map(
            |(i, (place, part))| {
                if i == 0 { format!("{part:#x}") } else { format!("{} = {part:#x}", places(&[*place])) }
            },
        )
        .collect();
    if parts.len() < 2 { format!("{value:#x}") } else { parts.join(", ") }
}

/// The part of an opcode in each of its places.
fn split_opcode(pieces: &[(u32, u32)], value: u64) -> Vec<u64> {
    let mut left: u32 = pieces.iter().map(|(high, low)| high - low + 1).sum();
    let part = |&(high, low): &(u32, u32)| {
        let width = high - low + 1;
        left -= width;
        value >> left & (u64::MAX >> (64 - width))
    };
    pieces.iter().map(part).collect()
}

/// The diagrams of an instruction: of each of its own formats, for versions that are alike. Forms that every
/// instruction of a format has are on the page of their format.
pub fn diagrams(book: &Book, inst: &Inst) -> Vec<Block> {
    let own = inst.forms.iter().filter(|f| !f.extended || inst.forms.iter().all(|f| f.extended));
    let mut blocks = Vec::new();
    for form in own {
        let format = &book.model.formats[form.format];
        let here = versions(format).filter(|&v| form.opcodes[v].is_some());
        for (rows, set) in grouped(here.map(|v| (rows(book.model, format, v, Some((inst, form))), only(v)))) {
            blocks.push(diagram(book, base(format).to_string(), rows, set, inst.versions));
        }
    }
    blocks
}

/// A format in a version, a row for each 32 bits; with an instruction, what it has in its fields.
fn rows(model: &Model, format: &Format, version: usize, of: Option<(&Inst, &Form)>) -> Vec<Vec<Cell>> {
    let Some(layout) = &format.layouts[version] else { return Vec::new() };
    let part = |bit: u32| part(layout, bit);
    let row = |row: u32| {
        let mut cells: Vec<(u32, u32, Part)> = Vec::new();
        for bit in (32 * row..(32 * row + 32).min(format.bits.max(32))).rev() {
            match cells.last_mut() {
                Some(last) if last.2 == part(bit) => last.1 = bit,
                _ => cells.push((bit, bit, part(bit))),
            }
        }
        cells.into_iter().map(|(high, low, part)| cell(model, layout, version, of, (high, low), part)).collect()
    };
    (0..format.bits.div_ceil(32)).map(row).collect()
}

/// What a bit belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Field(usize),
    Op(usize),
    Fixed,
    Nothing,
}

fn part(layout: &Layout, bit: u32) -> Part {
    let has = |&(high, low): &(u32, u32)| (low..=high).contains(&bit);
    if let Some(i) = layout.op.iter().position(has) {
        return Part::Op(i);
    }
    let shared = layout.fields.iter().position(|f| f.shared && f.pieces.iter().any(has));
    match shared.or_else(|| layout.fields.iter().position(|f| f.pieces.iter().any(has))) {
        Some(field) => Part::Field(field),
        None if layout.fixed_mask >> bit & 1 != 0 => Part::Fixed,
        None => Part::Nothing,
    }
}

fn cell(
    model: &Model,
    layout: &Layout,
    version: usize,
    of: Option<(&Inst, &Form)>,
    (high, low): (u32, u32),
    part: Part,
) -> Cell {
    let width = (high - low + 1) as usize;
    let digits = |value: u64| {
        let value = value & (u64::MAX >> (64 - width));
        if width > 16 { format!("{value:#0w$x}", w = width / 4 + 2) } else { format!("{value:0width$b}") }
    };
    let bits = places(&[(high, low)]);
    let (value, name, meaning) = match part {
        Part::Fixed => (digits(layout.fixed_value >> low), String::new(), String::new()),
        Part::Nothing => (String::new(), "–".to_string(), String::new()),
        Part::Op(i) => {
            let code = of.and_then(|(_, form)| form.opcodes[version]);
            let code = code.map(|c| split_opcode(&layout.op, c)[i] >> (low - layout.op[i].1));
            (code.map_or(String::new(), digits), "op".to_string(), code.map_or(String::new(), |c| format!("{c:#x}")))
        }
        Part::Field(index) => {
            let field = &layout.fields[index];
            let fixed = layout.fixed_mask >> low & 1 != 0;
            let value = if fixed { digits(layout.fixed_value >> low) } else { String::new() };
            (value, field.name.clone(), meaning(model, layout, index, of))
        }
    };
    Cell { bits, value, name, meaning }
}

/// What a field holds: the operand of an instruction, or the class of operands.
fn meaning(model: &Model, layout: &Layout, index: usize, of: Option<(&Inst, &Form)>) -> String {
    let field = &layout.fields[index];
    match (field.kind.clone(), of) {
        (FieldKind::Operand(class), None) => model.classes[class].name.clone(),
        (FieldKind::Operand(_), Some((inst, _))) => {
            let slot = layout.slots.iter().position(|s| *s == Slot::Field(index));
            let operand = slot.and_then(|s| inst.operands.get(s));
            operand.map_or("unused".to_string(), |o| if o.name == field.name { String::new() } else { o.name.clone() })
        }
        (FieldKind::Ignored, _) => "ignored".to_string(),
        (FieldKind::Plain, _) => String::new(),
    }
}
