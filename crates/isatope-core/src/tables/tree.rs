//! Data of the decoder: the decision tree, and the keys that are compared at its leaves.

use super::{Opcode, Pattern};

/// Guess of instruction lengths from the first word of 32 bits. The decoder detects wrong guesses.
#[derive(Debug)]
pub struct Lengths {
    /// The rule for bits 31:23.
    pub rules: [u8; 512],
    /// For bits 8:0 the rules by which the instruction takes two words, a bit each.
    pub first: [u8; 512],
    /// For bits 15:8, the rules by which the instruction takes two words, one bit per rule.
    pub second: [u8; 256],
}

impl Lengths {
    /// Bytes that the instruction with this first word takes, most likely.
    #[inline]
    pub fn guess(&self, word: u32) -> usize {
        let rule = self.rules[(word >> 23) as usize];
        let long = self.first[(word & 0x1ff) as usize] | self.second[(word >> 8 & 0xff) as usize];
        4 + 4 * usize::from(long >> rule & 1)
    }
}

/// The root of a decision tree: a run of bits.
#[derive(Debug)]
pub struct Root {
    /// Its lowest bit.
    pub low: u8,
    /// The bits that are left of the word shifted down by that.
    pub mask: u16,
    /// The node that each value leads to: at least one, so that their number is nearly always the same.
    pub entries: &'static [u16],
}

/// A node of a decision tree. It looks at up to three runs of bits, each given as its lowest bit and the bits that are
/// left of the word shifted down by that. The first run is told apart value by value, the others by classes.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The first run.
    pub first: (u8, u16),
    /// The second run.
    pub second: (u8, u16),
    /// The third run.
    pub third: (u8, u16),
    /// Number of combined classes of the second and third run.
    pub classes: u16,
    /// Where the maps of the second and third run start in [`Arch::maps`](super::Arch::maps).
    pub maps: [u16; 2],
    /// Where the table starts in [`Arch::entries`](super::Arch::entries): class by class for each value of the first
    /// run.
    pub base: u32,
}

/// Decoder data of an encoding, packed.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Fixed bits and opcode.
    pub pattern: Pattern,
    /// The form.
    pub form: Opcode,
    /// Bytes, without a literal.
    pub bytes: u8,
    /// Operands that may ask for a literal.
    pub literals: [LiteralCode; 2],
}

/// The code of an operand that means a literal after the word.
#[derive(Clone, Copy, Debug)]
pub struct LiteralCode {
    /// Lowest bit of the operand's field.
    pub low: u8,
    /// The field, shifted down.
    pub mask: u16,
    /// The code; one that the field cannot hold where there is no such operand.
    pub code: u16,
}

impl LiteralCode {
    /// Whether a word has it.
    #[inline]
    pub fn holds(self, word: u64) -> bool {
        (word >> self.low) as u16 & self.mask == self.code
    }
}

/// Marks a leaf of the decision tree. It says a form, an index into [`Arch::forms`](super::Arch::forms): all fixed bits
/// were looked at on the way, and the guess at the length is right.
pub const LEAF: u16 = 1 << 15;
/// Marks a leaf that says a key instead, an index into [`Arch::keys`](super::Arch::keys), which remains to be compared.
pub const KEYED: u16 = 1 << 14;
/// A leaf that means no instruction.
pub const NO_ENCODING: u16 = u16::MAX;
