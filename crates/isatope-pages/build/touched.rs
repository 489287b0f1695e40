//! What an instruction reads and writes, as its page tells it.

use isatope_lang::access::{Access, Accesses, Place, When};
use isatope_lang::{Inst, Layout, Model, Scope, VersionSet};

use crate::book::{Book, grouped, names, only, section, table};
use crate::page::{Row, Section};

/// What an instruction touches in each form and version.
pub struct Touched<'m>(pub Vec<TouchedForm<'m>>);

/// What an instruction touches in one form and version.
pub struct TouchedForm<'m> {
    /// The version.
    pub version: usize,
    /// The name of its format.
    pub format: &'m str,
    /// Whether every instruction of another format has this form too.
    pub extended: bool,
    /// The fields.
    pub layout: &'m Layout,
    /// What it touches.
    pub accesses: Vec<Access>,
}

impl<'m> Touched<'m> {
    /// Of an instruction.
    pub fn new(model: &'m Model, accesses: &mut Accesses, inst: &Inst) -> Self {
        let mut list = Vec::new();
        for (number, form) in inst.forms.iter().enumerate() {
            for (version, layout) in model.formats[form.format].layouts.iter().enumerate() {
                if let (Some(layout), Some(_)) = (layout, form.opcodes[version]) {
                    let accesses = accesses.of(inst, number, version);
                    let format = crate::forms::base(&model.formats[form.format]);
                    list.push(TouchedForm { version, format, extended: form.extended, layout, accesses });
                }
            }
        }
        Self(list)
    }
}

/// Whether something is so in all words.
pub fn settled(when: &When) -> bool {
    when.iter().any(|(mask, _)| *mask == 0)
}

/// What is read, written and called beside the operands.
pub fn state(book: &Book, inst: &Inst, touched: &Touched) -> Option<Section> {
    let mut rows = Vec::new();
    for verb in ["reads", "writes"] {
        let each = inst.versions.iter().map(|version| {
            let here = touched.0.iter().filter(|form| form.version == version).flat_map(|form| &form.accesses);
            let mut list: Vec<String> = here.filter_map(|a| named(book, a, verb)).collect();
            // A body of lanes runs in those that a register names.
            let lanes = inst.programs.iter().any(|p| p.scope == Scope::Lane && p.versions.contains(version));
            if let Some(active) = book.model.active_mask().filter(|_| lanes && verb == "reads") {
                list.push(book.model.registers[active].name.clone());
            }
            list.sort();
            list.dedup();
            // Of something that is touched in some words of one form and in all of another one name is enough.
            let sure: Vec<String> = list.iter().map(|name| format!("{name}{SOMETIMES}")).collect();
            list.retain(|name| !sure.contains(name));
            (list.join(", "), only(version))
        });
        rows.extend(verb_rows(book, inst, verb, each));
    }
    let calls = inst.versions.iter().map(|version| {
        let effects = inst.programs.iter().filter(|p| p.versions.contains(version)).flat_map(|p| &p.effects.calls);
        let mut list: Vec<String> = effects
            .map(|&(i, o)| {
                let interface = &book.model.interfaces[i];
                format!("{}.{}", interface.name, interface.operations[o].name)
            })
            .collect();
        list.sort();
        list.dedup();
        (list.join(", "), only(version))
    });
    rows.extend(verb_rows(book, inst, "calls", calls));
    section("Beside its operands", vec![table(rows)])
}

/// What follows a name that is touched in some words only.
const SOMETIMES: &str = " (with some modifiers)";

/// The name of what is read or written, if it is not an operand.
fn named(book: &Book, access: &Access, verb: &str) -> Option<String> {
    let when = if verb == "reads" { &access.read } else { &access.written };
    let name = name(book.model, access.place)?;
    let sometimes = if settled(when) { "" } else { SOMETIMES };
    (!when.is_empty()).then(|| format!("{name}{sometimes}"))
}

/// The name of a place that is not an operand.
pub fn name(model: &Model, place: Place) -> Option<String> {
    Some(match place {
        Place::Word(..) | Place::AnyWord(_) => return None,
        Place::Numbered(file, number) => format!("{}{number}", model.files[file].prefix),
        Place::Any(file) => format!("some register of {}", model.files[file].name),
        Place::Register(register) => model.registers[register].name.clone(),
        Place::Memory(memory) => model.memories[memory].name.clone(),
        // Interfaces are with their operations.
        Place::Interface(_) => return None,
    })
}

fn verb_rows(book: &Book, inst: &Inst, verb: &str, each: impl Iterator<Item = (String, VersionSet)>) -> Vec<Row> {
    let groups = grouped(each).into_iter().filter(|(text, _)| !text.is_empty());
    let rows = groups.map(|(text, set)| {
        let versions = names(book.model, set, inst.versions);
        Row { cells: vec![verb.to_string(), text, versions.join(" ")], versions }
    });
    rows.collect()
}
