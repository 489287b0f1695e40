//! Finds the digits of code in a text.

use std::ops::Range;

use super::HexError;
use super::numbers::{Token, pairs, split};
use super::tools::Tool;

/// A text that contains numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan<'a> {
    whole: &'a str,
    kind: Kind,
}

/// Position of the numbers of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Everywhere except in comments.
    Plain,
    /// Between the brackets of arrays: `x[] = { 0x… };`.
    Arrays,
    /// At a fixed place in each line of a tool's output. Other lines are ignored.
    Tool(Tool),
}

/// Data directives, and the number of digits of their values.
const DIRECTIVES: &[(&str, usize)] = &[
    (".byte", 2),
    (".2byte", 4),
    (".hword", 4),
    (".short", 4),
    (".4byte", 8),
    (".int", 8),
    (".long", 8),
    (".word", 8),
    (".8byte", 16),
    (".quad", 16),
];

/// Help for output of a tool that omits lines.
const ALL_LINES: &str = "let the tool print all lines: objdump -z, hexdump -v, od -v";

impl<'a> Scan<'a> {
    /// Detects the notation of a text.
    pub fn new(whole: &'a str) -> Self {
        let kind = match Tool::of(whole) {
            Some(tool) => Kind::Tool(tool),
            None if whole.lines().any(|line| opening(line).is_some()) => Kind::Arrays,
            None => Kind::Plain,
        };
        Self { whole, kind }
    }

    /// Whether numbers of 4 digits are halves of words. If not, they may be two bytes.
    pub fn has_halves(&self) -> bool {
        self.kind == Kind::Tool(Tool::Od)
    }

    /// Number of lines.
    pub fn lines(&self) -> usize {
        self.whole.lines().count()
    }

    /// Calls `each` with every number and its line, counted from 0.
    ///
    /// # Errors
    /// Returns an error for text that is not a number, or the error that `each` returns.
    pub fn each(&self, mut each: impl FnMut(usize, Token<'a>) -> Result<(), HexError>) -> Result<(), HexError> {
        let text = self.whole.strip_prefix('\u{feff}').unwrap_or(self.whole);
        match self.kind {
            Kind::Plain | Kind::Arrays => {
                let mut state = State::default();
                for (number, line) in text.lines().enumerate() {
                    state.parts(line, |state, part| match self.kind {
                        Kind::Plain => self.plain(part, |token| each(number, token)),
                        _ => self.array(part, state, |token| each(number, token)),
                    })?;
                }
                Ok(())
            }
            Kind::Tool(tool) => self.lines_of(tool, text, each),
        }
    }

    /// Reads the lines of a tool.
    fn lines_of(
        &self,
        tool: Tool,
        text: &'a str,
        mut each: impl FnMut(usize, Token<'a>) -> Result<(), HexError>,
    ) -> Result<(), HexError> {
        let mut left_out = None;
        let gap = |at: &'a str| HexError {
            at: self.range(at),
            message: "lines are left out here".to_string(),
            help: Some(ALL_LINES.to_string()),
        };
        for (number, line) in text.lines().enumerate() {
            if matches!(line.trim(), "..." | "*") {
                left_out = left_out.or(Some(line));
            }
            let Some(words) = tool.words(line) else { continue };
            // The following bytes would be at wrong offsets.
            if let Some(line) = left_out {
                return Err(gap(line));
            }
            for token in split(words).flatten() {
                match tool == Tool::Hexdump {
                    true => pairs(token).try_for_each(|byte| each(number, byte))?,
                    false => each(number, token)?,
                }
            }
        }
        // Zeros at the end of code are padding. The other tools omit bytes that repeat.
        match left_out {
            Some(line) if matches!(tool, Tool::Hexdump | Tool::Od) => Err(gap(line)),
            _ => Ok(()),
        }
    }

    /// Reads a part of a line that contains only numbers.
    fn plain(&self, part: &'a str, mut each: impl FnMut(Token<'a>) -> Result<(), HexError>) -> Result<(), HexError> {
        let (name, rest) = part.trim_start().split_once(char::is_whitespace).unwrap_or((part, ""));
        let directive = DIRECTIVES.iter().find(|(directive, _)| *directive == name);
        for token in split(if directive.is_some() { rest } else { part }) {
            let token = token.map_err(|word| self.no_number(word))?;
            each(match directive {
                Some((_, digits)) => Token { least: *digits, ..self.with_prefix(token)? },
                None => token,
            })?;
        }
        Ok(())
    }

    /// Reads a part of a line of source code with arrays.
    fn array(
        &self,
        part: &'a str,
        state: &mut State,
        mut each: impl FnMut(Token<'a>) -> Result<(), HexError>,
    ) -> Result<(), HexError> {
        let mut rest = part;
        loop {
            if !state.open {
                let Some(at) = opening(rest) else { return Ok(()) };
                (rest, state.open) = (&rest[at..], true);
            }
            let end = rest.find(['}', ']', ')']);
            for token in split(&rest[..end.unwrap_or(rest.len())]) {
                each(self.with_prefix(token.map_err(|word| self.no_number(word))?)?)?;
            }
            let Some(end) = end else { return Ok(()) };
            (rest, state.open) = (&rest[end + 1..], false);
        }
    }

    /// Rejects a number without `0x`, which would be decimal in source code.
    fn with_prefix(&self, token: Token<'a>) -> Result<Token<'a>, HexError> {
        let message = || format!("`{}` is a decimal number", token.text);
        let help = || Some("write it with `0x`".to_string());
        if token.prefixed {
            Ok(token)
        } else {
            Err(HexError { at: self.range(token.text), message: message(), help: help() })
        }
    }

    fn no_number(&self, word: &'a str) -> HexError {
        let shown: String = word.chars().take(40).collect();
        let help = "use `isatope asm` to read source, or `--input raw` to read any bytes".to_string();
        HexError { at: self.range(word), message: format!("`{shown}` is not a hexadecimal number"), help: Some(help) }
    }

    /// Position of a part of the text.
    pub fn range(&self, part: &str) -> Range<usize> {
        let start = (part.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize).min(self.whole.len());
        start..start + part.len()
    }
}

/// State that is carried from line to line.
#[derive(Default)]
struct State {
    /// Whether a comment of several lines is open.
    comment: bool,
    /// Whether an array is open.
    open: bool,
}

impl State {
    /// Calls `each` with the parts of a line that are outside of comments.
    fn parts<'a>(
        &mut self,
        line: &'a str,
        mut each: impl FnMut(&mut Self, &'a str) -> Result<(), HexError>,
    ) -> Result<(), HexError> {
        let mut rest = line;
        loop {
            if self.comment {
                let Some(end) = rest.find("*/") else { return Ok(()) };
                (rest, self.comment) = (&rest[end + 2..], false);
            }
            let Some((at, start)) = comment(rest) else { return each(self, rest) };
            each(self, &rest[..at])?;
            rest = &rest[at + start.len()..];
            match start {
                "/*" => self.comment = true,
                // Words after a semicolon are further words.
                ";" if are_words(rest) => {}
                _ => return Ok(()),
            }
        }
    }
}

/// The first comment sign in a line, with its position.
fn comment(line: &str) -> Option<(usize, &'static str)> {
    const STARTS: [&str; 5] = [";", "#", "//", "/*", "--"];
    let start_at = |at: usize| STARTS.into_iter().find(|start| line[at..].starts_with(start));
    line.match_indices([';', '#', '/', '-']).find_map(|(at, _)| Some((at, start_at(at)?)))
}

/// Whether a text, up to the next comment, consists of numbers that only code has: with `0x`, or as long as words.
fn are_words(text: &str) -> bool {
    let text = &text[..comment(text).map_or(text.len(), |(at, _)| at)];
    let is_word = |token: Result<Token<'_>, &str>| token.is_ok_and(|t| t.prefixed || matches!(t.len(), 8 | 16));
    split(text).all(is_word)
}

/// Offset of the text after the bracket that opens an array: `= {`, `= [`, `bytes([`.
fn opening(line: &str) -> Option<usize> {
    line.match_indices(['=', '(']).find_map(|(at, _)| {
        let bracket = line[at + 1..].trim_start();
        bracket.starts_with(['{', '[']).then(|| line.len() - bracket.len() + 1)
    })
}
