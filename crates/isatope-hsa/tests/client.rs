//! A client of the C interface, with kernels of `client/kernels.s`. It needs nothing of ROCm.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(unsafe_code)]

use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use isatope_core::Target;
use isatope_emu::{Arg, Device, Kernel, Options, Program};
use isatope_hsa::exports::*;

const SOURCE: &str = include_str!("client/kernels.s");
/// What the variable of the kernels holds.
const VARIABLE: u64 = 0x1122_3344_5566_7788;
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

#[path = "client/garbage.rs"]
mod garbage;

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

/// The code object of the kernels.
fn object() -> &'static [u8] {
    static OBJECT: OnceLock<Vec<u8>> = OnceLock::new();
    OBJECT.get_or_init(|| {
        let target = isatope::Target::from_name("gfx900").expect("a target");
        let options =
            isatope::assembler::Options { externals: isatope::assembler::Externals::All, ..Default::default() };
        let dialect = isatope::Dialect::LLVM;
        let assembler = isatope::Assembler::with_options(target, dialect, options).expect("a dialect of the target");
        let source = assembler.assemble(SOURCE);
        assert!(!source.failed(), "{:?}", source.messages());
        source.linked().expect("all symbols are defined")
    })
}

struct Code(Handle);

impl Code {
    fn load() -> Self {
        let (mut reader, mut executable) = (none(), none());
        let object = object();
        ok!(hsa_code_object_reader_create_from_memory(object.as_ptr().cast(), object.len(), &raw mut reader));
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
        // SAFETY: the memory is that of `hsa_queue_t`; the ring has 64 packets of 8 words, and no test has more at a
        // time.
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
    wait_for_begin(host);
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

#[test]
fn devices_access_memory_that_the_program_maps() {
    const PAGE: usize = 4096;
    ok!(hsa_init());
    let mut supports = 0u8;
    ok!(hsa_system_get_info(0x201, (&raw mut supports).cast()));
    assert_eq!(supports, 1);
    let (code, queue) = (Code::load(), Queue::new(Some(note_fault), std::ptr::without_provenance_mut(0x1234)));
    let (access, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: a new mapping touches no memory that exists.
    let mine = unsafe { libc::mmap(null_mut(), 4 * PAGE, access, flags, -1, 0) };
    assert_ne!(mine, libc::MAP_FAILED);
    // The agent may access the range; the host is the preferred location of its first page.
    let mut pairs = [[0x200u64, GPU.handle], [4, 0]];
    ok!(hsa_amd_svm_attributes_set(mine, 4 * PAGE, pairs.as_ptr().cast(), 2));
    pairs[0] = [4, HOST.handle];
    ok!(hsa_amd_svm_attributes_set(mine, PAGE, pairs.as_ptr().cast(), 1));
    let get = |bytes: usize, pair: [u64; 2]| {
        let mut pair = pair;
        ok!(hsa_amd_svm_attributes_get(mine, bytes, (&raw mut pair).cast(), 1));
        pair
    };
    assert_eq!([get(PAGE, [4, 9]), get(PAGE + 1, [4, 9])], [[4, HOST.handle], [4, 0]]);
    assert_eq!(get(PAGE, [0x203, GPU.handle])[0], 0x200);
    assert_eq!(get(PAGE, [5, 9]), [5, 0]);
    let moved = signal(1);
    ok!(hsa_amd_svm_prefetch_async(mine, PAGE, GPU, 0, null(), moved));
    wait(moved);
    assert_eq!(get(PAGE, [5, 9]), [5, GPU.handle]);
    // What can only be queried, what only be set, and what is nothing.
    for (pair, set) in [([0x203u64, 2], true), ([5, 2], true), ([0x200, 2], false), ([8, 0], true), ([0x200, 99], true)]
    {
        let mut pair = pair;
        let status = match set {
            true => status!(hsa_amd_svm_attributes_set(mine, PAGE, pair.as_ptr().cast(), 1)),
            false => status!(hsa_amd_svm_attributes_get(mine, PAGE, (&raw mut pair).cast(), 1)),
        };
        assert_ne!(status, 0, "{pair:?}");
    }
    let words = mine.cast::<u32>();
    let run = |from: usize| {
        let done = signal(1);
        let at = mine.wrapping_byte_add(from);
        queue.dispatch(code.attribute("add_one.kd", 22), 64, 64, arguments(at, null_mut()), done);
        done
    };
    // SAFETY: the memory is mapped, and the device is done with it when the host reads it.
    unsafe { words.write(41) };
    wait(run(0));
    // SAFETY: as above.
    assert_eq!(unsafe { words.read() }, 42);
    // The program gives it back, of which nobody tells the library: the address is missing, and others still work.
    // SAFETY: nobody has the memory.
    unsafe { libc::munmap(mine, 4 * PAGE) };
    run(0);
    let start = Instant::now();
    while FAULT.load(Ordering::SeqCst) == 0 && start.elapsed() < Duration::from_secs(60) {
        std::thread::yield_now();
    }
    assert_eq!(FAULT.swap(0, Ordering::SeqCst), 43);
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

static FREED: AtomicI64 = AtomicI64::new(0);

extern "C" fn note_use_after_free(status: Status, _queue: *mut c_void, _data: *mut c_void) {
    FREED.store(status.0.into(), Ordering::SeqCst);
}

#[test]
fn memory_that_is_freed_while_a_kernel_waits_is_gone() {
    ok!(hsa_init());
    let code = Code::load();
    let queue = Queue::new(Some(note_use_after_free), null_mut());
    let host = allocate(pools(HOST)[0], 64);
    let (memory, other) = (allocate(pools(GPU)[0], 4), allocate(pools(GPU)[0], 4));
    queue.dispatch(code.attribute("wait.kd", 22), 1, 1, arguments(host, memory), none());
    wait_for_begin(host);
    ok!(hsa_amd_memory_pool_free(memory));
    // Work of the device is done in order: the free is done before the fill.
    ok!(hsa_amd_memory_fill(other, 1, 1));
    // SAFETY: the kernel reads the word, which lies in memory that is alive.
    unsafe { AtomicU32::from_ptr(host.cast()) }.store(1, Ordering::SeqCst);
    let end = Instant::now() + Duration::from_secs(60);
    while FREED.load(Ordering::SeqCst) == 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(FREED.load(Ordering::SeqCst), 43);
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
    assert_eq!(value, VARIABLE);
    let (mut symbol, missing) = (none(), c"missing.kd");
    let found = hsa_executable_get_symbol_by_name;
    assert_eq!(status!(found(code.0, missing.as_ptr(), &raw const GPU, &raw mut symbol)), 0x1013);
}

/// OpenMP's runtime takes the handle of a code object for the address of its bytes, and changes them before they are
/// loaded.
#[test]
fn deserialized_code_can_be_changed_before_it_is_loaded() {
    ok!(hsa_init());
    let (file, mut made, mut executable) = (object(), none(), none());
    ok!(hsa_code_object_deserialize(file.as_ptr().cast_mut().cast(), file.len(), null(), &raw mut made));
    ok!(hsa_executable_create(1, 0, null(), &raw mut executable));
    // What the variable holds in the file.
    let value = file.windows(8).position(|word| word == VARIABLE.to_le_bytes()).expect("it is there");
    let bytes: *mut u8 = std::ptr::with_exposed_provenance_mut(made.handle as usize);
    // SAFETY: the handle is the address of a copy of the file.
    unsafe { bytes.add(value).write(9) };
    ok!(hsa_executable_load_code_object(executable, GPU, made, null()));
    ok!(hsa_executable_freeze(executable, null()));
    let address: *const c_void = std::ptr::without_provenance(Code(executable).attribute("variable", 21) as usize);
    let mut word = 0u64;
    ok!(hsa_memory_copy((&raw mut word).cast(), address, 8));
    assert_eq!(word, VARIABLE & !0xff | 9);
    ok!(hsa_executable_destroy(executable));
    ok!(hsa_code_object_destroy(made));
    assert_ne!(status!(hsa_code_object_destroy(made)), 0);
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
    let subtract = |by| {
        // SAFETY: there is no pointer.
        unsafe { hsa_signal_subtract_relaxed(watched, by) };
    };
    subtract(1);
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(CALLS.load(Ordering::SeqCst), 0);
    subtract(1);
    let end = Instant::now() + Duration::from_secs(60);
    while CALLS.load(Ordering::SeqCst) == 0 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(1));
    }
    subtract(1);
    std::thread::sleep(Duration::from_millis(20));
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
    const HUGE: usize = 1 << 63;
    assert_eq!(status!(hsa_memory_copy(device, at, HUGE)), 0x1001);
    assert_eq!(status!(hsa_memory_copy(at, at, HUGE)), 0x1001);
    assert_eq!(status!(hsa_amd_memory_fill(device, 0, HUGE)), 0x1001);
    assert_eq!(status!(hsa_amd_memory_lock(at, HUGE, null_mut(), 0, &raw mut address)), 0x1008);
    assert_eq!(status!(hsa_code_object_reader_create_from_memory(at, HUGE, &raw mut reader)), 0x1001);
    let copy = |agent, to, bytes| {
        // SAFETY: there are no signals, and the pointers are valid or null.
        unsafe { hsa_amd_memory_async_copy(to, agent, at, HOST, bytes, 0, null(), none()) }.0
    };
    assert_eq!([copy(wrong, device, 8), copy(GPU, null_mut(), 8), copy(GPU, device, HUGE)], [0x1004, 0x1001, 0x1001]);
    assert_eq!(status!(hsa_agent_extension_supported(1, wrong, 1, 0, at.cast())), 0x1004);
    let mut text = null();
    ok!(hsa_status_string(Status::INVALID_AGENT, &raw mut text));
    assert!(!text.is_null());
    assert_ne!(status!(hsa_status_string(Status(12345), &raw mut text)), 0);
}

#[test]
fn workgroups_of_a_grid_wait_for_each_other() {
    const ROUNDS: u32 = 5;
    ok!(hsa_init());
    let (code, queue) = (Code::load(), Queue::new(None, null_mut()));
    let words = allocate(pools(GPU)[0], 2048);
    let rounds = allocate(pools(HOST)[0], 64);
    // SAFETY: the memory has just been allocated.
    unsafe { rounds.cast::<u32>().write(ROUNDS) };
    let (first, second) = (signal(1), signal(1));
    let kernarg = arguments(words, rounds);
    queue.dispatch(code.attribute("prepare.kd", 22), 1, 1, kernarg, first);
    queue.dispatch(code.attribute("meet.kd", 22), 8 * 256, 256, kernarg, second);
    wait(first);
    wait(second);
    let mut numbers: Vec<u32> = (0..32).collect();
    for _ in 0..ROUNDS {
        numbers = (0..32).map(|at| numbers[at] + numbers[(at + 1) % 32]).collect();
    }
    let mut found = vec![0u32; 512];
    ok!(hsa_memory_copy(found.as_mut_ptr().cast(), words, 2048));
    assert_eq!(found[256 * (ROUNDS as usize % 2)..][..32], numbers);
}

/// Packets from device to host and back, as `printf` and `malloc` of device libraries make them: there are no more
/// slots than the device says that it has room for wavefronts, and kernels take that there is always one.
#[test]
fn calls_of_the_host_arrive_once() {
    const GROUPS: usize = 600;
    const WAVES: usize = 16 * GROUPS;
    ok!(hsa_init());
    let (mut units, mut waves) = (0u32, 0u32);
    ok!(hsa_agent_get_info(GPU, 0xa002, (&raw mut units).cast()));
    ok!(hsa_agent_get_info(GPU, 0xa00a, (&raw mut waves).cast()));
    let slots = (units * waves) as usize;
    let (code, queue) = (Code::load(), Queue::new(None, null_mut()));
    let heads = allocate(pools(HOST)[0], 64).cast::<u64>();
    let table = allocate(pools(HOST)[0], 16 * slots).cast::<u64>();
    // SAFETY: both are allocated, aligned to pages, and from here on accessed as atomic words.
    let (free, calls) = unsafe { (AtomicU64::from_ptr(heads), AtomicU64::from_ptr(heads.add(1))) };
    // SAFETY: as above; the index is that of a slot, and words are 0 and 1.
    let word = |slot: u64, word: usize| unsafe { AtomicU64::from_ptr(table.add(2 * (slot as usize - 1) + word)) };
    for slot in 1..=slots as u64 {
        word(slot, 0).store(if slot == slots as u64 { 0 } else { slot + 1 }, Ordering::Relaxed);
    }
    free.store(1, Ordering::SeqCst);
    let done = signal(1);
    let kernarg = arguments(heads.cast(), table.cast());
    queue.dispatch(code.attribute("call.kd", 22), GROUPS as u32 * 1024, 1024, kernarg, done);
    let mut seen = vec![0u32; WAVES];
    let end = Instant::now() + Duration::from_secs(120);
    while seen.iter().sum::<u32>() < WAVES as u32 && Instant::now() < end {
        // All calls that are there, with the tag left behind.
        let head = calls.load(Ordering::SeqCst);
        let taken = head & 0xffff_ffff != 0
            && calls.compare_exchange(head, head & !0xffff_ffff, Ordering::SeqCst, Ordering::SeqCst).is_ok();
        let mut slot = if taken { head & 0xffff_ffff } else { 0 };
        while slot != 0 {
            let next = word(slot, 0).load(Ordering::SeqCst) & 0xffff_ffff;
            let call = word(slot, 1).load(Ordering::SeqCst);
            assert_eq!(call >> 32, 0, "a slot was used twice");
            seen[call as u32 as usize] += 1;
            word(slot, 1).store(call | 1 << 32, Ordering::SeqCst);
            slot = next;
        }
        if !taken {
            std::thread::yield_now();
        }
    }
    wait(done);
    assert!(seen.iter().all(|count| *count == 1), "calls were lost or came twice");
    // All slots came back.
    let (mut slot, mut count) = (free.load(Ordering::SeqCst) & 0xffff_ffff, 0);
    while slot != 0 {
        (slot, count) = (word(slot, 0).load(Ordering::SeqCst) & 0xffff_ffff, count + 1);
    }
    assert_eq!(count, slots);
}

/// An image of `hsa_ext_image.h`.
#[repr(C)]
struct ImageDescription {
    geometry: u32,
    width: usize,
    height: usize,
    depth: usize,
    layers: usize,
    kind: u32,
    order: u32,
}

#[test]
fn images_are_described_filled_and_read() {
    ok!(hsa_init());
    // Bytes of four components as fractions.
    let mut wanted = ImageDescription { geometry: 1, width: 20, height: 3, depth: 0, layers: 0, kind: 2, order: 8 };
    let description = (&raw const wanted).cast();
    let mut sizes = [0usize; 2];
    ok!(hsa_ext_image_data_get_info(GPU, description, 0, sizes.as_mut_ptr().cast()));
    // Rows are multiples of 256 bytes.
    assert_eq!(sizes, [768, 256]);
    let data = allocate(pools(GPU)[0], sizes[0]);
    let mut image = none();
    ok!(hsa_ext_image_create(GPU, description, data, 0, &raw mut image));
    let texels: Vec<u8> = (0..20 * 3 * 4).map(|k| k as u8).collect();
    let region: [u32; 6] = [0, 0, 0, 20, 3, 1];
    ok!(hsa_ext_image_import(GPU, texels.as_ptr().cast(), 0, 0, image, region.as_ptr().cast()));
    let (code, queue) = (Code::load(), Queue::new(None, null_mut()));
    let out = allocate(pools(GPU)[0], 320);
    let object: *mut c_void = std::ptr::with_exposed_provenance_mut(image.handle as usize);
    let done = signal(1);
    queue.dispatch(code.attribute("texels.kd", 22), 20, 20, arguments(object, out), done);
    wait(done);
    let mut floats = [0f32; 80];
    ok!(hsa_memory_copy(floats.as_mut_ptr().cast(), out, 320));
    assert!(floats.iter().zip(0..).all(|(found, byte)| (found - byte as f32 / 255.0).abs() < 1e-6), "{floats:?}");
    // A part of it, back.
    let part: [u32; 6] = [3, 1, 0, 5, 2, 1];
    let mut back = [0u8; 40];
    ok!(hsa_ext_image_export(GPU, image, back.as_mut_ptr().cast(), 0, 0, part.as_ptr().cast()));
    let expected: Vec<u8> =
        [(1, 3), (2, 3)].iter().flat_map(|(y, x)| texels[y * 80 + x * 4..][..20].to_vec()).collect();
    assert_eq!(back[..], expected);
    let outside: [u32; 6] = [18, 0, 0, 5, 1, 1];
    assert_ne!(status!(hsa_ext_image_export(GPU, image, back.as_mut_ptr().cast(), 0, 0, outside.as_ptr().cast())), 0);
    ok!(hsa_ext_image_destroy(GPU, image));
    assert_ne!(status!(hsa_ext_image_destroy(GPU, image)), 0);
    wanted.width = 1 << 20;
    let description = (&raw const wanted).cast();
    assert_eq!(status!(hsa_ext_image_create(GPU, description, data, 0, &raw mut image)), 0x3001);
    let mut sampler = none();
    let description = [1u32, 1, 3];
    ok!(hsa_ext_sampler_create(GPU, description.as_ptr().cast(), &raw mut sampler));
    ok!(hsa_ext_sampler_destroy(GPU, sampler));
    let description = [7u32, 1, 3];
    assert_ne!(status!(hsa_ext_sampler_create(GPU, description.as_ptr().cast(), &raw mut sampler)), 0);
}

extern "C" fn open_gate(_value: i64, data: *mut c_void) -> bool {
    // A handler may use the library: it lets the queue go on.
    // SAFETY: there is no pointer; the data is a handle.
    unsafe { hsa_signal_store_relaxed(Handle { handle: data.addr() as u64 }, 0) };
    false
}

#[test]
fn a_thousand_queues_and_callbacks_leave_nothing_behind() {
    ok!(hsa_init());
    let code = Code::load();
    let kernel = code.attribute("add_one.kd", 22);
    let memory = allocate(pools(GPU)[0], 256);
    ok!(hsa_amd_memory_fill(memory, 0, 64));
    let kernarg = arguments(memory, null_mut());
    for round in 0..1000 {
        let queue = Queue::new(None, null_mut());
        let (first, gate, last) = (signal(1), signal(1), signal(1));
        let data = std::ptr::without_provenance_mut(gate.handle as usize);
        ok!(hsa_amd_signal_async_handler(first, 2, 1, Some(open_gate), data));
        queue.dispatch(kernel, 64, 64, kernarg, first);
        queue.put(FLAGS | 3, [0, gate.handle, 0, 0, 0, 0, 0, 0]);
        queue.dispatch(kernel, 64, 64, kernarg, last);
        wait(last);
        let more = allocate(pools(GPU)[0], 4096);
        ok!(hsa_amd_memory_pool_free(more));
        for signal in [first, gate, last] {
            ok!(hsa_signal_destroy(signal));
        }
        if round % 100 == 0 {
            let mut word = 0u32;
            ok!(hsa_memory_copy((&raw mut word).cast(), memory, 4));
            assert_eq!(word, 2 * round + 2);
        }
    }
    // Memory of the device that is in use stays the same.
    let mut left = [0u64; 2];
    ok!(hsa_agent_get_info(GPU, 0xa015, (&raw mut left[0]).cast()));
    let more = allocate(pools(GPU)[0], 1 << 20);
    ok!(hsa_agent_get_info(GPU, 0xa015, (&raw mut left[1]).cast()));
    assert!(left[0] >= left[1]);
    ok!(hsa_amd_memory_pool_free(more));
}

/// Waits until the kernel `wait` or `compute` has begun, for a minute at most.
fn wait_for_begin(flags: *mut c_void) {
    let end = Instant::now() + Duration::from_secs(60);
    // SAFETY: the kernel writes the word, which lies in memory that is alive.
    let begun = unsafe { AtomicU32::from_ptr(flags.cast::<u32>().add(2)) };
    while begun.load(Ordering::SeqCst) == 0 {
        assert!(Instant::now() < end, "the kernel has not begun");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Neither the host nor another queue is held up by a kernel that waits, whichever of them begins first.
#[test]
fn a_kernel_that_waits_holds_nobody_up() {
    ok!(hsa_init());
    let code = Code::load();
    let (first, second) = (Queue::new(None, null_mut()), Queue::new(None, null_mut()));
    let (wait_kernel, add) = (code.attribute("wait.kd", 22), code.attribute("add_one.kd", 22));
    let flags = allocate(pools(HOST)[0], 64);
    let memory = allocate(pools(GPU)[0], 256);
    ok!(hsa_amd_memory_fill(memory, 0, 64));
    let (waits, adds) = (arguments(flags, flags), arguments(memory, null_mut()));
    // SAFETY: the kernel reads the word, which lies in memory that is alive.
    let flag = unsafe { AtomicU32::from_ptr(flags.cast()) };
    for round in 0..300 {
        let (waited, added) = (signal(1), signal(1));
        flag.store(0, Ordering::SeqCst);
        first.dispatch(wait_kernel, 1, 1, waits, waited);
        second.dispatch(add, 64, 64, adds, added);
        let mut word = 0u32;
        ok!(hsa_memory_copy((&raw mut word).cast(), memory, 4));
        wait(added);
        flag.store(1, Ordering::SeqCst);
        wait(waited);
        ok!(hsa_memory_copy((&raw mut word).cast(), memory, 4));
        assert_eq!(word, round + 1);
        ok!(hsa_signal_destroy(waited));
        ok!(hsa_signal_destroy(added));
    }
}

/// A kernel that frees memory of its heap waits for the host, which frees it with these calls. The kernel here
/// computes: memory that is freed while a kernel only waits is gone when it goes on.
#[test]
fn a_free_takes_effect_after_the_kernel_that_runs() {
    ok!(hsa_init());
    let (code, queue) = (Code::load(), Queue::new(None, null_mut()));
    for pool in [pools(GPU)[0], pools(HOST)[0]] {
        let flags = allocate(pools(HOST)[0], 64);
        let memory = allocate(pool, 64);
        let done = signal(1);
        // The kernel counts until a word of the host changes, and then writes to the memory that is about to be freed.
        queue.dispatch(code.attribute("compute.kd", 22), 1, 1, arguments(flags, memory), done);
        wait_for_begin(flags);
        let address = memory.addr();
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            ok!(hsa_amd_memory_pool_free(std::ptr::with_exposed_provenance_mut(address)));
            tell.send(()).expect("somebody listens");
        });
        told.recv_timeout(Duration::from_secs(60)).expect("a free does not wait for a kernel");
        assert_ne!(status!(hsa_amd_memory_pool_free(memory)), 0);
        // Time enough for the free to take effect, if it did before the kernel ends.
        std::thread::sleep(Duration::from_millis(200));
        // SAFETY: the kernel reads the word, which lies in memory that is alive.
        unsafe { AtomicU32::from_ptr(flags.cast()) }.store(1, Ordering::SeqCst);
        wait(done);
        ok!(hsa_amd_memory_pool_free(flags));
    }
}

/// Runs a test of this file in a process of its own; it knows by the variable.
fn child(test: &str) -> std::process::Output {
    let mut command = std::process::Command::new(std::env::current_exe().expect("it runs"));
    command.args(["--exact", test, "--nocapture"]).env("ISATOPE_CLIENT", test);
    command.output().expect("it starts")
}

fn is_child(test: &str) -> bool {
    std::env::var("ISATOPE_CLIENT").is_ok_and(|name| name == test)
}

/// A process may end while kernels run and wait, without any cleaning up.
#[test]
fn exits_in_the_middle_of_work() {
    const NAME: &str = "exits_in_the_middle_of_work";
    if !is_child(NAME) {
        let start = Instant::now();
        let output = child(NAME);
        assert_eq!(output.status.code(), Some(7), "{output:?}");
        assert!(start.elapsed() < Duration::from_secs(60));
        return;
    }
    ok!(hsa_init());
    let (code, queue) = (Code::load(), Queue::new(None, null_mut()));
    let flags = allocate(pools(HOST)[0], 64);
    queue.dispatch(code.attribute("wait.kd", 22), 1, 1, arguments(flags, flags), signal(1));
    wait_for_begin(flags);
    std::process::exit(7);
}

/// A process that forks before the first use: parent and child each have a device.
#[test]
fn forks_before_the_first_use() {
    const NAME: &str = "forks_before_the_first_use";
    if !is_child(NAME) {
        let output = child(NAME);
        assert_eq!(output.status.code(), Some(7), "{output:?}");
        return;
    }
    let works = || {
        ok!(hsa_init());
        let (code, queue) = (Code::load(), Queue::new(None, null_mut()));
        let memory = allocate(pools(GPU)[0], 256);
        ok!(hsa_amd_memory_fill(memory, 41, 64));
        let done = signal(1);
        queue.dispatch(code.attribute("add_one.kd", 22), 64, 64, arguments(memory, null_mut()), done);
        wait(done);
        let mut word = 0u32;
        ok!(hsa_memory_copy((&raw mut word).cast(), memory, 4));
        word == 42
    };
    // SAFETY: the child uses only what this test uses, and ends without the handlers of the parent.
    let child = unsafe { libc::fork() };
    let right = works();
    if child == 0 {
        // SAFETY: it ends the process.
        unsafe { libc::_exit(if right { 5 } else { 6 }) };
    }
    let mut status = 0;
    // SAFETY: the status is a number of this function.
    let waited = unsafe { libc::waitpid(child, &raw mut status, 0) };
    let of_child = libc::WEXITSTATUS(status);
    std::process::exit(if right && waited == child && of_child == 5 { 7 } else { 1 });
}

/// A process that forks after the first use has no threads that would do the work. It ends with a message, and does not
/// hang.
#[test]
fn forks_after_the_first_use() {
    const NAME: &str = "forks_after_the_first_use";
    if !is_child(NAME) {
        let output = child(NAME);
        assert_eq!(output.status.code(), Some(7), "{output:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            errors.contains("isatope: a process waits for devices that its parent used before it forked"),
            "{errors}"
        );
        return;
    }
    ok!(hsa_init());
    let (ready, never) = (signal(0), signal(1));
    // SAFETY: the child uses only what this test uses.
    let child = unsafe { libc::fork() };
    if child == 0 {
        wait(ready);
        wait(never);
        // SAFETY: it ends the process.
        unsafe { libc::_exit(6) };
    }
    let mut status = 0;
    // SAFETY: the status is a number of this function.
    let waited = unsafe { libc::waitpid(child, &raw mut status, 0) };
    let aborted = libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGABRT;
    std::process::exit(if waited == child && aborted { 7 } else { 1 });
}

/// A process that forks after the emulator's own interface started threads: launches work in the child, too.
#[test]
fn launches_of_the_emulator_work_after_a_fork() {
    const NAME: &str = "launches_of_the_emulator_work_after_a_fork";
    if !is_child(NAME) {
        let output = child(NAME);
        assert_eq!(output.status.code(), Some(7), "{output:?}");
        return;
    }
    let run = || {
        let mut device = Device::new(Target::from_name("gfx900").expect("known"));
        let program = Program::load(&mut device, object()).expect("it loads");
        let kernel = Kernel::of(&program, "add_one").expect("it is there");
        let numbers = device.array(&[41u32; 64]);
        let args = [Arg::Buffer(numbers), Arg::Buffer(numbers)];
        let launch = kernel.launch([1 << 18, 1, 1], [64, 1, 1], &args).expect("it fits");
        device.run(&launch, &Options::default()).expect("it has no fault");
        device.numbers::<u32>(numbers)
    };
    let before = run();
    // SAFETY: the child uses only memory and threads of its own.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // A child that waits for threads of its parent would wait for ever.
        // SAFETY: it ends the process after a time.
        unsafe { libc::alarm(60) };
        let is_same = run() == before;
        // SAFETY: it ends the process.
        unsafe { libc::_exit(if is_same { 5 } else { 6 }) };
    }
    let mut status = 0;
    // SAFETY: the status is a number of this function.
    let waited = unsafe { libc::waitpid(child, &raw mut status, 0) };
    let is_right = libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 5;
    std::process::exit(if before[0] > 41 && run() == before && waited == child && is_right { 7 } else { 1 });
}

/// A process sees the devices that `ROCR_VISIBLE_DEVICES` lists, in that order, with the names that they have without
/// it.
#[test]
fn a_variable_lists_the_devices_that_a_process_sees() {
    const NAME: &str = "a_variable_lists_the_devices_that_a_process_sees";
    if !is_child(NAME) {
        let lists = [(None, &[0, 1, 2][..]), (Some("2,0"), &[2, 0]), (Some("1,7,0"), &[1]), (Some(""), &[])];
        for (list, expected) in lists {
            let mut command = std::process::Command::new(std::env::current_exe().expect("it runs"));
            command.args(["--exact", NAME, "--nocapture"]).env("ISATOPE_CLIENT", NAME);
            command.env("ISATOPE_GPU", r#"{"devices": 3}"#).env_remove("ROCR_VISIBLE_DEVICES");
            command.envs(list.map(|list| ("ROCR_VISIBLE_DEVICES", list)));
            let output = command.output().expect("it starts");
            let names: String = expected.iter().map(|device| format!(" GPU-000000015a70be0{device}")).collect();
            let out = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && out.contains(&format!("devices:{names};")), "{list:?}: {out}");
        }
        return;
    }
    const TYPE: u32 = 17;
    const UUID: u32 = 0xa011;
    ok!(hsa_init());
    let mut agents: Vec<u64> = Vec::new();
    ok!(hsa_iterate_agents(Some(collect), (&raw mut agents).cast()));
    let mut names = String::new();
    for agent in agents.into_iter().map(|handle| Handle { handle }) {
        let (mut kind, mut name) = (0u32, [0u8; 21]);
        ok!(hsa_agent_get_info(agent, TYPE, (&raw mut kind).cast()));
        ok!(hsa_agent_get_info(agent, UUID, name.as_mut_ptr().cast()));
        if kind == 1 {
            names = format!("{names} {}", String::from_utf8_lossy(&name).trim_end_matches('\0'));
        }
    }
    println!("devices:{names};");
}

/// Nothing can be used before `hsa_init`, and after `hsa_shut_down`; starting again is fine.
#[test]
fn starts_and_ends_as_often_as_it_likes() {
    const NAME: &str = "starts_and_ends_as_often_as_it_likes";
    if !is_child(NAME) {
        let output = child(NAME);
        assert!(output.status.success(), "{output:?}");
        return;
    }
    let mut made = none();
    assert_eq!(status!(hsa_signal_create(1, 0, null(), &raw mut made)), 0x100b);
    assert_eq!(status!(hsa_shut_down()), 0x100b);
    for _ in 0..3 {
        ok!(hsa_init());
        ok!(hsa_init());
        ok!(hsa_shut_down());
        ok!(hsa_signal_create(1, 0, null(), &raw mut made));
        ok!(hsa_shut_down());
        assert_eq!(status!(hsa_signal_create(1, 0, null(), &raw mut made)), 0x100b);
    }
}
