//! Requests and their answers.

use gen_lsp_types as lsp;
use lsp_server::ErrorCode;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Failure, Server};
use crate::document::Document;
use crate::{actions, completion, format, hints, hover, listing, names, outline, signature, tokens};

/// A place in a document, as most requests have it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct At {
    text_document: lsp::TextDocumentIdentifier,
    position: lsp::Position,
}

/// A document, as many requests have it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct In {
    text_document: lsp::TextDocumentIdentifier,
}

/// Reads the parameters of a message.
pub fn read<T: DeserializeOwned>(params: Value) -> Result<T, Failure> {
    serde_json::from_value(params).map_err(|error| Failure::new(ErrorCode::InvalidParams, error.to_string()))
}

fn written(answer: impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(answer).map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))
}

fn refused(message: String) -> Failure {
    Failure::new(ErrorCode::RequestFailed, message)
}

/// Answers with what a feature says about a place.
fn at<T: Serialize>(
    server: &mut Server,
    params: Value,
    answer: impl FnOnce(&Document, usize) -> T,
) -> Result<Value, Failure> {
    let At { text_document, position } = read(params)?;
    let document = server.document(&text_document.uri.0)?;
    written(answer(document, document.offset(position)))
}

/// Answers with what a feature says about a name, which other documents may have as well.
fn at_name(
    server: &mut Server,
    params: Value,
    answer: impl FnOnce(&names::At) -> Result<Value, Failure>,
) -> Result<Value, Failure> {
    let At { text_document, position } = read(params)?;
    server.publish_changes();
    let uri = text_document.uri.0;
    server.document(&uri)?;
    let document = &server.documents[&uri];
    answer(&names::At { documents: &server.documents, document, offset: document.offset(position) })
}

/// Answers with what a feature says about a document.
fn whole<T: Serialize>(
    server: &mut Server,
    params: Value,
    answer: impl FnOnce(&Document) -> T,
) -> Result<Value, Failure> {
    let In { text_document } = read(params)?;
    written(answer(server.document(&text_document.uri.0)?))
}

/// Answers a request.
pub fn answer(server: &mut Server, method: &str, params: Value) -> Result<Value, Failure> {
    let (snippets, explains, settings) = (server.snippets, server.explains, server.settings.clone());
    match method {
        "textDocument/hover" => at(server, params, |document, offset| {
            let (value, range) = hover::at(document, offset)?;
            let contents = lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value };
            Some(lsp::Hover { contents: contents.into(), range: Some(document.range(range)) })
        }),
        "textDocument/completion" => at(server, params, |document, offset| completion::at(document, offset, snippets)),
        "textDocument/signatureHelp" => at(server, params, signature::at),
        "textDocument/definition" => at_name(server, params, |place| written(names::definition(place, &settings))),
        "textDocument/references" => {
            let with_definition = params.pointer("/context/includeDeclaration").and_then(Value::as_bool);
            at_name(server, params, |place| written(names::references(place, with_definition != Some(false))))
        }
        "textDocument/documentHighlight" => at(server, params, names::highlights),
        "textDocument/prepareRename" => {
            at_name(server, params, |place| written(names::prepare(place, &settings).map_err(refused)?))
        }
        "textDocument/rename" => {
            let new = params.get("newName").and_then(Value::as_str).unwrap_or_default().to_owned();
            at_name(server, params, |place| written(names::rename(place, &settings, &new).map_err(refused)?))
        }
        "textDocument/documentSymbol" => whole(server, params, outline::symbols),
        "workspace/symbol" => {
            let query = params.get("query").and_then(Value::as_str).unwrap_or_default();
            server.publish_changes();
            let mut documents: Vec<&Document> = server.documents.values().collect();
            documents.sort_by(|a, b| a.uri.0.cmp(&b.uri.0));
            Ok(documents.into_iter().flat_map(|document| outline::matching(document, query)).collect())
        }
        "textDocument/foldingRange" => whole(server, params, outline::folds),
        "textDocument/semanticTokens/full" => {
            whole(server, params, |document| tokens::of(document, 0..document.text().len()))
        }
        "textDocument/semanticTokens/range" => {
            let params: lsp::SemanticTokensRangeParams = read(params)?;
            let document = server.document(&params.text_document.uri.0)?;
            let range = document.offset(params.range.start)..document.offset(params.range.end);
            written(tokens::of(document, range))
        }
        "textDocument/inlayHint" => {
            let params: lsp::InlayHintParams = read(params)?;
            let document = server.document(&params.text_document.uri.0)?;
            let range = document.offset(params.range.start)..document.offset(params.range.end);
            written(hints::of(document, range, settings.hints))
        }
        "textDocument/formatting" => {
            let params: lsp::DocumentFormattingParams = read(params)?;
            let document = server.document(&params.text_document.uri.0)?;
            let new = format::of(document, &settings, &params.options);
            let range = document.range(0..document.text().len());
            written(new.map(|new_text| vec![lsp::TextEdit { range, new_text }]))
        }
        "textDocument/codeAction" => {
            let params: lsp::CodeActionParams = read(params)?;
            let document = server.document(&params.text_document.uri.0)?;
            let start = document.offset(params.range.start);
            let range = start..document.offset(params.range.end).max(start);
            let is_asked = params.context.trigger_kind != Some(lsp::CodeActionTriggerKind::Automatic);
            let wanted = actions::Wanted { is_asked, explains };
            let mut all = actions::of(document, &settings, range, &wanted);
            if let Some(only) = params.context.only {
                let only: Vec<String> = only.into_iter().map(String::from).collect();
                let kind = |action: &lsp::CodeAction| action.kind.clone().map_or(String::new(), String::from);
                all.retain(|action| only.iter().any(|wanted| kind(action).starts_with(wanted.as_str())));
            }
            written(all)
        }
        "isatope/explain" => at(server, params, |document, offset| {
            actions::explain(document, offset).map(|markdown| json!({ "markdown": markdown }))
        }),
        "isatope/language" => whole(server, params, |document| {
            let source = document.source();
            json!({ "target": document.assembled().language.target.called, "dialect": source.dialect().name() })
        }),
        "isatope/listing" => {
            let request: listing::Request = read(params)?;
            written(listing::of(&request, &settings).map_err(refused)?)
        }
        _ => Err(Failure::new(ErrorCode::MethodNotFound, format!("the method {method} is unknown"))),
    }
}
