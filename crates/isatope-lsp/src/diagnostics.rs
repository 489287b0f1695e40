//! Messages of the assembler and of the checks as diagnostics of the protocol.

use std::ops::Range;

use gen_lsp_types as lsp;
use isatope::diagnostics::{Diagnostic, Level, Place, SourceFile, Span};

use crate::document::{Document, uri_of};
use crate::settings::Settings;

/// Name of the assembler as a source of diagnostics.
pub const ASSEMBLER: &str = "isatope";

/// Name of the checks as a source of diagnostics.
pub const CHECKS: &str = "isatope check";

/// Diagnostics of a document: of the assembler, and of the checks if they are about this revision.
pub fn of(document: &Document, settings: &Settings) -> Vec<lsp::Diagnostic> {
    let source = document.source();
    let convert = |found: &Diagnostic| converted(document, settings, found, ASSEMBLER);
    let mut all: Vec<lsp::Diagnostic> = source.diagnostics().iter().map(convert).collect();
    for (range, message) in &document.assembled().language.wrong {
        all.push(lsp::Diagnostic {
            range: document.range(range.clone()),
            severity: Some(lsp::DiagnosticSeverity::Error),
            source: Some(ASSEMBLER.to_owned()),
            message: message.clone().into(),
            ..lsp::Diagnostic::default()
        });
    }
    for finding in document.findings() {
        let mut found = converted(document, settings, &finding.diagnostic, CHECKS);
        if finding.is_needless {
            found.severity = Some(lsp::DiagnosticSeverity::Hint);
            found.tags = Some(vec![lsp::DiagnosticTag::Unnecessary]);
        }
        all.push(found);
    }
    all
}

/// The range of a diagnostic in the document. That of an included file is the statement that includes it.
pub fn range_of(document: &Document, diagnostic: &Diagnostic) -> Range<usize> {
    match diagnostic.place {
        Place::Text(span) => root(document, span),
        _ => 0..0,
    }
}

fn root(document: &Document, span: Span) -> Range<usize> {
    let Some(number) = span.file.0.checked_sub(1) else { return span.range() };
    let root = document.source().expansions().get(number as usize).map_or(0, |text| text.root as usize);
    let line = document.line_range(root);
    let text = &document.text()[root..line.end];
    root..root + text.trim_end().len()
}

fn converted(document: &Document, settings: &Settings, found: &Diagnostic, source: &str) -> lsp::Diagnostic {
    let mut message = found.message.clone();
    let mut related = Vec::new();
    let mut relate = |span: Span, text: &str| related.push(related_place(document, settings, span, text));
    match found.place {
        // The place in the included file.
        Place::Text(span) if span.file.0 != 0 => {
            relate(span, if found.label.is_empty() { &found.message } else { &found.label });
        }
        _ if !found.label.is_empty() => message += &format!(": {}", found.label),
        _ => {}
    }
    for label in found.labels.iter().chain(&found.calls) {
        relate(label.span, &label.text);
    }
    for note in &found.notes {
        message += &format!("\nnote: {note}");
    }
    if let Some(help) = &found.help {
        message += &format!("\nhelp: {help}");
    }
    lsp::Diagnostic {
        range: document.range(range_of(document, found)),
        severity: Some(match found.level {
            Level::Error => lsp::DiagnosticSeverity::Error,
            Level::Warning => lsp::DiagnosticSeverity::Warning,
        }),
        code: found.code.map(|code| code.to_owned().into()),
        source: Some(source.to_owned()),
        message: message.into(),
        related_information: (!related.is_empty()).then_some(related),
        ..lsp::Diagnostic::default()
    }
}

/// Another place of a diagnostic: in the document, or in an included file, which is shown as text if there is no such
/// file.
fn related_place(
    document: &Document,
    settings: &Settings,
    span: Span,
    text: &str,
) -> lsp::DiagnosticRelatedInformation {
    let here = |message: String| lsp::DiagnosticRelatedInformation {
        location: lsp::Location { uri: document.uri.clone(), range: document.range(root(document, span)) },
        message,
    };
    let number = span.file.0.checked_sub(1);
    let Some(expansion) = number.and_then(|number| document.source().expansions().get(number as usize)) else {
        return here(text.to_owned());
    };
    let file = SourceFile::new("", expansion.text.as_str());
    let paths = document.folders(settings).into_iter().map(|folder| folder.join(&expansion.name));
    match paths.into_iter().find(|path| path.is_file()) {
        Some(path) => lsp::DiagnosticRelatedInformation {
            location: lsp::Location { uri: uri_of(&path), range: document.encoding.range(&file, span.range()) },
            message: text.to_owned(),
        },
        None => {
            let (line, _, excerpt) = file.excerpt(span.range());
            here(format!("in {}, line {line}: `{}`: {text}", expansion.name, excerpt.trim()))
        }
    }
}
