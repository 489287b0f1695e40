//! Print programs: the text of instructions as data.
//!
//! A form has a list of [`Alternative`]s in each dialect; the first one whose pattern fits a word writes it: the
//! mnemonic, then [`Step`]s one after the other. Most pieces gather a few bits of the word to a key and copy the text
//! that the [`Entry`] of the key holds.

use super::{AlternativeId, List, NumberId, NumberPieceId, NumberStyle, Pattern, Shared};
use crate::bits::Bits;

/// The print programs of an architecture.
#[derive(Debug)]
pub struct Print {
    /// For each version and dialect the first alternative of each form, `None` where the version does not have it.
    pub programs: &'static [&'static [&'static [Option<AlternativeId>]]],
    /// Alternatives of all forms; those of one follow each other, and the last of them fits every word.
    pub alternatives: &'static [Alternative],
    /// Steps of all alternatives.
    pub steps: &'static [Shared<Step>],
    /// Numbers that are written digit by digit.
    pub numbers: &'static [NumberPiece],
    /// Signs around operands.
    pub signs: &'static [Signs],
    /// Syntax of literals.
    pub literals: &'static [LiteralStyle],
    /// Sets of small numbers, a bit each.
    pub sets: &'static [u64],
    /// First entries, for operands whose number of registers depends on fields.
    pub bases: &'static [u32],
    /// Texts by key.
    pub entries: &'static [Shared<Entry>],
    /// Where texts are among the entries, the numbers of these with one added; empty for an architecture of which text
    /// is read in another way.
    pub written: &'static [u16],
    /// Longer texts, one after the other, and after them room for [`CHUNK`] bytes.
    pub texts: &'static [u8],
}

/// Bytes of text that are copied at a time.
pub const CHUNK: usize = 32;

/// A text: where it starts in [`Print::texts`], and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextAt {
    /// Where it starts.
    pub at: u32,
    /// Its length in bytes.
    pub len: u8,
}

/// Syntax of some words of a form.
#[derive(Clone, Copy, Debug)]
pub struct Alternative {
    /// The mnemonic.
    pub head: Shared<Head>,
    /// Text after it, and its condition.
    pub body: Shared<Body>,
}

/// A mnemonic.
#[derive(Debug)]
pub struct Head {
    /// Where it starts in [`Print::texts`]; blanks up to the column of the dialect follow.
    pub at: u32,
    /// Its length.
    pub name: u8,
    /// Its length with the blanks after it.
    pub padded: u8,
}

/// Text after a mnemonic.
#[derive(Debug)]
#[repr(align(32))]
pub struct Body {
    /// The words.
    pub when: Pattern,
    /// The first step.
    pub first: u16,
    /// Number of pieces.
    pub count: u8,
    /// Number of scalar values that are read implicitly.
    pub unsaid: u8,
    /// With more scalar values than this the operand rules must be looked at.
    pub limit: u8,
    /// Whether it fits a mnemonic that leaves operands out.
    pub renamed: bool,
}

/// A run of bits of a key: how far the word is rotated to the right, and the bits that are taken then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Bits to the right.
    pub rotate: u8,
    /// What is taken.
    pub mask: u16,
}

/// A step of text.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Step {
    /// The key, in up to three runs.
    pub runs: [Run; 3],
    /// Where its entries start; for a text its place.
    pub table: u32,
    /// Flags of entries that count.
    pub flags: u16,
    /// What its kind says.
    pub extra: u16,
    /// For an operand with signs an index into [`Print::signs`].
    pub signs: u16,
    /// What it does.
    pub kind: StepKind,
    /// What precedes it.
    pub lead: Lead,
    /// The operand that it belongs to.
    pub operand: Option<u8>,
    /// The word of 32 bits from which on the bits of the key are counted.
    pub word: u8,
}

/// Kinds of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Writes a text of `extra` bytes.
    Text,
    /// Writes the entry of the key.
    Choice,
    /// Writes the entry of an operand, whose flags count. `extra` is an index into [`Print::literals`].
    Operand,
    /// An operand with signs around it.
    Signed,
    /// Takes the place of entries for the operand that follows from [`Print::bases`].
    Count,
    /// An operand whose entries start where the step before it says.
    Counted,
    /// The operand as its value says, of a class with too many codes for entries.
    Value,
    /// A number; `extra` is an index into [`Print::numbers`].
    Number,
    /// A lane pattern; `extra` is an index into [`Print::numbers`].
    Swizzle,
    /// The upper half of the word as a literal; `extra` is an index into [`Print::literals`].
    Literal,
    /// Skips `extra` pieces if the key is not in a set ([`Print::sets`]).
    When,
    /// Bits that operands share, where they are not as the operands ask for; `extra` is an index into
    /// [`Print::numbers`].
    Shared,
}

/// What precedes a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// Nothing.
    None,
    /// A blank.
    Blank,
    /// A comma.
    Comma,
    /// A blank after the mnemonic, otherwise a comma.
    Varies,
}

/// The text of a key: up to 13 bytes, its length, and two bytes of flags. Of a longer one there is the place among
/// [`Print::texts`] ([`LONG`](Self::LONG)); what depends on more than the key ([`SPECIAL`](Self::SPECIAL)) says how its
/// number is written, or that it is a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub struct Entry(pub [u8; 16]);

impl Entry {
    /// Bytes of text in an entry.
    pub const INSIDE: usize = 13;
    /// The text is too long to be here.
    pub const LONG: u16 = 1;
    /// One of the scalar values of which only this many may be read.
    pub const SCALAR: u16 = 1 << 1;
    /// Values of the bits that operands share with which it means the same, a bit each.
    pub const ALIKE: u16 = 0xf << 2;
    /// The text depends on more than the key.
    pub const SPECIAL: u16 = 1 << 6;
    /// A number, whose sign has to look otherwise than that of a constant.
    pub const NUMBER: u16 = 1 << 7;
    /// Flags that break an operand rule where the rule applies.
    pub const BREAKS: u16 = 0xff00;

    /// Its flags.
    #[inline(always)]
    pub fn flags(&self) -> u16 {
        u16::from_le_bytes([self.0[14], self.0[15]])
    }

    /// Length of its text.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0[13].into()
    }

    /// Whether it has no text.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Position of the text.
    pub fn place(&self) -> TextAt {
        let [a, b, c, d, ..] = self.0;
        TextAt { at: u32::from_le_bytes([a, b, c, d]), len: self.0[13] }
    }

    /// A special text: a number ([`Print::numbers`]), or `None` for a literal.
    pub fn special(&self) -> Option<NumberPieceId> {
        let [first, second, ..] = self.0;
        NumberPieceId::from_raw(u16::from_le_bytes([first, second]))
    }
}

impl Print {
    /// The steps of an alternative.
    #[inline(always)]
    pub(crate) fn steps_of(&self, body: &Body) -> &'static [Shared<Step>] {
        let first = usize::from(body.first);
        self.steps.get(first..first + usize::from(body.count)).unwrap_or_default()
    }
}

/// The entries in the bytes that the build script has made.
pub(crate) const fn entries<const N: usize>(bytes: &[u8]) -> [Entry; N] {
    let mut all = [Entry([0; 16]); N];
    let chunks = bytes.as_chunks::<16>().0;
    let mut i = 0;
    while i < N {
        all[i] = Entry(chunks[i]);
        i += 1;
    }
    all
}

/// The rows that two bytes each tell, which the build script has made.
pub(crate) const fn numbered<T, const N: usize>(bytes: &[u8]) -> [Shared<T>; N] {
    let mut all = [Shared::new(0); N];
    let chunks = bytes.as_chunks::<2>().0;
    let mut i = 0;
    while i < N {
        all[i] = Shared::new(u16::from_le_bytes(chunks[i]) as usize);
        i += 1;
    }
    all
}

/// The alternatives that four bytes each tell, which the build script has made.
pub(crate) const fn alternatives<const N: usize>(bytes: &[u8]) -> [Alternative; N] {
    let mut all = [Alternative { head: Shared::new(0), body: Shared::new(0) }; N];
    let chunks = bytes.as_chunks::<4>().0;
    let mut i = 0;
    while i < N {
        let [head_low, head_high, body_low, body_high] = chunks[i];
        all[i] = Alternative {
            head: Shared::new(u16::from_le_bytes([head_low, head_high]) as usize),
            body: Shared::new(u16::from_le_bytes([body_low, body_high]) as usize),
        };
        i += 1;
    }
    all
}

/// A number.
#[derive(Debug)]
pub struct NumberPiece {
    /// What precedes it.
    pub before: TextAt,
    /// Its runs of bits, most significant first: lowest bit and count.
    pub runs: List<(u8, u8)>,
    /// How it is written.
    pub style: DigitStyle,
    /// The default value, which is not printed.
    pub silent: Option<u64>,
    /// Alternative spellings.
    pub number: Option<NumberId>,
}

impl NumberPiece {
    /// Number of bits.
    pub fn bits(&self) -> u32 {
        self.runs.iter().map(|r| u32::from(r.1)).sum()
    }

    /// Its value in a word.
    #[inline(always)]
    pub fn value(&self, bits: Bits) -> u64 {
        let run = |value: u64, &(low, count): &(u8, u8)| {
            value.unbounded_shl(count.into()) | bits.get(low.into(), count.into())
        };
        self.runs.iter().fold(0, run)
    }

    /// A word with another value.
    pub fn with(&self, mut bits: Bits, mut value: u64) -> Bits {
        for &(low, count) in self.runs.iter().rev() {
            bits.put(low.into(), count.into(), value);
            value = value.unbounded_shr(count.into());
        }
        bits
    }

    /// Bits from which it is gathered, of the first 64.
    pub fn mask(&self) -> u64 {
        self.runs.iter().fold(0, |mask, &(low, count)| {
            let ones = if count >= 64 { u64::MAX } else { (1 << count) - 1 };
            mask | ones.unbounded_shl(low.into())
        })
    }
}

/// Digits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitStyle {
    /// A number in an operand field.
    Plain(NumberStyle),
    /// Hexadecimal with capital letters.
    Capital,
    /// Bits at their position in the word, in hexadecimal.
    InPlace,
}

/// Signs around an operand, each with the bit that asks for it.
#[derive(Debug)]
pub struct Signs {
    /// A function around everything else: its name with the opening bracket.
    pub function: (Option<u8>, TextAt),
    /// A sign before the operand, and the function that means it around a number.
    pub prefix: (Option<u8>, TextAt, TextAt),
    /// Text before and after the operand.
    pub around: (Option<u8>, TextAt, TextAt),
}

/// Syntax of a literal: hexadecimal, in `lit()` if a bare number would be read as something else.
#[derive(Debug)]
pub struct LiteralStyle {
    /// Smaller numbers could be taken for those of another form.
    pub least: u32,
    /// Larger ones would be cut off.
    pub most: u32,
    /// First and last integer that has a code of its own.
    pub integers: (i32, i32),
    /// Numbers have no sign: negative ones are not integers with codes.
    pub unsigned: bool,
    /// Bits of floats that have codes of their own.
    pub floats: &'static [u32],
    /// Small numbers in `lit()` are decimal.
    pub decimal: bool,
    /// Prints the literal as a float in a comment, if the dialect does so.
    pub comment: Option<FloatComment>,
}

/// The float in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatComment {
    /// Of 32 bits.
    Single,
    /// Of 16 bits.
    Half,
}

impl LiteralStyle {
    /// Whether the bare number would be taken for something else.
    pub fn is_ambiguous(&self, value: u32) -> bool {
        let number = if self.unsigned { i64::from(value) } else { i64::from(value as i32) };
        value < self.least
            || value > self.most
            || (i64::from(self.integers.0)..=i64::from(self.integers.1)).contains(&number)
            || self.floats.contains(&value)
    }
}
