//! The texture unit: against exact arithmetic, against the instructions that need no texture unit, and for any
//! descriptor.

#[path = "image/exact.rs"]
mod exact;
#[path = "image/linear.rs"]
mod linear;
#[path = "image/properties.rs"]
mod properties;
#[path = "image/small.rs"]
mod small;

use isatope_emu::image::{Generation, LANES, Row, TexelMemory};

/// Where images of tests lie.
const BASE: u64 = 0x0100_0000;

/// One allocation, and what was accessed outside of it.
struct Bytes {
    base: u64,
    bytes: Vec<u8>,
    outside: usize,
}

impl Bytes {
    fn new(bytes: Vec<u8>) -> Self {
        Self { base: BASE, bytes, outside: 0 }
    }

    fn place(&mut self, address: u64, count: usize) -> Option<usize> {
        let at = address.checked_sub(self.base).and_then(|at| usize::try_from(at).ok());
        let place = at.filter(|at| at.checked_add(count).is_some_and(|end| end <= self.bytes.len()));
        self.outside += usize::from(place.is_none());
        place
    }
}

impl TexelMemory for Bytes {
    fn read(&mut self, _lane: u32, address: u64, bytes: &mut [u8]) -> bool {
        let Some(at) = self.place(address, bytes.len()) else { return false };
        bytes.copy_from_slice(&self.bytes[at..at + bytes.len()]);
        true
    }

    fn write(&mut self, _lane: u32, address: u64, bytes: &[u8]) -> bool {
        let Some(at) = self.place(address, bytes.len()) else { return false };
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        true
    }
}

const GENERATIONS: [Generation; 4] = [Generation::Gfx6, Generation::Gfx7, Generation::Gfx8, Generation::Gfx9];

/// The fields of a descriptor that tests set; everything else is 0.
#[derive(Clone, Copy, Debug)]
struct Descriptor {
    gfx: Generation,
    kind: u32,
    data: u32,
    number: u32,
    size: [u32; 3],
    levels: u32,
    linear: bool,
    pitch: u32,
    select: [u32; 4],
}

impl Descriptor {
    /// An image of one level that is not linear, with components in their order.
    fn of(gfx: Generation, kind: u32, data: u32, number: u32, size: [u32; 3]) -> Self {
        Self { gfx, kind, data, number, size, levels: 1, linear: false, pitch: size[0], select: [4, 5, 6, 7] }
    }

    fn words(&self) -> [u32; 8] {
        let gfx9 = self.gfx == Generation::Gfx9;
        let [width, height, depth] = self.size.map(|size| size - 1);
        let mode = match (self.linear, gfx9) {
            (true, false) => 8,
            (true, true) => 0,
            (false, _) => 13,
        };
        let select: u32 = self.select.iter().enumerate().map(|(c, s)| s << (3 * c)).sum();
        let last = self.levels - 1;
        // Until gfx8 DEPTH of a cube is the number of cubes.
        let count = if self.kind == 11 && !gfx9 { self.size[2].div_ceil(6) - 1 } else { depth };
        let word5 = if gfx9 { last << 28 } else { depth << 13 };
        [
            (BASE >> 8) as u32,
            self.data << 20 | self.number << 26,
            width | height << 14,
            select | last << 16 | mode << 20 | self.kind << 28,
            count | (self.pitch - 1) << 13,
            word5,
            0,
            0,
        ]
    }
}

/// A row of numbers for the first lanes.
fn row(values: &[u32]) -> Row {
    let mut row = [0; LANES];
    row[..values.len()].copy_from_slice(values);
    row
}

/// A row of floats.
fn floats(values: &[f32]) -> Row {
    let mut row = [0; LANES];
    for (to, from) in row.iter_mut().zip(values) {
        *to = from.to_bits();
    }
    row
}
