//! Definition, references, and renaming of labels, symbols and macros.

use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;

use gen_lsp_types as lsp;
use isatope::diagnostics::SourceFile;
use isatope::{TokenKind, assembler, directive};

use crate::document::{Document, Occurrences, uri_of};
use crate::settings::Settings;

/// Most included files that are searched for a definition.
const MOST_FILES: usize = 100;

/// The positions of the name at an offset.
fn name_at(document: &Document, offset: usize) -> Option<&Occurrences> {
    document.names().get(document.name_at(offset)?)
}

/// All positions of a name, in the order of the text.
fn positions(name: &Occurrences) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = name.definition.iter().chain(&name.uses).cloned().collect();
    all.sort_by_key(|range| range.start);
    all
}

/// Where the name at an offset is defined: in the document, or in a file that it includes. On the name of a file it is
/// the start of the file.
pub fn definition(document: &Document, settings: &Settings, offset: usize) -> Option<lsp::Location> {
    if let Some(path) = included_at(document, settings, offset) {
        let start = lsp::Position { line: 0, character: 0 };
        return Some(lsp::Location { uri: uri_of(&path), range: lsp::Range { start, end: start } });
    }
    let word = document.name_at(offset)?;
    let found = name_at(document, offset).and_then(|name| name.definition.clone());
    if let Some(range) = found {
        return Some(lsp::Location { uri: document.uri.clone(), range: document.range(range) });
    }
    in_files(document, settings, word)
}

/// The path of the file that the string at an offset names.
fn included_at(document: &Document, settings: &Settings, offset: usize) -> Option<PathBuf> {
    let token = document.token_at(offset).filter(|token| token.kind == TokenKind::Text)?;
    let first = document.tokens_in(document.line_range(offset)).first()?;
    let includes = directive(document.word(*first)).is_some_and(|info| info.names_file);
    includes.then(|| find_file(document, settings, document.word(token).trim_matches('"')))?
}

fn find_file(document: &Document, settings: &Settings, name: &str) -> Option<PathBuf> {
    document.folders(settings).into_iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The definition of a name in the files that a document includes.
fn in_files(document: &Document, settings: &Settings, word: &str) -> Option<lsp::Location> {
    let source = document.source();
    let semicolons = source.dialect().separates_by_semicolons(source.target());
    let names_of = |text: &str| {
        let mut names = Vec::new();
        let mut is_include = false;
        for token in assembler::tokens::tokens(text, semicolons) {
            let word = &text[token.start..token.end];
            match token.kind {
                TokenKind::Directive => is_include = directive(word).is_some_and(|info| info.names_file),
                TokenKind::Text if is_include => names.push(word.trim_matches('"').to_owned()),
                _ => {}
            }
        }
        names
    };
    let mut open = names_of(document.text());
    let mut seen = 0;
    while seen < open.len().min(MOST_FILES) {
        let name = open[seen].clone();
        seen += 1;
        let Some(path) = find_file(document, settings, &name) else { continue };
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let is_meant =
            |token: &isatope::Token| token.kind == TokenKind::Definition && &text[token.start..token.end] == word;
        if let Some(token) = assembler::tokens::tokens(&text, semicolons).find(is_meant) {
            let range = document.encoding.range(&SourceFile::new("", text.as_str()), token.start..token.end);
            return Some(lsp::Location { uri: uri_of(&path), range });
        }
        open.extend(names_of(&text).into_iter().filter(|name| !open.contains(name)).collect::<Vec<_>>());
    }
    None
}

/// Positions of the name at an offset, with its definition or without.
pub fn references(document: &Document, offset: usize, with_definition: bool) -> Option<Vec<lsp::Location>> {
    let name = name_at(document, offset)?;
    let all = positions(name).into_iter().filter(|range| with_definition || name.definition.as_ref() != Some(range));
    Some(all.map(|range| lsp::Location { uri: document.uri.clone(), range: document.range(range) }).collect())
}

/// Positions of the name or register at an offset.
pub fn highlights(document: &Document, offset: usize) -> Option<Vec<lsp::DocumentHighlight>> {
    let highlight =
        |range: Range<usize>, kind| lsp::DocumentHighlight { range: document.range(range), kind: Some(kind) };
    if let Some(name) = name_at(document, offset) {
        let kind = |range: &Range<usize>| match name.definition.as_ref() == Some(range) {
            true => lsp::DocumentHighlightKind::Write,
            false => lsp::DocumentHighlightKind::Read,
        };
        return Some(positions(name).into_iter().map(|range| highlight(range.clone(), kind(&range))).collect());
    }
    let token = document.token_at(offset).filter(|token| token.kind == TokenKind::Register)?;
    // A register with its group: `s[0:1]`.
    let whole = |token: isatope::Token| {
        let after = &document.text()[token.end..];
        let group = if after.starts_with('[') { after.find(']').map_or(0, |end| end + 1) } else { 0 };
        token.start..token.end + group
    };
    let text = &document.text()[whole(token)];
    let same = document.tokens().iter().copied().filter(|other| other.kind == TokenKind::Register);
    let same = same.map(whole).filter(|range| document.text()[range.clone()].eq_ignore_ascii_case(text));
    Some(same.map(|range| highlight(range, lsp::DocumentHighlightKind::Text)).collect())
}

/// The range of the name at an offset, if it can be renamed.
pub fn prepare(document: &Document, offset: usize) -> Result<lsp::Range, String> {
    let token = document.token_at(offset);
    match (name_at(document, offset), token) {
        (Some(_), Some(token)) => Ok(document.range(token.start..token.end)),
        _ => Err("there is no label, symbol or macro here".to_owned()),
    }
}

/// The edits that rename the name at an offset. The bytes of the source stay the same.
pub fn rename(
    document: &Document,
    settings: &Settings,
    offset: usize,
    new: &str,
) -> Result<lsp::WorkspaceEdit, String> {
    let name = name_at(document, offset).ok_or("there is no label, symbol or macro here")?;
    let starts = |c: char| c.is_alphabetic() || matches!(c, '_' | '.' | '$');
    let is_name = new.starts_with(starts) && new.chars().all(|c| starts(c) || c.is_ascii_digit());
    if !is_name {
        return Err(format!("`{new}` is no name: use letters, digits, `_`, `.` and `$`, and no digit at the start"));
    }
    if document.names().contains_key(new) {
        return Err(format!("the name `{new}` is used already"));
    }
    let all = positions(name);
    let mut text = document.text().to_owned();
    for range in all.iter().rev() {
        text.replace_range(range.clone(), new);
    }
    let (_, source) = document.assemble(&text, settings);
    let before = document.source();
    let same = source.failed() == before.failed()
        && before.sections().eq(source.sections())
        && before.sections().all(|section| before.bytes(section) == source.bytes(section));
    if !same {
        return Err(format!("with the name `{new}` the source would not mean the same"));
    }
    let edit = |range: Range<usize>| lsp::TextEdit { range: document.range(range), new_text: new.to_owned() };
    let edits: Vec<lsp::TextEdit> = all.into_iter().map(edit).collect();
    Ok(lsp::WorkspaceEdit {
        changes: Some(HashMap::from([(document.uri.clone(), edits)])),
        ..lsp::WorkspaceEdit::default()
    })
}
