//! The emulated device that several threads use.
//!
//! All devices of a process are one emulated device with one memory: a program on one may access memory of another.
//! One thread at a time has the device. Others leave their work in a list, and the thread that has the device does it,
//! in order, but for launches, which wait for their own thread. While a kernel waits for memory to change, its thread
//! does work of others: a kernel may wait for a copy, or for a kernel of another queue.

use std::backtrace::Backtrace;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, TryLockError, Weak};
use std::thread::ThreadId;
use std::time::Duration;

use isatope_core::Target;
use isatope_emu::memory::Memory;
use isatope_emu::{Device, Outside, Permission};

use crate::host::HostRange;
use crate::kernel::LoadedKernel;
use crate::managed::Managed;
use crate::memory::{Pending, Registry};
use crate::pulse;
use crate::settings::Chip;

/// How long a wavefront that waits lets the host work.
const WAIT: Duration = Duration::from_micros(50);
/// Nanoseconds of a second.
const SECOND: u64 = 1_000_000_000;
/// How long a launch waits until there is a note about it.
const LONG: u64 = 10 * SECOND;

/// The number of no device.
const NONE: usize = usize::MAX;

/// How many frees are remembered, for reports.
const MOST_FREED: usize = 1 << 12;

/// Work for a device.
type Work = Box<dyn FnOnce(&mut Device) + Send>;

/// Work in the list.
struct Job {
    work: Work,
    kind: JobKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum JobKind {
    /// A launch, which may take as long as it likes. The thread that left it does it, or one whose own launch waits:
    /// any other thread may have to let the launch go on.
    Launch(ThreadId),
    /// A copy, a free, or other work that does not wait.
    Short,
}

impl JobKind {
    /// Whether this thread may do the work, if the device is free.
    fn is_for_here(self) -> bool {
        match self {
            Self::Launch(thread) => thread == std::thread::current().id(),
            Self::Short => true,
        }
    }
}

/// A device, as programs see it.
pub(crate) struct Gpu {
    /// Its number among the devices that the process sees.
    pub number: usize,
    /// Its number among the devices of the machine.
    pub of_machine: usize,
    pub chip: Chip,
    pub engine: Arc<Engine>,
    /// Kernels by the addresses of their descriptors.
    pub kernels: RwLock<HashMap<u64, Arc<LoadedKernel>>>,
}

/// What runs kernels and holds memory, for all devices.
pub(crate) struct Engine {
    target: Target,
    device: Mutex<Device>,
    jobs: Mutex<VecDeque<Job>>,
    outside: Arc<Host>,
}

impl std::fmt::Debug for Gpu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gpu({}, {})", self.number, self.chip.processor)
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Engine({})", self.target.name())
    }
}

/// Memory that was freed.
#[derive(Debug)]
struct Freed {
    base: u64,
    bytes: u64,
    name: String,
    /// The functions of the host that freed it.
    by: Option<Arc<Backtrace>>,
}

/// The host of a device: it adds memory and does work while a launch waits.
#[derive(Debug, Default)]
pub(crate) struct Host {
    engine: Mutex<Weak<Engine>>,
    pending: Mutex<Vec<Pending>>,
    has_pending: AtomicBool,
    /// Whether programs access all memory of the host, as those of APUs do.
    sees_host: bool,
    /// Windows on memory of the host that a program has accessed, by their addresses.
    mapped: Mutex<Vec<u64>>,
    /// Memory that the program maps, and has told devices to access.
    managed: Managed,
    /// Memory that was freed, for reports; the last ones at the end.
    freed: Mutex<VecDeque<Freed>>,
    /// How long the launch that runs has waited, and when it did so last.
    waited: AtomicU64,
    last: AtomicU64,
    /// How long it may wait; 0 for ever.
    most: u64,
    /// Whether there was a note about it.
    noted: AtomicBool,
    /// What belongs to which device, where there are several.
    owners: Option<Arc<Registry>>,
    /// The number of the device whose launch runs.
    running: AtomicUsize,
    /// Counters of global wave synchronization, by their resources: launches set them for those that come later.
    gws: Mutex<BTreeMap<u8, u64>>,
}

impl Freed {
    fn has(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.bytes
    }
}

impl Outside for Host {
    fn has_more(&self) -> bool {
        self.sees_host || self.has_pending.load(Ordering::SeqCst)
    }

    fn more(&self, memory: &mut Memory, address: u64) -> bool {
        self.add_to(memory) || self.sees_host && self.add_mapping(memory, address)
    }

    fn about(&self, address: u64, near: bool) -> Option<String> {
        if let Some(owner) = self.owner(address) {
            let device = self.running.load(Ordering::SeqCst);
            return Some(format!(
                "it belongs to device {owner}: device {device} may access it after `hipDeviceEnablePeerAccess({owner}, 0)`"
            ));
        }
        let freed = self.freed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Freed { base, name, .. }) = freed.iter().rev().find(|freed| freed.has(address)) {
            return Some(format!("it was in `{name}` at offset {:#x}, which has been freed", address - base));
        }
        drop(freed);
        crate::host::mapping(address).filter(|_| !near).map(|_| {
            "it is an address of the host's memory: devices access memory of `hipMalloc` and its relatives, \
            and what `hipHostRegister` registers, at the address that `hipHostGetDevicePointer` gives"
                .to_string()
        })
    }

    fn wait(&self, memory: &mut Memory, again: bool) -> bool {
        let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
        self.add_to(memory);
        if let Some(engine) = engine
            && engine.work_between(memory)
        {
            self.waited.store(0, Ordering::Relaxed);
            return true;
        }
        let waited = self.count(again);
        if self.most != 0 && waited >= self.most {
            return false;
        }
        if waited >= LONG && !self.noted.swap(true, Ordering::Relaxed) {
            eprintln!(
                "isatope: note: each wavefront of a kernel has waited for 10 s for a change of memory{}",
                self.limit()
            );
        }
        std::thread::sleep(WAIT);
        true
    }
}

impl Host {
    /// How long the launch has waited. A time in which the process was stopped counts as a second.
    fn count(&self, again: bool) -> u64 {
        let now = ticks();
        let last = self.last.swap(now, Ordering::Relaxed);
        let more = if again { now.saturating_sub(last).min(SECOND) } else { 0 };
        let before = if again { self.waited.load(Ordering::Relaxed) } else { 0 };
        self.waited.store(before + more, Ordering::Relaxed);
        before + more
    }

    /// What a note says about the limit of waiting.
    fn limit(&self) -> String {
        match self.most / SECOND {
            0 => String::new(),
            most => format!("; after {most} s that is a fault (--max-wait)"),
        }
    }

    fn add_to(&self, memory: &mut Memory) -> bool {
        if !self.has_pending.swap(false, Ordering::SeqCst) {
            return false;
        }
        let pending = std::mem::take(&mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner));
        for pending in pending {
            // Addresses are taken once: nothing overlaps. Memory that does not fit is missing, which a fault reports.
            let _ = match pending {
                Pending::Allocation { base, bytes, name } => {
                    memory.add_named(base, &name, vec![0; usize::try_from(bytes).unwrap_or(0)])
                }
                Pending::Window { base, name, window } => memory.add_window(base, &name, window),
                Pending::Close { base } => {
                    drop(memory.remove_window(base));
                    Ok(())
                }
                Pending::Permissions => Ok(()),
            };
        }
        if self.owners.is_some() {
            memory.permit_each(|base| self.permission(base));
        }
        true
    }

    /// The other device to which memory at an address belongs, if the device whose launch runs may not access it.
    fn owner(&self, address: u64) -> Option<usize> {
        let running = self.running.load(Ordering::SeqCst);
        self.owners.as_ref().filter(|_| running != NONE)?.other_device(address, running)
    }

    fn permission(&self, address: u64) -> Permission {
        if self.owner(address).is_some() { Permission::Nothing } else { Permission::ReadWrite }
    }

    /// From here on a launch of a device runs, or again the one that waited. Returns the device whose launch ran
    /// before.
    fn set_running(&self, device: &mut Device, number: usize) -> usize {
        let before = self.running.swap(number, Ordering::SeqCst);
        if self.owners.is_some() {
            device.permit_each(|base| self.permission(base));
        }
        before
    }

    /// Does work that may be a launch. It finds the counters of global wave synchronization that the launch before it
    /// has left, even if that ran while another one waited.
    fn work(&self, device: &mut Device, work: Work) {
        let before = self.gws.lock().unwrap_or_else(PoisonError::into_inner).clone();
        device.set_gws_counters(&before);
        work(device);
        let after = device.gws_counters();
        if after != before {
            *self.gws.lock().unwrap_or_else(PoisonError::into_inner) = after;
        }
    }

    /// Adds a window on the memory of the host around an address, up to what is known there.
    fn add_mapping(&self, memory: &mut Memory, address: u64) -> bool {
        let Some((mut start, mut end)) = crate::host::mapping(address) else { return false };
        let allocations = memory.allocations().iter().map(|a| (a.base, a.base + a.bytes.len() as u64));
        let windows = memory.windows().iter().map(|w| (w.base, w.base + w.window.size()));
        for (from, to) in allocations.chain(windows) {
            if to <= address {
                start = start.max(to);
            } else if from > address {
                end = end.min(from);
            }
        }
        let Some(window) = HostRange::of_mapping(start, end) else { return false };
        let added = memory.add_window(start, "memory of the host", Arc::new(window)).is_ok();
        if added {
            self.mapped.lock().unwrap_or_else(PoisonError::into_inner).push(start);
        }
        added
    }

    /// Takes windows on memory of the host away, which may be other memory soon.
    fn forget_mappings(&self, device: &mut Device) {
        for base in std::mem::take(&mut *self.mapped.lock().unwrap_or_else(PoisonError::into_inner)) {
            device.close_window(base);
        }
    }
}

/// Nanoseconds of the clock that queues and events use. It is the clock that AMD's runtime takes for its own times.
pub(crate) fn ticks() -> u64 {
    crate::host::nanoseconds()
}

impl Gpu {
    /// A device without kernels, by its numbers among those that the process sees and among those of the machine.
    pub(crate) fn new(number: usize, of_machine: usize, chip: Chip, engine: Arc<Engine>) -> Arc<Self> {
        Arc::new(Self { number, of_machine, chip, engine, kernels: RwLock::default() })
    }
}

impl Engine {
    /// A device without memory, whose programs access all memory of the host or not, and wait for so many seconds.
    /// Where there are several devices, it has to know what belongs to which.
    pub(crate) fn new(target: Target, sees_host: bool, max_wait: u64, owners: Option<Arc<Registry>>) -> Arc<Self> {
        let (most, running) = (max_wait.saturating_mul(SECOND), AtomicUsize::new(NONE));
        let outside = Arc::new(Host { sees_host, most, owners, running, ..Host::default() });
        let mut device = Device::new(target);
        device.set_outside(Some(outside.clone()));
        let engine =
            Arc::new(Self { target, device: Mutex::new(device), jobs: Mutex::default(), outside: outside.clone() });
        *outside.engine.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&engine);
        engine
    }

    /// Adds memory, at once or when a program needs it: a caller never waits for a kernel.
    pub(crate) fn add(&self, pending: Pending) {
        self.outside.pending.lock().unwrap_or_else(PoisonError::into_inner).push(pending);
        self.outside.has_pending.store(true, Ordering::SeqCst);
    }

    /// Does work with the device, after all work that was left before, and returns its result.
    pub(crate) fn with<R: Send + 'static>(&self, work: impl FnOnce(&mut Device) -> R + Send + 'static) -> R {
        self.do_now(JobKind::Short, work)
    }

    /// Does a launch, after all work that was left before, and returns its result.
    pub(crate) fn launch<R: Send + 'static>(&self, work: impl FnOnce(&mut Device) -> R + Send + 'static) -> R {
        self.do_now(JobKind::Launch(std::thread::current().id()), work)
    }

    /// Memory that the program maps, and has told devices to access.
    pub(crate) fn managed(&self) -> &Managed {
        &self.outside.managed
    }

    /// Runs a launch of a device with the memory that it may access.
    pub(crate) fn run_on<R>(&self, number: usize, device: &mut Device, run: impl FnOnce(&mut Device) -> R) -> R {
        let before = self.outside.set_running(device, number);
        let result = run(device);
        self.outside.set_running(device, before);
        result
    }

    /// Notes the name of memory that is about to be freed.
    pub(crate) fn note_free(&self, device: &Device, base: u64, bytes: u64, by: Option<Arc<Backtrace>>) {
        let Some((region, 0)) = device.memory().nearest(base) else { return };
        let mut freed = self.outside.freed.lock().unwrap_or_else(PoisonError::into_inner);
        if freed.len() == MOST_FREED {
            freed.pop_front();
        }
        freed.push_back(Freed { base, bytes, name: region.name.to_string(), by });
    }

    /// Who freed the memory that was at an address last.
    pub(crate) fn freed_by(&self, address: u64) -> Option<Arc<Backtrace>> {
        let freed = self.outside.freed.lock().unwrap_or_else(PoisonError::into_inner);
        freed.iter().rev().find(|freed| freed.has(address))?.by.clone()
    }

    /// Leaves a free for the device, after all work that was left before. The caller does not wait for a kernel.
    pub(crate) fn free_later(&self, work: impl FnOnce(&mut Device) + Send + 'static) {
        self.leave(JobKind::Short, Box::new(work));
        self.work();
    }

    fn leave(&self, kind: JobKind, work: Work) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).push_back(Job { work, kind });
    }

    fn do_now<R: Send + 'static>(&self, kind: JobKind, work: impl FnOnce(&mut Device) -> R + Send + 'static) -> R {
        let result: Arc<Mutex<Option<R>>> = Arc::default();
        let to = result.clone();
        let work = move |device: &mut Device| {
            let value = work(device);
            *to.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
        };
        self.leave(kind, Box::new(work));
        loop {
            self.work();
            let mut done = None;
            pulse::wait(None, pulse::UNSEEN, || {
                done = result.lock().unwrap_or_else(PoisonError::into_inner).take();
                done.is_some()
                    || self.has_job_for_here() && !matches!(self.device.try_lock(), Err(TryLockError::WouldBlock))
            });
            if let Some(done) = done {
                return done;
            }
        }
    }

    /// Does the work that is left and that this thread may do, unless another thread has the device.
    fn work(&self) {
        while self.has_job_for_here() && self.work_once() {}
    }

    /// Whether the next work is for this thread.
    fn has_job_for_here(&self) -> bool {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.front().is_some_and(|job| job.kind.is_for_here())
    }

    /// Does work until there is none for this thread. Returns whether it had the device.
    fn work_once(&self) -> bool {
        let mut device = match self.device.try_lock() {
            Ok(device) => device,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return false,
        };
        loop {
            let job = {
                let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
                if jobs.front().is_some_and(|job| job.kind.is_for_here()) { jobs.pop_front() } else { None }
            };
            let Some(job) = job else { break };
            self.outside.forget_mappings(&mut device);
            if self.outside.has_pending.load(Ordering::SeqCst) {
                let mut memory = device.take_memory();
                self.outside.add_to(&mut memory);
                device.put_memory(memory);
            }
            for gone in self.outside.managed.take_gone() {
                self.note_free(&device, gone.base, gone.end - gone.base, None);
                device.close_window(gone.base);
            }
            self.outside.work(&mut device, job.work);
            self.outside.waited.store(0, Ordering::Relaxed);
            self.outside.noted.store(false, Ordering::Relaxed);
            pulse::beat();
        }
        drop(device);
        pulse::beat();
        true
    }

    /// Does work of others while a launch waits. Returns whether there was any.
    fn work_between(&self, memory: &mut Memory) -> bool {
        let job = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(job) = job else { return false };
        let mut device = Device::new(self.target);
        device.set_outside(Some(self.outside.clone()));
        device.put_memory(std::mem::take(memory));
        self.outside.work(&mut device, job.work);
        *memory = device.take_memory();
        pulse::beat();
        true
    }
}
