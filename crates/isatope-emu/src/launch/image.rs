//! Images and samplers in the memory of a device.

use crate::image::{Generation, Image, ImageInfo, ImageInfoError, SamplerInfo};
use crate::launch::device::Device;
use crate::machine::memory::Buffer;

/// An image in the memory of a device.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedImage {
    /// The memory of its texels.
    pub texels: Buffer,
    /// What an image argument of a kernel points to.
    pub descriptor: Buffer,
    /// How texels lie in memory.
    image: Image,
}

fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

impl Device {
    /// A new image with these texels, row by row and slice by slice without gaps; what is missing is 0.
    ///
    /// # Errors
    /// If it is too large for a descriptor.
    pub fn image(&mut self, name: &str, info: &ImageInfo, texels: &[u8]) -> Result<PlacedImage, ImageInfoError> {
        let generation = Generation::of(self.target());
        let (_, image) = info.describe(generation, 0)?;
        let mut bytes = vec![0; image.layout.bytes() as usize];
        for (row, at) in texels.chunks(row_bytes(&image)).zip(rows(&image)) {
            bytes[at..at + row.len()].copy_from_slice(row);
        }
        let texels = self.named(name, bytes);
        let (words, image) = info.describe(generation, texels.address)?;
        let descriptor = self.named(&format!("descriptor of {name}"), bytes_of(&words));
        Ok(PlacedImage { texels, descriptor, image })
    }

    /// The texels of an image, row by row and slice by slice without gaps.
    pub fn read_image(&self, image: &PlacedImage) -> Vec<u8> {
        let bytes = self.read(image.texels);
        let length = row_bytes(&image.image);
        rows(&image.image).flat_map(|at| bytes.get(at..at + length).unwrap_or_default().iter().copied()).collect()
    }

    /// A new sampler: what a sampler argument of a kernel points to.
    pub fn sampler(&mut self, info: &SamplerInfo) -> Buffer {
        self.named("sampler", bytes_of(&info.words()))
    }
}

/// Bytes of the texels of a row.
fn row_bytes(image: &Image) -> usize {
    image.resource.width as usize * usize::from(image.format.bytes)
}

/// The offsets of all rows, slice by slice.
fn rows(image: &Image) -> impl Iterator<Item = usize> {
    let [_, height, depth] = image.layout.extent(0);
    let rows = (0..depth).flat_map(move |z| (0..height).map(move |y| (y, z)));
    rows.filter_map(|(y, z)| Some(image.layout.offset(0, z, y, 0, 0)? as usize))
}
