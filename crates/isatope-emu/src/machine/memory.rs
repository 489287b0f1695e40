//! Memory as a map of allocations and windows.

use std::sync::Arc;

use crate::machine::window::{MappedWindow, Window};

/// A piece of device memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buffer {
    /// Address of its first byte.
    pub address: u64,
    /// How many bytes.
    pub bytes: u64,
}

/// What programs may do with an allocation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Permission {
    /// Read and write it.
    #[default]
    ReadWrite,
    /// Only read it.
    ReadOnly,
    /// Only write it.
    WriteOnly,
    /// Nothing: it is memory of another device.
    Nothing,
}

impl Permission {
    /// Whether it permits a write or a read.
    #[inline]
    pub fn permits(self, write: bool) -> bool {
        match self {
            Self::ReadWrite => true,
            Self::ReadOnly => !write,
            Self::WriteOnly => write,
            Self::Nothing => false,
        }
    }
}

/// A piece of memory. `Debug` prints the number of its bytes only.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Allocation {
    /// Address of its first byte.
    pub base: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether an instruction has written to it.
    pub written: bool,
    /// What people call it; may be empty.
    pub name: String,
    /// What programs may do with it.
    pub permission: Permission,
    /// Whether the launch made it for itself: no pointer of the program is meant to lead there but those it was given.
    pub of_launch: bool,
}

/// Zeros, if there is memory for so many copies of them.
pub(crate) fn zeros(size: u64, copies: usize) -> Option<Vec<u8>> {
    let size = usize::try_from(size).ok()?;
    Vec::<u8>::new().try_reserve_exact(size.checked_mul(copies)?).ok()?;
    Some(vec![0; size])
}

impl std::fmt::Debug for Allocation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Allocation")
            .field("base", &format_args!("{:#x}", self.base))
            .field("bytes", &format_args!("{} bytes", self.bytes.len()))
            .field("written", &self.written)
            .field("name", &self.name)
            .field("permission", &self.permission)
            .finish()
    }
}

/// A memory: allocations and windows that do not overlap. One that is addressed from 0 has one allocation there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    allocations: Vec<Allocation>,
    /// Windows by address. They are looked at where no allocation is found.
    windows: Vec<MappedWindow>,
}

/// An allocation or a window, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region<'a> {
    /// Address of its first byte.
    pub base: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// What people call it; may be empty.
    pub name: &'a str,
}

impl Allocation {
    /// Where this many bytes from an address on lie in it, if all of them do.
    #[inline]
    pub(crate) fn place(&self, address: u64, count: usize) -> Option<usize> {
        let at = usize::try_from(address.wrapping_sub(self.base)).ok()?;
        (at.checked_add(count)? <= self.bytes.len()).then_some(at)
    }
}

/// Bytes of an allocation, to be written by one thread.
pub(crate) struct Part<'a> {
    /// The number of the allocation.
    pub allocation: usize,
    /// Address of the first byte.
    pub base: u64,
    pub bytes: &'a mut [u8],
    /// Whether somebody has written.
    pub written: bool,
}

impl Part<'_> {
    /// The address after it.
    pub(crate) fn end(&self) -> u64 {
        self.base.saturating_add(self.bytes.len() as u64)
    }

    /// Writes those of the bytes from an address on that lie in it.
    #[inline]
    pub(crate) fn write(&mut self, address: u64, bytes: &[u8]) {
        let (ahead, at) = (self.base.saturating_sub(address) as usize, address.saturating_sub(self.base) as usize);
        if let (Some(bytes), Some(room)) = (bytes.get(ahead..), self.bytes.get_mut(at..)) {
            let count = bytes.len().min(room.len());
            room[..count].copy_from_slice(&bytes[..count]);
            self.written |= count != 0;
        }
    }

    /// Whether an address lies in it.
    pub(crate) fn holds(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.bytes.len() as u64
    }
}

/// Why memory cannot be allocated at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misplaced {
    /// It would reach past the last address.
    #[error("an allocation at {0:#x} reaches past the last address")]
    TooHigh(u64),
    /// Two allocations share addresses: the one that is there, and the new one.
    #[error("the allocations at {0:#x} and {1:#x} overlap")]
    Overlap(u64, u64),
}

/// An access to memory that went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The lane that made it; 0 for an access of the whole wavefront.
    pub lane: u32,
    /// Where.
    pub address: u64,
    /// How many bytes.
    pub bytes: u32,
    /// Whether it was a write.
    pub write: bool,
}

/// An access of which hardware tells nobody; see [`SoloWorld::outside`](crate::machine::solo::SoloWorld::outside).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outside {
    /// Which memory, an index into [`SoloWorld::memories`](crate::machine::solo::SoloWorld::memories).
    pub memory: usize,
    /// The access.
    pub access: Fault,
}

impl std::error::Error for Fault {}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let verb = if self.write { "writes" } else { "reads" };
        let s = if self.bytes == 1 { "" } else { "s" };
        write!(f, "lane {} {verb} {} byte{s} at {:#x}, which is in no allocation", self.lane, self.bytes, self.address)
    }
}

impl Memory {
    /// A memory of one allocation.
    pub fn of(base: u64, bytes: Vec<u8>) -> Self {
        Self { allocations: vec![Allocation { base, bytes, ..Allocation::default() }], windows: Vec::new() }
    }

    /// Adds an allocation.
    ///
    /// # Errors
    /// If it overlaps another one, or the end of the address space.
    pub fn add(&mut self, base: u64, bytes: Vec<u8>) -> Result<(), Misplaced> {
        self.add_named(base, "", bytes)
    }

    /// Adds an allocation with a name, which reports use.
    ///
    /// # Errors
    /// If it overlaps another one, or the end of the address space.
    pub fn add_named(&mut self, base: u64, name: &str, bytes: Vec<u8>) -> Result<(), Misplaced> {
        self.check(base, bytes.len() as u64)?;
        let at = self.allocations.partition_point(|a| a.base <= base);
        self.allocations.insert(at, Allocation { base, bytes, name: name.to_string(), ..Allocation::default() });
        Ok(())
    }

    /// All allocations, by address.
    pub fn allocations(&self) -> &[Allocation] {
        &self.allocations
    }

    /// Whether this many bytes could be allocated at an address.
    ///
    /// # Errors
    /// If they overlap another allocation or a window, or the end of the address space.
    pub fn check(&self, base: u64, bytes: u64) -> Result<(), Misplaced> {
        let end = base.checked_add(bytes.saturating_sub(1)).ok_or(Misplaced::TooHigh(base))?;
        let last = |a: &Allocation| a.base + (a.bytes.len() as u64).saturating_sub(1);
        // They are in order: if any of them overlaps, the last one that starts early enough does.
        let before = &self.allocations[..self.allocations.partition_point(|a| a.base <= end)];
        let allocation = before.iter().rfind(|a| !a.bytes.is_empty()).filter(|other| last(other) >= base);
        let before = &self.windows[..self.windows.partition_point(|w| w.base <= end)];
        let window = before.last().filter(|w| w.base + w.window.size().saturating_sub(1) >= base);
        match allocation.map(|other| other.base).or(window.map(|other| other.base)) {
            Some(other) if bytes != 0 => Err(Misplaced::Overlap(other, base)),
            _ => Ok(()),
        }
    }

    /// Adds a window.
    ///
    /// # Errors
    /// If it overlaps another window or an allocation, or the end of the address space.
    pub fn add_window(&mut self, base: u64, name: &str, window: Arc<dyn Window>) -> Result<(), Misplaced> {
        self.check(base, window.size())?;
        let at = self.windows.partition_point(|w| w.base <= base);
        self.windows.insert(at, MappedWindow { base, name: name.to_string(), window });
        Ok(())
    }

    /// Takes a window away, by the address of its first byte.
    pub fn remove_window(&mut self, base: u64) -> Option<Arc<dyn Window>> {
        let index = self.windows.iter().position(|w| w.base == base)?;
        Some(self.windows.remove(index).window)
    }

    /// All windows, by address.
    pub fn windows(&self) -> &[MappedWindow] {
        &self.windows
    }

    /// The window that holds so many bytes from an address on, and the offset of the first one.
    pub(crate) fn find_window(&self, address: u64, count: usize) -> Option<(&MappedWindow, u64)> {
        let index = self.windows.partition_point(|w| w.base <= address).checked_sub(1)?;
        let window = &self.windows[index];
        Some((window, window.place(address, count)?))
    }

    /// Copies bytes out of an allocation or window; `false` if not all of them are in one.
    pub fn copy_out(&self, address: u64, to: &mut [u8]) -> bool {
        if let Some(bytes) = self.bytes(address, to.len()) {
            to.copy_from_slice(bytes);
            return true;
        }
        let found = self.find_window(address, to.len());
        found.map(|(window, at)| window.window.read(at, to)).is_some()
    }

    /// Copies bytes into an allocation or window; `false`, and nothing is written, if not all of them are in one.
    pub fn copy_in(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.write_bytes(address, bytes)
            || self.find_window(address, bytes.len()).map(|(window, at)| window.window.write(at, bytes)).is_some()
    }

    /// Takes an allocation away, by the address of its first byte.
    pub fn remove(&mut self, base: u64) -> Option<Allocation> {
        let index = self.allocations.iter().position(|a| a.base == base)?;
        Some(self.allocations.remove(index))
    }

    /// All bytes, in one part more than there are ends: what lies below the first of these addresses, between them, and
    /// after the last.
    pub(crate) fn parts(&mut self, ends: &[u64]) -> Vec<Vec<Part<'_>>> {
        let mut parts: Vec<Vec<Part>> = (0..=ends.len()).map(|_| Vec::new()).collect();
        for (number, allocation) in self.allocations.iter_mut().enumerate() {
            let (mut base, mut bytes) = (allocation.base, allocation.bytes.as_mut_slice());
            for (part, end) in parts.iter_mut().zip(ends.iter().copied().chain([u64::MAX])) {
                let count = usize::try_from(end.saturating_sub(base)).unwrap_or(usize::MAX).min(bytes.len());
                let (below, rest) = bytes.split_at_mut(count);
                if !below.is_empty() {
                    part.push(Part { allocation: number, base, bytes: below, written: false });
                }
                base = base.saturating_add(count as u64);
                bytes = rest;
            }
        }
        parts
    }

    /// The allocation at an index, to be changed.
    pub(crate) fn at_mut(&mut self, index: usize) -> &mut Allocation {
        &mut self.allocations[index]
    }

    /// The allocation that begins at an address.
    pub fn starting(&self, base: u64) -> Option<&Allocation> {
        let index = self.allocations.partition_point(|a| a.base < base);
        self.allocations.get(index).filter(|a| a.base == base)
    }

    /// Like `starting`, mutable.
    pub fn starting_mut(&mut self, base: u64) -> Option<&mut Allocation> {
        let index = self.allocations.partition_point(|a| a.base < base);
        self.allocations.get_mut(index).filter(|a| a.base == base)
    }

    /// Sets what programs may do with each allocation, by the address of its first byte.
    pub fn permit_each(&mut self, permission: impl Fn(u64) -> Permission) {
        for allocation in &mut self.allocations {
            allocation.permission = permission(allocation.base);
        }
    }

    /// The allocation or window nearest to an address, with how far it is from there: negative where it lies below.
    /// Windows without a name are no allocations of the program, and those of the launch count for addresses in them.
    pub fn nearest(&self, address: u64) -> Option<(Region<'_>, i128)> {
        let distance = |region: &Region| {
            let (from, to) = (i128::from(region.base), i128::from(region.base) + i128::from(region.bytes));
            let address = i128::from(address);
            if address < from {
                from - address
            } else if address >= to {
                to - 1 - address
            } else {
                0
            }
        };
        let is_candidate = |a: &&Allocation| !a.of_launch || a.place(address, 1).is_some();
        let allocations = self.allocations.iter().filter(is_candidate);
        let allocations = allocations.map(|a| Region { base: a.base, bytes: a.bytes.len() as u64, name: &a.name });
        let windows = self.windows.iter().filter(|w| !w.name.is_empty()).map(|w| Region {
            base: w.base,
            bytes: w.window.size(),
            name: &w.name,
        });
        allocations.chain(windows).map(|a| (a, distance(&a))).min_by_key(|(_, d)| d.abs())
    }

    /// The allocation that holds `count` bytes from an address on, and where in it.
    pub(crate) fn find(&self, address: u64, count: usize) -> Option<(usize, usize)> {
        let index = self.allocations.partition_point(|a| a.base <= address).checked_sub(1)?;
        Some((index, self.allocations[index].place(address, count)?))
    }

    /// Reads 8 to 64 bits, little endian; `None` if not all of them are in one allocation.
    pub fn read(&self, address: u64, bits: u32) -> Option<u64> {
        let count = (bits / 8).min(8) as usize;
        let mut value = [0; 8];
        match self.find(address, count) {
            Some((index, at)) => value[..count].copy_from_slice(&self.allocations[index].bytes[at..at + count]),
            None => {
                let (window, at) = self.find_window(address, count)?;
                window.window.read(at, &mut value[..count]);
            }
        }
        Some(u64::from_le_bytes(value))
    }

    /// Writes 8 to 64 bits, little endian; `false` if not all of them are in one allocation.
    pub fn write(&mut self, address: u64, bits: u32, value: u64) -> bool {
        let count = (bits / 8).min(8) as usize;
        let Some((index, at)) = self.find(address, count) else { return false };
        let allocation = &mut self.allocations[index];
        allocation.written = true;
        allocation.bytes[at..at + count].copy_from_slice(&value.to_le_bytes()[..count]);
        true
    }

    /// Copies bytes to an address; `false`, and nothing is written, if not all of them are in one allocation.
    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> bool {
        let Some((index, at)) = self.find(address, bytes.len()) else { return false };
        let allocation = &mut self.allocations[index];
        allocation.written = true;
        allocation.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        true
    }

    /// So many bytes from an address on, if all of them are in one allocation.
    pub fn bytes(&self, address: u64, count: usize) -> Option<&[u8]> {
        let (index, at) = self.find(address, count)?;
        Some(&self.allocations[index].bytes[at..at + count])
    }
}
