//! A register: where it was written last, and where it is used.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

use isatope::flow::Program;
use isatope::{Resources, Token};

use crate::document::{Document, Statement};

/// Most lines that are listed.
const MOST: usize = 12;

/// Most instructions that are looked at to find writes.
const MOST_VISITED: usize = 50_000;

/// The range of a register with the group after its name: `s[0:1]`.
pub fn range(document: &Document, token: Token) -> Range<usize> {
    let after = &document.text()[token.end..];
    let group = after.starts_with('[').then(|| after.find(']')).flatten().filter(|end| !after[..*end].contains('\n'));
    token.start..group.map_or(token.end, |end| token.end + end + 1)
}

/// The range of the register group that contains a number.
pub fn around(document: &Document, token: Token) -> Option<Range<usize>> {
    let line = document.line_range(token.start);
    let open = document.text()[line.start..token.start].rfind('[')? + line.start;
    if document.text()[open..token.start].contains(']') {
        return None;
    }
    let name = document.token_at(open)?;
    let found = range(document, name);
    (name.kind == isatope::TokenKind::Register && found.contains(&token.start)).then_some(found)
}

/// About the register in a range of the text.
pub fn of(document: &Document, range: Range<usize>) -> Option<String> {
    let source = document.source();
    let name = &document.text()[range.clone()];
    let place = source.target().register(name).ok()?;
    let arch = source.target().arch();
    let wanted = Resources::range(arch.resource_ids(place));
    let mut text = format!("**{place}** – {}", place.name());
    if place.is_per_lane() {
        text += ", one value for each lane";
    }
    if let Some(statement) = document.statements_at(range.start).last().filter(|s| s.instruction.is_some()) {
        let lines = last_writes(document, statement, &wanted);
        if lines.is_empty() {
            text += "\n\nnot written before this line";
        }
        for (number, line) in lines.iter().take(MOST) {
            text += &format!("\n\nwritten in line {number}: `{line}`");
        }
    }
    let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
    for statement in document.statements() {
        let Some(inst) = statement.instruction else { continue };
        let uses = inst.uses();
        let reads_it = uses.reads.meets(&wanted);
        let writes_it = uses.written().meets(&wanted);
        if reads_it || writes_it {
            let line = document.file.position(statement.place.start).line;
            if reads_it {
                reads.insert(line);
            }
            if writes_it {
                writes.insert(line);
            }
        }
    }
    for (what, lines) in [("written", writes), ("read", reads)] {
        if !lines.is_empty() {
            text += &format!("\n\n{what} in {}", listed(&lines));
        }
    }
    if let Some(page) = super::page(document, place.name()) {
        text += &format!("\n\n---\n\n{page}");
    }
    Some(text)
}

fn listed(lines: &BTreeSet<usize>) -> String {
    let all: Vec<String> = lines.iter().take(MOST).map(usize::to_string).collect();
    let more = lines.len().saturating_sub(MOST);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("line{} {}{rest}", if lines.len() == 1 { "" } else { "s" }, all.join(", "))
}

/// The statements whose writes reach a statement: number of the line, and its text.
fn last_writes(document: &Document, statement: &Statement, wanted: &Resources) -> Vec<(usize, String)> {
    let source = document.source();
    let own: Vec<&Statement> = document
        .statements()
        .iter()
        .filter(|other| other.section == statement.section && other.instruction.is_some())
        .collect();
    let program = Program::new(
        source.target(),
        own.iter().filter_map(|statement| Some((statement.offset, statement.instruction?))),
    );
    let graph = program.graph();
    let Some(start) = program.find(statement.offset) else { return Vec::new() };
    let mut open: VecDeque<usize> = graph.before(start).collect();
    let mut seen: BTreeSet<usize> = open.iter().copied().collect();
    let mut found = BTreeSet::new();
    while let Some(at) = open.pop_front() {
        let uses = program.items()[at].instruction.map(|inst| inst.uses());
        if uses.is_some_and(|uses| uses.written().meets(wanted)) {
            found.insert(program.items()[at].address);
            if uses.is_some_and(|uses| uses.writes.covers(wanted)) {
                continue;
            }
        }
        if seen.len() < MOST_VISITED {
            open.extend(graph.before(at).filter(|before| seen.insert(*before)));
        }
    }
    let line = |address: u64| {
        let statement = own.iter().find(|statement| statement.offset == address)?;
        let number = document.file.position(statement.place.start).line;
        Some((number, document.text()[statement.place.clone()].trim().to_owned()))
    };
    found.into_iter().filter_map(line).collect()
}
