//! Recognises lines with machine code in the output of tools.

use super::numbers::{Token, split};

/// Tool that printed a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    /// `v_nop ; encoding: [0x00,0x00,0x00,0x7e]`
    LlvmMc,
    /// `v_nop // 000000000100: 7E000000`
    LlvmObjdump,
    /// `v_nop ; 7E000000`
    DumpCode,
    /// `/*00000000: 7e000000*/ v_nop`
    Listing,
    /// `00000000: 0100 01d1 …  ..` and `00000000  01 00 01 d1 …  |....|`
    Hexdump,
    /// `0000000 0001 d101`, with 7 digits at the start.
    Od,
    /// The address and a colon, then the words, a tab and the text. Debuggers use this form too.
    Objdump,
}

impl Tool {
    /// The tool that printed a text.
    pub fn of(text: &str) -> Option<Self> {
        let tool = text.lines().find_map(Self::of_line)?;
        // In a source a comment may look like a word: most instructions of a dump have one.
        let have_words = || {
            let lines = text.lines().filter_map(|line| match tool.words(line) {
                Some(_) => Some(true),
                None => is_instruction(line).then_some(false),
            });
            lines.map(|has_words| if has_words { 1 } else { -1 }).sum::<i64>() > 0
        };
        (tool != Self::DumpCode || have_words()).then_some(tool)
    }

    fn of_line(line: &str) -> Option<Self> {
        use Tool::*;
        [LlvmMc, LlvmObjdump, DumpCode, Listing, Hexdump, Od, Objdump].into_iter().find(|tool| {
            // The output of `od` begins with zeros. A number that lacks a digit is not an address.
            tool.words(line).is_some() && (*tool != Od || line.starts_with("0000000 "))
        })
    }

    /// The words in a line.
    pub fn words(self, line: &str) -> Option<&str> {
        match self {
            Tool::LlvmMc => line.split_once("encoding: [")?.1.split(']').next(),
            Tool::LlvmObjdump => {
                let (text, rest) = line.rsplit_once("// ")?;
                let (address, words) = rest.split_once(':')?;
                let words = words.split('<').next()?;
                (address.len() >= 4 && is_hex(address) && is_text(text) && are_numbers(words)).then_some(words)
            }
            Tool::DumpCode => {
                let (text, words) = line.rsplit_once("; ")?;
                // A compiler writes the value of a number in this way, too: `.long 1116352408 ; 0x428a2f98`.
                let is_word = |token: Token<'_>| !token.prefixed && matches!(token.len(), 8 | 16);
                let is_instruction = is_text(text) && !text.trim_start().starts_with('.');
                let long = |token: Result<Token<'_>, &str>| token.is_ok_and(is_word);
                (is_instruction && are_numbers(words) && split(words).all(long)).then_some(words)
            }
            Tool::Listing => {
                let inner = line.trim_start().strip_prefix("/*")?.split("*/").next()?;
                let (address, words) = inner.split_once(':').unwrap_or(("0", inner));
                let long = words.split_whitespace().any(|word| word.len() >= 8) || inner.contains(':');
                let right = is_hex(address.trim()) && words.split_whitespace().all(is_hex);
                (right && long && !words.trim().is_empty()).then_some(words)
            }
            Tool::Hexdump => {
                let end = line.bytes().take_while(u8::is_ascii_hexdigit).count();
                let rest = &line[end..];
                let bars = rest.starts_with("  ") && rest.trim_end().ends_with('|');
                let xxd = rest.starts_with(": ") && rest[2..].contains("  ");
                if end < 6 || !bars && !xxd {
                    return None;
                }
                let rest = rest.trim_start_matches([':', ' ']);
                let words = if bars { rest.split('|').next()? } else { rest.split("  ").next()? };
                are_numbers(words).then_some(words)
            }
            Tool::Od => {
                let (address, words) = line.split_once(' ')?;
                let whole = |token: Result<Token<'_>, &str>| token.is_ok_and(|t| matches!(t.len(), 2 | 4 | 8 | 16));
                (address.len() == 7 && is_hex(address) && are_numbers(words) && split(words).all(whole))
                    .then_some(words)
            }
            Tool::Objdump => {
                let (address, rest) = line.trim_start().split_once(':')?;
                let address = address.split_once(" <").map_or(address, |(address, _)| address);
                let address = address.strip_prefix("0x").unwrap_or(address);
                if address.len() > 16 || !is_hex(address) || !rest.starts_with(['\t', ' ']) {
                    return None;
                }
                // A debugger prints a tab before each word, other tools one after the words.
                let words = rest.trim();
                let words = if are_numbers(words) { words } else { words.split('\t').next()? };
                are_numbers(words).then_some(words)
            }
        }
    }
}

fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Whether a text contains a letter that is not a hexadecimal digit.
fn is_text(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_alphabetic() && !b.is_ascii_hexdigit())
}

/// Whether a line begins with a word such as `s_add_u32`.
fn is_instruction(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.contains('_') && !word.ends_with(':')
}

fn are_numbers(text: &str) -> bool {
    let mut all = split(text).peekable();
    all.peek().is_some() && all.all(|token| token.is_ok())
}
