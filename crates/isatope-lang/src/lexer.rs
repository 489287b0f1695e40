//! Splits text into tokens.

use crate::span::{Error, FileId, Span};

/// A token with its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// Kind of the token.
    pub kind: Kind,
    /// Position of the token.
    pub span: Span,
    /// Whether white space precedes it.
    pub spaced: bool,
}

/// Kinds of tokens.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A name, with inner dots and family parameters: `mode.ieee`, `v_min3_$T`.
    Name(String),
    /// An integer.
    Int(u128),
    /// A number with a fraction.
    Float(f64),
    /// A string, without its quotes.
    Str(String),
    /// A documentation line, without its slashes.
    Doc(String),
    /// An operator or bracket.
    Punct(&'static str),
    /// The end of a line.
    Newline,
    /// The end of the file.
    End,
}

impl Kind {
    /// Name of the token in error messages.
    pub fn describe(&self) -> String {
        match self {
            Kind::Name(n) => format!("`{n}`"),
            Kind::Int(n) => format!("`{n}`"),
            Kind::Float(x) => format!("`{x}`"),
            Kind::Str(s) => format!("\"{s}\""),
            Kind::Doc(_) => "a documentation comment".into(),
            Kind::Punct(p) => format!("`{p}`"),
            Kind::Newline => "the end of the line".into(),
            Kind::End => "the end of the file".into(),
        }
    }
}

/// Operators, the longest first, because the first match wins.
const PUNCTS: &[&str] = &[
    "..", "=>", "->", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "+:", "+", "-", "*", "/", "%", "&", "|", "^",
    "~", "!", "<", ">", "=", "(", ")", "[", "]", "{", "}", ",", ":", "@",
];

/// Splits a file into tokens. After an error it skips the text that it cannot read, and continues.
pub fn lex(file: u32, text: &str, errors: &mut Vec<Error>) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    let mut spaced = false;
    while at < bytes.len() {
        let start = at;
        let span = |end: usize| Span { file: FileId(file), start: start as u32, end: end as u32 };
        let c = bytes[at];
        let kind = match c {
            b' ' | b'\t' | b'\r' => {
                at += 1;
                spaced = true;
                continue;
            }
            b'\n' => {
                at += 1;
                Kind::Newline
            }
            b'/' if text[at..].starts_with("//") => {
                let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
                let line = &text[at..end];
                at = end;
                match line.strip_prefix("///") {
                    Some(doc) => Kind::Doc(doc.strip_prefix(' ').unwrap_or(doc).trim_end().to_string()),
                    None => continue,
                }
            }
            b'"' => {
                // No line starts with a string, so a string continues the line before.
                while tokens.last().is_some_and(|t| t.kind == Kind::Newline) {
                    tokens.pop();
                }
                let rest = &text[at + 1..];
                let stop = rest.find(['"', '\n']).unwrap_or(rest.len());
                let closed = rest[stop..].starts_with('"');
                at += 1 + stop + usize::from(closed);
                if !closed {
                    errors.push(
                        Error::new(span(at), "this string is not closed")
                            .help("a string ends with `\"` on the same line"),
                    );
                }
                Kind::Str(rest[..stop].to_string())
            }
            b'0'..=b'9' => {
                let (kind, end) = number(text, at);
                at = end;
                kind.unwrap_or_else(|message| {
                    errors.push(Error::new(span(end), message));
                    Kind::Int(0)
                })
            }
            _ if c.is_ascii_alphabetic() || c == b'_' || c == b'$' => {
                at = name_end(bytes, at);
                Kind::Name(text[start..at].to_string())
            }
            _ => match PUNCTS.iter().find(|p| text[at..].starts_with(**p)) {
                Some(p) => {
                    at += p.len();
                    Kind::Punct(p)
                }
                None => {
                    let c = text[at..].chars().next().unwrap_or(' ');
                    at += c.len_utf8();
                    errors.push(Error::new(span(at), format!("`{}` is not allowed here", c.escape_default())));
                    continue;
                }
            },
        };
        tokens.push(Token { kind, span: span(at), spaced });
        spaced = false;
    }
    let end = Span { file: FileId(file), start: text.len() as u32, end: text.len() as u32 };
    tokens.push(Token { kind: Kind::Newline, span: end, spaced: false });
    tokens.push(Token { kind: Kind::End, span: end, spaced: false });
    tokens
}

fn is_name(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c == b'$'
}

/// End of a name. A dot is part of the name if a name character follows it.
fn name_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len()
        && (is_name(bytes[at]) || (bytes[at] == b'.' && at + 1 < bytes.len() && is_name(bytes[at + 1])))
    {
        at += 1;
    }
    at
}

fn number(text: &str, start: usize) -> (Result<Kind, String>, usize) {
    let bytes = text.as_bytes();
    let mut end = start;
    let radix = match text[start..].get(..2) {
        Some("0x") => 16,
        Some("0b") => 2,
        _ => 10,
    };
    if radix != 10 {
        end += 2;
    }
    let mut float = false;
    while end < bytes.len() {
        let c = bytes[end];
        let fraction = c == b'.' && radix == 10 && !float && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        let exponent = radix == 10
            && c == b'-'
            && matches!(bytes[end - 1], b'e' | b'E')
            && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        float |= fraction || exponent || (radix == 10 && matches!(c, b'e' | b'E'));
        if !(c.is_ascii_alphanumeric() || c == b'_' || fraction || exponent) {
            break;
        }
        end += 1;
    }
    let digits = text[start..end].replace('_', "");
    let kind = if float {
        let number = digits.parse().ok().filter(|x: &f64| x.is_finite());
        number.map(Kind::Float).ok_or_else(|| format!("`{digits}` is not a number of at most 64 bits"))
    } else {
        let body = if radix == 10 { &digits[..] } else { &digits[2..] };
        u128::from_str_radix(body, radix)
            .map(Kind::Int)
            .map_err(|_| format!("`{digits}` is not a number of at most 128 bits"))
    };
    (kind, end)
}
