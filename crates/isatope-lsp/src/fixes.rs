//! Edits that follow from the help of a diagnostic: those of [`quick_fix`], and the comment that selects a target or
//! dialect.

use isatope::diagnostics::Diagnostic;
use isatope::quick_fix::{self, Repair, quoted};

use crate::document::Document;
use crate::language::Language;
use crate::settings::Settings;

/// Edits that end a diagnostic of the assembler.
pub fn of(document: &Document, settings: &Settings, diagnostic: &Diagnostic) -> Vec<Repair> {
    let help = diagnostic.help.as_deref().unwrap_or_default();
    let selected = selection(help).filter(|_| !Language::has_comment(document.text()));
    quick_fix::of(document.source(), diagnostic, selected.into_iter().collect(), &mut |text| {
        document.assemble(text, settings).1
    })
}

/// The comment that does what an option of the command would do.
fn selection(help: &str) -> Option<Repair> {
    [("-t ", "target"), ("--dialect ", "dialect")].into_iter().find_map(|(option, key)| {
        let name = quoted(help).into_iter().find_map(|text| text.strip_prefix(option))?;
        let title = format!("Select the {key} `{name}` with a comment");
        Some(Repair { title, range: 0..0, text: Language::comment(key, name) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_become_comments() {
        let found = selection("select the target with `-t gfx900`").map(|repair| repair.text);
        assert_eq!(found.as_deref(), Some("// isatope: target=gfx900\n"));
        assert_eq!(selection("write `s0`"), None);
    }
}
