//! What the server can do.

use gen_lsp_types as lsp;

use crate::encoding::Encoding;
use crate::tokens;

/// Capabilities for a client that counts columns in a unit.
pub fn of(encoding: Encoding) -> lsp::ServerCapabilities {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    lsp::ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(lsp::TextDocumentSync::Options(lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::Incremental),
            save: Some(true.into()),
            ..lsp::TextDocumentSyncOptions::default()
        })),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(owned(&[".", ":", ","])),
            ..lsp::CompletionOptions::default()
        }),
        hover_provider: Some(true.into()),
        signature_help_provider: Some(lsp::SignatureHelpOptions {
            trigger_characters: Some(owned(&[" ", ","])),
            ..lsp::SignatureHelpOptions::default()
        }),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        code_action_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        rename_provider: Some(
            lsp::RenameOptions { prepare_provider: Some(true), ..lsp::RenameOptions::default() }.into(),
        ),
        folding_range_provider: Some(true.into()),
        semantic_tokens_provider: Some(
            lsp::SemanticTokensOptions {
                legend: lsp::SemanticTokensLegend {
                    token_types: owned(&tokens::TYPES),
                    token_modifiers: owned(&tokens::MODIFIERS),
                },
                range: Some(true.into()),
                full: Some(true.into()),
                ..lsp::SemanticTokensOptions::default()
            }
            .into(),
        ),
        inlay_hint_provider: Some(true.into()),
        ..lsp::ServerCapabilities::default()
    }
}
