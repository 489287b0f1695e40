//! Inserts missing waits and wait states into a source.

use std::collections::BTreeMap;

use isatope_check::hazards::Repair;
use isatope_diag::{Diagnostic, FileId, Span};

use super::{Code, Place, Settings};
use crate::listing::spelled;
use crate::{Dialect, Source};

/// Most rounds: an inserted wait can make another one necessary only a few times.
const MOST_ROUNDS: usize = 16;

/// A source with insertions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// What was inserted, in the order of the lines.
    pub inserted: Vec<Inserted>,
}

/// An inserted instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inserted {
    /// Line of the first of them in the new text, from 1.
    pub line: usize,
    /// The instructions.
    pub instructions: Vec<String>,
    /// The statement after them.
    pub before: String,
    /// Names of the rules that need them.
    pub rules: Vec<&'static str>,
}

/// An insertion before an offset.
#[derive(Default)]
struct Insertion {
    repair: Repair,
    before: String,
    rules: Vec<&'static str>,
}

/// Inserts waits and idle states until no finding is left that they end. `assemble` reads a text with its places.
///
/// # Errors
/// Returns what is wrong with the source.
pub fn fix(
    text: &str,
    dialect: Dialect,
    settings: &Settings,
    assemble: impl Fn(&str) -> Source,
) -> Result<Fixed, Vec<Diagnostic>> {
    let mut text = text.to_owned();
    let mut all: Vec<(usize, Inserted)> = Vec::new();
    // Statements before which something was inserted, and the rules that it was to end.
    let mut tried: Vec<(usize, &str)> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let source = assemble(&text);
        let (codes, told) = Code::of_source(&source);
        if told.iter().any(|message| message.level == isatope_diag::Level::Error) {
            return Err(told);
        }
        let mut insertions: BTreeMap<usize, Insertion> = BTreeMap::new();
        for mut code in codes {
            code.options = code.options_with(settings);
            for finding in code.check().iter().filter(|finding| !finding.repair.is_empty()) {
                let rule = finding.rule.map_or("", |rule| rule.name);
                let starts = places(&code, finding.at).into_iter().map(|span| {
                    let statement = text.get(span.range()).unwrap_or_default();
                    let labels = labels(statement);
                    (span.range().start + labels, statement[labels..].trim())
                });
                let Some((at, before)) = starts.into_iter().find(|(at, _)| !tried.contains(&(*at, rule))) else {
                    continue;
                };
                let insertion = insertions.entry(at).or_default();
                insertion.repair.join(&finding.repair);
                insertion.before = before.to_owned();
                if !insertion.rules.contains(&rule) {
                    insertion.rules.push(rule);
                }
            }
        }
        if insertions.is_empty() {
            break;
        }
        for (at, insertion) in insertions.into_iter().rev() {
            let instructions = insertion.repair.instructions(source.target());
            let instructions: Vec<String> = instructions.iter().map(|inst| spelled(inst, dialect)).collect();
            let new = lines_before(&text, at, &instructions);
            let Insertion { before, rules, .. } = insertion;
            all.iter_mut().filter(|(offset, _)| *offset >= at).for_each(|(offset, _)| *offset += new.len());
            tried.extend(rules.iter().map(|rule| (at, *rule)));
            tried.iter_mut().filter(|(offset, _)| *offset >= at).for_each(|(offset, _)| *offset += new.len());
            text.insert_str(at, &new);
            all.push((at, Inserted { line: 0, instructions, before, rules }));
        }
    }
    all.sort_by_key(|(offset, _)| *offset);
    for _ in 0..MOST_ROUNDS {
        let Some(less) = without_needless(&text, &all, dialect, settings, &assemble) else { break };
        (text, all) = less;
    }
    let inserted = all.into_iter().map(|(offset, inserted)| {
        let line = text.get(..offset).map_or(0, |before| before.matches('\n').count()) + 1;
        Inserted { line, ..inserted }
    });
    Ok(Fixed { inserted: inserted.collect(), text })
}

/// The text, and what was inserted in it with offsets, without those inserted instructions that others make needless.
/// `None` if there are none, or if some are needed all the same.
fn without_needless(
    text: &str,
    all: &[(usize, Inserted)],
    dialect: Dialect,
    settings: &Settings,
    assemble: impl Fn(&str) -> Source,
) -> Option<(String, Vec<(usize, Inserted)>)> {
    let read = |text: &str| {
        let mut codes = Code::of_source(&assemble(text)).0;
        codes.iter_mut().for_each(|code| code.options = code.options_with(settings));
        codes
    };
    // The inserted instruction at an offset: of which insertion, and its number there.
    let inserted_at = |offset: usize| {
        let last = all.partition_point(|(start, _)| *start <= offset).checked_sub(1)?;
        let (start, inserted) = &all[last];
        let lines = |count: usize| lines_before(text, *start, &inserted.instructions[..count]).len();
        let number = (0..inserted.instructions.len()).find(|&number| start + lines(number) == offset)?;
        Some((last, number))
    };
    let mut needless: BTreeMap<(usize, usize), Option<String>> = BTreeMap::new();
    for mut code in read(text) {
        // What a caller has left outstanding needs no inserted wait: it has those that it needs.
        let (program, graph) = (code.program(), code.program().graph());
        let starts = graph.entries().iter().map(|&entry| graph.blocks()[entry].instructions.start);
        code.options.kernels = starts.map(|at| program.items()[at].address).collect();
        for one in code.redundant() {
            let found = places(&code, one.at).into_iter().find_map(|span| inserted_at(span.range().start));
            let new = one.replacement.as_ref().map(|inst| spelled(inst, dialect));
            needless.extend(found.map(|found| (found, new)));
        }
    }
    if needless.is_empty() {
        return None;
    }
    let (mut new, mut kept, mut end) = (String::new(), Vec::new(), 0);
    for (index, (start, inserted)) in all.iter().enumerate() {
        let instructions = inserted.instructions.iter().enumerate().filter_map(|(number, instruction)| {
            needless.get(&(index, number)).map_or_else(|| Some(instruction.clone()), Clone::clone)
        });
        let instructions: Vec<String> = instructions.collect();
        new += &text[end..*start];
        end = start + lines_before(text, *start, &inserted.instructions).len();
        if !instructions.is_empty() {
            let at = new.len();
            new += &lines_before(text, *start, &instructions);
            kept.push((at, Inserted { instructions, ..inserted.clone() }));
        }
    }
    new += &text[end..];
    let missing = |text: &str| {
        let findings = read(text).iter().flat_map(Code::check).collect::<Vec<_>>();
        findings.iter().filter(|finding| !finding.repair.is_empty()).count()
    };
    (missing(&new) <= missing(text)).then_some((new, kept))
}

/// The text of instructions before an offset: each has the indentation and the end of the line there.
pub(super) fn lines_before(text: &str, at: usize, instructions: &[String]) -> String {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let indent: String = text[line..at].chars().take_while(|c| c.is_whitespace()).collect();
    let end = line_end(text, at);
    instructions.iter().map(|inst| format!("{inst}{end}{indent}")).collect()
}

/// How the line at an offset ends; the last line has the end of the one before it.
fn line_end(text: &str, at: usize) -> &'static str {
    let (before, after) = text.split_at(at);
    let end = after.find('\n').map(|end| at + end).or_else(|| before.rfind('\n'));
    if end.is_some_and(|end| text[..end].ends_with('\r')) { "\r\n" } else { "\n" }
}

/// Statements of the source before which an insertion may end a finding at an instruction, the best one first. In an
/// expansion that is the statement that begins it, for the first instruction, and the statement of the body; in an
/// included file there is none.
fn places(code: &Code, at: usize) -> Vec<Span> {
    let Place::Expanded { written, call } = code.place(at) else {
        return Vec::from_iter(code.place(at).span());
    };
    let is_inside = at
        .checked_sub(1)
        .is_some_and(|before| matches!(code.place(before), Place::Expanded { call: other, .. } if other == call));
    let own = (!is_inside).then_some(call);
    own.into_iter().chain(Some(written).filter(|span| span.file == FileId::default())).collect()
}

/// Number of bytes before the instruction of a statement: labels, which stay where they are.
fn labels(statement: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &statement[at..];
        let start = rest.len() - rest.trim_start().len();
        let name = rest[start..].find(|c: char| !c.is_alphanumeric() && !"_.$@".contains(c));
        match name.filter(|&end| end > 0 && rest[start + end..].starts_with(':')) {
            Some(end) => at += start + end + 1,
            None => return at + start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{labels, line_end};

    #[test]
    fn a_line_ends_as_it_did() {
        let text = "a\r\nb\nc\r\nd";
        let ends: Vec<&str> = [0, 3, 5, 8].iter().map(|&at| line_end(text, at)).collect();
        assert_eq!(ends, ["\r\n", "\n", "\r\n", "\r\n"]);
        assert_eq!((line_end("a", 0), line_end("", 0), line_end("a\n", 2)), ("\n", "\n", "\n"));
    }

    #[test]
    fn labels_stay_before_what_is_inserted() {
        assert_eq!(labels("start:  v_nop"), 8);
        assert_eq!(labels(".La: 1: s_nop 0"), 8);
        assert_eq!((labels("v_mov_b32 v0, s[0:1]"), labels("  s_nop"), labels("a:")), (0, 2, 2));
    }
}
