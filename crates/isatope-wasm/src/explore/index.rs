//! The index: an entry for each page.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use isatope::pages::{self, Block, Entry, Found, Kind, Page, Row};
use serde::Serialize;

/// An entry, with its number and address.
#[derive(Serialize)]
struct Line<'a> {
    id: usize,
    path: &'a str,
    name: &'a str,
    kind: Kind,
    arch: &'a str,
    versions: &'a [String],
    summary: &'a str,
    also: &'a [String],
    formats: &'a [String],
    units: &'a [String],
    status: &'a str,
    source: &'a str,
    operands: Vec<String>,
    opcodes: Vec<Opcode>,
}

/// An opcode in a format, and the versions in which it is that.
#[derive(Serialize)]
struct Opcode {
    format: String,
    opcode: String,
    versions: Vec<String>,
}

/// Every page, in the order of the specification, as JSON.
///
/// # Errors
/// It cannot be written.
pub fn index() -> Result<String, String> {
    let lines: Vec<Line> = pages::read_all()
        .enumerate()
        .map(|(id, (found, page))| {
            let entry = found.entry;
            let page = Some(page).filter(|page| page.kind == Kind::Instruction);
            Line {
                id,
                path: path(id),
                name: &entry.name,
                kind: entry.kind,
                arch: &entry.arch,
                versions: &entry.versions,
                summary: &entry.summary,
                also: &entry.also,
                formats: &entry.formats,
                units: &entry.units,
                status: &entry.status,
                source: &entry.source,
                operands: page.as_ref().map_or_else(Vec::new, operands),
                opcodes: page.as_ref().map_or_else(Vec::new, opcodes),
            }
        })
        .collect();
    serde_json::to_string(&lines).map_err(|error| error.to_string())
}

/// The path of a page in addresses: the same from build to build.
pub fn path(id: usize) -> &'static str {
    static PATHS: OnceLock<Vec<String>> = OnceLock::new();
    let paths = PATHS.get_or_init(|| {
        let mut taken = HashSet::new();
        pages::all().enumerate().map(|(id, found)| unique(found.entry, id, &mut taken)).collect()
    });
    paths.get(id).map_or("", String::as_str)
}

/// A path that no page before has.
fn unique(entry: &Entry, id: usize, taken: &mut HashSet<String>) -> String {
    let arch = if entry.arch.is_empty() { "all" } else { &entry.arch };
    let plain = format!("{arch}/{}/{}", entry.kind.name(), entry.name);
    let first = entry.versions.first().map(|version| format!("{plain}@{version}"));
    let numbered = format!("{plain}@{id}");
    let path = [Some(plain), first, Some(numbered)].into_iter().flatten().find(|path| !taken.contains(path));
    let path = path.unwrap_or_default();
    taken.insert(path.clone());
    path
}

/// The rows of the tables in a section of a page.
pub fn rows<'p>(page: &'p Page, title: &str) -> impl Iterator<Item = &'p Row> {
    let section = page.sections.iter().find(|section| section.title == title);
    section.into_iter().flat_map(|section| &section.blocks).flat_map(|block| match block {
        Block::Table { rows, .. } => rows.as_slice(),
        _ => &[],
    })
}

fn operands(page: &Page) -> Vec<String> {
    rows(page, "Operands").filter_map(|row| row.cells.first().cloned()).collect()
}

fn opcodes(page: &Page) -> Vec<Opcode> {
    let one = |row: &Row| {
        let [format, opcode, ..] = row.cells.as_slice() else { return None };
        let versions = if row.versions.is_empty() { page.versions.clone() } else { row.versions.clone() };
        Some(Opcode { format: format.clone(), opcode: opcode.clone(), versions })
    };
    rows(page, "Encoding").filter_map(one).collect()
}

/// What is known about a page by its name.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Its number.
    pub id: usize,
    /// Its entry.
    pub entry: &'static Entry,
}

impl Shown {
    /// Whether it holds for a version of an architecture.
    pub fn is_of(&self, arch: &str, version: &str) -> bool {
        let entry = self.entry;
        pages::in_arch(entry, arch)
            && (entry.versions.is_empty() || version.is_empty() || entry.versions.iter().any(|known| known == version))
    }
}

/// The pages with exactly a name.
pub fn shown(name: &str) -> &'static [Shown] {
    static NAMED: OnceLock<HashMap<&'static str, Vec<Shown>>> = OnceLock::new();
    let named = NAMED.get_or_init(|| {
        let mut all: HashMap<&'static str, Vec<Shown>> = HashMap::new();
        for (id, found) in pages::all().enumerate() {
            all.entry(&found.entry.name).or_default().push(Shown { id, entry: found.entry });
        }
        all
    });
    named.get(name).map_or(&[], Vec::as_slice)
}

/// The number of a page: its place in the order of the specification.
pub fn id(found: &Found) -> Option<usize> {
    shown(&found.entry.name).iter().find(|shown| std::ptr::eq(shown.entry, found.entry)).map(|shown| shown.id)
}
