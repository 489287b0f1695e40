//! What a wavefront of a workgroup finds around it: memories, the other wavefronts, and the units that instructions call.

use isatope_lanes::{Machine, Operation, World};

use crate::fault::{Access, Trouble};
use crate::global::Global;

/// Which memory is which, by its index in the specification.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spaces {
    pub global: usize,
    pub lds: usize,
    pub gds: usize,
}

/// What an operation means to whoever runs wavefronts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    End,
    Barrier,
    Trap,
    /// It is recorded: a message, an export.
    Recorded,
    /// It needs a unit that is not there.
    Missing,
}

/// What the runner has to know of an architecture's memories and operations.
#[derive(Clone, Debug)]
pub(crate) struct Roles {
    pub spaces: Spaces,
    pub meanings: Vec<Meaning>,
    pub operations: &'static [Operation],
}

impl Roles {
    pub(crate) fn of<const L: usize>(machine: &'static Machine<L>, memories: &[&str]) -> Self {
        let space = |name: &str| memories.iter().position(|m| *m == name).unwrap_or(usize::MAX);
        let meaning = |operation: &Operation| match (operation.interface, operation.name) {
            ("wavefront", "end") => Meaning::End,
            ("wavefront", "trap") => Meaning::Trap,
            ("workgroup", "barrier") => Meaning::Barrier,
            _ if operation.result.is_none() => Meaning::Recorded,
            _ => Meaning::Missing,
        };
        Self {
            spaces: Spaces { global: space("mem"), lds: space("lds"), gds: space("gds") },
            meanings: machine.operations.iter().map(meaning).collect(),
            operations: machine.operations,
        }
    }
}

/// A call of an operation that gives nothing back, kept for whoever started the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Which operation.
    pub operation: &'static Operation,
    /// The lane that called it, `None` for the whole wavefront.
    pub lane: Option<u32>,
    /// Bit patterns, one for each of [`Operation::params`].
    pub arguments: Vec<u128>,
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}(", self.operation)?;
        for (i, ((name, _), value)) in self.operation.params.iter().zip(&self.arguments).enumerate() {
            write!(f, "{}{name} = {value:#x}", if i > 0 { ", " } else { "" })?;
        }
        write!(f, ")")?;
        self.lane.map_or(Ok(()), |lane| write!(f, " in lane {lane}"))
    }
}

/// Private memory of a wavefront: a range of addresses that nobody else has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Private {
    pub base: u64,
    pub bytes: Vec<u8>,
}

/// What the wavefront did that its runner has to see.
#[derive(Clone, Debug, Default)]
pub(crate) struct Events {
    /// Something is here, or an access went wrong.
    pub any: bool,
    pub ended: bool,
    pub barrier: bool,
    pub trap: Option<u8>,
    pub trouble: Option<Trouble>,
    /// Accesses that went wrong in this instruction.
    pub accesses: Vec<Access>,
    pub records: Vec<Record>,
}

/// How far addresses have to be multiples of what is accessed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alignment {
    /// Any address will do (SH_MEM_CONFIG.ALIGNMENT_MODE is 3, as drivers for compute set it).
    #[default]
    Any,
    /// A dword or more has to lie at a multiple of 4.
    Dword,
    /// Everything has to lie at a multiple of its size.
    Natural,
}

impl Alignment {
    fn forbids(self, address: u64, bytes: u32) -> bool {
        match self {
            Self::Any => false,
            Self::Dword => bytes >= 4 && !address.is_multiple_of(4),
            Self::Natural => !address.is_multiple_of(u64::from(bytes.max(1))),
        }
    }
}

/// Told of every access to a memory, before it is made.
pub(crate) trait Watch {
    fn access(&mut self, memory: usize, address: u64, bytes: u32, lane: usize, write: bool);
}

/// The world of a wavefront in a workgroup.
pub(crate) struct Surroundings<'a> {
    pub roles: &'a Roles,
    pub global: Global<'a>,
    pub lds: &'a mut Vec<u8>,
    pub gds: &'a mut Vec<u8>,
    pub private: Private,
    pub alignment: Alignment,
    pub events: Events,
    /// Accesses out of range that hardware hides, of buffers.
    pub hidden: u64,
    pub watch: Option<&'a mut dyn Watch>,
}

impl Surroundings<'_> {
    #[cold]
    #[inline(never)]
    fn wrong(&mut self, memory: usize, address: u64, bytes: u32, lane: usize, write: bool, misaligned: bool) {
        self.events.any = true;
        self.events.accesses.push(Access { memory, address, bytes, lane: lane as u32, write, misaligned });
    }

    /// Copies bytes out of a memory; `false` if they are not there.
    #[inline]
    fn load(&mut self, memory: usize, address: u64, bytes: &mut [u8]) -> bool {
        let spaces = self.roles.spaces;
        if memory == spaces.global {
            let at = address.wrapping_sub(self.private.base);
            if at < self.private.bytes.len() as u64 {
                return copy_out(&self.private.bytes, at, bytes);
            }
            return self.global.read(address, bytes);
        }
        copy_out(if memory == spaces.lds { self.lds } else { self.gds }, address, bytes)
    }

    /// Copies bytes into a memory; `false` if they are not there.
    #[inline]
    fn store(&mut self, memory: usize, address: u64, bytes: &[u8]) -> bool {
        let spaces = self.roles.spaces;
        if memory == spaces.global {
            let at = address.wrapping_sub(self.private.base);
            if at < self.private.bytes.len() as u64 {
                return copy_in(&mut self.private.bytes, at, bytes);
            }
            return self.global.write(address, bytes);
        }
        copy_in(if memory == spaces.lds { self.lds } else { self.gds }, address, bytes)
    }

    #[inline]
    fn watched(&mut self, memory: usize, address: u64, bytes: u32, lane: usize, write: bool) {
        if let Some(watch) = &mut self.watch {
            watch.access(memory, address, bytes, lane, write);
        }
        if self.alignment.forbids(address, bytes) {
            self.wrong(memory, address, bytes, lane, write, true);
        }
    }
}

#[inline]
fn copy_out(from: &[u8], at: u64, bytes: &mut [u8]) -> bool {
    let Ok(at) = usize::try_from(at) else { return false };
    match at.checked_add(bytes.len()).and_then(|end| from.get(at..end)) {
        Some(found) => {
            bytes.copy_from_slice(found);
            true
        }
        None => false,
    }
}

#[inline]
fn copy_in(to: &mut [u8], at: u64, bytes: &[u8]) -> bool {
    let Ok(at) = usize::try_from(at) else { return false };
    match at.checked_add(bytes.len()).and_then(|end| to.get_mut(at..end)) {
        Some(found) => {
            found.copy_from_slice(bytes);
            true
        }
        None => false,
    }
}

impl World for Surroundings<'_> {
    fn read(&mut self, memory: usize, address: u64, bits: u32, lane: usize) -> u64 {
        let count = (bits / 8).min(8);
        self.watched(memory, address, count, lane, false);
        let mut value = [0; 8];
        if !self.load(memory, address, &mut value[..count as usize]) {
            self.wrong(memory, address, count, lane, false, false);
            return 0;
        }
        u64::from_le_bytes(value)
    }

    fn peek(&self, memory: usize, address: u64, bits: u32) -> u64 {
        let count = (bits / 8).min(8) as usize;
        let mut value = [0; 8];
        let spaces = self.roles.spaces;
        if memory == spaces.global {
            return self.global.memory().read(address, bits).unwrap_or(0);
        }
        copy_out(if memory == spaces.lds { self.lds } else { self.gds }, address, &mut value[..count]);
        u64::from_le_bytes(value)
    }

    fn write(&mut self, memory: usize, address: u64, bits: u32, lane: usize, value: u64) {
        let count = (bits / 8).min(8);
        self.watched(memory, address, count, lane, true);
        if !self.store(memory, address, &value.to_le_bytes()[..count as usize]) {
            self.wrong(memory, address, count, lane, true, false);
        }
    }

    #[cold]
    fn outside(&mut self, memory: usize, address: u64, bytes: u32, lane: usize, write: bool) {
        if memory == self.roles.spaces.global {
            // Buffers say how long they are, and hardware keeps accesses inside: programs may rely on that.
            self.hidden += 1;
        } else {
            self.wrong(memory, address, bytes, lane, write, false);
        }
    }

    fn call(&mut self, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128 {
        self.events.any = true;
        match self.roles.meanings[operation] {
            Meaning::End => self.events.ended = true,
            Meaning::Barrier => self.events.barrier = true,
            Meaning::Trap => self.events.trap = arguments.first().map(|n| *n as u8),
            Meaning::Recorded => {
                let operation = &self.roles.operations[operation];
                self.events.records.push(Record { operation, lane, arguments: arguments.to_vec() });
            }
            Meaning::Missing => {
                self.events.trouble.get_or_insert(Trouble::NoUnit(&self.roles.operations[operation]));
            }
        }
        0
    }
}
