//! Reference pages: the meaning of every name of the specification, as data.
//!
//! The build script makes the pages from `isa/`; here they are looked up and written as text. Programs that show them in another
//! way (a web page, an editor) take the [`Page`] itself, which serializes.
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

pub use narrow::{in_arch, narrow};
pub use page::{Bits, Block, Cell, Entry, Kind, Page, Row, Section};
pub use text::{Look, bits, table, text, wrapped};
pub use unknown::{Doubt, Doubtful, Of, Reason, Unknown};
pub use whole::{export, schema, unknown};

use std::cmp::Reverse;

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

/// Reads a page.
pub fn page(found: Found) -> Page {
    blob::page(found.place)
}

/// The pages that a name has, the best one first: those with exactly this name, then those of which it is another spelling; of these
/// by [`Kind`], then by architecture.
pub fn find(name: &str) -> Vec<Found> {
    let name = name.trim();
    let mut list: Vec<(u32, Found)> = all().filter_map(|f| Some((rank(f.entry, name)?, f))).collect();
    // A name with something after it: `FADD.f32.clamp`, `lds.read32`, `v17`.
    if list.is_empty()
        && let Some((first, _)) = name.rsplit_once('.')
        && !first.is_empty()
    {
        let calls = [Kind::Instruction, Kind::Memory, Kind::File];
        return find(first).into_iter().filter(|f| calls.contains(&f.entry.kind)).collect();
    }
    if list.is_empty() {
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let files = all().filter(|f| f.entry.kind == Kind::File && f.entry.also.iter().any(|a| a == prefix));
        return if prefix.is_empty() { Vec::new() } else { files.collect() };
    }
    list.sort_by_key(|(rank, found)| (*rank, found.entry.kind));
    list.into_iter().map(|(_, found)| found).collect()
}

/// Rank of a page for a name: less is better.
fn rank(entry: &Entry, name: &str) -> Option<u32> {
    let same = |known: &str| known.eq_ignore_ascii_case(name);
    if entry.name == name {
        Some(0)
    } else if same(&entry.name) {
        Some(1)
    } else if entry.also.iter().any(|a| same(a)) {
        Some(2)
    } else {
        None
    }
}

/// A word of a summary without its ending, so that `multiply` finds what multiplies.
fn stem(word: &str) -> Option<&str> {
    const ENDINGS: [&str; 7] = ["ies", "ing", "es", "ed", "s", "y", "e"];
    let stem = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending))?;
    (stem.len() > 3 && word.bytes().all(|b| b.is_ascii_alphabetic())).then_some(stem)
}

/// The pages that have all words of a text in their name, in another spelling, in their summary or in their source: those with the text
/// in the name first, then by kind and name.
pub fn search(text: &str) -> Vec<Found> {
    let wanted = text.to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let score = |e: &Entry| {
        let also = e.also.iter().map(String::as_str);
        let texts: Vec<String> =
            [e.name.as_str(), &e.summary, &e.source].into_iter().chain(also).map(str::to_lowercase).collect();
        let has = |word: &&str| {
            texts.iter().any(|text| text.contains(*word)) || stem(word).is_some_and(|stem| texts[1].contains(stem))
        };
        words.iter().all(has).then(|| Reverse(texts[0].contains(&wanted)))
    };
    let mut list: Vec<_> = all().filter_map(|f| Some((score(f.entry)?, f))).collect();
    list.sort_by(|(a, f), (b, g)| (a, f.entry.kind, &f.entry.name).cmp(&(b, g.entry.kind, &g.entry.name)));
    list.into_iter().map(|(_, found)| found).collect()
}
