//! Arguments of macro calls.

use std::borrow::Cow;
use std::ops::Range;

use isatope_diag::codes;

use crate::text::cursor::{Cursor, in_name, is_blank};
use crate::text::error::{Error, error};

/// An argument.
#[derive(Clone, Debug, Default)]
pub(super) struct Argument<'a> {
    /// Its text, without blanks around it and without the quotes of a string.
    pub text: Cow<'a, str>,
    /// Position of its text.
    pub at: Range<usize>,
    /// Whether it is an expression whose value is meant: `%x+1` in alternate mode.
    pub is_value: bool,
}

/// Class of a character of a macro argument in CLRX's language, and whether two characters of the class are two tokens
/// if a blank is between them.
///
/// Source: behaviour of CLRX 0.1.9 (`.ifc` and macro calls).
pub(super) fn token_class(c: char) -> (Option<char>, bool) {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '.' | '$' => (Some('a'), true),
        '(' | ')' => (Some('('), true),
        '%' | '*' | '-' | '[' | '\\' | ']' | '{' | '}' => (Some(c), true),
        '!'..='~' => (Some(c), false),
        _ => (None, false),
    }
}

/// How arguments are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// Whether the alternate mode is on.
    pub alternate: bool,
    /// Whether arguments end where two tokens of CLRX's language meet.
    pub tokens: bool,
    /// Whether the rules are those of compilers' assemblers: an argument keeps what parentheses contain as it is
    /// written, brackets keep nothing together, and `\+` counts the expansions of a body.
    pub compilers: bool,
}

/// Operators that join the words around them into one argument.
fn joins(byte: u8) -> bool {
    matches!(byte, b'+' | b'-' | b'~' | b'/' | b'*' | b'=' | b'|' | b'^' | b'&' | b'!' | b'<' | b'>')
}

/// Moves the cursor over blanks.
pub(super) fn skip(cursor: &mut Cursor<'_>) {
    while is_blank(cursor.peek()) {
        cursor.at += 1;
    }
}

/// The argument at the cursor if it is only a word: a comma or the end follows. The cursor stays.
pub(super) fn word<'a>(cursor: &Cursor<'a>) -> Option<Argument<'a>> {
    let text = cursor.slice(cursor.at..cursor.end);
    let length = text.bytes().position(|byte| !in_name(byte)).unwrap_or(text.len());
    let ends = matches!(text.as_bytes().get(length), None | Some(b','));
    let at = cursor.at..cursor.at + length;
    (ends && length > 0).then(|| Argument { text: text[..length].into(), at, is_value: false })
}

/// Reads one argument, up to a comma or a blank.
pub(super) fn argument<'a>(cursor: &mut Cursor<'a>, style: Style) -> Result<Argument<'a>, Error> {
    if let Some(word) = word(cursor) {
        cursor.at = word.at.end;
        return Ok(word);
    }
    if style.tokens {
        return tokens(cursor, style.alternate);
    }
    let (start, alternate) = (cursor.at, style.alternate);
    let is_value = alternate && cursor.eat(b'%');
    let (mut text, mut depth) = (String::new(), 0_u32);
    let mut end = None;
    while !cursor.done() {
        let byte = cursor.peek();
        match byte {
            b',' if depth == 0 => break,
            b'"' => quoted(cursor, &mut text)?,
            b'<' if alternate && text.is_empty() && !is_value => bracketed(cursor, &mut text)?,
            b'\'' if cursor.peek_at(2) == b'\'' => {
                text.push_str(cursor.slice(cursor.at..cursor.at + 3));
                cursor.at += 3;
            }
            _ if style.compilers && depth > 0 && (is_blank(byte) || joins(byte)) => {
                text.push(byte.into());
                cursor.at += 1;
            }
            b' ' | b'\t' | b'\r' if depth > 0 => {
                text.push(' ');
                cursor.at += 1;
            }
            b' ' | b'\t' | b'\r' if style.compilers => {
                let before = cursor.at;
                skip(cursor);
                while skip_comment(cursor) {}
                if !joins(cursor.peek()) || cursor.done() {
                    end = Some(before);
                    break;
                }
            }
            b' ' | b'\t' | b'\r' => {
                let before = cursor.at;
                skip(cursor);
                if !joins(cursor.peek()) || cursor.done() {
                    cursor.at = before;
                    break;
                }
            }
            _ if joins(byte) => {
                text.push(byte.into());
                cursor.at += 1;
                skip(cursor);
                while style.compilers && skip_comment(cursor) {}
            }
            _ => {
                match byte {
                    b'(' => depth += 1,
                    b')' => depth = depth.saturating_sub(1),
                    b'[' if !style.compilers => depth += 1,
                    b']' if !style.compilers => depth = depth.saturating_sub(1),
                    _ => {}
                }
                let from = cursor.at;
                cursor.at += 1;
                while !cursor.text.is_char_boundary(cursor.at) || in_name(byte) && in_name(cursor.peek()) {
                    cursor.at += 1;
                }
                text.push_str(cursor.slice(from..cursor.at));
            }
        }
    }
    if depth > 0 && style.compilers {
        return Err(error(codes::ARGUMENT, start..cursor.at, "a parenthesis in this argument is not closed"));
    }
    Ok(Argument { text: text.into(), at: start..end.unwrap_or(cursor.at), is_value })
}

/// Skips a comment `/* … */`, if one follows.
fn skip_comment(cursor: &mut Cursor<'_>) -> bool {
    let rest = cursor.slice(cursor.at..cursor.end);
    let length = rest.strip_prefix("/*").and_then(|rest| rest.find("*/")).map(|length| length + 4);
    cursor.at += length.unwrap_or(0);
    length.is_some()
}

/// Reads one argument of CLRX's language: a string, or the tokens up to a comma, a string, or two tokens with a blank
/// between that are not an operator and its operand.
fn tokens<'a>(cursor: &mut Cursor<'a>, alternate: bool) -> Result<Argument<'a>, Error> {
    let start = cursor.at;
    let mark = if alternate { "%" } else { "\\%" };
    if cursor.slice(cursor.at..cursor.end).starts_with(mark) {
        cursor.at += mark.len();
        return Ok(Argument { text: "".into(), at: cursor.at..cursor.end, is_value: true });
    }
    let mut text = String::new();
    match cursor.peek() {
        open @ (b'<' | b'\'' | b'"') if alternate => delimited(cursor, open, &mut text)?,
        b'"' => verbatim(cursor, &mut text)?,
        _ => {
            let (mut before, mut blank) = ((None, false), false);
            while !cursor.done() && !matches!(cursor.peek(), b',' | b'"') {
                let Some(c) = cursor.slice(cursor.at..cursor.end).chars().next() else { break };
                if c.is_ascii_whitespace() {
                    blank = true;
                } else {
                    let class = token_class(c);
                    let ends = match before == class {
                        true => class.1,
                        false => before.1 == class.1,
                    };
                    if blank && ends {
                        break;
                    }
                    text.push(c);
                    (before, blank) = (class, false);
                }
                cursor.at += c.len_utf8();
            }
        }
    }
    Ok(Argument { text: text.into(), at: start..cursor.at, is_value: false })
}

/// Reads a string, and adds its contents with all backslashes.
fn verbatim(cursor: &mut Cursor<'_>, out: &mut String) -> Result<(), Error> {
    let start = cursor.at;
    let rest = cursor.slice(start + 1..cursor.end);
    let mut escaped = false;
    let end = rest.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    let Some(end) = end else {
        return Err(error(codes::UNTERMINATED, start..start + 1, "this string is not closed"));
    };
    out.push_str(&rest[..end]);
    cursor.at = start + end + 2;
    Ok(())
}

/// Reads `<text>`, `'text'` or `"text"` of the alternate mode, where `!` precedes a character that is taken as it is.
fn delimited(cursor: &mut Cursor<'_>, open: u8, out: &mut String) -> Result<(), Error> {
    let start = cursor.at;
    let close = char::from(if open == b'<' { b'>' } else { open });
    let mut rest = cursor.slice(start + 1..cursor.end).char_indices();
    while let Some((at, c)) = rest.next() {
        match c {
            '!' => out.extend(rest.next().map(|(_, c)| c)),
            c if c == close => {
                cursor.at = start + at + 2;
                return Ok(());
            }
            c => out.push(c),
        }
    }
    Err(error(codes::UNTERMINATED, start..start + 1, format!("this `{}` is not closed", char::from(open))))
}

/// Reads a string, and adds its contents as they are written.
fn quoted(cursor: &mut Cursor<'_>, out: &mut String) -> Result<(), Error> {
    let start = cursor.at;
    cursor.at += 1;
    while !cursor.done() {
        match cursor.peek() {
            b'"' => {
                cursor.at += 1;
                return Ok(());
            }
            // A quotation mark in the string is a character of the argument.
            b'\\' if cursor.peek_at(1) == b'"' => {
                out.push('"');
                cursor.at += 2;
            }
            b'\\' if cursor.peek_at(1) == b'\\' => {
                out.push_str("\\\\");
                cursor.at += 2;
            }
            _ => {
                let from = cursor.at;
                cursor.at += 1;
                while !cursor.text.is_char_boundary(cursor.at) {
                    cursor.at += 1;
                }
                out.push_str(cursor.slice(from..cursor.at));
            }
        }
    }
    Err(error(codes::UNTERMINATED, start..start + 1, "this string is not closed"))
}

/// Reads `<text>` of the alternate mode, where `!` precedes a character that is taken as it is.
fn bracketed(cursor: &mut Cursor<'_>, out: &mut String) -> Result<(), Error> {
    let start = cursor.at;
    let mut rest = cursor.slice(cursor.at + 1..cursor.end).char_indices();
    let mut depth = 1_u32;
    while let Some((at, c)) = rest.next() {
        match c {
            '!' => out.extend(rest.next().map(|(_, c)| c)),
            '<' => {
                depth += 1;
                out.push(c);
            }
            '>' if depth == 1 => {
                cursor.at = start + at + 2;
                return Ok(());
            }
            '>' => {
                depth -= 1;
                out.push(c);
            }
            c => out.push(c),
        }
    }
    Err(error(codes::UNTERMINATED, start..start + 1, "this `<` is not closed"))
}
