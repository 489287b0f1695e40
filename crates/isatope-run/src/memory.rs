//! Memory of a task: buffers, and where they lie on a device.

use isatope_emu::image::{ImageInfo, SamplerInfo};
use isatope_emu::shader::Slot;
use isatope_emu::{Buffer, Device, Permission, PlacedImage};

/// A piece of memory of a task.
#[derive(Clone, Debug, Default)]
pub struct TaskBuffer {
    /// Its name in reports.
    pub name: String,
    /// What it holds before the run.
    pub bytes: Vec<u8>,
    /// Whether it counts as uninitialized when the run starts.
    pub is_uninitialized: bool,
    /// Where it lies, if that matters.
    pub address: Option<u64>,
    /// How it is an image, with its texels row by row in `bytes`.
    pub image: Option<ImageInfo>,
    /// Addresses that are put into it.
    pub pointers: Vec<TaskPointer>,
    /// Where resource tables have it.
    pub slot: Option<Slot>,
    /// What programs may do with it.
    pub permission: Permission,
}

/// The address of a byte in a buffer, which is in another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskPointer {
    /// Its position.
    pub at: u64,
    /// The number of the buffer that it points into.
    pub buffer: usize,
    /// Bytes from that buffer's start.
    pub offset: u64,
}

/// The memory of a task on a device.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// Where the buffers of the task are, in their order; of images, the texels.
    pub buffers: Vec<Buffer>,
    /// Images of the buffers that are images.
    pub images: Vec<Option<PlacedImage>>,
    /// The samplers of all arguments.
    pub samplers: Vec<(SamplerInfo, Buffer)>,
}

impl Placed {
    /// What is in each buffer; of images, the texels row by row.
    pub fn contents(&self, device: &Device) -> Vec<Vec<u8>> {
        let all = self.buffers.iter().zip(&self.images);
        all.map(|(buffer, image)| match image {
            Some(image) => device.read_image(image),
            None => device.read(*buffer).to_vec(),
        })
        .collect()
    }
}
