//! Instructions, their forms and encodings.

use super::{
    DialectId, DoubtId, EncodingId, Expect, FileId, FormatId, InstId, LayoutId, List, NoteCondition, Opcode, Pattern,
    RegisterId, RoleId, Shared, Text, VersionId,
};

/// An instruction.
#[derive(Debug)]
pub struct Inst {
    /// Mnemonic.
    pub name: Text,
    /// One sentence about it.
    pub summary: Text,
    /// Versions that have it.
    pub versions: u16,
    /// Operands in the order of assembly.
    pub operands: List<OperandDef>,
    /// First of its forms, which follow each other, the shortest first.
    pub first_form: Opcode,
    /// Number of forms.
    pub form_count: u8,
    /// Whether its meaning is exact, assumed, approximate or not given.
    pub semantics: Status,
    /// Role for the rules, if any.
    pub role: Option<RoleId>,
}

impl Inst {
    /// Its forms, the shortest first.
    pub fn forms(&self) -> impl Iterator<Item = Opcode> + use<> {
        let first = self.first_form.index();
        (first..first + usize::from(self.form_count)).map(Opcode::new)
    }
}

/// Grades of spec notes.
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
    pub name: Text,
    /// Type.
    pub ty: Type,
    /// Number of 32-bit registers, for masks with the largest number of lanes; see [`dwords_in`](Self::dwords_in).
    pub dwords: u8,
    /// Whether the entry looks at its value. What a given word reads is told by
    /// [`Instruction::access`](crate::Instruction::access).
    pub read: bool,
    /// Whether the entry assigns it.
    pub written: bool,
    /// Another number of registers of 32 bits that a dialect reads as well.
    pub also: Option<(u8, DialectId)>,
}

impl OperandDef {
    /// Number of 32-bit registers for a wavefront with this many lanes.
    #[inline]
    pub fn dwords_in(&self, lanes: u32) -> u8 {
        if self.ty == Type::Mask { lanes.div_ceil(32) as u8 } else { self.dwords }
    }
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
    /// An integer of this many bits.
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
    /// The instruction.
    pub inst: InstId,
    /// The format.
    pub format: FormatId,
    /// Its encoding in each version, `None` where the form does not exist.
    pub encodings: List<Option<EncodingId>>,
    /// Spec notes about its meaning in this format.
    pub doubts: List<DoubtId>,
}

impl Form {
    /// Its encoding in a version.
    #[inline]
    pub fn encoding(&self, version: VersionId) -> Option<EncodingId> {
        *self.encodings.get(version.index())?
    }
}

/// Something that is not known exactly, stated once.
#[derive(Debug)]
pub struct Doubt {
    /// Its name; empty for one that an entry states for itself.
    pub name: Text,
    /// Grade of the spec note.
    pub status: Status,
    /// The assumption, or the reason why it is unknown.
    pub why: Text,
    /// What would settle it.
    pub until: Text,
}

/// A form as a version encodes it.
#[derive(Debug)]
pub struct Encoding {
    /// Fixed bits and opcode: what decoding compares.
    pub pattern: Pattern,
    /// Positions of its fields.
    pub layout: LayoutId,
    /// The form.
    pub form: Opcode,
    /// Bytes, without a literal.
    pub bytes: u8,
    /// A word is followed by a literal when one of these holds.
    pub literals: List<Pattern>,
    /// The word with every field at its default.
    pub default: u64,
    /// For each dialect: bits outside the written operands that mean "nothing more to print".
    pub plain: List<Pattern>,
    /// For each dialect the mnemonic with its suffix, as printed.
    pub mnemonics: List<Text>,
    /// Mnemonics that dialects print instead where fields have certain values.
    pub renames: List<Rename>,
    /// The shorter form that can say the same, if there is one; for a form that extends another format, a form that its
    /// text could be taken for.
    pub shrink: Option<Shrink>,
    /// What it touches.
    pub effects: Shared<Effects>,
    /// The units that execute it. The first one whose words fit counts.
    pub units: List<UnitUse>,
    /// Where it may lead, beside the next instruction.
    pub successors: List<Successor>,
    /// Conditions that its fields usually fulfil, beside those of the layout.
    pub expects: List<Expect>,
    /// Conditions of spec notes that are not about all of its words.
    pub notes: List<NoteCondition>,
}

/// A unit that executes instructions.
#[derive(Debug)]
pub struct UnitUse {
    /// Words that the unit executes.
    pub when: Pattern,
    /// Name of the unit: `valu`.
    pub name: Text,
}

/// Possible targets of an instruction, besides the next one.
#[derive(Debug)]
pub struct Successor {
    /// Words that may lead there.
    pub when: Pattern,
    /// Where.
    pub to: To,
    /// Whether these words lead there whatever the state of the machine is.
    pub always: bool,
    /// Whether a register gets the address of the next instruction.
    pub saves: bool,
}

/// A place that an instruction may lead to.
#[derive(Clone, Copy, Debug)]
pub enum To {
    /// The end of the wavefront.
    End,
    /// The trap handler.
    Trap,
    /// An address that only the running program knows.
    Unknown,
    /// The sum of three numbers.
    Sum {
        /// Whether the address of the next instruction is one of them.
        next: bool,
        /// A part of an operand; unknown unless the operand is a constant.
        operand: Option<OperandPart>,
        /// A constant.
        plus: i64,
    },
}

/// A number in the bits of an operand.
#[derive(Clone, Copy, Debug)]
pub struct OperandPart {
    /// The operand.
    pub operand: u8,
    /// Its lowest bit.
    pub low: u8,
    /// Number of bits.
    pub bits: u8,
    /// Whether the number has a sign.
    pub signed: bool,
    /// What it is multiplied by.
    pub scale: i64,
}

/// A mnemonic that a dialect prints where fields have certain values, which it then does not write.
#[derive(Debug)]
pub struct Rename {
    /// The dialect.
    pub dialect: DialectId,
    /// The fields, and their values.
    pub when: Pattern,
    /// The mnemonic.
    pub mnemonic: Text,
}

/// When a form can be written in a shorter one.
#[derive(Clone, Copy, Debug)]
pub struct Shrink {
    /// The shorter form.
    pub form: Opcode,
    /// Words that it can hold.
    pub when: Shared<Pattern>,
}

/// Reads and writes of a form in a version.
#[derive(Debug, PartialEq, Eq)]
pub struct Effects {
    /// Reads and writes, each place once.
    pub touches: List<Touch>,
    /// Masks of lanes that an instruction which runs once per lane reads without naming them as operands, beside that
    /// of active lanes.
    pub masks: List<RegisterId>,
    /// Whether it runs once per lane (and so reads the mask of active lanes).
    pub per_lane: bool,
    /// Bits of modifiers that the operation does not read, and that say something elsewhere.
    pub idle: u64,
    /// Bits of one lane in the masks that it writes, as far as they follow from others.
    pub bits: List<MaskBits>,
}

/// The bit of one lane in a mask that an instruction writes. The meaning of the instruction is the same for each lane.
///
/// It depends on four bits of the lane before the instruction: bit `i` of the number of a case is that in operand `i`,
/// for the first three operands, and bit 3 of the number is that in the mask of active lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaskBits {
    /// The operand that is the mask; `None` for the mask of active lanes.
    pub operand: Option<u8>,
    /// Cases in which the bit becomes 1.
    pub ones: u16,
    /// Cases in which the bit becomes 0. In a case of neither set it is unknown.
    pub zeros: u16,
}

/// Accesses to a place. Each kind applies to words that match one of its patterns.
#[derive(Debug, PartialEq, Eq)]
pub struct Touch {
    /// What.
    pub place: Place,
    /// Words in which it is read.
    pub read: List<Pattern>,
    /// Words in which it may be written.
    pub written: List<Pattern>,
    /// Words in which it is written whatever the state of the machine is.
    pub always: List<Pattern>,
}

/// Something that instructions touch. Numbers are indices into the tables of [`Arch`](super::Arch).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Place {
    /// Words of the registers from an operand on.
    Words {
        operand: u8,
        first: u8,
        count: u8,
    },
    /// Some word of the registers from an operand on; which, only the running program knows.
    AnyWord {
        operand: u8,
    },
    /// Registers of a file by their number.
    Registers {
        file: FileId,
        first: u16,
        count: u8,
    },
    /// A register of a file whose number only the running program knows.
    Any {
        file: FileId,
    },
    /// A register that is not in a file.
    Register(RegisterId),
    Memory(u8),
    Interface(u8),
}

/// A spelling of a mnemonic, without a format suffix.
#[derive(Debug)]
pub struct Mnemonic {
    /// The spelling.
    pub name: Text,
    /// The instruction.
    pub inst: InstId,
    /// Versions in which it is accepted.
    pub versions: u16,
    /// Dialects in which it is accepted, bit `i` for [`Arch::dialects`](super::Arch::dialects)`[i]`.
    pub dialects: u8,
    /// Bits of fields that the spelling fixes.
    pub fixes: Pattern,
}
