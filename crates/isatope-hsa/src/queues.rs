//! Queues: a thread takes their packets in order.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use isatope_emu::{Cause, Device, Fault, Kernel, Options, Packet};

use crate::abi::{AmdQueue, AmdSignal, Answer, QueueCallback, Status, packet};
use crate::dump::{Dump, Source};
use crate::gpu::{Gpu, ticks};
use crate::kernel::LoadedKernel;
use crate::look::Look;
use crate::queue::{Queue, SPARE, WORDS, Words};
use crate::records::{About, Shape};
use crate::runtime::Runtime;
use crate::signals::Condition;
use crate::{progress, pulse};

/// How often a thread without packets looks for one that nobody told the library about.
const IDLE: Duration = Duration::from_millis(20);
/// High words of flat addresses of LDS and of private memory, as the emulator has them.
const APERTURES: u64 = 0x2_0000 << 32 | 0x1_0000;
/// LDS is allotted to workgroups in units of so many bytes, by all devices since gfx7.
const LDS_GRANULE: u32 = 512;

impl Queue {
    /// Takes packets until the queue is destroyed or one has a fault.
    fn run(self: Arc<Self>, runtime: &'static Runtime) {
        let mut index = 0;
        loop {
            let mut found = None;
            pulse::wait(None, IDLE, || {
                let is_there = self.index(AmdQueue::WRITE).load(Ordering::SeqCst) > index;
                found = if is_there { self.next(index) } else { None };
                found.is_some() || self.stopped.load(Ordering::SeqCst)
            });
            let Some(words) = found.filter(|_| !self.stopped.load(Ordering::SeqCst)) else { return };
            let start = ticks();
            let result = self.process(runtime, index, &words);
            if self.stopped.load(Ordering::SeqCst) {
                return;
            }
            if let Err(status) = result {
                self.stopped.store(true, Ordering::SeqCst);
                if let Some((callback, data)) = self.callback {
                    let data = std::ptr::with_exposed_provenance_mut(data);
                    let queue = std::ptr::from_ref(self.amd).cast_mut().cast::<c_void>();
                    // SAFETY: the creator of the queue gave the function and its data for this call, which no lock
                    // surrounds.
                    unsafe { callback(status, queue, data) };
                }
                return;
            }
            let completion = runtime.signals.optional(words.completion()).ok().flatten();
            if let Some(signal) = completion {
                signal.set_times(start, ticks());
            }
            self.clear(index);
            index += 1;
            self.index(AmdQueue::READ).store(index, Ordering::SeqCst);
            match completion {
                Some(signal) => signal.complete(),
                None => pulse::beat(),
            }
        }
    }

    fn process(self: &Arc<Self>, runtime: &'static Runtime, index: u64, words: &Words) -> Answer {
        match words.kind() {
            packet::DISPATCH => self.dispatch(runtime, index, words),
            kind @ (packet::BARRIER_AND | packet::BARRIER_OR) => {
                let signals = words.0[1..6].iter().filter(|handle| **handle != 0);
                let signals: Vec<_> = signals.map(|handle| runtime.signals.get(*handle)).collect::<Result<_, _>>()?;
                let zero = |signal: &&AmdSignal| signal.value.load(Ordering::SeqCst) == 0;
                pulse::wait(None, pulse::UNSEEN, || {
                    let holds = match kind {
                        packet::BARRIER_AND => signals.iter().all(zero),
                        _ => signals.is_empty() || signals.iter().any(zero),
                    };
                    holds || self.stopped.load(Ordering::SeqCst)
                });
                Ok(())
            }
            packet::VENDOR if (words.0[0] >> 16) as u16 & 0xff == packet::BARRIER_VALUE => {
                let signal = runtime.signals.get(words.0[1])?;
                let (value, mask) = (words.0[2] as i64, words.0[3] as i64);
                let condition = Condition::of(words.half(8))?;
                pulse::wait(None, pulse::UNSEEN, || {
                    let holds = condition.holds(signal.value.load(Ordering::SeqCst) & mask, value);
                    holds || self.stopped.load(Ordering::SeqCst)
                });
                Ok(())
            }
            kind => {
                runtime.records.error(&format!("a queue has a packet of type {kind}, which is not supported"));
                Err(Status::INVALID_PACKET_FORMAT)
            }
        }
    }

    /// Runs a kernel.
    fn dispatch(self: &Arc<Self>, runtime: &'static Runtime, index: u64, words: &Words) -> Answer {
        let sizes = |word: u64, shift: u32| (word >> shift) as u16;
        let group = [sizes(words.0[0], 32), sizes(words.0[0], 48), sizes(words.0[1], 0)].map(u32::from);
        let object = words.0[4];
        let kernels = self.gpu.kernels.read().unwrap_or_else(PoisonError::into_inner);
        let kernel = kernels.get(&object).cloned();
        drop(kernels);
        let failed = |message: String| {
            runtime.records.error(&message);
            Status::INVALID_ARGUMENT
        };
        let loaded = kernel.ok_or_else(|| failed(format!("a packet dispatches {object:#x}, which is no kernel")))?;
        let kernel: Kernel = loaded.get().map_err(failed)?.clone();
        let packet = Packet {
            packet: self.address_of(index),
            queue: self.handle(),
            kernarg: words.0[5],
            arguments: Vec::new(),
            grid: [words.half(3), words.half(4), words.half(5)],
            group,
            dimensions: (words.0[0] >> 16) as u16 & 3,
            private: words.half(6),
            lds: match runtime.settings.lenient {
                true => words.half(7).next_multiple_of(LDS_GRANULE),
                false => words.half(7),
            },
        };
        let queue = self.clone();
        self.gpu.engine.launch(move |device| {
            let about = About {
                number: runtime.records.begin(),
                name: isatope_object::names::demangle(&kernel.info().name).into_owned(),
                device: queue.gpu.number,
                shape: Shape { grid: packet.grid, group: packet.group },
                callers: Vec::new(),
                history: None,
                fidelity: None,
                has_stopped: false,
            };
            run(runtime, device, &loaded, &kernel, packet, about, || queue.caller(index))
        })
    }
}

/// Runs a launch on a device.
fn run(
    runtime: &'static Runtime,
    device: &mut Device,
    loaded: &LoadedKernel,
    kernel: &Kernel,
    mut packet: Packet,
    mut about: About,
    callers: impl FnOnce() -> Vec<String>,
) -> Answer {
    let (settings, records) = (&runtime.settings, &runtime.records);
    // Reports name the arguments; the kernel itself reads them where they are.
    let mut arguments = vec![0; kernel.info().kernarg_size as usize];
    if device.memory().copy_out(packet.kernarg, &mut arguments) {
        packet.arguments = arguments;
    }
    let failed = |error: std::io::Error| records.error(&format!("launch {} cannot be written: {error}", about.number));
    let is_wanted = settings.only.as_ref().is_none_or(|only| only.has(about.number, &about.name));
    let mut dump = settings.dump.as_deref().filter(|_| is_wanted).and_then(|folder| {
        let source = Source {
            number: about.number,
            target: &settings.target,
            kernel,
            file: &loaded.file,
            base: loaded.base,
            packet: &packet,
            memory: device.memory(),
            gws: device.gws_counters(),
            unaligned_scratch: settings.unaligned_scratch,
            max_instructions: settings.max_instructions,
            compute_units: settings.compute_units,
        };
        Dump::begin(folder, &source).map_err(failed).ok()
    });
    let launch = kernel.dispatch(packet).map_err(|error| {
        records.error(&format!("{}: {error}", about.name));
        Status::INVALID_ARGUMENT
    })?;
    let options = options(runtime);
    let mut look = Look::new(settings, records, about.number, &about.name, &launch);
    let shown = settings.progress.then(|| progress::show(&about.name, device.progress()));
    if let Some(dump) = &mut dump {
        dump.record(device);
    }
    let start = Instant::now();
    let mut watchers = look.all();
    let result = runtime.engine.run_on(about.device, device, |device| match watchers.is_empty() {
        true => device.run(&launch, &options),
        false => device.run_watched(&launch, &options, &mut watchers),
    });
    let time = start.elapsed();
    drop(shown);
    if let Some(dump) = dump {
        let _ = dump.end(device, result.is_ok()).map_err(failed);
    }
    about.has_stopped = look.has_stopped();
    about.fidelity = look.fidelity;
    let result = result.as_ref().map_err(|fault| &**fault);
    if result.is_err() && settings.stacks {
        about.callers = callers();
        about.history = result.as_ref().err().and_then(|fault| runtime.history(fault, device));
    }
    records.launch(&about, result, time);
    result.map(|_| ()).map_err(status_of)
}

/// The status that hardware gives for a fault.
fn status_of(fault: &Fault) -> Status {
    match fault.cause {
        Cause::Access(_) => Status::MEMORY_FAULT,
        Cause::Illegal(_) => Status::ILLEGAL_INSTRUCTION,
        _ => Status::EXCEPTION,
    }
}

fn options(runtime: &Runtime) -> Options {
    let settings = &runtime.settings;
    let mut options = Options::default()
        .seed(settings.seed)
        .any_barrier(!settings.strict)
        .check_init(settings.check_init)
        .check_races(settings.check_races)
        .check_races_strictly(settings.check_races_strictly)
        .allow_same_value(settings.allow_same_value)
        .check_waits(settings.check_waits)
        .unaligned_scratch(settings.unaligned_scratch)
        .reverse(settings.reverse)
        .garbage(settings.garbage)
        .compute_units(settings.compute_units);
    options.max_instructions = settings.max_instructions;
    options
}

impl Runtime {
    /// A new queue of so many packets.
    pub(crate) fn queue(
        &'static self,
        gpu: &Arc<Gpu>,
        packets: u32,
        kind: u32,
        callback: Option<(QueueCallback, usize)>,
    ) -> Answer<u64> {
        let words = packets as usize * WORDS;
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        let found = spare.iter().position(|(_, ring)| ring.len() == words).map(|at| spare.swap_remove(at));
        drop(spare);
        let (amd, ring) = match found {
            Some(found) => found,
            None => {
                let amd: &'static AmdQueue =
                    Box::leak(Box::new(AmdQueue { words: std::array::from_fn(|_| AtomicU64::new(0)) }));
                // Packets start at multiples of 64 bytes.
                let all: &'static [AtomicU64] =
                    Vec::leak((0..words + WORDS - 1).map(|_| AtomicU64::new(0)).collect::<Vec<_>>());
                let skip = all.as_ptr().addr().wrapping_neg() % 64 / 8;
                let ring = &all[skip..skip + words];
                self.share(std::slice::from_ref(amd));
                self.share(ring);
                (amd, ring)
            }
        };
        amd.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        for (at, word) in ring.iter().enumerate() {
            word.store(if at % WORDS == 0 { u64::from(packet::INVALID) } else { 0 }, Ordering::Relaxed);
        }
        let doorbell = self.signal(-1, true);
        let set = |word: usize, value: u64| amd.words[word].store(value, Ordering::SeqCst);
        // The only feature is the dispatch of kernels.
        set(AmdQueue::TYPE_FEATURES, u64::from(kind) | 1 << 32);
        set(AmdQueue::BASE, ring.as_ptr().expose_provenance() as u64);
        set(AmdQueue::DOORBELL, doorbell.handle());
        set(AmdQueue::SIZE, packets.into());
        set(AmdQueue::ID, self.handle());
        set(AmdQueue::APERTURES, APERTURES);
        let queue = Arc::new(Queue {
            amd,
            ring,
            doorbell,
            gpu: gpu.clone(),
            callback,
            stopped: AtomicBool::new(false),
            callers: Mutex::default(),
        });
        let handle = std::ptr::from_ref(amd).expose_provenance() as u64;
        self.queues.write().unwrap_or_else(PoisonError::into_inner).insert(handle, queue.clone());
        let thread = std::thread::Builder::new().name("isatope queue".into());
        thread.spawn(move || queue.run(self)).map_err(|_| Status::OUT_OF_RESOURCES)?;
        Ok(handle)
    }
}
