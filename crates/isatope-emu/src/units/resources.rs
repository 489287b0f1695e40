//! Entries of the resource tables of Valhall.

use crate::machine::memory::Buffer;

/// A place in the resource tables. The handle of a buffer holds the table in its upper 8 bits and the index in its
/// lower 24.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// Number of the table. Drivers put uniform buffers into table 0 and storage buffers into table 6.
    pub table: u8,
    /// Index of the entry.
    pub index: u32,
}

/// A buffer in a resource table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    /// The buffer.
    pub buffer: Buffer,
    /// Bytes from one element to the next, for instructions that count elements.
    pub stride: u32,
}

impl From<Buffer> for Entered {
    fn from(buffer: Buffer) -> Self {
        Self { buffer, stride: 1 }
    }
}
