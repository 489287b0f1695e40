//! What an instruction reads and writes, as its page tells it.

use isatope_lang::access::{Access, Accesses, Place, When};
use isatope_lang::{Inst, Scope, VersionSet};

use crate::book::{Book, grouped, names, only, section, table};
use crate::page::{Row, Section};

/// What an instruction touches in each form and version.
pub struct Touched(Vec<(usize, Vec<Access>)>);

impl Touched {
    /// Of an instruction.
    pub fn new(accesses: &mut Accesses, inst: &Inst) -> Self {
        let mut list = Vec::new();
        for (form, data) in inst.forms.iter().enumerate() {
            let versions = data.opcodes.iter().enumerate().filter(|(_, code)| code.is_some());
            list.extend(versions.map(|(version, _)| (version, accesses.of(inst, form, version))));
        }
        Self(list)
    }

    fn all(&self) -> impl Iterator<Item = &Access> {
        self.0.iter().flat_map(|(_, list)| list)
    }

    /// What happens with an operand, and how many registers it has at most.
    pub fn operand(&self, operand: usize) -> (String, u32) {
        let of = |place: &Place| match place {
            Place::Word(o, word) if *o == operand => Some(word + 1),
            Place::AnyWord(o) if *o == operand => Some(1),
            _ => None,
        };
        let here = || self.all().filter(|a| of(&a.place).is_some());
        let count = here().filter_map(|a| of(&a.place)).max().unwrap_or(0);
        // In which words it happens: in all, in those with some modifiers, in none.
        let part = |word: &str, when: fn(&Access) -> &When| match here().any(|a| settled(when(a))) {
            true => Some((false, word.to_string())),
            false => here().any(|a| !when(a).is_empty()).then(|| (true, format!("by modifiers {word}"))),
        };
        let mut parts: Vec<(bool, String)> =
            [part("read", |a| &a.read), part("written", |a| &a.written)].into_iter().flatten().collect();
        parts.sort_by_key(|(sometimes, _)| *sometimes);
        let joined = if parts.iter().any(|(sometimes, _)| *sometimes) { ", " } else { " and " };
        let text = parts.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(joined);
        let text = if text.is_empty() { "not used".to_string() } else { text };
        (text, count)
    }
}

/// Whether something is so in all words.
fn settled(when: &When) -> bool {
    when.iter().any(|(mask, _)| *mask == 0)
}

/// What is read, written and called beside the operands.
pub fn state(book: &Book, inst: &Inst, touched: &Touched) -> Option<Section> {
    let mut rows = Vec::new();
    for verb in ["reads", "writes"] {
        let each = inst.versions.iter().map(|version| {
            let here = touched.0.iter().filter(|(v, _)| *v == version).flat_map(|(_, list)| list);
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
const SOMETIMES: &str = " (by modifiers)";

/// The name of what is read or written, if it is not an operand.
fn named(book: &Book, access: &Access, verb: &str) -> Option<String> {
    let when = if verb == "reads" { &access.read } else { &access.written };
    let model = book.model;
    let name = match access.place {
        Place::Word(..) | Place::AnyWord(_) => return None,
        Place::Numbered(file, number) => format!("{}{number}", model.files[file].prefix),
        Place::Any(file) => format!("some register of {}", model.files[file].name),
        Place::Register(register) => model.registers[register].name.clone(),
        Place::Memory(memory) => model.memories[memory].name.clone(),
        // Interfaces are with their operations.
        Place::Interface(_) => return None,
    };
    let sometimes = if settled(when) { "" } else { SOMETIMES };
    (!when.is_empty()).then(|| format!("{name}{sometimes}"))
}

fn verb_rows(book: &Book, inst: &Inst, verb: &str, each: impl Iterator<Item = (String, VersionSet)>) -> Vec<Row> {
    let groups = grouped(each).into_iter().filter(|(text, _)| !text.is_empty());
    let rows = groups.map(|(text, set)| {
        let versions = names(book.model, set, inst.versions);
        Row { cells: vec![verb.to_string(), text, versions.join(" ")], versions }
    });
    rows.collect()
}
