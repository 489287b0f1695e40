//! Machine code in hexadecimal digits, as people have it.
//!
//! Words of 8 or 16 digits or bytes of 2, with or without `0x`, between blanks, commas, brackets and quotes; in arrays of a source and behind
//! directives of data; behind addresses, as objdump, xxd, od and debuggers print them; in comments behind text, as llvm-objdump and llvm-mc do.
//! What is no such text is refused.

mod numbers;
mod spelling;
mod tools;

use std::ops::Range;

use isatope::tables::{Target, decode};
use numbers::Token;
use spelling::Scan;

/// The bytes of a text, and which of its lines they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hex {
    bytes: Vec<u8>,
    /// Where the bytes of each line end.
    ends: Vec<usize>,
}

/// What cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexError {
    /// Where it stands in the text.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

/// What the numbers of a text are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// How many there are.
    pub count: usize,
    /// The digits of the shortest and of the longest one.
    pub digits: (usize, usize),
    /// The shortest one without `0x`, which says all of its digits.
    bare: usize,
    /// Where the first one stands whose length is another than that of the others.
    odd: (usize, usize),
}

impl Numbers {
    /// Of a text that is nothing but numbers.
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

    /// Whether they are words of 64 bits and nothing else.
    pub fn are_long(&self) -> bool {
        self.digits == (16, 16)
    }

    /// Whether they are words of 32 bits, or bytes beside them, and none is longer.
    pub fn are_short(&self) -> bool {
        self.count > 0 && self.digits.1 > 2 && self.digits.1 <= 8
    }

    /// Whether they can be halves of words of 64 bits.
    pub fn are_halves(&self) -> bool {
        self.digits == (8, 8) && self.count.is_multiple_of(2)
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

/// How numbers become bytes.
#[derive(Clone, Copy, Debug)]
struct Reading {
    /// Digits of a word.
    word: usize,
    order: Order,
    /// No number is longer than a byte: all of them are bytes.
    bytes: bool,
    /// All of them are halves of words.
    halves: bool,
}

impl Hex {
    /// Reads a text for a target.
    ///
    /// # Errors
    /// What is something else; or it is not clear what the digits mean.
    pub fn read(text: &str, target: Target) -> Result<Self, HexError> {
        let word = target.arch().word_bits as usize / 4;
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
        let is_right = |hex: &&Self| hex.is_code(target);
        let mut right: Vec<&Self> = read[..2].iter().flatten().filter(is_right).collect();
        // Up to two words are hardly ever written as bytes without blanks; parts of words may be.
        if right.is_empty() || numbers.digits.1 > 16 || numbers.digits.1 < word {
            right.extend(read[2].iter().filter(is_right));
        }
        right.dedup();
        match (right.as_slice(), read.iter().flatten().next()) {
            ([one], _) => Ok((*one).clone()),
            ([], Some(first)) => match read.iter().flatten().all(|hex| hex == first) {
                true => Ok(first.clone()),
                false => Err(unclear("the digits give instructions in no order of their bytes")),
            },
            ([], None) => {
                Err(read.into_iter().find_map(Result::err).unwrap_or_else(|| unclear("the digits are no words")))
            }
            _ => Err(unclear("the digits can be read in several ways")),
        }
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of each line of the text.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.bytes[start..*end])
    }

    fn ordered(scan: &Scan<'_>, reading: Reading, numbers: Numbers) -> Result<Self, HexError> {
        let mut read = Self::default();
        scan.each(|line, token| {
            // Lines before it have ended.
            read.ends.resize(line.max(read.ends.len()), read.bytes.len());
            let added = reading.add(token, &mut read.bytes);
            added.map_err(|(message, help)| HexError { at: scan.range(token.text), message, help })
        })?;
        read.ends.resize(scan.lines(), read.bytes.len());
        let size = reading.word / 2;
        let all = read.bytes.len();
        if !all.is_multiple_of(size) && (reading.bytes || scan.has_halves()) {
            let s = if all == 1 { " is" } else { "s are" };
            let message = format!("{all} byte{s} no whole number of words of {size} bytes");
            return Err(HexError { at: numbers.odd.0..numbers.odd.1, message, help: None });
        }
        Ok(read)
    }

    /// Whether all bytes are instructions.
    fn is_code(&self, target: Target) -> bool {
        let mut rest = self.bytes.as_slice();
        while !rest.is_empty() {
            match decode(target, rest) {
                Ok(inst) => rest = &rest[inst.len().min(rest.len())..],
                Err(_) => return false,
            }
        }
        true
    }
}

impl Reading {
    /// Adds the bytes of a number.
    fn add(self, token: Token<'_>, out: &mut Vec<u8>) -> Result<(), (String, Option<String>)> {
        let Self { word, order, bytes, halves } = self;
        // Zeros that are left out make a byte, or a word.
        let padded = |digits: usize| std::iter::repeat_n(0, digits - token.len()).chain(token.nibbles());
        let refused = || {
            let (text, s) = (token.text, if token.len() == 1 { "" } else { "s" });
            let message = format!("`{text}` has {} digit{s}: a word has {word}, a byte 2", token.len());
            (message, Some("`isatope asm` reads source".to_string()))
        };
        match token.len() {
            n @ (1 | 2) if bytes && (n == 2 || token.prefixed) => pairs(padded(2), out, false),
            n if n == word || halves => pairs(token.nibbles(), out, true),
            // A number with `0x` may leave zeros out.
            n if n < word && token.prefixed => pairs(padded(word), out, true),
            n if n < word && n % 2 == 0 && n > 2 => match order {
                // Parts of words, low ones first.
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

/// Adds a byte for every two digits, the last ones first if it is a number.
fn pairs(mut nibbles: impl Iterator<Item = u8>, out: &mut Vec<u8>, number: bool) {
    let start = out.len();
    while let (Some(high), Some(low)) = (nibbles.next(), nibbles.next()) {
        out.push(high << 4 | low);
    }
    if number {
        out[start..].reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads for gfx900, whose words have 32 bits.
    fn read(text: &str) -> Result<Vec<u8>, String> {
        let target = Target::from_name("gfx900").expect("known");
        Hex::read(text, target).map(|hex| hex.bytes).map_err(|e| e.message)
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
            "0x7f00 <f+4>:\t0xd1010001\t0x00000702",
            "0000000 0001 d101 0702 0000\n0000008\n",
            "0000000 d1010001 00000702\n0000010\n",
            "\tv_add_f32_e64 v1, v2, s3   ; D1010001 00000702",
            "d1010001; 00000702",
            "d1010001 /* first */ 00000702 -- second",
            "/* of\n two lines */ d1010001\n00000702",
            "const uint32_t code[] = { 0xd1010001, // first\n 0x00000702 };\nunsigned size = 8;",
            "code = bytes([0x01, 0x00, 0x01, 0xd1, 0x02, 0x07, 0x00, 0x00])",
            "b'\\x01\\x00\\x01\\xd1\\x02\\x07\\x00\\x00'",
            "01:00:01:d1:02:07:00:00",
            "01-00-01-d1-02-07-00-00",
            "0xd101_0001, 0x0000_0702",
            ".long 0xd1010001, 0x702 ; first",
            "  .byte 0x1, 0x0, 0x1, 0xd1\n  .byte 0x2, 0x7, 0x0, 0x0",
        ] {
            assert_eq!(read(text), Ok(bytes.to_vec()), "{text}");
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "bf80000",
            "v_nop",
            "hello",
            "7e00000g",
            "s_nop 0 // 5",
            "01 02 03",
            "{\"a\": 1}",
            "0x",
            "7e0000000",
            "bf80000 7e000000",
            ".long 1000, 2000",
            "int x[] = { 12, 13 };",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        // Bytes two by two, or halves of words: both are instructions.
        assert!(read("0100 01d1 0207 0000").is_err());
        // What a tool leaves out is not passed over.
        assert!(read("0000000 d1010001 00000702\n*\n0000100\n").is_err());
        assert!(read("\tv_nop // 000000000100: 7E000000\n\t\t...\n\tv_nop // 000000000200: 7E000000").is_err());
        assert!(read("\tv_nop // 000000000100: 7E000000\n\t\t...\n").is_ok());
        // Two words of which each is an instruction, in either order.
        assert!(read("7e000000bf800000").is_err());
    }

    #[test]
    fn words_of_64_bits() {
        let target = Target::from_name("valhall").expect("known");
        let bytes = 0x00b2_c213_00d0_8140_u64.to_le_bytes();
        for text in [
            "00b2c21300d08140",
            "0xb2c21300d08140",
            "00d08140 00b2c213",
            "0x00d08140, 0x00b2c213",
            "40 81 d0 00 13 c2 b2 00",
            "uint32_t code[] = { 0x00d08140, 0x00b2c213 };",
            ".quad 0xb2c21300d08140",
        ] {
            assert_eq!(Hex::read(text, target).map(|hex| hex.bytes), Ok(bytes.to_vec()), "{text}");
        }
    }

    #[test]
    fn lines_have_their_bytes() {
        let target = Target::from_name("gfx900").expect("known");
        let hex = Hex::read("# x\n7e000000\n\nbf800000 bf810000\n\n", target).expect("right");
        assert_eq!(hex.lines().map(<[u8]>::len).collect::<Vec<_>>(), [0, 4, 0, 8, 0]);
    }
}
