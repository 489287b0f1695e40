//! Images and samplers, and memory that drivers share, which does not exist here.

use std::ffi::c_void;

use super::{functions, get, put, put_bytes};
use crate::abi::{Answer, Handle, ImageDescriptor, ImageRegion, SamplerDescriptor, Status};
use crate::images::{ALIGNMENT, LINEAR, Wanted};
use crate::runtime::runtime;

/// What images can be used for: loads, stores, both, and read and write as one.
const CAPABILITY: u32 = 0b1111;

/// Memory that an image needs.
fn data_info(agent: Handle, descriptor: *const ImageDescriptor, rows: [usize; 2], info: *mut c_void) -> Answer {
    // SAFETY: the caller passes a descriptor.
    let descriptor = unsafe { get(descriptor) }?;
    let wanted = Wanted::of(runtime()?.gpu(agent.handle)?, &descriptor)?;
    let sizes = [wanted.bytes(rows[0], rows[1])?, ALIGNMENT];
    let bytes: Vec<u8> = sizes.iter().flat_map(|size| size.to_ne_bytes()).collect();
    // SAFETY: the caller has room for the two sizes.
    unsafe { put_bytes(info, &bytes) }
}

fn create(
    agent: Handle,
    descriptor: *const ImageDescriptor,
    data: *const c_void,
    rows: [usize; 2],
    image: *mut Handle,
) -> Answer {
    let runtime = runtime()?;
    // SAFETY: the caller passes a descriptor.
    let descriptor = unsafe { get(descriptor) }?;
    if image.is_null() {
        return Err(Status::INVALID_ARGUMENT);
    }
    let wanted = Wanted::of(runtime.gpu(agent.handle)?, &descriptor)?;
    let handle = runtime.create_image(&wanted, data.expose_provenance() as u64, rows[0], rows[1])?;
    // SAFETY: the caller passes where the handle goes.
    unsafe { put(image, Handle { handle }) }
}

functions! {
    /// What an image of a format can be used for.
    fn hsa_ext_image_get_capability(agent: Handle, geometry: u32, format: *const [u32; 2], mask: *mut u32) {
        let gpu = runtime()?.gpu(agent.handle)?;
        // SAFETY: the caller passes a format: type and order.
        let [kind, order] = unsafe { get(format) }?;
        let descriptor = ImageDescriptor { geometry, width: 1, height: 1, depth: 1, layers: 1, kind, order };
        let found = Wanted::of(gpu, &descriptor).map_or(0, |_| CAPABILITY);
        // SAFETY: the caller passes where the mask goes.
        unsafe { put(mask, found) }
    }

    /// What an image of a format and a layout can be used for.
    fn hsa_ext_image_get_capability_with_layout(
        agent: Handle,
        geometry: u32,
        format: *const [u32; 2],
        layout: u32,
        mask: *mut u32,
    ) {
        if layout > LINEAR {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's promises are those of the other function.
        let status = unsafe { hsa_ext_image_get_capability(agent, geometry, format, mask) };
        if status == Status::SUCCESS { Ok(()) } else { Err(status) }
    }

    /// How much memory an image needs.
    fn hsa_ext_image_data_get_info(
        agent: Handle,
        descriptor: *const ImageDescriptor,
        _permission: u32,
        info: *mut c_void,
    ) {
        data_info(agent, descriptor, [0; 2], info)
    }

    /// How much memory an image needs whose rows are so many bytes apart.
    fn hsa_ext_image_data_get_info_with_layout(
        agent: Handle,
        descriptor: *const ImageDescriptor,
        _permission: u32,
        _layout: u32,
        row: usize,
        slice: usize,
        info: *mut c_void,
    ) {
        data_info(agent, descriptor, [row, slice], info)
    }

    /// A new image.
    fn hsa_ext_image_create(
        agent: Handle,
        descriptor: *const ImageDescriptor,
        data: *const c_void,
        _permission: u32,
        image: *mut Handle,
    ) {
        create(agent, descriptor, data, [0; 2], image)
    }

    /// A new image whose rows are so many bytes apart.
    fn hsa_ext_image_create_with_layout(
        agent: Handle,
        descriptor: *const ImageDescriptor,
        data: *const c_void,
        _permission: u32,
        _layout: u32,
        row: usize,
        slice: usize,
        image: *mut Handle,
    ) {
        create(agent, descriptor, data, [row, slice], image)
    }

    /// Ends an image.
    fn hsa_ext_image_destroy(agent: Handle, image: Handle) {
        let runtime = runtime()?;
        runtime.gpu(agent.handle)?;
        runtime.destroy_image(image.handle, true)
    }

    /// Copies plain memory into an image.
    fn hsa_ext_image_import(
        agent: Handle,
        from: *const c_void,
        row: usize,
        slice: usize,
        image: Handle,
        region: *const ImageRegion,
    ) {
        let runtime = runtime()?;
        runtime.gpu(agent.handle)?;
        // SAFETY: the caller passes a region.
        let region = unsafe { get(region) }?;
        runtime.copy_image(image.handle, from.expose_provenance() as u64, [row, slice], region, true)
    }

    /// Copies an image into plain memory.
    fn hsa_ext_image_export(
        agent: Handle,
        image: Handle,
        to: *mut c_void,
        row: usize,
        slice: usize,
        region: *const ImageRegion,
    ) {
        let runtime = runtime()?;
        runtime.gpu(agent.handle)?;
        // SAFETY: the caller passes a region.
        let region = unsafe { get(region) }?;
        runtime.copy_image(image.handle, to.expose_provenance() as u64, [row, slice], region, false)
    }

    /// A new sampler.
    fn hsa_ext_sampler_create(agent: Handle, descriptor: *const SamplerDescriptor, sampler: *mut Handle) {
        let runtime = runtime()?;
        runtime.gpu(agent.handle)?;
        if sampler.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller passes a descriptor.
        let handle = runtime.create_sampler(unsafe { get(descriptor) }?)?;
        // SAFETY: the caller passes where the handle goes.
        unsafe { put(sampler, Handle { handle }) }
    }

    /// Ends a sampler.
    fn hsa_ext_sampler_destroy(agent: Handle, sampler: Handle) {
        let runtime = runtime()?;
        runtime.gpu(agent.handle)?;
        runtime.destroy_image(sampler.handle, false)
    }
}

/// Defines functions that say that something is not supported.
macro_rules! unsupported {
    ($status:ident: $($name:ident($($arg:ident: $type:ty),*);)*) => {
        functions! {
            $(
                /// Says that this is not supported.
                fn $name($($arg: $type),*) {
                    runtime()?;
                    Err(Status::$status)
                }
            )*
        }
    };
}

unsupported! {
    IMAGE_FORMAT_UNSUPPORTED:
    hsa_amd_image_create(_agent: Handle, _descriptor: *const c_void, _layout: *const c_void, _data: *const c_void,
        _permission: u32, _image: *mut Handle);
}

unsupported! {
    ERROR:
    hsa_amd_interop_map_buffer(_count: u32, _agents: *mut Handle, _file: i32, _flags: u32, _size: *mut usize,
        _address: *mut c_void, _metadata_size: *mut usize, _metadata: *mut c_void);
    hsa_amd_interop_unmap_buffer(_address: *mut c_void);
    hsa_amd_vmem_address_reserve(_address: *mut *mut c_void, _size: usize, _at: u64, _flags: u64);
    hsa_amd_vmem_address_free(_address: *mut c_void, _size: usize);
    hsa_amd_vmem_handle_create(_pool: Handle, _size: usize, _kind: u32, _flags: u64, _handle: *mut Handle);
    hsa_amd_vmem_handle_release(_handle: Handle);
    hsa_amd_vmem_map(_address: *mut c_void, _size: usize, _offset: usize, _handle: Handle, _flags: u64);
    hsa_amd_vmem_unmap(_address: *mut c_void, _size: usize);
    hsa_amd_vmem_set_access(_address: *mut c_void, _size: usize, _list: *const c_void, _count: usize);
    hsa_amd_vmem_get_access(_address: *mut c_void, _access: *mut u32, _agent: Handle);
    hsa_amd_vmem_export_shareable_handle(_file: *mut i32, _handle: Handle, _flags: u64);
    hsa_amd_vmem_import_shareable_handle(_file: i32, _handle: *mut Handle);
}
