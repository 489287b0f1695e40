//! Wrong handles, null pointers, sizes and attributes that nobody has: each call gives a status, and the process lives.

use super::*;

/// Handles that are none of anything: null, an odd and a wild address, one of those that devices have, all bits.
const HANDLES: [u64; 5] = [0, 0xdead_beef, 0x1234_5678_9ab0, 0x10f0_0000_0040, u64::MAX];
/// Attributes: each that there is, and some that there are not.
const ATTRIBUTES: std::ops::Range<u32> = 0..0x120;
const MORE_ATTRIBUTES: [u32; 5] = [0x3000, 0xa000, 0xa100, 0xa202, u32::MAX];

fn attributes() -> impl Iterator<Item = u32> {
    let near = MORE_ATTRIBUTES.into_iter().flat_map(|first| (0..0x20).map(move |more| first.wrapping_add(more)));
    ATTRIBUTES.chain(near)
}

/// Checks that calls fail.
macro_rules! fail {
    ($($call:expr;)*) => {
        $(assert_ne!(status!($call), 0, stringify!($call));)*
    };
}

extern "C" fn visited(_handle: Handle, _data: *mut c_void) -> Status {
    Status::SUCCESS
}

/// Calls with a handle that is wrong, all else right.
fn with_handle(wrong: Handle) {
    let mut room = [0u64; 64];
    let at: *mut c_void = room.as_mut_ptr().cast();
    let mut made = none();
    let out = &raw mut made;
    let queue: *mut c_void = std::ptr::with_exposed_provenance_mut(wrong.handle as usize);
    let mut pointer = null_mut();
    fail! {
        hsa_agent_iterate_isas(wrong, Some(visited), null_mut());
        hsa_isa_get_info_alt(wrong, 1, at);
        hsa_amd_agent_iterate_memory_pools(wrong, Some(visited), null_mut());
        hsa_amd_memory_pool_allocate(wrong, 64, 0, &raw mut pointer);
        hsa_amd_agents_allow_access(1, &raw const GPU, null(), queue);
        hsa_signal_destroy(wrong);
        hsa_amd_signal_value_pointer(wrong, (&raw mut pointer).cast());
        hsa_amd_signal_async_handler(wrong, 0, 0, Some(handled), null_mut());
        hsa_queue_create(wrong, 64, 0, None, null_mut(), 0, 0, &raw mut pointer);
        hsa_queue_destroy(queue);
        hsa_queue_inactivate(queue);
        hsa_amd_queue_set_priority(queue, 1);
        hsa_amd_profiling_get_dispatch_time(GPU, wrong, at.cast());
        hsa_amd_profiling_get_async_copy_time(wrong, at.cast());
        hsa_code_object_reader_destroy(wrong);
        hsa_code_object_destroy(wrong);
        hsa_executable_destroy(wrong);
        hsa_executable_freeze(wrong, null());
        hsa_executable_validate(wrong, at.cast());
        hsa_executable_load_agent_code_object(wrong, GPU, wrong, null(), out);
        hsa_executable_load_code_object(wrong, GPU, wrong, null());
        hsa_executable_get_symbol_by_name(wrong, c"x".as_ptr(), &raw const GPU, out);
        hsa_executable_get_symbol(wrong, null(), c"x".as_ptr(), GPU, 0, out);
        hsa_executable_symbol_get_info(wrong, 0, at);
        hsa_ext_image_destroy(GPU, wrong);
        hsa_ext_sampler_destroy(GPU, wrong);
        hsa_ext_image_data_get_info(wrong, at.cast(), 0, at);
        hsa_ext_sampler_create(wrong, at.cast(), out);
        hsa_amd_memory_unlock(queue);
        hsa_amd_ipc_memory_detach(queue);
        hsa_amd_vmem_handle_release(wrong);
    }
    for attribute in attributes() {
        fail! {
            hsa_agent_get_info(wrong, attribute, at);
            hsa_amd_memory_pool_get_info(wrong, attribute, at);
            hsa_isa_get_info_alt(wrong, attribute, at);
        }
    }
    // Null is no signal and no memory to these, and each other wrong handle is an error.
    if wrong.handle != 0 {
        fail! {
            hsa_amd_memory_pool_free(queue);
            hsa_memory_free(queue);
            hsa_amd_memory_async_copy(at, HOST, at, HOST, 0, 0, null(), wrong);
            hsa_amd_memory_async_copy(at, HOST, at, HOST, 0, 1, &raw const wrong, none());
        }
    }
    // SAFETY: there is no pointer that is used.
    unsafe {
        hsa_signal_store_relaxed(wrong, 1);
        hsa_signal_subtract_relaxed(wrong, 1);
        assert_eq!(hsa_signal_load_relaxed(wrong), 0);
        assert_eq!(hsa_signal_wait_scacquire(wrong, 0, 1, u64::MAX, 0), 0);
        assert_eq!(hsa_queue_load_read_index_relaxed(queue), 0);
        assert_eq!(hsa_queue_add_write_index_relaxed(queue, 5), 0);
        hsa_queue_store_write_index_relaxed(queue, 5);
    }
    assert_eq!(room, [0; 64], "a call that failed has written something");
}

#[test]
fn wrong_handles_are_statuses() {
    ok!(hsa_init());
    for handle in HANDLES {
        with_handle(Handle { handle });
    }
}

#[test]
fn null_pointers_are_statuses() {
    ok!(hsa_init());
    let (code, waits) = (Code::load(), signal(0));
    let local = pools(GPU)[0];
    let memory = allocate(local, 64);
    let mut pointer = null_mut();
    fail! {
        hsa_status_string(Status::ERROR, null_mut());
        hsa_iterate_agents(None, null_mut());
        hsa_agent_iterate_isas(GPU, None, null_mut());
        hsa_amd_agent_iterate_memory_pools(GPU, None, null_mut());
        hsa_amd_memory_pool_allocate(local, 64, 0, null_mut());
        hsa_amd_agents_allow_access(1, null(), null(), null());
        hsa_amd_memory_lock(null_mut(), 64, null_mut(), 0, &raw mut pointer);
        hsa_amd_memory_unlock(null_mut());
        hsa_amd_pointer_info(memory, null_mut(), None, null_mut(), null_mut());
        hsa_signal_create(1, 0, null(), null_mut());
        hsa_amd_signal_create(1, 0, null(), 0, null_mut());
        hsa_amd_signal_value_pointer(waits, null_mut());
        hsa_amd_signal_async_handler(waits, 0, 0, None, null_mut());
        hsa_queue_create(GPU, 64, 0, None, null_mut(), 0, 0, null_mut());
        hsa_amd_profiling_get_dispatch_time(GPU, waits, null_mut());
        hsa_memory_copy(memory, null(), 4);
        hsa_memory_copy(null_mut(), memory, 4);
        hsa_amd_memory_fill(null_mut(), 1, 4);
        hsa_amd_memory_async_copy_rect(null(), null(), null(), null(), null(), GPU, 0, 0, null(), none());
        hsa_amd_memory_async_copy(memory, GPU, memory, GPU, 4, 2, null(), none());
        hsa_code_object_reader_create_from_memory(null(), 8, null_mut());
        hsa_code_object_deserialize(null_mut(), 8, null(), null_mut());
        hsa_executable_create_alt(1, 0, null(), null_mut());
        hsa_executable_get_symbol_by_name(code.0, null(), &raw const GPU, null_mut());
        hsa_executable_iterate_symbols(code.0, None, null_mut());
        hsa_ext_image_data_get_info(GPU, null(), 0, null_mut());
        hsa_ext_image_create(GPU, null(), memory, 0, null_mut());
        hsa_ext_sampler_create(GPU, null(), null_mut());
        hsa_ext_image_get_capability(GPU, 0, null(), null_mut());
    }
    for attribute in attributes() {
        fail! {
            hsa_agent_get_info(GPU, attribute, null_mut());
            hsa_agent_get_info(HOST, attribute, null_mut());
            hsa_system_get_info(attribute, null_mut());
            hsa_amd_memory_pool_get_info(local, attribute, null_mut());
            hsa_amd_agent_memory_pool_get_info(GPU, local, attribute, null_mut());
        }
    }
}

#[test]
fn sizes_that_do_not_fit_are_statuses() {
    ok!(hsa_init());
    let memory = allocate(pools(GPU)[0], 64);
    let here = [0u8; 64];
    let mut room = [0u64; 64];
    let mut pointer = null_mut();
    for size in [65, 1 << 20, 1 << 40, usize::MAX - 63, usize::MAX] {
        fail! {
            hsa_memory_copy(memory, here.as_ptr().cast(), size);
            hsa_memory_copy(room.as_mut_ptr().cast(), memory, size);
            hsa_amd_memory_fill(memory, 7, size);
        }
    }
    for size in [1usize << 50, usize::MAX - 4095, usize::MAX] {
        for pool in [pools(GPU)[0], pools(HOST)[0], pools(HOST)[1]] {
            fail! { hsa_amd_memory_pool_allocate(pool, size, 0, &raw mut pointer); }
        }
    }
    // A box of nothing is nothing, however many rows it has.
    let (side, zero, rows) = ([memory.addr(), 64, 64], [0u32; 3], [0u32, u32::MAX, u32::MAX]);
    let done = signal(1);
    ok!(hsa_amd_memory_async_copy_rect(
        side.as_ptr().cast(),
        zero.as_ptr().cast(),
        side.as_ptr().cast(),
        zero.as_ptr().cast(),
        rows.as_ptr().cast(),
        GPU,
        0,
        0,
        null(),
        done,
    ));
    wait(done);
    for size in [0u32, 1, 3, 63, 100, 1 << 30, u32::MAX] {
        fail! { hsa_queue_create(GPU, size, 0, None, null_mut(), 0, 0, &raw mut pointer); }
    }
    for [geometry, width, height, kind, order] in
        [[9, 1, 1, 0, 0], [1, 0, 0, 99, 0], [1, 1 << 20, 4, 4, 0], [2, 8, 8, 0, 99]]
    {
        // Geometry and width are 8 bytes apart, as `hsa_ext_image_descriptor_t` has them.
        let words: [u64; 6] = [geometry, width, height, 1, 1, kind | order << 32];
        fail! { hsa_ext_image_create(GPU, words.as_ptr().cast(), memory, 0, (&raw mut room).cast()); }
    }
}

/// Bytes that are no code objects, or are damaged.
#[test]
fn damaged_code_is_a_status_or_loads() {
    ok!(hsa_init());
    let load = hsa_executable_load_agent_code_object;
    let good = object();
    for step in 0..400usize {
        let mut bytes = good.to_vec();
        match step % 3 {
            0 => bytes.truncate(good.len() * step / 400),
            1 => bytes[step * 7919 % good.len()] ^= 1 << (step % 8),
            // The headers are what everything else depends on.
            _ => bytes[step % 256] = (step * 31) as u8,
        }
        if bytes.is_empty() {
            continue;
        }
        let (mut reader, mut executable) = (none(), none());
        ok!(hsa_code_object_reader_create_from_memory(bytes.as_ptr().cast(), bytes.len(), &raw mut reader));
        ok!(hsa_executable_create_alt(1, 0, null(), &raw mut executable));
        let status = status!(load(executable, GPU, reader, null(), null_mut()));
        // 0x1000 is what a panic becomes.
        assert_ne!(status, 0x1000, "step {step}");
        ok!(hsa_code_object_reader_destroy(reader));
        ok!(hsa_executable_destroy(executable));
    }
}
