//! Links: the names in a page that have pages.

use std::collections::BTreeSet;

use isatope::pages::{self, Block, Entry, Kind, Page};
use serde_json::{Map, Value};

use super::index::{id, shown};

/// Most names of a page that are looked up.
const MOST: usize = 2000;

/// The pages of the names in a page.
pub fn links(page: &Page, entry: &Entry) -> Map<String, Value> {
    let mut names = BTreeSet::new();
    let mut add = |text: &str, is_code: bool| {
        let quoted = text.split('`').skip(1).step_by(2);
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').filter(|_| is_code);
        for name in quoted.chain(words).map(|name| name.trim_matches('.')) {
            if names.len() < MOST && name.len() > 1 && !name.starts_with(|c: char| c.is_ascii_digit()) {
                names.insert(name.to_string());
            }
        }
    };
    page.doc.iter().chain([&page.summary]).for_each(|text| add(text, false));
    for block in page.sections.iter().flat_map(|section| &section.blocks) {
        match block {
            Block::Text { text, .. } => add(text, false),
            Block::Code { text, language } => add(text, language.is_empty()),
            Block::Table { rows, .. } => {
                for cell in rows.iter().flat_map(|row| &row.cells) {
                    // A cell that is nothing but a name.
                    let is_name = cell.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
                    add(cell, is_name);
                }
            }
            Block::Bits(bits) => bits.rows.iter().flatten().for_each(|cell| add(&cell.name, true)),
        }
    }
    let version = entry.versions.first().map_or("", String::as_str);
    names.into_iter().filter_map(|name| Some((page_of(entry, version, &name)?, name))).map(pair).collect()
}

fn pair((id, name): (usize, String)) -> (String, Value) {
    (name, id.into())
}

/// The page of a name in another page.
fn page_of(entry: &Entry, version: &str, name: &str) -> Option<usize> {
    if entry.arch.is_empty() {
        return id(pages::find(name).first()?);
    }
    let here = shown(name).iter().filter(|shown| shown.is_of(&entry.arch, version));
    // Words of the language are everywhere, and mean least.
    here.filter(|shown| shown.entry.kind != Kind::Word || shown.entry.name.len() > 2)
        .min_by_key(|shown| shown.entry.kind)
        .map(|shown| shown.id)
}
