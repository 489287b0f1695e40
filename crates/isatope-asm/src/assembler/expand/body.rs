//! Bodies of macros and repetitions, and their expansion with values for the parameters.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use isatope_diag::codes;

use super::arguments;
use crate::text::cursor::{in_name, starts_name};
use crate::text::error::{Error, error};

/// The text that a parameter means; `None` as long as it has no value.
pub(super) type Value<'a> = Option<Cow<'a, str>>;

/// The text of the parameter with a number.
fn value_of<'v>(values: &'v [Value<'_>], number: usize) -> &'v str {
    values.get(number).and_then(Option::as_deref).unwrap_or_default()
}

/// A body with the places of its parameters.
pub(super) struct Body<'a> {
    /// Whether names without a backslash are parameters.
    pub(super) alternate: bool,
    /// Whether `\+` has a meaning.
    has_turns: bool,
    pieces: Vec<Piece<'a>>,
    /// Number of labels that are unique in each expansion.
    pub(super) locals: usize,
    /// Repeated names of such labels.
    repeated: Vec<&'a str>,
}

/// Part of a body.
enum Piece<'a> {
    Text(&'a str),
    Parameter(usize),
    /// `\@`: the number of the call.
    Counter,
    /// `\+`: how often the same body was expanded before.
    Turn,
}

impl<'a> Body<'a> {
    /// Finds parameters in a body.
    pub fn new(text: &'a str, parameters: &[&'a str], style: arguments::Style) -> Self {
        let mut names = parameters.to_vec();
        let alternate = style.alternate;
        let has_turns = style.compilers;
        let mut body = Self { alternate, has_turns, pieces: Vec::new(), locals: 0, repeated: Vec::new() };
        if !alternate {
            body.add(text, &names, false);
            return body;
        }
        for line in text.split_inclusive('\n') {
            match local_names(line) {
                Some((labels, list)) => {
                    body.add(labels, &names, true);
                    for name in list {
                        match names.contains(&name) {
                            true => body.repeated.push(name),
                            false => {
                                names.push(name);
                                body.locals += 1;
                            }
                        }
                    }
                    body.pieces.push(Piece::Text("\n"));
                }
                None => body.add(line, &names, true),
            }
        }
        body
    }

    fn add(&mut self, text: &'a str, names: &[&'a str], alternate: bool) {
        let bytes = text.as_bytes();
        let (mut from, mut at) = (0, 0);
        let word = |at: usize| bytes[at..].iter().take_while(|byte| in_name(**byte)).count();
        while at < bytes.len() {
            let byte = bytes[at];
            let (found, length) = match byte {
                b'\\' => match bytes.get(at + 1) {
                    Some(b'@') => (Some(Piece::Counter), 2),
                    Some(b'+') if self.has_turns => (Some(Piece::Turn), 2),
                    Some(b'(') if bytes.get(at + 2) == Some(&b')') => (Some(Piece::Text("")), 3),
                    Some(next) if in_name(*next) => {
                        let length = word(at + 1);
                        let name = &text[at + 1..at + 1 + length];
                        (names.iter().position(|known| *known == name).map(Piece::Parameter), 1 + length)
                    }
                    _ => (None, 1),
                },
                _ if alternate && starts_name(byte) => {
                    let length = word(at);
                    let name = &text[at..at + length];
                    (names.iter().position(|known| *known == name).map(Piece::Parameter), length)
                }
                _ if alternate && in_name(byte) => (None, word(at)),
                _ => (None, 1),
            };
            if let Some(piece) = found {
                self.pieces.push(Piece::Text(&text[from..at]));
                self.pieces.push(piece);
                from = at + length;
            }
            at += length;
        }
        self.pieces.push(Piece::Text(&text[from..]));
    }

    /// Refuses local labels with the name of another one, or of a parameter. `at` is the position of the error.
    pub(super) fn check(&self, at: Range<usize>) -> Result<(), Error> {
        let Some(twice) = self.repeated.first() else { return Ok(()) };
        let message = format!("`{twice}` is already a parameter or a local label of the macro");
        Err(error(codes::SYMBOL_TWICE, at, message))
    }

    /// Whether each expansion is the body itself.
    pub(super) fn is_plain(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, Piece::Text(_))) && self.pieces.len() <= 1
    }

    /// Number of bytes of the body with values for its parameters, not counting numbers of calls and expansions.
    pub(super) fn bytes(&self, values: &[Value<'_>]) -> usize {
        let bytes = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.len(),
            Piece::Parameter(number) => value_of(values, *number).len(),
            Piece::Counter | Piece::Turn => 0,
        });
        bytes.fold(0, usize::saturating_add)
    }

    /// Appends the body with values for its parameters, and for the numbers of macro calls and of its own expansions.
    pub fn expand(&self, values: &[Value<'_>], counter: u64, turn: u64, out: &mut String) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Parameter(number) => out.push_str(value_of(values, *number)),
                // Text takes everything.
                Piece::Counter => _ = write!(out, "{counter}"),
                Piece::Turn => _ = write!(out, "{turn}"),
            }
        }
    }
}

/// The names in a line `local a, b` of the alternate mode, and the labels before them.
fn local_names(line: &str) -> Option<(&str, Vec<&str>)> {
    let mut rest = line.trim_start();
    while let Some((label, after)) = rest.split_once(':') {
        if label.is_empty() || !label.trim_end().replace("\\()", "").bytes().all(in_name) {
            break;
        }
        rest = after.trim_start();
    }
    let word = rest.split(|c: char| c.is_whitespace()).next()?;
    if !word.eq_ignore_ascii_case("local") {
        return None;
    }
    let labels = &line[..line.len() - rest.len()];
    let names = rest[word.len()..].split(|c: char| c == ',' || c.is_whitespace()).filter(|name| !name.is_empty());
    Some((labels, names.collect()))
}
