//! Images and samplers: words of descriptors that programs on the device and the host read.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use isatope_core::Target;
use isatope_emu::image::{
    Addressing, Generation, ImageInfo, ImageInfoError, Kind, SamplerInfo, TexelFormat, describe_buffer,
};

use crate::abi::{Answer, ImageDescriptor, ImageRegion, SamplerDescriptor, Status};
use crate::gpu::Gpu;
use crate::image_table::{Geometry, Live, Object, Texels};
use crate::runtime::Runtime;

/// Objects that are allocated together.
const CHUNK: usize = 64;
/// Texels of images start at multiples of this.
pub(crate) const ALIGNMENT: usize = 256;
/// The number of rows that are stored one after the other.
pub(crate) const LINEAR: u32 = 1;

fn kind_of(geometry: u32) -> Answer<Option<Kind>> {
    Ok(Some(match geometry {
        0 => Kind::One,
        1 | 6 => Kind::Two,
        2 => Kind::Three,
        3 => Kind::OneArray,
        4 | 7 => Kind::TwoArray,
        5 => return Ok(None),
        _ => return Err(Status::INVALID_ARGUMENT),
    }))
}

fn status_of(error: ImageInfoError) -> Status {
    match error {
        ImageInfoError::Size(_) | ImageInfoError::BufferSize(_) => Status::IMAGE_SIZE_UNSUPPORTED,
        ImageInfoError::Pitch(_) => Status::IMAGE_PITCH_UNSUPPORTED,
        _ => Status::IMAGE_FORMAT_UNSUPPORTED,
    }
}

/// An image as callers describe it, for a device.
pub(crate) struct Wanted {
    generation: Generation,
    format: TexelFormat,
    /// `None` for a buffer.
    info: Option<ImageInfo>,
    width: u32,
}

impl Wanted {
    /// Checks what a caller describes.
    pub(crate) fn of(gpu: &Gpu, descriptor: &ImageDescriptor) -> Answer<Self> {
        let format =
            TexelFormat::from_hsa(descriptor.order, descriptor.kind).ok_or(Status::IMAGE_FORMAT_UNSUPPORTED)?;
        let target = Target::from_name(gpu.chip.processor).ok_or(Status::ERROR)?;
        let size = |size: usize| u32::try_from(size).map_err(|_| Status::IMAGE_SIZE_UNSUPPORTED);
        let width = size(descriptor.width)?;
        let info = match kind_of(descriptor.geometry)? {
            None => None,
            Some(kind) => {
                let [height, depth] = match kind {
                    Kind::One => [1, 1],
                    Kind::OneArray => [1, size(descriptor.layers)?],
                    Kind::TwoArray => [size(descriptor.height)?, size(descriptor.layers)?],
                    Kind::Three => [size(descriptor.height)?, size(descriptor.depth)?],
                    _ => [size(descriptor.height)?, 1],
                };
                Some(ImageInfo { kind, size: [width, height, depth], format })
            }
        };
        if info.is_none() && width == 0 {
            return Err(Status::IMAGE_SIZE_UNSUPPORTED);
        }
        Ok(Self { generation: Generation::of(target), format, info, width })
    }

    fn describe(&self, base: u64, row: usize, slice: usize) -> Answer<([u32; 12], Geometry)> {
        let Some(info) = &self.info else {
            let words = describe_buffer(self.format, self.generation, base, self.width);
            return Ok((words.map_err(status_of)?, Geometry::Buffer));
        };
        let made = match row {
            0 => info.describe(self.generation, base),
            row => info.describe_rows(self.generation, base, row as u64),
        };
        let (words, image) = made.map_err(status_of)?;
        // Slices follow each other without a gap.
        let next = image.layout.offset(0, 1, 0, 0, 0);
        if row != 0 && slice != 0 && next.is_some_and(|next| next != slice as u64) {
            return Err(Status::IMAGE_PITCH_UNSUPPORTED);
        }
        Ok((words, Geometry::Image(Box::new(image), info.kind)))
    }

    /// Bytes that the texels need, with rows and slices so many bytes apart; 0 leaves that to the library.
    pub(crate) fn bytes(&self, row: usize, slice: usize) -> Answer<usize> {
        Ok(match self.describe(0, row, slice)?.1 {
            Geometry::Buffer => self.width as usize * usize::from(self.format.format().bytes),
            Geometry::Image(image, _) => image.layout.bytes() as usize,
        })
    }
}

impl Runtime {
    fn object(&self, words: &[u32], image: Option<Texels>) -> u64 {
        let mut free = self.images.free.lock().unwrap_or_else(PoisonError::into_inner);
        if free.is_empty() {
            let chunk: &'static [Object] = Vec::leak((0..CHUNK).map(|_| Object::default()).collect());
            self.share(chunk);
            free.extend(chunk.iter().rev());
        }
        let object = free.pop().expect("there are some now");
        drop(free);
        for (at, word) in object.words.iter().enumerate() {
            word.store(words.get(at).copied().unwrap_or(0), Ordering::SeqCst);
        }
        let handle = std::ptr::from_ref(object).expose_provenance() as u64;
        let mut live = self.images.live.lock().unwrap_or_else(PoisonError::into_inner);
        live.insert(handle, Live { object, image });
        handle
    }

    /// A new image of texels at an address.
    pub(crate) fn create_image(&self, wanted: &Wanted, base: u64, row: usize, slice: usize) -> Answer<u64> {
        let is_aligned = wanted.info.is_none() || base.is_multiple_of(ALIGNMENT as u64);
        if base == 0 || !is_aligned {
            return Err(Status::INVALID_ARGUMENT);
        }
        let (words, geometry) = wanted.describe(base, row, slice)?;
        let texel = u64::from(wanted.format.format().bytes);
        Ok(self.object(&words, Some(Texels { base, geometry, texel })))
    }

    /// A new sampler.
    pub(crate) fn create_sampler(&self, wanted: SamplerDescriptor) -> Answer<u64> {
        let addressing = match wanted.addressing {
            0 | 1 => Addressing::ClampToEdge,
            2 => Addressing::ClampToBorder,
            3 => Addressing::Repeat,
            4 => Addressing::MirroredRepeat,
            _ => return Err(Status::INVALID_ARGUMENT),
        };
        if wanted.coordinates > 1 || wanted.filter > 1 {
            return Err(Status::INVALID_ARGUMENT);
        }
        let info = SamplerInfo { linear: wanted.filter == 1, addressing, normalized: wanted.coordinates == 1 };
        Ok(self.object(&info.words(), None))
    }

    /// Ends an image, or a sampler.
    pub(crate) fn destroy_image(&self, handle: u64, is_image: bool) -> Answer {
        let mut live = self.images.live.lock().unwrap_or_else(PoisonError::into_inner);
        if live.get(&handle).is_none_or(|found| found.image.is_some() != is_image) {
            return Err(Status::INVALID_ARGUMENT);
        }
        if let Some(found) = live.remove(&handle) {
            self.images.free.lock().unwrap_or_else(PoisonError::into_inner).push(found.object);
        }
        Ok(())
    }

    /// Copies texels between an image and plain memory: rows and slices there are so many bytes apart, 0 for no gap.
    pub(crate) fn copy_image(
        &self,
        handle: u64,
        memory: u64,
        [row, slice]: [usize; 2],
        region: ImageRegion,
        into: bool,
    ) -> Answer {
        let live = self.images.live.lock().unwrap_or_else(PoisonError::into_inner);
        let found = live.get(&handle).and_then(|found| found.image.clone()).ok_or(Status::INVALID_ARGUMENT)?;
        drop(live);
        let [width, height, depth] = region.size.map(|size| size.max(1));
        let count = u64::from(width) * found.texel;
        let row = if row == 0 { count } else { row as u64 };
        let slice = if slice == 0 { row * u64::from(height) } else { slice as u64 };
        let [x, y, z] = region.offset;
        for k in 0..depth {
            for j in 0..height {
                let at = |x: u32| match &found.geometry {
                    Geometry::Buffer => Some(u64::from(x) * found.texel),
                    // Layers of rows are counted by the second coordinate.
                    Geometry::Image(image, Kind::OneArray) => image.layout.offset(0, y + j, 0, x, 0),
                    Geometry::Image(image, _) => image.layout.offset(0, z + k, y + j, x, 0),
                };
                let (first, last) = (at(x).ok_or(Status::INVALID_ARGUMENT)?, x.checked_add(width - 1));
                last.and_then(at).ok_or(Status::INVALID_ARGUMENT)?;
                let plain = memory.wrapping_add(u64::from(k) * slice + u64::from(j) * row);
                let (to, from) = if into { (found.base + first, plain) } else { (plain, found.base + first) };
                self.copy(to, from, count as usize)?;
            }
        }
        Ok(())
    }
}
