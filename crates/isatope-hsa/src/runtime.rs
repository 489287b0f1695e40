//! All that a process has: devices, memory, signals, queues, code.

use std::backtrace::Backtrace;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use isatope_core::Target;
use isatope_emu::fault::{Owner, Source};
use isatope_emu::{Cause, Device, Fault};

use crate::abi::{AmdSignal, Answer, Status};
use crate::callers::callers;
use crate::executable::{Executable, Symbol};
use crate::gpu::{Engine, Gpu};
use crate::host::{HostRange, Pages};
use crate::image_table::Images;
use crate::memory::{Allocation, GAP, HOST_MEMORY, Kind, Pending, Registry};
use crate::queue::Queue;
use crate::records::Records;
use crate::settings::{Settings, chips};
use crate::signals::Signals;
use crate::visible;

/// The address of memory that several lanes may access, if a fault is about one.
fn address_of(fault: &Fault) -> Option<u64> {
    let access = match &fault.cause {
        Cause::Access(accesses) => accesses.first()?,
        Cause::Race(race) => &race.access,
        Cause::Uninitialised(uninitialised) => match &uninitialised.source {
            Source::Memory(access) => access,
            Source::Register(_) => return None,
        },
        _ => return None,
    };
    (access.owner == Owner::Device).then_some(access.address)
}

/// The agent of the host. Devices follow.
pub(crate) const HOST: u64 = 1;

/// The runtime of a process.
#[derive(Debug)]
pub(crate) struct Runtime {
    pub settings: Settings,
    pub engine: Arc<Engine>,
    pub gpus: Vec<Arc<Gpu>>,
    pub memory: Arc<Registry>,
    pub signals: Signals,
    pub images: Images,
    pub records: Arc<Records>,
    /// Queues by their handles.
    pub queues: RwLock<HashMap<u64, Arc<Queue>>>,
    /// Files of code, by their handles.
    pub readers: RwLock<HashMap<u64, Arc<[u8]>>>,
    /// Code objects whose handles are their addresses: callers change them before they are loaded.
    pub objects: RwLock<HashMap<u64, (Arc<Pages>, usize)>>,
    pub executables: RwLock<HashMap<u64, Arc<Mutex<Executable>>>>,
    pub symbols: RwLock<HashMap<u64, Arc<Symbol>>>,
    next: AtomicU64,
}

static RUNTIME: OnceLock<Option<Runtime>> = OnceLock::new();
static REFERENCES: AtomicUsize = AtomicUsize::new(0);

/// Whether the process is ending.
static ENDING: AtomicBool = AtomicBool::new(false);

extern "C" fn note_end() {
    ENDING.store(true, Ordering::SeqCst);
}

/// Starts the runtime, or counts one more user. A process that is ending cannot start again: OpenMP's runtime of LLVM
/// 15 tries to when it has already given up what it needs, and does nothing if that fails.
pub(crate) fn init() -> Answer {
    if ENDING.load(Ordering::SeqCst) {
        return Err(Status::OUT_OF_RESOURCES);
    }
    let runtime = RUNTIME.get_or_init(|| {
        crate::host::at_exit(note_end);
        crate::host::note_forks();
        let started = Runtime::start();
        started.inspect_err(|error| eprintln!("isatope: {error}")).ok()
    });
    runtime.as_ref().ok_or(Status::OUT_OF_RESOURCES)?;
    REFERENCES.fetch_add(1, Ordering::SeqCst);
    Ok(())
}

/// Counts one user less. What exists stays: the process may start again.
pub(crate) fn shut_down() -> Answer {
    let less = |count: usize| count.checked_sub(1);
    REFERENCES.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).map(|_| ()).map_err(|_| Status::NOT_INITIALIZED)
}

/// The runtime, if it is in use.
pub(crate) fn runtime() -> Answer<&'static Runtime> {
    let runtime = RUNTIME.get().and_then(Option::as_ref).ok_or(Status::NOT_INITIALIZED)?;
    if REFERENCES.load(Ordering::SeqCst) == 0 { Err(Status::NOT_INITIALIZED) } else { Ok(runtime) }
}

impl Runtime {
    fn start() -> Result<Self, String> {
        let settings = Settings::of_environment()?;
        let chip = chips().find(|chip| chip.processor == settings.target);
        let all = || chips().map(|chip| chip.processor).collect::<Vec<_>>().join(", ");
        let chip =
            chip.ok_or_else(|| format!("`{}` is no device for programs: use one of {}", settings.target, all()))?;
        let target = Target::from_name(chip.processor).ok_or("the target is unknown")?;
        let count = settings.devices.clamp(1, 16) as usize;
        let memory = Arc::new(Registry::new());
        let engine = Engine::new(target, chip.sees_host(), settings.max_wait, (count > 1).then(|| memory.clone()));
        let list = std::env::var_os(visible::VARIABLE);
        let list = list.as_ref().map(|list| list.to_string_lossy());
        let seen = visible::visible(list.as_deref(), count).into_iter().enumerate();
        let gpus = seen.map(|(number, device)| Gpu::new(number, device, chip, engine.clone())).collect();
        Ok(Self {
            records: Arc::new(Records::new(&settings)),
            settings,
            engine,
            gpus,
            memory,
            signals: Signals::default(),
            images: Images::default(),
            queues: RwLock::default(),
            readers: RwLock::default(),
            objects: RwLock::default(),
            executables: RwLock::default(),
            symbols: RwLock::default(),
            next: AtomicU64::new(1),
        })
    }

    /// A new handle.
    pub(crate) fn handle(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// A new signal. Programs on all devices see it.
    pub(crate) fn signal(&self, value: i64, doorbell: bool) -> &'static AmdSignal {
        let (signal, added) = self.signals.create(value, doorbell);
        if let Some(memory) = added {
            self.share(memory);
        }
        signal
    }

    /// The queue of a doorbell.
    pub(crate) fn queue_of(&self, doorbell: &AmdSignal) -> Option<Arc<Queue>> {
        let queues = self.queues.read().unwrap_or_else(PoisonError::into_inner);
        queues.values().find(|queue| std::ptr::eq(queue.doorbell, doorbell)).cloned()
    }

    /// Lets programs on all devices access memory that is never given back, at its address. It has no name: it is the
    /// library's own, and lies in the heap of the program.
    pub(crate) fn share<T: Sync>(&self, memory: &'static [T]) {
        let base = memory.as_ptr().addr() as u64;
        let window = Arc::new(HostRange::of_static(memory));
        self.engine.add(Pending::Window { base, name: String::new(), window });
    }

    /// Allocates memory of a device.
    pub(crate) fn allocate_device(&self, gpu: &Gpu, bytes: u64) -> Answer<u64> {
        if bytes == 0 || self.memory.used(gpu.number).saturating_add(bytes) > self.settings.memory {
            return Err(Status::OUT_OF_RESOURCES);
        }
        let base = self.memory.addresses(bytes).ok_or(Status::OUT_OF_RESOURCES)?;
        let name = format!("{}, {bytes} bytes", self.memory.name("device memory"));
        self.add_allocation(base, bytes, Kind::Device(gpu.number), None);
        let page = crate::host::PAGE as u64;
        let room = if self.settings.lenient { bytes.next_multiple_of(page) } else { bytes };
        self.engine.add(Pending::Allocation { base, bytes: room, name });
        if self.settings.check_init {
            let buffer = isatope_emu::Buffer { address: base, bytes };
            self.engine.with(move |device| device.mark_uninit(buffer));
        }
        Ok(base)
    }

    /// Allocates memory of the host.
    pub(crate) fn allocate_host(&self, name: &'static str, bytes: u64, flags: u32) -> Answer<u64> {
        let size = usize::try_from(bytes).ok().filter(|size| *size != 0).ok_or(Status::INVALID_ARGUMENT)?;
        if self.memory.used_of_host().saturating_add(bytes) > HOST_MEMORY {
            return Err(Status::OUT_OF_RESOURCES);
        }
        let pages = Arc::new(Pages::new(size).ok_or(Status::OUT_OF_RESOURCES)?);
        let base = pages.base();
        let name = format!("{}, {bytes} bytes", self.memory.name(name));
        let window = Arc::new(HostRange::of_pages(&pages, size));
        self.engine.add(Pending::Window { base, name, window });
        self.add_allocation(base, bytes, Kind::Host(flags), Some(pages));
        Ok(base)
    }

    /// Lets devices access memory that the program maps, at its addresses.
    pub(crate) fn map(&self, base: u64, bytes: u64) {
        let page = crate::host::PAGE as u64;
        let end = base + if self.settings.lenient { bytes.next_multiple_of(page) } else { bytes };
        let name = |bytes| format!("{}, {bytes} bytes", self.memory.name("managed memory"));
        for change in self.engine.managed().map((base, end), name, self.stack()) {
            self.engine.add(change);
        }
    }

    /// Lets devices access memory of a caller, at an address of its own.
    pub(crate) fn lock(&self, host: u64, bytes: u64, window: HostRange) -> Answer<u64> {
        // Addresses in a page are the same.
        let within = host % crate::host::PAGE as u64;
        let base = self.memory.addresses(bytes + within).ok_or(Status::OUT_OF_RESOURCES)? + within;
        let name = format!("{}, {bytes} bytes", self.memory.name("locked memory"));
        self.engine.add(Pending::Window { base, name, window: Arc::new(window) });
        self.add_allocation(base, bytes, Kind::Locked(host), None);
        Ok(base)
    }

    /// Notes an allocation that the caller of the library makes.
    pub(crate) fn add_allocation(&self, base: u64, bytes: u64, kind: Kind, pages: Option<Arc<Pages>>) {
        self.memory.add(Allocation { base, bytes, kind, made_by: self.stack(), allowed: 0, exported: None, pages });
    }

    /// Lets devices access an allocation, a bit for each. Devices that could access it before still do.
    pub(crate) fn allow(&self, address: u64, devices: u64) -> Answer {
        if !self.memory.change(address, |found| found.allowed |= devices) {
            return Err(Status::INVALID_ARGUMENT);
        }
        self.engine.add(Pending::Permissions);
        Ok(())
    }

    /// Functions of the host that freed the memory at an address that a fault is about, or that allocated what is near
    /// it; with what they did.
    pub(crate) fn history(&self, fault: &Fault, device: &Device) -> Option<(&'static str, Vec<String>)> {
        let address = address_of(fault)?;
        let (region, distance) = device.memory().nearest(address)?;
        if distance != 0
            && let Some(freed_by) = self.engine.freed_by(address)
        {
            return Some(("freed by", callers(&freed_by)));
        }
        let is_near = distance.unsigned_abs() < GAP.into();
        if !is_near {
            return None;
        }
        let found = self.memory.find(region.base).and_then(|found| found.made_by);
        let made_by = found.or_else(|| self.engine.managed().made_by(region.base))?;
        Some(("allocated by", callers(&made_by)))
    }

    /// Frees memory when the kernel that runs ends or waits. The caller does not wait for that: a kernel that frees
    /// memory of its heap waits for the host to do so.
    pub(crate) fn free(&'static self, base: u64) -> Answer {
        let wanted = |kind: &Kind| !matches!(kind, Kind::Locked(_));
        let allocation = self.memory.remove(base, wanted).ok_or(Status::INVALID_ALLOCATION)?;
        self.take_away(allocation);
        Ok(())
    }

    /// Ends the use of memory of a caller, who may then give it up: no kernel accesses it any more. A kernel that only
    /// waits is not waited for.
    pub(crate) fn unlock(&'static self, host: u64) -> Answer {
        let found = self.memory.find_locked(host).ok_or(Status::INVALID_ARGUMENT)?;
        let allocation = self.memory.remove(found.base, |_| true).ok_or(Status::INVALID_ARGUMENT)?;
        self.take_away(allocation);
        Ok(())
    }

    /// Who calls the library, for reports of faults.
    fn stack(&self) -> Option<Arc<Backtrace>> {
        self.settings.stacks.then(|| Arc::new(Backtrace::force_capture()))
    }

    fn take_away(&'static self, allocation: Allocation) {
        let (base, bytes) = (allocation.base, allocation.bytes);
        let freed_by = self.stack();
        match allocation.kind {
            Kind::Device(_) => {
                self.engine.free_later(move |device| {
                    self.engine.note_free(device, base, bytes, freed_by);
                    let buffer = isatope_emu::Buffer { address: base, bytes };
                    drop(device.free(buffer));
                    // What other processes access is a window.
                    device.close_window(base);
                    self.memory.release(base);
                });
            }
            Kind::Host(..) => self.engine.free_later(move |device| {
                self.engine.note_free(device, base, bytes, freed_by);
                device.close_window(base);
            }),
            Kind::Locked(_) => {
                self.engine.with(move |device| {
                    self.engine.note_free(device, base, bytes, freed_by);
                    device.close_window(base);
                });
                self.memory.release(base - base % crate::host::PAGE as u64);
            }
        }
    }

    /// The device of an agent. The host is agent 1; devices follow.
    pub(crate) fn gpu(&self, agent: u64) -> Answer<&Arc<Gpu>> {
        let index = agent.checked_sub(2).and_then(|index| usize::try_from(index).ok());
        index.and_then(|index| self.gpus.get(index)).ok_or(Status::INVALID_AGENT)
    }

    /// Says whether there is such an agent.
    pub(crate) fn check_agent(&self, agent: u64) -> Answer {
        if agent == HOST { Ok(()) } else { self.gpu(agent).map(|_| ()) }
    }

    /// Drops something from a table, or says that it is not there.
    pub(crate) fn forget<T>(table: &RwLock<HashMap<u64, T>>, handle: u64, otherwise: Status) -> Answer<T> {
        table.write().unwrap_or_else(PoisonError::into_inner).remove(&handle).ok_or(otherwise)
    }

    /// Something of a table.
    pub(crate) fn look_up<T: Clone>(table: &RwLock<HashMap<u64, T>>, handle: u64, otherwise: Status) -> Answer<T> {
        table.read().unwrap_or_else(PoisonError::into_inner).get(&handle).cloned().ok_or(otherwise)
    }
}
