//! The world of a wavefront: memories, and units such as exports or textures. The specification declares units as
//! interfaces with operations.

/// An operation of an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Name of the interface: `export`.
    pub interface: &'static str,
    /// Name of the operation: `write`.
    pub name: &'static str,
    /// Names and widths in bits of the parameters.
    pub params: &'static [(&'static str, u32)],
    /// Width of the result in bits; `None` if the operation has no result.
    pub result: Option<u32>,
    /// Whether it is called once for the whole wavefront, not once per lane.
    pub wave: bool,
    /// Whether consecutive lanes with the same arguments share one call, made for the first of them.
    pub once: bool,
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.interface, self.name)
    }
}

/// Maximum number of parameters of an operation.
pub const MAX_PARAMS: usize = 20;

/// A value for each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row<'a, T> {
    /// One value for all lanes.
    Same(T),
    /// One value per lane.
    Each(&'a [T]),
}

impl<T: Copy> Row<'_, T> {
    /// Value for a lane.
    ///
    /// # Panics
    /// Panics if the wavefront has no such lane.
    #[inline]
    pub fn at(&self, lane: usize) -> T {
        match self {
            Row::Same(value) => *value,
            Row::Each(values) => values[lane],
        }
    }
}

/// An argument of an operation, for each lane. Values are bit patterns; a truth value is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument<'a> {
    /// One value for all lanes.
    Same(u128),
    /// A parameter of up to 32 bits.
    Words(&'a [u32]),
    /// A parameter of up to 64 bits.
    Pairs(&'a [u64]),
    /// A parameter of up to 128 bits.
    Quads(&'a [u128]),
}

impl<'a> Argument<'a> {
    /// Value for a lane.
    ///
    /// # Panics
    /// Panics if the wavefront has no such lane.
    #[inline]
    pub fn at(&self, lane: usize) -> u128 {
        match self {
            Argument::Same(value) => *value,
            Argument::Words(values) => values[lane].into(),
            Argument::Pairs(values) => values[lane].into(),
            Argument::Quads(values) => values[lane],
        }
    }

    /// Values of a parameter of up to 32 bits; `None` if the parameter is wider.
    pub fn row_u32(&self) -> Option<Row<'a, u32>> {
        match *self {
            Argument::Same(value) => Some(Row::Same(value as u32)),
            Argument::Words(values) => Some(Row::Each(values)),
            _ => None,
        }
    }

    /// Values of a parameter of 33 to 64 bits; `None` if the parameter has another width.
    pub fn row_u64(&self) -> Option<Row<'a, u64>> {
        match *self {
            Argument::Same(value) => Some(Row::Same(value as u64)),
            Argument::Pairs(values) => Some(Row::Each(values)),
            _ => None,
        }
    }

    /// Values of a parameter of more than 64 bits; `None` if the parameter is narrower.
    pub fn row_u128(&self) -> Option<Row<'a, u128>> {
        match *self {
            Argument::Same(value) => Some(Row::Same(value)),
            Argument::Quads(values) => Some(Row::Each(values)),
            _ => None,
        }
    }
}

/// Results of an operation, one per lane. Entries of lanes without a call keep their values.
#[derive(Debug)]
pub enum Answers<'a> {
    /// The operation has no result.
    None,
    /// Up to 32 bits.
    Words(&'a mut [u32]),
    /// Up to 64 bits.
    Pairs(&'a mut [u64]),
    /// Up to 128 bits.
    Quads(&'a mut [u128]),
}

impl Answers<'_> {
    /// Sets the result of a lane; bits that do not fit are dropped.
    ///
    /// # Panics
    /// Panics if the wavefront has no such lane.
    #[inline]
    pub fn set(&mut self, lane: usize, value: u128) {
        match self {
            Answers::None => {}
            Answers::Words(values) => values[lane] = value as u32,
            Answers::Pairs(values) => values[lane] = value as u64,
            Answers::Quads(values) => values[lane] = value,
        }
    }
}

/// The lanes of a mask, ascending.
#[inline]
pub fn lanes_of(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(lane)
    })
}

/// Memories and interfaces as instructions see them. Memories and operations are numbered as in
/// [`Layout::memories`](crate::Layout::memories) and [`Layout::operations`](crate::Layout::operations).
///
/// Lane functions access single lanes or, if the order of lanes does not matter, rows: an address and a value for each
/// lane (slices with one entry per lane of the wavefront), and a mask of the lanes that take part. An access by row has
/// the same effect as accesses by its lanes in ascending order. The default methods do just that; a world overrides
/// them if it has a faster implementation.
///
/// An access that cannot be made returns 0 or is dropped, and the world records it: lane functions do not fail.
pub trait World {
    /// Reads 8, 16, 32 or 64 bits, little endian, for a lane.
    fn read(&mut self, memory: usize, address: u64, bits: u32, lane: usize) -> u64;

    /// Like [`read`](Self::read), for an operand. Outside of the memory it returns 0 and records nothing.
    fn peek(&self, memory: usize, address: u64, bits: u32) -> u64;

    /// Writes 8, 16, 32 or 64 bits, little endian, for a lane.
    fn write(&mut self, memory: usize, address: u64, bits: u32, lane: usize, value: u64);

    /// Records an access that the specification declares to be out of bounds, and that the hardware hides.
    fn outside(&mut self, memory: usize, address: u64, bytes: u32, lane: usize, write: bool);

    /// Calls an operation, for a lane or (`None`) for the whole wavefront. Arguments are bit patterns in the order of
    /// [`Operation::params`]. The result has no bits above [`Operation::result`], and is 0 if the operation has no
    /// result.
    fn call(&mut self, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128;

    /// Reads consecutive 32-bit words from an address on, for consecutive lanes. The lowest bit of `lanes` means
    /// the first value; values of lanes that are not in `lanes` are unchanged. Returns `false`, without any effect, if
    /// the world is not faster this way.
    fn read_run(&mut self, _memory: usize, _address: u64, _lanes: u64, _values: &mut [u32]) -> bool {
        false
    }

    /// Variant for values of 64 bits.
    fn read_run64(&mut self, _memory: usize, _address: u64, _lanes: u64, _values: &mut [u64]) -> bool {
        false
    }

    /// Writes consecutive 32-bit words from an address on, for consecutive lanes that are all active. Returns `false`
    /// in the same case as [`read_run`](Self::read_run).
    fn write_run(&mut self, _memory: usize, _address: u64, _values: &[u32]) -> bool {
        false
    }

    /// Variant for values of 64 bits.
    fn write_run64(&mut self, _memory: usize, _address: u64, _values: &[u64]) -> bool {
        false
    }

    /// Writes structures side by side from an address on, of up to 16 bytes for each of consecutive lanes. Returns
    /// `false` in the same case as [`read_run`](Self::read_run).
    fn write_bytes(&mut self, _memory: usize, _address: u64, _bytes: &[u8]) -> bool {
        false
    }

    /// Reads 8, 16 or 32 bits for some lanes; the values of other lanes are unchanged.
    fn read_row(&mut self, memory: usize, addresses: &[u64], bits: u32, lanes: u64, values: &mut [u32]) {
        for lane in lanes_of(lanes) {
            values[lane] = self.read(memory, addresses[lane], bits, lane) as u32;
        }
    }

    /// Reads 64 bits for some lanes; the values of other lanes are unchanged.
    fn read_row64(&mut self, memory: usize, addresses: &[u64], lanes: u64, values: &mut [u64]) {
        for lane in lanes_of(lanes) {
            values[lane] = self.read(memory, addresses[lane], 64, lane);
        }
    }

    /// Writes the low 8, 16 or 32 bits of a value for some lanes. If two lanes write the same byte, the higher lane
    /// wins.
    fn write_row(&mut self, memory: usize, addresses: &[u64], bits: u32, lanes: u64, values: &[u32]) {
        for lane in lanes_of(lanes) {
            self.write(memory, addresses[lane], bits, lane, values[lane].into());
        }
    }

    /// Writes 64 bits for some lanes, like [`write_row`](Self::write_row).
    fn write_row64(&mut self, memory: usize, addresses: &[u64], lanes: u64, values: &[u64]) {
        for lane in lanes_of(lanes) {
            self.write(memory, addresses[lane], 64, lane, values[lane]);
        }
    }

    /// Calls a per-lane operation for some lanes.
    fn call_row(&mut self, operation: usize, lanes: u64, arguments: &[Argument], mut answers: Answers) {
        let mut list = [0; MAX_PARAMS];
        for lane in lanes_of(lanes) {
            for (value, argument) in list.iter_mut().zip(arguments) {
                *value = argument.at(lane);
            }
            let answer = self.call(operation, Some(lane as u32), &list[..arguments.len().min(MAX_PARAMS)]);
            answers.set(lane, answer);
        }
    }
}
