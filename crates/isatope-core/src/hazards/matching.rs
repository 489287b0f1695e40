//! Matches instructions against the classes and conditions of hazard rules.

use super::{BitField, Condition, Hazards, Test};
use crate::instruction::Instruction;
use crate::operand::Value;
use crate::place::Place;

impl BitField {
    /// Value in an instruction; `None` if it has no such field.
    pub fn value(&self, inst: &Instruction) -> Option<u64> {
        let value = inst.field_named(self.field)?;
        if self.pieces.is_empty() {
            return Some(value);
        }
        let piece = |all: u64, &(high, low): &(u8, u8)| {
            let bits = u32::from(high - low) + 1;
            all << bits | value >> low & (u64::MAX >> (64 - bits))
        };
        Some(self.pieces.iter().fold(0, piece))
    }
}

impl Condition {
    /// Whether an instruction fulfils the condition.
    pub fn holds(&self, inst: &Instruction) -> bool {
        let named = |name: &str| inst.operands().find(|operand| operand.field_name() == Some(name));
        match *self {
            Self::Size(name, least) => named(name).is_some_and(|operand| match operand.place() {
                Some(Place::Registers { count, .. }) => u16::from(count) >= least,
                _ => least <= 1,
            }),
            Self::Constant(name) => named(name).is_some_and(|operand| operand.place().is_none()),
            Self::Value(name) => inst.operands().any(|operand| match operand.value {
                Value::Computed(_, value) => inst.target().arch().values[usize::from(value)] == name,
                _ => false,
            }),
            Self::Bits(fields, test, number) => {
                let mut values = fields.iter().map(|bits| bits.value(inst));
                let sum = values.try_fold(0_u64, |all, value| Some(all.wrapping_add(value?)));
                sum.is_some_and(|sum| match test {
                    Test::Equal => sum == number,
                    Test::Unequal => sum != number,
                    Test::AtLeast => sum >= number,
                    Test::AtMost => sum <= number,
                })
            }
        }
    }
}

impl Hazards {
    /// Whether an instruction is in a class.
    pub fn is_in(&self, class: usize, inst: &Instruction) -> bool {
        self.classes[class].terms.iter().any(|term| {
            term.versions.contains(inst.target().version())
                && term.unit.is_none_or(|unit| inst.unit() == Some(unit))
                && term.insts.is_none_or(|insts| insts.binary_search(&inst.form().inst).is_ok())
                && term.formats.is_none_or(|formats| formats.binary_search(&inst.form().format).is_ok())
                && term.class.is_none_or(|class| self.is_in(class, inst))
                && term.when.iter().all(|condition| condition.holds(inst))
        })
    }

    /// Whether an instruction waits for a counter.
    pub fn is_wait(&self, inst: &Instruction) -> bool {
        let version = inst.target().version();
        self.counters.iter().any(|counter| counter.versions.contains(version) && self.is_in(counter.class, inst))
    }

    /// Whether an instruction does nothing but take wait states.
    pub fn is_idle(&self, inst: &Instruction) -> bool {
        let version = inst.target().version();
        self.idle.iter().any(|idle| idle.versions.contains(version) && self.is_in(idle.class, inst))
    }
}
