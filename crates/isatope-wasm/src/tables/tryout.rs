//! What an instruction can be tried with: words of each of its forms, and its worked examples.

use isatope::pages::{self, Block, Entry, Kind, Page};
use isatope::tables::Inst;
use isatope::{Instruction, Target};
use serde_json::{Value, json};

use super::{example, sample::samples};
use crate::explore::find;
use crate::names;
use crate::text::words;

/// Instances and examples of the page of an instruction, for one target unless its name is empty.
///
/// # Errors
/// There is no such page or target.
pub fn tryout(id: usize, target: &str) -> Result<Value, String> {
    let found = find(id)?;
    let target = if target.is_empty() { None } else { Some(names::target(target)?) };
    let all = instances(found.entry, target);
    let instance = |inst: &Instruction| {
        json!({
            "target": inst.target().name(),
            "format": inst.format().name.as_str(),
            "words": words(&inst.bytes(), inst.target().word_bytes()),
        })
    };
    Ok(json!({
        "instances": all.iter().map(instance).collect::<Vec<_>>(),
        "examples": examples(&pages::page(found), &all),
    }))
}

/// Instructions to look at: of each target, or of one, the forms of an entry.
fn instances(entry: &Entry, target: Option<Target>) -> Vec<Instruction> {
    if entry.kind != Kind::Instruction {
        return Vec::new();
    }
    let here = |other: &Target| {
        other.architecture() == entry.arch
            && entry.versions.iter().any(|version| version == other.name())
            && target.is_none_or(|target| target.architecture() != entry.arch || target == *other)
    };
    let mut all = Vec::new();
    for target in Target::all().filter(here) {
        let named = |inst: &&Inst| inst.name.as_str() == entry.name && target.version().is_in(inst.versions);
        all.extend(target.arch().insts.iter().find(named).into_iter().flat_map(|inst| samples(target, inst)));
    }
    all
}

/// The worked examples of a page. They run in the newest version that has them.
fn examples(page: &Page, instances: &[Instruction]) -> Vec<Value> {
    let section = page.sections.iter().filter(|section| section.title == "Examples");
    let rows = section.flat_map(|section| &section.blocks).flat_map(|block| match block {
        Block::Table { rows, .. } => rows.as_slice(),
        _ => &[],
    });
    let one = |row: &pages::Row| {
        let text = row.cells.first().map_or("", String::as_str);
        let here = |inst: &&Instruction| {
            row.versions.is_empty() || row.versions.iter().any(|version| version == inst.target().name())
        };
        let request = instances.iter().rev().filter(here).find_map(|inst| example::request(inst, text));
        json!({ "text": text, "request": request.map(|request| request.to_string()) })
    };
    rows.map(one).collect()
}
