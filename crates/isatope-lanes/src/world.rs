//! What lies outside the registers of a wavefront: memories, and units such as exports or textures, which the specification declares
//! as interfaces and whose operations instructions call.

/// An operation of an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Name of the interface: `export`.
    pub interface: &'static str,
    /// Name of the operation: `write`.
    pub name: &'static str,
    /// Names and widths in bits of what it is given.
    pub params: &'static [(&'static str, u32)],
    /// Width in bits of what it gives back, if it gives anything back.
    pub result: Option<u32>,
    /// Whether it is called once for the whole wavefront, not once a lane.
    pub wave: bool,
    /// Whether lanes that ask alike, one behind the other, ask once; the lane of the call is the first of them.
    pub once: bool,
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.interface, self.name)
    }
}

/// Who answers what instructions ask of memories and interfaces. Memories and operations are numbered as in
/// [`Machine::memories`](crate::Machine::memories) and [`Machine::operations`](crate::Machine::operations).
///
/// An access that cannot be made gives 0 or is dropped, and the world notes it: lane functions do not fail.
pub trait World {
    /// Reads 8, 16, 32 or 64 bits, little endian, for a lane.
    fn read(&mut self, memory: usize, address: u64, bits: u32, lane: usize) -> u64;

    /// As [`read`](Self::read), by an operand that is read at any time: outside the memory it gives 0, and nothing is noted.
    fn peek(&self, memory: usize, address: u64, bits: u32) -> u64;

    /// Writes 8, 16, 32 or 64 bits, little endian, for a lane.
    fn write(&mut self, memory: usize, address: u64, bits: u32, lane: usize, value: u64);

    /// Notes an access of which hardware tells nobody: what the specification says is out of bounds.
    fn outside(&mut self, memory: usize, address: u64, bytes: u32, lane: usize, write: bool);

    /// Calls an operation, for a lane or (`None`) for the whole wavefront. Arguments are bit patterns in the order of
    /// [`Operation::params`]; the answer has no bits above [`Operation::result`], and is 0 where there is none.
    fn call(&mut self, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128;
}
