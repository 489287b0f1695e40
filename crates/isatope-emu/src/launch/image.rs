//! Images and samplers in the memory of a device.

use crate::image::{Generation, ImageInfo, ImageInfoError, ImageLayout, Kind, SamplerInfo, describe_buffer};
use crate::launch::device::Device;
use crate::machine::memory::{self, Buffer};

/// An image in the memory of a device.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedImage {
    /// The memory of its texels.
    pub texels: Buffer,
    /// What an image argument of a kernel points to.
    pub descriptor: Buffer,
    /// What it is.
    pub info: ImageInfo,
    /// How texels lie in memory; `None` for a row that is addressed as a buffer.
    layout: Option<ImageLayout>,
}

/// Maximum size in bytes of an image in memory.
const LARGEST: u64 = 1 << 36;

fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The words of an image at an address, and how its texels lie there.
fn described(
    info: &ImageInfo,
    generation: Generation,
    base: u64,
) -> Result<(Vec<u8>, Option<ImageLayout>), ImageInfoError> {
    if info.kind == Kind::Buffer {
        if info.size[1..] != [1, 1] {
            return Err(ImageInfoError::Size(info.size));
        }
        return Ok((bytes_of(&describe_buffer(info.format, generation, base, info.size[0])?), None));
    }
    let (words, image) = info.describe(generation, base)?;
    Ok((bytes_of(&words), Some(image.layout)))
}

impl Device {
    /// A new image with these texels, row by row and slice by slice without gaps; what is missing is 0.
    ///
    /// # Errors
    /// If a descriptor cannot say its size or its format, or if there is too little memory for it.
    pub fn image(&mut self, name: &str, info: &ImageInfo, texels: &[u8]) -> Result<PlacedImage, ImageInfoError> {
        let generation = Generation::of(self.target());
        let (_, layout) = described(info, generation, 0)?;
        let size = layout.as_ref().map_or_else(|| info.row_bytes(), ImageLayout::bytes);
        // A run copies the memory of a device once.
        let bytes = Some(size).filter(|size| *size <= LARGEST).and_then(|size| memory::zeros(size, 2));
        let mut bytes = bytes.ok_or(ImageInfoError::Memory(size))?;
        for (row, at) in texels.chunks(info.row_bytes() as usize).zip(rows(layout.as_ref())) {
            bytes[at..at + row.len()].copy_from_slice(row);
        }
        let texels = self.named(name, bytes);
        let (words, layout) = described(info, generation, texels.address)?;
        let descriptor = self.named(&format!("descriptor of {name}"), words);
        Ok(PlacedImage { texels, descriptor, info: *info, layout })
    }

    /// The texels of an image, row by row and slice by slice without gaps.
    pub fn read_image(&self, image: &PlacedImage) -> Vec<u8> {
        let bytes = self.read(image.texels);
        let length = image.info.row_bytes() as usize;
        let rows = rows(image.layout.as_ref());
        rows.flat_map(|at| bytes.get(at..at + length).unwrap_or_default().iter().copied()).collect()
    }

    /// A new sampler: what a sampler argument of a kernel points to.
    pub fn sampler(&mut self, info: &SamplerInfo) -> Buffer {
        self.named("sampler", bytes_of(&info.words()))
    }
}

/// The offsets of all rows, slice by slice.
fn rows(layout: Option<&ImageLayout>) -> impl Iterator<Item = usize> {
    let [_, height, depth] = layout.map_or([1; 3], |layout| layout.extent(0));
    let rows = (0..depth).flat_map(move |z| (0..height).map(move |y| (y, z)));
    rows.filter_map(move |(y, z)| layout.map_or(Some(0), |layout| Some(layout.offset(0, z, y, 0, 0)? as usize)))
}
