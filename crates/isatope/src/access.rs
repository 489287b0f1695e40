//! Reads, writes and control flow of instructions.

use std::fmt;

use isatope_core::Resource;
use isatope_core::tables::{Arch, FileId};

/// A read or write of an instruction.
///
/// It is read when what the instruction does may depend on it; a register of which a part stays is read for that. Lanes that are not
/// active keep their registers, which is told by the read of the mask of active lanes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Access {
    /// What is accessed.
    pub place: Place,
    /// Index of the operand that names it; `None` if it is implied.
    pub operand: Option<usize>,
    /// Whether it is read.
    pub read: bool,
    /// Whether it is written.
    pub write: Write,
    /// Whether register indexing may move it to other registers.
    pub moves: bool,
}

/// Whether a place is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    /// No.
    No,
    /// Possibly or partly, depending on the state of the machine.
    Maybe,
    /// Always and completely.
    Always,
}

/// A place that instructions read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// Consecutive registers of a file, 32 bits each.
    #[non_exhaustive]
    Registers {
        /// The file: `vgpr`.
        file: &'static str,
        /// Prefix of register names: `v`.
        prefix: &'static str,
        /// First register.
        first: u16,
        /// Number of registers.
        count: u8,
    },
    /// A register of a file with a computed number.
    AnyRegister(&'static str),
    /// A named register, or one 32-bit part of it.
    Special {
        /// Its name: `vcc`.
        name: &'static str,
        /// The part, from 0 for the low one; `None` for the whole register.
        part: Option<u8>,
    },
    /// A memory.
    Memory(&'static str),
    /// A unit outside of the wavefront: exports, messages, the texture unit.
    Interface(&'static str),
}

pub(crate) fn registers(arch: &Arch, file: FileId, first: u16, count: u8) -> Place {
    let file = &arch[file];
    Place::Registers { file: file.name.as_str(), prefix: file.prefix.as_str(), first, count }
}

impl Place {
    /// The registers of a name.
    pub(crate) fn of_name(arch: &Arch, name: &str) -> Option<Self> {
        for register in arch.registers {
            let own = register.name.as_str();
            let rest = name.get(own.len()..).filter(|_| name[..own.len()].eq_ignore_ascii_case(own));
            let part = match rest.map(str::as_bytes) {
                Some([]) => None,
                Some([b'_', b'l' | b'L', b'o' | b'O']) if register.bits > 32 => Some(0),
                Some([b'_', b'h' | b'H', b'i' | b'I']) if register.bits > 32 => Some(1),
                _ => continue,
            };
            return Some(Self::Special { name: own, part });
        }
        let number = |text: &str| {
            let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_plain.then(|| text.parse::<u16>().ok()).flatten()
        };
        (0..arch.files.len()).map(FileId::new).find_map(|id| {
            let file = &arch[id];
            let prefix = file.prefix.as_str();
            let rest = name.get(prefix.len()..).filter(|_| name[..prefix.len()].eq_ignore_ascii_case(prefix))?;
            let (first, last) = match rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                Some(range) => {
                    let (first, last) = range.split_once(':').unwrap_or((range, range));
                    (number(first.trim())?, number(last.trim())?)
                }
                None => (number(rest)?, number(rest)?),
            };
            let count = u8::try_from(last.checked_sub(first)?.checked_add(1)?).ok()?;
            (u32::from(last) < file.count).then(|| registers(arch, id, first, count))
        })
    }

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
