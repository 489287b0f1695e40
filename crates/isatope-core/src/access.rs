//! What an instruction reads and writes: its operands, and the state that its meaning touches besides.

use crate::instruction::Instruction;
use crate::operand::Value;
use crate::tables::Slot;

/// Something read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// What.
    pub resource: Resource,
    /// Whether it is read.
    pub read: bool,
    /// Whether it is written.
    pub write: bool,
}

/// A resource that instructions touch. Numbers are indices into the tables of the architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Resource {
    /// Consecutive registers of a file.
    Registers { file: u8, first: u16, count: u8 },
    /// A register that is not in a file; `part` is one 32-bit part of it.
    Special { register: u8, part: Option<u8> },
    /// A computed value, an index into [`Arch::values`](crate::tables::Arch::values).
    Computed(u8),
    /// A memory.
    Memory(u8),
    /// An interface of the host, an index into [`Arch::interfaces`](crate::tables::Arch::interfaces). A call may do anything there.
    Interface(u8),
}

impl Instruction {
    /// What it reads and writes. A resource that is an operand and implied too comes twice. That an instruction which runs once a
    /// lane looks at the mask of active lanes is told by [`Effects::per_lane`](crate::tables::Effects::per_lane), not here.
    pub fn access(&self) -> impl Iterator<Item = Access> + use<> {
        let effects = self.encoding().effects;
        let special = |register: u8| Resource::Special { register, part: None };
        let implied = move |list: &'static [u8], resource: fn(u8) -> Resource, read, write| {
            list.iter().map(move |&r| Access { resource: resource(r), read, write })
        };
        let bits = self.bits();
        let operands = self.operands().filter_map(move |operand| {
            let resource = match operand.value {
                Value::Registers { file, first, count } => Resource::Registers { file, first, count },
                Value::Special { register, part } => Resource::Special { register, part },
                Value::Computed(_, index) => Resource::Computed(index),
                _ => return None,
            };
            let write = operand.def.written && effects.writes_operand(operand.index, bits);
            Some(Access { resource, read: operand.def.read, write })
        });
        operands
            .chain(implied(effects.reads, special, true, false))
            .chain(implied(effects.writes, special, false, true))
            .chain(implied(effects.reads_memory, Resource::Memory, true, false))
            .chain(implied(effects.writes_memory, Resource::Memory, false, true))
            .chain(implied(effects.calls, Resource::Interface, true, true))
    }

    /// Masks of lanes that it reads as a vector instruction without naming them as operands.
    #[inline]
    pub(crate) fn implied_masks(&self) -> impl Iterator<Item = u8> + use<> {
        let effects = self.encoding().effects;
        let arch = self.target().arch();
        let slots = self.layout().slots;
        effects.reads.iter().copied().filter(move |&r| {
            effects.per_lane && arch.registers[r as usize].mask && !slots.contains(&Slot::Register(r))
        })
    }
}
