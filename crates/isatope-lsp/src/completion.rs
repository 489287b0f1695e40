//! Completion at a position.

use gen_lsp_types as lsp;
use isatope::{Completion, CompletionKind, FormSyntax, Syntax};

use crate::document::Document;

/// Most completions that are sent. The client asks again when more is typed.
const MOST: usize = 1000;

/// Most mnemonics that get a snippet with their operands.
const MOST_SNIPPETS: usize = 200;

/// Completions at an offset. `snippets` tells whether the client can insert placeholders.
pub fn at(document: &Document, offset: usize, snippets: bool) -> Option<lsp::CompletionList> {
    let assembler = document.assembler()?;
    let found = assembler.complete(document.text(), offset);
    let range = document.range(found.replaces.clone());
    let is_incomplete = found.items.len() > MOST;
    // A mnemonic that has operands already gets no more of them.
    let line = document.line_range(offset);
    let is_last = document.text()[offset..line.end].trim().is_empty();
    let snippets = snippets && is_last && found.items.len() <= MOST_SNIPPETS;
    let items = found.items.into_iter().take(MOST).enumerate().map(|(order, item)| {
        let syntax = match item.kind {
            CompletionKind::Mnemonic if snippets => assembler.syntax(&item.text),
            _ => None,
        };
        let snippet = syntax.as_ref().and_then(|syntax| Some(snippet(&item, syntax.forms.first()?)));
        let documentation = syntax.as_ref().map(signatures);
        let has_snippet = snippet.is_some();
        lsp::CompletionItem {
            kind: Some(kind(item.kind)),
            detail: (!item.detail.is_empty()).then(|| item.detail.clone()),
            documentation: documentation.map(Into::into),
            sort_text: Some(format!("{order:05}")),
            filter_text: Some(item.text.clone()),
            insert_text_format: has_snippet.then_some(lsp::InsertTextFormat::Snippet),
            text_edit: Some(lsp::TextEdit { range, new_text: snippet.unwrap_or_else(|| item.text.clone()) }.into()),
            label: item.text,
            ..lsp::CompletionItem::default()
        }
    });
    let items = items.collect();
    Some(lsp::CompletionList { is_incomplete, items, ..lsp::CompletionList::default() })
}

fn kind(kind: CompletionKind) -> lsp::CompletionItemKind {
    match kind {
        CompletionKind::Mnemonic => lsp::CompletionItemKind::Function,
        CompletionKind::Directive => lsp::CompletionItemKind::Keyword,
        CompletionKind::Register => lsp::CompletionItemKind::Variable,
        CompletionKind::Modifier => lsp::CompletionItemKind::Property,
        CompletionKind::Symbol => lsp::CompletionItemKind::Reference,
        _ => lsp::CompletionItemKind::Constant,
    }
}

/// The mnemonic with a placeholder for each operand that must be written.
fn snippet(item: &Completion, form: &FormSyntax) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}");
    let mut text = escaped(&item.text);
    let operands = form.operands.iter().filter(|operand| !operand.conditional);
    for (number, operand) in (1..).zip(operands) {
        let before = if number == 1 { " " } else { ", " };
        text += &format!("{before}${{{number}:{}}}", escaped(operand.name));
    }
    text + "$0"
}

/// The forms of an instruction, one a line.
fn signatures(syntax: &Syntax) -> String {
    syntax.forms.iter().map(FormSyntax::to_string).collect::<Vec<_>>().join("\n")
}
