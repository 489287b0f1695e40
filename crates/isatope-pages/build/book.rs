//! The pages of one architecture while they are made, and what all kinds of pages need.

use std::collections::HashMap;

use isatope_lang::{Inst, Model, OperandType, Type, VersionSet, settled, words};

use crate::glossary::Glossary;
use crate::page::{Block, Entry, Kind, Page, Row, Section};

/// How many names a list of users has before it is cut.
const MOST_NAMES: usize = 40;

/// The pages of one architecture.
pub struct Book<'m> {
    /// What they are made from.
    pub model: &'m Model,
    /// The pages so far.
    pub pages: Vec<(Entry, Page)>,
    /// The bodies of the instructions, as they are shown.
    pub bodies: Vec<String>,
    /// The bodies of the functions, as they are shown.
    pub functions: Vec<String>,
    /// The concepts of the architecture and those of all.
    pub glossary: Glossary,
    /// For each name that a body calls the instructions and the functions in which it is.
    uses: HashMap<String, (Vec<usize>, Vec<usize>)>,
}

impl<'m> Book<'m> {
    /// No pages yet.
    pub fn new(model: &'m Model, glossary: Glossary) -> Self {
        let bodies: Vec<String> = model.insts.iter().map(|i| settled(&i.body_text)).collect();
        let functions: Vec<String> = model.functions.iter().map(|f| settled(&f.body_text)).collect();
        let mut uses: HashMap<String, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for (i, body) in bodies.iter().enumerate() {
            for name in words::calls(body) {
                uses.entry(name).or_default().0.push(i);
            }
        }
        for (i, body) in functions.iter().enumerate() {
            for name in words::calls(body) {
                uses.entry(name).or_default().1.push(i);
            }
        }
        Self { model, pages: Vec::new(), bodies, functions, glossary, uses }
    }

    /// All versions of the architecture.
    pub fn all(&self) -> VersionSet {
        all(self.model)
    }

    /// A page without sections. `doc` starts with the summary.
    pub fn page(&self, kind: Kind, name: &str, versions: VersionSet, doc: &str) -> Page {
        let (summary, doc) = split(doc);
        let arch = self.model.arch.clone();
        Page { name: name.to_string(), kind, arch, versions: self.names(versions), summary, doc, sections: Vec::new() }
    }

    /// The names of versions; none for all.
    pub fn names(&self, versions: VersionSet) -> Vec<String> {
        names(self.model, versions, self.all())
    }

    /// Adds a page that is found under other names as well.
    pub fn add(&mut self, mut page: Page, mut also: Vec<String>) {
        also.sort();
        also.dedup();
        also.retain(|a| *a != page.name && !a.is_empty());
        page.sections.extend(self.glossary.section(&[page.name.as_str()]));
        let entry = Entry { also, ..Entry::of(&page) };
        self.pages.push((entry, page));
    }

    /// Sections that say in which instructions and functions one of some names is.
    pub fn callers(&self, names: &[&str]) -> Vec<Section> {
        let (mut insts, mut functions): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for (i, f) in names.iter().filter_map(|n| self.uses.get(*n)) {
            insts.extend(i);
            functions.extend(f);
        }
        insts.sort_unstable();
        functions.sort_unstable();
        let insts = insts.iter().map(|&i| self.model.insts[i].name.as_str()).collect();
        let functions = functions.iter().map(|&f| self.model.functions[f].name.as_str()).collect();
        [users("Instructions that call it", insts), users("Functions that call it", functions)]
            .into_iter()
            .flatten()
            .collect()
    }

    /// A section that names instructions, if there are any: `title` says what they have in common.
    pub fn instructions(&self, title: &str, wanted: impl Fn(&Inst) -> bool) -> Option<Section> {
        let list: Vec<&str> = self.model.insts.iter().filter(|i| wanted(i)).map(|i| i.name.as_str()).collect();
        users(title, list)
    }
}

/// A section with a list of names, cut where it is long.
pub fn users(title: &str, mut list: Vec<&str>) -> Option<Section> {
    list.dedup();
    let count = list.len();
    let more = count.saturating_sub(MOST_NAMES);
    list.truncate(MOST_NAMES);
    let mut text = list.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text += &format!(" and {more} more");
    }
    (count > 0).then(|| Section { title: title.to_string(), blocks: vec![paragraph(text)] })
}

/// All versions of an architecture.
pub fn all(model: &Model) -> VersionSet {
    VersionSet(((1_u32 << model.versions.len()) - 1) as u16)
}

/// The names of versions; none for all that there are.
pub fn names(model: &Model, versions: VersionSet, all: VersionSet) -> Vec<String> {
    if versions.and(all) == all {
        return Vec::new();
    }
    versions.iter().filter_map(|v| model.versions.get(v)).map(|v| v.name.clone()).collect()
}

/// Documentation as its first sentence and the paragraphs after it.
pub fn split(doc: &str) -> (String, Vec<String>) {
    let mut paragraphs = doc.split("\n\n").map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "));
    let first = paragraphs.next().unwrap_or_default();
    // A full stop inside of a sentence, as in `gcn1.2`, has no blank after it.
    let end = first.find(". ").map_or(first.len(), |i| i + 1);
    let mut rest: Vec<String> = vec![first[end..].trim().to_string()];
    rest.extend(paragraphs);
    rest.retain(|p| !p.is_empty());
    (first[..end].to_string(), rest)
}

/// A paragraph that holds for all versions.
pub fn paragraph(text: impl Into<String>) -> Block {
    Block::Text { text: text.into(), versions: Vec::new() }
}

/// A row that holds for all versions.
pub fn row(cells: impl IntoIterator<Item = impl Into<String>>) -> Row {
    Row { cells: cells.into_iter().map(Into::into).collect(), versions: Vec::new() }
}

/// A table without titles above its columns.
pub fn table(rows: Vec<Row>) -> Block {
    Block::Table { head: Vec::new(), rows }
}

/// A section, if there is something in it.
pub fn section(title: &str, blocks: Vec<Block>) -> Option<Section> {
    let full = blocks.iter().any(|b| !matches!(b, Block::Table { rows, .. } if rows.is_empty()));
    full.then(|| Section { title: title.to_string(), blocks })
}

/// Values that are the same in several versions, with these, in the order in which they appear first.
pub fn grouped<T: PartialEq>(values: impl IntoIterator<Item = (T, VersionSet)>) -> Vec<(T, VersionSet)> {
    let mut groups: Vec<(T, VersionSet)> = Vec::new();
    for (value, versions) in values {
        match groups.iter_mut().find(|(v, _)| *v == value) {
            Some((_, set)) => set.0 |= versions.0,
            None => groups.push((value, versions)),
        }
    }
    groups
}

/// One version.
pub fn only(version: usize) -> VersionSet {
    VersionSet(1 << version)
}

/// The name of an operand's type.
pub fn operand_type(model: &Model, ty: OperandType) -> String {
    match ty {
        OperandType::Plain(ty) => model.type_name(ty),
        OperandType::Mask => "mask".to_string(),
    }
}

/// `(a: f32, b: u2) -> f32`
pub fn signature(model: &Model, params: &[(String, Type)], result: Option<Type>) -> String {
    let params = params.iter().map(|(name, ty)| format!("{name}: {}", model.type_name(*ty)));
    let result = result.map_or(String::new(), |ty| format!(" -> {}", model.type_name(ty)));
    format!("({}){result}", params.collect::<Vec<_>>().join(", "))
}

/// `31:26`, `7`; several pieces with commas.
pub fn places(pieces: &[(u32, u32)]) -> String {
    let one = |&(high, low): &(u32, u32)| if high == low { high.to_string() } else { format!("{high}:{low}") };
    pieces.iter().map(one).collect::<Vec<_>>().join(",")
}
