//! Pages of instructions.

use isatope_lang::access::Accesses;
use isatope_lang::{CodeKind, Example, FieldKind, Format, Inst, Layout, ModifierUse, Slot, WhenAbsent};

use crate::book::{Book, grouped, names, only, operand_type, row, section, table};
use crate::modifiers::UsedLayout;
use crate::page::{Block, Kind, Page, Row, Section};
use crate::touched::{self, Touched};
use crate::{evidence, forms, functions, modifiers, operands, units};

/// Adds them.
pub fn add(book: &mut Book) {
    let mut accesses = Accesses::new(book.model);
    for (index, inst) in book.model.insts.iter().enumerate() {
        let page = page(book, index, inst, &Touched::new(book.model, &mut accesses, inst));
        let here = |a: &&isatope_lang::Alias| a.name == inst.name && !a.versions.and(inst.versions).is_empty();
        let mut also: Vec<String> = book.model.aliases.iter().filter(here).map(|a| a.alias.clone()).collect();
        also.extend(
            syntax_rows(book, inst).iter().filter_map(|r| r.cells[1].split([' ', '[']).next().map(str::to_string)),
        );
        book.add(page, also);
        let units = units::of(book, inst);
        let Some((entry, _)) = book.pages.last_mut() else { continue };
        entry.units = units;
        let formats = inst.forms.iter().map(|f| forms::base(&book.model.formats[f.format]).to_string());
        entry.formats = formats.collect();
        entry.formats.dedup();
        entry.status = inst.semantics.grade.word().to_string();
        entry.source = evidence::searched(book.model, &inst.source);
    }
}

fn page(book: &Book, index: usize, inst: &Inst, touched: &Touched) -> Page {
    let doc = format!("{} \n\n{}", inst.summary, inst.doc);
    let mut page = book.page(Kind::Instruction, &inst.name, inst.versions, &doc);
    // The page of an instruction names its versions in any case.
    page.versions = inst.versions.iter().map(|v| book.model.versions[v].name.clone()).collect();
    let body = &book.bodies[index];
    let sections = [
        section("Syntax", vec![table(syntax_rows(book, inst))]),
        section("Operands", vec![table(operands(book, inst, touched))]),
        section("What they can be", vec![table(classes(book, inst))]),
        modifiers(book, inst),
        touched::state(book, inst, touched),
        section(
            "Meaning",
            if body.trim().is_empty() {
                Vec::new()
            } else {
                vec![Block::Code { text: body.clone(), language: String::new() }]
            },
        ),
        section("Names in it", vec![table(functions::calls(book, body))]),
        section("Examples", vec![table(inst.examples.iter().map(|e| example(book, inst, e)).collect())]),
        section("Unit", vec![table(units::rows(book, inst))]),
        section("Encoding", [vec![table(forms::opcodes(book, inst))], forms::diagrams(book, inst)].concat()),
        section("How well this is known", vec![table(evidence::of_instruction(book, inst))]),
        section("Also written", vec![table(aliases(book, inst))]),
        concepts(book, inst, touched),
    ];
    page.sections.extend(sections.into_iter().flatten());
    page
}

/// Every form and version of an instruction, with its layout.
fn layouts<'m>(
    book: &Book<'m>,
    inst: &'m Inst,
) -> impl Iterator<Item = (&'m isatope_lang::Form, &'m Format, usize, &'m Layout)> {
    let model = book.model;
    let forms = inst.forms.iter().map(move |f| (f, &model.formats[f.format]));
    forms.flat_map(|(form, format)| {
        let here = form.opcodes.iter().enumerate().filter(|(_, code)| code.is_some());
        here.filter_map(move |(v, _)| Some((form, format, v, format.layouts[v].as_ref()?)))
    })
}

/// How each form is written in each dialect.
fn syntax_rows(book: &Book, inst: &Inst) -> Vec<Row> {
    let mut list = Vec::new();
    for (form, format, version, layout) in layouts(book, inst) {
        let several = inst.forms.iter().filter(|f| f.opcodes[version].is_some()).count() > 1;
        for (d, dialect) in book.model.dialect_names.iter().enumerate() {
            let printed = book.model.aliases.iter().find(|a| {
                a.print && a.with.is_empty() && a.dialect == d && a.name == inst.name && a.versions.contains(version)
            });
            let name = printed.map_or(&inst.name, |a| &a.alias);
            let ending = |list: &[String]| list.get(d).filter(|_| several).cloned().unwrap_or_default();
            let mnemonic = format!("{name}{}", ending(&format.suffixes));
            let text = syntax(book, inst, layout, &mnemonic, d);
            let word = if form.extended { String::new() } else { ending(&format.words) };
            list.push(((d, dialect.clone(), format!("{text} {word}").trim().to_string()), only(version)));
        }
    }
    let mut groups = grouped(list);
    groups.sort_by_key(|((d, _, _), _)| *d);
    let rows = groups.into_iter().map(|((_, dialect, text), set)| {
        let versions = names(book.model, set, inst.versions);
        Row { cells: vec![dialect, text, versions.join(" ")], versions }
    });
    rows.collect()
}

/// `FADD.f32[.clamp][.flow] dest[.dest_width], a[.neg], …`; where there are no dots without the modifiers.
fn syntax(book: &Book, inst: &Inst, layout: &Layout, mnemonic: &str, dialect: usize) -> String {
    let uses: &[ModifierUse] = layout.modifiers.get(dialect).map_or(&[], Vec::as_slice);
    let of = |at: Option<usize>| -> String {
        let here = uses.iter().filter(|u| book.model.syntax.attaches() && u.at == at);
        here.map(|u| {
            let name = &book.model.modifiers[u.modifier].name;
            if u.required { format!(".{name}") } else { format!("[.{name}]") }
        })
        .collect()
    };
    let operand = |slot: usize| -> Option<String> {
        let operand = inst.operands.get(slot)?;
        let text = match layout.slots[slot] {
            Slot::Register(r) => book.model.registers[r].name.clone(),
            Slot::Field(f) => {
                let before = layout.before.iter().find(|(field, d, _)| *field == f && d.is_none_or(|d| d == dialect));
                let counted = if layout.counted.iter().any(|c| c.0 == f) { ":…" } else { "" };
                format!("{}{}{counted}{}", before.map_or("", |b| &b.2), operand.name, of(Some(f)))
            }
        };
        let presence = layout.presences.iter().find(|p| p.slot == slot).and_then(|p| p.otherwise.get(dialect));
        Some(match presence {
            Some(WhenAbsent::Nothing | WhenAbsent::Optional) => format!("[{text}]"),
            Some(WhenAbsent::Word(word)) => format!("{text}|{word}"),
            Some(WhenAbsent::Always) | None => text,
        })
    };
    let order = layout.written.iter().find(|(d, _)| *d == dialect).map(|(_, slots)| slots.clone());
    let order = order.unwrap_or_else(|| (0..layout.slots.len()).collect());
    let operands: Vec<String> = order.into_iter().filter_map(operand).collect();
    format!("{mnemonic}{} {}", of(None), operands.join(", "))
}

/// Name, type, what happens with it, how many registers it takes, where it is.
fn operands(book: &Book, inst: &Inst, touched: &Touched) -> Vec<Row> {
    let one = |(i, operand): (usize, &isatope_lang::Operand)| {
        let (access, registers) = operands::use_of(book, inst, touched, i);
        let view = if operand.view.is_empty() { String::new() } else { format!(" {}", operand.view) };
        row([
            operand.name.clone(),
            format!("{}{view}", operand_type(book.model, operand.ty)),
            access,
            registers,
            places(book, inst, i),
        ])
    };
    inst.operands.iter().enumerate().map(one).collect()
}

/// The class of the operand in a slot.
fn class(layout: &Layout, slot: usize) -> Option<usize> {
    let Slot::Field(field) = layout.slots.get(slot)? else { return None };
    match layout.fields[*field].kind {
        FieldKind::Operand(class) => Some(class),
        _ => None,
    }
}

/// The classes of an operand: `src9`, or `vgpr8 (vop2), src9 (vop3a)`.
fn places(book: &Book, inst: &Inst, slot: usize) -> String {
    let mut list: Vec<(String, Vec<&str>)> = Vec::new();
    for (form, format, _, layout) in layouts(book, inst) {
        let text = match (layout.slots.get(slot), class(layout, slot)) {
            (Some(Slot::Register(r)), _) => format!("always `{}`", book.model.registers[*r].name),
            (_, Some(class)) => format!("`{}`", book.model.classes[class].name),
            _ => continue,
        };
        let name = forms::base(format);
        if form.extended {
            continue;
        }
        match list.iter_mut().find(|(t, _)| *t == text) {
            Some((_, formats)) if formats.contains(&name) => {}
            Some((_, formats)) => formats.push(name),
            None => list.push((text, vec![name])),
        }
    }
    match &list[..] {
        [(text, _)] => text.clone(),
        _ => {
            list.iter().map(|(text, formats)| format!("{text} ({})", formats.join(", "))).collect::<Vec<_>>().join(", ")
        }
    }
}

/// What the classes of the operands allow.
fn classes(book: &Book, inst: &Inst) -> Vec<Row> {
    let list = layouts(book, inst).filter(|(form, ..)| !form.extended).flat_map(|(_, _, v, layout)| {
        let classes = (0..inst.operands.len()).filter_map(move |slot| class(layout, slot));
        classes.map(move |class| {
            let class = &book.model.classes[class];
            ((class.name.clone(), crate::classes::summary(book.model, class, only(v))), only(v))
        })
    });
    let rows = grouped(list).into_iter().map(|((class, allowed), set)| {
        let versions = names(book.model, set, inst.versions);
        Row { cells: vec![format!("`{class}`"), allowed, versions.join(" ")], versions }
    });
    rows.collect()
}

fn modifiers(book: &Book, inst: &Inst) -> Option<Section> {
    let own = layouts(book, inst).filter(|(form, ..)| !form.extended).map(|(form, _, version, layout)| {
        let program = inst.programs.iter().find(|p| p.format == form.runs_as && p.versions.contains(version));
        let idle = program.map_or(0, |program| isatope_codegen::idle(inst, program, layout));
        UsedLayout { versions: only(version), layout, idle }
    });
    let mut blocks = vec![modifiers::of_layouts(book, own, inst.versions)];
    let mut extended: Vec<&str> =
        inst.forms.iter().filter(|f| f.extended).map(|f| forms::base(&book.model.formats[f.format])).collect();
    extended.dedup();
    if !extended.is_empty() {
        let list: Vec<String> = extended.iter().map(|n| format!("`{n}`")).collect();
        blocks.push(crate::book::paragraph(format!("The forms {} have more: see there.", list.join(", "))));
    }
    section("Modifiers", blocks)
}

/// Concepts that introduce something that the instruction has: files of its operands, state, formats, modifiers, units,
/// calls.
fn concepts(book: &Book, inst: &Inst, touched: &Touched) -> Option<Section> {
    let model = book.model;
    let mut names: Vec<String> = units::of(book, inst);
    names.push(inst.name.clone());
    names.extend(inst.forms.iter().map(|form| forms::base(&model.formats[form.format]).to_string()));
    for (form, _, _, layout) in layouts(book, inst) {
        let uses = layout.modifiers.iter().flatten().filter(|_| !form.extended);
        names.extend(uses.map(|used| model.modifiers[used.modifier].name.clone()));
        for class in (0..inst.operands.len()).filter_map(|slot| class(layout, slot)).map(|class| &model.classes[class])
        {
            names.extend(class.codes.iter().filter_map(|code| match &code.kind {
                CodeKind::File { file, .. } => Some(model.files[*file].name.clone()),
                CodeKind::Literal => Some("literal".to_string()),
                _ => None,
            }));
        }
    }
    let accesses = touched.0.iter().flat_map(|form| &form.accesses);
    names.extend(accesses.filter_map(|access| touched::name(model, access.place)));
    for (interface, operation) in inst.programs.iter().flat_map(|program| &program.effects.calls) {
        let interface = &model.interfaces[*interface];
        names.push(format!("{}.{}", interface.name, interface.operations[*operation].name));
    }
    book.glossary.section(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A worked example: `a=1.0 b=2.0 → dest=3.0`.
fn example(book: &Book, inst: &Inst, example: &Example) -> Row {
    let versions = names(book.model, example.versions, inst.versions);
    let text = example.text.replacen("=>", "→", 1);
    // The range is shown in a column of its own.
    let text = text.split(" @").next().unwrap_or_default().to_string();
    Row { cells: vec![text, versions.join(" ")], versions }
}

/// Other spellings of the mnemonic.
fn aliases(book: &Book, inst: &Inst) -> Vec<Row> {
    let here = |a: &&isatope_lang::Alias| a.name == inst.name && !a.versions.and(inst.versions).is_empty();
    let one = |a: &isatope_lang::Alias| {
        let with: Vec<String> = a.with.iter().map(|(field, value)| format!("{field} = {value}")).collect();
        let with = if with.is_empty() { String::new() } else { format!("with {}", with.join(", ")) };
        let versions: Vec<String> = names(book.model, a.versions.and(inst.versions), inst.versions);
        let cells = vec![book.model.dialect_names[a.dialect].clone(), a.alias.clone(), with, versions.join(" ")];
        Row { cells, versions }
    };
    book.model.aliases.iter().filter(here).map(one).collect()
}
