//! Tokens of a source with their kinds and spans, for editors and search.

use std::collections::HashSet;
use std::sync::LazyLock;

use isatope_core::tables::ARCHES;

use super::directive::names::{self, METADATA_ENDS};

/// Kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenKind {
    /// An instruction name.
    Mnemonic,
    /// A directive name, with its dot.
    Directive,
    /// A name that is defined here: a label without its colon, or the name in `NAME = 5` and `.set NAME, 5`.
    Definition,
    /// A register of any architecture, or the letters before `[4:7]`.
    Register,
    /// A number.
    Number,
    /// Any other name: a symbol, a modifier, a section.
    Name,
    /// A string with its quotes.
    Text,
    /// A comment.
    Comment,
}

impl TokenKind {
    /// Name of the kind, for programs: `mnemonic`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mnemonic => "mnemonic",
            Self::Directive => "directive",
            Self::Definition => "definition",
            Self::Register => "register",
            Self::Number => "number",
            Self::Name => "name",
            Self::Text => "text",
            Self::Comment => "comment",
        }
    }
}

/// A token of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset of its end.
    pub end: usize,
}

/// Names of registers without a number, and the prefixes of numbered registers.
static REGISTERS: LazyLock<(HashSet<String>, HashSet<&str>)> = LazyLock::new(|| {
    let mut names = HashSet::new();
    for register in ARCHES.iter().flat_map(|arch| arch.registers) {
        for name in register.print.iter().copied().chain([register.name]) {
            names.extend([name.to_string(), format!("{name}_lo"), format!("{name}_hi")]);
        }
    }
    (names, ARCHES.iter().flat_map(|arch| arch.files).map(|file| file.prefix.as_str()).collect())
});

/// Tokens of a text, from left to right, without the separators between them (blanks, commas, brackets). `semicolons`
/// tells whether `;` separates statements, as in some dialects
/// ([`Style::semicolons`](isatope_core::tables::Style::semicolons)), or starts a comment.
///
/// Any text can be split into tokens, including text that the assembler rejects.
pub fn tokens(text: &str, semicolons: bool) -> impl Iterator<Item = Token> + '_ {
    let mut lexer = Lexer { text, at: 0, semicolons, begins: true, defines: false, metadata: false };
    std::iter::from_fn(move || lexer.token())
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    semicolons: bool,
    /// Whether the statement has contained only labels so far.
    begins: bool,
    /// Whether the next name is defined.
    defines: bool,
    /// Whether metadata follows the line.
    metadata: bool,
}

impl Lexer<'_> {
    fn token(&mut self) -> Option<Token> {
        loop {
            let start = self.at;
            let rest = &self.text[start..];
            let c = rest.chars().next()?;
            let found = match c {
                '\n' if std::mem::take(&mut self.metadata) => {
                    self.statement();
                    let lines = &rest[..rest.find(METADATA_ENDS).unwrap_or(rest.len())];
                    let length = lines.trim().len();
                    (length > 0).then(|| {
                        self.at += lines.len() - lines.trim_start().len();
                        (TokenKind::Text, length)
                    })
                }
                '\n' => {
                    self.statement();
                    None
                }
                ';' if self.semicolons => {
                    self.statement();
                    None
                }
                _ if self.is_comment(c, rest) => Some((TokenKind::Comment, line(rest))),
                '/' if rest.starts_with("/*") => {
                    Some((TokenKind::Comment, rest[2..].find("*/").map_or(rest.len(), |end| end + 4)))
                }
                '"' => Some((TokenKind::Text, string(rest))),
                '\'' => character(rest).map(|length| (TokenKind::Text, length)),
                _ if is_word(c) => {
                    let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                    Some((self.word(&rest[..length], &rest[length..]), length))
                }
                _ => None,
            };
            let Some((kind, length)) = found else {
                self.at += c.len_utf8();
                continue;
            };
            let start = self.at;
            self.at += length;
            return Some(Token { kind, start, end: self.at });
        }
    }

    /// Starts a new statement.
    fn statement(&mut self) {
        (self.begins, self.defines) = (true, false);
    }

    /// Whether the rest of a line is a comment, by the rules of the assembler.
    fn is_comment(&self, c: char, rest: &str) -> bool {
        match c {
            ';' => true,
            '#' => self.semicolons || self.begins,
            '/' if rest.starts_with("//") => {
                let glued = self.text[..self.at].ends_with(|before: char| !before.is_whitespace());
                !(self.semicolons && glued && !self.begins)
            }
            _ => false,
        }
    }

    fn word(&mut self, word: &str, after: &str) -> TokenKind {
        if self.begins {
            let next = after.trim_start_matches([' ', '\t']);
            if after.starts_with(':') {
                return TokenKind::Definition;
            }
            self.begins = false;
            if next.starts_with('=') && !next.starts_with("==") {
                return TokenKind::Definition;
            }
            self.defines = names::defines(word);
            self.metadata = names::starts_metadata(word);
            return if word.starts_with('.') { TokenKind::Directive } else { TokenKind::Mnemonic };
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            TokenKind::Number
        } else if std::mem::take(&mut self.defines) {
            TokenKind::Definition
        } else if is_register(word, after) {
            TokenKind::Register
        } else {
            TokenKind::Name
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// Length of a line without trailing spaces.
fn line(rest: &str) -> usize {
    rest.split('\n').next().unwrap_or(rest).trim_end().len()
}

/// Length of a character in quotes at the start of a text, such as `';'`.
fn character(rest: &str) -> Option<usize> {
    let inner = rest[1..].strip_prefix('\\').unwrap_or(&rest[1..]);
    let (_, after) = inner.split_at(inner.chars().next().filter(|c| *c != '\n')?.len_utf8());
    after.starts_with('\'').then(|| rest.len() - after.len() + 1)
}

/// Length of the string at the start of a text. A string that is not closed ends with its line.
fn string(rest: &str) -> usize {
    let mut escaped = true;
    for (at, c) in rest.char_indices() {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn is_register(word: &str, after: &str) -> bool {
    let (names, prefixes) = &*REGISTERS;
    let letters = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
    let is_numbered = letters < word.len() || after.starts_with('[');
    is_numbered && prefixes.contains(&word[..letters]) || names.contains(word)
}
