//! Semantic tokens: what each word of the text is.

use std::collections::HashSet;
use std::ops::Range;

use gen_lsp_types as lsp;
use isatope::{TokenKind, directive};

use crate::document::Document;

/// Types of tokens; [`kind`] gives indices of it.
pub const TYPES: [&str; 10] =
    ["function", "keyword", "label", "variable", "number", "property", "string", "comment", "macro", "constant"];

/// Modifiers of tokens.
pub const MODIFIERS: [&str; 1] = ["definition"];

const LABEL: u32 = 2;
const PROPERTY: u32 = 5;
const MACRO: u32 = 8;

/// Tokens in a range of the text, each relative to the one before it.
pub fn of(document: &Document, range: Range<usize>) -> lsp::SemanticTokens {
    let names = document.names();
    let mut macros: HashSet<&str> = HashSet::new();
    let mut data = Vec::new();
    let mut last = lsp::Position { line: 0, character: 0 };
    let mut defines_macro = false;
    for token in document.tokens_in(0..range.end) {
        let word = document.word(*token);
        let mut kind = kind(token.kind);
        match token.kind {
            TokenKind::Definition if defines_macro => {
                macros.insert(word);
                kind = MACRO;
            }
            TokenKind::Mnemonic if macros.contains(word) => kind = MACRO,
            TokenKind::Name if names.contains_key(word) => kind = LABEL,
            _ => {}
        }
        defines_macro = token.kind == TokenKind::Directive && directive(word).is_some_and(|info| info.defines_macro);
        if token.end <= range.start {
            continue;
        }
        let definition = u32::from(token.kind == TokenKind::Definition);
        // A token of the protocol lies in one line.
        let mut start = token.start;
        for line in word.split_inclusive('\n') {
            let text = line.trim_end_matches(['\n', '\r']);
            if !text.is_empty() {
                let found = document.encoding.position(&document.file, start);
                data.push(lsp::SemanticToken {
                    delta_line: found.line - last.line,
                    delta_start: found.character - if found.line == last.line { last.character } else { 0 },
                    length: document.encoding.columns(text),
                    token_type: kind,
                    token_modifiers_bitset: definition,
                });
                last = found;
            }
            start += line.len();
        }
    }
    lsp::SemanticTokens { result_id: None, data }
}

fn kind(kind: TokenKind) -> u32 {
    match kind {
        TokenKind::Mnemonic => 0,
        TokenKind::Directive => 1,
        TokenKind::Definition => LABEL,
        TokenKind::Register => 3,
        TokenKind::Number => 4,
        TokenKind::Text => 6,
        TokenKind::Comment => 7,
        _ => PROPERTY,
    }
}
