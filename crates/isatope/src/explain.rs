//! Explains a word, the text of an instruction, a name of the specification, or an error code, like
//! `isatope explain`.
//!
//! An instruction is a [`Word`] with the pages of its operation; a name has one page or several ([`find`], [`read`]).
//! ```
//! use isatope::Target;
//! use isatope::explain::{find, read, text};
//! use isatope::pages::Look;
//!
//! let (found, others) = find(&["v_bfe_u32"], Some(Target::GFX900));
//! let page = text(&read(&found, Some(Target::GFX900)), Look { width: 80, colour: false });
//! assert!(others.is_empty() && page.starts_with("v_bfe_u32"));
//! ```

mod doubts;
mod word;

pub use doubts::Doubts;
use isatope_pages::{Found, Kind, Look, Page};
pub use word::Word;

use crate::{Instruction, Target};

/// The pages that are meant by some words (a name, with the kind of what it names before it if need be) and the other meanings.
/// With a target, those of its architecture, if any.
pub fn find<S: AsRef<str>>(words: &[S], target: Option<Target>) -> (Vec<Found>, Vec<Found>) {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let mut found = match words[..] {
        [name] => isatope_pages::find(name),
        [kind, name] => match Kind::ALL.iter().find(|k| k.name().eq_ignore_ascii_case(kind)) {
            Some(kind) => isatope_pages::find(name).into_iter().filter(|f| f.entry.kind == *kind).collect(),
            None => Vec::new(),
        },
        _ => Vec::new(),
    };
    if let Some(target) = target {
        let here = |f: &Found| isatope_pages::in_arch(f.entry, target.architecture());
        if found.iter().any(here) {
            found.retain(here);
        }
        let exists = |f: &Found| f.entry.versions.is_empty() || f.entry.versions.iter().any(|v| v == target.name());
        if found.iter().any(exists) {
            found.retain(exists);
        }
    }
    let Some(first) = found.first().map(|f| f.entry) else { return (Vec::new(), Vec::new()) };
    found
        .into_iter()
        .partition(|f| f.entry.name == first.name && f.entry.kind == first.kind && f.entry.arch == first.arch)
}

/// The pages of an instruction that was decoded.
pub fn of(inst: &Instruction) -> Vec<Found> {
    let target = inst.target();
    let mut found = isatope_pages::find(inst.mnemonic());
    found.retain(|f| {
        let entry = f.entry;
        let here = entry.versions.iter().any(|v| v == target.name());
        entry.kind == Kind::Instruction && entry.arch == target.architecture() && entry.name == inst.mnemonic() && here
    });
    found
}

/// Pages, for one target if one is given.
pub fn read(found: &[Found], target: Option<Target>) -> Vec<Page> {
    let one = |f: &Found| {
        let mut page = isatope_pages::page(*f);
        if let Some(target) = target.filter(|t| t.architecture() == page.arch) {
            isatope_pages::narrow(&mut page, target.name());
        }
        page
    };
    found.iter().map(one).collect()
}

/// Pages as text.
pub fn text(pages: &[Page], look: Look) -> String {
    pages.iter().map(|p| isatope_pages::text(p, look)).collect::<Vec<_>>().join("\n")
}

/// A known name, of a page or of an error, like one that is not.
pub fn near(name: &str) -> Option<&'static str> {
    let names = isatope_pages::all().flat_map(|f| std::iter::once(&f.entry.name).chain(&f.entry.also));
    isatope_diag::nearest(name, names.map(String::as_str).chain(isatope_diag::codes::ALL.iter().map(|c| c.code)))
}
