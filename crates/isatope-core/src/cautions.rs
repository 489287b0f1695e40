//! What can be encoded and assembled, and is hardly meant: reserved values, bits that have to be 0, unusual combinations.

use core::fmt;

use crate::instruction::Instruction;
use crate::operand::Value;
use crate::tables::{ModifierKind, Slot};

/// Something that is hardly meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// What instructions usually fulfil does not hold: what to say about it.
    Unusual(&'static str),
    /// Bits that have to be 0 are set.
    ReservedBits(u64),
    /// A modifier has a value without a meaning.
    ReservedValue {
        /// The modifier.
        name: &'static str,
        /// Its value.
        value: u64,
    },
    /// The code of an operand has no meaning.
    ReservedOperand {
        /// The operand, in the order of assembly.
        operand: usize,
    },
}

impl fmt::Display for Caution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unusual(message) => f.write_str(message),
            Self::ReservedBits(bits) => write!(f, "bits that have to be 0 are set: {bits:#x}"),
            Self::ReservedValue { name, value } => write!(f, "the value {value} of `{name}` is reserved"),
            Self::ReservedOperand { operand } => write!(f, "operand {} has a reserved code", operand + 1),
        }
    }
}

impl Instruction {
    /// Everything about it that is hardly meant.
    pub fn cautions(&self) -> impl Iterator<Item = Caution> + use<> {
        let inst = *self;
        let layout = self.layout();
        let arch = self.target().arch();
        let bits = self.bits();
        let unusual = layout.expects.iter().filter(move |e| !layout.is_usual(e, bits));
        let reserved = Some(self.reserved_bits()).filter(|&b| b != 0).map(Caution::ReservedBits);
        // The words of a modifier are those of its first dialect; a field whose default has no word needs none for it.
        let uses = layout.modifiers.first().copied().unwrap_or_default().iter();
        let values = uses.filter_map(move |used| {
            let value = inst.field(usize::from(used.field));
            let modifier = &arch.modifiers[usize::from(used.modifier)];
            let ModifierKind::Words(words) = modifier.kind else { return None };
            let known = words.iter().any(|w| w.first <= value && value <= w.last);
            let plain = value == used.default && !used.always;
            (!known && !plain).then_some(Caution::ReservedValue { name: modifier.name, value })
        });
        let is_field = |slot: &Slot| matches!(slot, Slot::Field(_));
        let operands = self.operands().filter(move |o| is_field(&o.slot) && matches!(o.value, Value::Reserved));
        unusual
            .map(|e| Caution::Unusual(e.message))
            .chain(reserved)
            .chain(values)
            .chain(operands.map(|o| Caution::ReservedOperand { operand: o.index }))
    }
}
