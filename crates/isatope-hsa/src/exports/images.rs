//! Images and samplers, which are not supported yet, and memory that drivers or processes share, which does not exist here.

use std::ffi::c_void;

use super::functions;
use crate::abi::{Handle, Status};
use crate::runtime::runtime;

/// Defines functions that say that something is not supported.
macro_rules! unsupported {
    ($status:ident: $($name:ident($($type:ty),*);)*) => {
        $(unsupported! { @one $status $name ($($type),*) })*
    };
    (@one $status:ident $name:ident ($a:ty)) => { unsupported! { @fn $status $name (_a: $a) } };
    (@one $status:ident $name:ident ($a:ty, $b:ty)) => { unsupported! { @fn $status $name (_a: $a, _b: $b) } };
    (@one $status:ident $name:ident ($a:ty, $b:ty, $c:ty)) => {
        unsupported! { @fn $status $name (_a: $a, _b: $b, _c: $c) }
    };
    (@one $status:ident $name:ident ($a:ty, $b:ty, $c:ty, $d:ty)) => {
        unsupported! { @fn $status $name (_a: $a, _b: $b, _c: $c, _d: $d) }
    };
    (@one $status:ident $name:ident ($a:ty, $b:ty, $c:ty, $d:ty, $e:ty)) => {
        unsupported! { @fn $status $name (_a: $a, _b: $b, _c: $c, _d: $d, _e: $e) }
    };
    (@one $status:ident $name:ident ($a:ty, $b:ty, $c:ty, $d:ty, $e:ty, $f:ty)) => {
        unsupported! { @fn $status $name (_a: $a, _b: $b, _c: $c, _d: $d, _e: $e, _f: $f) }
    };
    (@one $status:ident $name:ident ($a:ty, $b:ty, $c:ty, $d:ty, $e:ty, $f:ty, $g:ty)) => {
        unsupported! { @fn $status $name (_a: $a, _b: $b, _c: $c, _d: $d, _e: $e, _f: $f, _g: $g) }
    };
    (@one $status:ident $name:ident ($a:ty, $b:ty, $c:ty, $d:ty, $e:ty, $f:ty, $g:ty, $h:ty)) => {
        unsupported! { @fn $status $name (_a: $a, _b: $b, _c: $c, _d: $d, _e: $e, _f: $f, _g: $g, _h: $h) }
    };
    (@fn $status:ident $name:ident ($($arg:ident: $type:ty),*)) => {
        functions! {
            /// Says that this is not supported.
            fn $name($($arg: $type),*) {
                runtime()?;
                Err(Status::$status)
            }
        }
    };
}

unsupported! {
    IMAGE_FORMAT_UNSUPPORTED:
    hsa_ext_image_data_get_info(Handle, *const c_void, u32, *mut c_void);
    hsa_ext_image_create(Handle, *const c_void, *const c_void, u32, *mut Handle);
    hsa_ext_image_create_with_layout(Handle, *const c_void, *const c_void, u32, u32, usize, usize, *mut Handle);
    hsa_amd_image_create(Handle, *const c_void, *const c_void, *const c_void, u32, *mut Handle);
    hsa_ext_image_import(Handle, *const c_void, usize, usize, Handle, *const c_void);
    hsa_ext_image_export(Handle, Handle, *mut c_void, usize, usize, *const c_void);
    hsa_ext_image_destroy(Handle, Handle);
    hsa_ext_sampler_create(Handle, *const c_void, *mut Handle);
    hsa_ext_sampler_destroy(Handle, Handle);
}

unsupported! {
    ERROR:
    hsa_amd_interop_map_buffer(u32, *mut Handle, i32, u32, *mut usize, *mut c_void, *mut usize);
    hsa_amd_interop_unmap_buffer(*mut c_void);
    hsa_amd_ipc_memory_create(*mut c_void, usize, *mut c_void);
    hsa_amd_ipc_memory_attach(*const c_void, usize, u32, *const Handle, *mut *mut c_void);
    hsa_amd_ipc_memory_detach(*mut c_void);
    hsa_amd_svm_attributes_set(*mut c_void, usize, *mut c_void, usize);
    hsa_amd_svm_attributes_get(*mut c_void, usize, *mut c_void, usize);
    hsa_amd_vmem_address_reserve(*mut *mut c_void, usize, u64, u64);
    hsa_amd_vmem_address_free(*mut c_void, usize);
    hsa_amd_vmem_handle_create(Handle, usize, u32, u64, *mut Handle);
    hsa_amd_vmem_handle_release(Handle);
    hsa_amd_vmem_map(*mut c_void, usize, usize, Handle, u64);
    hsa_amd_vmem_unmap(*mut c_void, usize);
    hsa_amd_vmem_set_access(*mut c_void, usize, *const c_void, usize);
    hsa_amd_vmem_get_access(*mut c_void, *mut u32, Handle);
    hsa_amd_vmem_export_shareable_handle(*mut i32, Handle, u64);
    hsa_amd_vmem_import_shareable_handle(i32, *mut Handle);
}
