//! Instructions, their forms and encodings.

use super::Pattern;

/// An instruction.
#[derive(Debug)]
pub struct Inst {
    /// Mnemonic.
    pub name: &'static str,
    /// One sentence about it.
    pub summary: &'static str,
    /// Versions that have it.
    pub versions: u16,
    /// Operands in the order of assembly.
    pub operands: &'static [OperandDef],
    /// First of its forms in [`Arch::forms`](super::Arch::forms); shortest first.
    pub first_form: u16,
    /// How many forms.
    pub form_count: u8,
    /// Whether its meaning is exact, assumed, approximate or not given.
    pub semantics: Status,
    /// What it is to the rules: an index into [`Checks::roles`](super::Checks::roles); 255 for nothing special.
    pub role: u8,
    /// The unit that runs it, empty where the specification does not say.
    pub unit: &'static str,
}

/// How well something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Verified.
    Exact,
    /// Assumed.
    Assumed,
    /// Approximate.
    Approximate,
    /// Not given.
    None,
}

/// An operand of an instruction, whatever the format.
#[derive(Debug)]
pub struct OperandDef {
    /// Name in the specification.
    pub name: &'static str,
    /// Type.
    pub ty: Type,
    /// How many registers of 32 bits it takes.
    pub dwords: u8,
    /// Whether the instruction reads it.
    pub read: bool,
    /// Whether the instruction writes it.
    pub written: bool,
}

/// Type of an operand: what a constant in its place means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Type {
    F16,
    /// Two f16 values in one register; a float constant is the low one.
    Halves,
    F32,
    F64,
    /// An integer of so many bits.
    Int {
        bits: u16,
        signed: bool,
    },
    /// A bit a lane.
    Mask,
}

/// An instruction in one format.
#[derive(Debug)]
pub struct Form {
    /// Index into [`Arch::insts`](super::Arch::insts).
    pub inst: u16,
    /// Index into [`Arch::formats`](super::Arch::formats).
    pub format: u16,
    /// For each version an index into [`Arch::encodings`](super::Arch::encodings), [`NONE`](super::NONE) where the form does not exist.
    pub encodings: &'static [u16],
}

/// A form as a version encodes it.
#[derive(Debug)]
pub struct Encoding {
    /// Fixed bits and opcode: what decoding compares.
    pub pattern: Pattern,
    /// Index into [`Arch::layouts`](super::Arch::layouts).
    pub layout: u16,
    /// Index into [`Arch::forms`](super::Arch::forms).
    pub form: u16,
    /// Bytes, without a literal.
    pub bytes: u8,
    /// A word is followed by a literal when one of these holds.
    pub literals: &'static [Pattern],
    /// The word with every field at its default.
    pub default: u64,
    /// For each dialect: bits outside the written operands that stand for "nothing more to print".
    pub plain: &'static [Pattern],
    /// For each dialect the mnemonic with its suffix, as printed.
    pub mnemonics: &'static [&'static str],
    /// Mnemonics that dialects print instead where fields have certain values.
    pub renames: &'static [Rename],
    /// The shorter form that can say the same, if there is one; for a form that extends another format, a form that its text could be
    /// taken for.
    pub shrink: Option<Shrink>,
    /// State that it touches beside its operands.
    pub effects: &'static Effects,
}

/// A mnemonic that a dialect prints where fields have certain values, which it then does not write.
#[derive(Debug)]
pub struct Rename {
    /// Index into [`Arch::dialects`](super::Arch::dialects).
    pub dialect: u8,
    /// The fields, and their values.
    pub when: Pattern,
    /// The mnemonic.
    pub mnemonic: &'static str,
}

/// When a form can be written in a shorter one.
#[derive(Clone, Copy, Debug)]
pub struct Shrink {
    /// The shorter form, an index into [`Arch::forms`](super::Arch::forms).
    pub form: u16,
    /// Words that it can hold.
    pub when: Pattern,
}

/// State that an instruction touches beside its operands: indices into [`Arch::registers`](super::Arch::registers) and [`Arch::memories`](super::Arch::memories).
#[derive(Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Effects {
    pub reads: &'static [u8],
    pub writes: &'static [u8],
    /// Those of the registers written that are written in any case.
    pub always: &'static [u8],
    pub reads_memory: &'static [u8],
    pub writes_memory: &'static [u8],
    /// Interfaces of the host whose operations it calls: indices into [`Arch::interfaces`](super::Arch::interfaces).
    pub calls: &'static [u8],
    /// Operands that are not written in all words although the meaning may write them: number, and the words in which not.
    pub kept: &'static [(u8, Pattern)],
    /// Whether it runs once a lane (and so reads the mask of active lanes).
    pub per_lane: bool,
}

impl Effects {
    /// Whether an operand that the meaning may write is written by an instruction with these bits.
    pub fn writes_operand(&self, operand: usize, bits: u64) -> bool {
        !self.kept.iter().any(|(kept, when)| usize::from(*kept) == operand && when.holds(bits))
    }
}

/// A spelling of a mnemonic, without a format suffix.
#[derive(Debug)]
pub struct Mnemonic {
    /// The spelling.
    pub name: &'static str,
    /// Index into [`Arch::insts`](super::Arch::insts).
    pub inst: u16,
    /// Versions in which it is accepted.
    pub versions: u16,
    /// Dialects in which it is accepted, bit `i` for [`Arch::dialects`](super::Arch::dialects)`[i]`.
    pub dialects: u8,
    /// Bits of fields that the spelling fixes.
    pub fixes: Pattern,
}
