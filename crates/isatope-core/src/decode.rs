//! From bytes to instructions.

use core::fmt;

use crate::instruction::{Instruction, Opcode};
use crate::tables::{Arch, Encoding, Key, LEAF, NONE, Version};
use crate::target::Target;

/// Why bytes are not an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes end inside an instruction that takes so many.
    TooShort {
        /// Bytes needed.
        needed: u8,
    },
    /// No instruction of the target has this encoding.
    UnknownOpcode,
    /// The encoding is known, but bits that have to be fixed are not.
    ReservedBits {
        /// Which bits of the instruction are wrong.
        bits: u64,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { needed } => write!(f, "the bytes end inside an instruction of {needed}"),
            Self::UnknownOpcode => f.write_str("no instruction has this encoding"),
            Self::ReservedBits { bits } => write!(f, "reserved bits are set: {bits:#x}"),
        }
    }
}

impl core::error::Error for DecodeError {}

/// Decodes the instruction at the start of `bytes`, which may go on behind it.
///
/// # Errors
/// See [`DecodeError`].
#[inline]
pub fn decode(target: Target, bytes: &[u8]) -> Result<Instruction, DecodeError> {
    let arch = target.arch();
    let version = target.version_info();
    let Some(chunk) = bytes.first_chunk::<8>() else { return decode_end(target, bytes) };
    let word = u64::from_le_bytes(*chunk);
    match find(arch, version, word) {
        Some(key) => Ok(instruction(target, key, word)),
        None => Err(unknown(target, word)),
    }
}

/// Decodes from fewer bytes than the longest instruction has.
#[cold]
#[inline(never)]
fn decode_end(target: Target, bytes: &[u8]) -> Result<Instruction, DecodeError> {
    let (arch, version) = (target.arch(), target.version_info());
    let word_bits = arch.word_bits;
    let mut padded = [0; 8];
    padded[..bytes.len()].copy_from_slice(bytes);
    if bytes.len() < word_bits as usize / 8 {
        return Err(DecodeError::TooShort { needed: (word_bits / 8) as u8 });
    }
    let word = u64::from_le_bytes(padded);
    let key = find(arch, version, word).ok_or_else(|| unknown(target, word))?;
    let inst = instruction(target, key, word);
    if inst.len() > bytes.len() { Err(DecodeError::TooShort { needed: inst.len() as u8 }) } else { Ok(inst) }
}

/// Where the decision tree ends: an index into [`Arch::keys`], beyond its end where there is no instruction.
#[inline(always)]
fn walk(arch: &Arch, version: &Version, word: u64) -> usize {
    let root = &version.root;
    let mut entry = root.entries[(word >> root.low) as usize & usize::from(root.mask)];
    loop {
        let node = &arch.nodes[usize::from(entry)];
        let ((low, mask), (second, choice)) = (node.first, node.second);
        let class = arch.maps[usize::from(node.map) + ((word >> second) as usize & usize::from(choice))];
        let row = ((word >> low) as usize & usize::from(mask)) * usize::from(node.classes);
        entry = arch.entries[node.base as usize + row + usize::from(class)];
        if entry & LEAF != 0 {
            return usize::from(entry & !LEAF);
        }
    }
}

/// What a word is, if it is an instruction.
#[inline(always)]
fn find(arch: &'static Arch, version: &Version, word: u64) -> Option<&'static Key> {
    arch.keys.get(walk(arch, version, word)).filter(|key| key.pattern.holds(word))
}

/// The instruction that a word is; what follows the word may be a literal.
#[inline(always)]
fn instruction(target: Target, key: &Key, word: u64) -> Instruction {
    let literal = key.literals[0].holds(word) | key.literals[1].holds(word);
    let length = key.bytes + 4 * u8::from(literal);
    let bits = if length == 4 { word & 0xffff_ffff } else { word };
    Instruction::from_raw(bits, Opcode(key.form), target, length)
}

/// Why a word is no instruction.
#[cold]
#[inline(never)]
fn unknown(target: Target, word: u64) -> DecodeError {
    let arch = target.arch();
    let key = arch.keys.get(walk(arch, target.version_info(), word));
    let row = key.map_or(NONE, |key| arch.forms[usize::from(key.form)].encodings[target.version()]);
    match arch.encodings.get(usize::from(row)) {
        Some(encoding) => mismatch(arch, encoding, word),
        None => DecodeError::UnknownOpcode,
    }
}

/// Tells reserved bits of a known encoding from an encoding that does not exist.
fn mismatch(arch: &Arch, encoding: &Encoding, word: u64) -> DecodeError {
    let layout = &arch.layouts[encoding.layout as usize];
    let wrong = (word ^ encoding.pattern.value) & encoding.pattern.mask;
    // The topmost run of fixed bits of the first word names the format; the opcode names the instruction.
    let word_bits = arch.word_bits.min(64);
    let fixed = layout.fixed.mask << (64 - word_bits);
    let skip = fixed.leading_zeros();
    let run = fixed.checked_shl(skip).map_or(0, u64::leading_ones);
    let naming = fixed & !u64::MAX.checked_shr(skip + run).unwrap_or(0);
    let naming = naming >> (64 - word_bits);
    let opcode = layout.op.iter().fold(0, |m, p| m | ((1_u64 << p.bits) - 1) << p.low);
    if wrong & (naming | opcode) == 0 { DecodeError::ReservedBits { bits: wrong } } else { DecodeError::UnknownOpcode }
}

/// Decodes bytes from start to end, as (offset, instruction). A word that is none is yielded as an error and skipped.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    target: Target,
    arch: &'static Arch,
    version: &'static Version,
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Decoder<'a> {
    /// Starts at the first byte.
    pub fn new(target: Target, bytes: &'a [u8]) -> Self {
        Self { target, arch: target.arch(), version: target.version_info(), bytes, offset: 0 }
    }

    /// Where the next instruction starts.
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Goes on somewhere else.
    #[inline]
    pub fn seek(&mut self, offset: usize) {
        self.offset = offset;
    }

    /// The next instruction, where fewer bytes are left than the longest one has.
    #[cold]
    #[inline(never)]
    fn last(&mut self) -> Option<(usize, Result<Instruction, DecodeError>)> {
        let rest = self.bytes.get(self.offset..).filter(|rest| !rest.is_empty())?;
        let offset = self.offset;
        let result = decode_end(self.target, rest);
        self.offset += result.as_ref().map_or(self.arch.word_bits as usize / 8, Instruction::len);
        Some((offset, result))
    }

    /// A word that is no instruction.
    #[cold]
    #[inline(never)]
    fn skip(&mut self, offset: usize, word: u64) -> Option<(usize, Result<Instruction, DecodeError>)> {
        self.offset = offset + self.arch.word_bits as usize / 8;
        Some((offset, Err(unknown(self.target, word))))
    }

    #[cold]
    #[inline(never)]
    fn correct(&mut self, offset: usize) {
        self.offset = offset;
    }
}

impl Iterator for Decoder<'_> {
    type Item = (usize, Result<Instruction, DecodeError>);

    /// Always inlined: passed through memory, an instruction costs half as much again.
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.offset;
        let Some(chunk) = self.bytes.get(offset..).and_then(<[u8]>::first_chunk::<8>) else { return self.last() };
        let word = u64::from_le_bytes(*chunk);
        // The next place comes from the guess, so that this instruction need not be finished before the next one is begun.
        let guess = self.version.lengths.as_ref().map_or(8, |lengths| lengths.guess(word as u32));
        self.offset = offset + guess;
        let Some(key) = find(self.arch, self.version, word) else { return self.skip(offset, word) };
        let inst = instruction(self.target, key, word);
        if inst.len() != guess {
            self.correct(offset + inst.len());
        }
        Some((offset, Ok(inst)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target() -> Target {
        Target::from_name("gcn1.2").expect("known")
    }

    #[test]
    fn errors_tell_what_is_wrong() {
        assert_eq!(decode(target(), &[]), Err(DecodeError::TooShort { needed: 4 }));
        assert_eq!(decode(target(), &[1, 2, 3]), Err(DecodeError::TooShort { needed: 4 }));
        // v_mov_b32 v0, literal, and a word of a VOP3 instruction alone.
        assert_eq!(decode(target(), &0x7e00_02ff_u32.to_le_bytes()), Err(DecodeError::TooShort { needed: 8 }));
        assert_eq!(decode(target(), &0xd101_0001_u32.to_le_bytes()), Err(DecodeError::TooShort { needed: 8 }));
        // VOP1 has no opcode 255.
        assert_eq!(decode(target(), &0x7e01_fe00_u32.to_le_bytes()), Err(DecodeError::UnknownOpcode));
    }

    #[test]
    fn a_word_that_is_none_is_skipped() {
        let words = [0x7e01_fe00_u32, 0x0202_0c02, 0x7e00_02ff, 0x0000_0007, 0xd101_0001];
        let mut bytes = [0; 20];
        for (place, word) in bytes.chunks_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        let mut decoder = Decoder::new(target(), &bytes);
        assert_eq!(decoder.next(), Some((0, Err(DecodeError::UnknownOpcode))));
        let mut name = || decoder.next().and_then(|(offset, i)| Some((offset, i.ok()?.name())));
        assert_eq!(name(), Some((4, "v_add_f32")));
        assert_eq!(name(), Some((8, "v_mov_b32")));
        assert_eq!(decoder.next(), Some((16, Err(DecodeError::TooShort { needed: 8 }))));
        assert_eq!(decoder.next(), None);
    }
}
