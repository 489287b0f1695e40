//! Generates a macro with the constants of programs: targets, dialects and operations, with their
//! names and indices in the tables.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use isatope_lang::Model;

use super::{id, slice};

/// The macro `registry!`, which hands all of it to another macro.
pub(super) fn registry(models: &[Model]) -> String {
    let (mut targets, mut dialects, mut operations) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let usual = models.iter().enumerate().find_map(|(arch, model)| Some((arch, model, model.usual?)));
    if let Some((arch, model, version)) = usual {
        targets.insert("USUAL".to_owned(), format!("{arch} {version} {:?}", model.versions[version].name));
    }
    for (arch, model) in models.iter().enumerate() {
        for (number, version) in model.versions.iter().enumerate() {
            for name in [&version.name].into_iter().chain(&version.names) {
                let text = format!("{arch} {number} {:?}", version.name);
                targets.entry(constant(name)).or_insert(text);
            }
        }
        for name in &model.dialect_names {
            dialects.entry(constant(name)).or_insert(format!("{name:?}"));
        }
        for (number, inst) in model.insts.iter().enumerate() {
            let text = format!("{arch} {number} {:?} {:?}", inst.name, inst.summary);
            operations.entry(constant(&inst.name)).or_insert(text);
        }
    }
    let mut out = "#[doc(hidden)] #[macro_export] macro_rules! registry { ($with:ident) => { $with! {".to_string();
    for (kind, list) in [("targets", targets), ("dialects", dialects), ("operations", operations)] {
        write!(out, "{kind} {{").expect("strings take everything");
        // What starts with a digit is not a name of a constant.
        for (name, text) in list.iter().filter(|(name, _)| !name.starts_with(|c: char| c.is_ascii_digit())) {
            writeln!(out, "{name} {text},").expect("strings take everything");
        }
        out.push('}');
    }
    out + "} } }\n"
}

/// For each instruction of a model the first one of the models of its family that has its name: the numbers of the model and the instruction.
pub(super) fn operations(models: &[Model], model: &Model) -> String {
    let mut first = HashMap::new();
    for (arch, model) in models.iter().enumerate().filter(|(_, m)| m.family == model.family) {
        for (number, inst) in model.insts.iter().enumerate() {
            first.entry(inst.name.as_str()).or_insert((arch, number));
        }
    }
    slice(model.insts.iter().map(|inst| {
        let (arch, number) = first[inst.name.as_str()];
        format!("({arch}, {})", id("InstId", number))
    }))
}

/// The name of a constant: `FMA_F32` for `FMA.f32`.
fn constant(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}
