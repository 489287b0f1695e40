//! Hints in the text: words, offsets and costs of instructions, and what waits wait for.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use gen_lsp_types as lsp;
use isatope::check::{Code, Describer, Place, Program};

use crate::document::Document;
use crate::settings::Hints;

/// Hints after the statements in a range of the text.
pub fn of(document: &Document, range: Range<usize>, wanted: Hints) -> Vec<lsp::InlayHint> {
    let source = document.source();
    let statements = document.statements();
    let first = statements.partition_point(|statement| statement.place.end < range.start);
    let last = statements.partition_point(|statement| statement.place.start <= range.end);
    let costs = if wanted.costs && first < last { costs(document) } else { HashMap::new() };
    let word_bytes = source.target().word_bytes();
    let mut hints: Vec<lsp::InlayHint> = Vec::new();
    let mut at = first;
    while at < last {
        let place = &statements[at].place;
        // A macro call has several instructions.
        let same = statements[at..last].iter().take_while(|other| other.place == *place).count();
        let group = &statements[at..at + same];
        at += same;
        let mut parts = Vec::new();
        if wanted.offsets {
            parts.push(format!("{:#06x}", group[0].offset));
        }
        if let (true, [only]) = (wanted.words, group)
            && let Some(inst) = only.instruction
        {
            let digits = |word: &[u8]| word.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
            let words: Vec<String> = inst.bytes().chunks(word_bytes).map(digits).collect();
            parts.push(words.join(" "));
        }
        if wanted.costs {
            parts.extend(
                group.iter().filter_map(|statement| costs.get(&(statement.section, statement.offset)).cloned()),
            );
        }
        if parts.is_empty() {
            continue;
        }
        hints.push(after(document, place, parts.join("  ")));
    }
    if wanted.waits {
        hints.extend(waits(document, &range));
    }
    hints
}

/// Cost of each instruction, by section and offset.
fn costs(document: &Document) -> HashMap<(usize, u64), String> {
    let source = document.source();
    let mut all = HashMap::new();
    let sections: Vec<&str> = source.sections().collect();
    for (number, section) in sections.iter().enumerate() {
        let own = document.statements().iter().filter(|statement| statement.section == number);
        let instructions: Vec<_> =
            own.filter_map(|statement| Some((statement.offset, statement.instruction?))).collect();
        if instructions.is_empty() || section.is_empty() {
            continue;
        }
        let words: Vec<u8> = source.bytes(section);
        let code = Code::of_bytes(source.target(), &words, |_| Place::Bytes);
        if let Some(cycles) = code.cycles() {
            let items = code.program().items();
            all.extend(items.iter().zip(cycles).filter(|(_, cycles)| *cycles > 0).map(|(item, cycles)| {
                ((number, item.address), format!("{cycles} cycle{}", if cycles == 1 { "" } else { "s" }))
            }));
        }
    }
    if let Some(describer) = Describer::new(source.target()).filter(|_| source.target().hazards().is_none()) {
        let checks = describer.checks();
        let (programs, _) = Program::of_source(source);
        for program in &programs {
            for (step, word) in program.steps(&describer).iter().zip(&program.words) {
                let costs = step.costs.iter().filter_map(|&(pipe, operations)| {
                    let (name, rate) = checks.pipes.get(usize::from(pipe))?;
                    Some(format!("{} {:.3}", name.to_uppercase(), f64::from(operations) / f64::from((*rate).max(1))))
                });
                let text: Vec<String> = costs.collect();
                if !text.is_empty() {
                    all.insert((0, word.offset), text.join(", "));
                }
            }
        }
    }
    all
}

/// At each wait in a range: the lines of the operations that it waits for.
fn waits(document: &Document, range: &Range<usize>) -> Vec<lsp::InlayHint> {
    let source = document.source();
    if source.target().hazards().is_none() {
        return Vec::new();
    }
    let (codes, _) = Code::of_source(source);
    let mut hints = Vec::new();
    for code in &codes {
        let place = |index: usize| match code.place(index) {
            Place::Text(span) | Place::Expanded { call: span, .. } => Some(span.range()),
            _ => None,
        };
        for awaited in code.awaited() {
            let Some(own) = place(awaited.at).filter(|own| range.start <= own.end && own.start <= range.end) else {
                continue;
            };
            let lines: BTreeSet<usize> = awaited
                .operations
                .iter()
                .filter_map(|at| Some(document.file.position(place(*at)?.start).line))
                .collect();
            let listed: Vec<String> = lines.iter().map(usize::to_string).collect();
            let noun = if listed.len() == 1 { "line" } else { "lines" };
            hints.push(after(document, &own, format!("waits for {noun} {}", listed.join(", "))));
        }
    }
    hints
}

/// A hint after a statement.
fn after(document: &Document, place: &Range<usize>, text: String) -> lsp::InlayHint {
    let end = place.start + document.text()[place.clone()].trim_end().len();
    lsp::InlayHint {
        position: document.range(end..end).start,
        label: lsp::Label::String(text),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}
