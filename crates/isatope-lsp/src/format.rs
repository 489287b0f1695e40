//! Formatting: indentation, columns of operands and comments.

use gen_lsp_types as lsp;
use isatope::{Token, TokenKind};

use crate::document::Document;
use crate::settings::Settings;

/// Column of operands, counted from the start of the mnemonic.
const OPERANDS: usize = 16;

/// Column of a comment after a statement, at least.
const COMMENTS: usize = 40;

/// A line with its parts.
#[derive(Default)]
struct Line {
    /// Labels, statements, or a line that stays as it is.
    code: String,
    /// Comment after the code.
    comment: String,
    /// Whether the line stays as it is.
    is_fixed: bool,
}

/// The formatted text, if it differs and has the same meaning.
pub fn of(document: &Document, settings: &Settings, options: &lsp::FormattingOptions) -> Option<String> {
    let text = formatted(document, options);
    if text == document.text() {
        return None;
    }
    let (_, source) = document.assemble(&text, settings);
    let before = document.source();
    let same = source.failed() == before.failed()
        && before.sections().eq(source.sections())
        && before.sections().all(|section| before.bytes(section) == source.bytes(section));
    same.then_some(text)
}

fn formatted(document: &Document, options: &lsp::FormattingOptions) -> String {
    let text = document.text();
    let indent = match options.insert_spaces {
        true => " ".repeat(options.tab_size.clamp(1, 16) as usize),
        false => "\t".to_owned(),
    };
    let tokens = document.tokens();
    let mut lines = Vec::new();
    let (mut start, mut next) = (0, 0);
    let mut in_comment_until = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let first = next;
        while next < tokens.len() && tokens[next].start < end {
            next += 1;
        }
        let own = &tokens[first..next];
        let is_inside = start < in_comment_until;
        if let Some(last) = own.last() {
            in_comment_until = in_comment_until.max(last.end);
        }
        let content = line.trim_end_matches(['\n', '\r']);
        let is_long = own.iter().any(|token| token.end > start + content.len());
        lines.push(match is_inside || is_long {
            true => Line { code: content.to_owned(), is_fixed: true, ..Line::default() },
            false => of_line(text, start, content, own, &indent),
        });
        start = end;
    }
    align(&mut lines);
    let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut out = String::new();
    for line in &lines {
        out += &line.code;
        out += &line.comment;
        out += line_break;
    }
    // Empty lines at the end.
    let ending = out.trim_end_matches(['\n', '\r']).len();
    out.truncate(ending);
    if !out.is_empty() {
        out += line_break;
    }
    out
}

/// A line whose tokens lie in it.
fn of_line(text: &str, start: usize, content: &str, tokens: &[Token], indent: &str) -> Line {
    let end = start + content.len();
    let is_comment = |token: &&Token| token.kind == TokenKind::Comment;
    let comment = tokens.last().filter(is_comment);
    if tokens.iter().rev().skip(1).any(|token| is_comment(&token)) {
        // A comment before code or inside of it stays where it is.
        return Line { code: content.trim_end().to_owned(), is_fixed: true, ..Line::default() };
    }
    let code_end = comment.map_or(end, |token| token.start);
    let statement =
        tokens.iter().find(|token| !(token.kind == TokenKind::Definition && text[token.end..].starts_with(':')));
    let statement = statement.filter(|token| token.kind != TokenKind::Comment);
    let labels_end = statement.map_or(code_end, |token| token.start);
    let labels = text[start..labels_end].split_whitespace().collect::<Vec<_>>().join(" ");
    let mut code = labels;
    if let Some(token) = statement {
        if matches!(token.kind, TokenKind::Mnemonic) && text[start..code_end].contains([';', '\\']) {
            // Several statements, or a continued line.
            return Line { code: content.trim_end().to_owned(), is_fixed: true, ..Line::default() };
        }
        let is_indented = text[start..].starts_with([' ', '\t']) || token.kind == TokenKind::Mnemonic;
        if !code.is_empty() {
            code.push(' ');
        } else if is_indented {
            code += indent;
        }
        let word = &text[token.start..token.end];
        let rest = operands(&text[token.end..code_end]);
        code += word;
        if !rest.is_empty() {
            // An attached part, such as the sign of an assignment, stays.
            let is_apart = text[token.end..].starts_with([' ', '\t']);
            let width = if token.kind == TokenKind::Mnemonic { OPERANDS } else { 0 };
            if is_apart {
                code += &" ".repeat(width.saturating_sub(word.len()).max(1));
            }
            code += &rest;
        }
    } else if code.is_empty() && comment.is_some() {
        // A comment on its own keeps its place, at the start of the line or with the code.
        let is_indented = content.starts_with([' ', '\t']);
        code = if is_indented { indent.to_owned() } else { String::new() };
        code += text[code_end..end].trim_end();
        return Line { code, is_fixed: true, ..Line::default() };
    }
    let comment = comment.map_or("", |_| text[code_end..end].trim_end());
    Line { code: code.trim_end().to_owned(), comment: comment.to_owned(), is_fixed: false }
}

/// Operands with one space after each comma and between words. Strings stay.
fn operands(text: &str) -> String {
    let mut out = String::new();
    let (mut in_string, mut escaped) = (false, false);
    for c in text.trim().chars() {
        if in_string {
            out.push(c);
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
            continue;
        }
        let blank = c == ' ' || c == '\t';
        match c {
            '"' => {
                in_string = true;
                out.push(c);
            }
            ',' => {
                out.truncate(out.trim_end().len());
                out.push_str(", ");
            }
            _ if blank && out.ends_with(' ') => {}
            _ if blank => out.push(' '),
            _ => out.push(c),
        }
    }
    out.trim_end().to_owned()
}

/// Puts the comments of lines that follow each other into one column.
fn align(lines: &mut [Line]) {
    let has = |line: &Line| !line.is_fixed && !line.comment.is_empty();
    let mut at = 0;
    while at < lines.len() {
        let count = lines[at..].iter().take_while(|line| !line.is_fixed && !line.code.is_empty()).count();
        let group = &mut lines[at..at + count];
        let widths = group.iter().filter(|line| has(line)).map(|line| line.code.chars().count() + 1);
        let column = widths.max().unwrap_or(0).max(COMMENTS);
        for line in group.iter_mut().filter(|line| has(line)) {
            let width = line.code.chars().count();
            line.comment.insert_str(0, &" ".repeat(column - width));
        }
        at += count.max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::operands;

    #[test]
    fn strings_and_brackets_stay() {
        assert_eq!(operands("  v0 ,v1,  s[0:1]   offset:4 "), "v0, v1, s[0:1] offset:4");
        assert_eq!(operands(" \"a ,  b\\\" ,c\" ,  1"), "\"a ,  b\\\" ,c\", 1");
    }
}
