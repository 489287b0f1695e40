//! The fields of descriptors.
//!
//! Sources: the descriptor tables in the manuals of the generations ("Image resource definition", "Sampler resource
//! definition"); the register headers of Mesa (SQ_IMG_RSRC_WORD0 to 7, SQ_IMG_SAMP_WORD0 to 3) and of ROCr's image
//! library, which agree; Mesa's code that fills them, for what is not a matter of bits.

use super::fields::resource as fields;
use super::{Generation, Unsupported};

/// What kind of image a descriptor describes: TYPE, or a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One row.
    One,
    /// Rows of texels.
    Two,
    /// Slices of rows.
    Three,
    /// The six faces of a cube, or of several.
    Cube,
    /// An array of rows; the layer is the second coordinate.
    OneArray,
    /// An array of images.
    TwoArray,
    /// Several samples a texel.
    TwoSamples,
    /// An array of images with several samples a texel.
    TwoArraySamples,
    /// One row that is addressed as a buffer: its descriptor is that of a buffer, which has no TYPE of these.
    Buffer,
}

impl Kind {
    /// Whether the image has several samples a texel.
    pub fn has_fragments(self) -> bool {
        matches!(self, Self::TwoSamples | Self::TwoArraySamples)
    }

    /// Whether a coordinate says the layer, or the face.
    pub fn is_layered(self) -> bool {
        matches!(self, Self::Cube | Self::OneArray | Self::TwoArray | Self::TwoArraySamples)
    }

    /// Whether a layer has one row only.
    pub fn is_row(self) -> bool {
        matches!(self, Self::One | Self::OneArray | Self::Buffer)
    }
}

/// The descriptor of an image. Sizes and counts are those themselves, not less 1 as in the descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Whose descriptor it is.
    pub generation: Generation,
    /// Address of the first byte: a multiple of 256.
    pub base: u64,
    /// Least level of detail in 1/256, counted from level 0 of the image (MIN_LOD).
    pub min_lod: u32,
    /// DATA_FORMAT.
    pub data_format: u8,
    /// NUM_FORMAT.
    pub number_format: u8,
    /// Texels of a row of level 0.
    pub width: u32,
    /// Rows of level 0; 1 for images of one row.
    pub height: u32,
    /// What each component of a loaded texel is (DST_SEL): 0 and 1 constants, 4 to 7 components x to w of the format.
    pub select: [u8; 4],
    /// First level that instructions see: their level 0.
    pub base_level: u32,
    /// Last level that they see. Of images with several samples a texel: the logarithm of how many (Mesa,
    /// `query_samples`).
    pub last_level: u32,
    /// Levels in memory.
    pub levels: u32,
    /// Whether rows lie one after the other: TILING_INDEX 8 (LINEAR_ALIGNED of every table of tiling modes), from gfx9
    /// on SW_MODE 0 (LINEAR).
    pub linear: bool,
    /// Whether memory is padded to powers of two (POW2_PAD, until gfx8).
    pub padded: bool,
    /// TYPE.
    pub kind: Kind,
    /// Slices of level 0 of a 3D image; of others, layers in memory.
    pub slices: u32,
    /// PITCH: texels from a row to the next one. From gfx9 on, with several levels, rows of all levels of a slice
    /// together (`epitchIsHeight` in AMD's address library).
    pub pitch: u32,
    /// Layer that is layer 0 of instructions (BASE_ARRAY).
    pub base_layer: u32,
    /// Last layer that they see, counted in memory: LAST_ARRAY, from gfx9 on DEPTH (Mesa, `ac_nir_lower_resinfo.c`).
    pub last_layer: u32,
    /// How the components of a border colour are ordered before [`Self::select`] (BC_SWIZZLE, from gfx9 on).
    pub border_order: [u8; 4],
}

impl Resource {
    /// Decodes a descriptor.
    ///
    /// # Errors
    /// If TYPE is not that of an image.
    pub fn new(generation: Generation, words: &[u32; 8]) -> Result<Self, Unsupported> {
        let kind = match fields::TYPE.get(words) {
            8 => Kind::One,
            9 => Kind::Two,
            10 => Kind::Three,
            11 => Kind::Cube,
            12 => Kind::OneArray,
            13 => Kind::TwoArray,
            14 => Kind::TwoSamples,
            15 => Kind::TwoArraySamples,
            other => return Err(Unsupported::Type(other as u8)),
        };
        let gfx9 = generation >= Generation::Gfx9;
        let depth = fields::DEPTH.get(words);
        let last_layer = if gfx9 { depth } else { fields::LAST_ARRAY.get(words) };
        let last_level = fields::LAST_LEVEL.get(words);
        let levels = if kind.has_fragments() {
            1
        } else if gfx9 {
            last_level.max(fields::MAX_MIP.get(words)) + 1
        } else {
            last_level + 1
        };
        // Until gfx8 DEPTH counts the layers in memory, or the cubes (Mesa, `si_make_texture_descriptor`).
        let slices = match kind {
            Kind::Three => depth + 1,
            _ if gfx9 => last_layer + 1,
            Kind::Cube => (6 * (depth + 1)).max(last_layer + 1),
            _ => (depth + 1).max(last_layer + 1),
        };
        Ok(Self {
            generation,
            base: (u64::from(fields::BASE_HIGH.get(words)) << 32 | u64::from(fields::BASE_LOW.get(words))) << 8,
            min_lod: fields::MIN_LOD.get(words),
            data_format: fields::DATA_FORMAT.get(words) as u8,
            number_format: fields::NUM_FORMAT.get(words) as u8,
            width: fields::WIDTH.get(words) + 1,
            height: if kind.is_row() { 1 } else { fields::HEIGHT.get(words) + 1 },
            select: fields::DST_SEL.map(|field| field.get(words) as u8),
            base_level: if kind.has_fragments() { 0 } else { fields::BASE_LEVEL.get(words) },
            last_level,
            levels,
            linear: fields::TILING.get(words) == fields::linear(generation),
            padded: !gfx9 && fields::POW2_PAD.get(words) != 0,
            kind,
            slices,
            pitch: fields::pitch(generation).get(words) + 1,
            base_layer: if kind == Kind::Three { 0 } else { fields::BASE_ARRAY.get(words) },
            last_layer,
            border_order: if gfx9 { border_order(fields::BC_SWIZZLE.get(words)) } else { [0, 1, 2, 3] },
        })
    }

    /// How many samples a texel has in memory.
    pub fn fragments(&self) -> u32 {
        if self.kind.has_fragments() { 1 << self.last_level } else { 1 }
    }

    /// How many layers instructions see; 1 for images without layers.
    pub fn layers(&self) -> u32 {
        if self.kind.is_layered() { self.last_layer.saturating_sub(self.base_layer) + 1 } else { 1 }
    }

    /// Highest level that instructions see, counted as they do.
    pub fn top_level(&self) -> u32 {
        if self.kind.has_fragments() { 0 } else { self.last_level.saturating_sub(self.base_level) }
    }

    /// Width and height of a level, and its slices in a 3D image, else the layers in memory. Levels are counted in
    /// memory.
    pub fn extent(&self, level: u32) -> [u32; 3] {
        let smaller = |size: u32| size.checked_shr(level).unwrap_or(0).max(1);
        let slices = if self.kind == Kind::Three { smaller(self.slices) } else { self.slices };
        [smaller(self.width), smaller(self.height), slices]
    }
}

/// Which component of the border colour is component x, y, z, w of the format: XYZW, XWYZ, WZYX, WXYZ, ZYXW, YXWZ
/// (ROCr, `TEX_BC_SWIZZLE`); 6 and 7 are reserved and change nothing.
fn border_order(code: u32) -> [u8; 4] {
    match code {
        1 => [0, 3, 1, 2],
        2 => [3, 2, 1, 0],
        3 => [3, 0, 1, 2],
        4 => [2, 1, 0, 3],
        5 => [1, 0, 3, 2],
        _ => [0, 1, 2, 3],
    }
}

/// The descriptor of a sampler. It is the same from gfx6 to gfx9 in what is modelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampler {
    /// What happens to coordinates outside of the image, for x, y, z (CLAMP_X to CLAMP_Z, `SQ_TEX_CLAMP`).
    pub clamp: [u8; 3],
    /// How a reference is compared with texels (DEPTH_COMPARE_FUNC): 0 never, then less, equal, less or equal, greater,
    /// not equal, greater or equal, always.
    pub compare: u8,
    /// Coordinates are in texels whatever the instruction says.
    pub unnormalized: bool,
    /// Texels of 8 bits are taken for sRGB.
    pub degamma: bool,
    /// Coordinates are truncated to 1/256 of a texel, and layers to whole ones, instead of rounded.
    pub truncate: bool,
    /// Filtering ends at the edge of the face of a cube.
    pub face_edges: bool,
    /// FILTER_MODE: 0 blends texels, 1 takes the minimum, 2 the maximum.
    pub mode: u8,
    /// Least level of detail, in 1/256.
    pub min_lod: u32,
    /// Highest level of detail, in 1/256.
    pub max_lod: u32,
    /// Added to the level of detail, in 1/256.
    pub bias: i32,
    /// Whether x and y are filtered where the image is magnified: XY_MAG_FILTER bilinear, with anisotropy or without.
    pub mag_linear: bool,
    /// Whether x and y are filtered where the image is minified.
    pub min_linear: bool,
    /// Z_FILTER: 0 as x and y (drivers leave it 0 and have 3D images filtered), 1 nearest, 2 linear.
    pub z_filter: u8,
    /// MIP_FILTER: 0 the first level only, 1 the nearest level (3 too), 2 between two levels.
    pub mip_filter: u8,
    /// BORDER_COLOR_TYPE: 0 transparent black, 1 opaque black, 2 white, 3 an entry of a table.
    pub border: u8,
    /// The entry (BORDER_COLOR_PTR).
    pub border_entry: u16,
}

impl Sampler {
    /// Decodes the four words of a descriptor, word 0 first.
    pub fn new(words: &[u32; 4]) -> Self {
        use super::fields::sampler as fields;
        let bias = fields::LOD_BIAS.get(words) as i32;
        Self {
            clamp: fields::CLAMP.map(|field| field.get(words) as u8),
            compare: fields::DEPTH_COMPARE_FUNC.get(words) as u8,
            unnormalized: fields::FORCE_UNNORMALIZED.get(words) != 0,
            degamma: fields::FORCE_DEGAMMA.get(words) != 0,
            truncate: fields::TRUNC_COORD.get(words) != 0,
            face_edges: fields::DISABLE_CUBE_WRAP.get(words) != 0,
            mode: fields::FILTER_MODE.get(words) as u8,
            min_lod: fields::MIN_LOD.get(words),
            max_lod: fields::MAX_LOD.get(words),
            bias: bias << 18 >> 18,
            // Values 0 and 1 are nearest and bilinear, 2 and 3 the same with anisotropy.
            mag_linear: fields::XY_MAG_FILTER.get(words) & 1 != 0,
            min_linear: fields::XY_MIN_FILTER.get(words) & 1 != 0,
            z_filter: fields::Z_FILTER.get(words) as u8,
            mip_filter: fields::MIP_FILTER.get(words) as u8,
            border: fields::BORDER_COLOR_TYPE.get(words) as u8,
            border_entry: fields::BORDER_COLOR_PTR.get(words) as u16,
        }
    }
}
