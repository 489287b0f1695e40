//! Answers questions about a position of a text: explanations, uses of registers, completions.

use std::ops::Range;

use isatope::pages::{self, Found};
use isatope::{Assembler, CompletionKind, Resources, Source, Token, TokenKind, descriptor_field, directive, explain};
use serde_json::{Value, json};

use super::assemble::source;
use crate::explore::id;
use crate::text::Positions;

/// The word at a byte of a text.
fn token_at(source: &Source, byte: usize) -> Option<Token> {
    source.tokens().find(|token| (token.start..=token.end).contains(&byte) && token.end > token.start)
}

/// A register with the group after its name: `s[0:1]`.
fn register_at(source: &Source, byte: usize) -> Option<Range<usize>> {
    let text = source.text();
    let line = text[..byte].rfind('\n').map_or(0, |at| at + 1);
    // Inside of a group its name comes before.
    let open = text[line..byte].rfind('[').filter(|open| !text[line + open..byte].contains(']'));
    let start = open.map_or(byte, |open| line + open);
    let token = token_at(source, start).filter(|token| token.kind == TokenKind::Register)?;
    let after = &text[token.end..];
    let group = after.starts_with('[').then(|| after.find(']')).flatten().filter(|end| !after[..*end].contains('\n'));
    Some(token.start..group.map_or(token.end, |end| token.end + end + 1))
}

/// What is at a position: Markdown, with the page that says more.
///
/// # Errors
/// There is no such target or dialect.
pub fn hover(target: &str, dialect: &str, text: &str, position: usize) -> Result<Value, String> {
    let source = source(target, dialect, text)?;
    let positions = Positions::new(text);
    let byte = positions.byte(position);
    let answer = |range: Range<usize>, markdown: String, page: Option<usize>| {
        let range = positions.units(range);
        json!({ "from": range.from, "to": range.to, "text": markdown, "page": page })
    };
    if let Some(range) = register_at(&source, byte) {
        let name = &text[range.clone()];
        let Ok(place) = source.target().register(name) else { return Ok(Value::Null) };
        let found = page_of(&source, place.name());
        let about = found.as_ref().map_or(String::new(), |found| format!("\n\n{}", found.entry.summary));
        let lanes = if place.is_per_lane() { ", one value for each lane" } else { "" };
        let markdown = format!("**{place}** – {}{lanes}{about}", place.name());
        return Ok(answer(range, markdown, found.and_then(|found| id(&found))));
    }
    let Some(token) = token_at(&source, byte) else { return Ok(Value::Null) };
    let (range, word) = (token.start..token.end, &text[token.start..token.end]);
    let found = match token.kind {
        TokenKind::Mnemonic => {
            let mut statements = source.statements().filter(|statement| statement.place.contains(&token.start));
            statements.find_map(|statement| statement.instruction).map(|inst| {
                let page = crate::names::page_of(&inst);
                let text = inst.display(source.dialect()).map(|text| text.to_string()).unwrap_or_default();
                (format!("`{}`\n\n{}", text.trim(), inst.inst().summary.as_str()), page)
            })
        }
        TokenKind::Directive => match (descriptor_field(&text[..token.start], word), directive(word)) {
            (Some(field), _) => Some((format!("`{}` – field of the kernel descriptor", field.name), None)),
            (None, Some(info)) => Some((format!("`{word} {}`\n\n{}", info.arguments, info.summary), None)),
            (None, None) => None,
        },
        TokenKind::Definition | TokenKind::Name => match source.symbols().find(|(name, ..)| *name == word) {
            Some((_, section, offset)) => Some((format!("`{word}` – {section} + {offset:#x}"), None)),
            None => page_of(&source, word).map(|found| {
                let entry = found.entry;
                (format!("**{}** – {}\n\n{}", entry.name, entry.kind.describe(), entry.summary), id(&found))
            }),
        },
        _ => None,
    };
    Ok(found.map_or(Value::Null, |(markdown, page)| answer(range, markdown, page)))
}

/// The page of a name for the target of a source.
fn page_of(source: &Source, name: &str) -> Option<Found> {
    let target = source.target();
    let (found, _) = explain::find(&[name], Some(target));
    found.into_iter().find(|found| pages::in_arch(found.entry, target.architecture()))
}

/// The instructions that read or write the register at a position.
///
/// # Errors
/// There is no such target or dialect.
pub fn uses(target: &str, dialect: &str, text: &str, position: usize) -> Result<Vec<Value>, String> {
    let source = source(target, dialect, text)?;
    let positions = Positions::new(text);
    let byte = positions.byte(position);
    let place = register_at(&source, byte).and_then(|range| source.target().register(&text[range]).ok());
    let Some(place) = place else { return Ok(Vec::new()) };
    let wanted = Resources::range(source.target().arch().resource_ids(place));
    let mut all = Vec::new();
    let mut last_write = None;
    for statement in source.statements() {
        let Some(inst) = statement.instruction else { continue };
        let uses = inst.uses();
        let (read, written) = (uses.reads.meets(&wanted), uses.written().meets(&wanted));
        if !read && !written {
            continue;
        }
        if written && statement.place.end < byte {
            last_write = Some(all.len());
        }
        let range = positions.units(statement.place.clone());
        all.push(json!({
            "from": range.from,
            "to": range.to,
            "line": source.position(statement.place.start).line,
            "text": text[statement.place].trim(),
            "read": read,
            "written": written,
            "last_write": false,
        }));
    }
    if let Some(last) = last_write {
        all[last]["last_write"] = true.into();
    }
    Ok(all)
}

/// What can be at a position.
///
/// # Errors
/// There is no such target or dialect.
pub fn complete(target: &str, dialect: &str, text: &str, position: usize) -> Result<Value, String> {
    let source = source(target, dialect, text)?;
    let positions = Positions::new(text);
    let assembler = Assembler::new(source.target(), source.dialect()).map_err(|error| error.to_string())?;
    let found = assembler.complete(text, positions.byte(position));
    let kind = |kind: CompletionKind| match kind {
        CompletionKind::Mnemonic => "mnemonic",
        CompletionKind::Directive => "directive",
        CompletionKind::Register => "register",
        CompletionKind::Value => "value",
        CompletionKind::Modifier => "modifier",
        _ => "symbol",
    };
    let items = found.items.iter();
    let items = items.map(|item| json!({ "text": item.text, "detail": item.detail, "kind": kind(item.kind) }));
    let items: Vec<Value> = items.collect();
    let range = positions.units(found.replaces);
    Ok(json!({ "from": range.from, "to": range.to, "items": items }))
}
