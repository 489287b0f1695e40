//! Suspicious encodings: reserved values, bits that must be 0, unusual combinations.

use core::fmt;

use crate::instruction::Instruction;
use crate::operand::{Operand, Value};
use crate::tables::{Doubt, DoubtId, Expect, FieldId, ModifierKind, Slot};

/// Something that is suspicious.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// A condition on correct words does not hold: the warning.
    Unusual(&'static str),
    /// Bits that must be 0 are set.
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
    /// Bits of a modifier are set that the operation does not read.
    Idle {
        /// The field.
        field: FieldId,
        /// Its name.
        name: &'static str,
    },
    /// A register is narrower than its operand.
    Narrow {
        /// The operand, in the order of assembly.
        operand: usize,
        /// The register.
        register: &'static str,
        /// Bits of the operand.
        bits: u32,
    },
    /// The code of an operand is suspicious: the note in the specification.
    Noted {
        /// The operand, in the order of assembly.
        operand: usize,
        /// Why.
        message: &'static str,
    },
}

impl fmt::Display for Caution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unusual(message) => f.write_str(message),
            Self::ReservedBits(bits) => write!(f, "bits that must be 0 are set: {bits:#x}"),
            Self::ReservedValue { name, value } => write!(f, "the value {value} of `{name}` is reserved"),
            Self::ReservedOperand { operand } => write!(f, "operand {} has a reserved code", operand + 1),
            Self::Idle { name, .. } => write!(f, "`{name}` has no effect here: the operation ignores it"),
            Self::Narrow { register, bits, .. } => {
                write!(f, "`{register}` has 32 bits, but the operand takes {bits}")
            }
            Self::Noted { message, .. } => f.write_str(message),
        }
    }
}

impl Instruction {
    /// Everything about it that is suspicious.
    pub fn cautions(&self) -> impl Iterator<Item = Caution> + use<> {
        let inst = *self;
        let layout = self.layout();
        let arch = self.target().arch();
        let reserved = Some(self.reserved_bits()).filter(|&b| b != 0).map(Caution::ReservedBits);
        // The words of a modifier are those of its first dialect; a field whose default has no word needs none for it.
        let uses = layout.modifiers.first().copied().unwrap_or_default().iter();
        let values = uses.filter_map(move |used| {
            let value = inst.field(used.field);
            let modifier = &arch[used.modifier];
            let ModifierKind::Words(words) = modifier.kind else { return None };
            let known = words.iter().any(|w| w.first <= value && value <= w.last);
            let plain = value == used.default && !used.always;
            (!known && !plain).then_some(Caution::ReservedValue { name: modifier.name.as_str(), value })
        });
        let is_field = |slot: &Slot| matches!(slot, Slot::Field(_));
        let operands = self.operands().filter(move |o| is_field(&o.slot) && matches!(o.value, Value::Reserved));
        self.unusual()
            .map(|e| Caution::Unusual(e.message.as_str()))
            .chain(reserved)
            .chain(values)
            .chain(operands.map(|o| Caution::ReservedOperand { operand: o.index }))
            .chain(self.idle())
            .chain(self.operands().filter_map(move |o| inst.doubtful(&o)))
    }

    /// Whether nothing about it is suspicious, as far as bits that are not operands say. Cheap.
    pub fn is_plain(&self) -> bool {
        let encoding = self.encoding();
        (self.bits() ^ encoding.default) & encoding.effects.idle == 0 && self.unusual().next().is_none()
    }

    /// The conditions that its fields should fulfil and do not.
    #[inline]
    pub fn unusual(&self) -> impl Iterator<Item = &'static Expect> + use<> {
        let (layout, encoding, bits) = (self.layout(), self.encoding(), self.all_bits());
        layout.expects.iter().chain(&encoding.expects).filter(move |expect| !layout.is_usual(expect, bits))
    }

    /// Spec notes about its meaning. A note about certain values of fields counts only if the fields have them.
    pub fn doubts(&self) -> impl Iterator<Item = &'static Doubt> + use<> {
        let (layout, bits, arch) = (self.layout(), self.all_bits(), self.target().arch());
        let notes = &self.encoding().notes;
        let is_about = move |doubt: &&DoubtId| notes.iter().all(|n| n.doubt != **doubt || layout.is_about(n, bits));
        self.form().doubts.iter().filter(is_about).map(|doubt| &arch[*doubt])
    }

    /// Modifiers with bits that the operation does not read.
    fn idle(&self) -> impl Iterator<Item = Caution> + use<> {
        let (layout, encoding) = (self.layout(), self.encoding());
        let odd = (self.bits() ^ encoding.default) & encoding.effects.idle;
        let fields = layout.field_ids().filter(move |field| layout[*field].place.mask & odd != 0);
        fields.map(|field| Caution::Idle { field, name: layout[field].name.as_str() })
    }

    /// The suspicious property of an operand.
    fn doubtful(&self, operand: &Operand) -> Option<Caution> {
        let arch = self.target().arch();
        let (Value::Special { register, .. }, Some(class)) = (operand.value, operand.class) else { return None };
        let known = &arch[register];
        let words =
            self.layout().registers(operand.slot, operand.dwords, self.all_bits(), Some(arch.default_dialect()));
        if operand.def.written && words > 1 && known.bits <= 32 {
            let bits = 32 * u32::from(words);
            return Some(Caution::Narrow { operand: operand.index, register: known.name.as_str(), bits });
        }
        let note = class.range(operand.code)?.note;
        (!note.is_empty()).then_some(Caution::Noted { operand: operand.index, message: note.as_str() })
    }
}
