//! An instruction: its words bit by bit, its meaning, and what it reads and writes.

use isatope::explain::{self, Word};
use isatope::listing::spelled;
use isatope::pages::{Block, Look};
use isatope::tables::Status;
use isatope::{FormSyntax, Instruction, Token, Write};

use crate::document::Document;

/// Width of diagrams.
const WIDTH: usize = 100;

/// Most instructions of a macro call that are shown.
const MOST: usize = 12;

/// About the mnemonic of a statement, or a macro that it calls.
pub fn of(document: &Document, token: Token) -> Option<String> {
    let instructions: Vec<Instruction> =
        document.statements_at(token.start).iter().filter_map(|statement| statement.instruction).collect();
    match instructions.as_slice() {
        [] => of_mnemonic(document, document.word(token)),
        [inst] => Some(of_instruction(document, inst)),
        several => Some(of_several(document, several)),
    }
}

/// About an instruction that the assembler read.
pub fn of_instruction(document: &Document, inst: &Instruction) -> String {
    let source = document.source();
    let word = Word::of(inst);
    let unit = inst.unit().map_or(String::new(), |unit| format!(", {unit}"));
    let mut text = format!("**{}** – {}{unit}, {}\n\n", inst.mnemonic(), inst.format().name, source.target().name());
    text += &format!("```text\n{}```\n\n", word.text(true, Look::plain(WIDTH)));
    text += &meaning(inst);
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for access in inst.access() {
        let place = format!("`{}`", access.place);
        if access.read && !reads.contains(&place) {
            reads.push(place.clone());
        }
        let place = if access.write == Write::Maybe { format!("{place} (perhaps)") } else { place };
        if access.write != Write::No && !writes.contains(&place) {
            writes.push(place);
        }
    }
    for (what, places) in [("reads", reads), ("writes", writes)] {
        if !places.is_empty() {
            text += &format!("{what} {}\n\n", places.join(", "));
        }
    }
    text
}

/// Summary, certainty and body.
fn meaning(inst: &Instruction) -> String {
    let mut text = String::new();
    let pages = explain::read(&explain::of(inst), Some(inst.target()));
    let Some(page) = pages.first() else { return text };
    text += &format!("{}\n\n", page.summary);
    for paragraph in &page.doc {
        text += &format!("{paragraph}\n\n");
    }
    let certainty = match inst.inst().semantics {
        Status::Exact => "exact",
        Status::Assumed => "assumed",
        Status::Approximate => "approximate",
        Status::None => "not known",
    };
    text += &format!("*Meaning: {certainty}*\n\n");
    let bodies = page.sections.iter().find(|section| section.title == "Meaning");
    for block in bodies.iter().flat_map(|section| &section.blocks) {
        match block {
            Block::Code { text: code, .. } => text += &format!("```isa\n{}\n```\n\n", code.trim_end()),
            Block::Text { text: words, .. } => text += &format!("{words}\n\n"),
            _ => {}
        }
    }
    text
}

/// About a mnemonic whose statement has an error.
fn of_mnemonic(document: &Document, name: &str) -> Option<String> {
    let syntax = document.assembler()?.syntax(name)?;
    let forms: Vec<String> = syntax.forms.iter().map(FormSyntax::to_string).collect();
    Some(format!("```\n{}\n```\n{}", forms.join("\n"), syntax.summary))
}

/// The instructions of a macro call.
fn of_several(document: &Document, instructions: &[Instruction]) -> String {
    let dialect = document.source().dialect();
    let mut lines: Vec<String> = instructions.iter().take(MOST).map(|inst| spelled(inst, dialect)).collect();
    if instructions.len() > MOST {
        lines.push(format!("// and {} more", instructions.len() - MOST));
    }
    format!("{} instructions\n\n```\n{}\n```", instructions.len(), lines.join("\n"))
}
