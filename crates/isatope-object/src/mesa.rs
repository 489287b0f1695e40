//! Output of Mesa's drivers for Mali: binaries padded with zeros, and text dumps.
//!
//! Mesa's compiler pads every program with at least 16 bytes of zeros, up to a multiple of 128. The binary of a vertex
//! shader contains several consecutive programs. With `BIFROST_MESA_DEBUG=shaders`, the compiler prints the text of
//! every instruction after three blanks. With `BIFROST_MESA_DEBUG=shaders,verbose`, the bytes of the instruction
//! precede the text, as 8 pairs of digits in the order of memory. Both kinds of output contain many other lines, among
//! them the blocks of the compiler's own code, `block0 { … }`, whose lines may look like instructions. Lines of other
//! listings, with an offset, a colon and 16 digits, are also accepted.

use std::borrow::Cow;
use std::ops::Range;

/// A piece of a binary or a dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Instructions.
    Code {
        /// Offset in the binary; in a dump, offset in the bytes of all instructions.
        offset: u64,
        /// The bytes. Their number is a multiple of 8, except at the end of a truncated binary.
        bytes: Cow<'a, [u8]>,
    },
    /// Zeros after a program; in a dump, words of zeros.
    Padding {
        /// Offset of the zeros.
        offset: u64,
        /// Number of bytes.
        bytes: usize,
    },
    /// A line of a dump without an instruction.
    Text(&'a str),
}

/// Size of an instruction in bytes.
const WORD: usize = 8;

/// Alignment of programs in bytes.
const ALIGN: usize = 128;

/// Minimum padding between two programs, in bytes.
const LEAST: usize = 16;

/// Programs of a binary, with the padding after each.
///
/// Padding is zeros as Mesa writes them: up to the end of the binary, or at least 16 bytes up to a multiple of 128.
/// Other zeros are part of the code.
pub fn binary(bytes: &[u8]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let code = |range: Range<usize>, pieces: &mut Vec<_>| {
        if !range.is_empty() {
            pieces.push(Piece::Code { offset: range.start as u64, bytes: Cow::Borrowed(&bytes[range]) });
        }
    };
    let mut at = 0;
    while at + WORD <= bytes.len() {
        if bytes[at..at + WORD] != [0; WORD] {
            at += WORD;
            continue;
        }
        let run = bytes[at..].iter().take_while(|&&b| b == 0).count();
        let whole = run / WORD * WORD;
        // Zero bytes at the start of the next program are possible only as part of a nonzero word.
        let end = at + whole;
        let is_padding = at + run == bytes.len() || end.is_multiple_of(ALIGN) && whole >= LEAST;
        let end = if at + run == bytes.len() { bytes.len() } else { end };
        if is_padding {
            code(start..at, &mut pieces);
            pieces.push(Piece::Padding { offset: at as u64, bytes: end - at });
            start = end;
        }
        at = end;
    }
    code(start..bytes.len(), &mut pieces);
    pieces
}

/// Whether a text is a dump with bytes: some of its lines contain the bytes of an instruction.
pub fn has_words(text: &str) -> bool {
    text.lines().any(|line| word(line).is_some())
}

/// Finds instructions among the lines of a dump without bytes, which it has to see in their order.
#[derive(Clone, Debug, Default)]
pub struct Instructions {
    /// The line is in a block of the compiler's own code.
    is_in_block: bool,
}

impl Instructions {
    /// The text of an instruction, if the next line looks like one.
    pub fn next<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let line = line.trim_end();
        if line.starts_with("block") && line.ends_with('{') {
            self.is_in_block = true;
        } else if line.starts_with('}') {
            self.is_in_block = false;
        }
        let text = line.strip_prefix("   ").filter(|t| t.starts_with(|c: char| c.is_ascii_uppercase()));
        text.filter(|_| !self.is_in_block)
    }
}

/// Instructions of a dump, and its other lines. `word` parses a line; pass [`word`] if the dump has bytes.
pub fn dump<'a>(text: &'a str, mut word: impl FnMut(&'a str) -> Option<u64>) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    let mut offset = 0;
    for line in text.lines() {
        match word(line) {
            Some(0) => {
                match pieces.last_mut() {
                    Some(Piece::Padding { bytes, .. }) => *bytes += WORD,
                    _ => pieces.push(Piece::Padding { offset, bytes: WORD }),
                }
                offset += WORD as u64;
            }
            Some(word) => {
                match pieces.last_mut() {
                    Some(Piece::Code { bytes, .. }) => bytes.to_mut().extend_from_slice(&word.to_le_bytes()),
                    _ => pieces.push(Piece::Code { offset, bytes: Cow::Owned(word.to_le_bytes().to_vec()) }),
                }
                offset += WORD as u64;
            }
            None => pieces.push(Piece::Text(line)),
        }
    }
    pieces
}

/// The instruction in a line of a dump.
pub fn word(line: &str) -> Option<u64> {
    let line = line.trim_start();
    pairs(line).or_else(|| offset_and_word(line))
}

/// `77 00 14 00 00 c0 90 00    U16_TO_U32 …`
fn pairs(line: &str) -> Option<u64> {
    let mut words = line.split(' ');
    let mut value = 0;
    for i in 0..WORD {
        let pair = words.next().filter(|p| p.len() == 2)?;
        value |= hex(pair)? << (8 * i);
    }
    // Text follows after several blanks. If more pairs follow, the line is something else.
    words.next().is_none_or(str::is_empty).then_some(value)
}

/// `0010: 0090c00000140077  U16_TO_U32 …`
fn offset_and_word(line: &str) -> Option<u64> {
    let (offset, rest) = line.split_once(':')?;
    let is_offset = (1..=16).contains(&offset.len()) && offset.bytes().all(|b| b.is_ascii_hexdigit());
    let word = rest.split_whitespace().next().filter(|w| w.len() == 2 * WORD)?;
    if is_offset { hex(word) } else { None }
}

fn hex(digits: &str) -> Option<u64> {
    let all = digits.bytes().all(|b| b.is_ascii_hexdigit());
    all.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kinds of the pieces (`c` code, `p` padding), with offsets and sizes.
    fn shape(bytes: &[u8]) -> Vec<(char, u64, usize)> {
        let of = |piece: &Piece<'_>| match piece {
            Piece::Code { offset, bytes } => ('c', *offset, bytes.len()),
            Piece::Padding { offset, bytes } => ('p', *offset, *bytes),
            Piece::Text(text) => ('t', 0, text.len()),
        };
        binary(bytes).iter().map(of).collect()
    }

    fn words(words: &[(u64, usize)]) -> Vec<u8> {
        words.iter().flat_map(|&(w, n)| w.to_le_bytes().repeat(n)).collect()
    }

    #[test]
    fn programs_and_their_padding() {
        let nop = 0x7800_c000_0000_0000;
        assert_eq!(shape(&words(&[(nop, 3), (0, 13)])), [('c', 0, 24), ('p', 24, 104)]);
        // Two programs.
        let two = words(&[(nop, 9), (0, 7), (nop, 2), (0, 14)]);
        assert_eq!(shape(&two), [('c', 0, 72), ('p', 72, 56), ('c', 128, 16), ('p', 144, 112)]);
        // One zero word before a boundary is not enough, and zeros elsewhere are not padding.
        assert_eq!(shape(&words(&[(nop, 15), (0, 1), (nop, 1)])), [('c', 0, 136)]);
        assert_eq!(shape(&words(&[(nop, 3), (0, 4), (nop, 1)])), [('c', 0, 64)]);
        assert_eq!(shape(&[]), []);
        assert_eq!(shape(&[0; 40]), [('p', 0, 40)]);
        assert_eq!(shape(&[0; 3]), [('c', 0, 3)]);
        // A truncated file.
        assert_eq!(shape(&words(&[(nop, 2), (0, 2)])[..29]), [('c', 0, 16), ('p', 16, 13)]);
        assert_eq!(shape(&words(&[(nop, 2)])[..13]), [('c', 0, 13)]);
        // A program whose first byte is zero.
        let low = words(&[(nop, 1), (0, 15), (0xc000_0000_0000_0000, 1)]);
        assert_eq!(shape(&low), [('c', 0, 8), ('p', 8, 120), ('c', 128, 8)]);
    }

    #[test]
    fn every_byte_is_in_a_piece() {
        let mut bytes = Vec::new();
        for i in 0..1000_u32 {
            bytes.extend(vec![(i % 3) as u8; (i * 7 % 40) as usize]);
            let total: usize = shape(&bytes).iter().map(|p| p.2).sum();
            assert_eq!(total, bytes.len());
        }
    }

    #[test]
    fn lines_of_dumps() {
        let u16_to_u32 = Some(0x0090_c000_0014_0077);
        assert_eq!(word("77 00 14 00 00 c0 90 00    U16_TO_U32 r0, ^r55.h00"), u16_to_u32);
        assert_eq!(word("77 00 14 00 00 c0 90 00"), u16_to_u32);
        assert_eq!(word("   77 00 14 00 00 C0 90 00 "), u16_to_u32);
        assert_eq!(word("0010: 0090c00000140077  U16_TO_U32 r0, ^r55.h00"), u16_to_u32);
        for other in [
            "",
            "   U16_TO_U32 r0, ^r55.h00",
            "77 00 14 00 00 c0 90",
            "77 00 14 00 00 c0 90 00 00",
            "77 00 14 00 00 c0 90 0",
            "+7 00 14 00 00 c0 90 00",
            "block0: 0090c00000140077",
            "0010: 0090c0000014007",
            "shader: 34 inst, 1.5 cycles",
        ] {
            assert_eq!(word(other), None, "{other}");
        }
    }

    #[test]
    fn a_dump_keeps_its_other_lines() {
        let text = "shader\n\n77 00 14 00 00 c0 90 00    A\n00 00 00 00 00 c0 00 78    B\n\nend\n";
        let code = [0x77, 0, 0x14, 0, 0, 0xc0, 0x90, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0x78];
        let code = Piece::Code { offset: 0, bytes: Cow::Owned(code.to_vec()) };
        assert_eq!(
            dump(text, word),
            [Piece::Text("shader"), Piece::Text(""), code, Piece::Text(""), Piece::Text("end")]
        );
        let zeros = "0000: 0090c00000140077  A\n0008: 0000000000000000  \n0010: 0000000000000000\n";
        assert_eq!(dump(zeros, word)[1..], [Piece::Padding { offset: 8, bytes: 16 }]);
        assert!(has_words(text) && !has_words("   NOP.end\n"));
        let instruction = |line| Instructions::default().next(line);
        assert_eq!(instruction("   NOP.end "), Some("NOP.end"));
        assert_eq!((instruction("    r0 = MOV"), instruction("  NOP"), instruction("\tNOP")), (None, None, None));
    }

    #[test]
    fn blocks_of_the_compiler_have_no_instructions() {
        let text = "impl main {\n   A\n}\n\nblock0 {\n   r0 = B\n   C r0\n} -> block1\n\nblock1 {\n   D\n}\n\n   E\n";
        let mut instructions = Instructions::default();
        let found: Vec<_> = text.lines().filter_map(|line| instructions.next(line)).collect();
        assert_eq!(found, ["A", "E"]);
    }
}
