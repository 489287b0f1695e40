//! The words of each page that a search looks at beside names, summaries and sources.

use std::collections::BTreeSet;

use crate::page::{Block, Entry, Kind, Page, Section};

/// A line for each page, in their order: its words in lower case, packed.
pub fn write(pages: &[(Entry, Page)]) -> Vec<u8> {
    let lines: Vec<String> =
        pages.iter().map(|(_, page)| words(page).into_iter().collect::<Vec<_>>().join(" ")).collect();
    miniz_oxide::deflate::compress_to_vec(lines.join("\n").as_bytes(), crate::blob::level())
}

/// Words of the documentation, of a concept and of what an instruction has beside its meaning: operands, names of
/// modifiers, state. Lists of other pages, encodings and bodies would make every page an answer.
fn words(page: &Page) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut add = |text: &str| {
        let parts = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '-'));
        let parts = parts.map(|word| word.trim_matches(['.', '-']).to_lowercase());
        words.extend(parts.filter(|word| word.chars().any(char::is_alphabetic)));
    };
    page.doc.iter().for_each(|text| add(text));
    for section in page.sections.iter().filter(|section| is_searched(page.kind, section)) {
        for block in &section.blocks {
            match block {
                Block::Text { text, .. } | Block::Code { text, .. } => add(text),
                Block::Table { rows, .. } => {
                    let cells = if section.title == "Modifiers" { 2 } else { usize::MAX };
                    rows.iter().flat_map(|row| row.cells.iter().take(cells)).for_each(|cell| add(cell));
                }
                Block::Bits(_) => {}
            }
        }
    }
    words
}

fn is_searched(kind: Kind, section: &Section) -> bool {
    match kind {
        Kind::Concept => section.title == "Example",
        _ => ["Operands", "Modifiers", "Beside its operands", "At the start"].contains(&section.title.as_str()),
    }
}
