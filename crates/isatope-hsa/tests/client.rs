//! A client of the C interface, with kernels of `client/kernels.s`. It needs nothing of ROCm.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(unsafe_code)]

use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use isatope_hsa::exports::*;

const OBJECT: &[u8] = include_bytes!("client/kernels.co");
const HOST: Handle = Handle { handle: 1 };
static GPU: Handle = Handle { handle: 2 };
/// Barrier bit, and fences for the system.
const FLAGS: u16 = 0x1500;

/// Checks that a call succeeds.
macro_rules! ok {
    ($call:expr) => {
        // SAFETY: the tests pass pointers to variables of the type that the function documents.
        assert_eq!(unsafe { $call }.0, 0, stringify!($call))
    };
}

/// The status of a call.
macro_rules! status {
    ($call:expr) => {
        // SAFETY: as above, or pointers that are null.
        unsafe { $call }.0
    };
}

fn none() -> Handle {
    Handle { handle: 0 }
}

extern "C" fn collect(handle: Handle, data: *mut c_void) -> Status {
    // SAFETY: `data` is the list that the caller below passes.
    unsafe { &mut *data.cast::<Vec<u64>>() }.push(handle.handle);
    Status::SUCCESS
}

fn pools(agent: Handle) -> Vec<Handle> {
    let mut found: Vec<u64> = Vec::new();
    ok!(hsa_amd_agent_iterate_memory_pools(agent, Some(collect), (&raw mut found).cast()));
    found.into_iter().map(|handle| Handle { handle }).collect()
}

fn allocate(pool: Handle, bytes: usize) -> *mut c_void {
    let mut address = null_mut();
    ok!(hsa_amd_memory_pool_allocate(pool, bytes, 0, &raw mut address));
    address
}

fn signal(value: i64) -> Handle {
    let mut signal = none();
    ok!(hsa_signal_create(value, 0, null(), &raw mut signal));
    signal
}

/// Waits until a signal is 0, for a minute at most.
fn wait(signal: Handle) {
    // SAFETY: there is no pointer.
    let value = unsafe { hsa_signal_wait_scacquire(signal, 0, 0, 60_000_000_000, 0) };
    assert_eq!(value, 0, "the signal was not completed");
}

struct Code(Handle);

impl Code {
    fn load() -> Self {
        let (mut reader, mut executable) = (none(), none());
        ok!(hsa_code_object_reader_create_from_memory(OBJECT.as_ptr().cast(), OBJECT.len(), &raw mut reader));
        ok!(hsa_executable_create_alt(1, 0, null(), &raw mut executable));
        ok!(hsa_executable_load_agent_code_object(executable, GPU, reader, null(), null_mut()));
        ok!(hsa_executable_freeze(executable, null()));
        ok!(hsa_code_object_reader_destroy(reader));
        Self(executable)
    }

    fn attribute(&self, name: &str, attribute: u32) -> u64 {
        let (mut symbol, mut value) = (none(), 0u64);
        let name = CString::new(name).expect("it has no NUL");
        ok!(hsa_executable_get_symbol_by_name(self.0, name.as_ptr(), &raw const GPU, &raw mut symbol));
        ok!(hsa_executable_symbol_get_info(symbol, attribute, (&raw mut value).cast()));
        value
    }
}

struct Queue(*mut c_void);

impl Queue {
    fn new(callback: Option<QueueCallback>, data: *mut c_void) -> Self {
        let mut queue = null_mut();
        ok!(hsa_queue_create(GPU, 64, 0, callback, data, u32::MAX, u32::MAX, &raw mut queue));
        Self(queue)
    }

    /// Puts a packet of words into the queue, the header last, and rings.
    fn put(&self, header: u16, words: [u64; 8]) {
        // SAFETY: the memory is that of `hsa_queue_t`; the ring has 64 packets of 8 words, and no test has more at a time.
        unsafe {
            let index = hsa_queue_add_write_index_screlease(self.0, 1);
            let (ring, doorbell) = (*self.0.cast::<u64>().add(1), *self.0.cast::<u64>().add(2));
            let packet = std::ptr::with_exposed_provenance_mut::<u64>(ring as usize).add(index as usize % 64 * 8);
            for (at, word) in words.iter().enumerate().skip(1) {
                AtomicU64::from_ptr(packet.add(at)).store(*word, Ordering::Relaxed);
            }
            // The header is written last.
            AtomicU32::from_ptr(packet.cast::<u32>().add(1)).store((words[0] >> 32) as u32, Ordering::Relaxed);
            AtomicU16::from_ptr(packet.cast::<u16>().add(1)).store((words[0] >> 16) as u16, Ordering::Relaxed);
            AtomicU16::from_ptr(packet.cast::<u16>()).store(header, Ordering::Release);
            hsa_signal_store_screlease(Handle { handle: doorbell }, index as i64);
        }
    }

    fn dispatch(&self, kernel: u64, items: u32, group: u16, kernarg: *mut c_void, completion: Handle) {
        let first = 1 << 16 | u64::from(group) << 32 | 1 << 48;
        let grid = 1u64 | u64::from(items) << 32;
        let kernarg = kernarg.expose_provenance() as u64;
        self.put(FLAGS | 2, [first, grid, 1 | 1 << 32, 0, kernel, kernarg, 0, completion.handle]);
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        ok!(hsa_queue_destroy(self.0));
    }
}

/// Arguments of a kernel: two addresses.
fn arguments(first: *mut c_void, second: *mut c_void) -> *mut c_void {
    let kernarg = allocate(pools(HOST)[1], 64);
    // SAFETY: the memory has just been allocated.
    unsafe { kernarg.cast::<[u64; 2]>().write([first.expose_provenance() as u64, second.expose_provenance() as u64]) };
    kernarg
}

#[test]
fn kernels_run_in_order_with_barriers_and_times() {
    ok!(hsa_init());
    let (code, queue) = (Code::load(), Queue::new(None, null_mut()));
    let kernel = code.attribute("add_one.kd", 22);
    let device = allocate(pools(GPU)[0], 256);
    let mut host: Vec<u32> = (0..64).collect();
    ok!(hsa_memory_copy(device, host.as_ptr().cast(), 256));
    let kernarg = arguments(device, null_mut());
    let (first, last, gate) = (signal(1), signal(1), signal(1));
    // Nothing behind the barrier begins before the gate opens.
    queue.dispatch(kernel, 64, 64, kernarg, first);
    queue.put(FLAGS | 3, [0, gate.handle, 0, 0, 0, 0, 0, 0]);
    for _ in 0..99 {
        // SAFETY: there is no pointer that is used.
        while unsafe { hsa_queue_load_write_index_relaxed(queue.0) - hsa_queue_load_read_index_scacquire(queue.0) } > 60
        {
            // SAFETY: there is no pointer.
            unsafe { hsa_signal_store_relaxed(gate, 0) };
            std::thread::yield_now();
        }
        queue.dispatch(kernel, 64, 64, kernarg, none());
    }
    queue.put(FLAGS | 3, [0, first.handle, 0, 0, 0, 0, 0, last.handle]);
    wait(first);
    // SAFETY: there is no pointer.
    unsafe { hsa_signal_store_relaxed(gate, 0) };
    wait(last);
    ok!(hsa_memory_copy(host.as_mut_ptr().cast(), device, 256));
    assert!(host.iter().zip(100..).all(|(word, expected)| *word == expected), "{host:?}");
    let mut times = [0; 2];
    ok!(hsa_amd_profiling_get_dispatch_time(GPU, first, &raw mut times));
    assert!(times[0] != 0 && times[0] < times[1]);
    ok!(hsa_amd_memory_pool_free(device));
    assert_ne!(status!(hsa_amd_memory_pool_free(device)), 0);
    ok!(hsa_executable_destroy(code.0));
}

#[test]
fn atomic_operations_from_both_sides_lose_nothing() {
    const OF_HOST: u32 = 500_000;
    ok!(hsa_init());
    let (code, queue) = (Code::load(), Queue::new(None, null_mut()));
    let shared = allocate(pools(HOST)[0], 64);
    // SAFETY: the memory has just been allocated, and is aligned to a page.
    let counter = unsafe { AtomicU32::from_ptr(shared.cast()) };
    let done = signal(1);
    queue.dispatch(code.attribute("count.kd", 22), 64 * 64, 256, arguments(shared, null_mut()), done);
    for _ in 0..OF_HOST {
        counter.fetch_add(1, Ordering::Relaxed);
    }
    wait(done);
    assert_eq!(counter.load(Ordering::Relaxed), OF_HOST + 64 * 64 * 100);
}

#[test]
fn a_kernel_waits_for_the_host_and_for_locked_memory() {
    ok!(hsa_init());
    let (code, queue) = (Code::load(), Queue::new(None, null_mut()));
    let mut mine = vec![0u32; 16];
    let mut device = null_mut();
    let host = mine.as_mut_ptr().cast::<c_void>();
    ok!(hsa_amd_memory_lock(host, 64, null_mut(), 0, &raw mut device));
    assert_ne!(device.addr(), host.addr());
    let second = device.wrapping_byte_add(4);
    let done = signal(1);
    queue.dispatch(code.attribute("wait.kd", 22), 1, 1, arguments(device, second), done);
    std::thread::sleep(Duration::from_millis(20));
    // While it waits, other queues and copies go on, and memory is allocated and used.
    let other = Queue::new(None, null_mut());
    let memory = allocate(pools(GPU)[0], 256);
    ok!(hsa_amd_memory_fill(memory, 5, 64));
    let second_done = signal(1);
    other.dispatch(code.attribute("add_one.kd", 22), 64, 64, arguments(memory, null_mut()), second_done);
    wait(second_done);
    let mut word = 0u32;
    ok!(hsa_memory_copy((&raw mut word).cast(), memory, 4));
    assert_eq!(word, 6);
    // SAFETY: the kernel reads the word, which lies in memory that is alive.
    unsafe { AtomicU32::from_ptr(host.cast()) }.store(41, Ordering::SeqCst);
    wait(done);
    // SAFETY: as above.
    assert_eq!(unsafe { AtomicU32::from_ptr(host.cast::<u32>().add(1)) }.load(Ordering::SeqCst), 42);
    ok!(hsa_amd_memory_unlock(host));
    drop(mine);
}

static FAULT: AtomicI64 = AtomicI64::new(0);

extern "C" fn note_fault(status: Status, _queue: *mut c_void, data: *mut c_void) {
    assert_eq!(data.addr(), 0x1234);
    FAULT.store(status.0.into(), Ordering::SeqCst);
}

#[test]
fn faults_are_told_to_the_callback_of_the_queue() {
    ok!(hsa_init());
    let code = Code::load();
    let queue = Queue::new(Some(note_fault), std::ptr::without_provenance_mut(0x1234));
    let memory = allocate(pools(GPU)[0], 100);
    queue.dispatch(code.attribute("add_one.kd", 22), 64, 64, arguments(memory, null_mut()), none());
    let end = std::time::Instant::now() + Duration::from_secs(60);
    while FAULT.load(Ordering::SeqCst) == 0 && std::time::Instant::now() < end {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(FAULT.load(Ordering::SeqCst), 43);
}

#[test]
fn symbols_and_variables_have_what_the_file_says() {
    ok!(hsa_init());
    let code = Code::load();
    assert_eq!((code.attribute("count.kd", 0), code.attribute("variable", 0)), (1, 0));
    assert_eq!((code.attribute("count.kd", 11), code.attribute("variable", 9)), (16, 8));
    let address: *const c_void = std::ptr::without_provenance(code.attribute("variable", 21) as usize);
    let mut value = 0u64;
    ok!(hsa_memory_copy((&raw mut value).cast(), address, 8));
    assert_eq!(value, 7);
    let (mut symbol, missing) = (none(), c"missing.kd");
    let found = hsa_executable_get_symbol_by_name;
    assert_eq!(status!(found(code.0, missing.as_ptr(), &raw const GPU, &raw mut symbol)), 0x1013);
}

extern "C" fn handled(value: i64, data: *mut c_void) -> bool {
    // SAFETY: `data` is the counter that the test below passes, which is never given back.
    unsafe { AtomicI64::from_ptr(data.cast()) }.fetch_add(1000 + value, Ordering::SeqCst);
    false
}

#[test]
fn handlers_are_called_once() {
    static CALLS: AtomicI64 = AtomicI64::new(0);
    ok!(hsa_init());
    let watched = signal(3);
    ok!(hsa_amd_signal_async_handler(watched, 2, 2, Some(handled), CALLS.as_ptr().cast()));
    for _ in 0..3 {
        // SAFETY: there is no pointer.
        unsafe { hsa_signal_subtract_relaxed(watched, 1) };
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(CALLS.load(Ordering::SeqCst), 1001);
    ok!(hsa_signal_destroy(watched));
}

#[test]
fn what_is_wrong_is_a_status() {
    ok!(hsa_init());
    let wrong = Handle { handle: 0xdead_beef };
    let mut value = 0u64;
    let at: *mut c_void = (&raw mut value).cast();
    assert_eq!(status!(hsa_agent_get_info(wrong, 0, at)), 0x1004);
    assert_eq!(status!(hsa_agent_get_info(GPU, 0xffff, at)), 0x1001);
    assert_eq!(status!(hsa_agent_get_info(GPU, 6, null_mut())), 0x1001);
    assert_eq!(status!(hsa_iterate_agents(None, null_mut())), 0x1001);
    assert_eq!(status!(hsa_signal_destroy(wrong)), 0x1006);
    assert_eq!(status!(hsa_queue_destroy(at)), 0x1007);
    assert_eq!(status!(hsa_executable_destroy(wrong)), 0x1011);
    assert_eq!(status!(hsa_executable_symbol_get_info(wrong, 0, at)), 0x1019);
    assert_eq!(status!(hsa_amd_memory_pool_free(at)), 0x1003);
    let mut address = null_mut();
    let local = pools(GPU)[0];
    assert_eq!(status!(hsa_amd_memory_pool_allocate(wrong, 8, 0, &raw mut address)), 40);
    assert_eq!(status!(hsa_amd_memory_pool_allocate(local, usize::MAX, 0, &raw mut address)), 0x1008);
    assert_eq!(status!(hsa_amd_memory_pool_allocate(local, 0, 0, &raw mut address)), 0x1001);
    assert_eq!(status!(hsa_queue_create(GPU, 100, 0, None, null_mut(), 0, 0, &raw mut address)), 0x1001);
    assert_eq!(status!(hsa_queue_create(HOST, 64, 0, None, null_mut(), 0, 0, &raw mut address)), 0x1004);
    let mut reader = none();
    ok!(hsa_code_object_reader_create_from_memory(b"no code".as_ptr().cast(), 7, &raw mut reader));
    let mut executable = none();
    ok!(hsa_executable_create_alt(1, 0, null(), &raw mut executable));
    let load = hsa_executable_load_agent_code_object;
    assert_eq!(status!(load(executable, GPU, reader, null(), null_mut())), 0x1010);
    let device = allocate(local, 16);
    assert_eq!(status!(hsa_memory_copy(device, at, 17)), 0x1001);
    let mut text = null();
    ok!(hsa_status_string(Status::INVALID_AGENT, &raw mut text));
    assert!(!text.is_null());
    assert_ne!(status!(hsa_status_string(Status(12345), &raw mut text)), 0);
}
