//! Advice about a source, with the edits that end them: for editors.

use std::ops::Range;

use isatope_diag::{Diagnostic, FileId, Place};

use super::fix::lines_before;
use super::{Code, Settings, Subject};
use crate::quick_fix::Repair;
use crate::{Instruction, Source, TokenKind};

/// Something that is legal to encode but wrong or needless to run.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The message.
    pub diagnostic: Diagnostic,
    /// The edit that ends it, if one is known.
    pub repair: Option<Repair>,
    /// Whether the code is right without it.
    pub is_needless: bool,
}

impl From<Diagnostic> for Advice {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, repair: None, is_needless: false }
    }
}

/// Checks a source for a processor of this name: waits, hazards, operand rules. `strict` adds rules that sources
/// disagree about. A source with errors has no findings.
pub fn advise(source: &Source, called: &str, strict: bool) -> Vec<Advice> {
    if source.failed() {
        return Vec::new();
    }
    let settings = Settings { strict, ..Settings::default() };
    let mut subject = Subject::of_source(source);
    let mut found = Vec::new();
    for mut code in std::mem::take(&mut subject.codes) {
        code.chip = called.to_owned();
        code.options.disputed = strict;
        found.extend(of_code(&code, source));
        found.extend(code.warnings(&settings, source.dialect()).into_iter().map(Advice::from));
    }
    found.extend(subject.findings(&settings).into_iter().map(Advice::from));
    found
}

/// Waits and idle states that are missing or needless, with their repairs.
fn of_code(code: &Code, source: &Source) -> Vec<Advice> {
    let dialect = source.dialect();
    let spelled = |inst: &Instruction| crate::listing::spelled(inst, dialect);
    let missing = code.check().into_iter().map(|finding| {
        let diagnostic = code.message(&finding, dialect);
        let instructions = finding.repair.instructions(source.target());
        let instructions: Vec<String> = instructions.iter().map(spelled).collect();
        let repair = range_of(&diagnostic).filter(|_| !instructions.is_empty());
        let repair = repair.map(|range| insertion(source.text(), statement_start(source, range), &instructions));
        Advice { diagnostic, repair, is_needless: false }
    });
    let needless = code.redundant().into_iter().map(|redundancy| {
        let diagnostic = code.redundant_message(&redundancy, dialect);
        // Other expansions of the statement may need it.
        let is_alone = matches!(code.place(redundancy.at), super::Place::Text(_));
        let repair = range_of(&diagnostic).filter(|_| is_alone).map(|range| {
            let start = statement_start(source, range.clone());
            match redundancy.replacement.as_ref().map(spelled) {
                Some(text) => Repair { title: format!("Change to `{text}`"), range: start..range.end, text },
                None => removal(source.text(), start..range.end),
            }
        });
        Advice { diagnostic, repair, is_needless: true }
    });
    missing.chain(needless).collect()
}

fn range_of(diagnostic: &Diagnostic) -> Option<Range<usize>> {
    match diagnostic.place {
        Place::Text(span) if span.file == FileId::default() => Some(span.range()),
        _ => None,
    }
}

/// Start of the instruction in a statement: after its labels.
fn statement_start(source: &Source, range: Range<usize>) -> usize {
    let tokens = source.tokens().skip_while(|token| token.start < range.start);
    let mut inside = tokens.take_while(|token| token.start < range.end);
    inside.find(|token| token.kind != TokenKind::Definition).map_or(range.start, |token| token.start)
}

/// Inserts instructions before an offset, with the indentation of its line.
fn insertion(text: &str, at: usize, instructions: &[String]) -> Repair {
    let names: Vec<String> = instructions.iter().map(|inst| format!("`{inst}`")).collect();
    Repair {
        title: format!("Insert {}", names.join(" and ")),
        range: at..at,
        text: lines_before(text, at, instructions),
    }
}

/// Removes a statement, with its line if nothing else is there.
fn removal(text: &str, range: Range<usize>) -> Repair {
    let start = text[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at + 1);
    let alone = text[start..range.start].trim().is_empty() && text[range.end..end].trim().is_empty();
    let range = if alone { start..end } else { range };
    Repair { title: "Remove it".to_owned(), range, text: String::new() }
}
