//! An instruction: its bits, its form and its target.

use core::hash::{Hash, Hasher};
use core::ops::Deref;

use crate::bits::Bits;
use crate::tables::{DialectId, Encoding, FieldId, Form, Format, Inst, Layout, Opcode};
use crate::target::Target;

/// One instruction. The bits are those in memory, a literal in bits 63:32.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    // The fields of `Bits`, inlined to avoid padding.
    head: u64,
    tail: [u32; 3],
    opcode: Opcode,
    target: Target,
    len: u8,
}

const _: () = assert!(size_of::<Option<Instruction>>() == 24);

/// Instructions that differ have other bits or another opcode, nearly always in these words.
impl Hash for Instruction {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.head);
        state.write_u64(u64::from(self.tail[0]) << 32 | self.opcode.index() as u64);
    }
}

impl Instruction {
    /// The instruction with every field at its default; `None` if the target does not have it.
    pub fn new(opcode: Opcode, target: Target) -> Option<Self> {
        let encoding = Self::encoding_of(opcode, target)?;
        Some(Self::from_raw(encoding.default.into(), opcode, target, encoding.bytes).measured())
    }

    /// Like [`new`](Self::new), with modifiers at the defaults of a dialect.
    pub fn new_in(opcode: Opcode, target: Target, dialect: DialectId) -> Option<Self> {
        let mut inst = Self::new(opcode, target)?;
        for modifier in inst.layout().modifiers.get(dialect.index()).copied().unwrap_or_default() {
            inst.set_field(modifier.field, modifier.default);
        }
        let pattern = inst.encoding().pattern;
        inst.head = inst.head & !pattern.mask | pattern.value;
        Some(inst)
    }

    /// Encoding of a form in a target, if it exists there.
    #[inline]
    fn encoding_of(opcode: Opcode, target: Target) -> Option<&'static Encoding> {
        let arch = target.arch();
        let id = arch.forms.get(opcode.index())?.encoding(target.version())?;
        Some(&arch[id])
    }

    /// An instruction from all of its bits; `None` if they are not that form of the target.
    pub fn from_bits(opcode: Opcode, target: Target, bits: impl Into<Bits>) -> Option<Self> {
        let bits = bits.into();
        let encoding = Self::encoding_of(opcode, target).filter(|e| e.pattern.holds(bits.head))?;
        let literal = encoding.bytes == 4 && encoding.literals.iter().any(|p| p.holds(bits.head));
        let len = if literal { 8 } else { encoding.bytes };
        Some(Self::from_raw(bits.cut(len.into()), opcode, target, len))
    }

    /// An instruction from all of its bits, for who has compared them: nothing is looked at. `bits` are that form of
    /// the target, and `bytes` is its length with a literal, as [`from_bits`](Self::from_bits) would have it.
    #[inline]
    pub fn from_known(opcode: Opcode, target: Target, bits: Bits, bytes: u8) -> Self {
        let known = Self::from_raw(bits.cut(bytes.into()), opcode, target, bytes);
        debug_assert_eq!(Self::from_bits(opcode, target, bits), Some(known));
        known
    }

    #[inline(always)]
    pub(crate) fn from_raw(bits: Bits, opcode: Opcode, target: Target, len: u8) -> Self {
        Self { head: bits.head, tail: bits.tail, opcode, target, len }
    }

    /// The length follows from the operands: a code may ask for a literal.
    #[inline]
    fn measured(self) -> Self {
        self.measured_as(self.encoding())
    }

    #[inline]
    fn measured_as(self, encoding: &Encoding) -> Self {
        let literal = encoding.bytes == 4 && encoding.literals.iter().any(|p| p.holds(self.head));
        Self { len: if literal { 8 } else { encoding.bytes }, ..self }
    }

    /// The first 64 bits, little endian as in memory: bits 31:0 are the first word. They say what it is.
    #[inline]
    pub fn bits(&self) -> u64 {
        self.head
    }

    /// All bits.
    #[inline(always)]
    pub fn all_bits(&self) -> Bits {
        Bits { head: self.head, tail: self.tail }
    }

    /// The form.
    #[inline]
    pub fn opcode(&self) -> Opcode {
        self.opcode
    }

    /// The target it was decoded or made for.
    #[inline]
    pub fn target(&self) -> Target {
        self.target
    }

    /// Length in bytes, with a literal.
    #[inline]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// The form: instruction and format.
    #[inline]
    pub fn form(&self) -> &'static Form {
        &self.target.arch()[self.opcode]
    }

    /// The instruction, whatever the format.
    #[inline]
    pub fn inst(&self) -> &'static Inst {
        &self.target.arch()[self.form().inst]
    }

    /// The mnemonic in the specification, without a suffix for the format.
    #[inline]
    pub fn mnemonic(&self) -> &'static str {
        self.inst().name.as_str()
    }

    /// The unit that executes it, if the specification says so: `valu`.
    #[inline]
    pub fn unit(&self) -> Option<&'static str> {
        let found = self.encoding().units.iter().find(|unit| unit.when.holds(self.head));
        found.map(|unit| unit.name.as_str())
    }

    /// Encoding in the target.
    #[inline]
    pub fn encoding(&self) -> &'static Encoding {
        let id = self.form().encoding(self.target.version());
        &self.target.arch()[id.expect("its target has it")]
    }

    /// Positions of its fields.
    #[inline]
    pub fn layout(&self) -> &'static Layout {
        &self.target.arch()[self.encoding().layout]
    }

    /// Its format.
    #[inline]
    pub fn format(&self) -> &'static Format {
        &self.target.arch()[self.form().format]
    }

    /// The value of a field of the layout; 0 if there is none.
    #[inline]
    pub fn field(&self, field: FieldId) -> u64 {
        self.layout().fields.get(field.index()).map_or(0, |f| f.value(self.all_bits()))
    }

    /// The value of a field by name.
    pub fn field_named(&self, name: &str) -> Option<u64> {
        self.layout().field(name).map(|field| self.field(field))
    }

    /// Sets a field; bits of `value` beyond its width are cut off. An operand code that means a literal makes the
    /// instruction longer.
    pub fn set_field(&mut self, field: FieldId, value: u64) {
        let encoding = self.encoding();
        let layout = &self.target.arch()[encoding.layout];
        let Some(field) = layout.fields.get(field.index()) else { return };
        let before = self.len;
        Bits { head: self.head, tail: self.tail } = field.with(self.all_bits(), value);
        *self = self.measured_as(encoding);
        // The literal goes with the code that asked for it.
        if before == 8 && self.len == 4 {
            self.head &= 0xffff_ffff;
        }
    }

    /// The 32-bit literal after a word of 32 bits.
    pub fn literal(&self) -> Option<u32> {
        (self.len == 8 && self.encoding().bytes == 4).then_some((self.head >> 32) as u32)
    }

    /// Bits that are set and must be 0.
    pub fn reserved_bits(&self) -> u64 {
        self.head & self.layout().must_be_zero
    }

    /// Sets the literal; without effect when no operand has one.
    pub fn set_literal(&mut self, value: u32) {
        if self.literal().is_some() {
            self.head = self.head & 0xffff_ffff | u64::from(value) << 32;
        }
    }

    /// The bytes of the instruction in memory order.
    #[inline]
    pub fn bytes(&self) -> Bytes {
        Bytes { bytes: self.all_bits().to_bytes(), len: self.len }
    }
}

/// The bytes of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    bytes: [u8; Bits::BYTES],
    len: u8,
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len as usize]
    }
}
