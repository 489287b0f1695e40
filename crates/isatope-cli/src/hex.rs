//! Machine code in hexadecimal digits, as people have it.
//!
//! Words of 8 or 16 digits or bytes of 2, with or without `0x`, between blanks, commas, brackets and quotes; behind addresses, as objdump, xxd
//! and hexdump print them; in comments behind text, as llvm-objdump and llvm-mc do. What is no such text is refused.

use isatope_core::{Target, decode};

/// The bytes of a text, and which of its lines they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hex {
    /// The bytes of each line of the text.
    pub lines: Vec<Vec<u8>>,
}

/// What cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexError {
    /// Number of the line, from 0.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

/// A number of a line: its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token<'a> {
    digits: &'a str,
    /// Whether `0x` stood before it.
    prefixed: bool,
}

impl<'a> Token<'a> {
    /// The same as bytes.
    fn bytes(&self) -> impl Iterator<Item = Token<'a>> + use<'a> {
        let digits = self.digits;
        (0..digits.len())
            .step_by(2)
            .map(move |at| Token { digits: &digits[at..(at + 2).min(digits.len())], prefixed: false })
    }
}

/// What strings of several words mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Words one after the other, each as a number.
    Words,
    /// One number: the first word in its low bits.
    Number,
    /// Bytes as they lie in memory.
    Bytes,
}

impl Hex {
    /// Reads a text for a target.
    ///
    /// # Errors
    /// The first line that is something else; or it is not clear what the digits mean.
    pub fn read(text: &str, target: Target) -> Result<Self, HexError> {
        let word = target.arch().word_bits as usize / 4;
        let lines = tokens(text)?;
        let all = || lines.iter().flatten();
        let long = all().any(|t| t.digits.len() > word);
        let halves = all().any(|t| !matches!(t.digits.len(), 1 | 2) && t.digits.len() < word && !t.prefixed);
        if !long && !halves {
            return Self::ordered(&lines, word, Order::Words, target);
        }
        let orders = [Order::Words, Order::Number, Order::Bytes];
        let read: Vec<_> = orders.iter().map(|order| Self::ordered(&lines, word, *order, target)).collect();
        let is_right = |hex: &&Self| hex.is_code(target);
        let mut right: Vec<&Self> = read[..2].iter().flatten().filter(is_right).collect();
        // Up to two words are hardly ever written as bytes without blanks.
        if right.is_empty() || all().any(|t| t.digits.len() > 16) {
            right.extend(read[2].iter().filter(is_right));
        }
        right.dedup();
        match (right.as_slice(), read.iter().flatten().next()) {
            ([one], _) => Ok((*one).clone()),
            ([], Some(first)) => match read.iter().flatten().all(|hex| hex == first) {
                true => Ok(first.clone()),
                false => Err(unclear(&lines, word, "the digits give instructions in no order of their bytes")),
            },
            ([], None) => {
                let unclear = || unclear(&lines, word, "the digits are no words");
                Err(read.into_iter().find_map(Result::err).unwrap_or_else(unclear))
            }
            _ => Err(unclear(&lines, word, "the digits can be read in several ways")),
        }
    }

    /// All bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.lines.concat()
    }

    fn ordered(lines: &[Vec<Token<'_>>], word: usize, order: Order, target: Target) -> Result<Self, HexError> {
        // Where no number is longer than a byte, all of them are bytes.
        let bytes = lines.iter().flatten().all(|t| t.digits.len() <= 2);
        let mut read = Self::default();
        for (number, line) in lines.iter().enumerate() {
            let mut out = Vec::new();
            for token in line {
                add(*token, word, order, bytes, &mut out).map_err(|(message, help)| HexError {
                    line: number,
                    message,
                    help,
                })?;
            }
            read.lines.push(out);
        }
        let size = target.arch().word_bits as usize / 8;
        let all: usize = read.lines.iter().map(Vec::len).sum();
        if !all.is_multiple_of(size) && bytes {
            let line = read.lines.iter().rposition(|l| !l.is_empty()).unwrap_or(0);
            let message = format!("{all} bytes are no whole number of words of {size} bytes");
            return Err(HexError { line, message, help: None });
        }
        Ok(read)
    }

    /// Whether all bytes are instructions.
    fn is_code(&self, target: Target) -> bool {
        let bytes = self.bytes();
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            match decode(target, rest) {
                Ok(inst) => rest = &rest[inst.len().min(rest.len())..],
                Err(_) => return false,
            }
        }
        true
    }
}

fn unclear(lines: &[Vec<Token<'_>>], word: usize, why: &str) -> HexError {
    let odd = |t: &Token<'_>| t.digits.len() != word;
    let line = lines.iter().position(|l| l.iter().any(odd)).unwrap_or(0);
    let help = format!("separate words of {word} digits by blanks, or bytes of 2 digits");
    HexError { line, message: why.to_string(), help: Some(help) }
}

/// Adds the bytes of a number.
fn add(
    token: Token<'_>,
    word: usize,
    order: Order,
    bytes: bool,
    out: &mut Vec<u8>,
) -> Result<(), (String, Option<String>)> {
    let digits = token.digits;
    let pairs = |text: &str, out: &mut Vec<u8>, reverse: bool| {
        let start = out.len();
        for pair in text.as_bytes().chunks(2) {
            let value = pair.iter().fold(0, |v, d| v << 4 | (*d as char).to_digit(16).unwrap_or(0) as u8);
            out.push(value);
        }
        if reverse {
            out[start..].reverse();
        }
    };
    let refused = || {
        let s = if digits.len() == 1 { "" } else { "s" };
        let message = format!("`{digits}` has {} digit{s}: a word has {word}, a byte 2", digits.len());
        (message, Some("`isatope asm` reads source".to_string()))
    };
    match digits.len() {
        1 | 2 if bytes && (digits.len() == 2 || token.prefixed) => pairs(&format!("{digits:0>2}"), out, false),
        n if n == word => pairs(digits, out, true),
        // A number with `0x` may leave zeros out.
        n if n < word && token.prefixed => pairs(&format!("{digits:0>word$}"), out, true),
        n if n < word && n % 2 == 0 && n > 2 => match order {
            // Parts of words, low ones first.
            Order::Words => pairs(digits, out, true),
            Order::Bytes => pairs(digits, out, false),
            Order::Number => return Err(refused()),
        },
        n if n > word && n % 2 == 0 => match order {
            Order::Words if n % word == 0 => {
                for at in (0..n).step_by(word) {
                    pairs(&digits[at..at + word], out, true);
                }
            }
            Order::Number if n % word == 0 && n <= 16 => pairs(digits, out, true),
            Order::Bytes => pairs(digits, out, false),
            _ => return Err(refused()),
        },
        _ => return Err(refused()),
    }
    Ok(())
}

/// The numbers of each line.
fn tokens(text: &str) -> Result<Vec<Vec<Token<'_>>>, HexError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Lines of tools have their words at a place of their own, and others beside them that mean nothing.
    let tool = text.lines().find_map(tool);
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(tool) = tool {
            let found = tool(line).map(|words| split(words).unwrap_or_default()).unwrap_or_default();
            let bytes = std::ptr::fn_addr_eq(tool, of_hexdump as Tool);
            lines.push(if bytes { found.iter().flat_map(Token::bytes).collect() } else { found });
            continue;
        }
        let plain = without_comment(line);
        match split(plain) {
            Ok(found) => lines.push(found),
            Err(wrong) => {
                let shown: String = wrong.chars().take(40).collect();
                let message = format!("`{shown}` is no hexadecimal number");
                let help = Some("`isatope asm` reads source, `--input raw` any bytes".to_string());
                return Err(HexError { line: number, message, help });
            }
        }
    }
    Ok(lines)
}

/// Whether a text is hexadecimal digits, in any of the forms that are read, and there are some.
pub fn is_hex(text: &str) -> bool {
    tokens(text).is_ok_and(|lines| lines.iter().any(|line| !line.is_empty()))
}

/// Whether a text of hexadecimal digits has words of 64 bits and nothing else.
pub fn has_long_words(text: &str) -> bool {
    tokens(text).is_ok_and(|lines| {
        let mut all = lines.iter().flatten().peekable();
        all.peek().is_some() && all.all(|t| t.digits.len() == 16 && !t.prefixed)
    })
}

/// Whether a text of hexadecimal digits has words of 32 bits or bytes only, and none that are longer.
pub fn has_short_words(text: &str) -> bool {
    tokens(text).is_ok_and(|lines| {
        lines.iter().flatten().any(|t| t.digits.len() > 2) && lines.iter().flatten().all(|t| t.digits.len() <= 8)
    })
}

/// Finds the words in a line of a tool's output.
type Tool = fn(&str) -> Option<&str>;

/// The tool that printed a line.
fn tool(line: &str) -> Option<Tool> {
    const TOOLS: [Tool; 5] = [of_llvm_mc, of_llvm_objdump, of_listing, of_hexdump, of_objdump];
    TOOLS.into_iter().find(|tool| tool(line).is_some())
}

/// `v_nop ; encoding: [0x00,0x00,0x00,0x7e]`
fn of_llvm_mc(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("encoding: [")?;
    rest.split(']').next()
}

/// `v_nop // 000000000100: 7E000000`
fn of_llvm_objdump(line: &str) -> Option<&str> {
    let (text, rest) = line.rsplit_once("// ")?;
    let (address, words) = rest.split_once(':')?;
    let is_address = address.len() >= 4 && address.bytes().all(|b| b.is_ascii_hexdigit());
    let is_text = text.bytes().any(|b| b.is_ascii_alphabetic() && !b.is_ascii_hexdigit());
    let words = words.split('<').next()?;
    (is_address && is_text && split(words).is_ok_and(|w| !w.is_empty())).then_some(words)
}

/// `/*00000000: 7e000000*/ v_nop`
fn of_listing(line: &str) -> Option<&str> {
    let inner = line.trim_start().strip_prefix("/*")?.split("*/").next()?;
    let (address, words) = inner.split_once(':').unwrap_or(("0", inner));
    let hex = |text: &str| {
        !text.trim().is_empty() && text.split_whitespace().all(|w| w.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    (hex(address) && hex(words)).then_some(words)
}

/// `00000000: 0100 01d1 …  ..` and `00000000  01 00 01 d1 …  |....|`
fn of_hexdump(line: &str) -> Option<&str> {
    let end = line.bytes().take_while(u8::is_ascii_hexdigit).count();
    let rest = &line[end..];
    let bars = rest.starts_with("  ") && rest.trim_end().ends_with('|');
    let xxd = rest.starts_with(": ") && rest[2..].contains("  ");
    if end < 6 || !bars && !xxd {
        return None;
    }
    let rest = rest.trim_start_matches([':', ' ']);
    let words = if bars { rest.split('|').next()? } else { rest.split("  ").next()? };
    split(words).is_ok_and(|w| !w.is_empty()).then_some(words)
}

/// A line of objdump: the address and a colon, then the bytes and the text behind tabs.
fn of_objdump(line: &str) -> Option<&str> {
    let (address, rest) = line.trim_start().split_once(':')?;
    let is_address = !address.is_empty() && address.len() <= 16 && address.bytes().all(|b| b.is_ascii_hexdigit());
    if !is_address || !rest.starts_with(['\t', ' ']) {
        return None;
    }
    let rest = rest.trim_start();
    let words = rest.split('\t').next()?;
    split(words).is_ok_and(|w| !w.is_empty()).then_some(words)
}

/// What stands before a comment.
fn without_comment(line: &str) -> &str {
    let ends = ["//", ";", "#", "/*"].into_iter().filter_map(|start| line.find(start)).min();
    &line[..ends.unwrap_or(line.len())]
}

/// The numbers in a text, or the first word that is none.
fn split(text: &str) -> Result<Vec<Token<'_>>, &str> {
    let between =
        |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}' | '(' | ')' | '"' | '\'' | '|');
    let mut all = Vec::new();
    for word in text.split(between).filter(|w| !w.is_empty()) {
        // `\x01\x02` is a string of C.
        let parts: Vec<&str> = match word.strip_prefix("\\x") {
            Some(rest) => rest.split("\\x").collect(),
            None => vec![word],
        };
        for part in parts {
            let digits = part.strip_prefix("0x").or(part.strip_prefix("0X"));
            let prefixed = digits.is_some();
            let digits = digits.unwrap_or(part).trim_end_matches(['u', 'U', 'l', 'L']);
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
                return Err(word);
            }
            all.push(Token { digits, prefixed });
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads for gfx900, whose words have 32 bits.
    fn read(text: &str) -> Result<Vec<u8>, String> {
        let target = Target::from_name("gfx900").expect("known");
        Hex::read(text, target).map(|hex| hex.bytes()).map_err(|e| e.message)
    }

    #[test]
    fn the_same_word_in_every_spelling() {
        let bytes = [0x01, 0x00, 0x01, 0xd1, 0x02, 0x07, 0x00, 0x00];
        for text in [
            "d1010001 00000702",
            "D1010001, 0x702",
            "0xd1010001 0x00000702",
            "[0x01,0x00,0x01,0xd1,0x02,0x07,0x00,0x00]",
            "01 00 01 d1 02 07 00 00",
            "0x01 0x00 0x01 0xd1 0x2 0x7 0x0 0x0",
            "{ 0xd1010001u, 0x00000702u }",
            "\"\\x01\\x00\\x01\\xd1\\x02\\x07\\x00\\x00\"",
            "d1010001 // first\n00000702 # second",
            "d101000100000702",
            "0x00000702d1010001",
            "\u{feff}d1010001 00000702\r\n",
            "\tv_add_f32_e64 v1, v2, s3 ; encoding: [0x01,0x00,0x01,0xd1,0x02,0x07,0x00,0x00]",
            "x.o:\tfile format elf64-amdgpu\n\n0000000000000000 <f>:\n\tv_add_f32_e64 v1, v2, s3 // 000000000000: D1010001 00000702",
            "/*00000000: d1010001 00000702*/ v_add_f32 v1, v2, s3",
            "00000000: 0100 01d1 0207 0000                      ........",
            "00000000  01 00 01 d1 02 07 00 00                           |........|",
            "   0:\t01 00 01 d1 02 07 00 00 \tv_add_f32_e64 v1, v2, s3",
        ] {
            assert_eq!(read(text), Ok(bytes.to_vec()), "{text}");
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in
            ["bf80000", "v_nop", "hello", "7e00000g", "s_nop 0 // 5", "01 02 03", "{\"a\": 1}", "0x", "7e0000000"]
        {
            assert!(read(text).is_err(), "{text}");
        }
        // Two words of which each is an instruction, in either order.
        assert!(read("7e000000bf800000").is_err());
    }
}
