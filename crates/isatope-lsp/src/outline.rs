//! Outline and folding.

use std::collections::HashSet;
use std::ops::Range;

use gen_lsp_types as lsp;
use isatope::assembler::Binding;
use isatope::{BlockEdge, Token, TokenKind, directive};
use serde_json::{Value, json};

use crate::document::Document;

/// A definition of the text.
struct Entry {
    name: String,
    place: Range<usize>,
    kind: lsp::SymbolKind,
    detail: Option<String>,
    /// Whether labels after it belong to it.
    is_function: bool,
}

/// Labels, symbols, macros and kernels. Labels inside of a kernel or function are below it.
pub fn symbols(document: &Document) -> Vec<lsp::DocumentSymbol> {
    let mut found: Vec<(Entry, Vec<Entry>)> = Vec::new();
    for entry in entries(document) {
        match found.last_mut() {
            Some((parent, children)) if parent.is_function && !entry.is_function => children.push(entry),
            _ => found.push((entry, Vec::new())),
        }
    }
    let ends: Vec<usize> =
        found.iter().skip(1).map(|(entry, _)| entry.place.start).chain([document.text().len()]).collect();
    let symbol = |entry: Entry, end: usize, children: Option<Vec<lsp::DocumentSymbol>>| {
        let inside = document.text()[entry.place.end..end.max(entry.place.end)].trim_end().len();
        let range = entry.place.start..entry.place.end + inside;
        let (range, own) = (document.range(range), document.range(entry.place));
        lsp::DocumentSymbol::new(entry.name, entry.detail, entry.kind, None, None, range, own, children)
    };
    let all = found.into_iter().zip(ends).map(|((entry, children), end)| {
        let children = children.into_iter().map(|child| {
            let end = child.place.end;
            symbol(child, end, None)
        });
        let children: Vec<_> = children.collect();
        let end = if entry.is_function { end } else { entry.place.end };
        symbol(entry, end, (!children.is_empty()).then_some(children))
    });
    all.collect()
}

/// The symbols whose names contain a text, in any case, as workspace symbols have them.
pub fn matching(document: &Document, query: &str) -> Vec<Value> {
    let query = query.to_lowercase();
    let found = entries(document).into_iter().filter(|entry| entry.name.to_lowercase().contains(&query));
    let symbol = |entry: Entry| {
        let location = json!({ "uri": document.uri, "range": document.range(entry.place) });
        json!({ "name": entry.name, "kind": entry.kind, "location": location })
    };
    found.map(symbol).collect()
}

fn entries(document: &Document) -> Vec<Entry> {
    let layout = &document.source().output().layout;
    let kernels: HashSet<&str> = layout.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    let functions: HashSet<&str> = layout
        .symbols
        .iter()
        .filter(|symbol| symbol.more.kind == "function" || symbol.binding != Binding::Local)
        .map(|symbol| symbol.name.as_str())
        .collect();
    let text = document.text();
    let mut all: Vec<Entry> = Vec::new();
    let mut seen = HashSet::new();
    let mut before: Option<Token> = None;
    for token in document.tokens().iter().copied() {
        if token.kind == TokenKind::Definition && seen.insert(document.word(token)) {
            let name = document.word(token);
            let is_label = text[token.end..].starts_with(':');
            let is_macro = before
                .filter(|token| token.kind == TokenKind::Directive)
                .and_then(|token| directive(document.word(token)))
                .is_some_and(|info| info.defines_macro);
            let is_kernel = is_label && kernels.contains(name);
            let is_function = is_kernel || is_label && functions.contains(name);
            let (kind, detail) = match () {
                () if is_kernel => (lsp::SymbolKind::Function, Some("kernel")),
                () if is_function => (lsp::SymbolKind::Function, None),
                () if is_label => (lsp::SymbolKind::Key, None),
                () if is_macro => (lsp::SymbolKind::Method, Some("macro")),
                () => (lsp::SymbolKind::Constant, None),
            };
            let detail = detail.map(str::to_owned);
            all.push(Entry { name: name.to_owned(), place: token.start..token.end, kind, detail, is_function });
        }
        before = Some(token);
    }
    all
}

/// Blocks of directives, kernels and functions, and comments of several lines.
pub fn folds(document: &Document) -> Vec<lsp::FoldingRange> {
    let line_of = |offset: usize| document.encoding.position(&document.file, offset).line;
    let mut all: Vec<(u32, u32, lsp::FoldingRangeKind)> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    // First and last line of the comments that follow each other.
    let mut comments: Option<(u32, u32)> = None;
    let text = document.text();
    for token in document.tokens().iter().copied() {
        let number = line_of(token.start);
        match token.kind {
            TokenKind::Comment => {
                let start = text[..token.start].rfind('\n').map_or(0, |at| at + 1);
                let is_alone = text[start..token.start].trim().is_empty();
                let last = line_of(token.end);
                match &mut comments {
                    Some((_, end)) if is_alone && *end + 1 == number => *end = last,
                    _ => {
                        all.extend(comments.map(|(first, end)| (first, end, lsp::FoldingRangeKind::Comment)));
                        comments = is_alone.then_some((number, last));
                    }
                }
            }
            TokenKind::Directive => match directive(document.word(token)).and_then(|info| info.block) {
                Some(BlockEdge::Opens) => open.push(number),
                Some(BlockEdge::Divides) => {
                    all.extend(
                        open.pop().map(|first| (first, number.saturating_sub(1), lsp::FoldingRangeKind::Region)),
                    );
                    open.push(number);
                }
                Some(BlockEdge::Closes) => {
                    all.extend(open.pop().map(|first| (first, number, lsp::FoldingRangeKind::Region)));
                }
                None => {}
            },
            _ => {}
        }
    }
    all.extend(comments.map(|(first, end)| (first, end, lsp::FoldingRangeKind::Comment)));
    for symbol in symbols(document).into_iter().filter(|symbol| symbol.kind == lsp::SymbolKind::Function) {
        all.push((symbol.range.start.line, symbol.range.end.line, lsp::FoldingRangeKind::Region));
    }
    let fold = |(start_line, end_line, kind)| lsp::FoldingRange {
        start_line,
        end_line,
        kind: Some(kind),
        ..lsp::FoldingRange::default()
    };
    all.into_iter().filter(|(first, last, _)| first < last).map(fold).collect()
}
