//! What is under the cursor.

mod instruction;
mod number;
mod register;

use std::ops::Range;

use isatope::{TokenKind, descriptor_field, directive, explain};

use crate::document::Document;

/// Text in Markdown about what is at an offset, and the range that it is about.
pub fn at(document: &Document, offset: usize) -> Option<(String, Range<usize>)> {
    let token = document.token_at(offset)?;
    let (word, range) = (document.word(token), token.start..token.end);
    let text = match token.kind {
        TokenKind::Comment | TokenKind::Text => None,
        TokenKind::Mnemonic => instruction::of(document, token),
        TokenKind::Directive => of_directive(document, token.start, word),
        TokenKind::Register => {
            let range = register::range(document, token);
            return Some((register::of(document, range.clone())?, range));
        }
        TokenKind::Number => {
            // A number inside of a group of registers belongs to the group.
            if let Some(range) = register::around(document, token) {
                return Some((register::of(document, range.clone())?, range));
            }
            number::of(document, token)
        }
        TokenKind::Definition | TokenKind::Name => of_name(document, token),
        _ => None,
    };
    Some((text?, range))
}

/// A directive, or a field of a descriptor that is written like one.
fn of_directive(document: &Document, start: usize, word: &str) -> Option<String> {
    if let Some(field) = descriptor_field(&document.text()[..start], word) {
        let last = field.bit + field.bits - 1;
        let bits = if field.bits == 1 { format!("bit {last}") } else { format!("bits {last}:{}", field.bit) };
        let since =
            if field.since > 0 { format!(" It has a meaning from gfx{} on.", field.since) } else { String::new() };
        let line = document.line_range(start);
        let value = document.text()[start + word.len()..line.end].split_whitespace().next().unwrap_or("");
        let value = isatope::diagnostics::number::signed::<i64>(value);
        let value = value.map_or(String::new(), |value| format!("\n\n{value} = {value:#x}"));
        let default = field.default;
        return Some(format!(
            "`{}` – field of the kernel descriptor, {bits}\n\nThe default is {default}.{since}{value}",
            field.name
        ));
    }
    let info = directive(word)?;
    let arguments = if info.arguments.is_empty() { String::new() } else { format!(" {}", info.arguments) };
    Some(format!("```\n{word}{arguments}\n```\n{}", info.summary))
}

/// A label, a symbol, a macro, a modifier, or another name of the specification.
fn of_name(document: &Document, token: isatope::Token) -> Option<String> {
    let word = document.word(token);
    let source = document.source();
    let mut parts: Vec<String> = Vec::new();
    if let Some((_, section, offset)) = source.symbols().find(|(name, ..)| *name == word) {
        parts.push(format!("`{word}` – {section} + {offset:#x}"));
    }
    if let Some(name) = document.names().get(word)
        && let Some(definition) = &name.definition
    {
        let (number, place) = definition;
        let (at, _, text) = document.file_of(*number).excerpt(place.clone());
        let included = number.checked_sub(1).and_then(|index| document.assembled().seen.get(index));
        let of_file = included.and_then(|seen| seen.path.file_name());
        let of_file = of_file.map_or(String::new(), |name| format!(" of {}", name.to_string_lossy()));
        let (text, uses) = (text.trim(), name.uses.len());
        let plural = if uses == 1 { "" } else { "s" };
        parts.push(format!("```\n{text}\n```\ndefined in line {at}{of_file}, {uses} use{plural}"));
    } else {
        parts.extend(number::of_structure(document, token));
        parts.extend(page(document, word));
    }
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// The page of a name of the specification, without its longer tables.
pub(crate) fn page(document: &Document, name: &str) -> Option<String> {
    let target = document.source().target();
    let (found, _) = explain::find(&[name], Some(target));
    let found = found.first()?;
    let has_target = found.entry.versions.is_empty() || found.entry.versions.iter().any(|v| v == target.name());
    if !has_target || found.entry.name.is_empty() {
        return None;
    }
    let pages = explain::read(std::slice::from_ref(found), Some(target));
    let page = pages.first()?;
    let mut text = format!("**{}** – {}\n\n{}", page.name, page.kind.describe(), page.summary);
    for paragraph in &page.doc {
        text += &format!("\n\n{paragraph}");
    }
    Some(text)
}
