//! Conversion of a text to another dialect.

use std::ops::Range;

use isatope::{Dialect, Source, Token, TokenKind};

use crate::document::Document;
use crate::language::Language;
use crate::settings::Settings;

/// The text of lines in another dialect. Labels, comments and directives stay as they are.
///
/// `None` if an instruction cannot be written there, or if nothing changes.
fn of(document: &Document, range: Range<usize>, to: Dialect) -> Option<String> {
    let text = document.text();
    let mut out = String::new();
    let mut at = range.start;
    let statements = document.statements();
    let first = statements.partition_point(|statement| statement.place.start < range.start);
    for (number, statement) in statements.iter().enumerate().skip(first) {
        if statement.place.start >= range.end {
            break;
        }
        let Some(inst) = statement.instruction else { continue };
        // A macro call stays: it has several instructions, or its text is no instruction.
        let same = |other: Option<&crate::document::Statement>| other.is_some_and(|o| o.place == statement.place);
        if same(statements.get(number + 1)) || number > 0 && same(statements.get(number - 1)) {
            continue;
        }
        let own = document.tokens_in(statement.place.clone());
        let Some(mnemonic) = own.iter().find(|token| token.kind == TokenKind::Mnemonic) else { continue };
        let comment = own.iter().find(|token| is_comment(token) && token.start >= mnemonic.end);
        // A comment between the operands has no place in the other dialect.
        if comment.is_some_and(|comment| own.iter().any(|token| token.start >= comment.end && !is_comment(token))) {
            return None;
        }
        let end = comment.map_or(statement.place.end, |token| token.start);
        let end = mnemonic.start + text[mnemonic.start..end].trim_end().len();
        let written = inst.display(to).ok()?.to_string();
        let written = with_names(document, &text[mnemonic.end..end], &written);
        out += &text[at..mnemonic.start];
        out += &written;
        at = end;
    }
    out += &text[at..range.end];
    (out != text[range]).then_some(out)
}

fn is_comment(token: &Token) -> bool {
    token.kind == TokenKind::Comment
}

/// The text of an instruction with the names that its source has in place of numbers: labels and symbols.
fn with_names(document: &Document, text: &str, written: &str) -> String {
    let is_name = |operand: &str| {
        let word = operand.split(['+', '-', '@']).next().unwrap_or(operand).trim();
        document.names().contains_key(word)
    };
    let split = written.find(' ').map_or((written, ""), |at| written.split_at(at));
    let old: Vec<&str> = text.split(',').map(str::trim).collect();
    let mut new: Vec<String> = split.1.split(',').map(|operand| operand.trim().to_owned()).collect();
    if old.len() == new.len() {
        for (old, new) in old.iter().zip(&mut new) {
            if is_name(old) {
                *new = (*old).to_owned();
            }
        }
        return format!("{} {}", split.0, new.join(", ")).trim_end().to_owned();
    }
    written.to_owned()
}

/// The text of lines in another dialect, if the document then still assembles to the same bytes: it keeps its dialect.
pub fn lines(document: &Document, settings: &Settings, range: Range<usize>, to: Dialect) -> Option<String> {
    let new = of(document, range.clone(), to)?;
    let mut text = document.text().to_owned();
    text.replace_range(range, &new);
    is_same(document, &document.assemble(&text, settings).1).then_some(new)
}

/// The whole text in another dialect, if it assembles to the same bytes there. The comment about target and dialect
/// names the new dialect, and is added where the text does not show it.
pub fn whole(document: &Document, settings: &Settings, to: Dialect) -> Option<String> {
    let mut text = of(document, 0..document.text().len(), to)?;
    if let Some(place) = Language::named_dialect(&text) {
        text.replace_range(place, to.name());
    }
    let is_right = |text: &str| {
        let (language, source) = document.assemble(text, settings);
        language.dialect.is_some_and(|dialect| dialect == to) && is_same(document, &source)
    };
    if is_right(&text) {
        return Some(text);
    }
    let text = Language::comment("dialect", to.name()) + &text;
    is_right(&text).then_some(text)
}

/// Whether a source has the sections and bytes of the document.
fn is_same(document: &Document, source: &Source) -> bool {
    let before = document.source();
    !source.failed()
        && before.sections().eq(source.sections())
        && before.sections().all(|section| before.bytes(section) == source.bytes(section))
}
