//! Reference pages: the meaning of every name of the specification, as data.
//!
//! The build script makes the pages from `isa/`; here they are looked up and written as text. Programs that show them
//! in another way (a web page, an editor) take the [`Page`] itself, which serializes.
//!
//! ```
//! let found = isatope_pages::find("v_bfe_u32");
//! let page = isatope_pages::page(found[0]);
//! assert_eq!(page.kind, isatope_pages::Kind::Instruction);
//! assert!(isatope_pages::text(&page, isatope_pages::Look::plain(80)).starts_with("v_bfe_u32  instruction of gcn"));
//! ```

mod blob;
mod markdown;
mod narrow;
mod page;
mod text;
mod unknown;
mod whole;

#[cfg(not(feature = "embedded"))]
pub use blob::give;
pub use blob::packed;
pub use narrow::{in_arch, narrow};
pub use page::{Bits, Block, Cell, Entry, Kind, Page, Row, Section};
pub use text::{Look, bits, table, text, wrapped};
pub use unknown::{Doubt, Doubtful, Of, Reason, Unknown};
pub use whole::{export, schema, unknown};

/// A page that is there.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    place: (usize, usize),
    /// Index entry, available without unpacking.
    pub entry: &'static Entry,
}

/// Every page, in the order of the specification.
pub fn all() -> impl Iterator<Item = Found> {
    blob::index().pages.iter().map(|(entry, block, at)| Found { place: (*block, *at), entry })
}

/// Every page with its contents, in the order of the specification.
pub fn read_all() -> impl Iterator<Item = (Found, Page)> {
    let mut kept = (usize::MAX, Vec::new());
    all().map(move |found| {
        let (block, at) = found.place;
        if kept.0 != block {
            kept = (block, blob::block(block));
        }
        (found, kept.1[at].clone())
    })
}

/// Reads a page.
pub fn page(found: Found) -> Page {
    blob::page(found.place)
}

/// The pages that a name has, the best one first: those with exactly this name, then those of which it is another
/// spelling; of these by [`Kind`], then by architecture. Names may be written as in a program: `.wait0`, `^r5`,
/// `s[2:3]`, `vmcnt(0)`. A name with blanks may have other signs in their places, or none: `work item`.
pub fn find(name: &str) -> Vec<Found> {
    let name = name.trim();
    let mut found = named(name);
    if name.contains(char::is_whitespace) {
        return if found.is_empty() { loosely_named(name) } else { found };
    }
    // `v2` is a register, and on Valhall a modifier.
    if found.iter().all(|f| f.entry.kind == Kind::Modifier && f.entry.name != name) {
        found.splice(..0, numbered(name)).for_each(drop);
    }
    if found.iter().all(|f| f.entry.kind == Kind::Word) {
        // `u5` is a type and a register. Most pages have the types that are whole bytes, and few have the others.
        let is_common = name.get(1..).and_then(|bits| bits.parse::<u32>().ok()).is_some_and(|bits| bits % 8 == 0);
        let registers = numbered(name);
        if is_common { found.extend(registers) } else { found.splice(..0, registers).for_each(drop) }
    }
    let bare = name.trim_start_matches(['.', '^', '@']);
    let bare = bare.find(['(', ':']).filter(|_| !bare.contains('[')).map_or(bare, |end| &bare[..end]);
    if !found.is_empty() || bare.is_empty() {
        return found;
    }
    let found = named(bare);
    if !found.is_empty() {
        return found;
    }
    let found = numbered(bare);
    if !found.is_empty() {
        return found;
    }
    let found = loosely_named(bare);
    if !found.is_empty() {
        return found;
    }
    // A name with something after it: `FADD.f32.clamp`, `lds.read32`.
    match bare.rsplit_once('.') {
        Some((first, _)) if !first.is_empty() => {
            let calls = [Kind::Instruction, Kind::Memory, Kind::File];
            find(first).into_iter().filter(|f| calls.contains(&f.entry.kind)).collect()
        }
        _ => Vec::new(),
    }
}

fn named(name: &str) -> Vec<Found> {
    let mut list: Vec<(u32, Found)> = all().filter_map(|f| Some((rank(f.entry, name)?, f))).collect();
    list.sort_by_key(|(rank, found)| (*rank, found.entry.kind));
    list.into_iter().map(|(_, found)| found).collect()
}

/// The concepts of a name in another spelling, or in the plural: `Wave-Front`, `vgprs`, `exec_masks`.
fn loosely_named(name: &str) -> Vec<Found> {
    let singular = |text: &str| {
        let text: String = letters(text).collect();
        match text.strip_suffix("ies") {
            Some(start) => format!("{start}y"),
            None if text.len() > 3 && !text.ends_with("ss") => text.strip_suffix('s').unwrap_or(&text).to_string(),
            None => text,
        }
    };
    let wanted = singular(name);
    let is_called = |entry: &Entry| std::iter::once(&entry.name).chain(&entry.also).any(|n| singular(n) == wanted);
    all().filter(|f| f.entry.kind == Kind::Concept && is_called(f.entry)).collect()
}

/// The register files that have the registers of a name: `v17`, `s[2:3]`.
fn numbered(name: &str) -> Vec<Found> {
    let at = name.find(|c: char| c.is_ascii_digit() || c == '[').unwrap_or(name.len());
    let (prefix, numbers) = name.split_at(at);
    let range = numbers.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let (first, last) = match range {
        Some(range) => range.split_once(':').unwrap_or((range, range)),
        None => (numbers, numbers),
    };
    let (Ok(first), Ok(last)) = (first.trim().parse::<u32>(), last.trim().parse::<u32>()) else { return Vec::new() };
    let has = |entry: &Entry| {
        let called = std::iter::once(&entry.name).chain(&entry.also).any(|name| name.eq_ignore_ascii_case(prefix));
        called && first <= last && entry.registers.is_some_and(|count| last < count)
    };
    all().filter(|f| f.entry.kind == Kind::File && has(f.entry)).collect()
}

/// Rank of a page for a name: less is better.
fn rank(entry: &Entry, name: &str) -> Option<u32> {
    let same = |known: &str| known.eq_ignore_ascii_case(name);
    // Nobody thinks of the case of a term, and its page comes before that of a declaration.
    let is_called = || std::iter::once(&entry.name).chain(&entry.also).any(|known| same(known));
    if entry.name == name || entry.kind == Kind::Concept && is_called() {
        Some(0)
    } else if same(&entry.name) {
        Some(1)
    } else if entry.also.iter().any(|a| same(a)) {
        Some(2)
    } else if name.contains(' ') && std::iter::once(&entry.name).chain(&entry.also).any(|known| joined(known, name)) {
        Some(3)
    } else {
        None
    }
}

/// Whether two names are the same without what parts their words.
fn joined(known: &str, name: &str) -> bool {
    letters(known).eq(letters(name))
}

/// The letters of a name in lower case, without what parts its words.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).map(|c| c.to_ascii_lowercase())
}

/// A word of a summary without its ending, so that `multiply` finds what multiplies.
fn stem(word: &str) -> Option<&str> {
    const ENDINGS: [&str; 7] = ["ies", "ing", "es", "ed", "s", "y", "e"];
    let stem = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending))?;
    (stem.len() > 3 && word.bytes().all(|b| b.is_ascii_alphabetic())).then_some(stem)
}

/// The pages that have all words of a text in their name, in another spelling, in their summary, in their source or in
/// their text. Names come first, then other spellings, then summaries and sources; of these by kind and name.
pub fn search(text: &str) -> Vec<Found> {
    let wanted = text.to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let lines = if words.is_empty() { "" } else { blob::searched() };
    let mut lines = lines.split('\n');
    let mut score = |e: &Entry| {
        let line = lines.next().unwrap_or_default();
        let (name, summary) = (e.name.to_lowercase(), e.summary.to_lowercase());
        let also: Vec<String> = e.also.iter().map(|name| name.to_lowercase()).collect();
        let source = e.source.to_lowercase();
        let where_found = |word: &&str| {
            let in_name = name.contains(*word);
            let in_other = also.iter().any(|text| text.contains(*word));
            let has_stem = || stem(word).is_some_and(|stem| summary.contains(stem));
            let is_word = || summary.split(|c: char| !c.is_alphanumeric() && c != '_').any(|known| known == *word);
            let in_summary = || summary.contains(*word) || source.contains(*word) || has_stem();
            match () {
                () if in_name => Some(1),
                () if in_other => Some(2),
                () if is_word() => Some(3),
                () if in_summary() => Some(4),
                // Parts of words would find too much in whole texts.
                () if line.split(' ').any(|known| known == *word) => Some(5),
                () => None,
            }
        };
        if !wanted.is_empty() && name.contains(&wanted) {
            return Some(0);
        }
        words.iter().try_fold(0, |worst, word| Some(worst.max(where_found(word)?)))
    };
    let mut list: Vec<_> = all().filter_map(|f| Some((score(f.entry)?, f))).collect();
    list.sort_by(|(a, f), (b, g)| (a, f.entry.kind, &f.entry.name).cmp(&(b, g.entry.kind, &g.entry.name)));
    list.into_iter().map(|(_, found)| found).collect()
}
