//! Edits that follow from the help of a diagnostic.
//!
//! Help is written for people. Texts in it become candidates, and a candidate is offered only if the text has fewer
//! errors with it.

use std::ops::Range;

use isatope::Source;
use isatope::diagnostics::{Diagnostic, Level, Place};

use crate::checks::Repair;
use crate::document::Document;
use crate::language::Language;
use crate::settings::Settings;

/// Edits that end a diagnostic of the assembler.
pub fn of(document: &Document, settings: &Settings, diagnostic: &Diagnostic) -> Vec<Repair> {
    let (Some(help), Place::Text(span)) = (&diagnostic.help, &diagnostic.place) else { return Vec::new() };
    if span.file.0 != 0 {
        return Vec::new();
    }
    let before = count(document.source(), diagnostic);
    let mut found: Vec<Repair> = candidates(document.text(), span.range(), help);
    found.retain(|candidate| {
        let mut text = document.text().to_owned();
        text.replace_range(candidate.range.clone(), &candidate.text);
        let (_, source) = document.assemble(&text, settings);
        count(&source, diagnostic) < before
    });
    found.dedup_by(|a, b| a.title == b.title);
    found
}

/// Number of errors, or of all messages for a warning.
fn count(source: &Source, about: &Diagnostic) -> usize {
    let counts = |found: &&Diagnostic| about.level == Level::Warning || found.level == Level::Error;
    source.diagnostics().iter().filter(counts).count()
}

fn candidates(text: &str, range: Range<usize>, help: &str) -> Vec<Repair> {
    let quoted: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
    for (option, key) in [("-t ", "target"), ("--dialect ", "dialect")] {
        if let Some(name) = quoted.iter().find_map(|text| text.strip_prefix(option)) {
            let comment = Language::comment(key, name);
            let title = format!("Select the {key} `{name}` with a comment");
            let is_known = Language::has_comment(text);
            return if is_known { Vec::new() } else { vec![Repair { title, range: 0..0, text: comment }] };
        }
    }
    let change =
        |new: &str, range: Range<usize>| Repair { title: format!("Change to `{new}`"), range, text: new.to_owned() };
    if help == "remove it" || help.starts_with("remove it,") {
        return vec![Repair { title: "Remove it".to_owned(), range, text: String::new() }];
    }
    let verbs = ["did you mean ", "write ", "use "];
    let Some(rest) = verbs.iter().find_map(|verb| help.strip_prefix(verb)) else { return Vec::new() };
    let plain = rest.split(", or ").next().unwrap_or(rest);
    let words: Vec<&str> = if quoted.is_empty() { vec![plain] } else { quoted };
    let mut all = Vec::new();
    for word in words {
        all.push(change(word, range.clone()));
        // An attached modifier has a sign in front of it, which the span has or has not.
        if let Some(bare) = word.strip_prefix('.') {
            all.push(change(bare, range.clone()));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(help: &str) -> Vec<String> {
        candidates("a text", 0..1, help).into_iter().map(|repair| repair.text).collect()
    }

    #[test]
    fn help_becomes_text() {
        assert_eq!(texts("did you mean `v_bfe_u32`?"), ["v_bfe_u32"]);
        assert_eq!(texts("did you mean `.f32`?"), [".f32", "f32"]);
        assert_eq!(texts("write s[4:5]"), ["s[4:5]"]);
        assert_eq!(texts("remove it, or add the modifier that requires it"), [""]);
        assert_eq!(texts("select the target with `-t gfx900`"), ["// isatope: target=gfx900\n"]);
        assert!(texts("move it to a register first").is_empty());
    }
}
