//! Places that instructions read and write: registers, memories and interfaces, and the reader of their names.

use core::fmt;
use core::ops::{Deref, Index};

use crate::excerpt::Excerpt;
use crate::tables::{ARCHES, Arch, FileId, InterfaceId, MemoryId, RegisterId};
use crate::target::Target;

/// A row of the tables of an architecture: the number of the row, and the architecture. It dereferences to the row, so
/// `file.name` is the name of a register file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ArchRow<I> {
    arch: u8,
    /// The number of the row.
    pub id: I,
}

impl<I> Deref for ArchRow<I>
where
    I: Copy + 'static,
    Arch: Index<I, Output: 'static>,
{
    type Target = <Arch as Index<I>>::Output;

    #[inline]
    fn deref(&self) -> &'static Self::Target {
        &ARCHES[usize::from(self.arch)][self.id]
    }
}

impl<I: fmt::Debug> fmt::Debug for ArchRow<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.fmt(f)
    }
}

impl Target {
    /// A row of the tables of its architecture. Reading a row that the architecture does not have panics.
    #[inline]
    pub fn row<I>(self, id: I) -> ArchRow<I> {
        ArchRow { arch: self.arch_index() as u8, id }
    }
}

/// A place that instructions read or write. It prints as its name: `v[2:3]`, `vcc_lo`, `mem`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// Consecutive registers of a file, 32 bits each.
    Registers {
        /// The file.
        file: ArchRow<FileId>,
        /// First register.
        first: u16,
        /// Number of registers.
        count: u8,
    },
    /// A register of a file whose number only the running program knows: any of them.
    AnyRegister(ArchRow<FileId>),
    /// A register that is not in a file, or one 32-bit part of it.
    Special {
        /// The register.
        register: ArchRow<RegisterId>,
        /// The part, from 0 for the low one; `None` for the whole register.
        part: Option<u8>,
    },
    /// A memory.
    Memory(ArchRow<MemoryId>),
    /// A unit outside of the wavefront: exports, messages, the texture unit. A call may do anything there.
    Interface(ArchRow<InterfaceId>),
}

impl Place {
    /// Name of the register file, register, memory or interface: `vgpr`, `vcc`, `mem`, `export`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Registers { file, .. } | Self::AnyRegister(file) => file.name.as_str(),
            Self::Special { register, .. } => register.name.as_str(),
            Self::Memory(memory) => **memory,
            Self::Interface(interface) => **interface,
        }
    }

    /// Whether each lane has its own copy.
    pub fn is_per_lane(&self) -> bool {
        match self {
            Self::Registers { file, .. } | Self::AnyRegister(file) => file.per_lane,
            Self::Special { register, .. } => register.per_lane,
            Self::Memory(_) | Self::Interface(_) => false,
        }
    }

    /// Each register of a range by itself; any other place as it is.
    pub fn singles(self) -> impl Iterator<Item = Self> {
        let count = match self {
            Self::Registers { count, .. } => u16::from(count),
            _ => 1,
        };
        (0..count).map(move |number| match self {
            Self::Registers { file, first, .. } => Self::Registers { file, first: first + number, count: 1 },
            other => other,
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registers { file, first, count: 1 } => write!(f, "{}{first}", file.prefix),
            Self::Registers { file, first, count } => {
                write!(f, "{}[{first}:{}]", file.prefix, u32::from(*first) + u32::from(*count).max(1) - 1)
            }
            Self::Special { register, part: Some(part) } => {
                write!(f, "{}_{}", register.name, if *part == 0 { "lo" } else { "hi" })
            }
            _ => f.write_str(self.name()),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Target {
    /// Reads the name of a register, or of several that follow each other: `v5`, `s[2:3]`, `vcc`, `exec_lo`. Upper and
    /// lower case are one.
    ///
    /// # Errors
    /// The target has no such register.
    ///
    /// ```
    /// use isatope_core::Target;
    ///
    /// assert_eq!(Target::GFX900.register("S[2:3]")?.to_string(), "s[2:3]");
    /// assert_eq!(Target::GFX900.register("v256").unwrap_err().to_string(), "gcn1.4 has no register `v256`");
    /// # Ok::<(), isatope_core::UnknownRegister>(())
    /// ```
    pub fn register(self, name: &str) -> Result<Place, UnknownRegister> {
        let found = self.special_register(name).or_else(|| self.file_registers(name));
        found.ok_or_else(|| UnknownRegister::new(self, name))
    }

    /// A register that is not in a file.
    fn special_register(self, name: &str) -> Option<Place> {
        self.arch().registers.iter().enumerate().find_map(|(number, register)| {
            let part = match after(name, &register.name)?.as_bytes() {
                [] => None,
                [b'_', b'l' | b'L', b'o' | b'O'] if register.bits > 32 => Some(0),
                [b'_', b'h' | b'H', b'i' | b'I'] if register.bits > 32 => Some(1),
                _ => return None,
            };
            Some(Place::Special { register: self.row(RegisterId::new(number)), part })
        })
    }

    /// Registers of a file.
    fn file_registers(self, name: &str) -> Option<Place> {
        self.arch().files.iter().enumerate().find_map(|(number, file)| {
            let rest = after(name, &file.prefix)?;
            let (first, last) = match rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                Some(range) => {
                    let (first, last) = range.split_once(':').unwrap_or((range, range));
                    (decimal(first.trim())?, decimal(last.trim())?)
                }
                None => (decimal(rest)?, decimal(rest)?),
            };
            let count = u8::try_from(last.checked_sub(first)?.checked_add(1)?).ok()?;
            let file_row = self.row(FileId::new(number));
            (u32::from(last) < file.count).then_some(Place::Registers { file: file_row, first, count })
        })
    }
}

/// The rest of a name after a prefix, in any case.
fn after<'n>(name: &'n str, prefix: &str) -> Option<&'n str> {
    let (start, rest) = name.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

fn decimal(text: &str) -> Option<u16> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

/// Error: the target has no register of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownRegister {
    /// The target.
    pub target: Target,
    name: Excerpt,
}

impl UnknownRegister {
    /// The error about a name.
    pub fn new(target: Target, name: &str) -> Self {
        Self { target, name: Excerpt::new(name) }
    }

    /// The name; of a long one the first 62 bytes at most.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }
}

impl fmt::Display for UnknownRegister {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no register `{}`", self.target, self.name)
    }
}

impl core::error::Error for UnknownRegister {}
