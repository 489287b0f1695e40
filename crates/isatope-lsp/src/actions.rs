//! Code actions: quick fixes, missing waits, other dialects, explanations.

use std::collections::HashMap;
use std::ops::Range;

use gen_lsp_types as lsp;
use isatope::Dialect;
use isatope::check::fix;
use isatope::quick_fix::Repair;

use crate::document::Document;
use crate::settings::Settings;
use crate::{convert, diagnostics, fixes};

/// Name of the command that shows what [`explain`] returns.
pub const EXPLAIN: &str = "isatope.explain";

/// Most diagnostics whose fixes are looked for.
const MOST: usize = 8;

/// Texts that are longer are not converted, because every offered action is computed.
const MOST_CONVERTED: usize = 1 << 20;

/// What a client wants.
pub struct Wanted {
    /// Whether the user asked. Otherwise the client asks at each move of the cursor, and nothing is computed that takes
    /// long.
    pub is_asked: bool,
    /// Whether the client has the command [`EXPLAIN`].
    pub explains: bool,
}

/// Actions for a range of the text.
pub fn of(document: &Document, settings: &Settings, range: Range<usize>, wanted: &Wanted) -> Vec<lsp::CodeAction> {
    let mut all = Vec::new();
    let meets = |other: &Range<usize>| range.start <= other.end && other.start <= range.end;
    let about = document.source().diagnostics().iter().filter(|found| meets(&diagnostics::range_of(document, found)));
    let converted = diagnostics::of(document, settings);
    let diagnostic_at = |place: &Range<usize>, code: Option<&str>| {
        let (range, code) = (document.range(place.clone()), code.map(|code| lsp::Code::String(code.to_owned())));
        converted.iter().find(|found| found.range == range && found.code == code).cloned()
    };
    for found in about.take(MOST) {
        let place = diagnostics::range_of(document, found);
        let diagnostic = diagnostic_at(&place, found.code);
        for (number, repair) in fixes::of(document, settings, found).into_iter().enumerate() {
            all.push(quick_fix(document, repair, diagnostic.clone(), number == 0));
        }
    }
    let findings = document.findings();
    for finding in findings {
        let place = diagnostics::range_of(document, &finding.diagnostic);
        if let Some(repair) = finding.repair.clone().filter(|_| meets(&place)) {
            let diagnostic = diagnostic_at(&place, finding.diagnostic.code);
            all.push(quick_fix(document, repair, diagnostic, true));
        }
    }
    if wanted.is_asked {
        if findings.iter().any(|finding| finding.repair.is_some() && !finding.is_needless) {
            all.extend(insert_all(document, settings));
        }
        all.extend(conversions(document, settings, range.clone()));
    }
    let word = document.token_at(range.start).map(|token| document.word(token));
    if let Some(word) = word.filter(|_| wanted.explains && explain(document, range.start).is_some()) {
        let title = format!("Explain `{word}`");
        let position = document.range(range.start..range.start).start;
        let arguments = vec![serde_json::json!(document.uri), serde_json::json!(position)];
        all.push(lsp::CodeAction {
            title: title.clone(),
            command: Some(lsp::Command {
                title,
                command: EXPLAIN.to_owned(),
                arguments: Some(arguments),
                ..lsp::Command::default()
            }),
            ..lsp::CodeAction::default()
        });
    }
    all
}

/// Text in Markdown about what is at an offset: the whole page of an instruction, or what hovering shows.
pub fn explain(document: &Document, offset: usize) -> Option<String> {
    let (hover, range) = crate::hover::at(document, offset)?;
    let instruction = document.statements_at(range.start).first().and_then(|statement| statement.instruction);
    let is_mnemonic = document.token_at(offset).is_some_and(|token| token.kind == isatope::TokenKind::Mnemonic);
    let page = instruction.filter(|_| is_mnemonic).and_then(|inst| {
        let pages = isatope::explain::read(&isatope::explain::of(&inst), Some(inst.target()));
        Some(pages.first()?.markdown())
    });
    Some(match page {
        Some(page) => format!("{hover}\n\n{page}"),
        None => hover,
    })
}

fn edit(document: &Document, range: Range<usize>, new_text: String) -> lsp::WorkspaceEdit {
    let edits = vec![lsp::TextEdit { range: document.range(range), new_text }];
    lsp::WorkspaceEdit {
        changes: Some(HashMap::from([(document.uri.clone(), edits)])),
        ..lsp::WorkspaceEdit::default()
    }
}

fn quick_fix(
    document: &Document,
    repair: Repair,
    diagnostic: Option<lsp::Diagnostic>,
    is_preferred: bool,
) -> lsp::CodeAction {
    lsp::CodeAction {
        title: repair.title,
        kind: Some(lsp::CodeActionKind::QuickFix),
        diagnostics: diagnostic.map(|diagnostic| vec![diagnostic]),
        is_preferred: is_preferred.then_some(true),
        edit: Some(edit(document, repair.range, repair.text)),
        ..lsp::CodeAction::default()
    }
}

/// Inserts every missing wait and wait state.
fn insert_all(document: &Document, settings: &Settings) -> Option<lsp::CodeAction> {
    let target = &document.assembled().language.target;
    let dialect = document.source().dialect();
    let mut rules = isatope::check::Settings::default();
    rules.strict = settings.strict;
    let assemble = |text: &str| document.assemble_in(text, target, dialect, settings);
    let fixed = fix(document.text(), dialect, &rules, assemble).ok()?;
    (!fixed.inserted.is_empty()).then(|| lsp::CodeAction {
        title: format!("Insert all missing waits ({})", fixed.inserted.len()),
        kind: Some(lsp::CodeActionKind::SourceFixAll),
        edit: Some(edit(document, 0..document.text().len(), fixed.text)),
        ..lsp::CodeAction::default()
    })
}

/// The selected lines, and the whole text, in other dialects.
fn conversions(document: &Document, settings: &Settings, range: Range<usize>) -> Vec<lsp::CodeAction> {
    let source = document.source();
    if source.failed() {
        return Vec::new();
    }
    let lines = document.line_range(range.start).start..document.line_range(range.end).end;
    let others: Vec<Dialect> = source.target().dialects().filter(|other| *other != source.dialect()).collect();
    let mut all = Vec::new();
    let mut add = |title: String, range: Range<usize>, text: Option<String>| {
        all.extend(text.map(|text| lsp::CodeAction {
            title,
            kind: Some(lsp::CodeActionKind::RefactorRewrite),
            edit: Some(edit(document, range, text)),
            ..lsp::CodeAction::default()
        }));
    };
    // Each action needs the whole text assembled again.
    if document.text().len() > MOST_CONVERTED {
        return all;
    }
    for other in others {
        let what = if document.text()[lines.clone()].contains('\n') { "lines" } else { "line" };
        let part = convert::lines(document, settings, lines.clone(), other);
        add(format!("Write the {what} in the dialect {other}"), lines.clone(), part);
        let whole = 0..document.text().len();
        add(format!("Convert the file to the dialect {other}"), whole, convert::whole(document, settings, other));
    }
    all
}
