//! Edits that follow from the help of a diagnostic.
//!
//! Help is written for people. Texts in it become candidates, and a candidate is offered only if the text has fewer
//! errors with it.

use std::ops::Range;

use isatope_diag::{Diagnostic, Level, Place};

use crate::Source;

/// An edit of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Title for people.
    pub title: String,
    /// Range to replace, in bytes.
    pub range: Range<usize>,
    /// New text.
    pub text: String,
}

/// Edits that end a diagnostic of a source: those that its help suggests, after `more` candidates. `assemble` reads the
/// text anew.
///
/// ```
/// use isatope::{Assembler, Dialect, Target, quick_fix};
///
/// let assembler = Assembler::new(Target::GFX900, Dialect::LLVM)?;
/// let source = assembler.assemble("v_bfe_u23 v0, v1, v2, v3");
/// let error = &source.diagnostics()[0];
/// let fixes = quick_fix::of(&source, error, Vec::new(), &mut |text| assembler.assemble(text));
/// assert_eq!(fixes[0].title, "Change to `v_bfe_u32`");
/// # Ok::<(), isatope::Error>(())
/// ```
pub fn of(
    source: &Source,
    diagnostic: &Diagnostic,
    more: Vec<Repair>,
    assemble: &mut dyn FnMut(&str) -> Source,
) -> Vec<Repair> {
    let (Some(help), Place::Text(span)) = (&diagnostic.help, &diagnostic.place) else { return Vec::new() };
    if span.file.0 != 0 {
        return Vec::new();
    }
    let before = count(source, diagnostic);
    let mut found = more;
    found.extend(candidates(span.range(), help));
    found.retain(|candidate| {
        let mut text = source.text().to_owned();
        text.replace_range(candidate.range.clone(), &candidate.text);
        count(&assemble(&text), diagnostic) < before
    });
    found.dedup_by(|a, b| a.title == b.title);
    found
}

/// Number of errors, or of all messages for a warning.
fn count(source: &Source, about: &Diagnostic) -> usize {
    let counts = |found: &&Diagnostic| about.level == Level::Warning || found.level == Level::Error;
    source.diagnostics().iter().filter(counts).count()
}

/// Texts between backticks.
pub fn quoted(help: &str) -> Vec<&str> {
    help.split('`').skip(1).step_by(2).collect()
}

fn candidates(range: Range<usize>, help: &str) -> Vec<Repair> {
    let change =
        |new: &str, range: Range<usize>| Repair { title: format!("Change to `{new}`"), range, text: new.to_owned() };
    if help == "remove it" || help.starts_with("remove it,") {
        return vec![Repair { title: "Remove it".to_owned(), range, text: String::new() }];
    }
    let verbs = ["did you mean ", "write ", "use "];
    let Some(rest) = verbs.iter().find_map(|verb| help.strip_prefix(verb)) else { return Vec::new() };
    let quoted = quoted(help);
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
        candidates(0..1, help).into_iter().map(|repair| repair.text).collect()
    }

    #[test]
    fn help_becomes_text() {
        assert_eq!(texts("did you mean `v_bfe_u32`?"), ["v_bfe_u32"]);
        assert_eq!(texts("did you mean `.f32`?"), [".f32", "f32"]);
        assert_eq!(texts("write s[4:5]"), ["s[4:5]"]);
        assert_eq!(texts("remove it, or add the modifier that requires it"), [""]);
        assert!(texts("move it to a register first").is_empty());
    }
}
