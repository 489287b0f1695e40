//! The texture unit of GCN: images as a descriptor of eight words (T#) says, and samplers of four (S#).
//!
//! It answers what instructions ask of `interface image` in `isa/amd-gcn/machine/host.isa`, a row of 64 lanes at a
//! time: loads, stores, atomics and sizes (`access.rs`), samples, gathered texels and levels of detail (`sample.rs`).
//! It knows no wavefront: coordinates come as rows, texels go out as rows, and memory is whatever implements
//! [`TexelMemory`]. Nothing is allocated.
//!
//! # What is exact, and what is assumed
//! - Descriptors, formats and linear images are as public sources say; each file names its own.
//! - Images that are not linear lie in memory as [`ImageLayout`] says, not as on hardware: a program that sets up an
//!   image writes it with the same function. The tiled layouts of hardware depend on the memory of the chip (pipes,
//!   banks), of which a descriptor says nothing. Compression by a metadata buffer (DCC, HTILE) is not modelled: memory
//!   holds plain texels.
//! - Weights have 8 fractional bits, which is what drivers report (`subTexelPrecisionBits` and `mipmapPrecisionBits` of
//!   RADV are 8). Texels are summed up in floats of 64 bits, and the sum is rounded to the result. How hardware rounds
//!   in between is not public.
//! - Samplers with anisotropy are sampled as if they had none. PERF_MOD, PERF_MIP and the like trade quality for speed
//!   and change nothing here.
//! - What a descriptor can say and this unit cannot do is an [`Unsupported`], which names it; never a silent 0.
//!
//! The fields of descriptors are here and, for linear images, in `isa/amd-gcn/functions/image-linear.isa`; formats 1 to
//! 14 here and in `buffer-format.isa`. A function of the specification cannot be called by itself from Rust (generated
//! code has one function for an instruction, with everything it calls), and formats of images are more than those of
//! buffers. A test runs the instructions on linear images against this module, so that the two cannot drift apart.

mod access;
mod atomic;
mod cube;
mod describe;
mod descriptor;
mod fields;
mod filter;
mod format;
mod generation;
mod layout;
mod sample;

pub use access::{Load, Places, Store};
pub use describe::{Addressing, ImageInfo, ImageInfoError, SamplerInfo, TexelFormat, describe_buffer};
pub use descriptor::{Kind, Resource, Sampler};
pub use format::{Format, Number};
pub use generation::Generation;
pub use layout::{ImageLayout, MAX_LEVELS};
pub use sample::{Detail, Lookup};

/// Lanes of a wavefront.
pub const LANES: usize = 64;
/// A number of 32 bits for each lane.
pub type Row = [u32; LANES];
/// The components x, y, z and w of a texel for each lane.
pub type Texels = [Row; 4];

/// The memory that holds texels.
///
/// An access that is not wholly inside an allocation gives `false`. The implementation keeps the error, for its
/// report; the texture unit goes on with zeros.
pub trait TexelMemory {
    /// Reads bytes for a lane. `bytes` is zeros before.
    fn read(&mut self, lane: u32, address: u64, bytes: &mut [u8]) -> bool;
    /// Writes bytes for a lane.
    fn write(&mut self, lane: u32, address: u64, bytes: &[u8]) -> bool;
}

impl TexelMemory for &mut dyn TexelMemory {
    fn read(&mut self, lane: u32, address: u64, bytes: &mut [u8]) -> bool {
        (**self).read(lane, address, bytes)
    }

    fn write(&mut self, lane: u32, address: u64, bytes: &[u8]) -> bool {
        (**self).write(lane, address, bytes)
    }
}

/// Something that a descriptor or an instruction asks for and this texture unit does not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// TYPE of the descriptor of an image is that of a buffer.
    #[error("the descriptor has TYPE {0}, which is no image: images have 8 to 15")]
    Type(u8),
    /// DATA_FORMAT, alone or with this NUM_FORMAT.
    #[error("images of data format {} with number format {} are not supported", format::DataName(*data), format::NumberName(*number))]
    Format {
        /// DATA_FORMAT.
        data: u8,
        /// NUM_FORMAT.
        number: u8,
    },
    /// An atomic operation of another width than a texel.
    #[error(
        "an atomic operation of {wide} bytes on texels of {texel} bytes is not supported: both must be 4, or both 8"
    )]
    AtomicWidth {
        /// Bytes of the operation.
        wide: u8,
        /// Bytes of a texel.
        texel: u8,
    },
    /// A number that is not an atomic operation.
    #[error("there is no atomic operation {0} on images")]
    AtomicOperation(u8),
    /// A sample of an image with several samples a texel.
    #[error("images with several samples a texel cannot be sampled, only loaded")]
    SampledFragments,
    /// A comparison with texels that are integers.
    #[error("texels of data format {} with number format {} are integers, which are not compared with a reference", format::DataName(*data), format::NumberName(*number))]
    ComparedIntegers {
        /// DATA_FORMAT.
        data: u8,
        /// NUM_FORMAT.
        number: u8,
    },
    /// The border has a colour of the table that the driver keeps in memory.
    #[error("the border colour is entry {0} of a table (BORDER_COLOR_TYPE 3), and no table is given")]
    BorderTable(u16),
    /// FILTER_MODE 3.
    #[error("FILTER_MODE 3 is reserved: 0 blends, 1 takes the minimum, 2 the maximum")]
    FilterMode,
    /// Gathering a row of texels other than four.
    #[error("how {0} texels of a row are gathered is not public: only four are supported")]
    GatheredRow(u8),
}

/// An image: its descriptor decoded, its format and its layout in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// What the descriptor says.
    pub resource: Resource,
    /// What a texel consists of.
    pub format: Format,
    /// Where texels lie.
    pub layout: ImageLayout,
}

impl Image {
    /// Decodes the eight words of a descriptor, word 0 first; a short one (R128) has zeros in words 4 to 7.
    ///
    /// # Errors
    /// If it describes no image, or one of a format that is not supported.
    pub fn new(generation: Generation, words: &[u32; 8]) -> Result<Self, Unsupported> {
        let resource = Resource::new(generation, words)?;
        let format = Format::new(resource.data_format, resource.number_format)?;
        let layout = ImageLayout::of(&resource, &format);
        Ok(Self { resource, format, layout })
    }
}

/// The lanes whose bit is set, ascending.
fn active(lanes: u64) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |lane| lanes >> lane & 1 != 0)
}
