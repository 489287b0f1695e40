//! One condition variable for all that threads wait for.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long a thread waits at most for a change that programs make without telling the library.
pub(crate) const UNSEEN: Duration = Duration::from_micros(500);

static LOCK: Mutex<u64> = Mutex::new(0);
static CHANGED: Condvar = Condvar::new();
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Wakes all threads that wait.
pub(crate) fn beat() {
    if WAITING.load(Ordering::SeqCst) != 0 {
        *LOCK.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        CHANGED.notify_all();
    }
}

/// Waits until a condition holds, or the time is over. Returns whether it holds. The condition is also looked at every
/// `at_least`.
pub(crate) fn wait(time: Option<Duration>, at_least: Duration, mut holds: impl FnMut() -> bool) -> bool {
    // Most waits are short.
    for _ in 0..64 {
        if holds() {
            return true;
        }
        std::thread::yield_now();
    }
    let end = time.and_then(|time| std::time::Instant::now().checked_add(time));
    WAITING.fetch_add(1, Ordering::SeqCst);
    let mut lock = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    let done = loop {
        if holds() {
            break true;
        }
        let left = end.map(|end| end.saturating_duration_since(std::time::Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            break false;
        }
        let time = left.map_or(at_least, |left| left.min(at_least));
        lock = CHANGED.wait_timeout(lock, time).unwrap_or_else(PoisonError::into_inner).0;
    };
    drop(lock);
    WAITING.fetch_sub(1, Ordering::SeqCst);
    done
}
