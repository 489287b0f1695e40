//! Findings about a source, with the edits that end them: for editors.

use std::ops::Range;

use isatope_diag::{Diagnostic, FileId, Place};

use super::{Code, Describer, MOST, Program, Start, check};
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

/// Checks a source for a processor of this name: waits, hazards, operand rules. `strict` adds rules that sources disagree about. A source with
/// errors has no findings.
pub fn advise(source: &Source, called: &str, strict: bool) -> Vec<Advice> {
    if source.failed() {
        return Vec::new();
    }
    match source.target().hazards() {
        Some(_) => hazards(source, called, strict),
        None => rules(source),
    }
}

fn hazards(source: &Source, called: &str, strict: bool) -> Vec<Advice> {
    let dialect = source.dialect();
    let spelled = |inst: &Instruction| inst.display(dialect).map_or_else(|_| inst.to_string(), |text| text.to_string());
    let mut found = Vec::new();
    let (codes, _) = Code::of_source(source, FileId::default());
    for mut code in codes {
        code.chip = called.to_owned();
        code.options.disputed = strict;
        for finding in code.check() {
            let diagnostic = code.message(&finding, dialect);
            let instructions = finding.repair.instructions(source.target());
            let instructions: Vec<String> = instructions.iter().map(spelled).collect();
            let repair = range_of(&diagnostic).filter(|_| !instructions.is_empty());
            let repair = repair.map(|range| insertion(source.text(), statement_start(source, range), &instructions));
            found.push(Advice { diagnostic, repair, is_needless: false });
        }
        for redundancy in code.redundant() {
            let diagnostic = code.redundant_message(&redundancy, dialect);
            let repair = range_of(&diagnostic).map(|range| {
                let start = statement_start(source, range.clone());
                match redundancy.replacement.as_ref().map(spelled) {
                    Some(text) => Repair { title: format!("Change to `{text}`"), range: start..range.end, text },
                    None => removal(source.text(), start..range.end),
                }
            });
            found.push(Advice { diagnostic, repair, is_needless: true });
        }
    }
    found
}

fn rules(source: &Source) -> Vec<Advice> {
    let Some(describer) = Describer::new(source.target()) else { return Vec::new() };
    let checks = describer.checks();
    let start = Start { written: checks.written, under_way: checks.open };
    let (programs, _) = Program::of_source(source, FileId::default());
    let messages = programs.iter().flat_map(|program| {
        let findings = check(&program.steps(&describer), start);
        let messages = findings.iter().take(MOST).map(|finding| program.message(finding, source.dialect()));
        messages.collect::<Vec<_>>()
    });
    messages.map(|diagnostic| Advice { diagnostic, repair: None, is_needless: false }).collect()
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
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let indent: String = text[line..at].chars().take_while(|c| c.is_whitespace()).collect();
    let new = instructions.iter().map(|inst| format!("{inst}\n{indent}")).collect();
    let names: Vec<String> = instructions.iter().map(|inst| format!("`{inst}`")).collect();
    Repair { title: format!("Insert {}", names.join(" and ")), range: at..at, text: new }
}

/// Removes a statement, with its line if nothing else is there.
fn removal(text: &str, range: Range<usize>) -> Repair {
    let start = text[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at + 1);
    let alone = text[start..range.start].trim().is_empty() && text[range.end..end].trim().is_empty();
    let range = if alone { start..end } else { range };
    Repair { title: "Remove it".to_owned(), range, text: String::new() }
}
