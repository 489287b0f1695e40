//! Memory: a map of allocations.

/// A piece of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allocation {
    /// Address of its first byte.
    pub base: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether an instruction has written to it.
    pub written: bool,
}

/// A memory: allocations that do not overlap. One that is addressed from 0 has one allocation there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    allocations: Vec<Allocation>,
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

/// An access of which hardware tells nobody; see [`Alone::outside`](crate::solo::Alone::outside).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outside {
    /// Which memory, an index into [`Alone::memories`](crate::solo::Alone::memories).
    pub memory: usize,
    /// The access.
    pub access: Fault,
}

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
        Self { allocations: vec![Allocation { base, bytes, written: false }] }
    }

    /// Adds an allocation.
    ///
    /// # Errors
    /// If it overlaps another one, or the end of the address space.
    pub fn add(&mut self, base: u64, bytes: Vec<u8>) -> Result<(), String> {
        let last = |base: u64, bytes: &[u8]| base.checked_add((bytes.len() as u64).saturating_sub(1));
        let end =
            last(base, &bytes).ok_or_else(|| format!("an allocation at {base:#x} reaches past the last address"))?;
        let overlaps = |a: &&Allocation| {
            !a.bytes.is_empty()
                && !bytes.is_empty()
                && a.base <= end
                && last(a.base, &a.bytes).is_some_and(|e| e >= base)
        };
        if let Some(other) = self.allocations.iter().find(overlaps) {
            return Err(format!("the allocations at {:#x} and {base:#x} overlap", other.base));
        }
        let at = self.allocations.partition_point(|a| a.base <= base);
        self.allocations.insert(at, Allocation { base, bytes, written: false });
        Ok(())
    }

    /// All allocations, by address.
    pub fn allocations(&self) -> &[Allocation] {
        &self.allocations
    }

    /// The allocation that holds `count` bytes from an address on, and where in it.
    fn find(&self, address: u64, count: usize) -> Option<(usize, usize)> {
        let index = self.allocations.partition_point(|a| a.base <= address).checked_sub(1)?;
        let allocation = &self.allocations[index];
        let at = usize::try_from(address - allocation.base).ok()?;
        (at.checked_add(count)? <= allocation.bytes.len()).then_some((index, at))
    }

    /// Reads 8 to 64 bits, little endian; `None` if not all of them are in one allocation.
    pub fn read(&self, address: u64, bits: u32) -> Option<u64> {
        let count = (bits / 8).min(8) as usize;
        let (index, at) = self.find(address, count)?;
        let mut value = [0; 8];
        value[..count].copy_from_slice(&self.allocations[index].bytes[at..at + count]);
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
}
