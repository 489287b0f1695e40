//! Generates the constants of programs: targets, dialects and operations.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use isatope_lang::Model;

use super::id;

/// The file `constants.rs`: a constant for each name of a target, each dialect and each operation.
pub(super) fn constants(models: &[Model]) -> String {
    let (mut targets, mut dialects, mut operations) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let usual = models.iter().enumerate().find_map(|(arch, model)| Some((arch, model, model.usual?)));
    if let Some((arch, model, version)) = usual {
        let doc = format!("The target that is taken if code could be for several: {}.", model.versions[version].name);
        targets.insert("USUAL".to_owned(), (doc, format!("Self::of_row({arch}, {version})")));
    }
    for (arch, model) in models.iter().enumerate() {
        for (number, version) in model.versions.iter().enumerate() {
            for name in [&version.name].into_iter().chain(&version.names) {
                let doc = format!("The version {}.", version.name);
                targets.entry(constant(name)).or_insert((doc, format!("Self::of_row({arch}, {number})")));
            }
        }
        for name in &model.dialect_names {
            let doc = format!("The dialect `{name}`.");
            dialects.entry(constant(name)).or_insert((doc, format!("Self::of_name({name:?})")));
        }
        for (number, inst) in model.insts.iter().enumerate() {
            // Brackets in summaries are no links: M0[15:0].
            let doc = format!("`{}`: {}", inst.name, inst.summary.replace('[', "\\["));
            let value = format!("Operation::of_row({arch}, {})", id("InstId", number));
            operations.entry(constant(&inst.name)).or_insert((doc, value));
        }
    }
    let mut out = String::new();
    let parts = [
        ("impl Target {", "Self", targets),
        ("impl Dialect {", "Self", dialects),
        (
            "/// All operations of all architectures.\npub mod op { use super::{InstId, Operation};",
            "Operation",
            operations,
        ),
    ];
    for (head, ty, list) in parts {
        writeln!(out, "{head}").expect("strings take everything");
        // What starts with a digit is not a name of a constant.
        for (name, (doc, value)) in list.iter().filter(|(name, _)| !name.starts_with(|c: char| c.is_ascii_digit())) {
            writeln!(out, "#[doc = {doc:?}] pub const {name}: {ty} = {value};").expect("strings take everything");
        }
        out += "}\n";
    }
    out
}

/// For each instruction of a model the first one of the models of its family that has its name: the numbers of the
/// model and the instruction.
pub(super) fn operations(models: &[Model], model: &Model) -> impl Iterator<Item = String> {
    let mut first = HashMap::new();
    for (arch, model) in models.iter().enumerate().filter(|(_, m)| m.family == model.family) {
        for (number, inst) in model.insts.iter().enumerate() {
            first.entry(inst.name.as_str()).or_insert((arch, number));
        }
    }
    model.insts.iter().map(move |inst| {
        let (arch, number) = first[inst.name.as_str()];
        format!("({arch}, {})", id("InstId", number))
    })
}

/// The name of a constant: `FMA_F32` for `FMA.f32`.
fn constant(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}
