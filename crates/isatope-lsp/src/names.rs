//! Definition, references, and renaming of labels, symbols and macros.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use gen_lsp_types as lsp;
use isatope::diagnostics::Level;
use isatope::{Source, Token, TokenKind, assembler, directive};

use crate::document::{Document, Occurrences, Place, uri_of};
use crate::settings::Settings;

/// A place in a document, and all open documents, which may include it or be included.
pub struct At<'a> {
    /// All open documents by their names. They are assembled.
    pub documents: &'a HashMap<String, Document>,
    /// The document.
    pub document: &'a Document,
    /// The place.
    pub offset: usize,
}

impl<'a> At<'a> {
    /// The documents in which the text has its meaning, with its number in each: those that include it, or itself.
    fn roots(&self) -> Vec<(&'a Document, usize)> {
        let own = self.document.path.as_deref();
        let mut roots: Vec<(&Document, usize)> = self
            .documents
            .values()
            .filter(|root| !root.is_stale() && root.path.as_deref() != own)
            .filter_map(|root| Some((root, root.file_number(own?)?)))
            .collect();
        roots.sort_by_key(|(root, _)| &root.uri.0);
        if roots.is_empty() {
            roots.push((self.document, 0));
        }
        roots
    }

    /// The name here, in each document that knows it.
    fn names(&self) -> Vec<Known<'a>> {
        let Some(token) = self.document.token_at(self.offset) else { return Vec::new() };
        let roots = self.roots().into_iter();
        roots.filter_map(|(root, number)| name_in(root, number, token, self.offset)).collect()
    }

    /// The file of a position, and the range there.
    fn location(&self, root: &Document, place: &Place) -> lsp::Location {
        let (number, range) = place;
        if *number == 0 {
            return lsp::Location { uri: root.uri.clone(), range: root.range(range.clone()) };
        }
        let path = &root.assembled().seen[*number - 1].path;
        let open = self.documents.values().find(|document| document.path.as_ref() == Some(path));
        lsp::Location {
            uri: open.map_or_else(|| uri_of(path), |open| open.uri.clone()),
            range: root.encoding.range(root.file_of(*number), range.clone()),
        }
    }
}

/// A name in a document.
struct Known<'a> {
    /// The document.
    root: &'a Document,
    /// The name.
    name: &'a str,
    /// Its positions in the document and in the files that it includes.
    all: &'a Occurrences,
    /// The position that was asked about.
    here: &'a Range<usize>,
}

/// The name at an offset of a file of a document, where a token is.
fn name_in(root: &Document, number: usize, token: Token, offset: usize) -> Option<Known<'_>> {
    let is_here = |range: &Range<usize>| match token.kind {
        // Metadata have many names.
        TokenKind::Text => range.start <= offset && offset <= range.end,
        // The name of a descriptor has that of its kernel.
        _ => token.start <= range.start && range.end <= token.end,
    };
    let names = root.names();
    let known = |name: &'_ str| -> Option<Known<'_>> {
        let (name, all) = names.get_key_value(name)?;
        let (_, here) = positions(all).find(|(file, range)| *file == number && is_here(range))?;
        Some(Known { root, name, all, here })
    };
    let word = &root.text_of(number)[token.start..token.end];
    known(word).or_else(|| names.keys().find_map(|name| known(name)))
}

fn positions(name: &Occurrences) -> impl Iterator<Item = &Place> {
    name.definition.iter().chain(&name.uses)
}

/// The number of a numeric label at a token, and whether the token refers to the next one, to the one before, or is
/// one.
fn numeric<'t>(document: &'t Document, token: &Token) -> Option<(&'t str, Option<bool>)> {
    let word = document.word(*token);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match token.kind {
        TokenKind::Definition => is_number(word).then_some((word, None)),
        TokenKind::Number => {
            let (number, is_next) =
                word.strip_suffix('f').map(|number| (number, true)).or(word.strip_suffix('b').map(|n| (n, false)))?;
            is_number(number).then_some((number, Some(is_next)))
        }
        _ => None,
    }
}

/// The positions of the numeric label at an offset: it, and what refers to it.
fn numeric_at(document: &Document, offset: usize) -> Option<Occurrences> {
    let token = document.token_at(offset)?;
    let (number, refers) = numeric(document, &token)?;
    let same = document.tokens().iter().filter_map(|token| {
        let (other, refers) = numeric(document, token)?;
        (other == number).then_some((token.start..token.end, refers))
    });
    let same: Vec<(Range<usize>, Option<bool>)> = same.collect();
    let labels: Vec<usize> = same.iter().filter(|(_, refers)| refers.is_none()).map(|(range, _)| range.start).collect();
    // The label that a token is or refers to, by its index.
    let label = |at: usize, refers: Option<bool>| match refers {
        Some(true) => Some(labels.partition_point(|label| *label <= at)),
        _ => labels.partition_point(|label| *label <= at).checked_sub(1),
    };
    let meant = label(token.start, refers).filter(|index| *index < labels.len())?;
    let mut found = Occurrences { definition: None, uses: Vec::new() };
    for (range, refers) in same.into_iter().filter(|(range, refers)| label(range.start, *refers) == Some(meant)) {
        match refers {
            None => found.definition = Some((0, range)),
            Some(_) => found.uses.push((0, range)),
        }
    }
    Some(found)
}

/// Where the name at an offset is defined: in the document, or in a file that it includes. On the name of a file it is
/// the start of the file.
pub fn definition(place: &At, settings: &Settings) -> Option<lsp::Location> {
    if let Some(path) = included_at(place.document, settings, place.offset) {
        let start = lsp::Position { line: 0, character: 0 };
        return Some(lsp::Location { uri: uri_of(&path), range: lsp::Range { start, end: start } });
    }
    if let Some(found) = numeric_at(place.document, place.offset) {
        return found.definition.map(|found| place.location(place.document, &found));
    }
    let mut names = place.names().into_iter();
    names.find_map(|known| known.all.definition.as_ref().map(|found| place.location(known.root, found)))
}

/// The path of the file that the string at an offset names.
fn included_at(document: &Document, settings: &Settings, offset: usize) -> Option<PathBuf> {
    let token = document.token_at(offset).filter(|token| token.kind == TokenKind::Text)?;
    let first = document.tokens_in(document.line_range(offset)).first()?;
    let includes = directive(document.word(*first)).is_some_and(|info| info.names_file);
    let name = document.word(token).trim_matches('"');
    let mut paths = document.folders(settings).into_iter().map(|folder| folder.join(name));
    includes.then(|| paths.find(|path| path.is_file()))?
}

/// Positions of the name at an offset, with its definition or without, in all files that have it.
pub fn references(place: &At, with_definition: bool) -> Option<Vec<lsp::Location>> {
    let numeric = numeric_at(place.document, place.offset);
    let names: Vec<(&Document, &Occurrences)> = match &numeric {
        Some(numeric) => vec![(place.document, numeric)],
        None => place.names().into_iter().map(|known| (known.root, known.all)).collect(),
    };
    let mut found: Vec<lsp::Location> = Vec::new();
    for (root, all) in &names {
        let definition = all.definition.iter().filter(|_| with_definition);
        let mut places: Vec<&Place> = definition.chain(&all.uses).collect();
        places.sort_by_key(|(file, range)| (*file, range.start));
        found.extend(places.into_iter().map(|one| place.location(root, one)));
    }
    // Documents may include the same file.
    let mut seen = HashSet::new();
    found.retain(|location| {
        let start = location.range.start;
        seen.insert((location.uri.0.clone(), start.line, start.character))
    });
    (!names.is_empty()).then_some(found)
}

/// Positions of the name or register at an offset.
pub fn highlights(document: &Document, offset: usize) -> Option<Vec<lsp::DocumentHighlight>> {
    let highlight =
        |range: Range<usize>, kind| lsp::DocumentHighlight { range: document.range(range), kind: Some(kind) };
    let token = document.token_at(offset)?;
    let numeric = numeric_at(document, offset);
    if let Some(name) = numeric.as_ref().or_else(|| name_in(document, 0, token, offset).map(|known| known.all)) {
        let kind = |place: &Place| match name.definition.as_ref() == Some(place) {
            true => lsp::DocumentHighlightKind::Write,
            false => lsp::DocumentHighlightKind::Read,
        };
        let mut own: Vec<&Place> = positions(name).filter(|(file, _)| *file == 0).collect();
        own.sort_by_key(|(_, range)| range.start);
        return Some(own.into_iter().map(|place| highlight(place.1.clone(), kind(place))).collect());
    }
    if token.kind != TokenKind::Register {
        return None;
    }
    // A register with its group: `s[0:1]`.
    let whole = |token: Token| {
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
pub fn prepare(place: &At, settings: &Settings) -> Result<lsp::Range, String> {
    let names = named(place, settings)?;
    let known = names.first().ok_or("there is nothing here that has a name")?;
    Ok(place.document.range(known.here.clone()))
}

/// The name at a place, in each document that knows it; else why what is there cannot be renamed.
fn named<'a>(place: &At<'a>, settings: &Settings) -> Result<Vec<Known<'a>>, String> {
    let document = place.document;
    let token = document.token_at(place.offset).ok_or("there is nothing here that has a name")?;
    let word = document.word(token);
    if let Some((number, _)) = numeric(document, &token) {
        return Err(format!(
            "`{number}` is a numeric label: there may be several, and `{number}b` and `{number}f` mean the nearest one"
        ));
    }
    let names = place.names();
    if !names.is_empty() {
        return Ok(names);
    }
    Err(match token.kind {
        TokenKind::Text | TokenKind::Comment => format!("there is no name in a {}", token.kind.name()),
        TokenKind::Name | TokenKind::Definition if settings.defines.contains_key(word) => {
            format!("`{word}` is defined in the settings, not in a source")
        }
        TokenKind::Name | TokenKind::Definition => {
            format!("`{word}` is no label, symbol or macro that this document or a file that it includes defines")
        }
        kind => format!("`{word}` is a {}: only labels, symbols and macros can be renamed", kind.name()),
    })
}

/// Why a text cannot be the new name of something.
fn check_name(new: &str, semicolons: bool) -> Result<(), String> {
    let starts = |c: char| c.is_alphabetic() || matches!(c, '_' | '.' | '$');
    if !new.starts_with(starts) || !new.chars().all(|c| starts(c) || c.is_ascii_digit()) {
        return Err(format!("`{new}` is no name: use letters, digits, `_`, `.` and `$`, and no digit at the start"));
    }
    let operand = format!("x {new}");
    match assembler::tokens::tokens(&operand, semicolons).nth(1) {
        Some(token) if token.kind == TokenKind::Register => Err(format!("`{new}` is a register")),
        _ => Ok(()),
    }
}

/// The edits that rename the name at an offset, in all files that have it. The bytes of the sources stay the same.
pub fn rename(place: &At, settings: &Settings, new: &str) -> Result<lsp::WorkspaceEdit, String> {
    let names = named(place, settings)?;
    let source = place.document.source();
    check_name(new, source.dialect().separates_by_semicolons(source.target()))?;
    // The texts that change, by their documents and paths, and what changes in each.
    let mut edits: BTreeMap<String, Vec<lsp::TextEdit>> = BTreeMap::new();
    let mut texts: Vec<(&Document, Vec<(usize, String)>)> = Vec::new();
    let mut seen = HashSet::new();
    for Known { root, all, .. } in &names {
        if root.names().contains_key(new) {
            return Err(format!("the name `{new}` is used already"));
        }
        let mut places: Vec<&Place> = positions(all).collect();
        places.sort_by_key(|(file, range)| (*file, range.start));
        let mut changed: Vec<(usize, String)> = Vec::new();
        for one in places.iter().rev() {
            let (file, range) = one;
            if changed.last().is_none_or(|(last, _)| last != file) {
                changed.push((*file, root.text_of(*file).to_owned()));
            }
            if let Some((_, text)) = changed.last_mut() {
                text.replace_range(range.clone(), new);
            }
        }
        for one in places {
            let location = place.location(root, one);
            let (uri, range) = (location.uri.0, location.range);
            // Documents may include the same file.
            if seen.insert((uri.clone(), range.start.line, range.start.character)) {
                edits.entry(uri).or_default().push(lsp::TextEdit { range, new_text: new.to_owned() });
            }
        }
        texts.push((*root, changed));
    }
    // All documents that have the name see the new text of each file.
    let shared = place.document.texts();
    for (root, changed) in &texts {
        for (file, text) in changed {
            let path = match file.checked_sub(1) {
                None => root.path.as_ref(),
                Some(index) => root.assembled().seen.get(index).map(|seen| &seen.path),
            };
            if let Some(path) = path {
                shared.set(path.clone(), Some(Arc::from(text.as_str())));
            }
        }
    }
    for (Known { root, name, .. }, (_, changed)) in names.iter().zip(&texts) {
        let text = changed.iter().find(|(file, _)| *file == 0).map_or(root.text(), |(_, text)| text);
        let (_, source, _) = root.assemble_with(text, settings, &shared);
        check_meaning(root.source(), &source, name, new)?;
    }
    let changes = edits.into_iter().map(|(uri, edits)| (lsp::Uri(uri), edits)).collect();
    Ok(lsp::WorkspaceEdit { changes: Some(changes), ..lsp::WorkspaceEdit::default() })
}

/// Why a source with a new name does not mean what it meant.
fn check_meaning(before: &Source, after: &Source, old: &str, new: &str) -> Result<(), String> {
    let messages = |source: &Source, level| source.diagnostics().iter().filter(|found| found.level == level).count();
    for level in [Level::Error, Level::Warning] {
        if messages(before, level) < messages(after, level) {
            let known: Vec<&str> = before.diagnostics().iter().map(|found| found.message.as_str()).collect();
            let added = after.diagnostics().iter().filter(|found| found.level == level);
            let added = added.map(|found| found.message.as_str()).find(|message| !known.contains(message));
            return Err(format!("with the name `{new}`: {}", added.unwrap_or("there are more errors")));
        }
    }
    let named = |name: &str| match name.strip_prefix(old) {
        Some(end) if matches!(end, "" | ".kd" | "@kd") => format!("{new}{end}"),
        _ => name.to_owned(),
    };
    let symbols = |source: &Source, named: &dyn Fn(&str) -> String| {
        let layout = &source.output().layout;
        let symbols = layout.symbols.iter().map(|symbol| (named(&symbol.name), symbol.section, symbol.offset));
        // One that begins with `.L` is no symbol of the object.
        let symbols = symbols.filter(|(name, ..)| name != new);
        let kernels = layout.kernels.iter().map(|kernel| (named(&kernel.name), None, 0));
        let mut all: Vec<(String, Option<usize>, u64)> = symbols.chain(kernels).collect();
        all.sort_unstable();
        all
    };
    let same = before.failed() == after.failed()
        && before.sections().eq(after.sections())
        && before.sections().all(|section| before.bytes(section) == after.bytes(section))
        && symbols(before, &named) == symbols(after, &str::to_owned);
    match same {
        true => Ok(()),
        false => Err(format!("with the name `{new}` the source would not mean the same: not every use can be found")),
    }
}
