//! Loads, stores, atomics and sizes: whole texels, by integer coordinates.
//!
//! What is not in a manual to the last detail, and is decided here:
//! - A load outside of the image gives 0 for all components, as `image_load` of linear images in `image-linear.isa`; a
//!   store is dropped, and an atomic gives 0 and changes nothing.
//! - A descriptor with DATA_FORMAT 0 has texels without components: constants of DST_SEL stay what they are (Mesa's
//!   descriptor of no texture has 1 for w, which shaders are to see).
//! - Loads without conversion (`raw`) obey DST_SEL.
//! - Levels of loads and stores are not held back by MIN_LOD.

use super::atomic::apply;
use super::format::signed;
use super::{Image, Kind, Row, TexelMemory, Texels, Unsupported, active};

/// The texels that lanes access, as integers. What an image has no use for is ignored.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    /// Levels, counted from the first one that the descriptor shows.
    pub level: &'a Row,
    /// Columns.
    pub x: &'a Row,
    /// Rows; layers of arrays of rows.
    pub y: &'a Row,
    /// Slices, layers, or faces (6 a cube).
    pub z: &'a Row,
    /// Samples of a texel.
    pub fragment: &'a Row,
}

/// How texels are loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Components are bits without conversion.
    pub raw: bool,
    /// With `raw`: their highest bit is a sign.
    pub extend: bool,
    /// Components have 16 bits, in the low half of 32.
    pub half: bool,
}

/// How texels are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Store {
    /// Components are bits without conversion.
    pub raw: bool,
    /// Components have 16 bits, in the low half of 32.
    pub half: bool,
    /// Which components are given; the others are 0. The whole texel is written.
    pub mask: u8,
}

impl Image {
    /// The address of a sample of a texel, `None` outside of the levels, layers and texels that instructions see.
    pub fn address(&self, level: u32, x: u32, y: u32, z: u32, fragment: u32) -> Option<u64> {
        let resource = &self.resource;
        if level > resource.top_level() {
            return None;
        }
        let (row, layer) = match resource.kind {
            Kind::One | Kind::Buffer => (0, 0),
            Kind::OneArray => (0, y),
            Kind::Two | Kind::TwoSamples => (y, 0),
            Kind::Three | Kind::Cube | Kind::TwoArray | Kind::TwoArraySamples => (y, z),
        };
        if resource.kind.is_layered() && layer >= resource.layers() {
            return None;
        }
        let fragment = if resource.kind.has_fragments() { fragment } else { 0 };
        let layer = layer.checked_add(resource.base_layer)?;
        Some(resource.base + self.layout.offset(resource.base_level + level, layer, row, x, fragment)?)
    }

    /// The bits of a texel; 0 where memory has none.
    pub(super) fn fetch(&self, memory: &mut impl TexelMemory, lane: usize, address: u64) -> u128 {
        let mut bytes = [0; 16];
        let length = usize::from(self.format.bytes);
        if self.format.codes().0 == 0 || !memory.read(lane as u32, address, &mut bytes[..length]) {
            return 0;
        }
        u128::from_le_bytes(bytes)
    }

    /// The components that DST_SEL names: 0 is 0, 1 is 1, 4 to 7 are x to w. 2 and 3 are reserved, and 0.
    pub(super) fn select(&self, components: [u32; 4], one: u32) -> [u32; 4] {
        self.resource.select.map(|select| match select {
            1 => one,
            4..=7 => components[usize::from(select - 4)],
            _ => 0,
        })
    }

    /// Loads texels into the rows of `out`; those of other lanes stay.
    pub fn load(&self, memory: &mut impl TexelMemory, lanes: u64, at: &Places<'_>, how: Load, out: &mut Texels) {
        for lane in active(lanes) {
            let place = self.address(at.level[lane], at.x[lane], at.y[lane], at.z[lane], at.fragment[lane]);
            let texel = place.map_or([0; 4], |address| {
                let bits = self.fetch(memory, lane, address);
                if how.raw { self.raw(bits, how) } else { self.converted(bits, how.half) }
            });
            for (row, component) in out.iter_mut().zip(texel) {
                row[lane] = component;
            }
        }
    }

    fn converted(&self, bits: u128, half: bool) -> [u32; 4] {
        let texel = self.select(self.format.decode(bits), self.format.one());
        if half { texel.map(|component| self.format.to_half(component)) } else { texel }
    }

    fn raw(&self, bits: u128, how: Load) -> [u32; 4] {
        let components = std::array::from_fn(|c| {
            let (bits, width) = (self.format.bits(bits, c), self.format.widths[c]);
            match width {
                0 => u32::from(c == 3),
                _ if how.extend => signed(bits, width) as u32,
                _ => bits,
            }
        });
        let texel = self.select(components, 1);
        if how.half { texel.map(|component| component & 0xffff) } else { texel }
    }

    /// Stores texels. Component c of the format is what the first selector of DST_SEL loads from there; one that no
    /// selector names stays as it is in memory, or is 0 where components share bytes.
    pub fn store(&self, memory: &mut impl TexelMemory, lanes: u64, at: &Places<'_>, how: Store, values: &Texels) {
        let source: [Option<usize>; 4] =
            std::array::from_fn(|c| self.resource.select.iter().position(|s| usize::from(*s) == c + 4));
        let missing = |c: usize| self.format.widths[c] != 0 && source[c].is_none();
        let apart = !self.format.is_packed() && (0..4).any(missing);
        for lane in active(lanes) {
            let place = self.address(at.level[lane], at.x[lane], at.y[lane], at.z[lane], at.fragment[lane]);
            let Some(address) = place.filter(|_| self.format.codes().0 != 0) else { continue };
            let mut texel = 0u128;
            for (c, from) in source.iter().enumerate().filter(|(c, _)| self.format.widths[*c] != 0) {
                let Some(from) = *from else { continue };
                let given = if how.mask >> from & 1 != 0 { values[from][lane] } else { 0 };
                let bits = self.component_to_store(given, c, how);
                texel |= u128::from(bits) << self.format.low(c);
                if apart {
                    let (low, width) = (self.format.low(c) / 8, usize::from(self.format.widths[c] / 8));
                    memory.write(lane as u32, address + u64::from(low), &bits.to_le_bytes()[..width]);
                }
            }
            if !apart {
                memory.write(lane as u32, address, &texel.to_le_bytes()[..usize::from(self.format.bytes)]);
            }
        }
    }

    fn component_to_store(&self, value: u32, component: usize, how: Store) -> u32 {
        if how.raw {
            return value & u32::MAX >> (32 - u32::from(self.format.widths[component]));
        }
        let value = if how.half { self.format.from_half(value) } else { value };
        self.format.encode_component(value, component)
    }

    /// Reads, changes and writes texels of 32 bits, or of 64 if `wide`, lane after lane; operations are numbered as in
    /// `interface image`. `values`, `compare` and `out`, which gets what was there, have the low and the high halves.
    ///
    /// # Errors
    /// If there is no such operation, or a texel has another width.
    #[expect(clippy::too_many_arguments, reason = "they are those of the operation of the interface")]
    pub fn atomic(
        &self,
        memory: &mut impl TexelMemory,
        lanes: u64,
        operation: u8,
        wide: bool,
        at: &Places<'_>,
        values: &[Row; 2],
        compare: &[Row; 2],
        out: &mut [Row; 2],
    ) -> Result<(), Unsupported> {
        let width = if wide { 8 } else { 4 };
        if self.format.codes().0 != 0 && self.format.bytes != width {
            return Err(Unsupported::AtomicWidth { wide: width, texel: self.format.bytes });
        }
        apply(operation, wide, 0, 0, 0).ok_or(Unsupported::AtomicOperation(operation))?;
        for lane in active(lanes) {
            let number =
                |rows: &[Row; 2]| u64::from(rows[0][lane]) | if wide { u64::from(rows[1][lane]) << 32 } else { 0 };
            let place = self.address(0, at.x[lane], at.y[lane], at.z[lane], at.fragment[lane]);
            let mut old = 0;
            if let Some(address) = place.filter(|_| self.format.codes().0 != 0) {
                let mut bytes = [0; 8];
                if memory.read(lane as u32, address, &mut bytes[..usize::from(width)]) {
                    old = u64::from_le_bytes(bytes);
                    let new = apply(operation, wide, old, number(values), number(compare)).unwrap_or(old);
                    memory.write(lane as u32, address, &new.to_le_bytes()[..usize::from(width)]);
                }
            }
            out[0][lane] = old as u32;
            out[1][lane] = (old >> 32) as u32;
        }
        Ok(())
    }

    /// Width, height, depth and number of levels, for a level of each lane. Arrays have their layers where coordinates
    /// have them: y of arrays of rows, z of others, and of cubes 6 for each. Where there is neither it is 1. Sizes of a
    /// level that the image does not have are 0.
    ///
    /// Source: the manuals (IMAGE_GET_RESINFO: "#mipLevels, depth, height, width", "for cubemaps, depth = 6 *
    /// Number_of_array_slices") and Mesa's use of it; the 1 and the 0 are assumptions, from Direct3D's `resinfo`.
    pub fn size(&self, lanes: u64, level: &Row, out: &mut Texels) {
        let resource = &self.resource;
        for lane in active(lanes) {
            let level = level[lane];
            let mut size = [0, 0, 0, resource.top_level() + 1];
            if level <= resource.top_level() {
                let [width, height, slices] = resource.extent(resource.base_level + level);
                let (height, depth) = match resource.kind {
                    Kind::OneArray => (resource.layers(), 1),
                    Kind::Three => (height, slices),
                    _ => (height, resource.layers()),
                };
                [size[0], size[1], size[2]] = [width, height, depth];
            }
            for (row, value) in out.iter_mut().zip(size) {
                row[lane] = value;
            }
        }
    }
}
