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
use isatope_diag::codes::Code;
use isatope_pages::{Entry, Found, Kind, Look, Page};
pub use word::Word;

use crate::{Instruction, Place, Target, descriptor_field, directive};

/// The pages that are meant by some words (a name, with the kind of what it names before it if need be) and the other
/// meanings. With a target, those of its architecture, if any. After the page of a concept comes the page of what it
/// introduces, if that has the same name.
pub fn find<S: AsRef<str>>(words: &[S], target: Option<Target>) -> (Vec<Found>, Vec<Found>) {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    let kind = words.split_first().filter(|(_, rest)| !rest.is_empty());
    let kind =
        kind.and_then(|(kind, rest)| Some((Kind::ALL.iter().find(|k| k.name().eq_ignore_ascii_case(kind))?, rest)));
    let whole = || {
        let name = words.join(" ");
        let found = isatope_pages::find(&name);
        let found = if found.is_empty() { isatope_pages::find(isatope_core::without_brands(&name)) } else { found };
        if found.is_empty() { register(&words, target) } else { found }
    };
    let mut found = match kind {
        Some((kind, rest)) => {
            let mut found = isatope_pages::find(&rest.join(" "));
            found.retain(|f| f.entry.kind == *kind);
            if found.is_empty() { whole() } else { found }
        }
        None => whole(),
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
        // A register of the target comes before a word of the language: `u64`.
        if found.first().is_some_and(|f| f.entry.kind == Kind::Word) {
            let (files, rest): (Vec<_>, Vec<_>) = found.into_iter().partition(|f| f.entry.kind == Kind::File);
            found = files.into_iter().chain(rest).collect();
        }
    }
    // Another name of an instruction, in upper and lower case as it is written, comes before names that are written
    // otherwise.
    let is_other_name =
        |f: &Found| f.entry.kind == Kind::Instruction && f.entry.also.iter().any(|also| [also] == words[..]);
    if found.first().is_some_and(|first| [&first.entry.name] != words[..])
        && let Some(at) = found.iter().position(is_other_name)
    {
        found[..=at].rotate_right(1);
    }
    // A concept that has the name as another one introduces the page that has it as its own.
    let introduces = |f: &Found| found.first().is_some_and(|first| f.entry.about.contains(&first.entry.name));
    if let Some(at) = found.iter().position(|f| f.entry.kind == Kind::Concept && introduces(f)) {
        found[..=at].rotate_right(1);
    }
    let Some(first) = found.first().map(|f| f.entry) else { return (Vec::new(), Vec::new()) };
    let same = |f: &Found, to: &Entry| f.entry.name == to.name && f.entry.kind == to.kind && f.entry.arch == to.arch;
    let mut introduced =
        found.iter().map(|f| f.entry).filter(|e| first.about.contains(&e.name) && e.kind != Kind::Concept);
    let second = introduced.next();
    found.into_iter().partition(|f| same(f, first) || second.is_some_and(|second| same(f, second)))
}

/// The page of the register that a part of it is named after: `vcc_lo`.
fn register(words: &[&str], target: Option<Target>) -> Vec<Found> {
    let [word] = words else { return Vec::new() };
    let name = word.to_ascii_lowercase();
    let named = target.into_iter().chain(Target::all()).find_map(|target| match target.register(&name).ok()? {
        Place::Special { register, .. } => Some((register.name, target.architecture())),
        _ => None,
    });
    let Some((register, arch)) = named else { return Vec::new() };
    let mut found = isatope_pages::find(&register);
    found.retain(|f| f.entry.kind == Kind::Register && f.entry.arch == arch);
    found
}

/// The instructions of a target that a part of a name may mean: those with a type after it (`FADD.f32` for `FADD`), or
/// else those whose names start with it. Upper and lower case are equal.
pub fn instructions_like(word: &str, target: Target) -> Vec<&'static str> {
    /// More names than this do not help.
    const MOST: usize = 16;
    let is_here = |entry: &&Entry| {
        entry.kind == Kind::Instruction
            && entry.arch == target.architecture()
            && entry.versions.iter().any(|version| version == target.name())
    };
    let entries = isatope_pages::all().map(|found| found.entry).filter(is_here);
    let names: Vec<&str> =
        entries.flat_map(|entry| std::iter::once(&entry.name).chain(&entry.also)).map(String::as_str).collect();
    let typed = |name: &&str| name.split_once('.').is_some_and(|(base, _)| base.eq_ignore_ascii_case(word));
    let begun = |name: &&str| name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let mut found: Vec<&str> = names.iter().copied().filter(typed).collect();
    if found.is_empty() {
        found.extend(names.iter().copied().filter(begun));
    }
    found.sort_unstable();
    // After a name come the same with modifiers.
    found.dedup_by(|name, before| {
        name.strip_prefix(*before).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    });
    if found.len() > MOST { Vec::new() } else { found }
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

/// The page of a directive, or of a field of a kernel descriptor; `None` for other words.
pub fn directive_page(word: &str) -> Option<Page> {
    const BLOCK: &str = ".amdhsa_kernel NAME\n";
    let page = |summary: String, doc: Vec<String>| Page {
        name: word.to_ascii_lowercase(),
        kind: Kind::Concept,
        arch: String::new(),
        versions: Vec::new(),
        summary,
        doc,
        sections: Vec::new(),
    };
    if !word.starts_with('.') {
        return None;
    }
    if let Some(field) = descriptor_field(BLOCK, word) {
        let mut doc = vec![
            "It is written between `.amdhsa_kernel` and `.end_amdhsa_kernel`.".to_owned(),
            format!("Without it the value is {}.", field.default),
        ];
        if field.since > 0 {
            doc.push(format!("It exists from gfx{} on.", field.since));
        }
        doc.push("`isatope explain kernel descriptor` says what the block is.".to_owned());
        let last = field.bit + field.bits.max(1) - 1;
        return Some(page(format!("Sets bits {last} to {} of a kernel descriptor.", field.bit), doc));
    }
    let info = directive(word)?;
    let written = match info.arguments {
        "" => format!("It is written `{word}`."),
        arguments => format!("It is written `{word} {arguments}`."),
    };
    Some(page(info.summary.to_owned(), vec![written, "`docs/assembler.md` lists all directives.".to_owned()]))
}

/// The text about an error code: what it is, and what to do about it.
pub fn text_of_error(error: &Code, look: Look) -> String {
    format!("{}: {}\n\n{}", look.strong(error.code), error.title, isatope_pages::wrapped(error.text, look.width))
}

/// A known name, of a page or of an error, like one that is not.
pub fn near(name: &str) -> Option<&'static str> {
    let names = isatope_pages::all().flat_map(|f| std::iter::once(&f.entry.name).chain(&f.entry.also));
    isatope_diag::nearest(name, names.map(String::as_str).chain(isatope_diag::codes::ALL.iter().map(|c| c.code)))
}
