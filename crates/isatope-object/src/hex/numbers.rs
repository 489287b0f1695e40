//! Recognises numbers in their usual notations.

/// A number in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// Digits as written, possibly with underscores between them.
    pub text: &'a str,
    /// Whether `0x` precedes it.
    pub prefixed: bool,
    /// Minimum number of digits; missing leading digits are zeros.
    pub least: usize,
}

impl<'a> Token<'a> {
    /// Number of digits, including missing leading zeros.
    pub fn len(self) -> usize {
        self.written().max(self.least)
    }

    fn written(self) -> usize {
        self.text.bytes().filter(|b| *b != b'_').count()
    }

    /// Values of the digits, the highest digit first.
    pub fn nibbles(self) -> impl Iterator<Item = u8> + use<'a> {
        let zeros = self.least.saturating_sub(self.written());
        let digits = self.text.bytes().filter(|b| *b != b'_');
        std::iter::repeat_n(0, zeros).chain(digits.map(|b| (b as char).to_digit(16).unwrap_or(0) as u8))
    }
}

/// Splits a number into pairs of digits.
pub(super) fn pairs(token: Token<'_>) -> impl Iterator<Item = Token<'_>> {
    let text = token.text;
    (0..text.len()).step_by(2).map(move |at| Token {
        text: &text[at..(at + 2).min(text.len())],
        prefixed: false,
        least: 0,
    })
}

/// Numbers in a text, and words that are not numbers.
pub(super) fn split(text: &str) -> impl Iterator<Item = Result<Token<'_>, &str>> {
    let between =
        |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}' | '(' | ')' | '"' | '\'' | '|');
    // A bytes literal in Python starts with a letter.
    let marks = move |word: &&str| match *word {
        "b" => {
            text.get(word.as_ptr() as usize - text.as_ptr() as usize + 1..).is_some_and(|r| r.starts_with(['"', '\'']))
        }
        word => word.is_empty(),
    };
    text.split(between).filter(move |word| !marks(word)).flat_map(|word| parts(word).map(number))
}

/// Parts of a word: `\x01\x02` is a string in C, `01:02` are bytes in network notation.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let (rest, between) = match word.strip_prefix("\\x") {
        Some(rest) => (rest, "\\x"),
        None if are_pairs(word, ":") => (word, ":"),
        None if are_pairs(word, "-") => (word, "-"),
        None => (word, "\n"),
    };
    rest.split(between)
}

fn are_pairs(word: &str, between: &str) -> bool {
    word.contains(between)
        && word.split(between).all(|part| part.len() == 2 && part.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Parses a word as a number.
fn number(word: &str) -> Result<Token<'_>, &str> {
    let digits = word.strip_prefix("0x").or(word.strip_prefix("0X"));
    let prefixed = digits.is_some();
    let text = digits.unwrap_or(word).trim_end_matches(['u', 'U', 'l', 'L']);
    let is_digit = |b: u8| b.is_ascii_hexdigit() || prefixed && b == b'_';
    let right = text.bytes().all(is_digit) && text.bytes().any(|b| b != b'_');
    if right { Ok(Token { text, prefixed, least: 0 }) } else { Err(word) }
}
