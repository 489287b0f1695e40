//! Formats: positions of fields, and operand rules.

use super::{
    ClassId, DialectId, Expect, FieldId, FileId, FormatId, LayoutId, List, ModifierUse, NoteCondition, NumberStyle,
    Pattern, Piece, RegisterId, Text,
};
use crate::bits::Bits;

/// A format as the specification names it.
#[derive(Debug)]
pub struct Format {
    /// `vop3a`.
    pub name: Text,
    /// Bits, without a literal.
    pub bits: u32,
    /// Its layout in each version, `None` where the format does not exist.
    pub layouts: List<Option<LayoutId>>,
    /// Mnemonic suffix in each dialect, empty for none.
    pub suffixes: List<Text>,
    /// Trailing word in each dialect, empty for none.
    pub words: List<Text>,
    /// Whether it adds a form to every instruction of another format.
    pub extends: bool,
    /// Whether text selects it only with its suffix or word.
    pub explicit: bool,
}

/// A format as one version lays it out.
#[derive(Debug)]
pub struct Layout {
    /// The format.
    pub format: FormatId,
    /// Fixed bits, without the opcode.
    pub fixed: Pattern,
    /// Place of the opcode.
    pub op: List<Piece>,
    /// Fields, in the order of the specification.
    pub fields: List<Field>,
    /// Operand slots in the order of assembly. An instruction with fewer operands uses the first ones.
    pub slots: List<Slot>,
    /// For each dialect the modifiers it writes, in print order.
    pub modifiers: List<List<ModifierUse>>,
    /// The bit of a [`ModifierKind::Bits`](super::ModifierKind::Bits) field that belongs to the destination: field,
    /// bit.
    pub destination: Option<(FieldId, u8)>,
    /// At most this many different scalar values may be read: at most one limit for a dialect.
    pub limits: List<Limit>,
    /// Requirements on the operand in a field: field, requirement, dialect (`None` for all).
    pub needs: List<(FieldId, Need, Option<DialectId>)>,
    /// Reads of a register through a field that are not counted: (field, register).
    pub exempt: List<(FieldId, RegisterId)>,
    /// Numbers of registers that follow from fields.
    pub counts: List<Count>,
    /// Numbers of registers that operands surely have, where the text may name others.
    pub least: List<Count>,
    /// Operands that are not always there.
    pub presences: List<OperandCondition>,
    /// Slots after which a dialect writes no comma: (slot, dialect).
    pub blanks: List<(u8, DialectId)>,
    /// Slots in the order in which a dialect writes them, where that is another one.
    pub written: List<(DialectId, List<u8>)>,
    /// The dialects, a bit each, in which groups of uniform registers start at a multiple of their size (at most four).
    pub aligned: u8,
    /// Values that plain fields have to have: field, value, dialect, `None` for all.
    pub values: List<(FieldId, u64, Option<DialectId>)>,
    /// The dialects, a bit each, in which the only register without bits may be left out or, if there is none, the last
    /// operand, which is then 0.
    pub omits: u8,
    /// Fields that are read in the way of another modifier as well.
    pub also: List<ModifierUse>,
    /// The dialects, a bit each, that read them so.
    pub also_in: u8,
    /// Fields without meaning whose bits a dialect writes as a bare number: field, dialect, style.
    pub bare: List<(FieldId, DialectId, NumberStyle)>,
    /// Bits that must be 0 and that are kept anyway; see
    /// [`Instruction::reserved_bits`](crate::Instruction::reserved_bits).
    pub must_be_zero: u64,
    /// Text before the operand in a field, in each dialect: (field, texts).
    pub before: List<(FieldId, List<Text>)>,
    /// Operands whose number of registers is in a field.
    pub counted: List<Counted>,
    /// Limits on reads through codes that depend on shared bits.
    pub shared_limit: Option<SharedLimit>,
    /// Conditions on correct words.
    pub expects: List<Expect>,
    /// Bits that text must not set if the operation does not read them, in some dialects.
    pub refused: List<(DialectId, u64)>,
    /// Fields whose registers, if each lane has them, move by the state of the wavefront: (field, how, a number that
    /// the emulator knows). What the encoding says about these registers holds while nothing moves.
    pub moves: List<(FieldId, u8)>,
    /// The field that says what happens after the instruction, with the values of
    /// [`Checks::flows`](super::Checks::flows).
    pub flow: Option<FieldId>,
}

/// Limits on reads through operand codes that depend on shared bits. Constants count as values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedLimit {
    /// Different values.
    pub reads: u8,
    /// Different pairs of registers.
    pub slots: u8,
    /// Different words of registers.
    pub words: u8,
}

/// An operand whose number of registers is in a field of its own.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// Field of the operand.
    pub field: FieldId,
    /// Field of the number.
    pub by: FieldId,
    /// Number added to it.
    pub plus: u8,
}

/// Register counts of operands that depend on fields.
#[derive(Debug)]
pub struct Count {
    /// Field of the operand.
    pub field: FieldId,
    /// Dialect in which it holds, `None` for all that have none of their own.
    pub dialect: Option<DialectId>,
    /// Every other number is read, too.
    pub any: bool,
    /// Other numbers that are read, a bit each, for each number of registers of the operand's type.
    pub others: List<u32>,
    /// Fields that it depends on.
    pub fields: List<FieldId>,
    /// For each number of registers of the operand's type the number for each value of the fields, which are put
    /// together with the first one in the low bits.
    pub table: List<List<u8>>,
}

/// When an operand is there.
#[derive(Debug)]
pub struct OperandCondition {
    /// Slot of the operand.
    pub slot: u8,
    /// Fields that it depends on.
    pub fields: List<FieldId>,
    /// Whether it is there, for each value of the fields, the first one in the low bits.
    pub table: List<bool>,
    /// The bit that says so and that no modifier writes: (field, bit).
    pub switch: Option<(FieldId, u8)>,
    /// Syntax of an absent operand in each dialect.
    pub otherwise: List<WhenAbsent>,
}

/// Text for an absent operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenAbsent {
    /// The operand anyway.
    Always,
    /// The operand, and it may be left out when its bits are 0.
    Optional,
    /// Nothing.
    Nothing,
    /// A word.
    Word(Text),
}

/// At most this many different scalar values may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How many.
    pub most: u32,
    /// The dialect that has the rule, `None` for all.
    pub dialect: Option<DialectId>,
    /// The counted file; `None` for all uniform values from outside of the instruction.
    pub counted: Option<CountedScalars>,
}

/// Registers that a limit counts. Two that start with the same 32 bits are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedScalars {
    /// The file of registers.
    pub file: FileId,
    /// Registers that are not in a file.
    pub registers: List<RegisterId>,
    /// Whether a literal is counted as well.
    pub literal: bool,
}

/// Requirements on an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// A register of this file.
    File(FileId),
    /// A value that is the same in every lane.
    Scalar,
    /// A single register, or a constant in place of one.
    Word,
}

impl Layout {
    /// Whether a field contains the bits that no other field covers: it is printed as bits at their position.
    pub fn is_rest(&self, field: &Field) -> bool {
        field.kind == FieldKind::Ignored && field.place.mask & self.must_be_zero != 0
    }

    /// Largest number of scalar values that an instruction may read in a dialect.
    pub fn limit(&self, dialect: DialectId) -> Option<&'static Limit> {
        self.limits.iter().find(|limit| limit.dialect.is_none_or(|d| d == dialect))
    }

    /// Its fields.
    pub fn field_ids(&self) -> impl Iterator<Item = FieldId> + use<> {
        (0..self.fields.len()).map(FieldId::new)
    }

    /// A field by its name.
    pub fn field(&self, name: &str) -> Option<FieldId> {
        self.fields.iter().position(|f| f.name == name).map(FieldId::new)
    }

    /// The values of several fields in `bits`, put together with the first one in the low bits.
    fn together(&self, fields: &[FieldId], bits: Bits) -> usize {
        let (mut all, mut at) = (0, 0);
        for &f in fields {
            let field = &self[f];
            all |= (field.value(bits) as usize) << at;
            at += field.bits;
        }
        all
    }

    /// Register count of the operand in a field, in one dialect or in all, if it depends on fields.
    pub fn count(&self, field: FieldId, dialect: Option<DialectId>) -> Option<&'static Count> {
        let of = |d| self.counts.iter().find(|c| c.field == field && c.dialect == d);
        of(dialect).or_else(|| of(None)).or_else(|| self.counts.iter().find(|c| c.field == field && dialect.is_none()))
    }

    /// Number of 32-bit registers of an operand; `dwords` is the number for its type.
    #[inline]
    pub fn registers(&self, slot: Slot, dwords: u8, bits: Bits, dialect: Option<DialectId>) -> u8 {
        let Slot::Field(field) = slot else { return dwords };
        if let Some(counted) = self.counted.iter().find(|c| c.field == field) {
            return self[counted.by].value(bits) as u8 + counted.plus;
        }
        if self.counts.is_empty() {
            return dwords;
        }
        self.count(field, dialect).map_or(dwords, |count| self.counted_by(count, dwords, bits))
    }

    /// The number that a count gives.
    fn counted_by(&self, count: &Count, dwords: u8, bits: Bits) -> u8 {
        let row =
            count.table.get(usize::from(dwords)).and_then(|row| row.get(self.together(count.fields.as_slice(), bits)));
        row.copied().unwrap_or(dwords)
    }

    /// The least number of 32-bit registers that an operand can have: there may be more if some dialect reads other
    /// numbers than the one that it prints. `dwords` is the number for its type. `None` if the number is known.
    pub fn least_registers(&self, field: FieldId, dwords: u8, bits: Bits) -> Option<u8> {
        if let Some(least) = self.least.iter().find(|count| count.field == field) {
            return Some(self.counted_by(least, dwords, bits));
        }
        let counts = || self.counts.iter().filter(|count| count.field == field);
        if counts().all(|count| !count.any && count.others.as_slice().is_empty()) {
            return None;
        }
        let printed = counts().map(|count| self.registers(Slot::Field(field), dwords, bits, count.dialect));
        let others = counts().filter_map(|count| count.others.get(usize::from(dwords)));
        let others = others.filter(|others| **others != 0).map(|others| others.trailing_zeros() as u8);
        printed.chain(others).chain(counts().filter(|count| count.any).map(|_| 1)).min()
    }

    /// Whether groups of uniform registers must be aligned in a dialect.
    pub fn is_aligned(&self, dialect: DialectId) -> bool {
        dialect.is_in(self.aligned)
    }

    /// Returns the place of the operand that a dialect may leave out among the first slots, and its register: the only
    /// one without bits. If there is no such register (`None`), the operand is the last one, and is 0.
    pub fn omitted(&self, slots: usize, dialect: DialectId) -> Option<(usize, Option<RegisterId>)> {
        if !dialect.is_in(self.omits) {
            return None;
        }
        let register = |(place, slot): (usize, &Slot)| match slot {
            Slot::Register(register) => Some((place, Some(*register))),
            Slot::Field(_) => None,
        };
        let mut found = self.slots.iter().take(slots).enumerate().filter_map(register);
        match (found.next(), found.next()) {
            (None, _) => slots.checked_sub(1).map(|last| (last, None)),
            (only, None) => only,
            _ => None,
        }
    }

    /// The presence of a slot, if it is not always there.
    pub fn presence(&self, slot: usize) -> Option<&'static OperandCondition> {
        self.presences.iter().find(|p| usize::from(p.slot) == slot)
    }

    /// Whether the condition of a presence holds.
    pub fn is_present(&self, presence: &OperandCondition, bits: Bits) -> bool {
        presence.table.get(self.together(presence.fields.as_slice(), bits)).copied().unwrap_or(true)
    }

    /// Whether what is usual holds.
    pub fn is_usual(&self, expect: &Expect, bits: Bits) -> bool {
        expect.table.get(self.together(expect.fields.as_slice(), bits)).copied().unwrap_or(true)
    }

    /// Whether a spec note with a condition is about a word.
    pub fn is_about(&self, note: &NoteCondition, bits: Bits) -> bool {
        note.table.get(self.together(note.fields.as_slice(), bits)).copied().unwrap_or(true)
    }

    /// The slot that a dialect writes in a place.
    pub fn slot_at(&self, place: usize, dialect: DialectId) -> usize {
        let order = self.written.iter().find(|w| w.0 == dialect).and_then(|w| w.1.get(place));
        order.map_or(place, |&slot| usize::from(slot))
    }

    /// Whether all bits that the operand in a slot has for itself are among some.
    pub fn is_fixed(&self, slot: Slot, said: u64) -> bool {
        let Slot::Field(field) = slot else { return false };
        let shared = self.shared().map_or(0, |f| f.place.mask);
        let own = self[field].place.mask & !shared;
        own != 0 && own & !said == 0
    }

    /// Whether the operand in a slot is not there, and not written either in a dialect.
    #[inline]
    pub fn is_absent(&self, slot: usize, bits: Bits, dialect: Option<DialectId>) -> bool {
        if self.presences.is_empty() {
            return false;
        }
        self.presence(slot).is_some_and(|p| {
            let written = matches!(
                dialect.and_then(|d| p.otherwise.get(d.index())),
                Some(WhenAbsent::Always | WhenAbsent::Optional)
            );
            !written && !self.is_present(p, bits)
        })
    }
}

/// A field of a layout.
#[derive(Debug)]
pub struct Field {
    /// Name.
    pub name: Text,
    /// Name that each dialect gives the bare bits: `vsrc2` in `vsrc2=0x1e5`.
    pub raw: List<Text>,
    /// Position, with the most significant piece first.
    pub pieces: List<Piece>,
    /// Width.
    pub bits: u32,
    /// What it is.
    pub kind: FieldKind,
    /// Value that the encoder uses if nothing is written.
    pub default: u64,
    /// The number at the end of the name, by which modifiers know a source: `src1` is 1.
    pub source: Option<u8>,
    /// Its bits among the first 64 of the instruction, and the default put there. One after them has none, and the
    /// default 0.
    pub place: Pattern,
    /// Its bits may be bits of operands too, which then say what it is.
    pub shared: bool,
}

impl Field {
    /// The class of its codes, if it is an operand.
    #[inline]
    pub fn class(&self) -> Option<ClassId> {
        match self.kind {
            FieldKind::Operand(class) => Some(class),
            _ => None,
        }
    }

    /// Its value in the bits of an instruction.
    #[inline]
    pub fn value(&self, bits: Bits) -> u64 {
        let mask = self.place.mask;
        if self.pieces.len() == 1 && mask != 0 {
            // The mask says where the piece lies, which is one place less to look at.
            return (bits.head & mask) >> mask.trailing_zeros();
        }
        let piece = |value: u64, p: &Piece| value.unbounded_shl(p.bits.into()) | bits.get(p.low.into(), p.bits.into());
        self.pieces.iter().fold(0, piece)
    }

    /// Sets the field in the bits of an instruction; the value is truncated to the field.
    #[inline]
    pub fn with(&self, mut bits: Bits, mut value: u64) -> Bits {
        let mask = self.place.mask;
        if self.pieces.len() == 1 && mask != 0 {
            bits.head = bits.head & !mask | value << mask.trailing_zeros() & mask;
            return bits;
        }
        for p in self.pieces.iter().rev() {
            bits.put(p.low.into(), p.bits.into(), value);
            value = value.unbounded_shr(p.bits.into());
        }
        bits
    }
}

/// Kinds of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// An operand of a class.
    Operand(ClassId),
    /// A number, written as a modifier.
    Plain,
    /// Bits without meaning.
    Ignored,
}

/// An operand slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A field.
    Field(FieldId),
    /// A register that takes no bits.
    Register(RegisterId),
}
