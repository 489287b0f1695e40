//! Reads machine code in hexadecimal digits, in all usual notations.
//!
//! It accepts words of 8 or 16 digits or bytes of 2 digits, with or without `0x`, between blanks, commas, brackets and
//! quotes. They may be in arrays of source code, after data directives, after addresses (as objdump, xxd, od and
//! debuggers print them), or in comments after text (as in the output of llvm-objdump and llvm-mc). Any other text is
//! rejected.

mod numbers;
mod spelling;
mod tools;

use std::error::Error;
use std::fmt;
use std::ops::Range;

use numbers::Token;
use spelling::Scan;

/// Bytes of a text, with the line that each byte comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hex {
    bytes: Vec<u8>,
    /// End of the bytes of each line.
    ends: Vec<usize>,
}

/// Error: the text that cannot be read, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HexError {
    /// Position in the text.
    pub at: Range<usize>,
    /// Message.
    pub message: String,
    /// Help: an instruction for the user.
    pub help: Option<String>,
}

impl HexError {
    /// Creates an error at a position of the text.
    pub fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), help: None }
    }

    /// Adds help.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for HexError {}

/// Properties of the numbers in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Numbers {
    /// Number of the numbers.
    pub count: usize,
    /// Digits of the shortest number and of the longest one.
    pub digits: (usize, usize),
    /// Digits of the shortest number without `0x`. Such a number has all of its digits.
    bare: usize,
    /// Position of the first token with a different length.
    odd: (usize, usize),
}

impl Numbers {
    /// Numbers of a text that contains nothing else; `None` for any other text.
    pub fn of(text: &str) -> Option<Self> {
        Self::in_scan(&Scan::new(text)).ok()
    }

    fn in_scan(scan: &Scan<'_>) -> Result<Self, HexError> {
        let mut all = Self { count: 0, digits: (usize::MAX, 0), bare: usize::MAX, odd: (0, 0) };
        scan.each(|_, token| {
            let at = scan.range(token.text);
            if all.count == 0 || all.digits.0 == all.digits.1 && token.len() != all.digits.0 {
                all.odd = (at.start, at.end);
            }
            all.count += 1;
            all.digits = (all.digits.0.min(token.len()), all.digits.1.max(token.len()));
            if !token.prefixed && token.len() > 2 {
                all.bare = all.bare.min(token.len());
            }
            Ok(())
        })?;
        Ok(all)
    }

    /// Whether all of them are 64-bit words.
    pub fn are_long(&self) -> bool {
        self.digits == (16, 16)
    }

    /// Whether they are 32-bit words, possibly mixed with bytes, and none is longer.
    pub fn are_short(&self) -> bool {
        self.count > 0 && self.digits.1 > 2 && self.digits.1 <= 8
    }

    /// Whether they can be halves of 64-bit words.
    pub fn are_halves(&self) -> bool {
        self.digits == (8, 8) && self.count.is_multiple_of(2)
    }
}

/// Meaning of a number that is longer than a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Consecutive words, each written as a number.
    Words,
    /// One number, with the first word in its low bits.
    Number,
    /// Bytes in the order of memory.
    Bytes,
}

/// Conversion of numbers to bytes.
#[derive(Clone, Copy, Debug)]
struct Reading {
    /// Number of digits of a word.
    word: usize,
    order: Order,
    /// Whether all numbers are bytes, because none is longer.
    bytes: bool,
    /// Whether all numbers are halves of words.
    halves: bool,
}

impl Hex {
    /// Reads a text of code whose words have `word_bytes` bytes. If the digits have several possible meanings,
    /// `is_code` decides: it tells whether bytes consist of instructions from start to end.
    ///
    /// # Errors
    /// Returns an error if the text is something else, or if its digits remain ambiguous.
    ///
    /// ```
    /// use isatope_object::hex::Hex;
    ///
    /// let hex = Hex::read("0xd1010001, 0x702 // v_add_f32", 4, |_| true).unwrap();
    /// assert_eq!(hex.bytes(), [0x01, 0x00, 0x01, 0xd1, 0x02, 0x07, 0x00, 0x00]);
    /// ```
    pub fn read(text: &str, word_bytes: usize, is_code: impl Fn(&[u8]) -> bool) -> Result<Self, HexError> {
        let word = 2 * word_bytes;
        let scan = Scan::new(text);
        let numbers = Numbers::in_scan(&scan)?;
        let halves = word == 16 && numbers.are_halves();
        let reading = Reading { word, order: Order::Words, bytes: numbers.digits.1 <= 2, halves };
        let ordered = |order| Self::ordered(&scan, Reading { order, ..reading }, numbers);
        let short = numbers.bare < word;
        if numbers.digits.1 <= word && !short || halves || scan.has_halves() {
            return ordered(Order::Words);
        }
        let unclear = |why: &str| {
            let help = format!("separate words of {word} digits by blanks, or bytes of 2 digits");
            HexError { at: numbers.odd.0..numbers.odd.1, message: why.to_string(), help: Some(help) }
        };
        let read: Vec<_> = [Order::Words, Order::Number, Order::Bytes].map(ordered).into_iter().collect();
        let is_right = |hex: &&Self| is_code(&hex.bytes);
        let mut right: Vec<&Self> = read[..2].iter().flatten().filter(is_right).collect();
        // One or two words are rarely written as bytes without spaces. Parts of words may be.
        if right.is_empty() || numbers.digits.1 > 16 || numbers.digits.1 < word {
            right.extend(read[2].iter().filter(is_right));
        }
        right.dedup();
        match (right.as_slice(), read.iter().flatten().next()) {
            ([one], _) => Ok((*one).clone()),
            ([], Some(first)) => match read.iter().flatten().all(|hex| hex == first) {
                true => Ok(first.clone()),
                false => Err(unclear("these digits decode to no instruction in either byte order")),
            },
            ([], None) => {
                Err(read.into_iter().find_map(Result::err).unwrap_or_else(|| unclear("the digits are not words")))
            }
            _ => Err(unclear("the digits have several possible meanings")),
        }
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Bytes of each line of the text.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.bytes[start..*end])
    }

    fn ordered(scan: &Scan<'_>, reading: Reading, numbers: Numbers) -> Result<Self, HexError> {
        let mut read = Self::default();
        scan.each(|line, token| {
            // Ends the lines before this one.
            read.ends.resize(line.max(read.ends.len()), read.bytes.len());
            let added = reading.add(token, &mut read.bytes);
            added.map_err(|(message, help)| HexError { at: scan.range(token.text), message, help })
        })?;
        read.ends.resize(scan.lines(), read.bytes.len());
        let size = reading.word / 2;
        let all = read.bytes.len();
        if !all.is_multiple_of(size) && (reading.bytes || scan.has_halves()) {
            let s = if all == 1 { " is" } else { "s are" };
            let message = format!("{all} byte{s} not a whole number of words of {size} bytes");
            return Err(HexError { at: numbers.odd.0..numbers.odd.1, message, help: None });
        }
        Ok(read)
    }
}

impl Reading {
    /// Adds the bytes of a number.
    fn add(self, token: Token<'_>, out: &mut Vec<u8>) -> Result<(), (String, Option<String>)> {
        let Self { word, order, bytes, halves } = self;
        // Omitted zeros complete a byte or a word.
        let padded = |digits: usize| std::iter::repeat_n(0, digits - token.len()).chain(token.nibbles());
        let refused = || {
            let (text, s) = (token.text, if token.len() == 1 { "" } else { "s" });
            let message = format!("`{text}` has {} digit{s}: a word has {word}, a byte 2", token.len());
            (message, Some("use `isatope asm` to read source".to_string()))
        };
        match token.len() {
            n @ (1 | 2) if bytes && (n == 2 || token.prefixed) => pairs(padded(2), out, false),
            n if n == word || halves => pairs(token.nibbles(), out, true),
            // A number with `0x` may omit leading zeros.
            n if n < word && token.prefixed => pairs(padded(word), out, true),
            n if n < word && n % 2 == 0 && n > 2 => match order {
                // Parts of words, low parts first.
                Order::Words => pairs(token.nibbles(), out, true),
                Order::Bytes => pairs(token.nibbles(), out, false),
                Order::Number => return Err(refused()),
            },
            n if n > word && n % 2 == 0 => match order {
                Order::Words if n % word == 0 => {
                    (0..n).step_by(word).for_each(|at| pairs(token.nibbles().skip(at).take(word), out, true));
                }
                Order::Number if n % word == 0 && n <= 16 => pairs(token.nibbles(), out, true),
                Order::Bytes => pairs(token.nibbles(), out, false),
                _ => return Err(refused()),
            },
            _ => return Err(refused()),
        }
        Ok(())
    }
}

/// Adds one byte per two digits. For a number, the last bytes come first.
fn pairs(mut nibbles: impl Iterator<Item = u8>, out: &mut Vec<u8>, number: bool) {
    let start = out.len();
    while let (Some(high), Some(low)) = (nibbles.next(), nibbles.next()) {
        out.push(high << 4 | low);
    }
    if number {
        out[start..].reverse();
    }
}

/// Reads words with this many digits, with or without `0x`, separated by blanks and commas. Returns `None` for any
/// other text, which [`Hex::read`] may accept.
pub fn words(line: &[u8], digits: usize, words: &mut Vec<u64>) -> Option<()> {
    words.clear();
    let mut at = 0;
    while at < line.len() {
        if matches!(line[at], b' ' | b'\t' | b',') {
            at += 1;
            continue;
        }
        if line[at..].starts_with(b"0x") || line[at..].starts_with(b"0X") {
            at += 2;
        }
        let mut value = 0;
        let end = at + digits;
        for &byte in line.get(at..end)? {
            value = value << 4 | (byte as char).to_digit(16)? as u64;
        }
        if line.get(end).is_some_and(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        if let Some(&next) = line.get(end)
            && !matches!(next, b' ' | b'\t' | b',')
        {
            return None;
        }
        words.push(value);
        at = end;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_line() {
        let mut found = Vec::new();
        assert_eq!(words(b"d2900037 07974D4f", 8, &mut found), Some(()));
        assert_eq!(found, [0xd290_0037, 0x0797_4d4f]);
        assert_eq!(words(b" 0x7e000000", 8, &mut found), Some(()));
        for bad in ["7e00000", "7e0000000", "7e00000g", "7e000000x", "0x"] {
            assert_eq!(words(bad.as_bytes(), 8, &mut found), None, "{bad}");
        }
    }
}
