//! Queues and what is measured on them.

use std::ffi::c_void;
use std::sync::atomic::Ordering;

use super::{functions, put, values};
use crate::abi::{AmdQueue, Answer, Handle, QueueCallback, Status};
use crate::runtime::{Runtime, runtime};

/// The fewest and the most packets of a queue.
const SIZES: std::ops::RangeInclusive<u32> = 64..=131_072;

fn index(queue: *const c_void, word: usize, change: impl FnOnce(&std::sync::atomic::AtomicU64) -> u64) -> Answer<u64> {
    let found = Runtime::look_up(&runtime()?.queues, queue.addr() as u64, Status::INVALID_QUEUE)?;
    Ok(change(found.index(word)))
}

functions! {
    /// A new queue.
    fn hsa_queue_create(
        agent: Handle,
        size: u32,
        kind: u32,
        callback: Option<QueueCallback>,
        data: *mut c_void,
        _private: u32,
        _group: u32,
        queue: *mut *mut c_void,
    ) {
        let runtime = runtime()?;
        let gpu = runtime.gpu(agent.handle)?;
        if queue.is_null() || !size.is_power_of_two() {
            return Err(Status::INVALID_ARGUMENT);
        }
        if kind > 2 || !SIZES.contains(&size) {
            return Err(Status::INVALID_QUEUE_CREATION);
        }
        let callback = callback.map(|callback| (callback, data.expose_provenance()));
        let handle = runtime.queue(gpu, size, kind, callback)?;
        // SAFETY: the caller passes where the queue goes.
        unsafe { put(queue, std::ptr::with_exposed_provenance_mut(handle as usize)) }
    }

    /// Ends a queue. The kernel that runs ends first.
    fn hsa_queue_destroy(queue: *mut c_void) {
        let runtime = runtime()?;
        let found = Runtime::forget(&runtime.queues, queue.addr() as u64, Status::INVALID_QUEUE)?;
        found.stop();
        runtime.signals.destroy(found.doorbell.handle())
    }

    /// Stops a queue.
    fn hsa_queue_inactivate(queue: *mut c_void) {
        let found = Runtime::look_up(&runtime()?.queues, queue.addr() as u64, Status::INVALID_QUEUE)?;
        found.stop();
        Ok(())
    }

    /// Limits a queue to compute units: all are alike.
    fn hsa_amd_queue_cu_set_mask(queue: *const c_void, _bits: u32, _mask: *const u32) {
        Runtime::look_up(&runtime()?.queues, queue.addr() as u64, Status::INVALID_QUEUE).map(|_| ())
    }

    /// The compute units of a queue: all.
    fn hsa_amd_queue_cu_get_mask(queue: *const c_void, bits: u32, mask: *mut u32) {
        Runtime::look_up(&runtime()?.queues, queue.addr() as u64, Status::INVALID_QUEUE)?;
        // SAFETY: the caller has room for so many bits.
        (0..bits as usize / 32).try_for_each(|word| unsafe { put(mask.wrapping_add(word), u32::MAX) })
    }

    /// Sets the priority of a queue. Queues take turns by the order of their packets.
    fn hsa_amd_queue_set_priority(queue: *mut c_void, _priority: u32) {
        Runtime::look_up(&runtime()?.queues, queue.addr() as u64, Status::INVALID_QUEUE).map(|_| ())
    }

    /// Measures the times of dispatches: they are always measured.
    fn hsa_amd_profiling_set_profiler_enabled(queue: *mut c_void, _enable: i32) {
        Runtime::look_up(&runtime()?.queues, queue.addr() as u64, Status::INVALID_QUEUE).map(|_| ())
    }

    /// Measures the times of copies: they are always measured.
    fn hsa_amd_profiling_async_copy_enable(_enable: bool) {
        runtime().map(|_| ())
    }

    /// The times of a dispatch: start and end.
    fn hsa_amd_profiling_get_dispatch_time(_agent: Handle, signal: Handle, time: *mut [u64; 2]) {
        let signal = runtime()?.signals.get(signal.handle)?;
        let times = [&signal.start, &signal.end].map(|time| time.load(Ordering::Relaxed));
        // SAFETY: the caller passes where the times go.
        unsafe { put(time, times) }
    }

    /// The times of a copy: start and end.
    fn hsa_amd_profiling_get_async_copy_time(signal: Handle, time: *mut [u64; 2]) {
        let signal = runtime()?.signals.get(signal.handle)?;
        let times = [&signal.start, &signal.end].map(|time| time.load(Ordering::Relaxed));
        // SAFETY: the caller passes where the times go.
        unsafe { put(time, times) }
    }

    /// Converts ticks of the device to those of the system: they are the same.
    fn hsa_amd_profiling_convert_tick_to_system_domain(_agent: Handle, ticks: u64, system: *mut u64) {
        runtime()?;
        // SAFETY: the caller passes where the ticks go.
        unsafe { put(system, ticks) }
    }
}

values! {
    /// An index of a queue.
    fn hsa_queue_load_read_index_relaxed(queue: *const c_void) -> u64 {
        index(queue, AmdQueue::READ, |word| word.load(Ordering::SeqCst))
    }

    /// An index of a queue.
    fn hsa_queue_load_read_index_scacquire(queue: *const c_void) -> u64 {
        index(queue, AmdQueue::READ, |word| word.load(Ordering::SeqCst))
    }

    /// An index of a queue.
    fn hsa_queue_load_write_index_relaxed(queue: *const c_void) -> u64 {
        index(queue, AmdQueue::WRITE, |word| word.load(Ordering::SeqCst))
    }

    /// An index of a queue.
    fn hsa_queue_load_write_index_scacquire(queue: *const c_void) -> u64 {
        index(queue, AmdQueue::WRITE, |word| word.load(Ordering::SeqCst))
    }

    /// Takes places for packets, and gives the old index.
    fn hsa_queue_add_write_index_relaxed(queue: *const c_void, value: u64) -> u64 {
        index(queue, AmdQueue::WRITE, |word| word.fetch_add(value, Ordering::SeqCst))
    }

    /// Replaces the index if it is the expected one, and gives the old one.
    fn hsa_queue_cas_write_index_relaxed(queue: *const c_void, expected: u64, value: u64) -> u64 {
        index(queue, AmdQueue::WRITE, |word| {
            word.compare_exchange(expected, value, Ordering::SeqCst, Ordering::SeqCst).unwrap_or_else(|old| old)
        })
    }

    /// Takes places for packets, and gives the old index.
    fn hsa_queue_add_write_index_scacquire(queue: *const c_void, value: u64) -> u64 {
        index(queue, AmdQueue::WRITE, |word| word.fetch_add(value, Ordering::SeqCst))
    }

    /// Replaces the index if it is the expected one, and gives the old one.
    fn hsa_queue_cas_write_index_scacquire(queue: *const c_void, expected: u64, value: u64) -> u64 {
        index(queue, AmdQueue::WRITE, |word| {
            word.compare_exchange(expected, value, Ordering::SeqCst, Ordering::SeqCst).unwrap_or_else(|old| old)
        })
    }

    /// Takes places for packets, and gives the old index.
    fn hsa_queue_add_write_index_screlease(queue: *const c_void, value: u64) -> u64 {
        index(queue, AmdQueue::WRITE, |word| word.fetch_add(value, Ordering::SeqCst))
    }

    /// Replaces the index if it is the expected one, and gives the old one.
    fn hsa_queue_cas_write_index_screlease(queue: *const c_void, expected: u64, value: u64) -> u64 {
        index(queue, AmdQueue::WRITE, |word| {
            word.compare_exchange(expected, value, Ordering::SeqCst, Ordering::SeqCst).unwrap_or_else(|old| old)
        })
    }

    /// Takes places for packets, and gives the old index.
    fn hsa_queue_add_write_index_scacq_screl(queue: *const c_void, value: u64) -> u64 {
        index(queue, AmdQueue::WRITE, |word| word.fetch_add(value, Ordering::SeqCst))
    }

    /// Replaces the index if it is the expected one, and gives the old one.
    fn hsa_queue_cas_write_index_scacq_screl(queue: *const c_void, expected: u64, value: u64) -> u64 {
        index(queue, AmdQueue::WRITE, |word| {
            word.compare_exchange(expected, value, Ordering::SeqCst, Ordering::SeqCst).unwrap_or_else(|old| old)
        })
    }
}

/// Defines functions that set an index.
macro_rules! stores {
    ($($name:ident => $word:expr;)*) => {
        $(
            /// Sets an index of a queue.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(queue: *const c_void, value: u64) {
                super::guard_value(|| index(queue, $word, |word| word.swap(value, Ordering::SeqCst)));
            }
        )*
    };
}

stores! {
    hsa_queue_store_write_index_relaxed => AmdQueue::WRITE;
    hsa_queue_store_write_index_screlease => AmdQueue::WRITE;
    hsa_queue_store_read_index_relaxed => AmdQueue::READ;
    hsa_queue_store_read_index_screlease => AmdQueue::READ;
}
