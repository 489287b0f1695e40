//! Signals: words that hosts, queues and programs on the device count and wait for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use crate::abi::{AmdSignal, Answer, Status};
use crate::pulse;

/// Signals of a chunk.
const CHUNK: usize = 1024;
/// Kind of a signal that users make.
const USER: i64 = 1;
/// Kind of a doorbell.
const DOORBELL: i64 = -1;

/// All signals. Their memory is never given back, so that a handle that was destroyed can be recognized.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    chunks: RwLock<Vec<&'static [AmdSignal]>>,
    free: Mutex<Vec<&'static AmdSignal>>,
    handlers: Arc<Handlers>,
}

/// A condition on the value of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Equal,
    NotEqual,
    Less,
    GreaterOrEqual,
}

impl Condition {
    pub(crate) fn of(number: u32) -> Answer<Self> {
        match number {
            0 => Ok(Self::Equal),
            1 => Ok(Self::NotEqual),
            2 => Ok(Self::Less),
            3 => Ok(Self::GreaterOrEqual),
            _ => Err(Status::INVALID_ARGUMENT),
        }
    }

    pub(crate) fn holds(self, value: i64, other: i64) -> bool {
        match self {
            Self::Equal => value == other,
            Self::NotEqual => value != other,
            Self::Less => value < other,
            Self::GreaterOrEqual => value >= other,
        }
    }
}

impl AmdSignal {
    /// Counts the signal down, which says that something is complete.
    pub(crate) fn complete(&self) {
        self.value.fetch_sub(1, Ordering::SeqCst);
        pulse::beat();
    }

    /// Sets the times of what completes the signal.
    pub(crate) fn set_times(&self, start: u64, end: u64) {
        self.start.store(start, Ordering::Relaxed);
        self.end.store(end, Ordering::Relaxed);
    }

    /// Waits for a condition. Returns the value that was seen last. `spin` is for waits that should not sleep.
    pub(crate) fn wait(&self, condition: Condition, other: i64, time: Option<Duration>) -> i64 {
        let mut seen = 0;
        pulse::wait(time, pulse::UNSEEN, || {
            seen = self.value.load(Ordering::SeqCst);
            condition.holds(seen, other)
        });
        seen
    }

    /// Its handle: the address.
    pub(crate) fn handle(&self) -> u64 {
        std::ptr::from_ref(self).addr() as u64
    }
}

impl Signals {
    /// A new signal, and the memory that has to be shared with devices if there was none left.
    pub(crate) fn create(&self, value: i64, doorbell: bool) -> (&'static AmdSignal, Option<&'static [AmdSignal]>) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut added = None;
        if free.is_empty() {
            let chunk: Vec<AmdSignal> = (0..CHUNK).map(|_| AmdSignal::default()).collect();
            let chunk: &'static [AmdSignal] = chunk.leak();
            self.chunks.write().unwrap_or_else(PoisonError::into_inner).push(chunk);
            free.extend(chunk.iter().rev());
            added = Some(chunk);
        }
        let signal = free.pop().expect("there are some now");
        drop(free);
        signal.set_times(0, 0);
        signal.value.store(value, Ordering::SeqCst);
        signal.kind.store(if doorbell { DOORBELL } else { USER }, Ordering::SeqCst);
        (signal, added)
    }

    /// The signal of a handle.
    pub(crate) fn get(&self, handle: u64) -> Answer<&'static AmdSignal> {
        let chunks = self.chunks.read().unwrap_or_else(PoisonError::into_inner);
        for chunk in chunks.iter() {
            let at = handle.wrapping_sub(chunk.as_ptr().addr() as u64);
            let size = size_of::<AmdSignal>() as u64;
            if at.is_multiple_of(size)
                && let Some(signal) = usize::try_from(at / size).ok().and_then(|index| chunk.get(index))
            {
                let live = signal.kind.load(Ordering::Relaxed) != 0;
                return if live { Ok(signal) } else { Err(Status::INVALID_SIGNAL) };
            }
        }
        Err(Status::INVALID_SIGNAL)
    }

    /// The signal of a handle that may be 0.
    pub(crate) fn optional(&self, handle: u64) -> Answer<Option<&'static AmdSignal>> {
        if handle == 0 { Ok(None) } else { self.get(handle).map(Some) }
    }

    /// Gives a signal back.
    pub(crate) fn destroy(&self, handle: u64) -> Answer {
        let signal = self.get(handle)?;
        if signal.kind.swap(0, Ordering::SeqCst) != 0 {
            self.free.lock().unwrap_or_else(PoisonError::into_inner).push(signal);
        }
        Ok(())
    }

    /// Calls a handler when a condition holds, and again as long as it asks for it.
    pub(crate) fn handle(&self, handler: Handler) {
        self.handlers.list.lock().unwrap_or_else(PoisonError::into_inner).push(handler);
        self.handlers.start();
        pulse::beat();
    }
}

/// A handler of a condition.
pub(crate) struct Handler {
    pub signal: &'static AmdSignal,
    pub condition: Condition,
    pub value: i64,
    /// Calls the function with the value; it returns whether it wants to be called again.
    pub call: Box<dyn FnMut(i64) -> bool + Send>,
}

impl std::fmt::Debug for Handler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Handler({:#x} {:?} {})", self.signal.handle(), self.condition, self.value)
    }
}

/// Handlers, and the one thread that calls them.
#[derive(Debug, Default)]
struct Handlers {
    list: Mutex<Vec<Handler>>,
    started: OnceLock<()>,
}

impl Handlers {
    fn start(self: &Arc<Self>) {
        self.started.get_or_init(|| {
            let handlers = self.clone();
            let thread = std::thread::Builder::new().name("isatope handlers".into());
            let _ = thread.spawn(move || handlers.run());
        });
    }

    fn run(&self) {
        let idle = AtomicBool::new(false);
        loop {
            let mut due: Vec<(Handler, i64)> = Vec::new();
            let every = if idle.load(Ordering::Relaxed) { Duration::from_millis(100) } else { pulse::UNSEEN };
            pulse::wait(None, every, || {
                let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
                idle.store(list.is_empty(), Ordering::Relaxed);
                let mut at = 0;
                while at < list.len() {
                    let seen = list[at].signal.value.load(Ordering::SeqCst);
                    if list[at].condition.holds(seen, list[at].value) {
                        due.push((list.remove(at), seen));
                    } else {
                        at += 1;
                    }
                }
                !due.is_empty()
            });
            for (mut handler, seen) in due {
                if (handler.call)(seen) {
                    self.list.lock().unwrap_or_else(PoisonError::into_inner).push(handler);
                }
            }
        }
    }
}
