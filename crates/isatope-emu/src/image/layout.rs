//! Where texels lie in memory.

use super::descriptor::Resource;
use super::{Format, Generation};

/// Most levels of an image.
pub const MAX_LEVELS: usize = 16;

/// Bytes to which levels of linear images are aligned until gfx8, and rows from gfx9 on.
const ALIGNMENT: u64 = 256;

/// A level of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Level {
    /// Its first byte.
    offset: u64,
    /// Bytes from a row to the next one.
    row: u64,
    /// Bytes from a slice or layer to the next one.
    slice: u64,
    /// Texels of a row, rows, slices or layers.
    extent: [u32; 3],
}

/// The layout of an image: a function from texels to offsets, for writing and reading images.
///
/// Linear images lie as AMD's address library says (`SiLib::ComputeSurfaceInfo` and what it calls, until gfx8;
/// `Gfx9Lib::HwlComputeSurfaceInfoLinear`): rows of PITCH texels. Until gfx8 a level holds all its slices, its pitch
/// comes from that of level 0, and sizes are powers of two; from gfx9 on a slice holds all its levels, which have one
/// pitch. The pitch of formats of 96 bits in levels above 0 follows the rules of other formats, which is an assumption.
/// A pitch below the width is taken for the width: short descriptors have none.
///
/// All other images have a layout of this emulator: as the linear ones of their generation, but without any padding.
/// Rows are as wide as the level, the samples of a texel lie side by side, and levels and slices follow each other at
/// once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageLayout {
    levels: [Level; MAX_LEVELS],
    texel: u64,
    fragments: u32,
    bytes: u64,
}

impl ImageLayout {
    /// The layout of an image.
    pub fn of(resource: &Resource, format: &Format) -> Self {
        let texel = u64::from(format.bytes);
        let fragments = resource.fragments();
        let mut layout = Self { levels: [Level::default(); MAX_LEVELS], texel, fragments, bytes: 0 };
        let linear = resource.linear && fragments == 1;
        if resource.generation >= Generation::Gfx9 {
            layout.levels_in_slices(resource, linear);
        } else {
            layout.slices_in_levels(resource, linear);
        }
        layout
    }

    /// Until gfx8.
    fn slices_in_levels(&mut self, resource: &Resource, linear: bool) {
        let first_pitch = resource.pitch.max(resource.width);
        for level in 0..resource.levels {
            let extent = resource.extent(level);
            let [width, mut rows, mut slices] = extent.map(u64::from);
            let mut pitch = width * u64::from(self.fragments);
            if linear {
                if level > 0 || resource.padded {
                    rows = rows.next_power_of_two();
                    slices = slices.next_power_of_two();
                }
                pitch = if level == 0 { first_pitch.into() } else { self.pitch_of_level(first_pitch >> level, rows) };
            }
            let row = pitch * self.texel;
            self.levels[level as usize] = Level { offset: self.bytes, row, slice: row * rows, extent };
            self.bytes += row * rows * slices;
            if linear && level + 1 < resource.levels {
                self.bytes = self.bytes.next_multiple_of(ALIGNMENT);
            }
        }
    }

    /// Pitch of a level above 0, until gfx8: a power of two, at least 8 texels and 64 bytes, and this many that a slice
    /// is a multiple of 64 texels and 256 bytes.
    fn pitch_of_level(&self, width: u32, rows: u64) -> u64 {
        let step = (64 / self.texel).max(8);
        let whole = (ALIGNMENT / self.texel).max(64);
        let least = u64::from(width.max(1)).next_power_of_two().next_multiple_of(step);
        (0..whole).map(|more| least + more * step).find(|pitch| (pitch * rows).is_multiple_of(whole)).unwrap_or(least)
    }

    /// From gfx9 on.
    fn levels_in_slices(&mut self, resource: &Resource, linear: bool) {
        let count = resource.levels;
        let width = u64::from(resource.width);
        let pitch = if !linear {
            0
        } else if count == 1 {
            u64::from(resource.pitch).max(width)
        } else {
            width.next_multiple_of(if self.texel.is_power_of_two() { ALIGNMENT / self.texel } else { 64 })
        };
        let (mut offset, mut rows) = (0, u64::from(resource.height));
        for level in 0..count {
            let extent = resource.extent(level);
            let [wide, high, _] = extent.map(u64::from);
            let row = if linear { pitch } else { wide * u64::from(self.fragments) } * self.texel;
            self.levels[level as usize] = Level { offset, row, slice: 0, extent };
            offset += row * if linear { rows } else { high };
            rows = rows.div_ceil(2);
        }
        // With several levels PITCH holds the rows of a slice.
        let slice =
            if linear && count > 1 { offset.max(u64::from(resource.pitch) * pitch * self.texel) } else { offset };
        for level in &mut self.levels[..count as usize] {
            level.slice = slice;
        }
        self.bytes = slice * u64::from(resource.slices);
    }

    /// Bytes of the image in memory.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Width, height and slices or layers of a level; zeros past the last level.
    pub fn extent(&self, level: u32) -> [u32; 3] {
        self.levels.get(level as usize).map_or([0; 3], |level| level.extent)
    }

    /// The offset of a sample of a texel from the base address; `None` outside of the image. Levels and layers (`z`, or
    /// the slice of a 3D image) are counted in memory, not from those that a descriptor makes the first.
    pub fn offset(&self, level: u32, z: u32, y: u32, x: u32, fragment: u32) -> Option<u64> {
        let level = self.levels.get(level as usize)?;
        let [width, height, depth] = level.extent;
        if x >= width || y >= height || z >= depth || fragment >= self.fragments {
            return None;
        }
        let column = u64::from(x) * u64::from(self.fragments) + u64::from(fragment);
        Some(level.offset + u64::from(z) * level.slice + u64::from(y) * level.row + column * self.texel)
    }
}
