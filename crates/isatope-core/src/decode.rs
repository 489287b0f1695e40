//! Decodes bytes to instructions.

use core::fmt;

use crate::bits::Bits;
use crate::instruction::Instruction;
use crate::tables::{Arch, Encoding, KEYED, Key, LEAF, Opcode, Version};
use crate::target::Target;

/// Why bytes are not an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes end inside an instruction that takes this many.
    TooShort {
        /// Bytes needed.
        needed: u8,
    },
    /// No instruction of the target has this encoding.
    UnknownOpcode,
    /// The encoding is known, but bits that must be fixed are not.
    ReservedBits {
        /// The wrong bits of the instruction.
        bits: u64,
    },
}

impl DecodeError {
    /// Whether the bytes may be the start of an instruction.
    pub fn is_incomplete(&self) -> bool {
        matches!(self, Self::TooShort { .. })
    }
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

/// Decodes the instruction at the start of `bytes`, which may go on after it.
///
/// # Errors
/// See [`DecodeError`].
#[inline]
pub fn decode(target: Target, bytes: &[u8]) -> Result<Instruction, DecodeError> {
    recognize(target, bytes).ok_or_else(|| why_not(target, bytes))
}

impl Target {
    /// Decodes the instruction at the start of some bytes.
    ///
    /// # Errors
    /// If there are too few bytes, or they do not decode.
    #[inline]
    pub fn decode(self, bytes: &[u8]) -> Result<Instruction, DecodeError> {
        decode(self, bytes)
    }

    /// Returns a decoder for the instructions of some code.
    pub fn decoder(self, code: &[u8]) -> Decoder<'_> {
        Decoder::new(self, code)
    }
}

/// Like [`decode`], without the reason for a failure, which takes time to find.
#[inline]
pub fn recognize(target: Target, bytes: &[u8]) -> Option<Instruction> {
    let Some(chunk) = bytes.first_chunk::<8>() else { return at_end(target, bytes) };
    let word = u64::from_le_bytes(*chunk);
    find(target, target.arch(), target.version_info(), (word, bytes), guess(target.version_info(), word))
}

/// The bytes, filled up with zeros, and the instruction that they then are.
#[cold]
#[inline(never)]
fn padded(target: Target, bytes: &[u8]) -> (u64, Option<Instruction>) {
    let bits = Bits::from_bytes(bytes);
    let (word, version) = (bits.head, target.version_info());
    (word, find(target, target.arch(), version, (word, &bits.to_bytes()), guess(version, word)))
}

/// Recognizes an instruction in fewer bytes than the longest one has.
#[cold]
#[inline(never)]
fn at_end(target: Target, bytes: &[u8]) -> Option<Instruction> {
    if bytes.len() < target.arch().word_bits as usize / 8 {
        return None;
    }
    padded(target, bytes).1.filter(|inst| inst.len() <= bytes.len())
}

/// Why bytes are no instruction.
#[cold]
#[inline(never)]
fn why_not(target: Target, bytes: &[u8]) -> DecodeError {
    let word_bits = target.arch().word_bits;
    if bytes.len() < word_bits as usize / 8 {
        return DecodeError::TooShort { needed: (word_bits / 8) as u8 };
    }
    match padded(target, bytes) {
        (_, Some(inst)) => DecodeError::TooShort { needed: inst.len() as u8 },
        (word, None) => unknown(target, word),
    }
}

/// Bytes that the instruction which starts with a word takes, most likely.
#[inline(always)]
fn guess(version: &Version, word: u64) -> usize {
    version.lengths.as_ref().map_or(8, |lengths| lengths.guess(word as u32))
}

/// The leaf of the decision tree.
#[inline(always)]
fn walk(arch: &Arch, version: &Version, word: u64) -> u16 {
    let root = &version.root;
    let mut entry = root.entries[(word >> root.low) as usize & usize::from(root.mask)];
    loop {
        let node = &arch.nodes[usize::from(entry)];
        let value = |(low, mask): (u8, u16)| (word >> low) as usize & usize::from(mask);
        let row = value(node.first) * usize::from(node.classes);
        let class = arch.maps[usize::from(node.maps[0]) + value(node.second)];
        let other = arch.maps[usize::from(node.maps[1]) + value(node.third)];
        entry = arch.entries[node.base as usize + row + usize::from(class) + usize::from(other)];
        if entry & LEAF != 0 {
            return entry;
        }
    }
}

/// The form at a leaf that says one.
#[inline(always)]
fn form(leaf: u16) -> Opcode {
    Opcode::new(usize::from(leaf & !LEAF))
}

/// The key at a leaf that is not a form; `None` where there is no instruction.
#[inline(always)]
fn key(arch: &'static Arch, leaf: u16) -> Option<&'static Key> {
    arch.keys.get(usize::from(leaf & !(LEAF | KEYED)))
}

/// The instruction that a word is, whose length was guessed; what follows a word of 32 bits may be a literal.
#[inline(always)]
fn find(
    target: Target,
    arch: &'static Arch,
    version: &Version,
    (word, bytes): (u64, &[u8]),
    guess: usize,
) -> Option<Instruction> {
    let leaf = walk(arch, version, word);
    if leaf & KEYED == 0 {
        return Some(Instruction::from_raw(Bits::from(word).cut(guess), form(leaf), target, guess as u8));
    }
    keyed(target, arch, (word, bytes), leaf)
}

/// The instruction that a word is whose key is known.
#[inline(always)]
fn keyed(target: Target, arch: &'static Arch, (word, bytes): (u64, &[u8]), leaf: u16) -> Option<Instruction> {
    let key = key(arch, leaf).filter(|key| key.pattern.holds(word))?;
    let literal = key.literals[0].holds(word) | key.literals[1].holds(word);
    let length = key.bytes + 4 * u8::from(literal);
    if length > 8 {
        return long(target, bytes, key);
    }
    Some(Instruction::from_raw(Bits::from(word).cut(length.into()), key.form, target, length))
}

/// An instruction of more than 8 bytes.
#[cold]
#[inline(never)]
fn long(target: Target, bytes: &[u8], key: &Key) -> Option<Instruction> {
    let bits = Bits::from_bytes(bytes.get(..key.bytes.into())?);
    Some(Instruction::from_raw(bits, key.form, target, key.bytes))
}

/// Why a word is not an instruction.
#[cold]
#[inline(never)]
fn unknown(target: Target, word: u64) -> DecodeError {
    let arch = target.arch();
    let key = key(arch, walk(arch, target.version_info(), word));
    match key.and_then(|key| arch[key.form].encoding(target.version())) {
        Some(encoding) => mismatch(arch, &arch[encoding], word),
        None => DecodeError::UnknownOpcode,
    }
}

/// Tells reserved bits of a known encoding from an encoding that does not exist.
fn mismatch(arch: &Arch, encoding: &Encoding, word: u64) -> DecodeError {
    let layout = &arch[encoding.layout];
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

    /// Offset of the next instruction.
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Goes on somewhere else.
    #[inline]
    pub fn seek(&mut self, offset: usize) {
        self.offset = offset;
    }

    /// The next instruction, or `None` for a word that is none, and where it is. As [`next`](Iterator::next), for those
    /// who need not know why a word is not an instruction.
    ///
    /// Always inlined: passed through memory, an instruction costs half as much again.
    #[inline(always)]
    pub fn advance(&mut self) -> Option<(usize, Option<Instruction>)> {
        let offset = self.offset;
        let rest = self.bytes.get(offset..)?;
        let Some(chunk) = rest.first_chunk::<8>() else {
            let inst = at_end(self.target, rest);
            self.offset = offset + self.length(inst).min(rest.len());
            return (!rest.is_empty()).then_some((offset, inst));
        };
        let word = u64::from_le_bytes(*chunk);
        // The next place comes from the guess, so that this instruction need not be finished before the next one is
        // begun.
        let guess = guess(self.version, word);
        self.offset = offset + guess;
        let inst = find(self.target, self.arch, self.version, (word, rest), guess);
        let length = self.length(inst);
        if length != guess {
            self.offset = corrected(offset + length);
        }
        Some((offset, inst))
    }

    /// Goes to the next instruction that starts before `end` and whose form is wanted, and after it, or else to the
    /// first place from `end` on. That is quicker than to look at each instruction. `passed` belongs to what is wanted.
    #[inline(never)]
    pub fn skip_to(
        &mut self,
        end: usize,
        passed: &mut Passed,
        wanted: impl Fn(Opcode) -> bool,
    ) -> Option<(usize, Instruction)> {
        let (target, arch, version, bytes) = (self.target, self.arch, self.version, self.bytes);
        let mut offset = self.offset;
        while offset < end {
            let word = match bytes.get(offset..).and_then(<[u8]>::first_chunk::<8>) {
                Some(chunk) => u64::from_le_bytes(*chunk),
                None => break,
            };
            let guess = guess(version, word);
            let bits = if guess == 4 { word & 0xffff_ffff } else { word };
            let place = offset;
            offset += guess;
            let known = passed.slot(bits);
            if *known == bits && bits != 0 {
                continue;
            }
            let leaf = walk(arch, version, word);
            let form = form(leaf);
            let inst = if leaf & KEYED == 0 {
                if !wanted(form) {
                    *known = bits;
                    continue;
                }
                Some(Instruction::from_raw(Bits::from(word).cut(guess), form, target, guess as u8))
            } else {
                let inst = keyed(target, arch, (word, &bytes[place..]), leaf);
                offset = corrected(place + self.length(inst));
                inst.filter(|inst| wanted(inst.opcode()))
            };
            if let Some(inst) = inst {
                self.offset = offset;
                return Some((place, inst));
            }
        }
        self.offset = offset;
        while self.offset < end {
            if let (place, Some(inst)) = self.advance()?
                && wanted(inst.opcode())
            {
                return Some((place, inst));
            }
        }
        None
    }

    /// Bytes of an instruction, or of a word that is none.
    #[inline(always)]
    fn length(&self, inst: Option<Instruction>) -> usize {
        inst.map_or(self.arch.word_bits as usize / 8, |inst| inst.len())
    }
}

/// Bits of instructions that searches have passed over, which most code repeats: they need not be decoded again. It is
/// 64 KiB large.
#[derive(Clone, Debug)]
pub struct Passed {
    bits: [u64; PASSED],
}

/// Number of instructions that are remembered, a power of two.
const PASSED: usize = 1 << 13;

impl Default for Passed {
    fn default() -> Self {
        Self { bits: [0; PASSED] }
    }
}

impl Passed {
    /// The place of an instruction; 0 if none was there yet.
    #[inline(always)]
    fn slot(&mut self, bits: u64) -> &mut u64 {
        let place = (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize;
        &mut self.bits[place % PASSED]
    }
}

/// The place after a wrong guess. A call, so that the place after a right one does not wait for the comparison; and no
/// method: a decoder whose address is known lives in memory, where every place waits for the one before it to be
/// stored.
#[cold]
#[inline(never)]
fn corrected(offset: usize) -> usize {
    offset
}

impl Iterator for Decoder<'_> {
    type Item = (usize, Result<Instruction, DecodeError>);

    /// Always inlined, as [`advance`](Decoder::advance) is.
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (offset, inst) = self.advance()?;
        Some((offset, inst.ok_or_else(|| why_not(self.target, &self.bytes[offset..]))))
    }
}
