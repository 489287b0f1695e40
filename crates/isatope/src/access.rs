//! What instructions touch, and where they lead.

use std::fmt;

use isatope_core::tables::{Arch, FileId};
use isatope_core::{Resource, tables};

/// Something that an instruction reads or writes.
///
/// It is read when what the instruction does may depend on it; a register of which a part stays is read for that. Lanes that are not
/// active keep their registers, which is told by the read of the mask of active lanes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Access {
    /// What it is.
    pub place: Place,
    /// The operand that names it; `None` for what is not written in the text.
    pub operand: Option<usize>,
    /// Whether it is read.
    pub read: bool,
    /// Whether it is written.
    pub write: Write,
    /// Whether register indexing may move it to other registers.
    pub moves: bool,
}

/// Whether something is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    /// No.
    No,
    /// Perhaps, or in part: that depends on the state of the machine.
    Maybe,
    /// In any case, and as a whole.
    Always,
}

/// A place that instructions touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// Registers of a file, one after the other, of 32 bits each.
    #[non_exhaustive]
    Registers {
        /// The file: `vgpr`.
        file: &'static str,
        /// What stands before the number in the text: `v`.
        prefix: &'static str,
        /// First register.
        first: u16,
        /// How many.
        count: u8,
    },
    /// A register of a file whose number only the running program knows.
    AnyRegister(&'static str),
    /// A register with a name of its own, or one part of 32 bits of it.
    Special {
        /// Its name: `vcc`.
        name: &'static str,
        /// The part, the low one first; `None` for all of it.
        part: Option<u8>,
    },
    /// A memory.
    Memory(&'static str),
    /// Something outside, which is told or asked: exports, messages, the texture unit.
    Interface(&'static str),
}

pub(crate) fn registers(arch: &Arch, file: FileId, first: u16, count: u8) -> Place {
    let file = &arch[file];
    Place::Registers { file: file.name.as_str(), prefix: file.prefix.as_str(), first, count }
}

impl Place {
    fn of(arch: &Arch, resource: Resource) -> Self {
        match resource {
            Resource::Registers { file, first, count } => registers(arch, file, first, count),
            Resource::Any { file } => Self::AnyRegister(arch[file].name.as_str()),
            Resource::Special { register, part } => Self::Special { name: arch[register].name.as_str(), part },
            Resource::Memory(memory) => Self::Memory(arch.memories[usize::from(memory)]),
            Resource::Interface(interface) => Self::Interface(arch.interfaces[usize::from(interface)]),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registers { prefix, first, count: 1, .. } => write!(f, "{prefix}{first}"),
            Self::Registers { prefix, first, count, .. } => {
                write!(f, "{prefix}[{first}:{}]", u32::from(*first) + u32::from(*count).max(1) - 1)
            }
            Self::Special { name, part: Some(part) } => write!(f, "{name}_{}", if *part == 0 { "lo" } else { "hi" }),
            Self::AnyRegister(name)
            | Self::Special { name, part: None }
            | Self::Memory(name)
            | Self::Interface(name) => f.write_str(name),
        }
    }
}

impl Access {
    pub(crate) fn of(arch: &Arch, access: isatope_core::Access) -> Self {
        Self {
            place: Place::of(arch, access.resource),
            operand: access.operand.map(usize::from),
            read: access.read,
            write: Write::of(access.write),
            moves: access.moves,
        }
    }
}

/// Where an instruction leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Flow {
    /// To the next one.
    Next,
    /// To the next one or elsewhere, which may be the end of the threads that go there.
    Branch,
    /// Elsewhere, in any case.
    Jump,
    /// Elsewhere, and what comes back goes on behind it.
    Call,
    /// Nowhere: the program ends.
    End,
}

/// The register that says which instruction is next, in every architecture.
const COUNTER: &str = "pc";
/// The interface of whoever starts and ends wavefronts.
const WAVEFRONT: &str = "wavefront";

impl Flow {
    pub(crate) fn of(inst: &isatope_core::Instruction) -> Self {
        let arch = inst.target().arch();
        let ending = arch.checks.is_some_and(|checks| {
            let value = inst.field_named(checks.flow);
            value.is_some_and(|value| checks.flows.iter().any(|flow| flow.value == value && flow.ends))
        });
        let (mut counter, mut read, mut saved, mut ends) = (Write::No, false, false, ending);
        for access in inst.access().map(|access| Access::of(arch, access)) {
            match access.place {
                Place::Special { name: COUNTER, .. } => {
                    read |= access.read;
                    counter = if counter == Write::Always { counter } else { access.write };
                }
                Place::Registers { .. } => saved |= access.write != Write::No,
                Place::Interface(WAVEFRONT) => ends |= access.write != Write::No,
                _ => {}
            }
        }
        match counter {
            Write::No if ends => Self::End,
            Write::No => Self::Next,
            Write::Always if read && saved => Self::Call,
            Write::Always => Self::Jump,
            Write::Maybe => Self::Branch,
        }
    }
}

/// The address that a branch at `address` leads to, where the encoding says it.
pub(crate) fn target(inst: &isatope_core::Instruction, address: u64) -> Option<u64> {
    let word = i64::from(inst.target().arch().word_bits / 8);
    let distance = inst.operands().find_map(|operand| match operand.value {
        isatope_core::Value::Number(value, tables::Number { target: true, .. }) => {
            let unused = 32 - operand.class.map_or(32, |c| c.bits.clamp(1, 32));
            Some(i64::from((value << unused) as i32 >> unused))
        }
        _ => None,
    })?;
    Some(address.wrapping_add(inst.len() as u64).wrapping_add_signed(distance.checked_mul(word)?))
}
