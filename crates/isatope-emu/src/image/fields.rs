//! Places of fields in the words of descriptors, for decoding and encoding.
//!
//! Sources: those of `descriptor.rs`.

use super::Generation;

/// A field of a descriptor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    word: usize,
    low: u32,
    width: u32,
}

/// A field from a bit of a word on.
const fn at(word: usize, low: u32, width: u32) -> Field {
    Field { word, low, width }
}

impl Field {
    fn mask(self) -> u32 {
        u32::MAX >> (32 - self.width)
    }

    /// Its value.
    pub fn get(self, words: &[u32]) -> u32 {
        words[self.word] >> self.low & self.mask()
    }

    /// Puts a value in; bits that do not fit are dropped.
    pub fn set(self, words: &mut [u32], value: u32) {
        let word = &mut words[self.word];
        *word = *word & !(self.mask() << self.low) | (value & self.mask()) << self.low;
    }

    /// Whether a value fits.
    pub fn fits(self, value: u32) -> bool {
        value <= self.mask()
    }
}

/// Fields of the descriptor of an image (SQ_IMG_RSRC_WORD0 to 7).
pub(super) mod resource {
    use super::{Field, Generation, at};

    pub const BASE_LOW: Field = at(0, 0, 32);
    pub const BASE_HIGH: Field = at(1, 0, 8);
    pub const MIN_LOD: Field = at(1, 8, 12);
    pub const DATA_FORMAT: Field = at(1, 20, 6);
    pub const NUM_FORMAT: Field = at(1, 26, 4);
    pub const WIDTH: Field = at(2, 0, 14);
    pub const HEIGHT: Field = at(2, 14, 14);
    pub const DST_SEL: [Field; 4] = [at(3, 0, 3), at(3, 3, 3), at(3, 6, 3), at(3, 9, 3)];
    pub const BASE_LEVEL: Field = at(3, 12, 4);
    pub const LAST_LEVEL: Field = at(3, 16, 4);
    /// TILING_INDEX, from gfx9 on SW_MODE.
    pub const TILING: Field = at(3, 20, 5);
    /// Until gfx8.
    pub const POW2_PAD: Field = at(3, 25, 1);
    pub const TYPE: Field = at(3, 28, 4);
    pub const DEPTH: Field = at(4, 0, 13);
    /// From gfx9 on.
    pub const BC_SWIZZLE: Field = at(4, 29, 3);
    pub const BASE_ARRAY: Field = at(5, 0, 13);
    /// Until gfx8.
    pub const LAST_ARRAY: Field = at(5, 13, 13);
    /// From gfx9 on.
    pub const MAX_MIP: Field = at(5, 28, 4);

    /// PITCH, which is longer from gfx9 on.
    pub fn pitch(generation: Generation) -> Field {
        at(4, 13, if generation >= Generation::Gfx9 { 16 } else { 14 })
    }

    /// The tiling of linear images: LINEAR_ALIGNED of every table of tiling modes, from gfx9 on SW_MODE LINEAR.
    pub fn linear(generation: Generation) -> u32 {
        if generation >= Generation::Gfx9 { 0 } else { 8 }
    }
}

/// Fields of the descriptor of a buffer (SQ_BUF_RSRC_WORD0 to 3).
pub(super) mod buffer {
    use super::{Field, at};

    pub const BASE_HIGH: Field = at(1, 0, 16);
    pub const STRIDE: Field = at(1, 16, 14);
    pub const DST_SEL: [Field; 4] = [at(3, 0, 3), at(3, 3, 3), at(3, 6, 3), at(3, 9, 3)];
    pub const NUM_FORMAT: Field = at(3, 12, 3);
    pub const DATA_FORMAT: Field = at(3, 15, 4);
}

/// Fields of the descriptor of a sampler (SQ_IMG_SAMP_WORD0 to 3).
pub(super) mod sampler {
    use super::{Field, at};

    pub const CLAMP: [Field; 3] = [at(0, 0, 3), at(0, 3, 3), at(0, 6, 3)];
    pub const DEPTH_COMPARE_FUNC: Field = at(0, 12, 3);
    pub const FORCE_UNNORMALIZED: Field = at(0, 15, 1);
    pub const FORCE_DEGAMMA: Field = at(0, 20, 1);
    pub const TRUNC_COORD: Field = at(0, 27, 1);
    pub const DISABLE_CUBE_WRAP: Field = at(0, 28, 1);
    pub const FILTER_MODE: Field = at(0, 29, 2);
    pub const MIN_LOD: Field = at(1, 0, 12);
    pub const MAX_LOD: Field = at(1, 12, 12);
    pub const LOD_BIAS: Field = at(2, 0, 14);
    pub const XY_MAG_FILTER: Field = at(2, 20, 2);
    pub const XY_MIN_FILTER: Field = at(2, 22, 2);
    pub const Z_FILTER: Field = at(2, 24, 2);
    pub const MIP_FILTER: Field = at(2, 26, 2);
    pub const BORDER_COLOR_PTR: Field = at(3, 0, 12);
    pub const BORDER_COLOR_TYPE: Field = at(3, 30, 2);
}
