//! Differences between architectures are declared in `isa/`. This test reads the Rust sources of all crates, and finds
//! code that tests for an architecture by a name or by a proxy. Proxies are a mnemonic, register, memory or GPU as a
//! string, a number of lanes, or a word size.
//!
//! `proxies.txt` lists the exceptions, each with a reason. A line that is no longer needed is an error too.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use isatope_core::tables::ARCHES;
use isatope_testing::{files_below, root, text};

/// Code that tests for an architecture, without blanks.
const PROXIES: &[&str] = &[
    "lanes()==",
    "lanes()!=",
    "lanes==64",
    "lanes==16",
    "L==64",
    "L==16",
    "word_bytes()==4",
    "word_bytes()==8",
    "word_bits==32",
    "word_bits==64",
    "word_bits!=32",
    "word_bits!=64",
    "version().index()+",
    "version().index()as",
    "version().index()>",
    "version().index()<",
    "arch().name==",
    "arch().name!=",
    "gcn::",
    "valhall::",
];

/// A literal or proxy in a file, relative to the root.
type Found = BTreeSet<(String, String)>;

#[test]
fn no_code_asks_for_an_architecture() {
    let root = root();
    let names = names();
    let mut found = Found::new();
    let files = rust_files(&root.join("crates"));
    assert!(files.len() > 200, "only {} files were found", files.len());
    for path in &files {
        let text = text(path);
        let short = path.strip_prefix(&root).expect("it lies below").display().to_string();
        let (code, literals) = split(&text);
        let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        let proxies = PROXIES.iter().filter(|proxy| code.contains(*proxy)).map(|proxy| (*proxy).to_owned());
        let named = literals.into_iter().filter(|literal| names.contains(literal.as_str()));
        found.extend(proxies.chain(named).map(|what| (short.clone(), what)));
    }
    let allowed = allowed(include_str!("../proxies.txt"));
    // Files or folders that are completely exempt.
    let (everywhere, allowed): (Found, Found) = allowed.into_iter().partition(|(_, what)| what == "*");
    let unused: Vec<_> =
        everywhere.iter().filter(|(path, _)| !found.iter().any(|(file, _)| file.starts_with(path))).collect();
    assert!(unused.is_empty(), "tests/proxies.txt allows what is not there: {unused:?}");
    found.retain(|(file, _)| !everywhere.iter().any(|(path, _)| file.starts_with(path)));
    let of =
        |set: Vec<&(String, String)>| set.iter().map(|(path, what)| format!("{path}: {what}\n")).collect::<String>();
    let new = of(found.iter().filter(|entry| !allowed.contains(*entry)).collect());
    let stale = of(allowed.iter().filter(|entry| !found.contains(*entry)).collect());
    assert!(new.is_empty(), "declare in isa/ what this code asks for by a name or a proxy:\n{new}");
    assert!(stale.is_empty(), "tests/proxies.txt allows what is not there:\n{stale}");
}

/// Exceptions in the form `path: what  -- reason`, one per line.
fn allowed(text: &str) -> Found {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (entry, reason) = line.split_once("  -- ").unwrap_or_else(|| panic!("`{line}` gives no reason"));
            assert!(!reason.trim().is_empty(), "`{line}` gives no reason");
            let (path, what) = entry.split_once(": ").unwrap_or_else(|| panic!("`{line}` names no file"));
            (path.to_owned(), what.trim().to_owned())
        })
        .collect()
}

/// Names that only `isa/` may contain: mnemonics, registers, memories, files, interfaces, versions and their other
/// names, architectures.
fn names() -> BTreeSet<&'static str> {
    let mut all = BTreeSet::new();
    for arch in ARCHES {
        all.insert(arch.name);
        all.extend(arch.insts.iter().map(|inst| inst.name.as_str()));
        all.extend(arch.registers.iter().map(|register| register.name.as_str()));
        all.extend(arch.files.iter().map(|file| file.name.as_str()));
        all.extend(arch.formats.iter().map(|format| format.name.as_str()));
        all.extend(arch.memories.iter().copied());
        all.extend(arch.interfaces.iter().copied());
        all.extend(arch.versions.iter().flat_map(|version| version.names.iter().copied().chain([version.name])));
    }
    all
}

/// The sources of all crates without files of tests.
fn rust_files(crates: &Path) -> Vec<PathBuf> {
    let is_code = |path: &PathBuf| {
        let inside = path.strip_prefix(crates).expect("it is a file of a crate");
        let names: Vec<_> = inside.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect();
        names[1] == "src" && !names.iter().any(|name| name == "tests" || name == "conforms")
    };
    files_below(crates, &["rs"]).into_iter().filter(is_code).collect()
}

/// Splits a file into its code (without comments, strings and its module of tests) and its string literals.
fn split(text: &str) -> (String, BTreeSet<String>) {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let (mut code, mut literals) = (String::new(), BTreeSet::new());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if let Some(hashes) = raw_string(rest) {
            let start = hashes + 2;
            let end = format!("\"{}", "#".repeat(hashes));
            let length = rest[start..].find(&end).unwrap_or(rest.len() - start);
            literals.insert(rest[start..start + length].to_owned());
            rest = &rest[(start + length + end.len()).min(rest.len())..];
            code.push('"');
        } else if c == '"' {
            let mut length = 1;
            let bytes = rest.as_bytes();
            while length < bytes.len() && bytes[length] != b'"' {
                length += if bytes[length] == b'\\' { 2 } else { 1 };
            }
            literals.insert(rest[1..length.min(rest.len())].to_owned());
            rest = &rest[(length + 1).min(rest.len())..];
            code.push('"');
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest = &rest[rest[1..].find('\'').map_or(1, |end| end + 2).max(3)..];
        } else if rest.starts_with("b'\"'") {
            rest = &rest[4..];
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    (code, literals)
}

/// Number of `#` signs of a raw string at the start of a text.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

#[test]
fn sources_are_split_into_code_and_literals() {
    let text = "let a = \"exec\"; // \"mode\"\nlet b = '\"'; let c = r#\"pc\"#; if t.lanes() == 64 {}\n#[cfg(test)]\nmod tests { \"vcc\" }";
    let (code, literals) = split(text);
    assert_eq!(literals.into_iter().collect::<Vec<_>>(), ["exec", "pc"]);
    assert!(code.contains("lanes() == 64") && !code.contains("mode"));
}

#[test]
fn reasons_are_required() {
    let all = allowed("# text\ncrates/a.rs: exec  -- the name of a command\n");
    assert_eq!(all.into_iter().collect::<Vec<_>>(), [("crates/a.rs".to_owned(), "exec".to_owned())]);
}
