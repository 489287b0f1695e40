//! Checks comments and documentation for phrases that readers stumble over.
//!
//! The list is short on purpose: each phrase has a plain replacement, and none has another use in this repository.

use std::path::Path;

use isatope_testing::{files_below, root, text};

/// Words that a sentence can always do without, each with its replacement.
const WORDS: &[(&str, &str)] = &[
    ("stands", "write `is`, `follows`, `precedes` or `means`"),
    ("whoever", "name the caller, the reader or the program"),
    ("hardly", "write `rarely`, or say what is suspicious"),
    ("unsaid", "write `implicit`"),
];

/// Beginnings of a comment that lack a subject, each with its replacement.
const BEGINNINGS: &[(&str, &str)] = &[
    ("Those of ", "name what they are: `The lanes of …`"),
    ("Those that ", "name what they are: `Lanes that …`"),
    ("The same where ", "write `Like …, for …`"),
    ("The same for ", "write `Like …, for …`"),
];

/// The largest number of columns of a line of prose in documentation.
const COLUMNS: usize = 100;

/// Files that are not checked: this one contains the words.
const EXEMPT: &[&str] = &["tests/tests/prose.rs"];

/// The problem of a line of prose, if it has one.
fn problem(text: &str) -> Option<String> {
    let word = |w: &&str| !w.is_empty();
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'').filter(word);
    let found = words.find_map(|w| WORDS.iter().find(|(bad, _)| w.eq_ignore_ascii_case(bad)));
    let begins = || BEGINNINGS.iter().find(|(bad, _)| text.starts_with(bad));
    found.or_else(begins).map(|(bad, help)| format!("`{}`: {help}", bad.trim()))
}

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.trim_start_matches(['/', '!']).trim_start())
}

fn check(problems: Vec<String>) {
    assert!(problems.is_empty(), "{} lines to rewrite:\n{}", problems.len(), problems.join("\n"));
}

fn exempt(path: &Path) -> bool {
    EXEMPT.iter().any(|file| path.ends_with(file))
}

#[test]
fn comments_use_plain_words() {
    let sources = ["crates", "tests", "fuzz"].map(|folder| files_below(root().join(folder), &["rs"])).concat();
    assert!(sources.len() > 300, "only {} files", sources.len());
    let mut problems = Vec::new();
    for path in sources.iter().filter(|path| !exempt(path)) {
        for (number, line) in text(path).lines().enumerate() {
            if let Some(problem) = comment(line).and_then(problem) {
                problems.push(format!("{}:{}: {problem}", path.display(), number + 1));
            }
        }
    }
    check(problems);
}

#[test]
fn documentation_uses_plain_words_and_short_lines() {
    let mut pages = vec![root().join("README.md"), root().join("CHANGELOG.md")];
    pages.extend(["docs", "examples"].map(|folder| files_below(root().join(folder), &["md"])).concat());
    let mut problems = Vec::new();
    for path in pages.iter().filter(|path| !exempt(path)) {
        let mut code = false;
        for (number, line) in text(path).lines().enumerate() {
            let mut report = |problem| problems.push(format!("{}:{}: {problem}", path.display(), number + 1));
            if line.starts_with("```") {
                code = !code;
            } else if !code {
                problem(line.trim_start()).into_iter().for_each(&mut report);
                if line.chars().count() > COLUMNS && !line.trim_start().starts_with(['|', '#']) && line.contains(' ') {
                    report(format!("longer than {COLUMNS} columns"));
                }
            }
        }
    }
    check(problems);
}

#[test]
fn problems_are_found() {
    assert!(problem("Where it stands.").is_some());
    assert!(problem("Those of the file.").is_some());
    assert!(problem("Understands standard names; those of the file too.").is_none());
    assert_eq!(comment("    /// Number of lanes."), Some("Number of lanes."));
    assert_eq!(comment("let a = 1; // stands"), None);
}
